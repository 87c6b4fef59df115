"""All that a person reads in an explorer, compared whole with what somebody has read.

Numbers in cells are held elsewhere; here are the words around them: captions, titles,
names, notes, controls, and the texts of the picture that stands for a saved page.
"""

import pytest

from attn_lib import explorers, real_model
from tests.support.played import EVERY, by_name, drawn
from tests.support.reading import legible

REAL = explorers.RealModelExplorer
UNKNOWN = "Zorp and Blick see $5 and Wug and Fep"
EDITS = (("Q", 0, 0, 0.25), ("Q", 1, 0, -3), ("Q", 9, 9, 1), ("scores", 0, 0, 0.125))

# Explorer → the states that are read beside the first one and that of played.py: all
# that a caption can say should stand in one of them.
MORE = {
    explorers.PipelineExplorer: [
        {"mask": "causal", "d_k": 6, "d_v": 8, "edits": EDITS[:1]},
        {"sentence": "banana " * 70, "mask": "padding"},
        {"sentence": UNKNOWN, "mask": "window", "edits": (*EDITS, ("X", 0, 0, 1))},
        {"sentence": "banana", "mask": "all", "d_k": 5, "d_v": 6},
    ],
    explorers.ProjectionExplorer: [
        {"which": "W_K", "d_k": 6},
        {"which": "W_V", "d_v": 6, "edits": (("X", 0, 0, 0.25),)},
    ],
    explorers.ScoresExplorer: [
        {"sentence": "the banana the", "query": 2, "d_k": 5, "edits": EDITS[:2]},
        {"sentence": "of of", "query": 0},
    ],
    explorers.SoftmaxExplorer: [
        {"divisor": "none", "d_k": 512},
        {"divisor": "√d_model", "temperature": 8, "seed": 3},
    ],
    explorers.MaskingExplorer: [
        {"mask": "none"},
        {"mask": "padding", "length": 3, "dtype": "float16", "constant": "−1e9"},
        {"mask": "window", "window": 0, "constant": "−1e4"},
        {"mask": "both", "length": 2},
        {"mask": "inverted"},
        {"mask": "painted", "painted": ("101010", "000000", "010101")},
    ],
    explorers.MultiHeadExplorer: [{"num_heads": 1, "W_O": False}, {"num_heads": 4}],
    explorers.LearningExplorer: [
        {"sentence": "she eats an apple", "query": 1, "step": 5, "divisor": "none"},
        {"step": 150},
        {"d_k": 512, "divisor": "none", "query": 0},
    ],
    explorers.WeightedSumExplorer: [{"d_v": 7, "edits": (("V", 0, 0, 0.25),)}],
    explorers.RealModelExplorer: [
        {"sentence": real_model.MONEY, "head": 3, "query": 6},
    ],
    explorers.PlaneExplorer: [{"q": (0, 0), "keys": ((0, 0), (1, 1))}],
    explorers.HullExplorer: [{"values": ((0, 0), (1, 1)), "weights": (0, 2)}],
}
# Of played.py's states two are not read: one asks for weights that are not everywhere
# (see below), one for a training that on another machine ends in other numbers.
APART = (explorers.LearningExplorer, REAL)
STATES = {
    Explorer: [{}, *(EVERY[Explorer] for _ in [0] if Explorer not in APART), *more]
    for Explorer, more in MORE.items()
}
FULL = "RealModelExplorer, full weights"
RULE = f"\n{'=' * 88}\n\n"


def read(Explorer, settings, picture):
    """What stands on the page of one state, line by line, and in its picture."""
    explorer = Explorer(**settings)
    board = explorer.board
    lines = [
        repr(explorer),
        f"caption: {explorer.caption}",
        f"message: {board.message}".rstrip(),
        *(f"line: {' '.join(item or '…' for item in line)}" for line in board.lines),
        "",
        *(about_control(*item) for item in explorer._controls.items()),
        *(line for spec in board.matrices for line in about_matrix(spec, explorer)),
        *about_views(explorer),
        *(["", "the picture of a saved page", *legible(explorer.picture())] * picture),
    ]
    explorer.close()
    return "\n".join([*lines, ""])


def about_control(name, control):
    if control.layout.display == "none":
        return f"control {name}: on the board"
    options = [said for said, _ in getattr(control, "options", ())]
    limits = [
        str(getattr(control, end)) for end in ("min", "max") if end in control.keys
    ]
    parts = [
        control.description,
        " / ".join(options) or " to ".join(limits),
        getattr(control, "placeholder", "").strip("\u200b"),
        control.tooltip or "",
        "disabled" if control.disabled else "",
    ]
    return f"control {name}: {' | '.join(part for part in parts if part)}"


def about_matrix(spec, explorer):
    shown = "" if spec["id"] in drawn(explorer) else ", only read by others"
    yield ""
    yield f"{spec['id']}: {spec['title']}{shown}"
    limit = f"{spec['limit']:.3g}"
    yield f"    {spec['kind']} in the colour of {spec['symbol']}, to {limit}"
    yield f"    rows: {', '.join(spec['rows'])}"
    yield f"    columns: {', '.join(spec['columns'])}"
    made = spec["made"].items()
    yield f"    made: {', '.join(f'{name} {written(value)}' for name, value in made)}"
    marks = {name: spec[name] for name in ("hidden", "chosen", "edited", "editable")}
    marks |= {"cursor": spec["cursor"], "tolerance": spec["tolerance"]}
    said = [f"{n} {v}" for n, v in marks.items() if v not in (None, False, [])]
    yield f"    {', '.join(said)}"


def written(value):
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def about_views(explorer):
    if hasattr(explorer, "plane"):
        scene = explorer.plane.scene
        yield ""
        yield from (f"plane {name}: {value}" for name, value in scene.items())
    for name, view in explorer._views.items():
        yield ""
        for sample in getattr(view, "samples", ()):
            yield f"{name}: {sample['title']}, in the colour of {sample['symbol']}"
        if hasattr(view, "shape"):
            yield f"{name}: layers, heads, pieces {view.shape}"


@pytest.mark.parametrize("Explorer", STATES, ids=by_name)
def test_what_is_read_is_what_was_read(Explorer, golden):
    """Two states whole; of the others what is not in the first."""
    states = enumerate(STATES[Explorer])
    first, *others = (read(Explorer, settings, picture=n < 2) for n, settings in states)
    known = set(first.split("\n\n"))
    later = [
        [part for part in text.split("\n\n") if part not in known] for text in others
    ]
    texts = [first, others[0], *("\n\n".join(parts) for parts in later[1:])]
    golden(f"explorers/{by_name(Explorer)}", RULE.join(texts))


@pytest.mark.skipif(
    not real_model.is_installed(), reason="the full weights are not installed"
)
def test_so_it_is_with_the_full_weights(golden):
    golden(f"explorers/{FULL}", read(REAL, EVERY[REAL], picture=True))


def test_every_explorer_is_read_in_two_states_at_least(golden_names):
    public = {name for name in explorers.__all__ if name.endswith("Explorer")}
    assert {by_name(Explorer) for Explorer in STATES} == public
    assert min(map(len, STATES.values())) >= 2
    assert golden_names("explorers") == public | {FULL}
