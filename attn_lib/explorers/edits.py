"""Edits as they come from a page or a program: see ``scenes/edits.py``."""

import math

import numpy as np

from .._numbers import plain_minus
from ..words import _
from .messages import MOST_CELLS

LIMIT = 1e4  # a larger number would say no more, and fill its cell
MATRICES = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores")


def read_edits(value):
    """Return edits as nested tuples, the last of each place only.

    Raises
    ------
    ValueError
        If a matrix cannot be edited, a place is none, or a number is not finite or
        larger than ``LIMIT``.
    """
    places = {}
    for edit in value if np.iterable(value) else [value]:
        try:
            id, i, j, number = edit
            if isinstance(number, str):
                number = plain_minus(number)
            place, number = (str(id), int(i), int(j)), float(number) + 0.0  # no −0.0
        except (TypeError, ValueError, OverflowError):
            raise ValueError(
                f"edits: expected (matrix, row, column, number), got {edit!r:.60}"
            ) from None
        if (
            place[0] not in MATRICES
            or not 0 <= min(place[1:]) <= max(place[1:]) < MOST_CELLS
        ):
            raise ValueError(
                f"edits: expected a cell of {', '.join(MATRICES)}, row and column "
                f"from 0 to {MOST_CELLS - 1}, got {place[0]}[{place[1]}, {place[2]}]"
            )
        if not math.isfinite(number) or abs(number) > LIMIT:
            raise ValueError(
                _(
                    "edits: expected a number from {least} to {most}, got {number}"
                ).format(least=f"−{LIMIT:g}", most=f"{LIMIT:g}", number=f"{number:g}")
            )
        places[place] = number
    return tuple((*place, number) for place, number in places.items())


def with_edit(edits, id, i, j, number):
    """Add one edit, not yet checked; ``number`` None takes the cell's edit back."""
    kept = [edit for edit in edits if edit[:3] != (id, i, j)]
    return tuple(kept if number is None else [*kept, (id, i, j, number)])
