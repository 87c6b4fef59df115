"""A sentence read by a trained model: all its heads, and one of them in numbers."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import anywidget
import numpy as np
import traitlets
from ipywidgets import widget_serialization

from .. import figures, real_model
from ..figures.style import COLOURS, new_figure
from . import controls
from .board import joined
from .example import MAX_TOKENS, column_names, reading
from .explorer import Explorer
from .page import add_view
from .release import close_all
from .shared import read_only
from .stages import stage_matrices

WEIGHTS = {"extract": real_model.load_extract, "full": real_model.load_minilm}


@dataclass(frozen=True)
class RealModelState:
    """Which head reads which sentence."""

    sentence: str = real_model.RIVER
    weights: str = "extract"
    layer: int = 0
    head: int = 4
    query: int = 5


class HeadGrid(anywidget.AnyWidget):
    """Draws a small map for each head; a press on one chooses it.

    ``layer`` and ``head`` are the controls that it moves, and follows.
    """

    _esm = joined("theme.js", "page.js", "real_model.js")
    _css = joined("page.css", "real_model.css")

    layer = traitlets.Any().tag(sync=True, **widget_serialization)
    head = traitlets.Any().tag(sync=True, **widget_serialization)
    shape = traitlets.List([0, 0, 0]).tag(sync=True)  # layers, heads, T
    data = traitlets.Bytes().tag(sync=True)  # weights from 0 to 255
    colours = traitlets.Dict(COLOURS).tag(sync=True)


class RealModelExplorer(Explorer):
    """All heads of all-MiniLM-L6-v2 on a sentence, and one on the board.

    ``RealModelExplorer(sentence=…, weights="extract", layer=0, head=4, query=5)``.
    ``weights`` is "extract", what ships with the library: layer 0 alone, and about
    2,500 word pieces; or "full", all 6 layers, where the published weights are
    installed. ``query`` is the position whose row the caption reads. Everything else:
    :class:`Explorer`.
    """

    State = RealModelState

    def __init__(self, **settings):
        super().__init__(**settings)
        add_view(self, self.grid, above=True)

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "weights": controls.choice("weights", WEIGHTS.keys(), "160px"),
            "layer": controls.choice("layer", [0], "110px"),
            "head": controls.size("head", real_model.HEADS - 1, smallest=0),
            "query": controls.choice("query", [0], "180px"),
        }

    def make_views(self):
        self.grid = HeadGrid(layer=self.layer, head=self.head)
        return {"grid": self.grid}

    def fit(self):
        whole = self.taken("weights") == "full"
        layers = range(real_model.LAYERS if whole else 1)
        controls.fit_places(self.layer, [str(n) for n in layers])
        controls.fit_places(self.query, controls.numbered(cut(self.taken("sentence"))))

    @staticmethod
    def lines(state):
        return [["weights", "scaled"], ["Q", "K"]]

    @staticmethod
    def compute(state):
        return read(state).layers[state.layer].attention.head(state.head)

    @staticmethod
    def beside(state, trace):
        weights = read(state).weights
        data = np.round(255 * weights).astype(np.uint8).tobytes()
        return {"grid": {"shape": list(weights.shape[:3]), "data": data}}

    @staticmethod
    def matrices(state, trace):
        columns = column_names((), trace.Q.shape[1])
        stages = stage_matrices(
            trace,
            read(state).pieces,
            features=column_names((), trace.X.shape[1]),
            query_key=columns,
            value=columns,
            note="learned",
        )
        for name in ("X", "W_Q", "W_K", "W_V"):
            del stages[name]  # 384 columns, or rows: too many for a page
        del stages["mask"], stages["masked"]  # nothing is hidden
        for name in ("Q", "K", "V"):
            made = {"op": "given", "note": "a sum of 384 products, and a bias"}
            title = f"{name} of head {state.head}"
            stages[name] = replace(stages[name], title=title, made=made)
        stages["weights"] = replace(
            stages["weights"],
            title="weights = softmax(scaled)",
            made={"op": "softmax", "of": "scaled"},
            hidden=None,
            chosen=state.query,
        )
        return stages

    @staticmethod
    def describe(state, trace):
        pieces, i = read(state).pieces, state.query
        T = len(pieces)
        own = int((trace.weights.argmax(axis=-1) == np.arange(T)).sum())
        parts = {
            "extract": "From the extract that ships with the library: layer 0 alone.",
            "full": "From the full weights.",
        }
        return (
            f"Layer {state.layer}, head {state.head} of all-MiniLM-L6-v2. "
            f"{reading(pieces, trace.weights[i], i)} In {own} of {T} rows the own "
            f"piece has the largest weight (by chance: 1 of {T}). "
            f"{parts[state.weights]}"
        )

    @staticmethod
    def draw(state, trace):
        weights, pieces = read(state).weights, read(state).pieces
        maps = 1 + len(weights)  # inches
        figure = new_figure(11, maps + 5)
        above, below = figure.subplots(2, 1, height_ratios=(maps, 5))
        figures.head_grid(weights, chosen=(state.layer, state.head), ax=above)
        title = f"weights of layer {state.layer}, head {state.head}"
        figures.attention_weights(trace.weights, pieces, title=title, ax=below)
        return figure

    def close(self):
        super().close()
        close_all(self.grid)


@cache
def model(weights):
    """Load a model once. That there are no weights is an error of the input."""
    try:
        return read_only(WEIGHTS[weights]())
    except FileNotFoundError as error:
        raise ValueError(str(error)) from None


def cut(sentence):
    """The word pieces of a sentence; one that cannot be shown is an error."""
    pieces = model("extract").pieces(sentence)
    if len(pieces) == 2:
        raise ValueError("Type at least one word.")
    if len(pieces) > MAX_TOKENS:
        raise ValueError(
            f"sentence: expected at most {MAX_TOKENS} word pieces to draw, got "
            f"{len(pieces)}; load_minilm().read(sentence) takes 256"
        )
    return pieces


def read(state):
    """The model's trace of a state's sentence, the same for all its heads."""
    return _read(state.weights, state.sentence)


@lru_cache(maxsize=4)
def _read(weights, sentence):
    cut(sentence)
    return read_only(model(weights).read(sentence))
