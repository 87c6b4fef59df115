"""Kind A: wrong numbers that look right, each reported by people who met them."""

import io
import tokenize
from math import inf, nan

import numpy as np
import pytest

import attn_lib as al
from attn_lib import figures
from attn_lib.explorers import MultiHeadExplorer, PipelineExplorer
from tests.support.lessons import NOTEBOOKS, ROOT, markdown_cells, read
from tests.support.reading import cells, strings

MATHS = sorted((ROOT / "attn_lib").glob("*.py"))
EYE = [[1, 0], [0, 1]]
VALUES = [[10, 0], [0, 20]]
T, F = True, False


def close(found, expected, tolerance=1e-4):
    """Equal to the four digits that a case gives."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def test_A01_a_query_that_may_look_at_nothing():
    """Such a row came out as NaN or, worse, as the mean of all values."""
    mask = np.array([[T, T], [F, F]])
    trace = al.attention(EYE, EYE, VALUES, mask=mask)
    close(trace.weights, [[0.6698, 0.3302], [0, 0]])
    close(trace.output, [[6.6976, 6.6048], [0, 0]])
    assert not np.allclose(trace.output[1], np.mean(VALUES, axis=0))
    ax = figures.attention_weights(trace.weights, ["a", "b"], hidden=~mask)
    assert strings(ax.texts) == ["0.67", "0.33", "nothing visible"]


def test_A02_a_sample_of_length_zero():
    """A sample that is all padding attended to its padding, evenly and plausibly."""
    Q = np.zeros((2, 3, 1))
    V = [[[3], [6], [9]]] * 2
    trace = al.attention(Q, Q, V, mask=al.padding_mask([3, 0], 3))
    assert trace.output[..., 0].tolist() == [[6, 6, 6], [0, 0, 0]]
    assert trace.weights[1].sum() == 0
    alone = al.attention(Q[0], Q[0], V[0])
    np.testing.assert_array_equal(trace.output[0], alone.output)


def test_A03_a_mask_in_half_precision():
    """A written-in −1e9 does not fit float16, so the mask overflowed or gave NaN."""
    scores = np.array([[1, 2, 3]], np.float16)
    for keep, expected in (
        ([[T, T, F]], [[0.269, 0.731, 0]]),
        ([[F] * 3], [[0] * 3]),
    ):
        weights = al.softmax(al.apply_mask(scores, np.array(keep)))
        assert weights.dtype == np.float16
        close(weights, expected, 2e-3)
    for path in MATHS:
        code = io.StringIO(path.read_text(encoding="utf-8"))
        for token in tokenize.generate_tokens(code.readline):
            if token.type == tokenize.NUMBER:
                assert abs(complex(token.string)) <= 10000, (path.name, token.string)


def test_A04_scores_too_large_or_too_small_for_exp():
    """exp overflowed; where 0 joined the maximum, very negative rows died instead."""
    for z, p in (
        ([1000, 1001, 1002], [0.0900, 0.2447, 0.6652]),
        ([-10000, -10000], [0.5, 0.5]),
        ([-1000, -1001, -1002], [0.6652, 0.2447, 0.0900]),
    ):
        close(al.softmax(z), p)
        close(al.softmax(z).sum(), 1, 1e-12)
        np.testing.assert_array_equal(al.softmax(np.add(z, 1000)), al.softmax(z))


def test_A05_the_maximum_and_the_sum_are_the_row_s():
    """Sum or maximum was taken of the whole matrix, so rows leaned on each other."""
    close(al.softmax([[2, 0], [0, 0]]), [[0.8808, 0.1192], [0.5, 0.5]])
    close(al.softmax([[1000, 1001], [0, 1]]), [[0.2689, 0.7311]] * 2)
    z = np.array([[2.0, 0.0], [0.0, 0.0]])
    moved = al.softmax(z + np.array([[0], [1000]]))
    np.testing.assert_array_equal(moved[0], al.softmax(z)[0])


def test_A06_softmax_along_the_keys():
    """Taken along the queries, the shapes fit and the picture looks fine."""
    weights = al.softmax([[0, 1, 2], [0, 0, 0], [3, 0, 0]])
    close(weights, [[0.09, 0.2447, 0.6652], [1 / 3] * 3, [0.9094, 0.0453, 0.0453]])
    close(weights.sum(axis=-1), 1, 1e-12)
    assert not np.allclose(weights.sum(axis=-2), 1)


def test_A07_a_score_that_is_no_number():
    """One inf or NaN turned a whole row into NaN, and nothing said from where."""
    for z in ([0, inf], [0, nan, 1]):
        with pytest.raises(ValueError, match=r"finite or −inf, got (inf|nan) in row 0"):
            al.softmax(z)
    assert al.softmax([0.0, -0.0]).tolist() == [0.5, 0.5]


def test_A08_the_root_of_one_head_s_width():
    """Scores were divided by √d_model; with several heads that is not √d_k."""
    X = np.array([[2.0, 0, 0, 0], [0, 2, 0, 0]])
    W = al.MultiHeadWeights(*[np.eye(4)] * 4, num_heads=2)
    close(al.multi_head_attention(X, W).weights[0, 0], [0.9442, 0.0558])


def test_A09_the_root_is_not_one_half():
    """``d_k ** 1/2`` divides by two. With d_k = 4 nobody would see it."""
    Q, K = np.zeros((1, 64)), np.zeros((2, 64))
    Q[0, 0], K[0, 0] = 8, 8
    trace = al.attention(Q, K, np.eye(2))
    assert trace.scores.tolist() == [[64, 0]]
    assert trace.scaled.tolist() == [[8, 0]]
    close(trace.weights, [[0.99966, 0.00034]], 1e-5)


def test_A10_true_means_may_attend():
    """One library's True hides, another's shows: tokens were shown the future."""
    close(
        al.softmax(al.apply_mask([1, 2, 3], np.array([T, T, F]))), [0.2689, 0.7311, 0]
    )
    equal = np.zeros((3, 1))
    assert al.attention(equal, equal, equal, is_causal=True).weights[0].tolist() == [
        1,
        0,
        0,
    ]
    X = al.embed(al.tokenize("the monkey eats"))
    W = al.ProjectionWeights.designed()
    before = al.self_attention(X, W, is_causal=True).output
    X[2] += 5
    after = al.self_attention(X, W, is_causal=True).output
    np.testing.assert_array_equal(before[:2], after[:2])
    assert not np.allclose(before[2], after[2])
    for function in (al.apply_mask, al.attention, al.causal_mask, al.padding_mask):
        assert "True = may attend" in function.__doc__, function.__name__
    for path in NOTEBOOKS:  # the same word in every lesson
        text = " ".join(cell.source for cell in markdown_cells(read(path)))
        assert "True = hidden" not in text
    (lesson,) = (path for path in NOTEBOOKS if path.stem == "04_masking")
    text = " ".join(cell.source for cell in markdown_cells(read(lesson)))
    assert "True" in text
    assert "may attend" in text or "may look" in text


def test_A11_padding_is_hidden_from_every_query():
    """Laid over the queries, the mask emptied rows and left the padding visible."""
    equal = np.zeros((4, 1))
    for is_causal, first in ((True, [1, 0, 0, 0]), (False, [0.5, 0.5, 0, 0])):
        trace = al.attention(
            equal, equal, equal, mask=al.padding_mask(2, 4), is_causal=is_causal
        )
        assert trace.weights.tolist() == [first, *[[0.5, 0.5, 0, 0]] * 3]
    added = np.where(al.padding_mask(2, 4), 0, -inf)
    assert np.isfinite(al.attention(equal, equal, equal, mask=added).weights).all()


def test_A13_a_causal_mask_that_is_no_square():
    """Nobody knew in which corner its diagonal lies. Ours: top left, and it says so."""
    assert al.causal_mask(2, 5).tolist() == [[T, F, F, F, F], [T, T, F, F, F]]
    assert al.causal_mask(1, 4).tolist() == [[T, F, F, F]]
    assert al.causal_mask(4, 2).tolist() == [[T, F], [T, T], [T, T], [T, T]]
    assert "top left" in " ".join(al.causal_mask.__doc__.split())


def test_A15_a_hidden_token_cannot_win():
    """Multiplied by 0 before the softmax, a hidden score of 0 beat negative ones."""
    keep = np.array([T, T, F, F])
    for scores in ([-3, -4, 5, 1], [2, 1, 0, 0]):
        close(al.softmax(al.apply_mask(scores, keep)), [0.7311, 0.2689, 0, 0])


def test_A17_heads_are_merged_token_by_token():
    """Without the swap of axes, a token's row held pieces of other tokens."""
    heads = np.array([[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]])
    assert al.merge_heads(heads).tolist() == [[[1, 2, 5, 6], [3, 4, 7, 8]]]
    outputs = np.random.default_rng(0).normal(size=(2, 3, 5, 4))  # (B, h, T, d_v)
    for sample, merged in zip(outputs, al.merge_heads(outputs), strict=True):
        by_loop = [[v for head in sample for v in head[t]] for t in range(5)]
        np.testing.assert_array_equal(merged, by_loop)


