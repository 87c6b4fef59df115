"""Who may look at whom, and what it does to the weights and the output."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from .. import DIMENSIONS, SENTENCE, ProjectionWeights, embed, figures, self_attention
from . import controls
from .example import (
    MASK_WORDS,
    about_tokens,
    mask_of,
    query_key_names,
    quoted,
    reading,
    source,
    tokens_of,
    value_names,
)
from .explorer import Explorer
from .stages import stage_matrices


@dataclass(frozen=True)
class MaskingState:
    """What the masked weights are computed from."""

    sentence: str = SENTENCE
    mask: str = "causal"
    window: int = 1
    length: int = 4
    d_k, d_v = 4, 5  # as in the other lessons
    weights = "designed"


class MaskingExplorer(Explorer):
    """The mask, the scores under it, and what comes out.

    ``MaskingExplorer(sentence=…, mask="causal", window=1, length=4)``, where ``mask``
    is "none", "causal", "padding", "window", "both" (causal and padding) or "all" (the
    three together), and ``length`` says how many tokens are real: the others are
    padding. Everything else: :class:`Explorer`.
    """

    State = MaskingState

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "mask": controls.mask(),
            "window": controls.size("window", 8, smallest=0),
            "length": controls.size("length", 64, smallest=0),
        }

    def fit(self):
        self.length.max = len(tokens_of(self.sentence.value))
        self.window.disabled = self.mask.value not in ("window", "all")
        self.length.disabled = self.mask.value not in ("padding", "both", "all")

    @staticmethod
    def lines(state):
        return [
            ["scaled", "+", "mask", "=", "masked"],
            ["weights", "·", "V", "=", "output"],
        ]

    @staticmethod
    def compute(state):
        tokens = tokens_of(state.sentence)
        return self_attention(
            embed(tokens),
            ProjectionWeights.designed(state.d_k, state.d_v),
            mask=mask_of(
                state.mask, len(tokens), length=state.length, window=state.window
            ),
        )

    @staticmethod
    def matrices(state, trace):
        return stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=DIMENSIONS,
            query_key=query_key_names(state),
            value=value_names(state),
            note=source("designed", 0),
        )

    @staticmethod
    def describe(state, trace):
        tokens, mask = tokens_of(state.sentence), trace.mask
        last = len(tokens) - 1
        blind = [quoted(tokens, i) for i in range(last) if not mask[i].any()]
        said = [
            MASK_WORDS[state.mask],
            f"{(~mask).sum()} of {mask.size} cells are hidden.",
            reading(tokens, trace.weights[last], last),
            *([f"Nothing is visible to {', '.join(blind)} either."] if blind else []),
            source("designed", 0),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        figure = Figure(figsize=(11, 4.2), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2)
        figures.mask_grid(trace.mask, tokens, title="mask", ax=left)
        figures.attention_weights(
            trace.weights, tokens, hidden=~trace.mask, title="weights", ax=right
        )
        return figure
