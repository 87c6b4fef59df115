"""No text is cut or wider than its box, whichever fonts a machine has.

Every explorer is shown with its board and the views beside it, in a Chromium that finds
one family of fonts alone: see ``fonts.py``. The same is looked at in what is saved.
"""

import base64
import json
from collections import Counter
from xml.etree import ElementTree

import pytest

from attn_lib.explorers import (
    HullExplorer,
    MaskingExplorer,
    PipelineExplorer,
    SoftmaxExplorer,
)
from tests.browser.conftest import (
    STUB,
    Board,
    needed_chromium,
    needed_font,
    no_complaint,
    traits,
)
from tests.support import fonts
from tests.support.lab import ARGUMENTS
from tests.support.played import EVERY, by_name

pytestmark = pytest.mark.browser
every_explorer = pytest.mark.parametrize("Explorer", EVERY, ids=by_name)

# Board and views, each with a model of its own, as they stand in an explorer.
MOUNT = """
async (widgets) => {
  const control = new Model({ index: 0, value: 0 });
  const endings = [];
  for (const { source, state } of widgets) {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const module = await import(url);
    const model = new Model(received(state));
    if (!state.lines) model.widget_manager = { get_model: async () => control };
    const el = document.createElement("div");
    document.querySelector(".attn-explorer").append(el);
    endings.push(module.default.render({ model, el }));
    if (state.lines) Object.assign(window, { board: module, model });
  }
  window.cleanUp = () => endings.forEach((end) => end());
}
"""
# What is wrong with the texts of a page, in words; nothing if all can be read.
FAULTS = """
() => {
  const LONG = 8; // letters of a name that may end in dots
  const faults = [];
  const texts = [];
  const root = document.querySelector(".attn-explorer");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const isIn = (box, outer, slack = 1) =>
    box.left >= outer.left - slack && box.right <= outer.right + slack;
  const isBelow = (box, outer, slack) =>
    box.top >= outer.top - slack && box.bottom <= outer.bottom + slack;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
      if (!width) continue;
      // Of the line's height, letters take the middle.
      const rest = 0.2 * height;
      const box = { left, right, top: top + rest, bottom: bottom - rest };
      const say = (what) => faults.push(`“${word}” of “${node.data.trim()}” ${what}`);
      const style = getComputedStyle(parent);
      const long = [...word].length > LONG && style.textOverflow === "ellipsis";
      const turned = style.transform !== "none";
      const shape = parent.closest("svg");
      const words = parent.classList.contains("attn-nothing");
      let own = words ? parent.closest("table") : parent;
      const isInline = (node) => getComputedStyle(node).display === "inline";
      while (!shape && isInline(own)) own = own.parentElement;
      const outer = (shape ?? own).getBoundingClientRect();
      if (turned && parent.scrollWidth > parent.clientWidth + 1 && !long) say("is cut");
      const wide = !long && !isIn(box, outer, shape ? 6 : 0.6);
      if (wide && !turned) say("is wider than its box");
      const low = own.matches(".attn-cell, th, button") && !isBelow(box, outer, 1);
      if (low && !turned) say("is higher than its box");
      let above = turned ? own.parentElement : own;
      for (; above !== root.parentElement; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above);
        const clip = above.getBoundingClientRect();
        if (overflowX === "auto") {
          if (above.scrollHeight > above.clientHeight + 1) say("is scrolled away");
          if (above.scrollWidth > above.clientWidth + 1) break;
        }
        const cuts = ["hidden", "clip"];
        const [across, down] = [isIn(box, clip) || long, isBelow(box, clip, 1)];
        if (cuts.includes(overflowX) && !across) say("is cut at the side");
        if (cuts.includes(overflowY) && !down) say("is cut below");
      }
      if (!turned && !words && !shape) texts.push({ ...box, say, text: word });
    }
  }
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((one, n) => {
    for (const other of texts.slice(n + 1)) {
      if (other.top > one.bottom - 1) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (across > 1) one.say(`overlaps “${other.text}”`);
    }
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`);
  return faults;
}
"""
SAVE = """
() => board.asSvg([
  document.querySelector(".attn-answer").previousElementSibling,
  ...document.querySelectorAll(".attn-view"),
], "#ffffff")
"""
# A saved picture beside nothing: each text's words, its box, and the cell it is in.
IN_PICTURE = """
(source) => {
  const svg = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  document.body.replaceChildren(document.importNode(svg, true));
  const [picture] = document.body.children;
  const boxes = [...picture.querySelectorAll(":scope > rect[stroke]")]
    .map((cell) => cell.getBoundingClientRect());
  const { right, bottom } = picture.getBoundingClientRect();
  return [...picture.querySelectorAll("text")].filter((text) => text.textContent.trim())
    .map((text) => {
      const box = text.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const isAround = (c) => c.left < x && x < c.right && c.top < y && y < c.bottom;
      const cell = boxes.find(isAround);
      const turned = /rotate\\((?!0)/.test(text.getAttribute("transform"));
      const out = [-box.left, -box.top, box.right - right, box.bottom - bottom];
      const inCell = cell && !turned;
      const over = inCell ? [cell.left - box.left, box.right - cell.right] : [0];
      return {
        text: text.textContent,
        inside: Math.max(...out) <= 0,
        over: Math.max(...over),
      };
    });
}
"""
IN_CELLS = """
() => [...document.querySelectorAll(".attn-cell")].map((cell) => cell.textContent)
  .filter(Boolean)
"""
COLUMNS = """
() => [...document.querySelectorAll(".attn-matrix")].map((matrix) =>
  matrix.querySelector(".attn-cell").getBoundingClientRect().width)
"""


