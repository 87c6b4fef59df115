"""Every control of every explorer of every lesson, moved in a real JupyterLab.

What is on the page is held against the library: the page says with which line of Python
it can be made again, and from that line the numbers are computed here.
"""

import re
import time
from dataclasses import asdict, fields
from pathlib import Path
from xml.etree import ElementTree

import jupytext
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import attn_lib as al
from attn_lib import explorers
from attn_lib.scenes import scale_and_softmax
from attn_lib.scenes.edits import edited
from tests.browser.conftest import no_complaint
from tests.support.lab import run_all

pytestmark = pytest.mark.browser

PATIENCE = 40  # seconds; a busy machine is slow
SOURCES = Path(__file__).parents[2] / "notebooks" / "source"
# The stored picture, for a page without a kernel, takes long to draw.
IMPORT = """
from matplotlib.figure import Figure
from attn_lib.explorers import *
from attn_lib.explorers.explorer import Explorer
Explorer.picture = lambda self: Figure((1, 1))
"""
SVG = "{http://www.w3.org/2000/svg}"
MOST_ENTRIES = 8  # of a menu: one that lists tokens may be long
OTHER_SENTENCE = "she eats the red apple"
# Those that show the running example, with the sizes that no control sets.
OF_THE_EXAMPLE = {
    explorers.PipelineExplorer: {},
    explorers.ProjectionExplorer: {},
    explorers.ScoresExplorer: {"d_v": 1},
    explorers.MaskingExplorer: {"d_k": 4, "d_v": 5},
    explorers.WeightedSumExplorer: {"d_k": 4},
}

# What the page shows of one explorer: numbers to their last digit, and words.
READ = """
(cell) => {
  const board = cell.querySelector(".attn-board");
  board.querySelector("button[aria-label^='copy the line']").click();
  return {
    code: board.querySelector(".attn-tools [role=status]").textContent,
    cells: [...board.querySelectorAll(".attn-cell")].map((node) =>
      [node.dataset.id, +node.dataset.row, +node.dataset.column, node.dataset.value]),
    columns: [...cell.querySelectorAll(".attn-plane td[data-value]")].map((node) =>
      [node.dataset.column, node.dataset.value]),
    deviations: [...cell.querySelectorAll(".attn-histogram p")].map((node) =>
      +node.dataset.value),
    errors: [...board.querySelectorAll(".attn-message, .attn-trouble, .attn-error")]
      .filter((node) => !node.hidden).map((node) => node.textContent),
    message: board.querySelector(".attn-message").textContent,
    words: cell.innerText.replace(/\\s+/g, " "),
  };
}
"""
IS_FREE = "(control) => !control.closest('.noUi-target[disabled]')"


def explorer_cells():
    """Lesson → sources of its cells that show an explorer, in the lessons' order."""
    found = {}
    for path in sorted(SOURCES.glob("*.md")):
        for cell in jupytext.read(path).cells:
            if cell.cell_type == "code" and re.search(r"\b\w+Explorer\(", cell.source):
                found.setdefault(path.stem, []).append(IMPORT + cell.source)
    return found


# ---- what the library says


def remade(code):
    """The explorer that a line of code makes."""
    return eval(code, vars(explorers))


def recomputed(explorer):
    """Id → matrix, each by the library's functions from those it is made of."""
    state = explorer.state
    matrices = explorer.scene.matrices(state, explorer.trace)
    known, edits = given(explorer), getattr(state, "edits", ())
    done = {}

    def value(id):
        if id not in done:
            matrix = matrices[id]
            made = known.get(id)
            if made is None:
                made = MADE[matrix.made["op"]](matrix, value)
            done[id] = edited(id, made, edits)
        return done[id]

    return {id: value(id) for id in matrices}


def by_matmul(matrix, value):
    left, right = value(matrix.made["left"]), value(matrix.made["right"])
    if matrix.made["transposed"]:
        return al.dot_product_scores(left, right)
    if matrix.symbol == "output":
        return al.weighted_sum(left, right)
    if matrix.symbol in "QKV" and matrix.made["right"].startswith("W"):
        return al.project(left, al.ProjectionWeights(*3 * [right]))[0]
    return left @ right


