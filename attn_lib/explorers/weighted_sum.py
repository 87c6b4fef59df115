"""One row of the output: each value times its weight, and their sum."""

from matplotlib.figure import Figure

from .. import figures
from ..scenes import weighted_sum
from ..scenes.inputs import tokens_of, value_names
from . import controls
from .explorer import Explorer


class WeightedSumExplorer(Explorer):
    """The output of one query.

    ``WeightedSumExplorer(sentence=…, query=5, d_v=5)``, where ``query`` is a position,
    counted from 0. Everything else: :class:`Explorer`.
    """

    scene = weighted_sum.scene

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
    def draw(state, trace):
        tokens, i = tokens_of(state.sentence), state.query
        figure = Figure(figsize=(11, 6), layout="constrained", facecolor="white")
        axes = figure.subplot_mosaic(
            [["w", "w"], ["V", "output"]], height_ratios=(1, 2.2)
        )
        names, row = value_names("designed", state.d_v), [tokens[i]]
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
