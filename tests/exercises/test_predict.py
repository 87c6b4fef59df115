"""The questions: asked without giving away, answered by button or number."""

import math
import subprocess
import sys

import numpy as np
import pytest

import attn_lib as al
from attn_lib.example.sentences import untrained_projection
from attn_lib.exercises import predict as module
from attn_lib.exercises._progress import LESSONS
from attn_lib.exercises._questions import QUESTIONS, Answer, Choice, Number, read
from attn_lib.exercises.predict import predict
from attn_lib.real_model import READINGS, cosine, full_readings

CHOICES = [key for key, question in QUESTIONS.items() if isinstance(question, Choice)]
NUMBERS = [key for key, question in QUESTIONS.items() if isinstance(question, Number)]
every_question = pytest.mark.parametrize("key", QUESTIONS)
PARAGRAPH = '<p style="line-height: 1.4; max-width: 60em{}">{}</p>'
BOLD = PARAGRAPH.format("; font-weight: bold", "{}")
REPLY = f'<div role="status">{PARAGRAPH.format("", "{}")}</div>'
every_choice = pytest.mark.parametrize("key", CHOICES)


def test_every_lesson_asks_two_to_four_questions():
    for lesson in LESSONS:
        assert 2 <= sum(key.startswith(f"{lesson}-") for key in QUESTIONS) <= 4
    assert {key[:2] for key in QUESTIONS} == set(LESSONS)


# ---- what is seen before an answer -----------------------------------------


@every_question
def test_nothing_is_given_away_before_the_answer(key):
    prediction, question = predict(key), QUESTIONS[key]
    replies = (
        [answer.reply for answer in question.answers.values()]
        if isinstance(question, Choice)
        else [question.reply, question.otherwise, *(t[2] for t in question.tempting)]
    )
    sent = str([widget.get_state() for widget in everything(prediction.widget)])
    stored = str(prediction._repr_mimebundle_())
    for reply in replies:
        assert reply not in sent + stored + repr(prediction)
    assert prediction.reply.value == ""


def everything(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def test_a_page_without_a_kernel_shows_question_and_answers():
    bundle = predict("02-own-score")._repr_mimebundle_()
    assert bundle["text/plain"] == (
        "Random queries and keys, six words: in how many rows is the own score the "
        "largest?\n"
        "  ( ) in all\n  ( ) in most\n  ( ) in about half\n  ( ) in about one of six\n"
        "(Run this cell to answer.)"
    )
    number = predict("05-own-weight")._repr_mimebundle_()["text/plain"]
    assert number.splitlines()[1:] == ["  (a number)", "(Run this cell to answer.)"]


@every_question
def test_the_live_page_finds_the_widget(key):
    prediction = predict(key)
    assert prediction._repr_mimebundle_(include=None, exclude=None)[
        "application/vnd.jupyter.widget-view+json"
    ] == {
        "version_major": 2,
        "version_minor": 0,
        "model_id": prediction.widget.model_id,
    }
    assert repr(prediction) == f"predict('{key}')"
    title, *_, reply = prediction.widget.children
    assert title.value == BOLD.format(QUESTIONS[key].question)
    assert reply is prediction.reply


# ---- answers ---------------------------------------------------------------


def right_answer(question):
    if isinstance(question, Choice):
        return question.right
    return sum(question.right) / 2


@every_choice
def test_every_button_gets_its_own_reply(key):
    prediction, question = predict(key), QUESTIONS[key]
    assert list(prediction.buttons) == list(question.answers)
    assert list(prediction.widget.children[1:-1]) == list(prediction.buttons.values())
    for id, button in prediction.buttons.items():
        button.click()
        right = id == question.right
        verdict = "✓ Yes." if right else "✗ No."
        assert prediction.reply.value == REPLY.format(
            f"{verdict} {question.answers[id].reply}"
        )
        icons = {key: b.icon for key, b in prediction.buttons.items() if b.icon}
        assert icons == {id: "check" if right else "times"}


@every_choice
def test_a_button_says_all_of_its_answer(key):
    for id, button in predict(key).buttons.items():
        text = QUESTIONS[key].answers[id].text
        assert (button.description, button.tooltip) == (text, text)
        layout = (button.layout.width, button.layout.max_width)
        assert layout == ("max-content", "100%")
        assert len(text) <= 38  # else it is cut off on a telephone


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_is_typed_and_judged_when_it_is_complete(key):
    prediction = predict(key)
    assert prediction.field.continuous_update is False
    assert prediction.field.placeholder == "a number, then Enter"
    assert prediction.field.tooltip == QUESTIONS[key].question
    assert prediction.widget.children[1] is prediction.field
    prediction.field.value = str(right_answer(QUESTIONS[key]))
    assert QUESTIONS[key].reply in prediction.reply.value
    assert "✓ Yes." in prediction.reply.value
    prediction.field.value = "-7"
    assert prediction.reply.value == REPLY.format(f"✗ No. {QUESTIONS[key].otherwise}")


@pytest.mark.parametrize("key", NUMBERS)
def test_every_tempting_number_gets_its_reply(key):
    question = QUESTIONS[key]
    for low, high, reply in question.tempting:
        right = question.right
        tried = [low + (high - low) * part for part in (0, 0.25, 0.5, 0.75, 1)]
        outside = [x for x in tried if not right[0] <= x <= right[1]]
        assert (False, reply) in [question.judge(x) for x in outside]


def test_the_ends_of_what_is_right_are_right():
    question = Number("?", (0.5, 0.6), "yes", ((0.6, 0.9, "close"),), "no")
    assert question.judge("0.5") == question.judge("0.6") == (True, "yes")
    assert question.judge("0.9") == (False, "close")
    assert question.judge("0.91") == question.judge("0.49") == (False, "no")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[("0.25", 0.25), (".25", 0.25), ("0,25", 0.25), (" 1/4 ", 0.25)],
        *[("25%", 0.25), ("25 %", 0.25), ("2.5e-1", 0.25), ("−1", -1), (0.25, 0.25)],
        *[(1, 1), ("12,5 %", 0.125)],
    ],
)
def test_numbers_are_read_as_people_write_them(text, value):
    assert read(text) == value


