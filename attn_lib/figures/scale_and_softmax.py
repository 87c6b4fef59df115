"""Scaling and softmax as pictures: variance, saturation, bars, the Jacobian."""

import numpy as np
from matplotlib.ticker import NullLocator

from .._arrays import as_float_array, require
from ..words import N_, _
from . import style
from .bars import bars
from .labelled_matrix import LabelledMatrix
from .lettering import drawable

# divisor → colour of which symbol, line, mark: never colour alone
_LINES = {
    "none": ("K", "--", "s"),
    "√d_k": ("weights", "-", "o"),
    "d_k": ("Q", ":", "^"),
    "√d_model": ("V", "-.", "D"),
}
_MOST_TICKS = 12


@style.own_settings()
def variance_curve(d_k, variance, *, variance_scaled=None, ax=None):
    """Draw the measured variance of q·k against d_k, with the line variance = d_k.

    Parameters
    ----------
    d_k : array, shape (n,)
        Above 0, ascending.
    variance : array, shape (n,)
    variance_scaled : array, shape (n,), optional
        The same after the division by √d_k.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes
        Both axes are logarithmic.

    Raises
    ------
    ValueError
        If there is not one value for each d_k, or one that has no logarithm.
    """
    d_k = _widths(d_k)
    ax = _cleared(ax)
    theory = _("theory: variance = d_k")
    ax.plot(d_k, d_k, color="#c4c4c4", linewidth=7, label=theory)
    _draw(ax, d_k, variance, "q·k", ("scores", "--", "s"))
    if variance_scaled is not None:
        _draw(ax, d_k, variance_scaled, "q·k / √d_k", ("scaled", "-", "o"))
    lowest = min(line.get_ydata().min() for line in ax.lines)
    require(lowest > 0, "variance_curve", expected="variances above 0", got=lowest)
    ax.set_yscale("log", base=2)
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_yticks(*_ticks(d_k))
    return _finish(ax, d_k, _("variance"))


@style.own_settings()
def saturation_curve(d_k, curves, *, ylabel, ax=None):
    """Draw one curve for each divisor against d_k.

    Parameters
    ----------
    d_k : array, shape (n,)
        Above 0, ascending.
    curves : dict of str to array
        ``"none"``, ``"√d_k"``, ``"d_k"`` or ``"√d_model"`` → values, shape (n,).
    ylabel : str
        What the values are.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes
        The axis of d_k is logarithmic, the other begins at 0.

    Raises
    ------
    ValueError
        If there is no curve, a divisor is not one of the four, or there is not one
        value for each d_k.
    """
    d_k = _widths(d_k)
    require(len(curves) > 0, "curves", expected="at least one", got="none")
    for name in curves:
        style.require_one_of("curves", name, _LINES)
    ax = _cleared(ax)
    for name, values in curves.items():
        _draw(ax, d_k, values, _divided(name), _LINES[name])
    ax.set_ylim(bottom=0)
    return _finish(ax, d_k, drawable(ylabel))


def _divided(divisor):
    if divisor == "none":
        return _("not divided")
    return _("divided by {divisor}").format(divisor=divisor)


def _widths(d_k):
    d_k = as_float_array("d_k", d_k)
    require(
        d_k.ndim == 1 and d_k.size > 0 and d_k.min() > 0,
        "d_k",
        expected="a list of widths above 0",
        got=f"shape {d_k.shape}" if d_k.ndim != 1 or not d_k.size else d_k.min(),
    )
    return d_k


def _cleared(ax):
    ax = style.new_axes(9, 5) if ax is None else ax
    ax.clear()
    return ax


def _draw(ax, d_k, values, label, look):
    symbol, line, mark = look
    values = as_float_array(label, values)
    require(
        values.shape == d_k.shape,
        label,
        expected=f"one value for each of {len(d_k)} d_k",
        got=f"shape {values.shape}",
    )
    ax.plot(d_k, values, line, marker=mark, color=style.colour(symbol), label=label)


def _ticks(d_k):
    """Where the axis of d_k is marked, and how; powers of 2 where d_k are many."""
    if len(d_k) > _MOST_TICKS:
        low, high = np.ceil(np.log2(d_k.min())), np.floor(np.log2(d_k.max()))
        d_k = 2.0 ** np.arange(low, high + 1)
    return d_k, [f"{d:g}" for d in d_k]


def _finish(ax, d_k, ylabel):
    ax.set_xscale("log", base=2)
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xticks(*_ticks(d_k))
    ax.set_xlabel("d_k")
    ax.set_ylabel(ylabel)
    ax.grid()
    style.legend_above(ax)
    return ax


@style.own_settings()
def softmax_bars(weights, labels, *, ax=None):
    """Draw one row of weights as bars, each at a place of its own.

    Parameters
    ----------
    weights : array, shape (n,)
        Drawn as given, on an axis from 0 to 1.
    labels : list of str
        Repeated words stay apart.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is not one label for each weight.
    TypeError
        If the weights are not real numbers.
    """
    return bars(as_float_array("weights", weights), labels, N_("weight"), ax=ax)


@style.own_settings()
def jacobian_matrix(J, labels, ax=None):
    """Draw how each weight (row) moves with each score (column).

    Parameters
    ----------
    J : array, shape (n, n)
    labels : list of str
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If J is not a matrix, or the labels do not fit.
    TypeError
        If J is not made of real numbers.
    """
    return LabelledMatrix.of(
        J,
        rows=labels,
        columns=labels,
        title="diag(p) − p pᵀ",
        symbol="weights",
        limit=0.25,  # p (1 − p) is never more
        row_title=_("this weight moves …"),
        column_title=_("… when this score moves"),
    ).draw(ax)
