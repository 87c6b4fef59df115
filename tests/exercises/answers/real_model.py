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
        "columns-for-rows": normed(0),
        "one-mean-for-the-whole-table": (
            lambda X, gain, bias: (X - X.mean()) / X.std() * gain + bias
        ),
        "variance-for-its-root": lambda X, gain, bias: (
            (X - X.mean(1, keepdims=True)) / X.var(1, keepdims=True) * gain + bias
        ),
        "divided-by-n-1": normed(1, ddof=1),
        "mean-is-left-in": (
            lambda X, gain, bias: X / X.std(1, keepdims=True) * gain + bias
        ),
        "gain-and-bias-forgotten": lambda X, gain, bias: plain(X),
        "bias-before-gain": lambda X, gain, bias: (plain(X) + bias) * gain,
        "shape": lambda X, gain, bias: norm(X, gain, bias)[0],
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
        "fillers-counted": lambda X, real: X.mean(axis=1),
        "divided-by-all": lambda X, real: (X * real[:, :, None]).mean(axis=1),
        "not-divided": lambda X, real: np.einsum("btd,bt->bd", X, real),
        "one-number-for-the-whole-batch": lambda X, real: (
            np.einsum("btd,bt->bd", X, real) / real.sum()
        ),
        "first-piece-only": lambda X, real: X[:, 0],
        "without-cls-and-sep": without_ends,
        "fillers-mean": lambda X, real: mean_of_real(X, ~real),
        "features-averaged": lambda X, real: X.mean(axis=-1),
        "shape": lambda X, real: X[real].mean(axis=0),
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
        "not-divided-by-the-lengths": lambda a, b: a @ b,
        "divided-by-one-length": lambda a, b: a @ b / np.linalg.norm(a),
        "divided-by-squared-lengths": (
            lambda a, b: a @ b / ((a**2).sum() * (b**2).sum())
        ),
        "distance": lambda a, b: np.sqrt(((a - b) ** 2).sum()),
        "one-minus-the-cosine": lambda a, b: 1 - cosine(a, b),
        "angle-itself": lambda a, b: math.acos(cosine(a, b)),
        "sign-is-lost": lambda a, b: abs(cosine(a, b)),
        "shape": lambda a, b: a * b,
    },
)

# ---- the head that looks back ----------------------------------------------

HEAD_BACK = Answers(
    stub=...,
    right={"solution": 2, "float": 2.0, "int64": np.int64(2)},
    wrong={
        "counted-from-1": 3,
        "own-piece": 8,
        "next-piece": 4,
        "another-head": 5,
        "no-head": 12,
        "no-number: text": "two",
        "no-number: True": True,
    },
)

ANSWERS = {
    "check_norm": NORM,
    "check_mean_of_real": MEAN_OF_REAL,
    "check_cosine": COSINE,
    "check_head_back": HEAD_BACK,
}
