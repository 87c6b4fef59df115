"""What the pictures show: the data of their artists, not their pixels."""

import sys
from io import BytesIO
from itertools import pairwise

import matplotlib.image
import numpy as np
import pytest

import attn_lib as al
import attn_lib.figures as figures
from attn_lib.figures import style
from tests.planting import expect_red

TOKENS = al.tokenize(al.SENTENCE)
X = al.embed(TOKENS)
W = al.ProjectionWeights.designed()
TRACE = al.self_attention(X, W)
D_K = [1, 4, 16]

EVERY = {
    "formula_map": lambda: figures.formula_map(),
    "formula_map lit": lambda: figures.formula_map("masking"),
    "matrix": lambda: figures.matrix(X, rows=TOKENS, columns=al.DIMENSIONS),
    "pipeline": lambda: figures.pipeline(TRACE, TOKENS),
    "projection": lambda: figures.projection(X, W.W_Q, TRACE.Q, tokens=TOKENS, token=3),
    "score_matrix": lambda: figures.score_matrix(TRACE.scores, TOKENS),
    "vectors_in_plane": lambda: figures.vectors_in_plane([1, 0], [[0, 0], [1, 1]]),
    "variance_curve": lambda: figures.variance_curve(D_K, D_K, variance_scaled=D_K),
    "saturation_curve": lambda: figures.saturation_curve(
        D_K, {"none": D_K}, ylabel="x"
    ),
    "softmax_bars": lambda: figures.softmax_bars(TRACE.weights[3], TOKENS),
    "jacobian_matrix": lambda: figures.jacobian_matrix(np.eye(2), ["a", "b"]),
    "mask_grid": lambda: figures.mask_grid(al.causal_mask(6), TOKENS),
    "attention_weights": lambda: figures.attention_weights(TRACE.weights, TOKENS),
    "column_means": lambda: figures.column_means(TRACE.weights.mean(axis=0), TOKENS),
    "values_in_plane": lambda: figures.values_in_plane(
        [[0, 0], [1, 0], [0, 1]], [0.2, 0.3, 0.5], [0.3, 0.5]
    ),
    "before_after": lambda: figures.before_after([0, 1], [0.5, 0.5], ["food", "being"]),
}


def cells(ax):
    """The numbers in a matrix, by (row, column)."""
    return {
        (round(text.get_position()[1]), round(text.get_position()[0])): text.get_text()
        for text in ax.texts
    }


def labels(axis_labels):
    return [label.get_text() for label in axis_labels]


@pytest.mark.parametrize("draw", EVERY.values(), ids=EVERY)
def test_a_picture_is_opaque_and_pyplot_never_hears_of_it(draw):
    data = figures.png(draw())
    corner = matplotlib.image.imread(BytesIO(data))[0, 0]
    assert corner[3:].tolist() in ([], [1.0])
    if "matplotlib.pyplot" in sys.modules:
        assert sys.modules["matplotlib.pyplot"].get_fignums() == []


@pytest.mark.parametrize("draw", EVERY.values(), ids=EVERY)
def test_text_is_large_enough_to_teach_with(draw):
    figure = getattr(draw(), "figure", None) or draw()
    for ax in getattr(figure, "axes", []):
        assert all(t.get_fontsize() >= style.NUMBER for t in ax.texts if t.get_text())


def test_every_public_picture_is_in_this_table():
    shown = {name.split()[0] for name in EVERY} | {"COLOURS", "png", "show"}
    assert shown == set(figures.__all__)


def test_rows_are_queries_and_columns_are_keys():
    ax = figures.attention_weights(
        [[0.9, 0.1, 0], [0.4, 0.5, 0.1]], ["how", "are"], "xyz"
    )
    assert "query" in ax.get_ylabel()
    assert "key" in ax.get_xlabel()
    assert labels(ax.get_yticklabels()) == ["how", "are"]
    assert labels(ax.get_xticklabels()) == ["x", "y", "z"]
    assert cells(ax)[0, 1] == "0.10"
    assert cells(ax)[1, 0] == "0.40"


def test_weights_are_drawn_as_given_not_pushed_through_softmax_again():
    ax = figures.attention_weights([[0.9, 0.05, 0.05]], ["a"], ["a", "b", "c"])
    assert list(cells(ax).values()) == ["0.90", "0.05", "0.05"]


def test_the_input_is_not_changed():
    scores = TRACE.scores.copy()
    figures.score_matrix(scores, TOKENS)
    assert (scores == TRACE.scores).all()


@pytest.mark.parametrize("level", [0.25, 0.9])
def test_weights_have_fixed_limits_so_that_pictures_can_be_compared(level):
    ax = figures.attention_weights(np.full((4, 4), level), list("abcd"))
    assert ax.images[0].get_clim() == (0, 1)


def test_scores_have_symmetric_limits():
    ax = figures.score_matrix([[1, -3], [2, 0]], ["a", "b"])
    assert ax.images[0].get_clim() == (-3, 3)


def test_redrawing_adds_neither_axes_nor_colour_bars():
    ax = style.new_axes(4, 4)
    for _ in range(5):
        figures.score_matrix(np.eye(2), ["a", "b"], ax=ax)
    assert len(ax.figure.axes) == 1


def test_a_hidden_cell_is_hatched_and_has_no_number():
    hidden = ~al.causal_mask(3)
    ax = figures.attention_weights(np.eye(3), list("abc"), hidden=hidden)
    assert set(cells(ax)) == {(i, j) for i in range(3) for j in range(i + 1)}
    assert len([p for p in ax.patches if p.get_hatch()]) == 3


