"""Exercises of lesson 08: the norm, the mean without fillers, the cosine, a head."""

import functools
import math

import numpy as np

from .._numbers import fixed
from ..words import N_, _
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
            "columns-for-rows",
            N_("Columns in place of rows"),
            _norm_by(axis=0),
            N_(
                "One token's numbers are compared with another's. Each token has a "
                "mean of its own: a row's."
            ),
        ),
        Mistake(
            "one-mean-for-the-whole-table",
            N_("One mean for the whole table"),
            _norm_by(axis=None),
            N_(
                "All tokens share one mean and one deviation. Then a token depends on "
                "who stands beside it."
            ),
        ),
        Mistake(
            "variance-for-its-root",
            N_("Variance in place of its root"),
            _norm_by(spread=np.var),
            N_(
                "Divided by the variance, the rows do not have variance 1 afterwards. "
                "The standard deviation is its root."
            ),
        ),
        Mistake(
            "divided-by-n-1",
            N_("Divided by n − 1"),
            _norm_by(spread=functools.partial(np.std, ddof=1)),
            N_(
                "That estimates the deviation of a population from a sample. Here the "
                "row is all there is: divide by n."
            ),
        ),
        Mistake(
            "mean-is-left-in",
            N_("The mean is left in"),
            _norm_by(centre=False),
            N_("The spread is right, but a row's mean has to be 0 before the bias."),
        ),
        Mistake(
            "gain-and-bias-forgotten",
            N_("Gain and bias forgotten"),
            _norm_by(dress=lambda Z, gain, bias: Z),
            N_("Mean 0 and variance 1 are right. Two learned vectors are left to use."),
        ),
        Mistake(
            "bias-before-gain",
            N_("Bias before gain"),
            _norm_by(dress=lambda Z, gain, bias: (Z + bias) * gain),
            N_("The bias was scaled along. It is added last."),
        ),
    ),
    shape="(T, d)",
    cell=lambda i, c: _(
        "It is number {c} of row {i}, less the row's mean, over its deviation; "
        "then gain and bias of its column."
    ).format(c=c, i=i),
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
            "fillers-counted",
            N_("Fillers counted"),
            lambda X, real: X.mean(axis=1),
            N_("The fillers are in the mean: the longer the batch, the more of them."),
        ),
        Mistake(
            "divided-by-all",
            N_("Divided by all"),
            lambda X, real: (X * real[..., None]).mean(axis=1),
            N_("The fillers are not in the sum, but in the number it is divided by."),
        ),
        Mistake(
            "not-divided",
            N_("Not divided"),
            lambda X, real: (X * real[..., None]).sum(axis=1),
            N_("This is the sum, so a long sentence gets a long vector."),
        ),
        Mistake(
            "one-number-for-the-whole-batch",
            N_("One number for the whole batch"),
            lambda X, real: (X * real[..., None]).sum(axis=1) / real.sum(),
            N_(
                "The pieces of all sentences were counted together. Each sentence is "
                "divided by its own."
            ),
        ),
        Mistake(
            "first-piece-only",
            N_("The first piece only"),
            lambda X, real: X[:, 0],
            N_(
                "That is [CLS]. Some models are read this way; this one was trained "
                "with the mean."
            ),
        ),
        Mistake(
            "without-cls-and-sep",
            N_("Without [CLS] and [SEP]"),
            lambda X, real: mean_of_real(X, _inner(real)),
            N_(
                "The first and the last piece are real too. The model was trained with "
                "them in the mean."
            ),
        ),
        Mistake(
            "fillers-mean",
            N_("The fillers' mean"),
            lambda X, real: (
                (X * ~real[..., None]).sum(axis=1) / (~real).sum(axis=1)[:, None]
            ),
            N_("Exactly the fillers were taken. True means: real."),
        ),
        Mistake(
            "features-averaged",
            N_("Features averaged"),
            lambda X, real: X.mean(axis=2),
            N_(
                "One number for each piece came out. The pieces are averaged, the "
                "features stay."
            ),
        ),
    ),
    shape="(B, d)",
    cell=lambda b, c: _(
        "It averages column {c} over the real pieces of sentence {b}."
    ).format(c=c, b=b),
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
            "not-divided-by-the-lengths",
            N_("Not divided by the lengths"),
            lambda a, b: a @ b,
            N_(
                "This is the dot product. A long vector would be similar to everything."
            ),
        ),
        Mistake(
            "divided-by-one-length",
            N_("Divided by one length"),
            lambda a, b: a @ b / np.linalg.norm(a),
            N_("Both vectors have a length, and both must go."),
        ),
        Mistake(
            "divided-by-squared-lengths",
            N_("Divided by squared lengths"),
            lambda a, b: a @ b / (a @ a) / (b @ b),
            N_("A length is the root of the sum of squares."),
        ),
        Mistake(
            "distance",
            N_("A distance"),
            lambda a, b: np.linalg.norm(a - b),
            N_("It is 0 where two vectors are the same. Their cosine is then 1."),
        ),
        Mistake(
            "one-minus-the-cosine",
            N_("One minus the cosine"),
            lambda a, b: 1 - cosine(a, b),
            N_("This is the cosine distance: small where two vectors are alike."),
        ),
        Mistake(
            "angle-itself",
            N_("The angle itself"),
            lambda a, b: np.arccos(cosine(a, b)),
            N_("Its cosine is asked for."),
        ),
        Mistake(
            "sign-is-lost",
            N_("The sign is lost"),
            lambda a, b: -cosine(a, b) if cosine(a, b) < 0 else None,
            N_("Two vectors may point away from each other: then it is negative."),
        ),
    ),
    shape=N_("one number"),
    cell=lambda: _("Multiply number by number, add up, divide by both lengths."),
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


