"""The plane and the histograms on a page without Jupyter: hand, keys, sizes, themes.

The page talks to a real explorer: what it sends is handed to the widget, and what the
widget holds afterwards is handed back.
"""

import base64
import json
import math
import re

import numpy as np
import pytest

from attn_lib.explorers import HullExplorer, PlaneExplorer, SoftmaxExplorer

pytestmark = pytest.mark.browser

# A model as anywidget gives it to a view. The kernel answers when it is let.
STUB = """
window.decode = ({ data, ...state }) => {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const padded = new Uint8Array(bytes.length + 3); // starts at no multiple of four
  padded.set(bytes, 3);
  return { ...state, data: new DataView(padded.buffer, 3) };
};
window.model = {
  handlers: new Set(), sent: [], answers: true, pending: 0,
  get(name) { return this.state[name]; },
  on(event, handler) { if (event === "change") this.handlers.add(handler); },
  off(event, handler) { this.handlers.delete(handler); },
  send(content) {
    this.sent.push(content);
    if (this.answers) this.answer(content);
  },
  async answer(content) {
    this.pending++;
    this.receive(await kernel(content));
    this.pending--;
  },
  receive(state) {
    this.state = decode(state);
    for (const handler of this.handlers) handler();
  },
};
"""
MOUNT = """
async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  window.view = (await import(url)).default;
  model.state = decode(state);
  window.cleanUp = view.render({ model, el: document.getElementById("root") });
}
"""

# Three pictures in a row without an answer that is still to come.
SETTLE = """
async () => {
  for (let quiet = 0; quiet < 3; quiet = model.pending ? 0 : quiet + 1) {
    await new Promise(requestAnimationFrame);
  }
}
"""


def traits(widget):
    """What the kernel holds for the page."""
    names = set(widget.keys) & {
        "scene",
        "answered",
        "axis",
        "samples",
        "colours",
        "words",
    }
    state = {name: getattr(widget, name) for name in names}
    data = base64.b64encode(widget.data).decode()
    return json.loads(json.dumps({**state, "data": data}))


class View:
    """A small view on a page, as a reader meets it."""

    def __init__(self, page, widget):
        self.page, self.widget = page, widget

    def grip(self, i):
        return self.page.locator(f".attn-grip[data-index='{i}']")

    def cell(self, i, column):
        return self.page.locator(f"tr[data-index='{i}'] [data-column='{column}']")

    def column(self, name):
        """The unrounded numbers of a column."""
        cells = self.page.locator(f"td[data-column='{name}']").all()
        return [float(cell.get_attribute("data-value")) for cell in cells]

    def slider(self, i):
        return self.page.locator(f"input[data-index='{i}']")

    def middle(self, i):
        box = self.grip(i).locator(".attn-reach").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def unit(self):
        """Pixels of one unit, from the marks of the grid."""
        place = "(n) => [...document.querySelectorAll('.attn-grid text')]"
        place += ".find((t) => t.textContent === n).getAttribute('x')"
        return float(self.page.evaluate(place, "3")) - float(
            self.page.evaluate(place, "2")
        )

    def drag(self, i, across, up, steps=10):
        """Take point i with the mouse and move it by so many units."""
        x, y = self.middle(i)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(
            x + across * self.unit(), y - up * self.unit(), steps=steps
        )
        self.page.mouse.up()
        self.settle()

    def settle(self):
        self.page.evaluate(SETTLE)

    def receive(self):
        """The kernel sends its state without being asked."""
        self.page.evaluate("(state) => model.receive(state)", traits(self.widget))

    def sent(self):
        return self.page.evaluate("() => model.sent")

    def let_answer(self, answers):
        """Let the kernel answer, or let it be busy."""
        self.page.evaluate("(answers) => { model.answers = answers; }", answers)


class Desk:
    """A page on which one view after another is put; nothing on it may complain."""

    def __init__(self, page):
        self.page, self.widget, self.complaints = page, None, []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._listen)
        page.expose_function("kernel", self._kernel)

    def _listen(self, line):
        if line.type == "error":
            self.complaints.append(line.text)

    def _kernel(self, message):
        self.widget._handle_custom_msg(message, [])
        return traits(self.widget)

    def put(self, widget, body=""):
        self.widget = widget
        self.page.mouse.move(0, 0)
        self.page.set_content(
            f"<!doctype html><style>{widget._css}</style><body {body}><div id=root>"
        )
        self.page.add_script_tag(content=STUB)
        self.page.evaluate(MOUNT, [widget._esm, traits(widget)])
        return View(self.page, widget)


