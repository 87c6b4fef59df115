"""Each error says which argument is wrong, what was expected, and what came.

The whole text of each: a wrong name in a message sends its reader to the wrong place.
"""

import math

import numpy as np
import pytest

import attn_lib as al
from attn_lib import learning, real_model
from attn_lib.example import sentences
from attn_lib.example.minilm import HOW_TO_GET

NAN, INF = math.nan, math.inf
TEXT = [["no"]]
A = np.ones
M = A((4, 4))
RNG = np.random.default_rng(0)
W = al.ProjectionWeights.random(3, 2)
HEADS = al.MultiHeadWeights.random(4, 2)
TRACE = al.self_attention(A((2, 3)), W)
OTHER = al.attention(A((2, 4)), A((3, 4)), A((3, 2)))  # made of Q, K and V, without X
EXAMPLES = sentences.examples_of(sentences.draw_sentences(2, seed=0))
START = sentences.untrained_projection(2)

NOT_NUMBERS = [
    ("Q", lambda: al.dot_product_scores(TEXT, A((3, 4)))),
    ("K", lambda: al.dot_product_scores(A((2, 4)), TEXT)),
    ("scores", lambda: al.scale_scores(TEXT, 4)),
    ("scale", lambda: al.scale_scores(A((2, 2)), scale=TEXT)),
    ("z", lambda: al.softmax(TEXT)),
    ("z", lambda: al.naive_softmax(TEXT)),
    ("p", lambda: al.softmax_jacobian(TEXT)),
    ("p", lambda: al.entropy(TEXT)),
    ("scaled", lambda: al.apply_mask(TEXT, A((1, 1), bool))),
    ("weights", lambda: al.weighted_sum(TEXT, A((1, 3)))),
    ("V", lambda: al.weighted_sum(A((2, 2)), TEXT)),
    ("weights", lambda: al.dropout(TEXT, 0.1, rng=RNG)),
    ("p", lambda: al.dropout(A((2, 2)), "no", rng=RNG)),
    ("Q", lambda: al.attention(TEXT, A((3, 4)), A((3, 2)))),
    ("K", lambda: al.attention(A((2, 4)), TEXT, A((3, 2)))),
    ("V", lambda: al.attention(A((2, 4)), A((3, 4)), TEXT)),
    ("X", lambda: al.self_attention(TEXT, W)),
    ("X", lambda: al.project(TEXT, W)),
    ("W_Q", lambda: al.ProjectionWeights(TEXT, A((3, 2)), A((3, 2)))),
    ("b_Q", lambda: al.ProjectionWeights(A((3, 2)), A((3, 2)), A((3, 2)), b_Q=TEXT)),
    ("W_Q", lambda: al.MultiHeadWeights(TEXT, M, M, M, num_heads=2)),
    ("b_O", lambda: al.MultiHeadWeights(M, M, M, M, num_heads=2, b_O=TEXT)),
    ("X", lambda: al.multi_head_attention(TEXT, HEADS)),
    ("context", lambda: al.multi_head_attention(A((2, 4)), HEADS, context=TEXT)),
    ("p", lambda: learning.softmax_backward(TEXT, A(2))),
    ("d_p", lambda: learning.softmax_backward(A(2), TEXT)),
    ("d_output", lambda: learning.attention_backward(TRACE, TEXT)),
    ("x", lambda: learning.numerical_gradient(np.sum, TEXT)),
    ("gradient", lambda: learning.gradient_error(np.sum, A(2), TEXT)),
    ("X", lambda: real_model.layer_norm(TEXT, 1.0, 0.0)),
    ("gain", lambda: real_model.layer_norm(A((2, 3)), TEXT, 0.0)),
    ("bias", lambda: real_model.layer_norm(A((2, 3)), 1.0, TEXT)),
    ("x", lambda: real_model.gelu(TEXT)),
    ("X", lambda: real_model.mean_pool(TEXT)),
    ("a", lambda: real_model.cosine(TEXT, A(2))),
    ("b", lambda: real_model.cosine(A(2), TEXT)),
    ("x", lambda: real_model.erf(TEXT)),
]
TOO_FEW_AXES = [
    ("Q", 2, (4,), lambda: al.dot_product_scores(A(4), A((3, 4)))),
    ("K", 2, (4,), lambda: al.dot_product_scores(A((2, 4)), A(4))),
    ("z", 1, (), lambda: al.softmax(1.0)),
    ("z", 1, (), lambda: al.naive_softmax(1.0)),
    ("p", 1, (), lambda: al.softmax_jacobian(1.0)),
    ("p", 1, (), lambda: al.entropy(1.0)),
    ("weights", 2, (2,), lambda: al.weighted_sum(A(2), A((2, 3)))),
    ("V", 2, (2,), lambda: al.weighted_sum(A((2, 2)), A(2))),
    ("Q", 2, (4,), lambda: al.attention(A(4), A((3, 4)), A((3, 2)))),
    ("K", 2, (4,), lambda: al.attention(A((2, 4)), A(4), A((3, 2)))),
    ("V", 2, (3,), lambda: al.attention(A((2, 4)), A((3, 4)), A(3))),
    ("Q", 2, (4,), lambda: al.attention(A(4), M, M, is_causal=True)),
    ("K", 2, (4,), lambda: al.attention(M, A(4), M, is_causal=True)),
    ("X", 2, (3,), lambda: al.self_attention(A(3), W)),
    ("X", 2, (3,), lambda: al.project(A(3), W)),
    ("W_Q", 2, (3,), lambda: al.ProjectionWeights(A(3), A((3, 2)), A((3, 2)))),
    ("X", 2, (4,), lambda: al.split_heads(A(4), 2)),
    ("heads", 3, (1, 1), lambda: al.merge_heads(TEXT)),
    ("heads", 3, (2, 4), lambda: al.merge_heads(A((2, 4)))),
    ("W_Q", 2, (4,), lambda: al.MultiHeadWeights(A(4), M, M, M, num_heads=2)),
    ("X", 2, (4,), lambda: al.multi_head_attention(A(4), HEADS)),
    ("X", 2, (3,), lambda: real_model.mean_pool(A(3))),
]
TOO_SMALL = [
    ("d_k", 1, 0, lambda: al.scale_scores(A((2, 2)), 0)),
    ("T_q", 0, -1, lambda: al.causal_mask(-1)),
    ("T_k", 0, -1, lambda: al.causal_mask(2, -1)),
    ("T_k", 0, -2, lambda: al.padding_mask([[1]], -2)),
    ("T_k", 0, -1, lambda: al.padding_mask([1], -1)),
    ("T", 0, -1, lambda: al.sliding_window_mask(-1, 1)),
    ("window", 0, -1, lambda: al.sliding_window_mask(2, -1)),
    ("d_model", 1, 0, lambda: al.ProjectionWeights.random(0, 2)),
    ("d_k", 1, 0, lambda: al.ProjectionWeights.random(2, 0)),
    ("d_v", 1, 0, lambda: al.ProjectionWeights.random(2, 2, 0)),
    ("seed", 0, -1, lambda: al.ProjectionWeights.random(2, 2, seed=-1)),
    ("d_k", 1, 0, lambda: al.ProjectionWeights.designed(0)),
    ("d_v", 1, 0, lambda: al.ProjectionWeights.designed(2, 0)),
    ("d_model", 1, 0, lambda: al.hashed_embedding(["a"], 0)),
    ("T", 0, -1, lambda: al.positional_encoding(-1, 4)),
    ("d_model", 1, 0, lambda: al.positional_encoding(4, 0)),
    ("num_heads", 1, 0, lambda: al.split_heads(A((2, 4)), 0)),
    ("d_model", 1, 0, lambda: al.MultiHeadWeights.random(0, 1)),
    ("num_heads", 1, 0, lambda: al.MultiHeadWeights.random(4, 0)),
    ("seed", 0, -1, lambda: al.MultiHeadWeights.random(4, 2, seed=-1)),
    ("num_heads", 1, 0, lambda: al.MultiHeadWeights.designed(0)),
    ("num_heads", 1, 0, lambda: al.MultiHeadWeights(M, M, M, M, num_heads=0)),
    (
        "num_kv_heads",
        1,
        0,
        lambda: al.MultiHeadWeights(M, M, M, M, num_heads=2, num_kv_heads=0),
    ),
    ("head", 0, -1, lambda: al.MultiHeadWeights.random(4, 2).head(-1)),
    ("batch", 1, 0, lambda: learning.Trainer(EXAMPLES, START, batch=0)),
    ("seed", 0, -1, lambda: learning.Trainer(EXAMPLES, START, seed=-1)),
    ("until", 0, -1, lambda: learning.Trainer(EXAMPLES, START).run(-1)),
    ("pairs", 1, 0, lambda: sentences.draw_sentences(0, seed=0)),
    ("seed", 0, -1, lambda: sentences.draw_sentences(1, seed=-1)),
    ("axis", -2, -3, lambda: al.softmax([[1.0]], axis=-3)),
]
OTHERS = [
    (
        lambda: al.dot_product_scores(A((2, 4)), A((3, 5))),
        "dot_product_scores: expected Q and K of the same width d_k, "
        "got Q (2, 4) and K (3, 5): 4 and 5",
    ),
    (
        lambda: al.dot_product_scores(A((7, 2, 4)), A((7, 3, 5))),
        "dot_product_scores: expected Q and K of the same width d_k, "
        "got Q (7, 2, 4) and K (7, 3, 5): 4 and 5",
    ),
    (
        lambda: al.dot_product_scores(A((2, 2, 4)), A((3, 3, 4))),
        "dot_product_scores: expected leading axes that broadcast, "
        "got Q (2, 2, 4), K (3, 3, 4)",
    ),
    (
        lambda: al.scale_scores(A((2, 2))),
        "scale_scores: expected d_k or scale, got neither",
    ),
    (
        lambda: al.scale_scores(A((2, 2)), scale=INF),
        "scale: expected one finite number, got inf",
    ),
    (
        lambda: al.softmax([INF]),
        "softmax: expected scores that are finite or −inf, "
        "got inf in row 0 (index (0,))",
    ),
    (
        lambda: al.softmax([[1.0]], axis=2),
        "axis: expected at most 1, got 2",
    ),
    (
        lambda: al.entropy([-1.0, 2.0]),
        "entropy: expected weights ≥ 0, got one below 0 or NaN",
    ),
    (
        lambda: al.padding_mask([1.5], 3),
        "lengths: expected whole numbers, got dtype float64",
    ),
    (
        lambda: al.padding_mask([4], 3),
        "lengths: expected 0 to T_k = 3, got [4]",
    ),
    (
        lambda: al.combine_masks(A((2, 2), bool), [[1, 0], [0, 1]]),
        "mask: expected Boolean (True = may attend) or floating (added to the "
        "scores), "
        "got dtype int64; for zeros and ones write mask.astype(bool)",
    ),
    (
        lambda: al.combine_masks(A((2, 2), bool), A((3, 3), bool)),
        "combine_masks: expected shapes that broadcast, got (2, 2) and (3, 3)",
    ),
    (
        lambda: al.apply_mask(A((2, 3)), TEXT),
        "mask: expected Boolean (True = may attend) or floating (added to the "
        "scores), "
        "got dtype <U2; for zeros and ones write mask.astype(bool)",
    ),
    (
        lambda: al.apply_mask(A((2, 3)), A((3, 2), bool)),
        "mask: expected a shape that broadcasts to (2, 3), rows = queries and "
        "columns = keys, "
        "got (3, 2)",
    ),
    (
        lambda: al.apply_mask(A((2, 2)), [[NAN, 0.0], [0.0, 0.0]]),
        "mask: expected numbers that are finite or −inf, got NaN or +inf",
    ),
    (
        lambda: al.weighted_sum(A((2, 2)), A((3, 3))),
        "weighted_sum: expected one weight for each value (the same T_k), "
        "got weights (2, 2) and V (3, 3)",
    ),
    (
        lambda: al.weighted_sum(A((2, 2, 2)), A((3, 2, 3))),
        "weighted_sum: expected leading axes that broadcast, "
        "got weights (2, 2, 2), V (3, 2, 3)",
    ),
    (
        lambda: al.dropout(A((2, 2)), 1.5, rng=RNG),
        "dropout: expected p from 0 to 1, got 1.5",
    ),
    (
        lambda: al.dropout(A((2, 2)), 0.1, rng=0),
        "rng: expected a Generator, as np.random.default_rng(0) makes one, got int",
    ),
    (
        lambda: al.project(A((2, 4)), W),
        "project: expected X with d_model = 3 columns, got shape (2, 4)",
    ),
    (
        lambda: al.ProjectionWeights(A((3, 2)), A((4, 2)), A((3, 2))),
        "projection: expected W_Q, W_K and W_V with the same number of rows "
        "d_model, "
        "got (3, 2), (4, 2) and (3, 2)",
    ),
    (
        lambda: al.ProjectionWeights(A((3, 2)), A((3, 4)), A((3, 2))),
        "projection: expected W_Q and W_K with the same number of columns d_k, "
        "got (3, 2) and (3, 4)",
    ),
    (
        lambda: al.ProjectionWeights(A((3, 2)), A((3, 2)), A((3, 2)), b_K=A(3)),
        "b_K: expected width 2, got (3,)",
    ),
    (
        lambda: al.ProjectionWeights(*[A((5, 3, 2))] * 3, b_V=A((5, 4))),
        "b_V: expected width 2, got (5, 4)",
    ),
    (
        lambda: al.split_heads(TEXT, 2),
        "split_heads: expected a width that the number of heads divides, "
        "got 1 and 2 heads; 1 would do",
    ),
    (
        lambda: al.split_heads(A((2, 0)), 2),
        "split_heads: expected a width that the number of heads divides, "
        "got 0 and 2 heads; a larger one would do",
    ),
    (
        lambda: sentences.examples_of([]),
        "sentences: expected at least one, got none",
    ),
    (
        lambda: al.split_heads(A((2, 4)), 3),
        "split_heads: expected a width that the number of heads divides, "
        "got 4 and 3 heads; 1, 2 or 4 would do",
    ),
    (
        lambda: al.MultiHeadWeights.random(4, 3),
        "MultiHeadWeights: expected a d_model that the number of heads divides, "
        "got 4 and 3 heads; 1, 2 or 4 would do",
    ),
    (
        lambda: al.MultiHeadWeights.designed(3),
        "designed: expected named columns that the number of heads divides, "
        "got 4 and 3 heads; 1, 2 or 4 would do",
    ),
    (
        lambda: al.MultiHeadWeights(A((2, 4, 4)), M, M, M, num_heads=2),
        "W_Q: expected 2 axes, got shape (2, 4, 4)",
    ),
    (
        lambda: al.MultiHeadWeights(M, M, M, M, num_heads=4, num_kv_heads=3),
        "num_kv_heads: expected a divisor of num_heads = 4 (1, 2 or 4), got 3",
    ),
    (
        lambda: al.MultiHeadWeights(A((4, 6)), M, M, M, num_heads=4),
        "W_Q: expected a number of columns that the number of heads divides, "
        "got 6 and 4 heads; 1, 2, 3 or 6 would do",
    ),
    (
        lambda: al.MultiHeadWeights(M, A((4, 3)), M, M, num_heads=4),
        "W_K: expected (d_model, num_kv_heads · d_k) = (4, 4), got (4, 3)",
    ),
    (
        lambda: al.MultiHeadWeights(M, M, A((4, 6)), M, num_heads=4),
        "W_V: expected a number of columns that the number of heads divides, "
        "got 6 and 4 heads; 1, 2, 3 or 6 would do",
    ),
    (
        lambda: al.MultiHeadWeights(M, M, M, A((3, 4)), num_heads=2),
        "W_O: expected (num_heads · d_v, d_model) = (4, 4), got (3, 4)",
    ),
    (
        lambda: al.MultiHeadWeights(M, M, M, M, num_heads=2, b_Q=A(3)),
        "b_Q: expected shape (4,), got (3,)",
    ),
    (
        lambda: al.MultiHeadWeights.random(4, 2).head(2),
        "head: expected 0 to 1, got 2",
    ),
    (
        lambda: al.multi_head_attention(A((2, 5)), HEADS),
        "multi_head_attention: expected X with d_model = 4 columns, got shape (2, 5)",
    ),
    (
        lambda: al.multi_head_attention(A((2, 2, 4)), HEADS, context=A((3, 2, 4))),
        "multi_head_attention: expected leading axes that broadcast, "
        "got X (2, 2, 4), context (3, 2, 4)",
    ),
    (
        lambda: al.multi_head_attention(A((2, 4)), HEADS).head(2),
        "head: expected 0 to 1, got 2",
    ),
    (
        lambda: learning.attention_backward(TRACE, A((3, 3))),
        "d_output: expected shape (2, 2), got (3, 3)",
    ),
    (
        lambda: learning.self_attention_backward(OTHER, A((2, 2))),
        "trace: expected a trace of self_attention, with X and projection, "
        "got one without them",
    ),
    (
        lambda: learning.gradient_error(np.sum, A(2), A(3)),
        "gradient: expected shape (2,), got (3,)",
    ),
    (
        lambda: sentences.who_does_it(["the", "monkey"]),
        "sentence: expected an action, as in 'sees', got the monkey",
    ),
    (
        lambda: sentences.who_does_it(["eats", "monkey"]),
        "sentence: expected a being, as in 'monkey', before 'eats', got eats monkey",
    ),
    (
        lambda: real_model.layer_norm(A((2, 3)), A(2), A(2)),
        "layer_norm: expected gain and bias of shape (3,), got (2,) and (2,)",
    ),
    (
        lambda: real_model.cosine(A(2), A(3)),
        "cosine: expected two vectors of one length, got shapes (2,) and (3,)",
    ),
    (
        lambda: real_model.mean_pool(A((2, 3, 4)), A((2, 4), bool)),
        "mean_pool: expected real of True and False, shape (2, 3), "
        "got bool, shape (2, 4)",
    ),
    (
        lambda: real_model.load_extract().pieces(["one", "two"]),
        "sentence: expected a text, got list; several sentences are read one by one",
    ),
    (
        lambda: real_model.load_extract().pieces("the " * 600),
        "sentence: expected at most 128 word pieces, [CLS] and [SEP] among them, "
        "got 602: leave out some words",
    ),
    (
        lambda: real_model.load_extract().embed("a quasar"),
        "extract: expected word pieces that ship with the library, "
        "got 'qu', '##asa'. All are in the full weights: "
        f"{HOW_TO_GET}",
    ),
    (
        lambda: al.padding_mask([[[1]]], 3),
        "lengths: expected a number, (B,) or (B, T_q), got shape (1, 1, 1)",
    ),
    (
        lambda: al.padding_mask([1, -1], 3),
        "lengths: expected 0 to T_k = 3, got [-1]",
    ),
    (
        lambda: al.padding_mask(TEXT, 3),
        "lengths: expected whole numbers, got dtype <U2",
    ),
    (
        lambda: al.apply_mask(A((2, 2)), A((1, 2, 2), complex)),
        "mask: expected Boolean (True = may attend) or floating (added to the "
        "scores), "
        "got dtype complex128; for zeros and ones write mask.astype(bool)",
    ),
    (
        lambda: al.softmax([[1.0]], axis=1.0),
        "axis: expected a whole number, got 1.0",
    ),
    (
        lambda: al.attention(A((2, 4)), A((3, 4)), A((2, 2))),
        "weighted_sum: expected one weight for each value (the same T_k), "
        "got weights (2, 3) and V (2, 2)",
    ),
    (
        lambda: al.project(A((2, 3)), al.ProjectionWeights.random(4, 2)),
        "project: expected X with d_model = 4 columns, got shape (2, 3)",
    ),
    (
        lambda: al.positional_encoding(2.0, 4),
        "T: expected a whole number, got 2.0",
    ),
    (
        lambda: al.causal_mask(True),
        "T_q: expected a whole number, got True",
    ),
    (
        lambda: al.softmax([[1.0], [1.0, 2.0]]),
        "z: expected a rectangular array, got rows of unequal length",
    ),
    (
        lambda: al.split_heads([[1.0], [1.0, 2.0]], 1),
        "X: expected a rectangular array, got rows of unequal length",
    ),
    (
        lambda: al.softmax([[None]]),
        "z: expected real numbers, got the Python object None",
    ),
]


def message_of(call):
    with pytest.raises((ValueError, TypeError)) as refusal:
        call()
    return str(refusal.value)


@pytest.mark.parametrize(("name", "call"), NOT_NUMBERS)
def test_text_is_no_number(name, call):
    assert message_of(call) == f"{name}: expected real numbers, got dtype <U2"


@pytest.mark.parametrize(("name", "least", "shape", "call"), TOO_FEW_AXES)
def test_axes_are_missing(name, least, shape, call):
    expected = f"{name}: expected at least {least} axes, got shape {shape}"
    assert message_of(call) == expected


@pytest.mark.parametrize(("name", "least", "got", "call"), TOO_SMALL)
def test_a_number_is_too_small(name, least, got, call):
    assert message_of(call) == f"{name}: expected at least {least}, got {got}"


@pytest.mark.parametrize(("call", "message"), OTHERS)
def test_the_message_says_what_is_wrong(call, message):
    assert message_of(call) == message
