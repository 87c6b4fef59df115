"""Q, K or V = X W: one matrix product, every number with its row and its column."""

from dataclasses import dataclass

from .. import (
    DIMENSIONS,
    QUERY_KEY_NAMES,
    SENTENCE,
    VALUE_NAMES,
    embed,
    figures,
    hashed_embedding,
)
from . import controls
from .edits import edited_attention, edits_in_words
from .example import (
    D_MODEL,
    about_tokens,
    column_names,
    projection_of,
    query_key_names,
    source,
    tokens_of,
    value_names,
    zero_columns,
)
from .explorer import Explorer
from .stages import stage_matrices


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


class ProjectionExplorer(Explorer):
    """X times one of W_Q, W_K and W_V.

    ``ProjectionExplorer(sentence=…, which="W_Q", d_model=12, d_k=4, d_v=5, seed=0)``.
    Everything else: :class:`Explorer`.
    """

    State = ProjectionState
    editable = ("X", "W_Q", "W_K", "W_V")

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "which": controls.choice("W", ["W_Q", "W_K", "W_V"], "110px"),
            "d_model": controls.size("d_model", 24, smallest=2),
            "d_k": controls.size("d_k", 16),
            "d_v": controls.size("d_v", 8),
            "seed": controls.seed(),
            "edits": controls.edits(),
        }

    def fit(self):
        self.d_k.disabled = self.taken("which") == "W_V"
        self.d_v.disabled = not self.d_k.disabled
        self.seed.disabled = self.taken("d_model") == D_MODEL

    @staticmethod
    def lines(state):
        return [["", state.which], ["X", state.letter]]

    @staticmethod
    def compute(state):
        tokens = tokens_of(state.sentence)
        designed = state.weights == "designed"
        X = embed(tokens) if designed else hashed_embedding(tokens, state.d_model)
        return edited_attention(
            X,
            projection_of(
                state.weights, state.d_k, state.d_v, state.seed, state.d_model
            ),
            state.edits,
        )

    @staticmethod
    def matrices(state, trace):
        return stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=feature_names(state),
            query_key=query_key_names(state),
            value=value_names(state),
            note=source(state.weights, state.seed),
        )

    @staticmethod
    def remark(state):
        if state.weights == "designed":
            return ""
        return (
            f"d_model = {state.d_model}: the features with names exist for "
            f"d_model = {D_MODEL} only. Now every word has a fixed vector without "
            f"meaning, and W is drawn at random (seed {state.seed})."
        )

    @classmethod
    def describe(cls, state, trace):
        T, width = getattr(trace, state.letter).shape
        product = (
            f"{state.letter} = X {state.which}: shape ({T}, {state.d_model}) times "
            f"({state.d_model}, {width}) gives ({T}, {width})."
        )
        names = VALUE_NAMES if state.letter == "V" else QUERY_KEY_NAMES
        designed = state.weights == "designed"
        zeros = designed and zero_columns(state.which, width, names)
        said = [
            product,
            source("designed", 0, state.which) if designed else cls.remark(state),
            *([f"{zeros}."] if zeros else []),
            *edits_in_words(state.edits),
            *(about_tokens(state.sentence) if designed else []),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        names = value_names if state.letter == "V" else query_key_names
        return figures.projection(
            trace.X,
            getattr(trace.projection, state.which),
            getattr(trace, state.letter),
            tokens=tokens_of(state.sentence),
            names_in=feature_names(state),
            names_out=names(state),
            symbols=("X", "W", state.letter),
        )


def feature_names(state):
    """The names of the columns of X, where they have names."""
    meaningful = state.weights == "designed"
    return column_names(DIMENSIONS, state.d_model, meaningful=meaningful)
