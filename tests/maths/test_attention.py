import dataclasses
import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attn_lib import (
    SENTENCE,
    MultiHeadWeights,
    ProjectionWeights,
    attention,
    causal_mask,
    combine_masks,
    embed,
    multi_head_attention,
    padding_mask,
    scaled_dot_product_attention,
    self_attention,
    tokenize,
)
from tests.support import oracle
from tests.support.strategies import matrices, numbers, problems

STAGES = ("scores", "scaled", "masked", "weights", "output")
EYE = np.eye(2)
UNPROJECTED = ProjectionWeights(EYE, EYE, EYE)


# ---- against the definition ------------------------------------------------


@given(problems(), st.booleans(), st.sampled_from([None, 0.5, 2.0]))
def test_every_stage_agrees_with_the_definition(problem, is_causal, scale):
    trace = attention(*problem[:3], mask=problem.mask, is_causal=is_causal, scale=scale)
    stages = [getattr(trace, name) for name in STAGES]
    for Q, K, V, mask, *found in matrices(*problem, *stages):
        expected = oracle.attention(
            Q.tolist(),
            K.tolist(),
            V.tolist(),
            None if mask is None else mask.tolist(),
            is_causal=is_causal,
            scale=scale,
        )
        for name, stage in zip(STAGES, found, strict=True):
            np.testing.assert_allclose(
                stage, expected[name], rtol=1e-9, atol=1e-12, err_msg=name
            )


@given(problems(), st.booleans())
def test_rows_sum_to_one_or_are_zero(problem, is_causal):
    trace = attention(*problem[:3], mask=problem.mask, is_causal=is_causal)
    sums = trace.weights.sum(axis=-1)
    blind = (trace.masked == -np.inf).all(axis=-1)
    np.testing.assert_allclose(sums, np.where(blind, 0, 1))
    np.testing.assert_array_equal(trace.output[blind], 0)


@given(problems(), st.booleans())
def test_under_its_other_name_the_output_is_the_same(problem, is_causal):
    Q, K, V, mask = problem
    np.testing.assert_array_equal(
        scaled_dot_product_attention(Q, K, V, mask, is_causal=is_causal, scale=0.3),
        attention(Q, K, V, mask=mask, is_causal=is_causal, scale=0.3).output,
    )
    as_it_is = scaled_dot_product_attention(Q, K, V)
    np.testing.assert_array_equal(as_it_is, attention(Q, K, V).output)


@given(problems())
def test_causal_and_a_mask_both_apply(problem):
    Q, K, V, mask = problem
    both = combine_masks(mask, causal_mask(Q.shape[-2], K.shape[-2]))
    trace = attention(Q, K, V, mask=mask, is_causal=True)
    np.testing.assert_array_equal(trace.mask, both)
    np.testing.assert_array_equal(trace.output, attention(Q, K, V, mask=both).output)


@given(problems(np.float32), st.booleans())
def test_single_precision_is_close_to_double(problem, is_causal):
    trace = attention(*problem[:3], mask=problem.mask, is_causal=is_causal)
    assert {getattr(trace, name).dtype for name in STAGES} == {np.dtype(np.float32)}
    doubles = (array.astype(np.float64) for array in problem[:3])
    expected = attention(*doubles, mask=problem.mask, is_causal=is_causal)
    np.testing.assert_allclose(trace.output, expected.output, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("Q", "K", "V", "mask", "output"),
    [
        ((2, 3), (5, 3), (5, 4), (2, 5), (2, 4)),
        ((7, 2, 3), (7, 5, 3), (7, 5, 4), (7, 1, 5), (7, 2, 4)),
        ((2, 3), (5, 3), (5, 4), (7, 2, 5), (7, 2, 4)),
        ((2, 3), (5, 3), (7, 5, 4), (5,), (7, 2, 4)),
        ((7, 6, 2, 3), (1, 6, 5, 3), (6, 5, 4), (7, 1, 1, 5), (7, 6, 2, 4)),
        ((0, 3), (5, 3), (5, 4), (0, 5), (0, 4)),
        ((2, 3), (0, 3), (0, 4), (2, 0), (2, 4)),
        ((2, 3), (5, 3), (5, 0), (2, 5), (2, 0)),
    ],
)
@pytest.mark.parametrize("is_causal", [False, True])
def test_shapes_in_and_out(Q, K, V, mask, output, is_causal):
    mask = np.ones(mask, dtype=bool)
    arrays = (np.ones(shape) for shape in (Q, K, V))
    trace = attention(*arrays, mask=mask, is_causal=is_causal)
    assert trace.output.shape == output
    assert (trace.output == (1 if K[-2] else 0)).all()


