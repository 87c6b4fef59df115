"""Sweeps on a page: played without a message, nothing stale, no kernel at all."""

import base64

import numpy as np
import pytest
from playwright.sync_api import expect

from attn_lib.explorers import (
    MaskingExplorer,
    MultiHeadExplorer,
    PipelineExplorer,
    SoftmaxExplorer,
)
from tests.browser.conftest import Board, no_complaint
from tests.support.lab import run_all
from tests.support.played import ALL, by_name, drawn, on_the_page

pytestmark = pytest.mark.browser

# Models as the page has them: of the board and of its controls. Nobody answers.
STUB = """
window.messages = [];
window.Model = class {
  constructor(state) { Object.assign(this, { state, handlers: [], comm_live: true }); }
  get(name) { return this.state[name]; }
  on(events, handler) {
    for (const event of events.split(" ")) this.handlers.push([event, handler]);
  }
  off(events, handler) {
    this.handlers = this.handlers.filter(([, other]) => other !== handler);
  }
  trigger(event) {
    for (const [name, handler] of this.handlers) if (name === event) handler();
  }
  receive(state) {
    const differs = (name) => state[name] !== this.state[name];
    const changed = Object.keys(state).filter(differs);
    Object.assign(this.state, state);
    for (const name of changed) this.trigger(`change:${name}`);
    if (changed.length) this.trigger("change");
  }
  set(name, value) { this.receive(value === undefined ? name : { [name]: value }); }
  save_changes() { messages.push("save"); }
  send(content) { messages.push(content); }
};
window.revived = (value) => {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(revived);
  if (value.bytes === undefined) {
    return Object.fromEntries(Object.entries(value).map(([n, v]) => [n, revived(v)]));
  }
  const bytes = Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0));
  const padded = new Uint8Array(bytes.length + 3); // starts at no multiple of four
  padded.set(bytes, 3);
  return new DataView(padded.buffer, 3);
};
window.live = (alive) => {
  for (const one of Object.values(models)) {
    one.comm_live = alive;
    one.trigger("comm_live_update");
  }
};
"""
MOUNT = """
async ([source, state, others]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  window.model = new Model(revived(state));
  window.models = {};
  for (const [id, other] of Object.entries(others)) models[id] = new Model(other);
  model.widget_manager = { get_model: async (id) => models[id] };
  const el = document.getElementById("root");
  window.cleanUp = (await import(url)).default.render({ model, el });
}
"""


def as_json(value):
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: as_json(item) for name, item in value.items()}
    return [*map(as_json, value)] if isinstance(value, list | tuple) else value


class Played(Board):
    """A board whose controls are on the page, and no kernel behind them."""

    def __init__(self, page, explorer):
        super().__init__(page)
        self.explorer = explorer
        page.goto("about:blank")  # a page that is written over mistakes the pointer
        page.set_content(f"<style>{explorer.board._css}</style><div id=root></div>")
        page.add_script_tag(content=STUB)
        others = [*explorer.board.controls.values(), explorer.reset]
        others += [explorer._caption_view, *explorer._views.values()]
        states = {
            o.model_id: {
                name: value
                for name, value in o.get_state().items()
                if name in ("value", "index", "disabled")
            }
            for o in others
        }
        state = as_json(explorer.board.get_state())
        page.evaluate(MOUNT, [explorer.board._esm, state, states])
        self.settle()

    def move(self, name, where):
        """The hand moves a control to an index or a value."""
        control = getattr(self.explorer, name)
        trait = "index" if hasattr(control, "index") else "value"
        self.page.evaluate(
            "([id, trait, where]) => models[id].set(trait, where)",
            [control.model_id, trait, where],
        )
        self.settle()

    def arrive(self, explorer):
        """What the kernel says of this state arrives."""
        sent = {"matrices", "data", "lines", "caption", "code", "message", "key"}
        state = explorer.board.get_state(sent | {"answered", "instead"})
        self.page.evaluate("(state) => model.receive(revived(state))", as_json(state))
        self.settle()

    def live(self, alive):
        """The kernel is there, or it is gone."""
        self.page.evaluate("(alive) => live(alive)", alive)
        self.settle()

    def disabled(self):
        """Names of the controls that look disabled."""
        names = {w.model_id: n for n, w in self.explorer.board.controls.items()}
        names[self.explorer.reset.model_id] = "reset"
        states = self.page.evaluate(
            "() => Object.entries(models).map(([id, m]) => [id, m.get('disabled')])"
        )
        return {names[id] for id, off in states if off and id in names}

    def shows(self, explorer):
        """Numbers and words are of this state."""
        sent, shown = on_the_page(explorer), self.numbers()
        assert list(shown) == drawn(explorer)
        for id, values in shown.items():
            np.testing.assert_array_equal(values, sent[id], err_msg=id)
        self.page.wait_for_function(  # it follows when the hand rests
            "([id, said]) => models[id].get('value') === said",
            arg=[self.explorer._caption_view.model_id, explorer._caption_view.value],
        )
        return True

    def slide(self, name, places):
        """Move a control through places as a hand does; gives what is told at once."""
        return self.page.evaluate(
            "([id, places]) => { for (const place of places) {"
            " models[id].set('value', place); models[id].save_changes(); }"
            " return [...messages]; }",
            [getattr(self.explorer, name).model_id, places],
        )

    def messages(self):
        return self.page.evaluate("messages")

    def trouble(self):
        line = self.page.locator(".attn-trouble")
        return line.inner_text() if line.is_visible() else ""


