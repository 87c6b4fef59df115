"""Random walks over every control of every explorer, in a real JupyterLab.

After each burst of moves the page is compared with the kernel: where the controls
stand, each number unrounded and as it is written, caption, message and copied line. A
walk has a fixed seed: a failure names the moves that led to it.
"""

import ast
import json
import math
import random
import re
import time

import numpy as np
import pytest
from jupyter_client import BlockingKernelClient

from attn_lib import explorers
from tests.browser.conftest import no_complaint
from tests.support.lab import run_all

pytestmark = pytest.mark.browser

MOVES = 150  # of each walk, at least
SEED = 11
PATIENCE = 40  # s until a page that differs is wrong
NOTEBOOK = "walks.ipynb"
EXPLORERS = [name for name in explorers.__all__ if name.endswith("Explorer")]

# The stored picture, for a page without a kernel, takes long to draw.
SETUP = """
import json
from matplotlib.figure import Figure
from attn_lib.explorers import *
from attn_lib.explorers.explorer import Explorer
from attn_lib.scenes import scale_and_softmax
Explorer.picture = lambda self: Figure((1, 1))
walked = {}

def tell(e):
    "What the kernel says of an explorer: state, controls, numbers."
    with e._lock:
        state, trace = e.state, e.trace
        matrices = e.scene.matrices(state, trace)
        drawn = [id for line in e.scene.lines(state) for id in line if id in matrices]
        seen = e._keys.seen
        points = e.scene.plane(state, trace)
        columns = points.columns if points else {}
        samples = []
        if hasattr(e, "histogram"):
            samples = scale_and_softmax.samples(state, trace)
        return json.dumps({
            "code": repr(e),
            "caption": " ".join(e.caption.split()),
            "message": e.board.message,
            "stands": [e._keys.stand(name, seen[name].value) for name in seen],
            "matrices": {id: matrices[id].values.tolist() for id in drawn},
            "columns": {name: list(map(float, c)) for name, c in columns.items()},
            "deviations": [float(sample.values.std()) for sample in samples],
        })
"""
SHOW = "walked[{name!r}] = {name}()\nwalked[{name!r}]"

# What the page shows of one explorer, what is held apart.
READ = """
(cell) => {
  const explorer = cell.querySelector(".attn-explorer");
  const board = explorer.querySelector(".attn-board");
  const all = (selector) => [...explorer.querySelectorAll(selector)]
    .filter((node) => !node.closest(".attn-held"));
  board.querySelector("button[aria-label^='copy the line']").click();
  const stand = (node) => {
    if (node.matches(".noUi-handle")) return +node.getAttribute("aria-valuenow");
    if (node.matches("select")) return node.selectedIndex;
    if (node.type === "checkbox") return node.checked;
    return node.type === "number" ? +node.value : node.value;
  };
  const own = ".widget-inline-hbox :is(input, select, .noUi-handle)";
  return {
    code: board.querySelector(".attn-tools [role=status]").textContent,
    message: board.querySelector(".attn-message").textContent,
    trouble: board.querySelector(".attn-trouble").textContent,
    errors: all(".attn-error").map((node) => node.textContent),
    caption: explorer.querySelector(".attn-caption").textContent
      .replace(/\\s+/g, " ").trim(),
    stands: all(own).filter((node) => !node.closest(".attn-view")).map(stand),
    cells: all(".attn-cell").map((node) => [
      node.dataset.id, +node.dataset.row, +node.dataset.column, node.dataset.value,
      node.querySelector("input") ? "" : node.textContent]),
    columns: all(".attn-plane td[data-value]").map((node) =>
      [node.dataset.column, node.dataset.value, node.textContent]),
    deviations: all(".attn-histogram p").map((node) => +node.dataset.value),
  };
}
"""


# ---- comparing


