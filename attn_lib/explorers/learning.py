"""What attention learns, step by step: the loss falls, the map takes shape."""

from matplotlib.figure import Figure

from .. import figures
from ..scenes import learning
from ..scenes.inputs import tokens_of
from ..words import N_, _, ngettext
from . import controls
from .explorer import Explorer


class LearningExplorer(Explorer):
    """A training of lesson 07 at any of its steps, asked about any sentence.

    ``LearningExplorer(sentence=…, query=6, step=0, divisor="√d_k", d_k=8)``, where
    ``query`` is a position, counted from 0, ``step`` one of ``STEPS``, ``divisor`` is
    "√d_k" or "none", and d_k is 8 or 512. A training is done when it is first asked
    for. Everything else: :class:`Explorer`.
    """

    scene = learning.scene

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "step": controls.steps(N_("step"), learning.STEPS),
            "divisor": controls.choice(N_("divisor"), learning.DIVISORS, 120),
            "d_k": controls.choice("d_k", learning.WIDTHS, 95),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))

    @staticmethod
    def draw(state, trace):
        figure = Figure(figsize=(12.5, 5), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.2))
        done = learning.training(state.d_k, state.divisor)
        losses = [recorded.loss for recorded in done.values()]
        figures.loss_curves(
            list(done), {_("loss, unseen sentences"): losses}, step=state.step, ax=left
        )
        tokens = tokens_of(state.sentence)
        title = ngettext(
            "weights after {step} step", "weights after {step} steps", state.step
        ).format(step=state.step)
        figures.attention_weights(trace.weights, tokens, title=title, ax=right)
        return figure
