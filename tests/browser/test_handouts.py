"""Handouts: pages and slides that live without Python, network or scripts."""

import os
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from playwright.sync_api import expect

import attn_lib as al
from attn_lib.explorers import SoftmaxExplorer
from attn_lib.scenes.scale_and_softmax import WIDTHS
from notebooks import build, handouts
from tests.browser.conftest import Board
from tests.support.lessons import NOTEBOOKS, by_name, code_cells, read
from tests.support.played import HOSTILE_IN_A_SCRIPT

pytestmark = [pytest.mark.browser, pytest.mark.notebook]

FORMULA = "The formula, each symbol in its colour."
LESSON = """\
# A small lesson

Go on to [lesson 1](01_one.ipynb), or read [the code](../attn_lib/masking.py).

```python
from attn_lib import figures
from attn_lib.exercises.predict import predict
from attn_lib.explorers import SoftmaxExplorer
```

## d_k in a heading

```python
predict("02-longer")
```

```python
explorer = SoftmaxExplorer()
explorer
```

```python jupyter={"source_hidden": true}
figures.show(figures.formula_map(), "FORMULA")
```

<!-- #region -->
<details><summary>Hint</summary>

Think again.

</details>
<!-- #endregion -->

## The end
""".replace("FORMULA", FORMULA)
HOSTILE = """\
```python
from attn_lib.explorers import ScoresExplorer
```
""" + "".join(
    f"""
```python
explorer = ScoresExplorer(sentence={sentence!r})
explorer
```
"""
    for sentence in HOSTILE_IN_A_SCRIPT
)
# What stands in the cells of an explorer.
NUMBERS = """
(explorer) => [...explorer.querySelectorAll(".attn-cell")].map(({ dataset: d }) =>
  [d.id, d.row, d.column, d.value])
"""
ONLINE = re.compile("https?://(?!127.0.0.1)")
PATIENCE = 20_000  # ms for what a page says only after a while


@pytest.fixture(scope="module")
def pages(chromium, tmp_path_factory):
    """The folder that the command writes for small lessons; of use to a browser."""
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "source").mkdir()
    for name, lesson in {"00_small": LESSON, "01_hostile": HOSTILE}.items():
        (folder / f"source/{name}.md").write_text(lesson, encoding="utf-8")
    for module in (build, handouts):
        shutil.copy(module.__file__, folder)
    assert hand_out(folder / "build.py") == "00_small: ok\n01_hostile: ok\n"
    assert not list(folder.glob("*.ipynb"))
    return folder / "pages"


@pytest.fixture(scope="module")
def lessons(chromium, tmp_path_factory):
    """The folder that the command writes for the lessons themselves."""
    folder = tmp_path_factory.mktemp("lessons")
    hand_out(build.__file__, "--to", folder)
    return folder


