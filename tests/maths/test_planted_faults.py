"""Faults planted in the maths, one at a time; each has to turn its tests red.

They are the mistakes people make, most of them collected from issues of well-known
projects. One in a figure, a widget or a notebook stands with the tests of those.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.support.planting import ROOT, expect_green, expect_red

LIBRARY = ROOT / "attn_lib"


class Fault(NamedTuple):
    """What a module says, what a careless hand might write, and who should notice."""

    module: str
    old: str
    new: str
    tests: str


FAULTS = {
    # what everything shares
    "whole numbers in half precision": Fault(
        "_arrays",
        'kind in "iub":\n        array = array.astype(np.float64)',
        'kind in "iub":\n        array = array.astype(np.float16)',
        "maths/test_arrays.py",
    ),
    "half precision computed in half": Fault(
        "_arrays",
        "np.float32 if result == np.float16 else result",
        "result",
        "maths/test_arrays.py",
    ),
    "nothing looks like 0": Fault(
        "_numbers",
        'if value == 0:\n        return "0"',
        'if False:\n        return "0"',
        "maths/test_numbers.py",
    ),
    "garbage in a token spoils its neighbours": Fault(
        "_affine",
        "return (X @ W + b)",
        "return (X @ W + b + 0 * X.sum())",
        "maths/test_qkv_projection.py",
    ),
    # X
    "positions of one speed": Fault(
        "embedding", "10000 **", "1 **", "maths/test_embedding.py"
    ),
    "the position over the features": Fault(
        "example/embedding",
        "X[:, len(FEATURES) :] +=",
        "X[:, : len(POSITIONS)] +=",
        "example/test_embedding.py",
    ),
    "Chinese cut at the shortest word": Fault(
        "example/tokens",
        "next((w for w in candidates if w in LEXICON), chunk[start])",
        "chunk[start]",
        "example/test_tokens.py",
    ),
    "a misspelt feature": Fault(
        "example/lexicon",
        "香蕉 | food 1, colour 0.8",
        "香蕉 | food 1, color 0.8",
        "example/test_lexicon.py",
    ),
    # Q, K, V
    "the last designed columns kept": Fault(
        "example/designed",
        "list(columns.values())[:width]",
        "list(columns.values())[-width:]",
        "example/test_designed.py",
    ),
    "another design": Fault(
        "example/designed",
        '"action": 3',
        '"action": 2',
        "maths/test_attention.py::test_the_running_example_has_this_pattern",
    ),
    "keys projected as queries": Fault(
        "qkv_projection",
        "(p.W_K, p.b_K)",
        "(p.W_Q, p.b_K)",
        "maths/test_qkv_projection.py",
    ),
    # Q Kᵀ
    "scores transposed": Fault(
        "matmul_scores",
        "Q @ K.swapaxes(-1, -2)",
        "K @ Q.swapaxes(-1, -2)",
        "maths/test_matmul_scores.py",
    ),
    # softmax(· / √d_k)
    "no scaling": Fault(
        "scale_and_softmax",
        'scale = 1 / math.sqrt(as_count("d_k", d_k, at_least=1))',
        "scale = 1",
        "maths/test_scale_and_softmax.py",
    ),
    "d_k in place of its root": Fault(
        "scale_and_softmax",
        "1 / math.sqrt(as_count(",
        "1 / (as_count(",
        "maths/test_scale_and_softmax.py",
    ),
    "softmax over the queries": Fault(
        "scale_and_softmax",
        "e.sum(axis=axis, keepdims=True)\n    p",
        "e.sum(axis=0, keepdims=True)\n    p",
        "maths/test_scale_and_softmax.py",
    ),
    "the largest of the whole matrix subtracted": Fault(
        "scale_and_softmax",
        "z.max(axis=axis, keepdims=True,",
        "z.max(keepdims=True,",
        "maths/test_scale_and_softmax.py",
    ),
    "a hidden row of NaN": Fault(
        "scale_and_softmax",
        "np.where(total == 0, 1, total)",
        "total",
        "maths/test_scale_and_softmax.py",
    ),
    "NaN let through": Fault(
        "scale_and_softmax",
        "np.isnan(z) | (z == np.inf)",
        "z == np.inf",
        "maths/test_scale_and_softmax.py",
    ),
    "the diagonal of the Jacobian alone": Fault(
        "scale_and_softmax",
        "dtype=p.dtype) - p[..., None, :]",
        "dtype=p.dtype)",
        "maths/test_scale_and_softmax.py",
    ),
    # + mask
    "True means hidden": Fault(
        "masking",
        "np.where(mask, scaled, -np.inf)",
        "np.where(mask, -np.inf, scaled)",
        "maths/test_masking.py",
    ),
    "a large number in place of −inf": Fault(
        "masking",
        "np.where(mask, scaled, -np.inf)",
        "np.where(mask, scaled, -1e9)",
        "maths/test_masking.py",
    ),
    "multiplied in place of chosen": Fault(
        "masking",
        "np.where(mask, scaled, -np.inf)",
        "(scaled * mask)",
        "maths/test_masking.py",
    ),
    "garbage leaks through a floating mask": Fault(
        "masking",
        "np.where(mask == -np.inf, dtype.type(-np.inf), _sum(scaled, mask, dtype))",
        "_sum(scaled, mask, dtype)",
        "maths/test_masking.py",
    ),
    "the caller's scores changed": Fault(
        "masking",
        "return narrowed(a + b, dtype, finite=finite)",
        "a += b; return narrowed(a, dtype, finite=finite)",
        "maths/test_masking.py",
    ),
    "the causal diagonal bottom right": Fault(
        "masking",
        "np.tri(T_q, T_k, dtype=bool)",
        "np.tri(T_q, T_k, T_k - T_q, dtype=bool)",
        "maths/test_masking.py",
    ),
    "padding over the queries": Fault(
        "masking",
        "np.arange(T_k) < per_query[..., None]",
        "np.arange(T_k)[:, None] < per_query[..., None]",
        "maths/test_masking.py",
    ),
    "one of two masks is enough": Fault(
        "masking", "a & b", "a | b", "maths/test_masking.py"
    ),
    # (·) V
    "0 · NaN": Fault(
        "weighted_sum",
        "weights @ V if np.isfinite(V).all() else _sum_of_visible(weights, V)",
        "weights @ V",
        "maths/test_weighted_sum.py",
    ),
    # the whole formula
    "the root of d_v": Fault(
        "attention",
        "scale_scores(scores, Q.shape[-1]",
        "scale_scores(scores, V.shape[-1]",
        "maths/test_attention.py::test_every_stage_agrees_with_the_definition",
    ),
    "causal in place of the mask": Fault(
        "attention",
        "combine_masks(mask, causal_mask(Q.shape[-2], K.shape[-2]))",
        "causal_mask(Q.shape[-2], K.shape[-2])",
        "maths/test_attention.py::test_causal_and_a_mask_both_apply",
    ),
    "a stage under the wrong name": Fault(
        "attention",
        "(Q, K, V, scores, scaled, masked, weights, output)",
        "(Q, K, V, scaled, scores, masked, weights, output)",
        "maths/test_attention.py::test_every_stage_agrees_with_the_definition",
    ),
    # several heads
    "split without the swap": Fault(
        "multi_head",
        "pieces.swapaxes(-3, -2)",
        "X.reshape(*X.shape[:-2], num_heads, X.shape[-2], d_head)",
        "maths/test_multi_head.py::test_splitting_is_a_reshape_and_a_swap_of_axes",
    ),
    "merged without the swap": Fault(
        "multi_head",
        "heads.swapaxes(-3, -2)",
        "heads.reshape(*heads.shape[:-3], heads.shape[-2], -1, heads.shape[-1])",
        "maths/test_multi_head.py::test_merging_keeps_a_token_in_its_row",
    ),
    "samples lined up with heads": Fault(
        "multi_head",
        "mask[:, None] if mask.ndim == 3 else mask",
        "mask",
        "maths/test_multi_head.py::test_a_batch_of_as_many_samples_as_heads_is_not_"
        "mixed_up_with_them",
    ),
    "shared keys dealt in turn": Fault(
        "multi_head",
        "K.repeat(group, axis=-3)",
        "np.concatenate([K] * group, axis=-3)",
        "maths/test_multi_head.py::test_every_head_and_the_output_agree_with_the_"
        "definition",
    ),
    "values from the text that asks": Fault(
        "multi_head",
        "source, p.W_V, p.b_V",
        "X, p.W_V, p.b_V",
        "maths/test_multi_head.py::test_every_head_and_the_output_agree_with_the_"
        "definition",
    ),
    # back to W
    "the gradient forgets the scale": Fault(
        "learning/gradients",
        "trace.Q.shape[-1], scale=trace.scale)",
        "trace.Q.shape[-1])",
        "maths/learning/test_gradients.py::test_scale_and_causal_mask_are_part_of_it",
    ),
    "the diagonal for the whole Jacobian": Fault(
        "learning/gradients",
        "p * (d_p - (p * d_p).sum(axis=-1, keepdims=True))",
        "p * (1 - p) * d_p",
        "maths/learning/test_gradients.py::test_softmax_backward_by_hand",
    ),
    "batches that do not come again": Fault(
        "learning/training",
        "np.random.default_rng((self.seed, step))",
        "np.random.default_rng()",
        "maths/learning/test_training.py::test_what_was_stopped_goes_on_as_if_it_had_"
        "not_been",
    ),
    "a twin with the same answer": Fault(
        "example/sentences",
        '{other} {action} {one}"]',
        '{one} {action} {other}"]',
        "example/test_sentences.py::test_a_twin_has_the_same_words_and_another_answer",
    ),
    # a real model
    "a norm over all rows": Fault(
        "real_model/layer",
        "centred = X - X.mean(axis=-1, keepdims=True)",
        "centred = X - X.mean()",
        "maths/real_model/test_layer.py::test_a_norm_is_mean_0_and_variance_1_in_"
        "each_row_then_scaled",
    ),
    "fillers in the mean": Fault(
        "real_model/model",
        "real.sum(axis=-1, keepdims=True)",
        "real.shape[-1]",
        "maths/real_model/test_model.py::test_a_mean_counts_real_rows_only",
    ),
    "a square matrix of the file not transposed": Fault(
        "real_model/model",
        'self(f"{name}.weight").T, self',
        'self(f"{name}.weight"), self',
        "maths/real_model/test_model.py::test_the_extract_is_the_whole_model_up_to_"
        "float16",
    ),
    "an absent piece read as the first": Fault(
        "real_model/model",
        "np.full(tokenizer.get_vocab_size(), -1)",
        "np.full(tokenizer.get_vocab_size(), 0)",
        "maths/real_model/test_model.py::test_a_piece_that_does_not_ship_is_named_"
        "and_the_weights_are_offered",
    ),
    "segment forgotten": Fault(
        "real_model/model",
        "+ self.positions[: len(rows)] + self.segment",
        "+ self.positions[: len(rows)]",
        "maths/real_model/test_model.py::test_the_extract_is_the_whole_model_up_to_"
        "float16",
    ),
    "a stored reading not looked for": Fault(
        "real_model/readings",
        "stored_reading(s) or _computed_reading(s)",
        "_computed_reading(s)",
        "maths/real_model/test_readings.py::test_without_weights_the_stored_reading_"
        "is_given_and_said_to_be",
    ),
    "a public name forgotten": Fault(
        "__init__", '    "weighted_sum",\n', "", "repository/test_package.py"
    ),
}


@pytest.fixture(scope="module")
def reports(request):
    """Try the faults side by side, a process a core; each test waits for its own."""
    chosen = [
        item.callspec.params["fault"]
        for item in request.session.items
        if item.path == request.path and "reports" in item.fixturenames
    ]

    def plant(fault):
        module, old, new, tests = FAULTS[fault]
        with TemporaryDirectory() as folder:
            file = f"attn_lib/{module}.py"
            return expect_red(Path(folder), file, old, new, f"tests/{tests}")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {fault: pool.submit(plant, fault) for fault in chosen}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_turns_its_tests_red(fault, reports):
    reports[fault].result()


def test_without_a_fault_the_same_tests_are_green(tmp_path):
    tests = sorted({f"tests/{fault.tests}" for fault in FAULTS.values()})
    expect_green(tmp_path, tests)


def test_every_module_of_the_maths_has_its_fault():
    folders = ("", "example", "learning", "real_model")
    files = {f for folder in folders for f in (LIBRARY / folder).glob("*.py")}
    modules = {str(file.relative_to(LIBRARY).with_suffix("")) for file in files}
    modules -= {f"{folder}/__init__" for folder in folders}  # names only
    modules -= {"_stored", "words", "example/minilm"}  # pages, texts, files: no maths
    assert {fault.module for fault in FAULTS.values()} == modules


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Masking: who", "Masking: and who", "not noticed by a test"),
        ("import numpy as np", "import numpy as", "pytest ended with [^1]"),
        ("no such text", "", "found 0 times"),
    ],
)
def test_green_unreadable_and_misplaced_are_not_red(tmp_path, old, new, complaint):
    tests = "tests/maths/test_masking.py::test_true_means_may_attend"
    with pytest.raises(AssertionError, match=complaint):
        expect_red(tmp_path, "attn_lib/masking.py", old, new, tests)
