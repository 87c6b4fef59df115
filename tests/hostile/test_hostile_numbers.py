"""Arrays and numbers that nobody should pass, passed to the maths and the pictures."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import attn_lib as al
from attn_lib import figures, real_model
from attn_lib.figures import style
from tests.hostile.calm import calmly
from tests.hostile.corpus import ARRAYS, INF, NAN, NUMBERS

EYE, NAMES = np.eye(3), ["a", "b", "c"]
W = al.ProjectionWeights(EYE, EYE, EYE)
HEADS = al.MultiHeadWeights(EYE, EYE, EYE, EYE, num_heads=3)
TRACE = al.self_attention(EYE, W)
RNG = np.random.default_rng(0)

# name → a call with an array in the place where learners put one
WITH_AN_ARRAY = {
    "dot_product_scores Q": lambda a: al.dot_product_scores(a, EYE),
    "dot_product_scores K": lambda a: al.dot_product_scores(EYE, a),
    "dot_product_scores": lambda a: al.dot_product_scores(a, a),
    "scale_scores": lambda a: al.scale_scores(a, 4),
    "scale_scores scale": lambda a: al.scale_scores(EYE, scale=a),
    "softmax": al.softmax,
    "softmax of the first axis": lambda a: al.softmax(a, axis=0),
    "naive_softmax": al.naive_softmax,
    "softmax_jacobian": al.softmax_jacobian,
    "entropy": al.entropy,
    "apply_mask scores": lambda a: al.apply_mask(a, np.eye(3, dtype=bool)),
    "apply_mask mask": lambda a: al.apply_mask(EYE, a),
    "combine_masks": lambda a: al.combine_masks(a, np.eye(3, dtype=bool)),
    "padding_mask": lambda a: al.padding_mask(a, 3),
    "weighted_sum weights": lambda a: al.weighted_sum(a, EYE),
    "weighted_sum V": lambda a: al.weighted_sum(EYE, a),
    "dropout": lambda a: al.dropout(a, 0.5, rng=RNG),
    "dropout p": lambda a: al.dropout(EYE, a, rng=RNG),
    "project": lambda a: al.project(a, W),
    "project with": lambda a: al.project(EYE, a),
    "ProjectionWeights": lambda a: al.ProjectionWeights(a, a, a),
    "ProjectionWeights bias": lambda a: al.ProjectionWeights(EYE, EYE, EYE, b_Q=a),
    "attention Q": lambda a: al.attention(a, EYE, EYE).output,
    "attention K": lambda a: al.attention(EYE, a, EYE).output,
    "attention V": lambda a: al.attention(EYE, EYE, a).output,
    "attention": lambda a: al.attention(a, a, a, is_causal=True).output,
    "attention mask": lambda a: al.attention(EYE, EYE, EYE, mask=a).output,
    "attention both": lambda a: (
        al.attention(EYE, EYE, EYE, mask=a, is_causal=True).output
    ),
    "attention scale": lambda a: al.attention(EYE, EYE, EYE, scale=a).output,
    "self_attention": lambda a: al.self_attention(a, W).output,
    "PyTorch's name": lambda a: al.scaled_dot_product_attention(EYE, EYE, EYE, a),
    "split_heads": lambda a: al.split_heads(a, 3),
    "merge_heads": al.merge_heads,
    "multi_head_attention": lambda a: al.multi_head_attention(a, HEADS).output,
    "multi_head_attention context": lambda a: (
        al.multi_head_attention(EYE, HEADS, context=a).output
    ),
    "multi_head_attention mask": lambda a: (
        al.multi_head_attention(EYE, HEADS, mask=a).output
    ),
    "MultiHeadWeights": lambda a: al.MultiHeadWeights(a, a, a, a, num_heads=1),
    "softmax_backward": lambda a: al.softmax_backward(a, EYE),
    "softmax_backward d_p": lambda a: al.softmax_backward(EYE, a),
    "attention_backward": lambda a: al.attention_backward(TRACE, a),
    "self_attention_backward": lambda a: al.self_attention_backward(TRACE, a),
    "numerical_gradient": lambda a: al.numerical_gradient(lambda x: 0.0, a),
    "layer_norm": lambda a: real_model.layer_norm(a, np.ones(3), np.zeros(3)),
    "gelu": real_model.gelu,
    "mean_pool": real_model.mean_pool,
    "cosine": lambda a: real_model.cosine(a, np.ones(3)),
    "tokenize": al.tokenize,
    "embed": al.embed,
    "unknown_words": al.unknown_words,
    "hashed_embedding": lambda a: al.hashed_embedding(a, 4),
}
WITH_A_NUMBER = {
    "causal_mask": al.causal_mask,
    "causal_mask T_k": lambda n: al.causal_mask(3, n),
    "padding_mask": lambda n: al.padding_mask(2, n),
    "padding_mask length": lambda n: al.padding_mask(n, 3),
    "sliding_window_mask": lambda n: al.sliding_window_mask(n, 1),
    "sliding_window_mask window": lambda n: al.sliding_window_mask(3, n),
    "positional_encoding T": lambda n: al.positional_encoding(n, 4),
    "positional_encoding d": lambda n: al.positional_encoding(3, n),
    "hashed_embedding": lambda n: al.hashed_embedding(["a"], n),
    "random d_model": lambda n: al.ProjectionWeights.random(n, 4),
    "random d_k": lambda n: al.ProjectionWeights.random(4, n),
    "random d_v": lambda n: al.ProjectionWeights.random(4, 4, n),
    "random seed": lambda n: al.ProjectionWeights.random(4, 4, seed=n),
    "designed d_k": lambda n: al.ProjectionWeights.designed(n, 4),
    "designed d_v": lambda n: al.ProjectionWeights.designed(4, n),
    "scale_scores d_k": lambda n: al.scale_scores(EYE, n),
    "scale_scores scale": lambda n: al.scale_scores(EYE, scale=n),
    "softmax axis": lambda n: al.softmax(EYE, axis=n),
    "entropy axis": lambda n: al.entropy(EYE, axis=n),
    "dropout p": lambda n: al.dropout(EYE, n, rng=RNG),
    "dropout rng": lambda n: al.dropout(EYE, 0.5, rng=n),
    "split_heads": lambda n: al.split_heads(np.ones((3, 6)), n),
    "MultiHeadWeights": lambda n: al.MultiHeadWeights(EYE, EYE, EYE, EYE, n),
    "MultiHeadWeights.random": lambda n: al.MultiHeadWeights.random(12, n),
}
# A size can be meant that no memory holds: here it is only asked for in words.
TOO_LARGE_TO_MAKE = (2**31, 2**63, 2**64, 10**30)
IN_A_PICTURE = {
    "matrix": figures.matrix,
    "hidden": lambda a: figures.matrix(EYE, hidden=a),
    "limit": lambda a: figures.matrix(EYE, limit=a),
    "score_matrix": lambda a: figures.score_matrix(a, NAMES),
    "names": lambda a: figures.score_matrix(EYE, a),
    "attention_weights": lambda a: figures.attention_weights(a, NAMES),
    "mask_grid": lambda a: figures.mask_grid(a, NAMES),
    "softmax_bars": lambda a: figures.softmax_bars(a, NAMES),
    "column_means": lambda a: figures.column_means(a, NAMES),
    "jacobian_matrix": lambda a: figures.jacobian_matrix(a, NAMES),
    "vectors_in_plane q": lambda a: figures.vectors_in_plane(a, [[1, 0]]),
    "vectors_in_plane K": lambda a: figures.vectors_in_plane([1, 0], a),
    "values_in_plane": lambda a: figures.values_in_plane(a, [1, 0, 0], [0, 0]),
    "before_after": lambda a: figures.before_after(a, [1, 2, 3], NAMES),
    "variance_curve": lambda a: figures.variance_curve([1, 4, 16], a),
    "variance_curve d_k": lambda a: figures.variance_curve(a, [1, 4, 16]),
    "projection": lambda a: figures.projection(a, EYE, EYE, tokens=NAMES),
}
QUICK = ("ragged", "largest float16", "strings", "nothing", "a function")
DRAWN = ("a square", "one NaN", "one inf", "largest of both signs", "a vector", "NaN")


@pytest.mark.parametrize("name", WITH_AN_ARRAY)
def test_any_array_gives_a_result_or_one_line(name, capfd):
    for what, array in ARRAYS.items():
        try:
            result = calmly(WITH_AN_ARRAY[name], array)
        except BaseException as error:
            error.add_note(f"{name}: {what}")
            raise
        if name in ("softmax", "attention", "self_attention") and "inf" not in what:
            is_strange = what.startswith(("largest", "one NaN", "NaN"))
            numbers = np.asarray(0 if result is None else result, float)
            assert is_strange or np.isfinite(numbers).all(), what
    assert capfd.readouterr() == ("", "")


MASKED = {
    "one hidden": np.ma.masked_array(np.eye(3), mask=np.eye(3, dtype=bool)),
    "none hidden": np.ma.masked_array(np.eye(3)),
    "Booleans": np.ma.masked_array(np.eye(3) > 0, mask=np.eye(3) > 0),
    "in a list": [np.ma.masked_array([1.0, 2, 3], mask=[0, 1, 0])] * 3,
    "as objects": np.array([[np.ma.masked, 1.0, 2.0]] * 3, dtype=object),
}


@pytest.mark.parametrize("what", MASKED)
@pytest.mark.parametrize(
    "name", sorted((WITH_AN_ARRAY | IN_A_PICTURE).keys() - {"names"})
)
def test_a_masked_array_is_refused_before_its_mask_is_lost(name, what):
    call = (WITH_AN_ARRAY | IN_A_PICTURE)[name]
    assert calmly(call, MASKED[what]) is None


def test_it_is_said_what_to_do_with_a_masked_array():
    with pytest.raises(TypeError) as refusal:
        al.softmax(MASKED["one hidden"])
    assert str(refusal.value) == (
        "z: expected an array without a mask of its own, got a masked array; "
        "write z.filled(number), and give what to hide as mask"
    )


@pytest.mark.parametrize("name", WITH_A_NUMBER)
def test_any_number_gives_a_result_or_one_line(name, capfd):
    for number in NUMBERS:
        is_size = "seed" not in name and "rng" not in name
        if is_size and isinstance(number, int) and number in TOO_LARGE_TO_MAKE[:1]:
            continue
        try:
            calmly(WITH_A_NUMBER[name], number)
        except BaseException as error:
            error.add_note(f"{name}: {number!r:.60}")
            raise
    assert capfd.readouterr() == ("", "")


def make_pictures(name, arrays, to_file):
    for what in arrays:
        try:
            axes = calmly(IN_A_PICTURE[name], ARRAYS[what])
            if axes is not None and what in to_file:
                calmly(figures.png, style.figure_of(axes))
        except BaseException as error:
            error.add_note(f"{name}: {what}")
            raise


@pytest.mark.parametrize("name", IN_A_PICTURE)
def test_some_arrays_make_a_picture_or_one_line(name, capfd):
    make_pictures(name, QUICK, to_file=())
    assert capfd.readouterr() == ("", "")


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", IN_A_PICTURE)
def test_any_array_makes_a_picture_or_one_line(name, capfd):
    make_pictures(name, ARRAYS, to_file=DRAWN)
    assert capfd.readouterr() == ("", "")


# Every number that a float can be, and no two sizes alike.
wild = st.floats(width=32) | st.sampled_from([0.0, -0.0, INF, -INF, NAN, 3e38, 1e-45])


@st.composite
def wild_problems(draw):
    """Queries, keys, values and perhaps a mask, of any numbers and any float type."""
    T_q, T_k, d_k, d_v = draw(
        st.sampled_from([(1, 1, 1, 1), (2, 3, 4, 1), (3, 2, 1, 4)])
    )
    dtype = draw(st.sampled_from([np.float16, np.float32, np.float64]))
    shapes = (T_q, d_k), (T_k, d_k), (T_k, d_v)
    with np.errstate(all="ignore"):
        Q, K, V = (
            draw(hnp.arrays(np.float32, shape, elements=wild)).astype(dtype)
            for shape in shapes
        )
    return Q, K, V, draw(st.none() | hnp.arrays(bool, (T_q, T_k)))


@settings(max_examples=50)
@given(problem=wild_problems(), is_causal=st.booleans())
def test_wild_numbers_are_refused_or_give_weights(problem, is_causal):
    Q, K, V, mask = problem
    trace = calmly(al.attention, Q, K, V, mask=mask, is_causal=is_causal)
    if trace is None:
        return
    weights = trace.weights.astype(np.float64)
    assert ((weights >= 0) & (weights <= 1)).all()
    total = weights.sum(axis=-1)
    assert (np.isclose(total, 1, atol=3e-3) | (total == 0)).all()
    if mask is not None:
        assert not weights[~mask].any()
    if np.isfinite(V).all() and abs(V.astype(float)).max() < 1e3:
        assert np.isfinite(trace.output).all()
