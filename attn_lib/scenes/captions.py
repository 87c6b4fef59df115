"""What the scenes say of a state and its numbers, in words."""

from .. import QUERY_KEY_NAMES, VALUE_NAMES, unknown_words
from .._numbers import fixed, from_largest
from ..words import N_, _, listed, listed_to_the_last, ngettext
from .inputs import all_tokens, tokens_of

MASK_WORDS = {
    "none": N_("No mask."),
    "causal": N_("A causal mask: nobody looks ahead."),
    "padding": N_("A padding mask: the tokens at the end are hidden from all."),
    "window": N_("A window: everyone looks at near neighbours only."),
    "both": N_("Causal and padding mask together."),
    "all": N_("Causal mask, padding mask and window together."),
    "inverted": N_("A causal mask turned over: everyone sees the future alone."),
    "painted": N_("A mask painted by hand."),
}
# Where a query looks: at nothing, at one key alone, at one and then another.
LOOKS = (
    N_("{query} may look at nothing."),
    N_("{query} looks most at {key} ({weight})."),
    N_("{query} looks most at {key} ({weight}), then {other} ({less})."),
)
MOST_NAMED = 5  # of the words that are not in the lexicon


def quoted(tokens, i):
    """A token by its name; a repeated one also by its position, counted from 0."""
    if tokens.count(tokens[i]) > 1:
        return _("'{token}' (position {i})").format(token=tokens[i], i=i)
    return in_quotes(tokens[i])


def in_quotes(token):
    """A token by its name."""
    return _("'{token}'").format(token=token)


def reading(tokens, weights, i, forms=LOOKS, **places):
    """Say in words where query i looks; ``weights`` is its row.

    ``forms`` are messages like ``LOOKS``, and ``places`` what else they name.
    """
    nothing, one, two = forms
    first, *others = from_largest(weights)
    if weights[first] == 0:
        return _(nothing).format(query=quoted(tokens, i), **places)
    said = two if others and weights[others[0]] > 0 else one
    return _(said).format(**places, **largest(tokens, weights, i))


def largest(tokens, row, i):
    """What a sentence names of query i: the two keys with the largest numbers."""
    first, *others = from_largest(row)
    found = {
        "query": quoted(tokens, i),
        "key": quoted(tokens, first),
        "weight": fixed(row[first], 2),
    }
    if others:
        found["other"] = quoted(tokens, others[0])
        found["less"] = fixed(row[others[0]], 2)
    return found


def source(weights, seed, names=("W_Q", "W_K", "W_V")):
    """Say where the matrices come from, since neither kind was learned."""
    names = listed_to_the_last(names)
    if weights == "designed":
        return _("{names}: designed by hand.").format(names=names)
    return _("{names}: drawn at random (seed {seed}).").format(names=names, seed=seed)


# Which columns of a designed matrix are only there to fill its width: one, or several.
ZEROS = (
    N_("Column {last} of {names} is zeros."),
    N_("Columns {first} to {last} of {names} are zeros."),
)
ZEROS_OF_SCORES = (
    N_("Column {last} of {names} is zeros: the scores stay, only √d_k changes."),
    N_(
        "Columns {first} to {last} of {names} are zeros: the scores stay, only √d_k "
        "changes."
    ),
)


def zero_columns(names, width, designed, forms=ZEROS):
    """Say which columns of a matrix of this width have no design; most often none."""
    first, last = len(designed) + 1, width
    if last < first:
        return ""
    one, several = forms
    form = one if first == last else several
    return _(form).format(first=first, last=last, names=listed_to_the_last(names))


def zeros(weights, *, d_k=0, d_v=0):
    """The same for all three matrices; a width that is not given is not spoken of."""
    if weights == "random":
        return []
    return [
        zero_columns(("W_Q", "W_K"), d_k, QUERY_KEY_NAMES, ZEROS_OF_SCORES),
        zero_columns(("W_V",), d_v, VALUE_NAMES),
    ]


def about_tokens(sentence):
    """Say which tokens were cut off, and which the lexicon does not have."""
    tokens, shown = all_tokens(sentence), tokens_of(sentence)
    return [shortened(len(shown), len(tokens)), not_known(unknown_words(shown))]


def shortened(shown, count):
    """Say that not all tokens are shown, if so."""
    if shown == count:
        return ""
    return ngettext(
        "Shown: the first {shown} of {count:,} token.",
        "Shown: the first {shown} of {count:,} tokens.",
        count,
    ).format(shown=shown, count=count)


def not_known(unknown):
    """Say which words have no meaning here, if there are any."""
    if not unknown:
        return ""
    names = listed(in_quotes(token) for token in unknown[:MOST_NAMED])
    more = len(unknown) - MOST_NAMED
    if more <= 0:
        said = _("Not in the lexicon, numbers without meaning: {names}.")
        return said.format(names=names)
    return ngettext(
        "Not in the lexicon, numbers without meaning: {names} and {more} more.",
        "Not in the lexicon, numbers without meaning: {names} and {more} more.",
        more,
    ).format(names=names, more=more)
