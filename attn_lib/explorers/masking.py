"""Who may look at whom, and what it does to the weights and the output."""

import numpy as np
from matplotlib.figure import Figure

from .. import figures
from ..scenes import masking
from ..scenes.inputs import tokens_of
from ..words import N_, _
from . import controls
from .explorer import Explorer


class MaskingExplorer(Explorer):
    """The mask, the scores under it, and what comes out.

    ``MaskingExplorer(sentence=…, mask="causal", window=1, length=4,
    true_means="visible", constant="−inf", dtype="float64")``. ``mask`` is "none",
    "causal", "padding", "window", "both" (causal and padding), "all" (the three
    together), "inverted" or "painted": a press on a cell of the mask paints it, and
    ``painted`` keeps it, a text of 0 and 1 for each row. ``length`` says how many
    tokens are real: the others are padding. ``true_means`` is how the mask is read,
    "visible" or "hidden"; ``constant`` is what is added to a hidden score. Everything
    else: :class:`Explorer`.
    """

    scene = masking.scene

    def make_controls(self):
        kinds = {
            **controls.MASKS,
            "inverted": N_("causal, inverted"),
            "painted": N_("painted"),
        }
        return {
            "sentence": controls.sentence(),
            "mask": controls.choice(N_("mask"), kinds, 190),
            "window": controls.size(N_("window"), 8, smallest=0),
            "length": controls.size(N_("length"), 64, smallest=0),
            "true_means": controls.choice(
                N_("True means"),
                masking.READINGS,
                170,
                once=[("may look", masking.VISIBLE)],
            ),
            "constant": controls.choice(N_("hidden is"), masking.CONSTANTS.keys(), 140),
            "dtype": controls.choice(N_("in"), masking.TOLERANCES.keys(), 110),
            "painted": controls.Kept(read_painted),
        }

    def fit(self):
        self.length.max = len(tokens_of(self.taken("sentence")))
        self.window.disabled = self.taken("mask") not in ("window", "all")
        self.length.disabled = self.taken("mask") not in ("padding", "both", "all")

    def do(self, changes):
        """Paint cells of the mask, as it is seen: it is kept as it is read."""
        seen = masking.visible(self.state)
        for change in changes:
            i, j, number = change["i"], change["j"], change["number"]
            if max(i, j) >= len(seen) or number not in (0, 1):
                raise ValueError(
                    f"mask: expected 0 or 1 for a cell of {len(seen)} rows and "
                    f"columns, got {number!r:.20} for [{i}, {j}]"
                )
            seen[i, j] = number
        true = seen if self.taken("true_means") == masking.VISIBLE else ~seen
        with self._several():
            self.painted.value = ["".join(map(str, row)) for row in true.astype(int)]
            self.mask.value = "painted"
        self._respond()

    @staticmethod
    def draw(state, trace):
        tokens = tokens_of(state.sentence)
        figure = Figure(figsize=(11, 4.2), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2)
        figures.mask_grid(trace.mask, tokens, title=_("mask"), ax=left)
        hidden = ~trace.mask if np.isneginf(masking.stored(state)) else None
        figures.attention_weights(
            trace.weights, tokens, hidden=hidden, title="weights", ax=right
        )
        return figure


def read_painted(value):
    """Return a painted mask as a tuple of texts of 0 and 1, one for each row."""
    is_list = np.iterable(value) and not isinstance(value, str)
    rows = tuple(str(row) for row in value) if is_list else ()
    if not is_list or any(set(row) - {"0", "1"} for row in rows):
        raise ValueError(
            f"painted: expected a text of 0 and 1 for each row, got {value!r:.60}"
        )
    return rows
