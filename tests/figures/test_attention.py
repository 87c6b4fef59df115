"""The formula map, and the pipeline of all stages."""

import numpy as np
import pytest
from matplotlib.offsetbox import PaddedBox, TextArea

import attn_lib as al
from attn_lib import figures
from attn_lib.figures import style
from attn_lib.figures.attention import _STEPS as STEPS
from notebooks.lessons import LESSONS
from tests.support.equations import added, equation, value_of
from tests.support.reading import cells, column_names, row_names

TOKENS = al.tokenize(al.SENTENCE)
TRACE = al.self_attention(
    al.embed(TOKENS), al.ProjectionWeights.designed(), is_causal=True
)
STAGES = ["X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "output"]


def framed(ax):
    boxes = [box for box in ax.findobj(PaddedBox) if box.patch.get_visible()]
    texts = [
        "".join(area.get_text() for area in box.findobj(TextArea)) for box in boxes
    ]
    return [text.replace("$", "") for text in texts]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (None, []),
        ("qkv_projection", ["Q", r"K^{\mathsf{T}}", "V"]),
        ("matmul_scores", [r"QK^{\mathsf{T}}"]),
        ("scale_and_softmax", ["softmax", r"\sqrt{d_k}"]),
        ("masking", ["+ mask"]),
        ("weighted_sum", ["V"]),
    ],
)
def test_the_part_of_the_lesson_is_framed(step, expected):
    assert sorted(framed(figures.formula_map(step))) == sorted(expected)


def inks(ax):
    return {
        area.get_text().replace("$", ""): area.get_children()[0].get_color()
        for area in ax.findobj(TextArea)
    }


def test_each_symbol_has_its_colour_and_the_rest_is_pale():
    assert inks(figures.formula_map())["Q"] == style.colour("Q")
    lit = inks(figures.formula_map("masking"))
    assert lit["+ mask"] == style.colour("mask")
    assert {lit[other] for other in ("Q", "V", "softmax", "5 mix")} == {style.FAINT}


def test_each_step_has_the_number_of_its_lesson():
    numbers = {lesson.module: lesson.number for lesson in LESSONS}
    for step, said in STEPS.items():
        assert int(said.split()[0]) == numbers[step], said
    said = [text for text in inks(figures.formula_map()) if text[0].isdigit()]
    assert said == list(STEPS.values())


def test_every_title_is_an_equation_that_is_true():
    arrays = {name: getattr(TRACE, name) for name in STAGES} | {
        name: getattr(TRACE.projection, name) for name in ("W_Q", "W_K", "W_V")
    }
    arrays["mask"] = added(TRACE.mask)
    for ax in figures.pipeline(TRACE, TOKENS).axes[1:]:  # the first is X
        left, right = equation(ax.get_title())
        np.testing.assert_allclose(value_of(right, arrays), arrays[left], atol=1e-12)


def test_an_unknown_step_is_named():
    with pytest.raises(ValueError, match="lit: expected one of qkv_projection"):
        figures.formula_map("softmax")


def stages(figure):
    return {ax.get_title().split(" = ")[0]: ax for ax in figure.axes}


def test_all_stages_stand_in_the_order_of_the_formula_with_their_numbers():
    axes = stages(figures.pipeline(TRACE, TOKENS, feature_names=al.DIMENSIONS))
    assert list(axes) == STAGES
    for name, ax in axes.items():
        shown = np.where(np.isneginf(getattr(TRACE, name)), 0, getattr(TRACE, name))
        assert np.allclose(ax.images[0].get_array(), shown), name
    assert axes["weights"].images[0].get_clim() == (0, 1)
    assert set(cells(axes["weights"])) == set(cells(axes["masked"]))
    assert column_names(axes["X"]) == list(al.DIMENSIONS)
    assert row_names(axes["X"]) == column_names(axes["scores"]) == TOKENS


def test_the_first_of_a_line_names_the_rows_for_all():
    axes = stages(figures.pipeline(TRACE, TOKENS))
    named = [
        name
        for name, ax in axes.items()
        if any(label.get_visible() for label in ax.get_yticklabels())
    ]
    assert named == ["X", "Q", "scores", "masked", "output"]
    bottoms = {round(axes[name].get_position().y0, 6) for name in "QKV"}
    assert len(bottoms) == 1


def test_without_X_the_pipeline_begins_with_Q():
    trace = al.attention(TRACE.Q, TRACE.K, TRACE.V)
    assert list(stages(figures.pipeline(trace, TOKENS))) == STAGES[1:]


def test_a_batch_is_refused():
    trace = al.attention(TRACE.Q[None], TRACE.K[None], TRACE.V[None])
    with pytest.raises(ValueError, match=r"\(T, T\), got weights of shape \(1, 6, 6\)"):
        figures.pipeline(trace, TOKENS)