@pytest.mark.parametrize("text", ["", "much", "1/0", "0.2.5", "nan", "%"])
def test_what_is_no_number_is_asked_for_again(text):
    prediction = predict("05-own-weight")
    prediction.answer(text)
    again = "Please give a number, such as 0.25, 1/4 or 25 %."
    assert prediction.reply.value == REPLY.format(again)


def test_answers_can_be_given_from_python():
    prediction = predict("01-length")
    prediction.answer("nothing")
    assert "✓ Yes." in prediction.reply.value
    text = "answer: expected one of 'rows', 'columns', 'nothing', got 'Nothing'"
    with pytest.raises(ValueError, match=text):
        prediction.answer("Nothing")


def test_an_unknown_question_is_refused():
    text = "predict: expected one of 00-collects, .*05-extreme, .*, got 'none'"
    with pytest.raises(ValueError, match=text):
        predict("none")


def test_text_is_never_markup(monkeypatch):
    answer = Answer("<b>yes</b>", "1 < 2 & so on")
    question = Choice("a < b?", "yes", {"yes": answer})
    monkeypatch.setitem(module.QUESTIONS, "markup", question)
    prediction = predict("markup")
    prediction.answer("yes")
    assert prediction.widget.children[0].value == BOLD.format("a &lt; b?")
    assert prediction.reply.value == REPLY.format("✓ Yes. 1 &lt; 2 &amp; so on")


# ---- are the answers true? -------------------------------------------------


def is_right(key, answer):
    return QUESTIONS[key].judge(answer)[0]


TOKENS = al.tokenize(al.SENTENCE)
TRACE = al.self_attention(al.embed(TOKENS), al.ProjectionWeights.designed())
BANANA, EATS = TOKENS.index("banana"), TOKENS.index("eats")


def largest_weight(divisor):
    rng = np.random.default_rng(0)
    q = rng.standard_normal((400, 512))
    scores = np.einsum("td,tkd->tk", q, rng.standard_normal((400, 8, 512)))
    return al.softmax(scores / divisor).max(axis=1).mean()


def test_the_answers_about_the_sentence_are_measured():
    assert is_right("00-collects", TOKENS[TRACE.weights[BANANA].argmax()])
    assert is_right("05-own-weight", TRACE.weights[BANANA, BANANA])
    assert not np.isclose(*TRACE.scores[[2, 3], [3, 2]])
    assert is_right("02-symmetric", "differ")
    hidden = al.attention(TRACE.Q, TRACE.K, TRACE.V, mask=np.arange(6) < 4)
    ratio = hidden.weights[EATS, :4] / TRACE.weights[EATS, :4]
    np.testing.assert_allclose(ratio, ratio[0])
    assert is_right("04-others", "factor")