def test_a_batch_is_its_samples_one_by_one():
    rng = np.random.default_rng(0)
    Q, K, V = (rng.random((7, 2, *shape)) for shape in ((3, 4), (5, 4), (5, 6)))
    mask = rng.random((7, 1, 3, 5)) > 0.3
    together = attention(Q, K, V, mask=mask).output
    for b, h in np.ndindex(7, 2):
        alone = attention(Q[b, h], K[b, h], V[b, h], mask=mask[b, 0]).output
        np.testing.assert_allclose(together[b, h], alone)


# ---- what attention may look at --------------------------------------------


@pytest.mark.case("A10")
@given(st.data(), st.integers(1, 5))
def test_a_later_token_never_changes_an_earlier_output(data, first_changed):
    X = data.draw(numbers((6, 3)))
    X_later = X.copy()
    X_later[first_changed:] = data.draw(numbers((6 - first_changed, 3)))
    projection = ProjectionWeights.random(3, 2, 4)
    before = self_attention(X, projection, is_causal=True).output
    after = self_attention(X_later, projection, is_causal=True).output
    np.testing.assert_array_equal(before[:first_changed], after[:first_changed])


@given(
    problems(masks=False),
    st.sampled_from([np.nan, np.inf, -np.inf]),
    st.booleans(),
    st.data(),
)
def test_garbage_in_a_hidden_slot_never_leaks(problem, garbage, floating, data):
    Q, K, V = (array.copy() for array in problem[:3])
    visible = data.draw(hnp.arrays(bool, K.shape[-2]), label="visible keys")
    assume(not visible.all())
    mask = np.where(visible, 0.0, -np.inf) if floating else visible
    clean = attention(Q, K, V, mask=mask)
    K[..., ~visible, :], V[..., ~visible, :] = garbage, garbage
    spoilt = attention(Q, K, V, mask=mask)
    np.testing.assert_array_equal(spoilt.weights, clean.weights)
    np.testing.assert_allclose(spoilt.output, clean.output, atol=1e-12)


@pytest.mark.parametrize(("garbage", "sign"), [(np.nan, "nan"), (np.inf, "inf")])
def test_garbage_in_a_visible_score_is_refused_by_the_name_of_its_row(garbage, sign):
    Q, K, V = np.ones((3, 2)), np.ones((4, 2)), np.ones((4, 5))
    Q[2, 0] = garbage
    with pytest.raises(ValueError, match=rf"got {sign} in row 2 \(index \(2, 0\)\)"):
        attention(Q, K, V)
    attention(Q, K, V, mask=[[True], [True], [False]])


@pytest.mark.case("D10")
@given(st.data(), st.permutations(range(5)))
def test_without_positions_shuffling_the_tokens_only_shuffles_the_output(data, order):
    X = data.draw(numbers((5, 3)))
    projection = ProjectionWeights.random(3, 2, 4)
    output = self_attention(X, projection).output
    shuffled = self_attention(X[order], projection).output
    np.testing.assert_allclose(shuffled, output[order], atol=1e-12)


