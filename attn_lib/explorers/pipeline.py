"""The whole formula, from the typed sentence to the output."""

from .. import DIMENSIONS, figures
from ..scenes import pipeline
from ..scenes.inputs import in_words, tokens_of
from ..words import N_
from . import controls
from .explorer import Explorer


class PipelineExplorer(Explorer):
    """X, Q, K, V, scores, scaled, masked, weights and output of any sentence.

    ``PipelineExplorer(sentence=…, d_k=4, d_v=5, mask="none", positions=True,
    weights="designed", seed=0)``. Everything else: :class:`Explorer`.
    """

    scene = pipeline.scene

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "d_k": controls.size("d_k", 16),
            "d_v": controls.size("d_v", 8),
            "mask": controls.mask(),
            "positions": controls.switch(N_("positions")),
            "weights": controls.weights(),
            "seed": controls.seed(),
            "edits": controls.edits(),
        }

    def fit(self):
        self.seed.disabled = self.taken("weights") == "designed"

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        return figures.pipeline(trace, tokens, feature_names=in_words(DIMENSIONS))
