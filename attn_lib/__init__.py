"""Attention, step by step: ``softmax(Q Kᵀ / √d_k + mask) V`` in NumPy.

==================  ==========================  ==========================
in the formula      module                      notebook
==================  ==========================  ==========================
X                   ``embedding``               ``00_start_here``
Q, K, V             ``qkv_projection``          ``01_qkv_projection``
Q Kᵀ                ``matmul_scores``           ``02_matmul_scores``
softmax(· / √d_k)   ``scale_and_softmax``       ``03_scale_and_softmax``
+ mask              ``masking``                 ``04_masking``
(·) V               ``weighted_sum``            ``05_weighted_sum``
all of it           ``attention``               every one
several heads, W_O  ``multi_head``              ``06_multi_head``
W_Q, W_K, W_V       ``learning``                ``07_learning``
a real model        ``real_model`` (apart)      ``08_real_model``
==================  ==========================  ==========================

Our name ↔ the paper's ↔ PyTorch's. ``Q``, ``K``, ``V`` are the paper's Q, K, V and
``scaled_dot_product_attention``'s *query*, *key*, *value*. ``scores`` is the paper's
QKᵀ ("attention scores", "logits" elsewhere); ``weights`` is softmax's result
("attention weights", *attn_weight* in PyTorch's notes, "probabilities" elsewhere),
never the trained matrices: those are a ``projection``, W_Q, W_K, W_V here, Wᵢ^Q, Wᵢ^K,
Wᵢ^V in the paper, *in_proj_weight* (stacked, transposed) in ``nn.MultiheadAttention``.
``output`` is the paper's Attention(Q, K, V). ``T_q`` and ``T_k`` are the numbers of
queries and keys (PyTorch's L and S; the paper's n). A Boolean mask says True = may
attend, as in ``scaled_dot_product_attention`` and ONNX; ``nn.MultiheadAttention`` says
the opposite.

The running example, on which the lessons show all this, is in ``example``.
"""

from .attention import (
    AttentionTrace,
    attention,
    scaled_dot_product_attention,
    self_attention,
)
from .embedding import hashed_embedding, positional_encoding
from .example.designed import (
    QUERY_KEY_NAMES,
    VALUE_NAMES,
    designed_heads,
    designed_projection,
)
from .example.embedding import DIMENSIONS, SENTENCE, embed, lexicon_embedding
from .example.tokens import tokenize, unknown_words
from .learning import (
    Trainer,
    TrainingState,
    attention_backward,
    gradient_error,
    numerical_gradient,
    self_attention_backward,
    softmax_backward,
)
from .masking import (
    apply_mask,
    causal_mask,
    combine_masks,
    padding_mask,
    sliding_window_mask,
)
from .matmul_scores import dot_product_scores
from .multi_head import (
    MultiHeadTrace,
    MultiHeadWeights,
    merge_heads,
    multi_head_attention,
    split_heads,
)
from .qkv_projection import ProjectionWeights, project
from .scale_and_softmax import (
    entropy,
    naive_softmax,
    scale_scores,
    softmax,
    softmax_jacobian,
)
from .weighted_sum import dropout, weighted_sum
from .words import language

# The maths knows nothing of the running example: here its classes get the constructors
# that make the example's matrices.
ProjectionWeights.designed = staticmethod(designed_projection)
MultiHeadWeights.designed = staticmethod(designed_heads)

__all__ = [
    "DIMENSIONS",
    "QUERY_KEY_NAMES",
    "SENTENCE",
    "VALUE_NAMES",
    "AttentionTrace",
    "MultiHeadTrace",
    "MultiHeadWeights",
    "ProjectionWeights",
    "Trainer",
    "TrainingState",
    "apply_mask",
    "attention",
    "attention_backward",
    "causal_mask",
    "combine_masks",
    "dot_product_scores",
    "dropout",
    "embed",
    "entropy",
    "gradient_error",
    "hashed_embedding",
    "language",
    "lexicon_embedding",
    "merge_heads",
    "multi_head_attention",
    "naive_softmax",
    "numerical_gradient",
    "padding_mask",
    "positional_encoding",
    "project",
    "scale_scores",
    "scaled_dot_product_attention",
    "self_attention",
    "self_attention_backward",
    "sliding_window_mask",
    "softmax",
    "softmax_backward",
    "softmax_jacobian",
    "split_heads",
    "tokenize",
    "unknown_words",
    "weighted_sum",
]
