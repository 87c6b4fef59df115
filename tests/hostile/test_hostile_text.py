"""Sentences that nobody should type, typed: tokens, X, pictures, explorers, pages."""

import re
import unicodedata
from itertools import cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_lib as al
from attn_lib import explorers, figures, real_model
from attn_lib.example.sentences import untrained_projection
from attn_lib.exercises._questions import QUESTIONS, Number
from attn_lib.exercises.predict import predict
from attn_lib.explorers.controls import whole
from attn_lib.explorers.release import close_all
from attn_lib.figures import style
from attn_lib.figures.display import caption_bundle
from attn_lib.scenes.inputs import MAX_TOKENS
from tests.hostile.calm import calmly
from tests.hostile.corpus import MESSAGES, SENTENCES, SETTINGS
from tests.support.played import (
    EVERY,
    IN_THE_PLANE,
    WITH_SENTENCE,
    assert_sent,
    by_name,
)

UNSEEN = ("Cc", "Cs", "Zs", "Zl", "Zp")
NOT_SHOWN = re.compile(
    "[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
TAG = re.compile(r"<(?!/?(?:div|p)\b)[a-zA-Z/!]")


def test_the_corpus_is_large_and_says_nothing_twice():
    assert len(set(SENTENCES)) == len(SENTENCES)
    assert len(SENTENCES) + len(SETTINGS) >= 200


def require_the_characters(sentence, tokens):
    """Nothing that can be seen is lost, nothing is invented, no token is blank."""

    def seen(text):
        kept = [c for c in text if unicodedata.category(c) not in UNSEEN]
        shown = NOT_SHOWN.sub("", "".join(kept))
        return unicodedata.normalize("NFC", shown)

    assert seen("".join(tokens)) == seen(sentence)
    assert all(token and not re.search(r"\s", token) for token in tokens)


def test_every_sentence_of_the_corpus_is_cut_and_embedded(capfd):
    for sentence in SENTENCES:
        tokens = calmly(al.tokenize, sentence)
        require_the_characters(sentence, tokens)
        X = calmly(al.embed, tokens)
        assert X.shape == (len(tokens), 12)
        assert np.isfinite(X).all()
        unknown = calmly(al.unknown_words, tokens)
        assert len(unknown) == len(set(unknown)) <= len(tokens)
        shown = tokens[:MAX_TOKENS]
        if shown:
            trace = calmly(
                al.self_attention,
                X[:MAX_TOKENS],
                al.ProjectionWeights.designed(),
                is_causal=True,
            )
            np.testing.assert_allclose(trace.weights.sum(axis=-1), 1)
    assert capfd.readouterr() == ("", "")


def test_a_real_model_refuses_in_one_line_what_it_cannot_read(capfd):
    model = real_model.load_extract()
    for sentence in [*SENTENCES[::5], "the banana", None, 5]:
        calmly(model.pieces, sentence)
        calmly(model.read, sentence)
    assert capfd.readouterr() == ("", "")


pieces = st.sampled_from(SENTENCES).map(lambda sentence: sentence[:30])
texts = st.lists(pieces | st.text(max_size=8), max_size=6).map("".join)


@settings(max_examples=25)
@given(sentence=texts)
def test_any_text_is_cut_into_its_characters(sentence):
    tokens = calmly(al.tokenize, sentence)
    require_the_characters(sentence, tokens)
    assert calmly(al.embed, tokens).shape == (len(tokens), 12)
    markup = caption_bundle(sentence)["text/html"]
    assert not TAG.search(markup.removeprefix("<p").removesuffix("</p>"))


def expected(explorer, tokens):
    """Weights and output of the first state, made by the maths alone.

    By the ids of the board; what an explorer leaves out as too wide it draws nowhere.
    """
    X = al.embed(tokens)
    if isinstance(explorer, explorers.MultiHeadExplorer):
        heads = al.multi_head_attention(X, al.MultiHeadWeights.designed(2))
        weights = {f"weights_{h}": each for h, each in enumerate(heads.weights)}
        return {**weights, "concat": heads.concat, "output": heads.output}
    # Where no control sets it; for the scores alone values are one number wide.
    d_v = 1 if isinstance(explorer, explorers.ScoresExplorer) else 5
    d_v = getattr(explorer.state, "d_v", d_v)
    projection = al.ProjectionWeights.designed(4, d_v)
    if isinstance(explorer, explorers.LearningExplorer):
        projection = untrained_projection(8)
    is_causal = isinstance(explorer, explorers.MaskingExplorer)
    trace = al.self_attention(X, projection, is_causal=is_causal)
    found = {"scores": trace.scores, "weights": trace.weights, "output": trace.output}
    if isinstance(explorer, explorers.ScoresExplorer):
        i = explorer.state.query
        found["q Kᵀ"] = trace.scores[i : i + 1]
    if isinstance(explorer, explorers.WeightedSumExplorer):
        i = explorer.state.query
        found["w"], found["out"] = trace.weights[i : i + 1], trace.output[i : i + 1]
    return found


def follow(explorer, sentence):
    """Type it: the right numbers are sent, or one line is shown. Never markup."""
    shown = explorer.board.data
    explorer.sentence.value = sentence
    sentence = whole(sentence)  # as a page can have it
    tokens = al.tokenize(sentence)[:MAX_TOKENS]
    message = explorer.board.message
    assert "\n" not in message
    assert len(message) <= 300
    if tokens and not message:
        assert explorer.state.sentence == sentence
        assert_sent(explorer, expected(explorer, tokens))
    else:
        assert message, f"{sentence!r:.40}: not a word"
        assert explorer.board.data == shown
    for markup in (explorer.board.caption, explorer._caption_view.value):
        assert not TAG.search(markup), f"{sentence!r:.40}: {markup!r:.200}"


@pytest.mark.parametrize("Explorer", [*WITH_SENTENCE], ids=by_name)
def test_an_explorer_follows_whatever_is_typed(Explorer, capfd):
    """Each explorer its share of the corpus; all of it is in the rehearsal."""
    explorer = Explorer()
    share = SENTENCES[WITH_SENTENCE.index(Explorer) :: len(WITH_SENTENCE)]
    for sentence in [*share, "banana eats"]:
        calmly(follow, explorer, sentence)
    assert explorer.board.message == ""
    explorer.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.rehearsal
@pytest.mark.parametrize("Explorer", [*WITH_SENTENCE], ids=by_name)
def test_every_explorer_follows_every_sentence(Explorer, capfd):
    explorer = Explorer()
    for sentence in SENTENCES:
        calmly(follow, explorer, sentence)
    explorer.close()
    assert capfd.readouterr() == ("", "")


def pictures(tokens):
    """Names of all kinds, in one picture of each kind."""
    n = len(tokens)
    even = np.full((n, n), 1 / n)
    yield figures.attention_weights(even, tokens, title=tokens[0])
    yield figures.softmax_bars(even[0], tokens)
    yield figures.vectors_in_plane([1, 0], np.ones((n, 2)), labels=tokens)
    yield figures.before_after(even[0], even[0], tokens, labels=(tokens[0], tokens[-1]))


def draw(axes):
    figures.png(style.figure_of(axes))


WITH_TOKENS = [s for s in SENTENCES if al.tokenize(s)]


WORDS = list(dict.fromkeys(al.tokenize(sentence)[0] for sentence in WITH_TOKENS))


def test_a_share_of_the_words_is_drawn(capfd, caplog):
    """Towers of marks and the longest words among them."""
    tokens = [*WORDS[::29], "a" + "\u0301" * 500, "x" * 10_000]
    calmly(draw, next(pictures(tokens)))
    for wide in ("🍌" * 1000, "W" * 1000, "字" * 1000):
        calmly(draw, next(pictures([wide])))  # a title wider than any figure
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


@pytest.mark.rehearsal
def test_every_word_is_drawn(capfd, caplog):
    for start in range(0, len(WORDS), 24):
        tokens = WORDS[start : start + 24]
        calmly(draw, figures.softmax_bars(np.full(len(tokens), 0.04), tokens))
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


@pytest.mark.rehearsal
@pytest.mark.parametrize("part", range(8))
def test_all_of_the_corpus_is_drawn(part, capfd):
    for sentence in WITH_TOKENS[part::8]:
        for axes in pictures(al.tokenize(sentence)[:MAX_TOKENS]):
            calmly(draw, axes)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("Explorer", "setting"),
    [pytest.param(E, s, id=f"{E.__name__}-{s!r:.50}") for E, s in SETTINGS],
)
def test_any_setting_is_taken_or_refused_in_one_line(Explorer, setting):
    explorer = calmly(Explorer, **setting)
    if explorer is None:
        return
    (name,) = setting
    asked = getattr(explorer.state, name)
    assert type(explorer)(**{name: asked}).state == explorer.state
    explorer.close()


