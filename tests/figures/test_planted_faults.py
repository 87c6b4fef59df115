"""Faults planted in the pictures, one at a time; each has to turn its tests red."""

import pytest

from tests.support.planting import expect_red

FAULTS = {
    "softmax again": (
        "masking",
        "        weights,\n        rows",
        "        np.exp(weights) / np.exp(weights).sum(1),\n        rows",
    ),
    "queries and keys exchanged": (
        "matmul_scores",
        "        scores,\n        rows",
        "        np.transpose(scores),\n        rows",
    ),
    "automatic limits": (
        "labelled_matrix",
        "            vmax=high,\n",
        "            vmax=finite.max(),\n",
    ),
    "repeated words merged": (
        "bars",
        "ax.bar(range(len(names)), values",
        "ax.bar(names, values",
    ),
    "a dollar sign is a formula": (
        "style",
        '"text.parse_math": False',
        '"text.parse_math": True',
    ),
    "a hull with its inner points": (
        "weighted_sum",
        "return chain(ordered)[:-1] + chain(reversed(ordered))[:-1]",
        "return ordered",
    ),
}
TESTS = {"bars": "scale_and_softmax", "style": "lettering"}


@pytest.mark.parametrize(("module", "old", "new"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_its_tests_red(tmp_path, module, old, new):
    tests = f"tests/figures/test_{TESTS.get(module, module)}.py"
    expect_red(tmp_path, f"attn_lib/figures/{module}.py", old, new, tests)
