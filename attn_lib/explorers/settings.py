"""Values that a program gives to a control: what is meant, and what would be right."""

import unicodedata

import ipywidgets

from .._numbers import plain_minus
from .controls import Menu


def allowed(control):
    """Say what a control takes."""
    if hasattr(control, "options"):
        return "one of " + ", ".join(repr(value) for _name, value in control.options)
    if hasattr(control, "max"):
        most = getattr(control, "most", control.max)
        return f"a whole number from {control.min} to {most}"
    return "True or False" if isinstance(control, ipywidgets.Checkbox) else "text"


def meant(control, value):
    """The entry of a menu that a text means, whichever minus it was typed with."""
    value = control.now(value) if isinstance(control, Menu) else value
    entries = [entry for _name, entry in getattr(control, "options", ())]
    if isinstance(value, str) and value not in entries:
        alike = [e for e in entries if isinstance(e, str)]
        same = (e for e in alike if plain_minus(e) == plain_minus(value))
        return next(same, value)
    return value


def told(value):
    """A value as it was given; a character that no keyboard has is named."""
    odd = [c for c in value if not c.isascii()] if isinstance(value, str) else []
    name = unicodedata.name(odd[0], "no character") if odd else ""
    return f"{value!r}" + (f" (U+{ord(odd[0]):04X}, {name})" if odd else "")