def by_copy(matrix, value):
    of = value(matrix.made["of"])
    index = matrix.made.get("index")
    return of.T if index is None else of[index : index + 1]


def by_mean(matrix, value):
    return np.mean([value(id) for id in matrix.made["each"]], axis=0)


def by_side(matrix, value):
    return np.concatenate([value(id) for id in matrix.made["each"]], axis=1)


def by_mask(matrix, value):
    scaled, constant = value(matrix.made["of"]), matrix.made["constant"]
    hidden = -np.inf if constant is None else constant
    added = np.where(value(matrix.made["mask"]) == 1, 0, hidden)
    return al.apply_mask(scaled, added.astype(scaled.dtype))


MADE = {
    "given": lambda matrix, value: matrix.values,
    "copy": by_copy,
    "matmul": by_matmul,
    "scale": lambda matrix, value: al.scale_scores(
        value(matrix.made["of"]), scale=1 / matrix.made["divisor"]
    ),
    "mask": by_mask,
    "mean": by_mean,
    "beside": by_side,
    "softmax": lambda matrix, value: al.softmax(value(matrix.made["of"])),
}


def given(explorer):
    """What the first steps start from, where it is a sentence and a seed."""
    state = explorer.state
    if type(explorer) not in OF_THE_EXAMPLE:
        return {}
    sizes = OF_THE_EXAMPLE[type(explorer)]
    tokens = al.tokenize(state.sentence)
    designed = getattr(state, "weights", "designed") == "designed"
    d_model = getattr(state, "d_model", len(al.DIMENSIONS))
    dtype = getattr(state, "dtype", "float64")
    if d_model == len(al.DIMENSIONS):
        X = al.embed(tokens, positions=getattr(state, "positions", True))
    else:
        X = al.hashed_embedding(tokens, d_model)
    sizes = [sizes.get(name) or getattr(state, name) for name in ("d_k", "d_v")]
    if designed:
        W = al.ProjectionWeights.designed(*sizes)
    else:
        W = al.ProjectionWeights.random(d_model, *sizes, seed=state.seed)
    found = {"X": X, "W_Q": W.W_Q, "W_K": W.W_K, "W_V": W.W_V}
    found = {id: values.astype(dtype) for id, values in found.items()}
    return found | given_mask(state, len(tokens))


def given_mask(state, T):
    """The mask of a state, where it is one that the library makes."""
    length, window = (
        getattr(state, "length", max(1, T - 2)),
        getattr(state, "window", 1),
    )
    causal, padding = al.causal_mask(T), al.padding_mask(length, T)
    near = al.sliding_window_mask(T, window)
    masks = {
        "none": np.ones((T, T), bool),
        "causal": causal,
        "padding": np.broadcast_to(padding, (T, T)),
        "window": near,
        "both": causal & padding,
        "all": causal & padding & near,
        "inverted": ~causal,
    }
    mask = masks.get(getattr(state, "mask", None))
    if mask is None:
        return {}
    turned = getattr(state, "true_means", "visible") == "hidden"
    return {"mask": (mask ^ turned).astype(float)}


# ---- what the page shows


