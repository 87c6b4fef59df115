"""The words of the views: a page has none of its own, it gets these with the widget.

Each view has a trait ``words``: id → text, in the language that is set when the view is
made, with named places that the page fills. Where a number ``n`` decides, there is one
text for each plural form, by the name of its category in Unicode (CLDR), by which a
browser knows them. ``web/words.js`` reads them.
"""

from ..words import N_, _, language, ngettext

# A number of each category, in any language that has it.
CATEGORIES = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 11, "other": 100}

BOARD = {
    # how a number is made
    "hint": N_(
        "Point at a number, or go to it with Tab and the arrow keys, to see how it is "
        "made. A click holds it, Escape lets go."
    ),
    "is_hidden": N_("{cell}: hidden"),
    "where": N_("{calculation}, where {name}{value}"),
    "more_terms": lambda n: ngettext("{n} more", "{n} more", n),
    "zero_products": lambda n: ngettext("{n} product is 0", "{n} products are 0", n),
    "stays": N_("visible: it stays"),
    "hidden_score": N_("hidden, whatever the score: it was {score}"),
    "hidden_by_number": N_("hidden by a number"),
    "hidden_weight": N_("hidden: exp(−∞) is 0"),
    "hidden_row": N_("nothing is visible: every weight is 0"),
    "changed": N_("{cell} = {value}  (changed by hand)"),
    "changed_from": N_("{cell} = {value}  (changed by hand; it would be{calculation})"),
    "disagreement": N_("This page computed {computed}, but NumPy says {value}."),
    # a matrix and its cells
    "matrix": N_("{title}, shape {rows} by {columns}"),
    "hidden": N_("hidden"),
    "nothing_visible": N_("nothing visible"),
    "no_digits": N_("no digits above {most}"),
    "new_number": N_("new number for {matrix}"),
    "no_number": N_("“{text}” is no number: the old one stays."),
    # Python
    "offline": N_(
        "Not connected to Python: what is stored here goes on working, nothing else. "
        "To connect, run the cell again."
    ),
    "late": N_("Python has not answered yet. It may be busy, or gone."),
    # tools
    "tools": N_("tools"),
    "back": N_("one step back"),
    "play": N_("play the steps of one query, from q to its output"),
    "forward": N_("one step forward"),
    "hold_button": N_("Hold"),
    "hold": N_("keep this picture to compare the next one with"),
    "larger_button": N_("Larger"),
    "larger": N_("larger numbers, for a projector"),
    "full_screen_button": N_("Full screen"),
    "full_screen": N_("full screen; Escape leaves it"),
    "copy_button": N_("Copy code"),
    "copy": N_("copy the line of Python that recreates this"),
    "save": N_("save the picture as {kind}"),
    "not_saved": N_("The picture could not be saved as {kind}: {reason}"),
    "too_many_pixels": N_("{width} × {height} pixels are too many"),
}
PLANE = {
    "hint_arrows": N_(
        "Drag the tip of an arrow; or go to it with Tab and move it with the arrow "
        "keys (Shift: in larger steps)."
    ),
    "hint_hull": N_(
        "Drag a point; or go to it with Tab and move it with the arrow keys (Shift: in "
        "larger steps). The sliders change the weights."
    ),
    "silent": N_(
        "No answer from the kernel: it is busy, or gone. What you move is shown, the "
        "numbers are old."
    ),
    "picture_arrows": N_("The query and the keys as arrows"),
    "picture_hull": N_("Values, their hull and the output"),
    "movable_arrow": N_("movable arrow"),
    "movable_point": N_("movable point"),
    "weight_of": N_("weight of {name}"),
    # what is said of one thing
    "value": N_("{name} at {place}, weight {weight}"),
    "query": N_("{name} at {place}, length {length}"),
    "key": N_("{name} at {place}, length {length}, angle to q {angle}, score {score}"),
    "key_without_angle": N_(
        "{name} at {place}, length {length}, no angle, score {score}"
    ),
    "choose_a_key": N_("{calculation}. Choose a key to see its score."),
    "no_angle": N_("An arrow of length 0 has no angle."),
    # the columns of the table: names of what `Points` has
    "column_length": N_("length"),
    "column_angle": N_("angle"),
    "column_score": N_("score"),
    "column_weight": N_("weight"),
}
HISTOGRAM = {
    "sample": N_("{title}: standard deviation {deviation}"),
    "sample_beyond": N_(
        "{title}: standard deviation {deviation}; {percent} % lie beyond the edges"
    ),
}
HEAD_GRID = {
    "heads": N_("All heads. Arrow keys move, Enter chooses."),
    "head": N_("head"),
    "layer": N_("layer {layer}"),
    "map": N_("layer {layer}, head {head}"),
}


def in_language(messages):
    """The texts of a view, by id, in the language that is set."""
    texts = {id: text_of(message) for id, message in messages.items()}
    return {"language": language(), **texts}


def text_of(message):
    """A text; where a number decides, one for each category of numbers."""
    if callable(message):
        return {category: message(n) for category, n in CATEGORIES.items()}
    return _(message)
