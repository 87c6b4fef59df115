"""Sweeps: what the page plays is what a round trip brings, and costs little."""

import asyncio
import gc
import json
import tracemalloc
from dataclasses import asdict

import ipywidgets
import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import (
    MaskingExplorer,
    PipelineExplorer,
    ProjectionExplorer,
    SoftmaxExplorer,
    sweeps,
)
from attn_lib.explorers.keys import Keys
from tests.support.played import ALL, by_name, compute_by, live_widgets, on_the_page

every_explorer = pytest.mark.parametrize("Explorer", ALL, ids=by_name)
LONG = "banana " * 64


def with_sweeps(explorer):
    """Send the sweeps, as when the explorer is displayed."""
    explorer._sweeps.finish(explorer._page, explorer.board.sweep)
    return explorer


def received(explorer, name):
    """Key → what the page shows of it, unpacked as ``sweeps.js`` does."""
    sweep = getattr(explorer.board, f"sweep_{name}") or {"pictures": [], "data": b""}
    numbers, start = np.frombuffer(sweep["data"], "<f8"), 0
    first, first_matrices, pictures = {}, {}, {}
    for entry in sweep["pictures"]:
        matrices = dict(first_matrices)
        for changes in entry["specs"]:
            id = changes["id"]
            spec = {**matrices.get(id, ({}, None))[0], **changes}
            end = start + spec["shape"][0] * spec["shape"][1]
            matrices[id] = spec, numbers[start:end].tobytes()
            start = end
        first, first_matrices = first or entry, first_matrices or matrices
        said = {**first, **entry}
        pictures[tuple(entry["key"])] = {
            "matrices": [matrices[id][0] for id in said["ids"]],
            "data": b"".join(matrices[id][1] for id in said["ids"]),
            **{n: said[n] for n in ("lines", "beside", "caption", "code", "message")},
        }
    assert start == len(numbers)
    return pictures


def shown(explorer):
    """The same after a round trip."""
    names = ("matrices", "data", "lines", "beside", "caption", "code", "message")
    return {name: getattr(explorer.board, name) for name in names}


def stands(explorer):
    """Where the page sees each control."""
    controls = explorer.board.controls.values()
    return tuple(
        getattr(c, "index" if hasattr(c, "index") else "value") for c in controls
    )


def values_of(slider):
    if hasattr(slider, "options"):
        return [value for _, value in slider.options]
    return range(slider.min, slider.max + 1)


@pytest.fixture
def messages(monkeypatch):
    """What is sent to the page: (widget, state) one after another."""
    sent = []

    def send(widget, content, buffers=None):
        if content.get("method") == "update":
            paths = [path[0] for path in content["buffer_paths"]]
            sent.append((widget, {*content["state"], *paths}))

    monkeypatch.setattr(ipywidgets.Widget, "_send", send)
    return sent


def to_board(messages, explorer):
    return [names for widget, names in messages if widget is explorer.board]


def sweeps_in(messages, explorer):
    """The sweeps that were sent, in order."""
    names = [name for state in to_board(messages, explorer) for name in state]
    return [name for name in names if name.startswith("sweep")]


async def idle(explorer):
    """Let the kernel have nothing to do until the sweeps are there."""
    while explorer._sweeps._later:
        await asyncio.sleep(0)


@pytest.fixture
def no_pause(monkeypatch):
    monkeypatch.setattr(sweeps, "PAUSE", 0)


# ---- what is played is what a round trip brings


@every_explorer
@pytest.mark.parametrize("other", [False, True])
def test_every_value_of_every_slider_is_what_a_round_trip_brings(Explorer, other):
    explorer = with_sweeps(Explorer(**(ALL[Explorer] if other else {})))
    for name in explorer._sweeps.sliders:
        slider = explorer._controls[name]
        pictures = received(explorer, name)
        assert len(pictures) == (0 if slider.disabled else len(values_of(slider)))
        for value in values_of(slider) if pictures else ():
            fresh = Explorer(**{**asdict(explorer.state), name: value})
            key = next(key for key in pictures if key[:-1] == stands(fresh))
            assert list(key) == fresh.board.key
            assert pictures[key] == shown(fresh)


def test_some_slider_of_every_explorer_has_a_sweep():
    for Explorer in ALL:
        explorer = with_sweeps(Explorer(**ALL[Explorer]))
        assert any(received(explorer, name) for name in explorer._sweeps.sliders)


