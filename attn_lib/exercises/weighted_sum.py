"""Exercises of lesson 05: the mixture, all of attention, and its shapes."""

import math

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw
from .masking import masked_softmax, softmax_of
from .matmul_scores import scores
from .scale_and_softmax import one_hot_rows, softmax_array

LESSON = "05"

# ---- the weighted sum ------------------------------------------------------


def mix(weights, V):
    """output[i][c] = Σ_j weights[i][j] · V[j][c]"""
    output = []
    for row in weights:
        mixture = [0.0] * len(V[0])
        for weight, value in zip(row, V, strict=True):
            for c in range(len(value)):
                mixture[c] += weight * value[c]
        output.append(mixture)
    return output


def _weights_and_values(seed, T_q, T_k, d_v):
    z, V = draw(seed, (T_q, T_k), (T_k, d_v))
    return softmax_array(z), V


MIX = FunctionExercise(
    lesson=LESSON,
    name="mix(weights, V)",
    definition=mix,
    cases=(
        _weights_and_values(0, 3, 3, 3),
        _weights_and_values(1, 2, 4, 3),
        _weights_and_values(2, 5, 3, 2),
    ),
    mistakes=(
        Mistake(
            "one-hot-for-soft",
            N_("One-hot in place of soft"),
            lambda weights, V: V[weights.argmax(axis=1)],
            N_(
                "Only the value with the largest weight is taken. All take part, each "
                "in proportion to its weight."
            ),
        ),
        Mistake(
            "weights-transposed",
            N_("Weights transposed"),
            lambda weights, V: (
                weights.T @ V if weights.shape[0] == weights.shape[1] else None
            ),
            N_(
                "Columns of weights met the values. An output is mixed with one row of "
                "weights, which sums to 1."
            ),
        ),
        Mistake(
            "values-transposed",
            N_("Values transposed"),
            lambda weights, V: (
                weights @ V.T if V.shape[1] == weights.shape[1] else None
            ),
            N_("A weight belongs to a row of V, one value, not to a column."),
        ),
        Mistake(
            "plain-mean",
            N_("The plain mean"),
            lambda weights, V: (
                np.full((len(weights), 1), 1 / len(V)) @ np.ones((1, len(V))) @ V
            ),
            N_("All values count the same, and every output is the same."),
        ),
        Mistake(
            "products-without-their-sum",
            N_("Products without their sum"),
            lambda weights, V: weights[:, :, None] * V,
            N_(
                "These are the shares that each value contributes. Add them up, over "
                "the keys."
            ),
        ),
        Mistake(
            "last-value-only",
            N_("The last value only"),
            lambda weights, V: weights[:, -1:] * V[-1],
            N_("Every turn of the loop overwrites the mixture. It has to grow."),
        ),
        Mistake(
            "softmax-again",
            N_("Softmax again"),
            lambda weights, V: softmax_array(weights) @ V,
            N_(
                "The weights already went through the softmax. Once more makes them "
                "nearly equal."
            ),
        ),
    ),
    shape="(T_q, d_v)",
    cell=lambda i, c: _(
        "It mixes column {c} of all values, with the weights of row {i}."
    ).format(c=c, i=i),
)


def check_mix(answer):
    """Check ``mix(weights, V)``: mix the values in proportion to the weights.

    Parameters
    ----------
    answer : function
        Takes weights (T_q, T_k), whose rows sum to 1, and V (T_k, d_v). Returns the
        output (T_q, d_v).
    """
    check(MIX, answer)


# ---- all of attention ------------------------------------------------------


def attention(Q, K, V, mask):
    """softmax(Q Kᵀ / √d_k, hidden where the mask is False) V"""
    root = math.sqrt(len(Q[0]))
    scaled = [[score / root for score in row] for row in scores(Q, K)]
    return mix(masked_softmax(scaled, mask), V)


def _attention_by(divisor=math.sqrt, weigh=softmax_of, hide=np.where):
    """Attention with another divisor of d_k, another softmax, or another mask."""

    def answer(Q, K, V, mask):
        scaled = Q @ K.T / divisor(Q.shape[1])
        return weigh(hide(mask, scaled, -np.inf)) @ V

    return answer


