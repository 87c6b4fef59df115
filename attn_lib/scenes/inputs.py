"""What the scenes start from: the typed sentence, W and the mask, with their names."""

from functools import lru_cache

import numpy as np

from .. import (
    DIMENSIONS,
    QUERY_KEY_NAMES,
    VALUE_NAMES,
    ProjectionWeights,
    causal_mask,
    combine_masks,
    padding_mask,
    sliding_window_mask,
    tokenize,
)
from ..words import N_, _

D_MODEL = len(DIMENSIONS)
MAX_TOKENS = 64  # more cells than a page can show, and a learner can look at


@lru_cache(maxsize=8)  # a slider asks for the same sentence again and again
def all_tokens(sentence):
    """Cut the sentence; a blank one is an error that says what to do."""
    tokens = tuple(tokenize(sentence))
    if not tokens:
        raise ValueError(_("Type at least one word."))
    return tokens


def tokens_of(sentence):
    """The tokens that are shown: at most ``MAX_TOKENS``."""
    return all_tokens(sentence)[:MAX_TOKENS]


def projection_of(weights, d_k, d_v, seed, d_model=D_MODEL):
    """The matrices W, ``"designed"`` by hand or drawn at ``"random"``."""
    if weights == "designed":
        return ProjectionWeights.designed(d_k, d_v)
    return ProjectionWeights.random(d_model, d_k, d_v, seed=seed)


def mask_of(kind, T, *, length, window):
    """A mask by its name, as a Boolean one of shape (T, T).

    ``"both"`` is causal and padding; ``"all"`` is causal, padding and window;
    ``"inverted"`` is the opposite of causal.
    """
    if kind == "inverted":
        return ~causal_mask(T)
    causal = causal_mask(T) if kind in ("causal", "both", "all") else None
    padding = padding_mask(length, T) if kind in ("padding", "both", "all") else None
    near = sliding_window_mask(T, window) if kind in ("window", "all") else None
    return combine_masks(np.ones((T, T), bool), causal, padding, near)


# What the columns of X, Q, K and V stand for; those of the positions have letters.
COLUMN_WORDS = {
    "animal": N_("animal"),
    "human": N_("human"),
    "food": N_("food"),
    "action": N_("action"),
    "quality": N_("quality"),
    "colour": N_("colour"),
    "place": N_("place"),
    "grammar": N_("grammar"),
    "who": N_("who"),
    "what": N_("what"),
    "next a": N_("next a"),
    "next b": N_("next b"),
    "being": N_("being"),
}


def in_words(names):
    """Names of columns as they are read."""
    return tuple(_(COLUMN_WORDS.get(name, name)) for name in names)


def column_names(names, width, *, meaningful=True):
    """Names of a matrix's columns: the designed ones, and numbers from 1 up."""
    kept = in_words(names[:width]) if meaningful else ()
    return kept + tuple(str(c + 1) for c in range(len(kept), width))


def query_key_names(weights, width):
    """The names of the columns of Q and K."""
    return column_names(QUERY_KEY_NAMES, width, meaningful=weights == "designed")


def value_names(weights, width):
    """The names of the columns of V and of the output."""
    return column_names(VALUE_NAMES, width, meaningful=weights == "designed")
