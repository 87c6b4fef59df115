"""Detectors: tests that find mistakes which run without an error.

Each takes a function that somebody wrote, asks it something whose answer is known, and
returns a :class:`Finding`. The function is an attention of Q, K and V, a layer of X, or
a part with arguments of its own; the docstring says which. It returns an array or an
:class:`~attn_lib.AttentionTrace`.
"""

import functools
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._arrays import as_float_array
from ..attention import attention
from ..example.embedding import SENTENCE, embed
from ..example.tokens import tokenize
from ..learning import gradient_error
from ..words import _, ngettext
from ._checking import draw, quietly, what_stopped

__all__ = [
    "Finding",
    "filler_test",
    "future_leak",
    "gradient_test",
    "one_hot_lookup",
    "permutation",
    "row_sums",
    "scale_test",
    "shape_test",
]


def __dir__():
    """What Tab offers: the detectors, and nothing that they are made of."""
    return __all__


# For shape_test. No two are equal, so that no two can be mixed up unnoticed.
SIZES = {"B": 2, "T_q": 3, "T_k": 4, "d_k": 5, "d_v": 6, "T": 7, "d_model": 8}


@dataclass(frozen=True)
class Finding:
    """What a detector says about a function.

    Attributes
    ----------
    detector : str
        Name of the detector.
    ok : bool
        True when nothing was found.
    text : str
        What was found.
    function : callable
        The function that was asked.
    """

    detector: str
    ok: bool
    text: str
    function: Callable

    def __repr__(self):
        said = _("{detector}: CAUGHT, {text}")
        if self.ok:
            said = _("{detector}: passes, {text}")
        return said.format(detector=self.detector, text=self.text)


class _Stopped(Exception):
    """There is no answer to look at; the text says why."""


def _detector(examine):
    """Turn a function that returns (ok, text) into one that returns a Finding."""

    @functools.wraps(examine)
    def detector(function, *arguments, **options):
        try:
            ok, text = examine(function, *arguments, **options)
        except _Stopped as reason:
            ok, text = False, str(reason)
        return Finding(examine.__name__, bool(ok), text, function)

    return detector


def _ask(function, *arguments):
    """Ask the function, quietly and on copies, and return its answer as an array."""
    if not _takes(function, len(arguments)):
        raise TypeError(
            f"expected a function of {len(arguments)} arrays, got one of "
            f"{inspect.signature(function)}"
        )
    copies = [np.array(argument) for argument in arguments]
    try:
        with quietly():
            result = function(*copies)
            answer = np.asarray(getattr(result, "output", result))
            return answer if answer.dtype.kind == "f" else answer.astype(float)
    except Exception as error:
        raise _Stopped(what_stopped(error, function)) from None


