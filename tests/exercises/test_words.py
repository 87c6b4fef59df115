"""Exercises in the test language: whatever is said is translated."""

import numpy as np
import pytest

from attn_lib import exercises
from attn_lib.exercises import detectors, museum, progress
from attn_lib.exercises._progress import LESSONS
from attn_lib.exercises._questions import QUESTIONS
from attn_lib.exercises.predict import predict
from tests.exercises.test_answers import ANSWERS
from tests.exercises.test_museum import DETECT, RIGHT
from tests.support.brackets import left_over, sentences

pytestmark = pytest.mark.usefixtures("in_test_language")


@pytest.mark.parametrize("name", ANSWERS)
def test_a_verdict_is_translated(name, capsys):
    stub, right, wrong = ANSWERS[name]
    for answer in [stub, *right.values(), *wrong.values()]:
        parts = answer if isinstance(answer, tuple) else (answer,)
        getattr(exercises, name)(*parts)
        said = capsys.readouterr().out
        assert said.startswith("⟦")
        assert said.endswith("⟧\n")
        # What is left over are code, numbers, and the words of Python's own errors.
        if "Error: " not in said:
            assert sentences(said) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_progress_line_is_translated(lesson, capsys, monkeypatch):
    for session in ({}, {(lesson, each.id): True for each in LESSONS[lesson]}):
        monkeypatch.setattr(exercises._progress, "passed", session)
        progress(lesson)
        said = capsys.readouterr().out
        assert sentences(said) == []
        assert "bug museum" not in " ".join(left_over(said))
        assert said.count("⟦") >= 3  # the line, the museum, and what is next


@pytest.mark.parametrize("lesson", museum.EXHIBITS)
def test_exhibit_and_finding_are_translated(lesson):
    exhibit = museum.exhibit(lesson)
    story = repr(exhibit).partition("\n\n")[0]
    assert left_over(story) == [lesson]
    for function in (exhibit.function, RIGHT[lesson][0]):
        finding = DETECT[lesson](function)
        assert "Error: " in str(finding) or sentences(str(finding)) == []
        assert finding.detector in left_over(str(finding))


@pytest.mark.parametrize(
    ("detector", "function"),
    [
        (detectors.row_sums, lambda Q, K, V: V[0, 0]),
        (detectors.future_leak, lambda X: X[:3]),
        (detectors.future_leak, lambda X: X[::-1]),
        (detectors.permutation, lambda X: X),
        (detectors.permutation, lambda X: X + np.c_[: len(X)]),
        (detectors.one_hot_lookup, lambda Q, K, V: V),
        (detectors.one_hot_lookup, lambda Q, K, V: V[:3]),
        (detectors.scale_test, lambda Q, K, V: V),
        (detectors.scale_test, lambda Q, K, V: -V[:1]),
        (detectors.scale_test, lambda Q, K, V: V[:1]),
        (detectors.scale_test, lambda Q, K, V: V[:1] + 1),
        (detectors.shape_test, lambda Q, K, V: V),
        (detectors.gradient_test, lambda Q, K, V, d_output: V),
        (detectors.gradient_test, lambda Q, K, V, d_output: Q),
        (detectors.filler_test, lambda X, lengths: X.mean(axis=1)),
    ],
)
def test_what_a_detector_finds_is_translated(detector, function):
    finding = detector(function)
    assert sentences(str(finding)) == []
    assert str(finding).count("⟦") == 2


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_question_is_translated(key):
    prediction = predict(key)
    *shown, reply = prediction.widget.children
    for line in prediction.question.plain.splitlines():
        assert line.strip().removeprefix("( ) ").startswith("⟦")
        assert sentences(line) == []
    assert "⟦(Run this cell" in prediction._repr_mimebundle_()["text/plain"]
    assert [*filter(None, [left_over(b.description) for b in shown[1:]])] == []
    assert "⟦" in shown[0].value
    if prediction.field:
        assert left_over(prediction.field.placeholder) == []
        assert left_over(prediction.field.tooltip) == []
    for answer in prediction.buttons or ("?", -7, *prediction.question.right):
        prediction.answer(answer)
        text = reply.value.partition("60em")[2].partition("</p>")[0]
        assert left_over(text.partition(">")[2]) == []