class Shown:
    """One explorer on the page."""

    def __init__(self, page, cell):
        self.page, self.cell = page, cell
        self.cannot = set()  # controls that lead nowhere else here
        cell.locator(".attn-board .attn-cell").first.wait_for()
        self.moved = set()  # the fields of the state that a hand has changed
        self.first = self.state = None
        self.agrees()
        self.first = self.code

    def read(self):
        return self.cell.evaluate(READ)

    def agrees(self, *, changed=True):
        """Wait for a picture; it is, in each number, what the library computes."""
        until = time.monotonic() + PATIENCE
        before = self.state and self.code
        while True:
            shown, trouble = self.read(), None
            if shown["code"] == before and changed:
                if shown["message"] != self.remark:  # it was refused, and said why
                    return False
                trouble = f"nothing has changed: {before}"
            else:
                try:
                    explorer = self.compare(shown)
                except AssertionError as difference:
                    trouble = difference
            if trouble is None:
                break
            assert time.monotonic() < until, trouble
            self.page.wait_for_timeout(30)
        self.code, self.remark = shown["code"], explorer.board.message
        state = asdict(explorer.state)
        if self.state:
            self.moved |= {name for name in state if state[name] != self.state[name]}
        self.state, self.all = state, {f.name for f in fields(explorer.scene.State)}
        return True

    def compare(self, shown):
        explorer = remade(shown["code"])
        try:
            assert shown["errors"] in ([], [explorer.board.message])
            self.compare_board(explorer, shown)
            self.compare_views(explorer, shown)
            assert " ".join(explorer.caption.split()) in shown["words"]
        finally:
            explorer.close()
        return explorer

    def compare_board(self, explorer, shown):
        matrices = recomputed(explorer)
        tolerance = {spec["id"]: spec["tolerance"] for spec in explorer.board.matrices}
        lines = explorer.scene.lines(explorer.state)
        drawn = [id for line in lines for id in line if id in matrices]
        assert len(shown["cells"]) == sum(matrices[id].size for id in drawn)
        for id in drawn:
            found = np.full(matrices[id].shape, np.nan)
            for name, i, j, value in shown["cells"]:
                if name == id:
                    found[i, j] = float(value.replace("Infinity", "inf"))
            near = {"rtol": tolerance[id], "atol": tolerance[id] / 5}
            np.testing.assert_allclose(found, matrices[id], **near, err_msg=id)

    def compare_views(self, explorer, shown):
        if hasattr(explorer, "plane"):
            points = explorer.scene.plane(explorer.state, explorer.trace)
            for name, column in points.columns.items():
                numbers = [float(v) for c, v in shown["columns"] if c == name]
                np.testing.assert_array_equal(numbers, column)
        if hasattr(explorer, "histogram"):
            samples = scale_and_softmax.samples(explorer.state, explorer.trace)
            deviations = [sample.values.std() for sample in samples]
            np.testing.assert_array_equal(shown["deviations"], deviations)

    # ---- the hand

    def move_everything(self):
        self.choose_everything()
        self.move_the_rest()
        self.change_numbers()
        self.paint_the_mask()
        self.move_in_the_plane()
        assert self.moved | self.cannot == self.all
        self.cell.get_by_role("button", name="Reset").click()
        while self.code != self.first:  # a picture of the last move may come before it
            assert self.agrees()

    def choose_everything(self):
        """Every entry of every menu, and under each what can be moved only there."""
        for menu in self.cell.locator(".widget-dropdown").all():
            name = self.field_of(menu.locator("label").inner_text())
            menu, moved = menu.locator("select"), False
            n = 0  # another sentence may give a menu other entries
            while n < min(menu.locator("option").count(), MOST_ENTRIES):
                chosen = menu.evaluate("(menu) => menu.selectedIndex")
                menu.select_option(index=n)
                if self.agrees(changed=n != chosen):
                    moved |= n != chosen
                    self.move_the_rest()
                else:
                    menu.select_option(index=chosen)
                    self.agrees(changed=False)
                n += 1
            if not moved:
                self.cannot.add(name)

    def field_of(self, description):
        """The field of the state whose control has this label."""
        explorer = remade(self.code)
        explorer.close()
        controls = explorer._controls.items()
        return next(
            name
            for name, control in controls
            if getattr(control, "description", None) == description
        )

    def move_the_rest(self):
        """Everything else that can be moved now and was not yet."""
        self.rest = getattr(self, "rest", set())
        hands = {
            ".widget-slider .noUi-handle": self.slide,
            ".widget-checkbox input": lambda box: box.click(),
            ".widget-text input[type=number]": lambda field: self.type(field, "7"),
            ".widget-text input[type=text]": lambda field: self.type(
                field, OTHER_SENTENCE
            ),
        }
        for where, hand in hands.items():
            for n, control in enumerate(self.cell.locator(where).all()):
                able = control.is_enabled() and control.evaluate(IS_FREE)
                if able and (where, n) not in self.rest:
                    hand(control)
                    assert self.agrees()
                    self.rest.add((where, n))

    def slide(self, handle):
        """Take a slider with the mouse, and then go a step with the keyboard.

        The mouse goes in one leap. Each move of a hand leads to one picture; of several
        the last ones could come after the next move, and be taken for its picture.
        """
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        now, end = (
            float(handle.get_attribute(f"aria-value{n}")) for n in ("now", "max")
        )
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + (40 if now < end else -40), y)
        self.page.mouse.up()
        assert self.agrees()
        now = float(handle.get_attribute("aria-valuenow"))
        handle.focus()
        self.page.keyboard.press("ArrowRight" if now < end else "ArrowLeft")

    def type(self, field, text):
        field.fill(text)
        field.press("Enter")

    def change_numbers(self):
        """Type a number into one cell of each matrix that allows it; take one back."""
        ids = self.cell.evaluate(
            "(cell) => [...new Set([...cell.querySelectorAll("
            "'.attn-matrix:not(.attn-mask) .attn-editable')].map((c) => c.dataset.id))]"
        )
        for id in ids:
            number = self.cell.locator(f'.attn-cell[data-id="{id}"]').nth(1)
            number.focus()
            self.page.keyboard.type("1.5")
            self.page.keyboard.press("Enter")
            assert self.agrees()
            assert float(number.get_attribute("data-value")) == 1.5
        for _ in ids[:1]:
            number.focus()
            self.page.keyboard.press("Delete")
            assert self.agrees()

    def paint_the_mask(self):
        for n in (1, 4):
            cells = self.cell.locator(".attn-mask .attn-editable")
            if cells.count():
                cells.nth(n).click()
                assert self.agrees()

    def move_in_the_plane(self):
        for grip in self.cell.locator(".attn-grip, .attn-plane input").all():
            grip.focus()
            self.page.keyboard.press("ArrowRight")
            assert self.agrees()


