"""What is done on the board itself: numbers changed, masks painted, and the tools."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import (
    HullExplorer,
    MaskingExplorer,
    PipelineExplorer,
    PlaneExplorer,
    ProjectionExplorer,
    ScoresExplorer,
    SoftmaxExplorer,
    WeightedSumExplorer,
)
from tests.browser.conftest import put_on
from tests.support.played import on_the_page

pytestmark = pytest.mark.browser


class Kernel:
    """The explorer behind a board on a page: hears what is sent, and answers."""

    def __init__(self, board, explorer):
        self.board, self.page, self.explorer = board, board.page, explorer
        self.page.evaluate("() => void (window.sent = [])")
        self.page.evaluate("() => void (model.send = (message) => sent.push(message))")

    def sent(self):
        """The messages of the page, each once."""
        return self.page.evaluate("() => sent.splice(0)")

    def answer(self):
        """Do what the page asked for, until it asks for nothing more."""
        while messages := self.sent():
            for message in messages:
                self.explorer._hear(self.explorer.board, message, None)
                self.board.receive(self.explorer)
                self.done()
        self.board.settle()

    def done(self, content=None):
        """Tell the page that its request was dealt with, and how."""
        self.page.evaluate(
            "(said) => model.handlers.get('msg:custom').forEach((h) => h(said))",
            content or {"done": True},
        )

    def drag(self, cell, x, y=0):
        box = self.board.cell(*cell).bounding_box()
        start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + x, start[1] + y, steps=12)
        self.page.mouse.up()


@pytest.fixture
def pipeline(mount):
    explorer = PipelineExplorer()
    return Kernel(mount(explorer), explorer)


@pytest.fixture
def masking(mount):
    explorer = MaskingExplorer(mask="none")
    return Kernel(mount(explorer), explorer)


def press(kernel, name):
    kernel.page.get_by_role("button", name=name).click()
    kernel.board.settle()


def test_a_number_that_is_typed_reaches_everything_downstream(pipeline):
    pipeline.board.cell("X", 2, 0).dblclick()
    pipeline.page.keyboard.type("3,5")  # a comma is understood
    pipeline.page.keyboard.press("Enter")
    pipeline.answer()
    X = al.embed(al.tokenize(al.SENTENCE))
    X[2, 0] = 3.5
    expected = al.self_attention(X, al.ProjectionWeights.designed())
    shown = pipeline.board.numbers()
    for name in ("X", "K", "scores", "weights", "output"):
        np.testing.assert_allclose(shown[name], getattr(expected, name), rtol=1e-6)


@pytest.mark.parametrize("key", ["7", "F2"])
def test_the_keyboard_alone_changes_a_number_and_takes_it_back(pipeline, key):
    pipeline.board.cell("V", 1, 1).focus()
    pipeline.page.keyboard.press(key)
    if key == "F2":
        pipeline.page.keyboard.type("7")
    pipeline.page.keyboard.press("Enter")
    pipeline.answer()
    assert pipeline.explorer.state.edits == (("V", 1, 1, 7.0),)
    assert pipeline.board.cell("V", 1, 1).inner_text() == "7.00"
    pipeline.page.keyboard.press("Delete")
    pipeline.answer()
    assert pipeline.explorer.state.edits == ()
    assert pipeline.board.cell("V", 1, 1).inner_text() == "0.30"


def test_a_field_left_empty_takes_the_change_back(pipeline):
    """A way for the mouse, and for a finger: there Delete is far."""
    for keys, edits in (("7", (("V", 1, 1, 7.0),)), ("Delete", ())):
        pipeline.board.cell("V", 1, 1).dblclick()
        pipeline.page.keyboard.press(keys)
        pipeline.board.cell("X", 0, 0).click()  # to leave it is enough
        pipeline.answer()
        assert pipeline.explorer.state.edits == edits


@pytest.mark.parametrize("typed", ["-1,5", "−1.5", "－１．５", "–1.5", "-15e−1"])
def test_any_minus_and_any_digits_that_are_typed_are_a_number(pipeline, typed):
    pipeline.board.cell("X", 0, 0).dblclick()
    pipeline.page.keyboard.press("Delete")
    pipeline.page.keyboard.insert_text(typed)
    pipeline.page.keyboard.press("Enter")
    pipeline.answer()
    assert pipeline.explorer.state.edits == (("X", 0, 0, -1.5),)


@pytest.mark.parametrize("typed", ["<b>x</b>", "one", "1e999", "1/2", "0x10"])
def test_what_is_no_number_changes_nothing(pipeline, typed):
    pipeline.board.cell("X", 0, 0).dblclick()
    pipeline.page.keyboard.press("Delete")
    pipeline.page.keyboard.type(typed)
    pipeline.page.keyboard.press("Enter")
    assert pipeline.sent() == []
    assert pipeline.board.cell("X", 0, 0).inner_text() == "0"
    pipeline.board.settle()
    said = pipeline.page.locator(".attn-message")
    assert said.inner_text() == f"“{typed}” is no number: the old one stays."
    pipeline.drag(("X", 0, 0), 40)  # the next change
    pipeline.answer()
    assert not said.is_visible()


def test_a_number_that_python_refuses_is_said_while_the_controls_stand_so(pipeline):
    """Also where the page plays a picture of its own, with another message."""
    answer = "(content) => model.handlers.get('msg:custom').forEach((h) => h(content))"
    pipeline.page.evaluate(answer, {"done": True, "refused": "edits: too large"})
    pipeline.board.settle()
    assert pipeline.page.locator(".attn-message").inner_text() == "edits: too large"
    pipeline.page.evaluate("model.set('key', ['another'])")
    pipeline.board.settle()
    assert not pipeline.page.locator(".attn-message").is_visible()


def test_marking_digits_in_the_field_is_no_dragging(pipeline):
    pipeline.board.cell("scores", 2, 2).dblclick()
    pipeline.drag(("scores", 2, 2), 12)
    pipeline.page.keyboard.press("Escape")
    assert pipeline.sent() == []


@pytest.mark.parametrize("of", ["pipeline", "masking"])
def test_dragging_marks_no_text(request, of):
    kernel = request.getfixturevalue(of)
    kernel.drag(({"pipeline": "scores", "masking": "mask"}[of], 1, 1), 90, 60)
    assert kernel.page.evaluate("getSelection().toString()") == ""


def test_escape_leaves_the_number_as_it_was(pipeline):
    pipeline.board.cell("X", 0, 0).dblclick()
    pipeline.page.keyboard.type("5")
    pipeline.page.keyboard.press("Escape")
    assert pipeline.sent() == []


def test_dragging_a_value_leaves_the_weights_as_they_are(pipeline):
    before = pipeline.board.numbers()
    pipeline.drag(("V", 2, 0), 80)
    pipeline.answer()
    after = pipeline.board.numbers()
    assert after["V"][2, 0] == pytest.approx(before["V"][2, 0] + 1)
    assert (after["weights"] == before["weights"]).all()
    assert (after["output"] != before["output"]).any()


def test_while_an_answer_is_awaited_nothing_queues(pipeline):
    """Of a whole drag two messages are left: the first, and the last."""
    pipeline.drag(("X", 2, 0), 160)
    first = pipeline.sent()
    assert len(first) == 1
    pipeline.done()
    (last,) = pipeline.sent()
    assert last["edits"] == [{"id": "X", "i": 2, "j": 0, "number": 3}]


def test_what_is_done_says_on_which_picture(pipeline):
    """Each change goes with the key of the picture on which it was done."""
    first = pipeline.explorer.board.key
    pipeline.drag(("X", 2, 0), 40)
    pipeline.explorer.mask.value = "causal"  # before the rest of the drag was sent
    pipeline.board.receive(pipeline.explorer)
    pipeline.board.cell("V", 1, 1).focus()
    pipeline.page.keyboard.press("7")
    pipeline.page.keyboard.press("Enter")
    keys = []
    while messages := pipeline.sent():
        keys += [message["key"] for message in messages]
        pipeline.done()
    assert keys == [first, first, pipeline.explorer.board.key]


@pytest.mark.parametrize("in_the_end", [True, False])
def test_what_was_done_on_a_later_picture_is_asked_again(pipeline, in_the_end):
    """Python may not have heard yet where the controls stand; or has gone past it."""
    pipeline.board.cell("V", 1, 1).focus()
    pipeline.page.keyboard.press("7")
    pipeline.page.keyboard.press("Enter")
    later, message = {"later": True, "refused": "a picture that has gone"}, None
    for _ in range(3 if in_the_end else 10):
        pipeline.page.wait_for_function("sent.length > 0")
        (message,) = pipeline.sent()
        assert message["edits"] == [{"id": "V", "i": 1, "j": 1, "number": 7}]
        pipeline.done(later)
    said = pipeline.page.locator(".attn-message")
    if in_the_end:
        pipeline.page.wait_for_function("sent.length > 0")
        pipeline.answer()
        assert pipeline.explorer.state.edits == (("V", 1, 1, 7.0),)
        assert not said.is_visible()
    else:
        pipeline.board.settle()
        assert said.inner_text() == "a picture that has gone"
        pipeline.page.wait_for_timeout(300)
        assert pipeline.sent() == []


def test_an_answer_to_another_view_of_the_board_is_not_ours(pipeline):
    pipeline.done({"later": True, "refused": "a picture that has gone"})
    pipeline.board.settle()
    assert not pipeline.page.locator(".attn-message").is_visible()


@pytest.mark.parametrize("leave", ["elsewhere", "Enter"])
def test_a_number_that_was_not_touched_is_not_changed(mount, leave):
    """The field shows three decimals; the number has more."""
    explorer = PipelineExplorer(weights="random")
    kernel = Kernel(mount(explorer), explorer)
    kernel.board.cell("scores", 2, 2).dblclick()
    if leave == "Enter":
        kernel.page.keyboard.press("Enter")
    else:
        kernel.board.cell("X", 0, 0).click()
    assert kernel.sent() == []
    number = float(kernel.board.cell("scores", 2, 2).get_attribute("data-value"))
    assert number == pytest.approx(explorer.trace.scores[2, 2], rel=1e-6)


def test_a_change_that_is_not_answered_is_said(pipeline):
    trouble = pipeline.page.locator(".attn-trouble")
    pipeline.board.cell("scores", 1, 1).focus()
    pipeline.page.keyboard.type("5")
    pipeline.page.keyboard.press("Enter")
    assert not trouble.is_visible()
    trouble.get_by_text("Python has not answered yet.").wait_for(timeout=10_000)
    pipeline.answer()
    assert not trouble.is_visible()
    assert pipeline.explorer.trace.scores[1, 1] == 5


def test_a_picture_that_comes_meanwhile_does_not_touch_what_is_typed(pipeline):
    """The answer to the last change may come while the next number is typed."""
    cell, keyboard = pipeline.board.cell("scores", 1, 1), pipeline.page.keyboard
    for end in ("Escape", "Enter"):
        cell.focus()
        keyboard.type("1.")
        pipeline.explorer.seed.value += 1
        pipeline.explorer.weights.value = "random"
        pipeline.board.receive(pipeline.explorer)
        keyboard.type("5")
        assert pipeline.page.locator(".attn-input").input_value() == "1.5"
        keyboard.press(end)
        number = pipeline.explorer.trace.scores[1, 1]
        assert cell.inner_text() == f"{number:.2f}".replace("-", "−")
        assert pipeline.page.evaluate("document.activeElement.dataset.id") == "scores"
        assert len(pipeline.sent()) == (end == "Enter")


def test_what_is_typed_into_a_cell_that_goes_is_dropped(pipeline):
    pipeline.board.cell("Q", 1, 3).focus()
    pipeline.page.keyboard.type("1.5")
    pipeline.explorer.d_k.value = 2
    pipeline.board.receive(pipeline.explorer)
    assert pipeline.page.locator(".attn-input").count() == 0
    assert pipeline.sent() == []


def test_a_changed_number_says_so(pipeline):
    pipeline.board.cell("Q", 3, 0).dblclick()
    pipeline.page.keyboard.type("1")
    pipeline.page.keyboard.press("Enter")
    pipeline.answer()
    pipeline.board.cell("Q", 3, 0).hover()
    assert "changed by hand; it would be" in pipeline.board.answer()
    assert "NumPy says" not in pipeline.board.answer()


def test_weights_cannot_be_changed(pipeline):
    pipeline.board.cell("weights", 0, 0).dblclick()
    assert pipeline.page.locator(".attn-input").count() == 0


def test_a_mask_is_painted_by_dragging(masking):
    first = masking.board.cell("mask", 0, 2).bounding_box()
    last = masking.board.cell("mask", 0, 5).bounding_box()
    masking.drag(("mask", 0, 2), last["x"] - first["x"])
    masking.answer()
    assert masking.explorer.state.painted[0] == "110000"
    shown = masking.board.numbers()
    assert (shown["weights"][0, 2:] == 0).all()
    assert masking.board.cell("weights", 0, 3).inner_text() == ""


def test_the_space_bar_paints_and_a_row_without_anything_is_named(masking):
    for column in range(6):
        masking.board.cell("mask", 1, column).focus()
        masking.page.keyboard.press(" ")
        masking.answer()
    assert masking.explorer.state.painted[1] == "000000"
    assert masking.board.cell("weights", 1, 0).inner_text() == "nothing visible"
    assert (masking.board.numbers()["output"][1] == 0).all()


class Finger:
    """A finger on a page, which goes down, moves in steps and is lifted."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def touch(self, event, *points):
        at = [{"x": x, "y": y} for x, y in points]
        self.session.send(
            "Input.dispatchTouchEvent", {"type": event, "touchPoints": at}
        )

    def drag(self, box, x):
        start, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.touch("touchStart", (start, y))
        for step in range(1, 13):
            self.touch("touchMove", (start + x * step / 12, y))
        self.touch("touchEnd")


