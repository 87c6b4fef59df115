"""Scores as pictures: the table of who asks whom, and vectors in the plane."""

import numpy as np

from .._arrays import as_float_array, require
from . import style
from .labelled_matrix import matrix


def score_matrix(scores, queries, keys=None, ax=None):
    """Draw scores: a row for each query, a column for each key.

    Parameters
    ----------
    scores : array, shape (T_q, T_k)
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    return matrix(
        scores,
        rows=queries,
        columns=queries if keys is None else keys,
        title="scores = Q Kᵀ",
        symbol="scores",
        row_title="query: who asks",
        column_title="key: who is asked",
        ax=ax,
    )


def vectors_in_plane(q, K, *, labels=None, ax=None):
    """Draw a query and keys of width 2 as arrows, with angle and dot product.

    Parameters
    ----------
    q : array, shape (2,)
    K : array, shape (n, 2)
    labels : list of str, optional
        One a key; k₁, k₂, … if not given.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If a vector is not two wide.
    """
    q, K = as_float_array("q", q), as_float_array("K", K, ndim_at_least=2)
    require(
        q.shape == (2,) and K.shape[1:] == (2,),
        "vectors_in_plane",
        expected="q of shape (2,) and K of shape (n, 2)",
        got=f"{q.shape} and {K.shape}",
    )
    labels = [f"k{i}" for i in range(1, len(K) + 1)] if labels is None else labels
    ax = style.new_axes(8, 6) if ax is None else ax
    for label, k in zip(style.drawable_labels(labels, limit=20), K, strict=True):
        _arrow(
            ax,
            k,
            style.colour("K"),
            f"{label}\n{_angle(q, k)}q·k = {style.number(q @ k)}",
        )
    _arrow(ax, q, style.colour("Q"), "q", width=3)
    reach = 1.5 * max(np.abs(q).max(), np.abs(K).max(initial=0), 1e-9)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    ax.axhline(0, color=style.PALE, linewidth=0.8, zorder=0)
    ax.axvline(0, color=style.PALE, linewidth=0.8, zorder=0)
    ax.set_xlabel("first number", fontsize=style.TICK)
    ax.set_ylabel("second number", fontsize=style.TICK)
    return ax


def _angle(q, k):
    lengths = np.hypot(*q) * np.hypot(*k)
    if lengths == 0:
        return ""  # no direction, no angle
    return f"{np.degrees(np.arccos(np.clip(q @ k / lengths, -1, 1))):.0f}°, "


def _arrow(ax, tip, ink, text, width=2):
    ax.annotate(
        "",
        xy=tip,
        xytext=(0, 0),
        arrowprops={"arrowstyle": "-|>", "color": ink, "linewidth": width},
    )
    outward = np.sign(tip) * 8
    ax.annotate(
        text,
        xy=tip,
        xytext=outward,
        textcoords="offset points",
        color=ink,
        fontsize=style.TICK,
        ha="left" if tip[0] >= 0 else "right",
        va="bottom" if tip[1] >= 0 else "top",
        **style.literal(),
    )
