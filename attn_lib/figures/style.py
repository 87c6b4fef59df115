"""What all pictures share: a colour for each symbol, fonts, labels taken literally."""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from matplotlib import font_manager
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font

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
NEGATIVE = "#8a8a8a"  # below zero: grey, and a minus sign
INK, PALE, PAPER = "#1a1a1a", "#b3b3b3", "#ffffff"
TICK, NUMBER, TITLE = 12, 11, 14  # points

_BASE_FONT = "DejaVu Sans"  # ships with Matplotlib
_CJK_FONTS = (
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
)
_NO_GLYPH_NEEDED = "\u200d\ufe0e\ufe0f"  # joiners and variation selectors
FONT_HINT = "#n: token n; no installed font draws it (for Chinese: Noto Sans CJK)"


def colour(symbol):
    """A symbol's colour on white paper."""
    return COLOURS[symbol][0]


def new_axes(width, height):
    """Axes in a figure of their own, in inches, that pyplot never hears of."""
    figure = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    return figure.add_subplot()


def colormap(symbol, kind):
    """White → the symbol's colour; for signed numbers grey ← white → colour."""
    towards = colour(symbol)
    stops = [PAPER, towards] if kind == "weights" else [NEGATIVE, PAPER, towards]
    return LinearSegmentedColormap.from_list(f"{symbol} {kind}", stops)


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


@cache
def installed_fonts():
    """Family → file of the fonts that labels may use, in the order they are tried."""
    files = {
        font.name: font.fname
        for font in font_manager.fontManager.ttflist
        if font.style == "normal" and font.weight == 400
    }
    found = next((name for name in _CJK_FONTS if name in files), None)
    return {name: files[name] for name in (_BASE_FONT, found) if name in files}


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


def hint_at_missing_fonts(ax, labels):
    """Say once, below the axes, what ``#n`` stands for, if any label needs it."""
    if not all(map(can_draw, labels)):
        ax.annotate(
            FONT_HINT,
            xy=(1, 0),
            xycoords="axes fraction",
            xytext=(0, -32),
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=9,
            color=INK,
        )


def shorten(text, limit):
    """At most ``limit`` characters, with an ellipsis if something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def drawable_labels(labels, *, limit=14):
    """Labels as they can be drawn here: short, and ``#n`` where a font is missing."""
    return [
        shorten(label, limit) if can_draw(label) else f"#{n}"
        for n, label in enumerate(labels)
    ]


def literal():
    """Keyword arguments that make Matplotlib draw text as it is, ``$`` included."""
    return {"parse_math": False, "fontfamily": list(installed_fonts())}


def number(value):
    """Two decimals, a half rounded up as the board does; never −0.00, 0 for a zero."""
    rounded = Decimal(float(value)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return "0" if value == 0 else f"{rounded:z}".replace("-", "−")
