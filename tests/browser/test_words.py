"""Explorers in the test language, on a page: no text is cut, of board or controls.

Its messages are 40 % longer than English ones. What the page itself says comes with the
widget: tests/explorers/test_words.py reads it.
"""

import pytest

from attn_lib import explorers
from tests.browser.conftest import no_complaint
from tests.browser.test_letters import FAULTS, show
from tests.support.lab import run_all
from tests.support.played import EVERY, by_name
from tools.words import in_brackets

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


# ---- the controls, which JupyterLab draws

NAMES = [name for name in explorers.__all__ if name.endswith("Explorer")]
SETUP = """
from pathlib import Path
from matplotlib.figure import Figure
import attn_lib as al
from attn_lib import words
from attn_lib.explorers import *
from attn_lib.explorers.explorer import Explorer
Explorer.picture = lambda self: Figure((1, 1))
words.LOCALE = Path({folder!r})
al.language("qq")
"""
# Labels, buttons and menus whose words are wider than their place.
CLIPPED = """
(explorer) => {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (node, text) => {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText(text).width;
  };
  const labels = ".widget-label, .widget-label-basic span, button";
  const cut = [...explorer.querySelectorAll(labels)]
    .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
    .map((node) => `${node.textContent} ${node.scrollWidth} ${node.clientWidth}`);
  const room = 24; // px: of a menu's arrow and its padding
  const menus = [...explorer.querySelectorAll(".widget-dropdown select")];
  const textsOf = (menu) => [...menu.options].map(({ text }) => [menu, text]);
  const entries = menus.flatMap(textsOf);
  const tooWide = entries
    .filter(([menu, text]) => width(menu, text) > menu.clientWidth - room)
    .map(([menu, text]) => `${text} ${width(menu, text)} ${menu.clientWidth}`);
  return [...cut, ...tooWide];
}
"""


@pytest.fixture(scope="module")
def page(lab, chromium, test_language):
    setup = SETUP.format(folder=str(test_language))
    address = lab.put("words.ipynb", setup, *(f"{name}()" for name in NAMES))
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    run_all(page, address)
    yield page
    page.close()


@pytest.mark.parametrize("name", NAMES)
def test_no_control_cuts_its_words(page, name):
    explorer = page.locator(".attn-explorer").nth(NAMES.index(name))
    explorer.scroll_into_view_if_needed()
    assert "⟦" in explorer.inner_text()
    assert explorer.evaluate(CLIPPED) == []


# ---- questions, and the buttons of their answers

ASKED = """
from ipywidgets import VBox
from attn_lib.exercises.predict import QUESTIONS, predict
VBox([predict(key).widget for key in QUESTIONS])
"""
CUT = """
() => [...document.querySelectorAll(".jupyter-button, .widget-html-content")]
  .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.textContent)
"""


def test_no_question_cuts_its_words(lab, open_page, test_language):
    page = open_page(viewport={"width": 1280, "height": 900})
    setup = SETUP.format(folder=str(test_language))
    run_all(page, lab.put("questions.ipynb", setup, ASKED))
    page.get_by_role("button", name=in_brackets("Never")).wait_for()
    assert page.evaluate(CUT) == []
    page.add_style_tag(content=".jupyter-button { width: 20px !important }")
    assert in_brackets("Never") in page.evaluate(CUT)
