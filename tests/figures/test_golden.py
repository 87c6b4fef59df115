"""All that a person reads in a figure, compared whole with what somebody has read."""

from functools import partial

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from attn_lib.figures import style
from attn_lib.figures.attention import _STEPS as STEPS
from tests.support.reading import D_K, PLANE, drawn, legible, pictures

BOTH, ALL = ["she", "eats"], ["she", "eats", "it"]
ROW = np.array([0.75, 0.25])
SQUARE = np.array([[0.75, 0.25], [0.4, 0.6]])
LONG = np.array([[0.5, 0.25, 0.25], [0.4, 0.6, 0]])
TOP = np.array([[False, True], [False, False]])
CURVES = dict.fromkeys(("none", "√d_k", "d_k", "√d_model"), D_K)
TRACE = al.attention(SQUARE, SQUARE, LONG)
Y = al.project(SQUARE, al.ProjectionWeights(LONG, LONG, LONG))[2]

# Other faces of the figures: what is optional is given, or left out.
OTHERS = [
    *(partial(figures.formula_map, step) for step in STEPS),
    partial(figures.matrix, SQUARE),
    partial(figures.matrix, SQUARE, row_title="row", column_title="column", hidden=TOP),
    partial(figures.pipeline, TRACE, BOTH),
    partial(figures.projection, SQUARE, LONG, Y, tokens=BOTH),
    partial(figures.projection, SQUARE, LONG, Y, tokens=BOTH, symbols=("X", "W", "V")),
    partial(figures.score_matrix, LONG, BOTH, ALL, title="q Kᵀ"),
    partial(figures.vectors_in_plane, [0, 0], PLANE),
    partial(figures.variance_curve, D_K, D_K),
    partial(figures.saturation_curve, D_K, CURVES, ylabel="entropy"),
    partial(figures.softmax_bars, ROW, BOTH),
    partial(figures.jacobian_matrix, SQUARE, BOTH),
    partial(figures.mask_grid, ~TOP, BOTH),
    partial(figures.mask_grid, LONG > 0, BOTH, ALL, title="causal"),
    partial(figures.attention_weights, LONG, BOTH, ALL),
    partial(figures.column_means, ROW, BOTH),
    partial(figures.values_in_plane, PLANE[:2], ROW, ROW @ PLANE[:2]),
    partial(figures.before_after, ROW, ROW, BOTH, labels=("value", "output")),
    partial(figures.head_weights, [SQUARE], BOTH),
    partial(figures.head_weights, [LONG] * 3, BOTH, ALL),
    partial(figures.head_grid, [[SQUARE] * 3]),
    partial(figures.loss_curves, D_K, CURVES),
    partial(figures.weights_before_after, SQUARE, SQUARE, BOTH, labels=("one", "two")),
]
FUNCTIONS = [name for name in figures.__all__ if name not in ("COLOURS", "png", "show")]


def faces(function):
    """The figures of a function that are read: of the running example, and others."""
    for name in pictures(al.SENTENCE):
        if name.split()[0] == function:
            yield drawn(name)
    for other in OTHERS:
        if other.func.__name__ == function:
            yield style.figure_of(other())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_read_is_what_was_read(function, golden):
    texts = ["\n".join([*legible(figure), ""]) for figure in faces(function)]
    assert len(texts) >= 2
    golden(f"figures/{function}", "\n----\n\n".join(texts))


def test_no_text_is_left_over(golden_names):
    assert golden_names("figures") == set(FUNCTIONS)
