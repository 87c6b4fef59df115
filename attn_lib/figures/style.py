"""What all pictures share: a colour for each symbol, and settings."""

from contextlib import contextmanager

import matplotlib.style
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, TransformedBbox

from .._arrays import require
from .lettering import TICK, TITLE, font_families

# symbol → (on a light page, on a dark page); contrast at least 4.5 on either. The hues
# stay apart for colour-blind readers, and no picture relies on colour alone.
COLOURS = {
    "X": ("#4d4d4d", "#c8c8c8"),
    "W": ("#6f5a1e", "#d9c27a"),
    "Q": ("#0b62a4", "#6cb6f5"),
    "K": ("#a84300", "#f59a57"),
    "V": ("#00755a", "#4fc9a4"),
    "scores": ("#7a3e9d", "#c99be8"),
    "scaled": ("#5b4b9a", "#a9a0f0"),
    "masked": ("#555570", "#b4b4cc"),
    "weights": ("#b0215e", "#f58db8"),
    "output": ("#7d5800", "#e5b84c"),
    "mask": ("#595959", "#bdbdbd"),
}
NEGATIVE = "#e69f00"  # below zero, whatever the symbol: amber is no symbol's colour
INK, FAINT, RULE, PAPER = "#1a1a1a", "#a6a6a6", "#d4d4d4", "#ffffff"
HATCHED = {"facecolor": "#ececec", "edgecolor": "#9a9a9a", "lw": 0, "hatch": "////"}

WIDEST = 900  # points: a notebook's column


@contextmanager
def own_settings():
    """Matplotlib as it comes, whatever the reader has set, and every text literal.

    A ``$`` in a token is a dollar sign. And NumPy computes in peace, as in
    :func:`~attn_lib._arrays.quiet`. As a decorator it covers a whole function.
    """
    own = {
        "font.family": font_families(),
        "text.parse_math": False,
        "hatch.linewidth": 0.8,
        "axes.edgecolor": FAINT,
        "axes.labelsize": TICK,
        "axes.titlesize": TITLE,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": "#e8e8e8",
        "legend.fontsize": TICK,
        "legend.frameon": False,
        "lines.linewidth": 2.2,
        "lines.markersize": 8,
        "text.color": INK,
        "xtick.labelsize": TICK,
        "ytick.labelsize": TICK,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "xtick.major.pad": 5,
        "ytick.major.pad": 5,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
    }
    with matplotlib.style.context(["default", own]), np.errstate(all="ignore"):
        yield


def colour(symbol):
    """A symbol's colour on white paper."""
    return COLOURS[symbol][0]


def new_figure(width, height, *, layout="constrained"):
    """A figure, in inches, that pyplot never hears of: nothing has to be closed."""
    return Figure(figsize=(width, height), layout=layout, facecolor=PAPER)


def new_axes(width, height):
    """Axes in a figure of their own, in inches."""
    return new_figure(width, height).add_subplot()


def figure_of(drawn):
    """The whole figure that axes (or a part of a figure) belong to."""
    return drawn.figure.figure


def legend_above(ax, columns=2):
    """A legend where it covers nothing."""
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, handlelength=3)


def points(ax):
    """The box of axes, in points: the pixels of the page."""
    return TransformedBbox(ax.bbox, Affine2D().scale(72 / figure_of(ax).dpi))


def steady(values):
    """Numbers as they are drawn: no pixel hangs on the last digits of a sum."""
    drawn = [float(f"{value:.12g}") for value in np.ravel(values).tolist()]
    return np.reshape(drawn, np.shape(values))


def named(what, names, count):
    """One name for each of ``count`` items, numbers from 0 if none are given."""
    names = range(count) if names is None else names
    names = tuple(map(str, names))
    require(len(names) == count, what, expected=f"{count} names", got=str(len(names)))
    return names


def require_one_of(what, value, known):
    """Say which values there are, if this is none of them."""
    require(value in known, what, expected=f"one of {', '.join(known)}", got=value)


def colormap(symbol, kind):
    """White → the symbol's colour; for signed numbers amber ← white → colour."""
    towards = colour(symbol)
    stops = [PAPER, towards] if kind == "weights" else [NEGATIVE, PAPER, towards]
    # Few steps, so that a picture has few colours; an odd number: 0 is white.
    return LinearSegmentedColormap.from_list(f"{symbol} {kind}", stops, N=99)


def contrast(one, other):
    """WCAG 2.1 contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    channels = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in to_rgb(colour)
    )
    return sum(
        weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), channels, strict=True)
    )


def ink_on(background):
    """Black or white, whichever reads better: never below a contrast of 4.5."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, background))
