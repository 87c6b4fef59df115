"""X of the running example: what each word says, and where it stands."""

import numpy as np
import pytest

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
from attn_lib.example.lexicon import FEATURES

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


@pytest.mark.parametrize("embed_tokens", [lexicon_embedding, embed])
def test_no_tokens_make_an_empty_matrix(embed_tokens):
    assert embed_tokens([]).shape == (0, 12)


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
