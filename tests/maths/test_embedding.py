"""Tokens → X: vectors without meaning, and positions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import hashed_embedding, positional_encoding


def test_hashed_vectors_have_any_width_steps_of_a_tenth_and_no_negative_zero():
    E = hashed_embedding([f"word{n}" for n in range(200)], 300)
    assert E.shape == (200, 300)
    assert hashed_embedding([], 7).shape == (0, 7)
    np.testing.assert_allclose(E * 10, np.round(E * 10), atol=1e-12)
    assert np.abs(E).max() == 0.5
    assert not np.signbit(E[E == 0]).any()
    assert len({tuple(row) for row in E}) == 200


@pytest.mark.parametrize("d_model", [1, 2, 5, 8])
def test_positions_are_sines_and_cosines_of_falling_speed(d_model):
    P = positional_encoding(4, d_model)
    for t in range(4):
        for column in range(d_model):
            angle = t / 10000 ** (2 * (column // 2) / d_model)
            wave = math.cos if column % 2 else math.sin
            assert P[t, column] == pytest.approx(wave(angle), abs=1e-12)


@given(st.integers(1, 50), st.integers(1, 9))
def test_a_position_does_not_depend_on_how_many_follow(T, d_model):
    P = positional_encoding(60, d_model)
    np.testing.assert_array_equal(positional_encoding(T, d_model), P[:T])
    assert len({tuple(row) for row in P}) == 60


def test_no_positions_make_an_empty_matrix():
    assert positional_encoding(0, 5).shape == (0, 5)
