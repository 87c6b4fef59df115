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
        "rows-of-w_q-for-columns": lambda x, W_Q: x @ W_Q.T,
        "products-without-their-sum": lambda x, W_Q: x[:, None] * W_Q,
        "summed-along-the-rows": lambda x, W_Q: (x[:, None] * W_Q).sum(axis=1),
        "last-product-only": query_overwritten,
        "one-sum-for-everything": lambda x, W_Q: sum(query(x, W_Q)),
        "x-takes-no-part": lambda x, W_Q: W_Q.sum(axis=0),
        "whole-numbers": query_in_integers,
        "changes-input": query_in_place,
        "number": lambda x, W_Q: x @ W_Q - (np.arange(W_Q.shape[1]) == 1),
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
        "one-matrix-for-queries-and-keys": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V)
        ),
        "values-made-as-keys": lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_K),
        "queries-and-keys-exchanged": (
            lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V)
        ),
        "one-matrix-for-all-three": (
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_Q)
        ),
        "tokens-in-columns": (
            lambda X, W_Q, W_K, W_V: (W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T)
        ),
        "results: one": lambda X, W_Q, W_K, W_V: X @ W_Q,
        "results: two": lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K),
        "shape": lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, (X @ W_V)[:, :3]),
        "number": lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K + 1, X @ W_V),
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
        "exchanged": (ANIMAL_ANSWERS, FOOD_ASKS),
        "sign": (FOOD_ASKS, -ANIMAL_ANSWERS),
        "too-weak": (
            FOOD_ASKS / 3,
            ANIMAL_ANSWERS / 3,
        ),
        "itself": (
            FOOD_ASKS,
            FOOD_ASKS,
        ),
        "elsewhere": (
            FOOD_ASKS,
            column(action=3),
        ),
        "everyone": (
            column(pos3=3),
            ANIMAL_ANSWERS,
        ),
        "shape: W_Q": (
            FOOD_ASKS.T,
            ANIMAL_ANSWERS,
        ),
        "shape: W_K": (
            FOOD_ASKS,
            ANIMAL_ANSWERS[:, 0],
        ),
        "shape: no column": (
            FOOD_ASKS,
            ANIMAL_ANSWERS[:, :0],
        ),
        "widths": (
            FOOD_ASKS,
            np.hstack([ANIMAL_ANSWERS, ANIMAL_ANSWERS]),
        ),
        "not-finite": (FOOD_ASKS, column(animal=np.inf)),
        "unequal-rows": (FOOD_ASKS, [[1], [1, 2]]),
    },
)

ANSWERS = {"check_query": QUERY, "check_project": PROJECT, "check_look": LOOK}
