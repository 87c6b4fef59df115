"""Scale and softmax: from scores to weights.  ``softmax(scores / √d_k)``"""

import math

import numpy as np

from ._arrays import as_axis, as_count, as_float_array, quiet, require, upcast


@quiet
def scale_scores(scores, d_k=None, *, scale=None):
    """Multiply the scores by ``scale``, or divide them by √d_k.

    ``scaled = scores / √d_k``

    A sum of d_k products of independent numbers with mean 0 and variance 1 has
    variance d_k; dividing by √d_k brings it back to 1, whatever d_k is.

    Parameters
    ----------
    scores : array, shape (..., T_q, T_k)
    d_k : int, optional
        Width of queries and keys, at least 1. Needed unless ``scale`` is given.
    scale : float, optional
        Factor to multiply by. Takes the place of 1/√d_k.

    Returns
    -------
    scaled : array, shape of ``scores``

    Raises
    ------
    ValueError
        If neither is given, if d_k < 1, or if ``scale`` is not finite.

    References
    ----------
    Vaswani et al. 2017, section 3.2.1 and its footnote 4.
    """
    scores = as_float_array("scores", scores)
    if scale is None:
        require(d_k is not None, "scale_scores", expected="d_k or scale", got="neither")
        scale = 1 / math.sqrt(as_count("d_k", d_k, at_least=1))
    factor = as_float_array("scale", scale)
    usable = factor.ndim == 0 and np.isfinite(factor)
    require(usable, "scale", expected="one finite number", got=scale)
    scores, dtype = upcast(scores)
    return (scores * float(factor)).astype(dtype, copy=False)


@quiet
def softmax(z, axis=-1):
    """Turn scores into weights: positive, larger for larger scores, summing to 1.

    ``p_i = exp(z_i − max z) / Σ_j exp(z_j − max z)``

    Subtracting the largest score changes nothing but rounding, and keeps ``exp`` from
    overflowing.

    Parameters
    ----------
    z : array
        Scores, finite or −inf (−inf means hidden).
    axis : int, default -1
        The axis whose entries compete with each other: keys, the last one.

    Returns
    -------
    p : array, shape of ``z``
        Sums to 1 along ``axis``. Where everything is −inf there is nothing to choose
        from, and p is 0 throughout.

    Raises
    ------
    ValueError
        If ``z`` holds NaN or +inf; the text names the first row that does. Or if there
        is no such axis.

    References
    ----------
    Goodfellow et al. 2016, *Deep Learning*, section 4.1 (overflow), eq. 4.1.
    """
    z, dtype = upcast(as_float_array("z", z, ndim_at_least=1))
    axis = as_axis(axis, z)
    _require_no_nan_or_plus_inf(z, axis)
    largest = z.max(axis=axis, keepdims=True, initial=-np.inf)
    # A distance too large to write is −inf: weight 0.
    e = np.exp(z - np.where(largest == -np.inf, 0, largest))
    total = e.sum(axis=axis, keepdims=True)
    p = e / np.where(total == 0, 1, total)
    return p.astype(dtype, copy=False)


def _require_no_nan_or_plus_inf(z, axis):
    bad = np.isnan(z) | (z == np.inf)
    if bad.any():
        first = tuple(int(i) for i in np.argwhere(bad)[0])
        row = [i for n, i in enumerate(first) if n != axis]
        where = f"row {', '.join(map(str, row or [0]))}"
        raise ValueError(
            f"softmax: expected scores that are finite or −inf, got {z[first]} in "
            f"{where} (index {first})"
        )


@quiet
def naive_softmax(z, axis=-1):
    """Softmax as it is written on paper, for comparison: it overflows.

    ``p_i = exp(z_i) / Σ_j exp(z_j)``

    Parameters and returns are those of :func:`softmax`, but a score above about 709
    (float64) or 88 (float32) gives NaN, and so does a row that is −inf throughout.
    """
    z, dtype = upcast(as_float_array("z", z, ndim_at_least=1))
    axis = as_axis(axis, z)
    e = np.exp(z)
    return (e / e.sum(axis=axis, keepdims=True)).astype(dtype, copy=False)


@quiet
def softmax_jacobian(p):
    """How each weight moves when each score moves.

    ``J[i, j] = ∂p_i/∂z_j = p_i (δ_ij − p_j)``, that is ``diag(p) − p pᵀ``

    Parameters
    ----------
    p : array, shape (..., n)
        Weights, the output of softmax.

    Returns
    -------
    J : array, shape (..., n, n)
        Symmetric; each row sums to 0; all zero when p is one-hot, which is why a
        saturated softmax stops learning.

    References
    ----------
    Goodfellow et al. 2016, section 6.2.2.3 (saturation).
    """
    p, dtype = upcast(as_float_array("p", p, ndim_at_least=1))
    J = p[..., :, None] * (np.eye(p.shape[-1], dtype=p.dtype) - p[..., None, :])
    return J.astype(dtype, copy=False) + 0  # no −0: it would be shown


@quiet
def entropy(p, axis=-1):
    """How spread out the weights are, in nats.

    ``H = −Σ_i p_i ln p_i``, with ``0 ln 0 = 0``

    Parameters
    ----------
    p : array
        Weights, none negative.
    axis : int, default -1

    Returns
    -------
    H : array, shape of ``p`` without ``axis``
        0 when one weight is 1; ln n when all n weights are equal.

    Raises
    ------
    ValueError
        If a weight is negative or NaN.

    References
    ----------
    Shannon 1948, *A Mathematical Theory of Communication*, section 6.
    """
    p, dtype = upcast(as_float_array("p", p, ndim_at_least=1))
    axis = as_axis(axis, p)
    require(
        bool((p >= 0).all()),
        "entropy",
        expected="weights ≥ 0",
        got="one below 0 or NaN",
    )
    log_p = np.log(p, out=np.zeros_like(p), where=p > 0)
    # 0 − Σ rather than −Σ: a one-hot row gives 0, not −0.
    return (0 - (p * log_p).sum(axis=axis)).astype(dtype, copy=False)
