"""The running example's projection, designed by hand so that the pattern has a reading.

Each matrix is written column by column, most important first: which features of a word
go in, with which factor. A query column and the key column of the same name meet in the
score. A trained model would learn such numbers (lesson 07).
"""

import numpy as np

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


def designed_matrix(columns, width):
    """The first ``width`` columns as a matrix, zeros where there are no more."""
    W = np.zeros((len(DIMENSIONS), width))
    for j, features in enumerate(list(columns.values())[:width]):
        for feature, factor in features.items():
            W[DIMENSIONS.index(feature), j] = factor
    return W