def _takes(function, count):
    """Say whether a function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some functions written in C do not tell
        return True
    return True


def _tokens(X, **options):
    """What a layer is asked about: X, or the running sentence."""
    if X is None:
        return embed(tokenize(SENTENCE), **options)
    return as_float_array("X", X).astype(float)


def _ask_layer(function, X):
    """Ask a layer about X; for an attention X is all three."""
    output = _table(_ask(function, *[X] * (3 if _takes(function, 3) else 1)))
    if output.shape[-2] != X.shape[-2]:
        n = X.shape[-2]
        text = ngettext(
            "expected one row for {n} token, got shape {shape}",
            "expected one row for each of {n} tokens, got shape {shape}",
            n,
        )
        raise _Stopped(text.format(n=n, shape=output.shape))
    return output


def _table(answer):
    """Refuse what has no rows and columns."""
    if answer.ndim < 2:
        text = _("expected rows and columns, got shape {shape}")
        raise _Stopped(text.format(shape=answer.shape))
    return answer


def _close(a, b):
    """Say whether two answers are the same up to rounding; NaN is never right."""
    off = _rounding(a, b)
    rtol, atol = max(1e-5, off), max(1e-6, off)
    return a.shape == b.shape and np.allclose(a, b, rtol=rtol, atol=atol)


def _rounding(*answers):
    """What a few roundings of the coarsest answer make: 4e-3 in float16."""
    return 4 * max(float(np.finfo(answer.dtype).eps) for answer in answers)


@_detector
def row_sums(function, *arguments):
    """Find weights that do not sum to 1 along each row.

    Catches a softmax over the wrong axis or the whole table, and a mask after the
    softmax. Sees nothing of what happened to the scores before.

    Parameters
    ----------
    function : callable
        An attention of Q, K and V. It is asked with values of 1, so that its output is
        the sum of the weights. Or, with ``arguments``, anything that returns weights.
    *arguments : arrays, optional
        What a part that returns weights is called with. Let them not be symmetric: a
        symmetric table of scores hides a wrong axis.

    Returns
    -------
    finding : Finding
        Passes if every row sums to 1. A row of zeros, of somebody who may look at
        nothing, is allowed.

    Raises
    ------
    TypeError
        If the function does not take these arguments.
    """
    if arguments:
        weights = _ask(function, *arguments)
    else:
        weights = _ask(function, *draw(5, (4, 3), (4, 3)), np.ones((4, 1)))
    sums = _table(weights).sum(axis=-1, dtype=float)
    atol = max(1e-5, _rounding(weights))
    wrong = np.argwhere(~np.isclose(sums, 1, atol=atol) & weights.any(axis=-1))
    if len(wrong):
        first = tuple(wrong[0])
        row = ", ".join(map(str, first))
        text = _("row {row} sums to {sum:.4g}").format(row=row, sum=sums[first])
        return False, text
    return True, _("every row sums to 1")


@_detector
def future_leak(function, X=None):
    """Find a layer that should only look back, but sees what comes later.

    Tokens are changed one after the other, from the end. What stands before a changed
    token must not notice.

    Parameters
    ----------
    function : callable
        A layer of X (T, d_model) that returns one row for each token, or an attention.
    X : array, shape (..., T, d_model), optional
        The running sentence, if not given.

    Returns
    -------
    finding : Finding
        Passes if no output moves with a later token.

    Raises
    ------
    TypeError
        If the function takes neither X nor Q, K and V.
    """
    X = _tokens(X)
    before = _ask_layer(function, X)
    for t in reversed(range(1, X.shape[-2])):
        changed = X.copy()
        changed[..., t, :] = 1 - 2 * X[..., t, :]
        after = _ask_layer(function, changed)
        for earlier in range(t):
            if not _close(before[..., earlier, :], after[..., earlier, :]):
                text = _("token {earlier} sees token {later}, which comes later")
                return False, text.format(earlier=earlier, later=t)
    return True, _("no token sees a later one")


@_detector
def permutation(function, X=None, *, knows_order=False):
    """Find out whether the order of the tokens is known.

    Parameters
    ----------
    function : callable
        A layer of X that returns one row for each token, or an attention.
    X : array, shape (..., T, d_model), optional
        At least three tokens. The running sentence without positions, if not given.
    knows_order : bool, default False
        What is right. Attention by itself does not know the order; with positions or a
        causal mask it does.

    Returns
    -------
    finding : Finding
        Passes if a shuffle of the tokens only moves the rows of the output, or, with
        ``knows_order``, if it does more than that.

    Raises
    ------
    TypeError
        If the function takes neither X nor Q, K and V.
    """
    X = _tokens(X, positions=False)
    order = np.roll(np.arange(X.shape[-2]), 1)
    before = _ask_layer(function, X)
    after = _ask_layer(function, X[..., order, :])
    only_moved = _close(before[..., order, :], after)
    if only_moved:
        text = _("a shuffle only moves the rows: the order of the tokens is not known")
    else:
        text = _("a shuffle changes the rows: the order of the tokens is known")
    return only_moved != knows_order, text


@_detector
def one_hot_lookup(attention):
    """Find an attention that does not return the value of the key that fits.

    Each of three queries fits one of four keys, and no other, so well that its weight
    is 1. The output must be that key's value. Catches transposes, a wrong sign, and
    keys taken for values. Sees nothing of the scale: with scores as large as these,
    every scale gives the same.

    Parameters
    ----------
    attention : callable
        A function of Q, K and V without a mask.

    Returns
    -------
    finding : Finding
        Passes if every query gets the value that it looks for.

    Raises
    ------
    TypeError
        If the function does not take Q, K and V.
    """
    found = np.array([2, 0, 3])  # query i fits key found[i]
    K = 20 * np.eye(4, 5)
    (V,) = draw(6, (4, 6))
    output = _ask(attention, K[found], K, V)
    if output.shape != (3, 6):
        text = _("expected an output of shape (3, 6), got {shape}")
        return False, text.format(shape=output.shape)
    for i, j in enumerate(found):
        if not _close(output[i], V[j]):
            text = _("query {i} fits key {j} alone, but does not get value {j}")
            return False, text.format(i=i, j=j)
    return True, _("every query gets the value of the key that fits")


@_detector
def scale_test(attention):
    """Find scores that are not divided by the square root of d_k.

    d_k is 64, and the scores are 8 and 0: divided by 8, they lie where the softmax is
    most awake. Catches a missing or wrong divisor, a softmax that is not soft, and a
    softmax done twice.

    Parameters
    ----------
    attention : callable
        A function of Q, K and V.

    Returns
    -------
    finding : Finding
        Passes if the two weights are those of the scores 1 and 0.

    Raises
    ------
    TypeError
        If the function does not take Q, K and V.
    """
    score, d_k = 8.0, 64
    K = np.array([[score / d_k] * d_k, [0.0] * d_k])
    weights = _ask(attention, np.ones((1, d_k)), K, np.eye(2))
    right = math.e / (math.e + 1)
    if _close(weights, np.array([[right, 1 - right]])):
        return True, _("with d_k = 64 the scores are divided by 8")
    return False, _what_the_scale_was(weights, score)


def _what_the_scale_was(weights, score):
    """Read off two weights by what their scores, ``score`` and 0, were divided."""
    if weights.shape != (1, 2):
        text = _("expected two weights of shape (1, 2), got shape {shape}")
        return text.format(shape=weights.shape)
    if not (weights >= 0).all() or not weights[0, 0]:
        text = _("expected two weights above 0, got {weights}")
        return text.format(weights=np.round(weights, 4).tolist())
    if not weights[0, 1]:
        return _(
            "the larger of two scores, 8 and 0, takes everything: that is not soft"
        )
    exponent = math.log(weights[0, 0] / weights[0, 1])
    if not round(exponent, 6):
        return _("the scores 8 and 0 get the same weight")
    text = _(
        "with d_k = 64 the scores are divided by {divisor:.4g}, or as if they were; "
        "expected 8, the square root of d_k"
    )
    return text.format(divisor=score / exponent)


@_detector
def shape_test(function, shapes="T_q d_k, T_k d_k, T_k d_v -> T_q d_v"):
    """Find axes that were mixed up, with sizes of which no two are equal.

    Parameters
    ----------
    function : callable
        An attention of Q, K and V, or whatever ``shapes`` says.
    shapes : str, optional
        Shapes of the arguments and of the result, in words:
        ``"T_q d_k, T_k d_k -> T_q T_k"`` for scores. The sizes are B, T, T_q, T_k,
        d_model, d_k and d_v; a number stands for itself.

    Returns
    -------
    finding : Finding
        Passes if it runs and the result has the shape.

    Raises
    ------
    TypeError
        If the function does not take as many arguments.
    ValueError
        If ``shapes`` names another size, or has no arrow.
    """
    given, _arrow, expected = shapes.partition("->")
    expected = _sizes(expected)
    result = _ask(function, *draw(7, *map(_sizes, given.split(","))))
    if result.shape != expected:
        text = _("expected shape {shape}, got {got}")
        return False, text.format(shape=expected, got=result.shape)
    text = _("shape {shape}, with sizes of which no two are equal")
    return True, text.format(shape=result.shape)


@_detector
def gradient_test(function, of="Q"):
    """Find a gradient that is not the slope of what it claims to be.

    A gradient can be measured without any formula: move a number a little, and see how
    the loss moves. Catches whatever is wrong on the way back. Does not say where.

    Parameters
    ----------
    function : callable
        Takes Q, K, V and d_output, the gradient of attention's output. Returns the
        gradient of one of the three.
    of : {"Q", "K", "V"}
        Which one.

    Returns
    -------
    finding : Finding
        Passes if the relative error is below 1e-6.

    Raises
    ------
    TypeError
        If the function does not take Q, K, V and d_output.
    ValueError
        If ``of`` is none of the three.
    """
    if of not in ("Q", "K", "V"):
        raise ValueError(f"of: expected 'Q', 'K' or 'V', got {of!r:.40}")
    shapes = map(_sizes, ("T_q d_k", "T_k d_k", "T_k d_v", "T_q d_v"))
    *inputs, d_output = draw(8, *shapes)
    given = dict(zip("QKV", inputs, strict=True))
    answer = _ask(function, *inputs, d_output)
    if answer.shape != given[of].shape:
        text = _("expected shape {shape}, got {got}")
        return False, text.format(shape=given[of].shape, got=answer.shape)

    def loss(moved):
        return (attention(**{**given, of: moved}).output * d_output).sum()

    error = gradient_error(loss, given[of], answer)
    if error < max(1e-6, _rounding(answer)):
        text = _("d{of} is the measured slope, to a relative error below 1e-6")
        return True, text.format(of=of)
    text = _("d{of} is not the measured slope: relative error {error:.2g}")
    return False, text.format(of=of, error=error)


@_detector
def filler_test(function):
    """Find a batch in which what fills up short sentences can be heard.

    A sentence is filled up with nothing, with zeros, and with large numbers. Its vector
    must be the same each time. Catches a mask over queries in place of keys, fillers
    that were not hidden, and a mean that counts them.

    Parameters
    ----------
    function : callable
        Takes X (B, T, d_model) and the sentences' real lengths (B,). Returns a vector
        for each sentence.

    Returns
    -------
    finding : Finding
        Passes if a filled up sentence gets the vector that it gets alone.

    Raises
    ------
    TypeError
        If the function does not take X and lengths.
    """
    T, longest = 4, 6
    (X,) = draw(9, (2, longest, 5))
    alone = _table(_ask(function, X[:1, :T], [T]))
    for filler, text in (
        (0, _("a sentence that is filled up with zeros changes its vector")),
        (100, _("a sentence that is filled up with large numbers changes its vector")),
    ):
        X[0, T:] = filler
        together = _table(_ask(function, X, [T, longest]))
        if not _close(together[:1], alone):
            return False, text
    return True, _("a sentence in a batch gets the vector that it gets alone")


def _sizes(names):
    """``"T_q d_k"`` → (3, 5)"""
    unknown = {name for name in names.split() if not name.isdigit()} - set(SIZES)
    if unknown or not names.split():
        raise ValueError(
            f"shapes: expected sizes out of {', '.join(SIZES)} and an arrow, as in "
            f'"T_q d_k, T_k d_k -> T_q T_k", got {", ".join(sorted(unknown)) or "none"}'
        )
    return tuple(SIZES.get(name) or int(name) for name in names.split())
