"""Weighted sum: each output is a mixture of the values.  ``weights V``"""

import numpy as np

from ._arrays import as_float_array, quiet, require, require_leading_axes, upcast


@quiet
def weighted_sum(weights, V):
    """Mix the values, each in proportion to its weight.

    ``output[i] = Σ_j weights[i, j] · V[j]``, that is ``weights @ V``

    Parameters
    ----------
    weights : array, shape (..., T_q, T_k)
        Attention weights; each row sums to 1, or is 0 throughout.
    V : array, shape (..., T_k, d_v)
        Values: what each position hands over.

    Returns
    -------
    output : array, shape (..., T_q, d_v)
        A value whose weight is exactly 0 takes no part, even if it is NaN or inf.

    Raises
    ------
    ValueError
        If there is not one weight for each value, or the leading axes do not
        broadcast.
    TypeError
        If an input is not made of real numbers.

    References
    ----------
    Vaswani et al. 2017, section 3.2.1, the ``· V`` of eq. 1.
    """
    weights = as_float_array("weights", weights, ndim_at_least=2)
    V = as_float_array("V", V, ndim_at_least=2)
    require(
        weights.shape[-1] == V.shape[-2],
        "weighted_sum",
        expected="one weight for each value (the same T_k)",
        got=f"weights {weights.shape} and V {V.shape}",
    )
    require_leading_axes("weighted_sum", weights=weights, V=V)
    weights, V, dtype = upcast(weights, V)
    output = weights @ V if np.isfinite(V).all() else _sum_of_visible(weights, V)
    return output.astype(dtype, copy=False)


def _sum_of_visible(weights, V):
    """The sum key by key, without the terms of weight 0: 0 · NaN would be NaN."""
    leading = np.broadcast_shapes(weights.shape[:-2], V.shape[:-2])
    output = np.zeros((*leading, weights.shape[-2], V.shape[-1]), weights.dtype)
    for j in range(V.shape[-2]):
        w = weights[..., :, j, None]
        output += np.where(w == 0, 0, w * V[..., None, j, :])
    return output


@quiet
def dropout(weights, p, *, rng):
    """Drop each weight with probability p and enlarge the others, as in training.

    ``weights · keep / (1 − p)``, ``keep`` drawn anew each time

    Nothing in this library calls it: a demonstration without dropout is repeatable.

    Parameters
    ----------
    weights : array
        Weights after the softmax, never scores before it.
    p : float
        Probability of dropping, 0 to 1. 0 changes nothing, 1 leaves zeros.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dropped : array, shape of ``weights``
        Right on average, but a single row need not sum to 1 and may exceed it.

    Raises
    ------
    ValueError
        If p is outside 0 to 1.
    TypeError
        If ``rng`` is not a generator, a seed for example.

    References
    ----------
    Srivastava et al. 2014, *Dropout*; Vaswani et al. 2017, section 5.4.
    """
    weights, dtype = upcast(as_float_array("weights", weights))
    probability = as_float_array("p", p)
    usable = probability.ndim == 0 and 0 <= probability <= 1
    require(usable, "dropout", expected="p from 0 to 1", got=p)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            "rng: expected a Generator, as np.random.default_rng(0) makes one, got "
            f"{type(rng).__name__}"
        )
    if p == 1:
        return np.zeros_like(weights, dtype=dtype)
    keep = rng.random(weights.shape) >= p
    return (weights * keep / (1 - p)).astype(dtype, copy=False)


def convex_hull(points):
    """Find the corners of the smallest convex shape around points of the plane.

    A mixture of values, with weights that sum to 1, lies inside it.

    Parameters
    ----------
    points : array, shape (n, 2)

    Returns
    -------
    corners : list of pairs of float
        Counter-clockwise, each once; of points on a line its ends.

    References
    ----------
    Andrew 1979 (monotone chain).
    """
    ordered = sorted({(float(x), float(y)) for x, y in points})

    def chain(points):
        corners = []
        for p in points:
            while len(corners) > 1 and not _turns_left(*corners[-2:], p):
                corners.pop()
            corners.append(p)
        return corners

    if len(ordered) < 3:
        return ordered
    return chain(ordered)[:-1] + chain(reversed(ordered))[:-1]


def _turns_left(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
