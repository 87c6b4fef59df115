"""Learning: where W_Q, W_K and W_V come from.  ``W ← W − rate · ∂loss/∂W``

``gradients`` says which way is down, ``training`` goes there.
"""

from .gradients import (
    attention_backward,
    gradient_error,
    numerical_gradient,
    self_attention_backward,
    softmax_backward,
)
from .training import Trainer, TrainingState, evaluate, loss_and_gradient

__all__ = [
    "Trainer",
    "TrainingState",
    "attention_backward",
    "evaluate",
    "gradient_error",
    "loss_and_gradient",
    "numerical_gradient",
    "self_attention_backward",
    "softmax_backward",
]
