import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import ProjectionWeights, project
from tests.support import oracle
from tests.support.strategies import LEADING, numbers


def ones(*shapes):
    return [np.ones(shape) for shape in shapes]


# ---- projecting ------------------------------------------------------------


def test_tokens_are_rows_and_features_are_columns():
    X = [[1, 0, 2], [0, 1, 1]]  #             (T, d_model) = (2, 3)
    W = [[1, 0], [0, 1], [1, 1]]  #           (d_model, d_k) = (3, 2)
    W_V = [[1, 0, 0, 1]] * 3  #               (d_model, d_v) = (3, 4)
    Q, K, V = project(X, ProjectionWeights(W, np.negative(W), W_V))
    np.testing.assert_array_equal(Q, [[3, 2], [1, 2]])
    np.testing.assert_array_equal(K, [[-3, -2], [-1, -2]])
    np.testing.assert_array_equal(V, [[3, 0, 0, 3], [2, 0, 0, 2]])


@given(st.data(), st.sampled_from(LEADING), st.booleans())
def test_the_projection_agrees_with_the_definition(data, leading, with_biases):
    T, d_model, d_k, d_v = data.draw(
        st.lists(st.integers(1, 5), min_size=4, max_size=4, unique=True)
    )
    X = data.draw(numbers((*leading, T, d_model)))
    widths = (d_k, d_k, d_v)
    W = [data.draw(numbers((d_model, width))) for width in widths]
    b = [data.draw(numbers(width)) if with_biases else None for width in widths]
    for Y, W_Y, b_Y in zip(project(X, ProjectionWeights(*W, *b)), W, b, strict=True):
        assert Y.shape == (*leading, T, W_Y.shape[1])
        for index in np.ndindex(leading):
            expected = oracle.matmul(X[index].tolist(), W_Y.tolist())
            shift = 0 if b_Y is None else b_Y
            np.testing.assert_allclose(Y[index], np.add(expected, shift), atol=1e-12)


def test_each_bias_goes_to_its_own_matrix():
    W_Q, W_K, W_V = np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((3, 4))
    projection = ProjectionWeights(W_Q, W_K, W_V, [1, 2], [3, 4], [5, 6, 7, 8])
    Q, K, V = project(np.ones((1, 3)), projection)
    np.testing.assert_array_equal(np.hstack([Q, K, V]), [[1, 2, 3, 4, 5, 6, 7, 8]])


def test_nothing_in_the_weights_depends_on_the_number_of_tokens():
    projection = ProjectionWeights.random(3, 2, 4)
    Q = project(np.ones((7, 3)), projection)[0]
    np.testing.assert_allclose(project(np.ones((1, 3)), projection)[0][0], Q[0])
    assert [Y.shape for Y in project(np.ones((0, 3)), projection)] == [
        (0, 2),
        (0, 2),
        (0, 4),
    ]


def test_leading_axes_of_tokens_weights_and_biases_broadcast():
    heads = ProjectionWeights(
        *ones((5, 3, 2), (5, 3, 2), (5, 3, 4)), b_Q=np.ones((5, 2))
    )
    Q, K, V = project(np.ones((7, 1, 6, 3)), heads)
    assert (Q.shape, K.shape, V.shape) == (
        (7, 5, 6, 2),
        (7, 5, 6, 2),
        (7, 5, 6, 4),
    )
    assert (Q == 4).all()
    assert (K == 3).all()


@pytest.mark.parametrize("garbage", [np.nan, np.inf])
def test_a_token_of_garbage_spoils_its_own_row_only(garbage):
    X = np.ones((4, 3))
    X[1] = garbage
    Q = project(X, ProjectionWeights(*ones((3, 2), (3, 2), (3, 5))))[0]
    np.testing.assert_array_equal(np.delete(Q, 1, axis=0), np.full((3, 2), 3.0))


def test_an_x_of_another_width_is_refused():
    text = "project: expected X with d_model = 3 columns, got shape (2, 4)"
    with pytest.raises(ValueError, match=re.escape(text)):
        project(np.ones((2, 4)), ProjectionWeights.random(3, 2))


