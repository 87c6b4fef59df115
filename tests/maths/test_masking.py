import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import (
    apply_mask,
    attention,
    causal_mask,
    combine_masks,
    padding_mask,
    scale_scores,
    sliding_window_mask,
    softmax,
    weighted_sum,
)
from tests.support import oracle
from tests.support.strategies import LEADING, mask_of, numbers, sizes

T, F = True, False
INF = np.inf


def weights_of(scores, mask):
    return softmax(apply_mask(scores, mask))


# ---- making masks ----------------------------------------------------------


@pytest.mark.case("A13")
@pytest.mark.parametrize(
    ("T_q", "T_k", "expected"),
    [
        (3, None, [[T, F, F], [T, T, F], [T, T, T]]),
        (2, 5, [[T, F, F, F, F], [T, T, F, F, F]]),
        (1, 4, [[T, F, F, F]]),
        (4, 2, [[T, F], [T, T], [T, T], [T, T]]),
    ],
)
def test_the_causal_mask_starts_top_left(T_q, T_k, expected):
    np.testing.assert_array_equal(causal_mask(T_q, T_k), expected)


@given(st.integers(0, 7), st.integers(0, 7))
def test_causal_means_no_later_key(T_q, T_k):
    mask = causal_mask(T_q, T_k)
    assert mask.shape == (T_q, T_k)
    assert mask.dtype == bool
    for i, j in np.ndindex(T_q, T_k):
        assert mask[i, j] == (j <= i)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        (2, [T, T, F, F]),
        (0, [F, F, F, F]),
        ([2, 3], [[[T, T, F, F]], [[T, T, T, F]]]),
        ([[1, 3], [2, 4]], [[[T, F, F, F], [T, T, T, F]], [[T, T, F, F], [T] * 4]]),
        (np.uint8([4]), [[[T] * 4]]),
    ],
)
def test_lengths_hide_keys_for_every_query_alike(lengths, expected):
    np.testing.assert_array_equal(padding_mask(lengths, 4), expected)


def test_lengths_of_no_sample_and_of_no_key():
    assert padding_mask([], 4).shape == (0, 1, 4)
    assert padding_mask([0, 0], 0).shape == (2, 1, 0)


@pytest.mark.parametrize(
    ("window", "row_2"),
    [(0, [F, F, T, F, F]), (1, [F, T, T, T, F]), (9, [T] * 5)],
)
def test_the_window_looks_to_both_sides(window, row_2):
    mask = sliding_window_mask(5, window)
    np.testing.assert_array_equal(mask[2], row_2)
    np.testing.assert_array_equal(mask, mask.T)
    assert mask.diagonal().all()


def test_a_window_and_a_causal_mask_look_back_only():
    mask = combine_masks(sliding_window_mask(4, 1), causal_mask(4))
    np.testing.assert_array_equal(
        mask, [[T, F, F, F], [T, T, F, F], [F, T, T, F], [F, F, T, T]]
    )


@pytest.mark.parametrize(
    ("lengths", "error", "text"),
    [
        (5, ValueError, "lengths: expected 0 to T_k = 4, got [5]"),
        ([-1, 9], ValueError, "lengths: expected 0 to T_k = 4, got [-1]"),
        (
            [[[1]]],
            ValueError,
            "expected a number, (B,) or (B, T_q), got shape (1, 1, 1)",
        ),
        (2.0, TypeError, "lengths: expected whole numbers, got dtype float64"),
        ([T, F], TypeError, "lengths: expected whole numbers, got dtype bool"),
        ("3", TypeError, "lengths: expected whole numbers, got dtype <U1"),
        ([1, [2, 3]], ValueError, "lengths: expected a rectangular array, got rows"),
    ],
)
def test_lengths_that_cannot_be_are_refused(lengths, error, text):
    with pytest.raises(error, match=re.escape(text)):
        padding_mask(lengths, 4)


# ---- combining masks -------------------------------------------------------

