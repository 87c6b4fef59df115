"""A matrix as a picture: numbers in cells, a name for every row and column."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Rectangle

from .._arrays import as_array, as_float_array, require
from .._numbers import number
from ..words import _
from . import style
from .lettering import (
    NUMBER,
    SMALLEST,
    TICK,
    TITLE,
    Names,
    drawable,
    hint_at_missing_fonts,
    hint_room,
    labels,
    widest,
    width,
)

MOST_NUMBERS = 24  # rows or columns beyond which cells carry colour only

# In points, which are the pixels of the page.
_HIGH, _WIDE = 28, 54  # a cell; wider where its number or its column's name is
_ALL_ROWS, _ALL_COLUMNS = 768, 768  # together no higher, or wider for a name's sake
_PADDING = 8  # around a number, and between names
_ROW_NAME, _COLUMN_NAME = 130, 110  # a longer name is shortened
_LEVEL_NAME = 84  # a longer name does not widen its column: it is slanted
_HUGE = 1e30  # beyond it all colours are the same


@style.own_settings()
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

    Numbers are left out where there are more than 24 rows or columns, or where they
    would not fit; colours stay.

    Parameters
    ----------
    values : array, shape (n_rows, n_columns)
        Drawn as given, never transformed. −inf is drawn as hidden.
    rows, columns : lists of str, optional
        One name each; numbers from 0 if not given.
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
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the names or ``hidden`` do not fit the matrix, it is not a matrix or has no
        cells, or there is no such symbol, kind or limit.
    TypeError
        If the values are not real numbers.
    """
    return LabelledMatrix.of(
        values,
        rows=rows,
        columns=columns,
        title=title,
        symbol=symbol,
        kind=kind,
        limit=limit,
        hidden=hidden,
        row_title=row_title,
        column_title=column_title,
    ).draw(ax)


