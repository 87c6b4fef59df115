"""What holds for every explorer: state → trace → view, bad input, the stored output."""

import ast
import gc
import html
import io
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.image import imread

import attn_lib as al
from attn_lib import explorers, figures
from attn_lib.explorers import PipelineExplorer, ScoresExplorer, SoftmaxExplorer
from attn_lib.explorers import explorer as explorer_module
from attn_lib.explorers.explorer import WIDGET_VIEW
from tests.support.lessons import ROOT
from tests.support.played import (
    ALL,
    HOSTILE,
    ODD,
    WITH_SENTENCE,
    assert_sent,
    by_name,
    compute_by,
    drawn,
    live_widgets,
    on_the_page,
    spec_of,
    stages,
)

every_explorer = pytest.mark.parametrize("Explorer", ALL, ids=by_name)
every_explorer_of_text = pytest.mark.parametrize("Explorer", WITH_SENTENCE, ids=by_name)


@pytest.fixture
def displayed(monkeypatch):
    """The outputs of a cell, each as (data, metadata)."""
    outputs = []

    def display(data, *, raw, metadata=None):
        assert raw
        outputs.append((data, metadata))

    monkeypatch.setattr(explorer_module, "display", display)
    return outputs


# ---- state


@every_explorer
def test_a_setting_and_a_moved_control_give_the_same(Explorer):
    asked, moved = Explorer(**ALL[Explorer]), Explorer()
    for name, value in ALL[Explorer].items():
        getattr(moved, name).value = value
    assert moved.state == asked.state
    assert moved.caption == asked.caption
    assert moved.board.data == asked.board.data
    assert moved.board.matrices == asked.board.matrices


@every_explorer
def test_a_state_is_frozen_comparable_and_hashable(Explorer):
    one, other = Explorer(), Explorer(**ALL[Explorer])
    assert one.state == Explorer().state
    assert one.state != other.state
    assert len({one.state, Explorer().state, other.state}) == 2
    with pytest.raises(AttributeError):
        one.state.sentence = "another"


@every_explorer
def test_repr_is_the_line_that_recreates_the_state(Explorer):
    explorer = Explorer(**ALL[Explorer])
    again = eval(repr(explorer), vars(explorers))
    assert again.state == explorer.state
    call = ast.parse(repr(explorer), mode="eval").body
    assert {keyword.arg for keyword in call.keywords} == set(ALL[Explorer])
    assert repr(Explorer()) == f"{Explorer.__name__}()"


@every_explorer
def test_the_settings_of_the_tests_differ_from_the_first_state_in_every_control(
    Explorer,
):
    first, other = Explorer().state, Explorer(**ALL[Explorer]).state
    fields = type(first).__dataclass_fields__
    assert all(getattr(first, name) != getattr(other, name) for name in fields)


def test_repr_names_only_what_is_not_the_default():
    assert repr(PipelineExplorer(d_k=8)) == "PipelineExplorer(d_k=8)"


@every_explorer
def test_an_unknown_setting_is_named_and_the_known_ones_are_listed(Explorer):
    with pytest.raises(TypeError, match=rf"{Explorer.__name__}: expected .*, got d_q"):
        Explorer(d_q=4)


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ({"d_k": 99}, "d_k: expected a whole number from 1 to 64, got 99"),
        ({"d_k": 0}, "d_k: expected a whole number from 1 to 64, got 0"),
        ({"d_k": 4.5}, "d_k: expected a whole number from 1 to 64, got 4.5"),
        ({"d_k": "4"}, "d_k: expected a whole number from 1 to 64, got '4'"),
        ({"d_k": None}, "d_k: expected a whole number from 1 to 64, got None"),
        ({"mask": "casual"}, "mask: expected one of 'none', 'causal', .* got 'casual'"),
        ({"positions": "no"}, "positions: expected True or False, got 'no'"),
        ({"sentence": 5}, "sentence: expected text, got 5"),
        ({"sentence": "  "}, "Type at least one word"),
        ({"seed": -1}, "seed: expected a whole number from 0 to 9999, got -1"),
    ],
)
def test_a_value_that_a_control_does_not_take_is_refused(setting, text):
    before = live_widgets()
    with pytest.raises(ValueError, match=text):
        PipelineExplorer(**setting)
    assert live_widgets() == before  # a refused explorer leaves nothing behind


