"""Who may look at whom, and what it does to the weights and the output."""

from dataclasses import dataclass, replace

import numpy as np

from .. import DIMENSIONS, SENTENCE, ProjectionWeights, embed, self_attention
from .._arrays import quiet
from ..words import N_, _, joined, listed, ngettext
from .captions import MASK_WORDS, about_tokens, quoted, reading, source
from .edits import marked
from .inputs import in_words, mask_of, query_key_names, tokens_of, value_names
from .scene import Scene
from .stages import stage_matrices

EDITABLE = ("mask",)
D_K, D_V = 4, 5  # as in the other lessons
READINGS = {"visible": N_("may look"), "hidden": N_("hidden")}
VISIBLE, HIDDEN = READINGS  # what True may mean
NOTHING = "−inf"  # the constant that hides for good
CONSTANTS = {NOTHING: -np.inf, "−1e9": -1e9, "−1e4": -1e4, "−10": -10.0}
# By how much a result may differ that is computed anew from rounded numbers.
TOLERANCES = {"float64": 1e-5, "float32": 1e-5, "float16": 5e-3}


@dataclass(frozen=True)
class MaskingState:
    """What the masked weights are computed from."""

    sentence: str = SENTENCE
    mask: str = "causal"
    window: int = 1
    length: int = 4
    true_means: str = VISIBLE
    constant: str = NOTHING
    dtype: str = "float64"
    painted: tuple = ()


def compute(state):
    """State → AttentionTrace, with the mask as it is read."""
    mask, dtype = visible(state), np.dtype(state.dtype)
    designed = ProjectionWeights.designed(D_K, D_V)
    W = (designed.W_Q, designed.W_K, designed.W_V)
    projection = ProjectionWeights(*(each.astype(dtype) for each in W))
    X = embed(tokens_of(state.sentence)).astype(dtype)
    added = np.where(mask, 0, stored(state)).astype(dtype)
    return replace(self_attention(X, projection, mask=added), mask=mask)


def matrices(state, trace):
    """State and trace → every stage."""
    stages = stage_matrices(
        trace,
        tokens_of(state.sentence),
        features=in_words(DIMENSIONS),
        query_key=query_key_names("designed", D_K),
        value=value_names("designed", D_V),
        note=source("designed", 0),
    )
    constant, tolerance = float(stored(state)), TOLERANCES[state.dtype]
    if np.isfinite(constant):  # then a hidden cell has a number, and a weight
        made = {**stages["masked"].made, "constant": constant}
        stages["masked"] = replace(stages["masked"], hidden=None, made=made)
        stages["weights"] = replace(stages["weights"], hidden=None)
    stages = {id: replace(m, tolerance=tolerance) for id, m in stages.items()}
    return marked(stages, EDITABLE)


def lines(state):
    """State → what stands in each line."""
    return [
        ["scaled", "+", "mask", "=", "masked"],
        ["weights", "·", "V", "=", "output"],
    ]


def describe(state, trace):
    """State and trace → the mask, what differs from the usual, and who sees what."""
    tokens, mask = tokens_of(state.sentence), trace.mask
    last = len(tokens) - 1
    blind = [quoted(tokens, i) for i in range(last) if not mask[i].any()]
    said = [
        _(MASK_WORDS[state.mask]),
        how_many((~mask).sum(), mask.size),
        *choices_in_words(state),
        reading(tokens, trace.weights[last], last),
        _("Nothing is visible to {tokens}.").format(tokens=listed(blind))
        if blind
        else "",
        source("designed", 0),
        *about_tokens(state.sentence),
    ]
    return joined(said)


def visible(state):
    """The mask of a state: True = may attend, whatever it calls True."""
    T = len(tokens_of(state.sentence))
    if state.mask == "painted":
        mask = np.ones((T, T), bool)
        for i, row in enumerate(state.painted[:T]):
            mask[i, : len(row)] = [c == "1" for c in row[:T]]
    else:
        mask = mask_of(state.mask, T, length=state.length, window=state.window)
    return mask if state.true_means == VISIBLE else ~mask


@quiet  # −1e9 becomes −inf in float16
def stored(state):
    """What is added to a hidden score, as its dtype stores it."""
    return np.array(CONSTANTS[state.constant]).astype(state.dtype)


def choices_in_words(state):
    """Say what differs from True = may attend, −inf and float64."""
    if state.true_means == HIDDEN:
        yield _("True is read as hidden: the mask is turned over.")
    if state.constant != NOTHING:
        if np.isneginf(stored(state)):
            said = _(
                "{constant} is added to a hidden score; float16 stores it as −inf."
            )
        else:
            said = _("{constant} is added to a hidden score.")
        yield said.format(constant=state.constant)
    if state.dtype != "float64":
        yield _("Computed in {dtype}.").format(dtype=state.dtype)


def how_many(hidden, cells):
    """Say how many cells are hidden."""
    return ngettext(
        "{hidden} of {cells} cell is hidden.",
        "{hidden} of {cells} cells are hidden.",
        cells,
    ).format(hidden=hidden, cells=cells)


scene = Scene(
    State=MaskingState,
    compute=compute,
    matrices=matrices,
    lines=lines,
    describe=describe,
    editable=EDITABLE,
)
