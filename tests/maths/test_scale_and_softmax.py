import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import entropy, naive_softmax, scale_scores, softmax, softmax_jacobian
from tests.support import oracle
from tests.support.strategies import numbers, sizes

# ---- scale -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("d_k", "divisor"), [(1, 1), (2, 1.41421356), (4, 2), (64, 8), (512, 22.627417)]
)
def test_scores_are_divided_by_the_square_root_of_d_k(d_k, divisor):
    scaled = scale_scores([[64.0, 0.0, -8.0]], d_k)
    np.testing.assert_allclose(scaled, [[64 / divisor, 0, -8 / divisor]])


@pytest.mark.case("A09")
def test_d_k_64_tells_the_square_root_from_the_half():
    """``d_k ** 1/2`` is d_k / 2; at d_k = 4 nobody would notice."""
    scaled = scale_scores([[64, 0]], 64)
    np.testing.assert_array_equal(scaled, [[8, 0]])
    np.testing.assert_allclose(softmax(scaled), [[0.99966, 0.00034]], atol=1e-5)


def test_a_scale_takes_the_place_of_one_over_the_square_root():
    np.testing.assert_array_equal(scale_scores([[1, 2]], scale=0.5), [[0.5, 1]])
    np.testing.assert_array_equal(scale_scores([[1, 2]], 64, scale=0.5), [[0.5, 1]])
    np.testing.assert_array_equal(scale_scores([[1, 2]], scale=0), [[0, 0]])
    np.testing.assert_array_equal(scale_scores([[1, 2]], scale=-1), [[-1, -2]])


@pytest.mark.parametrize("d_k", [4, 64, 512])
def test_scaling_brings_the_variance_back_to_one(d_k):
    rng = np.random.default_rng(0)
    scores = (rng.standard_normal((2, 4_000, d_k))).prod(axis=0).sum(axis=-1)
    assert scores.var() == pytest.approx(d_k, rel=0.1)
    assert scale_scores(scores, d_k).var() == pytest.approx(1, rel=0.1)


@pytest.mark.parametrize(
    ("scale", "error", "text"),
    [
        (np.nan, ValueError, "expected one finite number, got nan"),
        (np.inf, ValueError, "expected one finite number, got inf"),
        (-np.inf, ValueError, "expected one finite number, got -inf"),
        ([1.0, 2.0], ValueError, r"expected one finite number, got \[1.0, 2.0\]"),
        ("1/8", TypeError, "expected real numbers, got dtype <U3"),
        (1j, TypeError, "expected real numbers, got dtype complex128"),
    ],
)
def test_a_scale_is_one_finite_number(scale, error, text):
    with pytest.raises(error, match=f"scale: {text}"):
        scale_scores([[1.0]], scale=scale)


def test_a_scale_or_d_k_is_needed():
    with pytest.raises(ValueError, match="expected d_k or scale, got neither"):
        scale_scores([[1.0]])


def test_scaling_garbage_and_too_large_a_scale_do_not_warn():
    np.testing.assert_array_equal(scale_scores([[np.inf, 1]], scale=0), [[np.nan, 0]])
    half = np.array([[60_000]], dtype=np.float16)
    np.testing.assert_array_equal(scale_scores(half, scale=2), [[np.inf]])


# ---- softmax ---------------------------------------------------------------

SOFTMAX = {
    "ordinary": ([1, 2, 3], [0.0900, 0.2447, 0.6652]),
    "overflows exp": ([1000, 1001, 1002], [0.0900, 0.2447, 0.6652]),
    "underflows exp": ([-1000, -1001, -1002], [0.6652, 0.2447, 0.0900]),
    "all very negative": ([-10_000, -10_000], [0.5, 0.5]),
    "both zeros": ([0.0, -0.0], [0.5, 0.5]),
    "one score": ([-7], [1]),
    "a hundredfold": ([100, 200, 300], [0, 0, 1]),
    "a hundredfold, divided by √2": (
        np.array([100, 200, 300]) / math.sqrt(2),
        [0, 0, 1],
    ),
    "divided by √2": (np.array([1, 2, 3]) / math.sqrt(2), [0.1400, 0.2840, 0.5760]),
    "one hidden": ([1, 2, -np.inf], [0.2689, 0.7311, 0]),
    "all but one hidden": ([-np.inf, -900, -np.inf], [0, 1, 0]),
    "all hidden": ([-np.inf, -np.inf], [0, 0]),
    "rows apart": ([[2, 0], [0, 0]], [[0.8808, 0.1192], [0.5, 0.5]]),
    "rows far apart": ([[1000, 1001], [0, 1]], [[0.2689, 0.7311]] * 2),
    "not symmetric": (
        [[0, 1, 2], [0, 0, 0], [3, 0, 0]],
        [[0.0900, 0.2447, 0.6652], [1 / 3] * 3, [0.9094, 0.0453, 0.0453]],
    ),
}


