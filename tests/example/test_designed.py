"""The matrices made by hand: named columns, and heads that look for something."""

import numpy as np
import pytest

from attn_lib import (
    DIMENSIONS,
    QUERY_KEY_NAMES,
    SENTENCE,
    VALUE_NAMES,
    MultiHeadWeights,
    ProjectionWeights,
    dot_product_scores,
    embed,
    multi_head_attention,
    project,
    tokenize,
)

X_DESIGNED = embed(tokenize(SENTENCE))


def test_the_designed_matrices_have_a_named_row_for_each_feature():
    designed = ProjectionWeights.designed()
    assert designed.W_Q.shape == (len(DIMENSIONS), len(QUERY_KEY_NAMES)) == (12, 4)
    assert designed.W_K.shape == (12, 4)
    assert designed.W_V.shape == (len(DIMENSIONS), len(VALUE_NAMES)) == (12, 5)


@pytest.mark.parametrize("d_k", range(1, 9))
@pytest.mark.parametrize("d_v", [1, 3, 5, 7])
def test_a_narrower_design_keeps_the_first_columns_a_wider_one_appends_zeros(d_k, d_v):
    whole, cut = ProjectionWeights.designed(), ProjectionWeights.designed(d_k, d_v)
    for name, width in (("W_Q", d_k), ("W_K", d_k), ("W_V", d_v)):
        W, W_cut = getattr(whole, name), getattr(cut, name)
        kept = min(width, W.shape[1])
        assert W_cut.shape == (12, width)
        np.testing.assert_array_equal(W_cut[:, :kept], W[:, :kept])
        assert not W_cut[:, kept:].any()


def test_columns_of_zeros_leave_the_scores_as_they_are():
    X = embed(tokenize(SENTENCE))
    narrow, wide = (
        dot_product_scores(*project(X, ProjectionWeights.designed(d_k))[:2])
        for d_k in (4, 9)
    )
    np.testing.assert_allclose(narrow, wide, rtol=1e-12)


# ---- several heads ---------------------------------------------------------


def test_the_two_designed_heads_look_at_different_things():
    trace = multi_head_attention(X_DESIGNED, MultiHeadWeights.designed())
    meaning, following = trace.weights
    hungry, monkey, eats, banana = 1, 2, 3, 5
    assert meaning[eats].argmax() == meaning[hungry].argmax() == monkey
    assert meaning[monkey].argmax() == banana
    assert meaning[eats, monkey] == pytest.approx(0.91, abs=0.005)
    np.testing.assert_array_equal(following[:-1].argmax(axis=1), [1, 2, 3, 4, 5])


@pytest.mark.parametrize("h", [1, 2, 4])
def test_the_design_is_the_same_whatever_it_is_cut_into(h):
    weights, whole = MultiHeadWeights.designed(h), ProjectionWeights.designed()
    np.testing.assert_array_equal(weights.W_Q, whole.W_Q)
    np.testing.assert_array_equal(weights.W_K, whole.W_K)
    for i in range(h):
        np.testing.assert_array_equal(weights.head(i).W_V, whole.W_V)
    assert weights.W_O.shape == (5 * h, 12)
    assert weights.W_O.sum() == pytest.approx(5 * h * 0.75)


def test_a_design_of_three_heads_is_refused():
    with pytest.raises(ValueError, match=r"got 4 and 3 heads; 1, 2 or 4 would do"):
        MultiHeadWeights.designed(3)
