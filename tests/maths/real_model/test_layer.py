"""A layer's parts against their definitions."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings

from attn_lib.real_model import FeedForward, erf, gelu, layer_norm
from tests.support.strategies import numbers


def test_erf_is_right_to_seven_digits_everywhere():
    x = np.concatenate([np.linspace(-6, 6, 5001), [-1e300, -0.0, 0.0, 1e-300, np.inf]])
    expected = [math.erf(value) for value in x]
    np.testing.assert_allclose(erf(x), expected, atol=1.5e-7)


def test_gelu_is_right_to_six_digits():
    x = np.linspace(-8, 8, 2001)
    expected = [value * (1 + math.erf(value / math.sqrt(2))) / 2 for value in x]
    np.testing.assert_allclose(gelu(x), expected, atol=1e-6)
    assert gelu(x.astype(np.float32)).dtype == np.float32


@settings(max_examples=25)
@given(numbers((3, 5)), numbers(5), numbers(5))
def test_a_norm_is_mean_0_and_variance_1_in_each_row_then_scaled(X, gain, bias):
    got = layer_norm(X, gain, bias, epsilon=1e-3)
    for row, normed in zip(X.tolist(), got, strict=True):
        mean = sum(row) / 5
        variance = sum((x - mean) ** 2 for x in row) / 5
        expected = [
            (x - mean) / math.sqrt(variance + 1e-3) * g + b
            for x, g, b in zip(row, gain, bias, strict=True)
        ]
        np.testing.assert_allclose(normed, expected, rtol=1e-9, atol=1e-9)


# ---- feed-forward ----------------------------------------------------------


def feed_forward(d_model=3, d_hidden=5, **other):
    shapes = {"W_1": (d_model, d_hidden), "b_1": d_hidden}
    shapes |= {"W_2": (d_hidden, d_model), "b_2": d_model, **other}
    rng = np.random.default_rng(0)
    return FeedForward(*(rng.standard_normal(shape) for shape in shapes.values()))


def test_a_feed_forward_treats_each_token_for_itself():
    f = feed_forward()
    X = np.random.default_rng(1).standard_normal((2, 4, 3))
    got = f(X)
    assert got.shape == X.shape
    for row, token in zip(got.reshape(-1, 3), X.reshape(-1, 3), strict=True):
        hidden = [gelu(token @ f.W_1[:, j] + f.b_1[j]) for j in range(5)]
        np.testing.assert_allclose(row, hidden @ f.W_2 + f.b_2, rtol=1e-12)


def test_a_feed_forward_of_whole_numbers_is_computed_in_float64():
    f = FeedForward([[1, 0], [0, 1]], [0, 0], [[1, 0], [0, 1]], [1, 2])
    np.testing.assert_allclose(f([[8, 9]]), [[9, 11]], rtol=1e-12)
    assert f.W_1.dtype == np.float64


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ({"W_1": (3,)}, "W_1: expected 2 axes, got shape (3,)"),
        ({"W_1": (1, 3, 5)}, "W_1: expected 2 axes, got shape (1, 3, 5)"),
        ({"b_1": 1}, "b_1: expected (d_hidden,) = (5,), got (1,)"),
        ({"W_2": (3, 5)}, "W_2: expected (d_hidden, d_model) = (5, 3), got (3, 5)"),
        ({"b_2": (1, 3)}, "b_2: expected (d_model,) = (3,), got (1, 3)"),
    ],
)
def test_a_feed_forward_whose_sizes_do_not_fit_is_refused(shapes, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        feed_forward(**shapes)


@pytest.mark.parametrize("name", ["W_1", "b_1", "W_2", "b_2"])
def test_a_feed_forward_of_texts_is_refused(name):
    arrays = {"W_1": [[1]], "b_1": [0], "W_2": [[1]], "b_2": [0], name: [["text"]]}
    with pytest.raises(TypeError, match=f"^{name}: expected real numbers"):
        FeedForward(**arrays)


def test_an_x_of_another_width_is_told_in_the_words_of_the_feed_forward():
    words = "FeedForward: expected X with d_model = 3 columns, got shape (2, 5)"
    with pytest.raises(ValueError, match=re.escape(words)):
        feed_forward()(np.ones((2, 5)))
