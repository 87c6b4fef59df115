"""``X W + b``: what a projection, several heads and a feed-forward are made of."""

import numpy as np

from ._arrays import as_float_array, quiet, require, upcast


def as_tokens(what, name, X, d_model):
    """Return X as a floating array with a token in each row, of the matrix's width.

    ``what`` is how the caller is called: errors are in its words.
    """
    X = as_float_array(name, X, ndim_at_least=2)
    require(
        X.shape[-1] == d_model,
        what,
        expected=f"{name} with d_model = {d_model} columns",
        got=f"shape {X.shape}",
    )
    return X


@quiet
def affine(X, W, b=None):
    """Return ``X W + b``, garbage in X staying in its own row.

    That the sizes fit is seen to by the caller, who has the words for it.
    """
    b = np.zeros((1, W.shape[-1]), W.dtype) if b is None else b[..., None, :]
    X, W, b, dtype = upcast(X, W, b)
    return (X @ W + b).astype(dtype, copy=False)