@pytest.fixture(scope="module", params=fonts.FONTS)
def letters(request, tmp_path_factory):
    """Each family of fonts in turn, for the browser of this module."""
    return needed_font(request.param, tmp_path_factory.mktemp("fonts"))


def show(page, explorer):
    """Put an explorer on a page: its board and the views beside it."""
    shown = [child for child in explorer.widget.children if hasattr(child, "_esm")]
    page.goto("about:blank")
    css = "".join(child._css for child in shown)
    page.set_content(
        f"<!doctype html><style>{css}</style><body><div class=attn-explorer>"
    )
    page.add_script_tag(content=STUB)
    widgets = [{"source": one._esm, "state": state_of(one)} for one in shown]
    page.evaluate(MOUNT, json.loads(json.dumps(widgets)))
    board = Board(page)
    board.settle()
    return board


def state_of(widget):
    """What the kernel sends a board or a view, but for the controls."""
    if hasattr(widget, "lines"):
        return traits(type("Explorer", (), {"board": widget}))
    own = set(widget.keys) - {"layout", "tabbable", "tooltip", "comm", "log"}
    names = {name for name in own if not name.startswith("_")}
    state = {name: getattr(widget, name) for name in names}
    state["data"] = base64.b64encode(widget.data).decode()
    return json.loads(json.dumps(state, default=str))  # a control by its name


@pytest.fixture
def shown(blank):
    """Show an explorer on a page of some size; the page must not complain."""

    def show_one(explorer, width=848, height=720):
        blank.set_viewport_size({"width": width, "height": height})
        return show(blank, explorer)

    with no_complaint(blank):
        yield show_one


# ---- on the page


@every_explorer
def test_every_text_has_room_on_the_page_and_in_what_is_saved(shown, Explorer):
    for settings in ({}, EVERY[Explorer]):
        page = shown(Explorer(**settings), width=390).page
        assert page.evaluate(FAULTS) == []
        page.set_viewport_size({"width": 848, "height": 720})
        Board(page).settle()
        assert page.evaluate(FAULTS) == []
        in_cells = Counter(page.evaluate(IN_CELLS))
        texts = page.evaluate(IN_PICTURE, page.evaluate(SAVE))
        saved = Counter(text["text"] for text in texts)
        assert in_cells - saved == Counter()
        assert [
            t for t in texts if t["over"] > 0.6 and "visible" not in t["text"]
        ] == []
        assert [t["text"] for t in texts if not t["inside"]] == []


