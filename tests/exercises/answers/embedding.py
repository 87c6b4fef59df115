import math

import numpy as np

from tests.exercises.answers import Answers, in_float32

# ---- read_number -----------------------------------------------------------


def read_number_stub(X, tokens, names, token, name): ...


def read_number(X, tokens, names, token, name):
    return X[tokens.index(token), names.index(name)]


def read_number_in_loops(X, tokens, names, token, name):
    for i in range(len(tokens)):
        if tokens[i] == token:
            for c in range(len(names)):
                if names[c] == name:
                    return X.tolist()[i][c]


def read_number_from_a_dict(X, tokens, names, token, name):
    last = dict(zip(tokens, X, strict=True))
    return last[token][names.index(name)]


def read_number_by_mask(X, tokens, names, token, name):
    return X[np.array(tokens) == token][0][np.array(names) == name].item()


READ_NUMBER = Answers(
    stub=read_number_stub,
    right={
        "solution": read_number,
        "loops": read_number_in_loops,
        "mask": read_number_by_mask,
        "float32": in_float32(read_number),
    },
    wrong={
        "row-and-column-exchanged": (
            lambda X, tokens, names, token, name: X[
                names.index(name), tokens.index(token)
            ]
        ),
        "last-of-two-equal-tokens": read_number_from_a_dict,
        "whole-row": lambda X, tokens, names, token, name: X[tokens.index(token)],
        "whole-column": lambda X, tokens, names, token, name: X[:, names.index(name)],
        "number": lambda X, tokens, names, token, name: X[0, 0],
        "no-numbers": lambda X, tokens, names, token, name: f"{token} {name}",
    },
)

# ---- position --------------------------------------------------------------


def position_stub(t, d): ...


def position(t, d):
    numbers = []
    for column in range(d):
        i = column // 2
        angle = t / 10000 ** (2 * i / d)
        wave = math.sin if column % 2 == 0 else math.cos
        numbers.append(wave(angle))
    return numbers


def position_by_slices(t, d):
    angle = t / 10000 ** (np.arange(0, d, 2) / d)
    numbers = np.zeros(d)
    numbers[0::2] = np.sin(angle)
    numbers[1::2] = np.cos(angle)[: d // 2]
    return numbers


def position_by_exp(t, d):
    column = np.arange(d)
    angle = t * np.exp(-math.log(10000) * (column - column % 2) / d)
    return np.sin(angle + (column % 2) * math.pi / 2)


def waves(t, d, exponent, first=math.sin, second=math.cos):
    angles = [t / 10000 ** exponent(column) for column in range(d)]
    return [(second if c % 2 else first)(a) for c, a in enumerate(angles)]


def position_in_halves(t, d):
    pairs = range((d + 1) // 2)
    sines = [math.sin(t / 10000 ** (2 * i / d)) for i in pairs]
    return sines + [math.cos(t / 10000 ** (2 * i / d)) for i in range(d // 2)]


def position_even_only(t, d):
    numbers = []
    for i in range((d + 1) // 2):
        angle = t / 10000 ** (2 * i / d)
        numbers += [math.sin(angle), math.cos(angle)]
    return numbers


POSITION = Answers(
    stub=position_stub,
    right={
        "solution": position,
        "slices": position_by_slices,
        "exp": position_by_exp,
        "float32": in_float32(position_by_slices),
    },
    wrong={
        "sine-and-cosine-exchanged": (
            lambda t, d: waves(t, d, lambda c: 2 * (c // 2) / d, math.cos, math.sin)
        ),
        "new-speed-in-every-column": lambda t, d: waves(t, d, lambda c: c / d),
        "missing-2": (lambda t, d: waves(t, d, lambda c: (c // 2) / d)),
        "all-sines-first-then-all-cosines": position_in_halves,
        "multiplied-for-divided": (
            lambda t, d: waves(t, d, lambda c: -2 * (c // 2) / d)
        ),
        "degrees": lambda t, d: position_by_slices(math.radians(t), d),
        "counted-from-1": lambda t, d: position(t + 1, d),
        "shape": position_even_only,
        "number: a sine": lambda t, d: np.zeros(d),
        "number: a cosine": lambda t, d: position_by_slices(t, d) * (np.arange(d) != 1),
    },
)

# ---- only_moved ------------------------------------------------------------


def only_moved_stub(f, X, order): ...


def only_moved(f, X, order):
    return np.allclose(f(X)[order], f(X[order]))


def only_moved_in_loops(f, X, order):
    before, after = f(X), f(X[order])
    moved = True
    for i in range(len(order)):
        for c in range(X.shape[1]):
            moved = moved and abs(after[i, c] - before[order[i], c]) < 1e-8
    return moved


def only_moved_by_inverse(f, X, order):
    back = np.argsort(order)
    return np.abs(f(X) - f(X[order])[back]).max() < 1e-6


ONLY_MOVED = Answers(
    stub=only_moved_stub,
    right={
        "solution": only_moved,
        "loops": only_moved_in_loops,
        "inverse": only_moved_by_inverse,
        "float32": lambda f, X, order: only_moved(f, X.astype(np.float32), order),
    },
    wrong={
        "equal-for-moved": lambda f, X, order: np.allclose(f(X), f(X[order])),
        "shuffled-twice": lambda f, X, order: np.allclose(f(X), f(X[order])[order]),
        "no-room-for-rounding": (
            lambda f, X, order: np.array_equal(f(X)[order], f(X[order]))
        ),
        "table-for-one-answer": (
            lambda f, X, order: np.abs(f(X)[order] - f(X[order])) < 1e-8
        ),
        "only-the-shapes-are-compared": (
            lambda f, X, order: f(X)[order].shape == f(X[order]).shape
        ),
        "opposite": lambda f, X, order: not only_moved(f, X, order),
        "number": lambda f, X, order: False,
        "no-truth-values": lambda f, X, order: int(only_moved(f, X, order)),
    },
)

ANSWERS = {
    "check_read_number": READ_NUMBER,
    "check_position": POSITION,
    "check_only_moved": ONLY_MOVED,
}
