"""The picture is that of the state: keys, refused inputs, threads, what is shared."""

import json
import threading
from contextlib import suppress
from dataclasses import fields, is_dataclass

import ipywidgets
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from traitlets import TraitError

import attn_lib as al
from attn_lib import explorers
from attn_lib.explorers import (
    LearningExplorer,
    MaskingExplorer,
    PipelineExplorer,
    ProjectionExplorer,
    RealModelExplorer,
    ScoresExplorer,
    SoftmaxExplorer,
    keys,
)
from attn_lib.explorers.controls import Kept, Sentence
from attn_lib.real_model import is_installed
from attn_lib.scenes import learning, real_model, scale_and_softmax
from tests.support.played import ALL, EVERY, by_name, compute_by, on_the_page

EVERYONE = [*EVERY]
if RealModelExplorer not in EVERY:
    EVERYONE.append(RealModelExplorer)
every_explorer = pytest.mark.parametrize("Explorer", EVERYONE, ids=by_name)

# ---- states, through the controls

# Few numbers, so that the same cell gets several; hash(-1) == hash(-2) in Python.
NUMBERS = st.sampled_from([-2, -1, -0.0, 0, np.float32(3)])
PLACES = st.integers(0, 2)
MATRICES = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores")
POINTS = st.tuples(NUMBERS, NUMBERS)
KEPT = {
    "edits": st.lists(
        st.tuples(st.sampled_from(MATRICES), PLACES, PLACES, NUMBERS), max_size=3
    ),
    "painted": st.lists(st.text("01", max_size=4), max_size=4),
    "q": POINTS,
    "keys": st.lists(POINTS, min_size=1, max_size=3),
    "values": st.lists(POINTS, min_size=2, max_size=5),
    "weights": st.lists(st.sampled_from([1, 0.5, 2.0]), min_size=2, max_size=5),
}
SENTENCES = ("the", "the the", "The the", "she eats", "香蕉 🍌", "a\ud800", "$5 <b> −1")


def values_of(name, control):
    """What a control can be set to, often in another type than it keeps."""
    if isinstance(control, Kept):
        return KEPT[name]
    if isinstance(control, Sentence):
        return st.sampled_from([*SENTENCES, *map(np.str_, SENTENCES)])
    if hasattr(control, "options"):
        return st.sampled_from([value for _, value in control.options])
    if hasattr(control, "max"):
        return st.integers(control.min, control.max).flatmap(
            lambda n: st.sampled_from([n, float(n), np.int64(n)])
        )
    return st.booleans()


def with_another_number(kept):
    """The same value, but for its last number: the keys of both must differ."""
    *others, last = kept
    if isinstance(last, tuple):
        return (*others, with_another_number(last))
    if isinstance(last, str):
        return (*others, last + "1")
    return (*others, -2.0 if last == -1 else -1.0)


def walk(draw, explorer):
    """Move one control after the other; yield each time, nothing computed."""
    kept = [n for n, c in explorer._controls.items() if isinstance(c, Kept)]
    names = [*explorer._controls, *4 * kept]
    yield explorer.state
    for _ in range(draw(st.integers(1, 8))):
        name = draw(st.sampled_from(names))
        control = explorer._controls[name]
        with explorer._several():
            if isinstance(control, Kept) and control.value and draw(st.booleans()):
                with suppress(TraitError):  # a weight is not negative
                    control.value = with_another_number(control.value)
            else:
                control.value = draw(values_of(name, control))
            explorer.fit()
        yield explorer._asked()


@every_explorer
def test_keys_are_different_where_states_are_and_equal_where_they_are_equal(Explorer):
    @settings(max_examples=80, deadline=None, derandomize=True)
    @given(st.data())
    def compare(data):
        explorer, keys = Explorer(), []
        for state in walk(data.draw, explorer):
            key = json.dumps(explorer._keys.of(state))  # as the page compares it
            assert all((a == state) == (key_a == key) for a, key_a in keys)
            keys.append((state, key))
        explorer.close()

    compare()


