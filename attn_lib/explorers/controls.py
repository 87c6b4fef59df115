"""The controls of the explorers: one look for one meaning."""

import ipywidgets as widgets
import traitlets

from ..scenes.inputs import tokens_of
from .edits import read_edits

MOST = 64  # columns that a page can show; d_k in the paper
MASKS = {
    "none": "none",
    "causal": "causal",
    "padding": "padding",
    "window": "window",
    "causal + padding": "both",
    "all three": "all",
}


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


def _described(control, width, label="auto"):
    control.layout.width = width
    control.style.description_width = label
    return control


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
    text = Sentence(description="sentence", continuous_update=False)
    return _described(text, "330px")


def size(name, largest, smallest=1):
    """A whole number; the page follows while the slider is dragged."""
    slider = Size(MOST, description=name, min=smallest, max=largest)
    return _described(slider, "210px")


def steps(name, values):
    """One of a few numbers, on a slider."""
    slider = widgets.SelectionSlider(description=name, options=_pairs(values))
    return _described(slider, "235px")


def choice(name, values, width="160px"):
    """One of a few words: a list, or a dict of what is shown → value."""
    menu = widgets.Dropdown(description=name, options=_pairs(values))
    return _described(menu, width)


def _pairs(values):
    if isinstance(values, dict):
        return list(values.items())
    return [(str(value), value) for value in values]


def switch(name):
    """On or off."""
    box = widgets.Checkbox(description=name, indent=False)
    return _described(box, "100px")


def seed():
    """Which random numbers are drawn."""
    return _described(widgets.BoundedIntText(description="seed", max=9999), "110px")


def weights():
    """Where the matrices W come from."""
    return choice("W", ["designed", "random"], "140px")


def mask():
    """Which keys are hidden."""
    return choice("mask", MASKS, "190px")


def edits():
    """Numbers that were changed by hand, on the board."""
    return Kept(read_edits)


def query():
    """Whose row is looked at. Its list follows the sentence: see `fit_query`."""
    return choice("query", [0], "180px")


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