@pytest.mark.case("D10")
def test_with_a_causal_mask_or_with_positions_order_matters():
    order = [2, 0, 3, 1]
    X = np.random.default_rng(0).standard_normal((4, 3))
    projection = ProjectionWeights.random(3, 2)
    output = self_attention(X, projection, is_causal=True).output
    shuffled = self_attention(X[order], projection, is_causal=True).output
    assert not np.allclose(shuffled, output[order])
    assert not np.allclose(
        self_attention(X, projection).output,
        self_attention(X[order], projection).output,
    )

    tokens = tokenize(SENTENCE)
    for positions in (False, True):
        output, shuffled = (
            self_attention(
                embed(words, positions=positions), ProjectionWeights.designed()
            ).output
            for words in (tokens, tokens[::-1])
        )
        assert np.allclose(shuffled, output[::-1]) is not positions


def test_a_repeated_word_has_the_same_row_and_column_until_it_has_a_position():
    tokens = tokenize("the cat sat on the mat")
    for positions in (False, True):
        X = embed(tokens, positions=positions)
        weights = self_attention(X, ProjectionWeights.designed()).weights
        same_row = np.allclose(weights[0], weights[4])
        same_column = np.allclose(weights[:, 0], weights[:, 4])
        assert same_row is same_column is not positions


@given(problems(masks=False), st.data())
def test_shuffling_keys_with_their_values_changes_no_output(problem, data):
    Q, K, V, _ = problem
    order = data.draw(st.permutations(range(K.shape[-2])))
    np.testing.assert_allclose(
        attention(Q, K[..., order, :], V[..., order, :]).output,
        attention(Q, K, V).output,
        atol=1e-12,
    )


@given(problems(), st.booleans(), st.data())
def test_the_output_lies_in_the_convex_hull_of_the_visible_values(
    problem, is_causal, data
):
    trace = attention(*problem[:3], mask=problem.mask, is_causal=is_causal)
    direction = data.draw(numbers(trace.V.shape[-1]))
    reach = (trace.V @ direction)[..., None, :]
    reach = np.where(trace.masked == -np.inf, -np.inf, reach).max(axis=-1)
    seeing = reach > -np.inf
    assert ((trace.output @ direction)[seeing] <= reach[seeing] + 1e-9).all()


# ---- known numbers ---------------------------------------------------------


@pytest.mark.case("A01")
def test_a_query_that_may_look_at_nothing_takes_nothing_home():
    trace = attention(EYE, EYE, [[10, 0], [0, 20]], mask=[[True, True], [False, False]])
    np.testing.assert_allclose(trace.weights, [[0.6698, 0.3302], [0, 0]], atol=5e-5)
    np.testing.assert_allclose(trace.output, [[6.6976, 6.6048], [0, 0]], atol=5e-5)


@pytest.mark.case("A24")
@pytest.mark.parametrize("kind", [list, "int64", "int8", "bool", "float32"])
def test_whole_numbers_give_what_their_floats_give(kind):
    Q = EYE.astype(int).tolist() if kind is list else EYE.astype(kind)
    for mask in (None, [[True, True], [True, True]], [[0.0, 0.0], [0.0, 0.0]]):
        output = attention(Q, Q, [[10, 0], [0, 20]], mask=mask).output
        expected = [[6.6976, 6.6048], [3.3024, 13.3952]]
        np.testing.assert_allclose(output, expected, atol=5e-5)


@pytest.mark.case("A27")
def test_one_token_attends_to_itself_whatever_it_is():
    trace = attention([[3, 4]], [[1, 2]], [[7, 9]])
    np.testing.assert_array_equal(trace.weights, [[1]])
    np.testing.assert_array_equal(trace.output, [[7, 9]])


@pytest.mark.case("A27")
def test_no_token_gives_an_empty_output():
    trace = self_attention(embed([]), ProjectionWeights.designed(), is_causal=True)
    assert trace.output.shape == (0, 5)


def test_a_token_need_not_attend_most_to_itself():
    trace = self_attention([[1, 0], [3, 0]], UNPROJECTED)
    np.testing.assert_allclose(trace.weights[0], [0.1956, 0.8044], atol=5e-5)
    crossed = ProjectionWeights(EYE, EYE[::-1], EYE)
    weights = self_attention(EYE, crossed).weights
    np.testing.assert_allclose(weights.diagonal(), [0.3302, 0.3302], atol=5e-5)