def test_the_line_above_the_board_belongs_to_the_sweep():
    explorer = with_sweeps(ProjectionExplorer())
    said = {key[2]: p["message"] for key, p in received(explorer, "d_model").items()}
    assert said[12] == ""
    assert said[9].startswith("d_model = 9: the features with names")


def test_what_the_page_cannot_see_is_part_of_the_key():
    """Else numbers changed by hand would be shown as those of the sentence."""
    controls = {"a": ipywidgets.IntSlider(), "hidden": ipywidgets.Box()}
    key = Keys(controls).of
    state = type("State", (), {"a": 1, "hidden": (1.0,)})
    other = type("State", (), {"a": 1, "hidden": (2.0,)})
    assert key(state)[0] == key(other)[0] == 1
    assert key(state) != key(other)


# ---- no picture twice


@every_explorer
def test_a_played_value_is_followed_but_not_sent(Explorer, messages):
    explorer = with_sweeps(Explorer(**ALL[Explorer]))
    name = next(n for n in explorer._sweeps.sliders if received(explorer, n))
    slider = explorer._controls[name]
    value = next(v for v in values_of(slider) if v != slider.value)
    messages.clear()
    slider.value = value
    fresh = Explorer(**{**asdict(explorer.state), name: value})
    assert getattr(explorer.state, name) == value
    assert repr(explorer) == repr(fresh)
    assert explorer.caption == fresh.caption
    np.testing.assert_array_equal(explorer.trace.weights, fresh.trace.weights)
    assert all(names <= {"message"} for names in to_board(messages, explorer))
    assert slider in [widget for widget, _ in messages]  # it moves on the page too


def test_a_free_input_is_sent_and_so_is_a_slider_that_has_no_sweep_for_it(messages):
    explorer = with_sweeps(PipelineExplorer())
    for name, value in (("mask", "causal"), ("d_k", 7)):
        messages.clear()
        getattr(explorer, name).value = value
        (names,) = to_board(messages, explorer)
        assert {"matrices", "data", "key", "answered"} <= names
    assert shown(explorer) == shown(PipelineExplorer(mask="causal", d_k=7))


def test_a_view_beside_the_board_gets_what_the_page_cannot_play(messages):
    explorer = with_sweeps(SoftmaxExplorer())
    messages.clear()
    explorer.d_k.value = 8
    assert explorer.histogram not in [widget for widget, _ in messages]
    explorer.divisor.value = "none"
    (names,) = [names for widget, names in messages if widget is explorer.histogram]
    assert names == {"samples", "data"}
    fresh = SoftmaxExplorer(d_k=8, divisor="none")
    assert explorer.histogram.data == fresh.histogram.data
    assert explorer.board.beside["histogram"]["data"] == fresh.histogram.data


def test_a_refused_input_is_answered_too(messages):
    """Else the page would wait, and say that there is no answer."""
    explorer = PipelineExplorer()
    for blank in (" ", "  "):
        messages.clear()
        explorer.sentence.value = blank
        (names,) = to_board(messages, explorer)
        assert names <= {"instead", "message"}
        assert explorer.board.instead == {"sentence": [blank, al.SENTENCE]}
        assert explorer.board.answered == explorer.board.key


# ---- when they are sent


def test_without_a_kernel_there_are_none_and_nothing_breaks():
    explorer = PipelineExplorer()
    explorer.d_k.value = 8
    assert explorer.board.sweep_d_k == {}
    assert shown(explorer) == shown(PipelineExplorer(d_k=8))


def test_the_picture_comes_first_and_the_sweeps_when_there_is_time(messages, no_pause):
    async def play():
        explorer = PipelineExplorer()
        await idle(explorer)
        messages.clear()
        explorer.mask.value = "causal"
        assert len(to_board(messages, explorer)) == 1
        await idle(explorer)
        assert "data" in to_board(messages, explorer)[0]
        assert sweeps_in(messages, explorer) == ["sweep_d_k", "sweep_d_v"]

    asyncio.run(play())


def test_only_sweeps_that_are_no_longer_right_are_made_anew(messages, no_pause):
    async def play():
        explorer = PipelineExplorer()
        await idle(explorer)
        messages.clear()
        explorer.d_k.value = 9
        await idle(explorer)
        assert sweeps_in(messages, explorer) == ["sweep_d_v"]

    asyncio.run(play())


def test_a_newer_input_cancels_what_is_under_way(messages, no_pause):
    async def play():
        explorer = PipelineExplorer()
        await idle(explorer)
        messages.clear()
        explorer.seed.value = 1
        explorer.weights.value = "random"
        for _ in range(6):  # some pictures of the first sweep
            await asyncio.sleep(0)
        explorer.seed.value = 2
        await idle(explorer)
        assert sweeps_in(messages, explorer) == ["sweep_d_k", "sweep_d_v"]
        (place,) = {key[:-1] for key in received(explorer, "d_k")} & {stands(explorer)}
        assert place[-1] == 2

    asyncio.run(play())


