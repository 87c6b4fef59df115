import math

import numpy as np

from tests.exercises.answers import Answers, in_float32

# ---- norm ------------------------------------------------------------------


def norm_stub(X, gain, bias): ...


def norm(X, gain, bias):
    centred = X - X.mean(axis=1, keepdims=True)
    variance = (centred**2).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance) * gain + bias


def norm_in_loops(X, gain, bias):
    return [(row - row.mean()) / row.std() * gain + bias for row in X]


def normed(axis, ddof=0):
    def answer(X, gain, bias):
        spread = X.std(axis=axis, ddof=ddof, keepdims=True)
        return (X - X.mean(axis=axis, keepdims=True)) / spread * gain + bias

    return answer


def plain(X):
    return norm(X, 1, 0)


NORM = Answers(
    stub=norm_stub,
    right={
        "solution": norm,
        "loops": norm_in_loops,
        "with an epsilon": lambda X, gain, bias: (
            (X - X.mean(1, keepdims=True))
            / np.sqrt(X.var(1, keepdims=True) + 1e-9)
            * gain
            + bias
        ),
        "float32": in_float32(norm),
    },
    wrong={
        "Columns in place of rows.": normed(0),
        "One mean for the whole table.": (
            lambda X, gain, bias: (X - X.mean()) / X.std() * gain + bias
        ),
        "Variance in place of its root.": lambda X, gain, bias: (
            (X - X.mean(1, keepdims=True)) / X.var(1, keepdims=True) * gain + bias
        ),
        "Divided by n − 1.": normed(1, ddof=1),
        "The mean is left in.": (
            lambda X, gain, bias: X / X.std(1, keepdims=True) * gain + bias
        ),
        "Gain and bias forgotten.": lambda X, gain, bias: plain(X),
        "Bias before gain.": lambda X, gain, bias: (plain(X) + bias) * gain,
        "wrong shape: expected (T, d) = (3, 3), got (3,)": (
            lambda X, gain, bias: norm(X, gain, bias)[0]
        ),
    },
)

# ---- mean_of_real ----------------------------------------------------------


def mean_of_real_stub(X, real): ...


def mean_of_real(X, real):
    total = (X * real[:, :, None]).sum(axis=1)
    return total / real.sum(axis=1)[:, None]


def without_ends(X, real):
    return [x[r][1:-1].mean(axis=0) for x, r in zip(X, real, strict=True)]


MEAN_OF_REAL = Answers(
    stub=mean_of_real_stub,
    right={
        "solution": mean_of_real,
        "loops": lambda X, real: [
            x[r].mean(axis=0) for x, r in zip(X, real, strict=True)
        ],
        "matmul": lambda X, real: ((real / real.sum(1, keepdims=True))[:, None] @ X)[
            :, 0
        ],
        "float32": in_float32(mean_of_real),
    },
    wrong={
        "Fillers counted.": lambda X, real: X.mean(axis=1),
        "Divided by all.": lambda X, real: (X * real[:, :, None]).mean(axis=1),
        "Not divided.": lambda X, real: np.einsum("btd,bt->bd", X, real),
        "One number for the whole batch.": lambda X, real: (
            np.einsum("btd,bt->bd", X, real) / real.sum()
        ),
        "The first piece only.": lambda X, real: X[:, 0],
        "Without [CLS] and [SEP].": without_ends,
        "The fillers' mean.": lambda X, real: mean_of_real(X, ~real),
        "Features averaged.": lambda X, real: X.mean(axis=-1),
        "wrong shape: expected (B, d) = (2, 4), got (4,)": (
            lambda X, real: X[real].mean(axis=0)
        ),
    },
)

# ---- cosine ----------------------------------------------------------------


def cosine_stub(a, b): ...


def cosine(a, b):
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))


COSINE = Answers(
    stub=cosine_stub,
    right={
        "solution": cosine,
        "of length 1 first": lambda a, b: (
            (a / math.sqrt(a @ a)) @ (b / math.sqrt(b @ b))
        ),
        "loops": lambda a, b: (
            (sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a))
            / math.hypot(*b)
        ),
        "float32": in_float32(cosine),
    },
    wrong={
        "Not divided by the lengths.": lambda a, b: a @ b,
        "Divided by one length.": lambda a, b: a @ b / np.linalg.norm(a),
        "Divided by squared lengths.": (
            lambda a, b: a @ b / ((a**2).sum() * (b**2).sum())
        ),
        "A distance.": lambda a, b: np.sqrt(((a - b) ** 2).sum()),
        "One minus the cosine.": lambda a, b: 1 - cosine(a, b),
        "The angle itself.": lambda a, b: math.acos(cosine(a, b)),
        "The sign is lost.": lambda a, b: abs(cosine(a, b)),
        "wrong shape: expected one number = (), got (4,)": lambda a, b: a * b,
    },
)

# ---- the head that looks back ----------------------------------------------

HEAD_BACK = Answers(
    stub=...,
    right={"solution": 2, "float": 2.0, "int64": np.int64(2)},
    wrong={
        "head 3 gives 0.07 to the piece before. Heads are counted from 0, as Python "
        "counts": 3,
        "head 8 gives 0.08 to the piece before. It is the one that looks most at the "
        "own piece. Row = who looks, column = who is looked at": 8,
        "head 4 gives 0.10 to the piece before. It is the one that looks most at the "
        "next piece. Row = who looks, column = who is looked at": 4,
        "head 5 gives 0.28 to the piece before. Another one gives 1.00": 5,
        "the heads are numbered from 0 to 11, got 12": 12,
        "expected the number of a head, got 'two'": "two",
        "expected the number of a head, got True": True,
    },
)

ANSWERS = {
    "check_norm": NORM,
    "check_mean_of_real": MEAN_OF_REAL,
    "check_cosine": COSINE,
    "check_head_back": HEAD_BACK,
}
