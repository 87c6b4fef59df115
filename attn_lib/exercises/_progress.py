"""What has been done in this session, lesson by lesson."""

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
    names, done = zip(*_done(lesson).items(), strict=True)
    marks = ", ".join(
        f"{'✓' if ok else '○'} {name}" for ok, name in zip(done, names, strict=True)
    )
    following = dict(zip(LESSONS, [*list(LESSONS)[1:], None], strict=True))[lesson]
    if not all(done):
        then = f"Next: {names[[bool(ok) for ok in done].index(False)]}."
    elif following:
        then = f"All done. Next: lesson {following}."
    else:
        then = "All done."
    say(f"Lesson {lesson}: {sum(map(bool, done))} of {len(done)}. {marks}. {then}")


def results():
    """Lesson → exercise → passed, of the lessons of which something was checked."""
    return {lesson: _done(lesson) for lesson, _ in sorted(passed)}


def _done(lesson):
    """Exercise → passed, or None where it was not checked."""
    return {
        exercise.name.partition("(")[0]: passed.get((lesson, exercise.name))
        for exercise in LESSONS[lesson]
    }
