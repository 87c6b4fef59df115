"""The weighted sum as pictures: inside the hull of the values; before and after."""

import numpy as np
from matplotlib.patches import Polygon

from .._arrays import as_float_array, require
from . import style


def values_in_plane(V, weights, output, *, labels=None, ax=None):
    """Draw values of width 2, their convex hull, and the output inside it.

    Parameters
    ----------
    V : array, shape (n, 2)
    weights : array, shape (n,)
        Drawn as the size of each point.
    output : array, shape (2,)
    labels : list of str, optional
        One a value; v₁, v₂, … if not given.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the values are not two wide, or there is not one weight for each.
    """
    V, weights = as_float_array("V", V, ndim_at_least=2), as_float_array("w", weights)
    require(
        V.shape[1:] == (2,) and weights.shape == V.shape[:1],
        "values_in_plane",
        expected="V of shape (n, 2) and weights of shape (n,)",
        got=f"{V.shape} and {weights.shape}",
    )
    labels = [f"v{i}" for i in range(1, len(V) + 1)] if labels is None else labels
    ax = style.new_axes(8, 5) if ax is None else ax
    ink, own = style.colour("V"), style.colour("output")
    ax.add_patch(Polygon(convex_hull(V), facecolor="#e3f1ec", edgecolor=ink, lw=1.2))
    ax.scatter(*V.T, s=60 + 700 * weights, color=ink, alpha=0.85, zorder=3)
    ax.plot(*np.asarray(output), "*", markersize=20, color=own, zorder=4)
    for label, v, w in zip(style.drawable_labels(labels), V, weights, strict=True):
        _note(ax, v, f"{label} ({w:.2f})", ink)
    _note(ax, output, "output", own)
    ax.margins(0.25)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("first number", fontsize=style.TICK)
    ax.set_ylabel("second number", fontsize=style.TICK)
    return ax


def _note(ax, point, text, ink):
    ax.annotate(
        text,
        xy=point,
        xytext=(10, 10),
        textcoords="offset points",
        color=ink,
        fontsize=style.TICK,
        **style.literal(),
    )


def convex_hull(points):
    """The corners of the smallest convex shape around points of the plane, in order.

    Andrew's monotone chain (1979).
    """
    ordered = sorted({(float(x), float(y)) for x, y in points})

    def chain(points):
        corners = []
        for p in points:
            while len(corners) > 1 and not _turns_left(*corners[-2:], p):
                corners.pop()
            corners.append(p)
        return corners

    if len(ordered) < 3:
        return ordered
    return chain(ordered)[:-1] + chain(reversed(ordered))[:-1]


def _turns_left(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def before_after(before, after, names, *, labels=("before", "after"), ax=None):
    """Draw two vectors feature by feature, as paired bars.

    Parameters
    ----------
    before, after : arrays, shape (n,)
    names : list of str
        Of the features.
    labels : pair of str
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.new_axes(max(5, 1 + 1.5 * len(names)), 3.5) if ax is None else ax
    place = np.arange(len(names))
    styles = ((-0.2, "V", "//"), (0.2, "output", ""))
    for values, label, (shift, symbol, hatch) in zip(
        (before, after), labels, styles, strict=True
    ):
        bars = ax.bar(
            place + shift,
            values,
            0.38,
            label=label,
            color=style.PAPER if hatch else style.colour(symbol),
            edgecolor=style.colour(symbol),
            hatch=hatch,
        )
        ax.bar_label(bars, [style.number(v) for v in values], fontsize=style.NUMBER)
    ax.axhline(0, color=style.INK, linewidth=0.8)
    ax.set_xticks(
        place, style.drawable_labels(names), fontsize=style.TICK, **style.literal()
    )
    ax.margins(y=0.15)
    ax.tick_params(length=0, labelsize=style.TICK)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(fontsize=style.TICK, frameon=False)
    return ax
