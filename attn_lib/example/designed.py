"""The running example's projection, designed by hand so that the pattern has a reading.

Each matrix is written column by column, most important first: which features of a word
go in, with which factor. A query column and the key column of the same name meet in the
score. A trained model would learn such numbers (lesson 07).
"""

import numpy as np

from .._arrays import as_count
from ..multi_head import MultiHeadWeights, require_divisor
from ..qkv_projection import ProjectionWeights
from .embedding import DIMENSIONS

QUERY_COLUMNS = {
    "who": {"action": 3, "food": 3, "quality": 1},
    "what": {"action": 2, "animal": 2, "human": 2, "quality": 1},
    # The position one step on: nearly a rotation of (sin t, cos t) by one radian.
    "next a": {"pos0": 0.75, "pos1": 1.2},
    "next b": {"pos0": -1.2, "pos1": 0.75},
}
KEY_COLUMNS = {
    "who": {"animal": 1.5, "human": 1.5},
    "what": {"food": 1.5},
    "next a": {"pos0": 1.5},
    "next b": {"pos1": 1.5},
}
VALUE_COLUMNS = {
    "being": {"animal": 1, "human": 1},
    "food": {"food": 1},
    "action": {"action": 1},
    "quality": {"quality": 1},
    "colour": {"colour": 1},
}
# With several heads (lesson 06): under which feature a head's value is written back,
# and how strongly, a number for each query and key column.
OUTPUT_COLUMNS = {
    "being": {"animal": 1},
    "food": {"food": 1},
    "action": {"action": 1},
    "quality": {"quality": 1},
    "colour": {"colour": 1},
}
HEAD_FACTORS = (1, 1, 0.5, 0.5)
QUERY_KEY_NAMES = tuple(QUERY_COLUMNS)
VALUE_NAMES = tuple(VALUE_COLUMNS)


def designed_projection(d_k=4, d_v=5):
    """The running example's matrices, made by hand so that they have a reading.

    An action looks for *who* does it and for *what* it is done to; food looks for
    who would eat it; everyone looks a little at the *next* word. Nothing here was
    learned.

    Parameters
    ----------
    d_k, d_v : int
        How many of the named columns to keep, most important first
        (``QUERY_KEY_NAMES``, ``VALUE_NAMES``). More than there are appends columns
        of zeros: the scores stay, only √d_k changes.

    Returns
    -------
    ProjectionWeights
        With d_model = 12, the columns of ``DIMENSIONS``.

    Raises
    ------
    ValueError, TypeError
        If a size is not a whole number from 1 up.
    """
    d_k, d_v = as_count("d_k", d_k, at_least=1), as_count("d_v", d_v, at_least=1)
    return ProjectionWeights(
        _matrix(QUERY_COLUMNS, d_k),
        _matrix(KEY_COLUMNS, d_k),
        _matrix(VALUE_COLUMNS, d_v),
    )


def designed_heads(num_heads=2):
    """The running example's matrices, their query and key columns cut into heads.

    Two heads: one looks for who and what, the other for the next word. Every head
    takes home the same five named values, and W_O writes them back under the
    features' names, those of a next-word column at half the weight. Nothing here
    was learned.

    Parameters
    ----------
    num_heads : int
        1, 2 or 4: a divisor of the four columns ``QUERY_KEY_NAMES``.

    Returns
    -------
    MultiHeadWeights
        With d_model = 12, d_k = 4 / num_heads and d_v = 5.

    Raises
    ------
    ValueError, TypeError
        If ``num_heads`` is no such number.
    """
    num_heads = as_count("num_heads", num_heads, at_least=1)
    width = len(QUERY_COLUMNS)
    require_divisor("designed", "named columns", width, num_heads)
    values = _matrix(VALUE_COLUMNS, len(VALUE_COLUMNS))
    back = _matrix(OUTPUT_COLUMNS, len(OUTPUT_COLUMNS)).T
    factors = np.reshape(HEAD_FACTORS, (num_heads, -1)).mean(axis=1)
    return MultiHeadWeights(
        _matrix(QUERY_COLUMNS, width),
        _matrix(KEY_COLUMNS, width),
        np.hstack([values] * num_heads),
        np.vstack([factor * back for factor in factors]),
        num_heads,
    )


def _matrix(columns, width):
    """The first ``width`` columns as a matrix, zeros where there are no more."""
    W = np.zeros((len(DIMENSIONS), width))
    for j, features in enumerate(list(columns.values())[:width]):
        for feature, factor in features.items():
            W[DIMENSIONS.index(feature), j] = factor
    return W
