"""The progress line: what passes in this session, and what is next."""

import pytest

from attn_lib.exercises import _checking, _progress, progress


@pytest.fixture
def passed(monkeypatch):
    """What has passed, by the ids of lesson 02's exercises."""
    monkeypatch.setattr(_progress, "passed", session := {})

    def set_(**names):
        for exercise in _progress.LESSONS["02"]:
            if exercise.id in names:
                session["02", exercise.id] = names[exercise.id]

    return set_


def line(capsys, lesson="02"):
    assert progress(lesson) is None
    return capsys.readouterr().out


def test_nothing_done(passed, capsys):
    assert line(capsys) == (
        "Lesson 02: 0 of 4. ○ scores, ○ batched_scores, ○ own_share, ○ bug museum. "
        "Next: scores.\n"
    )


def test_some_done(passed, capsys):
    passed(scores=True, own_share=True, museum=False)
    assert line(capsys) == (
        "Lesson 02: 2 of 4. ✓ scores, ○ batched_scores, ✓ own_share, ○ bug museum. "
        "Next: batched_scores.\n"
    )


def test_all_done(passed, capsys):
    passed(scores=True, batched_scores=True, own_share=True, museum=True)
    assert line(capsys) == (
        "Lesson 02: 4 of 4. ✓ scores, ✓ batched_scores, ✓ own_share, ✓ bug museum. "
        "All done. Next: lesson 03.\n"
    )


def test_the_last_lesson_has_no_next(monkeypatch, capsys):
    last = list(_progress.LESSONS)[-1]
    done = {(last, exercise.id): True for exercise in _progress.LESSONS[last]}
    monkeypatch.setattr(_progress, "passed", done)
    assert line(capsys, last).startswith(f"Lesson {last}: {len(done)} of {len(done)}. ")
    assert line(capsys, last).endswith(", ✓ bug museum. All done.\n")


def test_a_check_moves_the_line(monkeypatch, capsys):
    from attn_lib.exercises import check_scores

    monkeypatch.setattr(_checking, "passed", session := {})
    monkeypatch.setattr(_progress, "passed", session)
    check_scores(lambda Q, K: Q @ K.T)
    capsys.readouterr()
    assert line(capsys).startswith("Lesson 02: 1 of 4. ✓ scores, ")


@pytest.mark.parametrize("lesson", ["99", 2, "02_matmul_scores"])
def test_an_unknown_lesson_is_refused(lesson):
    known = ", ".join(_progress.LESSONS)
    text = f"progress: expected one of {known}, got {lesson!r}"
    with pytest.raises(ValueError, match=text):
        progress(lesson)


def test_every_lesson_has_three_exercises_and_an_exhibit():
    numbers = [f"{number:02}" for number in range(len(_progress.LESSONS))]
    assert list(_progress.LESSONS) == numbers >= ["00", "01", "02", "03", "04", "05"]
    for lesson, exercises in _progress.LESSONS.items():
        assert len(exercises) >= 4
        assert exercises[-1].id == "museum"
        assert {exercise.lesson for exercise in exercises} == {lesson}
        assert len({exercise.id for exercise in exercises}) == len(exercises)
