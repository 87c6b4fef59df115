"""Masking: who may look at whom, decided before the softmax.

A Boolean mask says True = may attend. A floating mask is added to the scaled scores;
−inf in it hides. Rows are queries, columns are keys.
"""

from functools import reduce

import numpy as np

from ._arrays import (
    as_array,
    as_count,
    as_float_array,
    narrowed,
    quiet,
    require,
    upcast,
)


def causal_mask(T_q, T_k=None):
    """Let every position look at itself and at what came before.

    ``mask[i, j] = (j ≤ i)``

    Parameters
    ----------
    T_q : int
        Number of queries.
    T_k : int, optional
        Number of keys; T_q if not given. For unequal sizes the diagonal starts top
        left, as in PyTorch's ``is_causal``: query 0 sees key 0 only.

    Returns
    -------
    mask : array of bool, shape (T_q, T_k)
        True = may attend.

    Raises
    ------
    ValueError
        If a size is negative.

    References
    ----------
    Vaswani et al. 2017, section 3.2.3.
    """
    T_q = as_count("T_q", T_q, at_least=0)
    T_k = T_q if T_k is None else as_count("T_k", T_k, at_least=0)
    return np.tri(T_q, T_k, dtype=bool)


def padding_mask(lengths, T_k):
    """Hide the padding behind the real tokens of each sample.

    ``mask[..., j] = (j < length)``: over keys, the same for every query.

    Parameters
    ----------
    lengths : int or array of int
        How many keys are real: one number, one a sample ``(B,)``, or one a query of
        each sample ``(B, T_q)``. Each from 0 to T_k.
    T_k : int
        Number of keys, padding included.

    Returns
    -------
    mask : array of bool
        True = may attend. Shape (T_k,), (B, 1, T_k) or (B, T_q, T_k).

    Raises
    ------
    ValueError
        If a length is below 0 or above T_k, or ``lengths`` has more than two axes.
    TypeError
        If a length is not a whole number.
    """
    T_k = as_count("T_k", T_k, at_least=0)
    lengths = as_array("lengths", lengths)
    if lengths.size == 0 and lengths.dtype.kind == "f":  # an empty list has no dtype
        lengths = lengths.astype(int)
    if lengths.dtype.kind not in "iu":
        raise TypeError(f"lengths: expected whole numbers, got dtype {lengths.dtype}")
    require(
        lengths.ndim <= 2,
        "lengths",
        expected="a number, (B,) or (B, T_q)",
        got=f"shape {lengths.shape}",
    )
    outside = lengths[(lengths < 0) | (lengths > T_k)]
    require(
        outside.size == 0,
        "lengths",
        expected=f"0 to T_k = {T_k}",
        got=outside[:1],
    )
    per_query = lengths[:, None] if lengths.ndim == 1 else lengths
    return np.arange(T_k) < per_query[..., None]


def sliding_window_mask(T, window):
    """Let every position look at its neighbourhood, on both sides.

    ``mask[i, j] = (|i − j| ≤ window)``

    Parameters
    ----------
    T : int
        Number of positions.
    window : int
        How far to look; 0 = itself only. Combine with a causal mask to look back only.

    Returns
    -------
    mask : array of bool, shape (T, T)
        True = may attend.

    Raises
    ------
    ValueError
        If a size is negative.

    References
    ----------
    Beltagy et al. 2020, *Longformer*, section 3.1.
    """
    i = np.arange(as_count("T", T, at_least=0))
    return np.abs(i[:, None] - i) <= as_count("window", window, at_least=0)


@quiet
def combine_masks(*masks):
    """A key is visible when every mask shows it.

    Parameters
    ----------
    *masks : arrays that broadcast together, or None
        Boolean (True = may attend) or floating (added). None stands for no mask.

    Returns
    -------
    mask : array or None
        Boolean when all are Boolean, else floating, with −inf where a Boolean one
        hides. None when nothing was given.

    Raises
    ------
    ValueError
        If the shapes do not broadcast.
    TypeError
        If a mask is neither Boolean nor floating.
    """
    arrays = [as_mask(mask) for mask in masks if mask is not None]
    try:
        return reduce(_combine_two, arrays) if arrays else None
    except ValueError:
        raise ValueError(
            "combine_masks: expected shapes that broadcast, got "
            + " and ".join(str(array.shape) for array in arrays)
        ) from None


def _combine_two(a, b):
    if a.dtype == bool and b.dtype == bool:
        return a & b
    if a.dtype == bool:
        a, b = b, a
    if b.dtype == bool:
        return np.where(b, a, a.dtype.type(-np.inf))
    return _sum(a, b, np.result_type(a, b))


def _sum(a, b, dtype):
    """a + b, hiding nothing that neither of them hides."""
    finite = np.isfinite(a) & np.isfinite(b)
    return narrowed(a + b, dtype, finite=finite)


def as_mask(mask):
    """Return ``mask`` as a Boolean or floating array, or say what a mask has to be."""
    array = as_array("mask", mask)
    if array.dtype.kind not in "bf":
        raise TypeError(
            "mask: expected Boolean (True = may attend) or floating (added to the "
            f"scores), got dtype {array.dtype}; for zeros and ones write "
            "mask.astype(bool)"
        )
    usable = array.dtype == bool or not (np.isnan(array) | (array == np.inf)).any()
    require(
        usable, "mask", expected="numbers that are finite or −inf", got="NaN or +inf"
    )
    return array


@quiet
def apply_mask(scaled, mask):
    """Write −inf where a key is hidden, so that softmax gives it the weight 0.

    ``masked = where(mask, scaled, −inf)`` for a Boolean mask, ``scaled + mask`` for a
    floating one.

    Parameters
    ----------
    scaled : array, shape (..., T_q, T_k)
        Scaled scores. A hidden one may be anything, NaN included: it is overwritten.
    mask : array that broadcasts against ``scaled``, or None
        Boolean (True = may attend) or floating (added). None hides nothing.

    Returns
    -------
    masked : array, shape (..., T_q, T_k)

    Raises
    ------
    ValueError
        If the mask does not fit T_q and T_k, or a floating mask holds NaN or +inf.
    TypeError
        If the mask is neither Boolean nor floating.

    References
    ----------
    Vaswani et al. 2017, section 3.2.3 ("setting to −∞").
    """
    scaled = as_float_array("scaled", scaled)
    if mask is None:
        return scaled.copy()
    mask = as_mask(mask)
    _require_mask_fits(scaled, mask)
    scaled, dtype = upcast(scaled)
    if mask.dtype == bool:
        return np.where(mask, scaled, -np.inf).astype(dtype, copy=False)
    return np.where(mask == -np.inf, dtype.type(-np.inf), _sum(scaled, mask, dtype))


def _require_mask_fits(scaled, mask):
    """Leading axes may grow by broadcasting; T_q and T_k may not."""
    try:
        shape = np.broadcast_shapes(scaled.shape, mask.shape)
        fits = shape[-2:] == scaled.shape[-2:]
    except ValueError:
        fits = False
    require(
        fits,
        "mask",
        expected=f"a shape that broadcasts to {scaled.shape}, rows = queries and "
        "columns = keys",
        got=mask.shape,
    )
