"""Variance, saturation, bars, the Jacobian."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from tests.support.reading import D_K, cells, column_names, strings

FLAT = np.ones(6)


def lines(ax):
    return {line.get_label(): line.get_ydata().tolist() for line in ax.lines}


def test_the_variance_stands_beside_its_theory():
    ax = figures.variance_curve(D_K, 2 * np.array(D_K), variance_scaled=FLAT)
    assert lines(ax) == {
        "theory: variance = d_k": D_K,
        "q·k": [2, 8, 32, 128, 512, 1024],
        "q·k / √d_k": [1] * 6,
    }
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert column_names(ax) == ["1", "4", "16", "64", "256", "512"]


def test_each_divisor_has_a_line_and_a_mark_of_its_own():
    curves = {
        name: FLAT * n for n, name in enumerate(("none", "√d_k", "d_k", "√d_model"))
    }
    ax = figures.saturation_curve(D_K, curves, ylabel="$")
    looks = {(line.get_linestyle(), line.get_marker()) for line in ax.lines}
    assert len(looks) == len({line.get_color() for line in ax.lines}) == 4
    assert lines(ax)["divided by √d_k"] == [1] * 6
    assert lines(ax)["not divided"] == [0] * 6
    assert ax.get_ylabel() == "$"
    assert ax.get_ylim()[0] == 0


def test_of_many_widths_the_powers_of_2_are_marked():
    widths = np.arange(1, 100)
    ax = figures.saturation_curve(widths, {"none": widths}, ylabel="y")
    assert column_names(ax) == ["1", "2", "4", "8", "16", "32", "64"]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: figures.variance_curve([1, 2], [1]), "q·k: expected one value"),
        (lambda: figures.variance_curve([0, 2], [1, 2]), "widths above 0, got 0"),
        (lambda: figures.variance_curve([1, 2], [0, 2]), "variances above 0, got 0"),
        (
            lambda: figures.saturation_curve([1], {"d": [1]}, ylabel=""),
            "curves: expected one of none, √d_k, d_k, √d_model, got d",
        ),
        (
            lambda: figures.saturation_curve([1], {}, ylabel=""),
            "at least one, got none",
        ),
        (lambda: figures.softmax_bars([1, 0], ["a"]), "each of 1 names, got shape"),
        (lambda: figures.softmax_bars([], []), "weight: expected one number"),
        (lambda: figures.jacobian_matrix([1, 2], ["a"]), "two axes"),
    ],
)
def test_what_does_not_fit_is_told(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


@pytest.mark.case("B06")
def test_repeated_words_have_bars_of_their_own():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    ax = figures.softmax_bars([0.1, 0.2, 0.1, 0.1, 0.3, 0.2], words)
    centres = [round(bar.get_x() + bar.get_width() / 2, 6) for bar in ax.patches]
    assert centres == [0, 1, 2, 3, 4, 5]
    assert [bar.get_height() for bar in ax.patches] == [0.1, 0.2, 0.1, 0.1, 0.3, 0.2]
    assert column_names(ax) == words
    assert strings(ax.texts) == ["0.10", "0.20", "0.10", "0.10", "0.30", "0.20"]


def test_bars_of_weights_have_a_fixed_axis():
    limits = {
        figures.softmax_bars([level, 0], ["a", "b"]).get_ylim() for level in (0.1, 0.9)
    }
    assert len(limits) == 1
    assert limits.pop()[1] >= 1


def test_the_jacobian_is_drawn_on_limits_that_it_cannot_leave():
    p = al.softmax([2.0, 1.0, 0.0])
    J = al.softmax_jacobian(p)
    ax = figures.jacobian_matrix(J, list("abc"))
    np.testing.assert_allclose(ax.images[0].get_array(), J, rtol=1e-11)
    assert ax.images[0].get_clim() == (-0.25, 0.25)
    assert cells(ax)[0, 1].startswith("−")
