"""Every exercise: a stub is not done, what is right passes, a mistake is named."""

import re
import sys

import pytest

from attn_lib import exercises
from attn_lib.exercises._checking import FunctionExercise, passed, verdict
from attn_lib.exercises._progress import LESSONS
from tests.exercises.answers import (
    embedding,
    learning,
    masking,
    matmul_scores,
    multi_head,
    qkv_projection,
    real_model,
    scale_and_softmax,
    weighted_sum,
)

ANSWERS = {
    name: answers
    for step in (
        embedding,
        qkv_projection,
        matmul_scores,
        scale_and_softmax,
        masking,
        weighted_sum,
        multi_head,
        learning,
        real_model,
    )
    for name, answers in step.ANSWERS.items()
}
RIGHT = [
    pytest.param(name, answer, id=f"{name}-{style}")
    for name, answers in ANSWERS.items()
    for style, answer in answers.right.items()
]
WRONG = [
    pytest.param(name, fault, answer, id=f"{name}-{fault}")
    for name, answers in ANSWERS.items()
    for fault, answer in answers.wrong.items()
]


def exercise_of(name):
    """The exercise of a check, by the name of the function to write."""
    module = sys.modules[getattr(exercises, name).__module__]
    return getattr(module, name.removeprefix("check_").upper())


@pytest.fixture
def hand_in(capsys):
    """Hand in an answer to a check; returns what it prints."""

    def check(name, answer):
        parts = answer if isinstance(answer, tuple) else (answer,)
        assert getattr(exercises, name)(*parts) is None
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return check


def test_every_check_has_its_answers():
    checks = {name for name in exercises.__all__ if name.startswith("check_")}
    assert set(ANSWERS) == checks - {"check_exhibit"}
    assert {exercise_of(name) for name in ANSWERS} == {
        exercise
        for lesson in LESSONS.values()
        for exercise in lesson
        if exercise.id != "museum"
    }


@pytest.mark.parametrize("name", ANSWERS)
def test_there_are_enough_of_each(name):
    assert len(ANSWERS[name].right) >= 3
    assert len(ANSWERS[name].wrong) >= 4


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("nothing", ["stub", None, ...])
def test_the_stub_is_not_done_yet(name, nothing, hand_in):
    exercise = exercise_of(name)
    stub = ANSWERS[name].stub
    if nothing != "stub":
        stub = (nothing,) * len(stub) if isinstance(stub, tuple) else nothing
    text = hand_in(name, stub)
    assert text.startswith(f"○ {exercise.name}: not done yet")
    assert text.count("\n") == 1
    assert passed[exercise.lesson, exercise.id] is False


def test_matrices_of_zeros_are_no_design_yet(hand_in):
    zeros, W = ANSWERS["check_look"].stub[0], ANSWERS["check_look"].right["solution"][0]
    start = "○ 'banana' looks at 'monkey': not done yet: "
    assert hand_in("check_look", (zeros, W)) == f"{start}W_Q is zero throughout.\n"
    assert hand_in("check_look", (W, zeros)) == f"{start}W_K is zero throughout.\n"


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_what_is_right_passes_in_any_style(name, answer, hand_in):
    exercise = exercise_of(name)
    assert hand_in(name, answer) == f"✓ {exercise.name}: right.\n"
    assert passed[exercise.lesson, exercise.id] is True


def judged(name, answer):
    """The verdict on an answer."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    return verdict(exercise_of(name), *parts)


@pytest.mark.parametrize(("name", "fault", "answer"), WRONG)
def test_what_is_wrong_is_named(name, fault, answer, hand_in):
    exercise, said = exercise_of(name), judged(name, answer)
    assert said.fault == fault.partition(":")[0]
    assert hand_in(name, answer) == f"{said.text}\n"
    assert said.text.startswith(f"✗ {exercise.name}: ")
    assert said.text.count("\n") == isinstance(exercise, FunctionExercise)
    assert passed[exercise.lesson, exercise.id] is False


FUNCTIONS = [
    pytest.param(name, id=name)
    for name in ANSWERS
    if isinstance(exercise_of(name), FunctionExercise)
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_mistake_is_met_and_told_in_full(name, hand_in):
    exercise = exercise_of(name)
    verdicts = {
        fault: hand_in(name, answer) for fault, answer in ANSWERS[name].wrong.items()
    }
    for mistake in exercise.mistakes:
        told = f"✗ {exercise.name}: {mistake.name}. {mistake.advice}\n  asked with "
        assert verdicts[mistake.id].startswith(told)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_mistakes_have_ids_of_their_own(name):
    ids = [mistake.id for mistake in exercise_of(name).mistakes]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch("[a-z][a-z0-9_-]+", id) for id in ids)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_advice_is_the_solution(name):
    for mistake in exercise_of(name).mistakes:
        for code in (" @ ", "np.", "keepdims", "axis="):
            assert code not in mistake.advice
