"""Kind D: what learners misunderstand and teachers trip over."""

import re

import numpy as np
import pytest

import attn_lib as al
from attn_lib import explorers
from attn_lib.exercises._questions import QUESTIONS
from tests.support.lessons import (
    NOTEBOOKS,
    ROOT,
    code_cells,
    markdown_cells,
    read,
)
from tests.support.played import assert_sent, on_the_page
from tests.support.prose import output_texts
from tests.support.reading import pictures

I2 = np.eye(2)
README = (ROOT / "README.md").read_text(encoding="utf-8")


def close(found, expected, tolerance=1e-4):
    """Equal to the four digits that a case gives."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def lesson(name):
    """A lesson's text, and what its cells print, as one string each."""
    (path,) = (path for path in NOTEBOOKS if path.stem == name)
    notebook = read(path)
    text = "\n".join(cell.source for cell in markdown_cells(notebook))
    printed = "\n".join(t for c in code_cells(notebook) for t in output_texts(c))
    return text, printed


def normal(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


def self_attention(X, W_Q, W_K, W_V=None):
    W_V = np.eye(X.shape[1]) if W_V is None else W_V
    return al.self_attention(X, al.ProjectionWeights(W_Q, W_K, W_V))


@pytest.mark.case("D01")
def test_a_word_does_not_look_mostly_at_itself():
    """A famous tutorial says that it clearly does; learners repeat it."""
    other_wins = self_attention(np.array([[1, 0], [3, 0]]), I2, I2)
    close(other_wins.weights[0], [0.1956, 0.8044])
    crossed = self_attention(I2, I2, np.array([[0, 1], [1, 0]]))
    close(np.diag(crossed.weights), [0.3302, 0.3302])

    text, printed = lesson("02_matmul_scores")
    assert "0.1956" in printed
    question = QUESTIONS["02-own-score"]
    (right,) = (answer for answer in question.answers if question.judge(answer)[0])
    assert right == "chance"
    trace = explorers.PipelineExplorer().trace
    own = trace.weights.argmax(axis=1) == np.arange(len(trace.weights))
    assert not own.all()
    claim = re.compile(r"[^.]*\b(?:always|clearly) (?:attends?|looks?) most [^.]*")
    for path in NOTEBOOKS:
        for cell in markdown_cells(read(path)):
            for sentence in claim.findall(cell.source):
                assert "Illustrated Transformer" in sentence  # named, then counted
    assert "Let us count" in text
    text, printed = lesson("08_real_model")  # nor does it in a trained model
    assert "in fewer than one row of four" in text
    assert "chance" in printed


@pytest.mark.case("D02")
def test_the_spread_of_a_score():
    """Why d_k, and why does my experiment with two tiny vectors not give it?"""
    for d_k, expected in ((1, 1), (4, 2), (16, 4), (64, 8), (256, 16)):
        q, k = normal(2, 20_000, d_k).astype(np.float32)
        std = np.std((q * k).sum(axis=1))
        assert abs(std / expected - 1) < 0.03
        assert abs(std / np.sqrt(d_k) - 1) < 0.03
    text, printed = lesson("03_scale_and_softmax")
    assert "independent, with mean 0 and var" in text
    assert "standard deviation" in printed
    ax = pictures(al.SENTENCE)["variance_curve"]()
    assert "variance" in ax.get_ylabel()  # ours shows the variance, and says so


@pytest.mark.case("D03")
def test_why_the_root_and_not_d_k():
    """Dividing by d_k would shrink the numbers, too: what is wrong with it?"""
    for d_k, expected in ((64, (0.87, 0.36, 0.15)), (512, (0.95, 0.36, 0.13))):
        rng = np.random.default_rng(0)
        q = rng.standard_normal((1000, 1, d_k), dtype=np.float32)
        K = rng.standard_normal((1000, 8, d_k), dtype=np.float32)
        scores = al.dot_product_scores(q, K)
        for scale, largest in zip((1, d_k**-0.5, 1 / d_k), expected, strict=True):
            weights = al.softmax(al.scale_scores(scores, scale=scale))
            assert abs(weights.max(axis=-1).mean() - largest) < 0.02
    divisors = explorers.SoftmaxExplorer().divisor
    assert {"none", "√d_k", "d_k"} <= {label for label, _ in divisors.options} | {
        value for _, value in divisors.options
    }


@pytest.mark.case("D04")
def test_scaling_is_for_width_and_not_for_size():
    """A reader expected scaling to cancel a factor of 100 in the numbers."""
    for scores, divided, expected in (
        ([1, 2, 3], False, [0.0900, 0.2447, 0.6652]),
        ([100, 200, 300], False, [0, 0, 1]),
        ([1, 2, 3], True, [0.1400, 0.2840, 0.5760]),
        ([100, 200, 300], True, [0, 0, 1]),
    ):
        scaled = al.scale_scores(scores, 2) if divided else scores
        close(al.softmax(scaled), expected)
    text, _ = lesson("03_scale_and_softmax")
    assert "**Adding a constant changes nothing.**" in text
    assert "**temperature**" in text


@pytest.mark.case("D05")
def test_two_matrices_and_not_their_product():
    """Only W_Q W_Kᵀ appears in the scores: why keep them apart?"""
    d_model, d_k = 512, 64
    pair = al.ProjectionWeights.random(d_model, d_k)
    assert (pair.W_Q.size + pair.W_K.size, d_model**2) == (65_536, 262_144)
    W_Q, W_K = normal(2, 4, 2)
    assert np.linalg.matrix_rank(W_Q @ W_K.T) == 2
    one_way = self_attention(I2, I2, np.array([[0, 1], [0, 0]]))
    assert one_way.scores.tolist() == [[0, 0], [1, 0]]
    X = normal(3, 4)
    np.testing.assert_allclose(X @ X.T, (X @ X.T).T)
    text, _ = lesson("01_qkv_projection")
    assert "65,536 numbers against 262,144" in text
    assert "symmetric" in text
    assert "**rank**" in text


@pytest.mark.case("D06")
def test_keys_decide_where_and_values_decide_what():
    """What is the difference between a key and a value; are Q, K, V the same?"""
    q, K, V = [[1, 0]], I2, np.array([[10], [20]])
    first = al.attention(q, K, V)
    close(first.weights, [[0.6698, 0.3302]])
    close(first.output, [[13.302]], 1e-3)
    other_values = al.attention(q, K, [[100], [20]])
    np.testing.assert_array_equal(other_values.weights, first.weights)
    close(other_values.output, [[73.581]], 1e-3)
    swapped = al.attention(q, K[::-1], V)
    close(swapped.weights, [[0.3302, 0.6698]])
    close(swapped.output, [[16.698]], 1e-3)

    explorer = explorers.PipelineExplorer()
    before = on_the_page(explorer)
    explorer.edits.value = (("V", 1, 0, 9.0),)
    assert_sent(explorer, {"weights": before["weights"]})
    assert not np.array_equal(on_the_page(explorer)["output"], before["output"])
    explorer.edits.value = (("K", 1, 0, 9.0),)
    assert not np.array_equal(on_the_page(explorer)["weights"], before["weights"])
    explorer.close()


@pytest.mark.case("D07")
def test_rows_are_tokens_everywhere():
    """Formula, picture and code contradicted each other on rows and columns."""
    X, W = np.array([[1, 0, 2], [0, 1, 1]]), np.array([[1, 0], [0, 1], [1, 1]])
    Q, _, _ = al.project(X, al.ProjectionWeights(W, W, W))
    assert Q.tolist() == [[3, 2], [1, 2]]
    assert (W.T @ X.T).tolist() == Q.T.tolist()
    for path in NOTEBOOKS:
        notebook = read(path)
        prose = "\n".join(cell.source for cell in markdown_cells(notebook))
        assert not re.search(
            r"W(_Q|_K|_V)?ᵀ ?X(?!ᵀ)|axis ?= ?0.{0,40}softmax", prose
        ), path
    for name in ("README.md", "notebooks/source/00_start_here.md"):
        assert "softmax(" in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.case("D08")
def test_which_size_depends_on_what():
    """Is d_k a size of one key or of all? Does a weight depend on the sentence?"""
    W = al.MultiHeadWeights.random(12, 3)
    sizes = [w.shape for w in (W.W_Q, W.W_K, W.W_V, W.W_O)]
    for T in (5, 9):
        trace = al.multi_head_attention(normal(T, 12), W)
        assert trace.Q.shape == (3, T, 4)
        assert trace.scores.shape == (3, T, T)
        assert trace.concat.shape == (T, 12)
        assert trace.output.shape == (T, 12)
        assert [w.shape for w in (W.W_Q, W.W_K, W.W_V, W.W_O)] == sizes
    assert W.W_O.shape == (12, 12)
    one = al.ProjectionWeights.random(12, 3, 5)
    assert al.self_attention(normal(5, 12), one).output.shape == (5, 5)
    for heads in (1, 8):
        W = al.MultiHeadWeights.random(512, heads)
        assert sum(w.size for w in (W.W_Q, W.W_K, W.W_V, W.W_O)) == 1_048_576
    text, printed = lesson("06_multi_head")
    assert "1,048,576" in text
    assert "1,048,576" in printed


@pytest.mark.case("D09")
def test_the_mask_comes_after_the_division():
    """Before or after softmax, added or multiplied, inside or outside of √d_k?"""
    scores, keep = np.zeros((1, 2)), np.array([[True, False]])
    added = np.where(keep, 0, -10.0)
    before = al.softmax(al.scale_scores(scores + added, 64))
    after = al.softmax(al.apply_mask(al.scale_scores(scores, 64), added))
    close(before[0, 1], 0.2227)
    close(after[0, 1], 0.000045, 1e-6)
    for mask in (keep, np.where(keep, 0, -np.inf)):
        assert al.softmax(al.apply_mask(scores, mask))[0, 1] == 0
    text, _ = lesson("04_masking")
    assert "0.2227" in text
    assert "divides by what is left" in text


@pytest.mark.case("D10")
def test_order_matters_not_at_all_or_very_much():
    """Order "does not matter": the outputs move with the tokens, they do not stay."""
    X, p = normal(4, 3), [2, 0, 3, 1]
    W = al.ProjectionWeights.random(3, 2)

    def f(X, **how):
        return al.self_attention(X, W, **how).output

    close(f(X)[p], f(X[p]), 1e-12)
    assert not np.allclose(f(X), f(X[p]))
    assert not np.allclose(f(X, is_causal=True)[p], f(X[p], is_causal=True))
    tokens = al.tokenize("the cat sat on the mat")
    for positions in (False, True):
        trace = al.self_attention(
            al.embed(tokens, positions=positions), al.ProjectionWeights.designed()
        )
        for rows in (trace.weights, trace.weights.T):
            assert np.allclose(rows[0], rows[4]) == (not positions)
    text, _ = lesson("00_start_here")
    assert "equivariant" in text
    assert "causal" in text[text.index("equivariant") :]


@pytest.mark.case("D11")
def test_weight_is_not_importance():
    """The first token gets most attention, so it was called important."""
    equal = np.zeros((6, 1))
    means = al.attention(equal, equal, equal, is_causal=True).weights.mean(axis=0)
    close(means, [0.4083, 0.2417, 0.1583, 0.1028, 0.0611, 0.0278])
    heads = np.array([[0.9, 0.1], [0.1, 0.9]])
    assert heads.mean(axis=0).tolist() == [0.5, 0.5]
    text, _ = lesson("04_masking")
    assert "**Weight is not importance.**" in text
    explorer = explorers.MultiHeadExplorer()
    shown = on_the_page(explorer)
    for i in range(2):  # each head by itself, not their average alone
        weights = explorer.trace.weights[i]
        np.testing.assert_array_equal(shown[f"weights_{i}"], weights)
    explorer.close()
    text, printed = lesson("06_multi_head")
    assert "an average hides both" in text
    assert "[0.5 0.5]" in printed or "[0.5, 0.5]" in printed


@pytest.mark.case("A10")
def test_every_text_says_the_same_of_true():
    """One library's True hides, another's shows: tokens were shown the future."""
    for function in (al.apply_mask, al.attention, al.causal_mask, al.padding_mask):
        assert "True = may attend" in function.__doc__, function.__name__
    for path in NOTEBOOKS:
        text, _ = lesson(path.stem)
        assert "True = hidden" not in text
    text, _ = lesson("04_masking")
    assert "True" in text
    assert "may attend" in text or "may look" in text
