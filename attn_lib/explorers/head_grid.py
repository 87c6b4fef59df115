"""All heads of a model as small maps, one of them chosen."""

import anywidget
import traitlets
from ipywidgets import widget_serialization

from ..figures.style import COLOURS
from .bundles import script, style


class HeadGrid(anywidget.AnyWidget):
    """Draws a small map for each head; a press on one chooses it.

    ``layer`` and ``head`` are the controls that it moves, and follows. What it shows:
    ``scenes/head_grid.py``.
    """

    _esm = script("head_grid")
    _css = style("head_grid")

    layer = traitlets.Any().tag(sync=True, **widget_serialization)
    head = traitlets.Any().tag(sync=True, **widget_serialization)
    shape = traitlets.List([0, 0, 0]).tag(sync=True)  # layers, heads, T
    data = traitlets.Bytes().tag(sync=True)  # weights from 0 to 255
    colours = traitlets.Dict(COLOURS).tag(sync=True)
