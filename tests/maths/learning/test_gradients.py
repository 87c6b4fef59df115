"""Gradients against measured ones, and the measuring itself."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import attn_lib as al
from tests.support.strategies import problems

FINE = 1e-6  # relative error of a right gradient


# ---- the gradients of attention --------------------------------------------


def loss_of(direction, **kw):
    """A loss whose gradient with respect to the output is ``direction``."""
    return lambda Q, K, V: float((al.attention(Q, K, V, **kw).output * direction).sum())


def errors(Q, K, V, **kw):
    """Relative errors of dQ, dK, dV for one random direction."""
    trace = al.attention(Q, K, V, **kw)
    direction = np.random.default_rng(0).standard_normal(trace.output.shape)
    gradients = al.attention_backward(trace, direction)
    loss = loss_of(direction, **kw)
    return [
        al.gradient_error(lambda q: loss(q, K, V), Q, gradients[0]),
        al.gradient_error(lambda k: loss(Q, k, V), K, gradients[1]),
        al.gradient_error(lambda v: loss(Q, K, v), V, gradients[2]),
    ]


@settings(max_examples=15)
@given(problems(leading=((), (2,))))
def test_gradients_agree_with_central_differences(problem):
    # By 8: scores of moderate size, where the differences can be measured.
    Q, K = problem.Q / 8, problem.K / 8
    assert max(errors(Q, K, problem.V, mask=problem.mask)) < FINE


def random_problem(*leading, T_q=3, T_k=4, d_k=5, d_v=2, seed=0):
    rng = np.random.default_rng(seed)
    shapes = (T_q, d_k), (T_k, d_k), (T_k, d_v)
    return [rng.standard_normal((*leading, *shape)) for shape in shapes]


@pytest.mark.parametrize("scale", [None, 1.0, 0.3, -2, 0])
@pytest.mark.parametrize("is_causal", [False, True])
def test_scale_and_causal_mask_are_part_of_it(scale, is_causal):
    assert max(errors(*random_problem(), scale=scale, is_causal=is_causal)) < FINE


def test_a_query_that_sees_nothing_has_gradient_zero():
    Q, K, V = random_problem()
    mask = np.array([[1, 1, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0]], bool)
    assert max(errors(Q, K, V, mask=mask)) < FINE
    trace = al.attention(Q, K, V, mask=mask)
    dQ, dK, dV = al.attention_backward(trace, np.ones_like(trace.output))
    assert not any(d.any() for d in (dQ[1], dK[2], dV[2]))
    assert not np.isnan(dQ).any()


@pytest.mark.parametrize(
    "leading",
    [((2, 1), (1, 3), (3,)), ((), (2,), (2,)), ((2,), (), (1,)), ((), (), (2,))],
)
def test_leading_axes_that_were_repeated_are_summed(leading):
    Q, K, V = (random_problem(*axes)[n] for n, axes in enumerate(leading))
    trace = al.attention(Q, K, V)
    gradients = al.attention_backward(trace, np.ones_like(trace.output))
    assert [g.shape for g in gradients] == [Q.shape, K.shape, V.shape]
    assert max(errors(Q, K, V)) < FINE


@pytest.mark.parametrize("garbage", [np.nan, np.inf, -np.inf])
def test_garbage_behind_a_hidden_key_does_not_leak(garbage):
    Q, K, V = random_problem()
    mask = np.array([True, True, False, True])
    direction = np.array([[1.0, -1.0], [0.0, 2.0], [0.0, 0.0]])  # ∞ − ∞, 0 · ∞
    clean = al.attention_backward(al.attention(Q, K, V, mask=mask), direction)
    K[2] = V[2] = garbage
    dirty = al.attention_backward(al.attention(Q, K, V, mask=mask), direction)
    for one, other in zip(clean, dirty, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


def test_float32_stays_and_inputs_are_left_alone():
    Q, K, V = (a.astype(np.float32) for a in random_problem())
    trace = al.attention(Q, K, V)
    direction = np.ones_like(trace.output)
    before = [a.copy() for a in (Q, K, V, direction)]
    gradients = al.attention_backward(trace, direction)
    assert {g.dtype for g in gradients} == {np.dtype(np.float32)}
    for now, then in zip((Q, K, V, direction), before, strict=True):
        np.testing.assert_array_equal(now, then)


def test_the_gradient_has_the_shape_of_the_output():
    trace = al.attention(*random_problem())
    with pytest.raises(ValueError, match=r"d_output: expected shape \(3, 2\), got"):
        al.attention_backward(trace, np.ones((3, 5)))


# ---- softmax ---------------------------------------------------------------


def test_softmax_backward_is_the_jacobian_times_the_gradient():
    rng = np.random.default_rng(0)
    p = al.softmax(rng.standard_normal((2, 3, 5)))
    d_p = rng.standard_normal(p.shape)
    expected = (al.softmax_jacobian(p) @ d_p[..., None])[..., 0]
    np.testing.assert_allclose(al.softmax_backward(p, d_p), expected, atol=1e-15)


def test_softmax_backward_by_hand():
    # p (d_p − Σ p d_p) with Σ p d_p = 0.5·4 + 0.25·8 = 4
    result = al.softmax_backward([0.5, 0.25, 0.25], [4, 8, 0])
    np.testing.assert_array_equal(result, [0, 1, -1])


# ---- X and the projection --------------------------------------------------


def projection_of(*leading, biases):
    rng = np.random.default_rng(1)
    widths = (5, 5, 2)
    W = [rng.standard_normal((*leading, 6, w)) / 2 for w in widths]
    b = [rng.standard_normal((*leading, w)) for w in widths] if biases else []
    return al.ProjectionWeights(*W, *b)


@pytest.mark.parametrize("heads", [(), (3,)])
@pytest.mark.parametrize("biases", [False, True])
def test_gradients_reach_x_and_every_matrix_and_bias(biases, heads):
    rng = np.random.default_rng(2)
    X = rng.standard_normal((2, *(1 for _ in heads), 4, 6))
    p = projection_of(*heads, biases=biases)
    mask = al.padding_mask([4, 2], 4)[(slice(None), *(None for _ in heads))]
    trace = al.self_attention(X, p, mask=mask, scale=0.4)
    direction = rng.standard_normal(trace.output.shape)
    dX, d_projection = al.self_attention_backward(trace, direction)

    def loss(X, p):
        output = al.self_attention(X, p, mask=mask, scale=0.4).output
        return float((output * direction).sum())

    assert al.gradient_error(lambda x: loss(x, p), X, dX) < FINE
    for field in fields(p):
        value, gradient = getattr(p, field.name), getattr(d_projection, field.name)
        if value is None:
            assert gradient is None
        elif field.name != "b_K":
            moved = lambda w, name=field.name: loss(X, replace(p, **{name: w}))  # noqa: E731
            assert al.gradient_error(moved, value, gradient) < FINE, field.name


def test_a_bias_of_the_keys_moves_nothing():
    """It adds the same to all scores of a row, which softmax does not see."""
    X = np.random.default_rng(2).standard_normal((4, 6))
    trace = al.self_attention(X, projection_of(biases=True))
    _, d_projection = al.self_attention_backward(trace, np.ones_like(trace.output))
    np.testing.assert_allclose(d_projection.b_K, 0, atol=1e-14)


def test_garbage_in_a_padded_token_does_not_reach_the_projection():
    X = np.random.default_rng(2).standard_normal((4, 6))
    real = np.array([True, True, True, False])
    p = projection_of(biases=True)

    def gradient():
        trace = al.self_attention(X, p, mask=real & real[:, None])
        return al.self_attention_backward(trace, np.ones_like(trace.output))[1]

    clean = gradient()
    X[3] = np.nan
    dirty = gradient()
    for field in fields(p):
        one, other = (getattr(p, field.name) for p in (clean, dirty))
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


def test_a_trace_of_given_queries_has_no_projection():
    trace = al.attention(*random_problem())
    with pytest.raises(ValueError, match="a trace of self_attention"):
        al.self_attention_backward(trace, trace.output)


# ---- the checker -----------------------------------------------------------


def test_the_measured_gradient_of_a_polynomial():
    x = np.array([[1.0, 2.0], [3.0, -1.0]])
    measured = al.numerical_gradient(lambda x: (x**3).sum(), x)
    np.testing.assert_allclose(measured, 3 * x**2, rtol=1e-9)


PLANTED = {
    "not scaled": lambda dQ, dK, dV: (dQ * 5**0.5, dK, dV),
    "those of others": lambda dQ, dK, dV: (dK[:3], dK, dV),
    "a little off": lambda dQ, dK, dV: (dQ, dK, dV * (1 + 1e-4)),
    "uphill": lambda dQ, dK, dV: (dQ, -dK, dV),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_wrong_gradient_is_caught(fault, monkeypatch):
    right, planted = al.attention_backward, PLANTED[fault]
    monkeypatch.setattr(al, "attention_backward", lambda *a: planted(*right(*a)))
    assert max(errors(*random_problem())) > 10 * FINE


def test_a_gradient_that_is_zero_everywhere_is_right_where_nothing_moves():
    assert al.gradient_error(lambda x: 1.0, np.ones(3), np.zeros(3)) == 0
    wrong = al.gradient_error(lambda x: 1.0, np.ones(3), np.ones(3))
    assert wrong == pytest.approx(1)


def test_the_error_is_measured_with_the_step_that_is_asked_for():
    # ((x + 1)³ − (x − 1)³) / 2 = 3x² + 1, which is 1 at 0
    error = al.gradient_error(lambda x: (x**3).sum(), [0.0], [1.0], step=1)
    assert error == 0


def test_a_gradient_of_another_shape_is_refused():
    with pytest.raises(
        ValueError, match=r"gradient: expected shape \(3,\), got \(1,\)"
    ):
        al.gradient_error(lambda x: x.sum(), np.ones(3), np.ones(1))


def problem_of(regime):
    """Q, K, V, the gradient of the output, and what is added to the loss."""
    Q, K, V = random_problem()
    direction = np.random.default_rng(1).standard_normal((3, 2))
    changed = {
        "moderate": (Q, K, V, direction, 0),
        "a loss of 1e6": (Q, K, V, direction, 1e6),
        "a loss of 1e12": (Q, K, V, direction, 1e12),
        "values of 1e12": (Q, K, 1e12 * V, direction, 0),
        "queries of 1e12": (1e12 * Q, 1e-12 * K, V, direction, 0),
        "queries of 1e-6": (1e-6 * Q, K, V, direction, 0),
        "queries of 1e-6, keys of 1e6": (1e-6 * Q, 1e6 * K, V, direction, 0),
        "all of 1e-6": (1e-6 * Q, 1e-6 * K, 1e-6 * V, 1e-6 * direction, 0),
        "equal values": (Q, K, 0 * V + 3e5, direction, 0),
        "saturated rows": (30 * Q, 30 * K, V, direction, 0),
        "a tiny loss": (Q, K, V, 1e-30 * direction, 0),
    }
    return changed[regime]


REGIMES = {  # and whether Q and K move the loss there at all
    "moderate": True,
    "a loss of 1e6": True,
    "a loss of 1e12": True,
    "values of 1e12": True,
    "queries of 1e12": True,
    "queries of 1e-6": True,
    "queries of 1e-6, keys of 1e6": True,
    "all of 1e-6": True,
    "equal values": False,
    "saturated rows": False,
    "a tiny loss": True,
}


@pytest.mark.parametrize("of", "QKV")
@pytest.mark.parametrize("regime", REGIMES)
def test_right_and_wrong_gradients_are_told_apart_whatever_their_size(regime, of):
    Q, K, V, direction, offset = problem_of(regime)
    given = {"Q": Q, "K": K, "V": V}

    def loss(moved):
        return (al.attention(**{**given, of: moved}).output * direction).sum() + offset

    trace = al.attention(**given)
    right = dict(zip("QKV", al.attention_backward(trace, direction), strict=True))[of]
    assert al.gradient_error(loss, given[of], right) < FINE
    if REGIMES[regime] or of == "V":
        assert al.gradient_error(loss, given[of], -right) > 0.5
        assert al.gradient_error(loss, given[of], 0 * right) > 0.1
        if offset < 1e9:  # of a loss of 1e12 a tenth of this cannot be seen
            assert al.gradient_error(loss, given[of], 1.001 * right) > 1e-4


@pytest.mark.parametrize("loss_grows", [1, 1e2, 1e4])
def test_a_gradient_that_is_zero_but_for_rounding_is_right(loss_grows):
    X = np.random.default_rng(2).standard_normal((4, 6))
    p = projection_of(biases=True)
    trace = al.self_attention(X, p)
    direction = loss_grows * np.random.default_rng(3).standard_normal((4, 2))
    _, gradient = al.self_attention_backward(trace, direction)

    def loss(b_K):
        output = al.self_attention(X, replace(p, b_K=b_K)).output
        return (output * direction).sum()

    assert al.gradient_error(loss, p.b_K, gradient.b_K) < FINE
    wrong = gradient.b_K + 1e-6 * loss_grows
    assert al.gradient_error(loss, p.b_K, wrong) > 0.9


SMOOTH = {  # f, its gradient
    "cubes": (lambda x: (x**3).sum(), lambda x: 3 * x**2),
    "squares": (lambda x: (x**2).sum(), lambda x: 2 * x),
    "logarithms": (lambda x: np.log(np.abs(x)).sum(), lambda x: 1 / x),
    "sines": (lambda x: np.sin(x).sum(), np.cos),
    "a narrow bell": (
        lambda x: np.exp(-((1e6 * x) ** 2)).sum(),
        lambda x: -2e12 * x * np.exp(-((1e6 * x) ** 2)),
    ),
}


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(SMOOTH)),
    exponent=st.integers(-12, 12),
    x=st.lists(st.floats(0.5, 2) | st.floats(-2, -0.5), min_size=1, max_size=4),
)
def test_any_smooth_function_at_any_size(name, exponent, x):
    f, gradient_of = SMOOTH[name]
    x = np.array(x) * 10.0**exponent
    right = gradient_of(x)
    assert al.gradient_error(f, x, right) < FINE
    assume(name != "a narrow bell" or exponent == -6)  # flat elsewhere, or a point
    assume(name != "sines" or exponent < 10)  # 1e12 has no digit left for a sine
    assert al.gradient_error(f, x, -right) > 0.1
    assert al.gradient_error(f, x, 1.1 * right) > 0.01
