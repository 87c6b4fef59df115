"""One row of the output: each value times its weight, and their sum."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from .. import DIMENSIONS, SENTENCE, ProjectionWeights, embed, figures, self_attention
from . import controls
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
from .stages import product, row_of, stage_matrices


@dataclass(frozen=True)
class WeightedSumState:
    """What one row of the output is computed from."""

    sentence: str = SENTENCE
    query: int = 5
    d_v: int = 5
    d_k = 4  # as in the other lessons
    weights = "designed"


class WeightedSumExplorer(Explorer):
    """The output of one query.

    ``WeightedSumExplorer(sentence=…, query=5, d_v=5)``, where ``query`` is a position,
    counted from 0. Everything else: :class:`Explorer`.
    """

    State = WeightedSumState

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "d_v": controls.size("d_v", 8),
        }

    def fit(self):
        controls.fit_query(self.query, self.sentence.value)

    @staticmethod
    def lines(state):
        return [["", "V"], ["w", "out"]]

    @staticmethod
    def compute(state):
        projection = ProjectionWeights.designed(state.d_k, state.d_v)
        return self_attention(embed(tokens_of(state.sentence)), projection)

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
            f"{name} {number:.2f}"
            for name, number in zip(names, trace.output[i], strict=True)
        )
        said = [
            reading(tokens, trace.weights[i], i),
            f"Its output: {mixed}.",
            source("designed", 0),
            *zeros(state),
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
