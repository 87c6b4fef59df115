"""Kind B: pictures that cannot be read, or say something else than the numbers."""

import ast
import re
import warnings
from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.image import imread

import attn_lib as al
from attn_lib import explorers, figures
from attn_lib.explorers import explorer as explorer_module
from attn_lib.figures import lettering, style
from tests.support.lessons import ROOT
from tests.support.reading import cells, column_names, row_names, strings, written

SOURCES = sorted((ROOT / "attn_lib").rglob("*.py"))


def test_B01_a_dollar_sign_is_a_dollar_sign():
    """``$$`` was read as a formula, and failed far from its cause, when drawn."""
    for tokens in (["pay", "$$", "now"], ["$x_$"]):
        for ax in (
            figures.attention_weights(np.eye(len(tokens)), tokens, title=tokens[-1]),
            figures.softmax_bars(np.full(len(tokens), 1 / len(tokens)), tokens),
        ):
            drawn = written(ax.figure)  # here it would fail
            assert column_names(ax) == tokens
            assert not any(text.get_parse_math() for text in drawn)


def test_B03_chinese_where_there_is_a_font():
    """Boxes for every character: a list in font.sans-serif does not fall back."""
    if len(lettering.installed_fonts()) == 1:
        pytest.skip("no font with Chinese is installed")
    words = ["猫", "坐", "在", "垫子", "上"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax = figures.score_matrix(np.full((5, 5), -0.5), words)
        figures.png(ax)
    assert caught == []
    assert column_names(ax) == words
    assert cells(ax)[0, 0] == "−0.50"


@pytest.fixture
def dejavu_alone(monkeypatch):
    """A machine on which only Matplotlib's own font is installed."""
    own = [f for f in font_manager.fontManager.ttflist if f.name == "DejaVu Sans"]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    monkeypatch.setattr(font_manager, "findSystemFonts", list)
    for cached in (lettering.installed_fonts, lettering._ems):
        cached.cache_clear()
    yield
    for cached in (lettering.installed_fonts, lettering._ems):
        cached.cache_clear()


@pytest.mark.usefixtures("dejavu_alone")
def test_B04_chinese_where_there_is_no_font(caplog, capfd):
    """A log full of "findfont", and boxes: the author's SimHei was nowhere else."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax = figures.score_matrix(np.eye(3), ["猫", "sat", "🤖"])
        figures.png(ax)
    assert caught == []
    assert caplog.records == []
    assert capfd.readouterr().err == ""
    assert column_names(ax) == ["#0", "sat", "#2"]
    assert strings(written(ax.figure)).count(lettering.FONT_HINT) == 1


def test_B05_right_to_left_is_turned_once():
    """Matplotlib shapes such words since 3.11; doing it before turned them again."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"get_display|arabic_reshaper|import bidi", text), path
    words = ["שלום", "سلام"]
    ax = figures.softmax_bars([0.5, 0.5], words)
    figures.png(ax)
    assert column_names(ax) == words


def test_B06_a_repeated_word_keeps_its_own_bar():
    """Bars keyed by their word: both "the" stood in one place, one on the other."""
    tokens = al.tokenize("the cat sat on the mat")
    ax = figures.softmax_bars([0.1, 0.2, 0.1, 0.1, 0.3, 0.2], tokens)
    centres = {round(bar.get_x() + bar.get_width() / 2, 6) for bar in ax.patches}
    assert len(centres) == len(ax.patches) == 6
    assert column_names(ax) == tokens


def test_B07_rows_are_queries_and_columns_are_keys():
    """Axes were exchanged, labels shifted, and nothing said what x and y are."""
    ax = figures.attention_weights([[0.9, 0.1], [0.4, 0.6]], ["how", "are"])
    assert (row_names(ax), column_names(ax)) == (["how", "are"], ["how", "are"])
    assert cells(ax)[0, 1] == "0.10"  # row how, column are
    assert cells(ax)[1, 0] == "0.40"
    wide = np.arange(6).reshape(2, 3) / 10
    oblong = figures.attention_weights(wide, ["a", "b"], ["x", "y", "z"])
    assert (row_names(oblong), column_names(oblong)) == (["a", "b"], ["x", "y", "z"])
    np.testing.assert_array_equal(oblong.images[0].get_array(), wide)
    for each in (ax, oblong):
        assert each.get_ylabel() == "query: who looks"
        assert each.get_xlabel() == "key: who is looked at"
    upper, lower = (label.get_window_extent() for label in ax.get_yticklabels())
    assert upper.y0 > lower.y1  # the first query stands above the second


def test_B08_no_figure_is_left_open():
    """Every move of a slider left a figure; after 20 a warning came up in class."""
    from matplotlib import pyplot as plt

    before = plt.get_fignums()
    explorer = explorers.ScoresExplorer()
    for step in range(30):
        explorer.d_k.value = 1 + step % 16
    explorer.picture()
    assert plt.get_fignums() == before
    explorer.close()


def test_B09_the_page_does_not_jump():
    """An output area collapsed at every update, and the picture flickered.

    Here nothing is cleared: the board stays, and its numbers are exchanged. That the
    sliders stay where they are on a page is seen in ``tests/browser``.
    """
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        assert not names & {"clear_output", "Output", "interact", "interactive"}, path
    explorer = explorers.PipelineExplorer()
    board, children = explorer.board, explorer.widget.children
    shown = board.data
    explorer.d_k.value = 9
    assert explorer.board is board
    assert explorer.widget.children == children
    assert board.data != shown
    explorer.close()


def test_B10_one_picture_and_no_more(monkeypatch):
    """Shown and returned, a figure appeared twice; each change added another."""
    outputs = []
    monkeypatch.setattr(
        explorer_module, "display", lambda data, **_: outputs.append(data)
    )
    monkeypatch.setattr(
        figures.display, "display", lambda data, **_: outputs.append(data)
    )
    in_a_notebook = staticmethod(lambda: True)
    monkeypatch.setattr(InteractiveShell, "initialized", in_a_notebook)
    explorer = explorers.ScoresExplorer()
    explorer._ipython_display_()
    for d_k in (1, 3, 7):
        explorer.d_k.value = d_k
    assert sum("image/png" in data for data in outputs) == 1
    explorer.close()
    outputs.clear()
    assert figures.show(figures.softmax_bars([1], ["a"]), "one bar of one") is None
    assert sum("image/png" in data for data in outputs) == 1


def test_B11_a_redrawn_heatmap_keeps_its_place():
    """Every update added a colour bar, and the matrix shrank to a sliver."""
    ax = Figure(figsize=(6, 5)).add_subplot()
    figures.attention_weights(np.eye(3), "abc", ax=ax)
    axes, place = len(ax.figure.axes), ax.get_position().bounds
    for n in range(5):
        figures.attention_weights(np.eye(3) * n / 5, "abc", ax=ax)
    assert len(ax.figure.axes) == axes == 1
    assert len(ax.images) == 1
    assert ax.get_position().bounds == place


def test_B12_equal_weights_have_the_colour_of_their_size():
    """With automatic limits 0.25 everywhere and 0.90 everywhere looked the same."""
    colours = []
    for value in (0.25, 0.90):
        ax = figures.attention_weights(np.full((4, 4), value), "abcd")
        (image,) = ax.images
        assert image.get_clim() == (0, 1)
        colours.append(image.cmap(image.norm(value)))
    assert colours[0] != colours[1]
    scores = figures.score_matrix([[1, -3], [2, 0]], "ab").images[0]
    assert scores.get_clim() == (-3, 3)


def test_B14_numbers_can_be_read_on_their_cells():
    """Black numbers on dark cells."""
    values = [np.linspace(0, 1, 11)]
    for ax in (
        figures.attention_weights(values, ["q"], list("abcdefghijk")),
        *(figures.matrix([np.linspace(-1, 1, 11)], symbol=s) for s in ("Q", "scaled")),
    ):
        (image,) = ax.images
        assert len(ax.texts) == 11
        for text in ax.texts:
            value = image.get_array()[0, round(text.get_position()[0])]
            paper = image.cmap(image.norm(value))
            assert style.contrast(text.get_color(), paper) >= 4.5


def test_B15_opaque_paper_and_ink_that_goes_with_it():
    """Black on the dark theme's near-black: the picture was transparent."""
    png = figures.png(figures.softmax_bars([0.5, 0.5], ["a", "b"]))
    picture = imread(BytesIO(png))
    assert (picture[0, 0] == 1).all()
    # Markup of ours either leaves both colours to the page or sets both.
    for path in SOURCES:
        for style_ in re.findall(r'style="([^"]*)"', path.read_text(encoding="utf-8")):
            names = {rule.split(":")[0].strip() for rule in style_.split(";")}
            assert ("color" in names) == bool(
                {"background", "background-color"} & names
            )


def test_B17_long_and_many_names():
    """Names overlapped, disappeared, or were cut off at the edge."""
    long = "Rindfleischetikettierungsüberwachungsaufg"
    for names in ([long, *"abcde"], [f"word{n}" for n in range(64)]):
        weights = np.full((len(names), 6), 1 / 6)
        for ax in (
            figures.attention_weights(weights, names, names[:6]),
            figures.softmax_bars(weights[:, 0], names),
        ):
            drawn = written(ax.figure)
            page = ax.figure.bbox.padded(1)
            boxes = []
            for label in [*ax.get_xticklabels(), *ax.get_yticklabels()]:
                if label in drawn:
                    box = drawn[label]
                    assert page.containsx(box.x0), label
                    assert page.containsx(box.x1), label
                    assert page.containsy(box.y0), label
                    assert page.containsy(box.y1), label
                    if label.get_rotation() in (0, 90):
                        boxes.append(box.padded(-1))
            assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
            if long in names:
                assert any(text.get_text().endswith("…") for text in drawn)
            if len(names) == 64:
                assert not ax.images or not cells(ax)
    explorer = explorers.ScoresExplorer(sentence=f"{long} eats")
    assert long in explorer.caption  # in full, as text
    explorer.close()
