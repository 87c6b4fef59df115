"""Exercises of lesson 03: a stable softmax, the weights, the Jacobian, a blind test."""

import math

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, ValueExercise, Wrong, check, draw
from .matmul_scores import scores
from .qkv_projection import query

LESSON = "03"

# ---- a stable softmax ------------------------------------------------------


def softmax(z):
    """p[i][j] = exp(z[i][j] − max z[i]) / Σ exp(z[i] − max z[i]), row by row"""
    rows = []
    for row in z:
        largest = max(row)
        e = [math.exp(score - largest) for score in row]
        rows.append([part / sum(e) for part in e])
    return rows


def _shares(e):
    """Each number's share of its row."""
    return e / e.sum(axis=1, keepdims=True)


def softmax_array(z):
    """The definition's rows, as an array."""
    return np.array(softmax(np.asarray(z).tolist()))


def one_hot_rows(z):
    """1 for the largest of each row, 0 for the others."""
    return np.eye(z.shape[1])[z.argmax(axis=1)]


SOFTMAX = FunctionExercise(
    lesson=LESSON,
    name="softmax(z)",
    definition=softmax,
    cases=(
        draw(0, (3, 3)),
        draw(1, (2, 4)),
        (np.array([[1000.0, 1001, 1002], [0, 1, 2]]),),
        (np.array([[-1000.0, -1001, -1002]]),),
    ),
    mistakes=(
        Mistake(
            "wrong-axis",
            N_("Wrong axis"),
            lambda z: softmax_array(z.T).T,
            N_(
                "The columns sum to 1, the rows do not. The keys of one query compete "
                "with each other, not the queries for one key."
            ),
        ),
        Mistake(
            "whole-table",
            N_("The whole table"),
            lambda z: np.exp(z) / np.exp(z).sum(),
            N_("All numbers together sum to 1. Every row has to, by itself."),
        ),
        Mistake(
            "row-sums-used-as-column-sums",
            N_("Row sums used as column sums"),
            lambda z: (
                np.exp(z) / np.exp(z).sum(axis=1) if z.shape[0] == z.shape[1] else None
            ),
            N_(
                "The sum of row 0 divided column 0. The sums have to stand as a column "
                "beside the table, one for each row."
            ),
        ),
        Mistake(
            "no-exponential",
            N_("No exponential"),
            _shares,
            N_("These are shares of the scores themselves, some of them negative."),
        ),
        Mistake(
            "exponentials-only",
            N_("The exponentials only"),
            np.exp,
            N_("They are positive, but nothing makes a row sum to 1 yet."),
        ),
        Mistake(
            "one-hot-for-soft",
            N_("One-hot in place of soft"),
            one_hot_rows,
            N_(
                "The largest score takes all. In a soft maximum the others keep a "
                "share."
            ),
        ),
        Mistake(
            "softmax-twice",
            N_("Softmax twice"),
            lambda z: softmax_array(softmax_array(z)),
            N_("The weights went through it again, which makes them nearly equal."),
        ),
        Mistake(
            "not-stable",
            N_("Not stable"),
            lambda z: _shares(np.exp(z)),
            N_(
                "exp of a score above 709 is too large for a number, and exp of one "
                "below −745 is 0. What may be subtracted from a row without a change "
                "of weights?"
            ),
        ),
        Mistake(
            "stable-upwards-only",
            N_("Stable upwards only"),
            lambda z: _shares(np.exp(z - np.maximum(z.max(axis=1, keepdims=True), 0))),
            N_(
                "A row of very negative scores becomes 0 / 0. Subtract the row's "
                "largest score even if it is below zero."
            ),
        ),
        Mistake(
            "largest-score-of-the-table",
            N_("The largest score of the table"),
            lambda z: _shares(np.exp(z - z.max())),
            N_(
                "A row far below the largest score of another row becomes 0 / 0. Each "
                "row needs its own."
            ),
        ),
    ),
    shape=N_("shape of z"),
    cell=lambda i, j: _(
        "It is the share of score {j} in row {i}; other rows are no part."
    ).format(j=j, i=i),
)


def check_softmax(answer):
    """Check ``softmax(z)``: scores to weights, whatever their size.

    Parameters
    ----------
    answer : function
        Takes scores z (T_q, T_k), which may be as large as 1,000 or as small as
        −1,000. Returns weights of the same shape.
    """
    check(SOFTMAX, answer)


