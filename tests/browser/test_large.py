"""Twelve tokens and 64 columns: large for a page, and still of use."""

import numpy as np
import pytest

from attn_lib.explorers import PipelineExplorer
from tests.browser.test_board import BOXES

pytestmark = pytest.mark.browser

TWELVE = "the hungry monkey eats the banana and the old teacher sees it"


@pytest.mark.parametrize("width", [390, 848, 1200])
def test_nothing_overlaps(mount, width):
    explorer = PipelineExplorer(sentence=TWELVE, d_k=64, weights="random")
    assert explorer.trace.Q.shape == (12, 64)
    page = mount(explorer, width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    x, y, right, bottom = np.array(page.evaluate(BOXES)).T
    across = np.minimum.outer(right, right) - np.maximum.outer(x, x)
    down = np.minimum.outer(bottom, bottom) - np.maximum.outer(y, y)
    assert ((across > 0.5) & (down > 0.5)).sum() == len(x)  # each with itself only


def test_numbers_give_way_to_colour_above_a_size_that_is_said(mount):
    board = mount(PipelineExplorer(sentence=TWELVE, d_k=64))
    matrix = board.page.locator(".attn-matrix").filter(has=board.cell("Q", 0, 0))
    assert "(12, 64) no digits above 24" in matrix.inner_text()
    assert board.cell("Q", 3, 0).inner_text() == ""
    assert board.cell("scores", 3, 2).inner_text() != ""
    board.cell("Q", 3, 0).hover()
    assert board.answer().startswith("Q[eats, who] = 0.2 · 3 + 1 · 3 = 3.6")
    board.cell("scores", 3, 2).hover()
    assert "scores[eats, monkey] = " in board.answer()
    board.receive(PipelineExplorer(sentence=TWELVE, d_k=24))
    assert board.cell("Q", 3, 0).inner_text() == "3.60"
    assert "no digits" not in matrix.inner_text()
