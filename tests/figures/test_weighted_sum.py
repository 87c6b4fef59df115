"""The hull of the values, and a vector before and after."""

import numpy as np
import pytest

from attn_lib import figures
from tests.support.reading import column_names, strings, written

SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1]]
FIFTHS = np.full(5, 0.2)


def test_the_hull_has_the_outer_values_as_its_corners():
    ax = figures.values_in_plane(SQUARE, FIFTHS, [1, 1])
    corners = {tuple(map(float, corner)) for corner in ax.patches[0].get_xy()}
    assert corners == {(0, 0), (2, 0), (2, 2), (0, 2)}


def test_values_their_weights_and_the_output_are_where_they_are():
    weights = [0.1, 0.2, 0.4, 0.3, 0]
    ax = figures.values_in_plane(SQUARE, weights, [1, 1.4])
    points = ax.collections[0]
    assert points.get_offsets().tolist() == SQUARE
    assert (np.argsort(points.get_sizes()) == np.argsort(weights)).all()
    star = next(line for line in ax.lines if line.get_marker() == "*")
    assert star.get_xydata().tolist() == [[1, 1.4]]
    assert strings(ax.texts)[:3] == ["v1 (0.10)", "v2 (0.20)", "v3 (0.40)"]
    assert strings(ax.texts)[-2:] == ["v5 (0)", "output"]


@pytest.mark.parametrize("V", [[[1, 1]], [[1, 1], [1, 1]], [[0, 0], [1, 1], [2, 2]]])
def test_a_hull_may_be_a_point_or_a_line(V):
    weights = np.full(len(V), 1 / len(V))
    figures.png(figures.values_in_plane(V, weights, weights @ V))


@pytest.mark.parametrize(
    ("V", "weights", "output", "message"),
    [
        ([[1, 2]], [1, 0], [1, 2], r"got \(1, 2\), \(2,\) and \(2,\)"),
        ([[1, 2, 3]], [1], [1, 2], r"V of shape \(n, 2\)"),
        ([[1, 2]], [1], [1], r"output of shape \(2,\)"),
        ([[1, np.inf]], [1], [1, 2], "finite numbers"),
    ],
)
def test_what_does_not_fit_is_told(V, weights, output, message):
    with pytest.raises(ValueError, match=message):
        figures.values_in_plane(V, weights, output)


def test_pairs_of_bars_stand_at_their_feature():
    ax = figures.before_after(
        [1, -2], [0.5, 0.25], ["food", "being"], labels=("own", "output")
    )
    heights = [bar.get_height() for bar in ax.patches]
    assert heights == [1, -2, 0.5, 0.25]
    centres = [bar.get_x() + bar.get_width() / 2 for bar in ax.patches]
    assert np.round(centres).tolist() == [0, 1, 0, 1]
    assert column_names(ax) == ["food", "being"]
    assert strings(ax.texts) == ["1.00", "−2.00", "0.50", "0.25"]
    assert strings(ax.get_legend().get_texts()) == ["own", "output"]
    assert ax.patches[0].get_hatch()  # colour is not the only difference
    assert not ax.patches[2].get_hatch()


def test_before_and_after_need_the_same_features():
    with pytest.raises(ValueError, match=r"2 names, got \(2,\) and \(3,\)"):
        figures.before_after([1, 2], [1, 2, 3], ["a", "b"])


def test_a_long_name_at_the_edge_stays_in_the_picture():
    names = ["left", "a name that is long"]
    ax = figures.values_in_plane([[0, 0], [9, 1]], [0.5, 0.5], [4.5, 0.5], labels=names)
    page = ax.figure.bbox
    for box in written(ax.figure).values():
        assert page.containsx(box.x0)
        assert page.containsx(box.x1)
