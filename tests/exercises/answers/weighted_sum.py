import math

import numpy as np

from tests.exercises.answers import Answers, in_float32
from tests.exercises.answers import softmax as rows

# ---- mix -------------------------------------------------------------------


def mix_stub(weights, V): ...


def mix(weights, V):
    output = np.zeros((len(weights), V.shape[1]))
    for i in range(len(weights)):
        for j in range(len(V)):
            output[i] += weights[i, j] * V[j]
    return output


def mix_overwritten(weights, V):
    output = np.zeros((len(weights), V.shape[1]))
    for i in range(len(weights)):
        for j in range(len(V)):
            output[i] = weights[i, j] * V[j]
    return output


MIX = Answers(
    stub=mix_stub,
    right={
        "solution": mix,
        "matmul": lambda weights, V: weights @ V,
        "einsum": lambda weights, V: np.einsum("ij,jc->ic", weights, V),
        "shares": lambda weights, V: (weights[:, :, None] * V).sum(axis=1),
        "float32": in_float32(mix),
    },
    wrong={
        "one-hot-for-soft": lambda weights, V: V[weights.argmax(axis=1)],
        "weights-transposed": lambda weights, V: weights.T @ V,
        "values-transposed": lambda weights, V: weights @ V.T,
        "plain-mean": lambda weights, V: np.tile(V.mean(axis=0), (len(weights), 1)),
        "products-without-their-sum": (
            lambda weights, V: np.einsum("ij,jc->ijc", weights, V)
        ),
        "last-value-only": mix_overwritten,
        "softmax-again": lambda weights, V: rows(weights) @ V,
        "shape": lambda weights, V: weights[0] @ V,
        "number": lambda weights, V: weights @ V + 1,
    },
)

# ---- attention -------------------------------------------------------------


def attention_stub(Q, K, V, mask): ...


def attention(Q, K, V, mask):
    scaled = Q @ K.T / math.sqrt(K.shape[1])
    masked = np.where(mask, scaled, -np.inf)
    e = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V


def attention_in_loops(Q, K, V, mask):
    output = []
    for q, visible in zip(Q, mask, strict=True):
        e = [math.exp(sum(q * k) / len(k) ** 0.5) for k in K[visible]]
        shares = [x / sum(e) * v for x, v in zip(e, V[visible], strict=True)]
        output.append(sum(shares))
    return output


def attention_by_einsum(Q, K, V, mask):
    scaled = np.einsum("ic,jc->ij", Q, K) / math.sqrt(Q.shape[1])
    weights = rows(scaled + np.where(mask, 0, -np.inf))
    return np.einsum("ij,jc->ic", weights, V)


def by(divisor=lambda d_k, d_v, T_k: math.sqrt(d_k), weigh=rows, fill=-np.inf):
    def attend(Q, K, V, mask):
        scaled = Q @ K.T / divisor(Q.shape[1], V.shape[1], len(V))
        return weigh(np.where(mask, scaled, fill)) @ V

    return attend


ATTENTION = Answers(
    stub=attention_stub,
    right={
        "solution": attention,
        "loops": attention_in_loops,
        "einsum": attention_by_einsum,
        "float32": in_float32(attention),
    },
    wrong={
        "forgot-root-d_k": by(lambda d_k, d_v, T_k: 1),
        "d_k-for-root-d_k": by(lambda d_k, d_v, T_k: d_k),
        "half-of-d_k-for-root-d_k": by(lambda d_k, d_v, T_k: d_k**1 / 2),
        "root-d_v-for-root-d_k": by(lambda d_k, d_v, T_k: d_v**0.5),
        "root-t_k-for-root-d_k": by(lambda d_k, d_v, T_k: T_k**0.5),
        "wrong-axis": by(weigh=lambda z: np.nan_to_num(rows(z, axis=0))),
        "inverted-mask": lambda Q, K, V, mask: attention(Q, K, V, ~mask),
        "mask-is-ignored": (
            lambda Q, K, V, mask: attention(Q, K, V, np.ones_like(mask))
        ),
        "mask-after-the-softmax": (
            lambda Q, K, V, mask: (rows(Q @ K.T / Q.shape[1] ** 0.5) * mask) @ V
        ),
        "multiplied-before-the-softmax": by(fill=0),
        "one-hot-for-soft": (
            lambda Q, K, V, mask: V[np.where(mask, Q @ K.T, -np.inf).argmax(axis=1)]
        ),
        "values-took-no-part": lambda Q, K, V, mask: attention(Q, K, K, mask),
        "weights-only": lambda Q, K, V, mask: attention_in_loops(
            Q, K, np.eye(len(K)), mask
        ),
        "shape": lambda Q, K, V, mask: attention(Q, K, V[:, :3], mask),
        "number": lambda Q, K, V, mask: attention(Q, K, V, mask) + 1,
    },
)