@pytest.mark.parametrize(
    ("K", "V", "weights", "output"),
    [
        (EYE, [[10], [20]], [0.6698, 0.3302], 13.302),
        (EYE, [[100], [20]], [0.6698, 0.3302], 73.581),
        (EYE[::-1], [[10], [20]], [0.3302, 0.6698], 16.698),
    ],
)
def test_keys_decide_where_and_values_decide_what(K, V, weights, output):
    trace = attention([[1, 0]], K, V)
    np.testing.assert_allclose(trace.weights, [weights], atol=5e-5)
    assert trace.output.item() == pytest.approx(output, abs=1e-3)


def test_the_divisor_is_the_root_of_the_width_of_the_keys_not_of_the_model():
    X = [[2, 0, 0, 0], [0, 2, 0, 0]]
    head = ProjectionWeights(*[np.eye(4)[:, :2]] * 3)  # d_model = 4, d_k = 2
    trace = self_attention(X, head)
    np.testing.assert_allclose(trace.weights[0], [0.9442, 0.0558], atol=5e-5)


def test_a_causal_mask_alone_favours_early_tokens():
    weights = attention(
        np.zeros((6, 2)), np.zeros((6, 2)), EYE[[0] * 6], is_causal=True
    )
    expected = [0.4083, 0.2417, 0.1583, 0.1028, 0.0611, 0.0278]
    np.testing.assert_allclose(weights.weights.mean(axis=0), expected, atol=5e-5)


@pytest.mark.case("A11")
def test_causal_and_padding_leave_every_real_row_something():
    zeros = np.zeros((4, 2))
    trace = attention(zeros, zeros, zeros, mask=padding_mask(2, 4), is_causal=True)
    expected = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0]]
    np.testing.assert_array_equal(trace.weights, expected)


def test_in_half_precision_a_large_score_shows_as_inf_and_still_wins():
    Q = np.array([[300, 300]], dtype=np.float16)
    trace = attention(Q, np.float16([[300, 300], [1, 1]]), np.float16([[1], [2]]))
    np.testing.assert_array_equal(trace.scores, [[np.inf, 600]])
    np.testing.assert_array_equal(trace.weights, [[1, 0]])
    assert {getattr(trace, name).dtype for name in STAGES} == {np.dtype(np.float16)}


# ---- the running example ---------------------------------------------------


def test_the_running_example_has_this_pattern():
    tokens = tokenize(SENTENCE)
    trace = self_attention(embed(tokens), ProjectionWeights.designed())
    expected = [  # the, hungry, monkey, eats, the, banana
        [0.22, 0.36, 0.23, 0.08, 0.04, 0.06],
        [0.03, 0.09, 0.74, 0.08, 0.03, 0.03],
        [0.03, 0.08, 0.13, 0.31, 0.13, 0.33],
        [0.01, 0.02, 0.60, 0.07, 0.08, 0.23],
        [0.18, 0.07, 0.05, 0.08, 0.23, 0.39],
        [0.17, 0.08, 0.58, 0.02, 0.04, 0.11],
    ]
    np.testing.assert_allclose(trace.weights, expected, atol=0.0051)


def test_the_sizes_of_the_running_example_are_all_different():
    trace = self_attention(embed(tokenize(SENTENCE)), ProjectionWeights.designed())
    assert (
        len({len(trace.X), trace.X.shape[1], trace.K.shape[1], trace.V.shape[1]}) == 4
    )


# ---- the trace -------------------------------------------------------------


def test_the_trace_holds_every_stage_under_its_name():
    names = [field.name for field in dataclasses.fields(attention([[1]], [[1]], [[1]]))]
    inputs = ["Q", "K", "V"]
    assert names == [*inputs, *STAGES, "mask", "X", "projection", "scale"]


