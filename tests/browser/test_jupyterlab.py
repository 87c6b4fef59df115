"""The explorers where they are used: in a real JupyterLab."""

import time

import numpy as np
import pytest
from playwright.sync_api import expect

from attn_lib.explorers import PipelineExplorer
from tests.browser.conftest import numbers_on
from tests.support.lab import run_all
from tests.support.played import HOSTILE, ODD, drawn, on_the_page

pytestmark = pytest.mark.browser

PATIENCE = 60_000  # ms: a busy machine starts a kernel slowly
PIPELINE = """
from attn_lib.explorers import PipelineExplorer
explorer = PipelineExplorer()
explorer
"""


def settled(page, explorer):
    """The page shows this state, to the last digit."""
    sent = on_the_page(explorer)
    wanted = {id: sent[id] for id in drawn(explorer)}
    until = time.monotonic() + 30
    while True:
        shown = numbers_on(page)
        same = shown.keys() == wanted.keys() and all(
            np.array_equal(shown[id], wanted[id]) for id in wanted
        )
        if same:
            return
        if time.monotonic() > until:
            for id, values in wanted.items():
                np.testing.assert_array_equal(shown.get(id), values, err_msg=id)
        page.wait_for_timeout(50)


@pytest.mark.case("C21")  # the server has the flag for root
def test_whatever_is_typed_stays_text_and_keys_stay_on_the_board(lab, open_page):
    page = open_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(PATIENCE)
    run_all(page, lab.put("typed.ipynb", PIPELINE))
    page.locator(".attn-board .attn-cell").first.wait_for()
    settled(page, PipelineExplorer())

    sentence = page.get_by_label("sentence", exact=True)
    for text in (ODD, HOSTILE, "banana"):
        sentence.fill(text)
        sentence.press("Enter")
        settled(page, PipelineExplorer(sentence=text))
        assert page.locator(".attn-board img").count() == 0
    sentence.fill("   ")
    sentence.press("Enter")
    expect(page.get_by_text("Type at least one word.")).to_be_visible(timeout=PATIENCE)
    settled(page, PipelineExplorer(sentence="banana"))
    sentence.fill("banana " * 2000)
    sentence.press("Enter")
    settled(page, PipelineExplorer(sentence="banana " * 2000))
    caption = page.get_by_text("the first 64 of 2,000 tokens").last  # the one below
    assert caption.is_visible()
    page.get_by_role("button", name="Reset").click()
    settled(page, PipelineExplorer())

    # The keyboard is the board's: JupyterLab neither moves nor deletes a cell.
    weights = page.locator('.attn-cell[data-id="weights"]')
    weights.nth(0).focus()
    for key in ("ArrowDown", "ArrowRight", "d", "d", "x", "a"):
        page.keyboard.press(key)
    assert weights.nth(7).evaluate("(cell) => cell === document.activeElement")
    assert page.locator(".jp-CodeCell").count() == 1
    answer = page.locator(".attn-answer")
    expect(answer).to_contain_text("weights[hungry, hungry] = exp", timeout=PATIENCE)


PRICES = "It costs $5 and then $6, \\(x\\) or $$y$$"
PRICED = f"""
from IPython.display import Markdown, display
from attn_lib import figures
from attn_lib.explorers import ScoresExplorer

figures.show(figures.formula_map(), {PRICES!r})
display(ScoresExplorer(sentence={PRICES!r}))
display(Markdown("$x$"))
"""


def test_a_dollar_that_was_typed_begins_no_formula(lab, open_page):
    """JupyterLab sets what stands between two of them; the author's own it should."""
    page = open_page()
    page.set_default_timeout(PATIENCE)
    run_all(page, lab.put("prices.ipynb", PRICED))
    page.locator(".jp-RenderedMarkdown mjx-container").wait_for()
    assert page.locator("mjx-container").count() == 1
    expect(page.get_by_text(PRICES, exact=True)).to_be_visible()
