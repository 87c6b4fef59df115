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
        "wrong-axis": lambda z: rows(z, axis=0),
        "whole-table": lambda z: np.exp(z - z.max()) / np.exp(z - z.max()).sum(),
        "row-sums-used-as-column-sums": lambda z: np.exp(z) / np.exp(z).sum(axis=1),
        "no-exponential": lambda z: z / z.sum(axis=1, keepdims=True),
        "exponentials-only": lambda z: [[math.exp(s) for s in row] for row in z],
        "one-hot-for-soft": (
            lambda z: (z == z.max(axis=1, keepdims=True)).astype(float)
        ),
        "softmax-twice": lambda z: rows(rows(z)),
        "not-stable": naive,
        "stable-upwards-only": lambda z: naive(
            z - np.maximum(0, z.max(axis=1, keepdims=True))
        ),
        "largest-score-of-the-table": lambda z: naive(z - z.max()),
        "stopped": lambda z: [
            [math.exp(s) / sum(map(math.exp, row)) for s in row] for row in z.tolist()
        ],
        "changes-input": softmax_in_place,
        "number": lambda z: rows(z) + 1,
    },
)

# ---- weights ---------------------------------------------------------------


def weights_stub(X, W_Q, W_K): ...


def weights(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    scaled = Q @ K.T / math.sqrt(K.shape[1])
    e = np.exp(scaled - scaled.max(axis=1, keepdims=True))
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
        "forgot-root-d_k": dividing(lambda X, W: 1),
        "d_k-for-root-d_k": dividing(lambda X, W: W.shape[1]),
        "root-d_model-for-root-d_k": dividing(lambda X, W: X.shape[1] ** 0.5),
        "half-of-d_k-for-root-d_k": dividing(lambda X, W: W.shape[1] ** 1 / 2),
        "root-t-for-root-d_k": dividing(lambda X, W: len(X) ** 0.5),
        "multiplied-for-divided": dividing(lambda X, W: W.shape[1] ** -0.5),
        "scaled-after-the-softmax": (
            lambda X, W_Q, W_K: rows(X @ W_Q @ W_K.T @ X.T) / W_Q.shape[1] ** 0.5
        ),
        "wrong-axis": lambda X, W_Q, W_K: rows(
            X @ W_Q @ W_K.T @ X.T / W_Q.shape[1] ** 0.5, axis=0
        ),
        "queries-and-keys-exchanged": lambda X, W_Q, W_K: weights(X, W_K, W_Q),
        "one-hot-for-soft": (
            lambda X, W_Q, W_K: np.eye(len(X))[(X @ W_Q @ W_K.T @ X.T).argmax(axis=1)]
        ),
        "shape": lambda X, W_Q, W_K: weights(X, W_Q, W_K)[0],
        "number": lambda X, W_Q, W_K: weights(X, W_Q, W_K) + 0.5,
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
        "diagonal-only": lambda p: np.eye(len(p)) * p * (1 - p),
        "one-row-for-a-matrix": lambda p: p - p**2,
        "wrong-sign": lambda p: np.diag(p) + p[:, None] * p,
        "turned-round": lambda p: p[:, None] * p - np.diag(p),
        "p-without-its-partner": lambda p: np.diag(p) - p,
        "products-of-weights-only": lambda p: -p[:, None] * p,
        "weights-for-products": np.diag,
        "shape": lambda p: p.sum() - p @ p,
        "number": lambda p: jacobian(p) + 1,
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
        "seen: 1": 1,
        "seen: 2": 2,
        "seen: 64": 64,
        "no-width: 0": 0,
        "no-width: -4": -4,
        "no-width: 4.5": 4.5,
        "no-number: text": "four",
        "no-number: True": True,
        "no-number: list": [4],
    },
)

ANSWERS = {
    "check_softmax": SOFTMAX,
    "check_weights": WEIGHTS,
    "check_jacobian": JACOBIAN,
    "check_blind_d_k": BLIND_D_K,
}
