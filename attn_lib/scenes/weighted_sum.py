"""One row of the output: each value times its weight, and their sum."""

from dataclasses import dataclass

from .. import DIMENSIONS, SENTENCE, ProjectionWeights, embed
from .._numbers import fixed
from ..words import _, joined, listed
from .captions import about_tokens, reading, source, zeros
from .edits import edited_attention, edits_in_words, marked
from .inputs import in_words, query_key_names, tokens_of, value_names
from .matrix import by_id, product, row_of
from .scene import Scene
from .stages import stage_matrices

EDITABLE = ("V",)
D_K = 4  # as in the other lessons


@dataclass(frozen=True)
class WeightedSumState:
    """What one row of the output is computed from."""

    sentence: str = SENTENCE
    query: int = 5
    d_v: int = 5
    edits: tuple = ()


def compute(state):
    """State → AttentionTrace."""
    projection = ProjectionWeights.designed(D_K, state.d_v)
    X = embed(tokens_of(state.sentence))
    return edited_attention(X, projection, state.edits)


def matrices(state, trace):
    """State and trace → every stage, and one query's row of weights and output."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=query_key_names("designed", D_K),
        value=value_names("designed", state.d_v),
        note=source("designed", 0),
    )
    i = state.query
    w, out = stages["weights"], stages["output"]
    title = _("w = row {i} of weights").format(i=i)
    one = [
        row_of(w, i, id="w", title=title, kind="bars"),
        row_of(out, i, id="out", title="output = w V", made=product("w", "V")),
    ]
    return marked(stages | by_id(one), EDITABLE, state.edits)


def lines(state):
    """State → the weights beside the output, V above it."""
    return [["", "V"], ["w", "out"]]


def describe(state, trace):
    """State and trace → where the query looks, and what it gets."""
    tokens, i = tokens_of(state.sentence), state.query
    names = value_names("designed", state.d_v)
    mixed = listed(
        f"{name} {fixed(value, 2)}"
        for name, value in zip(names, trace.output[i], strict=True)
    )
    said = [
        reading(tokens, trace.weights[i], i),
        _("Its output: {features}.").format(features=mixed),
        source("designed", 0),
        *zeros("designed", d_v=state.d_v),
        edits_in_words(state.edits),
        *about_tokens(state.sentence),
    ]
    return joined(said)


scene = Scene(
    State=WeightedSumState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    editable=EDITABLE,
)
