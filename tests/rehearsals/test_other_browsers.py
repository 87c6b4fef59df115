"""The handouts and a JupyterLab in Firefox and WebKitGTK, as Debian ships them.

The other browser tests drive Chromium. Here handouts and a JupyterLab are opened in two
other engines: what stands on the page is held against the library.
"""

import os
import re
from xml.etree import ElementTree

import pytest

from notebooks import build, handouts
from tests.browser.test_arithmetic import NUMBER, add_up, is_near, read
from tests.browser.test_every_control import IMPORT, READ, SVG, Shown, remade
from tests.browser.test_handouts import MOVED_OFFLINE, ONLINE, explorer_cells, hand_out
from tests.support import other_browsers
from tests.support.lab import jupyterlab
from tests.support.lessons import NOTEBOOKS, by_name
from tests.support.played import on_the_page, spec_of

pytestmark = [
    pytest.mark.rehearsal,
    pytest.mark.browser,
    # Selenium says it of itself.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

BROWSERS = {"Firefox": other_browsers.firefox, "WebKitGTK": other_browsers.webkit}


@pytest.fixture(scope="module", params=BROWSERS)
def page(request):
    """A window of each browser; skipped without one, or failed where required."""
    if missing := other_browsers.missing(request.param):
        reason = f"no {request.param}: {missing} is not installed"
        if os.environ.get("ATTN_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{reason}, and ATTN_REQUIRE_BROWSER=1 requires it")
        pytest.skip(reason)
    with BROWSERS[request.param]() as opened:
        print(f"{request.param} {opened.version}")
        yield opened


# ---------------------------------------------------------------------- handouts


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The folder of the pages and slides of all lessons."""
    folder = tmp_path_factory.mktemp("pages")
    hand_out(build.__file__, "--to", folder)
    return folder


# Of each explorer: what it says of Python, and how many cells it has.
ALIVE = """
() => [...document.querySelectorAll(".attn-explorer")].map((explorer) => [
  explorer.querySelector(".attn-board .attn-trouble")?.textContent ?? "",
  explorer.querySelectorAll(".attn-cell").length,
])
"""
STILL_IN_SIGHT = f"""
() => [...document.querySelectorAll(".{handouts.STILL}")]
  .filter((still) => still.getClientRects().length).length
"""
TURN_TO = """
(n) => {
  const reveal = window.requirejs("scripts/reveal/dist/reveal.js");
  const section = document.querySelectorAll(".attn-explorer")[n].closest("section");
  const { h, v } = reveal.getIndices(section);
  reveal.slide(h, v);
}
"""
NUMBERS = """
(n) => {
  const explorer = document.querySelectorAll(".attn-explorer")[n];
  return [...explorer.querySelectorAll(".attn-cell")]
    .map(({ dataset: d }) => [d.id, d.row, d.column, d.value]);
}
"""
# Take hold of a slider that can be moved without Python; says if it stands at its end.
FOCUS = """
([n, name]) => {
  const explorer = document.querySelectorAll(".attn-explorer")[n];
  const handle = explorer.querySelector(
    `.noUi-target:not([disabled]) [role=slider][aria-label="${name}"]`);
  handle.focus();
  return handle.ariaValueNow === handle.ariaValueMax;
}
"""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
@pytest.mark.parametrize("kind", ["", ".slides"])
def test_every_explorer_of_a_handout_lives(page, pages, path, kind):
    sliders = MOVED_OFFLINE[path.stem]
    assert len(explorer_cells(path)) == len(sliders)
    page.goto(f"{pages.as_uri()}/{path.stem}{kind}.html")

    def alive():
        found = page.evaluate(ALIVE)
        told = [said.startswith("Not connected") and cells for said, cells in found]
        return len(told) == len(sliders) and all(told)

    page.until(alive)
    assert page.evaluate(STILL_IN_SIGHT) == 0
    for n, names in enumerate(sliders):
        if kind:
            page.evaluate(TURN_TO, n)
        for name in names:
            play(page, n, name)
    asked = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    assert not [url for url in page.evaluate(asked) if ONLINE.match(url)]


def play(page, n, name):
    """Move a slider by one place and back: the numbers follow, there and back."""
    first = page.evaluate(NUMBERS, n)
    keys = ["ARROW_RIGHT", "ARROW_LEFT"]
    if page.evaluate(FOCUS, [n, name]):  # it stands at its end
        keys.reverse()
    page.press(keys[0])
    page.until(lambda: page.evaluate(NUMBERS, n) != first)
    page.press(keys[1])
    page.until(lambda: page.evaluate(NUMBERS, n) == first)


# -------------------------------------------------------------------- JupyterLab


@pytest.fixture(scope="module")
def lab(page, tmp_path_factory):
    with jupyterlab(tmp_path_factory.mktemp("lab")) as started:
        yield started


KERNEL_IS_IDLE = """
() => /Python 3/.test(document.querySelector(".jp-Toolbar-kernelName")?.textContent) &&
  document.querySelector(".jp-Notebook-ExecutionIndicator[data-status=idle]") !== null
"""
# What the menu Run does. Its entries are dead in a window without the focus. The
# command does nothing before the notebook is the present one: it is repeated.
RUNS = """
() => {
  const prompt = document.querySelector(".jp-CodeCell .jp-InputPrompt").textContent;
  if (/[\\d*]/.test(prompt)) return true;
  if (Date.now() - (window.askedAt ?? 0) > 5000) {
    window.askedAt = Date.now();
    jupyterapp.commands.execute("notebook:run-all-cells");
  }
  return false;
}
"""

ANSWER = """
(id) => {
  const text = document.querySelector(".attn-answer").innerText;
  return text.startsWith(`${id}[`) && text;
}
"""
FULL_SCREEN = ".attn-tools button[aria-label^='full screen']"
FILLS = """
() => {
  const { width, height } = document.fullscreenElement?.getBoundingClientRect() ?? {};
  return width === innerWidth && height === innerHeight;
}
"""


class Seen(Shown):
    """The explorer of a notebook's only cell, which has run."""

    def __init__(self, page, lab, code):
        self.page, self.moved = page, set()
        self.first = self.state = None
        name = re.sub(r"\W+", "_", code).lower()
        page.goto(lab.put(f"{name}{id(page)}.ipynb", IMPORT + code))
        page.wait_for(KERNEL_IS_IDLE)
        page.wait_for(RUNS)
        page.middle(".attn-board .attn-cell")
        self.agrees()

    def read(self):
        cell = "document.querySelector('.jp-CodeCell')"
        return self.page.evaluate(f"() => ({READ})({cell})")


def cell(id, row, column):
    """The selector of a cell of the board."""
    return f'.attn-cell[data-id="{id}"][data-row="{row}"][data-column="{column}"]'


def test_a_slider_is_moved(page, lab):
    """With the mouse, and then with the keys."""
    seen = Seen(page, lab, "PipelineExplorer()")
    page.drag('.noUi-handle[aria-label="d_k"]', 60, steps=1)
    seen.agrees()
    by_hand = seen.state["d_k"]
    page.press("ARROW_LEFT")
    seen.agrees()
    assert (seen.state["d_k"], by_hand > 4) == (by_hand - 1, True)


def test_a_cell_tells_its_arithmetic_and_takes_a_number(page, lab):
    """Terms, sum and cell are the library's, before a number is typed and after."""
    seen = Seen(page, lab, 'ScoresExplorer(sentence="a monkey eats the banana")')
    terms_add_up(seen)
    page.click(cell("Q", 3, 0))
    page.press(*"-2.5", "ENTER")
    seen.agrees()
    page.press("ESCAPE")  # the cell that was clicked is held
    assert [tuple(edit) for edit in seen.state["edits"]] == [("Q", 3, 0, -2.5)]
    terms_add_up(seen)


def terms_add_up(seen):
    """Point at a score: what is said of it is what the library multiplies."""
    place = ("scores", 3, 2)
    seen.page.hover(cell(*place))
    explorer = remade(seen.code)
    sent, spec = on_the_page(explorer), spec_of(explorer, "scores")
    explorer.close()
    text = seen.page.wait_for(ANSWER, "scores")
    *_, shown = re.findall(f"[=≈] {NUMBER}", text)
    assert is_near(read(shown), sent["scores"][3, 2]), text
    add_up(sent, spec, 3, 2, text, read(shown))


def test_the_screen_is_filled_and_given_back(page, lab):
    if isinstance(page, other_browsers.FirefoxPage):
        pytest.skip("Firefox denies full screen to a window without the focus")
    seen = Seen(page, lab, "ScoresExplorer()")
    page.click(FULL_SCREEN)
    page.wait_for(FILLS)
    seen.agrees(changed=False)
    page.click(FULL_SCREEN)
    page.wait_for("() => document.fullscreenElement === null")
    seen.agrees(changed=False)


def test_a_picture_is_saved(page, lab):
    seen = Seen(page, lab, 'ScoresExplorer(sentence="a <b> & banana")')
    page.click(".attn-tools button", "SVG")
    file = page.downloads / "attention.svg"
    page.until(lambda: file.exists() and file.read_bytes().endswith(b"</svg>"))
    words = {t.text for t in ElementTree.parse(file).getroot().iter(f"{SVG}text")}
    shown = page.evaluate(
        "() => [...document.querySelectorAll('.attn-cell')].map((c) => c.textContent)"
    )
    assert set(filter(None, shown)) | {"banana"} <= words
    seen.agrees(changed=False)


def test_a_mask_is_painted(page, lab):
    seen = Seen(page, lab, 'MaskingExplorer(mask="none")')
    start, end = (page.middle(cell("mask", 0, column)) for column in (2, 5))
    page.drag(cell("mask", 0, 2), end[0] - start[0])
    seen.agrees()
    while seen.state["painted"][0] != "110000":  # cell by cell, each with its picture
        seen.agrees()


def test_a_vector_is_dragged(page, lab):
    seen = Seen(page, lab, "PlaneExplorer()")
    before = seen.state["q"]
    page.drag(".attn-grip[data-index='0'] .attn-reach", 40, -30)
    seen.agrees()
    q = seen.state["q"]
    assert q[0] > before[0]
    assert q[1] > before[1]
