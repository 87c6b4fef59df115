"""What attention learns, step by step: the loss falls, the map takes shape."""

from dataclasses import dataclass, replace
from functools import cache

import ipywidgets
import numpy as np
from IPython.display import display
from matplotlib.figure import Figure

from .. import DIMENSIONS, Trainer, embed, figures, self_attention
from .._numbers import fixed, percent
from ..example.lexicon import FEATURES
from ..example.sentences import (
    draw_sentences,
    examples_of,
    untrained_projection,
    who_does_it,
)
from ..learning import evaluate
from ..qkv_projection import ProjectionWeights
from . import controls
from .board import Matrix
from .example import about_tokens, column_names, quoted, reading, tokens_of
from .explorer import WIDGET_VIEW, Explorer, view_of
from .shared import read_only
from .stages import product, row_of, stage_matrices

STEPS = (0, 1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150)
SCALES = {"√d_k": None, "none": 1.0}
WIDTHS = (8, 512)
WIDE = ("W_Q", "W_K", "Q", "K")  # with 512 columns too wide for a page


@dataclass(frozen=True)
class LearningState:
    """What was trained, for how long, and the sentence that it is asked about."""

    sentence: str = "the hungry monkey in the garden sees the old teacher"
    query: int = 6
    step: int = 0
    divisor: str = "√d_k"
    d_k: int = 8


class LearningExplorer(Explorer):
    """A training of lesson 07 at any of its steps, asked about any sentence.

    ``LearningExplorer(sentence=…, query=6, step=0, divisor="√d_k", d_k=8)``, where
    ``query`` is a position, counted from 0, ``step`` one of ``STEPS``, ``divisor`` is
    "√d_k" or "none", and d_k is 8 or 512. A training is done when it is first asked
    for. Everything else: :class:`Explorer`.
    """

    State = LearningState

    def make_controls(self):
        return {
            "sentence": controls.sentence(),
            "query": controls.query(),
            "step": controls.steps("step", STEPS),
            "divisor": controls.choice("divisor", SCALES.keys(), "120px"),
            "d_k": controls.choice("d_k", WIDTHS, "95px"),
        }

    def fit(self):
        controls.fit_query(self.query, self.taken("sentence"))

    @staticmethod
    def lines(state):
        asked = wanted(state) is not None
        return [["loss"], ["right"], ["weights", "out", "wanted"][: 2 + asked]]

    @staticmethod
    def compute(state):
        X = embed(tokens_of(state.sentence))
        learned = training(state.d_k, state.divisor)[state.step].projection
        return self_attention(X, learned, scale=SCALES[state.divisor])

    @staticmethod
    def matrices(state, trace):
        tokens, i = tokens_of(state.sentence), state.query
        stages = stage_matrices(
            trace,
            tokens,
            features=DIMENSIONS,
            query_key=column_names((), state.d_k),
            value=FEATURES,
            note=f"after {state.step} steps of training",
        )
        if state.divisor == "none":
            made = {**stages["scaled"].made, "divisor": 1.0, "name": "1"}
            title = "scaled = scores / 1"
            stages["scaled"] = replace(stages["scaled"], title=title, made=made)
        if state.d_k == max(WIDTHS):
            stages = {id: stages[id] for id in stages if id not in WIDE}
            made = {"op": "given", "note": f"q·k, a sum of {state.d_k} products"}
            stages["scores"] = replace(stages["scores"], made=made)
        stages["weights"] = replace(stages["weights"], chosen=i)
        more = [
            row_of(stages["weights"], i, id="w", title=f"w = row {i} of weights"),
            row_of(
                stages["output"],
                i,
                id="out",
                title="output = w V",
                made=product("w", "V"),
                limit=1.0,  # as of the wanted answer
            ),
            *answer(state),
            *progress(state),
        ]
        return {**stages, **{matrix.id: matrix for matrix in more}}

    @staticmethod
    def describe(state, trace):
        tokens, i = tokens_of(state.sentence), state.query
        recorded = training(state.d_k, state.divisor)[state.step]
        said = [
            f"After {state.step} of {STEPS[-1]} steps, d_k = {state.d_k}, divisor "
            f"{state.divisor}. Unseen sentences: {percent(recorded.right)} right "
            f"(50% at most without the order), loss {fixed(recorded.loss, 2)}.",
            reading(tokens, trace.weights[i], i),
        ]
        if (j := wanted(state)) is not None:
            off = np.linalg.norm(trace.output[i] - trace.X[j, : len(FEATURES)])
            said.append(f"Its output is {fixed(off, 2)} away from {quoted(tokens, j)}.")
        else:
            said.append("Nobody asked it this: there is no wanted answer.")
        said.append("W_Q, W_K and W_V: learned, from a random start (seed 0).")
        return " ".join([*said, *about_tokens(state.sentence)])

    @staticmethod
    def draw(state, trace):
        figure = Figure(figsize=(12.5, 5), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.2))
        done = training(state.d_k, state.divisor)
        losses = [recorded.loss for recorded in done.values()]
        figures.loss_curves(
            STEPS, {"loss, unseen sentences": losses}, step=state.step, ax=left
        )
        tokens = tokens_of(state.sentence)
        title = f"weights after {state.step} steps"
        figures.attention_weights(trace.weights, tokens, title=title, ax=right)
        return figure