# ---- shapes ----------------------------------------------------------------


def shapes_stub(T_q, T_k, d_model, d_k, d_v):
    Q = ...
    K = ...
    V = ...
    scores = ...
    output = ...
    return Q, K, V, scores, output


def shapes(T_q, T_k, d_model, d_k, d_v):
    Q = (T_q, d_k)
    K = (T_k, d_k)
    V = (T_k, d_v)
    scores = (T_q, T_k)
    output = (T_q, d_v)
    return Q, K, V, scores, output


def measured_shapes(T_q, T_k, d_model, d_k, d_v):
    X_q, X_k = np.zeros((T_q, d_model)), np.zeros((T_k, d_model))
    W_Q, W_K, W_V = (np.zeros((d_model, d)) for d in (d_k, d_k, d_v))
    Q, K, V = X_q @ W_Q, X_k @ W_K, X_k @ W_V
    return [a.shape for a in (Q, K, V, Q @ K.T, Q @ K.T @ V)]


SHAPES = Answers(
    stub=shapes_stub,
    right={
        "solution": shapes,
        "measured": measured_shapes,
        "lists": lambda *sizes: [list(shape) for shape in shapes(*sizes)],
        "float32": lambda *sizes: np.array(shapes(*sizes), "f4").tolist(),
    },
    wrong={
        "queries-and-keys-exchanged": (
            lambda T_q, T_k, d_model, d_k, d_v: shapes(T_k, T_q, d_model, d_k, d_v)
        ),
        "one-length-for-both-texts": lambda T_q, T_k, d_model, d_k, d_v: (
            (T_q, d_k),
            (T_q, d_k),
            (T_q, d_v),
            (T_q, T_q),
            (T_q, d_v),
        ),
        "scores-transposed": lambda T_q, T_k, d_model, d_k, d_v: (
            (T_q, d_k),
            (T_k, d_k),
            (T_k, d_v),
            (T_k, T_q),
            (T_q, d_v),
        ),
        "output-as-wide-as-the-keys": lambda T_q, T_k, d_model, d_k, d_v: (
            (T_q, d_k),
            (T_k, d_k),
            (T_k, d_v),
            (T_q, T_k),
            (T_q, d_k),
        ),
        "output-for-each-key": lambda T_q, T_k, d_model, d_k, d_v: (
            (T_q, d_k),
            (T_k, d_k),
            (T_k, d_v),
            (T_q, T_k),
            (T_k, d_v),
        ),
        "values-as-wide-as-the-keys": (
            lambda T_q, T_k, d_model, d_k, d_v: shapes(T_q, T_k, d_model, d_k, d_k)
        ),
        "as-wide-as-x": lambda T_q, T_k, d_model, d_k, d_v: shapes(
            T_q, T_k, d_model, d_model, d_model
        ),
        "number: K": (
            lambda T_q, T_k, d_model, d_k, d_v: (
                (T_q, d_k),
                (d_model, d_k),
                *shapes(T_q, T_k, d_model, d_k, d_v)[2:],
            )
        ),
        "number: V": (
            lambda T_q, T_k, d_model, d_k, d_v: (
                (T_q, d_k),
                (T_k, d_k),
                (T_k, d_model),
                (T_q, T_k),
                (T_q, d_model),
            )
        ),
        "shape": (
            lambda T_q, T_k, d_model, d_k, d_v: ([d_k], [d_k], [d_v], [T_q], [d_v])
        ),
        "results": (
            lambda T_q, T_k, d_model, d_k, d_v: ((T_q, d_k), (T_k, d_k), (T_k, d_v))
        ),
    },
)

ANSWERS = {"check_mix": MIX, "check_attention": ATTENTION, "check_shapes": SHAPES}
