"""Numbers changed by hand: all downstream follows, nothing upstream does."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib import explorers
from attn_lib.explorers.edits import read_edits, with_edit
from attn_lib.scenes.edits import edited_attention

STAGES = ("X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "output")
X = al.embed(al.tokenize(al.SENTENCE))
W = al.ProjectionWeights.designed()
MASK = al.causal_mask(6)
PLAIN = al.self_attention(X, W, mask=MASK)


def moved(edits):
    """The stages whose numbers differ from those without edits."""
    trace = edited_attention(X, W, edits, mask=MASK)
    return {
        name
        for name in STAGES
        if not np.array_equal(getattr(trace, name), getattr(PLAIN, name))
    }


def test_without_edits_it_is_self_attention():
    assert moved(()) == set()


@pytest.mark.parametrize(
    ("edit", "follows"),
    [
        (("X", 2, 0, 3.0), set(STAGES)),
        (("W_Q", 3, 0, 1.0), {"Q", "scores", "scaled", "masked", "weights", "output"}),
        (("W_K", 0, 0, 3.0), {"K", "scores", "scaled", "masked", "weights", "output"}),
        (("W_V", 0, 0, 3.0), {"V", "output"}),
        (("Q", 3, 1, 5.0), {"Q", "scores", "scaled", "masked", "weights", "output"}),
        (("K", 2, 0, 0.0), {"K", "scores", "scaled", "masked", "weights", "output"}),
        (("V", 2, 0, 9.0), {"V", "output"}),
        (("scores", 3, 1, 9.0), {"scores", "scaled", "masked", "weights", "output"}),
        (("scores", 0, 5, 9.0), {"scores", "scaled"}),  # hidden by the mask
    ],
)
def test_what_is_downstream_follows_and_nothing_else(edit, follows):
    assert moved([edit]) == follows


def test_changing_a_value_leaves_the_weights_as_they_are():
    """Keys decide where, values decide what."""
    trace = edited_attention(X, W, [("V", 2, 0, 9.0)], mask=MASK)
    assert np.array_equal(trace.weights, PLAIN.weights)


def test_an_edited_query_gives_what_attention_gives_for_it():
    Q = PLAIN.Q.copy()
    Q[3, 1] = -2
    expected = al.attention(Q, PLAIN.K, PLAIN.V, mask=MASK)
    trace = edited_attention(X, W, [("Q", 3, 1, -2.0)], mask=MASK)
    assert np.array_equal(trace.output, expected.output)


def test_an_edit_without_a_place_waits():
    assert moved([("X", 9, 0, 1.0), ("Q", 0, 9, 1.0)]) == set()


def test_nothing_that_came_in_is_changed():
    before = X.copy(), W.W_Q.copy()
    moved([("X", 0, 0, 5.0), ("W_Q", 0, 0, 5.0)])
    assert np.array_equal(X, before[0])
    assert np.array_equal(W.W_Q, before[1])


def test_the_last_edit_of_a_cell_counts_and_can_be_taken_back():
    edits = with_edit((), "X", 0, 1, 2.0)
    edits = with_edit(edits, "Q", 0, 1, 4.0)
    edits = with_edit(edits, "X", 0, 1, 3.0)
    assert edits == (("Q", 0, 1, 4.0), ("X", 0, 1, 3.0))
    assert with_edit(edits, "X", 0, 1, None) == (("Q", 0, 1, 4.0),)


def test_edits_are_read_from_lists():
    read = read_edits([["X", 0, 1, 2], ("X", 0, 1, 3)])
    assert read == (("X", 0, 1, 3.0),)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("weights", 0, 0, 1), "expected a cell of X, W_Q"),
        (("X", -1, 0, 1), r"got X\[-1, 0\]"),
        (("X", 0, 0, float("nan")), "expected a number"),
        (("X", 0, 0, 1e6), "from −10000 to 10000"),
        (("X", 0, 0), "expected .matrix, row, column, number."),
        (("X", 0, 0, "<b>"), "expected .matrix, row, column, number."),
        (("X", 0, 0, 10**400), "expected .matrix, row, column, number."),
    ],
)
def test_a_bad_edit_is_told_in_one_line(edit, message):
    with pytest.raises(ValueError, match=message):
        read_edits([edit])


@pytest.mark.parametrize("edits", [5, None])
def test_what_is_no_list_of_edits_is_told_in_one_line(edits):
    with pytest.raises(ValueError, match=f"edits: expected .* got {edits}"):
        read_edits(edits)


@pytest.mark.parametrize("minus", "-−－﹣–‑")
def test_any_minus_that_is_typed_is_one(minus):
    assert read_edits([("X", 0, 0, f"{minus}1.5")]) == (("X", 0, 0, -1.5),)
    for constant in ("−10", "−inf", "−1e9"):
        typed = constant.replace("−", minus)
        explorer = explorers.MaskingExplorer(constant=typed)
        assert explorer.constant.value == explorer.state.constant == constant
        explorer.close()


def test_a_character_that_looks_like_another_is_named():
    with pytest.raises(ValueError, match=r"got '∼10' \(U\+223C, TILDE OPERATOR\)"):
        explorers.MaskingExplorer(constant="∼10")
