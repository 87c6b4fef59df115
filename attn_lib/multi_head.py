"""Multi-head: several small attentions side by side, mixed by one more matrix.

``output = [head₀ | head₁ | …] W_O``, ``headᵢ = attention(X W_Qᵢ, X W_Kᵢ, X W_Vᵢ)``

Heads are counted from 0, as Python counts; the paper counts from 1.
"""

import math
from dataclasses import dataclass

import numpy as np

from ._affine import affine, as_tokens
from ._arrays import (
    as_array,
    as_count,
    as_float_array,
    quiet,
    require,
    require_leading_axes,
    require_shape,
    set_field,
)
from .attention import AttentionTrace, attention
from .masking import as_mask
from .qkv_projection import ProjectionWeights, copied


def split_heads(X, num_heads):
    """Cut every row into ``num_heads`` pieces and give each head its own matrix.

    ``heads[i, t] = X[t, i·d_head : (i + 1)·d_head]``: a reshape **and** a swap of axes.

    Parameters
    ----------
    X : array, shape (..., T, d)
    num_heads : int
        A divisor of d.

    Returns
    -------
    heads : array, shape (..., num_heads, T, d / num_heads)

    Raises
    ------
    ValueError
        If ``num_heads`` does not divide d; the text says which numbers would.
    TypeError
        If ``num_heads`` is not a whole number.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2.
    """
    X = _with_axes("X", X, 2)
    num_heads = as_count("num_heads", num_heads, at_least=1)
    require_divisor("split_heads", "a width", X.shape[-1], num_heads)
    d_head = X.shape[-1] // num_heads
    pieces = X.reshape(*X.shape[:-1], num_heads, d_head)  # (..., T, h, d / h)
    return pieces.swapaxes(-3, -2)  #                       (..., h, T, d / h)


def merge_heads(heads):
    """Lay the heads' rows side by side again: :func:`split_heads` backwards.

    ``merged[t] = [heads[0, t] | heads[1, t] | …]``

    Parameters
    ----------
    heads : array, shape (..., num_heads, T, d_v)

    Returns
    -------
    merged : array, shape (..., T, num_heads · d_v)

    Raises
    ------
    ValueError
        If there are fewer than three axes.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2 (Concat).
    """
    heads = _with_axes("heads", heads, 3)
    rows = heads.swapaxes(-3, -2)  #  (..., T, h, d_v)
    width = rows.shape[-2] * rows.shape[-1]
    return rows.reshape(*rows.shape[:-2], width)