@every_explorer
def test_the_line_of_any_state_makes_it_again(Explorer):
    @settings(max_examples=15, deadline=None, derandomize=True)
    @given(st.data())
    def remake(data):
        explorer = Explorer()
        for _ in walk(data.draw, explorer):
            pass
        explorer._respond()
        again = eval(repr(explorer), vars(explorers))
        assert again.state == explorer.state
        assert repr(again) == repr(explorer) == explorer.board.code
        assert again.caption == explorer.caption
        assert on_the_page(again).keys() == on_the_page(explorer).keys()
        for id, values in on_the_page(explorer).items():
            np.testing.assert_array_equal(on_the_page(again)[id], values, err_msg=id)
        explorer.close()
        again.close()

    remake()


def test_minus_one_and_minus_two_are_two_pictures():
    """Their hashes are equal: with those as keys the page stayed at −1."""
    explorer = PipelineExplorer()
    for number in (-1, -2):
        explorer.edits.value = (("X", 0, 0, number),)
        explorer._sweeps.finish(explorer._page, explorer.board.sweep)
        assert on_the_page(explorer)["X"][0, 0] == number
        assert explorer.board.key == [*explorer._page.key]


def test_half_a_character_never_reaches_a_page():
    """UTF-8 does not have it: a message with it is not sent at all."""
    explorer = PipelineExplorer(sentence="\ud800 eats")
    assert explorer.state.sentence == "\ufffd eats"
    explorer.sentence.set_state({"value": "she \udc80"})  # from the page
    assert explorer.state.sentence == "she \ufffd"
    for widget in (explorer.board, explorer.sentence):
        str(widget.get_state()).encode()
    explorer.sentence.set_state({"value": "🍌 eats"})
    assert explorer.state.sentence == "🍌 eats"


# ---- what was refused


TO_REFUSE = [E for E in EVERYONE if "sentence" in E.scene.State.__dataclass_fields__]


@pytest.mark.parametrize("Explorer", TO_REFUSE, ids=by_name)
def test_after_a_refused_sentence_all_goes_on_with_the_last_good_one(Explorer):
    explorer, expected = Explorer(), Explorer()
    explorer.sentence.value = " "
    names = [name for name in explorer._controls if name not in ("sentence", "painted")]
    for name in names:
        control = explorer._controls[name]
        values = (
            [
                value
                for value in (*keys.positions(control), ())
                if value != control.value
            ]
            if name in explorer._sweeps.sliders or hasattr(control, "options")
            else []
        )
        if name == "weights" and not is_installed():
            values = [value for value in values if value != "full"]
        if name == "edits":
            values = [((Explorer.scene.editable[0], 0, 0, 3.0),)]
        for value in values[:1]:
            control.value = value
            expected._controls[name].value = value
            assert explorer.state == expected.state
            assert explorer.board.message == "Type at least one word."
            assert explorer.board.key == expected.board.key
            assert explorer.board.data == expected.board.data
            for one in expected._controls:
                if hasattr(expected._controls[one], "disabled"):
                    assert (
                        explorer._controls[one].disabled
                        == expected._controls[one].disabled
                    )
    assert explorer.board.instead == {"sentence": [" ", expected.state.sentence]}
    explorer.sentence.value = "she eats"
    expected.sentence.value = "she eats"
    assert explorer.state == expected.state
    assert explorer.board.instead == {}
    assert explorer.board.message == expected.board.message


def test_an_edit_after_a_refused_sentence_is_seen():
    explorer = PipelineExplorer()
    explorer.sentence.value = ""
    change = {"id": "X", "i": 0, "j": 0, "number": 3}
    hear(explorer, change)
    assert on_the_page(explorer)["X"][0, 0] == 3
    assert explorer.board.answered == explorer.board.key