def test_a_query_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="query: expected one of 0, 1, got 3"):
        ScoresExplorer(sentence="she eats", query=3)


# ---- state → trace → view


@every_explorer_of_text
@pytest.mark.parametrize("other", [False, True])
def test_the_page_gets_the_numbers_of_the_trace(Explorer, other):
    explorer = Explorer(**(ALL[Explorer] if other else {}))
    assert_sent(explorer, stages(explorer.trace))


@every_explorer
def test_an_equal_state_is_no_work(Explorer):
    explorer = Explorer()
    compute_by(explorer, None)  # would fail if it were called
    explorer._respond()
    explorer.reset.click()
    assert explorer.board.message == ""


def test_one_change_is_one_computation_and_one_message(monkeypatch):
    explorer = PipelineExplorer()
    computed, sent = [], []
    compute = explorer.scene.compute
    compute_by(explorer, lambda state: computed.append(state) or compute(state))
    monkeypatch.setattr(
        explorer.board, "_send", lambda content, buffers=None: sent.append(content)
    )
    explorer.d_k.value = 8
    assert len(computed) == 1
    (message,) = sent
    assert {"data", "matrices"} <= message["state"].keys() | {
        path[0] for path in message["buffer_paths"]
    }

    explorer.mask.value, explorer.d_v.value = "causal", 3
    computed.clear()
    explorer.reset.click()  # sets seven controls, and answers once
    assert len(computed) == 1
    assert repr(explorer) == "PipelineExplorer()"


def test_reset_goes_back_to_what_the_lesson_showed():
    explorer = PipelineExplorer(mask="causal", d_k=8)
    first = explorer.board.data
    explorer.sentence.value, explorer.d_k.value = "the the", 2
    explorer.reset.click()
    assert repr(explorer) == "PipelineExplorer(d_k=8, mask='causal')"
    assert explorer.board.data == first


@every_explorer
def test_every_input_that_a_calculation_names_is_there(Explorer):
    explorer = Explorer(**ALL[Explorer])
    sent = on_the_page(explorer)
    for spec in explorer.board.matrices:
        inputs = spec["made"].keys() & {"left", "right", "of", "mask"}
        assert {spec["made"][name] for name in inputs} <= sent.keys()
        assert [len(spec["rows"]), len(spec["columns"])] == spec["shape"]
    assert len(drawn(explorer)) >= 3


@every_explorer
def test_weights_have_fixed_limits_and_signed_numbers_symmetric_ones(Explorer):
    explorer = Explorer()
    for spec in explorer.board.matrices:
        if spec["symbol"] == "weights":
            assert spec["kind"] in ("weights", "bars")
            assert spec["limit"] == 1
        elif spec["id"] in ("Q", "K", "V", "X"):
            sent = on_the_page(explorer)[spec["id"]]
            assert spec["limit"] == pytest.approx(np.abs(sent).max())


def test_scores_before_and_after_scaling_have_the_same_limit():
    """Else dividing by √d_k would change no colour, and nobody would see it."""
    explorer = PipelineExplorer(d_k=16)
    limits = {spec_of(explorer, id)["limit"] for id in ("scores", "scaled", "masked")}
    assert limits == {np.abs(explorer.trace.scores).max()}


# ---- text is data


@every_explorer_of_text
@pytest.mark.parametrize("sentence", [ODD, HOSTILE, "banana", "香蕉", "_x^2 \\ $$ `"])
def test_any_text_gives_the_right_matrices(Explorer, sentence):
    explorer = Explorer()
    explorer.sentence.value = sentence
    tokens = al.tokenize(sentence)
    assert explorer.board.message == ""
    assert_sent(explorer, {"X": al.embed(tokens)})
    assert spec_of(explorer, "X")["rows"] == tokens
    if sentence in (ODD, HOSTILE):
        assert "Not in the lexicon, numbers without meaning" in explorer.caption
        for word in al.unknown_words(tokens)[:5]:
            assert f"'{word}'" in explorer.caption


