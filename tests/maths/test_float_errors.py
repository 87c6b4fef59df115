"""What NumPy was told to do about underflow and overflow is not ours to obey.

Somebody who hunts a NaN writes ``np.seterr(all="raise")``. Weights so small that they
become 0, scores too large for float16, garbage behind a hidden key are meant: nothing
of the library stops, warns, or forgets what NumPy was told.
"""

import inspect
import warnings
from contextlib import contextmanager, suppress

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures, learning, real_model
from attn_lib.example import sentences
from tests.support.played import EVERY, by_name

RAISE = dict.fromkeys(("divide", "over", "under", "invalid"), "raise")
FAR = 60.0  # exp(−60 · 60) is less than any float
Q, K, V = (FAR * np.eye(3, n) for n in (4, 4, 2))
GARBAGE = np.array([[1.0, 2], [np.nan, np.inf], [-np.inf, 1e300]])
TINY = np.full((3, 4), 1e-200)
LEAST = np.full((3, 4), 5e-324)
LARGE = [np.float16(999) * np.eye(3, 4, dtype=np.float16)] * 2
LOW = np.array([-6e4, 0, 1], np.float16)
VISIBLE = np.array([True, False, False])
X = FAR * np.eye(3, 12)
W = al.ProjectionWeights.designed()
HEADS = al.MultiHeadWeights.designed()
TRACE = al.self_attention(X, W)
SAID = ["the", "monkey", "eats"]
NAMES = ["a", "b", "c"]
LESSON = sentences.examples_of(sentences.draw_sentences(2, seed=0))
START = sentences.untrained_projection(4)
SHARP_START = al.ProjectionWeights(1e3 * START.W_Q, 1e3 * START.W_K, START.W_V)
MODEL = real_model.load_extract()


CALLS = {
    "Trainer": lambda: learning.Trainer(LESSON, SHARP_START).run(2),
    "apply_mask": lambda: [
        al.apply_mask(LOW[None], np.full(3, -1e5)),
        al.apply_mask(np.ones((3, 4), np.float32), TINY),
        al.apply_mask([[np.nan, np.inf, -1e308]], np.array([-np.inf, -np.inf, -1e308])),
    ],
    "attention": lambda: [
        al.attention(Q, K, V),
        al.attention(*LARGE, LARGE[0]),
        al.attention(Q, K, GARBAGE, mask=VISIBLE),
        al.attention(TINY, TINY, TINY),
    ],
    "attention_backward": lambda: al.attention_backward(TRACE, np.full((3, 5), 1e-300)),
    "causal_mask": lambda: al.causal_mask(3),
    "combine_masks": lambda: al.combine_masks(LOW, LOW),
    "dot_product_scores": lambda: [
        al.dot_product_scores(TINY, TINY),
        al.dot_product_scores(*LARGE),
        al.dot_product_scores(GARBAGE, GARBAGE),
    ],
    "dropout": lambda: al.dropout(LEAST, 0.5, rng=np.random.default_rng(0)),
    "embed": lambda: al.embed(SAID),
    "entropy": lambda: al.entropy([[1 - 1e-300, 1e-300, 0], [1e-310, 1, 0]]),
    "gradient_error": lambda: [
        al.gradient_error(lambda x: np.exp(-x * x).sum(), Q, 0 * Q),
        al.gradient_error(lambda x: (x**2).sum(), TINY, 2 * TINY),
    ],
    "hashed_embedding": lambda: al.hashed_embedding(SAID, 5),
    "lexicon_embedding": lambda: al.lexicon_embedding(SAID),
    "merge_heads": lambda: al.merge_heads(GARBAGE[None]),
    "multi_head_attention": lambda: al.multi_head_attention(X, HEADS),
    "naive_softmax": lambda: al.naive_softmax([[1e3, 0, -1e3], [-np.inf] * 3]),
    "numerical_gradient": lambda: al.numerical_gradient(lambda x: (x**2).sum(), TINY),
    "padding_mask": lambda: al.padding_mask([1, 2], 3),
    "positional_encoding": lambda: al.positional_encoding(3, 600),
    "project": lambda: [
        al.project(np.full((2, 12), 1e-310), W),
        al.project(np.full((2, 12), np.inf), W),
    ],
    "scale_scores": lambda: [
        al.scale_scores(LEAST, 64),
        al.scale_scores(LARGE[0], scale=1e6),
        al.scale_scores(GARBAGE, scale=0),
    ],
    "scaled_dot_product_attention": lambda: al.scaled_dot_product_attention(Q, K, V),
    "self_attention": lambda: al.self_attention(X, W, is_causal=True),
    "self_attention_backward": lambda: [
        al.self_attention_backward(TRACE, np.full((3, 5), 1e-300)),
        al.self_attention_backward(TRACE, np.full((3, 5), 1e300)),
    ],
    "sliding_window_mask": lambda: al.sliding_window_mask(3, 1),
    "softmax": lambda: [
        al.softmax([[0, -800.0, -730]]),
        al.softmax(np.array([[0, -14]], np.float16)),
        al.softmax([[1e308, -1e308, -np.inf], [-np.inf] * 3]),
    ],
    "softmax_backward": lambda: al.softmax_backward(TINY, TINY),
    "softmax_jacobian": lambda: al.softmax_jacobian(TINY),
    "split_heads": lambda: al.split_heads(GARBAGE, 2),
    "tokenize": lambda: al.tokenize("the monkey"),
    "unknown_words": lambda: al.unknown_words(SAID),
    "weighted_sum": lambda: [
        al.weighted_sum(TINY, TINY.T),
        al.weighted_sum(np.eye(3), GARBAGE),
    ],
    # ---- outside the package's own list
    "cosine": lambda: [
        real_model.cosine(TINY[0], TINY[0]),
        real_model.cosine(GARBAGE[1], GARBAGE[2]),
    ],
    "erf": lambda: real_model.erf([-30.0, 5.0, 0, 1e-310, np.inf]),
    "evaluate": lambda: learning.evaluate(SHARP_START, LESSON),
    "gelu": lambda: real_model.gelu([-40.0, 1e-310, -np.inf, 5.0]),
    "layer_norm": lambda: real_model.layer_norm(
        np.vstack([TINY, [GARBAGE[1, 1]] * 4]), np.ones(4), np.zeros(4)
    ),
    "loss_and_gradient": lambda: learning.loss_and_gradient(SHARP_START, LESSON),
    "mean_pool": lambda: real_model.mean_pool(GARBAGE, VISIBLE),
    "read": lambda: MODEL.read("the bank of the river"),
    "run_layer": lambda: real_model.run_layer(np.full((2, 384), 1e-200), LAYER),
}
LAYER = MODEL.layers[0]


