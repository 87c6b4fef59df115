"""What the explorers share: the typed sentence, W, the mask, and the words for them."""

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
    unknown_words,
)
from .._numbers import fixed, from_largest

D_MODEL = len(DIMENSIONS)
MAX_TOKENS = 64  # more cells than a page can show, and a learner can look at
MASKS = {
    "none": "none",
    "causal": "causal",
    "padding": "padding",
    "window": "window",
    "causal + padding": "both",
    "all three": "all",
}
MASK_WORDS = {
    "none": "No mask.",
    "causal": "A causal mask: nobody looks ahead.",
    "padding": "A padding mask: the tokens at the end are hidden from all.",
    "window": "A window: everyone looks at near neighbours only.",
    "both": "Causal and padding mask together.",
    "all": "Causal mask, padding mask and window together.",
    "inverted": "A causal mask turned over: everyone sees the future alone.",
    "painted": "A mask painted by hand.",
}


@lru_cache(maxsize=8)  # a slider asks for the same sentence again and again
def all_tokens(sentence):
    """Cut the sentence; a blank one is an error that says what to do."""
    tokens = tuple(tokenize(sentence))
    if not tokens:
        raise ValueError("Type at least one word.")
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
    """One of ``MASKS``' values as a Boolean mask, shape (T, T).

    ``"both"`` is causal and padding; ``"all"`` is causal, padding and window;
    ``"inverted"`` is the opposite of causal.
    """
    if kind == "inverted":
        return ~causal_mask(T)
    causal = causal_mask(T) if kind in ("causal", "both", "all") else None
    padding = padding_mask(length, T) if kind in ("padding", "both", "all") else None
    near = sliding_window_mask(T, window) if kind in ("window", "all") else None
    return combine_masks(np.ones((T, T), bool), causal, padding, near)


def column_names(names, width, *, meaningful=True):
    """Names of a matrix's columns: the designed ones, and numbers from 1 up."""
    kept = tuple(names[:width]) if meaningful else ()
    return kept + tuple(str(c + 1) for c in range(len(kept), width))


def query_key_names(state):
    """The names of the columns of Q and K."""
    return column_names(
        QUERY_KEY_NAMES, state.d_k, meaningful=state.weights == "designed"
    )


def value_names(state):
    """The names of the columns of V and of the output."""
    return column_names(VALUE_NAMES, state.d_v, meaningful=state.weights == "designed")


def quoted(tokens, i):
    """A token by its name; a repeated one also by its position, counted from 0."""
    repeated = tokens.count(tokens[i]) > 1
    return f"'{tokens[i]}' (position {i})" if repeated else f"'{tokens[i]}'"


def reading(tokens, weights, i):
    """Say in words where query i looks; ``weights`` is its row."""
    who = quoted(tokens, i)
    first, *others = from_largest(weights)
    if weights[first] == 0:
        return f"{who} may look at nothing."
    said = f"{who} looks most at {quoted(tokens, first)} ({fixed(weights[first], 2)})"
    if others and weights[others[0]] > 0:
        said += f", then {quoted(tokens, others[0])} ({fixed(weights[others[0]], 2)})"
    return said + "."


def largest_in_words(tokens, scores, i):
    """Say which keys score highest for query i; ``scores`` is its row."""
    first, *others = from_largest(scores)
    who, best = quoted(tokens, i), quoted(tokens, first)
    said = f"{who} scores highest with {best} ({fixed(scores[first], 2)})"
    if others:
        said += f", then {quoted(tokens, others[0])} ({fixed(scores[others[0]], 2)})"
    return said + "."


def source(weights, seed, names="W_Q, W_K and W_V"):
    """Say where the matrices come from, since neither kind was learned."""
    drawn = f"drawn at random (seed {seed})"
    return f"{names}: {'designed by hand' if weights == 'designed' else drawn}."


def zero_columns(name, width, names):
    """Say which columns of a designed matrix are only there to fill its width."""
    first, last = len(names) + 1, width
    if last < first:
        return ""
    which = f"Column {last}" if first == last else f"Columns {first} to {last}"
    return f"{which} of {name} {'is' if first == last else 'are'} zeros"


def zeros(state):
    """The same for all three matrices of an explorer's state."""
    if state.weights == "random":
        return []
    wide = zero_columns("W_Q and W_K", state.d_k, QUERY_KEY_NAMES)
    said = [f"{wide}: the scores stay, only √d_k changes."] if wide else []
    wide = zero_columns("W_V", getattr(state, "d_v", 0), VALUE_NAMES)
    return said + ([f"{wide}."] if wide else [])


def about_tokens(sentence):
    """Say which tokens were cut off, and which the lexicon does not have."""
    tokens, shown = all_tokens(sentence), tokens_of(sentence)
    said = []
    if len(tokens) > len(shown):
        said.append(f"Shown: the first {len(shown)} of {len(tokens):,} tokens.")
    if unknown := unknown_words(shown):
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        names = ", ".join(f"'{token}'" for token in unknown[:5])
        said.append(f"Not in the lexicon, numbers without meaning: {names}{more}.")
    return said