def compare(shown, told):
    """The page shows what the kernel says: an AssertionError if not."""
    assert shown["stands"] == told["stands"]
    assert shown["code"] == told["code"]
    assert shown["caption"] == told["caption"]
    assert shown["trouble"] == ""
    assert shown["errors"] == []
    compare_numbers(shown["cells"], told["matrices"])
    for name, column in told["columns"].items():
        cells = [cell[1:] for cell in shown["columns"] if cell[0] == name]
        numbers, texts = zip(*cells, strict=True)
        close([number_of(n) for n in numbers], column, name)
        for text, value in zip(texts, column, strict=True):
            assert says(text.rstrip("°"), value), (name, text, value)
    close(shown["deviations"], told["deviations"], "histogram")


def compare_numbers(cells, matrices):
    values = {id: np.array(rows) for id, rows in matrices.items()}
    assert len(cells) == sum(each.size for each in values.values())
    found = {id: np.full(each.shape, np.nan) for id, each in values.items()}
    for id, i, j, number, text in cells:
        found[id][i, j] = number_of(number)
        value = values[id][i, j]
        assert says(text, value), (id, i, j, text, value)
        assert text != "0" or value == 0, (id, i, j, value)
    for id in values:
        close(found[id], values[id], id)


def close(found, expected, name):
    """Equal to the last digit."""
    np.testing.assert_array_equal(found, expected, err_msg=name)


def number_of(text):
    return float(text.replace("Infinity", "inf"))


def says(text, value):
    """Is this how a number is written? A cell that is hidden says nothing of it."""
    if text in ("", "✓", "nothing visible", "–"):
        return True
    if text == "≈0":
        return 0 < abs(value) < 0.005
    plain = text.replace("−", "-").replace("∞", "inf")
    digits, _, power = plain.partition("e")
    unit = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    number = float(plain)
    if math.isinf(number):
        return number == value
    return abs(number - value) <= 0.5001 * unit


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("−0.96", -0.961), ("0", 0.0), ("−∞", -math.inf), ("1e5", 102_345)),
        *(("12", 12.4), ("≈0", -1e-57), ("−3e−9", -3.1e-9)),
    ],
)
def test_what_a_number_says(text, value):
    assert says(text, value)
    assert not says(text, 1.5 + 3 * value if math.isfinite(value) else -1e30)
    assert says(text, 0.0) == (text == "0")


# ---- the hand

SENTENCES = (
    "the hungry monkey eats a banana",
    "she eats the red apple",
    "banana",
    "   ",
    "the the the the",
    "香蕉 and the 🍌 monkey",
    "<img src=x onerror=alert(1)> eats $5 & more",
    "the old teacher sees the hungry monkey in the garden and eats it",
    "",
)
NUMBERS = ("-1", "-2", "0", "-0", "1.5", "−3,25", "9999", "99999", "one", "1e-9")
SEEDS = ("0", "7", "9999", "-5", "123456", "")
NEVER = ("Full screen", "SVG", "PNG", "Copy code")


