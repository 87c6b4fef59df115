"""A projection as a picture: X · W = Q, laid out as one multiplies by hand."""

from dataclasses import replace

from matplotlib.patches import Rectangle

from .._arrays import as_float_array, require
from . import style
from .labelled_matrix import LabelledMatrix, Place, sheet

_BETWEEN = 22  # points


@style.own_settings()
def projection(
    X,
    W,
    Y,
    *,
    tokens,
    names_in=None,
    names_out=None,
    symbols=("X", "W", "Q"),
    token=None,
):
    """Draw the three matrices of a projection, W above its product (Falk's scheme).

    A row of X and a column of W meet in the number that they give.

    Parameters
    ----------
    X : array, shape (T, d_model)
    W : array, shape (d_model, d)
    Y : array, shape (T, d)
        The product, as computed.
    tokens, names_in, names_out : lists of str
        Rows of X and Y; columns of X and rows of W; columns of W and Y. Numbers for
        the last two if not given.
    symbols : tuple of three str
        Whose names and colours to use.
    token : int, optional
        Which row of X and Y to frame.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        If the sizes are not those of a product, names do not fit, or there is no such
        token.
    """
    X, W, Y = (as_float_array(n, a) for n, a in (("X", X), ("W", W), ("Y", Y)))
    require(
        X.ndim == W.ndim == 2
        and X.shape[1] == W.shape[0]
        and Y.shape == (X.shape[0], W.shape[1]),
        "projection",
        expected="X (T, d_model), W (d_model, d) and Y (T, d)",
        got=f"{X.shape}, {W.shape} and {Y.shape}",
    )
    if token is not None:
        fits = token in range(len(X))
        require(fits, "token", expected=f"0 to {len(X) - 1}", got=token)
    x, w, y = symbols
    left = LabelledMatrix.of(X, rows=tokens, columns=names_in, title=x, symbol=x)
    above = LabelledMatrix.of(
        W, rows=names_in, columns=names_out, title=f"{w}_{y}", symbol=w
    )
    product = LabelledMatrix.of(
        Y, rows=tokens, columns=names_out, title=f"{y} = {x} · {w}_{y}", symbol=y
    )
    product = replace(product, rows_named=False)
    figure = sheet(_lay_out(left, above, product))
    if token is not None:
        for ax, width in zip(figure.axes[::2], (X.shape[1], W.shape[1]), strict=True):
            _frame_row(ax, token, width)
    return figure


def _lay_out(left, above, product):
    cells = [matrix.cell() for matrix in (left, above, product)]
    wide, high_above = max(cell[0] for cell in cells), cells[1][1]
    high = cells[0][1]
    start, *_ = left.margins(wide, high)
    names, right, *_ = above.margins(wide, high_above)
    n_left, n_right = len(left.columns), len(product.columns)
    room = style.WIDEST - start - names - _BETWEEN - right
    wide = min(wide, room / (n_left + n_right))
    corner = start + n_left * wide + names + _BETWEEN
    top = above.margins(wide, high_above)[2]
    down = top + len(above.rows) * high_above + product.margins(wide, high)[2]
    down = max(down, left.margins(wide, high)[2])
    return [
        Place(left, start, down, wide, high),
        Place(above, corner, top, wide, high_above),
        Place(product, corner, down, wide, high),
    ]


def _frame_row(ax, row, width):
    frame = {"fill": False, "edgecolor": style.INK, "linewidth": 3, "clip_on": False}
    ax.add_patch(Rectangle((-0.5, row - 0.5), width, 1, zorder=4, **frame))
    for label in ax.get_yticklabels()[row : row + 1]:
        label.set_fontweight("bold")
