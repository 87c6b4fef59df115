"""The softmax laboratory of lesson 03: many scores, the Jacobian, and the words."""

import math
import re

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import ScoresExplorer, SoftmaxExplorer
from attn_lib.scenes.histogram import BINS, LIMIT
from attn_lib.scenes.scale_and_softmax import (
    D_MODEL,
    DIVISORS,
    TEMPERATURES,
    TRIALS,
    WIDTHS,
    SoftmaxState,
    trial_scores,
)
from tests.support.played import assert_sent, drawn, live_widgets, on_the_page, spec_of


def samples(explorer):
    """Deviation, share outside, counts and marks, read as histogram.js reads them."""
    numbers = np.frombuffer(explorer.histogram.data, "<f8")
    found, start = [], 0
    for sample in explorer.histogram.samples:
        middle, end = start + 2 + BINS, start + 2 + BINS + sample["marks"]
        (deviation, outside), counts = (
            numbers[start : start + 2],
            numbers[start + 2 : middle],
        )
        found.append((deviation, outside, counts, numbers[middle:end]))
        start = end
    assert start == len(numbers)
    return found


@pytest.mark.parametrize("d_k", WIDTHS)
def test_the_deviation_of_scores_is_the_root_of_their_width(d_k):
    (before, *_), (after, *_) = samples(SoftmaxExplorer(d_k=d_k))
    assert before == pytest.approx(math.sqrt(d_k), rel=0.08)
    assert after == pytest.approx(1, rel=0.08)
    assert before == pytest.approx(trial_scores()[d_k].std(), rel=1e-6)


@pytest.mark.parametrize("temperature", [0.5, 1, 4])
@pytest.mark.parametrize(
    ("divisor", "number"),
    [("none", 1), ("√d_k", 4), ("d_k", 16), ("√d_model", math.sqrt(512))],
)
def test_each_divisor_narrows_the_histogram_as_it_says(divisor, number, temperature):
    explorer = SoftmaxExplorer(d_k=16, divisor=divisor, temperature=temperature)
    before, after = samples(explorer)
    assert after[0] == pytest.approx(before[0] / number / temperature, rel=1e-5)
    scores = trial_scores()[16] / number / temperature
    counts, _ = np.histogram(scores, BINS, (-LIMIT, LIMIT))
    np.testing.assert_array_equal(after[2], counts)


def test_every_trial_is_counted_or_said_to_lie_outside():
    explorer = SoftmaxExplorer(d_k=512, divisor="none", temperature=0.125)
    for _, outside, counts, _ in samples(explorer):
        assert counts.sum() == pytest.approx(TRIALS * (1 - outside))
    assert samples(explorer)[1][1] > 0.3


def test_the_marks_are_this_rows_scores_and_follow_the_seed():
    explorer = SoftmaxExplorer(d_k=4, seed=3)
    before, after = samples(explorer)
    np.testing.assert_allclose(before[3], explorer.trace.scores[0], rtol=1e-6)
    np.testing.assert_allclose(after[3], explorer.trace.scaled[0], rtol=1e-6)
    explorer.seed.value = 4
    assert not np.allclose(samples(explorer)[0][3], before[3])
    np.testing.assert_array_equal(samples(explorer)[0][2], before[2])  # the same trials


def test_the_titles_say_what_is_counted():
    explorer = SoftmaxExplorer(d_k=16, temperature=2)
    titles = [sample["title"] for sample in explorer.histogram.samples]
    assert titles == [
        "scores of 4,000 random pairs, d_k = 16",
        "scaled = scores / (√d_k · 2)",
    ]


@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize("divisor", DIVISORS)
def test_the_letters_are_what_is_divided_by(divisor, temperature):
    """The equation under a cell once said √d_k / 4 where √d_k · 4 was meant."""
    state = SoftmaxState(d_k=16, divisor=divisor, temperature=temperature)
    sizes = {"√d_k": "4", "√d_model": repr(math.sqrt(D_MODEL)), "d_k": "16", "·": "*"}
    letters = state.letters
    for letter, size in sizes.items():
        letters = letters.replace(letter, size)
    assert re.fullmatch(r"[\d.() *]+", letters)
    assert eval(letters) == pytest.approx(state.denominator)


def test_the_jacobian_is_shown_with_its_norm_and_the_entropy():
    explorer = SoftmaxExplorer(d_k=8, seed=1)
    p = explorer.trace.weights[0]
    J = np.diag(p) - np.outer(p, p)
    np.testing.assert_allclose(on_the_page(explorer)["J"], J, rtol=1e-5, atol=1e-8)
    spread = [[al.entropy(p), np.linalg.norm(J)]]
    assert_sent(explorer, {"spread": spread})
    assert spec_of(explorer, "spread")["title"] == "entropy H, gradient ‖J‖"
    assert drawn(explorer) == ["scores", "scaled", "spread", "weights", "J"]


def test_closing_takes_the_histogram_along():
    before = live_widgets()
    explorer = SoftmaxExplorer()
    assert explorer.histogram in explorer.widget.children
    explorer.close()
    with pytest.raises(ValueError, match="d_k: expected"):
        SoftmaxExplorer(d_k=3)
    assert live_widgets() == before


def test_a_row_of_equal_scores_is_said_to_be_one():
    caption = ScoresExplorer(query=0, d_k=2).caption
    assert "'the' (position 0) scores all keys the same (0)." in caption
    assert "highest" not in caption
    assert "scores highest" in ScoresExplorer(query=3, d_k=2).caption
