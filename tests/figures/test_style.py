"""Colours, fonts and labels: what all pictures share."""

import warnings

import numpy as np
import pytest

import attn_lib.figures as figures
from attn_lib.figures import style

LITERAL = ["$5", "$$", "$x_$", "a_b^c", "\\frac", "<b>and</b>", "</script>", "a & b"]


@pytest.fixture
def only_the_base_font(monkeypatch):
    """A machine without any Chinese font."""
    base = dict(list(style.installed_fonts().items())[:1])
    monkeypatch.setattr(style, "installed_fonts", lambda: base)


def texts(ax):
    ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    return [text.get_text() for text in [*ax.texts, *ticks]]


@pytest.mark.parametrize("symbol", style.COLOURS)
def test_a_symbol_can_be_read_on_a_light_and_on_a_dark_page(symbol):
    light, dark = style.COLOURS[symbol]
    assert style.contrast(light, "#ffffff") >= 4.5
    assert style.contrast(dark, "#111111") >= 4.5


def test_contrast_is_wcag():
    assert style.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style.contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=1e-3)


@pytest.mark.parametrize("kind", ["signed", "weights"])
@pytest.mark.parametrize("symbol", style.COLOURS)
def test_a_number_can_be_read_on_every_colour_of_a_cell(symbol, kind):
    for cell in style.colormap(symbol, kind)(np.linspace(0, 1, 256)):
        assert style.contrast(style.ink_on(cell[:3]), cell[:3]) >= 4.5


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.9, "0.90"),
        (0, "0"),
        (-0.001, "0.00"),
        (-1.5, "−1.50"),
        (-0.0, "0"),
        (1.125, "1.13"),
    ],
)
def test_numbers_have_two_decimals_and_no_negative_zero(value, shown):
    assert style.number(value) == shown


def test_every_character_of_a_token_is_literal():
    """A dollar sign is no formula (Matplotlib raises, and only when it draws)."""
    n = len(LITERAL)
    for ax in (
        figures.attention_weights(np.full((n, n), 1 / n), LITERAL),
        figures.softmax_bars(np.full(n, 1 / n), LITERAL),
        figures.before_after(np.ones(n), np.ones(n), LITERAL),
    ):
        figures.png(ax)
        assert set(LITERAL) <= set(texts(ax))


def test_titles_are_literal_too():
    figures.png(figures.matrix([[1.0]], title="$$", row_title="$", column_title="_$_"))


def test_chinese_is_drawn_where_a_font_is_installed():
    if len(style.installed_fonts()) == 1:
        pytest.skip("no Chinese font on this machine (CI installs one)")
    ax = figures.softmax_bars([0.5, 0.5], ["猴子", "香蕉"])
    figures.png(ax)  # a missing glyph would be a warning, and warnings are errors
    assert {"猴子", "香蕉"} <= set(texts(ax))
    assert style.FONT_HINT not in texts(ax)


@pytest.mark.usefixtures("only_the_base_font")
def test_without_a_font_tokens_are_numbered_and_one_hint_says_why():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax = figures.score_matrix(np.eye(3), ["猴子", "eats", "香蕉"])
        figures.png(ax)
    assert not caught
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["#0", "eats", "#2"]
    assert texts(ax).count(style.FONT_HINT) == 1


@pytest.mark.parametrize("token", ["🍌", "👩‍👩‍👧", "\U0001f9ff"])
def test_an_emoji_gets_its_number_and_no_warning(token):
    figures.png(figures.softmax_bars([1.0], [token]))


def test_right_to_left_words_are_left_as_they_are():
    """Matplotlib shapes them itself; doing it before would turn them around twice."""
    ax = figures.softmax_bars([0.5, 0.5], ["שלום", "سلام"])
    figures.png(ax)
    assert "שלום" in texts(ax)


def test_a_long_word_is_shortened_with_an_ellipsis():
    assert style.shorten("x" * 40, 14) == "x" * 13 + "…"
    assert style.shorten("banana", 14) == "banana"