def hand_out(script, *options):
    """Write pages and slides; gives what the command says of each lesson."""
    command = [sys.executable, script, "--html", "--slides", *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    excuse(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def excuse(message):
    """Skip on a machine without Node.js, or without a network, if that is allowed."""
    if message.startswith("npm") and os.environ.get("ATTN_REQUIRE_NPM") != "1":
        pytest.skip(message)


@pytest.fixture(params=["a file", "a server"])
def address(pages, request):
    """Where a browser finds the folder."""
    if request.param == "a file":
        yield pages.as_uri()
        return
    handler = partial(SimpleHTTPRequestHandler, directory=pages)
    handler.log_message = lambda *_: None
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def offline(open_page):
    """Open a page that may ask nothing of a network: what it asked for is kept."""
    page = open_page(viewport=handouts.SLIDE)
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.route(ONLINE, lambda route: route.abort())
    return page


@pytest.mark.parametrize("kind", ["", ".slides"])
def test_an_explorer_lives_on_without_python_or_a_network(offline, address, kind):
    offline.goto(f"{address}/00_small{kind}.html")
    board = offline.locator(".attn-board")
    board.wait_for(state="attached")
    assert "Not connected to Python" in board.locator(".attn-trouble").text_content()
    assert not [url for url in offline.asked if ONLINE.match(url)]
    if kind:
        go_to(offline.locator(".attn-explorer"))

    offline.get_by_role("slider").first.press("ArrowRight")
    assert offline.locator("section.past .attn-explorer").count() == 0  # it is in sight
    start = SoftmaxExplorer()
    wider = WIDTHS[WIDTHS.index(start.d_k.value) + 1]
    expected = SoftmaxExplorer(d_k=wider).trace.weights
    offline.locator(f"text=d_k = {wider}").first.wait_for(state="attached")
    shown = offline.locator('.attn-cell[data-id="weights"]').all()
    numbers = [float(cell.get_attribute("data-value")) for cell in shown]
    np.testing.assert_allclose(numbers, expected.ravel(), rtol=1e-6)


@pytest.mark.parametrize("kind", ["", ".slides"])
def test_the_cells_look_as_in_a_notebook(offline, address, kind):
    """The slides' theme has rules for tables, which are not for the board's."""
    offline.goto(f"{address}/00_small{kind}.html")
    cells = offline.locator(".attn-cell")
    cells.first.wait_for(state="attached")
    looks = cells.evaluate_all(
        "cells => cells.map((cell) => getComputedStyle(cell))"
        ".map((style) => [style.borderWidth, style.padding, style.textAlign])"
    )
    assert set(map(tuple, looks)) == {("1px", "0px", "center")}


@pytest.mark.case("C18")
@pytest.mark.parametrize("kind", ["", ".slides"])
def test_what_was_typed_ends_no_script(offline, pages, kind):
    """``<!-- <script>`` in a sentence left every explorer of the handout dead."""
    offline.goto(f"{pages.as_uri()}/01_hostile{kind}.html")
    boards = offline.locator(".attn-board")
    expect(boards).to_have_count(len(HOSTILE_IN_A_SCRIPT))
    for board, sentence in zip(boards.all(), HOSTILE_IN_A_SCRIPT, strict=True):
        names = board.locator(".attn-matrix").last.locator("th[scope=col]")
        expect(names).to_have_text(al.tokenize(sentence))
    assert offline.locator(".attn-explorer :is(b, script)").count() == 0
    for explorer in offline.locator(".attn-explorer").all():
        if kind:
            go_to(explorer)
        assert free_sliders(explorer) == ["d_k"]
        play(explorer, "d_k")


def go_to(explorer):
    """Turn the slides to the one that an explorer is on."""
    explorer.evaluate(
        """(explorer) => {
          const reveal = requirejs("scripts/reveal/dist/reveal.js");
          const { h, v } = reveal.getIndices(explorer.closest("section"));
          reveal.slide(h, v);
        }"""
    )


def free_sliders(explorer):
    """Names of the sliders that can be moved though there is no Python."""
    free = explorer.locator(".noUi-target:not([disabled])").get_by_role("slider")
    return [slider.get_attribute("aria-label") for slider in free.all()]


def play(explorer, name):
    """Move a slider by one place and back: the numbers follow, there and back."""
    slider = explorer.get_by_role("slider", name=name, exact=True)
    now, most = (slider.get_attribute(f"aria-value{which}") for which in ("now", "max"))
    keys = ["ArrowRight", "ArrowLeft"] if now != most else ["ArrowLeft", "ArrowRight"]
    seen = [explorer.evaluate(NUMBERS)]
    for key in keys:
        slider.press(key)
        Board(explorer.page).settle()
        seen.append(explorer.evaluate(NUMBERS))
    first, moved, last = seen
    assert first
    assert moved != first
    assert last == first


@pytest.mark.parametrize("kind", ["", ".slides"])
def test_where_scripts_are_off_the_picture_and_the_caption_stand_there(
    chromium, pages, kind
):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{pages.as_uri()}/00_small{kind}.html")
        assert_in_sight(page, [SoftmaxExplorer().caption, FORMULA])
        expect(page.get_by_text(handouts.why_still())).to_be_visible(timeout=PATIENCE)


@pytest.fixture
def alone(chromium, pages, tmp_path, request):
    """Open a page that was carried without its scripts, or whose scripts are refused.

    ``request.param`` says which: the scripts that were left behind, or a policy.
    """
    carried = tmp_path / "carried"
    shutil.copytree(pages, carried)
    page = chromium.new_page(viewport=handouts.SLIDE)
    page.route(ONLINE, lambda route: route.abort())
    if request.param.startswith("scripts"):
        left_behind = carried / request.param
        (shutil.rmtree if left_behind.is_dir() else os.remove)(left_behind)
    else:
        told = {"Content-Security-Policy": request.param, "Content-Type": "text/html"}
        page.route(
            "**/*.html",
            lambda route: route.fulfill(
                headers=told, path=carried / route.request.url.rpartition("/")[2]
            ),
        )
    yield lambda name: page.goto(f"{carried.as_uri()}/{name}") and page
    page.close()


@pytest.mark.parametrize("kind", ["", ".slides"])
@pytest.mark.parametrize(
    "alone",
    [
        "scripts",
        "scripts/embed-amd.js",
        "scripts/anywidget.js",
        "script-src 'none'",
        "default-src 'none'; img-src data:",
        "script-src 'self' 'unsafe-inline'",  # no blobs: widgets come, the board not
        "sandbox",
    ],
    indirect=True,
)
def test_a_dead_page_shows_picture_and_caption_and_says_why(alone, kind):
    page = alone(f"00_small{kind}.html")
    why = page.locator("p", has_text=handouts.why_still())
    why.wait_for(state="attached")
    if page.locator(
        ".reveal-viewport"
    ).count():  # the slides live, though no explorer does
        go_to(why)
    expect(why).to_be_visible(timeout=PATIENCE)
    assert page.locator(".attn-cell").count() == 0
    picture = page.get_by_alt_text(SoftmaxExplorer().caption)
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 100")
    for element in (picture, page.get_by_text(SoftmaxExplorer().caption).last):
        expect(element).to_be_visible()


@pytest.mark.parametrize("kind", ["", ".slides"])
def test_where_the_explorer_lives_no_picture_stands_beside_it(offline, pages, kind):
    offline.goto(f"{pages.as_uri()}/00_small{kind}.html")
    offline.locator(".attn-cell").first.wait_for(state="attached")
    still = offline.locator(f".{handouts.STILL}")
    expect(still).to_have_count(2)  # the picture, and the caption
    for each in still.all():
        assert not each.evaluate("(still) => still.getClientRects().length")


def assert_in_sight(page, captions):
    """All pictures can be looked at; these captions stand below theirs."""
    images = page.locator("img").all()
    alts = [image.get_attribute("alt") for image in images]
    assert set(captions) <= set(alts)
    words = [page.get_by_text(caption, exact=True) for caption in captions]
    for element in [*images, *words]:
        element.click(trial=True, timeout=5000)  # in sight, and nothing lies on it
        assert element.bounding_box()["width"] > 100


def test_what_would_be_dead_is_not_there(offline, pages):
    """A question's buttons need Python, and a link to the code the whole repository."""
    offline.goto(f"{pages.as_uri()}/00_small.html")
    offline.locator(".attn-board").wait_for()
    text = offline.locator("body").inner_text()
    assert "Run this cell to answer" in text
    assert "import figures" not in text
    assert "figures.show" not in text
    links = offline.locator("main a:not(.anchor-link)").all()
    assert [link.get_attribute("href") for link in links] == ["01_one.html"]
    assert "read the code" in text


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (new_markdown_cell("# Title"), "slide"),
        (new_markdown_cell("## Chapter"), "slide"),
        (new_markdown_cell("### Section"), "subslide"),
        (new_markdown_cell("#hashtag"), "-"),
        (new_markdown_cell("<details><summary>Hint</summary>no</details>"), "notes"),
        (new_code_cell("explorer = MaskingExplorer()\nexplorer"), "subslide"),
        (new_code_cell("figures.show(picture, caption)"), "subslide"),
        (new_code_cell("print(1)"), "-"),
    ],
)
def test_the_place_of_a_cell_among_the_slides(cell, kind):
    assert handouts.slide_type(cell) == kind


