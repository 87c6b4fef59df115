"""The detectors: each catches its fault, passes the right, is blind to the rest."""

import inspect
import math

import numpy as np
import pytest

import attn_lib as al
from attn_lib.exercises import detectors
from tests.exercises.answers import softmax

W = al.ProjectionWeights.designed()


def attention(Q, K, V, *, scale=None, axis=1, weigh=softmax):
    scaled = Q @ K.T / (math.sqrt(K.shape[1]) if scale is None else scale(Q, K, V))
    return weigh(scaled, axis=axis) @ V


def varied(**how):
    return lambda Q, K, V: attention(Q, K, V, **how)


def one_hot(z, axis):
    return (z == z.max(axis=axis, keepdims=True)).astype(float)


def twice(z, axis):
    return softmax(softmax(z, axis), axis)


def layer(X, **kw):
    return al.self_attention(X, W, **kw).output


FUNCTIONS = {
    "right": attention,
    "the library's": al.attention,
    "PyTorch's name": al.scaled_dot_product_attention,
    "wrong axis": varied(axis=0),
    "whole table": varied(weigh=lambda z, axis: np.exp(z) / np.exp(z).sum()),
    "no scale": varied(scale=lambda Q, K, V: 1),
    "d_k": varied(scale=lambda Q, K, V: K.shape[1]),
    "one-hot": varied(weigh=one_hot),
    "twice": varied(weigh=twice),
    "transposed": lambda Q, K, V: softmax(K @ Q.T) @ V,
    "wrong sign": lambda Q, K, V: attention(-Q, K, V),
    "keys for values": lambda Q, K, V: attention(Q, K, K),
    "the mean": lambda Q, K, V: np.ones((len(Q), len(K))) / len(K) @ V,
    "weights only": lambda Q, K, V: attention(Q, K, np.eye(len(K))),
}
CAUGHT = {
    "row_sums": {"wrong axis", "whole table", "keys for values"},
    "one_hot_lookup": {
        *("wrong axis", "whole table", "twice", "transposed", "wrong sign"),
        *("keys for values", "the mean", "weights only"),
    },
    "scale_test": {
        *("wrong axis", "no scale", "d_k", "one-hot", "twice"),
        *("transposed", "wrong sign", "keys for values", "the mean"),
    },
    "shape_test": {"transposed", "keys for values", "weights only"},
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("detector", CAUGHT)
def test_which_detector_catches_what(detector, name):
    finding = getattr(detectors, detector)(FUNCTIONS[name])
    assert finding.ok is (name not in CAUGHT[detector])
    assert finding.function is FUNCTIONS[name]
    assert repr(finding).startswith(
        f"{detector}: {'passes' if finding.ok else 'CAUGHT'}, "
    )


# ---- row sums --------------------------------------------------------------


def test_row_sums_of_a_part_are_told():
    z = np.array([[0.0, 1, 2], [0, 0, 0], [3, 0, 0]])
    assert repr(detectors.row_sums(al.softmax, z)) == (
        "row_sums: passes, every row sums to 1"
    )
    wrong = detectors.row_sums(lambda z: al.softmax(z, axis=0), z)
    assert repr(wrong) == "row_sums: CAUGHT, row 0 sums to 1.408"
    in_a_batch = detectors.row_sums(
        lambda z: np.stack([al.softmax(z), al.softmax(z, axis=0)]), z
    )
    assert in_a_batch.text == "row 1, 0 sums to 1.408"


def test_a_row_of_zeros_is_allowed_and_one_that_cancels_is_not():
    assert detectors.row_sums(np.array, [[0.0, 0], [0.5, 0.5]]).ok is True
    assert detectors.row_sums(np.array, [[0.5, 0.5], [1.0, -1]]).text == (
        "row 1 sums to 0"
    )
    assert not detectors.row_sums(np.array, [[0.5, np.nan]]).ok


# ---- future leak -----------------------------------------------------------


def test_a_future_leak_is_told_by_the_pair():
    right = detectors.future_leak(lambda X: layer(X, is_causal=True))
    assert repr(right) == "future_leak: passes, no token sees a later one"
    leaks = detectors.future_leak(layer)
    assert repr(leaks) == "future_leak: CAUGHT, token 0 sees token 5, which comes later"
    one_ahead = np.tri(6, k=1, dtype=bool)
    assert detectors.future_leak(lambda X: layer(X, mask=one_ahead)).text == (
        "token 4 sees token 5, which comes later"
    )
    early = np.tri(6, dtype=bool)
    early[0, 1] = True
    assert detectors.future_leak(lambda X: layer(X, mask=early)).text == (
        "token 0 sees token 1, which comes later"
    )


def test_a_leak_is_found_in_any_sentence_of_a_batch():
    masks = np.stack([np.tri(3, dtype=bool), np.ones((3, 3), dtype=bool)])
    X = np.random.default_rng(0).standard_normal((2, 3, 12))
    assert not detectors.future_leak(lambda X: layer(X, mask=masks), X).ok
    assert detectors.future_leak(lambda X: layer(X, mask=masks[0]), X).ok


def test_an_attention_may_stand_for_a_layer():
    def causal(Q, K, V):
        return al.attention(Q, K, V, is_causal=True)

    finding = detectors.future_leak(causal)
    assert finding.ok
    assert finding.function is causal
    assert not detectors.future_leak(al.attention).ok
    assert detectors.permutation(al.attention).ok
    assert not detectors.permutation(causal).ok


def test_whole_numbers_are_changed_too():
    X = np.array([[1, 0], [0, 1], [2, 1]])
    assert not detectors.future_leak(lambda X: 0 * X + X.mean(axis=0), X).ok
    np.testing.assert_array_equal(X, [[1, 0], [0, 1], [2, 1]])


# ---- permutation -----------------------------------------------------------


def test_permutation_says_whether_the_order_is_known():
    blind = "a shuffle only moves the rows: the order of the tokens is not known"
    knows = "a shuffle changes the rows: the order of the tokens is known"

    def with_positions(X):
        return layer(X + al.positional_encoding(len(X), 12))

    assert repr(detectors.permutation(layer)) == f"permutation: passes, {blind}"
    caught = detectors.permutation(layer, knows_order=True)
    assert repr(caught) == f"permutation: CAUGHT, {blind}"
    passes = detectors.permutation(with_positions, knows_order=True)
    assert repr(passes) == f"permutation: passes, {knows}"
    assert (
        repr(detectors.permutation(with_positions)) == f"permutation: CAUGHT, {knows}"
    )


def test_permutation_takes_another_x_and_a_batch():
    X = np.random.default_rng(0).standard_normal((2, 5, 3))
    assert detectors.permutation(lambda X: 2 * X, X).ok
    assert not detectors.permutation(lambda X: X.cumsum(axis=-2), X).ok
    assert not detectors.permutation(lambda X: X[..., ::-1, :], X).ok


# ---- look-up and scale -----------------------------------------------------


def test_a_look_up_tells_which_query_fails():
    assert repr(detectors.one_hot_lookup(attention)) == (
        "one_hot_lookup: passes, every query gets the value of the key that fits"
    )
    assert detectors.one_hot_lookup(FUNCTIONS["the mean"]).text == (
        "query 0 fits key 2 alone, but does not get value 2"
    )

    def only_the_first(Q, K, V):
        output = attention(Q, K, V)
        output[1:] = 0
        return output

    assert detectors.one_hot_lookup(only_the_first).text == (
        "query 1 fits key 0 alone, but does not get value 0"
    )
    assert detectors.one_hot_lookup(FUNCTIONS["weights only"]).text == (
        "expected an output of shape (3, 6), got (3, 4)"
    )


AS_IF_DIVIDED = (
    "with d_k = 64 the scores are divided by {}, or as if they were; expected 8, the "
    "square root of d_k"
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("right", "with d_k = 64 the scores are divided by 8"),
        ("no scale", AS_IF_DIVIDED.format(1)),
        ("d_k", AS_IF_DIVIDED.format(64)),
        ("twice", AS_IF_DIVIDED.format(17.31)),
        ("wrong sign", AS_IF_DIVIDED.format(-8)),
        (
            "one-hot",
            "the larger of two scores, 8 and 0, takes everything: that is not soft",
        ),
        ("the mean", "the scores 8 and 0 get the same weight"),
        ("keys for values", "expected two weights of shape (1, 2), got shape (1, 64)"),
    ],
)
def test_the_scale_is_read_off_the_weights(name, text):
    assert detectors.scale_test(FUNCTIONS[name]).text == text


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ([[0.0, 1.0]], "expected two weights above 0, got [[0.0, 1.0]]"),
        ([[1.5, -0.5]], "expected two weights above 0, got [[1.5, -0.5]]"),
        ([[np.nan, 1]], "expected two weights above 0, got [[nan, 1.0]]"),
    ],
)
def test_what_is_no_weight_has_no_scale(weights, text):
    assert detectors.scale_test(lambda Q, K, V: weights).text == text


