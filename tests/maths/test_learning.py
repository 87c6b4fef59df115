"""Gradients against central differences, and training that can be stopped."""

import signal
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import attn_lib as al
from attn_lib.example.sentences import (
    ANIMALS,
    PEOPLE,
    QUALITIES,
    draw_sentences,
    examples_of,
    untrained_projection,
    who_does_it,
)
from attn_lib.learning import Trainer, evaluate, gradients, loss_and_gradient, training
from tests.support.strategies import problems

FINE = 1e-6  # relative error of a right gradient


def accuracy(projection, examples, **kw):
    """Share of right answers."""
    return evaluate(projection, examples, **kw)[1]


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


# ---- the sentences ---------------------------------------------------------


def test_a_twin_has_the_same_words_and_another_answer():
    sentences = draw_sentences(40, seed=3, mixed=True)
    examples = examples_of(sentences)
    for n in range(0, len(sentences), 2):
        one, twin = (al.tokenize(s) for s in sentences[n : n + 2])
        assert sorted(one) == sorted(twin)
        first, second = (
            words[examples.wanted[m]] for m, words in ((n, one), (n + 1, twin))
        )
        assert (first in ANIMALS) != (second in ANIMALS)
        assert {first, second} <= {*ANIMALS, *PEOPLE}


def test_without_order_half_of_the_mixed_sentences_are_right_at_most():
    """An answer made of the words alone is the same for both twins."""
    examples = examples_of(draw_sentences(40, seed=3, mixed=True))
    same = accuracy(untrained_projection(4, seed=1), examples, scale=0.0)
    assert same <= 0.5


def test_the_monkey_is_kept_for_the_exam():
    drawn = draw_sentences(200, seed=0)
    assert not any("monkey" in s for s in drawn)
    assert not set(drawn) & set(draw_sentences(200, seed=1, unlike=drawn))


def test_beings_of_every_kind_meet_with_and_without_a_quality():
    drawn = draw_sentences(50, seed=2**40)  # a seed is no size: it may be large
    met, qualities = set(), set()
    for tokens in map(al.tokenize, drawn):
        met.add(tuple(t in ANIMALS for t in tokens if t in (*ANIMALS, *PEOPLE)))
        qualities.add(len([t for t in tokens if t in QUALITIES]))
    assert met == {(True, True), (True, False), (False, True), (False, False)}
    assert qualities == {0, 1, 2}


def test_the_distance_to_the_action_varies():
    examples = examples_of(draw_sentences(40, seed=0))
    assert set(examples.asked - examples.wanted) == {1, 4}


@pytest.mark.parametrize(
    ("sentence", "asked", "wanted"),
    [
        ("the hungry monkey eats the banana", 3, 2),
        ("the cat in the house sees the man", 5, 1),
        ("猴子吃香蕉", 1, 0),
    ],
)
def test_who_does_it(sentence, asked, wanted):
    assert who_does_it(al.tokenize(sentence)) == (asked, wanted)


def test_a_word_outside_the_lexicon_is_neither_an_action_nor_a_being():
    """The numbers made up for it reach 0.5: "sun" is half an animal, "aa" an action."""
    assert al.lexicon_embedding(["sun", "aa"])[[0, 1], [0, 3]].tolist() == [0.5, 0.5]
    assert who_does_it(["sun", "cat", "aa", "sees"]) == (3, 1)


def test_a_sentence_without_question_or_answer_says_so():
    with pytest.raises(ValueError, match="sentence: expected an action"):
        who_does_it(["the", "banana"])
    with pytest.raises(ValueError, match="expected a being, as in 'monkey', before"):
        who_does_it(["eats", "the", "monkey"])


def test_the_start_has_queries_and_keys_of_variance_one():
    examples = examples_of(draw_sentences(20, seed=0))
    Q, K, _ = al.project(examples.X[examples.real], untrained_projection(500))
    assert [np.mean(Q**2), np.mean(K**2)] == pytest.approx([1, 1], rel=0.1)


def test_another_seed_starts_elsewhere():
    default, zero, one = (
        untrained_projection(3, **kw).W_Q for kw in ({}, {"seed": 0}, {"seed": 1})
    )
    np.testing.assert_array_equal(default, zero)
    assert (zero != one).all()