@pytest.mark.case("C18")
@every_explorer_of_text
def test_markup_never_reaches_a_page_as_markup(Explorer, displayed, monkeypatch):
    monkeypatch.setattr(explorer_module, "png", lambda figure: b"")
    explorer = Explorer(sentence=HOSTILE)
    explorer._ipython_display_()
    _, (caption, _) = displayed
    for value in (caption["text/html"], explorer._caption_view.value):
        assert "&lt;img" in value
        assert "<img" not in value
        assert "</script" not in value
        assert explorer.caption in html.unescape(value)


@pytest.mark.case("A27", "C12")
@every_explorer_of_text
def test_an_empty_line_keeps_the_last_good_picture_and_the_next_word_recovers(Explorer):
    explorer = Explorer(**ALL[Explorer])
    before = explorer.state, explorer.trace, explorer.caption, explorer.board.data
    said = explorer.board.message
    explorer.sentence.value = "   "
    assert explorer.board.message == "Type at least one word."
    after = explorer.state, explorer.trace, explorer.caption, explorer.board.data
    assert after == before
    explorer.sentence.value = "banana"
    assert explorer.board.message == said
    assert spec_of(explorer, "X")["rows"] == ["banana"]


@pytest.mark.case("C19")
@every_explorer_of_text
def test_a_very_long_sentence_is_cut_and_the_page_says_so(Explorer):
    explorer = Explorer()
    explorer.sentence.value = "banana " * 2000
    assert "Shown: the first 64 of 2,000 tokens." in explorer.caption
    assert explorer.trace.weights.shape[-2:] == (64, 64)
    assert len(explorer.board.data) < 300_000
    assert sum(len(str(spec)) for spec in explorer.board.matrices) < 50_000


@pytest.mark.case("C15")
def test_text_is_read_when_it_is_finished_and_sliders_while_they_move():
    explorer = PipelineExplorer()
    assert explorer.sentence.continuous_update is False
    assert explorer.d_k.continuous_update is True


# ---- faults


@pytest.mark.case("C12")
@every_explorer
def test_a_fault_in_the_callback_is_a_line_on_the_page(Explorer):
    """Field case: the control simply stops doing anything (ipywidgets #1971)."""
    explorer = Explorer()
    good = explorer.board.data

    def broken(state):
        raise ZeroDivisionError("out of\nbananas")

    name, value = next(
        (name, value) for name, value in ALL[Explorer].items() if name != "sentence"
    )
    compute_by(explorer, broken)
    getattr(explorer, name).value = value
    assert explorer.board.message == (
        "This did not work: ZeroDivisionError: out of bananas."
    )
    assert explorer.board.data == good
    assert repr(explorer) == f"{Explorer.__name__}()"
    del explorer.scene  # that of the class is there again
    explorer._respond()
    assert explorer.board.message == ""
    assert getattr(explorer.state, name) == value


# ---- the stored output


@every_explorer
def test_the_stored_output_is_a_picture_and_the_caption_as_real_text(
    Explorer, displayed
):
    explorer = Explorer(**ALL[Explorer])
    explorer._ipython_display_()
    (picture, metadata), (caption, _) = displayed
    assert set(picture) == {WIDGET_VIEW, "image/png", "text/plain"}
    assert imread(io.BytesIO(picture["image/png"]), format="png").shape[1] > 200
    assert metadata["image/png"]["alt"] == explorer.caption
    assert picture["text/plain"] == f"{explorer!r}\n{explorer.caption}"
    assert set(caption) == {WIDGET_VIEW, "text/html", "text/plain"}
    assert caption["text/plain"] == explorer.caption
    views = [bundle[WIDGET_VIEW]["model_id"] for bundle in (picture, caption)]
    assert views == [explorer.widget.model_id, explorer._caption_view.model_id]


@every_explorer
def test_the_stored_text_is_the_same_on_every_run(Explorer, displayed, monkeypatch):
    monkeypatch.setattr(explorer_module, "png", lambda figure: b"")
    for _ in range(2):
        Explorer(**ALL[Explorer])._ipython_display_()
    for data, _ in displayed:
        del data[WIDGET_VIEW]
    assert displayed[:2] == displayed[2:]
    assert "0x" not in str(displayed)


