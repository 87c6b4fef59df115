"""Exercises of lesson 01: one token by hand, all three, and matrices of one's own."""

import math

import numpy as np

from .._numbers import fixed
from ..example.embedding import D_MODEL, SENTENCE, embed
from ..example.tokens import tokenize
from ..words import N_, _
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
            "rows-of-w_q-for-columns",
            N_("Rows of W_Q in place of columns"),
            lambda x, W_Q: W_Q @ x if W_Q.shape[0] == W_Q.shape[1] else None,
            N_(
                "W_Q came out transposed. Number j of the query belongs to column j of "
                "W_Q; the rows of W_Q belong to the features of x."
            ),
        ),
        Mistake(
            "products-without-their-sum",
            N_("Products without their sum"),
            lambda x, W_Q: x[:, None] * W_Q,
            N_("Each column gives one number: add its products up."),
        ),
        Mistake(
            "summed-along-the-rows",
            N_("Summed along the rows"),
            lambda x, W_Q: (x[:, None] * W_Q).sum(axis=1),
            N_(
                "The right products, added up in the wrong direction: the features of "
                "x must go away, the columns of W_Q must stay."
            ),
        ),
        Mistake(
            "last-product-only",
            N_("The last product only"),
            lambda x, W_Q: x[-1] * W_Q[-1],
            N_("Every turn of the loop overwrites the sum. It has to grow."),
        ),
        Mistake(
            "one-sum-for-everything",
            N_("One sum for everything"),
            lambda x, W_Q: (x @ W_Q).sum(),
            N_("All columns went into one sum. Each column needs a sum of its own."),
        ),
        Mistake(
            "x-takes-no-part",
            N_("x takes no part"),
            lambda x, W_Q: W_Q.sum(axis=0),
            N_("These are the sums of the columns of W_Q, the same for every token."),
        ),
    ),
    shape="(d_k,)",
    cell=lambda j: _(
        "It is made from all of x and from column {j} of W_Q, and from nothing else."
    ).format(j=j),
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
            "one-matrix-for-queries-and-keys",
            N_("One matrix for queries and keys"),
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V),
            N_(
                "K is the same as Q here. What a token offers is not what it looks "
                "for: keys have a matrix of their own."
            ),
        ),
        Mistake(
            "values-made-as-keys",
            N_("Values made as keys"),
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_K),
            N_("V is the same as K here. What is handed over has a matrix of its own."),
        ),
        Mistake(
            "queries-and-keys-exchanged",
            N_("Queries and keys exchanged"),
            lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V),
            N_("The three results are right, in another order: Q, K, V was asked for."),
        ),
        Mistake(
            "one-matrix-for-all-three",
            N_("One matrix for all three"),
            lambda X, W_Q, W_K, W_V: (X @ W_Q,) * 3,
            N_("Q, K and V are three times the same table."),
        ),
        Mistake(
            "tokens-in-columns",
            N_("Tokens in columns"),
            lambda X, W_Q, W_K, W_V: ((X @ W_Q).T, (X @ W_K).T, (X @ W_V).T),
            N_(
                "The results are transposed: a row is a token, in X and in what is "
                "made of it."
            ),
        ),
    ),
    shape="(T, width)",
    cell=lambda i, j: _(
        "It is made from row {i} of X, one token, and from column {j} of the matrix."
    ).format(i=i, j=j),
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
            text = _(
                "{name}: wrong shape: expected ({d_model}, d_k), one row for each "
                "feature, got {got}"
            )
            text = text.format(name=name, d_model=D_MODEL, got=W.shape)
            raise Wrong("shape", text)
        if not np.isfinite(W).all():
            text = _("{name}: expected numbers, got NaN or inf")
            raise Wrong("not-finite", text.format(name=name))
    if W_Q.shape != W_K.shape:
        text = _(
            "wrong shape: queries and keys are compared number by number, expected "
            "matrices of the same width, got {one} and {other}"
        )
        raise Wrong("widths", text.format(one=W_Q.shape, other=W_K.shape))
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if not W.any():
            raise NotDone(_("{name} is zero throughout").format(name=name))
    examine_pattern(weights_by(W_Q.tolist(), W_K.tolist()))


def examine_pattern(weights):
    """Say what is not yet right about who looks at whom."""
    row = weights[_BANANA]
    favourite = int(row.argmax())
    if row[_MONKEY] > 0.5:
        if weights[_THE, _MONKEY] <= 0.5:
            return
        fault = "everyone"
    elif weights[_MONKEY, _BANANA] > 0.5:
        fault = "exchanged"
    elif row.argmin() == _MONKEY:
        fault = "sign"
    else:
        fault = {_MONKEY: "too-weak", _BANANA: "itself"}.get(favourite, "elsewhere")
    given = {"share": fixed(row[_MONKEY], 2), "word": _SENTENCE[favourite]}
    raise Wrong(fault, _(_NOT_YET[fault]).format(**given))


_NOT_YET = {
    "exchanged": N_(
        "Queries and keys exchanged. 'monkey' looks at 'banana': W_Q belongs to the "
        "one who looks, W_K to the one who is found"
    ),
    "sign": N_(
        "The wrong sign. 'banana' gives 'monkey' {share}, less than any other word: "
        "query and key point against each other"
    ),
    "too-weak": N_(
        "Too weak. 'banana' gives 'monkey' {share}, more than any other word, but not "
        "yet more than half. The numbers are too small"
    ),
    "itself": N_(
        "'banana' looks at itself. 'banana' gives 'monkey' {share}. W_Q and W_K read a "
        "feature that 'banana' has: which one has 'monkey' instead?"
    ),
    "elsewhere": N_(
        "'banana' gives 'monkey' {share}, it looks most at '{word}'. Which feature "
        "does 'banana' have and W_Q read, which does 'monkey' have and W_K read?"
    ),
    "everyone": N_(
        "Everyone looks at 'monkey'. Even 'the' does: W_Q reads something that all "
        "words have, not what makes 'banana' special"
    ),
}


LOOK = ValueExercise(
    lesson=LESSON,
    id="look",
    name=N_("'banana' looks at 'monkey'"),
    examine=examine_look,
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
