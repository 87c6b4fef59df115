"""Training: down the slope of the loss, step by step.  ``W ← W − rate · ∂loss/∂W``"""

from dataclasses import dataclass, fields

import numpy as np

from .._arrays import as_count, quiet
from ..attention import self_attention
from ..qkv_projection import ProjectionWeights
from .gradients import as_like, self_attention_backward

# Adam's constants, as in its paper.
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8


@quiet
def loss_and_gradient(projection, examples, *, scale=None):
    """How far the answers are from the wanted ones, and which way is down.

    ``loss = mean over the sentences of ‖output[asked] − target‖²``

    Parameters
    ----------
    projection : ProjectionWeights
        With d_v as wide as the targets.
    examples : Examples
    scale : float, optional
        As in :func:`attention`.

    Returns
    -------
    loss : float
    d_projection : ProjectionWeights
        ∂loss/∂W, in the place of each W.
    """
    trace, error = _answers(projection, examples, scale)
    n = len(error)
    d_output = np.zeros_like(trace.output)
    d_output[np.arange(n), examples.asked] = 2 * error / n
    _, d_projection = self_attention_backward(trace, d_output)
    return float((error**2).sum() / n), d_projection


@quiet
def evaluate(projection, examples, *, scale=None):
    """Loss, and share of right answers.

    Parameters
    ----------
    projection, examples, scale
        As in :func:`loss_and_gradient`.

    Returns
    -------
    loss : float
    right : float
        0 to 1. An answer is right if, of all words of its sentence, it lies nearest to
        the one that was wanted.
    """
    _, error = _answers(projection, examples, scale)
    answer = error + examples.target
    distance = ((answer[:, None] - examples.meanings) ** 2).sum(axis=-1)
    distance[~examples.real] = np.inf
    right = distance.argmin(axis=-1) == examples.wanted
    return float((error**2).sum() / len(error)), float(right.mean())


def _answers(projection, examples, scale):
    """The trace, and by how much each answer misses its target."""
    trace = self_attention(examples.X, projection, mask=examples.mask, scale=scale)
    output = trace.output[np.arange(len(examples.asked)), examples.asked]
    return trace, output - as_like("target", examples.target, output)


@dataclass(frozen=True, eq=False)
class TrainingState:
    """All that training needs to go on from here.

    Attributes
    ----------
    step : int
        Number of steps done.
    projection : ProjectionWeights
        What has been learned.
    mean, square : tuples of arrays
        Adam's running means of each gradient and of its square.
    loss : float
        Of the batch that the last step was taken from; NaN before the first.
    """

    step: int
    projection: ProjectionWeights
    mean: tuple
    square: tuple
    loss: float = float("nan")


class Trainer:
    """Gradient descent with Adam, which can be stopped anywhere and goes on.

    ``W ← W − rate · m̂ / (√v̂ + ε)``, with m̂ and v̂ the running means of the gradient
    and of its square

    Parameters
    ----------
    examples : Examples
    projection : ProjectionWeights
        Where to start.
    scale : float, optional
        As in :func:`attention`.
    learning_rate : float, default 0.03
    batch : int, default 64
        How many sentences each step looks at.
    seed : int, default 0
        Which ones. They depend on the seed and the step alone.

    Attributes
    ----------
    state : TrainingState
        After the last finished step. To go back, assign an earlier one.

    References
    ----------
    Kingma and Ba 2015, *Adam*, algorithm 1.
    """

    def __init__(
        self,
        examples,
        projection,
        *,
        scale=None,
        learning_rate=0.03,
        batch=64,
        seed=0,
    ):
        self.examples, self.scale, self.learning_rate = examples, scale, learning_rate
        self.batch = min(as_count("batch", batch, at_least=1), len(examples.asked))
        self.seed = as_count("seed", seed, at_least=0, at_most=None)
        zeros = tuple(np.zeros_like(W) for W in _parameters(projection).values())
        self.state = TrainingState(0, projection, zeros, zeros)

    def run(self, until, callback=None):
        """Train up to a step, from wherever training stands.

        An interrupt leaves the last finished step in ``state``; calling ``run`` again
        goes on from there, with the numbers of a run that was never interrupted.

        Parameters
        ----------
        until : int
            Step to stop at; nothing is done if it was reached before.
        callback : callable, optional
            Called with the new state after each step.

        Returns
        -------
        state : TrainingState
        """
        as_count("until", until, at_least=0)
        while self.state.step < until:
            # One assignment: an interrupt finds the old state or the new one.
            self.state = self._after(self.state)
            if callback:
                callback(self.state)
        return self.state

    @quiet
    def _after(self, state):
        step = state.step + 1
        rng = np.random.default_rng((self.seed, step))
        rows = rng.choice(len(self.examples.asked), self.batch, replace=False)
        loss, gradient = loss_and_gradient(
            state.projection, self.examples.take(rows), scale=self.scale
        )
        g = _parameters(gradient).values()
        mean = _running(state.mean, g, BETA_1)
        square = _running(state.square, [d**2 for d in g], BETA_2)
        learned = _parameters(state.projection)
        for name, m, v in zip(learned, mean, square, strict=True):
            # The means started at 0; the divisions make that good.
            m, v = m / (1 - BETA_1**step), v / (1 - BETA_2**step)
            move = m / (np.sqrt(v) + EPSILON)
            learned[name] = learned[name] - self.learning_rate * move
        return TrainingState(step, ProjectionWeights(**learned), mean, square, loss)


def _running(means, new, beta):
    pairs = zip(means, new, strict=True)
    return tuple(beta * old + (1 - beta) * value for old, value in pairs)


def _parameters(projection):
    """Name → matrix or bias, of those that there are."""
    values = {f.name: getattr(projection, f.name) for f in fields(projection)}
    return {name: value for name, value in values.items() if value is not None}
