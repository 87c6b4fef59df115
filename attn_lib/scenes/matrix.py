"""The view model of a board: labelled matrices, and how each of them is made.

Plain data. How it travels stands in ``explorers/board.py``, and what the page does with
it (drawing, and explaining the cell that is asked) in ``attn_lib/web``.
"""

from dataclasses import dataclass, field, replace

import numpy as np


def given(note=""):
    """How a matrix is made that nothing on the board leads to."""
    return {"op": "given", "note": note}


def product(left, right, transposed=False):
    """How a matrix product is made."""
    return {"op": "matmul", "left": left, "right": right, "transposed": transposed}


def divided(of, divisor, name):
    """How a matrix is made by dividing another one."""
    return {"op": "scale", "of": of, "divisor": divisor, "name": name}


def normalised(of):
    """How weights are made: the softmax of each row."""
    return {"op": "softmax", "of": of}


@dataclass(frozen=True, eq=False, kw_only=True)
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
    made: dict = field(default_factory=given)
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


def by_id(matrices):
    """The matrices as a dict, each under its id."""
    return {matrix.id: matrix for matrix in matrices}


def transpose(matrix):
    """The same numbers, rows for columns."""
    letters = f"{matrix.id}ᵀ"
    return replace(
        matrix,
        id=letters,
        values=matrix.values.T,
        rows=matrix.columns,
        columns=matrix.rows,
        title=letters,
        made={"op": "copy", "of": matrix.id, "transposed": True},
    )


def row_of(matrix, i, **changes):
    """One row of a matrix, as a matrix of its own."""
    made = {"op": "copy", "of": matrix.id, "index": i}
    one = {"values": matrix.values[i : i + 1], "rows": matrix.rows[i : i + 1]}
    return replace(matrix, **{"made": made, "cursor": False, **one, **changes})
