"""Interactive explorers, one a lesson.

An explorer is three things: a *state* (frozen: what the controls say), a *trace*
(computed from it by a pure function) and a *view* (the board, which only draws).
"""

from .attention import PipelineExplorer
from .learning import LearningExplorer, ProgressBar
from .masking import MaskingExplorer
from .matmul_scores import PlaneExplorer, ScoresExplorer
from .multi_head import MultiHeadExplorer
from .qkv_projection import ProjectionExplorer
from .real_model import RealModelExplorer
from .scale_and_softmax import SoftmaxExplorer
from .weighted_sum import HullExplorer, WeightedSumExplorer

__all__ = [
    "HullExplorer",
    "LearningExplorer",
    "MaskingExplorer",
    "MultiHeadExplorer",
    "PipelineExplorer",
    "PlaneExplorer",
    "ProgressBar",
    "ProjectionExplorer",
    "RealModelExplorer",
    "ScoresExplorer",
    "SoftmaxExplorer",
    "WeightedSumExplorer",
]
