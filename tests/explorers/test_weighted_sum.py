"""The weighted-sum explorer of lesson 05."""

import numpy as np

from attn_lib.explorers import WeightedSumExplorer
from tests.support.played import (
    assert_sent,
    drawn,
    expected_trace,
    on_the_page,
    spec_of,
)

SENTENCE = "she eats an apple now"


def test_one_row_of_weights_meets_the_values():
    explorer = WeightedSumExplorer(sentence=SENTENCE, query=1, d_v=3)
    trace = expected_trace(SENTENCE, 4, 3)
    w, out = trace.weights[1:2], trace.output[1:2]
    assert_sent(explorer, {"w": w, "V": trace.V, "out": out})
    assert drawn(explorer) == ["V", "w", "out"]
    assert spec_of(explorer, "w")["kind"] == "bars"
    assert spec_of(explorer, "out")["made"]["left"] == "w"


def test_the_output_is_the_sum_of_weights_times_values():
    sent = on_the_page(WeightedSumExplorer(query=3, d_v=4))
    by_hand = sum(w * value for w, value in zip(sent["w"][0], sent["V"], strict=True))
    np.testing.assert_allclose(sent["out"][0], by_hand, rtol=1e-6)


def test_the_caption_reads_weights_and_output():
    explorer = WeightedSumExplorer()
    assert "'banana' looks most at 'monkey' (0.58)" in explorer.caption
    assert "Its output: being 0.75, food 0.14," in explorer.caption


def test_a_chosen_query_keeps_the_values():
    explorer = WeightedSumExplorer()
    V = on_the_page(explorer)["V"]
    explorer.query.value = 2
    assert_sent(explorer, {"V": V, "out": explorer.trace.output[2:3]})
