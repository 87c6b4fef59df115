"""Gradients: from ∂loss/∂output back to X and W, and a check without calculus."""

import numpy as np

from .._arrays import as_float_array, quiet, require, upcast
from ..qkv_projection import ProjectionWeights
from ..scale_and_softmax import scale_scores
from ..weighted_sum import weighted_sum

# ---- backward: from ∂loss/∂output to everything the output was made of


@quiet
def softmax_backward(p, d_p):
    """From the gradient of the weights to the gradient of the scores.

    ``d_z = J d_p = p ⊙ (d_p − Σ_j p_j d_p_j)``, J of :func:`softmax_jacobian`

    J is symmetric, and here it is never written down: it has n² numbers for each row.

    Parameters
    ----------
    p : array, shape (..., n)
        Weights, the output of softmax along the last axis.
    d_p : array, shape (..., n)
        ∂loss/∂p.

    Returns
    -------
    d_z : array, shape (..., n)
        ∂loss/∂z. Each row sums to 0; where p is exactly 0 it is 0, whatever d_p holds.

    References
    ----------
    Goodfellow et al. 2016, *Deep Learning*, section 6.5.
    """
    p, d_p, dtype = upcast(as_float_array("p", p), as_float_array("d_p", d_p))
    d_p = np.where(p == 0, 0, d_p)  # behind a hidden key there may be garbage
    d_z = p * (d_p - (p * d_p).sum(axis=-1, keepdims=True))
    return d_z.astype(dtype, copy=False)


@quiet
def attention_backward(trace, d_output):
    """From the gradient of the output to the gradients of queries, keys and values.

    ``dV = weightsᵀ d_output``, ``d_weights = d_output Vᵀ``,
    ``d_scores = softmax_backward(weights, d_weights) · scale``,
    ``dQ = d_scores K``, ``dK = d_scoresᵀ Q``

    A mask needs nothing of its own: a hidden key has the weight 0, and so its score has
    the gradient 0.

    Parameters
    ----------
    trace : AttentionTrace
    d_output : array, shape of ``trace.output``
        ∂loss/∂output.

    Returns
    -------
    dQ, dK, dV : arrays, shapes of ``trace.Q``, ``trace.K`` and ``trace.V``
        What is hidden everywhere gets 0, and garbage in it does not leak.

    Raises
    ------
    ValueError
        If ``d_output`` has another shape than the output.

    References
    ----------
    Dao et al. 2022, *FlashAttention*, appendix B.2.
    """
    d_output = as_like("d_output", d_output, trace.output)
    d_weights = d_output @ _transposed(trace.V)
    d_scaled = softmax_backward(trace.weights, d_weights)
    d_scores = scale_scores(d_scaled, trace.Q.shape[-1], scale=trace.scale)

    dQ = weighted_sum(d_scores, trace.K)
    dK = weighted_sum(_transposed(d_scores), trace.Q)
    dV = weighted_sum(_transposed(trace.weights), d_output)
    inputs = (trace.Q, trace.K, trace.V)
    return tuple(_summed(d, x) for d, x in zip((dQ, dK, dV), inputs, strict=True))


@quiet
def self_attention_backward(trace, d_output):
    """From the gradient of the output on to X and to the projection.

    ``dX = dQ W_Qᵀ + dK W_Kᵀ + dV W_Vᵀ``, ``dW_Q = Xᵀ dQ``, ``db_Q = Σ_t dQ[t]``, and
    likewise for K and V

    Parameters
    ----------
    trace : AttentionTrace
        Of :func:`self_attention`, which knows its X and its projection.
    d_output : array, shape of ``trace.output``
        ∂loss/∂output.

    Returns
    -------
    dX : array, shape of ``trace.X``
    d_projection : ProjectionWeights
        The gradient of each matrix and bias, in the place of that matrix or bias.

    Raises
    ------
    ValueError
        If ``d_output`` has another shape than the output, or the trace does not know
        where Q, K and V came from.
    """
    X, p = trace.X, trace.projection
    known = X is not None and p is not None
    wanted = "a trace of self_attention, with X and projection"
    require(known, "trace", expected=wanted, got="one without them")
    dX, dW, db = 0, [], []
    for d, W, b in zip(
        attention_backward(trace, d_output),
        (p.W_Q, p.W_K, p.W_V),
        (p.b_Q, p.b_K, p.b_V),
        strict=True,
    ):
        dX = dX + d @ _transposed(W)
        # (dᵀ X)ᵀ, so that a token of gradient 0 takes no part.
        dW.append(_summed(_transposed(weighted_sum(_transposed(d), X)), W))
        db.append(None if b is None else _summed(d.sum(axis=-2), b))
    return _summed(dX, X), ProjectionWeights(*dW, *db)


