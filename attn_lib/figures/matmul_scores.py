"""Scores as pictures: the table of who asks whom, and vectors in the plane."""

import numpy as np

from .._arrays import as_float_array, require
from .._numbers import fixed, number
from ..words import _
from . import plane, style
from .labelled_matrix import LabelledMatrix
from .lettering import hint_at_missing_fonts


@style.own_settings()
def score_matrix(scores, queries, keys=None, ax=None, *, title="scores = Q Kᵀ"):
    """Draw scores: a row for each query, a column for each key.

    Parameters
    ----------
    scores : array, shape (T_q, T_k)
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.
    title : str, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the scores are not a matrix, or the tokens do not fit.
    TypeError
        If the scores are not real numbers.
    """
    return LabelledMatrix.of(
        scores,
        rows=queries,
        columns=queries if keys is None else keys,
        title=title,
        symbol="scores",
        row_title=_("query: who asks"),
        column_title=_("key: who is asked"),
    ).draw(ax)


@style.own_settings()
def vectors_in_plane(q, K, *, labels=None, ax=None):
    """Draw a query and keys of width 2 as arrows, with angle and dot product.

    Parameters
    ----------
    q : array, shape (2,)
    K : array, shape (n, 2)
    labels : list of str, optional
        One a key; k1, k2, … if not given.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes
        With a table at its right: the angle between query and key, and their product.

    Raises
    ------
    ValueError
        If a vector is not two wide or not finite, or there is not one label a key.
    TypeError
        If a vector is not made of real numbers.
    """
    q, K = as_float_array("q", q), as_float_array("K", K)
    require(
        q.shape == (2,) and K.ndim == 2 and K.shape[1] == 2,
        "vectors_in_plane",
        expected="q of shape (2,) and K of shape (n, 2)",
        got=f"{q.shape} and {K.shape}",
    )
    labels = plane.numbered("k", K) if labels is None else labels
    labels = style.named("labels", labels, len(K))
    tips = plane.finite("vectors_in_plane", np.vstack([q, K]))
    ax = plane.new_plane(430, 430, labels, beside=300) if ax is None else ax
    ax.clear()
    plane.show_points(ax, np.vstack([tips, (0, 0)]))
    ink_q, ink_k = style.colour("Q"), style.colour("K")
    for k in K:
        _arrow(ax, k, ink_k, linewidth=2.2)
    _arrow(ax, q, ink_q, linewidth=4)
    shown = plane.short(labels)
    plane.name_points(ax, tips, ["q", *shown], [ink_q, *[ink_k] * len(K)])
    rows = [
        (name, _angle(q, k), number(q @ k)) for name, k in zip(shown, K, strict=True)
    ]
    head = _("key"), _("angle to q"), "q · k"
    plane.table_beside(ax, head, rows, ink_k)
    hint_at_missing_fonts(style.figure_of(ax), labels)
    return ax


def _angle(q, k):
    lengths = np.hypot(*q) * np.hypot(*k)
    if lengths == 0:
        return "–"  # no direction, no angle
    turned = np.arccos(np.clip(q @ k / lengths, -1, 1))
    return f"{fixed(np.degrees(turned), 0)}°"


def _arrow(ax, tip, ink, **line):
    look = {"arrowstyle": "-|>", "mutation_scale": 20, "shrinkA": 0, "shrinkB": 0}
    arrow = {**look, **line, "color": ink}
    ax.annotate("", xy=tip, xytext=(0, 0), arrowprops=arrow)
