"""Masks, weights under a mask, and the mean of each column."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from tests.support.reading import cells, column_names, row_names, strings


def test_a_mask_ticks_what_may_be_looked_at():
    ax = figures.mask_grid(np.array([[True, False, True]]), ["q"], ["a", "b", "c"])
    assert cells(ax) == {(0, 0): "✓", (0, 2): "✓"}
    assert [p.get_x() for p in ax.patches if p.get_hatch()] == [0.5]
    assert column_names(ax) == ["a", "b", "c"]


@pytest.mark.parametrize("mask", [[[1, 0]], [["a", "b"]], [[0.0, -np.inf]]])
def test_only_true_and_false_make_a_mask(mask):
    with pytest.raises(ValueError, match="mask: expected True and False"):
        figures.mask_grid(mask, ["a"], ["a", "b"])


@pytest.mark.case("B07")
def test_rows_are_queries_and_columns_are_keys():
    ax = figures.attention_weights([[0.9, 0.1], [0.4, 0.6]], ["how", "are"])
    assert "query" in ax.get_ylabel()
    assert "key" in ax.get_xlabel()
    assert row_names(ax) == column_names(ax) == ["how", "are"]
    assert cells(ax)[0, 1] == "0.10"
    assert cells(ax)[1, 0] == "0.40"


@pytest.mark.case("A28")
def test_weights_are_drawn_as_given_not_pushed_through_softmax_again():
    ax = figures.attention_weights([[0.9, 0.05, 0.05]], ["a"], ["a", "b", "c"])
    assert list(cells(ax).values()) == ["0.90", "0.05", "0.05"]


@pytest.mark.case("B12")
def test_pictures_of_weights_can_be_compared():
    """With automatic limits a matrix full of 0.25 and one full of 0.90 look alike."""
    colours = []
    for level in (0.25, 0.9):
        ax = figures.attention_weights(np.full((4, 4), level), list("abcd"))
        image = ax.images[0]
        assert image.get_clim() == (0, 1)
        colours.append(image.cmap(image.norm(level)))
    assert colours[0] != colours[1]


@pytest.mark.case("A01")
def test_a_row_that_sees_nothing_is_marked():
    mask = np.array([[True, True], [False, False]])
    trace = al.attention(np.eye(2), np.eye(2), [[10, 0], [0, 20]], mask=mask)
    ax = figures.attention_weights(trace.weights, ["a", "b"], hidden=~mask)
    assert strings(ax.texts) == ["0.67", "0.33", "nothing visible"]


def test_means_have_four_places_and_bars_of_their_own():
    ax = figures.column_means([0.4083, 0.2417, 0.1583], ["the", "cat", "the"])
    assert strings(ax.texts) == ["0.4083", "0.2417", "0.1583"]
    assert len({bar.get_x() for bar in ax.patches}) == 3
    assert ax.get_ylim()[0] == 0


def test_means_need_a_key_each():
    with pytest.raises(ValueError, match=r"mean weight: .* 1 names, got shape \(2,\)"):
        figures.column_means([0.5, 0.5], ["a"])