@contextmanager
def told_to_raise():
    """Somebody's settings; they have to be the same afterwards."""
    with warnings.catch_warnings(), np.errstate(**RAISE):
        warnings.simplefilter("error")
        yield
        assert np.geterr() == RAISE


def test_no_public_function_is_left_out():
    functions = {n for n in al.__all__ if inspect.isfunction(getattr(al, n))}
    assert functions - {"language"} <= CALLS.keys()
    parts = {n for n in real_model.__all__ if inspect.isfunction(vars(real_model)[n])}
    loaders = {"full_readings", "is_installed", "load_extract", "load_minilm"}
    assert parts - loaders <= CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_no_function_stops_or_warns(name):
    with told_to_raise():
        CALLS[name]()


def test_numbers_are_those_that_numpy_gives_in_peace():
    quiet = al.attention(Q, K, V)
    with told_to_raise():
        strict = al.attention(Q, K, V)
    for name in ("scores", "weights", "output"):
        np.testing.assert_array_equal(getattr(quiet, name), getattr(strict, name))


def test_settings_come_back_after_an_error_too():
    with told_to_raise(), pytest.raises(ValueError, match="expected scores"):
        al.softmax([np.nan])


DTYPES = [
    {"dtype": dtype, "constant": constant}
    for dtype in ("float16", "float64")
    for constant in ("−inf", "−1e9", "−10")
]
SHARP = [
    {"edits": (("scores", 0, 0, 5000.0),)},
    {"edits": (("scores", 0, 0, 400.0),)},  # weights of 1e-87: none in float32
    {"edits": (("X", 0, 0, 1e-200),)},
    {"temperature": 0.25, "d_k": 64, "divisor": "none"},
    {"d_k": 512, "step": 20, "divisor": "none"},
    {"q": (1e-200, 1e3)},
    {"weights": (1.0, 1e-200, 0.0)},
    *DTYPES,
]


@pytest.mark.parametrize("explorer", EVERY, ids=by_name)
def test_no_explorer_stops_or_warns(explorer):
    shown = [explorer()]
    controls = shown[0]._controls.keys()
    fitting = [s for s in (*SHARP, EVERY[explorer]) if s.keys() <= controls]
    assert fitting
    with told_to_raise():
        for settings in fitting:
            with suppress(ValueError):  # weights are others' menu
                shown.append(explorer(**settings))
        shown[-1]._sweeps.finish(shown[-1]._page, shown[-1].board.sweep)
        shown[-1]._repr_mimebundle_()
    assert len(shown) > 1
    for each in shown:
        each.close()


PICTURES = {
    "matrix": lambda: figures.matrix(TINY),
    "score_matrix": lambda: figures.score_matrix(1e-310 * np.eye(3), NAMES),
    "attention_weights": lambda: figures.attention_weights(1e-310 * np.eye(3), NAMES),
    "softmax_bars": lambda: figures.softmax_bars([0, -730.0, -800], NAMES),
    "vectors_in_plane": lambda: figures.vectors_in_plane([1e-200, 1], [[1e-200, 0]]),
    "values_in_plane": lambda: figures.values_in_plane(
        [[1e-200, 1], [2, 3.0]], [1, 1e-200], [0, 1.0]
    ),
    "jacobian_matrix": lambda: figures.jacobian_matrix(1e-310 * np.eye(3), NAMES),
}


@pytest.mark.parametrize("name", PICTURES)
def test_no_picture_stops_or_warns(name):
    with told_to_raise():
        figures.png(PICTURES[name]())