# ---- training --------------------------------------------------------------

SENTENCES = draw_sentences(64, seed=0)


@pytest.fixture(scope="module")
def examples():
    return examples_of(SENTENCES)


def trainer(examples, d_k=4, **kw):
    return Trainer(examples, untrained_projection(d_k), **{"batch": 16, **kw})


def same(one, other):
    """Are two states equal to the last bit?"""

    def numbers(state):
        p = state.projection
        return [p.W_Q, p.W_K, p.W_V, *state.mean, *state.square]

    pairs = zip(numbers(one), numbers(other), strict=True)
    return one.step == other.step and all(np.array_equal(a, b) for a, b in pairs)


def test_the_gradient_of_the_loss(examples):
    few = examples.take(np.arange(5))
    p = untrained_projection(3)
    _, gradient = loss_and_gradient(p, few)
    for name in ("W_Q", "W_K", "W_V"):
        moved = lambda W, name=name: loss_and_gradient(replace(p, **{name: W}), few)[0]  # noqa: E731
        error = al.gradient_error(moved, getattr(p, name), getattr(gradient, name))
        assert error < FINE, name


def test_loss_and_right_answers_are_counted_one_by_one(examples):
    p = Trainer(examples, untrained_projection(4), batch=16).run(20).projection
    losses, right = [], []
    for sentence in SENTENCES:
        tokens = al.tokenize(sentence)
        asked, wanted = who_does_it(tokens)
        X = al.embed(tokens)
        answer = al.self_attention(X, p).output[asked]
        distances = [np.linalg.norm(answer - x[:8]) for x in X]
        losses.append(distances[wanted] ** 2)
        right.append(np.argmin(distances) == wanted)
    loss, share = evaluate(p, examples)
    assert loss == pytest.approx(np.mean(losses))
    assert loss == pytest.approx(loss_and_gradient(p, examples)[0])
    assert share == np.mean(right)


def test_the_first_step_of_adam_has_the_length_of_the_learning_rate(examples):
    one = trainer(examples, learning_rate=0.125)
    before = one.state.projection
    after = one.run(1).projection
    _, gradient = loss_and_gradient(
        before, examples.take(np.random.default_rng((0, 1)).choice(128, 16, False))
    )
    expected = before.W_V - 0.125 * np.sign(gradient.W_V)
    moved = np.abs(gradient.W_V) > 1e-4  # elsewhere ε is felt
    np.testing.assert_allclose(after.W_V[moved], expected[moved], atol=1e-5)


