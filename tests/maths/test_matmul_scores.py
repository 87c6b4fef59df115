import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import dot_product_scores
from tests.support import oracle
from tests.support.strategies import matrices, problems


def test_a_score_is_the_sum_of_products_of_one_query_and_one_key():
    Q = [[1, 2, 3], [0, -1, 0.5]]  #                        (T_q, d_k) = (2, 3)
    K = [[1, 0, 0], [0, 1, 0], [1, 1, 1], [-1, 0, 2]]  #    (T_k, d_k) = (4, 3)
    expected = [[1, 2, 6, 5], [0, -1, -0.5, 1]]  #          (T_q, T_k) = (2, 4)
    np.testing.assert_array_equal(dot_product_scores(Q, K), expected)


@given(problems(masks=False))
def test_scores_agree_with_the_definition(problem):
    scores = dot_product_scores(problem.Q, problem.K)
    for Q, K, one in matrices(problem.Q, problem.K, scores):
        expected = [[oracle.dot(q, k) for k in K.tolist()] for q in Q.tolist()]
        np.testing.assert_allclose(one, expected, rtol=1e-12, atol=1e-12)


@given(problems(leading=((),), masks=False))
def test_swapping_queries_and_keys_transposes_the_scores(problem):
    Q, K = problem.Q, problem.K
    np.testing.assert_allclose(dot_product_scores(K, Q), dot_product_scores(Q, K).T)


@given(problems(leading=((),), masks=False), st.data())
def test_a_row_depends_on_its_query_only_and_a_column_on_its_key_only(problem, data):
    Q, K = problem.Q, problem.K
    i = data.draw(st.integers(0, len(Q) - 1), label="query")
    j = data.draw(st.integers(0, len(K) - 1), label="key")
    other = np.zeros((len(Q), len(K)), dtype=bool)
    other[i], other[:, j] = True, True
    Q2, K2 = Q.copy(), K.copy()
    Q2[i], K2[j] = 7, -5
    before, after = dot_product_scores(Q, K), dot_product_scores(Q2, K2)
    np.testing.assert_array_equal(before[~other], after[~other])


def test_scores_need_not_be_symmetric():
    X = np.eye(2)
    W_Q, W_K = np.eye(2), np.array([[0, 1], [0, 0]])
    scores = dot_product_scores(X @ W_Q, X @ W_K)
    np.testing.assert_array_equal(scores, [[0, 0], [1, 0]])
    without_projection = dot_product_scores(X + 1, X + 1)
    np.testing.assert_array_equal(without_projection, without_projection.T)


def test_scores_of_all_directions_have_rank_d_k_not_d_model():
    rng = np.random.default_rng(0)
    W_Q, W_K = rng.standard_normal((2, 4, 2))
    assert np.linalg.matrix_rank(dot_product_scores(W_Q, W_K)) == 2


@pytest.mark.parametrize(
    ("queries", "keys", "expected"),
    [
        ((2, 3), (5, 3), (2, 5)),
        ((7, 2, 3), (5, 3), (7, 2, 5)),
        ((2, 3), (7, 5, 3), (7, 2, 5)),
        ((7, 1, 2, 3), (4, 5, 3), (7, 4, 2, 5)),
        ((0, 3), (5, 3), (0, 5)),
        ((2, 3), (0, 3), (2, 0)),
        ((2, 0), (5, 0), (2, 5)),
    ],
)
def test_leading_axes_broadcast_and_sizes_may_be_zero(queries, keys, expected):
    assert dot_product_scores(np.ones(queries), np.ones(keys)).shape == expected


@pytest.mark.case("A24")
def test_small_integers_do_not_overflow():
    q = np.array([[100, 100]], dtype=np.int8)
    assert dot_product_scores(q, q).item() == 20_000


def test_half_precision_is_summed_in_single():
    q = np.array([[300, 300]], dtype=np.float16)
    k = np.array([[300, -300]], dtype=np.float16)
    scores = dot_product_scores(q, k)  # 90,000 − 90,000; 90,000 is inf in float16
    assert scores.dtype == np.float16
    assert scores.item() == 0


@pytest.mark.parametrize("garbage", [np.nan, np.inf, -np.inf])
def test_a_key_of_garbage_spoils_its_own_column_only(garbage):
    Q, K = np.ones((2, 3)), np.ones((4, 3))
    Q[0, 0], K[1, 0] = 0, garbage  # 0 · inf is NaN
    scores = dot_product_scores(Q, K)
    np.testing.assert_array_equal(np.delete(scores, 1, axis=1), [[2] * 3, [3] * 3])


@pytest.mark.parametrize(
    ("Q", "K", "error", "text"),
    [
        (
            np.ones((2, 3)),
            np.ones((5, 4)),
            ValueError,
            r"expected Q and K of the same width d_k, "
            r"got Q \(2, 3\) and K \(5, 4\): 3 and 4",
        ),
        (
            np.ones((2, 2, 3)),
            np.ones((4, 5, 3)),
            ValueError,
            r"expected leading axes that broadcast, got Q \(2, 2, 3\), K \(4, 5, 3\)",
        ),
        (np.ones(3), np.ones((5, 3)), ValueError, r"Q: expected at least 2 axes, got"),
        (np.ones((2, 3)), np.ones(3), ValueError, r"K: expected at least 2 axes, got"),
    ],
)
def test_what_does_not_fit_is_said_with_expected_and_got(Q, K, error, text):
    with pytest.raises(error, match=text):
        dot_product_scores(Q, K)
