"""One query against every key, then all of them: ``Q Kᵀ``."""

from dataclasses import dataclass, replace

import numpy as np

from .. import DIMENSIONS, SENTENCE, embed
from .._numbers import number
from ..words import N_, _, joined
from .captions import about_tokens, largest, quoted, source, zeros
from .edits import edited_attention, edited_cells, edits_in_words, marked
from .inputs import in_words, projection_of, query_key_names, tokens_of, value_names
from .matrix import by_id, product, row_of, transpose
from .scene import Scene
from .stages import stage_matrices

EDITABLE = ("Q", "scores")
D_V = 1  # the values take no part
# What a query's scores say: all the same, of one key alone, of two.
SCORES = (
    N_("With d_k = {d_k}, {query} scores all keys the same ({score})."),
    N_("With d_k = {d_k}, {query} scores highest with {key} ({weight})."),
    N_(
        "With d_k = {d_k}, {query} scores highest with {key} ({weight}), then {other} "
        "({less})."
    ),
)


@dataclass(frozen=True)
class ScoresState:
    """What the scores are computed from, and whose row is looked at."""

    sentence: str = SENTENCE
    query: int = 3
    d_k: int = 4
    weights: str = "designed"
    seed: int = 0
    edits: tuple = ()


def compute(state):
    """State → AttentionTrace."""
    X = embed(tokens_of(state.sentence))
    projection = projection_of(state.weights, state.d_k, D_V, state.seed)
    return edited_attention(X, projection, state.edits)


def matrices(state, trace):
    """State and trace → every stage, and one query's row of Q and of the scores."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=query_key_names(state.weights, state.d_k),
        value=value_names(state.weights, D_V),
        note=source(state.weights, state.seed),
    )
    i, Q, K_T = state.query, stages["Q"], transpose(stages["K"])
    scores = replace(stages["scores"], made=product("Q", K_T.id))
    by_hand = edited_cells(state.edits, "scores", scores.values.shape)
    its_own = tuple((0, j) for row, j, _number in by_hand if row == i)
    one = [
        K_T,
        row_of(Q, i, id="q", title=_("q = row {i} of Q").format(i=i)),
        row_of(
            scores,
            i,
            id="q Kᵀ",
            title="q Kᵀ",
            made=product("q", K_T.id),
            edited=its_own,
        ),
        replace(Q, chosen=i),
        replace(scores, chosen=i),
    ]
    return marked(stages | by_id(one), EDITABLE, state.edits)


def lines(state):
    """State → one query's row, and all of them below."""
    return [["", "Kᵀ"], ["q", "q Kᵀ"], ["Q", "scores"]]


def describe(state, trace):
    """State and trace → which keys score highest, and what was set."""
    tokens = tokens_of(state.sentence)
    said = [
        best_keys(tokens, trace.scores[state.query], state),
        _("A score is not yet a probability."),
        source(state.weights, state.seed, ("W_Q", "W_K")),
        *zeros(state.weights, d_k=state.d_k),
        edits_in_words(state.edits),
        *about_tokens(state.sentence),
    ]
    return joined(said)


def best_keys(tokens, scores, state):
    """Say which keys score highest for the query, or that none does."""
    same, one, two = SCORES
    if len(tokens) > 1 and np.allclose(scores, scores[0]):
        names = {"query": quoted(tokens, state.query), "score": number(scores[0])}
        return _(same).format(d_k=state.d_k, **names)
    said = two if len(tokens) > 1 else one
    names = largest(tokens, scores, state.query)
    return _(said).format(d_k=state.d_k, **names)


scene = Scene(
    State=ScoresState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    editable=EDITABLE,
)
