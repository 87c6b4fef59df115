import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_lib import (
    SENTENCE,
    MultiHeadWeights,
    ProjectionWeights,
    attention,
    attention_backward,
    causal_mask,
    embed,
    gradient_error,
    merge_heads,
    multi_head_attention,
    padding_mask,
    project,
    self_attention,
    split_heads,
    tokenize,
)
from tests.support import oracle
from tests.support.strategies import mask_of, numbers

few = settings(max_examples=25, deadline=None)
X_DESIGNED = embed(tokenize(SENTENCE))


def random_weights(d_model, h, h_kv, d_k, d_v, *, biases, seed=0):
    rng = np.random.default_rng(seed)
    shapes = [(d_model, h * d_k), (d_model, h_kv * d_k), (d_model, h_kv * d_v)]
    W = [rng.standard_normal(shape) for shape in (*shapes, (h * d_v, d_model))]
    b = [rng.standard_normal(w.shape[1]) if biases else None for w in W]
    names = ("b_Q", "b_K", "b_V", "b_O")
    return MultiHeadWeights(*W, h, h_kv, **dict(zip(names, b, strict=True)))


# ---- splitting and merging -------------------------------------------------


@pytest.mark.case("A18")
def test_splitting_is_a_reshape_and_a_swap_of_axes():
    heads = split_heads(np.arange(12).reshape(1, 3, 4), 2)
    expected = [[[[0, 1], [4, 5], [8, 9]], [[2, 3], [6, 7], [10, 11]]]]
    np.testing.assert_array_equal(heads, expected)


