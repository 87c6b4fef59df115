"""The right result, or one clear line: what every input has to end in."""

import copy
import signal
import time
import traceback
import warnings
from contextlib import contextmanager

import numpy as np
import pytest

from tests.support.lessons import ROOT

LIBRARY = str(ROOT / "attn_lib")
SECONDS = 2  # of CPU time, which a busy machine does not stretch
PATIENCE = 30  # by the clock, which it does: for what sleeps or waits
TOO_LONG = "too long"


def calmly(function, *inputs, **settings):
    """Call a function of ours; return its result, or None where it refused.

    Fails if that took longer than two seconds of CPU time, or hung, warned, changed an
    input, or ended in anything but a ValueError or TypeError of one line that the
    library itself raised.
    """
    given = (inputs, settings)
    before = copied(given)
    begin = time.process_time()
    try:
        with stopped_after(PATIENCE), warnings.catch_warnings():
            warnings.simplefilter("error")
            result = function(*inputs, **settings)
    except (ValueError, TypeError) as refusal:
        result = None
        require_one_clear_line(refusal)
    assert time.process_time() - begin < SECONDS, TOO_LONG
    assert same(given, before), "an input was changed"
    return result


@contextmanager
def stopped_after(seconds):
    """Fail if this takes so long by the clock; where there are alarms, stop it."""

    def stop(*_):
        pytest.fail(TOO_LONG)  # no Exception: nothing on the way may catch it

    has_alarm = hasattr(signal, "setitimer")  # not on Windows
    begin = time.monotonic()
    if has_alarm:
        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < seconds, TOO_LONG


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
