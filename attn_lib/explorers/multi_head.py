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
    figures,
    multi_head_attention,
)
from . import controls
from .board import Matrix
from .example import D_MODEL, about_tokens, column_names, reading, source, tokens_of
from .explorer import Explorer
from .stages import product, stage_matrices

NUMBERS_OF_HEADS = (1, 2, 4)  # each divides the four designed columns, and d_model
# A stage of one head → its name there.
ONE_HEAD = {
    **{id: id for id in ("W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled")},
    **{"masked": "scaled", "weights": "weights", "output": "head"},
}


@dataclass(frozen=True)
class MultiHeadState:
    """What the heads are computed from."""

    sentence: str = SENTENCE
    query: int = 3
    num_heads: int = 2
    W_O: bool = True
    weights: str = "designed"
    seed: int = 0


class MultiHeadExplorer(Explorer):
    """The weights of every head, their average, and the output with and without W_O.

    ``MultiHeadExplorer(sentence=…, query=3, num_heads=2, W_O=True,
    weights="designed", seed=0)``, where ``query`` is the position whose row the caption
    reads, and ``num_heads`` is 1, 2 or 4. Everything else: :class:`Explorer`; ``trace``
    is a MultiHeadTrace.
    """

    State = MultiHeadState

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "num_heads": controls.steps("heads", NUMBERS_OF_HEADS),
            "W_O": controls.switch("W_O"),
            "weights": controls.weights(),
            "seed": controls.seed(),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))
        self.seed.disabled = self.taken("weights") == "designed"

    @staticmethod
    def lines(state):
        heads = [f"weights_{i}" for i in range(state.num_heads)]
        average = ["average"] if state.num_heads > 1 else []
        mixed = ["· W_O =", "output"] if state.W_O else []
        return [[*heads, *average], ["concat", *mixed]]

    @staticmethod
    def compute(state):
        X = embed(tokens_of(state.sentence))
        return multi_head_attention(X, weights_of(state))

    @staticmethod
    def matrices(state, trace):
        tokens = tokens_of(state.sentence)
        drawn = source(state.weights, state.seed, "W_Q, W_K, W_V and W_O")
        stages = {}
        for i in range(state.num_heads):
            stages |= head_matrices(state, trace, i, tokens, drawn)
        ids = [f"{{}}_{i}" for i in range(state.num_heads)]
        inside = concat_names(state)
        outside = column_names(
            DIMENSIONS, D_MODEL, meaningful=state.weights == "designed"
        )
        together = [
            Matrix(
                "average",
                trace.weights.mean(axis=0),
                tokens,
                tokens,
                "average of the heads",
                "weights",
                {"op": "mean", "each": [id.format("weights") for id in ids]},
                kind="weights",
                limit=1.0,
                cursor=True,
                chosen=state.query,
            ),
            Matrix(
                "concat",
                trace.concat,
                tokens,
                inside,
                "concat: heads side by side",
                "V",
                {
                    "op": "beside",
                    "each": [id.format("head") for id in ids],
                    "width": trace.projection.d_v,
                },
            ),
            Matrix(
                "W_O",
                trace.projection.W_O,
                inside,
                outside,
                "W_O",
                "W",
                {"op": "given", "note": drawn},
            ),
            Matrix(
                "output",
                trace.output,
                tokens,
                outside,
                "output = concat W_O",
                "output",
                product("concat", "W_O"),
            ),
        ]
        return stages | {matrix.id: matrix for matrix in together}

    @staticmethod
    def describe(state, trace):
        tokens = tokens_of(state.sentence)
        i, heads = state.query, state.num_heads
        said = [f"{heads} head{'s' * (heads > 1)} of width {trace.projection.d_k}."]
        for h, name in enumerate(head_names(state)):
            about = f" ({name})" if name else ""
            said.append(f"Head {h}{about}: {reading(tokens, trace.weights[h, i], i)}")
        if heads > 1:
            average = reading(tokens, trace.weights.mean(axis=0)[i], i)
            said.append(f"In their average {average}")
        width = trace.concat.shape[1]
        said += [
            f"W_O mixes all {width} columns into {D_MODEL}."
            if state.W_O
            else f"Without W_O the heads stay side by side, in {width} columns.",
            source(state.weights, state.seed, "W_Q, W_K, W_V and W_O"),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        names = head_names(state) if state.weights == "designed" else None
        return figures.head_weights(
            trace.weights, tokens_of(state.sentence), names=names
        )


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
    return [", ".join(names) for names in columns]


def value_names(state):
    """The names of one head's values."""
    width = weights_of(state).d_v
    return column_names(VALUE_NAMES, width, meaningful=state.weights == "designed")


def concat_names(state):
    """The same for all heads, each with the number of its head."""
    names = value_names(state)
    return tuple(f"{h} {name}" for h in range(state.num_heads) for name in names)


def head_matrices(state, trace, i, tokens, note):
    """The stages of one head, under their names with its number: ``Q_0``."""
    head, name = trace.head(i), head_names(state)[i]
    designed = state.weights == "designed"
    width = len(QUERY_KEY_NAMES) // state.num_heads
    names = QUERY_KEY_NAMES[i * width : (i + 1) * width] if designed else ()
    stages = stage_matrices(
        head,
        tokens,
        features=DIMENSIONS,
        query_key=column_names(names, head.Q.shape[1]),
        value=value_names(state),
        note=note,
    )
    return {"X": stages["X"]} | numbered(state, stages, i, f": {name}" if name else "")


def numbered(state, stages, i, about):
    """One head's stages, renamed; nothing is hidden here, so without the mask's."""

    def name(id):
        return id if id == "X" else f"{ONE_HEAD[id]}_{i}"

    def renamed(matrix):
        inputs = matrix.made.keys() & {"left", "right", "of"}
        made = matrix.made | {key: name(matrix.made[key]) for key in inputs}
        id = name(matrix.id)
        chosen = state.query if matrix.id == "weights" else None
        return replace(
            matrix, id=id, title=id + about, made=made, hidden=None, chosen=chosen
        )

    kept = (renamed(stages[id]) for id in ONE_HEAD if id != "masked")
    return {matrix.id: matrix for matrix in kept}
