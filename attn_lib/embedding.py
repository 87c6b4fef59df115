"""Tokens → X: the numbers that attention starts from.

``X = E + P``: what each word says by itself, plus where it stands. The X of the running
example, made of numbers that can be read, is in ``example/embedding.py``.
"""

import numpy as np

from ._arrays import as_count


def hashed_embedding(tokens, d_model):
    """Give every token a fixed vector of its own, of any width, without meaning.

    Parameters
    ----------
    tokens : list of str
    d_model : int
        Width of the vectors, at least 1.

    Returns
    -------
    E : array, shape (T, d_model)
        Numbers from −0.5 to 0.5 in steps of 0.1, read off a hash of the spelling, so
        that they depend on neither the machine nor a random generator.

    Raises
    ------
    ValueError, TypeError
        If d_model is not a whole number from 1 up, or a token is not a string.
    """
    from hashlib import shake_256  # here: it costs 4 ms, and few sentences need it

    d_model = as_count("d_model", d_model, at_least=1)
    encoded = [spelling.encode("utf-8", "replace") for spelling in spellings(tokens)]
    hashes = [list(shake_256(spelling).digest(d_model)) for spelling in encoded]
    # + 0.0 turns −0.0 into 0.0
    return np.round(np.array(hashes).reshape(-1, d_model) / 255 - 0.5, 1) + 0.0


def spellings(tokens):
    """The tokens as the lexicon spells them; no string, which is a list of letters."""
    if isinstance(tokens, str):
        raise TypeError(
            f"tokens: expected a list of words, got the string {tokens!r:.40}; "
            "cut it with tokenize(sentence)"
        )
    for token in tokens:
        if not isinstance(token, str):
            raise TypeError(f"tokens: expected text, got {type(token).__name__}")
    return [token.casefold() for token in tokens]


def positional_encoding(T, d_model):
    """Give every position a pattern of its own: sines and cosines of many speeds.

    ``P[t, 2i] = sin(t / 10000^(2i/d_model))``,
    ``P[t, 2i+1] = cos(t / 10000^(2i/d_model))``

    Parameters
    ----------
    T : int
        Number of positions.
    d_model : int
        Number of columns, at least 1; an odd number leaves the last cosine out.

    Returns
    -------
    P : array, shape (T, d_model)
        Entries from −1 to 1.

    Raises
    ------
    ValueError, TypeError
        If a size is not a whole number, T is below 0 or d_model below 1.

    References
    ----------
    Vaswani et al. 2017, section 3.5.
    """
    t = np.arange(as_count("T", T, at_least=0))[:, None]
    column = np.arange(as_count("d_model", d_model, at_least=1))
    angle = t / 10000 ** (column // 2 * 2 / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
