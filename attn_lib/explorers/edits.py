"""Numbers changed by hand: what the learner typed into X, W, Q, K, V or the scores.

An edit is ``(id of the matrix, row, column, number)``. Everything downstream of it
follows, nothing upstream does. An edit whose place does not exist at the present sizes
waits until it does again.
"""

import math
from dataclasses import replace

import numpy as np

from .. import (
    ProjectionWeights,
    apply_mask,
    attention,
    project,
    scale_scores,
    softmax,
    weighted_sum,
)
from .._numbers import plain_minus
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
                f"edits: expected a number from −{LIMIT:g} to {LIMIT:g}, got {number:g}"
            )
        places[place] = number
    return tuple((*place, number) for place, number in places.items())


def with_edit(edits, id, i, j, number):
    """Add one edit, not yet checked; ``number`` None takes the cell's edit back."""
    kept = [edit for edit in edits if edit[:3] != (id, i, j)]
    return tuple(kept if number is None else [*kept, (id, i, j, number)])


def edited_cells(edits, id, shape):
    """The edits of a matrix that have a place in it, as (row, column, number)."""
    rows, columns = shape
    return [
        (i, j, number)
        for name, i, j, number in edits
        if name == id and i < rows and j < columns
    ]


def edited(id, values, edits):
    """Return the matrix with its edits: itself if there are none, else a copy."""
    cells = edited_cells(edits, id, values.shape)
    if not cells:
        return values
    values = values.copy()
    for i, j, number in cells:
        values[i, j] = number
    return values


def edited_attention(X, projection, edits, *, mask=None):
    """Compute self-attention with edits at any stage up to the scores.

    Returns
    -------
    AttentionTrace
        As ``self_attention`` gives it, if there is no edit.
    """
    X = edited("X", X, edits)
    matrices = {W: getattr(projection, W) for W in ("W_Q", "W_K", "W_V")}
    projection = ProjectionWeights(*(edited(*item, edits) for item in matrices.items()))
    made = dict(zip("QKV", project(X, projection), strict=True))
    Q, K, V = (edited(*item, edits) for item in made.items())
    trace = attention(Q, K, V, mask=mask)
    scores = edited("scores", trace.scores, edits)
    if scores is not trace.scores:
        scaled = scale_scores(scores, Q.shape[-1])
        masked = apply_mask(scaled, mask)
        weights = softmax(masked)
        trace = replace(
            trace,
            scores=scores,
            scaled=scaled,
            masked=masked,
            weights=weights,
            output=weighted_sum(weights, V),
        )
    return replace(trace, X=X, projection=projection)


def edits_in_words(edits):
    """Say what was changed, for the caption."""
    if not edits:
        return []
    cells = ", ".join(f"{id}[{i}, {j}] = {number:g}" for id, i, j, number in edits[:4])
    more = f" and {len(edits) - 4} more" if len(edits) > 4 else ""
    return [f"Changed by hand: {cells}{more}."]
