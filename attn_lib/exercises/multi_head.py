"""Exercises of lesson 06: splitting, merging, and several heads."""

import math

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw
from .weighted_sum import attention

LESSON = "06"

# ---- split -----------------------------------------------------------------


def split(X, num_heads):
    """heads[h][t][c] = X[t][h · width + c]"""
    width = len(X[0]) // num_heads
    return [[row[h * width : (h + 1) * width] for row in X] for h in range(num_heads)]


def _reshaped(Y, num_heads):
    return Y.reshape(num_heads, len(Y), -1)


SPLIT = FunctionExercise(
    lesson=LESSON,
    name="split(X, num_heads)",
    definition=split,
    cases=(
        (*draw(0, (4, 4)), 2),
        (*draw(1, (3, 8)), 2),
        (*draw(2, (5, 6)), 3),
    ),
    mistakes=(
        Mistake(
            "reshape-without-the-swap",
            N_("Reshape without the swap"),
            _reshaped,
            N_(
                "The shape is right, but a head got whole rows of some tokens and "
                "nothing of the others. The numbers are counted row by row: the token "
                "comes before the head, so cut first and then exchange the two axes."
            ),
        ),
        Mistake(
            "axes-were-not-swapped",
            N_("The axes were not swapped"),
            lambda X, num_heads: X.reshape(len(X), num_heads, -1),
            N_(
                "Token first, then head. Each head needs a matrix of its own, so the "
                "head comes first."
            ),
        ),
        Mistake(
            "every-so-many-th-column",
            N_("Every so-many-th column"),
            lambda X, num_heads: np.stack(
                [X[:, h::num_heads] for h in range(num_heads)]
            ),
            N_(
                "A head gets neighbouring columns: its columns of W_Q stand side by "
                "side."
            ),
        ),
        Mistake(
            "tokens-were-dealt-out",
            N_("The tokens were dealt out"),
            lambda X, num_heads: (
                np.stack(np.split(X, num_heads)) if len(X) % num_heads == 0 else None
            ),
            N_("Every head sees every token. What is cut are the features."),
        ),
        Mistake(
            "tokens-in-columns",
            N_("Tokens in columns"),
            lambda X, num_heads: X.T.reshape(num_heads, -1, len(X)),
            N_("Each head's matrix lies on its side. Tokens are rows, as in X."),
        ),
    ),
    shape="(num_heads, T, d / num_heads)",
    cell=lambda h, t, c: _(
        "It is number {c} of those that head {h} gets of token {t}."
    ).format(c=c, h=h, t=t),
)


def check_split(answer):
    """Check ``split(X, num_heads)``: a matrix for each head.

    Parameters
    ----------
    answer : function
        Takes X (T, d) and a divisor of d, returns (num_heads, T, d / num_heads).
    """
    check(SPLIT, answer)


# ---- merge -----------------------------------------------------------------


def merge(heads):
    """merged[t] = heads[0][t], then heads[1][t], and so on"""
    return [
        [number for head in heads for number in head[t]] for t in range(len(heads[0]))
    ]


MERGE = FunctionExercise(
    lesson=LESSON,
    name="merge(heads)",
    definition=merge,
    cases=(draw(3, (2, 4, 2)), draw(4, (3, 4, 2)), draw(5, (2, 5, 3))),
    mistakes=(
        Mistake(
            "reshape-without-the-swap",
            N_("Reshape without the swap"),
            lambda heads: heads.reshape(heads.shape[1], -1),
            N_(
                "The shape is right, but a row holds pieces of several tokens. "
                "Exchange the axes of head and token first, so that what belongs to a "
                "token lies together."
            ),
        ),
        Mistake(
            "numbers-dealt-in-turn",
            N_("Numbers dealt in turn"),
            lambda heads: heads.transpose(1, 2, 0).reshape(heads.shape[1], -1),
            N_(
                "First all numbers of head 0, then all of head 1: the rows of W_O "
                "stand in this order."
            ),
        ),
        Mistake(
            "one-below-the-other",
            N_("One below the other"),
            lambda heads: heads.reshape(-1, heads.shape[2]),
            N_(
                "The heads stand below each other. There is one row for each token, "
                "and in it the heads stand side by side."
            ),
        ),
        Mistake(
            "heads-were-added",
            N_("The heads were added"),
            lambda heads: heads.sum(axis=0),
            N_(
                "After that nobody can tell what came from which head. Lay them side "
                "by side; W_O decides what is added."
            ),
        ),
        Mistake(
            "heads-were-averaged",
            N_("The heads were averaged"),
            lambda heads: heads.mean(axis=0),
            N_("An average hides what only one head has found. Lay them side by side."),
        ),
    ),
    shape="(T, num_heads · d_v)",
    cell=lambda t, c: _(
        "It belongs to token {t}, and stands in column {c} of its row."
    ).format(t=t, c=c),
)


def check_merge(answer):
    """Check ``merge(heads)``: the heads side by side.

    Parameters
    ----------
    answer : function
        Takes heads (num_heads, T, d_v), returns (T, num_heads · d_v).
    """
    check(MERGE, answer)


# ---- multi_head ------------------------------------------------------------