@every_explorer
def test_the_picture_is_of_the_present_state(Explorer, monkeypatch):
    explorer, drawn_from = Explorer(), []

    def draw(state, trace):
        drawn_from.append((state, trace))
        return Figure(figsize=(1, 1))

    monkeypatch.setattr(explorer, "draw", draw)
    for name, value in ALL[Explorer].items():
        getattr(explorer, name).value = value
    assert drawn_from == []  # a moved control draws no picture
    explorer._repr_mimebundle_()
    assert drawn_from == [(explorer.state, explorer.trace)]
    assert explorer.state == Explorer(**ALL[Explorer]).state


# ---- nothing accumulates


@pytest.mark.case("B08")
def test_no_figure_stays_open():
    """Field case: every move of a slider leaves a figure open (NAVADMC/ADSM #360)."""
    before = plt.get_fignums()
    explorer = SoftmaxExplorer()
    for seed in range(30):
        explorer.seed.value = seed
    explorer._repr_mimebundle_()
    assert plt.get_fignums() == before


def test_pyplot_is_not_even_loaded():
    script = (
        "import sys; from attn_lib.explorers import PipelineExplorer; "
        "PipelineExplorer()._repr_mimebundle_(); "
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@every_explorer
def test_a_closed_explorer_leaves_no_widget_behind(Explorer):
    before = live_widgets()
    for _ in range(50):
        Explorer().close()
    assert live_widgets() == before


def observers_of(control):
    return sum(len(each) for each in control._trait_notifiers["value"].values())


def test_moving_a_slider_makes_no_widget_and_keeps_no_trace():
    explorer = PipelineExplorer()

    def move(times):
        for n in range(times):
            explorer.d_k.value = 1 + n % 16

    move(50)
    widgets, observers = live_widgets(), observers_of(explorer.d_k)
    tracemalloc.start()
    move(200)
    gc.collect()  # what is free to go has not always gone yet
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert live_widgets() == widgets
    assert observers_of(explorer.d_k) == observers
    assert grown < 200_000  # bytes: the last state, and not two hundred


# ---- moving, and shown once


@pytest.mark.case("B09")
def test_the_page_does_not_jump():
    """An output area collapsed at every update, and the picture flickered.

    Here nothing is cleared: the board stays, and its numbers are exchanged. That the
    sliders stay where they are on a page is seen in ``tests/browser``.
    """
    for path in sorted((ROOT / "attn_lib").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        assert not names & {"clear_output", "Output", "interact", "interactive"}, path
    explorer = PipelineExplorer()
    board, children = explorer.board, explorer.widget.children
    shown = board.data
    explorer.d_k.value = 9
    assert explorer.board is board
    assert explorer.widget.children == children
    assert board.data != shown
    explorer.close()


@pytest.mark.case("B10")
def test_one_picture_and_no_more(monkeypatch):
    """Shown and returned, a figure appeared twice; each change added another."""
    outputs = []
    monkeypatch.setattr(
        explorer_module, "display", lambda data, **_: outputs.append(data)
    )
    monkeypatch.setattr(
        figures.display, "display", lambda data, **_: outputs.append(data)
    )
    in_a_notebook = staticmethod(lambda: True)
    monkeypatch.setattr(InteractiveShell, "initialized", in_a_notebook)
    explorer = ScoresExplorer()
    explorer._ipython_display_()
    for d_k in (1, 3, 7):
        explorer.d_k.value = d_k
    assert sum("image/png" in data for data in outputs) == 1
    explorer.close()
    outputs.clear()
    assert figures.show(figures.softmax_bars([1], ["a"]), "one bar of one") is None
    assert sum("image/png" in data for data in outputs) == 1


@pytest.mark.case("C14")
def test_a_slider_that_is_dragged_does_not_queue():
    """Dozens of slow redraws waited in line, seconds behind the hand."""
    twelve = "the hungry monkey eats the banana and the small dog drinks water"
    explorer = PipelineExplorer(sentence=twelve)
    assert len(explorer.trace.X) == 12
    drawn = []
    explorer.draw = lambda *_: drawn.append(1)
    begin = time.process_time()
    for step in range(50):
        explorer.d_v.value = 1 + step % 8
    each = (time.process_time() - begin) / 50
    assert drawn == []  # no picture is made while a slider moves
    assert explorer.state.d_v == explorer.d_v.value == 2
    np.testing.assert_array_equal(
        on_the_page(explorer)["output"], explorer.trace.output
    )
    assert each < 0.2  # seconds
