"""Masks as pictures: who may look at whom, and what is left to look at."""

from dataclasses import replace

import numpy as np

from .._arrays import as_array, as_float_array, require
from ..words import N_, _
from . import style
from .bars import bars
from .labelled_matrix import LabelledMatrix


def _sides():
    return {
        "row_title": _("query: who looks"),
        "column_title": _("key: who is looked at"),
    }


@style.own_settings()
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
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the mask is not Boolean or not a matrix, or the tokens do not fit.
    """
    mask = as_array("mask", mask)
    require(mask.dtype == bool, "mask", expected="True and False", got=str(mask.dtype))
    keys = queries if keys is None else keys
    grid = LabelledMatrix.of(
        np.zeros(mask.shape),
        rows=queries,
        columns=keys,
        hidden=~mask,
        title=title,
        symbol="mask",
        **_sides(),
    )
    return replace(grid, write=lambda value: "✓").draw(ax)


@style.own_settings()
def attention_weights(weights, queries, keys=None, *, hidden=None, title="", ax=None):
    """Draw weights, 0 to 1, with hidden cells hatched.

    Parameters
    ----------
    weights : array, shape (T_q, T_k)
        Drawn as given.
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    hidden : array of bool, shape (T_q, T_k), optional
        True = hidden (the opposite of a mask).
    title : str, optional
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the weights are not a matrix, or ``hidden`` or the tokens do not fit.
    TypeError
        If the weights are not real numbers.
    """
    return LabelledMatrix.of(
        weights,
        rows=queries,
        columns=queries if keys is None else keys,
        title=title,
        symbol="weights",
        kind="weights",
        hidden=hidden,
        **_sides(),
    ).draw(ax)


@style.own_settings()
def column_means(means, keys, ax=None):
    """Draw how much weight each key gets on average, as bars.

    Parameters
    ----------
    means : array, shape (T_k,)
    keys : list of str
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is not one key for each mean.
    TypeError
        If the means are not real numbers.
    """
    means = as_float_array("means", means)
    return bars(
        means, keys, N_("mean weight"), top=means.max(initial=0), places=4, ax=ax
    )