@pytest.fixture
def play(blank):
    def play_one(explorer):
        explorer._sweeps.finish(explorer._page, explorer.board.sweep)
        return Played(blank, explorer)

    with no_complaint(blank):
        yield play_one


# ---- sweeps


def test_a_slider_plays_its_range_without_a_message(play):
    page = play(PipelineExplorer(mask="causal"))
    for d_k in (5, 16, 1, 4, 12):
        page.move("d_k", d_k)
        assert page.shows(PipelineExplorer(mask="causal", d_k=d_k))
    page.move("d_k", 4)
    page.move("d_v", 8)
    assert page.shows(PipelineExplorer(mask="causal", d_v=8))
    assert page.page.evaluate("messages") == []


def test_python_hears_of_a_drag_when_the_hand_rests(play):
    """JupyterLab takes longer over the messages of a step than the board draws."""
    page = play(PipelineExplorer())
    assert page.slide("d_k", [5, 6, 7, 8, 7]) == []
    page.page.wait_for_function("() => messages.length")
    page.page.wait_for_timeout(300)
    assert page.messages() == ["save"]
    assert page.shows(PipelineExplorer(d_k=7))


def test_python_hears_before_anything_else_is_done(play):
    page = play(PipelineExplorer())
    page.slide("d_k", [5, 6])
    page.page.mouse.click(2, 2)  # anywhere
    assert page.messages() == ["save"]


def test_python_hears_at_once_of_what_cannot_be_played(play):
    page = play(PipelineExplorer())
    page.move("sentence", "monkey")
    assert page.slide("d_k", [5]) == ["save"]


def test_a_board_that_goes_tells_what_it_kept(play):
    page = play(PipelineExplorer())
    page.slide("d_k", [5])
    page.page.evaluate("() => cleanUp()")
    assert page.messages() == ["save"]
    assert page.slide("d_k", [6]) == ["save", "save"]


def test_a_slider_of_steps_plays_too(play):
    page = play(SoftmaxExplorer())
    page.move("temperature", 6)
    assert page.shows(SoftmaxExplorer(temperature=8))
    page.move("temperature", 3)
    page.move("d_k", 9)
    wide = SoftmaxExplorer(d_k=512)
    assert page.shows(wide)
    # The histograms are another view, and go with the board.
    samples, data = page.page.evaluate(
        "(id) => [models[id].get('samples'), [...new Uint8Array("
        "models[id].get('data').buffer.slice(models[id].get('data').byteOffset))]]",
        page.explorer.histogram.model_id,
    )
    assert samples == wide.histogram.samples
    assert bytes(data)[: len(wide.histogram.data)] == wide.histogram.data
    assert page.page.evaluate("messages") == []


def test_a_picture_with_other_matrices_is_played_too(play):
    """Another number of heads has another number of tables."""
    page = play(MultiHeadExplorer())
    for place, heads in ((2, 4), (0, 1), (1, 2)):
        page.move("num_heads", place)
        assert page.shows(MultiHeadExplorer(num_heads=heads))
    assert page.page.evaluate("messages") == []


def test_what_keeps_its_size_keeps_its_cells_while_it_is_played(play):
    page = play(PipelineExplorer())
    page.cell("scores", 1, 1).evaluate("(cell) => { cell.kept = true; }")
    page.move("d_k", 9)
    assert page.cell("scores", 1, 1).evaluate("(cell) => cell.kept")


