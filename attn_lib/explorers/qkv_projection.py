"""Q, K or V = X W: one matrix product, every number with its row and its column."""

from .. import figures
from ..scenes import qkv_projection
from ..scenes.inputs import D_MODEL, query_key_names, tokens_of, value_names
from . import controls
from .explorer import Explorer


class ProjectionExplorer(Explorer):
    """X times one of W_Q, W_K and W_V.

    ``ProjectionExplorer(sentence=…, which="W_Q", d_model=12, d_k=4, d_v=5, seed=0)``.
    Everything else: :class:`Explorer`.
    """

    scene = qkv_projection.scene

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "which": controls.choice("W", ["W_Q", "W_K", "W_V"], 110),
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
    def draw(state, trace):
        if state.letter == "V":
            names = value_names(state.weights, state.d_v)
        else:
            names = query_key_names(state.weights, state.d_k)
        return figures.projection(
            trace.X,
            getattr(trace.projection, state.which),
            getattr(trace, state.letter),
            tokens=tokens_of(state.sentence),
            names_in=qkv_projection.feature_names(state),
            names_out=names,
            symbols=("X", "W", state.letter),
        )
