import math

import numpy as np

from tests.exercises.answers import Answers, in_float32
from tests.exercises.answers import softmax as rows

# ---- split -----------------------------------------------------------------


def split_stub(X, num_heads): ...


def split(X, num_heads):
    T, d = X.shape
    return X.reshape(T, num_heads, d // num_heads).swapaxes(0, 1)


def split_in_loops(X, num_heads):
    width = X.shape[1] // num_heads
    return [X[:, h * width : (h + 1) * width] for h in range(num_heads)]


SPLIT = Answers(
    stub=split_stub,
    right={
        "solution": split,
        "slices": split_in_loops,
        "np.split": lambda X, num_heads: np.stack(np.split(X, num_heads, axis=1)),
        "transposed twice": lambda X, num_heads: X.T.reshape(
            num_heads, -1, len(X)
        ).transpose(0, 2, 1),
        "float32": in_float32(split),
    },
    wrong={
        "reshape-without-the-swap": (
            lambda X, num_heads: X.reshape(num_heads, len(X), -1)
        ),
        "axes-were-not-swapped": (
            lambda X, num_heads: np.reshape(X, (len(X), num_heads, -1))
        ),
        "every-so-many-th-column": (
            lambda X, num_heads: X.reshape(len(X), -1, num_heads).transpose(2, 0, 1)
        ),
        "tokens-were-dealt-out": lambda X, num_heads: np.split(X, num_heads),
        "tokens-in-columns": lambda X, num_heads: np.stack(np.split(X.T, num_heads)),
        "shape": lambda X, num_heads: X,
        "number": lambda X, num_heads: split(X, num_heads) + 1,
    },
)

# ---- merge -----------------------------------------------------------------


def merge_stub(heads): ...


def merge(heads):
    h, T, d_v = heads.shape
    return heads.swapaxes(0, 1).reshape(T, h * d_v)


MERGE = Answers(
    stub=merge_stub,
    right={
        "solution": merge,
        "hstack": lambda heads: np.hstack(list(heads)),
        "concatenate": lambda heads: np.concatenate(heads, axis=1),
        "loops": lambda heads: [
            [x for head in heads for x in head[t]] for t in range(heads.shape[1])
        ],
        "float32": in_float32(merge),
    },
    wrong={
        "reshape-without-the-swap": lambda heads: np.reshape(
            heads, (heads.shape[1], heads.shape[0] * heads.shape[2])
        ),
        "numbers-dealt-in-turn": (
            lambda heads: np.einsum("htc->tch", heads).reshape(heads.shape[1], -1)
        ),
        "one-below-the-other": lambda heads: np.concatenate(heads),
        "heads-were-added": lambda heads: sum(heads),
        "heads-were-averaged": lambda heads: sum(heads) / len(heads),
        "shape": lambda heads: heads,
    },
)

# ---- multi_head ------------------------------------------------------------


def multi_head_stub(X, W_Q, W_K, W_V, W_O, num_heads): ...


def multi_head(X, W_Q, W_K, W_V, W_O, num_heads):
    def split(Y):
        return Y.reshape(len(Y), num_heads, -1).swapaxes(0, 1)

    Q, K, V = (split(X @ W) for W in (W_Q, W_K, W_V))
    scaled = Q @ K.swapaxes(1, 2) / math.sqrt(Q.shape[2])
    e = np.exp(scaled - scaled.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    return np.hstack(weights @ V) @ W_O


def head_by_head(X, W_Q, W_K, W_V, W_O, num_heads):
    output = 0
    W_Q, W_K, W_V = (np.split(W, num_heads, axis=1) for W in (W_Q, W_K, W_V))
    for q, k, v, o in zip(W_Q, W_K, W_V, np.split(W_O, num_heads), strict=True):
        scaled = (X @ q) @ (X @ k).T / math.sqrt(q.shape[1])
        output = output + rows(scaled) @ (X @ v) @ o
    return output


def by(divisor=None, cut=split, join=merge, weigh=lambda z: rows(z, axis=-1)):
    def attend(X, W_Q, W_K, W_V, W_O, num_heads):
        Q, K, V = (cut(X @ W, num_heads) for W in (W_Q, W_K, W_V))
        root = math.sqrt(Q.shape[-1]) if divisor is None else divisor(X, W_Q)
        return join(weigh(np.einsum("hic,hjc->hij", Q, K) / root) @ V) @ W_O

    return attend


MULTI_HEAD = Answers(
    stub=multi_head_stub,
    right={
        "solution": multi_head,
        "head by head": head_by_head,
        "einsum": by(),
        "float32": in_float32(multi_head),
    },
    wrong={
        "forgot-root-d_k": by(lambda X, W_Q: 1),
        "root-d_model-for-root-d_k": by(lambda X, W_Q: len(W_Q) ** 0.5),
        "width-of-all-heads-in-the-root": by(lambda X, W_Q: W_Q.shape[1] ** 0.5),
        "one-head": lambda X, W_Q, W_K, W_V, W_O, num_heads: (
            rows((X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5) @ X @ W_V @ W_O
        ),
        "split-without-the-swap": by(cut=lambda Y, h: Y.reshape(h, len(Y), -1)),
        "merged-without-the-swap": by(join=lambda Y: Y.reshape(Y.shape[1], -1)),
        "weights-were-averaged": by(
            weigh=lambda z: rows(z, axis=-1).mean(axis=0, keepdims=True)
        ),
        "wrong-axis": by(weigh=lambda z: rows(z, axis=1)),
        "w_o-is-missing": lambda X, W_Q, W_K, W_V, W_O, num_heads: multi_head(
            X, W_Q, W_K, W_V, np.eye(len(W_O)), num_heads
        ),
        "shape": lambda X, W_Q, W_K, W_V, W_O, num_heads: split(X @ W_V, num_heads),
    },
)

ANSWERS = {
    "check_split": SPLIT,
    "check_merge": MERGE,
    "check_multi_head": MULTI_HEAD,
}
