"""One query against every key, then all of them: ``Q Kᵀ``."""

from dataclasses import dataclass, replace

from .. import DIMENSIONS, SENTENCE, embed, figures, self_attention
from . import controls
from .example import (
    about_tokens,
    largest_in_words,
    projection_of,
    query_key_names,
    source,
    tokens_of,
    value_names,
    zeros,
)
from .explorer import Explorer
from .stages import product, row_of, stage_matrices, transpose


@dataclass(frozen=True)
class ScoresState:
    """What the scores are computed from, and whose row is looked at."""

    sentence: str = SENTENCE
    query: int = 3
    d_k: int = 4
    weights: str = "designed"
    seed: int = 0
    d_v = 1  # the values take no part


class ScoresExplorer(Explorer):
    """The scores of one query, and of all queries.

    ``ScoresExplorer(sentence=…, query=3, d_k=4, weights="designed", seed=0)``, where
    ``query`` is a position, counted from 0. Everything else: :class:`Explorer`.
    """

    State = ScoresState

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "d_k": controls.size("d_k", 16),
            "weights": controls.weights(),
            "seed": controls.seed(),
        }

    def fit(self):
        controls.fit_query(self.query, self.sentence.value)
        self.seed.disabled = self.weights.value == "designed"

    @staticmethod
    def lines(state):
        return [["", "Kᵀ"], ["q", "q Kᵀ"], ["Q", "scores"]]

    @staticmethod
    def compute(state):
        return self_attention(
            embed(tokens_of(state.sentence)),
            projection_of(state.weights, state.d_k, state.d_v, state.seed),
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
        one = [
            K_T,
            row_of(Q, i, id="q", title=f"q = row {i} of Q"),
            row_of(scores, i, id="q Kᵀ", title="q Kᵀ", made=product("q", K_T.id)),
            replace(Q, chosen=i),
            replace(scores, chosen=i),
        ]
        return stages | {stage.id: stage for stage in one}

    @staticmethod
    def describe(state, trace):
        tokens = tokens_of(state.sentence)
        said = [
            f"With d_k = {state.d_k},",
            largest_in_words(tokens, trace.scores[state.query], state.query),
            "A score is not yet a probability.",
            source(state.weights, state.seed, "W_Q and W_K"),
            *zeros(state),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        return figures.score_matrix(trace.scores, tokens).figure