def kept(explorer):
    """All that a message may change."""
    controls = explorer._controls.items()
    values = {name: control.value for name, control in controls}
    return values, explorer.state, explorer.board.data


def require_a_refusal(hear, message, explorer):
    """One line in words of ours is shown, and nothing else has changed."""
    before, explorer.board.message = kept(explorer), ""
    calmly(hear, None, message, None)
    said = explorer.board.message
    assert re.match(r"(edits|mask|moves|message): expected ", said), (
        f"{message}: {said}"
    )
    assert "\n" not in said
    assert len(said) <= 300
    assert kept(explorer) == before, message


@pytest.mark.parametrize("Explorer", EVERY, ids=by_name)
def test_any_message_of_a_page_is_answered_in_one_line(Explorer, capfd):
    explorer, answers = Explorer(), []
    explorer.board.send = answers.append
    for message in MESSAGES:
        require_a_refusal(explorer._hear, message, explorer)
        assert answers.pop() == {"done": True, "refused": explorer.board.message}
    assert answers == []
    explorer.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("Explorer", IN_THE_PLANE, ids=by_name)
def test_any_message_to_a_plane_is_answered_in_one_line(Explorer, capfd):
    explorer = Explorer()
    plane, scene = explorer.plane, explorer.plane.data
    for message in MESSAGES:
        plane.answered = ""
        require_a_refusal(plane._answer, message, explorer)
        asked = message.get("request") if isinstance(message, dict) else None
        assert plane.answered == (asked if isinstance(asked, str) else "")
        assert plane.data == scene
    explorer.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "key", [key for key, question in QUESTIONS.items() if isinstance(question, Number)]
)
def test_any_text_answers_a_question_for_a_number(key):
    prediction = predict(key)
    for sentence in SENTENCES:
        prediction.answer(sentence)
        assert not TAG.search(prediction.reply.value)
    close_all(prediction.widget)


@pytest.mark.browser
def test_a_page_shows_whatever_is_typed_as_text(mount):
    kinds = cycle([explorers.PipelineExplorer, explorers.ScoresExplorer])
    for Explorer, start in zip(kinds, (0, 1), strict=False):
        explorer = Explorer()
        board = mount(explorer)
        for sentence in [s for s in SENTENCES if len(al.tokenize(s)) in (1, 2, 3)][
            start::2
        ]:
            explorer.sentence.value = sentence
            board.receive(explorer)
            made = board.page.evaluate(
                "() => document.querySelectorAll("
                "'#root img, #root script, #root iframe, #root style, #root a').length"
            )
            assert made == 0, sentence
            names = board.page.locator(".attn-matrix").first.inner_text()
            assert names.strip()
        explorer.close()
