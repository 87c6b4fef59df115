"""A sentence is cut into tokens."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import (
    SENTENCE,
    embed,
    hashed_embedding,
    lexicon_embedding,
    tokenize,
    unknown_words,
)
from attn_lib.example import tokens
from attn_lib.example.lexicon import LEXICON

TOKENS = {
    "words": (SENTENCE, ["the", "hungry", "monkey", "eats", "the", "banana"]),
    "spelled as typed": ("THE Hungry", ["THE", "Hungry"]),
    "markup is text": (
        "$5 <b>and</b> 香蕉 🍌 the the",
        ["$5", "<b>and</b>", "香蕉", "🍌", "the", "the"],
    ),
    "an empty line": ("", []),
    "blanks only": (" \t\r\n\u3000\u2028", []),
    "one word": ("monkey", ["monkey"]),
    "one mark": ("!", ["!"]),
    "marks at both ends": ('("Hi!")', ['("', "Hi", '!")']),
    "marks inside stay": (
        "don't take 3.14, 1,000",
        ["don't", "take", "3.14", ",", "1,000"],
    ),
    "maths and code stay": (
        r"a_b x^2 \frac{1}{2} `c`",
        ["a_b", "x^2", r"\frac{1}{2}", "`c`"],
    ),
    "Chinese, longest words first": ("猴子吃香蕉", ["猴子", "吃", "香蕉"]),
    "Chinese, one character words": (
        "我喜欢吃黄色的香蕉。",
        ["我", "喜欢", "吃", "黄色", "的", "香蕉", "。"],
    ),
    "unknown Chinese, by character": ("世界", ["世", "界"]),
    "a known word after an unknown character": ("了看见了", ["了", "看见", "了"]),
    "a word that is cut off at the end": ("吃香", ["吃", "香"]),
    "two scripts in one word": (
        "你好monkey世界",
        ["你", "好", "monkey", "世", "界"],
    ),
    "rare Chinese characters": (
        "\U00020000\u3400\u4dbf\u9fff",
        ["\U00020000", "\u3400", "\u4dbf", "\u9fff"],
    ),
    "composed and decomposed are one": ("e\u0301te\u0301", ["été"]),
    "what nobody sees is not there": (
        "ba\u00adna\u200bna\u2060 \ufeffthe\u200e \u202acat\u202c",
        ["banana", "the", "cat"],
    ),
    "an accent after it is composed": ("e\u00ad\u0301te", ["éte"]),
    "emoji keep their shape": (
        "❤\ufe0f 👩🏽\u200d🔧 🏴\U000e0067\U000e0062\U000e007f "
        "#\ufe0f\u20e3 1\ufe0f\u20e3",
        [
            *("❤\ufe0f", "👩🏽\u200d🔧", "🏴\U000e0067\U000e0062\U000e007f"),
            *("#\u20e3", "1\u20e3"),
        ],
    ),
    "dashes part words, hyphens do not": (
        "cat—dog, 3–5 -- well-known",
        ["cat", "—", "dog", ",", "3", "–", "5", "--", "well-known"],
    ),
    "marks of other languages": (
        "¿el gato? «le chat» ¡hola! „Katze“ ‚so‘ القط؟ बिल्ली।",
        [
            *("¿", "el", "gato", "?", "«", "le", "chat", "»", "¡", "hola", "!"),
            *("„", "Katze", "“", "‚", "so", "‘", "القط", "؟", "बिल्ली", "।"),
        ],
    ),
    "stars and signs": (
        "*cat* #dog 50% (cat)* -the-",
        [*["*", "cat", "*", "#", "dog", "50", "%", "(", "cat", ")*", "-", "the", "-"]],
    ),
    "joiners do not": (
        "👩\u200d👧 می\u200cخواهم",
        ["👩\u200d👧", "می\u200cخواهم"],
    ),
    "control characters part words": (
        "x\x00y\x1bz\x7fw",
        ["x", "y", "z", "w"],
    ),
    "lone surrogates part words": ("a\ud83db\udc00", ["a", "b"]),
}


UNSEEN = [
    *"\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u180f\u200b\u200c\u200d\u200e\u200f",
    *"\u202a\u202e\u2060\u2061\u2064\u2066\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\U0001bca0",
    *"\U0001d173\U000e0001\U000e0041\U000e007f\U000e0100",
]


@pytest.mark.parametrize(("sentence", "tokens"), TOKENS.values(), ids=TOKENS.keys())
def test_a_sentence_is_cut_into_tokens(sentence, tokens):
    assert tokenize(sentence) == tokens


@given(
    st.text(st.characters() | st.sampled_from([*"香蕉猴子.,\"'-–#e\u0301अ👧", *UNSEEN]))
)
def test_any_sentence_can_be_cut_and_embedded(sentence):
    tokens = tokenize(sentence)
    assert all(tokens)
    assert not any(c.isspace() for token in tokens for c in token)
    assert tokenize(" ".join(tokens)) == tokens
    X = embed(tokens)
    assert X.shape == (len(tokens), 12)
    assert np.isfinite(X).all()
    "".join(tokens).encode("utf-8")  # nothing is left that cannot be sent or stored


@given(st.text(st.sampled_from("香蕉猴子吃了a.,! ")))
def test_cutting_loses_no_visible_character(sentence):
    assert "".join(tokenize(sentence)) == sentence.replace(" ", "")


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda c: f"U+{ord(c):04X}")
@pytest.mark.parametrize("word", ["banana", "香蕉"])
def test_a_word_that_looks_like_a_known_one_is_known(word, unseen):
    half = len(word) // 2
    for looks_the_same in (
        unseen + word,
        word + unseen,
        word[:half] + unseen + word[half:],
        unseen.join(["", *word, ""]),
    ):
        assert tokenize(looks_the_same) == [word]
    assert tokenize(f"the {unseen} cat") == ["the", "cat"]


@pytest.mark.parametrize("unit", ["香蕉了", "the ", "吃a.", "了"])
def test_a_long_sentence_costs_as_many_looks_into_the_lexicon_a_token_as_a_short_one(
    unit, monkeypatch
):
    class Counting(dict):
        looks = 0

        def __contains__(self, word):
            self.looks += 1
            return super().__contains__(word)

    def looks_for(n):
        counting = Counting(LEXICON)
        monkeypatch.setattr(tokens, "LEXICON", counting)
        assert len(tokenize(unit * n)) >= n
        return counting.looks

    assert looks_for(10_000) <= 11 * looks_for(1_000)


def test_a_long_chinese_sentence_is_not_copied_again_for_every_word():
    class Copied(str):
        characters = 0

        def __getitem__(self, key):
            part = Copied(super().__getitem__(key))
            Copied.characters += len(part)
            return part

    def copied_for(n):
        Copied.characters = 0
        tokens._longest_words(Copied("香蕉了" * n))
        return Copied.characters

    assert copied_for(10_000) <= 11 * copied_for(1_000)


@pytest.mark.parametrize("sentence", [None, 3, b"the", ["the"]])
def test_a_sentence_has_to_be_text(sentence):
    text = f"sentence: expected text, got {type(sentence).__name__}"
    with pytest.raises(TypeError, match=text):
        tokenize(sentence)


def test_words_outside_the_lexicon_are_listed_once_in_order():
    tokens = ["zebra", "the", "Monkey", "quark", "zebra", "香蕉", "🍌"]
    assert unknown_words(tokens) == ["zebra", "quark", "🍌"]
    assert unknown_words([]) == []


of_tokens = pytest.mark.parametrize(
    "function",
    [lexicon_embedding, embed, unknown_words, lambda t: hashed_embedding(t, 3)],
)


@of_tokens
@pytest.mark.parametrize("token", [None, 3, b"the", ["the"]])
def test_a_token_has_to_be_text(function, token):
    text = f"tokens: expected text, got {type(token).__name__}"
    with pytest.raises(TypeError, match=text):
        function(["the", token])


@of_tokens
def test_a_sentence_in_place_of_its_tokens_is_not_read_letter_by_letter(function):
    text = r"got the string 'the hungry .*; cut it with tokenize\(sentence\)"
    with pytest.raises(TypeError, match=text):
        function(SENTENCE)
