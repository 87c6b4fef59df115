"""Who may look at whom, and what it does to the weights and the output."""

from dataclasses import dataclass, replace

import numpy as np
from matplotlib.figure import Figure

from .. import DIMENSIONS, SENTENCE, ProjectionWeights, embed, figures, self_attention
from . import controls
from .example import (
    MASK_WORDS,
    MASKS,
    about_tokens,
    mask_of,
    query_key_names,
    quoted,
    reading,
    source,
    tokens_of,
    value_names,
)
from .explorer import Explorer
from .stages import stage_matrices

READINGS = ("may look", "hidden")
CONSTANTS = {"−inf": -np.inf, "−1e9": -1e9, "−1e4": -1e4, "−10": -10.0}
# By how much a result may differ that is computed anew from rounded numbers.
TOLERANCES = {"float64": 1e-5, "float32": 1e-5, "float16": 5e-3}


@dataclass(frozen=True)
class MaskingState:
    """What the masked weights are computed from."""

    sentence: str = SENTENCE
    mask: str = "causal"
    window: int = 1
    length: int = 4
    true_means: str = "may look"
    constant: str = "−inf"
    dtype: str = "float64"
    painted: tuple = ()
    d_k, d_v = 4, 5  # as in the other lessons
    weights = "designed"


class MaskingExplorer(Explorer):
    """The mask, the scores under it, and what comes out.

    ``MaskingExplorer(sentence=…, mask="causal", window=1, length=4, true_means="may
    look", constant="−inf", dtype="float64")``. ``mask`` is "none", "causal", "padding",
    "window", "both" (causal and padding), "all" (the three together), "inverted" or
    "painted": a press on a cell of the mask paints it, and ``painted`` keeps it, a text
    of 0 and 1 for each row. ``length`` says how many tokens are real: the others are
    padding. ``true_means`` is how the mask is read, "may look" or "hidden";
    ``constant`` is what is added to a hidden score. Everything else:
    :class:`Explorer`.
    """

    State = MaskingState
    editable = ("mask",)

    def make_controls(self):
        kinds = {**MASKS, "causal, inverted": "inverted", "painted": "painted"}
        return {
            "sentence": controls.sentence(),
            "mask": controls.choice("mask", kinds, "190px"),
            "window": controls.size("window", 8, smallest=0),
            "length": controls.size("length", 64, smallest=0),
            "true_means": controls.choice(
                "True means", ["may look", "hidden"], "170px"
            ),
            "constant": controls.choice("hidden is", CONSTANTS.keys(), "140px"),
            "dtype": controls.choice("in", TOLERANCES.keys(), "110px"),
            "painted": controls.Kept(read_painted),
        }

    def fit(self):
        self.length.max = len(tokens_of(self.taken("sentence")))
        self.window.disabled = self.taken("mask") not in ("window", "all")
        self.length.disabled = self.taken("mask") not in ("padding", "both", "all")

    def do(self, changes):
        """Paint cells of the mask, as it is seen: it is kept as it is read."""
        seen = visible(self.state)
        for change in changes:
            i, j, number = change["i"], change["j"], change["number"]
            if max(i, j) >= len(seen) or number not in (0, 1):
                raise ValueError(
                    f"mask: expected 0 or 1 for a cell of {len(seen)} rows and "
                    f"columns, got {number!r:.20} for [{i}, {j}]"
                )
            seen[i, j] = number
        true = seen if self.taken("true_means") == "may look" else ~seen
        with self._several():
            self.painted.value = ["".join(map(str, row)) for row in true.astype(int)]
            self.mask.value = "painted"
        self._respond()

    @staticmethod
    def lines(state):
        return [
            ["scaled", "+", "mask", "=", "masked"],
            ["weights", "·", "V", "=", "output"],
        ]

    @staticmethod
    def compute(state):
        mask, size = visible(state), np.dtype(state.dtype)
        designed = ProjectionWeights.designed(state.d_k, state.d_v)
        matrices = (designed.W_Q, designed.W_K, designed.W_V)
        projection = ProjectionWeights(*(W.astype(size) for W in matrices))
        X = embed(tokens_of(state.sentence)).astype(size)
        added = np.where(mask, 0, stored(state)).astype(size)
        trace = self_attention(X, projection, mask=added)
        return replace(trace, mask=mask)

    @staticmethod
    def matrices(state, trace):
        stages = stage_matrices(
            trace,
            tokens_of(state.sentence),
            features=DIMENSIONS,
            query_key=query_key_names(state),
            value=value_names(state),
            note=source("designed", 0),
        )
        constant, tolerance = float(stored(state)), TOLERANCES[state.dtype]
        if np.isfinite(constant):  # then a hidden cell has a number, and a weight
            made = {**stages["masked"].made, "constant": constant}
            stages["masked"] = replace(stages["masked"], hidden=None, made=made)
            stages["weights"] = replace(stages["weights"], hidden=None)
        return {id: replace(m, tolerance=tolerance) for id, m in stages.items()}

    @staticmethod
    def describe(state, trace):
        tokens, mask = tokens_of(state.sentence), trace.mask
        last = len(tokens) - 1
        blind = [quoted(tokens, i) for i in range(last) if not mask[i].any()]
        said = [
            MASK_WORDS[state.mask],
            f"{(~mask).sum()} of {mask.size} cells are hidden.",
            *choices_in_words(state),
            reading(tokens, trace.weights[last], last),
            *([f"Nothing is visible to {', '.join(blind)}."] if blind else []),
            source("designed", 0),
            *about_tokens(state.sentence),
        ]
        return " ".join(said)

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        figure = Figure(figsize=(11, 4.2), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2)
        figures.mask_grid(trace.mask, tokens, title="mask", ax=left)
        hidden = ~trace.mask if np.isneginf(stored(state)) else None
        figures.attention_weights(
            trace.weights, tokens, hidden=hidden, title="weights", ax=right
        )
        return figure


def visible(state):
    """The mask of a state: True = may attend, whatever it calls True."""
    T = len(tokens_of(state.sentence))
    if state.mask == "painted":
        mask = np.ones((T, T), bool)
        for i, row in enumerate(state.painted[:T]):
            mask[i, : len(row)] = [c == "1" for c in row[:T]]
    else:
        mask = mask_of(state.mask, T, length=state.length, window=state.window)
    return mask if state.true_means == "may look" else ~mask


def stored(state):
    """What is added to a hidden score, as its dtype stores it."""
    with np.errstate(over="ignore"):  # −1e9 becomes −inf in float16
        return np.array(CONSTANTS[state.constant]).astype(state.dtype)


def choices_in_words(state):
    """Say what differs from True = may attend, −inf and float64."""
    said = []
    if state.true_means == "hidden":
        said.append("True is read as hidden: the mask is turned over.")
    if state.constant != "−inf":
        what = f"{state.constant} is added to a hidden score"
        lost = np.isneginf(stored(state))
        said.append(f"{what}{'; float16 stores it as −inf' if lost else ''}.")
    return said + ([] if state.dtype == "float64" else [f"Computed in {state.dtype}."])


def read_painted(value):
    """Return a painted mask as a tuple of texts of 0 and 1, one for each row."""
    is_list = np.iterable(value) and not isinstance(value, str)
    rows = tuple(str(row) for row in value) if is_list else ()
    if not is_list or any(set(row) - {"0", "1"} for row in rows):
        raise ValueError(
            f"painted: expected a text of 0 and 1 for each row, got {value!r:.60}"
        )
    return rows
