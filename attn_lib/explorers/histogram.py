"""Histograms, one below the other on the same axis: how a step changes many numbers."""

from dataclasses import dataclass

import anywidget
import numpy as np
import traitlets

from .._arrays import quiet
from ..figures.style import COLOURS
from .board import joined

LIMIT = 96.0  # the axis reaches from −96 to 96: four times √512, and a little
BINS = 384


@dataclass(frozen=True, eq=False)
class Sample:
    """Numbers of which a histogram is drawn.

    Parameters
    ----------
    title, symbol : str
        What they are, and a key of ``COLOURS``.
    values : array
    marks : array, shape (m,)
        Those that are pointed out below the histogram.
    """

    title: str
    symbol: str
    values: np.ndarray
    marks: np.ndarray


class Histogram(anywidget.AnyWidget):
    """Draws :class:`Sample` after sample: counts, standard deviation, marks."""

    _esm = joined("numbers.js", "theme.js", "page.js", "histogram.js")
    _css = joined("page.css", "histogram.css")

    axis = traitlets.Dict({"limit": LIMIT, "bins": BINS}).tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    colours = traitlets.Dict(COLOURS).tag(sync=True)

    @staticmethod
    @quiet
    def traits_of(samples):
        """What the view needs to draw these."""
        said, numbers = [], []
        for sample in samples:
            values = sample.values
            counts, _ = np.histogram(values, BINS, (-LIMIT, LIMIT))
            marks = sample.marks.size
            said.append(
                {"title": sample.title, "symbol": sample.symbol, "marks": marks}
            )
            outside = 1 - counts.sum() / values.size
            numbers += [[values.std(), outside], counts, sample.marks]
        data = np.concatenate(numbers).astype("<f8").tobytes()
        return {"samples": said, "data": data}
