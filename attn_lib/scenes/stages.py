"""An AttentionTrace as the board's view model: each stage, and how it is made."""

import math

import numpy as np

from ..words import _
from .matrix import Matrix, by_id, divided, given, largest, normalised, product


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
    stages = [
        *projections(trace, keys, features, query_key, value, note),
        *squares(trace, keys),
        Matrix(
            id="output",
            values=trace.output,
            rows=keys,
            columns=value,
            title="output = weights V",
            symbol="output",
            made=product("weights", "V"),
        ),
    ]
    return by_id(stages)


def projections(trace, keys, features, query_key, value, note):
    """X, the three matrices W, and the three products."""
    p = trace.projection
    yield Matrix(
        id="X",
        values=trace.X,
        rows=keys,
        columns=features,
        title="X",
        symbol="X",
        made=given(_("the token's embedding")),
    )
    for letter, W, made, names in (
        ("Q", p.W_Q, trace.Q, query_key),
        ("K", p.W_K, trace.K, query_key),
        ("V", p.W_V, trace.V, value),
    ):
        w = f"W_{letter}"
        yield Matrix(
            id=w,
            values=W,
            rows=features,
            columns=names,
            title=w,
            symbol="W",
            made=given(note),
        )
        yield Matrix(
            id=letter,
            values=made,
            rows=keys,
            columns=names,
            title=f"{letter} = X {w}",
            symbol=letter,
            made=product("X", w),
        )


def squares(trace, keys):
    """The stages of queries × keys, from the scores to the weights."""
    mask = np.ones(trace.weights.shape) if trace.mask is None else trace.mask
    # One limit for the three, so that one sees the division make them paler.
    limit = largest(trace.scores)

    def square(id, title, values, made, **kw):
        kw = {"limit": limit, "cursor": True, **kw}
        return Matrix(
            id=id,
            values=values,
            rows=keys,
            columns=keys,
            title=title,
            symbol=id,
            made=made,
            **kw,
        )

    yield square("scores", "scores = Q Kᵀ", trace.scores, product("Q", "K", True))
    yield square(
        "scaled",
        "scaled = scores / √d_k",
        trace.scaled,
        divided("scores", math.sqrt(trace.Q.shape[-1]), "√d_k"),
    )
    yield square(
        "mask",
        "mask",
        mask.astype(float),
        given(_("1: may be looked at, 0: hidden")),
        kind="mask",
        limit=1.0,
    )
    yield square(
        "masked",
        "masked = scaled + mask",
        trace.masked,
        {"op": "mask", "of": "scaled", "mask": "mask", "constant": None},
        hidden="mask",
    )
    yield square(
        "weights",
        "weights = softmax(masked)",
        trace.weights,
        normalised("masked"),
        kind="weights",
        limit=1.0,
        hidden="mask",
    )
