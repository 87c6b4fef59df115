"""Questions, replies and verdicts, compared whole with what somebody has read."""

import re

from attn_lib.exercises._questions import QUESTIONS, Choice
from tests.exercises.test_answers import ANSWERS, judged


def test_questions_and_replies_are_what_was_read(golden):
    golden("questions", "\n".join(map(written, QUESTIONS)))


def written(key):
    """All that a question says."""
    question = QUESTIONS[key]
    if isinstance(question, Choice):
        answers = [f"{text}: {reply}" for text, reply in question.answers.values()]
        said = [*answers, f"right: {question.answers[question.right].text}"]
    else:
        ranges = [(*question.right, question.reply), *question.tempting]
        said = [f"{low:g} to {high:g}: {reply}" for low, high, reply in ranges]
        said += [f"else: {question.otherwise}"]
    return "\n".join([f"{key}: {question.question}", *said, ""])


def test_what_is_said_is_what_was_read(golden):
    """Of an error only its kind: the rest is Python's, or NumPy's, of a version."""
    told = []
    for name, answers in ANSWERS.items():
        for fault, answer in answers.wrong.items():
            text = re.sub(r"(stopped with \w+: ).*", r"\1…", judged(name, answer).text)
            told += [f"{name} · {fault}", text, ""]
    golden("verdicts", "\n".join(told))
