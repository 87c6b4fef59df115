"""What looks after the others: each thing that it must notice, done on purpose."""

import signal
import time
import warnings

import numpy as np
import pytest

import attn_lib as al
from tests.hostile import calm
from tests.hostile.calm import calmly


def hang():
    """As something that waits for what never comes: it uses no CPU."""
    try:
        time.sleep(20)
    except Exception:
        time.sleep(20)  # whatever the product catches, it must not go on here


def compute():
    end = time.process_time() + 1
    while time.process_time() < end:
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")
def test_a_hang_that_uses_no_cpu_is_stopped(monkeypatch):
    monkeypatch.setattr(calm, "PATIENCE", 0.1)
    begin = time.monotonic()
    with pytest.raises(pytest.fail.Exception, match="too long"):
        calmly(hang)
    assert time.monotonic() - begin < 15
    calmly(time.sleep, 0)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0  # no alarm is left


def test_a_wait_is_noticed_without_alarms_too(monkeypatch):
    monkeypatch.setattr(calm, "PATIENCE", 0.1)
    monkeypatch.delattr(signal, "setitimer", raising=False)
    with pytest.raises(AssertionError, match="too long"):
        calmly(time.sleep, 0.2)


def test_a_long_computation_is_noticed(monkeypatch):
    monkeypatch.setattr(calm, "SECONDS", 0.5)
    with pytest.raises(AssertionError, match="too long"):
        calmly(compute)


def refuse(message):
    raise ValueError(message)


@pytest.mark.parametrize(
    "strange",
    [
        lambda: refuse("in a function that is not the library's"),
        lambda: np.ones(3) @ np.ones(4),
        lambda: {}["missing"],
        lambda: warnings.warn("odd", stacklevel=1),
        lambda: 1 / 0,
    ],
)
def test_anything_but_a_refusal_of_the_librarys_own_is_noticed(strange):
    with pytest.raises((AssertionError, ArithmeticError, KeyError, Warning)):
        calmly(strange)


def test_a_changed_input_is_noticed():
    with pytest.raises(AssertionError, match="an input was changed"):
        calmly(lambda a: a.sort(), np.array([2, 1]))


def test_a_refusal_in_one_line_and_a_result_are_both_well():
    assert calmly(al.softmax, "abc") is None
    assert calmly(al.softmax, [0.0, 0.0]).tolist() == [0.5, 0.5]