def _transposed(matrix):
    return matrix.swapaxes(-1, -2)


def as_like(name, value, model):
    value = as_float_array(name, value)
    got, wanted = value.shape, model.shape
    require(got == wanted, name, expected=f"shape {wanted}", got=got)
    return value


def _summed(gradient, array):
    """Sum over the axes along which broadcasting had repeated ``array``."""
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - array.ndim)))
    repeated = tuple(i for i, n in enumerate(array.shape) if n != gradient.shape[i])
    gradient = gradient.sum(axis=repeated, keepdims=True)
    return gradient.astype(array.dtype, copy=False)


# ---- the check that needs no calculus


@quiet
def numerical_gradient(f, x, *, step=1e-5):
    """Measure a gradient: move each number a little, and see how the result moves.

    ``∂f/∂x_i ≈ (f(x + step·e_i) − f(x − step·e_i)) / (2·step)``

    Parameters
    ----------
    f : callable
        Takes an array of the shape of x, returns one number.
    x : array
    step : float, default 1e-5
        The error of the formula shrinks with step², that of the rounding grows with
        1/step; in float64 both are small in between, for an x and an f of about 1.

    Returns
    -------
    gradient : array, float64, shape of ``x``

    References
    ----------
    Goodfellow et al. 2016, section 11.5.
    """
    x = as_float_array("x", x).astype(np.float64)
    gradient = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        plus, minus = x.copy(), x.copy()
        plus[i] += step
        minus[i] -= step
        gradient[i] = (f(plus) - f(minus)) / (2 * step)
    return gradient


@quiet
def gradient_error(f, x, gradient, *, step=None):
    """Compare a gradient with the measured one: 0 is right, 1 is no gradient of f.

    ``‖off‖ / max(‖gradient‖, ‖measured‖)``, where ``off`` is by how much
    ``|gradient − measured|`` exceeds what the rounding of f can do to the measurement

    Parameters
    ----------
    f : callable
        Takes an array of the shape of x, returns one number.
    x : array
    gradient : array, shape of ``x``
        What is claimed to be ∂f/∂x.
    step : float, optional
        How far to move each number, as in :func:`numerical_gradient`. If not given, f
        itself shows how far: by the longest step that no shorter one contradicts.

    Returns
    -------
    error : float
        Below 1e-6 for a right gradient in float64, whatever the size of x and f. 0 when
        both are 0 throughout, or no further apart than rounding explains: of a loss of
        1e12 nobody can tell whether it moves by 1e-6.

    Raises
    ------
    ValueError
        If ``gradient`` has another shape than x.
    """
    x = as_float_array("x", x).astype(np.float64)
    gradient = as_like("gradient", gradient, x)
    noise = _noise(f, x)
    steps = _steps(np.abs(x).max(initial=0)) if step is None else [step]
    measured, doubt = np.zeros((2, *x.shape))
    for i in np.ndindex(x.shape):
        measured[i], doubt[i] = _slope(f, x, i, steps, noise)
    off = np.maximum(np.abs(gradient - measured) - doubt, 0)
    largest = max(np.linalg.norm(gradient), np.linalg.norm(measured))
    return float(np.linalg.norm(off) / (largest or 1))


ULP = np.finfo(np.float64).eps


def _noise(f, x):
    """By how much f changes when x changes in its last digit, or f itself in its."""
    signs = np.random.default_rng(0).choice((-1, 1), (4, *x.shape))
    values = [f(x)] + [f(x + ULP * sign * x) for sign in signs]
    return max(np.ptp(values), ULP * np.abs(values).max())


def _steps(size):
    """Ten times longer each, for an x of that size: from its last digits to a tenth.

    Nobody knows beforehand whether f changes over distances like x, or like 1.
    """
    shortest = max(1e-8 * min(size or 1, 1), 1e-13 * size)
    longest = max(size, 1) / 10
    return shortest * 10.0 ** np.arange(np.log10(longest / shortest) + 0.5)


def _slope(f, x, i, steps, noise):
    """The slope of f in x[i], and what rounding can have done to it.

    Each step says: between here and there. Rounding blurs the short ones, the bend of f
    falsifies the long ones. They grow as long as all of them can be right; what is
    taken is the last but one, since the last may be about to bend.
    """
    found, low, high = [], -np.inf, np.inf
    for step in steps:
        plus, minus = x.copy(), x.copy()
        plus[i] += step
        minus[i] -= step
        up, down, width = f(plus), f(minus), plus[i] - minus[i]
        slope = (up - down) / width
        doubt = 8 * max(noise, ULP * abs(up), ULP * abs(down)) / width
        low, high = max(low, slope - doubt), min(high, slope + doubt)
        if found and not low <= high:
            break
        found.append((slope, doubt))
    return found[-2:][0]
