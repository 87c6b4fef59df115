import math

import numpy as np

from tests.exercises.answers import Answers, in_float32, softmax

# ---- scores ----------------------------------------------------------------


def scores_stub(Q, K): ...


def scores(Q, K):
    table = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            for c in range(Q.shape[1]):
                table[i, j] += Q[i, c] * K[j, c]
    return table


def scores_overwritten(Q, K):
    table = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            for c in range(Q.shape[1]):
                table[i, j] = Q[i, c] * K[j, c]
    return table


def scores_in_integers(Q, K):
    table = np.zeros((len(Q), len(K)), dtype=int)
    for i in range(len(Q)):
        for j in range(len(K)):
            table[i, j] = sum(Q[i] * K[j])
    return table


def cosines(Q, K):
    unit = [A / np.linalg.norm(A, axis=1, keepdims=True) for A in (Q, K)]
    return unit[0] @ unit[1].T


SCORES = Answers(
    stub=scores_stub,
    right={
        "solution": scores,
        "matmul": lambda Q, K: Q @ K.T,
        "einsum": lambda Q, K: np.einsum("ic,jc->ij", Q, K),
        "lists": lambda Q, K: [
            [sum(a * b for a, b in zip(q, k, strict=True)) for k in K] for q in Q
        ],
        "float32": in_float32(lambda Q, K: Q @ K.T),
    },
    wrong={
        "transposed": lambda Q, K: [[q @ k for q in Q] for k in K],
        "k-not-transposed": lambda Q, K: Q @ K,
        "products-without-their-sum": lambda Q, K: Q[:, None, :] * K[None, :, :],
        "last-product-only": scores_overwritten,
        "divided-by-the-lengths": cosines,
        "already-scaled": lambda Q, K: Q @ K.T / math.sqrt(K.shape[1]),
        "already-softmaxed": lambda Q, K: softmax(Q @ K.T),
        "whole-numbers": scores_in_integers,
        "truth-values": lambda Q, K: Q @ K.T > 0,
        "shape": lambda Q, K: Q @ K[0],
        "number": lambda Q, K: Q @ K.T + 1,
        "not-finite": lambda Q, K: np.where(
            (np.arange(len(Q))[:, None] == 1) & (np.arange(len(K)) == 2),
            np.nan,
            Q @ K.T,
        ),
        "unequal-rows": lambda Q, K: [[1.0] * i for i in range(len(Q))],
    },
)

# ---- batched_scores --------------------------------------------------------


def batched_scores_stub(Q, K): ...


def batched_scores(Q, K):
    return Q @ K.swapaxes(-1, -2)


BATCHED_SCORES = Answers(
    stub=batched_scores_stub,
    right={
        "solution": batched_scores,
        "transpose": lambda Q, K: Q @ K.transpose(0, 2, 1),
        "einsum": lambda Q, K: np.einsum("bic,bjc->bij", Q, K),
        "one by one": lambda Q, K: [q @ k.T for q, k in zip(Q, K, strict=True)],
        "float32": in_float32(batched_scores),
    },
    wrong={
        "all-axes-turned-round": lambda Q, K: Q @ K.T,
        "k-not-transposed": lambda Q, K: np.matmul(Q, K),
        "transposed": lambda Q, K: K @ Q.swapaxes(1, 2),
        "summed-over-the-batch": lambda Q, K: sum(
            q @ k.T for q, k in zip(Q, K, strict=True)
        ),
        "one-sentences-keys-for-all": lambda Q, K: [q @ K[0].T for q in Q],
        "first-sentence-only": lambda Q, K: scores(Q[0], K[0]),
        "shape": lambda Q, K: np.einsum("bic,djc->bdij", Q, K),
        "number": lambda Q, K: batched_scores(Q, K) + 1,
    },
)

# ---- own_share -------------------------------------------------------------


def own_share_stub(scores): ...


def own_share(scores):
    best = scores.argmax(axis=1)
    return (best == np.arange(len(scores))).mean()


def own_share_in_loops(scores):
    wins = 0
    for i in range(len(scores)):
        wins += scores[i][i] == max(scores[i])
    return wins / len(scores)


OWN_SHARE = Answers(
    stub=own_share_stub,
    right={
        "solution": own_share,
        "loops": own_share_in_loops,
        "diagonal": lambda s: np.mean(np.diag(s) == s.max(axis=1)),
        "float32": in_float32(own_share),
    },
    wrong={
        "columns-for-rows": lambda s: np.mean(np.diag(s) == s.max(axis=0)),
        "number-for-a-share": (
            lambda s: sum(row[i] == max(row) for i, row in enumerate(s))
        ),
        "per-cent": lambda s: 100 * own_share(s),
        "smallest-score": lambda s: np.mean(np.diag(s) == s.min(axis=1)),
        "above-the-average": lambda s: np.mean(np.diag(s) > s.mean(axis=1)),
        "above-zero": lambda s: np.mean(np.diag(s) > 0),
        "number": lambda s: 0.1,
        "shape": lambda s: np.diag(s) == s.max(axis=1),
    },
)

ANSWERS = {
    "check_scores": SCORES,
    "check_batched_scores": BATCHED_SCORES,
    "check_own_share": OWN_SHARE,
}
