"""What the explorers show, without widgets: NumPy and words, and nothing else.

A scene is a module of pure functions: ``compute`` makes a trace of a state; of both,
``matrices`` and ``lines`` make what stands on the board, ``describe`` the words for it,
and, where there is more to see, ``beside`` and ``plane`` what other views show. Its
``scene`` puts them together: ``scene.picture(state)``. Who sets the state, and how the
picture comes to a page, stands in ``explorers``.
"""

from . import (
    hull,
    learning,
    masking,
    matmul_scores,
    multi_head,
    pipeline,
    plane,
    qkv_projection,
    real_model,
    scale_and_softmax,
    weighted_sum,
)
from .scene import Picture, Scene

__all__ = [
    "Picture",
    "Scene",
    "hull",
    "learning",
    "masking",
    "matmul_scores",
    "multi_head",
    "pipeline",
    "plane",
    "qkv_projection",
    "real_model",
    "scale_and_softmax",
    "weighted_sum",
]
