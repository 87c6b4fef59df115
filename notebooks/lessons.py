"""Every lesson, in order: the one list of them.

What stands elsewhere about a lesson (README, ``attn_lib``'s table, the formula above
each lesson, the links from one to the next, the exercises) is read from here or is
compared with it by ``tests/repository/test_lessons.py``.
"""

from typing import NamedTuple


class Lesson(NamedTuple):
    """What a lesson is called, and what it is about."""

    number: int
    name: str  # of its files: 04_masking.md, 04_masking.ipynb
    title: str
    symbol: str  # what it makes, in the tables of README and ``attn_lib``
    module: str  # of ``attn_lib``; figures, explorers and exercises have its name too
    part: str = ""  # of the formula, whose link leads to the lesson

    @property
    def stem(self):
        """Its file's name without an ending, ``04_masking``."""
        return f"{self.number:02}_{self.name}"


LESSONS = (
    Lesson(0, "start_here", "Start here", "X", "embedding"),
    Lesson(1, "qkv_projection", "QKV projection", "Q, K, V", "qkv_projection", "Q"),
    Lesson(2, "matmul_scores", "MatMul scores", "Q Kᵀ", "matmul_scores", "Kᵀ"),
    Lesson(
        number=3,
        name="scale_and_softmax",
        title="Scale and softmax",
        symbol="softmax(· / √d_k)",
        module="scale_and_softmax",
        part="/ √d_k",
    ),
    Lesson(4, "masking", "Masking", "+ mask", "masking", "mask"),
    Lesson(5, "weighted_sum", "Weighted sum", "(·) V", "weighted_sum", "V"),
    Lesson(6, "multi_head", "Multi-head", "several heads, W_O", "multi_head"),
    Lesson(7, "learning", "Learning the weights", "W_Q, W_K, W_V", "learning"),
    Lesson(8, "real_model", "A real model", "a real model", "real_model"),
)
