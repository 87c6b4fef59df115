"""Right and wrong answers to every exercise, as learners write them."""

from typing import NamedTuple

import numpy as np


class Answers(NamedTuple):
    """What to hand in to one check, and what it has to say.

    ``right`` holds the lesson's solution first, then other styles. ``wrong`` maps the
    id of a mistake to an answer that makes it; where several do, ``": "`` and a word
    tell them apart. An answer of several parts is a tuple.
    """

    stub: object
    right: dict
    wrong: dict


def as_float32(argument):
    """Floating arrays as float32; masks and whole numbers stay as they are."""
    is_floating = isinstance(argument, np.ndarray) and argument.dtype.kind == "f"
    return argument.astype(np.float32) if is_floating else argument


def in_float32(function):
    """The same function, given and giving float32."""

    def rounded(*arguments):
        result = function(*map(as_float32, arguments))
        if isinstance(result, tuple):
            return tuple(np.asarray(part, np.float32) for part in result)
        return np.asarray(result, np.float32)

    return rounded


def softmax(z, axis=1):
    """The textbook's, stable."""
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
