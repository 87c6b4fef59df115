"""The running example's X, of which every number can be read.

``X = E + P``: what the lexicon says of each word and, beside it, where the word stands.
"""

import numpy as np

from ..embedding import hashed_embedding, positional_encoding, spellings
from .lexicon import FEATURES, LEXICON

SENTENCE = "the hungry monkey eats the banana"
POSITIONS = ("pos0", "pos1", "pos2", "pos3")
DIMENSIONS = FEATURES + POSITIONS  # the names of the columns of X
D_MODEL = len(DIMENSIONS)


def lexicon_embedding(tokens):
    """Look up what each token says by itself.

    Parameters
    ----------
    tokens : list of str

    Returns
    -------
    E : array, shape (T, 12)
        One row for each token. The columns are named in ``DIMENSIONS``; the last four
        are kept at 0 for the position. A word outside the lexicon gets a fixed row of
        its own, the same on every machine; :func:`unknown_words` lists them.

    Raises
    ------
    TypeError
        If a token is not a string, or one string is given in place of a list.
    """
    E = np.zeros((len(tokens), D_MODEL))
    for row, spelling in zip(E, spellings(tokens), strict=True):
        known = LEXICON.get(spelling)
        row[: len(FEATURES)] = known or hashed_embedding([spelling], len(FEATURES))[0]
    return E


def embed(tokens, *, positions=True):
    """The running example's X: the lexicon's numbers and, beside them, the position.

    Parameters
    ----------
    tokens : list of str
    positions : bool, default True
        Without them the last four columns stay 0.

    Returns
    -------
    X : array, shape (T, 12)
        ``E + P``. P stands in the last four columns only, where E is 0, so that every
        number in X can be read; the paper adds it over the whole width.

    Raises
    ------
    TypeError
        If a token is not a string.
    """
    X = lexicon_embedding(tokens)
    if positions:
        X[:, len(FEATURES) :] += positional_encoding(len(tokens), len(POSITIONS))
    return X