def test_A18_heads_are_cut_along_the_features():
    """A reshape alone cuts across tokens, and the shape looks right."""
    X = np.arange(12).reshape(1, 3, 4)
    heads = al.split_heads(X, 2)
    assert heads[0, 0].tolist() == [[0, 1], [4, 5], [8, 9]]
    assert heads[0, 1].tolist() == [[2, 3], [6, 7], [10, 11]]
    np.testing.assert_array_equal(al.merge_heads(heads), X)


def test_A19_a_width_that_the_heads_do_not_divide():
    """It failed late with a shape, or rounded down and lost columns in silence."""
    X = np.zeros((3, 10))
    with pytest.raises(ValueError, match=r"10.*4|4.*10") as refused:
        al.split_heads(X, 4)
    assert "1, 2, 5 or 10" in str(refused.value) or "1, 2, 5, 10" in str(refused.value)
    for wrong in (0, -1, 20):
        with pytest.raises(ValueError, match=str(wrong)):
            al.split_heads(X, wrong)
    explorer = MultiHeadExplorer()  # it offers only what divides its four columns
    offered = [value for _, value in explorer.num_heads.options]
    assert [h for h in range(1, 5) if 4 % h == 0] == offered
    explorer.close()


def test_A22_lengths_a_sample_and_lengths_a_query():
    """Repeat and tile were mixed up, and the recipe overwrote the scores it got."""
    scores = np.zeros((2, 2, 4))
    kept = scores.copy()

    def weights(lengths, z=scores):
        return al.softmax(al.apply_mask(z, al.padding_mask(lengths, 4)))

    one, two, three, four = ([1 / n] * n + [0] * (4 - n) for n in (1, 2, 3, 4))
    close(weights([[1, 3], [2, 4]]), [[one, three], [two, four]], 1e-12)
    close(weights([2, 3]), [[two, two], [three, three]], 1e-12)
    np.testing.assert_array_equal(scores, kept)
    # b0h0, b0h1, b1h0, b1h1: every sample's length twice, one after the other
    folded = weights(np.repeat([2, 3], 2), np.zeros((4, 2, 4)))
    assert (folded > 0).sum(axis=-1)[:, 0].tolist() == [2, 2, 3, 3]


