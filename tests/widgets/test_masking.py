"""The masking explorer of lesson 04."""

import numpy as np

import attn_lib as al
from attn_lib.explorers import MaskingExplorer
from tests.widgets.played import (
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
    assert "Nothing is visible to 'apple' either." in explorer.caption


def test_everything_can_be_padding():
    explorer = MaskingExplorer(mask="padding", length=0)
    assert not on_the_page(explorer)["output"].any()
    assert "36 of 36 cells are hidden." in explorer.caption
