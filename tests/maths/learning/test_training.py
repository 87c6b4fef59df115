"""Training: Adam as in its paper, runs that can be stopped, the lesson's claims."""

import signal
from dataclasses import fields, replace

import numpy as np
import pytest

import attn_lib as al
from attn_lib.example.sentences import (
    draw_sentences,
    examples_of,
    untrained_projection,
    who_does_it,
)
from attn_lib.learning import Trainer, evaluate, gradients, loss_and_gradient, training

FINE = 1e-6  # relative error of a right gradient


def accuracy(projection, examples, **kw):
    """Share of right answers."""
    return evaluate(projection, examples, **kw)[1]


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


@pytest.mark.rehearsal
def test_the_root_does_not_make_every_width_alike():
    """Lesson 07: a step of Adam moves all columns, so many need a smaller rate."""
    sentences = draw_sentences(256, seed=0)
    exam = draw_sentences(64, seed=1, mixed=True, unlike=sentences)
    given, unseen = examples_of(sentences), examples_of(exam)
    start = untrained_projection(8192, seed=0)

    def right(rate):
        trainer = Trainer(given, start, batch=32, learning_rate=rate)
        return evaluate(trainer.run(100).projection, unseen)[1]

    assert right(0.03) < 0.95
    assert right(0.003) > 0.95
