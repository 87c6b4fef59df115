"""X · W = Q, laid out as one multiplies by hand."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from tests.support.reading import column_names, row_names

TOKENS = al.tokenize(al.SENTENCE)
X, W = al.embed(TOKENS), al.ProjectionWeights.designed()


def draw(**more):
    return figures.projection(
        X,
        W.W_V,
        X @ W.W_V,
        tokens=TOKENS,
        names_in=al.DIMENSIONS,
        names_out=al.VALUE_NAMES,
        symbols=("X", "W", "V"),
        **more,
    ).axes


def test_the_three_matrices_have_their_numbers_names_and_titles():
    x, w, y = draw()
    for ax, values in ((x, X), (w, W.W_V), (y, X @ W.W_V)):
        assert np.allclose(ax.images[0].get_array(), values)
    assert [ax.get_title() for ax in (x, w, y)] == ["X", "W_V", "V = X · W_V"]
    assert row_names(x) == TOKENS
    assert row_names(w) == column_names(x) == list(al.DIMENSIONS)
    assert column_names(w) == column_names(y) == list(al.VALUE_NAMES)


def test_a_row_of_x_and_a_column_of_w_meet_in_their_product():
    x, w, y = (ax.get_position() for ax in draw())
    assert (x.y0, x.y1) == pytest.approx((y.y0, y.y1))
    assert (w.x0, w.x1) == pytest.approx((y.x0, y.x1))
    assert w.y0 > y.y1
    assert y.x0 > x.x1


def test_the_row_of_one_token_is_framed():
    frames = [[patch.get_bbox().bounds for patch in ax.patches] for ax in draw(token=3)]
    assert frames == [[(-0.5, 2.5, 12, 1)], [], [(-0.5, 2.5, 5, 1)]]


@pytest.mark.parametrize(
    ("Y", "token", "message"),
    [
        (np.ones((6, 4)), None, r"Y \(T, d\), got \(6, 12\), \(12, 5\) and \(6, 4\)"),
        (np.ones((6, 5)), 6, "token: expected 0 to 5, got 6"),
    ],
)
def test_what_does_not_fit_is_told(Y, token, message):
    with pytest.raises(ValueError, match=message):
        figures.projection(X, W.W_V, Y, tokens=TOKENS, token=token)
