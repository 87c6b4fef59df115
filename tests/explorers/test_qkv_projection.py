"""The projection explorer of lesson 01."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import ProjectionExplorer
from tests.support.played import assert_sent, drawn, on_the_page, spec_of


@pytest.mark.parametrize("letter", "QKV")
def test_the_chosen_matrix_and_its_product_are_shown(letter):
    explorer = ProjectionExplorer(sentence="she eats an apple")
    explorer.which.value = f"W_{letter}"
    assert drawn(explorer) == [f"W_{letter}", "X", letter]
    X = al.embed(al.tokenize("she eats an apple"))
    W = getattr(al.ProjectionWeights.designed(), f"W_{letter}")
    assert_sent(explorer, {"X": X, f"W_{letter}": W, letter: X @ W})
    assert f"{letter} = X W_{letter}: shape (4, 12) times (12, " in explorer.caption


def test_only_the_width_of_the_chosen_matrix_can_be_moved():
    explorer = ProjectionExplorer()
    assert (explorer.d_k.disabled, explorer.d_v.disabled) == (False, True)
    explorer.which.value = "W_V"
    assert (explorer.d_k.disabled, explorer.d_v.disabled) == (True, False)


def test_another_d_model_turns_to_random_numbers_and_says_so():
    explorer = ProjectionExplorer()
    assert explorer.board.message == ""
    explorer.d_model.value, explorer.seed.value = 7, 3
    tokens = al.tokenize(al.SENTENCE)
    X = al.hashed_embedding(tokens, 7)
    W = al.ProjectionWeights.random(7, 4, 5, seed=3).W_Q
    assert_sent(explorer, {"X": X, "W_Q": W, "Q": X @ W})
    assert spec_of(explorer, "X")["columns"] == [str(c) for c in range(1, 8)]
    for text in (explorer.board.message, explorer.caption):
        assert "d_model = 7" in text
        assert "drawn at random (seed 3)" in text
        assert "without meaning" in text
    explorer.d_model.value = 12
    assert explorer.board.message == ""
    assert spec_of(explorer, "X")["columns"] == list(al.DIMENSIONS)
    assert "designed by hand" in explorer.caption


def test_the_remark_is_there_from_the_start():
    assert "d_model = 7" in ProjectionExplorer(d_model=7).board.message


def test_columns_of_zeros_are_named():
    explorer = ProjectionExplorer(d_k=6)
    assert "Columns 5 to 6 of W_Q are zeros." in explorer.caption
    assert not np.any(on_the_page(explorer)["Q"][:, 4:])
