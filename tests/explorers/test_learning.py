"""The learning explorer of lesson 07, and the progress bar."""

import numpy as np
import pytest

import attn_lib as al
from attn_lib.example.sentences import (
    ANIMALS,
    PEOPLE,
    draw_sentences,
    untrained_projection,
)
from attn_lib.explorers import LearningExplorer, ProgressBar
from attn_lib.explorers import progress_bar as module
from attn_lib.scenes.learning import STEPS, sentences, training
from tests.support.played import drawn, on_the_page, spec_of

LAST = STEPS[-1]


def test_the_first_step_is_before_any_training():
    explorer = LearningExplorer()
    start = untrained_projection(8)
    np.testing.assert_array_equal(explorer.trace.projection.W_Q, start.W_Q)
    assert explorer.caption.startswith("After 0 of 150 steps, d_k = 8, divisor √d_k.")


def test_the_map_takes_shape_as_training_goes_on():
    explorer = LearningExplorer()
    seen = []
    for step in (0, 25, LAST):
        explorer.step.value = step
        seen.append(float(on_the_page(explorer)["weights"][6, 2]))
    assert seen == sorted(seen)
    assert seen[0] < 0.1 < 0.9 < seen[-1]
    assert "'sees' looks most at 'monkey'" in explorer.caption
    assert "100% right" in explorer.caption


def test_the_steps_are_those_of_one_training_that_goes_on():
    done = training(8, "√d_k")
    assert tuple(done) == STEPS
    given, _ = sentences()
    whole = al.Trainer(given, untrained_projection(8), batch=32).run(30)
    np.testing.assert_array_equal(whole.projection.W_K, done[30].projection.W_K)


def test_what_is_to_come_is_hidden():
    explorer = LearningExplorer(step=25)
    sent, done = on_the_page(explorer), STEPS.index(25) + 1
    for id in ("loss", "right"):
        assert spec_of(explorer, id)["hidden"] == "seen"
        assert spec_of(explorer, id)["columns"] == [str(step) for step in STEPS]
        assert sent[id][0, :done].all() or id == "right"
        assert not sent[id][0, done:].any()
    assert sent["seen"].sum() == done


def test_output_and_wanted_answer_stand_side_by_side():
    explorer = LearningExplorer(step=LAST)
    assert drawn(explorer)[-2:] == ["out", "wanted"]
    sent = on_the_page(explorer)
    np.testing.assert_allclose(sent["out"], sent["wanted"], atol=0.1)
    assert spec_of(explorer, "wanted")["rows"] == ["monkey"]


def test_where_nobody_asks_there_is_no_wanted_answer():
    explorer = LearningExplorer(query=0)
    assert "wanted" not in drawn(explorer)
    assert "Nobody asked it this" in explorer.caption
    explorer.sentence.value = "yellow banana"
    assert "wanted" not in drawn(explorer)
    assert explorer.board.message == ""


def test_without_scaling_a_wide_d_k_stalls():
    scaled, unscaled = (training(512, divisor)[LAST] for divisor in ("√d_k", "none"))
    assert scaled.right > 0.95
    assert unscaled.right < 0.6
    assert unscaled.loss > 20 * scaled.loss
    explorer = LearningExplorer(d_k=512, divisor="none", step=LAST)
    assert spec_of(explorer, "scaled")["title"] == "scaled = scores / 1"
    np.testing.assert_array_equal(explorer.trace.scaled, explorer.trace.scores)


def test_the_exam_is_unseen():
    given = set(draw_sentences(256, seed=0))
    assert not given & set(draw_sentences(64, seed=1, mixed=True, unlike=given))
    assert "monkey" not in (*ANIMALS, *PEOPLE)
    assert len(sentences()[1].asked) > 100


@pytest.mark.parametrize("setting", [{"step": 3}, {"divisor": "d_k"}, {"d_k": 16}])
def test_only_what_was_recorded_can_be_asked_for(setting):
    (name,) = setting
    with pytest.raises(ValueError, match=f"{name}: expected one of"):
        LearningExplorer(**setting)


# ---- the progress bar


def test_the_bar_follows_the_training_and_prints_nothing(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr(module, "display", lambda data, raw: shown.append(data))
    given, _ = sentences()
    trainer = al.Trainer(given, untrained_projection(4), batch=8)
    bar = ProgressBar(5)
    trainer.run(3, bar)
    assert (bar.widget.value, bar.widget.max) == (3, 5)
    trainer.run(5, bar)
    assert bar.widget.value == 5
    (data,) = shown
    assert data["text/plain"] == "Training up to step 5."
    assert data[module.WIDGET_VIEW]["model_id"] == bar.widget.model_id
    assert capsys.readouterr() == ("", "")