def adam_by_the_paper(gradients, rate):
    """Algorithm 1 of Kingma and Ba 2015 for one number; yields how far it has moved."""
    m = v = moved = 0
    for t, g in enumerate(gradients, start=1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        moved -= rate * (m / (1 - 0.9**t)) / ((v / (1 - 0.999**t)) ** 0.5 + 1e-8)
    return moved


def test_adam_follows_its_paper(examples, monkeypatch):
    gradients = [1.0, -3.0, 0.5, 2.0]
    left = iter(gradients)

    def planted(p, *_, **__):
        g = next(left)
        names = [f.name for f in fields(p) if getattr(p, f.name) is not None]
        return g, replace(p, **{n: np.full_like(getattr(p, n), g) for n in names})

    monkeypatch.setattr(training, "loss_and_gradient", planted)
    one = trainer(examples, learning_rate=0.01)
    before = one.state.projection.W_Q
    state = one.run(4)
    moved = adam_by_the_paper(gradients, 0.01)
    np.testing.assert_allclose(state.projection.W_Q - before, moved, rtol=1e-12)
    assert state.loss == 2.0


def test_biases_are_trained_too(examples):
    p = untrained_projection(4)
    start = replace(p, b_Q=np.zeros(4), b_K=np.zeros(4), b_V=np.zeros(8))
    learned = Trainer(examples, start, batch=16).run(3).projection
    assert all(b.any() for b in (learned.b_Q, learned.b_V))


def test_the_same_seed_gives_the_same_numbers(examples):
    assert same(trainer(examples).run(8), trainer(examples).run(8))
    assert not same(trainer(examples).run(8), trainer(examples, seed=1).run(8))
    large = trainer(examples, seed=2**40)  # no size, so it may be large
    assert not same(trainer(examples).run(8), large.run(8))


def test_training_starts_with_means_of_zero_and_64_sentences_a_step(examples):
    start = Trainer(examples, untrained_projection(4))
    assert start.batch == 64
    for means in (start.state.mean, start.state.square):
        assert [m.shape for m in means] == [(12, 4), (12, 4), (12, 8)]
        assert not any(m.any() for m in means)


def test_the_callback_sees_every_step(examples):
    seen = []
    trainer(examples).run(5, seen.append)
    assert [state.step for state in seen] == [1, 2, 3, 4, 5]


def test_what_was_stopped_goes_on_as_if_it_had_not_been(examples):
    whole = trainer(examples).run(9)
    stopped = trainer(examples)
    stopped.run(4)
    assert same(stopped.run(9), whole)
    assert same(stopped.run(9), whole)  # nothing left to do


@pytest.mark.parametrize("moment", ["callback", "forward", "backward"])
def test_an_interrupt_loses_nothing(examples, moment, monkeypatch):
    whole = trainer(examples).run(9)
    stopped, calls = trainer(examples), []

    def interrupt(*_):
        calls.append(0)
        if len(calls) == 6:
            signal.raise_signal(signal.SIGINT)

    def interrupted(function):
        def run(*args, **kw):
            interrupt()
            return function(*args, **kw)

        return run

    places = {
        "forward": (training, "self_attention"),
        "backward": (gradients, "attention_backward"),
    }
    if place := places.get(moment):
        monkeypatch.setattr(*place, interrupted(getattr(*place)))
    with pytest.raises(KeyboardInterrupt):
        stopped.run(9, interrupt if moment == "callback" else None)
    assert stopped.state.step == (6 if moment == "callback" else 5)
    assert same(stopped.run(9), whole)


def test_an_earlier_state_can_be_gone_back_to(examples):
    one, seen = trainer(examples), []
    last = one.run(6, seen.append)
    one.state = seen[2]
    assert same(one.run(6), last)


@pytest.mark.parametrize("setting", [{"batch": 0}, {"seed": -1}])
def test_settings_are_checked(examples, setting):
    (name,) = setting
    with pytest.raises(ValueError, match=f"{name}: expected at least"):
        trainer(examples, **setting)


def test_a_projection_of_another_width_is_refused(examples):
    p = al.ProjectionWeights.random(12, 4, 5)
    with pytest.raises(ValueError, match=r"target: expected shape \(16, 5\), got"):
        Trainer(examples, p, batch=16).run(1)


# ---- what the lesson claims ------------------------------------------------


@pytest.fixture(scope="module")
def lesson():
    sentences = draw_sentences(256, seed=0)
    exam = draw_sentences(64, seed=1, mixed=True, unlike=sentences)
    return examples_of(sentences), examples_of(exam)


def learned(lesson, d_k=8, steps=150, **kw):
    given, _ = lesson
    p = untrained_projection(d_k)
    return Trainer(given, p, batch=32, **kw).run(steps).projection


def test_attention_learns_the_task(lesson):
    p = learned(lesson)
    assert accuracy(p, lesson[1]) > 0.95
    # The words of an exam sentence were seen, but for the monkey.
    tokens = al.tokenize("the hungry monkey in the garden sees the old teacher")
    weights = al.self_attention(al.embed(tokens), p).weights
    assert weights[6].argmax() == 2
    assert weights[6, 2] > 0.6


def test_a_bag_of_words_does_not(lesson):
    assert accuracy(learned(lesson, scale=0.0), lesson[1], scale=0.0) <= 0.5


def test_a_word_alone_does_not(lesson):
    def alone(examples):
        own = np.eye(examples.X.shape[1], dtype=bool)
        return replace(examples, mask=examples.mask & own)

    given, exam = map(alone, lesson)
    assert accuracy(learned((given, exam)), exam) < 0.6


def test_without_scaling_a_wide_d_k_stalls(lesson):
    """The same start, the same steps, d_k = 512."""
    scaled = learned(lesson, d_k=512, steps=30)
    unscaled = learned(lesson, d_k=512, steps=30, scale=1.0)
    assert accuracy(scaled, lesson[1]) > 0.9
    assert accuracy(unscaled, lesson[1], scale=1.0) < 0.6
