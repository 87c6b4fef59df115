"""Exercises of lesson 07: a measured gradient, and three of the backward pass."""

import math

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw
from .scale_and_softmax import softmax_array

LESSON = "07"

# ---- measure a gradient ----------------------------------------------------


def slopes(f, x, step):
    """slopes[i] = (f(x with x[i] + step) − f(x with x[i] − step)) / (2 · step)"""
    found = []
    for i in range(len(x)):
        plus, minus = x.copy(), x.copy()
        plus[i] += step
        minus[i] -= step
        found.append((f(plus) - f(minus)) / (2 * step))
    return found


def _cubes(x):
    return float((np.arange(1, len(x) + 1) * x**3).sum() + x[0] * x[1])


def _moved(f, x, by):
    """f with one number after the other moved by so much."""
    return np.array([f(x + by * row) for row in np.eye(len(x))])


SLOPES = FunctionExercise(
    lesson=LESSON,
    name="slopes(f, x, step)",
    definition=slopes,
    # The steps are large, so that every formula shows.
    cases=(
        (_cubes, np.array([1.0, -2.0, 0.5]), 0.5),
        (_cubes, np.array([0.3, 1.5]), 0.25),
    ),
    mistakes=(
        Mistake(
            "one-side-only",
            N_("One side only"),
            lambda f, x, step: (_moved(f, x, step) - f(x)) / step,
            N_(
                "From x to x + step the slope has already changed. Measure from as far "
                "below as above, and the errors of both sides cancel."
            ),
        ),
        Mistake(
            "lower-side-only",
            N_("The lower side only"),
            lambda f, x, step: (f(x) - _moved(f, x, -step)) / step,
            N_(
                "Measure from as far above as below, and the errors of both sides "
                "cancel."
            ),
        ),
        Mistake(
            "divided-by-one-step",
            N_("Divided by one step"),
            lambda f, x, step: (_moved(f, x, step) - _moved(f, x, -step)) / step,
            N_("From x − step to x + step it is two steps."),
        ),
        Mistake(
            "not-divided",
            N_("Not divided"),
            lambda f, x, step: _moved(f, x, step) - _moved(f, x, -step),
            N_(
                "This is how far the result moves. A slope is that for each unit that "
                "x moves."
            ),
        ),
        Mistake(
            "upside-down",
            N_("Upside down"),
            lambda f, x, step: (_moved(f, x, -step) - _moved(f, x, step)) / (2 * step),
            N_("Above minus below: where f grows, the slope is positive."),
        ),
        Mistake(
            "all-numbers-moved-together",
            N_("All numbers moved together"),
            lambda f, x, step: np.full(
                len(x), (f(x + step) - f(x - step)) / (2 * step)
            ),
            N_(
                "Then nobody knows which of them moved the result. Move one and leave "
                "the others where they are."
            ),
        ),
        Mistake(
            "sum-of-all-slopes",
            N_("The sum of all slopes"),
            lambda f, x, step: (f(x + step) - f(x - step)) / (2 * step),
            N_(
                "All numbers moved together and gave one number. There is a slope for "
                "each of them."
            ),
        ),
    ),
    shape="(n,)",
    cell=lambda i: _("It is how f moves when x[{i}] alone moves.").format(i=i),
)


def check_slopes(answer):
    """Check ``slopes(f, x, step)``: measure a gradient, from above and from below.

    Parameters
    ----------
    answer : function
        Takes a function f, which makes one number of n, an array x (n,) and a step.
        Returns the n slopes of f at x.
    """
    check(SLOPES, answer)


# ---- the values ------------------------------------------------------------


def d_values(weights, d_output):
    """dV[j][c] = Σ_i weights[i][j] · d_output[i][c]"""
    T_q, T_k, d_v = len(weights), len(weights[0]), len(d_output[0])
    return [
        [sum(weights[i][j] * d_output[i][c] for i in range(T_q)) for c in range(d_v)]
        for j in range(T_k)
    ]


def _weights_and_gradient(seed, T_q, T_k, d_v):
    z, d_output = draw(seed, (T_q, T_k), (T_q, d_v))
    return softmax_array(z), d_output