@dataclass(frozen=True, eq=False)
class LabelledMatrix:
    """What is to be drawn, and the room it needs; fields as in :func:`matrix`."""

    values: np.ndarray
    hidden: np.ndarray
    rows: tuple
    columns: tuple
    title: str = ""
    symbol: str = "scores"
    kind: str = "signed"
    limit: float | None = None
    row_title: str = ""
    column_title: str = ""
    rows_named: bool = True  # False beside a matrix of the same rows
    write: Callable = number  # value → the text of its cell

    @classmethod
    def of(cls, values, *, rows=None, columns=None, hidden=None, **more):
        """Check what a caller gives, and fill in what is left out."""
        values = as_float_array("values", values)
        require(
            values.ndim == 2 and values.size > 0,
            "matrix",
            expected="two axes and at least one cell",
            got=f"shape {values.shape}",
        )
        hidden = np.zeros(values.shape, bool) if hidden is None else hidden
        hidden = as_array("hidden", hidden)
        require(
            hidden.shape == values.shape and hidden.dtype == bool,
            "hidden",
            expected=f"True and False in the shape of the values, {values.shape}",
            got=f"{hidden.dtype} in shape {hidden.shape}",
        )
        style.require_one_of("symbol", more.get("symbol", "scores"), style.COLOURS)
        style.require_one_of("kind", more.get("kind", "signed"), ("signed", "weights"))
        limit = more.get("limit")
        enough = limit is None or limit > 0
        require(enough, "limit", expected="a number above 0", got=limit)
        return cls(
            values=values,
            hidden=hidden | np.isneginf(values),
            rows=style.named("rows", rows, values.shape[0]),
            columns=style.named("columns", columns, values.shape[1]),
            **more,
        )

    # ---- room, in points

    def cell(self):
        """Width and height that a cell would like to have."""
        n_rows, n_columns = self.values.shape
        high = min(_HIGH, _ALL_ROWS / n_rows)
        if max(n_rows, n_columns) > MOST_NUMBERS:
            return min(_WIDE, _ALL_ROWS / n_columns), high
        names = labels(self.columns, _COLUMN_NAME, TICK)
        name = widest(names, TICK) + _PADDING
        is_level = name <= _LEVEL_NAME and name * n_columns <= _ALL_COLUMNS
        level = name if is_level else 0
        return max(widest(self._numbers(), NUMBER) + _PADDING, level, _WIDE), high

    def margins(self, wide, high):
        """Left, right, top and bottom: what stands around cells of this size."""
        columns, rows = self._names(wide, high)
        left = (rows.length + 10 if self.rows_named else 0) + bool(self.row_title) * 28
        top = columns.depth + 10 + bool(self.title) * 1.3 * TITLE
        bottom = bool(self.column_title) * 30
        # Titles may be longer than their side of the matrix.
        title, side = width(drawable(self.title), TITLE), drawable(self.row_title)
        across = max(title, width(drawable(self.column_title), TICK))
        beside = (across - wide * len(self.columns)) / 2
        above = (width(side, TICK) - high * len(self.rows)) / 2
        return (
            max(left, beside) + 4,
            max(columns.overhang, beside) + 4,
            max(top, above),
            max(bottom, above) + 4,
        )

    def _names(self, wide, high):
        columns = Names(self.columns, wide, _COLUMN_NAME)
        return columns, Names(self.rows, high, _ROW_NAME, columns=False)

    def _numbers(self):
        return {self.write(value) for value in self.values[~self.hidden]}

    # ---- drawing

    def draw(self, ax=None):
        """Draw in place of what is in ``ax``, or in a figure just large enough."""
        if ax is None:
            return self._alone().axes[0]
        ax.clear()
        n_rows, n_columns = self.values.shape
        box = style.points(ax)
        wide, high = box.width / n_columns, box.height / n_rows
        image = self._paint(ax)
        self._write_numbers(ax, image, wide, high)
        self._hatch(ax, wide, high)
        self._name(ax, wide, high)
        hint_at_missing_fonts(style.figure_of(ax), [*self.rows, *self.columns])
        return ax

    def _alone(self):
        wide, high = self.cell()
        left, right, *_rest = self.margins(wide, high)
        wide = min(wide, (style.WIDEST - left - right) / len(self.columns))
        left, _right, top, _bottom = self.margins(wide, high)
        return sheet([Place(self, left, top, wide, high)])

    def _paint(self, ax):
        # Half precision, or numbers near the largest, would overflow on the way.
        values = style.steady(np.clip(self.values.astype(np.float64), -_HUGE, _HUGE))
        finite = values[~self.hidden & np.isfinite(self.values)]
        high = min(self.limit or abs(finite).max(initial=0) or 1, _HUGE)
        low, high = (0, 1) if self.kind == "weights" else (-high, high)
        return ax.imshow(
            np.nan_to_num(np.where(self.hidden, 0, values)),
            cmap=style.colormap(self.symbol, self.kind),
            vmin=low,
            vmax=high,
            aspect="auto",
        )

    def _write_numbers(self, ax, image, wide, high):
        room = (wide - _PADDING / 2) / max(widest(self._numbers(), 1), 1)
        size = min(NUMBER, 0.8 * high, room)
        if max(self.values.shape) > MOST_NUMBERS or size < SMALLEST:
            return
        colours = image.cmap(image.norm(image.get_array()))
        for i, j in np.argwhere(~self.hidden):
            text = self.write(self.values[i, j])
            _write(ax, i, j, text, fontsize=size, color=style.ink_on(colours[i, j]))

    def _hatch(self, ax, wide, high):
        """Hidden cells are hatched; a row that sees nothing says so."""
        for i, j in np.argwhere(self.hidden):
            ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, **style.HATCHED))
        n_columns, nothing = len(self.columns), _("nothing visible")
        size = min(NUMBER, 0.8 * high, wide * n_columns / width(nothing, 1))
        paper = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 2}
        for i in np.flatnonzero(self.hidden.all(axis=1)):
            _write(ax, i, (n_columns - 1) / 2, nothing, fontsize=size, bbox=paper)

    def _name(self, ax, wide, high):
        """Names of rows and columns, titles, and rules between the cells."""
        columns, rows = self._names(wide, high)
        columns.put_on(ax.xaxis)
        rows.put_on(ax.yaxis)
        ax.tick_params(labeltop=True, labelbottom=False, labelleft=self.rows_named)
        ax.spines[:].set_visible(False)
        ax.set_xlabel(drawable(self.column_title), labelpad=7)
        ax.set_ylabel(drawable(self.row_title), labelpad=7)
        ax.set_title(drawable(self.title), color=style.colour(self.symbol), pad=7)
        if max(self.values.shape) <= MOST_NUMBERS:
            for axis in (ax.xaxis, ax.yaxis):
                low, high = sorted(axis.get_view_interval())
                axis.set_ticks(np.arange(low, high + 1), minor=True)
            ax.grid(which="minor", color=style.RULE, linewidth=1)
            ax.tick_params(which="minor", length=0)


def _write(ax, row, column, text, **look):
    ax.text(
        column, row, text, ha="center", va="center_baseline", in_layout=False, **look
    )


class Place(NamedTuple):
    """A matrix, the upper left corner of its cells, and their size, in points."""

    matrix: LabelledMatrix
    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self):
        """Where the last cell ends."""
        return self.x + self.wide * len(self.matrix.columns)

    @property
    def bottom(self):
        """Where the last row ends."""
        return self.y + self.high * len(self.matrix.rows)


def sheet(places):
    """Draw matrices at exact places, in a figure just large enough."""
    rights, bottoms = [], []
    for place in places:
        _left, right, _top, bottom = place.matrix.margins(place.wide, place.high)
        rights.append(place.right + right)
        bottoms.append(place.bottom + bottom)
    names = [n for place in places for n in (*place.matrix.rows, *place.matrix.columns)]
    across = max(rights)
    down = max(bottoms) + hint_room(names, across)
    figure = style.new_figure(across / 72, down / 72, layout="none")
    for place in places:
        box = (
            place.x / across,
            1 - place.bottom / down,
            (place.right - place.x) / across,
            (place.bottom - place.y) / down,
        )
        place.matrix.draw(figure.add_axes(box))
    return figure