@pytest.fixture
def with_a_finger(chromium):
    """A board on a narrow page that is touched, and the finger."""
    page = chromium.new_page(viewport={"width": 390, "height": 720}, has_touch=True)

    def touched(explorer):
        return Kernel(put_on(page, explorer), explorer), Finger(page)

    yield touched
    page.close()


def test_a_tap_asks_a_cell_and_a_second_one_lets_go(with_a_finger):
    kernel, _ = with_a_finger(PipelineExplorer())
    cell = kernel.board.cell("scores", 1, 2)
    cell.tap()
    assert kernel.board.answer().startswith("scores[hungry, monkey]")
    cell.tap()
    kernel.board.cell("Q", 0, 0).tap()
    assert kernel.board.answer().startswith("Q[")


def test_a_finger_changes_a_number(with_a_finger):
    kernel, finger = with_a_finger(PipelineExplorer())
    cell = kernel.board.cell("V", 2, 0)
    cell.scroll_into_view_if_needed()
    before = float(cell.get_attribute("data-value"))
    finger.drag(cell.bounding_box(), 80)
    kernel.answer()
    ((id, i, j, number),) = kernel.explorer.state.edits
    assert (id, i, j) == ("V", 2, 0)
    assert number == pytest.approx(before + 1)


def test_a_finger_paints_the_mask(with_a_finger):
    kernel, finger = with_a_finger(MaskingExplorer(mask="none"))
    first, last = (kernel.board.cell("mask", 0, j) for j in (2, 5))
    first.scroll_into_view_if_needed()
    first, last = first.bounding_box(), last.bounding_box()
    finger.drag(first, last["x"] - first["x"])
    kernel.answer()
    assert kernel.explorer.state.painted[0] == "110000"