def _columns(z):
    return np.nan_to_num(softmax_of(z.T)).T


def _case(seed, T_q, T_k, d_k, d_v, mask):
    shapes = (T_q, d_k), (T_k, d_k), (T_k, d_v)
    return *draw(seed, *shapes), np.array(mask, bool)


ATTENTION = FunctionExercise(
    lesson=LESSON,
    name="attention(Q, K, V, mask)",
    definition=attention,
    cases=(
        _case(0, 2, 5, 3, 4, [[1, 0, 1, 1, 0], [0, 1, 1, 0, 1]]),
        _case(1, 4, 3, 6, 2, [[1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1]]),
    ),
    mistakes=(
        Mistake(
            "forgot-root-d_k",
            N_("Forgot √d_k"),
            _attention_by(divisor=lambda d_k: 1),
            N_("The scores went into the softmax as they are."),
        ),
        Mistake(
            "d_k-for-root-d_k",
            N_("d_k in place of √d_k"),
            _attention_by(divisor=lambda d_k: d_k),
            N_("A score's standard deviation is the root of d_k, not d_k itself."),
        ),
        Mistake(
            "half-of-d_k-for-root-d_k",
            N_("Half of d_k in place of √d_k"),
            _attention_by(divisor=lambda d_k: d_k / 2),
            N_("`d_k ** 1/2` is (d_k ** 1) / 2: Python takes the power first."),
        ),
        Mistake(
            "root-d_v-for-root-d_k",
            N_("√d_v in place of √d_k"),
            lambda Q, K, V, mask: _attention_by(lambda d_k: math.sqrt(V.shape[1]))(
                Q, K, V, mask
            ),
            N_(
                "A score is a sum over the width of queries and keys. The values have "
                "not come in yet."
            ),
        ),
        Mistake(
            "root-t_k-for-root-d_k",
            N_("√T_k in place of √d_k"),
            lambda Q, K, V, mask: _attention_by(lambda d_k: math.sqrt(len(K)))(
                Q, K, V, mask
            ),
            N_(
                "The number of keys is no reason to scale: a score is a sum over d_k "
                "products."
            ),
        ),
        Mistake(
            "wrong-axis",
            N_("Wrong axis"),
            _attention_by(weigh=_columns),
            N_(
                "The softmax ran down the columns: the rows of weights do not sum to 1."
            ),
        ),
        Mistake(
            "inverted-mask",
            N_("Inverted mask"),
            _attention_by(
                hide=lambda mask, scaled, fill: np.where(~mask, scaled, fill)
            ),
            N_("Exactly the hidden keys are looked at. True means: may look."),
        ),
        Mistake(
            "mask-is-ignored",
            N_("The mask is ignored"),
            _attention_by(hide=lambda mask, scaled, fill: scaled),
            N_("Hidden keys take part as if they were visible."),
        ),
        Mistake(
            "mask-after-the-softmax",
            N_("Mask after the softmax"),
            lambda Q, K, V, mask: (
                softmax_of(Q @ K.T / math.sqrt(Q.shape[1])) * mask @ V
            ),
            N_("Hidden keys have already taken their share when they are set to 0."),
        ),
        Mistake(
            "multiplied-before-the-softmax",
            N_("Multiplied before the softmax"),
            _attention_by(hide=lambda mask, scaled, fill: scaled * mask),
            N_("A hidden score became 0, and 0 is a score like any other."),
        ),
        Mistake(
            "one-hot-for-soft",
            N_("One-hot in place of soft"),
            _attention_by(weigh=one_hot_rows),
            N_("Only the best key counts. All visible ones take part."),
        ),
        Mistake(
            "values-took-no-part",
            N_("The values took no part"),
            lambda Q, K, V, mask: _attention_by()(Q, K, K, mask),
            N_(
                "The keys were mixed. They decide where to look; what is handed over "
                "are the values."
            ),
        ),
        Mistake(
            "weights-only",
            N_("The weights only"),
            lambda Q, K, V, mask: _attention_by()(Q, K, np.eye(len(V)), mask),
            N_("These are the weights. One step is left."),
        ),
    ),
    shape="(T_q, d_v)",
    cell=lambda i, c: _(
        "It mixes column {c} of the values that query {i} may look at."
    ).format(c=c, i=i),
)


