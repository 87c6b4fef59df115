"""The whole formula, from the typed sentence to the output."""

from dataclasses import dataclass

from .. import DIMENSIONS, SENTENCE, embed, figures
from . import controls
from .edits import edited_attention, edits_in_words
from .example import (
    MASK_WORDS,
    about_tokens,
    mask_of,
    projection_of,
    query_key_names,
    reading,
    source,
    tokens_of,
    value_names,
    zeros,
)
from .explorer import Explorer
from .stages import stage_matrices

HIDDEN_AT_THE_END = 2  # how many tokens the padding mask hides here
WINDOW = 1


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


class PipelineExplorer(Explorer):
    """X, Q, K, V, scores, scaled, masked, weights and output of any sentence.

    ``PipelineExplorer(sentence=…, d_k=4, d_v=5, mask="none", positions=True,
    weights="designed", seed=0)``. Everything else: :class:`Explorer`.
    """

    State = PipelineState
    editable = ("X", "Q", "K", "V", "scores")

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "d_k": controls.size("d_k", 16),
            "d_v": controls.size("d_v", 8),
            "mask": controls.mask(),
            "positions": controls.switch("positions"),
            "weights": controls.weights(),
            "seed": controls.seed(),
            "edits": controls.edits(),
        }

    def fit(self):
        self.seed.disabled = self.taken("weights") == "designed"

    @staticmethod
    def lines(state):
        return [
            ["X", "→", "Q", "K"],
            ["scores", "÷ √d_k", "scaled", "+ mask", "masked"],
            ["weights", "·", "V", "=", "output"],
        ]

    @staticmethod
    def compute(state):
        tokens = tokens_of(state.sentence)
        length = max(1, len(tokens) - HIDDEN_AT_THE_END)
        return edited_attention(
            embed(tokens, positions=state.positions),
            projection_of(state.weights, state.d_k, state.d_v, state.seed),
            state.edits,
            mask=mask_of(state.mask, len(tokens), length=length, window=WINDOW),
        )

    @staticmethod
    def matrices(state, trace):
        return stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=DIMENSIONS,
            query_key=query_key_names(state),
            value=value_names(state),
            note=source(state.weights, state.seed),
        )

    @staticmethod
    def describe(state, trace):
        tokens = tokens_of(state.sentence)
        last = len(tokens) - 1
        look = reading(tokens, trace.weights[last], last)
        said = [
            f"All stages from X to the output. With d_k = {state.d_k}, {look}",
            MASK_WORDS[state.mask],
            source(state.weights, state.seed),
            *zeros(state),
            *([] if state.positions else ["Without positions."]),
            *edits_in_words(state.edits),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        return figures.pipeline(trace, tokens, feature_names=DIMENSIONS)
