"""The formula, top to bottom: ``softmax(Q Kᵀ / √d_k + mask) V``"""

from dataclasses import dataclass, replace

import numpy as np

from ._arrays import as_float_array, narrowed, quiet, upcast
from .masking import apply_mask, as_mask, causal_mask, combine_masks
from .matmul_scores import dot_product_scores
from .qkv_projection import ProjectionWeights, copied, project
from .scale_and_softmax import scale_scores, softmax
from .weighted_sum import weighted_sum


@dataclass(frozen=True, eq=False)
class AttentionTrace:
    """Every stage of one attention, under the name it has in the formula.

    Attributes
    ----------
    Q, K, V : arrays, shapes (..., T_q, d_k), (..., T_k, d_k), (..., T_k, d_v)
    scores, scaled, masked, weights : arrays, shape (..., T_q, T_k)
        ``Q Kᵀ``; divided by √d_k; with −inf where hidden; after the softmax.
    output : array, shape (..., T_q, d_v)
    mask : array or None
        What was applied, Boolean (True = may attend) or floating; causal included.
    X, projection : array (..., T, d_model) and ProjectionWeights, or None
        Where Q, K and V came from; None when they were given.
    scale : float or None
        What took the place of 1/√d_k, if anything did.
    """

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    scores: np.ndarray
    scaled: np.ndarray
    masked: np.ndarray
    weights: np.ndarray
    output: np.ndarray
    mask: np.ndarray | None = None
    X: np.ndarray | None = None
    projection: ProjectionWeights | None = None
    scale: float | None = None


@quiet
def attention(Q, K, V, *, mask=None, is_causal=False, scale=None):
    """Let every query look at every key and take home a mixture of the values.

    ``output = softmax(Q Kᵀ · scale + mask) V``, with ``scale = 1/√d_k``

    Parameters
    ----------
    Q : array, shape (..., T_q, d_k)
    K : array, shape (..., T_k, d_k)
    V : array, shape (..., T_k, d_v)
    mask : array that broadcasts to (..., T_q, T_k), optional
        Boolean (True = may attend) or floating (added to the scaled scores).
    is_causal : bool, default False
        Also hide what comes later; see :func:`causal_mask`.
    scale : float, optional
        Takes the place of 1/√d_k.

    Returns
    -------
    trace : AttentionTrace
        All stages; ``trace.output`` has shape (..., T_q, d_v). A query that may look
        at nothing gets weights 0 and output 0.

    Raises
    ------
    ValueError
        If sizes do not fit, or a visible score is NaN or +inf.
    TypeError
        If an input is not made of real numbers.

    References
    ----------
    Vaswani et al. 2017, eq. 1.
    """
    Q = as_float_array("Q", Q, ndim_at_least=2)
    K = as_float_array("K", K, ndim_at_least=2)
    V = as_float_array("V", V, ndim_at_least=2)
    Q, K, V, dtype = upcast(Q, K, V)
    if is_causal:
        mask = combine_masks(mask, causal_mask(Q.shape[-2], K.shape[-2]))

    scores = dot_product_scores(Q, K)  #                       (..., T_q, T_k)
    scaled = scale_scores(scores, Q.shape[-1], scale=scale)  # (..., T_q, T_k)
    masked = apply_mask(scaled, mask)  #                       (..., T_q, T_k)
    weights = softmax(masked)  #                               (..., T_q, T_k)
    output = weighted_sum(weights, V)  #                       (..., T_q, d_v)

    masked = narrowed(masked, dtype)  # a score too large for float16 is shown as inf
    stages = (Q, K, V, scores, scaled, masked, weights, output)
    # Copies, so that a trace stays as it is when its inputs are changed afterwards.
    stages = [stage.astype(dtype) for stage in stages]
    mask = None if mask is None else as_mask(mask).copy()
    return AttentionTrace(*stages, mask=mask, scale=scale)


@quiet
def self_attention(X, projection, **kw):
    """Let the tokens of one sequence look at each other.

    ``attention(X W_Q, X W_K, X W_V)``

    Parameters
    ----------
    X : array, shape (..., T, d_model)
        One row for each token.
    projection : ProjectionWeights
    **kw
        ``mask``, ``is_causal`` and ``scale`` of :func:`attention`.

    Returns
    -------
    trace : AttentionTrace
        With ``X`` and ``projection`` filled in.

    Raises
    ------
    ValueError, TypeError
        As :func:`project` and :func:`attention`.

    References
    ----------
    Vaswani et al. 2017, section 3.2.3 (encoder self-attention).
    """
    X = as_float_array("X", X, ndim_at_least=2)
    trace = attention(*project(X, projection), **kw)
    return replace(trace, X=X.copy(), projection=copied(projection))


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, *, is_causal=False, scale=None
):
    """The same under PyTorch's names, returning the output alone, without dropout.

    Parameters
    ----------
    query, key, value : arrays, shapes (..., T_q, d_k), (..., T_k, d_k), (..., T_k, d_v)
    attn_mask : array, optional
        Boolean (True = may attend) or floating (added). Given together with
        ``is_causal``, both apply, as in ONNX; PyTorch refuses the pair.
    is_causal, scale
        As in :func:`attention`.

    Returns
    -------
    output : array, shape (..., T_q, d_v)

    Raises
    ------
    ValueError, TypeError
        As :func:`attention`.

    References
    ----------
    PyTorch, ``torch.nn.functional.scaled_dot_product_attention``; ONNX, ``Attention``.
    """
    trace = attention(
        query, key, value, mask=attn_mask, is_causal=is_causal, scale=scale
    )
    return trace.output
