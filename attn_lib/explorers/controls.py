"""The controls of the explorers: one look for one meaning.

Labels and entries are given as messages that are only marked (``N_``); a control shows
them in the language that is set.
"""

import ipywidgets as widgets
import traitlets

from ..scenes.inputs import tokens_of
from ..words import N_, _
from .edits import read_edits

MOST = 64  # columns that a page can show; d_k in the paper
MASKS = {
    "none": N_("none"),
    "causal": N_("causal"),
    "padding": N_("padding"),
    "window": N_("window"),
    "both": N_("causal + padding"),
    "all": N_("all three"),
}
SOURCES = {"designed": N_("designed"), "random": N_("random")}  # of the matrices W


class Kept(widgets.Box):
    """A control without a look of its own: an empty box that keeps a value.

    Parameters
    ----------
    read : callable
        Gives the value in its one form, or raises ValueError saying what is expected.
    value
        The first one.
    """

    value = traitlets.Any()

    def __init__(self, read, value=()):
        self.read = read
        super().__init__(layout={"display": "none"})
        self.value = value

    @traitlets.validate("value")
    def _readable(self, proposal):
        try:
            return self.read(proposal.value)
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error


class Menu(widgets.Dropdown):
    """A menu that takes a value by the name, too, that it had once.

    Parameters
    ----------
    once : list of pairs of str
        A former name, and the value.
    """

    def __init__(self, once, **traits):
        self.once = dict(once)
        super().__init__(**traits)

    @traitlets.validate("value")
    def _validate_value(self, proposal):
        proposal["value"] = self.now(proposal["value"])
        return super()._validate_value(proposal)

    def now(self, value):
        """The value of a former name; any other as it is."""
        return self.once.get(value, value) if isinstance(value, str) else value


class Size(widgets.IntSlider):
    """A slider of few steps, so that a hand hits one; it grows when Python asks.

    Parameters
    ----------
    most : int
        Where it stops growing.
    """

    def __init__(self, most, **traits):
        self.most = most
        super().__init__(**traits)

    @traitlets.validate("value")
    def _validate_value(self, proposal):
        self.max = max(self.max, min(proposal["value"], self.most))
        return super()._validate_value(proposal)


def _described(control, name, width, entries=()):
    """Give a control its label, and room: so many pixels, and what it needs more.

    Those are for English; ``entries`` are those of a menu.
    """
    control.description = _(name)
    control.layout.width = f"{width + longer([name]) + longer(entries)}px"
    control.style.description_width = "auto"
    return control


def longer(messages):
    """By how many pixels the widest message is wider than the widest in English."""
    return max(0, _width(map(_, messages)) - _width(messages))


def _width(texts):
    """About how wide the widest text is, in pixels; Chinese letters are wider."""
    return max((sum(14 if c > "\u2e7f" else 8 for c in t) for t in texts), default=0)


class Sentence(widgets.Text):
    """A line of text that can be sent to a page: half a character becomes "\ufffd"."""

    @staticmethod
    def read(value):
        """A text in the form that is kept."""
        return whole(value) if isinstance(value, str) else value

    @traitlets.validate("value")
    def _whole(self, proposal):
        return whole(proposal.value)

    def set_state(self, sync_data):
        """Take what a page sends. What it sent is sent back, so it is made whole."""
        super().set_state({n: self.read(value) for n, value in sync_data.items()})


def whole(text):
    """A plain text without halves of characters, which UTF-8 does not have."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def sentence():
    """Text that is read when it is finished: on Enter, or when the field is left."""
    return _described(Sentence(continuous_update=False), N_("sentence"), 330)


def size(name, largest, smallest=1):
    """A whole number; the page follows while the slider is dragged."""
    return _described(Size(MOST, min=smallest, max=largest), name, 210)


def steps(name, values):
    """One of a few numbers, on a slider."""
    options = [(str(value), value) for value in values]
    return _described(widgets.SelectionSlider(options=options), name, 235)


def choice(name, values, width=160, once=()):
    """One of a few: a list of values, or a dict of value → what is shown for it."""
    if not isinstance(values, dict):
        values = {value: str(value) for value in values}
    options = [(_(message), value) for value, message in values.items()]
    menu = Menu(once, options=options)
    return _described(menu, name, width, values.values())


def switch(name):
    """On or off."""
    return _described(widgets.Checkbox(indent=False), name, 100)


def seed():
    """Which random numbers are drawn."""
    return _described(widgets.BoundedIntText(max=9999), N_("seed"), 110)


def weights():
    """Where the matrices W come from."""
    return choice("W", SOURCES, 140)


def mask():
    """Which keys are hidden."""
    return choice(N_("mask"), MASKS, 190)


def edits():
    """Numbers that were changed by hand, on the board."""
    return Kept(read_edits)


def query():
    """Whose row is looked at. Its list follows the sentence: see `fit_query`."""
    return choice(N_("query"), [0], 180)


def fit_query(control, sentence):
    """Let the list of queries follow the sentence."""
    fit_places(control, with_places(tokens_of(sentence)))


def with_places(tokens):
    """Number the tokens from 0, since a word may stand twice."""
    return [f"{i} · {token}" for i, token in enumerate(tokens)]


def fit_places(control, names):
    """Give a menu these places, from 0; keep the one that is chosen if it is there."""
    place = control.value
    options = [(name, i) for i, name in enumerate(names)]
    if list(control.options) != options:
        control.options = options
        control.value = min(place, len(names) - 1)
