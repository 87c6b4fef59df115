"""The faults that are planted: each breaks one line, and its tests have to turn red.

They are mistakes that people make, many of them collected from issues of well-known
projects, and what a careless hand might write. Those of ``OFTEN`` are planted whenever
all tests run, the others by the rehearsals; ``python -m tools.plant_faults`` plants
which you like.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    """A file, what it says, what might be written, and the tests that must notice."""

    file: str
    old: str
    new: str
    tests: list  # what pytest is to run, from the root
    first: bool = False  # `old` stands there more than once: the first is replaced


WEB = "attn_lib/web"
LESSON = "notebooks/02_matmul_scores"
OF_THE_STATE = "tests/explorers/test_state_and_picture.py"


def on_a_page(test, file="test_board.py"):
    """A test of one board on a page of its own, in Chromium."""
    return [f"tests/browser/{file}", "-k", test]


def drawn(test):
    """A test that measures what Chromium draws."""
    return on_a_page(test, "test_drawn.py")


def of_lesson(test, file="test_form.py"):
    """A test of what a committed notebook holds."""
    return [f"tests/notebooks/{file}", "-k", f"{test} and 02_matmul"]


SOFTMAX = "notebooks/03_scale_and_softmax"
PROSE = ["tests/notebooks/test_golden.py", "-k", "03_scale"]
STATEMENTS = ["tests/notebooks/test_statements.py"]
TRUE = ["tests/explorers/test_truth.py"]


def read_whole(name, folder="explorers"):
    """The test that compares what is read in an explorer, or a figure, with a text."""
    return [f"tests/{folder}/test_golden.py", "-k", f"what_was_read and {name}"]


START = "notebooks/00_start_here"
SOLVED = "notebooks/solutions/00_start_here"


def of_exercises(test):
    """A test of the exercises of a committed notebook."""
    return ["tests/notebooks/test_exercises.py", "-k", f"{test} and 00_start"]


OFTEN = {
    # ---- maths: what everything shares
    "whole numbers in half precision": Fault(
        "attn_lib/_arrays.py",
        'kind in "iub":\n        array = array.astype(np.float64)',
        'kind in "iub":\n        array = array.astype(np.float16)',
        ["tests/maths/test_arrays.py"],
    ),
    "half precision computed in half": Fault(
        "attn_lib/_arrays.py",
        "np.float32 if result == np.float16 else result",
        "result",
        ["tests/maths/test_arrays.py"],
    ),
    "nothing looks like 0": Fault(
        "attn_lib/_numbers.py",
        'if value == 0:\n        return "0"',
        'if False:\n        return "0"',
        ["tests/maths/test_numbers.py"],
    ),
    "garbage in a token spoils its neighbours": Fault(
        "attn_lib/_affine.py",
        "return (X @ W + b)",
        "return (X @ W + b + 0 * X.sum())",
        ["tests/maths/test_qkv_projection.py"],
    ),
    "the maths looks a word up": Fault(
        "attn_lib/masking.py",
        "    scaled = as_float_array(",
        "    from .example.lexicon import LEXICON\n\n    scaled = as_float_array(",
        ["tests/repository/test_arrows.py"],
    ),
    # X
    "positions of one speed": Fault(
        "attn_lib/embedding.py", "10000 **", "1 **", ["tests/maths/test_embedding.py"]
    ),
    "the position over the features": Fault(
        "attn_lib/example/embedding.py",
        "X[:, len(FEATURES) :] +=",
        "X[:, : len(POSITIONS)] +=",
        ["tests/example/test_embedding.py"],
    ),
    "Chinese cut at the shortest word": Fault(
        "attn_lib/example/tokens.py",
        "next((w for w in candidates if w in LEXICON), chunk[start])",
        "chunk[start]",
        ["tests/example/test_tokens.py"],
    ),
    "a misspelt feature": Fault(
        "attn_lib/example/lexicon.py",
        "香蕉 | food 1, colour 0.8",
        "香蕉 | food 1, color 0.8",
        ["tests/example/test_lexicon.py"],
    ),
    # Q, K, V
    "the last designed columns kept": Fault(
        "attn_lib/example/designed.py",
        "list(columns.values())[:width]",
        "list(columns.values())[-width:]",
        ["tests/example/test_designed.py"],
    ),
    "another design": Fault(
        "attn_lib/example/designed.py",
        '"action": 3',
        '"action": 2',
        ["tests/maths/test_attention.py::test_the_running_example_has_this_pattern"],
    ),
    "keys projected as queries": Fault(
        "attn_lib/qkv_projection.py",
        "(p.W_K, p.b_K)",
        "(p.W_Q, p.b_K)",
        ["tests/maths/test_qkv_projection.py"],
    ),
    # Q Kᵀ
    "scores transposed": Fault(
        "attn_lib/matmul_scores.py",
        "Q @ K.swapaxes(-1, -2)",
        "K @ Q.swapaxes(-1, -2)",
        ["tests/maths/test_matmul_scores.py"],
    ),
    # softmax(· / √d_k)
    "no scaling": Fault(
        "attn_lib/scale_and_softmax.py",
        'scale = 1 / math.sqrt(as_count("d_k", d_k, at_least=1))',
        "scale = 1",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "d_k in place of its root": Fault(
        "attn_lib/scale_and_softmax.py",
        "1 / math.sqrt(as_count(",
        "1 / (as_count(",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "softmax over the queries": Fault(
        "attn_lib/scale_and_softmax.py",
        "e.sum(axis=axis, keepdims=True)\n    p",
        "e.sum(axis=0, keepdims=True)\n    p",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "the largest of the whole matrix subtracted": Fault(
        "attn_lib/scale_and_softmax.py",
        "z.max(axis=axis, keepdims=True,",
        "z.max(keepdims=True,",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "a hidden row of NaN": Fault(
        "attn_lib/scale_and_softmax.py",
        "np.where(total == 0, 1, total)",
        "total",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "NaN let through": Fault(
        "attn_lib/scale_and_softmax.py",
        "np.isnan(z) | (z == np.inf)",
        "z == np.inf",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    "the diagonal of the Jacobian alone": Fault(
        "attn_lib/scale_and_softmax.py",
        "dtype=p.dtype) - p[..., None, :]",
        "dtype=p.dtype)",
        ["tests/maths/test_scale_and_softmax.py"],
    ),
    # + mask
    "True means hidden": Fault(
        "attn_lib/masking.py",
        "np.where(mask, scaled, -np.inf)",
        "np.where(mask, -np.inf, scaled)",
        ["tests/maths/test_masking.py"],
    ),
    "a large number in place of −inf": Fault(
        "attn_lib/masking.py",
        "np.where(mask, scaled, -np.inf)",
        "np.where(mask, scaled, -1e9)",
        ["tests/maths/test_masking.py"],
    ),
    "multiplied in place of chosen": Fault(
        "attn_lib/masking.py",
        "np.where(mask, scaled, -np.inf)",
        "(scaled * mask)",
        ["tests/maths/test_masking.py"],
    ),
    "garbage leaks through a floating mask": Fault(
        "attn_lib/masking.py",
        "np.where(mask == -np.inf, dtype.type(-np.inf), _sum(scaled, mask, dtype))",
        "_sum(scaled, mask, dtype)",
        ["tests/maths/test_masking.py"],
    ),
    "the caller's scores changed": Fault(
        "attn_lib/masking.py",
        "return narrowed(a + b, dtype, finite=finite)",
        "a += b; return narrowed(a, dtype, finite=finite)",
        ["tests/maths/test_masking.py"],
    ),
    "the causal diagonal bottom right": Fault(
        "attn_lib/masking.py",
        "np.tri(T_q, T_k, dtype=bool)",
        "np.tri(T_q, T_k, T_k - T_q, dtype=bool)",
        ["tests/maths/test_masking.py"],
    ),
    "padding over the queries": Fault(
        "attn_lib/masking.py",
        "np.arange(T_k) < per_query[..., None]",
        "np.arange(T_k)[:, None] < per_query[..., None]",
        ["tests/maths/test_masking.py"],
    ),
    "one of two masks is enough": Fault(
        "attn_lib/masking.py", "a & b", "a | b", ["tests/maths/test_masking.py"]
    ),
    # (·) V
    "0 · NaN": Fault(
        "attn_lib/weighted_sum.py",
        "weights @ V if np.isfinite(V).all() else _sum_of_visible(weights, V)",
        "weights @ V",
        ["tests/maths/test_weighted_sum.py"],
    ),
    "a hull with a corner on an edge": Fault(
        "attn_lib/weighted_sum.py",
        "return (b[0] - a[0]) * (c[1] - a[1]) > ",
        "return (b[0] - a[0]) * (c[1] - a[1]) >= ",
        ["tests/maths/test_weighted_sum.py"],
    ),
    # the whole formula
    "the root of d_v": Fault(
        "attn_lib/attention.py",
        "scale_scores(scores, Q.shape[-1]",
        "scale_scores(scores, V.shape[-1]",
        ["tests/maths/test_attention.py::test_every_stage_agrees_with_the_definition"],
    ),
    "causal in place of the mask": Fault(
        "attn_lib/attention.py",
        "combine_masks(mask, causal_mask(Q.shape[-2], K.shape[-2]))",
        "causal_mask(Q.shape[-2], K.shape[-2])",
        ["tests/maths/test_attention.py::test_causal_and_a_mask_both_apply"],
    ),
    "a stage under the wrong name": Fault(
        "attn_lib/attention.py",
        "(Q, K, V, scores, scaled, masked, weights, output)",
        "(Q, K, V, scaled, scores, masked, weights, output)",
        ["tests/maths/test_attention.py::test_every_stage_agrees_with_the_definition"],
    ),
    # several heads
    "split without the swap": Fault(
        "attn_lib/multi_head.py",
        "pieces.swapaxes(-3, -2)",
        "X.reshape(*X.shape[:-2], num_heads, X.shape[-2], d_head)",
        [
            "tests/maths/test_multi_head.py::test_splitting_is_a_reshape_and_a_swap_of_axes"
        ],
    ),
    "merged without the swap": Fault(
        "attn_lib/multi_head.py",
        "heads.swapaxes(-3, -2)",
        "heads.reshape(*heads.shape[:-3], heads.shape[-2], -1, heads.shape[-1])",
        ["tests/maths/test_multi_head.py::test_merging_keeps_a_token_in_its_row"],
    ),
    "samples lined up with heads": Fault(
        "attn_lib/multi_head.py",
        "mask[:, None] if mask.ndim == 3 else mask",
        "mask",
        [
            "tests/maths/test_multi_head.py::test_a_batch_of_as_many_samples_as_heads_is_not_"
            "mixed_up_with_them"
        ],
    ),
    "shared keys dealt in turn": Fault(
        "attn_lib/multi_head.py",
        "K.repeat(group, axis=-3)",
        "np.concatenate([K] * group, axis=-3)",
        [
            "tests/maths/test_multi_head.py::test_every_head_and_the_output_agree_with_the_"
            "definition"
        ],
    ),
    "values from the text that asks": Fault(
        "attn_lib/multi_head.py",
        "source, p.W_V, p.b_V",
        "X, p.W_V, p.b_V",
        [
            "tests/maths/test_multi_head.py::test_every_head_and_the_output_agree_with_the_"
            "definition"
        ],
    ),
    "a head forgets its scale": Fault(
        "attn_lib/multi_head.py",
        "            scale=self.scale,\n",
        "",
        ["tests/maths/test_multi_head.py::test_a_head_knows_its_scale"],
    ),
    # back to W
    "the gradient forgets the scale": Fault(
        "attn_lib/learning/gradients.py",
        "trace.Q.shape[-1], scale=trace.scale)",
        "trace.Q.shape[-1])",
        [
            "tests/maths/learning/test_gradients.py::test_scale_and_causal_mask_are_part_of_it"
        ],
    ),
    "the diagonal for the whole Jacobian": Fault(
        "attn_lib/learning/gradients.py",
        "p * (d_p - (p * d_p).sum(axis=-1, keepdims=True))",
        "p * (1 - p) * d_p",
        ["tests/maths/learning/test_gradients.py::test_softmax_backward_by_hand"],
    ),
    "batches that do not come again": Fault(
        "attn_lib/learning/training.py",
        "np.random.default_rng((self.seed, step))",
        "np.random.default_rng()",
        [
            "tests/maths/learning/test_training.py::test_what_was_stopped_goes_on_as_if_it_had_"
            "not_been"
        ],
    ),
    "a twin with the same answer": Fault(
        "attn_lib/example/sentences.py",
        '{other} {action} {one}"]',
        '{one} {action} {other}"]',
        [
            "tests/example/test_sentences.py::test_a_twin_has_the_same_words_and_another_answer"
        ],
    ),
    # a real model
    "a norm over all rows": Fault(
        "attn_lib/real_model/layer.py",
        "centred = X - X.mean(axis=-1, keepdims=True)",
        "centred = X - X.mean()",
        [
            "tests/maths/real_model/test_layer.py::test_a_norm_is_mean_0_and_variance_1_in_"
            "each_row_then_scaled"
        ],
    ),
    "fillers in the mean": Fault(
        "attn_lib/real_model/model.py",
        "real.sum(axis=-1, keepdims=True)",
        "real.shape[-1]",
        ["tests/maths/real_model/test_model.py::test_a_mean_counts_real_rows_only"],
    ),
    "a feed-forward with W_2 upright": Fault(
        "attn_lib/real_model/layer.py",
        'require_shape("W_2", self.W_2, "(d_hidden, d_model)", (d_hidden, d_model))',
        "pass",
        ["tests/maths/real_model/test_layer.py"],
    ),
    "a square matrix of the file not transposed": Fault(
        "attn_lib/real_model/model.py",
        'self(f"{name}.weight").T, self',
        'self(f"{name}.weight"), self',
        [
            "tests/maths/real_model/test_model.py::test_the_extract_is_the_whole_model_up_to_"
            "float16"
        ],
    ),
    "an absent piece read as the first": Fault(
        "attn_lib/real_model/model.py",
        "np.full(tokenizer.get_vocab_size(), -1)",
        "np.full(tokenizer.get_vocab_size(), 0)",
        [
            "tests/maths/real_model/test_model.py::test_a_piece_that_does_not_ship_is_named_"
            "and_the_weights_are_offered"
        ],
    ),
    "segment forgotten": Fault(
        "attn_lib/real_model/model.py",
        "+ self.positions[: len(rows)] + self.segment",
        "+ self.positions[: len(rows)]",
        [
            "tests/maths/real_model/test_model.py::test_the_extract_is_the_whole_model_up_to_"
            "float16"
        ],
    ),
    "a stored reading not looked for": Fault(
        "attn_lib/real_model/readings.py",
        "stored_reading(s) or _computed_reading(s)",
        "_computed_reading(s)",
        [
            "tests/maths/real_model/test_readings.py::test_without_weights_the_stored_reading_"
            "is_given_and_said_to_be"
        ],
    ),
    "a public name forgotten": Fault(
        "attn_lib/__init__.py",
        '    "weighted_sum",\n',
        "",
        ["tests/repository/test_package.py"],
    ),
    # ---- figures
    "softmax again": Fault(
        "attn_lib/figures/masking.py",
        "        weights,\n        rows",
        "        np.exp(weights) / np.exp(weights).sum(1),\n        rows",
        ["tests/figures/test_masking.py"],
    ),
    "queries and keys exchanged": Fault(
        "attn_lib/figures/matmul_scores.py",
        "        scores,\n        rows",
        "        np.transpose(scores),\n        rows",
        ["tests/figures/test_matmul_scores.py"],
    ),
    "automatic limits": Fault(
        "attn_lib/figures/labelled_matrix.py",
        "            vmax=high,\n",
        "            vmax=finite.max(),\n",
        ["tests/figures/test_labelled_matrix.py"],
    ),
    "repeated words merged": Fault(
        "attn_lib/figures/bars.py",
        "ax.bar(range(len(names)), values",
        "ax.bar(names, values",
        ["tests/figures/test_scale_and_softmax.py"],
    ),
    "a dollar sign is a formula": Fault(
        "attn_lib/figures/style.py",
        '"text.parse_math": False',
        '"text.parse_math": True',
        ["tests/figures/test_lettering.py"],
    ),
    "a hull with its inner points": Fault(
        "attn_lib/weighted_sum.py",
        "return chain(ordered)[:-1] + chain(reversed(ordered))[:-1]",
        "return ordered",
        ["tests/maths/test_weighted_sum.py"],
    ),
    # ---- explorers and scenes
    "a callback that fails in silence": Fault(
        "attn_lib/explorers/explorer.py",
        "                reason = str(error)\n",
        '                reason = ""\n',
        ["tests/explorers/test_explorer.py", "-k", "empty_line and Pipeline"],
    ),
    "a control that nothing follows": Fault(
        "attn_lib/explorers/explorer.py",
        'control.observe(weakly(self._respond), "value")',
        "pass",
        ["tests/explorers/test_attention.py", "-k", "every_control"],
    ),
    "numbers sent column by column": Fault(
        "attn_lib/explorers/board.py",
        'm.values.astype("<f8")',
        'm.values.T.astype("<f8")',
        ["tests/explorers/test_explorer.py", "-k", "numbers_of_the_trace and Pipeline"],
    ),
    "an edit without effect": Fault(
        "attn_lib/scenes/edits.py",
        'scores = edited("scores", trace.scores, edits)',
        "scores = trace.scores",
        ["tests/explorers/test_edits.py", "-k", "downstream"],
    ),
}

IN_REHEARSALS = {
    # ---- JavaScript, seen on a page
    "what is typed becomes markup": Fault(
        f"{WEB}/elements.js",
        "if (node.textContent !== text) node.textContent = text;",
        "if (node.innerHTML !== text) node.innerHTML = text;",
        on_a_page("what_is_typed_stays_text"),
    ),
    "the page draws rows as columns": Fault(
        f"{WEB}/matrix.js",
        "const n = i * m.shape[1] + j;",
        "const n = j * m.shape[0] + i;",
        on_a_page("numbers_on_the_page_are_numpy_s and Scores"),
    ),
    "the page explains rows as columns": Fault(
        f"{WEB}/stages.js",
        "m.values[i * m.shape[1] + j]",
        "m.values[j * m.shape[0] + i]",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Scores"),
    ),
    "bytes read from the start of the buffer": Fault(
        f"{WEB}/numbers.js",
        "buffer.slice(byteOffset, byteOffset + byteLength)",
        "buffer.slice(0, byteLength)",
        on_a_page("numbers_on_the_page_are_numpy_s and Scores"),
    ),
    "the page multiplies the wrong axis": Fault(
        f"{WEB}/recipes.js",
        "m.made.transposed ? at(right, j, c) : at(right, c, j)",
        "m.made.transposed ? at(right, c, j) : at(right, j, c)",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Scores"),
    ),
    "the page's softmax leaves a term out": Fault(
        f"{WEB}/recipes.js",
        "visible.reduce((sum, z) => sum + exp(z), 0)",
        "visible.slice(1).reduce((sum, z) => sum + exp(z), 0)",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Pipeline"),
    ),
    "a wrong number on the page goes unsaid": Fault(
        f"{WEB}/arithmetic.js",
        "Math.abs(computed - value) <= allowed",
        "Math.abs(computed - value) <= 1e9",
        on_a_page("number_that_is_not_its_calculation_is_reported"),
    ),
    "hidden cells show their number": Fault(
        f"{WEB}/matrix.js",
        'const shown = hidden || dense ? ""',
        'const shown = dense ? ""',
        on_a_page("hidden_cell_is_hatched"),
    ),
    "cells keep the numbers that they have": Fault(
        f"{WEB}/matrix.js",
        "else if (drawn.values?.[old] === value) return;",
        "else if (old >= 0) return;",
        on_a_page("a_new_state_changes_text_in_place"),
    ),
    "a wider matrix is compared with its old cells by the new width": Fault(
        f"{WEB}/matrix.js",
        "i < rows && j < columns ? i * columns + j : -1",
        "i < rows && j < columns ? n : -1",
        on_a_page("a_new_state_changes_text_in_place"),
    ),
    "a new width keeps the names as they stand": Fault(
        f"{WEB}/lines.js",
        "placed.every(isWell)",
        "placed",
        on_a_page("where_rows_have_the_same_names"),
    ),
    "a matrix that fits again beside its sister stays below": Fault(
        f"{WEB}/lines.js",
        "return this.isTooFar(one, room);",
        "return true;",
        on_a_page("grow_and_shrink"),
    ),
    "dark ink on dark cells": Fault(
        f"{WEB}/colours.js",
        'luminance > 0.179 ? "#000000" : "#ffffff"',
        'luminance > 0.9 ? "#000000" : "#ffffff"',
        on_a_page("can_be_read_on_every_colour and light and Pipeline"),
    ),
    "an error that is not shown": Fault(
        f"{WEB}/board.js",
        "this.refused.text : picture.message",
        'this.refused.text : ""',
        on_a_page("a_message_is_shown"),
    ),
    "a stale picture painted over a newer one": Fault(
        f"{WEB}/pictures.js",
        "if (here || (isNew && time >= this.shownAt)) {",
        "if (here || isNew) {",
        on_a_page("stale_answer_is_never_painted", "test_sweeps.py"),
    ),
    "a sweep played for other settings": Fault(
        f"{WEB}/pictures.js",
        'return JSON.stringify([...seen, this.model.get("key")?.at(-1)]);',
        'return JSON.stringify([...seen.slice(0, 1), this.model.get("key")?.at(-1)]);',
        on_a_page("sweep", "test_sweeps.py"),
    ),
    "a silent kernel goes unsaid": Fault(
        f"{WEB}/pictures.js",
        "this.late = true;",
        "this.late = false;",
        on_a_page("answer_that_does_not_come_is_said", "test_sweeps.py"),
    ),
    "a typed comma is no number": Fault(
        f"{WEB}/typing.js",
        "Number.isFinite(+plain) ? +plain : null",
        "Number.isFinite(+plain) ? plain : 0",
        on_a_page("what_is_no_number_changes_nothing", "test_by_hand.py"),
    ),
    "a picture takes away what is being typed": Fault(
        f"{WEB}/matrix.js",
        "if (field instanceof HTMLInputElement) field.placeholder = text;\n"
        "  else setText",
        "setText",
        on_a_page("comes_meanwhile", "test_by_hand.py"),
    ),
    "a number that is refused without a word": Fault(
        f"{WEB}/board.js",
        "this.refused.key === this.pictures.key() ?",
        "false ?",
        on_a_page("python_refuses", "test_by_hand.py"),
    ),
    "steps that move by themselves where no motion is wanted": Fault(
        f"{WEB}/steps.js",
        "if (this.still.matches) return this.step(1);",
        "",
        on_a_page("no_motion", "test_play.py"),
    ),
    "steps that cannot be paused": Fault(
        f"{WEB}/steps.js",
        "clearInterval(this.timer);",
        "",
        on_a_page("play_and_pause", "test_play.py"),
    ),
    "half a number from a cell that goes": Fault(
        f"{WEB}/typing.js",
        "queueMicrotask(() => close(node.isConnected))",
        "close(true)",
        on_a_page("cell_that_goes", "test_by_hand.py"),
    ),
    "the plane draws an old answer": Fault(
        f"{WEB}/moves.js",
        "if (answered !== this.awaited) return false;",
        "",
        on_a_page("stale_answer_is_not_drawn", "test_plane.py"),
    ),
    # ---- what is drawn
    "the colours of the signs exchanged": Fault(
        f"{WEB}/colours.js",
        "value < 0 ? NEGATIVE : colour",
        "value > 0 ? NEGATIVE : colour",
        drawn("colour_of_its_sign"),
    ),
    "an edited cell without its mark": Fault(
        f"{WEB}/matrix.js",
        'cell.classList.toggle("attn-edited", (state & EDITED) > 0);',
        "",
        drawn("changed_are_marked"),
    ),
    "a chosen row without its mark": Fault(
        f"{WEB}/matrix.js",
        'name.classList.toggle("attn-chosen", i === m.chosen)',
        "name",
        drawn("row_that_is_looked_at and Scores"),
    ),
    "bars that hang from the top": Fault(
        f"{WEB}/board.css",
        "background-position: bottom;",
        "background-position: top;",
        drawn("bars_stand"),
    ),
    "saved bars of half the height": Fault(
        f"{WEB}/saving.js",
        "height * full * BAR",
        "height * full * BAR * 0.5",
        drawn("bars_of_a_saved"),
    ),
    "steps to the key that is looked at least": Fault(
        f"{WEB}/steps.js",
        "row.indexOf(Math.max(...row))",
        "row.indexOf(Math.min(...row))",
        drawn("looked_at_most"),
    ),
    "an arrow labelled with its length": Fault(
        f"{WEB}/plane_picture.js",
        "const score = i ? ` ${numberText(columns.score[i])}`",
        "const score = i ? ` ${numberText(columns.length[i])}`",
        drawn("label_of_an_arrow"),
    ),
    "the other side shaded": Fault(
        f"{WEB}/plane_picture.js",
        "side(-1, -1), side(1, -1)",
        "side(-1, 1), side(1, 1)",
        drawn("shaded_side"),
    ),
    "no side shaded": Fault(
        f"{WEB}/plane.css",
        "  fill: var(--attn-soft);\n  opacity: 0.1;",
        "  fill: none;\n  opacity: 0.1;",
        drawn("shaded_side"),
    ),
    "a mirrored shadow": Fault(
        f"{WEB}/plane_picture.js",
        "const foot = scale.toPixels([t * qx, t * qy]);",
        "const foot = scale.toPixels([t * qx, -t * qy]);",
        drawn("shadow_of_a_key"),
    ),
    "dots as large as what is left": Fault(
        f"{WEB}/plane_picture.js",
        "4 + 14 * Math.sqrt(weight)",
        "4 + 14 * Math.sqrt(1 - weight)",
        drawn("dots_and_lines"),
    ),
    "lines as wide as what is left": Fault(
        f"{WEB}/plane_picture.js",
        '"stroke-width": 8 * weight',
        '"stroke-width": 8 * (1 - weight)',
        drawn("dots_and_lines"),
    ),
    "per cent a hundred times too small": Fault(
        f"{WEB}/histogram.js",
        "numberText(100 * outside, 1)",
        "numberText(outside, 1)",
        drawn("told_in_per_cent"),
    ),
    "ticks halved": Fault(
        f"{WEB}/histogram.js",
        "setText(number, numberText(n, 0));",
        "setText(number, numberText(n / 2, 0));",
        drawn("marks_and_ticks"),
    ),
    "a chosen head without its frame": Fault(
        f"{WEB}/head_grid.css",
        '.attn-heads button[aria-pressed="true"] {',
        '.attn-heads button[aria-pressed="yes"] {',
        ["tests/browser/test_head_grid.py", "-k", "framed"],
    ),
    "JavaScript from another server": Fault(
        f"{WEB}/matrix.js",
        "const MOST_NUMBERS = 24;",
        'import "https://cdn.example.org/x.js"; const MOST_NUMBERS = 24;',
        ["tests/repository/test_repository.py", "-k", "javascript"],
    ),
    "a word that is not filled": Fault(
        f"{WEB}/words.js",
        "place ? places[place] : text",
        "text",
        on_a_page("terms_of_every_cell_add_up", "test_arithmetic.py"),
    ),
    "two requests under way": Fault(
        f"{WEB}/requests.js",
        "if (this.underWay || !this.waiting.size) return;",
        "if (!this.waiting.size) return;",
        ["tests/web/test_web.py", "-k", "own_tests"],
    ),
    # ---- explorers
    "a caption that is not escaped": Fault(
        "attn_lib/figures/display.py",
        "{escape(caption)}",
        "{caption}",
        ["tests/explorers/test_explorer.py", "-k", "never_reaches and Scores"],
    ),
    "every keystroke computes": Fault(
        "attn_lib/explorers/controls.py",
        "continuous_update=False",
        "continuous_update=True",
        ["tests/explorers/test_explorer.py", "-k", "when_it_is_finished"],
    ),
    "no limit to the length of a sentence": Fault(
        "attn_lib/scenes/inputs.py",
        "return all_tokens(sentence)[:MAX_TOKENS]",
        "return all_tokens(sentence)",
        ["tests/explorers/test_explorer.py", "-k", "very_long_sentence and Scores"],
    ),
    "widgets left behind": Fault(
        "attn_lib/explorers/release.py",
        'for child in getattr(widget, "children", ()):',
        "for child in ():",
        ["tests/explorers/test_explorer.py", "-k", "leaves_no_widget and Softmax"],
    ),
    "an explorer that its own widgets keep": Fault(
        "attn_lib/explorers/release.py",
        "if method := alive():",
        "if True:",
        ["tests/explorers/test_long_sessions.py", "-k", "nobody_saw and Pipeline"],
    ),
    "an explorer on a page that goes with its name": Fault(
        "attn_lib/explorers/explorer.py",
        "self._widget.explorer = self",
        "pass",
        ["tests/explorers/test_long_sessions.py", "-k", "needs_no_name and Pipeline"],
    ),
    "Reset goes nowhere": Fault(
        "attn_lib/explorers/explorer.py",
        "self.reset.on_click(weakly(self._go_back))",
        "pass",
        ["tests/explorers/test_explorer.py", "-k", "reset_goes_back"],
    ),
    "the stored picture is of another state": Fault(
        "attn_lib/explorers/explorer.py",
        "return self.draw(state, trace)",
        "return self.draw(self._first, self.scene.compute(self._first))",
        [
            "tests/explorers/test_explorer.py",
            "-k",
            "picture_is_of_the_present and Scores",
        ],
    ),
    # ---- sentences, notes, names and titles
    "a window that looks back only, in words": Fault(
        "attn_lib/scenes/captions.py",
        "A window: everyone looks at near neighbours only.",
        "A window: everyone looks back at near neighbours only.",
        TRUE,
    ),
    "a window that looks back only": Fault(
        "attn_lib/scenes/inputs.py",
        'near = sliding_window_mask(T, window) if kind in ("window", "all") else None',
        'near = sliding_window_mask(T, window) if kind in ("window", "all") else None\n'
        "    near = near if near is None else near & causal_mask(T)",
        TRUE,
    ),
    "the mask's note turned over": Fault(
        "attn_lib/scenes/stages.py",
        "1: may be looked at, 0: hidden",
        "0: may be looked at, 1: hidden",
        TRUE,
    ),
    "every head has the names of the first": Fault(
        "attn_lib/scenes/multi_head.py",
        "QUERY_KEY_NAMES[i * width : (i + 1) * width]",
        "QUERY_KEY_NAMES[:width]",
        TRUE,
    ),
    "the distance from another row": Fault(
        "attn_lib/scenes/learning.py",
        "trace.output[i] - trace.X[j,",
        "trace.output[j] - trace.X[j,",
        TRUE,
    ),
    "an edit told as another number": Fault(
        "attn_lib/scenes/edits.py",
        "= {number:g}",
        "= {number:.1g}",
        TRUE,
    ),
    "a score called a probability": Fault(
        "attn_lib/scenes/matmul_scores.py",
        "A score is not yet a probability.",
        "A score is a probability.",
        read_whole("ScoresExplorer"),
    ),
    "the note of the Jacobian without its minus": Fault(
        "attn_lib/scenes/scale_and_softmax.py",
        "else −pᵢ pⱼ",
        "else pᵢ pⱼ",
        TRUE,
    ),
    "a title that is no true equation": Fault(
        "attn_lib/figures/attention.py",
        "masked = scaled + mask",
        "masked = scores + mask",
        ["tests/figures/test_attention.py", "-k", "equation"],
    ),
    "a step with the number of another": Fault(
        "attn_lib/figures/attention.py",
        '"masking": N_("4 mask")',
        '"masking": N_("3 mask")',
        ["tests/figures/test_attention.py", "-k", "number_of_its_lesson"],
    ),
    "a question with another size": Fault(
        "attn_lib/exercises/_questions.py",
        "X has 12 columns.",
        "X has 10 columns.",
        ["tests/exercises/test_predict.py", "-k", "sizes"],
    ),
    # ---- pictures
    "figures that stay open": Fault(
        "attn_lib/figures/style.py",
        "return Figure(figsize=(width, height), layout=layout, facecolor=PAPER)",
        "from matplotlib import pyplot; "
        "return pyplot.figure(figsize=(width, height), layout=layout, facecolor=PAPER)",
        ["tests/figures/test_every_picture.py", "-k", "nothing_is_left_open"],
    ),
    "a minus before zero": Fault(
        "attn_lib/_numbers.py",
        "context=_TO_PLACES):zf}",
        "context=_TO_PLACES):f}",
        ["tests/maths/test_numbers.py"],
    ),
    "a row that sees nothing is left blank": Fault(
        "attn_lib/figures/labelled_matrix.py",
        "np.flatnonzero(self.hidden.all(axis=1))",
        "np.flatnonzero(self.hidden.all(axis=0))",
        ["tests/figures/test_masking.py", "-k", "row_that_sees_nothing"],
    ),
    # ---- maths beside the formula
    "dropout that does not enlarge": Fault(
        "attn_lib/weighted_sum.py",
        "weights * keep / (1 - p)",
        "weights * keep",
        ["tests/maths/test_weighted_sum.py", "-k", "survivor"],
    ),
    "the causal mask forgotten": Fault(
        "attn_lib/attention.py",
        "    if is_causal:\n",
        "    if is_causal and mask is not None:\n",
        ["tests/maths/test_attention.py", "-k", "later_token"],
    ),
    "a trace that follows its input": Fault(
        "attn_lib/attention.py",
        "stage.astype(dtype)",
        "stage.astype(dtype, copy=False)",
        ["tests/maths/test_attention.py", "-k", "stays_as_it_is"],
    ),
    "a tower of marks": Fault(
        "attn_lib/figures/lettering.py",
        "if len(marks) < 4 or not all(map(combining, marks)):",
        "if True:",
        ["tests/figures/test_lettering.py", "-k", "few_marks"],
    ),
    "an endless number": Fault(
        "attn_lib/_arrays.py",
        "if at_most is not None and value > at_most:",
        "if False:",
        ["tests/hostile/test_hostile_numbers.py", "-k", "number and causal_mask"],
    ),
    "a gradient that is not transposed": Fault(
        "attn_lib/learning/gradients.py",
        "weighted_sum(_transposed(trace.weights), d_output)",
        "weighted_sum(trace.weights, d_output)",
        ["tests/maths/learning/test_gradients.py", "-k", "agree_with_central"],
    ),
    # ---- notebooks
    "stale output": Fault(
        f"{LESSON}.ipynb",
        "no projection: [0.1956, 0.8044]",
        "no projection: [0.2956, 0.7044]",
        of_lesson("quoted_numbers_are_measured", "test_prose.py"),
    ),
    "a source that was not built": Fault(
        f"notebooks/source/{LESSON.removeprefix('notebooks/')}.md",
        "# 2 · MatMul scores",
        "# 2 · MatMul scores again",
        of_lesson("built_from_its_source"),
        first=True,
    ),
    "a private kernel": Fault(
        f"{LESSON}.ipynb",
        '"name": "python3"',
        '"name": "my-env"',
        of_lesson("opens_anywhere"),
    ),
    "a cell that was not run": Fault(
        f"{LESSON}.ipynb",
        '"execution_count": 3,',
        '"execution_count": null,',
        of_lesson("has_run_in_order"),
        first=True,
    ),
    "a warning in the output": Fault(
        f"{LESSON}.ipynb",
        '"name": "stdout"',
        '"name": "stderr"',
        of_lesson("nothing_went_to_stderr"),
        first=True,
    ),
    "a semicolon at the end": Fault(
        f"{LESSON}.ipynb",
        'explorer"\n',
        'explorer;"\n',
        of_lesson("no_semicolon"),
        first=True,
    ),
    "a link that leads nowhere": Fault(
        f"{LESSON}.ipynb",
        "](01_qkv_projection.ipynb)",
        "](01_projection.ipynb)",
        of_lesson("links_lead_somewhere"),
        first=True,
    ),
    "a picture without a caption": Fault(
        f"{LESSON}.ipynb",
        '"alt": "',
        '"note": "',
        of_lesson("every_picture_says"),
        first=True,
    ),
    "a lesson that installs from the network": Fault(
        f"{LESSON}.ipynb",
        "import attn_lib as al",
        "%pip install numpy",
        of_lesson("plain_python"),
        first=True,
    ),
    # ---- prose: each number to the cell that it is about
    "another number of the same table": Fault(
        f"{SOFTMAX}.ipynb",
        "| none | largest weight 0.96,",
        "| none | largest weight 0.13,",
        PROSE,
    ),
    "another number of the same lesson": Fault(
        f"{SOFTMAX}.ipynb",
        "gets 2.64 times as much",
        "gets 2.32 times as much",
        PROSE,
    ),
    "another count of wrong versions": Fault(
        f"{SOFTMAX}.ipynb",
        "lets six wrong versions pass",
        "lets two wrong versions pass",
        STATEMENTS,
    ),
    "the other axis, in words": Fault(
        f"{SOFTMAX}.ipynb",
        "add up along the row",
        "add up along the column",
        STATEMENTS,
    ),
    "rows and columns of a caption exchanged": Fault(
        f"{LESSON}.ipynb",
        "Row: the word that asks. Column: the word that is asked.",
        "Row: the word that is asked. Column: the word that asks.",
        STATEMENTS,
        first=True,
    ),
    "a picture in the place of another": Fault(
        f"{LESSON}.ipynb",
        '"image/png": "iVBOR',
        '"image/png": "jVBOR',
        of_lesson("same_pictures", "test_exercises.py"),
        first=True,
    ),
    "slides that lead to pages": Fault(
        "notebooks/handouts.py",
        r'rf"](\1{ending}"',
        r'r"](\1.html"',
        ["tests/notebooks/test_build.py", "-k", "others_of_its_kind"],
    ),
    # ---- what a teacher and a newcomer read
    "another number of the teaching notes": Fault(
        "docs/teaching.md",
        "*eats* / *who*, 3.60;",
        "*eats* / *who*, 3.06;",
        ["tests/repository/test_teaching.py", "-k", "number"],
    ),
    "a server for ten times the students": Fault(
        "docs/teaching.md",
        "one core for 15 students",
        "one core for 150 students",
        ["tests/repository/test_teaching.py", "-k", "reckoned"],
    ),
    "a link to another lesson": Fault(
        "README.md",
        "[03 Scale and softmax](notebooks/03_scale_and_softmax.ipynb)",
        "[03 Scale and softmax](notebooks/04_masking.ipynb)",
        ["tests/repository/test_lessons.py", "-k", "readme_lists"],
    ),
    "a symbol that leads to another lesson": Fault(
        "README.md",
        "[**/ √d_k**](notebooks/03_scale_and_softmax.ipynb)",
        "[**/ √d_k**](notebooks/04_masking.ipynb)",
        ["tests/repository/test_lessons.py", "-k", "readme_s_formula"],
    ),
    "True with the opposite meaning": Fault(
        "README.md",
        "True = may attend",
        "True = hidden",
        ["tests/repository/test_repository.py", "-k", "what_true_means"],
    ),
    "notebooks that nobody trusts": Fault(
        "binder/postBuild",
        "jupyter trust notebooks/*.ipynb\n",
        "",
        ["tests/repository/test_binder.py", "-k", "before_the_first_visitor"],
    ),
    # ---- pins
    "an open pin": Fault(
        "requirements.txt",
        "numpy==",
        "numpy>=",
        ["tests/repository/test_binder.py", "-k", "every_pin"],
    ),
    "a wrong pin": Fault(
        "requirements.txt",
        "ipywidgets==8.1.8",
        "ipywidgets==8.1.7",
        ["tests/repository/test_binder.py", "-k", "lock_has_every_pin"],
    ),
    "another Python on Binder": Fault(
        "binder/runtime.txt",
        "python-3.11",
        "python-3",
        ["tests/repository/test_binder.py", "-k", "python_is_pinned"],
    ),
    "an install command that fails": Fault(
        "README.md",
        "pip install -r requirements.txt && .venv/bin/jupyter",
        "pip install -r requirement.txt && .venv/bin/jupyter",
        ["tests/repository/test_repository.py", "-k", "two_commands"],
    ),
    # ---- exercises
    "a detector that is never alarmed": Fault(
        "attn_lib/exercises/detectors.py",
        "Finding(examine.__name__, bool(ok), text, function)",
        "Finding(examine.__name__, True, text, function)",
        ["tests/exercises/test_detectors.py", "-k", "catches_what"],
    ),
    # ---- scenes, and their words
    "a scene that loads Matplotlib": Fault(
        "attn_lib/scenes/__init__.py",
        "from .scene import Picture, Scene",
        "from .. import figures\nfrom .scene import Picture, Scene",
        ["tests/repository/test_package.py", "-k", "importing_the_scenes"],
    ),
    "a size on a state that nobody can set": Fault(
        "attn_lib/scenes/matmul_scores.py",
        "    edits: tuple = ()\n",
        "    edits: tuple = ()\n    d_v = 1\n",
        ["tests/scenes/test_every_scene.py", "-k", "frozen and matmul_scores"],
    ),
    "numbers that can be changed and do not say so": Fault(
        "attn_lib/scenes/edits.py",
        "return matrices | marks",
        "return matrices",
        ["tests/scenes/test_every_scene.py", "-k", "changed_by_hand and pipeline"],
    ),
    "a sentence that nobody translates": Fault(
        "attn_lib/scenes/matmul_scores.py",
        '_("A score is not yet a probability.")',
        '"A score is not yet a probability."',
        ["tests/explorers/test_words.py", "-k", "whatever_is_read and Scores"],
    ),
    "a page in English for all": Fault(
        "attn_lib/explorers/words.py",
        "return _(message)",
        "return message",
        ["tests/explorers/test_words.py", "-k", "view_has_its_words and Board"],
    ),
    "a former name that is taken no more": Fault(
        "attn_lib/explorers/controls.py",
        "return self.once.get(value, value) if isinstance(value, str) else value",
        "return value",
        ["tests/explorers/test_masking.py", "-k", "former_name"],
    ),
    # ---- the picture is that of the state
    "a hash for a key": Fault(
        "attn_lib/explorers/keys.py",
        "return (*seen, json.dumps(others))",
        "return (*seen, str(hash(tuple(others))))",
        [OF_THE_STATE, "-k", "keys_are_different and Pipeline"],
    ),
    "a change of another picture": Fault(
        "attn_lib/explorers/explorer.py",
        "if key_of(message) not in known:",
        "if key_of(message) is None:",
        [OF_THE_STATE, "-k", "later_picture"],
    ),
    "a training that one explorer can change for all": Fault(
        "attn_lib/scenes/shared.py",
        "value.flags.writeable = False",
        "pass",
        [OF_THE_STATE, "-k", "all_share or in_no_other"],
    ),
    # ---- words
    "a sentence that nobody can translate": Fault(
        "attn_lib/figures/masking.py",
        '_("query: who looks")',
        '"query: who looks"',
        ["tests/repository/test_wrapped.py"],
    ),
    "a message that no catalogue has": Fault(
        "attn_lib/exercises/_progress.py",
        '_("All done.")',
        '_("All is done.")',
        ["tests/repository/test_words.py", "-k", "up_to_date"],
    ),
    "a wrong key to a question": Fault(
        "attn_lib/exercises/_questions.py",
        "return False, _(reply)",
        "return True, _(reply)",
        ["tests/exercises/test_predict.py"],
    ),
    # ---- exercises of a lesson, and its solved copy
    "an exercise without its level": Fault(
        f"{START}.ipynb",
        "*Level",
        "*Grade",
        of_exercises("task_stub_check"),
        first=True,
    ),
    "help that is not folded": Fault(
        f"{START}.ipynb",
        '"</details>"\n',
        '"</details>\\n",\n    "\\n",\n    "Or in one go."\n',
        of_exercises("task_stub_check"),
        first=True,
    ),
    "an exercise before the questions": Fault(
        f"{START}.ipynb",
        '"metadata": {',
        '"metadata": {"tags": ["exercise"],',
        of_exercises("come_before_their_evidence"),
        first=True,
    ),
    "an answer in the page": Fault(
        f"{START}.ipynb",
        "( ) monkey",
        "( ) monkey. Our matrices were designed so that food looks for who would eat "
        "it. The numbers come below.",
        of_exercises("come_before_their_evidence"),
        first=True,
    ),
    "an exercise too few": Fault(
        f"{START}.ipynb",
        '"exercise"\n',
        '"example"\n',
        of_exercises("to_write_and_to_find"),
        first=True,
    ),
    "no link to the next lesson": Fault(
        f"{START}.ipynb",
        "Next: [1 · QKV projection](01_qkv_projection.ipynb)",
        "Next: 1 · QKV projection",
        of_exercises("a_link_on"),
    ),
    "a check that was passed": Fault(
        f"{START}.ipynb",
        "name): not done yet: it returns nothing.",
        "name): right.",
        of_exercises("not_done_yet"),
    ),
    "a solution in the lesson": Fault(
        f"{START}.ipynb",
        '"    ..."',
        '"    return X[tokens.index(token), names.index(name)]"',
        of_exercises("in_its_fold"),
        first=True,
    ),
    "an open stub in the solved copy": Fault(
        f"{SOLVED}.ipynb",
        "✓ read_number(X, tokens, names, token, name): right.",
        "○ read_number(X, tokens, names, token, name): not done yet.",
        of_exercises("check_is_passed"),
    ),
    "another solution": Fault(
        f"{SOLVED}.ipynb",
        '    return X[tokens.index(token), names.index(name)]"\n   ]',
        '    return 2 * X[tokens.index(token), names.index(name)]"\n   ]',
        of_exercises("checks_are_tested_with"),
    ),
    "another output in the solved copy": Fault(
        f"{SOLVED}.ipynb",
        "6 tokens: [",
        "7 tokens: [",
        of_exercises("else_the_same"),
    ),
}

FAULTS = OFTEN | IN_REHEARSALS
