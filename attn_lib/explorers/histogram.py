"""Histograms, one below the other on the same axis: how a step changes many numbers."""

import anywidget
import traitlets

from ..figures.style import COLOURS
from ..scenes.histogram import BINS, LIMIT
from .bundles import script, style


class Histogram(anywidget.AnyWidget):
    """Draws sample after sample: see ``scenes/histogram.py``."""

    _esm = script("histogram")
    _css = style("histogram")

    axis = traitlets.Dict({"limit": LIMIT, "bins": BINS}).tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    colours = traitlets.Dict(COLOURS).tag(sync=True)
