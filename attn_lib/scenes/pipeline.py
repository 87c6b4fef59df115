"""The whole formula, from the typed sentence to the output."""

from dataclasses import dataclass

from .. import DIMENSIONS, SENTENCE, embed
from ..words import N_, _, joined
from .captions import MASK_WORDS, about_tokens, reading, source, zeros
from .edits import edited_attention, edits_in_words, marked
from .inputs import (
    in_words,
    mask_of,
    projection_of,
    query_key_names,
    tokens_of,
    value_names,
)
from .scene import Scene
from .stages import stage_matrices

HIDDEN_AT_THE_END = 2  # how many tokens the padding mask hides here
WINDOW = 1
EDITABLE = ("X", "Q", "K", "V", "scores")
LOOKS = (
    N_("With d_k = {d_k}, {query} may look at nothing."),
    N_("With d_k = {d_k}, {query} looks most at {key} ({weight})."),
    N_(
        "With d_k = {d_k}, {query} looks most at {key} ({weight}), then "
        "{other} ({less})."
    ),
)


@dataclass(frozen=True)
class PipelineState:
    """What the pipeline is computed from."""

    sentence: str = SENTENCE
    d_k: int = 4
    d_v: int = 5
    mask: str = "none"
    positions: bool = True
    weights: str = "designed"
    seed: int = 0
    edits: tuple = ()


def compute(state):
    """State → AttentionTrace."""
    tokens = tokens_of(state.sentence)
    length = max(1, len(tokens) - HIDDEN_AT_THE_END)
    return edited_attention(
        embed(tokens, positions=state.positions),
        projection_of(state.weights, state.d_k, state.d_v, state.seed),
        state.edits,
        mask=mask_of(state.mask, len(tokens), length=length, window=WINDOW),
    )


def matrices(state, trace):
    """State and trace → every stage."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=query_key_names(state.weights, state.d_k),
        value=value_names(state.weights, state.d_v),
        note=source(state.weights, state.seed),
    )
    return marked(stages, EDITABLE, state.edits)


def lines(state):
    """State → what stands in each line."""
    return [
        ["X", "→", "Q", "K"],
        ["scores", "÷ √d_k", "scaled", "+ mask", "masked"],
        ["weights", "·", "V", "=", "output"],
    ]


def describe(state, trace):
    """State and trace → where the last token looks, and what was set."""
    tokens = tokens_of(state.sentence)
    last = len(tokens) - 1
    said = [
        _("All stages from X to the output."),
        reading(tokens, trace.weights[last], last, LOOKS, d_k=state.d_k),
        _(MASK_WORDS[state.mask]),
        source(state.weights, state.seed),
        *zeros(state.weights, d_k=state.d_k, d_v=state.d_v),
        "" if state.positions else _("Without positions."),
        edits_in_words(state.edits),
        *about_tokens(state.sentence),
    ]
    return joined(said)


scene = Scene(
    State=PipelineState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    editable=EDITABLE,
)
