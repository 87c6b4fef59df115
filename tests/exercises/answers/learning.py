import numpy as np

from tests.exercises.answers import Answers, in_float32

# ---- slopes ----------------------------------------------------------------


def slopes_stub(f, x, step): ...


def slopes(f, x, step):
    found = np.zeros(len(x))
    for i in range(len(x)):
        plus, minus = x.copy(), x.copy()
        plus[i] += step
        minus[i] -= step
        found[i] = (f(plus) - f(minus)) / (2 * step)
    return found


def slopes_by_unit_vectors(f, x, step):
    moves = step * np.eye(len(x))
    return [(f(x + move) - f(x - move)) / (2 * step) for move in moves]


def slopes_on_one_copy(f, x, step):
    x, found = x.copy(), []
    for i, number in enumerate(x):
        x[i] = number + step
        above = f(x)
        x[i] = number - step
        found.append((above - f(x)) / step / 2)
        x[i] = number
    return found


def slopes_with(formula):
    """``formula`` gets f above, at and below x, and the step."""

    def answer(f, x, step):
        moves = step * np.eye(len(x))
        return np.array([formula(f(x + m), f(x), f(x - m), step) for m in moves])

    return answer


def slopes_in_place(f, x, step):
    found = []
    for i in range(len(x)):
        x[i] += step
        found.append(f(x))
    return found


SLOPES = Answers(
    stub=slopes_stub,
    right={
        "solution": slopes,
        "unit vectors": slopes_by_unit_vectors,
        "one copy": slopes_on_one_copy,
        "float32": in_float32(slopes),
    },
    wrong={
        "One side only.": slopes_with(lambda above, at, below, h: (above - at) / h),
        "The lower side only.": slopes_with(
            lambda above, at, below, h: (at - below) / h
        ),
        "Divided by one step.": slopes_with(
            lambda above, at, below, h: (above - below) / h
        ),
        "Not divided.": slopes_with(lambda above, at, below, h: above - below),
        "Upside down.": slopes_with(
            lambda above, at, below, h: (below - above) / (2 * h)
        ),
        "All numbers moved together.": lambda f, x, h: (
            [(f(x + h) - f(x - h)) / (2 * h)] * len(x)
        ),
        "The sum of all slopes.": lambda f, x, h: (f(x + h) - f(x - h)) / (2 * h),
        "it changes its input x.": slopes_in_place,
        "wrong shape: expected (n,) = (3,), got (2,)": lambda f, x, h: slopes(f, x, h)[
            :2
        ],
        "expected 1.25, got 2.25 at [0]. It is how f moves when x[0] alone moves.": (
            lambda f, x, h: slopes(f, x, h) + 1
        ),
    },
)

# ---- d_values --------------------------------------------------------------


def d_values_stub(weights, d_output): ...


def d_values(weights, d_output):
    return weights.T @ d_output


def d_values_in_loops(weights, d_output):
    dV = np.zeros((weights.shape[1], d_output.shape[1]))
    for i in range(len(weights)):
        for j in range(weights.shape[1]):
            dV[j] += weights[i, j] * d_output[i]
    return dV


D_VALUES = Answers(
    stub=d_values_stub,
    right={
        "solution": d_values,
        "loops": d_values_in_loops,
        "einsum": lambda weights, d: np.einsum("ij,ic->jc", weights, d),
        "float32": in_float32(d_values),
    },
    wrong={
        "Weights not transposed.": lambda weights, d: weights @ d,
        "The gradient transposed.": lambda weights, d: weights.T @ d.T,
        "Lying on its side.": lambda weights, d: d.T @ weights,
        "The largest weight only.": lambda weights, d: (
            np.eye(weights.shape[1])[weights.argmax(axis=1)].T @ d
        ),
        "Products without their sum.": lambda weights, d: np.einsum(
            "ij,ic->ijc", weights, d
        ),
        "The mean of the queries.": lambda weights, d: weights.T @ d / weights.shape[0],
        "The weights took no part.": lambda weights, d: np.ones_like(weights).T @ d,
        "wrong shape: expected (T_k, d_v) = (3, 3), got (3,)": (
            lambda weights, d: weights.T @ d[:, 0]
        ),
        "expected 1.045, got 2.045 at [0, 0]. It is what column 0 of value 0 did": (
            lambda weights, d: weights.T @ d + 1
        ),
    },
)

