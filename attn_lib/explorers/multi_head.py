"""Several heads side by side, their average, and what W_O makes of them."""

from .. import figures
from ..scenes import multi_head
from ..scenes.inputs import tokens_of
from ..words import N_
from . import controls
from .explorer import Explorer


class MultiHeadExplorer(Explorer):
    """The weights of every head, their average, and the output with and without W_O.

    ``MultiHeadExplorer(sentence=…, query=3, num_heads=2, W_O=True,
    weights="designed", seed=0)``, where ``query`` is the position whose row the caption
    reads, and ``num_heads`` is 1, 2 or 4. Everything else: :class:`Explorer`; ``trace``
    is a MultiHeadTrace.
    """

    scene = multi_head.scene

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "num_heads": controls.steps(N_("heads"), multi_head.NUMBERS_OF_HEADS),
            "W_O": controls.switch("W_O"),
            "weights": controls.weights(),
            "seed": controls.seed(),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))
        self.seed.disabled = self.taken("weights") == "designed"

    @staticmethod
    def draw(state, trace):
        designed = state.weights == "designed"
        names = multi_head.head_names(state) if designed else None
        return figures.head_weights(
            trace.weights, tokens_of(state.sentence), names=names
        )