def test_hold_keeps_the_picture_and_marks_what_changed(pipeline):
    press(pipeline, "keep this picture to compare the next one with")
    pipeline.explorer.d_k.value = 9
    pipeline.board.receive(pipeline.explorer)
    held = pipeline.page.locator(".attn-held .attn-cell[data-id=weights].attn-changed")
    assert held.count() > 0
    changed = pipeline.board.lit("changed")
    assert {id for id, *_ in changed} == {"scaled", "masked", "weights", "output"}
    press(pipeline, "keep this picture to compare the next one with")
    assert pipeline.page.locator(".attn-held").count() == 0
    assert pipeline.board.lit("changed") == set()


def test_the_steps_lead_from_q_to_the_output(pipeline):
    seen = []
    for _ in range(6):
        press(pipeline, "one step forward")
        seen.append(pipeline.board.answer().split("[")[0])
    assert seen == ["Q", "scores", "scaled", "masked", "weights", "output"]
    press(pipeline, "one step back")
    assert pipeline.board.answer().startswith("weights[")


@pytest.mark.parametrize(
    ("Explorer", "way"),
    [
        (ScoresExplorer, ["Q", "q", "q Kᵀ", "scores"]),
        (WeightedSumExplorer, ["w", "out"]),
        (PlaneExplorer, ["q", "q Kᵀ"]),
        (HullExplorer, ["w", "out"]),
        (SoftmaxExplorer, ["scores", "scaled", "weights"]),
        (MaskingExplorer, ["scaled", "masked", "weights", "output"]),
    ],
)
def test_the_steps_lead_through_what_is_drawn(mount, Explorer, way):
    explorer = Explorer()
    board = mount(explorer)
    seen = []
    for _ in way:
        board.page.get_by_role("button", name="one step forward").click()
        board.settle()
        (asked,) = board.lit("asked")
        seen.append(asked)
    assert [id for id, *_ in seen] == way
    rows = {i for id, i, _ in seen if id in ("Q", "scores", "weights", "output")}
    assert rows <= {getattr(explorer.state, "query", 0)}


