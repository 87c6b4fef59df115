"""Exercises of lesson 00: a number of X, one position, and the shuffle test."""

import math

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw

LESSON = "00"

# ---- read a number of X ----------------------------------------------------


def read_number(X, tokens, names, token, name):
    """The number in the row of ``token`` (its first place) and the column ``name``."""
    for i, row in enumerate(X):
        for c, number in enumerate(row):
            if tokens[i] == token and names[c] == name:
                return number
    return math.nan


def _place(tokens, names, token, name):
    return tokens.index(token), names.index(name)


_TOKENS = ["the", "cat", "sees", "the"]
_NAMES = ["animal", "action", "colour", "place", "pos"]
_X4, _X5 = draw(0, (4, 4), (4, 5))

READ_NUMBER = FunctionExercise(
    lesson=LESSON,
    name="read_number(X, tokens, names, token, name)",
    definition=read_number,
    cases=(
        (_X4, _TOKENS, _NAMES[:4], "the", "colour"),
        (_X5, _TOKENS, _NAMES, "sees", "place"),
        (_X5, _TOKENS, _NAMES, "cat", "animal"),
    ),
    mistakes=(
        Mistake(
            "row-and-column-exchanged",
            N_("Row and column exchanged"),
            lambda X, *words: X[_place(*words)[::-1]],
            N_(
                "A row of X is a token, a column is a feature, and the row is named "
                "first."
            ),
        ),
        Mistake(
            "last-of-two-equal-tokens",
            N_("The last of two equal tokens"),
            lambda X, tokens, names, token, name: X[
                len(tokens) - 1 - tokens[::-1].index(token), names.index(name)
            ],
            N_("'the' stands in this sentence twice, and the first one was asked for."),
        ),
        Mistake(
            "whole-row",
            N_("A whole row"),
            lambda X, *words: X[_place(*words)[0]],
            N_(
                "This is all that is known of the token. One column of it was asked "
                "for."
            ),
        ),
        Mistake(
            "whole-column",
            N_("A whole column"),
            lambda X, *words: X[:, _place(*words)[1]],
            N_("This is one feature of all tokens. One row of it was asked for."),
        ),
    ),
    shape=N_("one number"),
    cell=lambda: _(
        "It stands in the row of the token and in the column of the feature."
    ),
)


def check_read_number(answer):
    """Check ``read_number(X, tokens, names, token, name)``: find one number in X.

    Parameters
    ----------
    answer : function
        Takes X (T, d_model), the T tokens, the d_model names of the columns, one of
        the tokens and one of the names. Returns the number that belongs to both; a
        token that occurs twice means its first place.
    """
    check(READ_NUMBER, answer)


# ---- the encoding of one position ------------------------------------------


def position(t, d):
    """sin(t / 10000^(2i/d)), cos(t / 10000^(2i/d)) for i = 0, 1, …, d numbers in all"""
    numbers = []
    for column in range(d):
        i = column // 2
        angle = t / 10000 ** (2 * i / d)
        numbers.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
    return numbers


def _waves(angle, first=np.sin, second=np.cos):
    """The first function in the even columns, the second in the odd ones."""
    return np.where(np.arange(len(angle)) % 2 == 0, first(angle), second(angle))