@pytest.mark.case("A04")
@pytest.mark.parametrize(("z", "p"), SOFTMAX.values(), ids=SOFTMAX.keys())
def test_softmax_of_known_scores(z, p):
    np.testing.assert_allclose(softmax(z), p, atol=5e-5)


@pytest.mark.case("A06")
def test_softmax_is_over_keys_not_queries():
    weights = softmax([[0, 1, 2], [0, 0, 0], [3, 0, 0]])
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    np.testing.assert_allclose(
        weights.sum(axis=-2), [1.3328, 0.6234, 1.0438], atol=1e-4
    )


@given(numbers((2, 3, 4)))
def test_softmax_agrees_with_the_definition(z):
    expected = [[oracle.softmax(row) for row in matrix] for matrix in z.tolist()]
    np.testing.assert_allclose(softmax(z), expected, rtol=1e-12)


@st.composite
def scores_with_hidden(draw):
    T_q, T_k = draw(sizes)[:2]
    z = draw(numbers((T_q, T_k)))
    hidden = draw(numbers((T_q, T_k))) > draw(st.sampled_from([-9, 0, 2]))
    return np.where(hidden, -np.inf, z)


@given(scores_with_hidden())
def test_rows_sum_to_one_or_are_zero_where_all_is_hidden(z):
    p = softmax(z)
    all_hidden = (z == -np.inf).all(axis=-1)
    np.testing.assert_allclose(p.sum(axis=-1), np.where(all_hidden, 0, 1))
    assert (p >= 0).all()
    np.testing.assert_array_equal(p[z == -np.inf], 0)


@pytest.mark.case("A05")
@given(scores_with_hidden(), st.integers(-1000, 1000))
def test_adding_a_constant_to_a_row_changes_nothing(z, constant):
    shifted = z.copy()
    shifted[0] += constant
    np.testing.assert_allclose(softmax(shifted), softmax(z), atol=1e-12)


@given(numbers((3, 5)))
def test_multiplying_does_change_and_a_larger_factor_sharpens(z):
    assert (softmax(2 * z).max(axis=-1) >= softmax(z).max(axis=-1) - 1e-12).all()
    assert (entropy(softmax(2 * z)) <= entropy(softmax(z)) + 1e-12).all()


@given(numbers((3, 5)))
def test_larger_scores_get_larger_weights(z):
    p = softmax(z)
    np.testing.assert_array_equal(
        z[:, :, None] > z[:, None, :], p[:, :, None] > p[:, None, :]
    )


@given(scores_with_hidden(), st.data())
def test_shuffling_the_scores_shuffles_the_weights(z, data):
    order = data.draw(st.permutations(range(z.shape[1])))
    np.testing.assert_allclose(softmax(z[:, order]), softmax(z)[:, order], rtol=1e-14)


@pytest.mark.parametrize("function", [softmax, naive_softmax])
@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_the_axis_says_whose_entries_compete(function, axis):
    z = np.random.default_rng(0).standard_normal((2, 3, 4))
    moved = function(np.moveaxis(z, axis, -1))
    np.testing.assert_allclose(function(z, axis), np.moveaxis(moved, -1, axis))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_scores_as_far_apart_as_can_be_do_not_warn(dtype):
    largest = np.finfo(dtype).max
    z = np.array([largest, -largest, -np.inf], dtype)
    np.testing.assert_array_equal(softmax(z), [1, 0, 0])


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
def test_empty_scores_make_empty_weights(shape):
    assert softmax(np.zeros(shape)).shape == shape