@pytest.fixture(scope="module")
def lessons(chromium, lab):
    """A page with all explorers of the lessons, in a notebook that has run."""
    cells = [cell for lesson in explorer_cells().values() for cell in lesson]
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    with no_complaint(page):
        run_all(page, lab.put("explorers.ipynb", *cells))
        for board in page.locator(".attn-board").all():
            board.locator(".attn-cell").first.wait_for()
    yield page
    page.close()


@pytest.fixture
def page(lessons):
    """The same in its usual size."""
    yield lessons
    lessons.evaluate("document.fullscreenElement && document.exitFullscreen()")
    lessons.wait_for_function("document.fullscreenElement === null")
    lessons.set_viewport_size({"width": 1280, "height": 720})


PLACES = [
    (lesson, n) for lesson, cells in explorer_cells().items() for n in range(len(cells))
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place[0]}-{place[1]}")
def test_every_control_leads_to_the_librarys_numbers(lessons, place):
    cell = lessons.locator(".jp-CodeCell").nth(PLACES.index(place))
    cell.scroll_into_view_if_needed()
    with no_complaint(lessons):
        Shown(lessons, cell).move_everything()


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_nothing_serious(page, theme):
    in_theme(page, theme)
    inside = {"include": [[".attn-explorer"]]}
    found = Axe().run(page, context=inside).response["violations"]
    serious = [
        (violation["id"], [node["html"] for node in violation["nodes"]][:3])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]
    assert serious == []


def in_theme(page, theme):
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Theme", exact=True).hover()
    page.get_by_text(f"JupyterLab {theme}", exact=True).click()
    page.locator(f".attn-board[data-theme={theme.lower()}]").first.wait_for()


def test_the_captions_are_read_aloud(page):
    """One under each explorer, as soon as the board was drawn again."""
    in_theme(page, "Dark")
    in_theme(page, "Light")
    live = page.locator(".jp-OutputArea-output > .widget-html[aria-live=polite]")
    expect(live).to_have_count(len(PLACES))


