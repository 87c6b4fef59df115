"""The weighted sum as pictures: inside the hull of the values; before and after."""

import numpy as np
from matplotlib.patches import Polygon

from .._arrays import as_float_array, require
from .._numbers import number
from ..weighted_sum import convex_hull
from ..words import _
from . import bars, plane, style
from .lettering import (
    NUMBER,
    SMALLEST,
    TICK,
    drawable,
    hint_at_missing_fonts,
    shorten,
    widest,
)


@style.own_settings()
def values_in_plane(V, weights, output, *, labels=None, ax=None):
    """Draw values of width 2, their convex hull, and the output inside it.

    Parameters
    ----------
    V : array, shape (n, 2)
    weights : array, shape (n,)
        Written, and drawn as the size of each point and of its line to the output.
    output : array, shape (2,)
    labels : list of str, optional
        One a value; v1, v2, … if not given.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the values are not two wide or not finite, or there is not one weight and
        one label for each.
    TypeError
        If an input is not made of real numbers.
    """
    V, weights = as_float_array("V", V), as_float_array("weights", weights)
    output = as_float_array("output", output)
    require(
        V.ndim == 2
        and V.shape[1] == 2
        and weights.shape == V.shape[:1]
        and output.shape == (2,),
        "values_in_plane",
        expected="V of shape (n, 2), weights of shape (n,) and output of shape (2,)",
        got=f"{V.shape}, {weights.shape} and {output.shape}",
    )
    labels = plane.numbered("v", V) if labels is None else labels
    labels = style.named("labels", labels, len(V))
    points = style.steady(plane.finite("values_in_plane", np.vstack([V, output])))
    V, output = points[:-1], points[-1]
    ax = plane.new_plane(620, 420, labels) if ax is None else ax
    ax.clear()
    plane.show_points(ax, points)
    ink, own = style.colour("V"), style.colour("output")
    look = {"facecolor": "#e3f1ec", "edgecolor": ink, "linewidth": 1.5, "zorder": 0.6}
    ax.add_patch(Polygon(convex_hull(V), **look))
    shares = style.steady(np.clip(weights, 0, 1))
    for v, share in zip(V, shares, strict=True):
        ax.plot(*zip(v, output, strict=True), color=own, lw=10 * share, alpha=0.35)
    ax.scatter(*V.T, s=50 + 700 * shares, color=ink, zorder=3)
    ax.plot(*output, "*", markersize=24, color=own, mec=style.PAPER, zorder=4)
    texts = [
        f"{name} ({number(weight)})"
        for name, weight in zip(plane.short(labels), weights, strict=True)
    ]
    inks = [ink] * len(V) + [own]
    plane.name_points(ax, points, [*texts, "output"], inks, gap=11)
    hint_at_missing_fonts(style.figure_of(ax), labels)
    return ax


@style.own_settings()
def before_after(before, after, names, *, labels=None, ax=None):
    """Draw two vectors feature by feature, as paired bars.

    Parameters
    ----------
    before, after : arrays, shape (n,)
    names : list of str
        Of the features.
    labels : pair of str, optional
        What the two are; before and after if not given.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is not one number before and after for each name, or not two labels.
    TypeError
        If an input is not made of real numbers.
    """
    before, after = as_float_array("before", before), as_float_array("after", after)
    names = style.named("names", names, len(names))
    require(
        before.shape == after.shape == (len(names),) and len(names) > 0,
        "before_after",
        expected=f"one number before and after for each of {len(names)} names",
        got=f"{before.shape} and {after.shape}",
    )
    labels = (_("before"), _("after")) if labels is None else labels
    labels = style.named("labels", labels, 2)
    ax = bars.new_bar_axes(names, each=104) if ax is None else ax
    ax.clear()
    place = np.arange(len(names))
    plain, striped = style.colour("output"), style.colour("V")
    looks = (
        {"facecolor": style.PAPER, "edgecolor": striped, "hatch": "//"},
        {"facecolor": plain, "edgecolor": plain},
    )
    sides = zip((-0.2, 0.2), (before, after), labels, looks, strict=True)
    for shift, values, label, look in sides:
        name = _in_legend(label, 72 * style.figure_of(ax).get_size_inches()[0])
        drawn = ax.bar(place + shift, values, 0.38, label=name, **look)
        texts = [number(value) for value in values]
        size = min(NUMBER, 0.4 * style.points(ax).width / len(names) / widest(texts, 1))
        if size >= SMALLEST:
            ax.bar_label(drawn, texts, fontsize=size, padding=2)
    bars.dress(ax, names, "")
    ax.axhline(0, color=style.INK, linewidth=1)
    ax.margins(y=0.15)
    style.legend_above(ax)
    return ax


def _in_legend(label, across):
    """A label of which two fit side by side; one that begins with _ is not left out."""
    name = shorten(drawable(label), across / 2 - 75, TICK)
    return f" {name}" if name.startswith("_") else name
