"""Playing the front end: what the page would have received, read from the traits."""

import gc
from dataclasses import replace

import ipywidgets
import numpy as np

import attn_lib as al
from attn_lib import explorers, real_model
from attn_lib.explorers import release

ODD = "$5 <b>and</b> 香蕉 🍌 the the"
HOSTILE = "<img src=x onerror=alert(1)> & <b>bold</b> </script>"
# In a page the widgets' state is JSON in a script, which ends where HTML says so. No
# "-->" is among them: it would undo what "<!--" does.
HOSTILE_IN_A_SCRIPT = [
    "<!-- <script>",
    "</script> eats",
    "]]> eats",
    "a\u2028<b>it</b>",
]

# Explorer → settings that differ from the first state in every control.
ALL = {
    explorers.PipelineExplorer: {
        "sentence": "she eats an apple",
        "d_k": 7,
        "d_v": 3,
        "mask": "both",
        "positions": False,
        "weights": "random",
        "seed": 5,
        "edits": (("X", 2, 0, 3.0), ("scores", 1, 0, -2.5)),
    },
    explorers.ProjectionExplorer: {
        "sentence": "she eats",
        "which": "W_V",
        "d_model": 9,
        "d_k": 7,
        "d_v": 3,
        "seed": 5,
        "edits": (("W_V", 2, 0, 3.0),),
    },
    explorers.ScoresExplorer: {
        "sentence": "she eats an apple",
        "query": 2,
        "d_k": 7,
        "weights": "random",
        "seed": 5,
        "edits": (("Q", 2, 0, 3.0),),
    },
    explorers.SoftmaxExplorer: {
        "d_k": 16,
        "divisor": "d_k",
        "temperature": 0.5,
        "seed": 5,
    },
    explorers.MaskingExplorer: {
        "sentence": "she eats an apple",
        "mask": "all",
        "window": 2,
        "length": 3,
        "true_means": "hidden",
        "constant": "−10",
        "dtype": "float32",
        "painted": ("1011", "0101"),
    },
    explorers.MultiHeadExplorer: {
        "sentence": "she eats an apple",
        "query": 2,
        "num_heads": 4,
        "W_O": False,
        "weights": "random",
        "seed": 5,
    },
    explorers.LearningExplorer: {
        "sentence": "she eats an apple",
        "query": 1,
        "step": 20,
        "divisor": "none",
        "d_k": 512,
    },
    explorers.WeightedSumExplorer: {
        "sentence": "she eats an apple",
        "query": 2,
        "d_v": 3,
        "edits": (("V", 1, 0, 3.0),),
    },
}
if real_model.is_installed():
    ALL[explorers.RealModelExplorer] = {
        "sentence": real_model.MONEY,
        "weights": "full",
        "layer": 2,
        "head": 3,
        "query": 6,
    }
# Those that are moved by hand in a plane have no sliders, and so no sweeps.
IN_THE_PLANE = {
    explorers.PlaneExplorer: {
        "q": (1.37, -2.21),
        "keys": ((0.93, 3.1), (-2.18, 0.07)),
    },
    explorers.HullExplorer: {
        "values": ((0.31, 2.2), (-3.17, 1.11), (2.93, -2.72)),
        "weights": (0.21, 0.33, 0.46),
    },
}
EVERY = ALL | IN_THE_PLANE
WIDEST = 64  # columns; of a wider matrix the page gets nothing
# Whose tokens are the words of a sentence: a real model has pieces.
WITH_SENTENCE = [
    explorer
    for explorer in ALL
    if explorer.__name__ not in ("SoftmaxExplorer", "RealModelExplorer")
]


def compute_by(explorer, compute):
    """Let an explorer compute by this function of a state, and by no other."""
    explorer.scene = replace(explorer.scene, compute=compute)


def by_name(explorer):
    """The name of a class, for the ids of parametrised tests."""
    return explorer.__name__


def on_the_page(explorer):
    """Id → matrix, read as the page does: shapes, and float64 one after another."""
    numbers = np.frombuffer(explorer.board.data, "<f8")
    sent, start = {}, 0
    for spec in explorer.board.matrices:
        rows, columns = spec["shape"]
        end = start + rows * columns
        sent[spec["id"]] = numbers[start:end].reshape(rows, columns)
        start = end
    assert start == len(numbers)
    return sent


def spec_of(explorer, id):
    """What the page knows of a matrix besides its numbers."""
    return next(spec for spec in explorer.board.matrices if spec["id"] == id)


def drawn(explorer):
    """Ids of the matrices that stand in a line."""
    ids = {spec["id"] for spec in explorer.board.matrices}
    return [item for line in explorer.board.lines for item in line if item in ids]


def assert_sent(explorer, expected):
    """The page has these numbers, to the last digit, and in this shape."""
    sent = on_the_page(explorer)
    for id, values in expected.items():
        np.testing.assert_array_equal(sent[id], np.asarray(values, "<f8"), err_msg=id)


def stages(trace):
    """The stages of a trace by the names that the page uses."""
    if isinstance(trace, al.MultiHeadTrace):
        return stages_of_heads(trace)
    names = ("X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "output")
    W = trace.projection
    found = {name: getattr(trace, name) for name in names} | {
        "W_Q": W.W_Q,
        "W_K": W.W_K,
        "W_V": W.W_V,
    }
    return {name: a for name, a in found.items() if a.shape[-1] <= WIDEST}


def stages_of_heads(trace):
    """The same for several heads: ``Q_0`` is the first one's, ``head_0`` its output."""
    whole = {"X": trace.X, "concat": trace.concat, "output": trace.output}
    for i, head in enumerate(map(trace.head, range(len(trace.weights)))):
        one = {**stages(head), "head": head.output}
        for name in ("X", "masked", "output"):
            del one[name]
        whole |= {f"{name}_{i}": values for name, values in one.items()}
    return whole | {"W_O": trace.projection.W_O}


def expected_trace(sentence, d_k, d_v, *, positions=True, seed=None, mask=None):
    """The same computed without any explorer."""
    make, kw = al.ProjectionWeights.designed, {}
    if seed is not None:
        make, kw = al.ProjectionWeights.random, {"seed": seed}
    sizes = (d_k, d_v) if seed is None else (len(al.DIMENSIONS), d_k, d_v)
    X = al.embed(al.tokenize(sentence), positions=positions)
    return al.self_attention(X, make(*sizes, **kw), mask=mask)


def live_widgets():
    """Ids of all widgets that are not closed, those left behind being closed first."""
    gc.collect()
    release.close_left()
    return registered()


def registered():
    """Ids of all widgets in the register of ipywidgets."""
    return set(ipywidgets.widgets.widget._instances)