# ---- shapes ----------------------------------------------------------------


def test_shapes_are_given_in_words():
    scores = "T_q d_k, T_k d_k -> T_q T_k"
    assert repr(detectors.shape_test(al.dot_product_scores, scores)) == (
        "shape_test: passes, shape (3, 4), with sizes of which no two are equal"
    )
    swapped = detectors.shape_test(lambda Q, K: K @ Q.T, scores)
    assert swapped.text == "expected shape (3, 4), got (4, 3)"
    batched = "B T_q d_k, B T_k d_k, B T_k d_v -> B T_q d_v"
    assert detectors.shape_test(al.attention, batched).ok
    projected = "T d_model, d_model d_v -> T d_v"
    assert detectors.shape_test(np.matmul, projected).ok


def test_no_two_sizes_are_equal():
    assert len(set(detectors.SIZES.values())) == len(detectors.SIZES)


@pytest.mark.parametrize(
    ("shapes", "named"),
    [
        ("T_q d -> T_q m", "m"),
        ("n d -> T_q", "d, n"),
        ("T_q d_k", "none"),
        ("n, m -> T", "n"),
        ("-> T", "none"),
    ],
)
def test_unknown_sizes_are_refused(shapes, named):
    text = (
        "shapes: expected sizes out of B, T_q, T_k, d_k, d_v, T, d_model and an arrow, "
        f'as in "T_q d_k, T_k d_k -> T_q T_k", got {named}'
    )
    with pytest.raises(ValueError, match=text):
        detectors.shape_test(lambda a: a, shapes)


