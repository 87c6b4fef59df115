"""Faults planted in the explorers; each has to turn its tests red."""

import pytest

from tests.support.planting import expect_red

# name → file, what it says, what a careless hand might write, which tests should notice
FAULTS = {
    "a callback that fails in silence": (
        "explorers/explorer.py",
        "                reason = str(error)\n",
        '                reason = ""\n',
        ["test_explorer.py", "-k", "empty_line and Pipeline"],
    ),
    "a control that nothing follows": (
        "explorers/explorer.py",
        'control.observe(weakly(self._respond), "value")',
        "pass",
        ["test_attention.py", "-k", "every_control"],
    ),
    "numbers sent column by column": (
        "explorers/board.py",
        'm.values.astype("<f8")',
        'm.values.T.astype("<f8")',
        ["test_explorer.py", "-k", "numbers_of_the_trace and Pipeline"],
    ),
    "an edit without effect": (
        "scenes/edits.py",
        'scores = edited("scores", trace.scores, edits)',
        "scores = trace.scores",
        ["test_edits.py", "-k", "downstream"],
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_these_tests_red(tmp_path, fault):
    file, old, new, (tests, *which) = fault
    run = [f"tests/explorers/{tests}", *which]
    expect_red(tmp_path, f"attn_lib/{file}", old, new, run)