def test_the_trace_knows_where_q_k_and_v_came_from_if_it_was_there():
    projection = ProjectionWeights.random(3, 2)
    X = np.ones((4, 3))
    trace = self_attention(X, projection)
    np.testing.assert_array_equal(trace.projection.W_K, projection.W_K)
    np.testing.assert_array_equal(trace.X, X)
    alone = attention(trace.Q, trace.K, trace.V)
    assert alone.X is alone.projection is alone.mask is None


def test_a_trace_stays_as_it_is_when_the_matrices_are_changed_afterwards():
    matrices = [np.ones((3, 2)) for _ in range(3)]
    bias = np.ones(2)
    p = ProjectionWeights(*matrices, b_V=bias)
    single = self_attention(np.ones((4, 3)), p).projection
    square = [np.eye(4) for _ in range(4)]
    several = MultiHeadWeights(*square, num_heads=2)
    both = multi_head_attention(np.ones((3, 4)), several).projection
    for array in (*matrices, bias, *square):
        array[:] = 9
    assert (single.W_Q == 1).all()
    assert (single.b_V == 1).all()
    assert single.b_Q is None
    np.testing.assert_array_equal(both.W_O, np.eye(4))
    assert both.num_heads == 2


def test_the_trace_says_which_mask_was_applied():
    Q, K, V = np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5))
    np.testing.assert_array_equal(
        attention(Q, K, V, is_causal=True).mask, causal_mask(2, 4)
    )
    added = [[0.0, 1.0, -np.inf, 2.0]]
    np.testing.assert_array_equal(attention(Q, K, V, mask=added).mask, added)


def test_the_trace_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        attention([[1]], [[1]], [[1]]).output = 0


# ---- errors ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("Q", "K", "V", "options", "text"),
    [
        (
            (2, 3),
            (5, 4),
            (5, 6),
            {},
            "Q and K of the same width d_k, got Q (2, 3) and K (5, 4)",
        ),
        (
            (2, 3),
            (5, 3),
            (4, 6),
            {},
            "one weight for each value (the same T_k), got weights (2, 5) and V (4, 6)",
        ),
        ((3,), (5, 3), (5, 6), {}, "Q: expected at least 2 axes, got shape (3,)"),
        ((2, 3), (5, 3), (5,), {}, "V: expected at least 2 axes, got shape (5,)"),
        ((2, 0), (5, 0), (5, 6), {}, "d_k: expected at least 1, got 0"),
        (
            (2, 3),
            (5, 3),
            (5, 6),
            {"mask": np.ones((5, 2), dtype=bool)},
            "mask: expected a shape that broadcasts to (2, 5), "
            "rows = queries and columns = keys, got (5, 2)",
        ),
        (
            (2, 3),
            (5, 3),
            (5, 6),
            {"mask": np.ones((5, 2), dtype=bool), "is_causal": True},
            "expected shapes that broadcast, got (5, 2) and (2, 5)",
        ),
    ],
)
def test_what_does_not_fit_is_said_with_expected_and_got(Q, K, V, options, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        attention(np.ones(Q), np.ones(K), np.ones(V), **options)


def test_a_mask_of_zeros_and_ones_is_refused_since_it_could_mean_either():
    with pytest.raises(TypeError, match=r"expected Boolean .* or floating"):
        scaled_dot_product_attention(EYE, EYE, EYE, [[1, 0], [0, 1]])


def test_a_trace_stays_as_it_is_when_its_inputs_are_changed_afterwards():
    Q, K, V, X = (np.ones((3, 3)) for _ in range(4))
    mask = np.ones((3, 3), bool)
    trace = attention(Q, K, V, mask=mask)
    of_x = self_attention(X, ProjectionWeights(*[np.eye(3)] * 3))
    for array in (Q, K, V, X):
        array += 5
    mask[:] = False
    for kept in (trace.Q, trace.K, trace.V, trace.mask, of_x.X):
        assert (kept == 1).all()
