"""One row of scores, divided and turned into weights, for any width d_k."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from .. import attention, entropy, figures, scale_scores, softmax_jacobian
from .._numbers import fixed
from . import controls
from .board import Matrix
from .explorer import Explorer
from .histogram import Histogram, Sample
from .page import add_view
from .release import close_all
from .shared import read_only
from .stages import product

N_KEYS = 8
D_MODEL = 512
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
TEMPERATURES = (0.125, 0.25, 0.5, 1, 2, 4, 8)
DIVISORS = ("none", "√d_k", "d_k", "√d_model")
TRIALS = 4000
KEYS = tuple(f"k{j}" for j in range(N_KEYS))


@dataclass(frozen=True)
class SoftmaxState:
    """What one row of weights is computed from."""

    d_k: int = 64
    divisor: str = "√d_k"
    temperature: float = 1
    seed: int = 0

    @property
    def number(self):
        """What the scores are divided by, temperature included."""
        widths = {"none": 1, "d_k": self.d_k, "√d_k": math.sqrt(self.d_k)}
        return widths.get(self.divisor, math.sqrt(D_MODEL)) * self.temperature

    @property
    def letters(self):
        """The same in formula letters."""
        factors = [] if self.divisor == "none" else [self.divisor]
        if self.temperature != 1 or not factors:
            factors.append(f"{self.temperature:g}")
        return factors[0] if len(factors) == 1 else f"({' · '.join(factors)})"


class SoftmaxExplorer(Explorer):
    """A random query, 8 random keys, the weights they lead to, and many more scores.

    ``SoftmaxExplorer(d_k=64, divisor="√d_k", temperature=1, seed=0)``, where
    ``divisor`` is "none", "√d_k", "d_k" or "√d_model" (d_model = 512). Everything else:
    :class:`Explorer`.
    """

    State = SoftmaxState

    def __init__(self, **settings):
        super().__init__(**settings)
        self._board.add_class("attn-roomy")
        add_view(self, self.histogram)

    def make_controls(self):
        return {
            "d_k": controls.steps("d_k", WIDTHS),
            "divisor": controls.choice("divisor", DIVISORS),
            "temperature": controls.steps("temperature", TEMPERATURES),
            "seed": controls.seed(),
        }

    def make_views(self):
        self.histogram = Histogram()
        return {"histogram": self.histogram}

    @staticmethod
    def lines(state):
        return [["scores"], ["scaled", "spread"], ["weights", "J"]]

    @staticmethod
    def compute(state):
        # The widest vectors are drawn and then cut, so that moving d_k adds numbers to
        # the same vectors instead of drawing others.
        rng = np.random.default_rng(state.seed)
        q, *K = rng.standard_normal((1 + N_KEYS, D_MODEL))[:, : state.d_k]
        # Each key hands over itself, so that the output is the weights.
        return attention([q], K, np.eye(N_KEYS), scale=1 / state.number)

    @staticmethod
    def matrices(state, trace):
        columns = tuple(str(c + 1) for c in range(state.d_k))
        scale = {
            "op": "scale",
            "of": "scores",
            "divisor": state.number,
            "name": state.letters,
        }
        softmax = {"op": "softmax", "of": "scaled"}
        note = "H: 0 if one weight is 1, ln 8 ≈ 2.08 if all are equal; ‖J‖: norm of J"
        row = {"rows": ("q",), "columns": KEYS, "cursor": True}
        stages = [
            Matrix("Q", trace.Q, ("q",), columns, "q", "Q"),
            Matrix("K", trace.K, KEYS, columns, "K", "K"),
            Matrix(
                "scores",
                trace.scores,
                title="scores = q Kᵀ",
                symbol="scores",
                made=product("Q", "K", True),
                **row,
            ),
            Matrix(
                "scaled",
                trace.scaled,
                title=f"scaled = scores / {state.letters}",
                symbol="scaled",
                made=scale,
                **row,
            ),
            Matrix(
                "weights",
                trace.weights,
                title="weights = softmax(scaled)",
                symbol="weights",
                made=softmax,
                kind="bars",
                limit=1.0,
                **row,
            ),
            Matrix(
                "J",
                softmax_jacobian(trace.weights[0]),
                KEYS,
                KEYS,
                "J = ∂ weights / ∂ scaled",
                "scaled",
                {"op": "given", "note": "p (1 − p) on the diagonal, else −pᵢ pⱼ"},
                limit=0.25,  # p (1 − p) is never more
            ),
            Matrix(
                "spread",
                np.array([spread(trace)]),
                ("weights",),
                ("H", "‖J‖"),
                "entropy H, gradient ‖J‖",
                "mask",
                {"op": "given", "note": note},
                limit=math.log(N_KEYS),
            ),
        ]
        return {stage.id: stage for stage in stages}

    @staticmethod
    def samples(state, trace):
        """State and trace → the scores of many pairs, before and after the division."""
        scores = trial_scores()[state.d_k]
        scaled = scale_scores(scores, scale=1 / state.number)
        before = f"scores of {TRIALS:,} random pairs, d_k = {state.d_k}"
        after = f"scaled = scores / {state.letters}"
        return [
            Sample(before, "scores", scores, trace.scores[0]),
            Sample(after, "scaled", scaled, trace.scaled[0]),
        ]

    @classmethod
    def beside(cls, state, trace):
        return {"histogram": Histogram.traits_of(cls.samples(state, trace))}

    def close(self):
        super().close()
        close_all(self.histogram)

    @staticmethod
    def describe(state, trace):
        H, J = spread(trace)
        return (
            f"One random query and {N_KEYS} random keys (seed {state.seed}), "
            f"d_k = {state.d_k}, d_model = {D_MODEL}, divisor {state.divisor}, "
            f"temperature {state.temperature}. The largest weight is "
            f"{fixed(trace.weights.max(), 2)}; entropy {fixed(H, 2)} of at most "
            f"{fixed(math.log(N_KEYS), 2)}; norm of the Jacobian {fixed(J, 3)}."
        )

    @staticmethod
    def draw(state, trace):
        return figures.softmax_bars(trace.weights[0], KEYS).figure


def spread(trace):
    """Entropy of the row, and the Frobenius norm of its Jacobian."""
    p = trace.weights[0]
    return float(entropy(p)), float(np.linalg.norm(softmax_jacobian(p)))


@cache
def trial_scores():
    """Width d_k → scores of as many random pairs as there are trials.

    As in ``compute``, a wider pair begins with the numbers of the narrower one.
    """
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((2, TRIALS, D_MODEL))
    scores = np.cumsum(q * k, axis=1)
    return read_only({d_k: scores[:, d_k - 1].copy() for d_k in WIDTHS})
