"""Explorers in the test language, on a page: no text is cut.

Its messages are 40 % longer than English ones. What the page itself says comes with the
widget: tests/explorers/test_words.py reads it.
"""

import pytest

from tests.browser.conftest import no_complaint
from tests.browser.test_letters import FAULTS, show
from tests.support.played import EVERY, by_name

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("in_test_language")]


def of_names(explorer):
    """How a fault of a column's name ends: long names, as tokens, may end in dots."""
    columns = [name for spec in explorer.board.matrices for name in spec["columns"]]
    return tuple(f"of “{name}” is cut" for name in columns if "⟦" in name)


@pytest.mark.parametrize("Explorer", EVERY, ids=by_name)
@pytest.mark.parametrize("width", [848, 390])
def test_every_text_has_room(blank, Explorer, width):
    blank.set_viewport_size({"width": width, "height": 720})
    with no_complaint(blank):
        for settings in ({}, EVERY[Explorer]):
            explorer = Explorer(**settings)
            faults = show(blank, explorer).page.evaluate(FAULTS)
            assert [f for f in faults if not f.endswith(of_names(explorer))] == []


def test_the_page_is_in_the_test_language(blank):
    explorer = next(iter(EVERY))()
    assert "⟦" in show(blank, explorer).page.inner_text("body")
