"""The whole formula: as a map of its symbols, and stage by stage with numbers."""

from dataclasses import replace

import numpy as np
from matplotlib.offsetbox import (
    AnchoredOffsetbox,
    DrawingArea,
    HPacker,
    PaddedBox,
    TextArea,
    VPacker,
)
from matplotlib.patches import Rectangle

from .._arrays import require
from ..words import N_, _
from . import style
from .labelled_matrix import LabelledMatrix, Place, sheet
from .lettering import width

_STEPS = {
    "qkv_projection": N_("1 project"),
    "matmul_scores": N_("2 compare"),
    "scale_and_softmax": N_("3 scale, softmax"),
    "masking": N_("4 mask"),
    "weighted_sum": N_("5 mix"),
}
# Which stages stand side by side, and how each is made.
_LINES = (
    ("X",),
    ("Q", "K", "V"),
    ("scores", "scaled"),
    ("masked", "weights"),
    ("output",),
)
_TITLES = {
    "X": "X",
    "Q": "Q = X · W_Q",
    "K": "K = X · W_K",
    "V": "V = X · W_V",
    "scores": "scores = Q Kᵀ",
    "scaled": "scaled = scores / √d_k",
    "masked": "masked = scaled + mask",
    "weights": "weights = softmax(masked)",
    "output": "output = weights · V",
}
_OVER_TOKENS = {"scores", "scaled", "masked", "weights"}  # their columns are keys
BETWEEN = 26  # points between matrices
_GAP = 28  # points between the names of steps


@style.own_settings()
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
    if lit is not None:
        style.require_one_of("lit", lit, _STEPS)
    ax = style.new_axes(9.6, 2.3) if ax is None else ax
    ax.clear()
    ax.set_axis_off()
    both = _stacked([_formula(lit), _steps(lit, style.figure_of(ax))], 14)
    ax.add_artist(AnchoredOffsetbox("center", child=both, frameon=False))
    return ax


def _formula(lit):
    q = _symbol(r"$Q$", "Q", lit, "qkv_projection", "matmul_scores")
    k = _symbol(r"$K^{\mathsf{T}}$", "K", lit, "qkv_projection", "matmul_scores")
    product = _framed(_beside([q, k], 6), "scores", lit == "matmul_scores")
    root = _symbol(r"$\sqrt{d_k}$", "scaled", lit, "scale_and_softmax")
    bar = DrawingArea(96, 2)
    bar.add_artist(Rectangle((0, 0), 96, 2, color=root.ink, linewidth=0))
    inner = [
        _symbol("softmax", "weights", lit, "scale_and_softmax"),
        _symbol("(", "weights", lit, "scale_and_softmax", size=62, frame=False),
        _stacked([product, bar, root], 5),
        _symbol(r"+ mask", "mask", lit, "masking"),
        _symbol(")", "weights", lit, "scale_and_softmax", size=62, frame=False),
        _symbol(r"$V$", "V", lit, "qkv_projection", "weighted_sum"),
    ]
    return _beside(inner, 4)


def _symbol(text, symbol, lit, *steps, size=30, frame=True):
    """A piece of the formula: in its colour, framed in its own lesson, else pale."""
    on = lit is None or lit in steps
    ink = style.colour(symbol) if on else style.FAINT
    area = TextArea(text, textprops={"size": size, "color": ink, "parse_math": True})
    box = _framed(area, symbol, frame and lit in steps and lit != "matmul_scores")
    box.ink = ink
    return box


def _framed(child, symbol, frame):
    look = {"edgecolor": style.colour(symbol), "facecolor": "none", "linewidth": 2}
    return PaddedBox(child, pad=4, draw_frame=frame, patch_attrs=look)


def _steps(lit, figure):
    """Their names side by side; smaller in a language that needs more room."""
    names = {step: _(name) for step, name in _STEPS.items()}
    room = 72 * figure.get_size_inches()[0] - _GAP * (len(names) + 1)
    size = min(style.TICK, 0.95 * room / width("".join(names.values()), 1))
    return _beside([_step(name, step, lit, size) for step, name in names.items()], _GAP)


def _step(name, step, lit, size):
    on = lit in (None, step)
    look = {"size": size, "color": style.INK if on else style.FAINT}
    weight = "bold" if step == lit else "normal"
    return TextArea(name, textprops={**look, "weight": weight})


def _beside(children, gap):
    return HPacker(children=children, align="center", pad=0, sep=gap)


def _stacked(children, gap):
    return VPacker(children=children, align="center", pad=0, sep=gap)


@style.own_settings()
def pipeline(trace, tokens, *, feature_names=None):
    """Draw all stages of one self-attention, in the order of the formula.

    Parameters
    ----------
    trace : AttentionTrace
        Of one sequence; X may be missing.
    tokens : list of str
        Names of all rows.
    feature_names : list of str, optional
        Names of the columns of X; numbers if not given.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        If the trace has leading axes or more queries than keys, or names do not fit.
    """
    require(
        trace.weights.ndim == 2 and trace.weights.shape[0] == trace.weights.shape[1],
        "pipeline",
        expected="one sequence that looks at itself, weights of shape (T, T)",
        got=f"weights of shape {trace.weights.shape}",
    )
    names = {"X": feature_names, **dict.fromkeys(_OVER_TOKENS, tokens)}
    lines = [
        [_stage(name, trace, tokens, names.get(name)) for name in line]
        for line in _LINES
        if getattr(trace, line[0]) is not None
    ]
    places, down = [], 0
    for line in lines:
        places += lay_out(line, down)
        down = max(p.bottom for p in places) + BETWEEN / 2
    return sheet(places)


def _stage(name, trace, tokens, columns):
    return LabelledMatrix.of(
        getattr(trace, name),
        rows=tokens,
        columns=columns,
        title=_TITLES[name],
        symbol=name,
        kind="weights" if name == "weights" else "signed",
        hidden=np.isneginf(trace.masked) if name == "weights" else None,
    )


def lay_out(line, down):
    """Places of matrices side by side; the first names the rows for all."""
    first, *others = line
    line = [first, *(replace(other, rows_named=False) for other in others)]
    wide, high = np.max([matrix.cell() for matrix in line], axis=0)
    left = first.margins(wide, high)[0]
    gaps = sum(max(BETWEEN, m.margins(wide, high)[1]) for m in line)
    columns = sum(len(matrix.columns) for matrix in line)
    wide = min(wide, (style.WIDEST - left - gaps) / columns)
    top = max(matrix.margins(wide, high)[2] for matrix in line)
    places, across = [], left
    for matrix in line:
        places.append(Place(matrix, across, down + top, wide, high))
        across = places[-1].right + max(BETWEEN, matrix.margins(wide, high)[1])
    return places
