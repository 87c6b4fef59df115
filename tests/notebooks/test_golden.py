"""Each number quoted in a lesson, and the line of an output that proves it, as read."""

import pytest

from tests.support import prose
from tests.support.lessons import NOTEBOOKS, by_name, read


@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_numbers_and_their_proofs_are_what_was_read(path, golden):
    found = prose.numbers_with_proof(read(path))
    golden(f"prose/{path.stem}", "".join(f"{said}\n    {by}\n" for said, by in found))


def test_no_text_is_left_over(golden_names):
    assert golden_names("prose") == {path.stem for path in NOTEBOOKS}
