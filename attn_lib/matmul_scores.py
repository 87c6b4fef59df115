"""MatMul: how well does each query match each key?  ``Q Kᵀ``"""

from ._arrays import as_float_array, quiet, require, require_leading_axes, upcast


@quiet
def dot_product_scores(Q, K):
    """Compare every query with every key by their dot product.

    ``scores[i, j] = Σ_c Q[i, c] · K[j, c]``, that is ``Q Kᵀ``

    Parameters
    ----------
    Q : array, shape (..., T_q, d_k)
        Queries: one row for each position that looks.
    K : array, shape (..., T_k, d_k)
        Keys: one row for each position that can be found.

    Returns
    -------
    scores : array, shape (..., T_q, T_k)
        Row = who asks, column = who is asked. Any real number: not a probability.

    Raises
    ------
    ValueError
        If queries and keys differ in width, or their leading axes do not broadcast.
    TypeError
        If an input is not made of real numbers.

    References
    ----------
    Vaswani et al. 2017, *Attention Is All You Need*, section 3.2.1 (the ``QKᵀ`` of
    eq. 1).
    """
    Q = as_float_array("Q", Q, ndim_at_least=2)
    K = as_float_array("K", K, ndim_at_least=2)
    require(
        Q.shape[-1] == K.shape[-1],
        "dot_product_scores",
        expected="Q and K of the same width d_k",
        got=f"Q {Q.shape} and K {K.shape}: {Q.shape[-1]} and {K.shape[-1]}",
    )
    require_leading_axes("dot_product_scores", Q=Q, K=K)
    Q, K, dtype = upcast(Q, K)
    return (Q @ K.swapaxes(-1, -2)).astype(dtype, copy=False)
