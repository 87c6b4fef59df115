"""A sentence read by a trained model: all its heads, and one of them in numbers."""

from .. import figures
from ..figures.style import new_figure
from ..real_model import HEADS, LAYERS
from ..scenes import real_model
from ..words import N_, _
from . import controls
from .explorer import Explorer
from .head_grid import HeadGrid
from .release import close_all


class RealModelExplorer(Explorer):
    """All heads of all-MiniLM-L6-v2 on a sentence, and one on the board.

    ``RealModelExplorer(sentence=…, weights="extract", layer=0, head=4, query=5)``.
    ``weights`` is "extract", what ships with the library: layer 0 alone, and about
    2,500 word pieces; or "full", all 6 layers, where the published weights are
    installed. ``query`` is the position whose row the caption reads. Everything else:
    :class:`Explorer`.
    """

    scene = real_model.scene

    def __init__(self, **settings):
        super().__init__(**settings)
        self._add_view(self.grid, above=True)

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "weights": controls.choice(N_("weights"), real_model.KINDS, 160),
            "layer": controls.choice(N_("layer"), [0], 110),
            "head": controls.size(N_("head"), HEADS - 1, smallest=0),
            "query": controls.choice(N_("query"), [0], 180),
        }

    def make_views(self):
        self.grid = HeadGrid(layer=self.layer, head=self.head)
        return {"grid": self.grid}

    def fit(self):
        layers = range(LAYERS if self.taken("weights") == "full" else 1)
        controls.fit_places(self.layer, [str(n) for n in layers])
        pieces = real_model.cut(self.taken("sentence"))
        controls.fit_places(self.query, controls.with_places(pieces))

    @staticmethod
    def draw(state, trace):
        read = real_model.read(state)
        weights, pieces = read.weights, read.pieces
        maps = 1 + len(weights)  # inches
        figure = new_figure(11, maps + 5)
        above, below = figure.subplots(2, 1, height_ratios=(maps, 5))
        figures.head_grid(weights, chosen=(state.layer, state.head), ax=above)
        title = _("weights of layer {layer}, head {head}").format(
            layer=state.layer, head=state.head
        )
        figures.attention_weights(trace.weights, pieces, title=title, ax=below)
        return figure

    def close(self):
        super().close()
        close_all(self.grid)
