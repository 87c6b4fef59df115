"""Labels: any script, any length."""

import warnings

import numpy as np
import pytest
from matplotlib import font_manager

from attn_lib import figures
from attn_lib.figures import lettering, style
from tests.support.reading import cells, column_names, strings, written

LITERAL = ["$5", "$$", "$x_$", "a_b^c", "\\frac", "<b>and</b>", "</script>", "a & b"]

DEJAVU = [f.fname for f in font_manager.fontManager.ttflist if "DejaVu" in f.name]


@pytest.fixture
def no_chinese_font(monkeypatch):
    """A machine on which DejaVu, which comes with Matplotlib, is the only font."""
    fonts = [f for f in font_manager.fontManager.ttflist if "DejaVu" in f.name]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", fonts)
    monkeypatch.setattr(font_manager, "findSystemFonts", list)
    lettering.installed_fonts.cache_clear()
    yield
    lettering.installed_fonts.cache_clear()


@pytest.mark.case("B01")
def test_every_character_of_a_token_is_literal():
    """Matplotlib raises at a lone ``$``, and only when it draws."""
    n = len(LITERAL)
    for ax in (
        figures.attention_weights(np.full((n, n), 1 / n), LITERAL),
        figures.softmax_bars(np.full(n, 1 / n), LITERAL),
        figures.before_after(np.ones(n), np.ones(n), LITERAL, labels=("$", "$$")),
    ):
        texts = written(style.figure_of(ax))
        assert set(LITERAL) <= set(strings(texts))
    ax = figures.vectors_in_plane([1, 0], np.eye(2), labels=["$$", "$x_$"])
    assert {"$$", "$x_$"} <= set(strings(ax.texts))


@pytest.mark.case("B01")
def test_titles_are_literal_too():
    ax = figures.matrix([[1.0]], title="$$", row_title="$", column_title="_$_")
    texts = written(style.figure_of(ax))
    assert {"$$", "$", "_$_"} <= set(strings(texts))


@pytest.mark.case("B03")
@pytest.mark.skipif(
    len(lettering.installed_fonts()) == 1, reason="no Chinese font is installed here"
)
def test_chinese_is_drawn_where_a_font_is_installed():
    words = ["猫", "坐", "在", "垫子", "上"]
    ax = figures.score_matrix(np.full((5, 5), -0.5), words)
    figures.png(ax)  # a missing glyph is a warning, and here warnings are errors
    assert column_names(ax) == words
    assert cells(ax)[0, 0] == "−0.50"
    assert lettering.hint_in(style.figure_of(ax)) == ""


@pytest.mark.usefixtures("no_chinese_font")
def test_a_font_that_came_after_matplotlib_s_list_is_found(monkeypatch):
    """Whoever installed a Chinese font after the first picture went on seeing #0."""
    late = next(f for f in DEJAVU if f.endswith("DejaVuSerif.ttf"))
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [late, "no font"])
    monkeypatch.setattr(lettering, "_FURTHER_FONTS", (("DejaVu Serif",), ()))
    known = [f for f in font_manager.fontManager.ttflist if f.fname != late]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", known)
    lettering.installed_fonts.cache_clear()
    assert "DejaVu Serif" in lettering.installed_fonts()


@pytest.mark.case("B04")
@pytest.mark.usefixtures("no_chinese_font")
def test_without_a_font_items_are_numbered_and_one_hint_says_why(caplog):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax = figures.score_matrix(np.eye(3), ["猴子", "eats", "香蕉"], title="猴")
        figures.png(ax)
    assert not caught
    assert not caplog.records
    assert column_names(ax) == ["#0", "eats", "#2"]
    texts = written(style.figure_of(ax))
    assert strings(texts).count(lettering.FONT_HINT) == 1
    assert ax.get_title() == "□"


@pytest.mark.usefixtures("no_chinese_font")
def test_each_kind_of_picture_gives_the_hint_once():
    words = ["猴子", "eats", "香蕉"]
    for ax in (
        figures.softmax_bars([0.2, 0.3, 0.5], words),
        figures.before_after([1, 2, 3], [1, 2, 3], words),
        figures.vectors_in_plane([1, 0], np.ones((3, 2)), labels=words),
        figures.values_in_plane(
            [[0, 0], [1, 0], [0, 1]], [1, 0, 0], [0, 0], labels=words
        ),
    ):
        texts = written(style.figure_of(ax))
        assert strings(texts).count(lettering.FONT_HINT) == 1
        assert any("#0" in text for text in strings(texts))
        assert not any("猴" in text for text in strings(texts))


@pytest.mark.parametrize(
    "token", ["🤖", "👩‍👩‍👧", "\U0001f9ff", "a\nb", "\ud800", "\x00"]
)
def test_what_no_font_has_gets_its_number(token):
    ax = figures.attention_weights(np.eye(2), ["the", token])
    figures.png(ax)
    if not lettering.can_draw(token):
        assert column_names(ax) == ["the", "#1"]


@pytest.mark.case("B05")
def test_right_to_left_words_are_left_as_they_are():
    """Matplotlib shapes them itself; doing it before would turn them around twice."""
    ax = figures.softmax_bars([0.5, 0.5], ["שלום", "سلام"])
    figures.png(ax)
    assert column_names(ax) == ["שלום", "سلام"]


@pytest.mark.case("B17")
def test_a_long_word_is_shortened_to_the_room_there_is():
    short = lettering.shorten("m" * 40, 100, 16)
    assert short.endswith("…")
    assert lettering.width(short, 16) <= 100 < lettering.width("m" + short, 16)
    assert lettering.shorten("banana", 100, 16) == "banana"
    assert lettering.shorten("i" * 9000, 100, 16).endswith("i…")


def test_a_letter_has_few_marks_and_words_keep_theirs():
    mark = "\u0301"
    assert lettering.with_few_marks("a" + 500 * mark + "b") == "a" + 4 * mark + "b"
    assert lettering.drawable("a" + 500 * mark) == "a" + 4 * mark
    word = f"e{mark}te{mark}" * 9
    assert lettering.with_few_marks(word) == word


def test_a_title_fits_into_the_widest_figure():
    for text in ("W" * 1000, "🍌" * 1000, "字" * 1000):
        title = lettering.drawable(text)
        assert lettering.width(title, lettering.TITLE) < style.WIDEST
        assert title.endswith("…")


def test_names_are_level_then_slanted_then_upright():
    words = ("monkey",) * 3
    angles = [lettering.Names(words, pitch, 100).angle for pitch in (90, 40, 12)]
    assert angles == [0, 45, 90]


def test_where_small_letters_would_touch_only_some_are_named():
    names = lettering.Names(("a",) * 200, 4, 100, columns=False)
    assert names.step * 4 >= 1.2 * names.size