# ---- gradients -------------------------------------------------------------


def gradient(of, *, wrong=1.0):
    def backward(Q, K, V, d_output):
        gradients = al.attention_backward(al.attention(Q, K, V), d_output)
        return wrong * gradients["QKV".index(of)]

    return backward


@pytest.mark.parametrize("of", ["Q", "K", "V"])
def test_a_right_gradient_passes_and_one_a_little_off_is_caught(of):
    right = detectors.gradient_test(gradient(of), of)
    assert repr(right) == (
        f"gradient_test: passes, d{of} is the measured slope, to a relative error "
        "below 1e-6"
    )
    for wrong in (1 + 1e-4, math.sqrt(5), -1):
        finding = detectors.gradient_test(gradient(of, wrong=wrong), of)
        assert not finding.ok
        text = f"d{of} is not the measured slope: relative error "
        assert finding.text.startswith(text)
        assert repr(finding).encode("cp1252")


def test_a_gradient_of_another_input_has_another_shape():
    text = "expected shape (3, 5), got (4, 5)"
    assert detectors.gradient_test(gradient("K")).text == text


def test_a_gradient_test_of_something_else_is_refused():
    with pytest.raises(ValueError, match="of: expected 'Q', 'K' or 'V', got 'X'"):
        detectors.gradient_test(gradient("Q"), "X")
    with pytest.raises(TypeError, match="expected a function of 4 arrays"):
        detectors.gradient_test(attention_of_three)


def attention_of_three(Q, K, V):
    return Q


# ---- fillers ---------------------------------------------------------------


def sentence_vectors(X, lengths, *, mask="keys", pool="real"):
    real = np.arange(X.shape[1]) < np.asarray(lengths)[:, None]
    masks = {"keys": real[:, None], "queries": real[:, :, None], "none": None}
    output = al.attention(X, X, X, mask=masks[mask]).output
    if pool == "all":
        return output.mean(axis=1)
    return (output * real[:, :, None]).sum(axis=1) / real.sum(axis=1)[:, None]


def test_fillers_that_nobody_hears_pass():
    assert repr(detectors.filler_test(sentence_vectors)) == (
        "filler_test: passes, a sentence in a batch gets the vector that it gets alone"
    )


@pytest.mark.parametrize(
    "how", [{"mask": "queries"}, {"mask": "none"}, {"pool": "all"}], ids=str
)
def test_fillers_that_are_heard_are_caught(how):
    def wrong(X, lengths):
        return sentence_vectors(X, lengths, **how)

    assert repr(detectors.filler_test(wrong)) == (
        "filler_test: CAUGHT, a sentence that is filled up with zeros changes its "
        "vector"
    )


def test_a_filler_that_is_heard_when_it_is_loud_is_caught():
    def wrong(X, lengths):
        return np.array([x[: n + 1].sum(0) for x, n in zip(X, lengths, strict=True)])

    finding = detectors.filler_test(wrong)
    text = "a sentence that is filled up with large numbers changes its vector"
    assert finding.text == text
    with pytest.raises(TypeError, match="expected a function of 2 arrays"):
        detectors.filler_test(attention_of_three)


