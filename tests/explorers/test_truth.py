"""Sentences, notes, names and titles say what the numbers beside them do."""

import re

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import (
    LearningExplorer,
    MultiHeadExplorer,
    PipelineExplorer,
    SoftmaxExplorer,
)
from attn_lib.explorers.edits import read_edits
from attn_lib.scenes.captions import MASK_WORDS
from attn_lib.scenes.edits import edits_in_words
from attn_lib.scenes.inputs import mask_of
from tests.support.equations import added, equation, value_of
from tests.support.played import ALL, by_name, on_the_page, spec_of

T, LENGTH, WINDOW = 7, 4, 2
QUERY, KEY = np.indices((T, T))
AHEAD, END, FAR = KEY > QUERY, KEY >= LENGTH, abs(KEY - QUERY) > WINDOW

# What is said of a mask → the cells that it then hides.
HIDDEN = {
    "No mask.": np.zeros((T, T), bool),
    "A causal mask: nobody looks ahead.": AHEAD,
    "A padding mask: the tokens at the end are hidden from all.": END,
    "A window: everyone looks at near neighbours only.": FAR,
    "Causal and padding mask together.": AHEAD | END,
    "Causal mask, padding mask and window together.": AHEAD | END | FAR,
    "A causal mask turned over: everyone sees the future alone.": ~AHEAD,
}


@pytest.mark.parametrize("kind", sorted(MASK_WORDS.keys() - {"painted"}))
def test_a_mask_does_what_is_said_of_it(kind):
    mask = mask_of(kind, T, length=LENGTH, window=WINDOW)
    np.testing.assert_array_equal(~mask, HIDDEN[MASK_WORDS[kind]])


def test_the_note_of_the_mask_says_which_number_hides():
    explorer = PipelineExplorer(mask="causal")
    note = spec_of(explorer, "mask")["made"]["note"]
    seen, hidden = map(
        float, re.fullmatch(r"(\d): may be looked at, (\d): hidden", note).groups()
    )
    sent = on_the_page(explorer)
    np.testing.assert_array_equal(sent["weights"] > 0, sent["mask"] == seen)
    np.testing.assert_array_equal(sent["weights"] == 0, sent["mask"] == hidden)


# ---- titles that are equations, and notes that are formulas


@pytest.mark.parametrize("Explorer", ALL, ids=by_name)
@pytest.mark.parametrize("other", [False, True])
def test_a_title_that_is_an_equation_is_true(Explorer, other):
    settings = dict(ALL[Explorer]) if other else {}
    settings.pop("edits", None)  # what was changed by hand is no product any more
    explorer = Explorer(**settings)
    sent = {id: values.astype(float) for id, values in on_the_page(explorer).items()}
    titles = {spec["id"]: spec["title"] for spec in explorer.board.matrices}
    equations = {id: equation(title) for id, title in titles.items()}
    held = 0
    for id, sides in equations.items():
        if sides is None or (id == "scores" and "Q" not in sent):
            continue  # with d_k = 512, Q and K are too wide for a page
        arrays = arrays_beside(sent, explorer)
        np.testing.assert_allclose(
            value_of(sides[1], arrays), sent[id], rtol=1e-5, atol=1e-5, err_msg=id
        )
        held += 1
    assert held >= (1 if Explorer is MultiHeadExplorer else 3)


def arrays_beside(sent, explorer):
    """Name → array as a title means it."""
    arrays = dict(sent)
    if "mask" in arrays:
        hides = spec_of(explorer, "masked")["made"]["constant"]
        arrays["mask"] = added(arrays["mask"], -np.inf if hides is None else hides)
    if "scaled" in arrays:
        arrays.setdefault("masked", arrays["scaled"])  # where there is no mask
    if "Q" in arrays:
        arrays.setdefault("q", arrays["Q"])
    return arrays


def test_the_note_of_the_jacobian_is_its_formula():
    explorer = SoftmaxExplorer()
    note = spec_of(explorer, "J")["made"]["note"]
    diagonal, rest = re.fullmatch(r"(.*) on the diagonal, else (.*)", note).groups()
    p, J = on_the_page(explorer)["weights"][0], on_the_page(explorer)["J"]
    formulas = {"p (1 − p)": p * (1 - p), "−pᵢ pⱼ": -np.outer(p, p)}
    np.testing.assert_allclose(np.diag(J), formulas[diagonal], rtol=1e-5)
    apart = ~np.eye(len(J), dtype=bool)
    np.testing.assert_allclose(J[apart], formulas[rest][apart], rtol=1e-5)


def test_the_note_of_the_spread_names_its_bounds():
    explorer = SoftmaxExplorer()
    note = spec_of(explorer, "spread")["made"]["note"]
    least, most = al.entropy(np.eye(8)[0]), al.entropy(np.full(8, 1 / 8))
    assert f"H: {least:.0f} if one weight is 1, ln 8 ≈ {most:.2f} if all" in note
    assert most == pytest.approx(np.log(8))


# ---- names


@pytest.mark.parametrize("heads", [1, 2, 4])
def test_the_columns_of_a_head_have_its_own_names(heads):
    explorer = MultiHeadExplorer(num_heads=heads)
    sent = on_the_page(explorer)
    own = np.reshape(al.QUERY_KEY_NAMES, (heads, -1)).tolist()
    for h, names in enumerate(own):
        for id in ("Q", "K", "W_Q", "W_K"):
            spec = spec_of(explorer, f"{id}_{h}")
            assert spec["columns"] == names
            assert spec["title"].endswith(f": {', '.join(names)}")
        assert f"Head {h} ({', '.join(names)}): " in explorer.caption
        columns = [al.QUERY_KEY_NAMES.index(name) for name in names]
        whole = al.ProjectionWeights.designed().W_Q
        np.testing.assert_allclose(sent[f"W_Q_{h}"], whole[:, columns], rtol=1e-6)


# ---- numbers in a caption


@pytest.mark.parametrize("step", [0, 25])
def test_the_distance_to_the_wanted_value_is_that_of_the_rows_on_the_page(step):
    explorer = LearningExplorer(step=step)
    sent = on_the_page(explorer)
    off = float(np.linalg.norm(sent["out"] - sent["wanted"]))
    (said,) = re.findall(r"Its output is ([\d.]+) away", explorer.caption)
    assert float(said) == pytest.approx(off, abs=0.00501)


def test_an_edit_is_told_as_it_was_made():
    for number in (0.25, -0.125, 3, -2.5, 9999, 1e-3):
        edits = read_edits([("Q", 1, 2, number)])
        said = edits_in_words(edits)
        told = re.fullmatch(r"Changed by hand: Q\[1, 2\] = (\S+)\.", said)
        assert float(told[1].replace("−", "-")) == number


def test_five_edits_are_told_as_four_and_one_more():
    edits = read_edits([("Q", 0, j, j + 1) for j in range(5)])
    said = edits_in_words(edits)
    assert said.endswith("Q[0, 3] = 4 and 1 more.")