@pytest.mark.case("A17")
def test_merging_keeps_a_token_in_its_row():
    heads = [[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]
    np.testing.assert_array_equal(merge_heads(heads), [[[1, 2, 5, 6], [3, 4, 7, 8]]])


@few
@given(st.data(), st.sampled_from([(), (2,), (2, 3)]))
def test_merging_undoes_splitting(data, leading):
    T, h, d_head = data.draw(
        st.lists(st.integers(1, 5), min_size=3, max_size=3, unique=True)
    )
    X = data.draw(numbers((*leading, T, h * d_head)))
    heads = split_heads(X, h)
    assert heads.shape == (*leading, h, T, d_head)
    for i in range(h):
        mine = X[..., i * d_head : (i + 1) * d_head]
        np.testing.assert_array_equal(heads[..., i, :, :], mine)
    np.testing.assert_array_equal(merge_heads(heads), X)


def test_no_tokens_are_no_trouble():
    assert split_heads(np.ones((0, 6)), 3).shape == (3, 0, 2)
    assert merge_heads(np.ones((3, 0, 2))).shape == (0, 6)


@pytest.mark.case("A19")
@pytest.mark.parametrize(
    ("d", "h", "text"),
    [
        (10, 4, "got 10 and 4 heads; 1, 2, 5 or 10 would do"),
        (10, 20, "got 10 and 20 heads; 1, 2, 5 or 10 would do"),
        (1, 2, "got 1 and 2 heads; 1 would do"),
        (10, 0, "num_heads: expected at least 1, got 0"),
        (10, -1, "num_heads: expected at least 1, got -1"),
    ],
)
def test_a_width_that_cannot_be_cut_says_which_number_of_heads_would_do(d, h, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        split_heads(np.ones((3, d)), h)
    with pytest.raises(ValueError, match=re.escape(text)):
        MultiHeadWeights.random(d, h, seed=0)


def test_too_few_axes_and_half_heads_are_refused():
    with pytest.raises(ValueError, match=r"X: expected at least 2 axes, got .*\(4,\)"):
        split_heads(np.ones(4), 2)
    with pytest.raises(ValueError, match=r"heads: expected at least 3 axes, got"):
        merge_heads(np.ones((4, 2)))
    with pytest.raises(TypeError, match=r"num_heads: expected a whole number, got 2.0"):
        split_heads(np.ones((3, 4)), 2.0)


# ---- against the definition ------------------------------------------------


@st.composite
def problems(draw):
    """X, context (or None), weights, mask as given, and the mask of [b][h]."""
    h_kv, group, B = (draw(st.integers(1, n)) for n in (2, 3, 3))
    h = h_kv * group
    T_q, T_k, d_k, d_v = draw(
        st.lists(st.integers(1, 5), min_size=4, max_size=4, unique=True)
    )
    d_model = draw(st.integers(1, 6))
    weights = random_weights(
        d_model,
        h,
        h_kv,
        d_k,
        d_v,
        biases=draw(st.booleans()),
        seed=draw(st.integers(0, 9)),
    )
    X = draw(numbers((B, T_q, d_model)))
    context = draw(st.sampled_from([None, "other"]))
    if context is None:
        T_k = T_q
    else:
        context = draw(numbers((B, T_k, d_model)))
    shape = draw(
        st.sampled_from([(T_q, T_k), (B, T_q, T_k), (B, h, T_q, T_k), (B, 1, 1, T_k)])
    )
    mask = draw(mask_of(shape))
    if mask is None:
        every = None
    else:
        every = mask[:, None] if mask.ndim == 3 else mask
        every = np.broadcast_to(every, (B, h, T_q, T_k))
    return X, context, weights, mask, every


def as_lists(weights):
    lists = {}
    for letter in "QKVO":
        W, b = getattr(weights, f"W_{letter}"), getattr(weights, f"b_{letter}")
        lists[f"W_{letter}"] = W.tolist()
        lists[f"b_{letter}"] = [0.0] * W.shape[1] if b is None else b.tolist()
    return lists


@few
@given(problems(), st.booleans())
def test_every_head_and_the_output_agree_with_the_definition(problem, is_causal):
    X, context, weights, mask, every = problem
    trace = multi_head_attention(
        X, weights, context=context, mask=mask, is_causal=is_causal
    )
    h = weights.num_heads
    for b in range(len(X)):
        expected_weights, expected = oracle.multi_head(
            X[b].tolist(),
            (X if context is None else context)[b].tolist(),
            as_lists(weights),
            h,
            weights.num_kv_heads,
            [None] * h if every is None else every[b].tolist(),
            is_causal=is_causal,
        )
        np.testing.assert_allclose(
            trace.weights[b], expected_weights, rtol=1e-9, atol=1e-12
        )
        np.testing.assert_allclose(trace.output[b], expected, rtol=1e-9, atol=1e-11)


@few
@given(problems())
def test_the_stages_are_those_of_each_head_alone(problem):
    X, context, weights, mask, every = problem
    trace = multi_head_attention(X, weights, context=context, mask=mask)
    source = X if context is None else context
    for i in range(weights.num_heads):
        small = weights.head(i)
        Q, K, V = project(X, small)[0], *project(source, small)[1:]
        alone = attention(Q, K, V, mask=None if every is None else every[:, i])
        head = trace.head(i)
        for stage in ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output"):
            np.testing.assert_allclose(
                getattr(head, stage), getattr(alone, stage), atol=1e-11, err_msg=stage
            )
        if mask is not None:
            visible = np.broadcast_to(head.mask, alone.mask.shape)
            np.testing.assert_array_equal(visible, alone.mask)
        assert (head.projection is None) == (context is not None)
        assert (head.X is None) == (context is not None)


# ---- what follows from the formula -----------------------------------------


def test_one_head_is_the_attention_we_know():
    projection = ProjectionWeights.random(6, 3, 4, seed=2)
    W = (projection.W_Q, projection.W_K, projection.W_V)
    W_O = np.random.default_rng(0).standard_normal((4, 6))
    X = np.random.default_rng(1).standard_normal((5, 6))
    trace = multi_head_attention(X, MultiHeadWeights(*W, W_O, 1), is_causal=True)
    alone = self_attention(X, projection, is_causal=True)
    np.testing.assert_allclose(trace.concat, alone.output)
    np.testing.assert_allclose(trace.output, alone.output @ W_O)
    np.testing.assert_array_equal(trace.head(0).mask, causal_mask(5))


def test_the_output_is_the_sum_of_what_each_head_adds():
    weights = MultiHeadWeights.random(12, 3, seed=0)
    trace = multi_head_attention(np.random.default_rng(1).random((5, 12)), weights)
    parts = [trace.heads[i] @ weights.W_O[i * 4 : i * 4 + 4] for i in range(3)]
    np.testing.assert_allclose(sum(parts), trace.output)


@pytest.mark.case("A08")
def test_scores_are_divided_by_the_root_of_one_heads_width():
    eye = np.eye(4)
    X = [[2, 0, 0, 0], [0, 2, 0, 0]]
    trace = multi_head_attention(X, MultiHeadWeights(eye, eye, eye, eye, 2))
    np.testing.assert_allclose(trace.weights[0, 0], [0.9442, 0.0558], atol=5e-5)


def test_a_batch_of_as_many_samples_as_heads_is_not_mixed_up_with_them():
    B = h = 2
    X = np.random.default_rng(0).standard_normal((B, 5, 6))
    weights = MultiHeadWeights.random(6, h, seed=0)
    by_sample = multi_head_attention(X, weights, mask=padding_mask([2, 4], 5))
    visible = (by_sample.weights > 0).sum(axis=-1)  # (B, h, T)
    np.testing.assert_array_equal(visible[0], np.full((h, 5), 2))
    np.testing.assert_array_equal(visible[1], np.full((h, 5), 4))
    by_head = np.ones((1, h, 1, 5), dtype=bool)
    by_head[0, 1, 0, 3:] = False
    trace = multi_head_attention(X, weights, mask=by_head)
    visible = (trace.weights > 0).sum(axis=-1)
    np.testing.assert_array_equal(visible[:, 0], np.full((B, 5), 5))
    np.testing.assert_array_equal(visible[:, 1], np.full((B, 5), 3))
    for i in range(h):
        np.testing.assert_array_equal(trace.head(i).mask, by_head[:, i])


def test_a_query_that_sees_nothing_gets_the_bias_alone():
    weights = random_weights(6, 2, 2, 3, 4, biases=True)
    mask = np.ones((5, 5), dtype=bool)
    mask[2] = False
    X = np.random.default_rng(0).standard_normal((5, 6))
    trace = multi_head_attention(X, weights, mask=mask)
    np.testing.assert_array_equal(trace.weights[:, 2], 0)
    np.testing.assert_allclose(trace.output[2], weights.b_O)


@pytest.mark.parametrize("garbage", [np.nan, np.inf])
def test_garbage_in_a_padded_token_never_leaks(garbage):
    weights = random_weights(6, 4, 2, 3, 5, biases=True)
    X = np.random.default_rng(0).standard_normal((3, 6))
    context = np.random.default_rng(1).standard_normal((5, 6))
    mask = padding_mask(3, 5)
    clean = multi_head_attention(X, weights, context=context, mask=mask)
    context[3:] = garbage
    spoilt = multi_head_attention(X, weights, context=context, mask=mask)
    np.testing.assert_array_equal(spoilt.weights, clean.weights)
    np.testing.assert_allclose(spoilt.output, clean.output)


def test_another_source_for_keys_and_values_may_have_another_length():
    weights = MultiHeadWeights.random(12, 3, seed=0)
    X, context = np.ones((7, 5, 12)), np.ones((7, 9, 12))
    trace = multi_head_attention(X, weights, context=context)
    assert trace.weights.shape == (7, 3, 5, 9)
    assert trace.concat.shape == trace.output.shape == (7, 5, 12)
    np.testing.assert_array_equal(trace.context, context)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_comes_back(dtype):
    exact = MultiHeadWeights.random(6, 2, seed=0)
    weights = MultiHeadWeights(
        *(getattr(exact, f"W_{letter}").astype(dtype) for letter in "QKVO"), 2
    )
    X = np.random.default_rng(0).standard_normal((4, 6))
    trace = multi_head_attention(X.astype(dtype), weights)
    expected = multi_head_attention(X, exact).output
    assert trace.output.dtype == trace.weights.dtype == dtype
    np.testing.assert_allclose(trace.output, expected, atol=2e-2)


# ---- the matrices ----------------------------------------------------------


@pytest.mark.parametrize("h", [1, 8])
def test_the_number_of_parameters_does_not_depend_on_the_number_of_heads(h):
    weights = MultiHeadWeights.random(512, h, seed=0)
    matrices = (weights.W_Q, weights.W_K, weights.W_V, weights.W_O)
    assert sum(W.size for W in matrices) == 4 * 512**2 == 1_048_576
    assert (weights.d_model, weights.d_k, weights.d_v) == (512, 512 // h, 512 // h)


def test_a_seed_gives_the_same_numbers_for_every_number_of_heads():
    few_heads, many = (MultiHeadWeights.random(6, h, seed=3) for h in (2, 3))
    other = MultiHeadWeights.random(6, 2, seed=4)
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        W = getattr(few_heads, name)
        np.testing.assert_array_equal(W, getattr(many, name))
        assert (getattr(other, name) != W).all()
    default, zero = MultiHeadWeights.random(6, 2), MultiHeadWeights.random(6, 2, seed=0)
    np.testing.assert_array_equal(default.W_Q, zero.W_Q)
    large = MultiHeadWeights.random(6, 2, seed=2**40)  # no size, so it may be large
    assert (large.W_Q != zero.W_Q).all()
    expected = [0.833202, -1.043346, 0.170688]
    np.testing.assert_allclose(few_heads.W_Q[0, :3], expected, atol=5e-7)


def test_random_weights_keep_a_variance_of_one():
    X = np.random.default_rng(1).standard_normal((400, 64))
    trace = multi_head_attention(X, MultiHeadWeights.random(64, 4, seed=0))
    for Y in (trace.Q, trace.K, trace.V):
        assert Y.var() == pytest.approx(1, rel=0.1)


SHAPES = {"W_Q": (6, 12), "W_K": (6, 6), "W_V": (6, 10), "W_O": (20, 6)}


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        (
            {"W_Q": (6, 13)},
            "W_Q: expected a number of columns that the number of heads",
        ),
        ({"W_Q": (2, 6, 12)}, "W_Q: expected 2 axes, got shape (2, 6, 12)"),
        ({"W_K": (6, 12)}, "(d_model, num_kv_heads · d_k) = (6, 6), got (6, 12)"),
        ({"W_K": (5, 6)}, "(d_model, num_kv_heads · d_k) = (6, 6), got (5, 6)"),
        (
            {"W_V": (6, 11)},
            "W_V: expected a number of columns that the number of heads",
        ),
        ({"W_V": (5, 10)}, "(d_model, num_kv_heads · d_v) = (6, 10), got (5, 10)"),
        ({"W_O": (10, 6)}, "(num_heads · d_v, d_model) = (20, 6), got (10, 6)"),
        ({"W_O": (20, 5)}, "(num_heads · d_v, d_model) = (20, 6), got (20, 5)"),
    ],
)
def test_matrices_that_do_not_fit_together_are_refused(changed, text):
    W = {name: np.ones(shape) for name, shape in (SHAPES | changed).items()}
    with pytest.raises(ValueError, match=re.escape(text)):
        MultiHeadWeights(**W, num_heads=4, num_kv_heads=2)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"num_kv_heads": 3}, "num_kv_heads: expected a divisor of num_heads = 4 "),
        ({"num_kv_heads": 0}, "num_kv_heads: expected at least 1, got 0"),
        ({"b_K": np.ones(12)}, "b_K: expected shape (6,), got (12,)"),
        ({"b_O": np.ones((1, 6))}, "b_O: expected shape (6,), got (1, 6)"),
    ],
)
def test_numbers_of_heads_and_biases_that_do_not_fit_are_refused(arguments, text):
    W = {name: np.ones(shape) for name, shape in SHAPES.items()}
    with pytest.raises(ValueError, match=re.escape(text)):
        MultiHeadWeights(**W, **({"num_heads": 4, "num_kv_heads": 2} | arguments))


