"""Interactive explorers, one a lesson.

An explorer names a scene (``attn_lib/scenes``), which says what is shown of a state,
and the controls that set the state. When a slider moves, the controls give a *state*
(frozen), the scene computes a *trace* of it and arranges the *picture*, and the board,
which only draws, gets it as a *page*.
"""

from .hull import HullExplorer
from .learning import LearningExplorer
from .masking import MaskingExplorer
from .matmul_scores import ScoresExplorer
from .multi_head import MultiHeadExplorer
from .pipeline import PipelineExplorer
from .plane import PlaneExplorer
from .progress_bar import ProgressBar
from .qkv_projection import ProjectionExplorer
from .real_model import RealModelExplorer
from .scale_and_softmax import SoftmaxExplorer
from .weighted_sum import WeightedSumExplorer

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
