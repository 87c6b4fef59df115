"""A layer of a transformer: attention and what stands around it.

``mixed = norm(X + attention)``, ``output = norm(mixed + feed-forward)``
"""

from dataclasses import dataclass

import numpy as np

from .._affine import affine, as_tokens
from .._arrays import as_float_array, quiet, require, require_shape, set_field
from ..multi_head import MultiHeadTrace, MultiHeadWeights, multi_head_attention

EPSILON = 1e-12  # this model's; others use 1e-5


@quiet
def layer_norm(X, gain, bias, epsilon=EPSILON):
    """Give every row mean 0 and variance 1, then each column its own scale and shift.

    ``(X − mean) / √(variance + ε) · gain + bias``, mean and variance of each row

    Parameters
    ----------
    X : array, shape (..., T, d_model)
    gain, bias : arrays, shape (d_model,)
    epsilon : float
        Keeps a row of equal numbers from being divided by 0.

    Returns
    -------
    normed : array, shape (..., T, d_model)

    Raises
    ------
    ValueError
        If gain and bias are not one number for each column.
    TypeError
        If an input is not made of real numbers.

    References
    ----------
    Ba et al. 2016, "Layer Normalization", section 3.1.
    """
    X = as_float_array("X", X, ndim_at_least=1)
    gain, bias = as_float_array("gain", gain), as_float_array("bias", bias)
    require(
        gain.shape == bias.shape == X.shape[-1:],
        "layer_norm",
        expected=f"gain and bias of shape {X.shape[-1:]}",
        got=f"{gain.shape} and {bias.shape}",
    )
    centred = X - X.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + epsilon) * gain + bias


@quiet
def erf(x):
    """The error function, ``2/√π ∫₀ˣ exp(−t²) dt``, to 1.5e-7: NumPy has none.

    Parameters
    ----------
    x : array

    Returns
    -------
    array, of the same shape

    Raises
    ------
    TypeError
        If x is not made of real numbers.

    References
    ----------
    Abramowitz and Stegun 1964, 7.1.26.
    """
    x = as_float_array("x", x)
    size = np.minimum(np.abs(x), 6)  # beyond, it is 1 to 16 digits
    t = 1 / (1 + 0.3275911 * size)
    series = 1.061405429
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = coefficient + t * series
    return np.copysign(1 - t * series * np.exp(-size * size), x)


@quiet
def gelu(x):
    """Let large numbers through, hold small ones back: a step with a soft edge.

    ``x · Φ(x)``, where Φ is the normal distribution function

    Parameters
    ----------
    x : array

    Returns
    -------
    array, of the same shape

    Raises
    ------
    TypeError
        If x is not made of real numbers.

    References
    ----------
    Hendrycks and Gimpel 2016.
    """
    x = as_float_array("x", x)
    return x * 0.5 * (1 + erf(x / np.sqrt(2, dtype=x.dtype)))


@dataclass(frozen=True, eq=False)
class FeedForward:
    """Two matrices with a bend between: each token for itself, no looking around.

    ``gelu(X W_1 + b_1) W_2 + b_2``

    Parameters
    ----------
    W_1, b_1 : arrays, shapes (d_model, d_hidden), (d_hidden,)
    W_2, b_2 : arrays, shapes (d_hidden, d_model), (d_model,)

    Raises
    ------
    ValueError
        If the sizes do not fit; the text says what would.
    TypeError
        If an input is not made of real numbers.

    References
    ----------
    Vaswani et al. 2017, section 3.3 (there with max(0, ·) as the bend).
    """

    W_1: np.ndarray
    b_1: np.ndarray
    W_2: np.ndarray
    b_2: np.ndarray

    def __post_init__(self):
        for name in ("W_1", "b_1", "W_2", "b_2"):
            set_field(self, name, as_float_array(name, getattr(self, name)))
        got = f"shape {self.W_1.shape}"
        require(self.W_1.ndim == 2, "W_1", expected="2 axes", got=got)
        d_model, d_hidden = self.W_1.shape
        require_shape("b_1", self.b_1, "(d_hidden,)", (d_hidden,))
        require_shape("W_2", self.W_2, "(d_hidden, d_model)", (d_hidden, d_model))
        require_shape("b_2", self.b_2, "(d_model,)", (d_model,))

    @quiet
    def __call__(self, X):
        """X of shape (..., T, d_model) → the same shape."""
        X = as_tokens("FeedForward", "X", X, len(self.W_1))
        return affine(gelu(affine(X, self.W_1, self.b_1)), self.W_2, self.b_2)


@dataclass(frozen=True, eq=False)
class Layer:
    """One of the model's layers; a norm is a pair, gain and bias.

    The extract has no feed-forward and no second norm.
    """

    attention: MultiHeadWeights
    norm: tuple
    feed_forward: FeedForward | None = None
    norm_after: tuple | None = None


@dataclass(frozen=True, eq=False)
class LayerTrace:
    """Every stage of one layer.

    Attributes
    ----------
    attention : MultiHeadTrace
        With ``X``, the layer's input, and the 12 heads.
    mixed : array, shape (T, 384)
        ``layer_norm(X + attention)``: what the tokens are after looking around.
    output : array, shape (T, 384), or None
        ``layer_norm(mixed + feed_forward(mixed))``; None with the extract.
    """

    attention: MultiHeadTrace
    mixed: np.ndarray
    output: np.ndarray | None


@quiet
def run_layer(X, layer):
    """Let the tokens look around, then let each think for itself.

    Parameters
    ----------
    X : array, shape (T, d_model)
    layer : Layer

    Returns
    -------
    LayerTrace

    References
    ----------
    Vaswani et al. 2017, section 3.1 (encoder); Devlin et al. 2018.
    """
    attention = multi_head_attention(X, layer.attention)
    mixed = layer_norm(X + attention.output, *layer.norm)
    if layer.feed_forward is None:
        return LayerTrace(attention, mixed, None)
    output = layer_norm(mixed + layer.feed_forward(mixed), *layer.norm_after)
    return LayerTrace(attention, mixed, output)