def check_attention(answer):
    """Check ``attention(Q, K, V, mask)``: the whole formula.

    Parameters
    ----------
    answer : function
        Takes Q (T_q, d_k), K (T_k, d_k), V (T_k, d_v) and truth values (T_q, T_k),
        True = may look; every query may look at something. Returns the output
        (T_q, d_v).
    """
    check(ATTENTION, answer)


# ---- its shapes ------------------------------------------------------------


def shapes(T_q, T_k, d_model, d_k, d_v):
    """Shapes of Q, K, V, scores and output when queries and keys come from two texts"""
    return (T_q, d_k), (T_k, d_k), (T_k, d_v), (T_q, T_k), (T_q, d_v)


SHAPES = FunctionExercise(
    lesson=LESSON,
    name="shapes(T_q, T_k, d_model, d_k, d_v)",
    definition=shapes,
    cases=((3, 7, 12, 4, 5), (9, 2, 8, 3, 6)),
    mistakes=(
        Mistake(
            "queries-and-keys-exchanged",
            N_("Queries and keys exchanged"),
            lambda T_q, T_k, d_model, d_k, d_v: shapes(T_k, T_q, d_model, d_k, d_v),
            N_(
                "T_q belongs to the text that looks, T_k to the text that is looked at."
            ),
        ),
        Mistake(
            "one-length-for-both-texts",
            N_("One length for both texts"),
            lambda T_q, T_k, d_model, d_k, d_v: shapes(T_q, T_q, d_model, d_k, d_v),
            N_("Keys and values come from the other text, which has T_k words."),
        ),
        Mistake(
            "scores-transposed",
            N_("Scores transposed"),
            lambda T_q, T_k, d_model, d_k, d_v: (
                *shapes(T_q, T_k, d_model, d_k, d_v)[:3],
                (T_k, T_q),
                (T_q, d_v),
            ),
            N_("Row = who looks, column = who is looked at."),
        ),
        Mistake(
            "output-as-wide-as-the-keys",
            N_("An output as wide as the keys"),
            lambda T_q, T_k, d_model, d_k, d_v: (
                *shapes(T_q, T_k, d_model, d_k, d_v)[:4],
                (T_q, d_k),
            ),
            N_("What is mixed are the values."),
        ),
        Mistake(
            "output-for-each-key",
            N_("An output for each key"),
            lambda T_q, T_k, d_model, d_k, d_v: (
                *shapes(T_q, T_k, d_model, d_k, d_v)[:4],
                (T_k, d_v),
            ),
            N_("Who looks takes something home: one output for each query."),
        ),
        Mistake(
            "values-as-wide-as-the-keys",
            N_("Values as wide as the keys"),
            lambda T_q, T_k, d_model, d_k, d_v: shapes(T_q, T_k, d_model, d_k, d_k),
            N_("The width of the values is free: nothing is compared with them."),
        ),
        Mistake(
            "as-wide-as-x",
            N_("As wide as X"),
            lambda T_q, T_k, d_model, d_k, d_v: shapes(
                T_q, T_k, d_model, d_model, d_model
            ),
            N_(
                "d_model is the width of X. The projection has turned it into d_k and "
                "d_v."
            ),
        ),
    ),
    shape=N_("two numbers"),
    cell=lambda axis: (
        _("It is the number of columns.") if axis else _("It is the number of rows.")
    ),
    parts=("Q", "K", "V", "scores", "output"),
)


def check_shapes(answer):
    """Check ``shapes(T_q, T_k, d_model, d_k, d_v)``: who has which shape.

    Parameters
    ----------
    answer : function
        Takes the five sizes: T_q words look at T_k words of another text. Returns the
        shapes of Q, K, V, scores and output, in this order, two numbers each.
    """
    check(SHAPES, answer)


EXERCISES = (MIX, ATTENTION, SHAPES)