@dataclass(frozen=True, eq=False)
class MultiHeadWeights:
    """The four matrices (and, if any, biases) of multi-head attention.

    Each of the first three holds its heads' small matrices side by side.

    Parameters
    ----------
    W_Q : array, shape (d_model, num_heads · d_k)
    W_K : array, shape (d_model, num_kv_heads · d_k)
    W_V : array, shape (d_model, num_kv_heads · d_v)
    W_O : array, shape (num_heads · d_v, d_model)
        Mixes what the heads took home.
    num_heads : int
    num_kv_heads : int, optional
        A divisor of ``num_heads``: so many heads of keys and values, each shared by a
        group of neighbouring query heads. ``num_heads`` if not given.
    b_Q, b_K, b_V, b_O : arrays, as wide as their matrices, optional

    Raises
    ------
    ValueError
        If the sizes do not fit; the text says what would.
    TypeError
        If a number of heads is not a whole number.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2; Ainslie et al. 2023 (grouped queries).
    """

    W_Q: np.ndarray
    W_K: np.ndarray
    W_V: np.ndarray
    W_O: np.ndarray
    num_heads: int
    num_kv_heads: int | None = None
    b_Q: np.ndarray | None = None
    b_K: np.ndarray | None = None
    b_V: np.ndarray | None = None
    b_O: np.ndarray | None = None

    def __post_init__(self):
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            W = as_float_array(name, getattr(self, name), ndim_at_least=2)
            require(W.ndim == 2, name, expected="2 axes", got=f"shape {W.shape}")
            set_field(self, name, W)
        set_field(self, "num_heads", as_count("num_heads", self.num_heads, at_least=1))
        if self.num_kv_heads is None:
            set_field(self, "num_kv_heads", self.num_heads)
        kv_heads = as_count("num_kv_heads", self.num_kv_heads, at_least=1)
        set_field(self, "num_kv_heads", kv_heads)
        self._require_sizes()
        for name in ("b_Q", "b_K", "b_V", "b_O"):
            self._set_bias(name, width=getattr(self, f"W_{name[-1]}").shape[1])

    def _require_sizes(self):
        h, h_kv = self.num_heads, self.num_kv_heads
        require(
            h % h_kv == 0,
            "num_kv_heads",
            expected=f"a divisor of num_heads = {h} ({_divisors(h)})",
            got=h_kv,
        )
        require_divisor("W_Q", "a number of columns", self.W_Q.shape[1], h)
        require_divisor("W_V", "a number of columns", self.W_V.shape[1], h_kv)
        rows, d_k, d_v = self.d_model, self.d_k, self.d_v
        wanted = {
            "W_K": ("(d_model, num_kv_heads · d_k)", (rows, h_kv * d_k)),
            "W_V": ("(d_model, num_kv_heads · d_v)", (rows, h_kv * d_v)),
            "W_O": ("(num_heads · d_v, d_model)", (h * d_v, rows)),
        }
        for name, (words, shape) in wanted.items():
            require_shape(name, getattr(self, name), words, shape)

    def _set_bias(self, name, width):
        if getattr(self, name) is not None:
            b = as_float_array(name, getattr(self, name))
            require(
                b.shape == (width,), name, expected=f"shape ({width},)", got=b.shape
            )
            set_field(self, name, b)

    @property
    def d_model(self):
        """Width of X and of the output."""
        return self.W_Q.shape[0]

    @property
    def d_k(self):
        """Width of one head's queries and keys."""
        return self.W_Q.shape[1] // self.num_heads

    @property
    def d_v(self):
        """Width of one head's values."""
        return self.W_V.shape[1] // self.num_kv_heads

    def head(self, i):
        """One head's small matrices.

        Parameters
        ----------
        i : int
            From 0 to num_heads − 1.

        Returns
        -------
        ProjectionWeights
            W_Q, W_K of shape (d_model, d_k), W_V of shape (d_model, d_v).

        Raises
        ------
        ValueError, TypeError
            If there is no such head.
        """
        i = _head_index(i, self.num_heads)
        i_kv = i * self.num_kv_heads // self.num_heads

        def piece(array, width, index):
            if array is None:
                return None
            return array[..., index * width : (index + 1) * width]

        return ProjectionWeights(
            piece(self.W_Q, self.d_k, i),
            piece(self.W_K, self.d_k, i_kv),
            piece(self.W_V, self.d_v, i_kv),
            piece(self.b_Q, self.d_k, i),
            piece(self.b_K, self.d_k, i_kv),
            piece(self.b_V, self.d_v, i_kv),
        )

    @classmethod
    def random(cls, d_model, num_heads, *, seed=0):
        """Draw the matrices, as before any training, with d_k = d_v = d_model / h.

        Parameters
        ----------
        d_model : int
        num_heads : int
            A divisor of d_model. The numbers do not depend on it, only where they are
            cut.
        seed : int, default 0
            From 0 up. The same seed gives the same numbers.

        Returns
        -------
        MultiHeadWeights
            Four matrices of shape (d_model, d_model), normal, mean 0, variance
            1/d_model.

        Raises
        ------
        ValueError
            If ``num_heads`` does not divide d_model; the text says which would.
        TypeError
            If a size or the seed is not a whole number.
        """
        d_model = as_count("d_model", d_model, at_least=1)
        num_heads = as_count("num_heads", num_heads, at_least=1)
        require_divisor("MultiHeadWeights", "a d_model", d_model, num_heads)
        rng = np.random.default_rng(as_count("seed", seed, at_least=0, at_most=None))
        W = rng.standard_normal((4, d_model, d_model)) / math.sqrt(d_model)
        return cls(*W, num_heads)


