"""Several heads side by side, their average, and what W_O makes of them."""

from dataclasses import dataclass, replace

import numpy as np

from .. import (
    DIMENSIONS,
    QUERY_KEY_NAMES,
    SENTENCE,
    VALUE_NAMES,
    MultiHeadWeights,
    embed,
    multi_head_attention,
)
from ..words import N_, _, joined, listed, ngettext
from .captions import about_tokens, reading, source
from .inputs import D_MODEL, column_names, in_words, tokens_of
from .matrix import Matrix, by_id, given, product
from .scene import Scene
from .stages import stage_matrices

NUMBERS_OF_HEADS = (1, 2, 4)  # each divides the four designed columns, and d_model
# A stage of one head → its name there.
ONE_HEAD = {
    **{id: id for id in ("W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled")},
    **{"masked": "scaled", "weights": "weights", "output": "head"},
}
ALL_W = ("W_Q", "W_K", "W_V", "W_O")
LOOKS_ON_AVERAGE = (
    N_("In their average {query} may look at nothing."),
    N_("In their average {query} looks most at {key} ({weight})."),
    N_(
        "In their average {query} looks most at {key} ({weight}), then "
        "{other} ({less})."
    ),
)


@dataclass(frozen=True)
class MultiHeadState:
    """What the heads are computed from."""

    sentence: str = SENTENCE
    query: int = 3
    num_heads: int = 2
    W_O: bool = True
    weights: str = "designed"
    seed: int = 0


def compute(state):
    """State → MultiHeadTrace."""
    return multi_head_attention(embed(tokens_of(state.sentence)), weights_of(state))


def matrices(state, trace):
    """State and trace → the stages of every head, and what they are put together to."""
    stages = {}
    for i in range(state.num_heads):
        stages |= head_matrices(state, trace, i)
    return stages | by_id(together(state, trace))


def together(state, trace):
    """The average of the heads, their outputs side by side, and the whole output."""
    tokens = tokens_of(state.sentence)
    designed = state.weights == "designed"
    inside = concat_names(state)
    outside = column_names(DIMENSIONS, D_MODEL, meaningful=designed)
    heads = range(state.num_heads)
    yield Matrix(
        id="average",
        values=trace.weights.mean(axis=0),
        rows=tokens,
        columns=tokens,
        title=_("average of the heads"),
        symbol="weights",
        made={"op": "mean", "each": [f"weights_{i}" for i in heads]},
        kind="weights",
        limit=1.0,
        cursor=True,
        chosen=state.query,
    )
    yield Matrix(
        id="concat",
        values=trace.concat,
        rows=tokens,
        columns=inside,
        title=_("concat: heads side by side"),
        symbol="V",
        made={
            "op": "beside",
            "each": [f"head_{i}" for i in heads],
            "width": trace.projection.d_v,
        },
    )
    yield Matrix(
        id="W_O",
        values=trace.projection.W_O,
        rows=inside,
        columns=outside,
        title="W_O",
        symbol="W",
        made=given(source(state.weights, state.seed, ALL_W)),
    )
    yield Matrix(
        id="output",
        values=trace.output,
        rows=tokens,
        columns=outside,
        title="output = concat W_O",
        symbol="output",
        made=product("concat", "W_O"),
    )


def lines(state):
    """State → the heads' weights with their average, and what they hand over."""
    heads = [f"weights_{i}" for i in range(state.num_heads)]
    average = ["average"] if state.num_heads > 1 else []
    mixed = ["· W_O =", "output"] if state.W_O else []
    return [[*heads, *average], ["concat", *mixed]]


def describe(state, trace):
    """State and trace → where the query looks, in each head and on average."""
    tokens = tokens_of(state.sentence)
    i, heads = state.query, state.num_heads
    how_many = ngettext(
        "{heads} head of width {width}.", "{heads} heads of width {width}.", heads
    )
    average = trace.weights.mean(axis=0)[i]
    said = [
        how_many.format(heads=heads, width=trace.projection.d_k),
        *(
            about_head(h, name, reading(tokens, trace.weights[h, i], i))
            for h, name in enumerate(head_names(state))
        ),
        reading(tokens, average, i, LOOKS_ON_AVERAGE) if heads > 1 else "",
        about_mixing(state.W_O, trace.concat.shape[1]),
        source(state.weights, state.seed, ALL_W),
        *about_tokens(state.sentence),
    ]
    return joined(said)


def about_head(number, name, look):
    """Say where one head looks; what it looks for, if that has a name."""
    if not name:
        return _("Head {head}: {reading}").format(head=number, reading=look)
    said = _("Head {head} ({name}): {reading}")
    return said.format(head=number, name=name, reading=look)


def about_mixing(is_mixed, width):
    """Say what becomes of the heads' columns."""
    if is_mixed:
        said = ngettext(
            "W_O mixes all {width} column into {d_model}.",
            "W_O mixes all {width} columns into {d_model}.",
            width,
        )
    else:
        said = ngettext(
            "Without W_O the heads stay side by side, in {width} column.",
            "Without W_O the heads stay side by side, in {width} columns.",
            width,
        )
    return said.format(width=width, d_model=D_MODEL)


def weights_of(state):
    """The four matrices, designed by hand or drawn at random."""
    if state.weights == "designed":
        return MultiHeadWeights.designed(state.num_heads)
    return MultiHeadWeights.random(D_MODEL, state.num_heads, seed=state.seed)


def head_names(state):
    """What each head looks for: its columns of W_Q; nothing if they are random."""
    if state.weights == "random":
        return [""] * state.num_heads
    columns = np.reshape(QUERY_KEY_NAMES, (state.num_heads, -1))
    return [listed(in_words(names)) for names in columns]


def value_names(state):
    """The names of one head's values."""
    width = weights_of(state).d_v
    return column_names(VALUE_NAMES, width, meaningful=state.weights == "designed")


def concat_names(state):
    """The same for all heads, each with the number of its head."""
    names = value_names(state)
    return tuple(f"{h} {name}" for h in range(state.num_heads) for name in names)


def head_matrices(state, trace, i):
    """The stages of one head, under their names with its number: ``Q_0``."""
    head, name = trace.head(i), head_names(state)[i]
    designed = state.weights == "designed"
    width = len(QUERY_KEY_NAMES) // state.num_heads
    names = QUERY_KEY_NAMES[i * width : (i + 1) * width] if designed else ()
    stages = stage_matrices(
        head,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=column_names(names, head.Q.shape[1]),
        value=value_names(state),
        note=source(state.weights, state.seed, ALL_W),
    )
    return {"X": stages["X"]} | of_head(i, stages, looks_for=name, query=state.query)


def of_head(i, stages, *, looks_for, query):
    """One head's stages, renamed; nothing is hidden here, so without the mask's."""

    def name(id):
        return id if id == "X" else f"{ONE_HEAD[id]}_{i}"

    def renamed(matrix):
        inputs = matrix.made.keys() & {"left", "right", "of"}
        made = matrix.made | {key: name(matrix.made[key]) for key in inputs}
        id = name(matrix.id)
        chosen = query if matrix.id == "weights" else None
        title = f"{id}: {looks_for}" if looks_for else id
        return replace(
            matrix, id=id, title=title, made=made, hidden=None, chosen=chosen
        )

    return by_id(renamed(stages[id]) for id in ONE_HEAD if id != "masked")


scene = Scene(
    State=MultiHeadState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
)
