"""How a number is written for people: one rule for pictures, captions and messages.

A number is first rounded to twelve significant digits, then to the places that are
shown, and a half goes away from zero. Sums of floats end in noise, in the sixteenth
digit and another on every processor: 1.1249999999999998 here is 1.125 there. People
read 1.13 for both. ``web/numbers.js`` does the same on the page.
"""

import re
import unicodedata
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite

import numpy as np

# Half up is "away from zero": Decimal rounds the size of a number, not its sign.
_WITHOUT_NOISE = Context(prec=12, rounding=ROUND_HALF_UP)
_TO_PLACES = Context(prec=400, rounding=ROUND_HALF_UP)  # any float, to any places


def fixed(value, places):
    """Write a number with so many decimals, a true minus, and none before a zero."""
    if not isfinite(value):
        return {"inf": "∞", "-inf": "−∞", "nan": "NaN"}[str(float(value))]
    last = Decimal(1).scaleb(-places)
    return f"{_without_noise(value).quantize(last, context=_TO_PLACES):zf}".replace(
        "-", "−"
    )


def number(value, places=2):
    """Write a number for a cell: two decimals, fewer where five characters are full.

    0 is exactly 0; what only rounds to it is ≈0. ``places`` other than two ask for so
    many decimals in as much more room.
    """
    if value == 0:
        return "0"
    if not fixed(value, places).strip("0."):
        return "≈0"
    texts = (fixed(value, n) for n in range(places, -1, -1))
    short = (text for text in texts if len(text) <= places + 3)
    return next(short, None) or _power_of_ten(value)


def percent(share, places=0):
    """Write a share, 0 to 1, as a percentage."""
    return f"{fixed(100 * share, places)}%"


def from_largest(values):
    """Places of the numbers, the largest first; those equal but for noise in order."""
    order = np.argsort(-values, kind="stable")
    noise = 1e-12 * np.abs(values).max(initial=0)
    level = np.cumsum(np.diff(-values[order], prepend=-np.inf) > noise)
    return order[np.lexsort((order, level))]


def plain_minus(text):
    """A typed text with the keyboard's hyphen for every minus, and plain digits."""
    return re.sub("[‐‑‒–−]", "-", unicodedata.normalize("NFKC", text))


def _without_noise(value):
    return _WITHOUT_NOISE.create_decimal_from_float(float(value))


def _power_of_ten(value):
    """One digit and a power of ten, as 2e13."""
    one_digit = Context(prec=1, rounding=ROUND_HALF_UP).plus(_without_noise(value))
    sign, (digit,), exponent = one_digit.as_tuple()
    return f"{'−' * sign}{digit}e{exponent}"
