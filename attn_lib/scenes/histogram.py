"""What histograms show: numbers counted on one axis, and some of them marked."""

from dataclasses import dataclass

import numpy as np

from .._arrays import quiet

LIMIT = 96.0  # the axis reaches from −96 to 96: four times √512, and a little
BINS = 384


@dataclass(frozen=True, eq=False, kw_only=True)
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


@quiet
def histograms(samples):
    """The traits of the view that draws these: counts, standard deviations, marks."""
    said, numbers = [], []
    for sample in samples:
        values = sample.values
        counts, _ = np.histogram(values, BINS, (-LIMIT, LIMIT))
        marks = sample.marks.size
        said.append({"title": sample.title, "symbol": sample.symbol, "marks": marks})
        outside = 1 - counts.sum() / values.size
        numbers += [[values.std(), outside], counts, sample.marks]
    data = np.concatenate(numbers).astype("<f8").tobytes()
    return {"samples": said, "data": data}
