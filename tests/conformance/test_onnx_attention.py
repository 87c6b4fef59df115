"""The ONNX Attention operator's own test cases, from the package ``onnx``.

A peer wrote them for the same operation: inputs, attributes and expected outputs. All
are run that ``scaled_dot_product_attention`` or, where heads lie side by side in a row
or share keys, ``multi_head_attention`` can express. The others are told apart by what
they ask for, case by case, never by their names.
"""

import importlib
import math
from typing import NamedTuple

import numpy as np
import pytest
from onnx.backend.test.case import node as onnx_cases
from onnx.helper import get_attribute_value

from attn_lib import (
    MultiHeadWeights,
    attention,
    combine_masks,
    merge_heads,
    multi_head_attention,
    scaled_dot_product_attention,
    sliding_window_mask,
    split_heads,
)

# Fills the list of cases; `collect_testcases` would build every operator's in 6 s.
importlib.import_module("onnx.backend.test.case.node.attention")

# What qk_matmul_output holds, by qk_matmul_output_mode, as a stage of our trace. ONNX
# scales before it multiplies.
STAGE = {0: "scaled", 2: "masked", 3: "weights"}
RTOL, ATOL = 1e-3, 1e-7  # ONNX's own for this operator


class Case(NamedTuple):
    """One call of the operator: what goes in and what has to come out, by name."""

    name: str
    inputs: dict
    attributes: dict
    outputs: dict


def cases():
    """The operator called as one node; ONNX also writes each out in smaller nodes."""
    for case in onnx_cases._NodeTestCases:
        if len(case.model.graph.node) == 1:
            (node,) = case.model.graph.node
            inputs, outputs = case.data_sets[0]
            yield Case(
                case.name,
                dict(zip(filter(None, node.input), inputs, strict=True)),
                {a.name: get_attribute_value(a) for a in node.attribute},
                dict(zip(filter(None, node.output), outputs, strict=True)),
            )


CASES = list(cases())


def is_grouped(case):
    h, h_kv = numbers_of_heads(case)
    return h != h_kv


def numbers_of_heads(case):
    """Of queries, and of keys and values; rank 3 has to say so, rank 4 has the axis."""
    if has_rows_of_heads(case):
        return case.attributes["q_num_heads"], case.attributes["kv_num_heads"]
    return case.inputs["Q"].shape[1], case.inputs["K"].shape[1]


def has_rows_of_heads(case):
    return case.inputs["Q"].ndim == 3


def has_a_lopsided_window(case):
    left, right = windows(case)
    right_is_open = case.attributes.get("is_causal", 0) and right == -1
    return left != right and not right_is_open


# What a case may ask for that our functions have no words for.
NOT_EXPRESSIBLE = {
    "keys of earlier calls": lambda case: "past_key" in case.inputs,
    "the lengths of an outside cache": lambda case: "nonpad_kv_seqlen" in case.inputs,
    "a cap on the scores": lambda case: case.attributes.get("softcap", 0) != 0,
    "a window that looks farther to one side": has_a_lopsided_window,
    "bfloat16, which NumPy has not": lambda case: case.inputs["Q"].dtype.kind != "f",
}


def is_expressible(case):
    return not any(asks_for_it(case) for asks_for_it in NOT_EXPRESSIBLE.values())


def windows(case):
    """How far to look to the left and to the right; −1 = as far as there are keys."""
    names = ("left_window_size", "right_window_size")
    return tuple(case.attributes.get(name, -1) for name in names)


EXPRESSIBLE = [case for case in CASES if is_expressible(case)]
MULTI_HEAD = [c for c in EXPRESSIBLE if has_rows_of_heads(c) or is_grouped(c)]
RUN = [c for c in EXPRESSIBLE if not (has_rows_of_heads(c) or is_grouped(c))]


def arguments(case):
    """The same call in our words."""
    Q, K, V = (case.inputs[name] for name in "QKV")
    mask = case.inputs.get("attn_mask")
    left, _ = windows(case)
    if left >= 0:
        T_q, T_k = Q.shape[-2], K.shape[-2]
        window = sliding_window_mask(max(T_q, T_k), left)[:T_q, :T_k]
        mask = combine_masks(mask, window)
    options = {
        "is_causal": bool(case.attributes.get("is_causal", 0)),
        "scale": case.attributes.get("scale"),
    }
    return (Q, K, V), mask, options


def assert_as_onnx_says(found, expected):
    # ONNX computes float16 in float16, where we round once, at the end.
    rtol, atol = (4e-3, 1e-3) if expected.dtype == np.float16 else (RTOL, ATOL)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_the_output_is_the_peers(case):
    arrays, mask, options = arguments(case)
    output = scaled_dot_product_attention(*arrays, mask, **options)
    assert_as_onnx_says(output, case.outputs["Y"])


WITH_A_STAGE = [case for case in RUN if "qk_matmul_output" in case.outputs]


@pytest.mark.parametrize("case", WITH_A_STAGE, ids=lambda case: case.name)
def test_the_stage_before_the_output_is_the_peers(case):
    arrays, mask, options = arguments(case)
    trace = attention(*arrays, mask=mask, **options)
    stage = STAGE[case.attributes.get("qk_matmul_output_mode", 0)]
    assert_as_onnx_says(getattr(trace, stage), case.outputs["qk_matmul_output"])


