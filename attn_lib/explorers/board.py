"""The board: a view that draws labelled matrices as real text, fed with bytes.

The view model is plain data, a list of :class:`Matrix`. What the page then does with
it (drawing, and explaining the cell that is asked) stands in ``board.js``.
"""

from dataclasses import dataclass, field
from pathlib import Path

import anywidget
import numpy as np
import traitlets
from ipywidgets import widget_serialization

from .._arrays import quiet
from ..figures.style import COLOURS

HERE = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Matrix:
    """One matrix of the board: its numbers, its names, and how it is made.

    Parameters
    ----------
    id : str
        Its name in the formula, by which ``made`` of other matrices refers to it.
    values : array, shape (len(rows), len(columns))
    rows, columns : sequences of str
    title : str
        In formula letters, ``"scores = Q Kᵀ"``; symbols in it get their colour.
    symbol : str
        Key of ``COLOURS``.
    made : dict
        ``op`` and its inputs, ids unless said otherwise:
        ``given`` (``note``, a text), ``copy`` (``of`` and its row ``index``, or all of
        it ``transposed``), ``matmul`` (``left``, ``right``, and whether this is
        ``transposed``), ``scale`` (``of``, ``divisor``, a number, and ``name``, its
        formula letters), ``mask`` (``of``, ``mask``, ``constant``, a number or
        None for −∞), ``softmax`` (``of``), ``mean`` (``each``, several), ``beside``
        (``each``, laid side by side, and their ``width``).
    kind : {"signed", "weights", "mask", "bars"}
        Colours symmetric around 0; 0 to 1; visible or hidden; 0 to 1 as tall bars.
    limit : float, optional
        The number that gets the full colour; the largest if not given.
    hidden : str, optional
        Id of the mask matrix (1 = visible) whose hidden cells are hatched here.
    cursor : bool
        Is it one of the queries × keys stages, which share one cursor?
    chosen : int, optional
        The row that is looked at elsewhere on the board: its name is marked.
    editable : bool
        May its numbers be changed by hand?
    edited : sequence of (row, column)
        Those that were.
    tolerance : float
        By how much the page's own result may differ, relative to the size of the
        terms: another order of the terms, or the rounding of a coarser type.
    """

    id: str
    values: np.ndarray
    rows: tuple
    columns: tuple
    title: str
    symbol: str
    made: dict = field(default_factory=lambda: {"op": "given", "note": ""})
    kind: str = "signed"
    limit: float | None = None
    hidden: str | None = None
    cursor: bool = False
    chosen: int | None = None
    editable: bool = False
    edited: tuple = ()
    tolerance: float = 1e-5

    def spec(self):
        """All but the numbers, as JSON."""
        return {
            "id": self.id,
            "shape": list(self.values.shape),
            "rows": list(self.rows),
            "columns": list(self.columns),
            "title": self.title,
            "symbol": self.symbol,
            "made": self.made,
            "kind": self.kind,
            "limit": largest(self.values) if self.limit is None else self.limit,
            "hidden": self.hidden,
            "cursor": self.cursor,
            "chosen": self.chosen,
            "editable": self.editable,
            "edited": [list(cell) for cell in self.edited],
            "tolerance": self.tolerance,
        }


def largest(values):
    """The largest size of a finite number, 1 if there is none above 0."""
    sizes = np.abs(values[np.isfinite(values)])
    return float(sizes.max(initial=0)) or 1.0


@quiet
def pack(matrices):
    """Return the matrices as JSON and one buffer, row after row, little-endian float64.

    All digits travel: a weight of 1e-57 is not 0, and a number is rounded once.
    """
    buffer = b"".join(m.values.astype("<f8").tobytes() for m in matrices)
    return [m.spec() for m in matrices], buffer


def joined(*files):
    """One ES module of several files, since a view loads one: each reads alone."""
    return "\n".join((HERE / file).read_text(encoding="utf-8") for file in files)


class Board(anywidget.AnyWidget):
    """Draws ``matrices`` in ``lines``, lists of ids with operators between them.

    If the first line begins with an empty place (``""``), the lines are a product: the
    right factor stands above the result, the left one beside it. A matrix in no line is
    not drawn, but can be read by the arithmetic of those that are.

    Parameters
    ----------
    sliders : sequence of str
        Those that have a sweep, in a trait of its own: see ``sweeps.py``.
    **traits
        First values, as of any widget.
    """

    _esm = joined(
        *(
            "numbers.js",
            "theme.js",
            "letters.js",
            "sweeps.js",
            "edits.js",
            "picture.js",
        ),
        *("tools.js", "board.js"),
    )
    _css = joined("board.css")  # as a path, anywidget would keep every board alive

    matrices = traitlets.List().tag(sync=True)
    lines = traitlets.List().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    colours = traitlets.Dict(COLOURS).tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)  # markup
    code = traitlets.Unicode().tag(sync=True)  # the line that recreates the state
    key = traitlets.List().tag(sync=True)  # where the controls stood for this picture
    answered = traitlets.List().tag(sync=True)  # and for this picture or message
    instead = traitlets.Dict().tag(sync=True)  # control → [refused, what is taken]
    controls = traitlets.Dict().tag(sync=True, **widget_serialization)
    need_kernel = traitlets.List().tag(sync=True, **widget_serialization)
    beside = traitlets.Dict().tag(sync=True)  # what the other views show
    views = traitlets.Dict().tag(sync=True, **widget_serialization)
    caption_view = traitlets.Any().tag(sync=True, **widget_serialization)

    def __init__(self, sliders=(), **traits):
        sweeps = {f"sweep_{name}": traitlets.Dict().tag(sync=True) for name in sliders}
        self.add_traits(**sweeps)
        super().__init__(**traits)

    def show(self, picture):
        """Draw this :class:`Picture`, sent to the page as one message."""
        specs, data = pack(picture.matrices)
        with self.hold_sync():
            self.matrices, self.lines, self.data = specs, picture.lines, data
            self.beside = picture.beside
            self.caption, self.code = picture.markup, picture.code
            self.key = self.answered = list(picture.key)

    def sweep(self, name, sweep):
        """Let the page play these as the slider of that name is dragged."""
        self.set_trait(f"sweep_{name}", sweep)
