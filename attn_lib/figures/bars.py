"""Bars over tokens, each at a place of its own."""

import numpy as np

from .._arrays import require
from .._numbers import number
from ..words import _
from . import style
from .lettering import NUMBER, SMALLEST, Names, hint_at_missing_fonts, widest

_NAME = 110  # points; a longer name is shortened


def bars(values, names, ylabel, *, top=1, places=2, ax=None):
    """One bar for each value, with its name below and its number above.

    ``ylabel`` is a message that is only marked: an error shows it as it is. ``top`` is
    where the numbers' axis ends; ``places`` are the decimals written.
    """
    require(
        values.shape == (len(names),) and len(names) > 0,
        ylabel,
        expected=f"one number for each of {len(names)} names",
        got=f"shape {values.shape}",
    )
    names = style.named("names", names, len(names))
    ax = new_bar_axes(names) if ax is None else ax
    ax.clear()
    drawn = ax.bar(range(len(names)), values, color=style.colour("weights"), width=0.7)
    texts = [number(value, places) for value in values]
    pitch = style.points(ax).width / len(names)
    size = min(NUMBER, (pitch - 4) / widest(texts, 1))
    if size >= SMALLEST:
        ax.bar_label(drawn, texts, fontsize=size, padding=2)
    dress(ax, names, _(ylabel))
    ax.set_ylim(0, 1.12 * (top or 1))
    return ax


def new_bar_axes(names, each=76):
    """Axes for a bar a name, ``each`` points wide as long as the page is."""
    across = min(style.WIDEST, max(300, 90 + each * len(names)))
    below = Names(names, (across - 90) / len(names), _NAME).depth
    return style.new_axes(across / 72, (220 + below) / 72)


def dress(ax, names, ylabel):
    """Names below, and lines to read heights by."""
    ax.set_xlim(-0.6, len(names) - 0.4)
    pitch = style.points(ax).width / np.ptp(ax.get_xlim())
    Names(names, pitch, _NAME).put_on(ax.xaxis, below=True)
    ax.set_ylabel(ylabel)
    ax.grid(axis="y")
    ax.spines["left"].set_visible(False)
    hint_at_missing_fonts(style.figure_of(ax), names)