COMBINED = {
    "nothing": ((), None),
    "no mask": ((None, None), None),
    "one": (([T, F],), [T, F]),
    "one and none": ((None, [T, F]), [T, F]),
    "both have to show it": (([T, T, F, F], [T, F, T, F]), [T, F, F, F]),
    "three": (([T, T, T], [T, T, F], [F, T, T]), [F, T, F]),
    "floats add up": (([0.5, -INF], [1.0, 2.0]), [1.5, -INF]),
    "a Boolean hides in a floating one": (([T, F], [0.5, 1.0]), [0.5, -INF]),
    "in either order": (([0.5, 1.0], [T, F]), [0.5, -INF]),
    "shapes broadcast": (([[T], [F]], [T, F]), [[T, F], [F, F]]),
}


@pytest.mark.parametrize(("masks", "expected"), COMBINED.values(), ids=COMBINED.keys())
def test_masks_combine(masks, expected):
    combined = combine_masks(*masks)
    if expected is None:
        assert combined is None
    else:
        np.testing.assert_array_equal(combined, expected)
        assert combined.dtype == np.asarray(expected).dtype


def test_a_floating_mask_keeps_its_width_when_combined():
    added = np.array([0.5, 1.0], dtype=np.float32)
    assert combine_masks(added, [T, F]).dtype == np.float32
    assert combine_masks(added, added.astype(np.float16)).dtype == np.float32


LARGEST = float(np.finfo(np.float16).max)
LOW = np.array([-60_000, -INF, 0], dtype=np.float16)


def test_nothing_but_minus_infinity_hides_however_large_the_sum():
    np.testing.assert_array_equal(combine_masks(LOW, LOW), [-LARGEST, -INF, 0])
    applied = apply_mask(LOW[None], np.array([-1e5, 0, 1e5], np.float32))
    assert applied.dtype == np.float16
    np.testing.assert_array_equal(applied, [[-LARGEST, -INF, LARGEST]])
    largest = np.finfo(float).max
    np.testing.assert_array_equal(apply_mask([[-largest]], [-largest]), [[-largest]])


def test_a_float16_row_of_minus_100000_throughout_is_not_hidden():
    Q, K, V = (np.eye(3, dtype=np.float16) for _ in "QKV")
    trace = attention(Q, K, V, mask=np.full((3, 3), -1e5, np.float32))
    plain = attention(Q, K, V)
    np.testing.assert_allclose(trace.weights, plain.weights, atol=5e-3)
    assert np.isfinite(trace.masked).all()
    by_steps = softmax(apply_mask(plain.scaled, np.full(3, -1e5)))
    np.testing.assert_allclose(by_steps.sum(axis=-1), 1, atol=2e-3)


@given(st.data())
def test_combining_is_applying_one_after_the_other(data):
    T_q, T_k = data.draw(sizes)[:2]
    scores = data.draw(numbers((T_q, T_k)))
    a, b = data.draw(mask_of((T_q, T_k))), data.draw(mask_of((T_q, T_k)))
    np.testing.assert_allclose(
        apply_mask(scores, combine_masks(a, b)), apply_mask(apply_mask(scores, a), b)
    )


def test_masks_that_do_not_broadcast_are_refused_with_their_shapes():
    text = r"combine_masks: expected shapes that broadcast, got \(2,\) and \(3,\)"
    with pytest.raises(ValueError, match=text):
        combine_masks([T, F], [T, F, F])


# ---- applying a mask -------------------------------------------------------


@given(st.data(), st.sampled_from(LEADING))
def test_masked_scores_agree_with_the_definition(data, leading):
    T_q, T_k = data.draw(sizes)[:2]
    scaled = data.draw(numbers((*leading, T_q, T_k)))
    mask = data.draw(mask_of((T_q, T_k)))
    listed = None if mask is None else mask.tolist()
    masked = apply_mask(scaled, mask)
    for *before, i, j in np.ndindex(scaled.shape):
        here = (*before, i, j)
        if oracle.is_hidden(i, j, listed, is_causal=False):
            assert masked[here] == -INF
        else:
            assert masked[here] == scaled[here] + oracle.bias(i, j, listed)


