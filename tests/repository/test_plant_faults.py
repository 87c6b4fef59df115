"""The faults of ``tools/plant_faults.py``: each can be planted, each is caught."""

from collections import Counter

import pytest

from tests.support.node import bundle
from tests.support.planting import ROOT
from tools.plant_faults import ELSEWHERE, every_fault, plant


def test_there_are_many_and_no_two_are_the_same():
    faults = every_fault()
    assert len(faults) >= 30
    places = Counter((fault.file, fault.old, fault.new) for fault in faults.values())
    assert max(places.values()) == 1


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_place_of_a_fault_is_there(name):
    """So that a change of the code does not leave the script behind unnoticed."""
    fault = ELSEWHERE[name]
    count = (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old)
    assert count == 1 or (fault.first and count > 1)
    assert (ROOT / fault.tests[0]).is_file()


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_planted_fault_is_caught(name):
    fault = ELSEWHERE[name]
    if fault.file.startswith("attn_lib/web/"):
        assert bundle("--check").returncode == 0  # skips without Node
    plant(fault)