class Hand:
    """Moves something of an explorer, and remembers what it did."""

    def __init__(self, page, cell, name, kernel):
        self.page, self.cell, self.name, self.kernel = page, cell, name, kernel
        self.dice = random.Random(f"{SEED} {name}")
        self.done = []

    def move(self):
        """Make one random move: give what was done, or None where nothing can be."""
        kinds = [
            *(self.slide, self.slide, self.choose, self.tick, self.write, self.seed),
            *(self.type, self.type, self.take_back, self.drag, self.paint, self.stroke),
            *(self.grip, self.weigh, self.head, self.tool, self.point, self.from_cell),
            *((self.reset,) if self.dice.random() < 0.4 else ()),
        ]
        said = None
        while not said:
            said = self.dice.choice(kinds)()
        self.done.append(said)

    def any(self, selector):
        """One of the nodes that can be used, and which; None where there is none."""
        free = f".attn-explorer :is({selector}):not(.attn-held *, [disabled] *)"
        node = self.cell.evaluate_handle(
            "(cell, [free, dice]) => {"
            " const all = [...cell.querySelectorAll(free)].filter((n) => !n.disabled);"
            " return all[(window.chosen = Math.floor(dice * all.length))]; }",
            [free, self.dice.random()],
        ).as_element()
        return (node, self.page.evaluate("chosen")) if node else (None, None)

    def press(self, node, *keys):
        """Press keys on a node; not where a new picture has taken it away."""
        has_focus = node.evaluate(
            "(node) => { node.focus(); return document.activeElement === node; }"
        )
        for key in keys if has_focus else ():
            hand = self.page.keyboard
            (hand.press if len(key) > 1 else hand.type)(key)
        return has_focus

    def slide(self):
        handle, n = self.any(".widget-slider .noUi-handle")
        if handle is None:
            return None
        keys = ("ArrowRight", "ArrowLeft", "Home", "End", "PageUp")
        key, times = self.dice.choice(keys), self.dice.randint(1, 4)
        return self.press(handle, *times * [key]) and f"slider {n}: {times} × {key}"

    def choose(self):
        menu, n = self.any(".widget-dropdown select")
        if menu is None:
            return None
        index = menu.evaluate(
            "(menu, dice) => { menu.selectedIndex = Math.floor(dice * menu.length);"
            " menu.dispatchEvent(new Event('change', { bubbles: true }));"
            " return menu.selectedIndex; }",
            self.dice.random(),
        )
        return f"menu {n}: entry {index}"

    def tick(self):
        box, n = self.any(".widget-checkbox input")
        if box is None:
            return None
        box.evaluate("(box) => box.click()")
        return f"switch {n}"

    def write(self):
        field, _ = self.any(".widget-text input[type=text]")
        return field and self.fill(field, self.dice.choice(SENTENCES))

    def seed(self):
        field, _ = self.any(".widget-text input[type=number]")
        return field and self.fill(field, self.dice.choice(SEEDS))

    def fill(self, field, text):
        field.fill(text)
        field.press("Enter")
        return f"field: {text!r}"

    def editable(self):
        return self.any(".attn-matrix:not(.attn-mask) .attn-cell.attn-editable")

    def type(self):
        number, n = self.editable()
        if number is None:
            return None
        text = self.dice.choice(NUMBERS)
        return self.press(number, "F2", *text, "Enter") and f"cell {n}: {text}"

    def take_back(self):
        changed, n = self.any(".attn-matrix:not(.attn-mask) .attn-cell.attn-edited")
        if changed is None:
            return None
        keys = self.dice.choice((("Delete",), ("F2", "Delete", "Enter")))
        return self.press(changed, *keys) and f"changed cell {n}: {keys}"

    def drag(self):
        number, n = self.editable()
        return number and self.pull(number, f"cell {n}")

    def pull(self, node, what):
        """Take something with the mouse, and let go elsewhere."""
        node.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        box = node.bounding_box() if node.is_visible() else None
        if box is None:
            return None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        by = self.dice.randint(-90, 90)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by, y + by / 3, steps=self.dice.randint(1, 6))
        self.page.mouse.up()
        return f"{what}: dragged by {by}"

    def paint(self):
        node, n = self.any(".attn-mask .attn-cell.attn-editable")
        if node is None:
            return None
        return self.press(node, " ") and f"mask {n}: painted"

    def stroke(self):
        node, n = self.any(".attn-mask .attn-cell.attn-editable")
        return node and self.pull(node, f"mask {n}")

    def grip(self):
        node, n = self.any(".attn-grip")
        if node is None:
            return None
        if self.dice.random() < 0.5:
            return self.pull(node, f"grip {n}")
        key = self.dice.choice(("ArrowUp", "Shift+ArrowLeft", "Shift+ArrowRight"))
        return self.press(node, key) and f"grip {n}: {key}"

    def weigh(self):
        slider, n = self.any(".attn-plane input[type=range]")
        if slider is None:
            return None
        key = self.dice.choice(("Home", "End", "ArrowRight", "PageDown"))
        return self.press(slider, key) and f"weight {n}: {key}"

    def head(self):
        button, n = self.any(".attn-heads button")
        if button is None:
            return None
        button.evaluate("(button) => button.click()")
        return f"map {n}"

    def tool(self):
        button, _ = self.any(".attn-tools button:not([hidden])")
        text = button and button.text_content()
        if not button or text in NEVER:
            return None
        button.evaluate("(button) => button.click()")
        return f"tool {text}"

    def point(self):
        node, n = self.any(".attn-cell")
        if node is None:
            return None
        node.evaluate("(cell) => cell.click()")
        return f"pointed at {n}"

    def reset(self):
        button, _ = self.any("button.widget-button")
        if button is None:
            return None
        button.evaluate("(button) => button.click()")
        return "Reset"

    def from_cell(self):
        """A cell of the notebook moves a control while the page does."""
        name = self.dice.choice(("d_k", "d_v", "seed", "query", "mask", "step"))
        value = "causal" if name == "mask" else self.dice.randint(0, 5)
        code = f"walked[{self.name!r}].{name}.value = {value!r}"
        self.kernel.execute(code, silent=True)
        return code