def test_A23_weights_above_one_are_dropout():
    """Rows that do not sum to 1 were reported as a bug; before softmax it gave NaN."""
    weights = np.array([0.2, 0.3, 0.5])
    rng = np.random.default_rng(0)
    draws = np.array([al.dropout(weights, 0.2, rng=rng) for _ in range(50)])
    enlarged = np.array([0.25, 0.375, 0.625])
    assert np.all(np.isclose(draws, enlarged) | (draws == 0))
    assert len({float(total) for total in draws.sum(axis=1).round(6)}) > 1
    assert al.dropout(weights, 0, rng=rng).tolist() == weights.tolist()
    assert al.dropout(weights, 1, rng=rng).tolist() == [0, 0, 0]
    assert "need not sum to 1" in " ".join(al.dropout.__doc__.split())
    X = al.embed(al.tokenize(al.SENTENCE))
    trace = al.self_attention(X, al.ProjectionWeights.designed(), is_causal=True)
    close(trace.weights.sum(axis=-1), 1, 1e-12)  # off unless asked for
    assert np.isfinite(al.dropout(trace.weights, 0.5, rng=rng)).all()


def test_A24_whole_numbers():
    """−inf does not fit an integer, and a product of small ones overflows."""
    expected = [[6.6976, 6.6048], [3.3024, 13.3952]]
    for dtype in (None, np.int64, np.int8):
        Q, V = np.array(EYE, dtype), np.array(VALUES, dtype)
        copies = Q.copy(), V.copy()
        close(al.attention(Q, Q, V).output, expected)
        close(al.attention(Q, Q, V, mask=np.ones((2, 2), bool)).output, expected)
        hidden = al.attention(Q, Q, V, is_causal=True)
        close(hidden.output, [[10, 0], expected[1]])
        for array, copy in zip((Q, V), copies, strict=True):
            assert array.dtype == copy.dtype
            np.testing.assert_array_equal(array, copy)
    close(al.attention(EYE, EYE, VALUES).output, expected)
    close(al.attention(np.array(EYE, bool), EYE, VALUES).output, expected)
    hundreds = np.array([[100, 100]], np.int8)
    assert al.dot_product_scores(hundreds, hundreds).tolist() == [[20000]]


def test_A27_no_token_and_one_token():
    """None crashed deep inside NumPy; nobody had tried a single one."""
    none = al.attention(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 3)))
    assert none.output.shape == (0, 3)
    no_key = al.attention(np.ones((1, 2)), np.zeros((0, 2)), np.zeros((0, 3)))
    assert no_key.output.tolist() == [[0, 0, 0]]
    one = al.attention([[3, 4]], [[1, 2]], [[7, 9]])
    assert one.weights.tolist() == [[1]]
    assert one.output.tolist() == [[7, 9]]
    explorer = PipelineExplorer()
    shown = explorer.board.data
    explorer.sentence.value = ""
    assert explorer.board.message == "Type at least one word."
    assert explorer.board.data == shown
    explorer.close()


def test_A28_weights_are_shown_as_they_are():
    """A picture put weights through softmax again: they looked almost even."""
    weights = [0.9, 0.05, 0.05]
    ax = figures.attention_weights([weights], ["a"], ["x", "y", "z"])
    assert list(cells(ax).values()) == ["0.90", "0.05", "0.05"]
    bars = figures.softmax_bars(weights, ["x", "y", "z"])
    assert strings(bars.texts) == ["0.90", "0.05", "0.05"]
