"""Exercises: checks that name the mistake, detectors, and the bug museum.

One module a step, as everywhere; ``embedding`` belongs to lesson 00. Each holds the
definitions in plain loops, the classic mistakes, and the checks::

    check_scores(scores)     prints a verdict on your function
    progress("02")           prints what is done in this session

``detectors`` are tests for any attention, ``museum`` shows attention that runs and is
wrong. Questions to answer before a lesson does are in ``predict``, the only module that
needs ipywidgets.
"""

from . import detectors, museum
from ._progress import progress
from .embedding import check_only_moved, check_position, check_read_number
from .learning import check_d_queries, check_d_softmax, check_d_values, check_slopes
from .masking import check_causal, check_combine, check_masked_softmax, check_padding
from .matmul_scores import check_batched_scores, check_own_share, check_scores
from .multi_head import check_merge, check_multi_head, check_split
from .museum import check_exhibit
from .qkv_projection import check_look, check_project, check_query
from .real_model import check_cosine, check_head_back, check_mean_of_real, check_norm
from .scale_and_softmax import (
    check_blind_d_k,
    check_jacobian,
    check_softmax,
    check_weights,
)
from .weighted_sum import check_attention, check_mix, check_shapes

__all__ = [
    "check_attention",
    "check_batched_scores",
    "check_blind_d_k",
    "check_causal",
    "check_combine",
    "check_cosine",
    "check_d_queries",
    "check_d_softmax",
    "check_d_values",
    "check_exhibit",
    "check_head_back",
    "check_jacobian",
    "check_look",
    "check_masked_softmax",
    "check_mean_of_real",
    "check_merge",
    "check_mix",
    "check_multi_head",
    "check_norm",
    "check_only_moved",
    "check_own_share",
    "check_padding",
    "check_position",
    "check_project",
    "check_query",
    "check_read_number",
    "check_scores",
    "check_shapes",
    "check_slopes",
    "check_softmax",
    "check_split",
    "check_weights",
    "detectors",
    "museum",
    "progress",
]