class Walk:
    """An explorer on the page, and the same in the kernel."""

    def __init__(self, page, cell, name, kernel):
        self.cell, self.page, self.kernel, self.name = cell, page, kernel, name
        self.hand = Hand(page, cell, name, kernel)

    def told(self):
        expression = {"told": f"tell(walked[{self.name!r}])"}
        answer = self.kernel.execute_interactive(
            "", silent=True, user_expressions=expression, timeout=2 * PATIENCE
        )["content"]["user_expressions"]["told"]
        assert answer["status"] == "ok", answer
        return json.loads(ast.literal_eval(answer["data"]["text/plain"]))

    def agrees(self):
        """Wait until the page shows what the kernel says."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return compare(self.cell.evaluate(READ), self.told())
            except AssertionError as differs:
                difference = differs
            moves = "\n".join(self.hand.done[-12:])
            assert time.monotonic() < until, f"{difference}\nafter:\n{moves}"
            self.page.wait_for_timeout(60)

    def go(self):
        self.agrees()
        dice = random.Random(f"bursts {SEED} {self.name}")
        while len(self.hand.done) < MOVES:
            for _ in range(dice.randint(1, 7)):
                self.hand.move()
                if dice.random() < 0.3:
                    self.page.wait_for_timeout(dice.choice((20, 150, 500)))
            self.agrees()


@pytest.fixture(scope="module")
def walks(chromium, lab):
    """A page with every explorer, in a notebook that has run, and its kernel."""
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    cells = [SETUP, *(SHOW.format(name=name) for name in EXPLORERS)]
    with no_complaint(page):
        run_all(page, lab.put(NOTEBOOK, *cells))
        for board in page.locator(".attn-board").all():
            board.locator(".attn-cell").first.wait_for()
    kernel = BlockingKernelClient(connection_file=str(lab.connection_file(NOTEBOOK)))
    kernel.load_connection_file()
    kernel.start_channels()
    kernel.wait_for_ready(timeout=PATIENCE)
    yield page, kernel
    kernel.stop_channels()
    page.close()


@pytest.mark.parametrize("name", EXPLORERS)
def test_after_every_burst_each_number_is_the_kernels(walks, name):
    page, kernel = walks
    cell = page.locator(".jp-CodeCell").nth(1 + EXPLORERS.index(name))
    cell.scroll_into_view_if_needed()
    with no_complaint(page):
        walk = Walk(page, cell, name, kernel)
        walk.go()
    assert len(walk.hand.done) >= MOVES
    assert len({re.split(r"[ :\d]", move)[0] for move in walk.hand.done}) >= 3
