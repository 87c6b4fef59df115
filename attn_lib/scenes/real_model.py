"""A sentence read by a trained model: all its heads, and one of them in numbers."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from .. import real_model
from ..words import N_, _, joined, ngettext
from .captions import reading
from .head_grid import head_grid
from .inputs import MAX_TOKENS, column_names
from .matrix import given, normalised
from .scene import Scene
from .shared import read_only
from .stages import stage_matrices

KINDS = {"extract": N_("extract"), "full": N_("full")}
PARTS = {
    "extract": N_("From the extract that ships with the library: layer 0 alone."),
    "full": N_("From the full weights."),
}
WEIGHTS = {"extract": real_model.load_extract, "full": real_model.load_minilm}
# 384 columns, or rows, are too many for a page; nothing is hidden.
NOT_SHOWN = ("X", "W_Q", "W_K", "W_V", "mask", "masked")


@dataclass(frozen=True)
class RealModelState:
    """Which head reads which sentence."""

    sentence: str = real_model.RIVER
    weights: str = "extract"
    layer: int = 0
    head: int = 4
    query: int = 5


def compute(state):
    """State → AttentionTrace of one head."""
    return read(state).layers[state.layer].attention.head(state.head)


def matrices(state, trace):
    """State and trace → the stages of the head, without what is too wide."""
    features = column_names((), trace.Q.shape[1])
    stages = stage_matrices(
        trace,
        read(state).pieces,
        features=column_names((), trace.X.shape[1]),
        query_key=features,
        value=features,
        note=_("learned"),
    )
    for id in NOT_SHOWN:
        del stages[id]
    for id in ("Q", "K", "V"):
        made = given(_("a sum of {n} products, and a bias").format(n=trace.X.shape[1]))
        title = _("{name} of head {head}").format(name=id, head=state.head)
        stages[id] = replace(stages[id], title=title, made=made)
    stages["weights"] = replace(
        stages["weights"],
        title="weights = softmax(scaled)",
        made=normalised("scaled"),
        hidden=None,
        chosen=state.query,
    )
    return stages


def lines(state):
    """State → what stands in each line."""
    return [["weights", "scaled"], ["Q", "K"]]


def beside(state, trace):
    """State and trace → the small maps of all heads."""
    return {"grid": head_grid(read(state).weights)}


def describe(state, trace):
    """State and trace → where the query looks, and how many look at themselves."""
    pieces, i = read(state).pieces, state.query
    T = len(pieces)
    own = int((trace.weights.argmax(axis=-1) == np.arange(T)).sum())
    own_first = ngettext(
        "In {own} of {rows} row the own piece has the largest weight (by chance: 1 of "
        "{rows}).",
        "In {own} of {rows} rows the own piece has the largest weight (by chance: 1 of "
        "{rows}).",
        T,
    )
    said = [
        _("Layer {layer}, head {head} of {model}.").format(
            layer=state.layer, head=state.head, model="all-MiniLM-L6-v2"
        ),
        reading(pieces, trace.weights[i], i),
        own_first.format(own=own, rows=T),
        _(PARTS[state.weights]),
    ]
    return joined(said)


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
        raise ValueError(_("Type at least one word."))
    if len(pieces) > MAX_TOKENS:
        raise ValueError(
            _(
                "sentence: expected at most {most} word pieces to draw, got {got}; "
                "load_minilm().read(sentence) takes 256"
            ).format(most=MAX_TOKENS, got=len(pieces))
        )
    return pieces


def read(state):
    """The model's trace of a state's sentence, the same for all its heads."""
    return _read(state.weights, state.sentence)


@lru_cache(maxsize=4)
def _read(weights, sentence):
    cut(sentence)
    return read_only(model(weights).read(sentence))


scene = Scene(
    State=RealModelState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    beside=beside,
    describe=describe,
)
