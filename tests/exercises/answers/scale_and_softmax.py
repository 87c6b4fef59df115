import math

import numpy as np

from tests.exercises.answers import Answers, in_float32
from tests.exercises.answers import softmax as rows

# ---- softmax ---------------------------------------------------------------


def softmax_stub(z): ...


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_in_loops(z):
    weights = []
    for row in z:
        e = [math.exp(score - max(row)) for score in row]
        weights.append([x / sum(e) for x in e])
    return weights


def softmax_by_log(z):
    return np.exp(z - np.logaddexp.reduce(z, axis=1)[:, None])


def softmax_in_place(z):
    z -= z.max(axis=1, keepdims=True)
    return np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)


def naive(z):
    return np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)


SOFTMAX = Answers(
    stub=softmax_stub,
    right={
        "solution": softmax,
        "loops": softmax_in_loops,
        "logaddexp": softmax_by_log,
        "float32": in_float32(softmax),
    },
    wrong={
        "Wrong axis.": lambda z: rows(z, axis=0),
        "The whole table.": lambda z: np.exp(z - z.max()) / np.exp(z - z.max()).sum(),
        "Row sums used as column sums.": lambda z: np.exp(z) / np.exp(z).sum(axis=1),
        "No exponential.": lambda z: z / z.sum(axis=1, keepdims=True),
        "The exponentials only.": lambda z: [[math.exp(s) for s in row] for row in z],
        "One-hot in place of soft.": (
            lambda z: (z == z.max(axis=1, keepdims=True)).astype(float)
        ),
        "Softmax twice.": lambda z: rows(rows(z)),
        "Not stable.": naive,
        "Stable upwards only.": lambda z: naive(
            z - np.maximum(0, z.max(axis=1, keepdims=True))
        ),
        "The largest score of the table.": lambda z: naive(z - z.max()),
        "it stopped with OverflowError: math range error": lambda z: [
            [math.exp(s) / sum(map(math.exp, row)) for s in row] for row in z.tolist()
        ],
        "it changes its input z.": softmax_in_place,
        "expected 0.5896, got 1.59 at [0, 0]. It is the share of score 0 in row 0; "
        "other rows are no part.": lambda z: rows(z) + 1,
    },
)

# ---- weights ---------------------------------------------------------------


def weights_stub(X, W_Q, W_K): ...


def weights(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    e = np.exp(Q @ K.T / math.sqrt(K.shape[1]))
    return e / e.sum(axis=1, keepdims=True)


def weights_in_loops(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return [softmax_in_loops([[sum(q * k) / len(k) ** 0.5 for k in K]])[0] for q in Q]


def weights_by_einsum(X, W_Q, W_K):
    Q, K = np.einsum("tc,cj->tj", X, W_Q), np.einsum("tc,cj->tj", X, W_K)
    return rows(np.einsum("ic,jc->ij", Q * len(W_Q[0]) ** -0.5, K))


def dividing(divisor):
    return lambda X, W_Q, W_K: rows(X @ W_Q @ W_K.T @ X.T / divisor(X, W_Q))


WEIGHTS = Answers(
    stub=weights_stub,
    right={
        "solution": weights,
        "loops": weights_in_loops,
        "einsum": weights_by_einsum,
        "float32": in_float32(weights),
    },
    wrong={
        "Forgot √d_k.": dividing(lambda X, W: 1),
        "d_k in place of √d_k.": dividing(lambda X, W: W.shape[1]),
        "√d_model in place of √d_k.": dividing(lambda X, W: X.shape[1] ** 0.5),
        "Half of d_k in place of √d_k.": dividing(lambda X, W: W.shape[1] ** 1 / 2),
        "√T in place of √d_k.": dividing(lambda X, W: len(X) ** 0.5),
        "Multiplied in place of divided.": dividing(lambda X, W: W.shape[1] ** -0.5),
        "Scaled after the softmax.": (
            lambda X, W_Q, W_K: rows(X @ W_Q @ W_K.T @ X.T) / W_Q.shape[1] ** 0.5
        ),
        "Wrong axis.": lambda X, W_Q, W_K: rows(
            X @ W_Q @ W_K.T @ X.T / W_Q.shape[1] ** 0.5, axis=0
        ),
        "Queries and keys exchanged.": lambda X, W_Q, W_K: weights(X, W_K, W_Q),
        "One-hot in place of soft.": (
            lambda X, W_Q, W_K: np.eye(len(X))[(X @ W_Q @ W_K.T @ X.T).argmax(axis=1)]
        ),
        "wrong shape: expected (T, T) = (4, 4), got (4,)": (
            lambda X, W_Q, W_K: weights(X, W_Q, W_K)[0]
        ),
        "expected 0.171, got 0.671 at [0, 0]. It says how much token 0 looks at "
        "token 0.": lambda X, W_Q, W_K: weights(X, W_Q, W_K) + 0.5,
    },
)

# ---- jacobian --------------------------------------------------------------


def jacobian_stub(p): ...


def jacobian(p):
    return np.diag(p) - np.outer(p, p)


def jacobian_in_loops(p):
    J = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(len(p)):
            J[i, j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
    return J


JACOBIAN = Answers(
    stub=jacobian_stub,
    right={
        "solution": jacobian,
        "loops": jacobian_in_loops,
        "einsum": lambda p: np.diag(p) - np.einsum("i,j->ij", p, p),
        "broadcast": lambda p: p[:, None] * (np.eye(len(p)) - p),
        "float32": in_float32(jacobian),
    },
    wrong={
        "The diagonal only.": lambda p: np.eye(len(p)) * p * (1 - p),
        "One row in place of a matrix.": lambda p: p - p**2,
        "The wrong sign.": lambda p: np.diag(p) + p[:, None] * p,
        "Turned round.": lambda p: p[:, None] * p - np.diag(p),
        "p without its partner.": lambda p: np.diag(p) - p,
        "Products of weights only.": lambda p: -p[:, None] * p,
        "Weights in place of products.": np.diag,
        "wrong shape: expected (n, n) = (3, 3), got ()": lambda p: p.sum() - p @ p,
        "expected 0.25, got 1.25 at [0, 0]. It says how weight 0 moves when score 0 "
        "goes up.": lambda p: jacobian(p) + 1,
    },
)

# ---- blind_d_k -------------------------------------------------------------

BLIND_D_K = Answers(
    stub=...,
    right={
        "solution": 4,
        "float": 4.0,
        "float32": np.float32(4),
        "int64": np.int64(4),
    },
    wrong={
        "with d_k = 1 the bug divides by 0.5, √d_k is 1: a test would see it": 1,
        "with d_k = 2 the bug divides by 1, √d_k is 1.414: a test would see it": 2,
        "with d_k = 64 the bug divides by 32, √d_k is 8: a test would see it": 64,
        "a width is a whole number from 1 up, got 0": 0,
        "a width is a whole number from 1 up, got -4": -4,
        "a width is a whole number from 1 up, got 4.5": 4.5,
        "expected a whole number, got 'four'": "four",
        "expected a whole number, got True": True,
        "expected a whole number, got [4]": [4],
    },
)

ANSWERS = {
    "check_softmax": SOFTMAX,
    "check_weights": WEIGHTS,
    "check_jacobian": JACOBIAN,
    "check_blind_d_k": BLIND_D_K,
}
