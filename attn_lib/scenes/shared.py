"""What is computed once and then handed out to all: nobody may write into it."""

from dataclasses import fields, is_dataclass

import numpy as np


def read_only(value):
    """Return a value whose arrays can be read only, those in its parts too.

    Parameters
    ----------
    value : array, dataclass, dict, tuple or list
        Its own arrays are changed to be so. What is of another kind stays as it is.
    """
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    for part in parts_of(value):
        read_only(part)
    return value


def parts_of(value):
    """What a value holds, as far as it can hold arrays."""
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, tuple | list) else ()
