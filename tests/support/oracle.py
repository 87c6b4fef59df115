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


def multi_head(X, context, weights, num_heads, num_kv_heads, mask, *, is_causal=False):
    """Every head on its own, from its own columns, then side by side times W_O.

    ``weights`` has W_Q, W_K, W_V, W_O and b_Q, b_K, b_V, b_O, as lists; ``mask`` one
    mask (or None) for each head. Returns the weights of every head and the output.
    """
    heads = []
    for h in range(num_heads):
        h_kv = h // (num_heads // num_kv_heads)
        Q = columns_of_head(X, weights["W_Q"], weights["b_Q"], h, num_heads)
        K = columns_of_head(context, weights["W_K"], weights["b_K"], h_kv, num_kv_heads)
        V = columns_of_head(context, weights["W_V"], weights["b_V"], h_kv, num_kv_heads)
        heads.append(attention(Q, K, V, mask[h], is_causal=is_causal))
    rows = [[v for head in heads for v in head["output"][t]] for t in range(len(X))]
    output = [
        [a + b for a, b in zip(row, weights["b_O"], strict=True)]
        for row in matmul(rows, weights["W_O"])
    ]
    return [head["weights"] for head in heads], output


def columns_of_head(X, W, b, head, num_heads):
    """X W + b, of W and b only the columns that are this head's."""
    width = len(b) // num_heads
    mine = range(head * width, (head + 1) * width)
    return [[dot(x, [row[c] for row in W]) + b[c] for c in mine] for x in X]
