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
        "one-side-only": slopes_with(lambda above, at, below, h: (above - at) / h),
        "lower-side-only": slopes_with(lambda above, at, below, h: (at - below) / h),
        "divided-by-one-step": slopes_with(
            lambda above, at, below, h: (above - below) / h
        ),
        "not-divided": slopes_with(lambda above, at, below, h: above - below),
        "upside-down": slopes_with(
            lambda above, at, below, h: (below - above) / (2 * h)
        ),
        "all-numbers-moved-together": lambda f, x, h: (
            [(f(x + h) - f(x - h)) / (2 * h)] * len(x)
        ),
        "sum-of-all-slopes": lambda f, x, h: (f(x + h) - f(x - h)) / (2 * h),
        "changes-input": slopes_in_place,
        "shape": lambda f, x, h: slopes(f, x, h)[:2],
        "number": lambda f, x, h: slopes(f, x, h) + 1,
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
        "weights-not-transposed": lambda weights, d: weights @ d,
        "gradient-transposed": lambda weights, d: weights.T @ d.T,
        "lying-on-its-side": lambda weights, d: d.T @ weights,
        "largest-weight-only": lambda weights, d: (
            np.eye(weights.shape[1])[weights.argmax(axis=1)].T @ d
        ),
        "products-without-their-sum": lambda weights, d: np.einsum(
            "ij,ic->ijc", weights, d
        ),
        "mean-of-the-queries": lambda weights, d: weights.T @ d / weights.shape[0],
        "weights-took-no-part": lambda weights, d: np.ones_like(weights).T @ d,
        "shape": lambda weights, d: weights.T @ d[:, 0],
        "number": lambda weights, d: weights.T @ d + 1,
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
        "others-are-forgotten": lambda p, d: p * d,
        "diagonal-only": lambda p, d: (p - p**2) * d,
        "plain-mean": lambda p, d: p * (d - d.mean(axis=1)[:, None]),
        "sum-without-the-weights": lambda p, d: p * (d - d.sum(axis=1)[:, None]),
        "wrong-axis": lambda p, d: p * (d - (p * d).sum(axis=0)),
        "one-mean-for-all-rows": lambda p, d: p * (d - (p * d).sum()),
        "without-the-factor-p": lambda p, d: d - (p * d).sum(axis=1)[:, None],
        "sign": lambda p, d: -d_softmax(p, d),
        "shape": lambda p, d: (p * d).sum(axis=1),
        "number": lambda p, d: d_softmax(p, d) + 1,
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
        "forgot-root-d_k": lambda d, K: d @ K,
        "multiplied-by-root-d_k": lambda d, K: d @ K * K.shape[1] ** 0.5,
        "d_k-for-root-d_k": lambda d, K: d @ K / K.shape[1],
        "keys-transposed": lambda d, K: d @ K.T / K.shape[1] ** 0.5,
        "scores-transposed": lambda d, K: d.T @ K / K.shape[1] ** 0.5,
        "root-t_k-for-root-d_k": lambda d, K: d @ K / len(K) ** 0.5,
        "shape": lambda d, K: d[0] @ K,
        "number": lambda d, K: d_queries(d, K) + 1,
    },
)

ANSWERS = {
    "check_slopes": SLOPES,
    "check_d_values": D_VALUES,
    "check_d_softmax": D_SOFTMAX,
    "check_d_queries": D_QUERIES,
}
