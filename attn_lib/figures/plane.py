"""A plane with equal units both ways, and names beside points that do not overlap."""

from itertools import product

import numpy as np

from .._arrays import require
from ..words import _, ngettext
from . import style
from .lettering import TICK, hint_room, labels, width

_NAME = 150  # points; a longer name is shortened
_AROUND = np.array([*product((1, 0, -1), repeat=2)])  # where a name may lie
_AROUND = _AROUND[_AROUND.any(axis=1)]


def new_plane(width, height, names, *, beside=0):
    """Axes of this size in points, with ``beside`` points free at their right."""
    left, right, top = 66, 14 + beside, 14
    across = left + width + right
    bottom = 56 + hint_room(names, across)
    down = bottom + height + top
    figure = style.new_figure(across / 72, down / 72, layout="none")
    box = (left / across, bottom / down, width / across, height / down)
    return figure.add_axes(box)


def numbered(letter, rows):
    """Names for rows that have none: k1, k2, …"""
    return [f"{letter}{i}" for i in range(1, len(rows) + 1)]


def finite(what, points):
    """The points, if they can be drawn."""
    is_finite = bool(np.isfinite(points).all())
    require(is_finite, what, expected="finite numbers", got="NaN or infinity")
    return points


def show_points(ax, points):
    """Fit the limits around points, with room for names, equal units both ways."""
    points = np.asarray(points)
    box = style.points(ax)
    centre = (points.max(axis=0) + points.min(axis=0)) / 2
    spread = np.ptp(points, axis=0) / (box.width, box.height)
    reach = 0.72 * (spread.max() or 1 / box.width) * np.array((box.width, box.height))
    (left, bottom), (right, top) = centre - reach, centre + reach
    ax.set(xlim=(left, right), ylim=(bottom, top))
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(_("first number"))
    ax.set_ylabel(_("second number"))
    ax.grid()
    ax.axhline(0, color=style.FAINT, linewidth=1, zorder=0.5)
    ax.axvline(0, color=style.FAINT, linewidth=1, zorder=0.5)
    ax.spines[:].set_visible(False)


def short(names):
    """Names as they are written in a plane, in their order."""
    return labels(names, _NAME, TICK)


def name_points(ax, points, texts, inks, *, gap=8):
    """Write each text beside its point, on the outer side if it is free there."""
    figure = style.figure_of(ax)
    page = np.array(figure.get_size_inches()) * 72
    at = ax.transData.transform(points) * 72 / figure.dpi
    taken = [_box(xy, np.array((12, 12)), np.zeros(2)) for xy in at]
    for point, xy, text, ink in zip(points, at, texts, inks, strict=True):
        size = np.array((width(text, TICK), TICK))
        outward = xy - at.mean(axis=0)
        sides = sorted(_AROUND, key=lambda side: -(side / np.hypot(*side)) @ outward)
        moves = [side * (gap + more) for more in (0, 12, 24) for side in sides]
        boxes = [_box(xy + move, size, move) for move in moves]
        crowd = [sum(map(_meets(b), taken)) + 9 * _leaves(b, page) for b in boxes]
        best = int(np.argmin(crowd))
        taken.append(boxes[best])
        _write(ax, text, point, moves[best], ink)


def _box(corner, size, move):
    """Left, bottom, right, top of a text whose nearest corner or side is there."""
    low = corner - size * (1 - np.sign(move)) / 2
    return np.concatenate((low, low + size))


def _meets(box):
    return lambda other: (box[:2] < other[2:]).all() and (other[:2] < box[2:]).all()


def _leaves(box, page):
    return bool((box[:2] < 0).any() or (box[2:] > page).any())


def _write(ax, text, point, move, ink):
    across, up = np.sign(move)
    ax.annotate(
        text,
        xy=point,
        xytext=move,
        textcoords="offset points",
        color=ink,
        fontsize=TICK,
        ha={1: "left", 0: "center", -1: "right"}[across],
        va={1: "bottom", 0: "center", -1: "top"}[up],
    )


def table_beside(ax, head, rows, ink, *, most=14):
    """A small table of texts at the right of the axes; the first column is wider."""
    rest = len(rows) - most
    more = ngettext("… and {n} more", "… and {n} more", rest).format(n=rest)
    rows = rows[:most] + ([[more]] if rest > 0 else [])
    ends = np.cumsum([24 + 120, *[78] * (len(head) - 1)])
    for n, row in enumerate([head, *rows]):
        for end, text in zip(ends, row, strict=False):
            first = end == ends[0]
            ax.annotate(
                text,
                xy=(1, 1),
                xycoords="axes fraction",
                xytext=(24 if first else end, -8 - 26 * n),
                textcoords="offset points",
                ha="left" if first else "right",
                va="top",
                fontsize=TICK,
                color=ink if n else style.INK,
            )