@dataclass(frozen=True, eq=False)
class Recorded:
    """A step of training: what was learned, and how it does on unseen sentences."""

    projection: ProjectionWeights
    loss: float
    right: float


@cache
def training(d_k, divisor):
    """Step → what was recorded, for each of ``STEPS``."""
    given, unseen = sentences()
    scale = SCALES[divisor]
    trainer = Trainer(given, untrained_projection(d_k), scale=scale, batch=32)
    recorded = {}
    for step in STEPS:
        p = trainer.run(step).projection
        recorded[step] = Recorded(p, *evaluate(p, unseen, scale=scale))
    return read_only(recorded)


@cache
def sentences():
    """The examples that are learned from, and those that are kept for the exam."""
    given = draw_sentences(256, seed=0)
    unseen = draw_sentences(64, seed=1, mixed=True, unlike=given)
    return read_only((examples_of(given), examples_of(unseen)))


def wanted(state):
    """Position of the wanted answer, or None where nobody asks."""
    try:
        asked, position = who_does_it(tokens_of(state.sentence))
    except ValueError:
        return None
    return position if asked == state.query else None


def answer(state):
    """The wanted answer as a matrix of one row, if there is one."""
    if (j := wanted(state)) is None:
        return
    tokens = tokens_of(state.sentence)
    values = embed(tokens)[j : j + 1, : len(FEATURES)]
    made = {"op": "given", "note": f"what {quoted(tokens, j)} says by itself"}
    names = {"rows": (tokens[j],), "columns": FEATURES, "title": "wanted"}
    yield Matrix("wanted", values, **names, symbol="output", made=made, limit=1.0)


def progress(state):
    """The training up to this step: matrices of one row, what is to come hidden."""
    done = training(state.d_k, state.divisor)
    steps = tuple(str(step) for step in STEPS)
    seen = np.array([[float(step <= state.step) for step in STEPS]])
    note = f"on {len(sentences()[1].asked)} unseen sentences"
    yield Matrix("seen", seen, ("step",), steps, "seen", "mask", kind="mask")
    for id, title, symbol, kind in (
        ("loss", "loss = mean ‖output − wanted‖²", "scores", "bars"),
        ("right", "share of right answers", "output", "weights"),
    ):
        values = np.array([getattr(recorded, id) for recorded in done.values()])
        look = {"kind": kind, "limit": 1.0, "hidden": "seen"}
        made = {"op": "given", "note": note}
        yield Matrix(id, values * seen, ("step",), steps, title, symbol, made, **look)


class ProgressBar:
    """A bar on the page that fills while training goes on, and nothing else.

    ``trainer.run(300, ProgressBar(300))``; where training goes on, so does the bar.

    Parameters
    ----------
    until : int
        The step at which it is full.

    Attributes
    ----------
    widget : ipywidgets.IntProgress
    """

    def __init__(self, until):
        self.widget = ipywidgets.IntProgress(max=until, description="training")
        said = f"Training up to step {until}."
        display({WIDGET_VIEW: view_of(self.widget), "text/plain": said}, raw=True)

    def __call__(self, state):
        """Show how far the training has come."""
        self.widget.value = state.step