_WHO = (-1, 0, 1)  # the piece before, the own, the next
_COUNTED_FROM_1 = (
    "counted-from-1",
    N_(
        "head {head:g} gives {given} to the piece before. Heads are counted from 0, as "
        "Python counts"
    ),
)
_LOOKS_ELSEWHERE = (
    (
        "own-piece",
        N_(
            "head {head:g} gives {given} to the piece before. It is the one that looks "
            "most at the own piece. Row = who looks, column = who is looked at"
        ),
    ),
    (
        "next-piece",
        N_(
            "head {head:g} gives {given} to the piece before. It is the one that looks "
            "most at the next piece. Row = who looks, column = who is looked at"
        ),
    ),
)
_ANOTHER = (
    "another-head",
    N_("head {head:g} gives {given} to the piece before. Another one gives {most}"),
)


def examine_head_back(head):
    """Raise Wrong unless it is the head that looks at the piece before."""
    if isinstance(head, bool) or not isinstance(head, (int, float, np.number)):
        text = _("expected the number of a head, got {got}")
        raise Wrong("no-number", text.format(got=f"{head!r:.40}"))
    means = _mean_weights()
    last = len(means[0]) - 1
    if head != int(head) or not 0 <= head <= last:
        text = _("the heads are numbered from 0 to {last}, got {got:g}")
        raise Wrong("no-head", text.format(last=last, got=head))
    back = means[-1]
    if head == back.argmax():
        return
    favourites = [means[k].argmax() for k in (0, 1)]
    if head == back.argmax() + 1:
        fault, text = _COUNTED_FROM_1
    elif head in favourites:
        fault, text = _LOOKS_ELSEWHERE[favourites.index(head)]
    else:
        fault, text = _ANOTHER
    given, most = fixed(back[int(head)], 2), fixed(back.max(), 2)
    raise Wrong(fault, _(text).format(head=head, given=given, most=most))


HEAD_BACK = ValueExercise(
    lesson=LESSON,
    id="head_back",
    name=N_("the head that looks back"),
    examine=examine_head_back,
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
