"""The masking explorer of lesson 04."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import MaskingExplorer
from tests.support.played import (
    assert_sent,
    drawn,
    expected_trace,
    on_the_page,
    spec_of,
    stages,
)

SENTENCE = "she eats an apple now"


def test_the_mask_and_all_that_follows_from_it_are_shown():
    explorer = MaskingExplorer(sentence=SENTENCE)
    mask = al.causal_mask(5)
    expected = stages(expected_trace(SENTENCE, 4, 5, mask=mask))
    assert_sent(explorer, expected | {"mask": mask})
    assert drawn(explorer) == ["scaled", "mask", "masked", "weights", "V", "output"]
    assert "10 of 25 cells are hidden." in explorer.caption
    assert spec_of(explorer, "weights")["hidden"] == "mask"


def test_window_and_length_reach_the_mask():
    explorer = MaskingExplorer(sentence=SENTENCE, mask="window", window=2)
    assert_sent(explorer, {"mask": al.sliding_window_mask(5, 2)})
    explorer.mask.value, explorer.length.value = "padding", 2
    assert_sent(explorer, {"mask": np.tile(al.padding_mask(2, 5), (5, 1))})


def test_only_what_the_mask_uses_can_be_moved():
    explorer = MaskingExplorer()
    assert explorer.window.disabled
    assert explorer.length.disabled
    explorer.mask.value = "all"
    assert not explorer.window.disabled
    assert not explorer.length.disabled


def test_the_length_follows_the_sentence():
    explorer = MaskingExplorer(mask="padding", length=6)
    explorer.sentence.value = "she eats"
    assert explorer.length.max == explorer.state.length == 2


def test_a_query_that_may_look_at_nothing_gets_zeros_and_is_named():
    explorer = MaskingExplorer(sentence=SENTENCE, mask="all", window=1, length=2)
    sent = on_the_page(explorer)
    assert not sent["mask"][3:].any()
    assert not sent["weights"][3:].any()
    assert not sent["output"][3:].any()
    assert "'now' may look at nothing." in explorer.caption
    assert "Nothing is visible to 'apple'." in explorer.caption


def test_everything_can_be_padding():
    explorer = MaskingExplorer(mask="padding", length=0)
    assert not on_the_page(explorer)["output"].any()
    assert "36 of 36 cells are hidden." in explorer.caption


def paint(explorer, *cells):
    """What the page sends when cells of the mask are painted: (row, column, 1 or 0)."""
    edits = [{"id": "mask", "i": i, "j": j, "number": n} for i, j, n in cells]
    message = {"edits": edits, "key": explorer.board.key}
    explorer._hear(explorer.board, message, None)


def test_a_painted_mask_starts_from_the_one_that_was_seen():
    explorer = MaskingExplorer(sentence=SENTENCE)
    paint(explorer, (0, 4, 1), (4, 0, 0))
    mask = al.causal_mask(5)
    mask[0, 4], mask[4, 0] = True, False
    assert explorer.state.mask == "painted"
    assert_sent(explorer, {"mask": mask})
    expected = stages(expected_trace(SENTENCE, 4, 5, mask=mask))
    assert_sent(explorer, expected)


def test_painting_shows_what_is_painted_however_the_mask_is_read():
    explorer = MaskingExplorer(sentence=SENTENCE, true_means="hidden")
    paint(explorer, (0, 0, 1))
    sent = on_the_page(explorer)["mask"]
    assert sent[0, 0] == 1
    assert (sent[1:] == ~al.causal_mask(5)[1:]).all()


@pytest.mark.parametrize("cell", [(-1, 0, 1), (0, -1, 1), (5, 0, 1), (0, 5, 1)])
def test_a_cell_that_is_none_is_not_painted(cell):
    explorer = MaskingExplorer(sentence=SENTENCE)
    before = explorer.state
    paint(explorer, (0, 4, 1), cell)
    assert explorer.state == before  # of both cells neither
    assert "cell" in explorer.board.message
    paint(explorer, (0, 4, 1))
    assert explorer.state.mask == "painted"
    assert explorer.board.message == ""


@pytest.mark.parametrize("number", [2, 0.5, -1, None, float("nan"), "1", True])
def test_a_cell_is_painted_visible_or_hidden(number):
    explorer = MaskingExplorer(sentence=SENTENCE)
    before = explorer.state
    paint(explorer, (0, 4, number))
    assert explorer.state == before
    assert "cell" in explorer.board.message


def test_nothing_painted_is_no_painted_mask():
    explorer = MaskingExplorer(sentence=SENTENCE)
    paint(explorer)
    assert explorer.state.mask == "causal"
    assert explorer.board.message == ""


def test_read_the_other_way_everyone_sees_the_future_alone():
    explorer = MaskingExplorer(sentence=SENTENCE, true_means="hidden")
    inverted = MaskingExplorer(sentence=SENTENCE, mask="inverted")
    assert_sent(explorer, {"mask": ~al.causal_mask(5)})
    assert (explorer.trace.output == inverted.trace.output).all()
    assert "True is read as hidden" in explorer.caption


def test_a_number_in_place_of_minus_infinity_leaks():
    explorer = MaskingExplorer(sentence=SENTENCE, constant="−10")
    hidden = ~al.causal_mask(5)
    weights = on_the_page(explorer)["weights"]
    assert (weights[hidden] > 0).all()
    added = al.self_attention(
        al.embed(al.tokenize(SENTENCE)),
        al.ProjectionWeights.designed(),
        mask=np.where(hidden, -10.0, 0),
    )
    np.testing.assert_allclose(weights, added.weights, rtol=1e-6)
    assert spec_of(explorer, "weights")["hidden"] is None


def test_minus_1e9_does_not_fit_float16_and_the_caption_says_so():
    explorer = MaskingExplorer(sentence=SENTENCE, constant="−1e9", dtype="float16")
    hidden = ~al.causal_mask(5)
    assert explorer.trace.weights.dtype == np.float16
    assert (on_the_page(explorer)["weights"][hidden] == 0).all()
    assert "float16 stores it as −inf" in explorer.caption


@pytest.mark.parametrize("painted", [("10x",), "10", 5, None])
def test_a_painted_mask_of_another_kind_is_refused(painted):
    with pytest.raises(ValueError, match="a text of 0 and 1 for each row"):
        MaskingExplorer(painted=painted)


def test_what_true_means_is_taken_by_its_former_name_too():
    """Notebooks that somebody has written say "may look"."""
    explorer = MaskingExplorer(true_means="may look")
    assert repr(explorer) == "MaskingExplorer()"
    explorer.true_means.value = "hidden"
    explorer.true_means.value = "may look"
    assert explorer.true_means.value == explorer.state.true_means == "visible"
