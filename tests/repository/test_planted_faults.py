"""The faults of ``tools/faults.py``: each can be planted, each is caught."""

from collections import Counter

import pytest

from tests.support.lessons import ROOT
from tests.support.node import bundle
from tests.support.planting import expect_green, expect_red
from tools.faults import FAULTS, IN_REHEARSALS, OFTEN
from tools.plant_faults import plant

LIBRARY = ROOT / "attn_lib"


def test_there_are_many_and_no_two_are_the_same():
    assert len(FAULTS) == len(OFTEN) + len(IN_REHEARSALS) >= 160
    places = Counter((fault.file, fault.old, fault.new) for fault in FAULTS.values())
    assert max(places.values()) == 1


@pytest.mark.parametrize("name", FAULTS)
def test_the_place_of_a_fault_is_there(name):
    """So that a change of the code does not leave the table behind unnoticed."""
    fault = FAULTS[name]
    count = (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old)
    assert count == 1 or (fault.first and count > 1)
    file, _, test = fault.tests[0].partition("::")
    assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8")


def test_every_module_of_the_maths_has_its_fault():
    folders = ("", "example", "learning", "real_model")
    files = {f for folder in folders for f in (LIBRARY / folder).glob("*.py")}
    modules = {file.relative_to(ROOT).as_posix() for file in files}
    # Names only; pages, texts, and files: no maths.
    modules -= {f"attn_lib/{folder}/__init__.py" for folder in folders[1:]}
    modules -= {f"attn_lib/{name}.py" for name in ("_stored", "words")}
    modules -= {"attn_lib/example/minilm.py"}
    assert modules <= {fault.file for fault in OFTEN.values()}


@pytest.mark.parametrize("name", OFTEN)
def test_a_planted_fault_is_caught(name):
    plant(OFTEN[name])


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", IN_REHEARSALS)
def test_a_planted_fault_is_caught_in_a_rehearsal(name):
    fault = IN_REHEARSALS[name]
    if fault.file.startswith("attn_lib/web/"):
        assert bundle("--check").returncode == 0  # skips without Node
    plant(fault)


@pytest.mark.rehearsal
def test_without_a_fault_the_same_tests_are_green(tmp_path):
    whole = {fault.tests[0] for fault in OFTEN.values() if len(fault.tests) == 1}
    expect_green(tmp_path, sorted(whole))


TESTS = "tests/maths/test_masking.py::test_true_means_may_attend"


def test_without_a_fault_a_copy_is_green(tmp_path):
    expect_green(tmp_path, TESTS)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Masking: who", "Masking: and who", "not noticed by a test"),
        ("import numpy as np", "import numpy as", "pytest ended with [^1]"),
        ("no such text", "", "found 0 times"),
    ],
)
def test_green_unreadable_and_misplaced_are_not_red(tmp_path, old, new, complaint):
    with pytest.raises(AssertionError, match=complaint):
        expect_red(tmp_path, "attn_lib/masking.py", old, new, TESTS)
