"""What every public function that takes arrays has in common.

Dtypes in and out, inputs left alone, lists and read-only views accepted, and errors
that say expected and got.
"""

import re
from fractions import Fraction

import numpy as np
import pytest

import attn_lib
from attn_lib import ProjectionWeights

rng = np.random.default_rng(0)
Q, K, V = rng.random((2, 3)), rng.random((5, 3)), rng.random((5, 4))
X = rng.random((5, 3))
W = [rng.random((3, 2)), rng.random((3, 2)), rng.random((3, 4))]
scores = rng.random((2, 5))
weights = attn_lib.softmax(scores)
may_attend = scores > 0.5


def project_to_values(X, W_Q, W_K, W_V):
    return attn_lib.project(X, ProjectionWeights(W_Q, W_K, W_V))[2]


def output_of(Q, K, V):
    return attn_lib.attention(Q, K, V, is_causal=True).output


def self_attend(X, W_Q, W_K, W_V):
    return attn_lib.self_attention(X, ProjectionWeights(W_Q, W_K, W_V)).output


# name → (function of arrays only, the arrays)
FUNCTIONS = {
    "project": (project_to_values, (X, *W)),
    "dot_product_scores": (attn_lib.dot_product_scores, (Q, K)),
    "scale_scores": (lambda s: attn_lib.scale_scores(s, 3), (scores,)),
    "softmax": (attn_lib.softmax, (scores,)),
    "naive_softmax": (attn_lib.naive_softmax, (scores,)),
    "softmax_jacobian": (attn_lib.softmax_jacobian, (weights,)),
    "entropy": (attn_lib.entropy, (weights,)),
    "apply_mask": (lambda s: attn_lib.apply_mask(s, may_attend), (scores,)),
    "weighted_sum": (attn_lib.weighted_sum, (weights, V)),
    "dropout": (
        lambda w: attn_lib.dropout(w, 0.5, rng=np.random.default_rng(0)),
        (weights,),
    ),
    "attention": (output_of, (Q, K, V)),
    "scaled_dot_product_attention": (
        attn_lib.scaled_dot_product_attention,
        (Q, K, V),
    ),
    "self_attention": (self_attend, (X, *W)),
}
of_all_functions = pytest.mark.parametrize(
    ("function", "arrays"), FUNCTIONS.values(), ids=FUNCTIONS.keys()
)


@of_all_functions
@pytest.mark.parametrize(
    ("given", "returned"),
    [
        ("float64", "float64"),
        ("float32", "float32"),
        ("float16", "float16"),
        (">f4", "float32"),
        ("int64", "float64"),
        ("int8", "float64"),
        ("uint8", "float64"),
        ("bool", "float64"),
    ],
)
def test_integers_become_float64_and_floats_keep_their_width(
    function, arrays, given, returned
):
    arrays = [np.round(array).astype(given) for array in arrays]
    assert function(*arrays).dtype == np.dtype(returned)


@of_all_functions
def test_half_precision_is_computed_in_single_and_rounded_once(function, arrays):
    halves = [array.astype(np.float16) for array in arrays]
    singles = [half.astype(np.float32) for half in halves]
    expected = function(*singles).astype(np.float16)
    np.testing.assert_array_equal(function(*halves), expected)


@of_all_functions
def test_the_widest_input_decides(function, arrays):
    mixed = [arrays[0].astype(np.float32), *(a.astype(np.float16) for a in arrays[1:])]
    assert function(*mixed).dtype == np.float32


@of_all_functions
def test_extended_precision_stays(function, arrays):
    assert function(*(a.astype(np.longdouble) for a in arrays)).dtype == np.longdouble


@of_all_functions
def test_inputs_are_never_modified_and_may_be_read_only(function, arrays):
    inputs = [array.copy() for array in arrays]
    for array in inputs:
        array.flags.writeable = False
    function(*inputs)
    for before, after in zip(arrays, inputs, strict=True):
        np.testing.assert_array_equal(before, after)


@of_all_functions
def test_the_result_is_no_view_of_an_input(function, arrays):
    inputs = [array.copy() for array in arrays]
    result = function(*inputs)
    assert not any(np.shares_memory(result, array) for array in inputs)


@of_all_functions
def test_lists_and_strided_views_give_the_same(function, arrays):
    expected = function(*arrays)
    lists = [array.tolist() for array in arrays]
    strided = [np.repeat(array, 2, axis=-1)[..., ::2] for array in arrays]
    fortran = [np.asfortranarray(array) for array in arrays]
    for same in (lists, strided, fortran):
        np.testing.assert_allclose(function(*same), expected, rtol=1e-14)


class Labelled(np.ndarray):
    """An array of a class of its own, as other libraries hand them over."""


@of_all_functions
def test_a_subclass_is_read_as_its_numbers(function, arrays):
    result = function(*(array.view(Labelled) for array in arrays))
    assert type(result) in (np.ndarray, np.float64)
    np.testing.assert_array_equal(result, function(*arrays))


