"""What a notebook is handed: a picture with its size, and a caption in real text."""

import re
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from attn_lib import figures
from attn_lib.figures import display, lettering, style
from tests.support.lessons import ROOT


@pytest.fixture
def shown(monkeypatch):
    """What was displayed: (data, metadata), in order."""
    outputs = []
    monkeypatch.setattr(display.InteractiveShell, "initialized", lambda: True)
    monkeypatch.setattr(
        display,
        "display",
        lambda data, raw, metadata=None: outputs.append((data, metadata)),
    )
    return outputs


def test_a_picture_and_then_its_caption_as_text(shown):
    assert figures.show(figures.formula_map(), "Q & <b>K</b>") is None
    (picture, metadata), (caption, _) = shown
    assert set(picture) == {"image/png", "text/plain"}
    assert metadata == {"image/png": {"alt": "Q & <b>K</b>", "width": 691}}
    assert "Q & <b>K</b>" in picture["text/plain"]
    assert set(caption) == {"text/html", "text/plain"}
    assert caption["text/plain"] == "Q & <b>K</b>"
    assert "Q &amp; &lt;b&gt;K&lt;/b&gt;" in caption["text/html"]
    assert 'dir="auto"' in caption["text/html"]
    assert "mathjax_ignore tex2jax_ignore" in caption["text/html"]
    assert "color" not in caption["text/html"]  # the page's own, light or dark


def test_the_picture_has_two_pixels_for_one_of_the_page(shown):
    figures.show(figures.formula_map(), "The formula.")
    picture, metadata = shown[0]
    pixels = matplotlib.image.imread(BytesIO(picture["image/png"])).shape[1]
    assert pixels == pytest.approx(2 * metadata["image/png"]["width"], abs=1)


def test_a_figure_can_be_shown_as_well(shown):
    figures.show(style.figure_of(figures.formula_map()), "The formula.")
    assert len(shown) == 2


@pytest.mark.parametrize("caption", ["", "  \n", None])
def test_a_picture_without_words_is_refused(caption):
    with pytest.raises(ValueError, match="show: expected a caption in words"):
        figures.show(figures.formula_map(), caption)


def test_the_hint_at_missing_fonts_is_in_the_caption_too(shown, monkeypatch):
    monkeypatch.setattr(lettering, "can_draw", lambda text: text.isascii())
    figures.show(figures.softmax_bars([1], ["猫"]), "A cat.")
    assert shown[1][0]["text/plain"] == f"A cat. {lettering.FONT_HINT}"


def test_the_palette_keeps_the_colours_of_cells():
    values = np.linspace(-1, 1, 60).reshape(10, 6)
    ax = figures.matrix(values)
    pixels = matplotlib.image.imread(BytesIO(figures.png(ax)))
    seen = {tuple(rgb) for rgb in np.round(255 * pixels[..., :3]).reshape(-1, 3)}
    image = ax.images[0]
    for value in values.flat:
        wanted = np.array(image.cmap(image.norm(value)))[:3] * 255
        assert min(np.abs(np.array(rgb) - wanted).max() for rgb in seen) <= 2


def test_a_script_prints_the_caption_and_no_bytes(capsys, monkeypatch):
    in_a_script = staticmethod(lambda: False)
    monkeypatch.setattr(InteractiveShell, "initialized", in_a_script)
    assert figures.show(figures.formula_map(), "Queries and keys.") is None
    assert capsys.readouterr().out == "[picture] Queries and keys.\n"


@pytest.mark.case("B15")
def test_markup_sets_both_colours_or_leaves_them_to_the_page():
    """Black on the dark theme's near-black could not be read."""
    for path in (ROOT / "attn_lib").rglob("*.py"):
        for rules in re.findall(r'style="([^"]*)"', path.read_text(encoding="utf-8")):
            names = {rule.split(":")[0].strip() for rule in rules.split(";")}
            paper = {"background", "background-color"} & names
            assert ("color" in names) == bool(paper), path