def test_a_package_that_is_not_the_one_expected_is_refused(monkeypatch, tmp_path):
    other = handouts.PACKAGES[1]._replace(sha512="another")
    monkeypatch.setattr(handouts, "PACKAGES", (other,))
    with pytest.raises(RuntimeError) as refused:
        handouts.fetch_scripts(tmp_path)
    excuse(str(refused.value))
    assert "requirejs 2.3.8: expected the SHA-512" in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_without_npm_the_command_says_so_in_a_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(handouts.shutil, "which", lambda name: None)
    assert build.main(["--html", "--to", str(tmp_path), "00_start_here"]) == 1
    assert capsys.readouterr().err == (
        "npm is needed to make handouts: install Node.js\n"
    )


# ------------------------------------------------------- the lessons themselves

# Lesson → for each of its explorers the sliders that can be moved without Python. The
# mask that lesson 04 begins with has neither a window nor a length. In a plane (02, 05)
# every move is one that NumPy has to answer.
MOVED_OFFLINE = {
    "00_start_here": [["d_k", "d_v"]],
    "01_qkv_projection": [["d_model", "d_k"]],
    "02_matmul_scores": [["d_k"], []],
    "03_scale_and_softmax": [["d_k", "temperature"]],
    "04_masking": [[]],
    "05_weighted_sum": [["d_v"], []],
    "06_multi_head": [["heads"]],
    "07_learning": [["step"]],
    "08_real_model": [["head"]],
}


