"""The pipeline explorer of lesson 00."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import PipelineExplorer
from tests.support.played import (
    assert_sent,
    drawn,
    expected_trace,
    on_the_page,
    spec_of,
    stages,
)

SENTENCE = "she eats an apple now"  # 5 tokens, 12 features, d_k = 7, d_v = 3


def test_the_first_state_is_the_running_example():
    explorer = PipelineExplorer()
    assert_sent(explorer, stages(expected_trace(al.SENTENCE, 4, 5)))
    assert "With d_k = 4, 'banana' looks most at 'monkey' (0.58)" in explorer.caption
    assert "designed by hand" in explorer.caption


@pytest.mark.parametrize("positions", [True, False])
@pytest.mark.parametrize("seed", [None, 3])
def test_every_control_reaches_the_numbers(positions, seed):
    explorer = PipelineExplorer()
    explorer.sentence.value = SENTENCE
    explorer.d_k.value, explorer.d_v.value = 7, 3
    explorer.positions.value = positions
    if seed is not None:
        explorer.weights.value, explorer.seed.value = "random", seed
    trace = expected_trace(SENTENCE, 7, 3, positions=positions, seed=seed)
    assert_sent(explorer, stages(trace))


@pytest.mark.parametrize(
    ("kind", "mask"),
    [
        ("none", np.ones((5, 5), bool)),
        ("causal", al.causal_mask(5)),
        ("padding", al.padding_mask(3, 5)),
        ("window", al.sliding_window_mask(5, 1)),
        ("both", al.causal_mask(5) & al.padding_mask(3, 5)),
        (
            "all",
            al.causal_mask(5) & al.padding_mask(3, 5) & al.sliding_window_mask(5, 1),
        ),
    ],
)
def test_each_mask_hides_what_it_says(kind, mask):
    explorer = PipelineExplorer(sentence=SENTENCE, mask=kind)
    mask = np.broadcast_to(mask, (5, 5))
    expected = stages(expected_trace(SENTENCE, 4, 5, mask=mask))
    assert_sent(explorer, expected | {"mask": mask})
    assert np.isneginf(on_the_page(explorer)["masked"]).sum() == (~mask).sum()


def test_the_stages_stand_in_the_order_of_the_formula():
    assert drawn(PipelineExplorer()) == [
        *("X", "Q", "K"),
        *("scores", "scaled", "masked"),
        *("weights", "V", "output"),
    ]


def test_values_decide_what_and_keys_decide_where():
    """Field case: what is the difference between key and value? (stats.SE 481324)"""
    explorer = PipelineExplorer(sentence=SENTENCE, weights="random")
    before = on_the_page(explorer)
    explorer.d_v.value = 2
    after = on_the_page(explorer)
    for id in ("Q", "K", "scores", "scaled", "masked", "weights"):
        np.testing.assert_array_equal(after[id], before[id])
    assert after["output"].shape == (5, 2)
    explorer.d_k.value = 9
    assert not np.allclose(on_the_page(explorer)["weights"], after["weights"])


def test_a_wide_designed_matrix_says_that_it_is_filled_with_zeros():
    explorer = PipelineExplorer(d_k=8, d_v=6)
    assert (
        "Columns 5 to 8 of W_Q and W_K are zeros: the scores stay, only √d_k changes."
    ) in explorer.caption
    assert "Column 6 of W_V is zeros." in explorer.caption
    assert not on_the_page(explorer)["W_Q"][:, 4:].any()
    assert spec_of(explorer, "Q")["columns"][3:] == ["next b", "5", "6", "7", "8"]
    explorer.weights.value = "random"
    assert "zeros" not in explorer.caption
    assert "drawn at random (seed 0)" in explorer.caption
    assert spec_of(explorer, "Q")["columns"] == [str(c) for c in range(1, 9)]


def test_the_caption_reads_the_trace():
    explorer = PipelineExplorer(sentence="香蕉 the the", d_k=8)
    row = explorer.trace.weights[2]
    first, second = np.argsort(-row)[:2]
    names = ["'香蕉'", "'the' (position 1)", "'the' (position 2)"]
    said = (
        f"With d_k = 8, {names[2]} looks most at {names[first]} ({row[first]:.2f}), "
        f"then {names[second]} ({row[second]:.2f})."
    )
    assert said in explorer.caption


def test_a_seed_without_effect_cannot_be_set():
    explorer = PipelineExplorer()
    assert explorer.seed.disabled
    explorer.weights.value = "random"
    assert not explorer.seed.disabled