# ---- the weights -----------------------------------------------------------


def weights(X, W_Q, W_K):
    """softmax(Q Kᵀ / √d_k) with Q = X W_Q and K = X W_K"""
    Q, K = [query(x, W_Q) for x in X], [query(x, W_K) for x in X]
    d_k = len(W_Q[0])
    return softmax([[s / math.sqrt(d_k) for s in row] for row in scores(Q, K)])


def _divided_by(divisor):
    """The weights with another divisor, which is a function of T, d_model and d_k."""

    def answer(X, W_Q, W_K):
        return softmax_array(X @ W_Q @ (X @ W_K).T / divisor(*X.shape, W_Q.shape[1]))

    return answer


def _scaled(X, W_Q, W_K):
    return X @ W_Q @ (X @ W_K).T / math.sqrt(W_Q.shape[1])


WEIGHTS = FunctionExercise(
    lesson=LESSON,
    name="weights(X, W_Q, W_K)",
    definition=weights,
    # (T, d_model), (d_model, d_k); not d_k = 4, where d_k / 2 is √d_k
    cases=tuple(
        tuple(0.5 * array for array in draw(seed, (T, d_model), *[(d_model, d_k)] * 2))
        for seed, (T, d_model, d_k) in enumerate([(4, 5, 3), (3, 7, 2), (5, 4, 6)])
    ),
    mistakes=(
        Mistake(
            "forgot-root-d_k",
            N_("Forgot √d_k"),
            _divided_by(lambda T, d_model, d_k: 1),
            N_(
                "The scores went into the softmax as they are, and the larger d_k, the "
                "more one key takes all."
            ),
        ),
        Mistake(
            "d_k-for-root-d_k",
            N_("d_k in place of √d_k"),
            _divided_by(lambda T, d_model, d_k: d_k),
            N_(
                "A score's standard deviation is the root of d_k. Divided by d_k "
                "itself, wide vectors make all weights alike."
            ),
        ),
        Mistake(
            "root-d_model-for-root-d_k",
            N_("√d_model in place of √d_k"),
            _divided_by(lambda T, d_model, d_k: math.sqrt(d_model)),
            N_(
                "A score is a sum over the width of queries and keys, not over that of "
                "X."
            ),
        ),
        Mistake(
            "half-of-d_k-for-root-d_k",
            N_("Half of d_k in place of √d_k"),
            _divided_by(lambda T, d_model, d_k: d_k / 2),
            N_("`d_k ** 1/2` is (d_k ** 1) / 2: Python takes the power first."),
        ),
        Mistake(
            "root-t-for-root-d_k",
            N_("√T in place of √d_k"),
            _divided_by(lambda T, d_model, d_k: math.sqrt(T)),
            N_(
                "The number of tokens is no reason to scale: a score is a sum over d_k "
                "products."
            ),
        ),
        Mistake(
            "multiplied-for-divided",
            N_("Multiplied in place of divided"),
            _divided_by(lambda T, d_model, d_k: 1 / math.sqrt(d_k)),
            N_("The scores became larger. They have to become smaller."),
        ),
        Mistake(
            "scaled-after-the-softmax",
            N_("Scaled after the softmax"),
            lambda X, W_Q, W_K: (
                _divided_by(lambda *sizes: 1)(X, W_Q, W_K) / math.sqrt(W_Q.shape[1])
            ),
            N_("The rows do not sum to 1 any more. Scale the scores, not the weights."),
        ),
        Mistake(
            "wrong-axis",
            N_("Wrong axis"),
            lambda *case: softmax_array(_scaled(*case).T).T,
            N_("The columns sum to 1, the rows do not. The keys of one query compete."),
        ),
        Mistake(
            "queries-and-keys-exchanged",
            N_("Queries and keys exchanged"),
            lambda *case: softmax_array(_scaled(*case).T),
            N_(
                "The rows sum to 1, but each row asks with a key and is answered by "
                "queries."
            ),
        ),
        Mistake(
            "one-hot-for-soft",
            N_("One-hot in place of soft"),
            lambda *case: one_hot_rows(_scaled(*case)),
            N_("The best key takes all. In a soft maximum the others keep a share."),
        ),
    ),
    shape="(T, T)",
    cell=lambda i, j: _("It says how much token {i} looks at token {j}.").format(
        i=i, j=j
    ),
)


