"""Masks as pictures: who may look at whom, and what is left to look at."""

import numpy as np

from .._arrays import require
from . import style
from .labelled_matrix import matrix
from .scale_and_softmax import finish_bars


def mask_grid(mask, queries, keys=None, *, title="", ax=None):
    """Draw a Boolean mask: a tick where a query may look, hatching where not.

    Parameters
    ----------
    mask : array of bool, shape (T_q, T_k)
        True = may attend.
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    title : str, optional
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the mask is not Boolean or not a matrix.
    """
    mask = np.asarray(mask)
    require(mask.dtype == bool, "mask", expected="True and False", got=str(mask.dtype))
    ax = matrix(
        np.where(mask, 0.0, -np.inf),
        rows=queries,
        columns=queries if keys is None else keys,
        title=title,
        symbol="mask",
        row_title="query: who looks",
        column_title="key: who is looked at",
        ax=ax,
    )
    for text in [t for t in ax.texts if t.get_text() == "0"]:
        text.set_text("✓")  # a mask has no numbers
    return ax


def attention_weights(weights, queries, keys=None, *, hidden=None, title="", ax=None):
    """Draw weights, 0 to 1, with hidden cells hatched.

    Parameters
    ----------
    weights : array, shape (T_q, T_k)
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    hidden : array of bool, shape (T_q, T_k), optional
        True = hidden (the opposite of a mask).
    title : str, optional
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    return matrix(
        weights,
        rows=queries,
        columns=queries if keys is None else keys,
        title=title,
        symbol="weights",
        kind="weights",
        hidden=hidden,
        row_title="query: who looks",
        column_title="key: who is looked at",
        ax=ax,
    )


def column_means(means, keys, ax=None):
    """Draw how much weight each key gets on average, as bars.

    Parameters
    ----------
    means : array, shape (T_k,)
    keys : list of str
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.new_axes(max(4, 1 + 0.9 * len(keys)), 3) if ax is None else ax
    bars = ax.bar(range(len(keys)), means, color=style.colour("weights"), width=0.7)
    ax.bar_label(bars, [f"{m:.4f}" for m in means], fontsize=style.NUMBER, padding=2)
    return finish_bars(ax, keys, "mean weight", high=max(means, default=1))
