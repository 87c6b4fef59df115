"""One query against every key, then all of them: ``Q Kᵀ``."""

from .. import figures
from ..scenes import matmul_scores
from ..scenes.inputs import tokens_of
from . import controls
from .explorer import Explorer


class ScoresExplorer(Explorer):
    """The scores of one query, and of all queries.

    ``ScoresExplorer(sentence=…, query=3, d_k=4, weights="designed", seed=0)``, where
    ``query`` is a position, counted from 0. Everything else: :class:`Explorer`.
    """

    scene = matmul_scores.scene

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
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        return figures.score_matrix(trace.scores, tokens).figure