# Where the focus is: in which explorer, at what, and does the calculation cover it?
FOCUS = """
(explorers) => {
  const node = document.activeElement;
  const box = node.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const above = document.elementFromPoint(x, y)?.closest(".attn-answer");
  const within = explorers.findIndex((explorer) => explorer.contains(node));
  return [within, node.dataset.id ?? node.getAttribute("class") ?? "", Boolean(above)];
}
"""
# What the tab key should stop at, in order; the first of them gets the focus.
STOPS = """
(explorer) => {
  const own = "input, select, button, .noUi-handle, .widget-readout, .attn-grip";
  const stops = [...explorer.querySelectorAll(`${own}, .attn-cell[tabindex="0"]`)]
    .filter((node) => !node.disabled && node.checkVisibility())
    .filter((node) => node.tabIndex >= 0 || node.isContentEditable);
  stops[0].focus();
  return stops.map((node) => node.dataset.id ?? node.getAttribute("class") ?? "");
}
"""


def test_tab_leads_through_every_explorer_and_out_again(page):
    """Controls first, then tools, then one cell of each matrix; never a trap."""
    explorers_shown = page.locator(".attn-explorer")
    for n in range(len(PLACES)):
        explorer = explorers_shown.nth(n)
        expected = explorer.evaluate(STOPS)
        seen = []
        for _ in range(len(expected) + 1):
            seen.append(explorers_shown.evaluate_all(FOCUS))
            page.keyboard.press("Tab")
        assert not any(covered for *_, covered in seen)
        assert [name for within, name, _ in seen if within == n] == expected
        assert seen[-1][0] != n