def test_what_cannot_be_computed_is_not_built_upon():
    """Two things refused, one after the other; then one of them is good after all."""
    explorer = PipelineExplorer()
    compute = explorer.scene.compute

    def picky(state):
        if state.d_k == 5:
            raise ZeroDivisionError
        return compute(state)

    compute_by(explorer, picky)
    explorer.d_k.value = 5
    explorer.sentence.value = " "
    assert explorer.board.message == "Type at least one word."
    assert explorer.board.instead == {
        "d_k": [5, 4],
        "sentence": [" ", al.SENTENCE],
    }
    explorer.d_v.value = 2
    assert explorer.state == PipelineExplorer(d_v=2).state
    explorer.sentence.value = "she eats"
    assert explorer.state == PipelineExplorer(sentence="she eats", d_v=2).state
    assert "ZeroDivisionError" in explorer.board.message
    explorer.d_k.value = 6
    assert explorer.board.message == ""
    assert explorer.board.instead == {}
    explorer.d_k.value = 5
    explorer.reset.click()
    assert repr(explorer) == "PipelineExplorer()"
    assert explorer.board.instead == {}


# ---- what is done on the board is done on a picture


def hear(explorer, *changes, key=None):
    """What the page sends, and what it gets for an answer."""
    answers = []
    explorer.board.send = answers.append
    key = explorer.board.key if key is None else key
    explorer._hear(explorer.board, {"edits": [*changes], "key": key}, None)
    (answer,) = answers
    return answer


def painted(i, j, number):
    return {"id": "mask", "i": i, "j": j, "number": number}


def test_what_was_done_on_a_later_picture_waits_for_its_controls():
    """The page plays window 4 from its sweep while Python is at window 1."""
    explorer = MaskingExplorer(mask="window", window=1)
    explorer._sweeps.finish(explorer._page, explorer.board.sweep)
    pictures = explorer.board.sweep_window["pictures"]
    key = next(p["key"] for p in pictures if "window=4" in p.get("code", ""))
    before = explorer.state
    answer = hear(explorer, painted(0, 0, 0), key=key)
    assert answer["later"]
    assert "picture that has gone" in answer["refused"]
    assert explorer.state == before
    explorer.window.value = 4
    assert hear(explorer, painted(0, 0, 0), key=key) == {"done": True}
    mask = al.sliding_window_mask(6, 4)
    mask[0, 0] = False
    np.testing.assert_array_equal(on_the_page(explorer)["mask"], mask)


def test_what_was_done_on_a_picture_that_has_gone_is_not_done():
    explorer = PipelineExplorer()
    key = explorer.board.key
    explorer.sentence.value = "she eats the red apple"
    change = {"id": "X", "i": 0, "j": 0, "number": 3}
    assert hear(explorer, change, key=key)["later"]
    assert explorer.state.edits == ()


def test_a_hand_may_be_ahead_of_the_pictures_of_what_it_does():
    """A drag goes on while the picture of its last number is on the way."""
    explorer = MaskingExplorer(mask="none")
    key = explorer.board.key
    for j in range(3):
        assert hear(explorer, painted(0, j, 0), key=key) == {"done": True}
    assert on_the_page(explorer)["mask"][0].tolist() == [0, 0, 0, 1, 1, 1]
    explorer.true_means.value = "hidden"
    assert hear(explorer, painted(0, 4, 0), key=key)["later"]


def test_a_message_that_does_not_say_on_what_it_was_done_is_refused():
    explorer, answers = PipelineExplorer(), []
    explorer.board.send = answers.append
    change = {"id": "X", "i": 0, "j": 0, "number": 3}
    for message in ({"edits": [change]}, {"edits": [change], "key": "x"}):
        explorer._hear(explorer.board, message, None)
        assert "message: expected a list, key" in answers.pop()["refused"]
    assert explorer.state.edits == ()


# ---- what is kept for all


