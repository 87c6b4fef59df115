"""Exercises of lesson 01: one token by hand, all three, and matrices of one's own."""

import math

import numpy as np

from .._numbers import fixed
from ..example.embedding import D_MODEL, SENTENCE, embed
from ..example.tokens import tokenize
from ._checking import (
    FunctionExercise,
    Mistake,
    NotDone,
    ValueExercise,
    Wrong,
    as_array,
    check,
    draw,
)

LESSON = "01"

# ---- one token by hand -----------------------------------------------------


def query(x, W_Q):
    """q[j] = Σ_c x[c] · W_Q[c][j]"""
    q = []
    for j in range(len(W_Q[0])):
        total = 0.0
        for c in range(len(x)):
            total += x[c] * W_Q[c][j]
        q.append(total)
    return q


QUERY = FunctionExercise(
    lesson=LESSON,
    name="query(x, W_Q)",
    definition=query,
    cases=(draw(0, 4, (4, 4)), draw(1, 5, (5, 3)), draw(2, 3, (3, 6))),
    mistakes=(
        Mistake(
            "Rows of W_Q in place of columns",
            lambda x, W_Q: W_Q @ x if W_Q.shape[0] == W_Q.shape[1] else None,
            "W_Q came out transposed. Number j of the query belongs to column j of "
            "W_Q; the rows of W_Q belong to the features of x.",
        ),
        Mistake(
            "Products without their sum",
            lambda x, W_Q: x[:, None] * W_Q,
            "Each column gives one number: add its products up.",
        ),
        Mistake(
            "Summed along the rows",
            lambda x, W_Q: (x[:, None] * W_Q).sum(axis=1),
            "The right products, added up in the wrong direction: the features of x "
            "must go away, the columns of W_Q must stay.",
        ),
        Mistake(
            "The last product only",
            lambda x, W_Q: x[-1] * W_Q[-1],
            "Every turn of the loop overwrites the sum. It has to grow.",
        ),
        Mistake(
            "One sum for everything",
            lambda x, W_Q: (x @ W_Q).sum(),
            "All columns went into one sum. Each column needs a sum of its own.",
        ),
        Mistake(
            "x takes no part",
            lambda x, W_Q: W_Q.sum(axis=0),
            "These are the sums of the columns of W_Q, the same for every token.",
        ),
    ),
    shape="(d_k,)",
    cell=lambda j: (
        f"It is made from all of x and from column {j} of W_Q, and from nothing else."
    ),
)


def check_query(answer):
    """Check ``query(x, W_Q)``: one token's query.

    Parameters
    ----------
    answer : function
        Takes x (d_model,), one row of X, and W_Q (d_model, d_k). Returns the query,
        d_k numbers.
    """
    check(QUERY, answer)


# ---- all three -------------------------------------------------------------


def project(X, W_Q, W_K, W_V):
    """Q, K and V: each row of X times each of the three matrices"""
    return tuple([query(x, W) for x in X] for W in (W_Q, W_K, W_V))


PROJECT = FunctionExercise(
    lesson=LESSON,
    name="project(X, W_Q, W_K, W_V)",
    definition=project,
    # (T, d_model), then d_k, d_k, d_v
    cases=(
        draw(0, (3, 5), (5, 2), (5, 2), (5, 4)),
        draw(1, (6, 4), (4, 3), (4, 3), (4, 2)),
    ),
    mistakes=(
        Mistake(
            "One matrix for queries and keys",
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V),
            "K is the same as Q here. What a token offers is not what it looks for: "
            "keys have a matrix of their own.",
        ),
        Mistake(
            "Values made as keys",
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_K),
            "V is the same as K here. What is handed over has a matrix of its own.",
        ),
        Mistake(
            "Queries and keys exchanged",
            lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V),
            "The three results are right, in another order: Q, K, V was asked for.",
        ),
        Mistake(
            "One matrix for all three",
            lambda X, W_Q, W_K, W_V: (X @ W_Q,) * 3,
            "Q, K and V are three times the same table.",
        ),
        Mistake(
            "Tokens in columns",
            lambda X, W_Q, W_K, W_V: ((X @ W_Q).T, (X @ W_K).T, (X @ W_V).T),
            "The results are transposed: a row is a token, in X and in what is made of "
            "it.",
        ),
    ),
    shape="(T, width)",
    cell=lambda i, j: (
        f"It is made from row {i} of X, one token, and from column {j} of the matrix."
    ),
    parts=("Q", "K", "V"),
)


