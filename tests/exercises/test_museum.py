"""The exhibits: each passes what people look at, and its detector catches it."""

import math

import numpy as np
import pytest

import attn_lib as al
from attn_lib.exercises import _checking, check_exhibit, detectors, museum
from attn_lib.real_model import mean_pool
from tests.exercises.answers import softmax

W = al.ProjectionWeights.designed()
SENTENCES = (al.SENTENCE, "the banana eats the hungry monkey")
BATCH = np.stack([al.embed(al.tokenize(s), positions=False) for s in SENTENCES])
X = al.embed(al.tokenize(al.SENTENCE))
TRACE = al.self_attention(X, W)
SQUARE = np.random.default_rng(0).standard_normal((12, 12))


def right_layer(batch):
    batch = batch.copy()
    batch[..., -4:] += al.positional_encoding(batch.shape[-2], 4)
    return al.self_attention(batch, W).output


def weights_of_two_heads(Q, K):
    Q, K = al.split_heads(Q, 2), al.split_heads(K, 2)
    return softmax(Q @ K.swapaxes(1, 2) / math.sqrt(Q.shape[2]), axis=2)


def gradient_of_queries(Q, K, V, d_output):
    return al.attention_backward(al.attention(Q, K, V), d_output)[0]


def sentence_vectors(X, lengths):
    real = np.arange(X.shape[1]) < np.asarray(lengths)[:, None]
    output = al.attention(X, X, X, mask=real[:, None]).output
    return mean_pool(output, real)


# lesson → a right version of the same, and what the author tried it on
RIGHT = {
    "00": (right_layer, (BATCH,)),
    "01": (lambda X, W_Q: X @ W_Q, (X, SQUARE)),
    "02": (al.dot_product_scores, (TRACE.Q, TRACE.K)),
    "03": (al.attention, (TRACE.Q, TRACE.K, TRACE.V)),
    "04": (
        lambda Q, K, V: al.attention(Q, K, V, is_causal=True),
        (TRACE.Q, TRACE.K, TRACE.V),
    ),
    "05": (al.attention, (TRACE.Q, TRACE.K, TRACE.V)),
    "06": (weights_of_two_heads, (TRACE.Q[2:4], TRACE.K[2:4])),
    "07": (gradient_of_queries, (TRACE.Q, TRACE.K, TRACE.V, np.ones((6, 5)))),
    "08": (sentence_vectors, (BATCH, np.array([6, 4]))),
}
DETECT = {
    "00": lambda f: detectors.permutation(f, BATCH, knows_order=True),
    "01": lambda f: detectors.shape_test(f, "T d_model, d_model d_k -> T d_k"),
    "02": lambda f: detectors.shape_test(f, "T_q d_k, T_k d_k -> T_q T_k"),
    "03": detectors.scale_test,
    "04": detectors.row_sums,
    "05": detectors.scale_test,
    "06": lambda f: detectors.shape_test(f, "T d_model, T d_model -> 2 T T"),
    "07": detectors.gradient_test,
    "08": detectors.filler_test,
}
every_exhibit = pytest.mark.parametrize("lesson", museum.EXHIBITS)


def run(lesson, function):
    result = function(*RIGHT[lesson][1])
    return getattr(result, "output", result)


@every_exhibit
def test_it_is_wrong(lesson):
    exhibit = museum.exhibit(lesson).function
    assert not np.allclose(run(lesson, exhibit), run(lesson, RIGHT[lesson][0]))


@every_exhibit
def test_it_looks_fine(lesson):
    """What people look at: the shape, no NaN, numbers of an ordinary size."""
    found = run(lesson, museum.exhibit(lesson).function)
    right = run(lesson, RIGHT[lesson][0])
    assert found.shape == right.shape
    assert np.isfinite(found).all()
    assert np.abs(found).max() <= 2 * np.abs(right).max()
    assert len(np.unique(found.round(6), axis=0)) > 1


