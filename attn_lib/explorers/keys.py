"""Keys: where every control stands for a picture, the values themselves.

By its key the page finds the picture that belongs to its controls, and Python knows on
which picture something was done. So none is ever taken for another, whatever was sent
when.
"""

import json


class Keys:
    """Makes the keys of states.

    Parameters
    ----------
    controls : dict of str to widget
        One for each field of the state.

    Attributes
    ----------
    seen : dict of str to widget
        Those whose place the page can see.
    """

    def __init__(self, controls):
        self._controls = controls
        self.seen = {name: c for name, c in controls.items() if place(c)}

    def of(self, state):
        """Where each control stands that the page can see, and then all the others.

        The others are one text, which Python and JavaScript compare alike. Controls
        keep values in one form, so that equal values have equal texts.
        """
        seen = [self.stand(name, getattr(state, name)) for name in self.seen]
        others = [getattr(state, n) for n in self._controls if n not in self.seen]
        return (*seen, json.dumps(others))

    def stand(self, name, value):
        """Where the page sees a control that has this value."""
        control = self._controls[name]
        by_index = place(control) == "index"
        return positions(control).index(value) if by_index else value


def place(control):
    """Name the trait by which the page knows where a control stands, if it does."""
    return next((name for name in ("index", "value") if name in control.keys), None)


def positions(control):
    """List the values that a slider or a menu can have, in order."""
    if hasattr(control, "options"):
        return [value for _, value in control.options]
    return list(range(control.min, control.max + 1, control.step))
