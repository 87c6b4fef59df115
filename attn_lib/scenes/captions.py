"""What the scenes say of a state and its numbers, in words."""

from .. import QUERY_KEY_NAMES, VALUE_NAMES, unknown_words
from .._numbers import fixed, from_largest
from .inputs import all_tokens, tokens_of

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


def zeros(weights, *, d_k=0, d_v=0):
    """The same for all three matrices; a width that is not given is not spoken of."""
    if weights == "random":
        return []
    wide = zero_columns("W_Q and W_K", d_k, QUERY_KEY_NAMES)
    said = [f"{wide}: the scores stay, only √d_k changes."] if wide else []
    wide = zero_columns("W_V", d_v, VALUE_NAMES)
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
