"""All heads of a model at once, each as a small map of its weights."""

import numpy as np
from matplotlib.patches import Rectangle

from .._arrays import as_float_array, require
from ..words import _
from . import style

_EACH = 60  # points: one map


@style.own_settings()
def head_grid(weights, *, chosen=None, ax=None):
    """Draw every head of every layer as a small map, dark where the weight is large.

    Parameters
    ----------
    weights : array, shape (layers, heads, T, T)
        Drawn as given: in each map row = query, column = key.
    chosen : pair of int, optional
        Layer and head of the map that gets a frame.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the weights are not a square for each head, or there is no such head.
    TypeError
        If they are not real numbers.
    """
    weights = as_float_array("weights", weights)
    require(
        weights.ndim == 4 and weights.size and weights.shape[2] == weights.shape[3],
        "head_grid",
        expected="weights of shape (layers, heads, T, T)",
        got=f"shape {weights.shape}",
    )
    layers, heads, T = weights.shape[:3]
    if chosen is not None:
        layer, head = chosen
        require(
            0 <= layer < layers and 0 <= head < heads,
            "chosen",
            expected=f"a layer below {layers} and a head below {heads}",
            got=f"{layer} and {head}",
        )
    if ax is None:
        ax = style.new_axes((heads * _EACH + 60) / 72, (layers * _EACH + 50) / 72)
    ax.clear()
    # One map beside the other in one picture, with a frame of nothing around each.
    framed = np.pad(weights, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=np.nan)
    mosaic = framed.transpose(0, 2, 1, 3).reshape(layers * (T + 1), heads * (T + 1))
    ax.imshow(
        np.ma.masked_invalid(mosaic),
        cmap=style.colormap("weights", "weights"),
        vmin=0,
        vmax=1,
        aspect="equal",
        interpolation="nearest",
    )
    for i, j in np.ndindex(layers, heads):
        corner = (j * (T + 1) - 0.5, i * (T + 1) - 0.5)
        own = chosen is not None and (i, j) == tuple(chosen)
        look = {"edgecolor": style.INK if own else style.FAINT, "lw": 2.5 if own else 1}
        ax.add_patch(Rectangle(corner, T, T, fill=False, zorder=2 + own, **look))
    middle = (T - 1) / 2
    ax.set_xticks([j * (T + 1) + middle for j in range(heads)], map(str, range(heads)))
    names = [_("layer {number}").format(number=i) for i in range(layers)]
    ax.set_yticks([i * (T + 1) + middle for i in range(layers)], names)
    ax.tick_params(labeltop=True, labelbottom=False)
    ax.xaxis.set_label_position("top")
    ax.set_xlabel(_("head"))
    ax.spines[:].set_visible(False)
    return ax