# ---- all of them -----------------------------------------------------------

ALL = ("row_sums", "future_leak", "permutation", "one_hot_lookup", "scale_test")
ALL = (*ALL, "shape_test")


@pytest.mark.parametrize("name", ALL)
def test_what_stops_is_caught_in_one_line(name):
    def stops(Q, K, V):
        raise ValueError("two\nlines")

    assert repr(getattr(detectors, name)(stops)) == (
        f"{name}: CAUGHT, it stopped with ValueError: two lines, in the line "
        '"raise ValueError("two\\nlines")"'
    )


@pytest.mark.parametrize("name", ALL)
def test_a_function_of_other_arguments_is_refused(name):
    count = 1 if name in ("future_leak", "permutation") else 3
    text = rf"expected a function of {count} arrays, got one of \(a, b\)"
    with pytest.raises(TypeError, match=text):
        getattr(detectors, name)(lambda a, b: a)


@pytest.mark.parametrize("name", ALL)
def test_a_function_that_returns_no_table_is_caught(name):
    finding = getattr(detectors, name)(lambda Q, K, V: None)
    assert not finding.ok
    assert finding.text.endswith("()")


def test_a_layer_must_return_a_row_for_each_token():
    for detector in (detectors.future_leak, detectors.permutation):
        text = "expected one row for each of 6 tokens, got shape (5, 12)"
        assert detector(lambda X: X[1:]).text == text
        text = "expected rows and columns, got shape (6,)"
        assert detector(lambda X: X[:, 0]).text == text


@pytest.mark.parametrize("name", ALL)
def test_no_input_is_changed_and_nothing_is_said(name, capsys):
    def careless(Q, K, V):
        Q *= 0
        np.array([1.0]) / 0
        return V

    X = np.ones((4, 3))
    arguments = [X] if name in ("future_leak", "permutation") else []
    getattr(detectors, name)(careless, *arguments)
    np.testing.assert_array_equal(X, 1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", ALL)
def test_its_texts_can_be_printed_on_any_console(name):
    for function in FUNCTIONS.values():
        repr(getattr(detectors, name)(function)).encode("cp1252")


@pytest.mark.parametrize("name", ALL)
def test_its_docstring_describes_its_parameters(name):
    detector = getattr(detectors, name)
    for parameter in inspect.signature(detector).parameters:
        assert parameter in detector.__doc__
    for section in ("Parameters", "Returns", "Raises"):
        assert f"{section}\n---" in inspect.getdoc(detector)  # Python 3.13 dedents


def in_float16(function):
    return lambda *arrays: function(*(a.astype(np.float16) for a in arrays))


def twice_the_scale(Q, K, V):
    return attention(2 * Q, K, V)


HALF = {
    "row_sums": lambda f: detectors.row_sums(f),
    "scale_test": lambda f: detectors.scale_test(f),
    "one_hot_lookup": lambda f: detectors.one_hot_lookup(f),
    "permutation": lambda f: detectors.permutation(f),
    "future_leak": lambda f: detectors.future_leak(
        lambda Q, K, V: f(Q, K, V) if f is not right_half else causal_half(Q, K, V)
    ),
}
right_half = in_float16(lambda *a: al.attention(*a).output)
causal_half = in_float16(lambda *a: al.attention(*a, is_causal=True).output)


@pytest.mark.parametrize("name", HALF)
def test_a_right_function_in_float16_is_not_accused(name):
    assert HALF[name](right_half).ok, HALF[name](right_half)


def test_a_wrong_function_in_float16_is_still_caught():
    assert not detectors.scale_test(in_float16(twice_the_scale)).ok
    assert not detectors.future_leak(right_half).ok
    wrong_axis = in_float16(lambda Q, K, V: attention(Q, K, V, axis=0))
    assert not detectors.row_sums(wrong_axis).ok


def test_tab_offers_the_detectors_and_not_what_they_are_made_of():
    offered = dir(detectors)
    assert "row_sums" in offered
    assert not {"np", "Callable", "dataclass", "annotations"} & set(offered)
    findings = [n for n in offered if n != "Finding"]
    assert all(inspect.isfunction(getattr(detectors, n)) for n in findings)
    made = {
        name
        for name, thing in vars(detectors).items()
        if hasattr(thing, "__wrapped__") and thing.__module__ == detectors.__name__
    }
    assert made == set(findings)