def test_a_number_that_is_cut_is_seen(shown):
    """The check above would see it: on the page, and in what is saved."""
    page = shown(PipelineExplorer()).page
    narrow = "{ --attn-number: 20px !important; --attn-cell: 20px !important; }"
    page.add_style_tag(content=f".attn-board {narrow}")
    Board(page).settle()
    faults = " ".join(page.evaluate(FAULTS))
    assert "“−0.96” is wider than its box" in faults
    assert "“−0.96” overlaps" in faults
    texts = page.evaluate(IN_PICTURE, page.evaluate(SAVE))
    assert [text for text in texts if text["text"] == "−0.96" and text["over"] > 2]


def test_the_pipeline_stands_in_three_rows(shown):
    """In JupyterLab at 1280×720, its side bar open, an output is 848 pixels wide."""
    page = shown(PipelineExplorer()).page
    boxes = [node.bounding_box() for node in page.locator(".attn-matrix").all()]
    bottoms = {round(box["y"] + box["height"]) for box in boxes}
    assert (len(boxes), len(bottoms)) == (9, 3)
    size = page.locator(".attn-cell").first.evaluate(
        "(cell) => parseFloat(getComputedStyle(cell).fontSize)"
    )
    assert size >= 11


@pytest.mark.parametrize("zoom", [0.8, 1.25, 2])
@pytest.mark.parametrize("Explorer", [PipelineExplorer, SoftmaxExplorer, HullExplorer])
def test_at_any_zoom(open_page, Explorer, zoom):
    """What the browser's zoom does: larger pixels, and fewer of them."""
    size = {"width": round(848 / zoom), "height": round(720 / zoom)}
    page = open_page(viewport=size, device_scale_factor=zoom)
    show(page, Explorer())
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("Explorer", EVERY, ids=by_name)
def test_larger_numbers_have_room_too(shown, Explorer):
    page = shown(Explorer(), width=1280).page
    page.get_by_role("button", name="Larger numbers, for a projector").click()
    Board(page).settle()
    assert page.evaluate(FAULTS) == []


@pytest.fixture(scope="module")
def large(chromium, letters, tmp_path_factory):
    """The page of a person who wants no letters below 20 pixels: Chromium's setting."""
    folder = tmp_path_factory.mktemp("person")
    said = folder / "Default" / "Preferences"
    said.parent.mkdir()
    wanted = {"webkit": {"webprefs": {"minimum_font_size": 20}}}
    said.write_text(json.dumps(wanted), encoding="utf-8")
    context = chromium.browser_type.launch_persistent_context(
        folder,
        executable_path=needed_chromium(),
        args=ARGUMENTS.split(),
        env=letters,
        viewport={"width": 848, "height": 720},
    )
    yield context.pages[0]
    context.close()


@every_explorer
def test_a_person_s_smallest_size_is_kept_and_has_room(large, Explorer):
    show(large, Explorer())
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    assert large.locator("td").first.evaluate(size) == 20
    assert large.evaluate(FAULTS) == []


def test_a_font_that_arrives_late(shown):
    """Arial comes when all is drawn, and has the wide letters of DejaVu Sans."""
    page = shown(PipelineExplorer()).page
    before = page.evaluate(COLUMNS)
    page.evaluate(
        """async (font) => {
          const bytes = Uint8Array.from(atob(font), (c) => c.charCodeAt(0));
          const face = new FontFace("Arial", bytes);
          document.fonts.add(await face.load());
        }""",
        base64.b64encode(fonts.wide()).decode(),
    )
    page.wait_for_selector(".attn-board.attn-wide-letters")
    Board(page).settle()
    assert page.evaluate(FAULTS) == []
    assert page.locator(".attn-cell").first.bounding_box()["width"] >= min(before)


# ---- numbers that need more room


LARGE = (("X", 0, 0, -4000.0), ("X", 1, 0, 10000.0), ("scores", 1, 1, -9999.0))


def test_large_numbers_are_whole(shown):
    page = shown(PipelineExplorer(edits=LARGE)).page
    for text in ("−4000", "10000", "−9999"):
        assert page.get_by_text(text, exact=True).count() >= 1
    assert page.evaluate(FAULTS) == []


def test_a_matrix_does_not_tremble_while_numbers_change(shown):
    """It grows at once, and is narrow again when the hand rests."""
    board = shown(PipelineExplorer())
    narrow = board.page.evaluate(COLUMNS)
    board.receive(PipelineExplorer(edits=LARGE))
    wide = board.page.evaluate(COLUMNS)
    assert wide[0] > narrow[0]
    board.receive(PipelineExplorer())
    assert board.page.evaluate(COLUMNS)[0] == wide[0]
    board.page.wait_for_timeout(1000)
    assert board.page.evaluate(COLUMNS) == narrow