def multi_head(X, W_Q, W_K, W_V, W_O, num_heads):
    """[head 0 | head 1 | …] W_O, each head an attention of its own columns"""
    Q, K, V = (split(_product(X, W), num_heads) for W in (W_Q, W_K, W_V))
    visible = [[True] * len(X) for _row in X]
    heads = [attention(*QKV, visible) for QKV in zip(Q, K, V, strict=True)]
    return _product(merge(heads), W_O)


def _product(A, B):
    return [
        [
            sum(a * b for a, b in zip(row, column, strict=True))
            for column in zip(*B, strict=True)
        ]
        for row in A
    ]


def _split(Y, num_heads):
    return Y.reshape(len(Y), num_heads, -1).swapaxes(0, 1)


def _merge(heads):
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


def _softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _multi_head_by(
    divisor=lambda X, Q, d_k: math.sqrt(d_k),
    cut=_split,
    weigh=_softmax,
    join=_merge,
):
    """Several heads with another divisor, cut, softmax, or way to lay them together."""

    def answer(X, W_Q, W_K, W_V, W_O, num_heads):
        Q = X @ W_Q
        q, k, v = (cut(Y, num_heads) for Y in (Q, X @ W_K, X @ W_V))
        scaled = q @ k.swapaxes(1, 2) / divisor(X, Q, q.shape[2])
        return join(weigh(scaled) @ v) @ W_O

    return answer


def _one_head(X, W_Q, W_K, W_V, W_O, num_heads):
    return _multi_head_by()(X, W_Q, W_K, W_V, W_O, 1)


def _without_W_O(X, W_Q, W_K, W_V, W_O, num_heads):
    return _multi_head_by()(X, W_Q, W_K, W_V, np.eye(len(W_O)), num_heads)


def _columns(z):
    return _softmax(z.swapaxes(1, 2)).swapaxes(1, 2)


def _average(z):
    weights = _softmax(z)
    return np.broadcast_to(weights.mean(axis=0), weights.shape)


def _case(seed, T, d_model, width, values, num_heads):
    shapes = (T, d_model), (d_model, width), (d_model, width), (d_model, values)
    X, *W = draw(seed, *shapes, (values, d_model))
    return X / 2, *W, num_heads


MULTI_HEAD = FunctionExercise(
    lesson=LESSON,
    name="multi_head(X, W_Q, W_K, W_V, W_O, num_heads)",
    definition=multi_head,
    cases=(_case(0, 3, 4, 6, 4, 2), _case(1, 5, 6, 4, 10, 2), _case(2, 4, 5, 6, 3, 3)),
    mistakes=(
        Mistake(
            "forgot-root-d_k",
            N_("Forgot √d_k"),
            _multi_head_by(lambda X, Q, d_k: 1),
            N_("The scores went into the softmax as they are."),
        ),
        Mistake(
            "root-d_model-for-root-d_k",
            N_("√d_model in place of √d_k"),
            _multi_head_by(lambda X, Q, d_k: math.sqrt(X.shape[1])),
            N_(
                "A score is a sum over the width of one head, and nothing else is in "
                "it."
            ),
        ),
        Mistake(
            "width-of-all-heads-in-the-root",
            N_("The width of all heads in the root"),
            _multi_head_by(lambda X, Q, d_k: math.sqrt(Q.shape[1])),
            N_("After splitting, a score is a sum over the columns of one head only."),
        ),
        Mistake(
            "one-head",
            N_("One head"),
            _one_head,
            N_(
                "The whole width is compared at once, so there is one table of weights "
                "for all. Split before you compare."
            ),
        ),
        Mistake(
            "split-without-the-swap",
            N_("Split without the swap"),
            _multi_head_by(cut=_reshaped),
            N_(
                "A head got whole rows of some tokens and nothing of the others. Cut "
                "each row, then exchange the axes of token and head."
            ),
        ),
        Mistake(
            "merged-without-the-swap",
            N_("Merged without the swap"),
            _multi_head_by(join=lambda heads: heads.reshape(heads.shape[1], -1)),
            N_(
                "A row of the result holds pieces of several tokens. Exchange the axes "
                "of head and token before you lay the heads side by side."
            ),
        ),
        Mistake(
            "weights-were-averaged",
            N_("The weights were averaged"),
            _multi_head_by(weigh=_average),
            N_(
                "Every head mixed with the same weights, and what only one had found "
                "is hidden. Each keeps its own."
            ),
        ),
        Mistake(
            "wrong-axis",
            N_("Wrong axis"),
            _multi_head_by(weigh=_columns),
            N_(
                "The softmax ran down the columns: the rows of weights do not sum to 1."
            ),
        ),
        Mistake(
            "w_o-is-missing",
            N_("W_O is missing"),
            _without_W_O,
            N_("These are the heads side by side. One step is left: W_O mixes them."),
        ),
    ),
    shape="(T, d_model)",
    cell=lambda t, c: _(
        "It is feature {c} of what token {t} takes home from all heads."
    ).format(c=c, t=t),
)


def check_multi_head(answer):
    """Check ``multi_head(X, W_Q, W_K, W_V, W_O, num_heads)``: all of it.

    Parameters
    ----------
    answer : function
        Takes X (T, d_model), W_Q and W_K (d_model, num_heads · d_k), W_V (d_model,
        num_heads · d_v), W_O (num_heads · d_v, d_model) and the number of heads.
        Returns the output (T, d_model).
    """
    check(MULTI_HEAD, answer)


EXERCISES = (SPLIT, MERGE, MULTI_HEAD)