@pytest.mark.parametrize(
    ("lesson", "check"),
    [
        ("03", detectors.row_sums),
        ("03", detectors.one_hot_lookup),
        ("03", detectors.shape_test),
        ("03", detectors.permutation),
        ("04", detectors.shape_test),
        ("05", detectors.row_sums),
        ("05", detectors.one_hot_lookup),
        ("05", detectors.shape_test),
        ("05", detectors.permutation),
    ],
)
def test_it_passes_a_check_that_people_rely_on(lesson, check):
    assert check(museum.exhibit(lesson).function).ok


def test_00_has_different_numbers_in_different_rows_and_sentences():
    output = museum.exhibit("00").function(BATCH)
    assert not np.allclose(output[0], output[1])


def test_04_gives_hidden_keys_exactly_nothing():
    weights = museum.exhibit("04").function(TRACE.Q, TRACE.K, np.eye(6))
    assert not weights[np.triu_indices(6, 1)].any()
    assert (weights[np.tril_indices(6)] > 0).all()


@pytest.mark.parametrize("lesson", ["03", "05"])
def test_its_outputs_lie_among_the_values(lesson):
    output = run(lesson, museum.exhibit(lesson).function)
    assert (output <= TRACE.V.max(axis=0) + 1e-12).all()
    assert (output >= TRACE.V.min(axis=0) - 1e-12).all()


def test_03_is_right_when_there_are_as_many_keys_as_d_k():
    Q, K, V = np.random.default_rng(0).standard_normal((3, 4, 4))
    scaled = Q @ K.T / math.sqrt(4)
    np.testing.assert_allclose(
        museum.exhibit("03").function(Q, K, V), softmax(scaled) @ V
    )


@every_exhibit
def test_its_detector_catches_it_and_not_a_right_version(lesson):
    exhibit = museum.exhibit(lesson)
    finding = DETECT[lesson](exhibit.function)
    assert not finding.ok
    assert finding.detector in exhibit.caught_by
    assert DETECT[lesson](RIGHT[lesson][0]).ok


def test_04_is_caught_by_the_future_leak_test_too():
    finding = detectors.future_leak(museum.exhibit("04").function)
    assert finding.text == "token 0 sees token 5, which comes later"
    assert detectors.future_leak(RIGHT["04"][0]).ok
    assert museum.exhibit("04").caught_by == ("row_sums", "future_leak")


# ---- what is wrong with each, and what is not ------------------------------

Q, K, V = (
    np.random.default_rng(1).standard_normal(shape)
    for shape in [(3, 4), (5, 4), (5, 2)]
)


def function(lesson):
    return museum.exhibit(lesson).function


def test_00_gives_all_tokens_the_position_of_their_sentence():
    batch = BATCH + 0.5
    expected = batch.copy()
    pattern = al.positional_encoding(6, 4)
    expected[0, :, -4:] += pattern[0]
    expected[1, :, -4:] += pattern[1]
    output = al.self_attention(expected, W).output
    np.testing.assert_allclose(function("00")(batch), output)


def test_01_transposes_and_02_swaps():
    np.testing.assert_allclose(function("01")(X, SQUARE), X @ SQUARE.T)
    np.testing.assert_allclose(function("02")(Q, K), K @ Q.T)


def test_03_divides_by_the_root_of_the_number_of_keys():
    for size in (1, 1000):
        scaled = size * Q @ K.T / math.sqrt(5)
        expected = softmax(scaled) @ V
        np.testing.assert_allclose(function("03")(size * Q, K, V), expected)


def test_04_hides_after_the_softmax():
    for size in (1, 1000):
        weights = softmax(size * Q @ K.T / math.sqrt(4))
        expected = np.tri(3, 5) * weights @ V
        np.testing.assert_allclose(function("04")(size * Q, K, V), expected)


def test_05_takes_the_best_key_or_the_mean_of_the_best():
    np.testing.assert_allclose(function("05")(Q, K, V), V[(Q @ K.T).argmax(axis=1)])
    equal = np.tile(V.mean(axis=0), (3, 1))
    np.testing.assert_allclose(function("05")(Q, 0 * K, V), equal)