def test_where_there_is_no_way_there_are_no_steps(mount):
    page = mount(ProjectionExplorer()).page
    for name in ("one step back", "play the steps", "one step forward"):
        assert page.get_by_role("button", name=name).count() == 0
    assert page.get_by_role("button", name="keep this picture").is_visible()


def test_the_arrow_keys_step_too(pipeline):
    pipeline.page.get_by_role("button", name="play the steps").focus()
    pipeline.page.keyboard.press("ArrowRight")
    pipeline.page.keyboard.press("ArrowRight")
    assert pipeline.board.answer().startswith("scores[")


def test_the_code_that_is_copied_recreates_the_state(pipeline):
    pipeline.explorer.d_k.value = 9
    pipeline.board.receive(pipeline.explorer)
    press(pipeline, "copy the line of Python")
    said = pipeline.page.locator(".attn-tools [role=status]").inner_text()
    assert said == "PipelineExplorer(d_k=9)"
    pipeline.explorer.d_k.value = 3
    pipeline.board.receive(pipeline.explorer)
    pipeline.board.settle()
    assert pipeline.page.locator(".attn-tools [role=status]").inner_text() == ""


def test_escape_lets_go_of_a_step_too(pipeline):
    press(pipeline, "one step forward")
    assert pipeline.board.lit("asked")
    pipeline.page.keyboard.press("Escape")
    assert not pipeline.board.lit("asked")


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_the_picture_can_be_saved(pipeline, kind):
    with pipeline.page.expect_download() as saved:
        press(pipeline, f"save the picture as {kind}")
    data = saved.value.path().read_bytes()
    if kind == "PNG":
        pixels = plt.imread(io.BytesIO(data))[..., :3]
        dark, paper = (pixels.max(axis=-1) < 0.4).mean(), (pixels == 1).all(-1).mean()
        assert dark > 0.01  # digits
        assert 0.4 < paper < 0.9
    else:
        svg = data.decode("utf-8")
        assert svg.count("<rect") > on_the_page(pipeline.explorer)["X"].size
        assert ">banana<" in svg


def test_larger_numbers_are_fit_for_a_projector(pipeline):
    press(pipeline, "larger numbers, for a projector")
    size = pipeline.board.cell("scores", 0, 0).evaluate(
        "(cell) => parseFloat(getComputedStyle(cell).fontSize)"
    )
    assert size >= 14
