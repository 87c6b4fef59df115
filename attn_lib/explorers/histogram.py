"""Histograms, one below the other on the same axis: how a step changes many numbers."""

import traitlets

from ..scenes.histogram import BINS, LIMIT
from .bundles import script, style
from .view import View
from .words import HISTOGRAM


class Histogram(View):
    """Draws sample after sample: see ``scenes/histogram.py``."""

    _esm = script("histogram")
    _css = style("histogram")
    messages = HISTOGRAM

    axis = traitlets.Dict({"limit": LIMIT, "bins": BINS}).tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
