"""Scaling and softmax as pictures: variance, saturation, bars, the Jacobian."""

from .._arrays import as_float_array, require
from . import style
from .labelled_matrix import matrix

# divisor → colour of which symbol, line, mark: never colour alone
_LINES = {
    "none": ("K", "--", "s"),
    "√d_k": ("weights", "-", "o"),
    "d_k": ("Q", ":", "^"),
    "√d_model": ("V", "-.", "D"),
}


def variance_curve(d_k, variance, *, variance_scaled=None, ax=None):
    """Draw the measured variance of q·k against d_k, with the line variance = d_k.

    Parameters
    ----------
    d_k, variance : arrays, shape (n,)
    variance_scaled : array, shape (n,), optional
        The same after the division by √d_k.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.new_axes(8, 4.5) if ax is None else ax
    ax.plot(d_k, d_k, color=style.PALE, linewidth=5, label="theory: d_k")
    ax.plot(d_k, variance, "s--", color=style.colour("scores"), label="q·k")
    if variance_scaled is not None:
        ink = style.colour("scaled")
        ax.plot(d_k, variance_scaled, "o-", color=ink, label="q·k / √d_k")
    ax.set_yscale("log", base=2)
    ax.set_yticks(d_k, [str(d) for d in d_k])
    return _finish(ax, d_k, "variance")


def saturation_curve(d_k, curves, *, ylabel, ax=None):
    """Draw one curve for each divisor against d_k.

    Parameters
    ----------
    d_k : array, shape (n,)
    curves : dict of str to array
        ``"none"``, ``"√d_k"``, ``"d_k"`` or ``"√d_model"`` → values, shape (n,).
    ylabel : str
        What the values are.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If a divisor is not one of the four.
    """
    unknown = [name for name in curves if name not in _LINES]
    require(
        not unknown, "curves", expected=f"names among {list(_LINES)}", got=str(unknown)
    )
    ax = style.new_axes(8, 4.5) if ax is None else ax
    for name, values in curves.items():
        symbol, line, mark = _LINES[name]
        label = "not divided" if name == "none" else f"divided by {name}"
        ax.plot(d_k, values, line, marker=mark, color=style.colour(symbol), label=label)
    ax.set_ylim(bottom=0)
    return _finish(ax, d_k, ylabel)


def _finish(ax, d_k, ylabel):
    ax.set_xscale("log", base=2)
    ax.set_xticks(d_k, [str(d) for d in d_k])
    ax.minorticks_off()
    ax.tick_params(labelsize=style.TICK)
    ax.set_xlabel("d_k", fontsize=style.TICK, **style.literal())
    ax.set_ylabel(ylabel, fontsize=style.TICK, **style.literal())
    ax.grid(color="#e6e6e6")
    ax.spines[["top", "right"]].set_visible(False)
    legend = ax.legend(fontsize=style.TICK, frameon=False)
    for text in legend.get_texts():
        text.set_parse_math(False)
    return ax


def softmax_bars(weights, labels, *, ax=None):
    """Draw one row of weights as bars, each at a place of its own.

    Parameters
    ----------
    weights : array, shape (n,)
    labels : list of str
        Repeated words stay apart.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is not one label for each weight.
    """
    weights = as_float_array("weights", weights)
    require(
        weights.shape == (len(labels),),
        "softmax_bars",
        expected=f"{len(labels)} weights, one for each label",
        got=f"shape {weights.shape}",
    )
    ax = style.new_axes(max(4, 1 + 0.9 * len(labels)), 3) if ax is None else ax
    bars = ax.bar(range(len(labels)), weights, color=style.colour("weights"), width=0.7)
    texts = [style.number(weight) for weight in weights]
    ax.bar_label(bars, texts, fontsize=style.NUMBER, padding=2)
    return finish_bars(ax, labels, "weight")


def finish_bars(ax, labels, ylabel, high=1):
    """Labels, limits and a clean frame for bars over tokens."""
    ax.set_xticks(
        range(len(labels)),
        style.drawable_labels(labels),
        fontsize=style.TICK,
        rotation=0 if max(map(len, labels), default=0) * len(labels) < 90 else 45,
        **style.literal(),
    )
    ax.set_ylim(0, 1.12 * high)
    ax.set_ylabel(ylabel, fontsize=style.TICK)
    ax.tick_params(length=0)
    style.hint_at_missing_fonts(ax, labels)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def jacobian_matrix(J, labels, ax=None):
    """Draw how each weight (row) moves with each score (column).

    Parameters
    ----------
    J : array, shape (n, n)
    labels : list of str
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    return matrix(
        J,
        rows=labels,
        columns=labels,
        title="diag(p) − p pᵀ",
        symbol="weights",
        limit=0.25,  # p (1 − p) is never more
        row_title="this weight moves …",
        column_title="… when this score moves",
        ax=ax,
    )
