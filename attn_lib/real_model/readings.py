"""What the whole model makes of a few sentences, with or without its weights."""

from functools import cache

import numpy as np

from ..example.minilm import READINGS, Reading, is_installed, stored_reading
from .model import load_minilm


def full_readings(*sentences):
    """The whole model's readings of some sentences, with or without its weights.

    The sentences ``READINGS`` have one that ships with the library, made with
    sentence-transformers. Where the weights are installed the model is run too, and has
    to agree; what is returned and printed is the same.

    Parameters
    ----------
    *sentences : str
        Any, where the weights are installed.

    Returns
    -------
    list of Reading

    Raises
    ------
    FileNotFoundError
        If there is neither a reading nor weights; the text says how to get them.
    ArithmeticError
        If the model computes something else than its reading.
    """
    readings = [stored_reading(s) or _computed_reading(s) for s in sentences]
    if model := _full_model():
        for sentence, reading in zip(sentences, readings, strict=True):
            _require_agreement(sentence, model.read(sentence), reading)
    stored = sum(sentence in READINGS for sentence in sentences)
    if stored:
        print(
            f"Stored results of the full model for {stored} of {len(sentences)} "
            "sentences. Where its weights are installed,\nthey were computed here as "
            "well and found equal."
        )
    if stored < len(sentences):
        print(f"Computed here with the full model: {len(sentences) - stored}.")
    return readings


def _computed_reading(sentence):
    trace = (_full_model() or load_minilm()).read(sentence)
    return Reading(trace.pieces, trace.weights, trace.vector)


def _require_agreement(sentence, trace, reading):
    for name in ("weights", "vector"):
        off = np.abs(getattr(trace, name) - getattr(reading, name)).max()
        if off > 1e-4:
            raise ArithmeticError(
                f"'{sentence}': {name} are off by {off:.1g} from the stored reading"
            )


@cache
def _full_model():
    return load_minilm() if is_installed() else None
