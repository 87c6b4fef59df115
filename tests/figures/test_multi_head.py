"""Heads side by side, and their average."""

import re

import numpy as np
import pytest

from attn_lib import figures
from tests.support.reading import cells, column_names, row_names

OPPOSITE = np.array([[[0.9, 0.1]], [[0.1, 0.9]]])


def titles(figure):
    return [ax.get_title() for ax in figure.axes]


def test_two_opposite_heads_and_the_average_that_hides_both():
    figure = figures.head_weights(OPPOSITE, ["bank"], ["river", "money"])
    assert titles(figure) == ["head 0", "head 1", "average"]
    written = [list(cells(ax).values()) for ax in figure.axes]
    assert written == [["0.90", "0.10"], ["0.10", "0.90"], ["0.50", "0.50"]]
    assert column_names(figure.axes[1]) == ["river", "money"]
    assert row_names(figure.axes[0]) == ["bank"]


def test_a_single_head_has_no_average():
    figure = figures.head_weights(OPPOSITE[:1], ["q"], ["a", "b"], names=["who"])
    assert titles(figure) == ["head 0: who"]


def test_many_heads_stand_in_several_lines():
    figure = figures.head_weights(np.full((4, 6, 6), 1 / 6), list("abcdef"))
    tops = [round(ax.get_position().y1, 3) for ax in figure.axes]
    assert len(tops) == 5
    assert tops[0] == tops[1] == tops[2] > tops[3] == tops[4]


def test_all_are_painted_on_the_same_scale_and_hidden_cells_are_hatched():
    hidden = np.array([[False, True]])
    figure = figures.head_weights(OPPOSITE, ["q"], ["a", "b"], hidden=hidden)
    for ax in figure.axes:
        assert ax.images[0].get_clim() == (0, 1)
        assert list(cells(ax)) == [(0, 0)]


@pytest.mark.parametrize(
    ("weights", "names", "text"),
    [
        (
            OPPOSITE[0],
            None,
            "expected weights of shape (h, T_q, T_k), got shape (1, 2)",
        ),
        (OPPOSITE, ["one"], "names: expected 2 names, got 1"),
    ],
)
def test_what_does_not_fit_is_refused(weights, names, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        figures.head_weights(weights, ["q"], ["a", "b"], names=names)
