"""What attention is, written out: loops and ``math``, to hold the library against.

Nothing here is fast or clever, and nothing is shared with ``attn_lib``. A matrix is a
list of rows, a row is a list of numbers. The definitions are those of the formula

    softmax(Q Kᵀ · scale + mask) V

with two sentences added: a hidden key takes no part, and a query that sees no key at
all takes nothing home.
"""

import math

HIDDEN = -math.inf


def attention(Q, K, V, mask=None, *, is_causal=False, scale=None):
    """Return the stages of one attention, by name, as lists of rows."""
    if scale is None:
        scale = 1 / math.sqrt(len(Q[0]))
    queries, keys = range(len(Q)), range(len(K))

    scores = [[dot(Q[i], K[j]) for j in keys] for i in queries]
    scaled = [[scores[i][j] * scale for j in keys] for i in queries]
    masked = [
        [
            HIDDEN
            if is_hidden(i, j, mask, is_causal)
            else scaled[i][j] + bias(i, j, mask)
            for j in keys
        ]
        for i in queries
    ]
    weights = [softmax(masked[i]) for i in queries]
    output = [mixture(weights[i], V) for i in queries]
    return {
        "scores": scores,
        "scaled": scaled,
        "masked": masked,
        "weights": weights,
        "output": output,
    }


def dot(a, b):
    """Σ a_c · b_c"""
    total = 0.0
    for a_c, b_c in zip(a, b, strict=True):
        total += a_c * b_c
    return total


def is_hidden(i, j, mask, is_causal):
    """May query i not look at key j?"""
    if is_causal and j > i:
        return True
    return mask is not None and (mask[i][j] is False or mask[i][j] == HIDDEN)


def bias(i, j, mask):
    """What a floating mask adds; a Boolean one adds nothing."""
    return 0.0 if mask is None or mask[i][j] is True else mask[i][j]


def softmax(row):
    """exp(z_j) / Σ exp(z), over the keys that are not hidden."""
    visible = [j for j in range(len(row)) if row[j] != HIDDEN]
    total = sum(math.exp(row[j]) for j in visible)
    return [math.exp(row[j]) / total if j in visible else 0.0 for j in range(len(row))]


def mixture(weights, V):
    """Σ weight_j · V_j, over the keys that have a weight."""
    result = [0.0] * len(V[0])
    for weight, value in zip(weights, V, strict=True):
        if weight > 0:
            result = [r + weight * v for r, v in zip(result, value, strict=True)]
    return result


def matmul(A, B):
    """A B, one dot product an entry."""
    columns = range(len(B[0]))
    return [[dot(row, [b[c] for b in B]) for c in columns] for row in A]
