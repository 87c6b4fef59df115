"""Lesson 07's task: sentences with their twins, and who does it."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.example.sentences import (
    ANIMALS,
    PEOPLE,
    QUALITIES,
    draw_sentences,
    examples_of,
    untrained_projection,
    who_does_it,
)
from attn_lib.learning import evaluate


def test_a_twin_has_the_same_words_and_another_answer():
    sentences = draw_sentences(40, seed=3, mixed=True)
    examples = examples_of(sentences)
    for n in range(0, len(sentences), 2):
        one, twin = (al.tokenize(s) for s in sentences[n : n + 2])
        assert sorted(one) == sorted(twin)
        first, second = (
            words[examples.wanted[m]] for m, words in ((n, one), (n + 1, twin))
        )
        assert (first in ANIMALS) != (second in ANIMALS)
        assert {first, second} <= {*ANIMALS, *PEOPLE}


def test_without_order_half_of_the_mixed_sentences_are_right_at_most():
    """An answer made of the words alone is the same for both twins."""
    examples = examples_of(draw_sentences(40, seed=3, mixed=True))
    _, right = evaluate(untrained_projection(4, seed=1), examples, scale=0.0)
    assert right <= 0.5


def test_the_monkey_is_kept_for_the_exam():
    drawn = draw_sentences(200, seed=0)
    assert not any("monkey" in s for s in drawn)
    assert not set(drawn) & set(draw_sentences(200, seed=1, unlike=drawn))


def test_beings_of_every_kind_meet_with_and_without_a_quality():
    drawn = draw_sentences(50, seed=2**40)  # a seed is no size: it may be large
    met, qualities = set(), set()
    for tokens in map(al.tokenize, drawn):
        met.add(tuple(t in ANIMALS for t in tokens if t in (*ANIMALS, *PEOPLE)))
        qualities.add(len([t for t in tokens if t in QUALITIES]))
    assert met == {(True, True), (True, False), (False, True), (False, False)}
    assert qualities == {0, 1, 2}


def test_the_distance_to_the_action_varies():
    examples = examples_of(draw_sentences(40, seed=0))
    assert set(examples.asked - examples.wanted) == {1, 4}


@pytest.mark.parametrize(
    ("sentence", "asked", "wanted"),
    [
        ("the hungry monkey eats the banana", 3, 2),
        ("the cat in the house sees the man", 5, 1),
        ("猴子吃香蕉", 1, 0),
    ],
)
def test_who_does_it(sentence, asked, wanted):
    assert who_does_it(al.tokenize(sentence)) == (asked, wanted)


def test_a_word_outside_the_lexicon_is_neither_an_action_nor_a_being():
    """The numbers made up for it reach 0.5: "sun" is half an animal, "aa" an action."""
    assert al.lexicon_embedding(["sun", "aa"])[[0, 1], [0, 3]].tolist() == [0.5, 0.5]
    assert who_does_it(["sun", "cat", "aa", "sees"]) == (3, 1)


def test_a_sentence_without_question_or_answer_says_so():
    with pytest.raises(ValueError, match="sentence: expected an action"):
        who_does_it(["the", "banana"])
    with pytest.raises(ValueError, match="expected a being, as in 'monkey', before"):
        who_does_it(["eats", "the", "monkey"])


def test_the_start_has_queries_and_keys_of_variance_one():
    examples = examples_of(draw_sentences(20, seed=0))
    Q, K, _ = al.project(examples.X[examples.real], untrained_projection(500))
    assert [np.mean(Q**2), np.mean(K**2)] == pytest.approx([1, 1], rel=0.1)


def test_another_seed_starts_elsewhere():
    default, zero, one = (
        untrained_projection(3, **kw).W_Q for kw in ({}, {"seed": 0}, {"seed": 1})
    )
    np.testing.assert_array_equal(default, zero)
    assert (zero != one).all()
