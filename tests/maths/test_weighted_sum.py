import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import dropout, softmax, weighted_sum
from attn_lib.weighted_sum import convex_hull
from tests.support import oracle
from tests.support.strategies import matrices, numbers, problems, sizes

# ---- weighted sum ----------------------------------------------------------


def test_an_output_is_the_sum_of_the_values_in_proportion_to_the_weights():
    weights = [[0.5, 0.25, 0.25], [0, 1, 0]]  #         (T_q, T_k) = (2, 3)
    V = [[4, 0, 8, 1], [0, 8, 0, 1], [4, 4, 4, 1]]  #   (T_k, d_v) = (3, 4)
    expected = [[3, 3, 5, 1], [0, 8, 0, 1]]  #          (T_q, d_v) = (2, 4)
    np.testing.assert_array_equal(weighted_sum(weights, V), expected)


@given(problems(masks=False))
def test_the_output_agrees_with_the_definition(problem):
    weights = softmax(problem.Q @ problem.K.swapaxes(-1, -2))
    output = weighted_sum(weights, problem.V)
    for w, V, one in matrices(weights, problem.V, output):
        expected = [oracle.mixture(row, V.tolist()) for row in w.tolist()]
        np.testing.assert_allclose(one, expected, rtol=1e-12, atol=1e-12)


@st.composite
def weights_and_values(draw):
    T_q, T_k, d_v, _ = draw(sizes)
    return softmax(draw(numbers((T_q, T_k)))), draw(numbers((T_k, d_v)))


@given(weights_and_values(), st.data())
def test_the_output_lies_in_the_convex_hull_of_the_values(mixed, data):
    """In no direction does it reach farther than the farthest value."""
    weights, V = mixed
    direction = data.draw(numbers(V.shape[1]))
    reach = weighted_sum(weights, V) @ direction
    assert (reach <= (V @ direction).max() + 1e-9).all()
    assert (reach >= (V @ direction).min() - 1e-9).all()


@given(numbers((5, 3)), st.permutations(range(5)))
def test_one_hot_weights_look_a_value_up(V, order):
    np.testing.assert_array_equal(weighted_sum(np.eye(5)[order], V), V[order])


@given(weights_and_values())
def test_constant_values_come_out_as_they_are(mixed):
    weights, V = mixed
    constant = np.full_like(V, 7.0)
    np.testing.assert_allclose(
        weighted_sum(weights, constant), np.full((len(weights), V.shape[1]), 7.0)
    )


@given(weights_and_values(), st.data())
def test_values_mix_linearly(mixed, data):
    weights, V = mixed
    U = data.draw(numbers(V.shape))
    np.testing.assert_allclose(
        weighted_sum(weights, 2 * V + U),
        2 * weighted_sum(weights, V) + weighted_sum(weights, U),
        atol=1e-9,
    )


@pytest.mark.parametrize("garbage", [np.nan, np.inf, -np.inf])
def test_a_value_of_weight_zero_takes_no_part_whatever_it_is(garbage):
    weights = [[0.5, 0, 0.5], [0, 0, 0]]
    V = [[1.0, 2.0], [garbage, 5.0], [3.0, 4.0]]
    np.testing.assert_array_equal(weighted_sum(weights, V), [[2, 3], [0, 0]])


@given(problems(masks=False), st.sampled_from([np.nan, np.inf, -np.inf]), st.data())
def test_garbage_never_changes_what_does_not_look_at_it(problem, garbage, data):
    weights = softmax(problem.Q @ problem.K.swapaxes(-1, -2))
    j = data.draw(st.integers(0, weights.shape[-1] - 1), label="hidden key")
    weights[..., j] = 0
    V = problem.V.copy()
    V[..., j, :] = garbage
    expected = weighted_sum(weights, problem.V)
    np.testing.assert_allclose(weighted_sum(weights, V), expected, atol=1e-12)


def test_garbage_that_is_looked_at_shows():
    output = weighted_sum([[0.5, 0.5], [1, 0]], [[1.0, 2.0], [np.nan, np.inf]])
    np.testing.assert_array_equal(output, [[np.nan, np.inf], [1, 2]])


def test_weights_that_are_none_do_not_warn_either():
    output = weighted_sum([[np.inf, 0], [2, 2]], [[0.0, 1e308], [1.0, 1e308]])
    np.testing.assert_array_equal(output, [[np.nan, np.inf], [2, np.inf]])


@pytest.mark.parametrize("garbage", [0.0, np.nan])
@pytest.mark.parametrize(
    ("weights", "values", "expected"),
    [
        ((2, 5), (5, 3), (2, 3)),
        ((7, 2, 5), (5, 3), (7, 2, 3)),
        ((2, 5), (7, 5, 3), (7, 2, 3)),
        ((7, 1, 2, 5), (4, 5, 3), (7, 4, 2, 3)),
        ((0, 5), (5, 3), (0, 3)),
        ((2, 0), (0, 3), (2, 3)),
        ((2, 5), (5, 0), (2, 0)),
    ],
)
def test_leading_axes_broadcast_and_sizes_may_be_zero(
    weights, values, expected, garbage
):
    output = weighted_sum(np.zeros(weights), np.full(values, garbage))
    np.testing.assert_array_equal(output, np.zeros(expected))


