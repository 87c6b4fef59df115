import numpy as np

from attn_lib import DIMENSIONS, ProjectionWeights
from tests.exercises.answers import Answers, in_float32

# ---- query -----------------------------------------------------------------


def query_stub(x, W_Q): ...


def query(x, W_Q):
    q = []
    for j in range(W_Q.shape[1]):
        total = 0
        for c in range(len(x)):
            total += x[c] * W_Q[c, j]
        q.append(total)
    return q


def query_overwritten(x, W_Q):
    q = np.zeros(W_Q.shape[1])
    for j in range(W_Q.shape[1]):
        for c in range(len(x)):
            q[j] = x[c] * W_Q[c, j]
    return q


def query_in_integers(x, W_Q):
    q = np.zeros(W_Q.shape[1], dtype=int)
    for j in range(W_Q.shape[1]):
        for c in range(len(x)):
            q[j] += x[c] * W_Q[c, j]
    return q


def query_in_place(x, W_Q):
    W_Q *= x[:, None]
    return W_Q.sum(axis=0)


QUERY = Answers(
    stub=query_stub,
    right={
        "solution": query,
        "matmul": lambda x, W_Q: x @ W_Q,
        "einsum": lambda x, W_Q: np.einsum("c,cj->j", x, W_Q),
        "products": lambda x, W_Q: (x[:, None] * W_Q).sum(axis=0),
        "float32": in_float32(lambda x, W_Q: x @ W_Q),
    },
    wrong={
        "Rows of W_Q in place of columns.": lambda x, W_Q: x @ W_Q.T,
        "Products without their sum.": lambda x, W_Q: x[:, None] * W_Q,
        "Summed along the rows.": lambda x, W_Q: (x[:, None] * W_Q).sum(axis=1),
        "The last product only.": query_overwritten,
        "One sum for everything.": lambda x, W_Q: sum(query(x, W_Q)),
        "x takes no part.": lambda x, W_Q: W_Q.sum(axis=0),
        "wrong dtype: the result can only hold whole numbers (int": query_in_integers,
        "it changes its input W_Q.": query_in_place,
        "expected -2.06, got -3.06 at [1]. It is made from all of x and from column 1 "
        "of W_Q, and from nothing else.": (
            lambda x, W_Q: x @ W_Q - (np.arange(W_Q.shape[1]) == 1)
        ),
    },
)

# ---- project ---------------------------------------------------------------


def project_stub(X, W_Q, W_K, W_V): ...


def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V


PROJECT = Answers(
    stub=project_stub,
    right={
        "solution": project,
        "loops": lambda X, W_Q, W_K, W_V: tuple(
            [query(x, W) for x in X] for W in (W_Q, W_K, W_V)
        ),
        "einsum": lambda X, *Ws: [np.einsum("tc,cj->tj", X, W) for W in Ws],
        "float32": in_float32(project),
    },
    wrong={
        "One matrix for queries and keys.": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V)
        ),
        "Values made as keys.": lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_K),
        "Queries and keys exchanged.": (
            lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V)
        ),
        "One matrix for all three.": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_Q)
        ),
        "Tokens in columns.": (
            lambda X, W_Q, W_K, W_V: (W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T)
        ),
        "expected 3 results, Q, K, V; got ndarray": (lambda X, W_Q, W_K, W_V: X @ W_Q),
        "expected 3 results, Q, K, V; got 2": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K)
        ),
        "V: wrong shape: expected (T, width) = (3, 4), got (3, 3)": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, (X @ W_V)[:, :3])
        ),
        "K: expected 0.93, got 1.93 at [0, 0]. It is made from row 0 of X, one "
        "token, and from column 0 of the matrix.": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K + 1, X @ W_V)
        ),
    },
)

# ---- look ------------------------------------------------------------------


def column(**features):
    W = np.zeros((12, 1))
    for name, factor in features.items():
        W[DIMENSIONS.index(name), 0] = factor
    return W


FOOD_ASKS, ANIMAL_ANSWERS = column(food=3), column(animal=3)
DESIGNED = ProjectionWeights.designed()

LOOK = Answers(
    stub=(np.zeros((12, 1)), np.zeros((12, 1))),
    right={
        "solution": (FOOD_ASKS, ANIMAL_ANSWERS),
        "designed": (DESIGNED.W_Q, DESIGNED.W_K),
        "lists": (FOOD_ASKS.tolist(), ANIMAL_ANSWERS.tolist()),
        "whole numbers": (FOOD_ASKS.astype(int), ANIMAL_ANSWERS.astype(int)),
        "float32": (FOOD_ASKS.astype("f4"), ANIMAL_ANSWERS.astype("f4")),
    },
    wrong={
        "Queries and keys exchanged. 'monkey' looks at 'banana': W_Q belongs to the "
        "one who looks, W_K to the one who is found": (ANIMAL_ANSWERS, FOOD_ASKS),
        "The wrong sign. 'banana' gives 'monkey' 0.00, less than any other word: query "
        "and key point against each other": (FOOD_ASKS, -ANIMAL_ANSWERS),
        "Too weak. 'banana' gives 'monkey' 0.35, more than any other word, but not yet "
        "more than half. The numbers are too small": (
            FOOD_ASKS / 3,
            ANIMAL_ANSWERS / 3,
        ),
        "'banana' looks at itself. 'banana' gives 'monkey' 0.00. W_Q and W_K read a "
        "feature that 'banana' has: which one has 'monkey' instead?": (
            FOOD_ASKS,
            FOOD_ASKS,
        ),
        "'banana' gives 'monkey' 0.00, it looks most at 'eats'. Which feature does "
        "'banana' have and W_Q read, which does 'monkey' have and W_K read?": (
            FOOD_ASKS,
            column(action=3),
        ),
        "Everyone looks at 'monkey'. Even 'the' does: W_Q reads something that all "
        "words have, not what makes 'banana' special": (
            column(pos3=3),
            ANIMAL_ANSWERS,
        ),
        "W_Q: wrong shape: expected (12, d_k), one row for each feature, got (1, 12)": (
            FOOD_ASKS.T,
            ANIMAL_ANSWERS,
        ),
        "W_K: wrong shape: expected (12, d_k), one row for each feature, got (12,)": (
            FOOD_ASKS,
            ANIMAL_ANSWERS[:, 0],
        ),
        "W_K: wrong shape: expected (12, d_k), one row for each feature, got (12, 0)": (
            FOOD_ASKS,
            ANIMAL_ANSWERS[:, :0],
        ),
        "wrong shape: queries and keys are compared number by number, expected "
        "matrices of the same width, got (12, 1) and (12, 2)": (
            FOOD_ASKS,
            np.hstack([ANIMAL_ANSWERS, ANIMAL_ANSWERS]),
        ),
        "W_K: expected numbers, got NaN or inf": (FOOD_ASKS, column(animal=np.inf)),
        "the rows of the result have unequal lengths": (FOOD_ASKS, [[1], [1, 2]]),
    },
)

ANSWERS = {"check_query": QUERY, "check_project": PROJECT, "check_look": LOOK}
