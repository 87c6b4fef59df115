"""Loss curves, and the attention map before and after training."""

import numpy as np
import pytest

from attn_lib import figures
from tests.support.reading import cells, row_names, strings, written

STEPS = [0, 10, 20, 30]


def test_every_training_has_its_curve_its_line_and_its_name():
    curves = {"scaled": [1, 0.1, 0.02, 0.01], "not scaled": [1, 0.9, 0.8, 0.7]}
    ax = figures.loss_curves(STEPS, curves)
    assert [line.get_xydata().tolist() for line in ax.lines] == [
        list(map(list, zip(STEPS, losses, strict=True))) for losses in curves.values()
    ]
    looks = {(line.get_linestyle(), line.get_marker()) for line in ax.lines}
    assert len(looks) == 2
    assert strings(ax.get_legend().get_texts()) == list(curves)
    assert ax.get_yscale() == "log"


def test_the_loss_is_written_as_a_plain_number():
    ax = figures.loss_curves(STEPS, {"attention": [1, 0.1, 0.02, 0.01]})
    figures.png(ax)
    assert {"0.01", "0.1", "1"} <= set(strings(ax.get_yticklabels()))


def test_a_step_can_be_pointed_out():
    ax = figures.loss_curves(STEPS, {"attention": np.ones(4)}, step=20)
    assert set(ax.lines[-1].get_xdata()) == {20}


@pytest.mark.parametrize(
    ("curves", "message"),
    [
        ({}, "curves: expected 1 to 4, got 0"),
        ({str(n): np.ones(4) for n in range(5)}, "curves: expected 1 to 4, got 5"),
        ({"a": np.ones(3)}, "a: expected one loss for each of 4 steps, got shape"),
        ({"a": [1, 0, 1, 1]}, "a: expected losses above 0, got 0"),
    ],
)
def test_what_does_not_fit_is_told(curves, message):
    with pytest.raises(ValueError, match=message):
        figures.loss_curves(STEPS, curves)


def test_before_stands_left_and_after_right():
    before, after = np.full((2, 2), 0.5), np.array([[0.25, 0.75], [1, 0]])
    figure = figures.weights_before_after(before, after, ["monkey", "eats"])
    left, right = figure.axes[:2]
    assert cells(left) == dict.fromkeys(((0, 0), (0, 1), (1, 0), (1, 1)), "0.50")
    assert cells(right)[0, 1] == "0.75"
    assert row_names(left) == ["monkey", "eats"]
    titles = {text.get_text() for text in written(figure)}
    assert {"weights before", "weights after"} <= titles


def test_weights_and_tokens_have_to_fit():
    with pytest.raises(ValueError, match="expected"):
        figures.weights_before_after(np.eye(2), np.eye(2), ["monkey"])
