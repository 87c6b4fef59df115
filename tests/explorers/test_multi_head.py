"""The explorer of lesson 06: heads side by side, their average, and W_O."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import MultiHeadExplorer
from tests.support.played import assert_sent, drawn, on_the_page, spec_of

X = al.embed(al.tokenize(al.SENTENCE))


@pytest.mark.parametrize("h", [1, 2, 4])
def test_the_page_gets_every_head_and_their_average(h):
    explorer = MultiHeadExplorer(num_heads=h)
    trace = al.multi_head_attention(X, al.MultiHeadWeights.designed(h))
    heads = {f"weights_{i}": trace.weights[i] for i in range(h)}
    assert_sent(explorer, {**heads, "average": trace.weights.mean(axis=0)})
    assert_sent(explorer, {"concat": trace.concat, "output": trace.output})
    average = ["average"] if h > 1 else []
    assert drawn(explorer) == [*heads, *average, "concat", "output"]


def test_without_w_o_the_heads_stay_side_by_side():
    explorer = MultiHeadExplorer(W_O=False)
    assert drawn(explorer) == ["weights_0", "weights_1", "average", "concat"]
    assert "Without W_O the heads stay side by side, in 10 columns." in explorer.caption
    explorer.W_O.value = True
    assert "W_O mixes all 10 columns into 12." in explorer.caption


def test_a_column_beside_others_belongs_to_the_head_that_it_names():
    explorer = MultiHeadExplorer()
    spec, sent = spec_of(explorer, "concat"), on_the_page(explorer)
    each, width = spec["made"]["each"], spec["made"]["width"]
    for j, name in enumerate(spec["columns"]):
        head = each[j // width]
        assert head == f"head_{name[0]}"
        assert name[2:] == spec_of(explorer, head)["columns"][j % width]
        np.testing.assert_array_equal(sent["concat"][:, j], sent[head][:, j % width])


def test_the_caption_reads_one_word_in_every_head_and_in_the_average():
    caption = MultiHeadExplorer().caption
    assert "Head 0 (who, what): 'eats' looks most at 'monkey' (0.91)" in caption
    assert "Head 1 (next a, next b): 'eats' looks most at 'the' (position 4)" in caption
    assert "In their average 'eats' looks most at 'monkey' (0.48)" in caption
    assert "designed by hand" in caption


def test_the_chosen_word_is_marked_in_every_head():
    explorer = MultiHeadExplorer(query=5)
    ids = ("weights_0", "weights_1", "average")
    assert {spec_of(explorer, id)["chosen"] for id in ids} == {5}
    assert "'banana' looks most at 'monkey' (0.93)" in explorer.caption


def test_random_heads_have_the_same_numbers_however_they_are_cut():
    explorer = MultiHeadExplorer(weights="random", seed=4)
    for h in (1, 2, 4):
        explorer.num_heads.value = h
        whole = al.MultiHeadWeights.random(12, 1, seed=4).W_Q
        sent = on_the_page(explorer)
        cut = np.hstack([sent[f"W_Q_{i}"] for i in range(h)])
        np.testing.assert_array_equal(cut, whole.astype("<f8"))
    assert "drawn at random (seed 4)" in explorer.caption


@pytest.mark.case("A19")
def test_only_numbers_of_heads_that_divide_are_offered():
    with pytest.raises(ValueError, match="num_heads: expected one of 1, 2, 4, got 3"):
        MultiHeadExplorer(num_heads=3)