def check_weights(answer):
    """Check ``weights(X, W_Q, W_K)``: who looks at whom, and how much.

    Parameters
    ----------
    answer : function
        Takes X (T, d_model), W_Q and W_K (d_model, d_k). Returns the weights (T, T).
    """
    check(WEIGHTS, answer)


# ---- the Jacobian ----------------------------------------------------------


def jacobian(p):
    """J[i][j] = p[i] · (1 if i = j else 0) − p[i] · p[j]"""
    n = len(p)
    return [[p[i] * ((i == j) - p[j]) for j in range(n)] for i in range(n)]


JACOBIAN = FunctionExercise(
    lesson=LESSON,
    name="jacobian(p)",
    definition=jacobian,
    cases=(
        (np.array([0.5, 0.3, 0.2]),),
        (np.array([0.1, 0.2, 0.3, 0.4]),),
        (np.array([0.9, 0.1]),),
    ),
    mistakes=(
        Mistake(
            "diagonal-only",
            N_("The diagonal only"),
            lambda p: np.diag(p * (1 - p)),
            N_("Raising one score also takes weight away from all others."),
        ),
        Mistake(
            "one-row-for-a-matrix",
            N_("One row in place of a matrix"),
            lambda p: p * (1 - p),
            N_(
                "This is how each weight moves with its own score. Each weight also "
                "moves with every other score."
            ),
        ),
        Mistake(
            "wrong-sign",
            N_("The wrong sign"),
            lambda p: np.diag(p) + np.outer(p, p),
            N_(
                "When one score goes up, the other weights go down: beside the "
                "diagonal everything is negative."
            ),
        ),
        Mistake(
            "turned-round",
            N_("Turned round"),
            lambda p: np.outer(p, p) - np.diag(p),
            N_(
                "Every sign is the opposite: raising a score must raise its own weight."
            ),
        ),
        Mistake(
            "p-without-its-partner",
            N_("p without its partner"),
            lambda p: np.diag(p) - p,
            N_(
                "A whole p was subtracted from each row. What is subtracted is a "
                "product of two weights."
            ),
        ),
        Mistake(
            "products-of-weights-only",
            N_("Products of weights only"),
            lambda p: -np.outer(p, p),
            N_(
                "Beside the diagonal it is right. On the diagonal something is "
                "missing: each row has to sum to 0."
            ),
        ),
        Mistake(
            "weights-for-products",
            N_("Weights in place of products"),
            lambda p: np.diag(p),
            N_(
                "The weights stand on the diagonal, and nothing is taken from the "
                "others."
            ),
        ),
    ),
    shape="(n, n)",
    cell=lambda i, j: _("It says how weight {i} moves when score {j} goes up.").format(
        i=i, j=j
    ),
)


def check_jacobian(answer):
    """Check ``jacobian(p)``: how each weight moves when each score moves.

    Parameters
    ----------
    answer : function
        Takes weights p (n,), one row of the softmax. Returns the matrix (n, n) of the
        derivatives ∂p_i/∂z_j.
    """
    check(JACOBIAN, answer)


# ---- the d_k that hides a bug ----------------------------------------------


def examine_blind_d_k(d_k):
    """Raise Wrong unless dividing by d_k ** 1/2 and by √d_k are the same."""
    if isinstance(d_k, bool) or not isinstance(d_k, (int, float, np.number)):
        text = _("expected a whole number, got {got}")
        raise Wrong("no-number", text.format(got=f"{d_k!r:.40}"))
    if d_k != int(d_k) or d_k < 1:
        text = _("a width is a whole number from 1 up, got {got:g}")
        raise Wrong("no-width", text.format(got=d_k))
    wrong, right = d_k / 2, math.sqrt(d_k)
    if wrong != right:
        text = _(
            "with d_k = {d_k:g} the bug divides by {wrong:.4g}, √d_k is {right:.4g}: a "
            "test would see it"
        )
        raise Wrong("seen", text.format(d_k=d_k, wrong=wrong, right=right))


BLIND_D_K = ValueExercise(
    lesson=LESSON,
    id="blind_d_k",
    name=N_("the d_k that hides the bug"),
    examine=examine_blind_d_k,
)


def check_blind_d_k(d_k):
    """Check the width at which ``d_k ** 1/2`` cannot be told from √d_k.

    Parameters
    ----------
    d_k : int
    """
    check(BLIND_D_K, d_k)


EXERCISES = (SOFTMAX, WEIGHTS, JACOBIAN, BLIND_D_K)
