"""All heads of a model as small maps, one of them chosen."""

import traitlets
from ipywidgets import widget_serialization

from .bundles import script, style
from .view import View
from .words import HEAD_GRID


class HeadGrid(View):
    """Draws a small map for each head; a press on one chooses it.

    ``layer`` and ``head`` are the controls that it moves, and follows. What it shows:
    ``scenes/head_grid.py``.
    """

    _esm = script("head_grid")
    _css = style("head_grid")
    messages = HEAD_GRID

    layer = traitlets.Any().tag(sync=True, **widget_serialization)
    head = traitlets.Any().tag(sync=True, **widget_serialization)
    shape = traitlets.List([0, 0, 0]).tag(sync=True)  # layers, heads, T
    data = traitlets.Bytes().tag(sync=True)  # weights from 0 to 255
