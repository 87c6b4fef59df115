"""Read a picture: what its artists say and where. And one picture of each kind."""

import re
from functools import cache
from unittest.mock import patch

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.offsetbox import TextArea
from matplotlib.text import Text

import attn_lib as al
from attn_lib import figures
from attn_lib.figures import style

NASTY = "$5 <b>and</b> 香蕉 🍌 the the"
D_K = [1, 4, 16, 64, 256, 512]
PLANE = [[1, 0.2], [1.5, 3], [0, -1.5], [-1, -1.5], [0.1, 0.1], [2, 0]]


def pictures(sentence):
    """Name → a function that draws it, for every public figure."""
    tokens = al.tokenize(sentence)
    X, W = al.embed(tokens), al.ProjectionWeights.designed()
    trace = al.self_attention(X, W, is_causal=True)
    half = np.array([0.5, 0.5, 0, 0, 0, 0])
    return {
        "formula_map": lambda: figures.formula_map(),
        "formula_map lit": lambda: figures.formula_map("scale_and_softmax"),
        "matrix": lambda: figures.matrix(
            X, rows=tokens, columns=al.DIMENSIONS, title="X", symbol="X"
        ),
        "pipeline": lambda: figures.pipeline(
            trace, tokens, feature_names=al.DIMENSIONS
        ),
        "projection": lambda: figures.projection(
            X,
            W.W_Q,
            trace.Q,
            tokens=tokens,
            names_in=al.DIMENSIONS,
            names_out=al.QUERY_KEY_NAMES,
            token=3,
        ),
        "score_matrix": lambda: figures.score_matrix(trace.scores, tokens),
        "vectors_in_plane": lambda: figures.vectors_in_plane(
            [2, 0], PLANE, labels=tokens
        ),
        "variance_curve": lambda: figures.variance_curve(
            D_K, D_K, variance_scaled=np.ones(6)
        ),
        "saturation_curve": lambda: figures.saturation_curve(
            D_K, {"none": np.ones(6), "√d_model": half}, ylabel="largest weight"
        ),
        "softmax_bars": lambda: figures.softmax_bars(trace.weights[3], tokens),
        "jacobian_matrix": lambda: figures.jacobian_matrix(
            al.softmax_jacobian(trace.weights[3]), tokens
        ),
        "mask_grid": lambda: figures.mask_grid(trace.mask, tokens, title="mask"),
        "attention_weights": lambda: figures.attention_weights(
            trace.weights, tokens, hidden=~trace.mask, title="weights"
        ),
        "column_means": lambda: figures.column_means(
            trace.weights.mean(axis=0), tokens
        ),
        "values_in_plane": lambda: figures.values_in_plane(
            PLANE, half, half @ PLANE, labels=tokens
        ),
        "head_weights": lambda: figures.head_weights(
            al.multi_head_attention(X, al.MultiHeadWeights.designed()).weights,
            tokens,
            names=("who, what", "next word"),
        ),
        "head_grid": lambda: figures.head_grid(
            [al.multi_head_attention(X, al.MultiHeadWeights.designed(4)).weights] * 2,
            chosen=(1, 2),
        ),
        "loss_curves": lambda: figures.loss_curves(
            D_K, {"attention": 1 / np.array(D_K), "bag of words": np.ones(6)}, step=16
        ),
        "weights_before_after": lambda: figures.weights_before_after(
            np.eye(len(tokens)), trace.weights, tokens
        ),
        "before_after": lambda: figures.before_after(
            trace.V[3], trace.output[3], al.VALUE_NAMES
        ),
    }


SENTENCES = {"running": al.SENTENCE, "nasty": NASTY}
WITHOUT_TOKENS = [
    "formula_map",
    "formula_map lit",
    "variance_curve",
    "saturation_curve",
    "loss_curves",
]
EVERY = [
    (name, which)
    for which in SENTENCES
    for name in pictures(al.SENTENCE)
    if which == "running" or name not in WITHOUT_TOKENS
]