def arrays_in(value, seen=None):
    """Every array that can be reached from a value."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from arrays_in(getattr(value, field.name), seen)
    elif isinstance(value, dict):
        for part in value.values():
            yield from arrays_in(part, seen)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from arrays_in(part, seen)


def scribble(array):
    if array.dtype.kind in "fiub" and array.flags.writeable:
        array[...] = 7


CACHES = {
    "training": lambda: learning.training(8, "√d_k"),
    "sentences": learning.sentences,
    "model": lambda: real_model.model("extract"),
    "read": lambda: real_model.read(RealModelExplorer().state),
    "trial_scores": scale_and_softmax.trial_scores,
}


@pytest.mark.parametrize("kept", CACHES.values(), ids=CACHES)
def test_nobody_can_write_into_what_all_share(kept):
    arrays = [*arrays_in(kept())]
    assert len(arrays) > 1
    assert [a.shape for a in arrays if a.flags.writeable] == []


@every_explorer
def test_what_is_written_into_one_explorer_is_in_no_other(Explorer):
    other = {"step": 20} if Explorer is LearningExplorer else {}
    explorer = Explorer(**other)
    before = on_the_page(explorer)
    caption = explorer.caption
    for array in arrays_in(explorer.trace):
        scribble(array)
    for array in arrays_in(explorer._page.picture.matrices):
        scribble(array)
    again = Explorer(**other)
    assert again.caption == caption
    for id, values in on_the_page(again).items():
        np.testing.assert_array_equal(values, before[id], err_msg=id)


# ---- cells and callbacks at once


def test_moved_by_several_threads_at_once_the_picture_is_that_of_the_controls():
    """JupyterLab runs callbacks beside cells, in a thread of their own."""
    explorer = ScoresExplorer()
    moves = {
        "d_k": [2, 5, 9],
        "sentence": ["she eats", al.SENTENCE, " ", "the the the"],
        "seed": [1, 2, 3],
        "weights": ["random", "designed"],
        "edits": [(("Q", 0, 0, 1.0),), ()],
    }
    together = threading.Barrier(len(moves))

    def move(name):
        together.wait()
        for n in range(30):
            explorer._controls[name].value = moves[name][n % len(moves[name])]

    threads = [threading.Thread(target=move, args=(name,)) for name in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert explorer.state == explorer._asked()
    assert explorer.board.key == [*explorer._page.key]
    fresh = eval(repr(explorer), vars(explorers))
    assert fresh.board.data == explorer.board.data
    assert fresh.caption == explorer.caption


def test_a_move_while_another_is_followed_is_not_lost(monkeypatch):
    """While one thread fits the controls, what another one sets is not its doing."""
    explorer = PipelineExplorer()
    fitting, go_on = threading.Event(), threading.Event()
    fit = explorer.fit

    def slow():
        fitting.set()
        go_on.wait(5)
        fit()

    monkeypatch.setattr(explorer, "fit", slow)
    callback = threading.Thread(target=setattr, args=(explorer.d_k, "value", 7))
    callback.start()
    fitting.wait(5)
    cell = threading.Thread(target=setattr, args=(explorer.d_v, "value", 2))
    cell.start()
    cell.join(0.2)
    go_on.set()
    callback.join()
    cell.join()
    assert (explorer.state.d_k, explorer.state.d_v) == (7, 2)


def test_sweeps_that_another_thread_has_stopped_are_not_sent():
    """What the page has, and what Python counts on, would differ."""
    explorer = SoftmaxExplorer()
    sent = []

    class Loop:
        """Calls later what it is told to, when it is told to."""

        waiting = ()

        def call_later(self, _pause, *call):
            self.waiting = (*self.waiting, call)
            return self

        def cancel(self):
            """Too late: the call is on its way."""

    loop, own = Loop(), explorer._sweeps
    own._work = own._pictures(explorer._page, lambda name, sweep: sent.append(name))
    stopped = own._work
    own.stop()
    own._slice(loop, stopped)
    assert loop.waiting == ()
    assert sent == []


def test_an_explorer_stands_in_a_box_by_its_widget():
    explorer = PipelineExplorer()
    box = ipywidgets.HBox([explorer.widget])
    assert box.children == (explorer.widget,)


def test_every_explorer_is_among_these():
    assert {E.__name__ for E in EVERYONE} == {
        name for name in explorers.__all__ if name.endswith("Explorer")
    }
    assert ProjectionExplorer in ALL
