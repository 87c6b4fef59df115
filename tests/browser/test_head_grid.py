"""The small maps of lesson 08 on a page without Jupyter: mouse, keys, pixels."""

import base64

import numpy as np
import pytest

from attn_lib import real_model
from attn_lib.explorers import RealModelExplorer
from tests.browser.conftest import no_complaint

pytestmark = pytest.mark.browser

# A model as anywidget gives it to a view, and the two controls that it refers to: a
# menu, which has an index, and a slider, which has a value.
STUB = """
async ([source, state, chosen]) => {
  const made = (state) => ({
    state, handlers: [], saved: 0,
    get(name) { return this.state[name]; },
    set(name, value) {
      this.state[name] = value;
      for (const handler of this.handlers) handler();
    },
    save_changes() { this.saved++; },
    on(event, handler) { this.handlers.push(handler); },
    off(event, handler) { this.handlers = this.handlers.filter((h) => h !== handler); },
  });
  const bytes = Uint8Array.from(atob(state.data), (c) => c.charCodeAt(0));
  const padded = new Uint8Array(bytes.length + 3); // starts at no multiple of four
  padded.set(bytes, 3);
  const [index, value] = chosen;
  window.controls = { layer: made({ index }), head: made({ value }) };
  window.model = made({
    ...state, data: new DataView(padded.buffer, 3),
    layer: "IPY_MODEL_layer", head: "IPY_MODEL_head",
  });
  model.widget_manager = { get_model: async (id) => controls[id] };
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: view } = await import(url);
  window.cleanUp = view.render({ model, el: document.getElementById("root") });
}
"""
PIXEL = """
([n, i, j]) => [...document.querySelectorAll("canvas")[n].getContext("2d")
  .getImageData(j, i, 1, 1).data]
"""
STANDS = "[controls.layer.get('index'), controls.head.get('value')]"


@pytest.fixture(scope="module")
def grid():
    """The full model's, or the extract's where there is no other."""
    weights = "full" if real_model.is_installed() else "extract"
    return RealModelExplorer(weights=weights).grid


@pytest.fixture
def page(blank, grid):
    blank.set_content(f"<!doctype html><style>{grid._css}</style><div id=root>")
    state = {
        "shape": list(grid.shape),
        "colours": grid.colours,
        "words": grid.words,
        "data": base64.b64encode(grid.data).decode(),
    }
    with no_complaint(blank):
        blank.evaluate(STUB, [grid._esm, state, [0, 4]])
        blank.wait_for_selector("[aria-pressed=true]")
        yield blank


def pressed(page):
    return page.locator("[aria-pressed=true]").get_attribute("aria-label")


def test_there_is_a_map_for_each_head_and_its_pixels_are_the_weights(page, grid):
    layers, heads, T = grid.shape
    assert page.locator("button").count() == layers * heads
    sent = np.frombuffer(grid.data, np.uint8).reshape(layers, heads, T, T)
    for layer, head, i, j in ((0, 4, 5, 8), (0, 2, 3, 2), (layers - 1, 11, 0, 0)):
        alpha = page.evaluate(PIXEL, [layer * heads + head, i, j])[3]
        assert alpha == sent[layer, head, i, j]


def test_the_chosen_head_is_marked_and_a_press_moves_both_controls(page, grid):
    assert pressed(page) == "layer 0, head 4"
    layer = grid.shape[0] - 1
    page.get_by_label(f"layer {layer}, head 7", exact=True).click()
    assert pressed(page) == f"layer {layer}, head 7"
    assert page.evaluate(STANDS) == [layer, 7]
    assert page.evaluate("controls.head.saved") == 1
    page.get_by_label(f"layer {layer}, head 7", exact=True).click()
    assert page.evaluate("controls.head.saved") == 1  # where it stands already


def test_it_follows_a_control_that_is_moved_elsewhere(page):
    page.evaluate("controls.head.set('value', 9)")
    assert pressed(page) == "layer 0, head 9"


def test_arrow_keys_move_and_enter_chooses(page):
    page.keyboard.press("Tab")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert pressed(page) == "layer 0, head 4"  # not chosen yet
    page.keyboard.press("Enter")
    assert pressed(page) == "layer 0, head 5"


def test_the_end_leaves_no_handler(page):
    page.evaluate("cleanUp()")
    counts = "[model, controls.layer, controls.head].map((m) => m.handlers.length)"
    assert page.evaluate(counts) == [0, 0, 0]


def test_the_chosen_head_is_framed_and_no_other(page):
    frames = page.locator("button").evaluate_all(
        "(nodes) => nodes.map((node) => [node.getAttribute('aria-label'),"
        " getComputedStyle(node).boxShadow])"
    )
    assert [name for name, frame in frames if frame != "none"] == ["layer 0, head 4"]
