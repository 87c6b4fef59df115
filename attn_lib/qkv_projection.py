"""QKV projection: what each token looks for, offers and hands over.

``Q = X W_Q``, ``K = X W_K``, ``V = X W_V``
"""

import math
from dataclasses import dataclass, fields, replace

import numpy as np

from ._affine import affine, as_tokens
from ._arrays import (
    as_count,
    as_float_array,
    require,
    require_leading_axes,
    set_field,
)


@dataclass(frozen=True, eq=False)
class ProjectionWeights:
    """The three matrices (and, if any, biases) that make Q, K and V from X.

    Parameters
    ----------
    W_Q, W_K : arrays, shape (..., d_model, d_k)
        The width d_k is shared: queries and keys are compared.
    W_V : array, shape (..., d_model, d_v)
    b_Q, b_K, b_V : arrays, shapes (..., d_k), (..., d_k), (..., d_v), optional

    Raises
    ------
    ValueError
        If the three do not share d_model, W_Q and W_K do not share d_k, or a bias has
        another width than its matrix.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2.
    """

    W_Q: np.ndarray
    W_K: np.ndarray
    W_V: np.ndarray
    b_Q: np.ndarray | None = None
    b_K: np.ndarray | None = None
    b_V: np.ndarray | None = None

    def __post_init__(self):
        for name in ("W_Q", "W_K", "W_V"):
            set_field(
                self, name, as_float_array(name, getattr(self, name), ndim_at_least=2)
            )
        require(
            self.W_Q.shape[-2] == self.W_K.shape[-2] == self.W_V.shape[-2],
            "projection",
            expected="W_Q, W_K and W_V with the same number of rows d_model",
            got=f"{self.W_Q.shape}, {self.W_K.shape} and {self.W_V.shape}",
        )
        require(
            self.d_k == self.W_K.shape[-1],
            "projection",
            expected="W_Q and W_K with the same number of columns d_k",
            got=f"{self.W_Q.shape} and {self.W_K.shape}",
        )
        for b, W in (("b_Q", self.W_Q), ("b_K", self.W_K), ("b_V", self.W_V)):
            if getattr(self, b) is not None:
                bias = as_float_array(b, getattr(self, b), ndim_at_least=1)
                wanted = f"width {W.shape[-1]}"
                require(
                    bias.shape[-1:] == W.shape[-1:], b, expected=wanted, got=bias.shape
                )
                set_field(self, b, bias)

    @property
    def d_model(self):
        """Width of X."""
        return self.W_Q.shape[-2]

    @property
    def d_k(self):
        """Width of queries and keys."""
        return self.W_Q.shape[-1]

    @property
    def d_v(self):
        """Width of values."""
        return self.W_V.shape[-1]

    @classmethod
    def random(cls, d_model, d_k, d_v=None, *, seed=0):
        """Draw the matrices, as before any training.

        Parameters
        ----------
        d_model, d_k, d_v : int
            At least 1 each; d_v is d_k if not given.
        seed : int, default 0
            From 0 up. The same seed gives the same numbers.

        Returns
        -------
        ProjectionWeights
            Normal, mean 0, variance 1/d_model: numbers of variance 1 in X give numbers
            of variance 1 in Q, K and V.

        Raises
        ------
        ValueError, TypeError
            If a size or the seed is not such a whole number.
        """
        d_v = d_k if d_v is None else d_v
        sizes = {"d_model": d_model, "d_k": d_k, "d_v": d_v}
        d_model, d_k, d_v = (as_count(*s, at_least=1) for s in sizes.items())
        rng = np.random.default_rng(as_count("seed", seed, at_least=0, at_most=None))
        widths = (d_k, d_k, d_v)
        return cls(
            *(rng.standard_normal((d_model, w)) / math.sqrt(d_model) for w in widths)
        )


def project(X, projection):
    """Turn every token into a query, a key and a value.

    ``Q = X W_Q + b_Q``, ``K = X W_K + b_K``, ``V = X W_V + b_V``

    Parameters
    ----------
    X : array, shape (..., T, d_model)
        One row for each token.
    projection : ProjectionWeights

    Returns
    -------
    Q, K : arrays, shape (..., T, d_k)
    V : array, shape (..., T, d_v)

    Raises
    ------
    ValueError
        If X is not d_model wide, or leading axes do not broadcast.
    TypeError
        If X is not made of real numbers, or ``projection`` is one matrix alone.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2.
    """
    if not isinstance(projection, ProjectionWeights):
        raise TypeError(
            "projection: expected ProjectionWeights(W_Q, W_K, W_V), got "
            f"{type(projection).__name__}; for one matrix write X @ W"
        )
    p = projection
    X = as_tokens("project", "X", X, p.d_model)
    pairs = ((p.W_Q, p.b_Q), (p.W_K, p.b_K), (p.W_V, p.b_V))
    for W, b in pairs:
        bias = {} if b is None else {"b": b[..., None, :]}
        require_leading_axes("project", X=X, W=W, **bias)
    return tuple(affine(X, W, b) for W, b in pairs)


def copied(projection):
    """The same weights in arrays of their own, for a trace to keep."""
    values = ((f.name, getattr(projection, f.name)) for f in fields(projection))
    arrays = {name: v.copy() for name, v in values if isinstance(v, np.ndarray)}
    return replace(projection, **arrays)