def test_06_lets_the_heads_of_each_token_look_at_each_other():
    weights = function("06")(Q, 3 * Q)
    for t, row in enumerate(Q.reshape(3, 2, 2)):
        expected = softmax(row @ (3 * row.T) / math.sqrt(2))
        np.testing.assert_allclose(weights[t], expected)
    assert detectors.row_sums(function("06"), Q, Q).ok


def test_07_takes_the_diagonal_of_the_jacobian_for_all_of_it():
    d_output = np.ones((3, 2)) * [1, -2]
    weights = softmax(Q @ K.T / 2)
    d_scaled = [
        np.diag(al.softmax_jacobian(p)) * d
        for p, d in zip(weights, d_output @ V.T, strict=True)
    ]
    np.testing.assert_allclose(function("07")(Q, K, V, d_output), d_scaled @ K / 2)


# ---- the exhibit itself ----------------------------------------------------


def test_an_exhibit_shows_its_story_and_its_code():
    assert repr(museum.exhibit("02")) == (
        "Exhibit 02. The scores of all queries and keys. Its author tried it on a\n"
        "sentence that looks at itself and found one number for each pair.\n\n"
        "def scores(Q, K):\n"
        '    """One score for each query and key."""\n'
        "    return np.array([[query @ key for query in Q] for key in K])"
    )


@every_exhibit
def test_an_exhibit_fits_a_projector(lesson):
    lines = repr(museum.exhibit(lesson)).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"Exhibit {lesson}. ")


def test_an_unknown_exhibit_is_refused():
    text = f"exhibit: expected one of {', '.join(museum.EXHIBITS)}, got '99'"
    with pytest.raises(ValueError, match=text):
        museum.exhibit("99")
    with pytest.raises(ValueError, match=text):
        check_exhibit("99", ...)


# ---- the check -------------------------------------------------------------


def said(capsys, lesson, finding):
    assert check_exhibit(lesson, finding) is None
    return capsys.readouterr().out


@every_exhibit
def test_a_fault_that_was_found_passes(lesson, capsys):
    finding = DETECT[lesson](museum.exhibit(lesson).function)
    assert said(capsys, lesson, finding) == f"{finding}\n✓ bug museum: right.\n"
    assert _checking.passed[lesson, "museum"] is True


@every_exhibit
@pytest.mark.parametrize("nothing", [None, ...])
def test_nothing_found_yet(lesson, nothing, capsys):
    assert said(capsys, lesson, nothing) == "○ bug museum: not done yet.\n"
    assert _checking.passed[lesson, "museum"] is False


def test_what_is_no_find_is_named(capsys):
    suspect = museum.exhibit("03").function
    for finding, text in (
        ("scale", "expected what a detector returns"),
        (
            detectors.scale_test(lambda Q, K, V: suspect(Q, K, V)),
            "this finding is about another function. Give the detector the exhibit's "
            "function",
        ),
        (
            detectors.row_sums(suspect),
            "row_sums finds nothing here, so the fault is elsewhere. What has not been "
            "looked at yet?",
        ),
        (
            detectors.future_leak(suspect),
            "future_leak would catch a right version, too. It is not made for this "
            "kind of function",
        ),
    ):
        *first, last = said(capsys, "03", finding).splitlines()
        assert last == f"✗ bug museum: {text}"
        assert first == [repr(finding)] * (finding != "scale")
    assert detectors.future_leak(RIGHT["03"][0]).ok is False


def test_08_hides_fillers_from_nobody_but_each_other():
    vectors = function("08")(BATCH, np.array([6, 4]))
    right = sentence_vectors(BATCH, [6, 4])
    np.testing.assert_allclose(vectors[0], right[0])  # as long as the batch
    unmasked = al.attention(BATCH[1], BATCH[1], BATCH[1]).output[:4].mean(axis=0)
    np.testing.assert_allclose(vectors[1], unmasked)
    assert not np.allclose(vectors[1], right[1])
