"""Sentences that count, rank or point, held to the output that they speak of.

Numbers in digits are held by ``test_prose``. A sentence such as "lets six wrong
versions pass" has none: here stands what makes it true. A sentence that is not found
any more, as written here, is a fault too: its truth is then held by nothing.
"""

import re
from dataclasses import replace

import numpy as np
import pytest

import attn_lib as al
from tests.support.lessons import NOTEBOOKS, code_cells, markdown_cells, read
from tests.support.prose import output_texts

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WORDS += ("ten", "eleven", "twelve")
TOKENS = al.tokenize(al.SENTENCE)
TRACE = al.self_attention(al.embed(TOKENS), al.ProjectionWeights.designed())
EATS = TOKENS.index("eats")


def lesson(number):
    return read(NOTEBOOKS[number])


def words(count):
    """A count as prose writes it."""
    return WORDS[count]


def output_of(number, source):
    """The lines that the one cell with this text in its source prints."""
    (cell,) = (c for c in code_cells(lesson(number)) if source in c.source)
    return "\n".join(output_texts(cell)).splitlines()


def says(number, sentence):
    """Does the lesson say this, in one of its Markdown cells?"""
    cells = markdown_cells(lesson(number))
    return any(sentence in " ".join(cell.source.split()) for cell in cells)


def test_products_of_the_first_query_that_are_0():
    X, W_Q = TRACE.X[EATS], TRACE.projection.W_Q[:, 0]
    count = int((X * W_Q == 0).sum())
    sentence = f"{words(count)} of the {words(len(X))} products are 0."
    assert says(1, sentence.capitalize())


def test_negative_scores_are_counted():
    negative = int((TRACE.scores < 0).sum())
    assert f"{negative} of 36 below 0" in "\n".join(output_of(2, "below 0"))
    assert negative > 36 / 3
    captions = " ".join("\n".join(output_texts(c)) for c in code_cells(lesson(2)))
    assert "More than a third of the scores are negative." in captions


def test_a_row_asks_and_a_column_is_asked():
    assert says(
        2,
        "Read along a row, and you see one word asking all others. Read down a column, "
        "and you see one word being asked by all.",
    )
    row = TRACE.Q[EATS] @ TRACE.K.T
    np.testing.assert_allclose(TRACE.scores[EATS], row)


def test_softmax_adds_up_along_the_row():
    assert says(3, "`axis=1` says: add up along the row.")
    scores = np.array([[0.0, 1, 2], [3, 0, 0]])
    np.testing.assert_allclose(al.softmax(scores, axis=1).sum(axis=1), 1)


def verdicts():
    """Lesson 03's table of checks: wrong version → those that it passes."""
    head, _, *rows = output_of(3, "checks = (large_scores, row_sums")
    names, found = head.split(), {}
    for row in filter(None, rows):
        name, *cells = re.split(r"\s{2,}", row.strip())
        found[name] = {
            n for n, cell in zip(names, cells, strict=True) if cell == "passes"
        }
    return found


def test_wrong_versions_that_a_check_lets_pass():
    table = verdicts()
    count = sum("large_scores" in passed for passed in table.values())
    sentence = f"The check with large scores lets {words(count)} wrong versions pass"
    assert says(3, f"{sentence}, even the one that has no softmax at all.")
    assert "large_scores" in table["argmax"]
    both = [passed & {"row_sums", "scale_test"} for passed in table.values()]
    assert all(len(passed) < 2 for passed in both)
    assert says(3, "Together they catch all.")
    assert says(3, "**Row sums** catch the wrong axis and the whole matrix")
    caught = {name for name, passed in table.items() if "row_sums" not in passed}
    assert caught == {"wrong axis", "whole matrix"}


def test_of_which_bias_the_weights_depend():
    b = np.array([1.0, 2, -1, 3])
    weights = {
        name: al.self_attention(TRACE.X, replace(TRACE.projection, **{name: b})).weights
        for name in ("b_Q", "b_K")
    }
    assert says(1, "b_K changes no weight")
    np.testing.assert_allclose(weights["b_K"], TRACE.weights)
    assert says(1, "b_Q does change them")
    assert not np.allclose(weights["b_Q"], TRACE.weights)


def test_a_mixture_lies_inside():
    assert says(5, "Weights are positive and sum to 1.")
    assert (TRACE.weights > 0).all()
    assert (TRACE.output <= TRACE.V.max(axis=0) + 1e-12).all()


@pytest.mark.parametrize("number", range(len(NOTEBOOKS)))
def test_rows_and_columns_in_captions_are_not_exchanged(number):
    """A row looks or asks, a column is looked at or asked, in every caption."""
    for cell in code_cells(lesson(number)):
        for text in output_texts(cell):
            for part in re.findall(r"[Rr]ows?: ([^.,;]*)", text):
                assert not re.search("is (asked|looked)|are (asked|looked)|key", part)
            for part in re.findall(r"[Cc]olumns?: ([^.,;]*)", text):
                assert not re.search("that (asks|looks)|who (asks|looks)|query", part)
