"""One row of scores, divided and turned into weights, for any width d_k."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from .. import attention, entropy, scale_scores, softmax_jacobian
from .._numbers import fixed
from ..words import N_, _, joined
from .histogram import Sample, histograms
from .matrix import Matrix, by_id, divided, given, normalised, product
from .scene import Scene
from .shared import read_only

N_KEYS = 8
D_MODEL = 512
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
TEMPERATURES = (0.125, 0.25, 0.5, 1, 2, 4, 8)
DIVISORS = {"none": N_("none"), "√d_k": "√d_k", "d_k": "d_k", "√d_model": "√d_model"}
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
    def denominator(self):
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


def compute(state):
    """State → AttentionTrace."""
    # The widest vectors are drawn and then cut, so that moving d_k adds numbers to the
    # same vectors instead of drawing others.
    rng = np.random.default_rng(state.seed)
    q, *K = rng.standard_normal((1 + N_KEYS, D_MODEL))[:, : state.d_k]
    # Each key hands over itself, so that the output is the weights.
    return attention([q], K, np.eye(N_KEYS), scale=1 / state.denominator)


def matrices(state, trace):
    """State and trace → the row at each stage, its Jacobian, and their sizes."""
    features = tuple(str(c + 1) for c in range(state.d_k))
    stages = [
        Matrix(
            id="Q",
            values=trace.Q,
            rows=("q",),
            columns=features,
            title="q",
            symbol="Q",
        ),
        Matrix(
            id="K", values=trace.K, rows=KEYS, columns=features, title="K", symbol="K"
        ),
        *rows(state, trace),
        Matrix(
            id="J",
            values=softmax_jacobian(trace.weights[0]),
            rows=KEYS,
            columns=KEYS,
            title="J = ∂ weights / ∂ scaled",
            symbol="scaled",
            made=given(_("p (1 − p) on the diagonal, else −pᵢ pⱼ")),
            limit=0.25,  # p (1 − p) is never more
        ),
        Matrix(
            id="spread",
            values=np.array([spread(trace)]),
            rows=("weights",),
            columns=("H", "‖J‖"),
            title=_("entropy H, gradient ‖J‖"),
            symbol="mask",
            made=given(
                _(
                    "H: 0 if one weight is 1, ln 8 ≈ 2.08 if all are equal; ‖J‖: norm "
                    "of J"
                )
            ),
            limit=math.log(N_KEYS),
        ),
    ]
    return by_id(stages)


def rows(state, trace):
    """The row of one query at each stage."""
    row = {"rows": ("q",), "columns": KEYS, "cursor": True}
    yield Matrix(
        id="scores",
        values=trace.scores,
        title="scores = q Kᵀ",
        symbol="scores",
        made=product("Q", "K", True),
        **row,
    )
    yield Matrix(
        id="scaled",
        values=trace.scaled,
        title=f"scaled = scores / {state.letters}",
        symbol="scaled",
        made=divided("scores", state.denominator, state.letters),
        **row,
    )
    yield Matrix(
        id="weights",
        values=trace.weights,
        title="weights = softmax(scaled)",
        symbol="weights",
        made=normalised("scaled"),
        kind="bars",
        limit=1.0,
        **row,
    )


def lines(state):
    """State → what stands in each line."""
    return [["scores"], ["scaled", "spread"], ["weights", "J"]]


def samples(state, trace):
    """State and trace → the scores of many pairs, before and after the division."""
    scores = trial_scores()[state.d_k]
    return [
        Sample(
            title=_("scores of {trials:,} random pairs, d_k = {d_k}").format(
                trials=TRIALS, d_k=state.d_k
            ),
            symbol="scores",
            values=scores,
            marks=trace.scores[0],
        ),
        Sample(
            title=f"scaled = scores / {state.letters}",
            symbol="scaled",
            values=scale_scores(scores, scale=1 / state.denominator),
            marks=trace.scaled[0],
        ),
    ]


def beside(state, trace):
    """State and trace → their histograms."""
    return {"histogram": histograms(samples(state, trace))}


def describe(state, trace):
    """State and trace → what was set, the largest weight, entropy and gradient."""
    H, J = spread(trace)
    start = _(
        "One random query and {keys} random keys (seed {seed}), d_k = {d_k}, d_model = "
        "{d_model}, divisor {divisor}, temperature {temperature}."
    ).format(
        keys=N_KEYS,
        seed=state.seed,
        d_k=state.d_k,
        d_model=D_MODEL,
        divisor=_(DIVISORS[state.divisor]),
        temperature=state.temperature,
    )
    found = _(
        "The largest weight is {weight}; entropy {entropy} of at most {most}; norm of "
        "the Jacobian {norm}."
    ).format(
        weight=fixed(trace.weights.max(), 2),
        entropy=fixed(H, 2),
        most=fixed(math.log(N_KEYS), 2),
        norm=fixed(J, 3),
    )
    return joined([start, found])


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


scene = Scene(
    State=SoftmaxState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    beside=beside,
)