def each_lesson(test):
    """A test of the page and of the slides of every lesson, which takes minutes."""
    for mark in (
        pytest.mark.rehearsal,
        pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name),
        pytest.mark.parametrize("kind", ["", ".slides"]),
    ):
        test = mark(test)
    return test


@each_lesson
def test_every_explorer_of_a_lesson_lives_on(offline, lessons, path, kind):
    """All that can be moved without Python moves the numbers; the rest says why not."""
    offline.goto(f"{lessons.as_uri()}/{path.stem}{kind}.html")
    expected = MOVED_OFFLINE[path.stem]
    found = offline.locator(".attn-explorer")
    expect(found.locator(".attn-board .attn-trouble")).to_have_count(len(expected))
    assert len(explorer_cells(path)) == len(expected)
    for explorer, names in zip(found.all(), expected, strict=True):
        if kind:
            go_to(explorer)
        expect(explorer.locator(".attn-trouble")).to_contain_text("Not connected")
        assert explorer.locator(".attn-board .attn-cell").count() > 0
        assert free_sliders(explorer) == names
        for name in names:
            play(explorer, name)
        choose_every_head(explorer)
        move_things_in_the_plane(explorer)
    assert not [url for url in offline.asked if ONLINE.match(url)]


def choose_every_head(explorer):
    """Each of the small maps of lesson 08 brings numbers of its own."""
    maps = explorer.locator(".attn-heads button").all()
    boards = []
    for button in maps:
        button.click()
        Board(explorer.page).settle()
        boards.append(explorer.evaluate(NUMBERS))
    assert all(boards.count(board) == 1 for board in boards)


def move_things_in_the_plane(explorer):
    """What needs an answer says that none comes."""
    moved = explorer.locator(".attn-plane :is(.attn-grip, input)").all()
    for thing in moved:
        thing.press("ArrowRight")
    if moved:
        silent = explorer.locator(".attn-silent")
        expect(silent).to_contain_text("No answer from the kernel")


@each_lesson
def test_a_lesson_can_be_read_where_scripts_are_off(chromium, lessons, path, kind):
    captions = [
        cell.outputs[0].metadata["image/png"]["alt"] for cell in explorer_cells(path)
    ]
    assert captions
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{lessons.as_uri()}/{path.stem}{kind}.html")
        assert_in_sight(page, captions)


def explorer_cells(path):
    """The cells of a lesson that show an explorer."""
    return [cell for cell in code_cells(read(path)) if "Explorer(" in cell.source]