def test_leading_axes_that_do_not_broadcast_are_refused():
    projection = ProjectionWeights(*ones((5, 3, 2), (5, 3, 2), (5, 3, 4)))
    text = "project: expected leading axes that broadcast, got X (4, 2, 3), W (5, 3, 2)"
    with pytest.raises(ValueError, match=re.escape(text)):
        project(np.ones((4, 2, 3)), projection)
    biased = ProjectionWeights(*ones((3, 2), (3, 2), (3, 4)), b_K=np.ones((5, 2)))
    text = "got X (4, 2, 3), W (3, 2), b (5, 1, 2)"
    with pytest.raises(ValueError, match=re.escape(text)):
        project(np.ones((4, 2, 3)), biased)


# ---- the three matrices ----------------------------------------------------


def test_the_sizes_are_read_off_the_matrices():
    projection = ProjectionWeights(*ones((6, 2), (6, 2), (6, 4)))
    assert (projection.d_model, projection.d_k, projection.d_v) == (6, 2, 4)


@pytest.mark.parametrize(
    ("shapes", "biases", "text"),
    [
        (
            ((6, 2), (5, 2), (6, 4)),
            {},
            "expected W_Q, W_K and W_V with the same number of rows d_model, "
            "got (6, 2), (5, 2) and (6, 4)",
        ),
        (
            ((6, 2), (6, 2), (5, 4)),
            {},
            "the same number of rows d_model, got (6, 2), (6, 2) and (5, 4)",
        ),
        (
            ((6, 2), (6, 3), (6, 4)),
            {},
            "expected W_Q and W_K with the same number of columns d_k, "
            "got (6, 2) and (6, 3)",
        ),
        (((6,), (6, 3), (6, 4)), {}, "W_Q: expected at least 2 axes, got shape (6,)"),
        (
            ((6, 2), (6, 2), (6, 4)),
            {"b_V": np.ones(2)},
            "b_V: expected width 4, got (2,)",
        ),
        (
            ((6, 2), (6, 2), (6, 4)),
            {"b_Q": 1.0},
            "b_Q: expected at least 1 axes, got shape ()",
        ),
    ],
)
def test_matrices_that_do_not_fit_together_are_refused(shapes, biases, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        ProjectionWeights(*ones(*shapes), **biases)


def test_the_matrices_cannot_be_exchanged_afterwards():
    projection = ProjectionWeights.random(3, 2)
    with pytest.raises(AttributeError):
        projection.W_Q = np.zeros((3, 2))


# ---- random ----------------------------------------------------------------


def test_a_seed_gives_these_numbers_on_every_machine():
    projection = ProjectionWeights.random(3, 2, 4, seed=7)
    expected = [
        [[0.000710, 0.172481], [-0.158274, -0.514183], [-0.262504, -0.572527]],
        [[0.034724, 0.773774], [-0.284176, -0.358231], [0.282810, 0.206049]],
        [
            [0.060861, -0.537206, -0.016889, 0.401433],
            [-0.776083, -0.264205, -1.097671, -0.744515],
            [-1.063326, -0.135730, -0.731761, 0.156615],
        ],
    ]
    for W, numbers_ in zip(
        (projection.W_Q, projection.W_K, projection.W_V), expected, strict=True
    ):
        np.testing.assert_allclose(W, numbers_, atol=5e-7)


def test_another_seed_gives_other_numbers_and_d_v_is_d_k_if_not_given():
    a, b = ProjectionWeights.random(3, 2), ProjectionWeights.random(3, 2, seed=1)
    assert (a.W_Q != b.W_Q).all()
    assert a.d_v == 2
    np.testing.assert_array_equal(ProjectionWeights.random(3, 2, seed=0).W_V, a.W_V)
    large = ProjectionWeights.random(3, 2, seed=2**40)  # no size, so it may be large
    assert (large.W_Q != a.W_Q).all()


def test_random_weights_keep_a_variance_of_one():
    X = np.random.default_rng(1).standard_normal((400, 64))
    for Y in project(X, ProjectionWeights.random(64, 32, 48)):
        assert Y.var() == pytest.approx(1, rel=0.1)


def test_one_matrix_in_place_of_the_three_is_told_so():
    with pytest.raises(TypeError, match=r"expected ProjectionWeights.* got ndarray"):
        project(np.ones((2, 3)), np.ones((3, 4)))
