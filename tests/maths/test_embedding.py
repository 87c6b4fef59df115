import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_lib import (
    DIMENSIONS,
    SENTENCE,
    embed,
    hashed_embedding,
    lexicon_embedding,
    positional_encoding,
    tokenize,
    unknown_words,
)
from attn_lib.example import tokens
from attn_lib.example.lexicon import FEATURES, LEXICON

# ---- tokens ----------------------------------------------------------------

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


# ---- E ---------------------------------------------------------------------


def test_the_columns_have_names():
    assert DIMENSIONS[:8] == FEATURES
    assert DIMENSIONS[8:] == ("pos0", "pos1", "pos2", "pos3")


def test_what_a_word_says_stands_in_the_columns_of_its_features():
    E = lexicon_embedding(["banana", "monkey"])
    named = [dict(zip(DIMENSIONS, row, strict=True)) for row in E]
    assert named[0]["food"] == 1
    assert named[0]["colour"] == 0.8
    assert named[1]["animal"] == 1
    assert named[1]["food"] == 0
    assert not E[:, 8:].any()


@pytest.mark.parametrize(
    "spellings",
    [
        ("banana", "Banana", "BANANAS", "香蕉"),
        ("monkey", "猴子"),
        ("eats", "ate", "吃"),
        ("yellow", "黄色", "黄"),
    ],
)
def test_spellings_of_one_meaning_share_a_row(spellings):
    E = lexicon_embedding(list(spellings))
    np.testing.assert_array_equal(E, np.broadcast_to(E[0], E.shape))
    assert unknown_words(spellings) == []


def test_the_lexicon_names_known_features_and_gives_each_word_a_vector():
    assert len(LEXICON) >= 60
    for word, vector in LEXICON.items():
        assert word == word.casefold()
        assert len(vector) == len(FEATURES)
        assert any(vector)
        assert all(0 <= number <= 1 for number in vector)


def test_the_lexicon_uses_every_word_of_a_line():
    """A misspelt feature would be 0 without a word."""
    from attn_lib.example.lexicon import _MEANINGS

    for line in _MEANINGS.strip().splitlines():
        features = [part.split() for part in line.split("|")[1].split(",")]
        assert {name for name, _ in features} <= set(FEATURES), line


# As written, so that another machine, Python or NumPy that disagrees turns this red.
UNKNOWN = {
    "zebra": [-0.4, 0.2, -0.2, 0.5, -0.4, -0.4],
    "ZEBRA": [-0.4, 0.2, -0.2, 0.5, -0.4, -0.4],
    "斑马": [0.1, -0.3, 0.0, -0.2, -0.2, 0.1],
    "🍌": [0.4, -0.4, 0.0, 0.1, 0.3, -0.4],
    "\ud800": [0.1, 0.5, 0.1, -0.1, 0.0, 0.2],
}


@pytest.mark.parametrize(("word", "vector"), UNKNOWN.items(), ids=map(ascii, UNKNOWN))
def test_an_unknown_word_has_the_same_vector_everywhere(word, vector):
    np.testing.assert_array_equal(hashed_embedding([word], 6), [vector])
    wider = hashed_embedding([word], 8)
    np.testing.assert_array_equal(lexicon_embedding([word])[:, :8], wider)
    np.testing.assert_array_equal(wider[:, :6], [vector])


def test_hashed_vectors_have_any_width_steps_of_a_tenth_and_no_negative_zero():
    E = hashed_embedding([f"word{n}" for n in range(200)], 300)
    assert E.shape == (200, 300)
    assert hashed_embedding([], 7).shape == (0, 7)
    np.testing.assert_allclose(E * 10, np.round(E * 10), atol=1e-12)
    assert np.abs(E).max() == 0.5
    assert not np.signbit(E[E == 0]).any()
    assert len({tuple(row) for row in E}) == 200


@pytest.mark.parametrize("embed_tokens", [lexicon_embedding, embed])
def test_no_tokens_make_an_empty_matrix(embed_tokens):
    assert embed_tokens([]).shape == (0, 12)


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


# ---- P ---------------------------------------------------------------------


@pytest.mark.parametrize("d_model", [1, 2, 5, 8])
def test_positions_are_sines_and_cosines_of_falling_speed(d_model):
    P = positional_encoding(4, d_model)
    for t in range(4):
        for column in range(d_model):
            angle = t / 10000 ** (2 * (column // 2) / d_model)
            wave = math.cos if column % 2 else math.sin
            assert P[t, column] == pytest.approx(wave(angle), abs=1e-12)


@given(st.integers(1, 50), st.integers(1, 9))
def test_a_position_does_not_depend_on_how_many_follow(T, d_model):
    P = positional_encoding(60, d_model)
    np.testing.assert_array_equal(positional_encoding(T, d_model), P[:T])
    assert len({tuple(row) for row in P}) == 60


def test_no_positions_make_an_empty_matrix():
    assert positional_encoding(0, 5).shape == (0, 5)


# ---- X ---------------------------------------------------------------------


def test_x_is_the_lexicon_with_the_position_beside_it():
    tokens = tokenize(SENTENCE)
    X = embed(tokens)
    np.testing.assert_array_equal(X[:, :8], lexicon_embedding(tokens)[:, :8])
    np.testing.assert_array_equal(X[:, 8:], positional_encoding(6, 4))
    np.testing.assert_array_equal(
        embed(tokens, positions=False), lexicon_embedding(tokens)
    )


def test_a_repeated_word_differs_by_its_position_only():
    tokens = ["the", "monkey", "the"]
    assert (
        embed(tokens, positions=False)[0] == embed(tokens, positions=False)[2]
    ).all()
    X = embed(tokens)
    np.testing.assert_array_equal(X[0, :8], X[2, :8])
    assert (X[0, 8:] != X[2, 8:]).any()


def test_the_x_of_the_running_sentence_is_this_one():
    X = embed(tokenize(SENTENCE))
    said = [  # animal, human, food, action, quality, colour, place, grammar
        [0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0.3, 0, 1, 0, 0, 0],
        [1, 0.3, 0, 0, 0, 0, 0, 0],
        [0, 0, 0.2, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0, 0.8, 0, 0],
    ]
    position = [  # pos0 … pos3
        [0.0, 1.0, 0.0, 1.0],
        [0.841471, 0.540302, 0.01, 0.99995],
        [0.909297, -0.416147, 0.019999, 0.9998],
        [0.14112, -0.989992, 0.029996, 0.99955],
        [-0.756802, -0.653644, 0.039989, 0.9992],
        [-0.958924, 0.283662, 0.049979, 0.99875],
    ]
    np.testing.assert_allclose(X, np.hstack([said, position]), atol=1e-6)
