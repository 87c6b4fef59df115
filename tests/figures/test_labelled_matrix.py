"""The labelled matrix: numbers, colours, hatching, names."""

import matplotlib.colors
import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from attn_lib.figures import style
from tests.support.reading import cells, column_names, row_names, strings


def test_numbers_stand_in_their_cells():
    ax = figures.matrix([[1, -2, 0], [0.5, 3, 4]], rows="ab", columns="xyz")
    assert cells(ax) == {
        (0, 0): "1.00",
        (0, 1): "−2.00",
        (0, 2): "0",
        (1, 0): "0.50",
        (1, 1): "3.00",
        (1, 2): "4.00",
    }
    assert row_names(ax) == ["a", "b"]
    assert column_names(ax) == ["x", "y", "z"]
    assert ax.images[0].get_array().tolist() == [[1, -2, 0], [0.5, 3, 4]]


def test_without_names_rows_and_columns_are_counted_from_0():
    ax = figures.matrix(np.ones((2, 3)))
    assert row_names(ax) == ["0", "1"]
    assert column_names(ax) == ["0", "1", "2"]


@pytest.mark.case("B12")
def test_signed_numbers_have_symmetric_limits():
    assert figures.matrix([[1, -3], [2, 0]]).images[0].get_clim() == (-3, 3)
    assert figures.matrix([[1, -3]], limit=5).images[0].get_clim() == (-5, 5)
    assert figures.matrix([[0, 0]]).images[0].get_clim() == (-1, 1)


@pytest.mark.parametrize("kind", ["signed", "weights"])
@pytest.mark.parametrize("limit", [None, 3])
@pytest.mark.parametrize("seed", range(3))
def test_noise_changes_no_digit_and_no_colour(kind, limit, seed):
    """Ties of both: every half of a last digit, and where two of 99 colours meet."""
    rng = np.random.default_rng(seed)
    halves = np.arange(0.005, 1, 0.01).reshape(10, 10)
    meets = np.append(np.arange(1, 99) / 99, [0, 1]).reshape(10, 10)
    for values in (halves, meets, -3 * meets):
        drawn = []
        for noise in (0, 1e-15):
            noisy = values * (1 + noise * rng.uniform(-1, 1, values.shape))
            ax = figures.matrix(noisy, kind=kind, limit=limit)
            image = ax.images[0]
            colours = image.cmap(image.norm(image.get_array()))
            drawn.append((cells(ax), colours.tolist()))
        assert drawn[0] == drawn[1]


def test_what_is_hidden_does_not_set_the_limits():
    hidden = np.array([[False, True]])
    ax = figures.matrix([[1, 1000]], hidden=hidden)
    assert ax.images[0].get_clim() == (-1, 1)


@pytest.mark.case("B14")
@pytest.mark.parametrize("kind", ["signed", "weights"])
def test_each_number_can_be_read_on_its_cell(kind):
    ax = figures.matrix([np.linspace(0 if kind == "weights" else -1, 1, 11)], kind=kind)
    image = ax.images[0]
    for text in ax.texts:
        value = image.get_array()[0, round(text.get_position()[0])]
        cell = image.cmap(image.norm(value))
        assert style.contrast(text.get_color(), cell) >= 4.5


def test_a_hidden_cell_is_hatched_and_has_no_number():
    ax = figures.matrix(np.ones((3, 3)), hidden=~al.causal_mask(3))
    assert set(cells(ax)) == {(i, j) for i in range(3) for j in range(i + 1)}
    hatched = {(p.get_y() + 0.5, p.get_x() + 0.5) for p in ax.patches if p.get_hatch()}
    assert hatched == {(0, 1), (0, 2), (1, 2)}


def test_minus_infinity_is_hidden_and_nan_is_not():
    ax = figures.matrix([[0.5, -np.inf, np.nan, np.inf]])
    assert cells(ax) == {(0, 0): "0.50", (0, 2): "NaN", (0, 3): "∞"}
    assert len(ax.patches) == 1


def test_a_row_that_sees_nothing_says_so():
    hidden = np.array([[False, False], [True, True]])
    ax = figures.matrix([[0.5, 0.5], [0, 0]], hidden=hidden)
    assert strings(ax.texts) == ["0.50", "0.50", "nothing visible"]


def test_beyond_a_stated_size_cells_carry_colour_only():
    assert cells(figures.matrix(np.ones((24, 2))))
    assert not cells(figures.matrix(np.ones((25, 2))))
    assert not cells(figures.matrix(np.ones((2, 25))))


def test_numbers_that_do_not_fit_are_left_out_rather_than_overlap():
    assert not cells(figures.matrix(np.full((2, 24), -9.99)))


def test_the_symbol_gives_the_colour():
    ax = figures.matrix([[1.0]], symbol="Q", title="Q")
    assert ax.title.get_color() == figures.COLOURS["Q"][0]
    image = ax.images[0]
    assert matplotlib.colors.to_hex(image.cmap(1.0)) == figures.COLOURS["Q"][0]


def test_the_input_is_not_changed():
    values, hidden = np.array([[1.0, -np.inf]]), np.array([[True, False]])
    figures.matrix(values, hidden=hidden)
    assert values.tolist() == [[1, -np.inf]]
    assert hidden.tolist() == [[True, False]]


@pytest.mark.parametrize(
    ("values", "more", "message"),
    [
        (np.ones((2, 3)), {"columns": ["a"]}, "columns: expected 3 names, got 1"),
        (np.ones((2, 3)), {"rows": "abc"}, "rows: expected 2 names, got 3"),
        (np.ones(3), {}, r"two axes and at least one cell, got shape \(3,\)"),
        (np.ones((0, 3)), {}, r"at least one cell, got shape \(0, 3\)"),
        ([[1], [2, 3]], {}, "rows of unequal length"),
        ([[1, 2]], {"hidden": [[True]]}, r"hidden: .* \(1, 2\), got bool in shape"),
        ([[1, 2]], {"hidden": [[1, 0]]}, "hidden: expected True and False"),
        ([[1, 2]], {"symbol": "q"}, "symbol: expected one of X, W, Q"),
        ([[1, 2]], {"kind": "scores"}, "kind: expected one of signed, weights"),
        ([[1, 2]], {"limit": 0}, "limit: expected a number above 0, got 0"),
    ],
)
def test_bad_input_is_told_in_one_line(values, more, message):
    with pytest.raises(ValueError, match=message):
        figures.matrix(values, **more)


def test_words_are_no_numbers():
    with pytest.raises(TypeError, match="expected real numbers"):
        figures.matrix([["a", "b"]])