def test_whole_numbers_of_numpy_become_those_of_python():
    W = [np.ones(shape) for shape in SHAPES.values()]
    weights = MultiHeadWeights(*W, np.int64(4), np.int64(2))
    assert [type(weights.num_heads), type(weights.num_kv_heads)] == [int, int]


def test_inputs_that_are_no_such_thing_are_told_so():
    weights = MultiHeadWeights.random(6, 2, seed=0)
    text = "expected X with d_model = 6 columns, got shape (3, 5)"
    with pytest.raises(ValueError, match=re.escape(text)):
        multi_head_attention(np.ones((3, 5)), weights)
    text = "expected context with d_model = 6 columns, got shape (3, 5)"
    with pytest.raises(ValueError, match=re.escape(text)):
        multi_head_attention(np.ones((3, 6)), weights, context=np.ones((3, 5)))
    with pytest.raises(TypeError, match=r"expected MultiHeadWeights.* got Projection"):
        multi_head_attention(np.ones((3, 6)), ProjectionWeights.random(6, 2))
    for owner in (weights, multi_head_attention(np.ones((3, 6)), weights)):
        with pytest.raises(ValueError, match=r"head: expected 0 to 1, got 2"):
            owner.head(2)


def test_a_context_of_another_width_is_told():
    words = "multi_head_attention: expected context with d_model = 6 columns, got shape"
    with pytest.raises(ValueError, match=f"^{words}"):
        multi_head_attention(
            np.ones((3, 6)), MultiHeadWeights.random(6, 2), context=np.ones((2, 5))
        )


