"""An AttentionTrace as the board's view model: each stage, and how it is made."""

import math
from dataclasses import replace

import numpy as np

from .board import Matrix, largest


def stage_matrices(trace, tokens, *, features, query_key, value, note):
    """Every stage of the trace as a :class:`Matrix`, by its name in the formula.

    Parameters
    ----------
    trace : AttentionTrace
        Of one sequence: each stage has two axes.
    tokens : sequence of str
    features, query_key, value : sequences of str
        Names of the columns of X, of Q and K, and of V.
    note : str
        Where the matrices W come from.

    Returns
    -------
    stages : dict of str to Matrix
    """
    keys = tuple(tokens)
    mask = np.ones(trace.weights.shape) if trace.mask is None else trace.mask
    # One limit for the three, so that one sees the division make them paler.
    limit = largest(trace.scores)
    root = math.sqrt(trace.Q.shape[-1])

    def square(id, title, values, made, **kw):
        kw = {"limit": limit, "cursor": True, **kw}
        return Matrix(id, values, keys, keys, title, id, made, **kw)

    stages = [
        *projections(trace, keys, features, query_key, value, note),
        square("scores", "scores = Q Kᵀ", trace.scores, product("Q", "K", True)),
        square(
            "scaled",
            "scaled = scores / √d_k",
            trace.scaled,
            {"op": "scale", "of": "scores", "divisor": root, "name": "√d_k"},
        ),
        square(
            "mask",
            "mask",
            mask.astype(float),
            {"op": "given", "note": "1: may be looked at, 0: hidden"},
            kind="mask",
            limit=1.0,
        ),
        square(
            "masked",
            "masked = scaled + mask",
            trace.masked,
            {"op": "mask", "of": "scaled", "mask": "mask", "constant": None},
            hidden="mask",
        ),
        square(
            "weights",
            "weights = softmax(masked)",
            trace.weights,
            {"op": "softmax", "of": "masked"},
            kind="weights",
            limit=1.0,
            hidden="mask",
        ),
        Matrix(
            "output",
            trace.output,
            keys,
            value,
            "output = weights V",
            "output",
            product("weights", "V"),
        ),
    ]
    return {stage.id: stage for stage in stages}


def projections(trace, keys, features, query_key, value, note):
    """X, the three matrices W, and the three products."""
    p = trace.projection
    given = {"op": "given", "note": "the token's embedding"}
    yield Matrix("X", trace.X, keys, features, "X", "X", given)
    for letter, W, made, names in (
        ("Q", p.W_Q, trace.Q, query_key),
        ("K", p.W_K, trace.K, query_key),
        ("V", p.W_V, trace.V, value),
    ):
        w = f"W_{letter}"
        yield Matrix(w, W, features, names, w, "W", {"op": "given", "note": note})
        title = f"{letter} = X {w}"
        yield Matrix(letter, made, keys, names, title, letter, product("X", w))


def product(left, right, transposed=False):
    """How a matrix product is made, for ``Matrix.made``."""
    return {"op": "matmul", "left": left, "right": right, "transposed": transposed}


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