@pytest.fixture(scope="module")
def desk(chromium):
    """One page for all: a new one costs more than most tests."""
    return Desk(chromium.new_page())


@pytest.fixture
def mount(desk):
    """Put a widget of an explorer on the page, in place of what was there."""

    def mount_one(widget, *, width=848, body="", **media):
        desk.page.set_viewport_size({"width": width, "height": 720})
        usual = {"color_scheme": "light", "reduced_motion": "no-preference"}
        desk.page.emulate_media(**{**usual, **media})
        return desk.put(widget, body)

    desk.complaints.clear()
    yield mount_one
    assert desk.complaints == []


@pytest.fixture
def plane(mount):
    explorer = PlaneExplorer()
    view = mount(explorer.plane)
    view.explorer = explorer
    return view


@pytest.fixture
def hull(mount):
    explorer = HullExplorer()
    view = mount(explorer.plane)
    view.explorer = explorer
    return view


# ---- numbers


def test_the_page_shows_the_librarys_numbers(plane):
    scores = plane.explorer.trace.scores[0]
    np.testing.assert_allclose(plane.column("score")[1:], scores, rtol=1e-6)
    assert plane.cell(2, "score").inner_text() == "3.00"
    assert plane.cell(4, "score").inner_text() == "−2.00"
    assert plane.cell(2, "length").inner_text() == "3.35"
    assert plane.cell(2, "angle").inner_text() == "63°"
    assert plane.cell(0, "angle").inner_text() == "–"


def test_a_drag_moves_the_arrow_and_its_numbers_follow(plane):
    plane.drag(1, 1, 2)
    x, y = plane.explorer.state.keys[0]
    assert (x, y) == (pytest.approx(2, abs=0.05), pytest.approx(2.2, abs=0.05))
    assert plane.column("score")[1] == pytest.approx(2 * x, rel=1e-5)
    assert plane.cell(1, "x, y").inner_text() == f"({x:.2f}, {y:.2f})"
    assert plane.cell(1, "length").inner_text() == f"{math.hypot(x, y):.2f}"
    label = plane.grip(1).get_attribute("aria-label")
    assert f"k₁ at ({x:.2f}, {y:.2f}), length" in label
    assert "score" in label


def test_a_drag_beyond_the_edge_stops_there(plane):
    plane.drag(0, 3, 4.3)
    assert plane.explorer.state.q == (4, 4)


def test_the_calculation_of_the_moved_key_is_written_out(plane):
    plane.explorer.keys.value = ((0, 1), (1.5, 3))
    plane.receive()
    plane.settle()
    plane.grip(2).focus()
    plane.page.keyboard.press("ArrowLeft")
    plane.settle()
    words = plane.page.locator(".attn-working").inner_text()
    assert "q · k₂ = 2.00 · 1.40 + 0.00 · 3.00 ≈ 2.80" in words
    assert "|q| · |k₂| · cos θ = 2.00 · 3.31 · 0.42 ≈ 2.80" in words


def test_an_arrow_of_no_length_is_no_fault(plane):
    plane.explorer.keys.value = ((0, 0), (1, 1))
    plane.receive()
    plane.grip(1).focus()
    plane.settle()
    assert "no angle" in plane.page.locator(".attn-working").inner_text()
    assert plane.page.locator(".attn-grip").count() == 3


# ---- requests


def test_one_request_at_most_is_under_way_and_the_newest_wins(plane):
    plane.let_answer(False)
    plane.drag(1, 2, 1, steps=20)
    (first,) = plane.sent()
    before = plane.explorer.state
    # The arrow is where the hand has it, though nobody has answered.
    x, _ = plane.middle(1)
    x0, _ = plane.middle(0)
    assert x - x0 == pytest.approx(plane.unit(), abs=2)
    assert plane.explorer.state == before
    plane.let_answer(True)
    plane.page.evaluate("(message) => model.answer(message)", first)
    plane.settle()
    assert len(plane.sent()) == 2
    assert plane.explorer.state.keys[0] == (
        pytest.approx(3, abs=0.05),
        pytest.approx(1.2, abs=0.05),
    )
    assert plane.column("score")[1] == pytest.approx(6, abs=0.1)