# ---- d_softmax -------------------------------------------------------------


def d_softmax_stub(p, d_p): ...


def d_softmax(p, d_p):
    mean = (p * d_p).sum(axis=1, keepdims=True)
    return p * (d_p - mean)


def d_softmax_by_jacobians(p, d_p):
    pairs = zip(p, d_p, strict=True)
    return [(np.diag(row) - np.outer(row, row)) @ d for row, d in pairs]


D_SOFTMAX = Answers(
    stub=d_softmax_stub,
    right={
        "solution": d_softmax,
        "Jacobians": d_softmax_by_jacobians,
        "einsum": lambda p, d: p * d - p * np.einsum("ij,ij->i", p, d)[:, None],
        "float32": in_float32(d_softmax),
    },
    wrong={
        "The others are forgotten.": lambda p, d: p * d,
        "The diagonal only.": lambda p, d: (p - p**2) * d,
        "The plain mean.": lambda p, d: p * (d - d.mean(axis=1)[:, None]),
        "The sum without the weights.": lambda p, d: p * (d - d.sum(axis=1)[:, None]),
        "Wrong axis.": lambda p, d: p * (d - (p * d).sum(axis=0)),
        "One mean for all rows.": lambda p, d: p * (d - (p * d).sum()),
        "Without the factor p.": lambda p, d: d - (p * d).sum(axis=1)[:, None],
        "The sign.": lambda p, d: -d_softmax(p, d),
        "wrong shape: expected (T_q, T_k) = (3, 3), got (3,)": (
            lambda p, d: (p * d).sum(axis=1)
        ),
        "expected 0.07506, got 1.075 at [0, 0]. It is weight 0 of row 0 times what": (
            lambda p, d: d_softmax(p, d) + 1
        ),
    },
)

# ---- d_queries -------------------------------------------------------------


def d_queries_stub(d_scaled, K): ...


def d_queries(d_scaled, K):
    return d_scaled @ K / np.sqrt(K.shape[1])


def d_queries_in_loops(d_scaled, K):
    dQ = np.zeros((len(d_scaled), K.shape[1]))
    for i in range(len(d_scaled)):
        for j in range(len(K)):
            dQ[i] += d_scaled[i, j] * K[j] / K.shape[1] ** 0.5
    return dQ


D_QUERIES = Answers(
    stub=d_queries_stub,
    right={
        "solution": d_queries,
        "loops": d_queries_in_loops,
        "einsum": lambda d, K: np.einsum("ij,jc->ic", d, K) / len(K[0]) ** 0.5,
        "float32": in_float32(d_queries),
    },
    wrong={
        "Forgot √d_k.": lambda d, K: d @ K,
        "Multiplied by √d_k.": lambda d, K: d @ K * K.shape[1] ** 0.5,
        "d_k in place of √d_k.": lambda d, K: d @ K / K.shape[1],
        "Keys transposed.": lambda d, K: d @ K.T / K.shape[1] ** 0.5,
        "Scores transposed.": lambda d, K: d.T @ K / K.shape[1] ** 0.5,
        "√T_k in place of √d_k.": lambda d, K: d @ K / len(K) ** 0.5,
        "wrong shape: expected (T_q, d_k) = (3, 3), got (3,)": lambda d, K: d[0] @ K,
        "expected 1.051, got 2.051 at [0, 0]. It is column 0 of all keys": (
            lambda d, K: d_queries(d, K) + 1
        ),
    },
)

ANSWERS = {
    "check_slopes": SLOPES,
    "check_d_values": D_VALUES,
    "check_d_softmax": D_SOFTMAX,
    "check_d_queries": D_QUERIES,
}