@pytest.mark.case("A10")
def test_true_means_may_attend():
    np.testing.assert_allclose(
        weights_of([1, 2, 3], [T, T, F]), [0.2689, 0.7311, 0], atol=5e-5
    )


def test_no_mask_hides_nothing_and_copies():
    scaled = np.array([[1.0, 2.0]])
    masked = apply_mask(scaled, None)
    np.testing.assert_array_equal(masked, scaled)
    assert not np.shares_memory(masked, scaled)


@pytest.mark.case("A15")
@pytest.mark.parametrize(
    ("scores", "kept"),
    [([-3, -4, 5, 1], 2), ([2, 1, 0, 0], 2), ([-900, -901, 0, 0], 2)],
)
def test_a_hidden_score_cannot_win_however_low_the_visible_ones(scores, kept):
    weights = weights_of(scores, padding_mask(kept, 4))
    np.testing.assert_allclose(weights, [0.7311, 0.2689, 0, 0], atol=5e-5)


@pytest.mark.parametrize("garbage", [np.nan, INF, -INF, 1e300])
@pytest.mark.parametrize("mask", [[T, F, T], [0.0, -INF, 0.0]])
def test_whatever_is_hidden_is_overwritten(garbage, mask):
    masked = apply_mask([[1.0, garbage, 2.0]], mask)
    np.testing.assert_array_equal(masked, [[1, -INF, 2]])


@pytest.mark.case("A03")
def test_the_mask_has_no_finite_constant_so_that_a_row_of_hidden_keys_is_zero():
    scores = np.array([[1.0, 2.0, 3.0]])
    for dtype in (np.float64, np.float32, np.float16):
        none = apply_mask(scores.astype(dtype), [[F, F, F]])
        assert (none == -INF).all()
        assert none.dtype == dtype
        np.testing.assert_array_equal(softmax(none), [[0, 0, 0]])


@pytest.mark.case("A03")
def test_half_precision_masks_as_the_others_do():
    scores = np.array([[1, 2, 3]], dtype=np.float16)
    weights = weights_of(scores, [[T, T, F]])
    assert weights.dtype == np.float16
    np.testing.assert_allclose(weights, [[0.269, 0.731, 0]], atol=2e-3)


@pytest.mark.parametrize("constant", [-1e9, -1e4, -65504.0])
def test_a_large_finite_mask_of_ones_own_still_hides(constant):
    for dtype in (np.float64, np.float32, np.float16):
        weights = weights_of(np.array([1, 2, 3], dtype=dtype), [0, 0, constant])
        np.testing.assert_allclose(weights, [0.269, 0.731, 0], atol=2e-3)


def test_minus_ten_leaks_before_the_division_more_than_after():
    equal, mask, d_k = np.zeros(2), np.array([0.0, -10.0]), 64
    before = softmax(scale_scores(equal + mask, d_k))
    after = weights_of(scale_scores(equal, d_k), mask)
    np.testing.assert_allclose([before[1], after[1]], [0.2227, 0.000045], atol=5e-5)
    assert weights_of(equal, [0.0, -INF])[1] == 0


def test_a_floating_mask_does_not_widen_the_scores():
    scaled = np.zeros((2, 3), dtype=np.float32)
    assert apply_mask(scaled, np.zeros((2, 3))).dtype == np.float32


@pytest.mark.case("A11")
@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        (causal_mask(4), [[1, 0, 0, 0], [1 / 2] * 2 + [0] * 2, [1 / 3] * 3 + [0]]),
        (padding_mask(2, 4), [[1 / 2, 1 / 2, 0, 0]] * 3),
        (
            combine_masks(causal_mask(4), padding_mask(2, 4)),
            [[1, 0, 0, 0], [1 / 2, 1 / 2, 0, 0], [1 / 2, 1 / 2, 0, 0]],
        ),
        (sliding_window_mask(4, 0), np.eye(4)[:3]),
    ],
)
def test_equal_scores_share_among_what_is_visible(mask, expected):
    np.testing.assert_allclose(weights_of(np.zeros((4, 4)), mask)[:3], expected)