def test_two_moved_things_are_both_sent(plane):
    plane.let_answer(False)
    plane.drag(0, 0, 1)
    plane.drag(3, 1, 0)
    plane.drag(4, 0, 1)
    plane.let_answer(True)
    plane.page.evaluate("() => model.answer(model.sent[0])")
    plane.settle()
    assert [name for name, _ in plane.sent()[1]["moves"]] == [
        "point 0",
        "point 3",
        "point 4",
    ]
    state = plane.explorer.state
    assert state.q[1] == pytest.approx(1, abs=0.05)
    assert state.keys[2][0] == pytest.approx(1, abs=0.05)
    assert state.keys[3][1] == pytest.approx(-0.5, abs=0.05)


def test_a_stale_answer_is_not_drawn(plane):
    keys = plane.explorer.keys.value
    plane.explorer.keys.value = (*keys[:-1], (3.0, 3.0))
    old = traits(plane.widget)
    plane.explorer.keys.value = keys
    last = plane.middle(4)
    plane.let_answer(False)
    plane.drag(1, 2, 1)
    plane.page.evaluate("(state) => model.receive(state)", {**old, "answered": "x 9"})
    plane.settle()
    x, _ = plane.middle(1)
    x0, _ = plane.middle(0)
    assert x - x0 == pytest.approx(plane.unit(), abs=2)
    assert plane.middle(4) == last


def test_what_python_sets_is_drawn(plane):
    plane.explorer.q.value = (0, 3)
    plane.receive()
    plane.settle()
    assert plane.cell(0, "x, y").inner_text() == "(0.00, 3.00)"
    assert plane.column("score")[2] == pytest.approx(9)


def test_a_kernel_that_does_not_answer_is_said_to_be_silent(plane):
    silent = plane.page.locator(".attn-silent")
    assert not silent.is_visible()
    plane.let_answer(False)
    plane.drag(1, 1, 1)
    place = plane.middle(1)
    silent.wait_for(state="visible", timeout=5000)
    assert plane.middle(1) == place  # nothing moves under the hand
    assert "No answer from the kernel" in silent.inner_text()
    plane.let_answer(True)
    plane.page.evaluate("() => model.answer(model.sent[0])")
    plane.settle()
    assert not silent.is_visible()


# ---- keyboard


def test_keys_alone_move_an_arrow_and_go_no_further(plane):
    plane.page.evaluate(
        "() => { window.heard = 0; document.addEventListener('keydown', (event) => {"
        " if (event.key !== 'Tab') heard += 1; }); }"
    )
    plane.page.keyboard.press("Tab")
    plane.page.keyboard.press("Tab")
    assert plane.grip(1).evaluate("(grip) => grip === document.activeElement")
    plane.page.keyboard.press("ArrowUp")
    plane.page.keyboard.press("Shift+ArrowRight")
    plane.page.keyboard.press("ArrowLeft")
    plane.page.keyboard.press("Shift+ArrowDown")
    plane.settle()
    assert plane.explorer.state.keys[0] == (pytest.approx(1.4), pytest.approx(-0.2))
    assert plane.page.evaluate("heard") == 0
    assert plane.cell(1, "score").inner_text() == "2.80"
    reach = plane.grip(1).locator(".attn-reach")
    assert reach.evaluate("(node) => getComputedStyle(node).strokeWidth") == "2.5px"


def test_keys_move_a_weight(hull):
    hull.slider(2).focus()
    for _ in range(5):
        hull.page.keyboard.press("ArrowRight")
    hull.settle()
    assert hull.column("weight")[2] == pytest.approx(0.45, abs=1e-3)


# ---- lesson 05


def test_weights_stay_normalised_and_the_star_in_the_hull(hull):
    hull.slider(0).fill("0.9")
    hull.settle()
    *weights, total = hull.column("weight")
    assert sum(weights) == pytest.approx(1, abs=1e-5)
    assert total == pytest.approx(1)
    np.testing.assert_allclose(
        weights, [0.9, 0.2 / 9, 0.4 / 9, 0.2 / 9, 0.1 / 9], atol=1e-5
    )
    assert [float(hull.slider(i).input_value()) for i in range(5)] == pytest.approx(
        weights, abs=0.006
    )
    hull.drag(4, -2, 1)
    np.testing.assert_allclose(hull.column("weight")[:-1], weights, atol=1e-6)
    x, y = hull.explorer.trace.output[0]
    shown = hull.cell(5, "x, y").inner_text().replace("−", "-")
    assert [float(n) for n in re.findall(r"-?\d+\.\d+", shown)] == pytest.approx(
        [x, y], abs=0.006
    )


