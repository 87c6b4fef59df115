"""All questions and replies, compared whole with what somebody has read."""

from attn_lib.exercises._questions import QUESTIONS, Choice


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
