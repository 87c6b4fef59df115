"""The scores explorer of lesson 02."""

import numpy as np

import attn_lib as al
from attn_lib.explorers import ScoresExplorer
from tests.support.played import (
    assert_sent,
    drawn,
    expected_trace,
    on_the_page,
    spec_of,
)

SENTENCE = "she eats an apple now"


def test_one_query_meets_the_keys_and_then_all_do():
    explorer = ScoresExplorer(sentence=SENTENCE, query=3, d_k=7)
    trace = expected_trace(SENTENCE, 7, 1)
    row = trace.scores[3:4]
    assert_sent(
        explorer,
        {"q": trace.Q[3:4], "Kᵀ": trace.K.T, "q Kᵀ": row, "scores": trace.scores},
    )
    assert drawn(explorer) == ["Kᵀ", "q", "q Kᵀ", "Q", "scores"]
    assert spec_of(explorer, "Kᵀ")["rows"][:2] == ["who", "what"]
    assert spec_of(explorer, "Kᵀ")["columns"] == al.tokenize(SENTENCE)
    assert spec_of(explorer, "scores")["chosen"] == 3


def test_a_chosen_query_moves_its_row_and_nothing_else():
    explorer = ScoresExplorer()
    before = explorer.trace.scores
    explorer.query.value = 5
    assert_sent(explorer, {"scores": before, "q Kᵀ": before[5:6]})
    first, second = np.argsort(-before[5])[:2]
    assert (first, second) == (2, 0)
    assert (
        f"'banana' scores highest with 'monkey' ({before[5, first]:.2f}), then "
        f"'the' (position 0) ({before[5, second]:.2f})."
    ) in explorer.caption


def test_the_list_of_queries_follows_the_sentence():
    explorer = ScoresExplorer(query=5)
    explorer.sentence.value = "the the"
    assert explorer.query.options == (("0 · the", 0), ("1 · the", 1))
    assert explorer.state.query == 1  # position 5 is gone; the last one takes over
    explorer.query.value = 0
    explorer.sentence.value = "the the the"
    assert explorer.state.query == 0  # it is still there, and stays


def test_random_weights_follow_the_seed():
    explorer = ScoresExplorer(weights="random", seed=4)
    assert_sent(explorer, {"scores": expected_trace(al.SENTENCE, 4, 1, seed=4).scores})
    assert "W_Q and W_K: drawn at random (seed 4)." in explorer.caption


def test_a_score_changed_by_hand_is_one_in_the_row_of_its_query_too():
    """Else the page would say that it computed another number."""
    explorer = ScoresExplorer(query=3, edits=(("scores", 3, 1, -1.8), ("Q", 0, 0, 2)))
    assert spec_of(explorer, "q Kᵀ")["edited"] == [[0, 1]]
    assert on_the_page(explorer)["q Kᵀ"][0, 1] == -1.8
    explorer.query.value = 2
    assert spec_of(explorer, "q Kᵀ")["edited"] == []
