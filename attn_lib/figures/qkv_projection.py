"""A projection as a picture: X · W = Q, with one token's row lit."""

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from . import style
from .labelled_matrix import matrix


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
    """Draw the three matrices of a projection side by side.

    Parameters
    ----------
    X : array, shape (T, d_model)
    W : array, shape (d_model, d)
    Y : array, shape (T, d)
        The product, as computed.
    tokens, names_in, names_out : lists of str
        Rows of X and Y; columns of X, rows of W; columns of W and Y.
    symbols : tuple of three str
        Whose colours to use.
    token : int, optional
        Which row of X and Y to frame.

    Returns
    -------
    matplotlib.figure.Figure
    """
    (T, d_model), d = X.shape, W.shape[1]
    figure = Figure(
        figsize=(12.5, 1.6 + 0.36 * max(T, d_model)),
        layout="constrained",
        facecolor=style.PAPER,
    )
    left, middle, right = figure.subplots(1, 3, width_ratios=(d_model, d + 2, d + 1))
    x, w, y = symbols
    matrix(X, rows=tokens, columns=names_in, title=x, symbol=x, ax=left)
    matrix(W, rows=names_in, columns=names_out, title=f"· {w}_{y}", symbol=w, ax=middle)
    matrix(Y, rows=tokens, columns=names_out, title=f"= {y}", symbol=y, ax=right)
    if token is not None:
        for ax, width in ((left, d_model), (right, d)):
            _frame_row(ax, token, width)
    return figure


def _frame_row(ax, row, width):
    ax.add_patch(
        Rectangle(
            (-0.5, row - 0.5), width, 1, fill=False, edgecolor=style.INK, linewidth=2.5
        )
    )
