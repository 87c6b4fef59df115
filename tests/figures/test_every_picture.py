"""What holds for every picture, with the running example and a nasty sentence."""

import subprocess
import sys
from functools import partial
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path

import matplotlib
import matplotlib.image
import numpy as np
import pytest
from matplotlib.figure import Figure

import attn_lib as al
from attn_lib import figures
from attn_lib.figures import style
from attn_lib.figures.lettering import SMALLEST, TICK
from tests.support.reading import (
    EVERY,
    SENTENCES,
    drawn,
    pictures,
    png_of,
    written,
    written_in,
)

every_picture = pytest.mark.parametrize(("name", "which"), EVERY)
FIGURES = ("pipeline", "projection", "head_weights", "weights_before_after")
AXES_ONLY = [name for name in pictures(al.SENTENCE) if name not in FIGURES]


def test_every_public_function_is_looked_at():
    shown = {name.split()[0] for name, _ in EVERY} | {"COLOURS", "png", "show"}
    assert shown == set(figures.__all__)


@pytest.mark.case("B15")
@every_picture
def test_the_paper_is_opaque_and_white(name, which):
    corner = matplotlib.image.imread(BytesIO(png_of(name, which)))[0, 0]
    assert (corner == 1).all()


@every_picture
def test_it_fits_a_notebooks_column(name, which):
    width, _ = drawn(name, which).get_size_inches() * 72
    assert width <= 925  # a slanted name of the last column may stick out a little


@every_picture
def test_files_are_small(name, which):
    size = len(png_of(name, which)) / 1024
    assert size <= (250 if name == "pipeline" else 100)


@every_picture
def test_every_character_is_literal(name, which):
    """A dollar sign in a token is no formula."""
    if not name.startswith("formula_map"):
        assert not any(text.get_parse_math() for text in written_in(name, which))


@pytest.mark.case("D14")
@every_picture
def test_texts_are_large_enough_for_a_projector(name, which):
    figure = drawn(name, which)
    numbers = {text for ax in figure.axes for text in ax.texts}
    hint = figure.get_supxlabel()
    for text in written_in(name, which):
        small = text in numbers or text.get_text() == hint
        assert text.get_fontsize() >= (SMALLEST if small else 14), text.get_text()


@every_picture
def test_texts_neither_overlap_nor_leave_the_picture(name, which):
    page = drawn(name, which).bbox
    boxes = {text: box.padded(-1) for text, box in written_in(name, which).items()}
    assert [t.get_text() for t, box in boxes.items() if not _holds(page, box)] == []
    level = [(t, box) for t, box in boxes.items() if t.get_rotation() in (0, 90)]
    for (one, box), (other, beside) in combinations(level, 2):
        assert not box.overlaps(beside), (one.get_text(), other.get_text())


def _holds(page, box):
    return (
        page.containsx(box.x0)
        and page.containsx(box.x1)
        and (page.containsy(box.y0) and page.containsy(box.y1))
    )


@every_picture
def test_there_is_no_negative_zero(name, which):
    texts = {text.get_text() for text in written_in(name, which)}
    assert not {"-0.00", "−0.00", "−0", "-0"} & texts


@pytest.mark.case("B11")
@pytest.mark.parametrize("name", AXES_ONLY)
def test_redrawing_replaces_what_was_there(name, monkeypatch):
    """No second colour bar, no numbers on top of numbers."""
    ax = Figure(figsize=(9, 6)).add_subplot()
    public = name.split()[0]
    draw = partial(getattr(figures, public), ax=ax)
    monkeypatch.setattr(figures, public, draw)
    assert pictures(al.SENTENCE)[name]() is ax
    count, place = len(ax.findobj()), ax.get_position().bounds
    for _ in range(5 if name == "attention_weights" else 1):
        assert pictures(al.SENTENCE)[name]() is ax
    assert len(ax.figure.axes) == 1
    assert len(ax.findobj()) == count
    assert ax.get_position().bounds == place


@pytest.mark.case("B08")
def test_nothing_is_left_open():
    code = """
import matplotlib
matplotlib.use("agg")
import warnings
warnings.simplefilter("error")
import sys
import attn_lib as al
from attn_lib import figures
for _ in range(30):
    drawn = figures.softmax_bars([0.4, 0.6], ["the", "the"])
figures.png(drawn)
assert "matplotlib.pyplot" not in sys.modules
import matplotlib.pyplot as plt
figures.png(figures.softmax_bars([0.4, 0.6], ["the", "the"]))
assert plt.get_fignums() == []
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.case("B05")
def test_no_module_uses_pyplot_or_shapes_right_to_left_text_itself():
    for path in Path(al.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("import pyplot", "matplotlib.pyplot", "get_display", "reshaper"):
            assert word not in text, path


@pytest.mark.parametrize(
    "name", ["attention_weights", "before_after", "variance_curve", "vectors_in_plane"]
)
def test_the_readers_settings_change_nothing(name):
    """Neither rcParams nor a style sheet: the book looks the same on every machine."""
    theirs = {
        "figure.facecolor": "black",
        "savefig.transparent": True,
        "font.size": 30,
        "font.family": "serif",
        "text.color": "white",
        "axes.labelcolor": "white",
        "axes.facecolor": "black",
        "axes.grid": True,
        "xtick.color": "white",
        "image.cmap": "jet",
        "image.interpolation": "bicubic",
        "lines.linewidth": 9,
        "hatch.linewidth": 5,
        "axes.unicode_minus": False,
        "figure.dpi": 300,
        "savefig.bbox": "tight",
    }
    with matplotlib.rc_context(theirs):
        assert figures.png(pictures(al.SENTENCE)[name]()) == png_of(name)


@pytest.mark.case("B17")
@pytest.mark.parametrize("count", [1, 6, 24, 64])
@pytest.mark.parametrize("kind", ["matrix", "bars"])
def test_names_fit_for_any_length_of_sentence(kind, count):
    names = [f"word{i}" for i in range(count)]
    names[0] = "Rindfleischetikettierungsüberwachungsaufg"  # 40 letters
    weights = np.full((count, count), 1 / count)
    ax = (
        figures.attention_weights(weights, names, title="weights")
        if kind == "matrix"
        else figures.softmax_bars(weights[0], names)
    )
    boxes = {text: box.padded(-1) for text, box in written(ax.figure).items()}
    page = ax.figure.bbox
    assert [t.get_text() for t, box in boxes.items() if not _holds(page, box)] == []
    assert any("…" in text.get_text() for text in boxes)
    for axis in (ax.xaxis, ax.yaxis):
        level = [
            boxes[label]
            for label in axis.get_ticklabels()
            if label in boxes and label.get_rotation() in (0, 90)
        ]
        assert not any(one.overlaps(other) for one, other in pairwise(level))


def test_slanted_names_lie_apart():
    ax = figures.score_matrix(np.eye(12), [f"a longer word {i}" for i in range(12)])
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {45}
    pitch = style.points(ax).width / 12
    assert pitch * np.sin(np.pi / 4) >= TICK


@pytest.mark.parametrize("which", SENTENCES)
def test_axes_of_a_readers_own_figure_are_filled_as_well(which):
    figure = Figure(figsize=(12, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    tokens = al.tokenize(SENTENCES[which])
    weights = np.full((6, 6), 1 / 6)
    assert figures.score_matrix(-10 * weights, tokens, ax=left) is left
    assert figures.attention_weights(weights, tokens, ax=right) is right
    assert len(left.texts) == len(right.texts) == 36
    boxes = [
        box.padded(-1)
        for text, box in written(figure).items()
        if text.get_rotation() in (0, 90)
    ]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