D_VALUES = FunctionExercise(
    lesson=LESSON,
    name="d_values(weights, d_output)",
    definition=d_values,
    cases=(
        _weights_and_gradient(0, 3, 3, 3),
        _weights_and_gradient(1, 2, 4, 3),
        _weights_and_gradient(2, 5, 3, 2),
    ),
    mistakes=(
        Mistake(
            "weights-not-transposed",
            N_("Weights not transposed"),
            lambda weights, d_output: (
                weights @ d_output if weights.shape[0] == weights.shape[1] else None
            ),
            N_(
                "This mixes gradients with the row of a query. Value j went into every "
                "output, with the weights of column j: that is the way back."
            ),
        ),
        Mistake(
            "gradient-transposed",
            N_("The gradient transposed"),
            lambda weights, d_output: (
                weights.T @ d_output.T
                if d_output.shape[0] == d_output.shape[1]
                else None
            ),
            N_(
                "A row of d_output belongs to a query, and so does a row of weights. "
                "They meet over the queries."
            ),
        ),
        Mistake(
            "lying-on-its-side",
            N_("Lying on its side"),
            lambda weights, d_output: d_output.T @ weights,
            N_(
                "The numbers are right, but a value is a row of V, and so is its "
                "gradient."
            ),
        ),
        Mistake(
            "largest-weight-only",
            N_("The largest weight only"),
            lambda weights, d_output: (
                (weights == weights.max(axis=1, keepdims=True)).T @ d_output
            ),
            N_("All values took part in an output, so all of them share its gradient."),
        ),
        Mistake(
            "products-without-their-sum",
            N_("Products without their sum"),
            lambda weights, d_output: weights[:, :, None] * d_output[:, None],
            N_(
                "These are the shares of each query. Add them up: a value is used by "
                "all queries."
            ),
        ),
        Mistake(
            "mean-of-the-queries",
            N_("The mean of the queries"),
            lambda weights, d_output: weights.T @ d_output / len(weights),
            N_(
                "The loss feels each query's share in full: add them, without dividing."
            ),
        ),
        Mistake(
            "weights-took-no-part",
            N_("The weights took no part"),
            lambda weights, d_output: np.tile(
                d_output.sum(axis=0), (weights.shape[1], 1)
            ),
            N_("A value that is hardly looked at hardly matters to the loss."),
        ),
    ),
    shape="(T_k, d_v)",
    cell=lambda j, c: _(
        "It is what column {c} of value {j} did to all outputs, by the weights "
        "of column {j}."
    ).format(c=c, j=j),
)


def check_d_values(answer):
    """Check ``d_values(weights, d_output)``: from the output back to the values.

    Parameters
    ----------
    answer : function
        Takes weights (T_q, T_k) and d_output (T_q, d_v), the gradient of the output.
        Returns dV (T_k, d_v).
    """
    check(D_VALUES, answer)


# ---- softmax ---------------------------------------------------------------


def d_softmax(p, d_p):
    """d_z[i][j] = p[i][j] · (d_p[i][j] − Σ_k p[i][k] · d_p[i][k])"""
    rows = []
    for row, d_row in zip(p, d_p, strict=True):
        mean = sum(a * b for a, b in zip(row, d_row, strict=True))
        rows.append([a * (b - mean) for a, b in zip(row, d_row, strict=True)])
    return rows


def _less(mean):
    """The formula, with something else in place of the weighted mean of a row."""
    return lambda p, d_p: p * (d_p - mean(p, d_p))


def _weights_and_theirs(seed, *shape):
    z, d_p = draw(seed, shape, shape)
    return softmax_array(z), d_p


D_SOFTMAX = FunctionExercise(
    lesson=LESSON,
    name="d_softmax(p, d_p)",
    definition=d_softmax,
    cases=(_weights_and_theirs(0, 3, 3), _weights_and_theirs(1, 2, 5)),
    mistakes=(
        Mistake(
            "others-are-forgotten",
            N_("The others are forgotten"),
            lambda p, d_p: p * d_p,
            N_(
                "Raising one score lowers all other weights, since they share 1. What "
                "the row gets on average has to be subtracted."
            ),
        ),
        Mistake(
            "diagonal-only",
            N_("The diagonal only"),
            lambda p, d_p: p * (1 - p) * d_p,
            N_(
                "That is how a score moves its own weight. It moves all others as "
                "well: the Jacobian has numbers beside its diagonal."
            ),
        ),
        Mistake(
            "plain-mean",
            N_("The plain mean"),
            _less(lambda p, d_p: d_p.mean(axis=1, keepdims=True)),
            N_(
                "A weight counts in the mean by its size: a weighted mean, not a plain "
                "one."
            ),
        ),
        Mistake(
            "sum-without-the-weights",
            N_("The sum without the weights"),
            _less(lambda p, d_p: d_p.sum(axis=1, keepdims=True)),
            N_(
                "What is subtracted is a mean with the weights p, so that each row of "
                "the result sums to 0."
            ),
        ),
        Mistake(
            "wrong-axis",
            N_("Wrong axis"),
            _less(lambda p, d_p: (p * d_p).sum(axis=0, keepdims=True)),
            N_(
                "The mean was taken down the columns. The weights of one row compete "
                "with each other."
            ),
        ),
        Mistake(
            "one-mean-for-all-rows",
            N_("One mean for all rows"),
            _less(lambda p, d_p: (p * d_p).sum()),
            N_("Each row is a softmax of its own, and has a mean of its own."),
        ),
        Mistake(
            "without-the-factor-p",
            N_("Without the factor p"),
            lambda p, d_p: d_p - (p * d_p).sum(axis=1, keepdims=True),
            N_("A weight near 0 hardly moves, whatever happens to its score."),
        ),
        Mistake(
            "sign",
            N_("The sign"),
            lambda p, d_p: -p * (d_p - (p * d_p).sum(axis=1, keepdims=True)),
            N_("A larger score makes its own weight larger, not smaller."),
        ),
    ),
    shape="(T_q, T_k)",
    cell=lambda i, j: _(
        "It is weight {j} of row {i} times what its gradient exceeds the row's "
        "weighted mean by."
    ).format(j=j, i=i),
)