@pytest.mark.case("A07")
@pytest.mark.parametrize(
    ("z", "text"),
    [
        ([0, np.inf], r"got inf in row 0 \(index \(1,\)\)"),
        ([0, np.nan, 1], r"got nan in row 0 \(index \(1,\)\)"),
        ([[0, 1], [2, np.nan]], r"got nan in row 1 \(index \(1, 1\)\)"),
        (
            [[[0.0, 1.0]], [[np.inf, np.nan]]],
            r"got inf in row 1, 0 \(index \(1, 0, 0\)\)",
        ),
    ],
)
def test_nan_and_plus_inf_are_refused_by_the_name_of_the_row(z, text):
    expected = "expected scores that are finite or −inf, "
    with pytest.raises(ValueError, match=expected + text):
        softmax(z)


def test_a_row_is_named_across_the_axis_of_the_softmax():
    with pytest.raises(ValueError, match=r"row 1 \(index \(0, 1\)\)"):
        softmax([[0, np.nan], [0, 0]], axis=0)


# ---- naive softmax ---------------------------------------------------------


@given(numbers((3, 5)))
def test_the_naive_softmax_is_the_same_for_moderate_scores(z):
    np.testing.assert_allclose(naive_softmax(z), softmax(z), rtol=1e-12)


@pytest.mark.parametrize(
    ("dtype", "still", "over"), [("float64", 709, 710), ("float32", 88, 89)]
)
def test_the_naive_softmax_overflows_quietly(dtype, still, over):
    assert np.isfinite(naive_softmax(np.array([still, 0], dtype))).all()
    assert np.isnan(naive_softmax(np.array([over, 0], dtype))[0])
    assert np.isnan(naive_softmax([-np.inf, -np.inf])).all()


# ---- Jacobian --------------------------------------------------------------


def test_the_jacobian_is_diag_p_minus_p_p_transposed():
    p = np.array([0.5, 0.3, 0.2])
    expected = [[0.25, -0.15, -0.10], [-0.15, 0.21, -0.06], [-0.10, -0.06, 0.16]]
    np.testing.assert_allclose(softmax_jacobian(p), expected)


@given(numbers((2, 4)))
def test_the_jacobian_is_what_finite_differences_measure(z):
    step = 1e-5
    moved = np.eye(4) * step  # row j moves score j
    measured = softmax(z[:, None] + moved) - softmax(z[:, None] - moved)
    J = softmax_jacobian(softmax(z))
    np.testing.assert_allclose(J, measured.swapaxes(-1, -2) / (2 * step), atol=1e-9)
    np.testing.assert_allclose(J, J.swapaxes(-1, -2))
    np.testing.assert_allclose(J.sum(axis=-1), 0, atol=1e-12)


def test_a_saturated_softmax_has_no_gradient():
    J = softmax_jacobian(softmax([1000.0, 0.0, 0.0]))
    assert not J.any()
    assert not np.signbit(J).any()


def test_numbers_that_are_no_weights_have_a_jacobian_without_a_warning():
    assert np.isnan(softmax_jacobian([np.inf, 0.0])).any()  # inf · 0


# ---- entropy ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "H"),
    [
        ([1, 0, 0], 0),
        ([0.5, 0.5], math.log(2)),
        ([0.125] * 8, 2.0794415),
        ([[1, 0], [0.5, 0.5]], [0, math.log(2)]),
        ([0, 0], 0),
        ([0.9, 0.05, 0.05], 0.394398),
    ],
)
def test_entropy_of_known_weights(p, H):
    np.testing.assert_allclose(entropy(p), H, atol=1e-6)
    assert not np.signbit(entropy(p)).any()


@given(numbers((3, 5)))
def test_entropy_lies_between_zero_and_log_n(z):
    H = entropy(softmax(z))
    assert H.shape == (3,)
    assert (H >= 0).all()
    assert (math.log(5) + 1e-12 >= H).all()


def test_entropy_never_reads_what_was_left_in_memory():
    p = np.array([1.0] + [0.0] * 40)
    for _ in range(10):
        np.full(p.shape, np.nan)  # let go at once: the next array may lie there
        assert entropy(p) == 0


def test_numbers_that_are_no_weights_have_an_entropy_without_a_warning():
    assert entropy([1e308, 1e308]) == -np.inf


def test_entropy_along_another_axis():
    p = softmax(np.arange(6.0).reshape(2, 3), axis=0)
    np.testing.assert_allclose(entropy(p, axis=0), entropy(p.T))


@pytest.mark.parametrize("p", [[-0.1, 1.1], [np.nan, 1]])
def test_weights_below_zero_have_no_entropy(p):
    with pytest.raises(
        ValueError, match="expected weights ≥ 0, got one below 0 or NaN"
    ):
        entropy(p)