@pytest.mark.case("A22")
@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        (
            [[1, 3], [2, 4]],
            [
                [[1, 0, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0]],
                [[1 / 2, 1 / 2, 0, 0], [1 / 4] * 4],
            ],
        ),
        ([2, 3], [[[1 / 2, 1 / 2, 0, 0]] * 2, [[1 / 3, 1 / 3, 1 / 3, 0]] * 2]),
        (
            np.repeat([2, 3], 2),  # two heads folded into the batch
            [[[1 / 2, 1 / 2, 0, 0]] * 2] * 2 + [[[1 / 3, 1 / 3, 1 / 3, 0]] * 2] * 2,
        ),
    ],
)
def test_lengths_spread_over_queries_and_samples(lengths, expected):
    scores = np.zeros((len(lengths), 2, 4))
    weights = weights_of(scores, padding_mask(lengths, 4))
    np.testing.assert_allclose(weights, expected)
    assert not scores.any()


@pytest.mark.case("A02")
def test_a_sample_of_length_zero_takes_nothing_home():
    scores, V = np.zeros((2, 3, 3)), np.array([[[3.0], [6.0], [9.0]]] * 2)
    weights = weights_of(scores, padding_mask([3, 0], 3))
    output = weighted_sum(weights, V)
    np.testing.assert_allclose(output[0], [[6], [6], [6]])
    np.testing.assert_array_equal(output[1], [[0], [0], [0]])
    assert not weights[1].any()


@given(st.data())
def test_the_inverted_mask_shows_exactly_what_was_hidden(data):
    T_q, T_k = data.draw(sizes)[:2]
    scores = data.draw(numbers((T_q, T_k)))
    mask = causal_mask(T_q, T_k)
    right, wrong = weights_of(scores, mask), weights_of(scores, ~mask)
    np.testing.assert_array_equal(right > 0, mask)
    np.testing.assert_array_equal(wrong > 0, ~mask)


@pytest.mark.parametrize(
    ("scores", "mask", "grown"),
    [((2, 3), (4, 2, 3), (4, 2, 3)), ((5, 1, 2, 3), (4, 1, 3), (5, 4, 2, 3))],
)
def test_a_mask_may_bring_leading_axes(scores, mask, grown):
    assert apply_mask(np.zeros(scores), np.ones(mask, dtype=bool)).shape == grown


@pytest.mark.parametrize(
    "mask_shape", [(3, 2), (2, 4), (4, 3), (3, 1), (2,), (5, 2, 3)]
)
@pytest.mark.parametrize("scores_shape", [(2, 3), (1, 3), (2, 1), (4, 2, 3)])
def test_a_mask_never_changes_the_numbers_of_queries_and_keys(scores_shape, mask_shape):
    try:
        together = np.broadcast_shapes(scores_shape, mask_shape)
    except ValueError:
        together = ()
    scores, mask = np.zeros(scores_shape), np.ones(mask_shape, dtype=bool)
    if together[-2:] == scores_shape[-2:]:
        assert apply_mask(scores, mask).shape == together
    else:
        expected = re.escape(
            f"mask: expected a shape that broadcasts to {scores_shape}, "
            f"rows = queries and columns = keys, got {mask_shape}"
        )
        with pytest.raises(ValueError, match=expected):
            apply_mask(scores, mask)


@pytest.mark.parametrize(
    ("mask", "error", "text"),
    [
        ([[1, 0]], TypeError, "got dtype int64; for zeros and ones write mask.astype"),
        ([[T, None]], TypeError, "got dtype object"),
        ("causal", TypeError, "got dtype <U6"),
        ([[T], [T, F]], ValueError, "mask: expected a rectangular array, got rows of"),
        (
            [[0, np.nan]],
            ValueError,
            "expected numbers that are finite or −inf",
        ),
        (
            [[0, INF]],
            ValueError,
            "finite or −inf, got NaN or +inf",
        ),
    ],
)
@pytest.mark.parametrize("function", [lambda m: apply_mask([[1, 2]], m), combine_masks])
def test_what_is_no_mask_is_refused(function, mask, error, text):
    with pytest.raises(error, match=re.escape(text)):
        function(mask)
