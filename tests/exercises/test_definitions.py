"""The definitions and cases that answers are held against."""

import inspect

import numpy as np
import pytest

import attn_lib as al
from attn_lib import exercises
from attn_lib import real_model as minilm
from attn_lib.exercises import (
    embedding,
    learning,
    masking,
    matmul_scores,
    multi_head,
    qkv_projection,
    real_model,
    scale_and_softmax,
    weighted_sum,
)
from attn_lib.exercises._checking import FunctionExercise, named, same
from attn_lib.exercises._progress import LESSONS

EXERCISES = {
    exercise.name: exercise
    for lesson in LESSONS.values()
    for exercise in lesson
    if isinstance(exercise, FunctionExercise)
}
every_exercise = pytest.mark.parametrize("name", EXERCISES)

BY_LIBRARY = {
    embedding.POSITION: lambda t, d: al.positional_encoding(t + 1, d)[t],
    qkv_projection.PROJECT: lambda X, *Ws: al.project(X, al.ProjectionWeights(*Ws)),
    matmul_scores.SCORES: al.dot_product_scores,
    matmul_scores.BATCHED_SCORES: al.dot_product_scores,
    scale_and_softmax.SOFTMAX: al.softmax,
    scale_and_softmax.WEIGHTS: lambda X, W_Q, W_K: (
        al.self_attention(X, al.ProjectionWeights(W_Q, W_K, W_K)).weights
    ),
    scale_and_softmax.JACOBIAN: al.softmax_jacobian,
    masking.CAUSAL: al.causal_mask,
    masking.PADDING: al.padding_mask,
    masking.COMBINE: al.combine_masks,
    masking.MASKED_SOFTMAX: lambda z, mask: al.softmax(al.apply_mask(z, mask)),
    weighted_sum.MIX: al.weighted_sum,
    weighted_sum.ATTENTION: lambda Q, K, V, mask: (
        al.attention(Q, K, V, mask=mask).output
    ),
    multi_head.SPLIT: al.split_heads,
    multi_head.MERGE: al.merge_heads,
    multi_head.MULTI_HEAD: lambda X, *W: (
        al.multi_head_attention(X, al.MultiHeadWeights(*W)).output
    ),
    real_model.NORM: lambda X, *p: minilm.layer_norm(X, *p),
    real_model.MEAN_OF_REAL: minilm.mean_pool,
    real_model.COSINE: minilm.cosine,
    learning.SLOPES: lambda f, x, step: al.numerical_gradient(f, x, step=step),
    learning.D_VALUES: lambda weights, d: al.weighted_sum(weights.T, d),
    learning.D_SOFTMAX: al.softmax_backward,
    learning.D_QUERIES: lambda d, K: al.scale_scores(d @ K, K.shape[1]),
}


@pytest.mark.parametrize("exercise", BY_LIBRARY, ids=lambda exercise: exercise.name)
def test_the_library_gives_what_the_definition_gives(exercise):
    for case in exercise.cases:
        by_loops = named(exercise.definition(*case), exercise)
        assert same(named(BY_LIBRARY[exercise](*case), exercise), by_loops)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_library_gives_the_weights_of_a_design(seed):
    W = al.ProjectionWeights.random(12, 3, seed=seed)
    X = al.embed(al.tokenize(al.SENTENCE))
    by_loops = qkv_projection.weights_by((3 * W.W_Q).tolist(), (300 * W.W_K).tolist())
    scaled = al.ProjectionWeights(3 * W.W_Q, 300 * W.W_K, W.W_V)
    np.testing.assert_allclose(by_loops, al.self_attention(X, scaled).weights)


def test_the_definitions_call_nothing_of_the_library():
    for name, exercise in EXERCISES.items():
        source = inspect.getsource(inspect.getmodule(exercise.definition))
        from_library = [
            line for line in source.splitlines() if line.startswith("from ..")
        ]
        # The running sentence and its X are data; numbers and words are for people.
        assert set(from_library) <= {
            "from ..example.embedding import D_MODEL, SENTENCE, embed",
            "from ..example.tokens import tokenize",
            "from .._numbers import fixed",
            "from ..words import N_, _",
        }, name


@every_exercise
def test_no_square_table_of_a_case_is_symmetric(name):
    for case in EXERCISES[name].cases:
        for array in case:
            if np.ndim(array) == 2 and array.shape[0] == array.shape[1]:
                assert not np.allclose(array, array.T)


def is_square(array):
    shape = np.shape(array)
    return len(shape) > 1 and len(set(shape)) < len(shape)


@every_exercise
def test_some_case_has_no_square_table(name):
    cases = EXERCISES[name].cases
    square_by_nature = name == "own_share(scores)"
    assert square_by_nature or any(not any(map(is_square, case)) for case in cases)


@every_exercise
def test_the_cases_are_the_learner_s_function_s_arguments(name):
    exercise = EXERCISES[name]
    for case in exercise.cases:
        assert len(case) == len(exercise.parameters)


@every_exercise
def test_every_mistake_is_wrong_somewhere_and_no_two_are_alike(name):
    """Where a mistake first shows, no other one explains the same numbers."""
    exercise = EXERCISES[name]
    seen = []
    for mistake in exercise.mistakes:
        number, answer = first_wrong_answer(mistake, exercise)
        for other, other_number, other_answer in seen:
            alike = number == other_number and same(answer, other_answer)
            assert not alike, f"{mistake.name} looks like {other}"
        seen.append((mistake.name, number, answer))


def first_wrong_answer(mistake, exercise):
    """Number of the case in which a mistake first shows, and what it answers."""
    for number, case in enumerate(exercise.cases):
        with np.errstate(all="ignore"):
            answer = mistake.answer(*case)
        right = named(exercise.definition(*case), exercise)
        if answer is not None and not same(answer := named(answer, exercise), right):
            return number, answer
    return pytest.fail(f"{mistake.name} is right in all cases")


@pytest.mark.parametrize(
    "name", [n for n in exercises.__all__ if n.startswith("check")]
)
def test_a_check_says_what_it_wants(name):
    doc = inspect.getdoc(getattr(exercises, name))
    assert doc.startswith("Check ")
    for parameter in inspect.signature(getattr(exercises, name)).parameters:
        assert parameter in doc.partition("Parameters\n---")[2]