@dataclass(frozen=True, eq=False)
class MultiHeadTrace:
    """Every stage of multi-head attention; h is the number of heads.

    Attributes
    ----------
    Q, K, V : arrays, shapes (..., h, T_q, d_k), (..., h, T_k, d_k), (..., h, T_k, d_v)
        Keys and values that a group shares are repeated for each of its heads.
    scores, scaled, masked, weights : arrays, shape (..., h, T_q, T_k)
    heads : array, shape (..., h, T_q, d_v)
        What each head took home: the paper's headᵢ.
    concat : array, shape (..., T_q, h · d_v)
        The same side by side.
    output : array, shape (..., T_q, d_model)
        ``concat W_O + b_O``
    mask : array or None
        What was applied, its head axis inserted; causal included.
    X, projection : array (..., T_q, d_model) and MultiHeadWeights
    context : array (..., T_k, d_model), or None
        Where keys and values came from, if not from X.
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
    heads: np.ndarray
    concat: np.ndarray
    output: np.ndarray
    mask: np.ndarray | None
    X: np.ndarray
    projection: MultiHeadWeights
    context: np.ndarray | None = None
    scale: float | None = None

    def head(self, i):
        """One head as an attention of its own.

        Parameters
        ----------
        i : int
            From 0 to h − 1.

        Returns
        -------
        AttentionTrace
            ``output`` is the head's, (..., T_q, d_v). With ``X`` and its small
            ``projection`` when queries and keys came from the same X.

        Raises
        ------
        ValueError, TypeError
            If there is no such head.
        """
        i = _head_index(i, self.projection.num_heads)
        one_source = self.context is None
        return AttentionTrace(
            *(getattr(self, name)[..., i, :, :] for name in _STAGES),
            mask=_mask_of_head(self.mask, i),
            X=self.X if one_source else None,
            projection=self.projection.head(i) if one_source else None,
            scale=self.scale,
        )


_STAGES = ("Q", "K", "V", "scores", "scaled", "masked", "weights", "heads")
_NAME = "multi_head_attention"  # in its errors


@quiet
def multi_head_attention(
    X, projection, *, context=None, mask=None, is_causal=False, scale=None
):
    """Let several heads look at the tokens, each in its own way, and mix their finds.

    ``output = [head₀ | head₁ | …] W_O + b_O``

    Parameters
    ----------
    X : array, shape (..., T_q, d_model)
        One row for each token that asks.
    projection : MultiHeadWeights
    context : array, shape (..., T_k, d_model), optional
        Where keys and values come from (cross-attention); X if not given.
    mask : array, optional
        Boolean (True = may attend) or floating (added), broadcasting to
        (B, T_q, T_k): the same for every head. One with four axes or more has a head
        axis, third from the end, and is taken as it is.
    is_causal : bool, default False
        Also hide what comes later; see :func:`causal_mask`.
    scale : float, optional
        Takes the place of 1/√d_k in every head.

    Returns
    -------
    trace : MultiHeadTrace
        All stages; ``trace.output`` has shape (..., T_q, d_model). A query that may
        look at nothing takes nothing home: its output is b_O, or 0 without one.

    Raises
    ------
    ValueError
        If sizes do not fit, or a visible score is NaN or +inf.
    TypeError
        If an input is not made of real numbers, or ``projection`` is no
        MultiHeadWeights.

    References
    ----------
    Vaswani et al. 2017, section 3.2.2.
    """
    p = projection
    if not isinstance(p, MultiHeadWeights):
        raise TypeError(
            "projection: expected MultiHeadWeights(W_Q, W_K, W_V, W_O, num_heads), got "
            f"{type(p).__name__}"
        )
    X = as_tokens(_NAME, "X", X, p.d_model)
    if context is not None:
        context = as_tokens(_NAME, "context", context, p.d_model)
    source = X if context is None else context
    require_leading_axes(_NAME, X=X, context=source)
    group = p.num_heads // p.num_kv_heads

    Q = split_heads(affine(X, p.W_Q, p.b_Q), p.num_heads)  #  (..., h, T_q, d_k)
    K = split_heads(affine(source, p.W_K, p.b_K), p.num_kv_heads)
    V = split_heads(affine(source, p.W_V, p.b_V), p.num_kv_heads)
    K = K.repeat(group, axis=-3)  #                           (..., h, T_k, d_k)
    V = V.repeat(group, axis=-3)  #                           (..., h, T_k, d_v)
    mask = _with_head_axis(mask)
    # Every head at once.
    trace = attention(Q, K, V, mask=mask, is_causal=is_causal, scale=scale)
    concat = merge_heads(trace.output)  #                     (..., T_q, h · d_v)
    output = affine(concat, p.W_O, p.b_O)  #                  (..., T_q, d_model)

    stages = (getattr(trace, "output" if s == "heads" else s) for s in _STAGES)
    kept = (X.copy(), copied(p), None if context is None else source.copy())
    return MultiHeadTrace(*stages, concat, output, trace.mask, *kept, scale)


def _with_head_axis(mask):
    """(B, T_q, T_k) → (B, 1, T_q, T_k): samples must not line up with heads."""
    if mask is None:
        return None
    mask = as_mask(mask)
    return mask[:, None] if mask.ndim == 3 else mask


def _mask_of_head(mask, i):
    if mask is None or mask.ndim < 3:
        return mask
    return mask[..., min(i, mask.shape[-3] - 1), :, :]


def _head_index(i, num_heads):
    i = as_count("head", i, at_least=0)
    require(i < num_heads, "head", expected=f"0 to {num_heads - 1}", got=i)
    return i


def _with_axes(name, value, ndim_at_least):
    array = as_array(name, value)
    require(
        array.ndim >= ndim_at_least,
        name,
        expected=f"at least {ndim_at_least} axes",
        got=f"shape {array.shape}",
    )
    return array


def require_divisor(what, thing, width, num_heads):
    require(
        width > 0 and width % num_heads == 0,
        what,
        expected=f"{thing} that the number of heads divides",
        got=f"{width} and {num_heads} heads; {_divisors(width)} would do",
    )


def _divisors(n):
    *others, last = [str(i) for i in range(1, n + 1) if n % i == 0] or ["a larger one"]
    return f"{', '.join(others)} or {last}" if others else last
