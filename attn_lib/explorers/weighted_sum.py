"""One row of the output: each value times its weight, and their sum."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from .. import (
    DIMENSIONS,
    SENTENCE,
    ProjectionWeights,
    attention,
    embed,
    figures,
)
from .._numbers import fixed, number
from ..weighted_sum import convex_hull
from . import controls
from .board import Matrix
from .edits import edited_attention, edits_in_words
from .example import (
    about_tokens,
    query_key_names,
    reading,
    source,
    tokens_of,
    value_names,
    zeros,
)
from .explorer import Explorer
from .plane import (
    PlaneExplorerBase,
    Scene,
    numbered,
    read_points,
    read_weights,
    replaced,
)
from .stages import product, row_of, stage_matrices


@dataclass(frozen=True)
class WeightedSumState:
    """What one row of the output is computed from."""

    sentence: str = SENTENCE
    query: int = 5
    d_v: int = 5
    edits: tuple = ()
    d_k = 4  # as in the other lessons
    weights = "designed"


class WeightedSumExplorer(Explorer):
    """The output of one query.

    ``WeightedSumExplorer(sentence=…, query=5, d_v=5)``, where ``query`` is a position,
    counted from 0. Everything else: :class:`Explorer`.
    """

    State = WeightedSumState
    editable = ("V",)

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "d_v": controls.size("d_v", 8),
            "edits": controls.edits(),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))

    @staticmethod
    def lines(state):
        return [["", "V"], ["w", "out"]]

    @staticmethod
    def compute(state):
        projection = ProjectionWeights.designed(state.d_k, state.d_v)
        X = embed(tokens_of(state.sentence))
        return edited_attention(X, projection, state.edits)

    @staticmethod
    def matrices(state, trace):
        stages = stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=DIMENSIONS,
            query_key=query_key_names(state),
            value=value_names(state),
            note=source("designed", 0),
        )
        i = state.query
        w = row_of(
            stages["weights"], i, id="w", title=f"w = row {i} of weights", kind="bars"
        )
        out = row_of(
            stages["output"], i, id="out", title="output = w V", made=product("w", "V")
        )
        return {**stages, w.id: w, out.id: out}

    @staticmethod
    def describe(state, trace):
        tokens, i = tokens_of(state.sentence), state.query
        names = value_names(state)
        mixed = ", ".join(
            f"{name} {fixed(value, 2)}"
            for name, value in zip(names, trace.output[i], strict=True)
        )
        said = [
            reading(tokens, trace.weights[i], i),
            f"Its output: {mixed}.",
            source("designed", 0),
            *zeros(state),
            *edits_in_words(state.edits),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens, i = tokens_of(state.sentence), state.query
        figure = Figure(figsize=(11, 6), layout="constrained", facecolor="white")
        axes = figure.subplot_mosaic(
            [["w", "w"], ["V", "output"]], height_ratios=(1, 2.2)
        )
        names, row = value_names(state), [tokens[i]]
        w, out = trace.weights[i : i + 1], trace.output[i : i + 1]
        figures.matrix(
            w,
            rows=row,
            columns=tokens,
            title="weights",
            symbol="weights",
            kind="weights",
            ax=axes["w"],
        )
        for key, values, rows in (("V", trace.V, tokens), ("output", out, row)):
            figures.matrix(
                values, rows=rows, columns=names, title=key, symbol=key, ax=axes[key]
            )
        return figure


@dataclass(frozen=True)
class HullState:
    """Values that are two numbers wide, and how much of each is taken."""

    values: tuple = ((-3.0, -1.0), (-1.5, 2.5), (2.0, 3.0), (3.0, -2.0), (0.5, -0.5))
    weights: tuple = (0.1, 0.2, 0.4, 0.2, 0.1)

    @property
    def names(self):
        """Names of the values."""
        return numbered("v", len(self.values))


class HullExplorer(PlaneExplorerBase):
    """Values as points, their convex hull, and the output inside it.

    ``HullExplorer(values=((0, 0), (2, 0), (0, 2)), weights=(0.5, 0.3, 0.2))``, values
    from −4 to 4; weights are proportions, and what is shown sums to 1. Everything else:
    :class:`Explorer`.
    """

    State = HullState

    def __init__(self, **settings):
        values = settings.get("values", HullState.values)
        n = len(values) if np.iterable(values) else 0  # what is none is refused below
        if n and n != len(HullState.weights):
            settings = {"weights": np.full(n, 1 / n), **settings}
        super().__init__(**settings)

    @staticmethod
    def readers():
        return {
            "values": read_points("values", least=2),
            "weights": read_weights("weights"),
        }

    def movable(self):
        return {"point": len(self.values.value), "weight": len(self.weights.value)}

    def move(self, kind, index, to):
        if kind == "weight":
            self.weights.value = with_share(self.weights.value, index, to)
        else:
            self.values.value = replaced(self.values.value, index, to)

    @staticmethod
    def lines(state):
        return [["w", "· V =", "out"]]

    @staticmethod
    def compute(state):
        # The softmax of their logarithms are the weights themselves, summing to 1; a
        # weight of 0 comes from hiding.
        w = np.array(state.weights)
        visible = w > 0
        K = np.log(w, out=np.zeros_like(w), where=visible)[:, None]
        return attention([[1.0]], K, state.values, mask=visible, scale=1)

    @staticmethod
    def matrices(state, trace):
        given = {"op": "given", "note": "moved by hand"}
        axes, row = ("x", "y"), ("output",)
        stages = [
            Matrix("V", trace.V, state.names, axes, "V", "V", given),
            Matrix(
                "w",
                trace.weights,
                row,
                state.names,
                "w",
                "weights",
                given,
                "weights",
                1.0,
            ),
            Matrix(
                "out",
                trace.output,
                row,
                axes,
                "output = w V",
                "output",
                product("w", "V"),
            ),
        ]
        return {stage.id: stage for stage in stages}

    @staticmethod
    def scene(state, trace):
        n = len(state.values)
        corners = [trace.V.tolist().index(list(p)) for p in convex_hull(trace.V)]
        return Scene(
            kind="hull",
            points=np.concatenate([trace.V, trace.output]),
            names=(*state.names, "output"),
            symbols=(*["V"] * n, "output"),
            columns={"weight": np.append(trace.weights[0], trace.weights[0].sum())},
            movable=n,
            hull=tuple(corners),
        )

    @staticmethod
    def describe(state, trace):
        mixed = ", ".join(
            f"{fixed(weight, 2)} of {name}"
            for name, weight in zip(state.names, trace.weights[0], strict=True)
        )
        x, y = map(number, trace.output[0])
        return (
            f"The output is {mixed}. It lies at ({x}, {y}), inside their convex hull."
        )

    @staticmethod
    def draw(state, trace):
        return figures.values_in_plane(
            trace.V, trace.weights[0], trace.output[0], labels=list(state.names)
        ).figure


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