@pytest.mark.parametrize(
    ("weights", "V", "text"),
    [
        (
            (2, 5),
            (4, 3),
            r"expected one weight for each value \(the same T_k\), "
            r"got weights \(2, 5\) and V \(4, 3\)",
        ),
        (
            (2, 2, 5),
            (4, 5, 3),
            r"expected leading axes that broadcast, "
            r"got weights \(2, 2, 5\), V \(4, 5, 3\)",
        ),
    ],
)
def test_what_does_not_fit_is_said_with_expected_and_got(weights, V, text):
    with pytest.raises(ValueError, match="weighted_sum: " + text):
        weighted_sum(np.ones(weights), np.ones(V))


# ---- dropout ---------------------------------------------------------------


@pytest.mark.case("A23")
def test_a_survivor_of_dropout_is_enlarged_and_the_rest_is_zero():
    rng = np.random.default_rng(0)
    rows = np.array([dropout([0.2, 0.3, 0.5], 0.2, rng=rng) for _ in range(100)])
    for column, enlarged in zip(rows.T, [0.25, 0.375, 0.625], strict=True):
        assert set(np.round(column, 12)) == {0, enlarged}
    assert rows.sum(axis=1).max() > 1


def test_dropout_is_right_on_average_and_drops_p_of_the_weights():
    rng = np.random.default_rng(0)
    dropped = dropout(np.full(40_000, 0.5), 0.25, rng=rng)
    assert (dropped == 0).mean() == pytest.approx(0.25, abs=0.01)
    assert dropped.mean() == pytest.approx(0.5, abs=0.01)


@pytest.mark.case("A23")
@pytest.mark.parametrize(("p", "expected"), [(0, [0.2, 0.3, 0.5]), (1, [0, 0, 0])])
def test_dropout_of_nothing_and_of_everything(p, expected):
    rng = np.random.default_rng(0)
    np.testing.assert_array_equal(dropout([0.2, 0.3, 0.5], p, rng=rng), expected)
    dropped = dropout(np.ones((2, 3), np.float16), p, rng=rng)
    assert (dropped.shape, dropped.dtype) == ((2, 3), np.float16)


def test_numbers_that_are_no_weights_are_dropped_without_a_warning():
    dropped = dropout([np.inf] * 20, 0.5, rng=np.random.default_rng(0))  # inf · 0
    assert np.isnan(dropped).any()


def test_the_same_seed_drops_the_same_weights():
    a, b = (dropout(np.ones(99), 0.5, rng=np.random.default_rng(3)) for _ in "ab")
    np.testing.assert_array_equal(a, b)


def test_dropout_keeps_a_causal_picture_causal():
    weights = np.tril(np.ones((4, 4))) / np.arange(1, 5)[:, None]
    dropped = dropout(weights, 0.5, rng=np.random.default_rng(0))
    assert not np.triu(dropped, 1).any()


@pytest.mark.parametrize("p", [-0.1, 1.1, np.nan])
def test_a_probability_outside_0_to_1_is_refused(p):
    with pytest.raises(ValueError, match=f"dropout: expected p from 0 to 1, got {p}"):
        dropout([0.5], p, rng=np.random.default_rng(0))


def test_the_source_of_chance_has_to_be_given():
    with pytest.raises(TypeError, match="rng"):
        dropout([0.5], 0.5)


@pytest.mark.parametrize("rng", [0, None, np.random])
def test_a_seed_is_no_source_of_chance(rng):
    with pytest.raises(TypeError, match="rng: expected a Generator, as np"):
        dropout([0.5], 0.5, rng=rng)


# ---- the hull --------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1]], [(0, 0), (2, 0), (2, 2), (0, 2)]),
        ([[0, 2], [0, 0], [1, 0], [2, 0], [2, 0]], [(0, 0), (2, 0), (0, 2)]),
        ([[0, 0], [3, 3], [1, 1]], [(0, 0), (3, 3)]),
        ([[1, 2], [1, 2]], [(1, 2)]),
        (np.zeros((0, 2)), []),
    ],
    ids=["inside", "on an edge", "a line", "one place", "none"],
)
def test_the_hull_has_the_outermost_points_in_order(points, corners):
    assert convex_hull(points) == corners


@given(weights_and_values())
def test_every_mixture_is_to_the_left_of_every_edge_of_the_hull(mixed):
    weights, V = mixed
    V = np.resize(V, (len(V), 2))
    corners = np.array(convex_hull(V))
    edges = np.roll(corners, -1, axis=0) - corners
    for point in weighted_sum(weights, V):
        to = point - corners
        left = edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0]
        assert (left >= -1e-6).all()
