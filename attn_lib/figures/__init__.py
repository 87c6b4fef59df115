"""Pictures of every step: arrays in, Axes out.

Figures are made without pyplot, so that none is left open.
"""

from .attention import formula_map, pipeline
from .display import png, show
from .labelled_matrix import matrix
from .learning import loss_curves, weights_before_after
from .masking import attention_weights, column_means, mask_grid
from .matmul_scores import score_matrix, vectors_in_plane
from .multi_head import head_weights
from .qkv_projection import projection
from .real_model import head_grid
from .scale_and_softmax import (
    jacobian_matrix,
    saturation_curve,
    softmax_bars,
    variance_curve,
)
from .style import COLOURS
from .weighted_sum import before_after, values_in_plane

__all__ = [
    "COLOURS",
    "attention_weights",
    "before_after",
    "column_means",
    "formula_map",
    "head_grid",
    "head_weights",
    "jacobian_matrix",
    "loss_curves",
    "mask_grid",
    "matrix",
    "pipeline",
    "png",
    "projection",
    "saturation_curve",
    "score_matrix",
    "show",
    "softmax_bars",
    "values_in_plane",
    "variance_curve",
    "vectors_in_plane",
    "weights_before_after",
]