def check_project(answer):
    """Check ``project(X, W_Q, W_K, W_V)``: queries, keys and values of all tokens.

    Parameters
    ----------
    answer : function
        Takes X (T, d_model), W_Q and W_K (d_model, d_k) and W_V (d_model, d_v).
        Returns Q, K and V, in this order.
    """
    check(PROJECT, answer)


# ---- make "banana" look at "monkey" ----------------------------------------

_SENTENCE = tokenize(SENTENCE)
_BANANA, _MONKEY = _SENTENCE.index("banana"), _SENTENCE.index("monkey")
_THE = 0


def weights_by(W_Q, W_K):
    """The running sentence's attention weights with these two matrices, in loops"""
    X = embed(_SENTENCE).tolist()
    Q, K = [query(x, W_Q) for x in X], [query(x, W_K) for x in X]
    weights = []
    for q in Q:
        scaled = [sum(map(float.__mul__, q, k)) / math.sqrt(len(q)) for k in K]
        e = [math.exp(z - max(scaled)) for z in scaled]
        weights.append([part / sum(e) for part in e])
    return np.array(weights)


def examine_look(W_Q, W_K):
    """Raise NotDone or Wrong unless "banana", and not everyone, looks at "monkey"."""
    W_Q, W_K = as_array(W_Q).astype(float), as_array(W_K).astype(float)
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if W.ndim != 2 or len(W) != D_MODEL or W.shape[1] == 0:
            raise Wrong(
                f"{name}: wrong shape: expected ({D_MODEL}, d_k), one row for each "
                f"feature, got {W.shape}"
            )
        if not np.isfinite(W).all():
            raise Wrong(f"{name}: expected numbers, got NaN or inf")
    if W_Q.shape != W_K.shape:
        raise Wrong(
            "wrong shape: queries and keys are compared number by number, expected "
            f"matrices of the same width, got {W_Q.shape} and {W_K.shape}"
        )
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if not W.any():
            raise NotDone(f": {name} is zero throughout")
    examine_pattern(weights_by(W_Q.tolist(), W_K.tolist()))


def examine_pattern(weights):
    """Say what is not yet right about who looks at whom."""
    row = weights[_BANANA]
    got = f"'banana' gives 'monkey' {fixed(row[_MONKEY], 2)}"
    favourite = _SENTENCE[int(row.argmax())]
    if row[_MONKEY] <= 0.5:
        if weights[_MONKEY, _BANANA] > 0.5:
            raise Wrong(
                "Queries and keys exchanged. 'monkey' looks at 'banana': W_Q belongs "
                "to the one who looks, W_K to the one who is found"
            )
        if row.argmin() == _MONKEY:
            raise Wrong(
                f"The wrong sign. {got}, less than any other word: query and key point "
                "against each other"
            )
        if favourite == "monkey":
            raise Wrong(
                f"Too weak. {got}, more than any other word, but not yet more than "
                "half. The numbers are too small"
            )
        if favourite == "banana":
            raise Wrong(
                f"'banana' looks at itself. {got}. W_Q and W_K read a feature that "
                "'banana' has: which one has 'monkey' instead?"
            )
        raise Wrong(
            f"{got}, it looks most at '{favourite}'. Which feature does 'banana' have "
            "and W_Q read, which does 'monkey' have and W_K read?"
        )
    if weights[_THE, _MONKEY] > 0.5:
        raise Wrong(
            "Everyone looks at 'monkey'. Even 'the' does: W_Q reads something that all "
            "words have, not what makes 'banana' special"
        )


LOOK = ValueExercise(
    lesson=LESSON, name="'banana' looks at 'monkey'", examine=examine_look
)


def check_look(W_Q, W_K):
    """Check two matrices that make "banana" look at "monkey".

    In the running sentence "banana" has to give "monkey" more than half of its
    attention, and "the" must not do so, too.

    Parameters
    ----------
    W_Q, W_K : arrays, shape (12, d_k)
        A row for each feature in ``attn_lib.DIMENSIONS``; d_k is free.
    """
    check(LOOK, W_Q, W_K)


EXERCISES = (QUERY, PROJECT, LOOK)
