"""Exercises of lesson 08: the norm, the mean without fillers, the cosine, a head."""

import functools
import math

import numpy as np

from .._numbers import fixed
from ._checking import FunctionExercise, Mistake, ValueExercise, Wrong, check, draw

LESSON = "08"

# ---- the norm --------------------------------------------------------------


def norm(X, gain, bias):
    """normed[i][c] = (X[i][c] − mean_i) / √variance_i · gain[c] + bias[c]"""
    normed = []
    for row in X:
        mean = sum(row) / len(row)
        variance = sum((x - mean) ** 2 for x in row) / len(row)
        normed.append(
            [
                (x - mean) / math.sqrt(variance) * g + b
                for x, g, b in zip(row, gain, bias, strict=True)
            ]
        )
    return normed


def _norm_by(axis=1, centre=True, spread=np.std, dress=lambda Z, g, b: Z * g + b):
    def answer(X, gain, bias):
        mean = X.mean(axis=axis, keepdims=True) if centre else 0
        Z = (X - mean) / spread(X, axis=axis, keepdims=True)
        return dress(Z, gain, bias)

    return answer


NORM = FunctionExercise(
    lesson=LESSON,
    name="norm(X, gain, bias)",
    definition=norm,
    # (T, d), (d,), (d,); square first
    cases=(draw(0, (3, 3), (3,), (3,)), draw(1, (2, 5), (5,), (5,))),
    mistakes=(
        Mistake(
            "Columns in place of rows",
            _norm_by(axis=0),
            "One token's numbers are compared with another's. Each token has a mean "
            "of its own: a row's.",
        ),
        Mistake(
            "One mean for the whole table",
            _norm_by(axis=None),
            "All tokens share one mean and one deviation. Then a token depends on who "
            "stands beside it.",
        ),
        Mistake(
            "Variance in place of its root",
            _norm_by(spread=np.var),
            "Divided by the variance, the rows do not have variance 1 afterwards. The "
            "standard deviation is its root.",
        ),
        Mistake(
            "Divided by n − 1",
            _norm_by(spread=functools.partial(np.std, ddof=1)),
            "That estimates the deviation of a population from a sample. Here the row "
            "is all there is: divide by n.",
        ),
        Mistake(
            "The mean is left in",
            _norm_by(centre=False),
            "The spread is right, but a row's mean has to be 0 before the bias.",
        ),
        Mistake(
            "Gain and bias forgotten",
            _norm_by(dress=lambda Z, gain, bias: Z),
            "Mean 0 and variance 1 are right. Two learned vectors are left to use.",
        ),
        Mistake(
            "Bias before gain",
            _norm_by(dress=lambda Z, gain, bias: (Z + bias) * gain),
            "The bias was scaled along. It is added last.",
        ),
    ),
    shape="(T, d)",
    cell=lambda i, c: (
        f"It is number {c} of row {i}, less the row's mean, over its deviation; then "
        "gain and bias of its column."
    ),
)


def check_norm(answer):
    """Check ``norm(X, gain, bias)``: a layer norm.

    Parameters
    ----------
    answer : function
        Takes X (T, d), gain and bias (d,). Returns X with each row brought to mean 0
        and variance 1, then times gain, plus bias.
    """
    check(NORM, answer)


# ---- the mean of a padded batch --------------------------------------------


def mean_of_real(X, real):
    """vectors[b] = mean of the rows X[b][t] with real[b][t]"""
    vectors = []
    for sentence, is_real in zip(X, real, strict=True):
        rows = [row for row, counts in zip(sentence, is_real, strict=True) if counts]
        vectors.append([sum(column) / len(rows) for column in zip(*rows, strict=True)])
    return vectors


def _inner(real):
    """Without the first and the last real piece: [CLS] and [SEP]."""
    inner = real.copy()
    for row in inner:
        row[np.flatnonzero(row)[[0, -1]]] = False
    return inner


def _padded(seed, shape, lengths):
    (X,) = draw(seed, shape)
    return X, np.arange(shape[1]) < np.array(lengths)[:, None]


MEAN_OF_REAL = FunctionExercise(
    lesson=LESSON,
    name="mean_of_real(X, real)",
    definition=mean_of_real,
    cases=(
        _padded(0, (2, 4, 4), (3, 4)),
        _padded(1, (2, 5, 3), (3, 4)),
    ),
    mistakes=(
        Mistake(
            "Fillers counted",
            lambda X, real: X.mean(axis=1),
            "The fillers are in the mean: the longer the batch, the more of them.",
        ),
        Mistake(
            "Divided by all",
            lambda X, real: (X * real[..., None]).mean(axis=1),
            "The fillers are not in the sum, but in the number it is divided by.",
        ),
        Mistake(
            "Not divided",
            lambda X, real: (X * real[..., None]).sum(axis=1),
            "This is the sum, so a long sentence gets a long vector.",
        ),
        Mistake(
            "One number for the whole batch",
            lambda X, real: (X * real[..., None]).sum(axis=1) / real.sum(),
            "The pieces of all sentences were counted together. Each sentence is "
            "divided by its own.",
        ),
        Mistake(
            "The first piece only",
            lambda X, real: X[:, 0],
            "That is [CLS]. Some models are read this way; this one was trained with "
            "the mean.",
        ),
        Mistake(
            "Without [CLS] and [SEP]",
            lambda X, real: mean_of_real(X, _inner(real)),
            "The first and the last piece are real too. The model was trained with "
            "them in the mean.",
        ),
        Mistake(
            "The fillers' mean",
            lambda X, real: (
                (X * ~real[..., None]).sum(axis=1) / (~real).sum(axis=1)[:, None]
            ),
            "Exactly the fillers were taken. True means: real.",
        ),
        Mistake(
            "Features averaged",
            lambda X, real: X.mean(axis=2),
            "One number for each piece came out. The pieces are averaged, the features "
            "stay.",
        ),
    ),
    shape="(B, d)",
    cell=lambda b, c: f"It averages column {c} over the real pieces of sentence {b}.",
)


