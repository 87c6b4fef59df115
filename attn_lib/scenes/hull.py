"""Values as points of the plane, and the output inside their convex hull."""

from dataclasses import dataclass

import numpy as np

from .. import attention
from .._numbers import fixed, number
from ..weighted_sum import convex_hull
from ..words import _, joined, listed
from .matrix import Matrix, by_id, given, product
from .points import Points, with_subscripts
from .scene import Scene

AXES = ("x", "y")


@dataclass(frozen=True)
class HullState:
    """Values that are two numbers wide, and how much of each is taken."""

    values: tuple = ((-3.0, -1.0), (-1.5, 2.5), (2.0, 3.0), (3.0, -2.0), (0.5, -0.5))
    weights: tuple = (0.1, 0.2, 0.4, 0.2, 0.1)

    @property
    def names(self):
        """Names of the values."""
        return with_subscripts("v", len(self.values))


def compute(state):
    """State → AttentionTrace."""
    # The softmax of their logarithms are the weights themselves, summing to 1; a
    # weight of 0 comes from hiding.
    w = np.array(state.weights)
    visible = w > 0
    K = np.log(w, out=np.zeros_like(w), where=visible)[:, None]
    return attention([[1.0]], K, state.values, mask=visible, scale=1)


def matrices(state, trace):
    """State and trace → the values, their weights, and the output."""
    moved = given(_("moved by hand"))
    stages = [
        Matrix(
            id="V",
            values=trace.V,
            rows=state.names,
            columns=AXES,
            title="V",
            symbol="V",
            made=moved,
        ),
        Matrix(
            id="w",
            values=trace.weights,
            rows=("output",),
            columns=state.names,
            title="w",
            symbol="weights",
            made=moved,
            kind="weights",
            limit=1.0,
        ),
        Matrix(
            id="out",
            values=trace.output,
            rows=("output",),
            columns=AXES,
            title="output = w V",
            symbol="output",
            made=product("w", "V"),
        ),
    ]
    return by_id(stages)


def lines(state):
    """State → what stands in the only line."""
    return [["w", "· V =", "out"]]


def plane(state, trace):
    """State and trace → the values, their hull, and the output."""
    n = len(state.values)
    corners = [trace.V.tolist().index(list(p)) for p in convex_hull(trace.V)]
    return Points(
        kind="hull",
        points=np.concatenate([trace.V, trace.output]),
        names=(*state.names, "output"),
        symbols=(*["V"] * n, "output"),
        columns={"weight": np.append(trace.weights[0], trace.weights[0].sum())},
        movable=n,
        hull=tuple(corners),
    )


def describe(state, trace):
    """State and trace → how much of each value is taken, and where that lies."""
    mixed = listed(
        _("{share} of {value}").format(share=fixed(weight, 2), value=name)
        for name, weight in zip(state.names, trace.weights[0], strict=True)
    )
    x, y = map(number, trace.output[0])
    said = [
        _("The output is {mixture}.").format(mixture=mixed),
        _("It lies at ({x}, {y}), inside their convex hull.").format(x=x, y=y),
    ]
    return joined(said)


def with_share(weights, index, share):
    """Give one value this share of 1; the others keep their proportions in the rest."""
    share = min(max(share, 0.0), 0.999)  # at 1 the others' proportions would be lost
    others = np.array(weights)
    others[index] = 0
    if others.sum() == 0:
        others[np.arange(len(others)) != index] = 1
    rest = others / others.sum() * (1 - share)
    rest[index] = share
    return tuple(float(weight) for weight in rest.round(6))


scene = Scene(
    State=HullState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    plane=plane,
)