def test_a_narrow_page_does_not_scroll_sideways(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(500)
    wide = page.locator(".jp-WindowedPanel-outer").evaluate(
        "(panel) => panel.scrollWidth - panel.clientWidth"
    )
    assert wide <= 0
    for explorer in page.locator(".attn-explorer").all():
        parts = (
            ".widget-inline-hbox, .attn-tools button, .attn-answer, .attn-plane-main"
        )
        outside = explorer.evaluate(
            "(explorer, parts) => { const box = explorer.getBoundingClientRect();"
            " const all = [...explorer.querySelectorAll(parts)];"
            " return all.filter((part) => part.checkVisibility()).filter((part) => {"
            " const { left, right } = part.getBoundingClientRect();"
            " return left < box.left - 1 || right > box.right + 1; })"
            ".map((part) => part.outerHTML); }",
            parts,
        )
        assert outside == []


every_explorer = pytest.mark.parametrize("n", range(len(PLACES)))


@every_explorer
def test_on_a_projector_controls_and_picture_stand_together(page, n):
    """In full screen at 1280×720, with larger numbers."""
    explorer = page.locator(".attn-explorer").nth(n)
    # JupyterLab may scroll to a cell at the first press in it, away from the pointer.
    page.locator(".jp-CodeCell").nth(n).locator(".jp-InputPrompt").click()
    explorer.get_by_role("button", name="larger numbers").click()
    explorer.get_by_role("button", name="full screen").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.wait_for_timeout(200)
    texts = explorer.evaluate(
        """(explorer) => [...explorer.querySelectorAll(".attn-cell, .attn-plane td")]
          .filter((cell) => cell.textContent)
          .map((cell) => parseFloat(getComputedStyle(cell).fontSize))"""
    )
    assert min(texts) >= 14
    parts = explorer.locator(".attn-cell, .attn-view, .attn-caption, button")
    bottoms = parts.evaluate_all(
        "(parts) => parts.map((part) => part.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= 720
    below = page.locator(".jp-OutputArea-output > .widget-html").all_inner_texts()
    assert explorer.locator(".attn-caption").inner_text() in below
    assert explorer.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    explorer.get_by_role("button", name="larger numbers").click()


def test_in_full_screen_a_long_sentence_leaves_the_controls_alone(page):
    explorer = page.locator(".attn-explorer").first
    field = explorer.locator("input[type=text]").first
    field.fill("the hungry monkey eats the banana and the old teacher sees it here")
    field.press("Enter")
    expect(explorer.locator(".attn-cell[data-id=scores]")).to_have_count(13 * 13)
    explorer.get_by_role("button", name="full screen").click()
    page.wait_for_function("document.fullscreenElement !== null")
    controls = explorer.locator(".widget-inline-hbox, .attn-tools")
    heights = controls.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert min(heights) > 20
    assert field.bounding_box()["y"] >= 0
    explorer.get_by_role("button", name="Reset").click()
    expect(explorer.locator(".attn-cell[data-id=scores]")).to_have_count(6 * 6)


@every_explorer
def test_jupyterlab_takes_no_key_from_an_explorer(page, n):
    """Else "b" on a slider inserts a cell below, and "d d" deletes the explorer's."""
    explorer, cells = page.locator(".attn-explorer").nth(n), page.locator(".jp-Cell")
    count = cells.count()
    page.locator(".jp-CodeCell").nth(n).locator(".jp-InputPrompt").click()
    hands = ".noUi-handle, select, input[type=checkbox], button"
    for control in explorer.locator(hands).all():
        if control.is_enabled() and control.is_visible():
            control.focus()
            page.keyboard.type("b")
            page.keyboard.press("Escape")
    assert cells.count() == count


def test_a_menu_follows_the_arrow_keys(page):
    menu = page.locator(".attn-explorer").nth(2).locator("select").last
    menu.focus()
    chosen = menu.evaluate("(menu) => menu.selectedIndex")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(menu).to_be_focused()
    assert menu.evaluate("(menu) => menu.selectedIndex") == chosen + 1
    page.keyboard.press("ArrowUp")


def test_a_number_that_is_refused_is_said_after_a_slider_was_moved_too(page):
    explorer = page.locator(".attn-explorer").first
    explorer.locator(".noUi-handle").first.press("ArrowRight")
    page.wait_for_timeout(1500)
    explorer.locator(".attn-cell[data-id=scores]").nth(3).focus()
    page.keyboard.type("20000")
    page.keyboard.press("Enter")
    expect(explorer.locator(".attn-message")).to_contain_text("from −10000 to 10000")
    explorer.get_by_role("button", name="Reset").click()
    expect(explorer.locator(".attn-message")).to_be_hidden()


VIEWS = """
(all) => all.map((one) => [
  one.querySelectorAll("path, polygon, p").length,
  ...[...one.querySelectorAll("canvas")].map((map) => map.toDataURL()),
])
"""


def test_a_held_picture_keeps_the_views_beside_the_board(page):
    """Plane, histograms and small maps, as they were drawn."""
    for explorer in page.locator(
        ".attn-explorer", has=page.locator(".attn-view")
    ).all():
        views = explorer.locator(".attn-view")
        drawn = views.evaluate_all(VIEWS)
        hold = explorer.get_by_role("button", name="keep this picture")
        hold.click()
        assert explorer.locator(".attn-held .attn-view").evaluate_all(VIEWS) == drawn
        hold.click()
        assert views.evaluate_all(VIEWS) == drawn


def test_the_copied_line_is_the_one_that_is_shown(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer = page.locator(".attn-explorer").first
    explorer.get_by_role("button", name="copy the line").click()
    said = explorer.locator(".attn-tools [role=status]").inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == said != ""


@every_explorer
def test_the_whole_picture_is_saved(page, n):
    """Board, plane and histograms, as drawing and words."""
    explorer = page.locator(".attn-explorer").nth(n)
    with page.expect_download() as saved:
        explorer.get_by_role("button", name="save the picture as SVG").click()
    svg = ElementTree.parse(saved.value.path()).getroot()
    words = {"".join(text.itertext()) for text in svg.iter(f"{SVG}text")}
    for part in (".attn-cell", ".attn-plane td", ".attn-histogram p"):
        for text in explorer.locator(part).all_text_contents():
            assert text in words | {""}
    drawings = explorer.locator(".attn-view svg path, .attn-view svg polygon").count()
    assert len([*svg.iter(f"{SVG}path"), *svg.iter(f"{SVG}polygon")]) == drawings
    width, height = float(svg.get("width")), float(svg.get("height"))
    for cell in svg.iter(f"{SVG}rect"):
        if cell.get("width") != "100%" and cell.get("x"):
            assert float(cell.get("x")) + float(cell.get("width")) <= width
            assert float(cell.get("y")) + float(cell.get("height")) <= height


def test_every_explorer_is_in_a_lesson():
    sources = "".join(cell for cells in explorer_cells().values() for cell in cells)
    names = [name for name in explorers.__all__ if name.endswith("Explorer")]
    assert [name for name in names if f"{name}(" not in sources] == []