NO_NUMBERS = {
    "text": (["a", "b"], "got dtype <U1"),
    "complex": ([1j], "got dtype complex128"),
    "dates": (np.array(["2020-01-01"], dtype="M8[D]"), "got dtype datetime64"),
    "a set": ({1, 2}, "got the Python object {1, 2}"),
    "a list in an array": (np.array([1, [2]], dtype=object), "got the Python object ["),
    "nothing": ([1, None], "got the Python object None"),
    "a digit": (np.array([1, "2"], dtype=object), "got the Python object '2'"),
    "too large for a float": ([10**400], "got the Python object 1000"),
}


@pytest.mark.parametrize(("value", "got"), NO_NUMBERS.values(), ids=NO_NUMBERS.keys())
def test_what_is_not_a_number_is_a_type_error(value, got):
    with pytest.raises(TypeError, match=re.escape(f"z: expected real numbers, {got}")):
        attn_lib.softmax(value)


def test_ragged_rows_are_named_as_such():
    text = "V: expected a rectangular array, got rows of unequal length"
    with pytest.raises(ValueError, match=text):
        attn_lib.weighted_sum([[1, 0]], [[1, 2], [3]])


SMALLEST = {  # name → (the function of that argument, how many axes it needs)
    "z": (attn_lib.softmax, 1),
    "p": (attn_lib.entropy, 1),
    "weights": (lambda weights: attn_lib.weighted_sum(weights, V), 2),
    "V": (lambda V: attn_lib.weighted_sum(weights, V), 2),
    "Q": (lambda Q: attn_lib.dot_product_scores(Q, K), 2),
    "K": (lambda K: attn_lib.dot_product_scores(Q, K), 2),
    "X": (lambda X: attn_lib.project(X, ProjectionWeights(*W)), 2),
    "W_V": (lambda W_V: ProjectionWeights(*W[:2], W_V), 2),
    "b_V": (lambda b_V: ProjectionWeights(*W, b_V=b_V), 1),
}


@pytest.mark.parametrize("name", SMALLEST)
def test_too_few_axes_are_said_with_the_shape(name):
    function, axes = SMALLEST[name]
    shape = (5,) * (axes - 1)
    text = re.escape(f"{name}: expected at least {axes} axes, got shape {shape}")
    with pytest.raises(ValueError, match=text):
        function(np.ones(shape))


@pytest.mark.parametrize(
    "function", [attn_lib.naive_softmax, attn_lib.softmax_jacobian]
)
def test_one_number_is_no_row(function):
    with pytest.raises(ValueError, match="expected at least 1 axes"):
        function(3.0)


def test_whole_numbers_of_any_size_and_exact_fractions_are_numbers():
    halves = attn_lib.softmax([10**30, 10**30])
    np.testing.assert_array_equal(halves, [0.5, 0.5])
    assert halves.dtype == np.float64
    thirds = attn_lib.softmax([Fraction(1, 3), Fraction(0)])
    np.testing.assert_allclose(thirds, [0.5826, 0.4174], atol=1e-4)


SIZES = [  # name, the function of that size, the smallest that makes sense
    ("T_q", attn_lib.causal_mask, 0),
    ("T_k", lambda n: attn_lib.causal_mask(2, n), 0),
    ("T_k", lambda n: attn_lib.padding_mask(0, n), 0),
    ("T", lambda n: attn_lib.sliding_window_mask(n, 1), 0),
    ("window", lambda n: attn_lib.sliding_window_mask(3, n), 0),
    ("T", lambda n: attn_lib.positional_encoding(n, 4), 0),
    ("d_model", lambda n: attn_lib.positional_encoding(3, n), 1),
    ("d_model", lambda n: attn_lib.hashed_embedding(["a"], n), 1),
    ("d_k", lambda n: attn_lib.scale_scores([[1]], n), 1),
    ("d_model", lambda n: ProjectionWeights.random(n, 3), 1),
    ("d_k", lambda n: ProjectionWeights.random(2, n, 3), 1),
    ("d_v", lambda n: ProjectionWeights.random(2, 3, n), 1),
    ("seed", lambda n: ProjectionWeights.random(2, 3, seed=n), 0),
    ("d_k", lambda n: ProjectionWeights.designed(n), 1),
    ("d_v", lambda n: ProjectionWeights.designed(d_v=n), 1),
]


@pytest.mark.parametrize(("name", "call", "smallest"), SIZES)
def test_a_size_is_a_whole_number_that_makes_sense(name, call, smallest):
    call(np.int64(smallest))
    below = smallest - 1
    with pytest.raises(
        ValueError, match=f"{name}: expected at least {smallest}, got {below}"
    ):
        call(below)
    for wrong in (2.0, "3", True, [4]):
        text = re.escape(f"{name}: expected a whole number, got {wrong!r}")
        with pytest.raises(TypeError, match=text):
            call(wrong)
