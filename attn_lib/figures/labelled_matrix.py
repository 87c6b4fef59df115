"""A matrix as a picture: numbers in cells, a name for every row and column."""

import numpy as np
from matplotlib.patches import Rectangle

from .._arrays import as_float_array, require
from . import style

MOST_NUMBERS = 24  # rows or columns beyond which cells carry colour only
_CELL, _LETTER = 0.62, 0.1  # inches: width of a cell, and of a label's letter


def matrix(
    values,
    *,
    rows=None,
    columns=None,
    title="",
    symbol="scores",
    kind="signed",
    limit=None,
    hidden=None,
    row_title="",
    column_title="",
    ax=None,
):
    """Draw a labelled matrix with its numbers.

    Parameters
    ----------
    values : array, shape (n_rows, n_columns)
        Drawn as given, never transformed. −inf is drawn as hidden.
    rows, columns : lists of str, optional
        One label each; numbers from 0 if not given.
    title, row_title, column_title : str, optional
    symbol : str
        Whose colour to use: a key of ``COLOURS``.
    kind : {"signed", "weights"}
        Colour limits: 0 to 1 for weights, else ±``limit``.
    limit : float, optional
        For signed numbers; the largest absolute value if not given.
    hidden : array of bool, shape of ``values``, optional
        True = hidden: hatched, without a number.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the labels or ``hidden`` do not fit the matrix, or it is not a matrix.
    """
    values = as_float_array("values", values)
    require(
        values.ndim == 2, "matrix", expected="two axes", got=f"shape {values.shape}"
    )
    rows = _labels("rows", rows, values.shape[0])
    columns = _labels("columns", columns, values.shape[1])
    hidden = np.zeros(values.shape, bool) if hidden is None else np.asarray(hidden)
    require(
        hidden.shape == values.shape,
        "hidden",
        expected=f"the shape of the values, {values.shape}",
        got=hidden.shape,
    )
    hidden = hidden | ~np.isfinite(values)
    if ax is None:
        ax = style.new_axes(*_size(rows, columns))
    shown = np.where(hidden, 0, values)
    high = 1 if kind == "weights" else limit or abs(shown).max(initial=0) or 1
    image = ax.imshow(
        shown,
        cmap=style.colormap(symbol, kind),
        vmin=0 if kind == "weights" else -high,
        vmax=high,
        aspect="auto",
    )
    _write_numbers(ax, image, shown, hidden)
    _hatch(ax, hidden)
    _label_axes(ax, rows, columns, row_title, column_title)
    style.hint_at_missing_fonts(ax, [*rows, *columns])
    ax.set_title(
        title, color=style.colour(symbol), fontsize=style.TITLE, **style.literal()
    )
    return ax


def _labels(name, labels, count):
    labels = [str(i) for i in range(count)] if labels is None else list(labels)
    require(
        len(labels) == count, name, expected=f"{count} labels", got=str(len(labels))
    )
    return labels


def _size(rows, columns):
    """Inches: wide enough for the numbers, at most a notebook's column."""
    width = 1.6 + _CELL * len(columns)
    height = 1.2 + 0.42 * len(rows)
    return min(max(width, 3), 10.5), min(max(height, 2), 9)


def _write_numbers(ax, image, shown, hidden):
    if max(shown.shape) > MOST_NUMBERS:
        return
    for (i, j), value in np.ndenumerate(shown):
        if not hidden[i, j]:
            ax.text(
                j,
                i,
                style.number(value),
                ha="center",
                va="center",
                fontsize=style.NUMBER,
                color=style.ink_on(image.cmap(image.norm(value))),
            )


def _hatch(ax, hidden):
    """Hidden cells are hatched; a row that sees nothing says so."""
    for i, j in np.argwhere(hidden):
        ax.add_patch(
            Rectangle(
                (j - 0.5, i - 0.5),
                1,
                1,
                facecolor="#ececec",
                edgecolor="#9a9a9a",
                hatch="////",
                linewidth=0,
            )
        )
    for i in np.flatnonzero(hidden.all(axis=1) & (hidden.shape[1] > 0)):
        ax.text(
            (hidden.shape[1] - 1) / 2,
            i,
            "nothing visible",
            ha="center",
            va="center",
            fontsize=style.NUMBER,
            color=style.INK,
            bbox={"facecolor": style.PAPER, "edgecolor": "none", "pad": 2},
        )


def _label_axes(ax, rows, columns, row_title, column_title):
    ax.set_xticks(
        range(len(columns)),
        style.drawable_labels(columns),
        rotation=_rotation(ax, columns),
        fontsize=_tick_size(columns),
        **style.literal(),
    )
    ax.set_yticks(
        range(len(rows)),
        style.drawable_labels(rows),
        fontsize=_tick_size(rows),
        **style.literal(),
    )
    ax.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(column_title, fontsize=style.TICK)
    ax.xaxis.set_label_position("bottom")
    ax.set_ylabel(row_title, fontsize=style.TICK)


def _rotation(ax, columns):
    """Level where labels fit side by side, slanted where they would touch."""
    if len(columns) > MOST_NUMBERS:
        return 90
    room = ax.figure.get_figwidth() * ax.get_position().width / max(len(columns), 1)
    longest = max(map(len, columns), default=0)
    return 0 if longest * _LETTER < room else 45


def _tick_size(labels):
    return style.TICK if len(labels) <= MOST_NUMBERS else 7
