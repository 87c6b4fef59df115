"""Figures in the test language: all words are translated, and longer ones fit."""

from itertools import combinations

import pytest

import attn_lib as al
from attn_lib.figures import style
from tests.figures.test_every_picture import _holds
from tests.support.brackets import words
from tests.support.reading import EVERY, SENTENCES, pictures, written, written_in

# The caller's own words: names of tokens and features, titles, labels.
DATA = {*al.DIMENSIONS, *al.QUERY_KEY_NAMES, *al.VALUE_NAMES, "who", "what", "next"}
DATA |= {"and", "largest", "weight", "attention", "bag", "of", "words", "word"}
DATA = {
    word for sentence in SENTENCES.values() for word in al.tokenize(sentence)
} | DATA
# Names of quantities are those of the formula and of the code, in any language.
QUANTITIES = {"scores", "scaled", "mask", "masked", "weights", "softmax", "output"}
QUANTITIES |= {"d_k", "d_model", "W_Q", "Kᵀ", "pᵀ", "diag", "sqrt", "mathsf"}


@pytest.mark.parametrize(("name", "which"), EVERY)
@pytest.mark.usefixtures("in_test_language")
def test_a_figure_is_translated_and_nothing_is_clipped(name, which):
    figure = style.figure_of(pictures(SENTENCES[which])[name]())
    boxes = {text: box.padded(-1) for text, box in written(figure).items()}
    texts = {text.get_text() for text in boxes}
    assert [text for text in texts if untranslated(text)] == []
    page = figure.bbox
    assert [t.get_text() for t, box in boxes.items() if not _holds(page, box)] == []
    level = [(t, box) for t, box in boxes.items() if t.get_rotation() in (0, 90)]
    for (one, box), (other, beside) in combinations(level, 2):
        assert not box.overlaps(beside), (one.get_text(), other.get_text())


def untranslated(text):
    """Words that are neither in brackets nor of the data or the formula."""
    return {*words(text)} - DATA - QUANTITIES


def test_an_untranslated_word_would_be_seen():
    english = {text.get_text() for text in written_in("vectors_in_plane")}
    assert "angle to q" in english
    assert untranslated("angle to q")
    assert untranslated("⟦head ⟨angle to q⟩ ö⟧")
    assert not untranslated("⟦⟨⟦angle to q öööö⟧⟩ × 2 ö⟧ · the")
