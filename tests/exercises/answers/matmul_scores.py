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
        "Transposed.": lambda Q, K: [[q @ k for q in Q] for k in K],
        "K not transposed.": lambda Q, K: Q @ K,
        "Products without their sum.": lambda Q, K: Q[:, None, :] * K[None, :, :],
        "The last product only.": scores_overwritten,
        "Divided by the lengths.": cosines,
        "Already scaled.": lambda Q, K: Q @ K.T / math.sqrt(K.shape[1]),
        "Already softmaxed.": lambda Q, K: softmax(Q @ K.T),
        "wrong dtype: the result can only hold whole numbers (int": scores_in_integers,
        "wrong dtype: expected numbers, got True and False": (lambda Q, K: Q @ K.T > 0),
        "wrong shape: expected (T_q, T_k) = (3, 3), got (3,)": (lambda Q, K: Q @ K[0]),
        "expected 2.18, got 3.18 at [0, 0]. It compares query 0 with key 0, number "
        "by number, and nothing else.": lambda Q, K: Q @ K.T + 1,
        "nan in place of a number at [1, 2]": lambda Q, K: np.where(
            (np.arange(len(Q))[:, None] == 1) & (np.arange(len(K)) == 2),
            np.nan,
            Q @ K.T,
        ),
        "the rows of the result have unequal lengths": (
            lambda Q, K: [[1.0] * i for i in range(len(Q))]
        ),
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
        "All axes turned round.": lambda Q, K: Q @ K.T,
        "K not transposed.": lambda Q, K: np.matmul(Q, K),
        "Transposed.": lambda Q, K: K @ Q.swapaxes(1, 2),
        "Summed over the batch.": lambda Q, K: sum(
            q @ k.T for q, k in zip(Q, K, strict=True)
        ),
        "One sentence's keys for all.": lambda Q, K: [q @ K[0].T for q in Q],
        "The first sentence only.": lambda Q, K: scores(Q[0], K[0]),
        "wrong shape: expected (B, T_q, T_k) = (3, 3, 3), got (3, 3, 3, 3)": (
            lambda Q, K: np.einsum("bic,djc->bdij", Q, K)
        ),
        "expected -2, got -1 at [0, 0, 0]. In sentence 0 it compares query 0 with "
        "key 0; the other sentences take no part.": (
            lambda Q, K: batched_scores(Q, K) + 1
        ),
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
        "Columns in place of rows.": lambda s: np.mean(np.diag(s) == s.max(axis=0)),
        "A number in place of a share.": (
            lambda s: sum(row[i] == max(row) for i, row in enumerate(s))
        ),
        "Per cent.": lambda s: 100 * own_share(s),
        "The smallest score.": lambda s: np.mean(np.diag(s) == s.min(axis=1)),
        "Above the average.": lambda s: np.mean(np.diag(s) > s.mean(axis=1)),
        "Above zero.": lambda s: np.mean(np.diag(s) > 0),
        "expected 0.5, got 0.1. Look along each row: is the number on the diagonal": (
            lambda s: 0.1
        ),
        "wrong shape: expected one number = (), got (4,)": (
            lambda s: np.diag(s) == s.max(axis=1)
        ),
    },
)

ANSWERS = {
    "check_scores": SCORES,
    "check_batched_scores": BATCHED_SCORES,
    "check_own_share": OWN_SHARE,
}
