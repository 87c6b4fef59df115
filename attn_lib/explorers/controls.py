"""The controls of the explorers: one look for one meaning."""

import ipywidgets as widgets

from .example import MASKS, tokens_of


def _described(control, width, label="auto"):
    control.layout.width = width
    control.style.description_width = label
    return control


def sentence():
    """Text that is read when it is finished: on Enter, or when the field is left."""
    text = widgets.Text(description="sentence", continuous_update=False)
    return _described(text, "330px")


def size(name, largest, smallest=1):
    """A whole number; the page follows while the slider is dragged."""
    slider = widgets.IntSlider(description=name, min=smallest, max=largest)
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


def query():
    """Whose row is looked at. Its list follows the sentence: see `fit_query`."""
    return choice("query", [0], "180px")


def fit_query(control, sentence):
    """Number the tokens, since a word may stand twice; keep the position if it is."""
    tokens, position = tokens_of(sentence), control.value
    options = [(f"{i} · {token}", i) for i, token in enumerate(tokens)]
    if list(control.options) != options:
        control.options = options
        control.value = min(position, len(tokens) - 1)
