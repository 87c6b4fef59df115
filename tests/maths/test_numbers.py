"""Numbers as people read them: a digit must not depend on the processor."""

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from attn_lib._numbers import fixed, from_largest, number, percent

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (0.125, 2, "0.13"),  # exact ties, away from zero
        (-0.125, 2, "−0.13"),
        (0.5, 0, "1"),
        (2.5, 0, "3"),
        (1.575, 2, "1.58"),  # no floats, but what a person means
        (1.005, 2, "1.01"),
        (1.1249999999999998, 2, "1.13"),  # noise below a tie
        (1.1250000000000002, 2, "1.13"),
        (1.12499999, 2, "1.12"),  # no noise
        (-0.004, 2, "0.00"),
        (-0.0, 2, "0.00"),
        (-1, 0, "−1"),
        (1e30, 0, "1" + 30 * "0"),
        (np.float32(0.1), 3, "0.100"),
        (np.float16(0.5), 1, "0.5"),
        (-np.inf, 2, "−∞"),
        (np.nan, 2, "NaN"),
    ],
)
def test_a_half_goes_away_from_zero_and_noise_is_no_difference(value, places, shown):
    assert fixed(value, places) == shown


@given(finite, st.integers(0, 4))
def test_what_is_written_is_the_nearest_there_is(value, places):
    read = Decimal(fixed(value, places).replace("−", "-"))
    noise = abs(Decimal(value)) * Decimal(10) ** -11
    assert abs(read - Decimal(value)) <= Decimal(10) ** -places / 2 + noise


@given(st.integers(-99_999, 99_999), st.integers(0, 3), st.integers(-8, 8))
def test_noise_never_flips_a_digit_at_a_tie(tie, places, units):
    """All that lies eight last digits around a half is written as the half."""
    half = (tie + 0.5) / 10**places
    exact = (Decimal(tie) + Decimal("0.5")).scaleb(-places)
    expected = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    near = half + units * np.spacing(half)
    assert fixed(near, places).replace("−", "-") == f"{expected:zf}"


@given(finite)
def test_a_number_and_its_negative_differ_by_the_sign_alone(value):
    assume(value != 0)
    text, negative = fixed(abs(value), 2), fixed(-abs(value), 2)
    assert negative in (f"−{text}", text)
    assert (negative == text) == (float(text) == 0)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.9, "0.90"),
        (0, "0"),
        (-0.0, "0"),
        (-0.001, "≈0"),
        (0.001, "≈0"),
        (-1.5, "−1.50"),
        (1.125, "1.13"),
        (-99.995, "−100"),
        (123.4, "123.4"),
        (-123.4, "−123"),
        (12345, "12345"),
        (123456, "1e5"),
        (-25000, "−3e4"),
        (1e-12, "≈0"),
        (-1e10, "−1e10"),
        (np.inf, "∞"),
        (-np.inf, "−∞"),
        (np.nan, "NaN"),
        (np.float16(0.5), "0.50"),
    ],
)
def test_a_number_takes_five_characters_and_has_no_negative_zero(value, shown):
    assert number(value) == shown


def test_four_places_where_they_are_asked_for():
    assert number(0.40833, 4) == "0.4083"


@given(finite)
def test_a_number_in_a_cell_is_short_and_right(value):
    text = number(value)
    assert len(text) <= 6  # as −2e300; five, where it has no exponent
    assert len(text) <= 5 or "e" in text
    assert (text == "0") == (value == 0)
    size, off = (
        abs(Decimal(value)),
        abs(Decimal(text.replace("−", "-").replace("≈", "")) - Decimal(value)),
    )
    assert off <= max(Decimal("0.00501"), size / 2)


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.125, "13%"), (0.985, "99%"), (1, "100%"), (0.28999999999999998, "29%")],
)
def test_a_share(share, shown):
    assert percent(share) == shown


@pytest.mark.parametrize("noise", [0, 1e-15, -1e-15])
def test_noise_is_no_rank(noise):
    """Whom a caption names first, of several that are equal, is the first of them."""
    weights = np.array([0.1, 0.3, 0.3 * (1 + noise), 0.3 * (1 - noise), 0, noise / 9])
    assert from_largest(weights).tolist() == [1, 2, 3, 0, 4, 5]


def test_what_is_more_than_noise_is_a_rank():
    assert from_largest(np.array([1, 1 + 1e-9, -2])).tolist() == [1, 0, 2]
    assert from_largest(np.zeros(3)).tolist() == [0, 1, 2]
