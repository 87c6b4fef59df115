"""Explorers in the test language: all that is read is translated.

What is in no brackets is data (tokens, numbers, types), or a name: those of the formula
and of the code are the same in any language.
"""

import re

import pytest

import attn_lib as al
from attn_lib import explorers
from attn_lib.explorers import words
from attn_lib.explorers.board import Board
from attn_lib.explorers.head_grid import HeadGrid
from attn_lib.explorers.histogram import Histogram
from attn_lib.explorers.in_plane import Plane
from tests.explorers.test_golden import STATES
from tests.support.brackets import left_over
from tests.support.brackets import words as words_left
from tests.support.played import by_name
from tests.support.reading import written

# Quantities by their names, with the number of a head, and types.
NAMES = r"(scores|scaled|mask(ed)?|weights|softmax|output|concat|head|out)(_\d)?|"
NAMES = re.compile(NAMES + r"[Wd]_\w+|float\d\d|inf|all|MiniLM|L6|v2|ln|pos\d|Kᵀ")


def read_in(explorer):
    """All texts that the page gets."""
    board = explorer.board
    yield from (explorer.caption, board.message)
    ids = {spec["id"] for spec in board.matrices}
    yield from (item for line in board.lines for item in line if item not in ids)
    for spec in board.matrices:
        yield from (spec["title"], spec["made"].get("note", ""))
        yield from (*spec["rows"], *spec["columns"])
    for control in explorer._controls.values():
        yield from (getattr(control, "description", ""), control.tooltip or "")
        yield from (said for said, _ in getattr(control, "options", ()))
    yield from (explorer.reset.description, explorer.reset.tooltip)
    for view in explorer._views.values():
        yield from (sample["title"] for sample in getattr(view, "samples", ()))


def untranslated(text, data):
    """Words that are neither in brackets nor a name or of the data."""
    return {word for word in words_left(text) if not NAMES.fullmatch(word)} - data


def tokens_in(explorer):
    """The words of a sentence, or the pieces that a model makes of it."""
    rows = [name for spec in explorer.board.matrices for name in spec["rows"]]
    return {
        word for name in rows for word in re.findall(r"\w+", name) if "⟦" not in name
    }


@pytest.mark.usefixtures("in_test_language")
@pytest.mark.parametrize("Explorer", STATES, ids=by_name)
def test_whatever_is_read_is_translated(Explorer):
    for settings in STATES[Explorer]:
        explorer = Explorer(**settings)
        data = tokens_in(explorer)
        left = {text: untranslated(text, data) for text in read_in(explorer)}
        assert {text: found for text, found in left.items() if found} == {}
        assert "⟦" in explorer.caption
        explorer.close()


@pytest.mark.usefixtures("in_test_language")
@pytest.mark.parametrize("Explorer", STATES, ids=by_name)
def test_the_picture_of_a_saved_page_is_translated(Explorer):
    explorer = Explorer()
    data = tokens_in(explorer)
    texts = {text.get_text() for text in written(explorer.picture())}
    assert any("⟦" in text for text in texts)
    left = {text: untranslated(text, data) for text in texts}
    assert {text: found for text, found in left.items() if found} == {}


@pytest.mark.usefixtures("in_test_language")
def test_a_refused_sentence_is_told_in_the_language():
    explorer = explorers.PipelineExplorer()
    explorer.sentence.value = " "
    assert left_over(explorer.board.message) == []


def test_an_untranslated_word_would_be_seen():
    assert untranslated("q = row 3 of Q", set())
    assert untranslated("⟦head ⟨row 3⟩ ö⟧", set())
    assert not untranslated("scaled = scores / √d_k", set())
    assert not untranslated("3 · monkey", {"monkey"})


# ---- the words that a view gets


VIEWS = {Board: (), Plane: (None,), Histogram: (), HeadGrid: ()}  # kind → arguments


@pytest.mark.parametrize("View", VIEWS, ids=by_name)
def test_a_view_has_its_words_in_the_language_in_which_it_was_made(
    View, in_test_language
):
    said = View(*VIEWS[View]).words
    assert said.pop("language") == al.language() != "en"
    assert said.keys() == View.messages.keys()
    for text in said.values():
        for form in text.values() if isinstance(text, dict) else [text]:
            assert form.startswith("⟦")


def test_a_number_has_the_form_of_its_category():
    forms = Board().words["zero_products"]
    assert forms.keys() == words.CATEGORIES.keys()
    assert forms["one"] == "{n} product is 0"
    assert {*forms.values()} - {forms["one"]} == {"{n} products are 0"}