def test_the_sizes_that_a_question_names_are_those_of_the_example():
    rows, columns = al.embed(TOKENS).shape
    assert f"X has {columns} columns." in QUESTIONS["01-free-sizes"].question
    assert f"from {rows} words" in QUESTIONS["01-length"].question
    assert len(TOKENS) == rows == 6
    for key in ("02-own-score", "04-others"):
        assert " six words" in QUESTIONS[key].question


def test_the_answers_about_the_largest_weight_are_measured():
    assert is_right("03-no-divisor", largest_weight(1))
    assert is_right("03-by-d_k", largest_weight(512))
    by_root = largest_weight(math.sqrt(512))
    for key in ("03-no-divisor", "03-by-d_k"):
        assert "√512" in QUESTIONS[key].judge(by_root)[1] or (
            "sensible divisor" in QUESTIONS[key].judge(by_root)[1]
        )


def test_the_answer_about_the_own_score_is_measured():
    rng = np.random.default_rng(0)
    Q, K = rng.standard_normal((2, 2000, 6, 4))
    best = (Q @ K.swapaxes(-1, -2)).argmax(axis=-1)
    assert np.mean(best == np.arange(6)) == pytest.approx(1 / 6, abs=0.02)
    assert is_right("02-own-score", "chance")


def test_the_answers_about_several_heads_are_measured():
    sizes = {
        sum(getattr(al.MultiHeadWeights.random(512, h), f"W_{x}").size for x in "QKVO")
        for h in (1, 8)
    }
    assert sizes == {4 * 512**2}
    assert is_right("06-parameters", "same")
    first, _ = al.split_heads(np.arange(12).reshape(3, 4), 2)
    rows = ", ".join(" ".join(map(str, row)) for row in first)
    assert is_right("06-cut", "halves")
    assert QUESTIONS["06-cut"].answers["halves"].text == rows
    assert np.mean([[0.9, 0.1], [0.1, 0.9]], axis=0).tolist() == [0.5, 0.5]
    assert is_right("06-average", "nothing")


def test_the_answers_about_learning_are_measured():
    p = untrained_projection(8)
    numbers = p.W_Q.size + p.W_K.size + p.W_V.size
    question = QUESTIONS["07-measure"]
    assert str(numbers) in question.question
    assert question.right == (2 * numbers, 2 * numbers)
    mask = np.arange(6) != 2
    trace = al.attention(TRACE.Q, TRACE.K, TRACE.V, mask=mask)
    assert not al.attention_backward(trace, np.ones((6, 5)))[2][2].any()
    assert is_right("07-hidden", "zero")
    # What tests/maths/learning/test_training.py measures.
    assert is_right("07-twins", "half")
    assert is_right("07-stalls", "hardly")


def test_the_answers_about_the_real_model_are_measured():
    readings = full_readings(*(text for text in READINGS if " " in text))
    assert len(readings) == 6
    assert "six short sentences" in QUESTIONS["08-own"].question
    words = [r.weights[:, :, 1:-1, 1:-1].argmax(axis=-1) for r in readings]
    own = np.hstack([(w == np.arange(w.shape[-1])).ravel() for w in words])
    chance = sum(w.size / w.shape[-1] for w in words) / own.size
    assert chance < own.mean() < 1 / 4
    assert round(1 / chance) == 7
    assert is_right("08-own", "chance")
    reading = readings[0]
    largest = reading.weights.argmax(axis=-1)
    T = len(reading.pieces)
    counts = np.bincount(largest.ravel(), minlength=T)
    assert reading.pieces[counts.argmax()] == "[CLS]"
    assert is_right("08-most", "cls")
    banana = full_readings("banana")[0].vector
    nearness = {
        word: cosine(banana, full_readings(word)[0].vector)
        for word in QUESTIONS["08-nearest"].answers
    }
    assert is_right("08-nearest", max(nearness, key=nearness.get))


def test_a_row_without_keys_is_zero_here():
    nothing = al.attention(TRACE.Q, TRACE.K, TRACE.V, mask=np.zeros(6, dtype=bool))
    assert not nothing.output.any()
    assert is_right("04-empty-row", "zero")


# ---- what it needs ---------------------------------------------------------


def test_only_predict_needs_ipywidgets():
    code = """
import sys
from attn_lib import exercises
from attn_lib.exercises import _questions
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"ipywidgets", "anywidget", "IPython", "matplotlib"}, loaded
from attn_lib.exercises.predict import predict
assert "ipywidgets" in sys.modules
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