def check_mean_of_real(answer):
    """Check ``mean_of_real(X, real)``: one vector for each sentence of a batch.

    Parameters
    ----------
    answer : function
        Takes X (B, T, d) and truth values (B, T), False where a sentence was filled
        up. Returns the mean of each sentence's real rows, (B, d).
    """
    check(MEAN_OF_REAL, answer)


# ---- the cosine ------------------------------------------------------------


def cosine(a, b):
    """Σ_c a[c] b[c] / √(Σ_c a[c]²) / √(Σ_c b[c]²)"""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(sum(x * x for x in a)) / math.sqrt(sum(y * y for y in b))


COSINE = FunctionExercise(
    lesson=LESSON,
    name="cosine(a, b)",
    definition=cosine,
    cases=(draw(0, (4,), (4,)), draw(3, (7,), (7,))),
    mistakes=(
        Mistake(
            "Not divided by the lengths",
            lambda a, b: a @ b,
            "This is the dot product. A long vector would be similar to everything.",
        ),
        Mistake(
            "Divided by one length",
            lambda a, b: a @ b / np.linalg.norm(a),
            "Both vectors have a length, and both must go.",
        ),
        Mistake(
            "Divided by squared lengths",
            lambda a, b: a @ b / (a @ a) / (b @ b),
            "A length is the root of the sum of squares.",
        ),
        Mistake(
            "A distance",
            lambda a, b: np.linalg.norm(a - b),
            "It is 0 where two vectors are the same. Their cosine is then 1.",
        ),
        Mistake(
            "One minus the cosine",
            lambda a, b: 1 - cosine(a, b),
            "This is the cosine distance: small where two vectors are alike.",
        ),
        Mistake(
            "The angle itself",
            lambda a, b: np.arccos(cosine(a, b)),
            "Its cosine is asked for.",
        ),
        Mistake(
            "The sign is lost",
            lambda a, b: -cosine(a, b) if cosine(a, b) < 0 else None,
            "Two vectors may point away from each other: then it is negative.",
        ),
    ),
    shape="one number",
    cell=lambda: "Multiply number by number, add up, divide by both lengths.",
)


def check_cosine(answer):
    """Check ``cosine(a, b)``: how much two vectors point the same way.

    Parameters
    ----------
    answer : function
        Takes two vectors (d,), neither of them 0. Returns one number, −1 to 1.
    """
    check(COSINE, answer)


# ---- the head that looks back ----------------------------------------------


@functools.cache
def _mean_weights():
    """Mean weight of layer 0's heads to the piece before, the own, and the next."""
    from ..real_model import RIVER, load_extract

    (weights,) = load_extract().read(RIVER).weights
    return {k: np.trace(weights, k, 1, 2) / (weights.shape[1] - abs(k)) for k in _WHO}


_WHO = {-1: "the piece before", 0: "the own piece", 1: "the next piece"}


def examine_head_back(head):
    """Raise Wrong unless it is the head that looks at the piece before."""
    if isinstance(head, bool) or not isinstance(head, (int, float, np.number)):
        raise Wrong(f"expected the number of a head, got {head!r:.40}")
    means = _mean_weights()
    last = len(means[0]) - 1
    if head != int(head) or not 0 <= head <= last:
        raise Wrong(f"the heads are numbered from 0 to {last}, got {head:g}")
    back = means[-1]
    if head == back.argmax():
        return
    given = f"head {head:g} gives {fixed(back[int(head)], 2)} to the piece before"
    if head == back.argmax() + 1:
        raise Wrong(f"{given}. Heads are counted from 0, as Python counts")
    for k in (0, 1):
        if head == means[k].argmax():
            raise Wrong(
                f"{given}. It is the one that looks most at {_WHO[k]}. Row = who "
                "looks, column = who is looked at"
            )
    raise Wrong(f"{given}. Another one gives {fixed(back.max(), 2)}")


HEAD_BACK = ValueExercise(
    lesson=LESSON, name="the head that looks back", examine=examine_head_back
)


def check_head_back(head):
    """Check which head of layer 0 looks at the piece before.

    It is measured on the sentence about the river, as the mean over all pieces but the
    first.

    Parameters
    ----------
    head : int
    """
    check(HEAD_BACK, head)


EXERCISES = (NORM, MEAN_OF_REAL, COSINE, HEAD_BACK)
