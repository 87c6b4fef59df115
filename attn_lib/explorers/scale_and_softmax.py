"""One row of scores, divided and turned into weights, for any width d_k."""

from .. import figures
from ..scenes import scale_and_softmax
from ..scenes.scale_and_softmax import DIVISORS, KEYS, TEMPERATURES, WIDTHS
from ..words import N_
from . import controls
from .explorer import Explorer
from .histogram import Histogram
from .release import close_all


class SoftmaxExplorer(Explorer):
    """A random query, 8 random keys, the weights they lead to, and many more scores.

    ``SoftmaxExplorer(d_k=64, divisor="√d_k", temperature=1, seed=0)``, where
    ``divisor`` is "none", "√d_k", "d_k" or "√d_model" (d_model = 512). Everything else:
    :class:`Explorer`.
    """

    scene = scale_and_softmax.scene

    def __init__(self, **settings):
        super().__init__(**settings)
        self._board.add_class("attn-roomy")
        self._add_view(self.histogram)

    def make_controls(self):
        return {
            "d_k": controls.steps("d_k", WIDTHS),
            "divisor": controls.choice(N_("divisor"), DIVISORS),
            "temperature": controls.steps(N_("temperature"), TEMPERATURES),
            "seed": controls.seed(),
        }

    def make_views(self):
        self.histogram = Histogram()
        return {"histogram": self.histogram}

    @staticmethod
    def draw(state, trace):
        return figures.softmax_bars(trace.weights[0], KEYS).figure

    def close(self):
        super().close()
        close_all(self.histogram)