@pytest.mark.parametrize("sentence", ["banana", "the banana"])
def test_nothing_visible_is_never_cut(shown, sentence):
    """Two columns are narrower than these words."""
    tokens = len(sentence.split())
    painted = ("0" * tokens,) * tokens
    explorer = MaskingExplorer(sentence=sentence, mask="painted", painted=painted)
    page = shown(explorer).page
    assert page.get_by_text("nothing visible").count() >= 3
    assert page.evaluate(FAULTS) == []


# ---- what is saved

# A cut pair, what XML cannot hold, and a family that is one letter.
ODD_WORDS = (
    "a" + 20 * "🍌" + " b\ufffec \x01d 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 e<&>f"
)
BEGINS = {"PNG": b"\x89PNG\r\n", "SVG": b"<svg "}


@pytest.mark.parametrize("kind", BEGINS)
def test_a_picture_of_odd_words_is_saved(shown, kind):
    """Field case: no file and no message, where a name was cut in a surrogate pair."""
    page = shown(PipelineExplorer(sentence=ODD_WORDS)).page
    with page.expect_download() as saved:
        page.get_by_role("button", name=f"save the picture as {kind}").click()
    data = saved.value.path().read_bytes()
    assert data.startswith(BEGINS[kind])
    if kind == "SVG":
        texts = [t.text for t in ElementTree.fromstring(data).iter() if t.text]
        assert "e<&>f" in texts
        assert any(text.startswith("a🍌") and text.endswith("🍌…") for text in texts)
    assert page.locator(".attn-tools [role=status]").inner_text() == ""


def test_each_character_that_xml_refuses_is_replaced(shown):
    page = shown(PipelineExplorer()).page
    refused = [*range(0x9), 0xB, 0xC, *range(0xE, 0x20), 0xDFFF, 0xD800, 0xFFFE, 0xFFFF]
    kept = [*"\t\n aé−香\ufffd", "\ud7ff", "\ue000", "🍌", "\U0010ffff"]
    picture = page.evaluate(
        """([refused, kept]) => {
          const part = document.querySelector(".attn-line");
          part.style.whiteSpace = "pre";
          const text = String.fromCharCode(...refused) + kept.join("");
          document.querySelector(".attn-formula").textContent = text;
          return board.asSvg([part], "#ffffff");
        }""",
        [refused, kept],
    )
    ElementTree.fromstring(picture)
    assert picture.count("\ufffd") == len(refused) + 1
    for character in kept:
        assert character in picture


@pytest.mark.parametrize(
    ("kind", "broken"),
    [
        ("PNG", "HTMLCanvasElement.prototype.toDataURL = () => 'data:,'"),
        ("PNG", "Image.prototype.decode = () => Promise.reject(Error('not allowed'))"),
        (
            "SVG",
            "XMLSerializer.prototype.serializeToString = () => { throw Error('?') }",
        ),
    ],
)
def test_a_picture_that_cannot_be_saved_says_so(shown, kind, broken):
    page = shown(PipelineExplorer()).page
    page.evaluate(f"() => {{ {broken} }}")
    page.get_by_role("button", name=f"save the picture as {kind}").click()
    said = page.locator(".attn-tools [role=status]")
    said.get_by_text(f"The picture could not be saved as {kind}: ").wait_for()


def test_a_saved_picture_fits_in_the_letters_of_another_machine(
    shown, chromium, tmp_path
):
    """Letters there may be wider: each text is drawn as wide as it was here."""
    page = shown(PipelineExplorer()).page
    in_cells = Counter(page.evaluate(IN_CELLS))
    picture = page.evaluate(SAVE)
    other = chromium.browser_type.launch(
        executable_path=needed_chromium(),
        args=ARGUMENTS.split(),
        env=needed_font("dejavu", tmp_path),
    )
    texts = other.new_page().evaluate(IN_PICTURE, picture)
    other.close()
    assert in_cells - Counter(text["text"] for text in texts) == Counter()
    assert max(text["over"] for text in texts) < 0.6
