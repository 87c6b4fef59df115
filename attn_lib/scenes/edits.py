"""Numbers changed by hand: what the learner typed into X, W, Q, K, V or the scores.

An edit is ``(id of the matrix, row, column, number)``. Everything downstream of it
follows, nothing upstream does. An edit whose place does not exist at the present sizes
waits until it does again.
"""

from dataclasses import replace

from .. import (
    ProjectionWeights,
    apply_mask,
    attention,
    project,
    scale_scores,
    softmax,
    weighted_sum,
)
from ..words import _, listed, ngettext

MOST_NAMED = 4  # edits, in a caption


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


def marked(matrices, editable, edits=()):
    """The matrices by id, those marked that may be changed, with their edited cells."""
    marks = {}
    for id in editable:
        cells = edited_cells(edits, id, matrices[id].values.shape)
        edited = tuple((i, j) for i, j, _number in cells)
        marks[id] = replace(matrices[id], editable=True, edited=edited)
    return matrices | marks


def edits_in_words(edits):
    """Say what was changed, if anything was."""
    if not edits:
        return ""
    named, more = edits[:MOST_NAMED], len(edits) - MOST_NAMED
    cells = listed(f"{id}[{i}, {j}] = {number:g}" for id, i, j, number in named)
    if more <= 0:
        return _("Changed by hand: {cells}.").format(cells=cells)
    return ngettext(
        "Changed by hand: {cells} and {more} more.",
        "Changed by hand: {cells} and {more} more.",
        more,
    ).format(cells=cells, more=more)