def check_d_softmax(answer):
    """Check ``d_softmax(p, d_p)``: from the weights back to the scores.

    Parameters
    ----------
    answer : function
        Takes weights p (T_q, T_k), whose rows sum to 1, and d_p (T_q, T_k), their
        gradient. Returns the gradient of the scores (T_q, T_k).
    """
    check(D_SOFTMAX, answer)


# ---- the queries -----------------------------------------------------------


def d_queries(d_scaled, K):
    """dQ[i][c] = Σ_j d_scaled[i][j] · K[j][c] / √d_k"""
    T_k, d_k = len(K), len(K[0])
    return [
        [sum(row[j] * K[j][c] for j in range(T_k)) / math.sqrt(d_k) for c in range(d_k)]
        for row in d_scaled
    ]


def _divided(d_scaled, K, divisor):
    return d_scaled @ K / divisor


D_QUERIES = FunctionExercise(
    lesson=LESSON,
    name="d_queries(d_scaled, K)",
    definition=d_queries,
    cases=(
        draw(0, (3, 3), (3, 3)),
        draw(1, (2, 4), (4, 5)),
        draw(2, (5, 3), (3, 2)),
    ),
    mistakes=(
        Mistake(
            "forgot-root-d_k",
            N_("Forgot √d_k"),
            lambda d_scaled, K: _divided(d_scaled, K, 1),
            N_(
                "The scores were divided on the way there, so their gradient is "
                "divided on the way back."
            ),
        ),
        Mistake(
            "multiplied-by-root-d_k",
            N_("Multiplied by √d_k"),
            lambda d_scaled, K: _divided(d_scaled, K, 1 / math.sqrt(K.shape[1])),
            N_(
                "Going back does not undo the division: the gradient of z / 2 is a "
                "half, too."
            ),
        ),
        Mistake(
            "d_k-for-root-d_k",
            N_("d_k in place of √d_k"),
            lambda d_scaled, K: _divided(d_scaled, K, K.shape[1]),
            N_("The same divisor as on the way there."),
        ),
        Mistake(
            "keys-transposed",
            N_("Keys transposed"),
            lambda d_scaled, K: (
                _divided(d_scaled, K.T, math.sqrt(K.shape[1]))
                if K.shape[0] == K.shape[1]
                else None
            ),
            N_(
                "Each score of a query hands back the key that it was made with: a row "
                "of K."
            ),
        ),
        Mistake(
            "scores-transposed",
            N_("Scores transposed"),
            lambda d_scaled, K: (
                _divided(d_scaled.T, K, math.sqrt(K.shape[1]))
                if d_scaled.shape[0] == d_scaled.shape[1]
                else None
            ),
            N_(
                "Row = query. Query i gets back what its own row of scores says; down "
                "the columns goes the gradient of the keys."
            ),
        ),
        Mistake(
            "root-t_k-for-root-d_k",
            N_("√T_k in place of √d_k"),
            lambda d_scaled, K: _divided(d_scaled, K, math.sqrt(K.shape[0])),
            N_("The divisor comes from the width of the keys, not from their number."),
        ),
    ),
    shape="(T_q, d_k)",
    cell=lambda i, c: _(
        "It is column {c} of all keys, each by what score it had in row {i}."
    ).format(c=c, i=i),
)


def check_d_queries(answer):
    """Check ``d_queries(d_scaled, K)``: from the scaled scores back to the queries.

    Parameters
    ----------
    answer : function
        Takes d_scaled (T_q, T_k), the gradient of the scaled scores, and K (T_k, d_k).
        Returns dQ (T_q, d_k).
    """
    check(D_QUERIES, answer)


EXERCISES = (SLOPES, D_VALUES, D_SOFTMAX, D_QUERIES)