# ---- heads in rows, and heads that share keys ------------------------------


def with_heads(case):
    """The same call as a ``multi_head_attention`` whose projections only pick columns.

    ONNX gives queries, keys and values; ours come from X and context. So X holds the
    queries beside zeros, context the keys and values beside zeros, W_Q, W_K and W_V
    pick their columns, and W_O puts the heads' columns first.
    """
    (Q, K, V), mask, options = arguments(case)
    h, h_kv = numbers_of_heads(case)
    if Q.ndim == 4:
        Q, K, V = (merge_heads(heads) for heads in (Q, K, V))
    ends = np.cumsum([Q.shape[-1], K.shape[-1], V.shape[-1]])
    d_k, d_v = Q.shape[-1] // h, V.shape[-1] // h_kv
    d_model = max(ends[-1], h * d_v)
    eye = np.eye(d_model, dtype=Q.dtype)
    W_Q, W_K, W_V, _ = np.split(eye, ends, axis=1)
    if options["scale"] is not None:
        W_Q = W_Q * Q.dtype.type(options["scale"] * math.sqrt(d_k))
    weights = MultiHeadWeights(W_Q, W_K, W_V, eye[: h * d_v], h, h_kv)
    X, context = (np.zeros((*Y.shape[:-1], d_model), Y.dtype) for Y in (Q, K))
    X[..., : ends[0]] = Q
    context[..., ends[0] : ends[2]] = np.concatenate([K, V], axis=-1)
    trace = multi_head_attention(
        X, weights, context=context, mask=mask, is_causal=options["is_causal"]
    )
    Y = trace.output[..., : h * d_v]
    return Y if has_rows_of_heads(case) else split_heads(Y, h)


@pytest.mark.parametrize("case", MULTI_HEAD, ids=lambda case: case.name)
def test_the_output_of_several_heads_is_the_peers(case):
    assert_as_onnx_says(with_heads(case), case.outputs["Y"])


# ---- the suite itself ------------------------------------------------------


def test_the_suite_has_not_shrunk():
    assert len(CASES) >= 93
    assert len(RUN) >= 27
    assert len(WITH_A_STAGE) >= 6
    assert len(MULTI_HEAD) >= 18


@pytest.mark.parametrize("reason", NOT_EXPRESSIBLE)
def test_a_case_is_left_out_for_a_reason_that_some_case_has(reason):
    assert any(map(NOT_EXPRESSIBLE[reason], CASES))


def test_nothing_that_a_case_asks_for_is_overlooked():
    """A later version of the operator may have inputs and attributes of a new kind."""
    inputs = {name for case in EXPRESSIBLE for name in case.inputs}
    attributes = {name for case in EXPRESSIBLE for name in case.attributes}
    assert inputs <= {"Q", "K", "V", "attn_mask"}
    assert attributes <= {
        "scale",
        "is_causal",
        "left_window_size",
        "right_window_size",
        "qk_matmul_output_mode",
        "q_num_heads",
        "kv_num_heads",
        "softmax_precision",  # ours is at least what is asked for: float32
    }


def mask_of(case):
    return case.inputs.get("attn_mask", np.zeros(()))


# What the cases that are run contain between them.
CONTAINED = {
    "no mask": lambda case: "attn_mask" not in case.inputs,
    "a Boolean mask": lambda case: mask_of(case).dtype == bool,
    "a floating mask": lambda case: mask_of(case).ndim and mask_of(case).dtype != bool,
    "a mask for every head": lambda case: mask_of(case).ndim == 4,
    "a row that sees nothing": lambda case: not case.outputs["Y"].any(axis=-1).all(),
    "causal": lambda case: case.attributes.get("is_causal"),
    "causal with a mask": lambda case: (
        case.attributes.get("is_causal") and mask_of(case).ndim
    ),
    "a scale": lambda case: "scale" in case.attributes,
    "a window": lambda case: windows(case)[0] >= 0,
    "T_q ≠ T_k": lambda case: case.inputs["Q"].shape[2] != case.inputs["K"].shape[2],
    "d_k ≠ d_v": lambda case: case.inputs["K"].shape[3] != case.inputs["V"].shape[3],
    "float16": lambda case: case.inputs["Q"].dtype == np.float16,
}


@pytest.mark.parametrize("kind", CONTAINED)
def test_the_cases_that_are_run_contain(kind):
    assert any(map(CONTAINED[kind], RUN))


CONTAINED_OF_HEADS = {
    "rows of heads": has_rows_of_heads,
    "an axis of heads": lambda case: not has_rows_of_heads(case),
    "heads that share keys": is_grouped,
    "one key head for all": lambda case: numbers_of_heads(case)[1] == 1,
    "a mask": lambda case: "attn_mask" in case.inputs,
    "causal": lambda case: case.attributes.get("is_causal"),
    "a scale": lambda case: "scale" in case.attributes,
    "a window": lambda case: windows(case)[0] >= 0,
}


@pytest.mark.parametrize("kind", CONTAINED_OF_HEADS)
def test_the_cases_of_several_heads_contain(kind):
    assert any(map(CONTAINED_OF_HEADS[kind], MULTI_HEAD))
