"""The table of who asks whom, and vectors in the plane."""

import numpy as np
import pytest

from attn_lib import figures
from attn_lib.figures import style
from tests.support.reading import cells, column_names, row_names, strings


def test_rows_ask_and_columns_are_asked():
    ax = figures.score_matrix([[1, 2, 3], [4, 5, -6]], ["how", "are"], list("xyz"))
    assert "query" in ax.get_ylabel()
    assert "key" in ax.get_xlabel()
    assert row_names(ax) == ["how", "are"]
    assert column_names(ax) == ["x", "y", "z"]
    assert cells(ax)[0, 1] == "2.00"
    assert cells(ax)[1, 0] == "4.00"
    assert ax.images[0].get_clim() == (-6, 6)
    assert ax.get_title() == "scores = Q Kᵀ"


def test_keys_are_the_queries_if_not_given():
    ax = figures.score_matrix(np.eye(2), ["the", "the"], title="meaning")
    assert column_names(ax) == row_names(ax) == ["the", "the"]
    assert ax.get_title() == "meaning"


def table(ax):
    """The rows below the head, from the texts at the right of the axes."""
    beside = [text for text in ax.texts if text.xycoords == "axes fraction"]
    heights = sorted({text.xyann[1] for text in beside}, reverse=True)
    return [
        [text.get_text() for text in beside if text.xyann[1] == height]
        for height in heights[1:]
    ]


def test_arrows_end_at_the_vectors_and_the_table_gives_angle_and_product():
    ax = figures.vectors_in_plane(
        [2, 0], [[1, 1], [0, -1.5], [-1, 0]], labels=["a", "b", "the"]
    )
    tips = {tuple(map(float, t.xy)) for t in ax.texts if t.arrow_patch is not None}
    assert tips == {(2, 0), (1, 1), (0, -1.5), (-1, 0)}
    assert table(ax) == [
        ["a", "45°", "2.00"],
        ["b", "90°", "0"],
        ["the", "180°", "−2.00"],
    ]
    named = [text.get_text() for text in ax.texts if text.xycoords == "data"]
    assert {"q", "a", "b", "the"} <= set(named)


def test_a_vector_of_length_0_has_no_angle():
    assert table(figures.vectors_in_plane([1, 0], [[0, 0]])) == [["k1", "–", "0"]]


def test_units_are_equal_both_ways():
    ax = figures.vectors_in_plane([1, 0], [[3, 8]])
    box = style.points(ax)
    across, up = np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())
    assert across / box.width == pytest.approx(up / box.height)


def test_a_long_table_is_cut_and_says_so():
    ax = figures.vectors_in_plane([1, 0], np.ones((30, 2)))
    assert len(table(ax)) == 15
    assert "… and 16 more" in strings(ax.texts)


@pytest.mark.parametrize(
    ("q", "K", "labels", "message"),
    [
        ([1, 2, 3], [[1, 2]], None, r"q of shape \(2,\)"),
        ([1, 2], [[1, 2, 3]], None, r"got \(2,\) and \(1, 3\)"),
        ([1, 2], [1, 2], None, r"K of shape \(n, 2\)"),
        ([1, np.nan], [[1, 2]], None, "finite numbers"),
        ([1, 2], [[1, 2]], ["a", "b"], "labels: expected 1 names, got 2"),
    ],
)
def test_what_does_not_fit_is_told(q, K, labels, message):
    with pytest.raises(ValueError, match=message):
        figures.vectors_in_plane(q, K, labels=labels)
