"""One query against every key, then all of them: ``Q Kᵀ``."""

from dataclasses import dataclass, replace

import numpy as np

from .. import DIMENSIONS, SENTENCE, attention, embed, figures
from .._numbers import fixed, number
from . import controls
from .board import Matrix
from .edits import edited_attention, edited_cells, edits_in_words
from .example import (
    about_tokens,
    largest_in_words,
    projection_of,
    query_key_names,
    quoted,
    source,
    tokens_of,
    value_names,
    zeros,
)
from .explorer import Explorer
from .plane import PlaneExplorerBase, Scene, numbered, read_point, read_points, replaced
from .stages import product, row_of, stage_matrices, transpose


@dataclass(frozen=True)
class ScoresState:
    """What the scores are computed from, and whose row is looked at."""

    sentence: str = SENTENCE
    query: int = 3
    d_k: int = 4
    weights: str = "designed"
    seed: int = 0
    edits: tuple = ()
    d_v = 1  # the values take no part


class ScoresExplorer(Explorer):
    """The scores of one query, and of all queries.

    ``ScoresExplorer(sentence=…, query=3, d_k=4, weights="designed", seed=0)``, where
    ``query`` is a position, counted from 0. Everything else: :class:`Explorer`.
    """

    State = ScoresState
    editable = ("Q", "scores")

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "d_k": controls.size("d_k", 16),
            "weights": controls.weights(),
            "seed": controls.seed(),
            "edits": controls.edits(),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))
        self.seed.disabled = self.taken("weights") == "designed"

    @staticmethod
    def lines(state):
        return [["", "Kᵀ"], ["q", "q Kᵀ"], ["Q", "scores"]]

    @staticmethod
    def compute(state):
        return edited_attention(
            embed(tokens_of(state.sentence)),
            projection_of(state.weights, state.d_k, state.d_v, state.seed),
            state.edits,
        )

    @staticmethod
    def matrices(state, trace):
        stages = stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=DIMENSIONS,
            query_key=query_key_names(state),
            value=value_names(state),
            note=source(state.weights, state.seed),
        )
        i, Q, K_T = state.query, stages["Q"], transpose(stages["K"])
        scores = replace(stages["scores"], made=product("Q", K_T.id))
        by_hand = edited_cells(state.edits, "scores", scores.values.shape)
        its_own = tuple((0, j) for row, j, _ in by_hand if row == i)
        one = [
            K_T,
            row_of(Q, i, id="q", title=f"q = row {i} of Q"),
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
        return stages | {stage.id: stage for stage in one}

    @staticmethod
    def describe(state, trace):
        tokens = tokens_of(state.sentence)
        said = [
            f"With d_k = {state.d_k},",
            in_words(tokens, trace.scores[state.query], state.query),
            "A score is not yet a probability.",
            source(state.weights, state.seed, "W_Q and W_K"),
            *zeros(state),
            *edits_in_words(state.edits),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        return figures.score_matrix(trace.scores, tokens).figure


def in_words(tokens, scores, i):
    """Say which keys score highest for query i, or that none does."""
    if len(tokens) > 1 and np.allclose(scores, scores[0]):
        return f"{quoted(tokens, i)} scores all keys the same ({number(scores[0])})."
    return largest_in_words(tokens, scores, i)


@dataclass(frozen=True)
class PlaneState:
    """A query and keys that are two numbers wide."""

    q: tuple = (2.0, 0.0)
    keys: tuple = ((1.0, 0.2), (1.5, 3.0), (0.0, -1.5), (-1.0, -1.5))

    @property
    def names(self):
        """Names of the keys."""
        return numbered("k", len(self.keys))


class PlaneExplorer(PlaneExplorerBase):
    """A query and keys as arrows that can be moved: angle, lengths and score.

    ``PlaneExplorer(q=(2, 0), keys=((1, 0.2), (1.5, 3)))``, numbers from −4 to 4.
    Everything else: :class:`Explorer`.
    """

    State = PlaneState

    @staticmethod
    def readers():
        return {"q": read_point("q"), "keys": read_points("keys")}

    def movable(self):
        return {"point": 1 + len(self.keys.value)}

    def move(self, kind, index, to):
        if index == 0:
            self.q.value = to
        else:
            self.keys.value = replaced(self.keys.value, index - 1, to)

    @staticmethod
    def lines(state):
        return [["q", "· Kᵀ =", "q Kᵀ"]]

    @staticmethod
    def compute(state):
        # What the keys would hand over plays no part in the scores.
        return attention([state.q], state.keys, np.eye(len(state.keys)))

    @staticmethod
    def matrices(state, trace):
        given = {"op": "given", "note": "moved by hand"}
        axes = ("x", "y")
        K = Matrix("K", trace.K, state.names, axes, "K", "K", given)
        stages = [
            Matrix("q", trace.Q, ("q",), axes, "q", "Q", given),
            K,
            transpose(K),
            Matrix(
                "q Kᵀ",
                trace.scores,
                ("q",),
                state.names,
                "scores = q Kᵀ",
                "scores",
                product("q", "Kᵀ"),
            ),
        ]
        return {stage.id: stage for stage in stages}

    @staticmethod
    def scene(state, trace):
        return Scene(
            kind="arrows",
            points=np.concatenate([trace.Q, trace.K]),
            names=("q", *state.names),
            symbols=("Q", *["K"] * len(state.keys)),
            columns=measures(trace.Q[0], trace.K, trace.scores[0]),
            movable=1 + len(state.keys),
        )

    @staticmethod
    def describe(state, trace):
        scores = trace.scores[0]
        measured = measures(trace.Q[0], trace.K, scores)
        keys = zip(
            state.names,
            measured["length"][1:],
            measured["angle"][1:],
            scores,
            strict=True,
        )
        said = [f"q has length {number(measured['length'][0])}."]
        for name, length, angle, score in keys:
            turned = "no angle" if np.isnan(angle) else f"angle {fixed(angle, 0)}°"
            said.append(
                f"{name}: length {number(length)}, {turned}, score {number(score)}."
            )
        best = np.flatnonzero(np.isclose(scores, scores.max()))
        names = " and ".join(state.names[j] for j in best)
        said.append(f"Largest score: {names}.")
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        labels = list(state.names)
        return figures.vectors_in_plane(trace.Q[0], trace.K, labels=labels).figure


def measures(q, K, scores):
    """What the plane says of the query and each key: q · k = |q| |k| cos θ.

    An arrow of length 0 has no angle: NaN. So has the query, to itself.
    """
    lengths = np.linalg.norm([q, *K], axis=1)
    product = lengths[0] * lengths[1:]
    cosine = np.divide(scores, product, np.full(len(K), np.nan), where=product > 0)
    cosine = np.clip(cosine, -1, 1)  # rounding may leave 1.0000000000000002
    nothing = [np.nan]
    return {
        "length": lengths,
        "angle": np.concatenate([nothing, np.degrees(np.arccos(cosine))]),
        "cos θ": np.concatenate([nothing, cosine]),
        "score": np.concatenate([nothing, scores]),
    }
