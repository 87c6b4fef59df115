"""The whole formula: as a map of its symbols, and stage by stage with numbers."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.offsetbox import (
    AnchoredOffsetbox,
    HPacker,
    PaddedBox,
    TextArea,
    VPacker,
)

from .._arrays import require
from . import style
from .labelled_matrix import matrix

# The formula in pieces: what is written, in whose colour, in which steps it is lit.
_PIECES = (
    (r"$\mathrm{softmax}\,($", "weights", {"scale_and_softmax"}),
    (r"$Q$", "Q", {"qkv_projection", "matmul_scores"}),
    (r"$K^{\mathsf{T}}$", "K", {"qkv_projection", "matmul_scores"}),
    (r"$/\,\sqrt{d_k}$", "scaled", {"scale_and_softmax"}),
    (r"$+\;\mathrm{mask}$", "mask", {"masking"}),
    (r"$)$", "weights", {"scale_and_softmax"}),
    (r"$V$", "V", {"qkv_projection", "weighted_sum"}),
)
_LESSONS = {
    "qkv_projection": "1",
    "matmul_scores": "2",
    "scale_and_softmax": "3",
    "masking": "4",
    "weighted_sum": "5",
}
_TITLES = {
    "X": "X",
    "Q": "Q = X W_Q",
    "K": "K = X W_K",
    "V": "V = X W_V",
    "scores": "scores = Q Kᵀ",
    "scaled": "scaled = scores / √d_k",
    "masked": "masked = scaled + mask",
    "weights": "weights = softmax(masked)",
    "output": "output = weights V",
}
_SQUARE = {"scores", "scaled", "masked", "weights"}  # their columns are tokens too
_NAMES = ("1 project", "2 compare", "3 scale, softmax", "4 mask", "5 mix")


def formula_map(lit=None, ax=None):
    """Draw the formula, each symbol in its colour.

    Parameters
    ----------
    lit : str, optional
        A step, such as ``"masking"``: its part is framed and the rest is pale. All is
        lit if not given.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is no such step.
    """
    require(
        lit is None or lit in _LESSONS,
        "formula_map",
        expected=f"lit to be one of {', '.join(_LESSONS)}",
        got=lit,
    )
    ax = style.new_axes(9, 1.5) if ax is None else ax
    ax.set_axis_off()
    pieces = [_piece(*piece, lit) for piece in _PIECES]
    formula = HPacker(children=pieces, align="baseline", pad=0, sep=9)
    steps = HPacker(
        children=[
            _step(name, lit is None or name.startswith(_LESSONS[lit]))
            for name in _NAMES
        ],
        align="center",
        pad=0,
        sep=26,
    )
    both = VPacker(children=[formula, steps], align="center", pad=0, sep=14)
    ax.add_artist(AnchoredOffsetbox("center", child=both, frameon=False))
    return ax


def _piece(text, symbol, steps, lit):
    on = lit is None or lit in steps
    ink = style.colour(symbol) if on else style.PALE
    area = TextArea(text, textprops={"fontsize": 28, "color": ink})
    framed = lit is not None and on
    frame = {"edgecolor": ink, "facecolor": "none", "linewidth": 1.6}
    return PaddedBox(area, pad=5, draw_frame=framed, patch_attrs=frame)


def _step(name, on):
    ink, weight = (style.INK, "bold") if on else (style.PALE, "normal")
    return TextArea(name, textprops={"fontsize": 12, "color": ink, "weight": weight})


def pipeline(trace, tokens, *, feature_names=None):
    """Draw all stages of one self-attention, in the order of the formula.

    Parameters
    ----------
    trace : AttentionTrace
        Of one sequence; X may be missing.
    tokens : list of str
    feature_names : list of str, optional
        Names of the columns of X; numbers if not given.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(12.5, 12), layout="constrained", facecolor=style.PAPER)
    grid = figure.subplot_mosaic(
        [
            ["X", "X", "X"],
            ["Q", "K", "V"],
            ["scores", "scaled", "masked"],
            ["weights", "weights", "output"],
        ]
    )
    if trace.X is None:
        grid["X"].set_axis_off()
    columns = {"X": feature_names, **dict.fromkeys(_SQUARE, tokens)}
    for name, ax in grid.items():
        if (values := getattr(trace, name)) is not None:
            matrix(
                values,
                rows=tokens,
                columns=columns.get(name),
                title=_TITLES[name],
                symbol=name,
                kind="weights" if name == "weights" else "signed",
                hidden=np.isneginf(trace.masked) if name == "weights" else None,
                ax=ax,
            )
    return figure
