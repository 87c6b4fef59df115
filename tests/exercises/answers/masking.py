import numpy as np

from tests.exercises.answers import Answers, in_float32
from tests.exercises.answers import softmax as rows

# ---- causal ----------------------------------------------------------------


def causal_stub(T_q, T_k): ...


def causal(T_q, T_k):
    return np.arange(T_k) <= np.arange(T_q)[:, None]


def causal_in_loops(T_q, T_k):
    mask = np.zeros((T_q, T_k), dtype=bool)
    for i in range(T_q):
        mask[i, : i + 1] = True
    return mask


CAUSAL = Answers(
    stub=causal_stub,
    right={
        "solution": causal,
        "loops": causal_in_loops,
        "lists": lambda T_q, T_k: [[j <= i for j in range(T_k)] for i in range(T_q)],
        "tri": lambda T_q, T_k: np.tri(T_q, T_k, dtype=bool),
    },
    wrong={
        "inverted-mask": lambda T_q, T_k: ~np.tri(T_q, T_k, dtype=bool),
        "blind-to-itself": lambda T_q, T_k: np.tri(T_q, T_k, -1, dtype=bool),
        "transposed": lambda T_q, T_k: np.tri(T_k, T_q, dtype=bool).T,
        "aligned-bottom-right": (
            lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q, dtype=bool)
        ),
        "square": lambda T_q, T_k: np.tri(T_q, dtype=bool),
        "everything-visible": lambda T_q, T_k: np.full((T_q, T_k), True),
        "no-truth-values: float": np.tri,
        "no-truth-values: int": lambda T_q, T_k: causal(T_q, T_k).astype(int),
        "shape": lambda T_q, T_k: causal(T_k, T_q),
        "number": lambda T_q, T_k: np.full((T_q, T_k), False),
    },
)

# ---- padding ---------------------------------------------------------------


def padding_stub(lengths, T_k): ...


def padding(lengths, T_k):
    return np.arange(T_k) < lengths[:, None, None]


def padding_in_loops(lengths, T_k):
    mask = np.zeros((len(lengths), 1, T_k), dtype=bool)
    for sentence, length in enumerate(lengths):
        mask[sentence, 0, :length] = True
    return mask


PADDING = Answers(
    stub=padding_stub,
    right={
        "solution": padding,
        "loops": padding_in_loops,
        "lists": lambda lengths, T_k: [
            [[True] * n + [False] * (T_k - n)] for n in lengths.tolist()
        ],
    },
    wrong={
        "padding-over-queries": (
            lambda lengths, T_k: np.arange(T_k)[:, None] < lengths[:, None, None]
        ),
        "inverted-mask": lambda lengths, T_k: ~padding(lengths, T_k),
        "one-too-many": lambda lengths, T_k: padding(lengths + 1, T_k),
        "padding-in-front": lambda lengths, T_k: padding(lengths, T_k)[..., ::-1],
        "axis-of-the-queries-is-missing": (
            lambda lengths, T_k: np.arange(T_k) < lengths[:, None]
        ),
        "no-truth-values": lambda lengths, T_k: padding(lengths, T_k).astype(int),
        "shape": lambda lengths, T_k: padding(lengths, T_k).swapaxes(0, 1),
        "number": lambda lengths, T_k: padding(lengths, T_k) & False,
    },
)

# ---- combine ---------------------------------------------------------------


def combine_stub(a, b): ...


def combine(a, b):
    return a & b


COMBINE = Answers(
    stub=combine_stub,
    right={
        "solution": combine,
        "logical_and": np.logical_and,
        "product": lambda a, b: a * b,
        "where": lambda a, b: np.where(a, b, False),
        "minimum": np.minimum,
    },
    wrong={
        "one-of-both-is-enough": lambda a, b: a + b,
        "one-of-both-but-not-the-two": lambda a, b: a != b,
        "first-mask-only": lambda a, b: np.broadcast_arrays(a, b)[0],
        "second-mask-only": lambda a, b: np.broadcast_arrays(a, b)[1],
        "inverted-mask": lambda a, b: ~np.logical_and(a, b),
        "no-truth-values": lambda a, b: a.astype(int) * b,
        "shape": lambda a, b: a & b if a.shape == b.shape else b,
        "stopped": lambda a, b: a and b,
        "number": lambda a, b: a & b & False,
        "changes-input": (
            lambda a, b: np.logical_and(a, b, out=a) if a.shape == b.shape else a & b
        ),
    },
)

# ---- masked_softmax --------------------------------------------------------


def masked_softmax_stub(scaled, mask): ...


def masked_softmax(scaled, mask):
    masked = np.where(mask, scaled, -np.inf)
    largest = masked.max(axis=1, keepdims=True)
    e = np.exp(masked - np.where(largest == -np.inf, 0, largest))
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total == 0, 1, total)


def masked_softmax_in_loops(scaled, mask):
    weights = np.zeros(scaled.shape)
    for i, row in enumerate(scaled):
        if mask[i].any():
            e = np.exp(row[mask[i]] - max(row[mask[i]]))
            weights[i, mask[i]] = e / sum(e)
    return weights


def masked_softmax_by_zeros(scaled, mask):
    visible = np.where(mask, scaled, -1e30)
    e = np.exp(visible - visible.max(axis=1, keepdims=True)) * mask
    return np.nan_to_num(e / e.sum(axis=1, keepdims=True))


def hiding(value):
    return lambda scaled, mask: rows(np.where(mask, scaled, value))


def repaired(scaled, mask):
    kept = np.where(mask, rows(scaled), 0)
    return kept / kept.sum(axis=1, keepdims=True)


MASKED_SOFTMAX = Answers(
    stub=masked_softmax_stub,
    right={
        "solution": masked_softmax,
        "loops": masked_softmax_in_loops,
        "zeros": masked_softmax_by_zeros,
        "float32": in_float32(masked_softmax),
    },
    wrong={
        "mask-after-the-softmax": lambda scaled, mask: np.where(mask, rows(scaled), 0),
        "multiplied-before-the-softmax": lambda scaled, mask: rows(scaled * mask),
        "inverted-mask": lambda scaled, mask: masked_softmax(scaled, ~mask),
        "mask-was-added": lambda scaled, mask: rows(scaled + mask),
        "mask-is-ignored": lambda scaled, mask: rows(scaled),
        "not-hidden-enough": hiding(-10),
        "lowered-not-hidden": lambda scaled, mask: rows(scaled - 10 * ~mask),
        "repaired-after-the-softmax": repaired,
        "repaired-to-nothing": (
            lambda scaled, mask: np.nan_to_num(repaired(scaled, mask))
        ),
        "nothing-visible-nan": hiding(-np.inf),
        "nothing-visible-equal-weights": hiding(-1e9),
        "nothing-visible-everything-seen": (
            lambda scaled, mask: rows(scaled - 1e9 * ~mask)
        ),
        "shape": lambda scaled, mask: masked_softmax(scaled, mask).sum(axis=1),
        "number": lambda scaled, mask: masked_softmax(scaled, mask) + 0.5,
    },
)

ANSWERS = {
    "check_causal": CAUSAL,
    "check_padding": PADDING,
    "check_combine": COMBINE,
    "check_masked_softmax": MASKED_SOFTMAX,
}