def test_minus_infinity_is_drawn_as_hidden():
    ax = figures.matrix([[0.5, -np.inf]])
    assert list(cells(ax).values()) == ["0.50"]


def test_a_row_that_sees_nothing_says_so():
    hidden = np.array([[False, False], [True, True]])
    ax = figures.attention_weights([[0.5, 0.5], [0, 0]], ["a", "b"], hidden=hidden)
    assert "nothing visible" in labels(ax.texts)


def test_a_mask_ticks_what_may_be_looked_at():
    ax = figures.mask_grid(np.array([[True, False]]), ["q"], ["a", "b"])
    assert cells(ax) == {(0, 0): "✓"}


def test_repeated_words_have_bars_of_their_own():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    ax = figures.softmax_bars([0.1, 0.2, 0.1, 0.1, 0.3, 0.2], words)
    centres = {round(bar.get_x() + bar.get_width() / 2, 6) for bar in ax.patches}
    assert len(centres) == 6
    assert labels(ax.get_xticklabels()) == words


@pytest.mark.parametrize("count", [6, 24, 64])
def test_labels_neither_overlap_nor_leave_the_picture(count):
    words = [
        "supercalifragilisticexpialidocious",
        *[f"word{i}" for i in range(1, count)],
    ]
    ax = figures.attention_weights(np.full((count, count), 1 / count), words)
    figures.png(ax)
    renderer = ax.figure.canvas.get_renderer()
    for axis in (ax.yaxis, ax.xaxis):
        boxes = [t.get_window_extent(renderer) for t in axis.get_ticklabels()]
        for box in boxes:
            assert ax.figure.bbox.x0 <= box.x0
            assert box.y1 <= ax.figure.bbox.y1
    rows = [t.get_window_extent(renderer) for t in ax.get_yticklabels()]
    assert not any(a.overlaps(b) for a, b in pairwise(rows))


def test_beyond_a_stated_size_cells_carry_colour_only():
    assert cells(figures.matrix(np.ones((24, 2))))
    assert not cells(figures.matrix(np.ones((25, 2))))


@pytest.mark.parametrize(
    ("step", "framed"),
    [("qkv_projection", 3), ("matmul_scores", 2), ("masking", 1), (None, 0)],
)
def test_the_formula_frames_the_lesson_it_is_lit_for(step, framed):
    ax = figures.formula_map(step)
    boxes = ax.artists[0].findobj(lambda a: type(a).__name__ == "PaddedBox")
    assert sum(box.patch.get_visible() for box in boxes) == framed


def test_an_angle_and_a_dot_product_are_written():
    ax = figures.vectors_in_plane([2, 0], [[1, 1]], labels=["k"])
    assert "45°" in " ".join(labels(ax.texts))
    assert "q·k = 2.00" in " ".join(labels(ax.texts))


def test_the_hull_has_the_outer_values_as_its_corners():
    square = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1]]
    ax = figures.values_in_plane(square, np.full(5, 0.2), [1, 1])
    corners = {tuple(map(float, corner)) for corner in ax.patches[0].get_xy()}
    assert corners == {(0, 0), (2, 0), (2, 2), (0, 2)}


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: figures.matrix(np.ones((2, 3)), columns=["a"]), "3 labels, got 1"),
        (lambda: figures.matrix(np.ones(3)), r"two axes, got shape \(3,\)"),
        (lambda: figures.formula_map("softmax"), "lit to be one of"),
        (lambda: figures.softmax_bars([1, 0], ["a"]), "one for each label"),
        (lambda: figures.mask_grid([[1, 0]], ["a"]), "True and False"),
        (lambda: figures.vectors_in_plane([1, 2, 3], [[1, 2]]), r"shape \(2,\)"),
        (lambda: figures.values_in_plane([[1, 2]], [1, 0], [1, 2]), r"shape \(n, 2\)"),
        (lambda: figures.saturation_curve([1], {"d": [1]}, ylabel=""), "names among"),
        (lambda: figures.show(figures.formula_map(), "  "), "a caption in words"),
    ],
)
def test_bad_input_is_told_in_one_line(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_show_gives_the_picture_then_its_caption_as_text(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "attn_lib.figures.display.display",
        lambda data, raw, metadata=None: shown.append((data, metadata)),
    )
    figures.show(figures.formula_map(), "Q & <b>K</b>")
    (picture, metadata), (caption, _) = shown
    assert picture["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == "Q & <b>K</b>"
    assert caption["text/plain"] == "Q & <b>K</b>"
    assert "Q &amp; &lt;b&gt;K&lt;/b&gt;" in caption["text/html"]


# name → file, what it says, what a careless hand might write, which test should notice
FAULTS = {
    "softmax again": (
        "labelled_matrix.py",
        'values = as_float_array("values", values)\n',
        'values = as_float_array("values", values)\n'
        "    values = np.exp(values) / np.exp(values).sum(axis=-1, keepdims=True)\n",
        "drawn_as_given",
    ),
    "transposed": (
        "labelled_matrix.py",
        "for (i, j), value in np.ndenumerate(shown)",
        "for (j, i), value in np.ndenumerate(shown)",
        "rows_are_queries",
    ),
    "automatic limits": (
        "labelled_matrix.py",
        "        vmax=high,\n",
        "        vmax=shown.max(),\n",
        "fixed_limits",
    ),
    "no hull": (
        "weighted_sum.py",
        "> (b[1] - a[1])",
        "> 9 + (b[1] - a[1])",
        "hull",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_these_tests_red(tmp_path, fault):
    file, old, new, noticed_by = fault
    tests = ["tests/figures/test_pictures.py", "-k", noticed_by]
    expect_red(tmp_path, f"attn_lib/figures/{file}", old, new, tests)