@cache
def drawn(name, which="running"):
    """The figure of a public function, drawn once for all tests that only look."""
    return style.figure_of(pictures(SENTENCES[which])[name]())


def cells(ax):
    """What is written in a matrix: (row, column) → text."""
    return {
        (round(text.get_position()[1]), round(text.get_position()[0])): text.get_text()
        for text in ax.texts
    }


def strings(texts):
    """What texts say."""
    return [text.get_text() for text in texts]


def row_names(ax):
    """Names at the left of a matrix."""
    return strings(ax.get_yticklabels())


def column_names(ax):
    """Names of columns, or below bars."""
    return strings(ax.get_xticklabels())


def written(figure):
    """Draw, and return every text that is drawn and the box it takes, in pixels."""
    canvas, seen = FigureCanvasAgg(figure), {}

    def draw_and_note(text, renderer):
        if text.get_visible() and text.get_text().strip():
            seen[text] = text.get_window_extent(renderer)
        draw(text, renderer)

    draw = Text.draw
    with style.own_settings(), patch.object(Text, "draw", draw_and_note):
        canvas.draw()
    return seen


# In a cell, or above a bar.
_IN_CELLS = re.compile(r"✓|[≈−-]?[\d.]+(?:e[−-]?\d+)?")


def legible(figure):
    """All that is read in a figure, line by line: what it is, and its text and colour.

    Of numbers and ticks in cells only how many there are: others hold them.
    """
    for n, ax in enumerate(figure.axes):
        if n:
            yield ""
        for part, texts in parts_of(ax).items():
            seen = [text for text in texts if text.get_visible() and text.get_text()]
            if seen:
                said = (t.get_text() + symbol_of(t.get_color()) for t in seen)
                yield f"{part}: {' | '.join(said)}"
        if legend := ax.get_legend():
            for text, handle in zip(
                legend.get_texts(), legend.legend_handles, strict=True
            ):
                yield f"legend: {text.get_text()}, {look_of(handle)}"
        if cells := [text for text in ax.texts if is_of_cell(text)]:
            yield f"cells: {len(cells)}"
    if hint := figure.get_supxlabel():
        yield f"below: {hint}"


def is_of_cell(text):
    """Is it the number or the tick of a cell?"""
    return _IN_CELLS.fullmatch(text.get_text()) is not None


def parts_of(ax):
    """The parts of axes, by name → their texts."""
    boxes = [area for box in ax.artists for area in box.findobj(TextArea)]
    named = ax.axison
    return {
        "title": [ax.title],
        "formula": [area._text for area in boxes],
        "columns": names_of(ax.xaxis) if named else [],
        "rows": names_of(ax.yaxis) if named else [],
        "across": [ax.xaxis.label] if named else [],
        "up": [ax.yaxis.label] if named else [],
        "texts": [text for text in ax.texts if not is_of_cell(text)],
    }


def names_of(axis):
    """The names along an axis, as far as it reaches."""
    low, high = sorted(axis.get_view_interval())
    ticks = axis.get_major_ticks(len(axis.get_majorticklocs()))
    axis.get_majorticklabels()  # brings the texts up to date
    inside = [tick for tick in ticks if low <= tick.get_loc() <= high]
    return [label for tick in inside for label in (tick.label1, tick.label2)]


def look_of(handle):
    """Line, mark or hatching, and colour, of what a legend names."""
    if isinstance(handle, Line2D):
        look = f"{handle.get_linestyle()} {handle.get_marker()}"
        return look + symbol_of(handle.get_color())
    return f"bars {handle.get_hatch() or ''}" + symbol_of(handle.get_edgecolor())


def symbol_of(colour):
    """Whose colour it is, if it is a symbol's."""
    symbols = {light: symbol for symbol, (light, _) in style.COLOURS.items()}
    symbol = symbols.get(to_hex(colour))
    return f" [{symbol}]" if symbol else ""


@cache
def written_in(name, which="running"):
    """The same for a public function."""
    return written(drawn(name, which))


@cache
def png_of(name, which="running"):
    """The file of a public function."""
    return figures.png(drawn(name, which))