def test_a_pinned_cell_explains_the_picture_that_is_played(play):
    page = play(PipelineExplorer())
    page.cell("scores", 3, 2).click()
    page.move("d_k", 1)
    score = PipelineExplorer(d_k=1).trace.scores[3, 2]
    assert f"{score:.2f}" in page.answer()
    assert "NumPy says" not in page.answer()


def test_a_sweep_is_for_its_own_settings_only(play):
    """d_v's pictures were made with d_k = 4: with d_k = 9 they would be wrong."""
    page = play(PipelineExplorer())
    page.move("d_k", 9)
    page.move("d_v", 2)
    assert page.shows(PipelineExplorer(d_k=9))  # and d_v when the kernel answers
    page.arrive(PipelineExplorer(d_k=9, d_v=2))
    assert page.shows(PipelineExplorer(d_k=9, d_v=2))


# ---- free inputs


def test_a_stale_answer_is_never_painted_over_a_newer_one(play):
    page = play(PipelineExplorer())
    causal, padding = PipelineExplorer(mask="causal"), PipelineExplorer(mask="padding")
    page.move("mask", 1)
    assert page.shows(PipelineExplorer())  # nothing else is known yet
    page.move("mask", 2)
    page.arrive(causal)
    assert page.shows(causal)  # newer than what was there
    page.arrive(padding)
    assert page.shows(padding)
    page.arrive(causal)
    assert page.shows(padding)
    page.move("mask", 0)
    page.move("d_k", 7)  # played, since the sweep for no mask is still here
    page.arrive(causal)
    assert page.shows(PipelineExplorer(d_k=7))


def test_what_the_page_has_never_asked_for_is_painted(play):
    """Rather than freeze: it is what Python says last."""
    page, later = play(PipelineExplorer()), PipelineExplorer(mask="window", seed=3)
    page.move("mask", 1)
    page.arrive(later)
    assert page.shows(later)


def test_the_caption_of_an_older_answer_does_not_stay(play):
    page = play(PipelineExplorer())
    page.move("d_k", 7)
    page.page.evaluate(
        "(id) => models[id].set('value', 'of an older state')",
        page.explorer._caption_view.model_id,
    )
    page.settle()
    assert page.shows(PipelineExplorer(d_k=7))


def test_an_error_is_shown_for_the_input_it_belongs_to(play):
    page, refused = play(PipelineExplorer()), PipelineExplorer()
    refused.sentence.value = "  "
    page.move("sentence", "  ")
    page.arrive(refused)
    message = page.page.locator(".attn-message")
    assert message.inner_text() == "Type at least one word."
    assert page.shows(PipelineExplorer())
    page.move("sentence", PipelineExplorer().sentence.value)
    page.move("d_k", 5)
    assert not message.is_visible()


def test_after_a_refused_sentence_sliders_are_played_and_edits_are_seen(play):
    """The last good sentence stands for it, also in what the page looks for."""
    page, other = play(PipelineExplorer()), PipelineExplorer()
    page.move("d_k", 6)
    page.move("d_k", 4)
    page.move("sentence", "  ")
    other.sentence.value = "  "
    page.arrive(other)
    message = page.page.locator(".attn-message")
    for d_k in (5, 6, 4):  # the page stood at 6 before, long ago
        page.move("d_k", d_k)
        assert page.shows(PipelineExplorer(d_k=d_k))
        assert message.inner_text() == "Type at least one word."
    other.edits.value = (("X", 0, 0, 3.0),)
    page.arrive(other)
    page.page.wait_for_timeout(2300)
    assert page.trouble() == ""
    assert page.shows(PipelineExplorer(edits=(("X", 0, 0, 3.0),)))
    assert message.inner_text() == "Type at least one word."
    other.sentence.value = "she eats"
    page.move("sentence", "she eats")
    page.arrive(other)
    assert page.shows(other)
    assert not message.is_visible()


def test_an_answer_that_does_not_come_is_said(play):
    page = play(PipelineExplorer())
    page.move("d_k", 9)
    page.page.wait_for_timeout(2300)
    assert page.trouble() == ""  # it is played: nothing is awaited
    page.move("mask", 1)
    assert page.trouble() == ""
    expect(page.page.locator(".attn-trouble")).to_contain_text("not answered yet")
    page.arrive(PipelineExplorer(d_k=9, mask="causal"))
    assert page.trouble() == ""


# ---- without a kernel