def _angle(t, d):
    return t / 10000 ** (np.arange(d) // 2 * 2 / d)


POSITION = FunctionExercise(
    lesson=LESSON,
    name="position(t, d)",
    definition=position,
    cases=((5, 4), (3, 6), (7, 5)),
    mistakes=(
        Mistake(
            "sine-and-cosine-exchanged",
            N_("Sine and cosine exchanged"),
            lambda t, d: _waves(_angle(t, d), np.cos, np.sin),
            N_(
                "Column 0 is the sine, column 1 the cosine of the same angle, and so "
                "on."
            ),
        ),
        Mistake(
            "new-speed-in-every-column",
            N_("A new speed in every column"),
            lambda t, d: _waves(t / 10000 ** (np.arange(d) / d)),
            N_(
                "Columns go in pairs: a sine and a cosine share one angle. i counts "
                "pairs, not columns."
            ),
        ),
        Mistake(
            "missing-2",
            N_("The 2 is missing in the exponent"),
            lambda t, d: _waves(t / 10000 ** (np.arange(d) // 2 / d)),
            N_("The exponent is 2i/d, where i counts the pairs of columns."),
        ),
        Mistake(
            "all-sines-first-then-all-cosines",
            N_("All sines first, then all cosines"),
            lambda t, d: [
                *np.sin(_angle(t, d)[::2]),
                *np.cos(_angle(t, d)[1::2]),
            ],
            N_("The right numbers in another order: sine and cosine take turns."),
        ),
        Mistake(
            "multiplied-for-divided",
            N_("Multiplied in place of divided"),
            lambda t, d: _waves(t * t / _angle(t, d)),
            N_("Later pairs must become slower, not faster: divide t."),
        ),
        Mistake(
            "degrees",
            N_("Degrees"),
            lambda t, d: _waves(np.radians(_angle(t, d))),
            N_("The angle is in radians as it stands. Nothing has to be converted."),
        ),
        Mistake(
            "counted-from-1",
            N_("Counted from 1"),
            lambda t, d: _waves(_angle(t + 1, d)),
            N_("t is the position as it is given; the first one is 0."),
        ),
    ),
    shape="(d,)",
    cell=lambda column: (
        _("Column {column} belongs to the pair i = {i} and holds a cosine.")
        if column % 2
        else _("Column {column} belongs to the pair i = {i} and holds a sine.")
    ).format(column=column, i=column // 2),
)


def check_position(answer):
    """Check ``position(t, d)``: the sinusoidal encoding of one position.

    Parameters
    ----------
    answer : function
        Takes the position t, counted from 0, and the width d (it may be odd). Returns
        d numbers.
    """
    check(POSITION, answer)


# ---- the shuffle test ------------------------------------------------------


def only_moved(f, X, order):
    """Is row i of f(shuffled X) the row order[i] of f(X), up to rounding?"""
    before, after = f(X), f(X[order])
    for i, old in enumerate(order):
        for a, b in zip(after[i], before[old], strict=True):
            if abs(a - b) > 1e-6:
                return False
    return True


# Functions to try the learner's test on → what is said of each.
_LAYERS = {
    lambda X: 2 * X + X.mean(axis=0): N_(
        "This f mixes all rows, whatever their order."
    ),
    lambda X: X + np.c_[: len(X)]: N_(
        "This f adds to each row a number for its position."
    ),
    lambda X: X.cumsum(axis=0): N_("This f adds up the rows before each row."),
    lambda X: 0 * X + X.mean(axis=0): N_("This f gives every row the mean of all."),
    lambda X: np.sort(X, axis=0): N_("This f sorts each column."),
    lambda X: 2 * X + X.mean(axis=0) + 1e-12 * np.c_[: len(X)]: N_(
        "This f mixes all rows, with a rounding error of 1e-12."
    ),
}


_WHOLE = np.round(10 * draw(1, (4, 3))[0])


def _for_every_layer(test):
    """Ask the same about every layer: one answer each."""
    return lambda layers, X, order: [test(f, X, order) for f in layers]


ONLY_MOVED = FunctionExercise(
    lesson=LESSON,
    name="only_moved(f, X, order)",
    definition=_for_every_layer(only_moved),
    ask=lambda test, *case: _for_every_layer(test)(*case),
    # The order must not be its own inverse: [1, 0, 2] would hide which way it goes.
    # Whole numbers, so that but for the last layer nothing is rounded.
    cases=((tuple(_LAYERS), _WHOLE, np.array([2, 0, 3, 1])),),
    mistakes=(
        Mistake(
            "equal-for-moved",
            N_("Equal in place of moved"),
            _for_every_layer(lambda f, X, order: np.allclose(f(X), f(X[order]))),
            N_(
                "This asks whether every row stays where it was. It should come out "
                "where its token went: shuffle the first result, too."
            ),
        ),
        Mistake(
            "shuffled-twice",
            N_("Shuffled twice"),
            _for_every_layer(lambda f, X, order: np.allclose(f(X), f(X[order])[order])),
            N_(
                "An order applied a second time does not undo the first. Leave the "
                "result of the shuffled input as it is, and shuffle the other one."
            ),
        ),
        Mistake(
            "no-room-for-rounding",
            N_("No room for rounding"),
            _for_every_layer(lambda f, X, order: (f(X)[order] == f(X[order])).all()),
            N_(
                "Two ways to the same number may differ in the last digit, and == says "
                "no. Compare up to rounding."
            ),
        ),
        Mistake(
            "table-for-one-answer",
            N_("A table in place of one answer"),
            _for_every_layer(lambda f, X, order: np.isclose(f(X)[order], f(X[order]))),
            N_(
                "This is one answer for every number. One answer for all was asked for."
            ),
        ),
        Mistake(
            "only-the-shapes-are-compared",
            N_("Only the shapes are compared"),
            _for_every_layer(lambda f, X, order: True),
            N_(
                "It says yes to everything, even where each position adds a number of "
                "its own. A shuffle never changes a shape."
            ),
        ),
        Mistake(
            "opposite",
            N_("The opposite"),
            _for_every_layer(lambda f, X, order: not only_moved(f, X, order)),
            N_("True should mean that the rows only moved."),
        ),
    ),
    shape=N_("one answer for each f"),
    cell=lambda i: _(list(_LAYERS.values())[i]),
)


def check_only_moved(answer):
    """Check ``only_moved(f, X, order)``: does a shuffle only move the rows?

    Parameters
    ----------
    answer : function
        Takes a function f from (T, d) to (T, d), an X (T, d) and a new order of its T
        rows. Returns True if f gives the shuffled X the same rows, shuffled likewise.
    """
    check(ONLY_MOVED, answer)


EXERCISES = (READ_NUMBER, POSITION, ONLY_MOVED)
