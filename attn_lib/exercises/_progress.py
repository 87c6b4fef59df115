"""What has been done in this session, lesson by lesson."""

from ..words import _, joined, listed
from . import (
    embedding,
    learning,
    masking,
    matmul_scores,
    multi_head,
    museum,
    qkv_projection,
    real_model,
    scale_and_softmax,
    weighted_sum,
)
from ._checking import passed, say

LESSONS = {
    module.LESSON: (*module.EXERCISES, museum.EXERCISES[module.LESSON])
    for module in (
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
}


def progress(lesson):
    """Print which exercises of a lesson pass, in one line, and what is next.

    Only this session counts: nothing is stored.

    Parameters
    ----------
    lesson : str
        Its number, ``"02"``.

    Raises
    ------
    ValueError
        If there is no such lesson.
    """
    if lesson not in LESSONS:
        known = ", ".join(LESSONS)
        raise ValueError(f"progress: expected one of {known}, got {lesson!r:.40}")
    done = _done(lesson)
    following = dict(zip(LESSONS, [*list(LESSONS)[1:], None], strict=True))[lesson]
    if not all(done.values()):
        first = next(exercise for exercise in done if not done[exercise])
        then = _("Next: {exercise}.").format(exercise=titles(lesson)[first])
    elif following:
        then = _("All done. Next: lesson {lesson}.").format(lesson=following)
    else:
        then = _("All done.")
    say(joined([passed_of(lesson, done), then]))


def passed_of(lesson, done):
    """Say in one sentence which exercises of a lesson pass.

    Parameters
    ----------
    lesson : str
    done : dict of str to bool or None
        Id of an exercise → whether it passed; none of them is left out.

    Returns
    -------
    text : str
    """
    named = titles(lesson)
    marks = [
        f"{'✓' if ok else '○'} {named.get(name, name)}" for name, ok in done.items()
    ]
    return _("Lesson {lesson}: {passed} of {all}. {marks}.").format(
        lesson=lesson,
        passed=sum(map(bool, done.values())),
        all=len(done),
        marks=listed(marks),
    )


def titles(lesson):
    """Id of each exercise of a lesson → its name in the language that is set."""
    return {exercise.id: exercise.title for exercise in LESSONS.get(lesson, ())}


def results():
    """Lesson → id of exercise → passed, of lessons of which something was checked."""
    return {lesson: _done(lesson) for lesson, _id in sorted(passed)}


def _done(lesson):
    """Id of exercise → passed, or None where it was not checked."""
    return {
        exercise.id: passed.get((lesson, exercise.id)) for exercise in LESSONS[lesson]
    }