@pytest.mark.case("C13")
def test_without_a_kernel_the_page_says_so_and_what_needs_none_goes_on(play):
    page = play(PipelineExplorer())
    assert page.trouble() == ""
    assert page.disabled() == {"seed"}  # W is designed
    page.live(False)
    assert page.trouble().startswith("Not connected to Python")
    assert "run the cell again" in page.trouble()
    free = {"sentence", "mask", "positions", "weights", "seed", "reset"}
    assert page.disabled() == free
    page.move("d_k", 6)
    assert page.shows(PipelineExplorer(d_k=6))
    page.cell("scores", 3, 2).hover()
    assert page.answer().startswith("scores[eats, monkey] = ")
    # The pictures for other d_v were made with d_k = 4.
    assert page.disabled() == free | {"d_v"}
    page.move("d_k", 4)
    assert page.disabled() == free
    page.live(True)
    assert page.trouble() == ""
    assert page.disabled() == {"seed"}
    assert page.page.evaluate("messages") == []


def test_in_a_saved_page_sliders_without_a_sweep_are_disabled(play):
    page = play(MaskingExplorer(mask="causal"))
    page.live(False)
    assert {"window", "length"} <= page.disabled()


# ---- in JupyterLab

CELL = "from attn_lib.explorers import PipelineExplorer\nPipelineExplorer()"


def drag(page, name, pixels):
    """Drag a slider by its handle; gives the pictures that were seen on the way."""
    row = page.locator(".widget-slider").filter(has_text=name)
    box = row.locator(".noUi-handle").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen = []
    page.mouse.move(x, y)
    page.mouse.down()
    for n in range(12):
        page.mouse.move(x + pixels * (n + 1) / 12, y)
        shape = page.locator('.attn-cell[data-id="Q"][data-row="0"]').count()
        seen.append((int(row.locator(".widget-readout").inner_text()), shape))
    page.mouse.up()
    return seen


def test_dragging_asks_for_no_picture_and_a_restart_is_said(lab, open_page):
    page, received = open_page(viewport={"width": 1280, "height": 720}), []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(frame)),
    )
    run_all(page, lab.put("sweeps.ipynb", CELL))
    page.locator(".attn-board .attn-cell").first.wait_for()
    page.wait_for_timeout(1000)
    received.clear()
    seen = drag(page, "d_k", 60)
    assert seen[-1][0] > 8
    assert len({d_k for d_k, _ in seen}) > 4
    page.wait_for_timeout(300)
    pictures = [frame for frame in received if b'"matrices"' in as_bytes(frame)]
    assert received
    assert pictures == []
    width = page.locator('.attn-cell[data-id="Q"][data-row="0"]').count()
    assert width == seen[-1][0]

    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel…", exact=True).click()
    page.get_by_role("dialog").get_by_text("Restart", exact=True).click()
    expect(page.locator(".attn-trouble")).to_contain_text("Not connected to Python")
    expect(page.get_by_label("mask", exact=True)).to_be_disabled()
    page.locator('.attn-cell[data-id="scores"]').nth(8).focus()
    page.keyboard.type("5")  # no number can be changed: the line says why
    assert page.locator(".attn-input").count() == 0
    assert page.locator(".attn-trouble").is_visible()
    page.locator('.attn-cell[data-id="scores"]').nth(8).hover()
    expect(page.locator(".attn-answer")).to_contain_text("scores[hungry, monkey]")
    seen = drag(page, "d_k", -50)
    assert seen[-1][0] < 8
    expect(page.locator('.attn-cell[data-id="Q"][data-row="0"]')).to_have_count(
        seen[-1][0]
    )


def as_bytes(frame):
    return frame.encode() if isinstance(frame, str) else frame


@pytest.mark.case("C13")
@pytest.mark.parametrize("Explorer", ALL, ids=by_name)
def test_after_a_restart_every_control_is_dead_and_says_so(blank, Explorer):
    """The sliders stood there, dead, and nothing said what to do.

    That a demo needs the set-up cell alone is seen in ``tests/notebooks/test_run.py``.
    """
    page = Played(blank, Explorer())
    assert page.trouble() == ""
    dead_before = page.disabled()
    page.live(False)  # as JupyterLab tells it when the kernel has gone
    assert page.trouble().startswith("Not connected to Python")
    assert "run the cell again" in page.trouble()
    assert page.disabled() == {*page.explorer.board.controls, "reset"}
    page.live(True)
    assert page.trouble() == ""
    assert page.disabled() == dead_before
