"""Colours, settings, and how a number looks."""

import matplotlib
import numpy as np
import pytest

from attn_lib import figures
from attn_lib.figures import style

SYMBOLS = ["X", "W", "Q", "K", "V"]
SYMBOLS += ["scores", "scaled", "masked", "weights", "output", "mask"]


def test_every_symbol_of_the_formula_has_a_colour():
    assert list(figures.COLOURS) == SYMBOLS


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_symbol_can_be_read_on_a_light_and_on_a_dark_page(symbol):
    light, dark = figures.COLOURS[symbol]
    assert style.contrast(light, "#ffffff") >= 4.5
    assert style.contrast(dark, "#111111") >= 4.5


def test_contrast_is_wcag():
    assert style.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style.contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=1e-3)


@pytest.mark.parametrize("kind", ["signed", "weights"])
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_number_can_be_read_on_every_colour_of_a_cell(symbol, kind):
    for cell in style.colormap(symbol, kind)(np.linspace(0, 1, 99)):
        assert style.contrast(style.ink_on(cell[:3]), cell[:3]) >= 4.5


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_zero_is_white_and_the_ends_have_the_two_colours(symbol):
    colours = style.colormap(symbol, "signed")([0.0, 0.5, 1.0])
    expected = (style.NEGATIVE, "#ffffff", style.colour(symbol))
    for got, wanted in zip(colours, expected, strict=True):
        assert got[:3] == pytest.approx(matplotlib.colors.to_rgb(wanted), abs=1e-6)


def as_seen_without_red_cones(colour):
    """Machado et al. 2009, deuteranomaly at full severity, on linear light."""
    matrix = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
    channels = np.array(matplotlib.colors.to_rgb(colour))
    return np.clip(np.array(matrix) @ channels**2.2, 0, 1) ** (1 / 2.2)


@pytest.mark.parametrize("pair", ["QK", "KV", "QV"])
def test_queries_keys_and_values_stay_apart_for_colour_blind_readers(pair):
    one, other = (as_seen_without_red_cones(style.colour(symbol)) for symbol in pair)
    assert np.linalg.norm(one - other) > 0.15


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_below_zero_is_no_symbols_colour(symbol):
    one, other = map(as_seen_without_red_cones, (style.colour(symbol), style.NEGATIVE))
    assert np.linalg.norm(one - other) > 0.35


def test_settings_are_given_back():
    before = dict(matplotlib.rcParams)
    figures.png(figures.formula_map())
    assert dict(matplotlib.rcParams) == before
