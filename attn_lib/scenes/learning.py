"""What attention learns, step by step: the loss falls, the map takes shape."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from .. import DIMENSIONS, Trainer, embed, self_attention
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
from ..words import N_, _, joined, listed_to_the_last, ngettext
from .captions import about_tokens, quoted, reading
from .inputs import column_names, in_words, tokens_of
from .matrix import Matrix, by_id, divided, given, product, row_of
from .scene import Scene
from .shared import read_only
from .stages import stage_matrices

STEPS = (0, 1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150)
DIVISORS = {"√d_k": "√d_k", "none": N_("none")}
UNDIVIDED = "none"
SCALES = {"√d_k": None, UNDIVIDED: 1.0}
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


def compute(state):
    """State → AttentionTrace."""
    X = embed(tokens_of(state.sentence))
    return self_attention(X, reached(state).projection, scale=SCALES[state.divisor])


def matrices(state, trace):
    """State and trace → the stages, one query's row, the wanted answer, the course."""
    i, stages = state.query, learned_stages(state, trace)
    w, out = replace(stages["weights"], chosen=i), stages["output"]
    more = [
        w,
        row_of(w, i, id="w", title=_("w = row {i} of weights").format(i=i)),
        row_of(
            out,
            i,
            id="out",
            title="output = w V",
            made=product("w", "V"),
            limit=1.0,  # as of the wanted answer
        ),
        *answer(state),
        *course(state),
    ]
    return stages | by_id(more)


def learned_stages(state, trace):
    """Every stage that fits on a page, divided as in the training."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=column_names((), state.d_k),
        value=in_words(FEATURES),
        note=trained(state.step),
    )
    if state.divisor == UNDIVIDED:
        made = divided("scores", 1.0, "1")
        title = "scaled = scores / 1"
        stages["scaled"] = replace(stages["scaled"], title=title, made=made)
    if state.d_k == max(WIDTHS):
        stages = {id: stages[id] for id in stages if id not in WIDE}
        made = given(_("q·k, a sum of {n} products").format(n=state.d_k))
        stages["scores"] = replace(stages["scores"], made=made)
    return stages


def trained(step):
    """Say for how long it was trained."""
    said = ngettext(
        "after {step} step of training", "after {step} steps of training", step
    )
    return said.format(step=step)


def answer(state):
    """The wanted answer as a matrix of one row, if there is one."""
    if (j := wanted(state)) is None:
        return
    tokens = tokens_of(state.sentence)
    yield Matrix(
        id="wanted",
        values=embed(tokens)[j : j + 1, : len(FEATURES)],
        rows=(tokens[j],),
        columns=in_words(FEATURES),
        title=_("wanted"),
        symbol="output",
        made=given(_("what {token} says by itself").format(token=quoted(tokens, j))),
        limit=1.0,
    )


def course(state):
    """The training up to this step: matrices of one row, what is to come hidden."""
    done = training(state.d_k, state.divisor)
    row = {"rows": (_("step"),), "columns": tuple(str(step) for step in STEPS)}
    seen = np.array([[float(step <= state.step) for step in STEPS]])
    yield Matrix(
        id="seen", values=seen, title=_("seen"), symbol="mask", kind="mask", **row
    )
    n = len(sentences()[1].asked)
    exam = ngettext("on {n} unseen sentence", "on {n} unseen sentences", n).format(n=n)
    for id, title, symbol, kind in (
        ("loss", _("loss = mean ‖output − wanted‖²"), "scores", "bars"),
        ("right", _("share of right answers"), "output", "weights"),
    ):
        values = np.array([getattr(step, id) for step in done.values()])
        yield Matrix(
            id=id,
            values=values * seen,
            title=title,
            symbol=symbol,
            made=given(exam),
            kind=kind,
            limit=1.0,
            hidden="seen",
            **row,
        )


def lines(state):
    """State → the course above, and below what the sentence gets now."""
    asked = wanted(state) is not None
    return [["loss"], ["right"], ["weights", "out", "wanted"][: 2 + asked]]


def describe(state, trace):
    """State and trace → how far it has come, and its answer here."""
    tokens, i = tokens_of(state.sentence), state.query
    now = reached(state)
    said = [
        _("After {step} of {steps} steps, d_k = {d_k}, divisor {divisor}.").format(
            step=state.step,
            steps=STEPS[-1],
            d_k=state.d_k,
            divisor=_(DIVISORS[state.divisor]),
        ),
        _(
            "Unseen sentences: {right} right ({half} at most without the order), loss "
            "{loss}."
        ).format(right=percent(now.right), half=percent(0.5), loss=fixed(now.loss, 2)),
        reading(tokens, trace.weights[i], i),
        how_near(state, trace),
        _("{names}: learned, from a random start (seed {seed}).").format(
            names=listed_to_the_last(("W_Q", "W_K", "W_V")), seed=0
        ),
        *about_tokens(state.sentence),
    ]
    return joined(said)


def how_near(state, trace):
    """Say how far the output is from the wanted answer, if there is one."""
    tokens, i = tokens_of(state.sentence), state.query
    if (j := wanted(state)) is None:
        return _("Nobody asked it this: there is no wanted answer.")
    off = np.linalg.norm(trace.output[i] - trace.X[j, : len(FEATURES)])
    said = _("Its output is {distance} away from {token}.")
    return said.format(distance=fixed(off, 2), token=quoted(tokens, j))


@dataclass(frozen=True, eq=False)
class Recorded:
    """A step of training: what was learned, and how it does on unseen sentences."""

    projection: ProjectionWeights
    loss: float
    right: float


def reached(state):
    """The step of the training that a state looks at."""
    return training(state.d_k, state.divisor)[state.step]


@cache
def training(d_k, divisor):
    """Step → what was recorded, for each of ``STEPS``."""
    known, unseen = sentences()
    scale = SCALES[divisor]
    trainer = Trainer(known, untrained_projection(d_k), scale=scale, batch=32)
    recorded = {}
    for step in STEPS:
        p = trainer.run(step).projection
        recorded[step] = Recorded(p, *evaluate(p, unseen, scale=scale))
    return read_only(recorded)


@cache
def sentences():
    """The examples that are learned from, and those that are kept for the exam."""
    known = draw_sentences(256, seed=0)
    unseen = draw_sentences(64, seed=1, mixed=True, unlike=known)
    return read_only((examples_of(known), examples_of(unseen)))


def wanted(state):
    """Position of the wanted answer, or None where nobody asks."""
    try:
        asked, position = who_does_it(tokens_of(state.sentence))
    except ValueError:
        return None
    return position if asked == state.query else None


scene = Scene(
    State=LearningState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
)