# ---- another scale ---------------------------------------------------------


def test_a_head_knows_its_scale():
    """So that what is computed from a head, its gradient say, is right."""
    X = np.random.default_rng(0).standard_normal((3, 6))
    trace = multi_head_attention(X, MultiHeadWeights.random(6, 2), scale=0.3)
    head = trace.head(1)
    assert trace.scale == head.scale == 0.3
    np.testing.assert_allclose(trace.scaled, trace.scores * 0.3, rtol=1e-12)
    alone = self_attention(head.X, head.projection, scale=head.scale)
    np.testing.assert_allclose(head.output, alone.output, rtol=1e-12)
    direction = np.random.default_rng(1).standard_normal(head.output.shape)
    dQ, _, _ = attention_backward(head, direction)

    def loss(Q):
        output = attention(Q, head.K, head.V, scale=head.scale).output
        return float((output * direction).sum())

    assert gradient_error(loss, head.Q, dQ) < 1e-6


def test_without_one_the_scale_is_that_of_the_formula():
    X = np.random.default_rng(0).standard_normal((3, 6))
    trace = multi_head_attention(X, MultiHeadWeights.random(6, 2))
    assert trace.scale is trace.head(0).scale is None
    np.testing.assert_allclose(trace.scaled, trace.scores / np.sqrt(3), rtol=1e-12)
