"""Labels as they are drawn: in any script, no wider than their place."""

from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from unicodedata import combining

from matplotlib import font_manager
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font

from ..words import N_, _

# A figure's inch is shown 72 CSS pixels wide: a point of Matplotlib is a pixel of the
# page, and 15 of them are the 11 points of a book.
NUMBER, TICK, TITLE = 15, 16, 18
_HINT, _LEAST_LEVEL = 12, 14
SMALLEST = 11  # below this a number is left out

_BASE_FONT = "DejaVu Sans"  # ships with Matplotlib; Latin, Greek, Hebrew, Arabic, …
# The first of each group that is installed is used as well.
_FURTHER_FONTS = (
    (
        "Noto Sans CJK SC",
        "Noto Sans CJK JP",
        "Noto Sans SC",
        "Source Han Sans SC",
        "WenQuanYi Micro Hei",
        "WenQuanYi Zen Hei",
        "PingFang SC",
        "Hiragino Sans GB",
        "Microsoft YaHei",
        "SimHei",
        "Arial Unicode MS",
    ),
    ("Noto Emoji", "Segoe UI Emoji", "Symbola"),
)
_NO_GLYPH_NEEDED = "\u200d\ufe0e\ufe0f"  # joiners and variation selectors
_TITLE_ROOM = 800  # points: a title has to fit into the widest figure
FONT_HINT = N_("#3 = item 3: no installed font has it. Chinese: install Noto Sans CJK.")


@cache
def installed_fonts():
    """Family → file of the fonts that labels may use, in the order they are tried."""
    found = _found_fonts()
    if not set(_FURTHER_FONTS[0]) & found.keys():
        _read_new_fonts()
        found = _found_fonts()
    return found


def _found_fonts():
    files = {
        font.name: font.fname
        for font in font_manager.fontManager.ttflist
        if font.style == "normal" and font.weight == 400
    }
    found = [
        next((name for name in group if name in files), None)
        for group in _FURTHER_FONTS
    ]
    return {name: files[name] for name in (_BASE_FONT, *found) if name in files}


def _read_new_fonts():
    """Let Matplotlib know of fonts that came after it had written its list of them."""
    known = {Path(font.fname) for font in font_manager.fontManager.ttflist}
    for file in map(Path, font_manager.findSystemFonts()):
        if file not in known:
            with suppress(Exception):  # some are broken, or made of pictures
                font_manager.fontManager.addfont(file)


def font_families():
    """What ``font.family`` must be: a list there falls back glyph by glyph."""
    return list(installed_fonts())


@cache
def _characters(file):
    return frozenset(FT2Font(file).get_charmap())


def can_draw(text):
    """Whether the installed fonts have every character."""
    covered = [_characters(file) for file in installed_fonts().values()]
    return all(
        c in _NO_GLYPH_NEEDED or any(ord(c) in characters for characters in covered)
        for c in text
    )


def drawable(text):
    """The text of a title or a legend, with □ for what no installed font can draw."""
    shown = "".join(c if can_draw(c) else "□" for c in with_few_marks(text[:1000]))
    return shorten(shown, _TITLE_ROOM, TITLE)


def with_few_marks(text):
    """The text with four marks at most on a letter: a tower of them has no place."""
    kept = []
    for c in text:
        marks = kept[-4:] if combining(c) else []
        if len(marks) < 4 or not all(map(combining, marks)):
            kept.append(c)
    return "".join(kept)


def labels(texts, room, size):
    """Labels of items in order: shortened to ``room`` points, #n where a font lacks.

    Repeated words stay apart, because nothing is looked up by its text.
    """
    return [
        shorten(text, room, size) if can_draw(text) else f"#{n}"
        for n, text in enumerate(texts)
    ]


def hint_at_missing_fonts(figure, texts):
    """Say once in a figure, at its foot, what ``#n`` stands for, if it is needed."""
    if not all(map(can_draw, texts)):
        figure.supxlabel(_(FONT_HINT), x=0.99, ha="right", fontsize=_HINT, wrap=True)


def hint_room(texts, room):
    """Points to keep free at the foot of a figure ``room`` points wide."""
    if all(map(can_draw, texts)):
        return 0
    return 1.3 * _HINT * ceil(1.1 * width(_(FONT_HINT), _HINT) / room) + 6


def hint_in(figure):
    """The hint that a figure shows, or nothing."""
    hint = _(FONT_HINT)
    return hint if figure.get_supxlabel() == hint else ""


def width(text, size):
    """How wide a text is drawn, in points."""
    return _ems(text, tuple(installed_fonts())) * size


@lru_cache(maxsize=4096)
def _ems(text, families):
    font = FontProperties(family=list(families), size=100)
    return _renderer().get_text_width_height_descent(text, font, ismath=False)[0] / 100


@cache
def _renderer():
    return RendererAgg(1, 1, 72)


def widest(texts, size):
    """The width of the widest text, in points."""
    return max((width(text, size) for text in texts), default=0)


def shorten(text, room, size):
    """The text, cut with an ellipsis where it is wider than ``room`` points."""
    text = with_few_marks(text[:1000])
    if len(text) < 200 and width(text, size) <= room:
        return text
    cuts = range(1, min(len(text), 200))
    kept = bisect_right(cuts, room, key=lambda n: width(text[:n] + "…", size))
    return text[:kept] + "…"


@dataclass(frozen=True)
class Names:
    """Names of items ``pitch`` points apart along an axis, laid so as not to touch.

    Those of columns are level, else slanted, else upright; those of rows are level.
    Where even small letters would touch, only every ``step``-th item is named.
    """

    texts: tuple
    pitch: float
    room: float  # points; a longer name is shortened
    columns: bool = True

    @property
    def angle(self):
        """Degrees."""
        if not self.columns or self._level_size >= _LEAST_LEVEL:
            return 0
        return 45 if self.pitch >= 28 else 90

    @property
    def size(self):
        """Points; smaller than usual where names lie close."""
        if self._stacked:
            return min(TICK, self.pitch * self.step / 1.2)
        return TICK if self.angle else min(TICK, self._level_size)

    @property
    def step(self):
        """How far apart the items are that are named."""
        return ceil(10 / self.pitch) if self._stacked else 1

    @property
    def _stacked(self):
        return not self.columns or self.angle == 90

    @property
    def _level_size(self):
        return (self.pitch - 6) / max(widest(self._shown(TICK), 1), 0.1)

    def _shown(self, size):
        return labels(self.texts, self.room, size)

    @property
    def length(self):
        """Points of the longest name, as it is shown."""
        return widest(self._shown(self.size), self.size)

    @property
    def depth(self):
        """Points that the names take away from their axis, for columns."""
        along = {0: 0, 45: 0.71, 90: 1}[self.angle]
        return along * self.length + (0 if self.angle == 90 else 1.2 * self.size)

    @property
    def overhang(self):
        """Points by which a slanted name reaches beyond the last item."""
        if self.angle != 45:
            return 0
        ends = enumerate(reversed(self._shown(self.size)))
        return max(0.75 * width(t, TICK) - (n + 0.5) * self.pitch for n, t in ends)

    def put_on(self, axis, *, below=False):
        """Make them the tick labels of an axis, above it or below."""
        slanted = {"ha": "right" if below else "left", "rotation_mode": "anchor"}
        axis.set_ticks(
            range(0, len(self.texts), self.step),
            self._shown(self.size)[:: self.step],
            fontsize=self.size,
            rotation=self.angle,
            **(slanted if self.angle == 45 else {}),
        )