@pytest.mark.case("C14")
def test_during_a_drag_nothing_is_computed_but_what_is_asked():
    async def play():
        explorer = PipelineExplorer()
        computed = []
        compute = explorer.scene.compute
        compute_by(explorer, lambda state: computed.append(state) or compute(state))
        for n in range(1, 17):
            explorer.d_k.value = n
            await asyncio.sleep(0.001)
        assert len(computed) <= 16
        explorer.close()
        assert explorer._sweeps._later is None

    asyncio.run(play())


def test_displaying_sends_them_within_the_cell(capsys):
    explorer = PipelineExplorer()
    explorer._ipython_display_()
    assert len(received(explorer, "d_k")) == 16


def test_a_value_that_fails_is_left_to_the_round_trip():
    explorer = PipelineExplorer()
    compute = explorer.scene.compute

    def picky(state):
        if state.d_k == 5:
            raise ZeroDivisionError
        return compute(state)

    compute_by(explorer, picky)
    with_sweeps(explorer)
    assert {key[1] for key in received(explorer, "d_k")} == {*range(1, 17)} - {5}
    explorer.d_k.value = 5
    assert "ZeroDivisionError" in explorer.board.message


# ---- what they cost


def size(sweep):
    return len(sweep["data"]) + len(json.dumps(sweep["pictures"]))


def test_a_large_sweep_leaves_out_the_far_values(messages):
    explorer = with_sweeps(PipelineExplorer(sentence=LONG, d_k=8))
    widths = {key[1] for key in received(explorer, "d_k")}
    assert 8 in widths
    assert len(widths) < 16
    assert widths == set(range(min(widths), max(widths) + 1))
    assert size(explorer.board.sweep_d_k) <= sweeps.LARGEST
    assert len(received(explorer, "d_v")) == 8  # of which only V changes
    messages.clear()
    explorer.d_k.value = 16
    (names,) = to_board(messages, explorer)
    assert "data" in names


def test_where_two_pictures_are_too_large_there_is_no_sweep(monkeypatch):
    monkeypatch.setattr(sweeps, "LARGEST", 8000)
    explorer = with_sweeps(PipelineExplorer())
    assert explorer.board.sweep_d_k == {}
    explorer.d_k.value = 5
    assert shown(explorer) == shown(PipelineExplorer(d_k=5))


def test_a_sweep_is_small_because_only_what_differs_is_sent():
    explorer = with_sweeps(PipelineExplorer())
    assert size(explorer.board.sweep_d_k) < 100_000
    assert size(explorer.board.sweep_d_v) < 24_000


def in_use():
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_many_updates_leave_nothing_behind(no_pause):
    async def play():
        explorer, loop = SoftmaxExplorer(), asyncio.get_running_loop()

        async def move(times):
            for n in range(times):
                explorer.d_k.value = 2 ** (n % 10)
                explorer.seed.value = n % 7
                if n % 50 == 0:
                    await idle(explorer)
            await idle(explorer)

        await move(20)
        widgets = live_widgets()
        tracemalloc.start()
        await move(20)  # now the sweeps that the page has are traced
        before = in_use()
        await move(300)
        after = in_use()
        tracemalloc.stop()
        assert after - before < 200_000  # bytes: none of the 600 pictures
        assert live_widgets() == widgets
        assert len(asyncio.all_tasks()) == 1
        assert not loop._ready
        assert not [h for h in loop._scheduled if not h.cancelled()]

    asyncio.run(play())


def test_a_slider_that_is_of_no_use_has_no_sweep():
    explorer = with_sweeps(MaskingExplorer(mask="causal"))
    assert explorer.board.sweep_window == explorer.board.sweep_length == {}


def test_a_number_taken_back_is_sent_though_its_picture_stands_in_a_sweep():
    """The page cannot see what was edited: it finds no picture by itself."""
    explorer = with_sweeps(PipelineExplorer())
    before = on_the_page(explorer)["V"]
    explorer.edits.value = (("V", 0, 1, 1.5),)
    assert on_the_page(explorer)["V"][0, 1] == 1.5
    explorer.edits.value = ()
    np.testing.assert_array_equal(on_the_page(explorer)["V"], before)
    assert tuple(explorer.board.key) == explorer._page.key