def test_a_dragged_corner_takes_its_hull_along(hull):
    hull.let_answer(False)
    corners = "() => document.querySelector('.attn-hull').getAttribute('points')"
    before = hull.page.evaluate(corners)
    hull.drag(2, 1, 0.5)
    assert hull.page.evaluate(corners) != before  # though nobody has answered


# ---- sizes, themes, touch


@pytest.mark.parametrize("width", [300, 390, 848])  # 300: a cell at 390
@pytest.mark.parametrize("Explorer", [PlaneExplorer, HullExplorer])
def test_it_fits_and_everything_can_be_grabbed(mount, Explorer, width):
    view = mount(Explorer().plane, width=width)
    assert view.page.evaluate("document.documentElement.scrollWidth") <= width
    side = view.page.locator(".attn-plane-side")
    assert side.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    for i in range(view.page.locator(".attn-grip").count()):
        box = view.grip(i).locator(".attn-reach").bounding_box()
        assert min(box["width"], box["height"]) >= 24
    for slider in view.page.locator("input").all():
        assert slider.bounding_box()["height"] >= 24


def test_a_finger_moves_an_arrow(chromium):
    explorer = PlaneExplorer()
    page = chromium.new_page(viewport={"width": 390, "height": 720}, has_touch=True)
    view = Desk(page).put(explorer.plane)
    x, y = view.middle(1)
    touch = view.page.context.new_cdp_session(view.page)

    def at(event, x, y):
        touched = [{"x": x, "y": y}] if event != "touchEnd" else []
        touch.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": touched})

    at("touchStart", x, y)
    for step in range(1, 6):
        at("touchMove", x + step * view.unit() / 5, y)
    at("touchEnd", 0, 0)
    view.settle()
    page.close()
    assert explorer.state.keys[0][0] == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_follows_the_theme_of_jupyterlab(mount, theme):
    light = str(theme == "light").lower()
    view = mount(PlaneExplorer().plane, body=f"data-jp-theme-light={light}")
    root = view.page.locator(".attn-plane")
    assert root.get_attribute("data-theme") == theme
    colour = root.evaluate("(node) => node.style.getPropertyValue('--attn-Q')")
    assert colour == view.widget.colours["Q"][theme == "dark"]
    other = str(theme != "light").lower()
    change = "(light) => { document.body.dataset.jpThemeLight = light; }"
    view.page.evaluate(change, other)
    view.settle()
    assert root.get_attribute("data-theme") != theme


def test_reduced_motion_is_honoured(mount):
    view = mount(HullExplorer().plane, reduced_motion="reduce")
    moving = "(node) => getComputedStyle(node).transitionDuration"
    assert view.page.locator(".attn-dot").first.evaluate(moving) == "0s"


def test_taking_it_off_the_page_ends_its_listening(plane):
    plane.page.evaluate("() => cleanUp()")
    assert plane.page.evaluate("() => model.handlers.size") == 0


# ---- the histograms of lesson 03


@pytest.mark.parametrize("width", [390, 848])
def test_the_histograms_say_their_deviation_and_draw_it(mount, width):
    explorer = SoftmaxExplorer(d_k=64)
    view = mount(explorer.histogram, width=width)
    before, after = view.page.locator(".attn-histogram-row p").all()
    deviation = float(before.get_attribute("data-value"))
    assert deviation == pytest.approx(8, rel=0.05)
    assert f"d_k = 64: standard deviation {deviation:.2f}" in before.inner_text()
    assert after.inner_text().startswith("scaled = scores / √d_k: standard deviation")
    widths = view.page.evaluate(
        "() => [...document.querySelectorAll('.attn-marks')].map("
        "(marks) => marks.getBBox().width)"
    )
    assert widths[0] == pytest.approx(8 * widths[1], rel=0.02)
    assert view.page.evaluate("document.documentElement.scrollWidth") <= width
    explorer.d_k.value = 512
    view.receive()
    view.settle()
    assert "d_k = 512: standard deviation 22." in before.inner_text()
