"""A query and keys that are two numbers wide, as arrows: angle, lengths and score."""

from dataclasses import dataclass

import numpy as np

from .. import attention
from .._numbers import fixed, number
from ..words import _, all_of, joined
from .matrix import Matrix, by_id, given, product, transpose
from .points import Points, with_subscripts
from .scene import Scene

AXES = ("x", "y")


@dataclass(frozen=True)
class PlaneState:
    """A query and keys that are two numbers wide."""

    q: tuple = (2.0, 0.0)
    keys: tuple = ((1.0, 0.2), (1.5, 3.0), (0.0, -1.5), (-1.0, -1.5))

    @property
    def names(self):
        """Names of the keys."""
        return with_subscripts("k", len(self.keys))


def compute(state):
    """State → AttentionTrace."""
    # What the keys would hand over plays no part in the scores.
    return attention([state.q], state.keys, np.eye(len(state.keys)))


def matrices(state, trace):
    """State and trace → the query, the keys, and their scores."""
    moved = given(_("moved by hand"))
    K = Matrix(
        id="K",
        values=trace.K,
        rows=state.names,
        columns=AXES,
        title="K",
        symbol="K",
        made=moved,
    )
    stages = [
        Matrix(
            id="q",
            values=trace.Q,
            rows=("q",),
            columns=AXES,
            title="q",
            symbol="Q",
            made=moved,
        ),
        K,
        transpose(K),
        Matrix(
            id="q Kᵀ",
            values=trace.scores,
            rows=("q",),
            columns=state.names,
            title="scores = q Kᵀ",
            symbol="scores",
            made=product("q", "Kᵀ"),
        ),
    ]
    return by_id(stages)


def lines(state):
    """State → what stands in the only line."""
    return [["q", "· Kᵀ =", "q Kᵀ"]]


def plane(state, trace):
    """State and trace → the arrows."""
    return Points(
        kind="arrows",
        points=np.concatenate([trace.Q, trace.K]),
        names=("q", *state.names),
        symbols=("Q", *["K"] * len(state.keys)),
        columns=measures(trace.Q[0], trace.K, trace.scores[0]),
        movable=1 + len(state.keys),
    )


def describe(state, trace):
    """State and trace → lengths, angles and scores, and which score is the largest."""
    scores = trace.scores[0]
    measured = measures(trace.Q[0], trace.K, scores)
    keys = zip(
        state.names,
        measured["length"][1:],
        measured["angle"][1:],
        scores,
        strict=True,
    )
    best = np.flatnonzero(np.isclose(scores, scores.max()))
    said = [
        _("q has length {length}.").format(length=number(measured["length"][0])),
        *(about_key(*key) for key in keys),
        _("Largest score: {keys}.").format(keys=all_of(state.names[j] for j in best)),
    ]
    return joined(said)


def about_key(name, length, angle, score):
    """Say what is measured of one key."""
    if np.isnan(angle):
        said = _("{key}: length {length}, no angle, score {score}.")
    else:
        said = _("{key}: length {length}, angle {angle}°, score {score}.")
    angle = "" if np.isnan(angle) else fixed(angle, 0)
    measured = {"length": number(length), "angle": angle, "score": number(score)}
    return said.format(key=name, **measured)


def measures(q, K, scores):
    """What the plane says of the query and each key: q · k = |q| |k| cos θ.

    An arrow of length 0 has no angle: NaN. So has the query, to itself.
    """
    lengths = np.linalg.norm([q, *K], axis=1)
    both = lengths[0] * lengths[1:]
    cosine = np.divide(scores, both, np.full(len(K), np.nan), where=both > 0)
    cosine = np.clip(cosine, -1, 1)  # rounding may leave 1.0000000000000002
    nothing = [np.nan]
    return {
        "length": lengths,
        "angle": np.concatenate([nothing, np.degrees(np.arccos(cosine))]),
        "cos θ": np.concatenate([nothing, cosine]),
        "score": np.concatenate([nothing, scores]),
    }


scene = Scene(
    State=PlaneState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    plane=plane,
)
