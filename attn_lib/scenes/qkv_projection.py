"""Q, K or V = X W: one matrix product, every number with its row and its column."""

from dataclasses import dataclass

from .. import (
    DIMENSIONS,
    QUERY_KEY_NAMES,
    SENTENCE,
    VALUE_NAMES,
    embed,
    hashed_embedding,
)
from ..words import _, joined
from .captions import about_tokens, source, zero_columns
from .edits import edited_attention, edits_in_words, marked
from .inputs import (
    D_MODEL,
    column_names,
    projection_of,
    query_key_names,
    tokens_of,
    value_names,
)
from .scene import Scene
from .stages import stage_matrices

EDITABLE = ("X", "W_Q", "W_K", "W_V")


@dataclass(frozen=True)
class ProjectionState:
    """What one projection is computed from."""

    sentence: str = SENTENCE
    which: str = "W_Q"
    d_model: int = D_MODEL
    d_k: int = 4
    d_v: int = 5
    seed: int = 0
    edits: tuple = ()

    @property
    def weights(self):
        """Features have names, and W a design, at one width only."""
        return "designed" if self.d_model == D_MODEL else "random"

    @property
    def letter(self):
        """What the chosen W makes: Q, K or V."""
        return self.which[-1]


def compute(state):
    """State → AttentionTrace."""
    tokens = tokens_of(state.sentence)
    designed = state.weights == "designed"
    X = embed(tokens) if designed else hashed_embedding(tokens, state.d_model)
    projection = projection_of(
        state.weights, state.d_k, state.d_v, state.seed, state.d_model
    )
    return edited_attention(X, projection, state.edits)


def matrices(state, trace):
    """State and trace → every stage."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=feature_names(state),
        query_key=query_key_names(state.weights, state.d_k),
        value=value_names(state.weights, state.d_v),
        note=source(state.weights, state.seed),
    )
    return marked(stages, EDITABLE, state.edits)


def lines(state):
    """State → X beside the product, W above it."""
    return [["", state.which], ["X", state.letter]]


def remark(state):
    """State → why the features have lost their names, if they have."""
    if state.weights == "designed":
        return ""
    return _(
        "d_model = {d_model}: the features with names exist for d_model = {named} "
        "only. Now every word has a fixed vector without meaning, and W is drawn at "
        "random (seed {seed})."
    ).format(d_model=state.d_model, named=D_MODEL, seed=state.seed)


def describe(state, trace):
    """State and trace → the shapes of the product, and where W comes from."""
    T, width = getattr(trace, state.letter).shape
    shapes = _("{formula}: shape {left} times {right} gives {result}.").format(
        formula=f"{state.letter} = X {state.which}",
        left=(T, state.d_model),
        right=(state.d_model, width),
        result=(T, width),
    )
    names = VALUE_NAMES if state.letter == "V" else QUERY_KEY_NAMES
    designed = state.weights == "designed"
    which = (state.which,)
    said = [
        shapes,
        source("designed", 0, which) if designed else remark(state),
        zero_columns(which, width, names) if designed else "",
        edits_in_words(state.edits),
        *(about_tokens(state.sentence) if designed else []),
    ]
    return joined(said)


def feature_names(state):
    """The names of the columns of X, where they have names."""
    meaningful = state.weights == "designed"
    return column_names(DIMENSIONS, state.d_model, meaningful=meaningful)


scene = Scene(
    State=ProjectionState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    remark=remark,
    editable=EDITABLE,
)
