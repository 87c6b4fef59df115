"""The right result, or one clear line: what every input has to end in."""

import copy
import time
import traceback
import warnings

import numpy as np

from tests.notebooks.lessons import ROOT

LIBRARY = str(ROOT / "attn_lib")
SECONDS = 2


def calmly(function, *inputs, **settings):
    """Call a function of ours; return its result, or None where it refused.

    Fails if that took longer than two seconds, warned, changed an input, or ended in
    anything but a ValueError or TypeError of one line that the library itself raised.
    """
    given = (inputs, settings)
    before = copied(given)
    begin = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = function(*inputs, **settings)
    except (ValueError, TypeError) as refusal:
        result = None
        require_one_clear_line(refusal)
    assert time.process_time() - begin < SECONDS, "too long"
    assert same(given, before), "an input was changed"
    return result


def require_one_clear_line(refusal):
    """Raised by the library, in its own words: not by NumPy somewhere below."""
    said = str(refusal)
    assert said.strip(), "no word"
    assert "\n" not in said, said
    assert len(said) <= 300, said
    *_, last = traceback.extract_tb(refusal.__traceback__)
    is_ours = last.filename.startswith(LIBRARY)
    assert is_ours or is_a_call_with_wrong_arguments(refusal), (
        f"{type(refusal).__name__} of {last.filename}:{last.lineno}: {said}"
    )


def is_a_call_with_wrong_arguments(refusal):
    """Python itself says so where an argument is missing or unknown."""
    return isinstance(refusal, TypeError) and "argument" in str(refusal)


def copied(value):
    """A deep copy where there can be one."""
    try:
        return copy.deepcopy(value)
    except (TypeError, NotImplementedError):  # a generator, a widget
        if isinstance(value, (tuple, list)):
            return type(value)(map(copied, value))
        if isinstance(value, dict):
            return {key: copied(item) for key, item in value.items()}
        return value


def same(one, other):
    """Equal in kind, size and every bit that counts."""
    if isinstance(one, np.ndarray):
        return (
            one.dtype == other.dtype
            and one.shape == other.shape
            and (one.dtype == object or one.tobytes() == other.tobytes())
        )
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    return one is other or type(one) is type(other)
