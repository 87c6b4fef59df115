"""Plant faults one at a time, each in a copy, and see that the suite catches every one.

    python -m tools.plant_faults            all of them, as a table
    python -m tools.plant_faults page pin   those whose place or name has such a word

The faults of the maths, the pictures and the widgets that their own tests plant as well
are taken from there; here stand those that lie elsewhere: on the page, in a notebook,
in a pin, in an exercise. Each is one a careless hand might make in one line.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.explorers import test_planted as widgets
from tests.figures import test_planted_faults as pictures
from tests.maths import test_planted_faults as maths
from tests.support.planting import expect_red


class Fault(NamedTuple):
    """A file, what it says, what might be written, and the tests that must notice."""

    file: str
    old: str
    new: str
    tests: list
    first: bool = False  # `old` stands there more than once: the first is replaced


BOARD = "attn_lib/web/board.js"
ARITHMETIC = "attn_lib/web/arithmetic.js"
PLANE = "attn_lib/web/plane.js"
HISTOGRAM = "attn_lib/web/histogram.js"
SWEEPS = "attn_lib/web/sweeps.js"
LESSON = "notebooks/02_matmul_scores"
OF_THE_STATE = "tests/explorers/test_state_and_picture.py"


def on_a_page(test, file="test_board.py"):
    """A test of one board on a page of its own, in Chromium."""
    return [f"tests/browser/{file}", "-k", test]


def drawn(test):
    """A test that measures what Chromium draws."""
    return on_a_page(test, "test_drawn.py")


def of_lesson(test, file="test_form.py"):
    """A test of what a committed notebook holds."""
    return [f"tests/notebooks/{file}", "-k", f"{test} and 02_matmul"]


SOFTMAX = "notebooks/03_scale_and_softmax"
PROSE = ["tests/notebooks/test_golden.py", "-k", "03_scale"]
STATEMENTS = ["tests/notebooks/test_statements.py"]
TRUE = ["tests/explorers/test_truth.py"]


def read_whole(name, folder="explorers"):
    """The test that compares what is read in an explorer, or a figure, with a text."""
    return [f"tests/{folder}/test_golden.py", "-k", f"what_was_read and {name}"]


ELSEWHERE = {
    # ---- JavaScript, seen on a page
    "what is typed becomes markup": Fault(
        BOARD,
        "if (node.textContent !== text) node.textContent = text;",
        "if (node.innerHTML !== text) node.innerHTML = text;",
        on_a_page("what_is_typed_stays_text"),
    ),
    "the page draws rows as columns": Fault(
        BOARD,
        "const n = i * m.shape[1] + j;",
        "const n = j * m.shape[0] + i;",
        on_a_page("numbers_on_the_page_are_numpy_s and Scores"),
    ),
    "the page explains rows as columns": Fault(
        ARITHMETIC,
        "m.values[i * m.shape[1] + j]",
        "m.values[j * m.shape[0] + i]",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Scores"),
    ),
    "bytes read from the start of the buffer": Fault(
        "attn_lib/web/numbers.js",
        "buffer.slice(byteOffset, byteOffset + byteLength)",
        "buffer.slice(0, byteLength)",
        on_a_page("numbers_on_the_page_are_numpy_s and Scores"),
    ),
    "the page multiplies the wrong axis": Fault(
        ARITHMETIC,
        "m.made.transposed ? at(right, j, c) : at(right, c, j)",
        "m.made.transposed ? at(right, c, j) : at(right, j, c)",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Scores"),
    ),
    "the page's softmax leaves a term out": Fault(
        ARITHMETIC,
        "visible.reduce((sum, z) => sum + exp(z), 0)",
        "visible.slice(1).reduce((sum, z) => sum + exp(z), 0)",
        on_a_page("arithmetic_of_every_cell_gives_numpy_s_number and Pipeline"),
    ),
    "a wrong number on the page goes unsaid": Fault(
        ARITHMETIC,
        "Math.abs(computed - value) <= allowed",
        "Math.abs(computed - value) <= 1e9",
        on_a_page("number_that_is_not_its_calculation_is_reported"),
    ),
    "hidden cells show their number": Fault(
        BOARD,
        'const shown = hidden || dense ? ""',
        'const shown = dense ? ""',
        on_a_page("hidden_cell_is_hatched"),
    ),
    "cells keep the numbers that they have": Fault(
        BOARD,
        "else if (drawn.values[old] === value) return;",
        "else if (old !== undefined) return;",
        on_a_page("a_new_state_changes_text_in_place"),
    ),
    "a wider matrix is compared with its old cells by the new width": Fault(
        BOARD,
        "i < rows && j < columns ? i * columns + j : undefined",
        "i < rows && j < columns ? n : undefined",
        on_a_page("a_new_state_changes_text_in_place"),
    ),
    "a new width keeps the names as they stand": Fault(
        BOARD,
        "placed.every(isWell)",
        "placed",
        on_a_page("where_rows_have_the_same_names"),
    ),
    "a matrix that fits again beside its sister stays below": Fault(
        BOARD,
        "return isTooFar(one);",
        "return true;",
        on_a_page("grow_and_shrink"),
    ),
    "dark ink on dark cells": Fault(
        BOARD,
        'luminance > 0.179 ? "#000000" : "#ffffff"',
        'luminance > 0.9 ? "#000000" : "#ffffff"',
        on_a_page("can_be_read_on_every_colour and light and Pipeline"),
    ),
    "an error that is not shown": Fault(
        BOARD,
        "refused.text : picture.message",
        'refused.text : ""',
        on_a_page("a_message_is_shown"),
    ),
    "a stale picture painted over a newer one": Fault(
        SWEEPS,
        "if (here || (isNew && time >= this.shownAt)) {",
        "if (here || isNew) {",
        on_a_page("stale_answer_is_never_painted", "test_sweeps.py"),
    ),
    "a sweep played for other settings": Fault(
        SWEEPS,
        'return JSON.stringify([...seen, this.model.get("key")?.at(-1)]);',
        'return JSON.stringify([...seen.slice(0, 1), this.model.get("key")?.at(-1)]);',
        on_a_page("sweep", "test_sweeps.py"),
    ),
    "a silent kernel goes unsaid": Fault(
        SWEEPS,
        "this.late = true;",
        "this.late = false;",
        on_a_page("answer_that_does_not_come_is_said", "test_sweeps.py"),
    ),
    "a typed comma is no number": Fault(
        "attn_lib/web/edits.js",
        "Number.isFinite(+plain) ? +plain : null",
        "Number.isFinite(+plain) ? plain : 0",
        on_a_page("what_is_no_number_changes_nothing", "test_by_hand.py"),
    ),
    "a picture takes away what is being typed": Fault(
        BOARD,
        "if (field) field.placeholder = text;\n  else setText",
        "setText",
        on_a_page("comes_meanwhile", "test_by_hand.py"),
    ),
    "a number that is refused without a word": Fault(
        BOARD,
        "refused.key === pictures.key() ? refused.text : picture.message",
        "picture.message",
        on_a_page("python_refuses", "test_by_hand.py"),
    ),
    "steps that move by themselves where no motion is wanted": Fault(
        "attn_lib/web/tools.js",
        "if (STILL.matches) return step(1);",
        "",
        on_a_page("no_motion", "test_play.py"),
    ),
    "steps that cannot be paused": Fault(
        "attn_lib/web/tools.js",
        "clearInterval(timer);",
        "",
        on_a_page("play_and_pause", "test_play.py"),
    ),
    "half a number from a cell that goes": Fault(
        "attn_lib/web/edits.js",
        "queueMicrotask(() => close(node.isConnected))",
        "close(true)",
        on_a_page("cell_that_goes", "test_by_hand.py"),
    ),
    "the plane draws an old answer": Fault(
        "attn_lib/web/elements.js",
        "if (answered !== this.awaited) return false;",
        "",
        on_a_page("stale_answer_is_not_drawn", "test_plane.py"),
    ),
    # ---- what is drawn
    "the colours of the signs exchanged": Fault(
        BOARD,
        "value < 0 ? NEGATIVE : colour",
        "value > 0 ? NEGATIVE : colour",
        drawn("colour_of_its_sign"),
    ),
    "an edited cell without its mark": Fault(
        BOARD,
        'cell.classList.toggle("attn-edited", state & EDITED);',
        "",
        drawn("changed_are_marked"),
    ),
    "a chosen row without its mark": Fault(
        BOARD,
        'name.classList.toggle("attn-chosen", i === m.chosen)',
        "name",
        drawn("row_that_is_looked_at and Scores"),
    ),
    "bars that hang from the top": Fault(
        "attn_lib/web/board.css",
        "background-position: bottom;",
        "background-position: top;",
        drawn("bars_stand"),
    ),
    "saved bars of half the height": Fault(
        "attn_lib/web/saving.js",
        "height * full * BAR",
        "height * full * BAR * 0.5",
        drawn("bars_of_a_saved"),
    ),
    "steps to the key that is looked at least": Fault(
        "attn_lib/web/tools.js",
        "row.indexOf(Math.max(...row))",
        "row.indexOf(Math.min(...row))",
        drawn("looked_at_most"),
    ),
    "an arrow labelled with its length": Fault(
        PLANE,
        "const score = i ? ` ${numberText(scene.columns.score[i])}`",
        "const score = i ? ` ${numberText(scene.columns.length[i])}`",
        drawn("label_of_an_arrow"),
    ),
    "the other side shaded": Fault(
        PLANE,
        "side(-1, -1), side(1, -1)",
        "side(-1, 1), side(1, 1)",
        drawn("shaded_side"),
    ),
    "no side shaded": Fault(
        "attn_lib/web/plane.css",
        "  fill: var(--attn-soft);\n  opacity: 0.1;",
        "  fill: none;\n  opacity: 0.1;",
        drawn("shaded_side"),
    ),
    "a mirrored shadow": Fault(
        PLANE,
        "const foot = scale.toPixels([t * qx, t * qy]);",
        "const foot = scale.toPixels([t * qx, -t * qy]);",
        drawn("shadow_of_a_key"),
    ),
    "dots as large as what is left": Fault(
        PLANE,
        "4 + 14 * Math.sqrt(weight)",
        "4 + 14 * Math.sqrt(1 - weight)",
        drawn("dots_and_lines"),
    ),
    "lines as wide as what is left": Fault(
        PLANE,
        '"stroke-width": 8 * weight',
        '"stroke-width": 8 * (1 - weight)',
        drawn("dots_and_lines"),
    ),
    "per cent a hundred times too small": Fault(
        HISTOGRAM,
        "numberText(100 * outside, 1)",
        "numberText(outside, 1)",
        drawn("told_in_per_cent"),
    ),
    "ticks halved": Fault(
        HISTOGRAM,
        "setText(number, numberText(n, 0));",
        "setText(number, numberText(n / 2, 0));",
        drawn("marks_and_ticks"),
    ),
    "a chosen head without its frame": Fault(
        "attn_lib/web/head_grid.css",
        '.attn-heads button[aria-pressed="true"] {',
        '.attn-heads button[aria-pressed="yes"] {',
        ["tests/browser/test_head_grid.py", "-k", "framed"],
    ),
    "JavaScript from another server": Fault(
        BOARD,
        "const MOST_NUMBERS = 24;",
        'import "https://cdn.example.org/x.js"; const MOST_NUMBERS = 24;',
        ["tests/repository/test_repository.py", "-k", "javascript"],
    ),
    # ---- explorers
    "a caption that is not escaped": Fault(
        "attn_lib/figures/display.py",
        "{escape(caption)}",
        "{caption}",
        ["tests/explorers/test_explorer.py", "-k", "never_reaches and Scores"],
    ),
    "every keystroke computes": Fault(
        "attn_lib/explorers/controls.py",
        "continuous_update=False",
        "continuous_update=True",
        ["tests/field_cases/test_widgets_and_notebooks.py", "-k", "C15"],
    ),
    "no limit to the length of a sentence": Fault(
        "attn_lib/scenes/inputs.py",
        "return all_tokens(sentence)[:MAX_TOKENS]",
        "return all_tokens(sentence)",
        ["tests/field_cases/test_widgets_and_notebooks.py", "-k", "C19"],
    ),
    "widgets left behind": Fault(
        "attn_lib/explorers/release.py",
        'for child in getattr(widget, "children", ()):',
        "for child in ():",
        ["tests/explorers/test_explorer.py", "-k", "leaves_no_widget and Softmax"],
    ),
    "an explorer that its own widgets keep": Fault(
        "attn_lib/explorers/release.py",
        "if method := alive():",
        "if True:",
        ["tests/explorers/test_long_sessions.py", "-k", "nobody_saw and Pipeline"],
    ),
    "an explorer on a page that goes with its name": Fault(
        "attn_lib/explorers/explorer.py",
        "self._widget.explorer = self",
        "pass",
        ["tests/explorers/test_long_sessions.py", "-k", "needs_no_name and Pipeline"],
    ),
    "Reset goes nowhere": Fault(
        "attn_lib/explorers/explorer.py",
        "self.reset.on_click(weakly(self._go_back))",
        "pass",
        ["tests/explorers/test_explorer.py", "-k", "reset_goes_back"],
    ),
    "the stored picture is of another state": Fault(
        "attn_lib/explorers/explorer.py",
        "return self.draw(state, trace)",
        "return self.draw(self._first, self.scene.compute(self._first))",
        [
            "tests/explorers/test_explorer.py",
            "-k",
            "picture_is_of_the_present and Scores",
        ],
    ),
    # ---- sentences, notes, names and titles
    "a window that looks back only, in words": Fault(
        "attn_lib/scenes/captions.py",
        "A window: everyone looks at near neighbours only.",
        "A window: everyone looks back at near neighbours only.",
        TRUE,
    ),
    "a window that looks back only": Fault(
        "attn_lib/scenes/inputs.py",
        'near = sliding_window_mask(T, window) if kind in ("window", "all") else None',
        'near = sliding_window_mask(T, window) if kind in ("window", "all") else None\n'
        "    near = near if near is None else near & causal_mask(T)",
        TRUE,
    ),
    "the mask's note turned over": Fault(
        "attn_lib/scenes/stages.py",
        "1: may be looked at, 0: hidden",
        "0: may be looked at, 1: hidden",
        TRUE,
    ),
    "every head has the names of the first": Fault(
        "attn_lib/scenes/multi_head.py",
        "QUERY_KEY_NAMES[i * width : (i + 1) * width]",
        "QUERY_KEY_NAMES[:width]",
        TRUE,
    ),
    "the distance from another row": Fault(
        "attn_lib/scenes/learning.py",
        "trace.output[i] - trace.X[j,",
        "trace.output[j] - trace.X[j,",
        TRUE,
    ),
    "an edit told as another number": Fault(
        "attn_lib/scenes/edits.py",
        "= {number:g}",
        "= {number:.1g}",
        TRUE,
    ),
    "a score called a probability": Fault(
        "attn_lib/scenes/matmul_scores.py",
        "A score is not yet a probability.",
        "A score is a probability.",
        read_whole("ScoresExplorer"),
    ),
    "the note of the Jacobian without its minus": Fault(
        "attn_lib/scenes/scale_and_softmax.py",
        "else −pᵢ pⱼ",
        "else pᵢ pⱼ",
        TRUE,
    ),
    "a title that is no true equation": Fault(
        "attn_lib/figures/attention.py",
        "masked = scaled + mask",
        "masked = scores + mask",
        ["tests/figures/test_attention.py", "-k", "equation"],
    ),
    "a step with the number of another": Fault(
        "attn_lib/figures/attention.py",
        '"masking": N_("4 mask")',
        '"masking": N_("3 mask")',
        ["tests/figures/test_attention.py", "-k", "number_of_its_lesson"],
    ),
    "a question with another size": Fault(
        "attn_lib/exercises/_questions.py",
        "X has 12 columns.",
        "X has 10 columns.",
        ["tests/exercises/test_predict.py", "-k", "sizes"],
    ),
    # ---- pictures
    "figures that stay open": Fault(
        "attn_lib/figures/style.py",
        "return Figure(figsize=(width, height), layout=layout, facecolor=PAPER)",
        "from matplotlib import pyplot; "
        "return pyplot.figure(figsize=(width, height), layout=layout, facecolor=PAPER)",
        ["tests/figures/test_every_picture.py", "-k", "nothing_is_left_open"],
    ),
    "a minus before zero": Fault(
        "attn_lib/_numbers.py",
        "context=_TO_PLACES):zf}",
        "context=_TO_PLACES):f}",
        ["tests/maths/test_numbers.py"],
    ),
    "a row that sees nothing is left blank": Fault(
        "attn_lib/figures/labelled_matrix.py",
        "np.flatnonzero(self.hidden.all(axis=1))",
        "np.flatnonzero(self.hidden.all(axis=0))",
        ["tests/field_cases/test_numerics.py", "-k", "A01"],
    ),
    # ---- maths beside the formula
    "dropout that does not enlarge": Fault(
        "attn_lib/weighted_sum.py",
        "weights * keep / (1 - p)",
        "weights * keep",
        ["tests/field_cases/test_numerics.py", "-k", "A23"],
    ),
    "the causal mask forgotten": Fault(
        "attn_lib/attention.py",
        "    if is_causal:\n",
        "    if is_causal and mask is not None:\n",
        ["tests/field_cases/test_numerics.py", "-k", "A10"],
    ),
    "a trace that follows its input": Fault(
        "attn_lib/attention.py",
        "stage.astype(dtype)",
        "stage.astype(dtype, copy=False)",
        ["tests/maths/test_attention.py", "-k", "stays_as_it_is"],
    ),
    "a tower of marks": Fault(
        "attn_lib/figures/lettering.py",
        "if len(marks) < 4 or not all(map(combining, marks)):",
        "if True:",
        ["tests/figures/test_lettering.py", "-k", "few_marks"],
    ),
    "an endless number": Fault(
        "attn_lib/_arrays.py",
        "if at_most is not None and value > at_most:",
        "if False:",
        ["tests/hostile/test_hostile_numbers.py", "-k", "number and causal_mask"],
    ),
    "a gradient that is not transposed": Fault(
        "attn_lib/learning/gradients.py",
        "weighted_sum(_transposed(trace.weights), d_output)",
        "weighted_sum(trace.weights, d_output)",
        ["tests/maths/learning/test_gradients.py", "-k", "agree_with_central"],
    ),
    # ---- notebooks
    "stale output": Fault(
        f"{LESSON}.ipynb",
        "no projection: [0.1956, 0.8044]",
        "no projection: [0.2956, 0.7044]",
        of_lesson("quoted_numbers_are_measured", "test_prose.py"),
    ),
    "a source that was not built": Fault(
        f"notebooks/source/{LESSON.removeprefix('notebooks/')}.md",
        "# 2 · MatMul scores",
        "# 2 · MatMul scores again",
        of_lesson("built_from_its_source"),
        first=True,
    ),
    "a private kernel": Fault(
        f"{LESSON}.ipynb",
        '"name": "python3"',
        '"name": "my-env"',
        of_lesson("opens_anywhere"),
    ),
    "a cell that was not run": Fault(
        f"{LESSON}.ipynb",
        '"execution_count": 3,',
        '"execution_count": null,',
        of_lesson("has_run_in_order"),
        first=True,
    ),
    "a warning in the output": Fault(
        f"{LESSON}.ipynb",
        '"name": "stdout"',
        '"name": "stderr"',
        of_lesson("nothing_went_to_stderr"),
        first=True,
    ),
    "a semicolon at the end": Fault(
        f"{LESSON}.ipynb",
        'explorer"\n',
        'explorer;"\n',
        of_lesson("no_semicolon"),
        first=True,
    ),
    "a link that leads nowhere": Fault(
        f"{LESSON}.ipynb",
        "](01_qkv_projection.ipynb)",
        "](01_projection.ipynb)",
        of_lesson("links_lead_somewhere"),
        first=True,
    ),
    "a picture without a caption": Fault(
        f"{LESSON}.ipynb",
        '"alt": "',
        '"note": "',
        of_lesson("every_picture_says"),
        first=True,
    ),
    "a lesson that installs from the network": Fault(
        f"{LESSON}.ipynb",
        "import attn_lib as al",
        "%pip install numpy",
        of_lesson("plain_python"),
        first=True,
    ),
    # ---- prose: each number to the cell that it is about
    "another number of the same table": Fault(
        f"{SOFTMAX}.ipynb",
        "| none | largest weight 0.96,",
        "| none | largest weight 0.13,",
        PROSE,
    ),
    "another number of the same lesson": Fault(
        f"{SOFTMAX}.ipynb",
        "gets 2.64 times as much",
        "gets 2.32 times as much",
        PROSE,
    ),
    "another count of wrong versions": Fault(
        f"{SOFTMAX}.ipynb",
        "lets six wrong versions pass",
        "lets two wrong versions pass",
        STATEMENTS,
    ),
    "the other axis, in words": Fault(
        f"{SOFTMAX}.ipynb",
        "add up along the row",
        "add up along the column",
        STATEMENTS,
    ),
    "rows and columns of a caption exchanged": Fault(
        f"{LESSON}.ipynb",
        "Row: the word that asks. Column: the word that is asked.",
        "Row: the word that is asked. Column: the word that asks.",
        STATEMENTS,
        first=True,
    ),
    "a picture in the place of another": Fault(
        f"{LESSON}.ipynb",
        '"image/png": "iVBOR',
        '"image/png": "jVBOR',
        of_lesson("same_pictures", "test_exercises.py"),
        first=True,
    ),
    "slides that lead to pages": Fault(
        "notebooks/handouts.py",
        r'rf"](\1{ending}"',
        r'r"](\1.html"',
        ["tests/notebooks/test_build.py", "-k", "others_of_its_kind"],
    ),
    # ---- what a teacher and a newcomer read
    "another number of the teaching notes": Fault(
        "docs/teaching.md",
        "*eats* / *who*, 3.60;",
        "*eats* / *who*, 3.06;",
        ["tests/repository/test_teaching.py", "-k", "number"],
    ),
    "a server for ten times the students": Fault(
        "docs/teaching.md",
        "one core for 15 students",
        "one core for 150 students",
        ["tests/repository/test_teaching.py", "-k", "reckoned"],
    ),
    "a link to another lesson": Fault(
        "README.md",
        "[03 Scale and softmax](notebooks/03_scale_and_softmax.ipynb)",
        "[03 Scale and softmax](notebooks/04_masking.ipynb)",
        ["tests/repository/test_lessons.py", "-k", "readme_lists"],
    ),
    "a symbol that leads to another lesson": Fault(
        "README.md",
        "[**/ √d_k**](notebooks/03_scale_and_softmax.ipynb)",
        "[**/ √d_k**](notebooks/04_masking.ipynb)",
        ["tests/repository/test_lessons.py", "-k", "readme_s_formula"],
    ),
    "True with the opposite meaning": Fault(
        "README.md",
        "True = may attend",
        "True = hidden",
        ["tests/repository/test_repository.py", "-k", "what_true_means"],
    ),
    "notebooks that nobody trusts": Fault(
        "binder/postBuild",
        "jupyter trust notebooks/*.ipynb\n",
        "",
        ["tests/repository/test_binder.py", "-k", "before_the_first_visitor"],
    ),
    # ---- pins
    "an open pin": Fault(
        "requirements.txt",
        "numpy==",
        "numpy>=",
        ["tests/repository/test_binder.py", "-k", "every_pin"],
    ),
    "a wrong pin": Fault(
        "requirements.txt",
        "ipywidgets==8.1.8",
        "ipywidgets==8.1.7",
        ["tests/repository/test_binder.py", "-k", "lock_has_every_pin"],
    ),
    "another Python on Binder": Fault(
        "binder/runtime.txt",
        "python-3.11",
        "python-3",
        ["tests/repository/test_binder.py", "-k", "python_is_pinned"],
    ),
    "an install command that fails": Fault(
        "README.md",
        "pip install -r requirements.txt && .venv/bin/jupyter",
        "pip install -r requirement.txt && .venv/bin/jupyter",
        ["tests/repository/test_repository.py", "-k", "two_commands"],
    ),
    # ---- exercises
    "a detector that is never alarmed": Fault(
        "attn_lib/exercises/detectors.py",
        "Finding(examine.__name__, bool(ok), text, function)",
        "Finding(examine.__name__, True, text, function)",
        ["tests/exercises/test_detectors.py", "-k", "catches_what"],
    ),
    # ---- the picture is that of the state
    "a hash for a key": Fault(
        "attn_lib/explorers/keys.py",
        "return (*seen, json.dumps(others))",
        "return (*seen, str(hash(tuple(others))))",
        [OF_THE_STATE, "-k", "keys_are_different and Pipeline"],
    ),
    "a change of another picture": Fault(
        "attn_lib/explorers/explorer.py",
        "if key_of(message) not in known:",
        "if key_of(message) is None:",
        [OF_THE_STATE, "-k", "later_picture"],
    ),
    "a training that one explorer can change for all": Fault(
        "attn_lib/scenes/shared.py",
        "value.flags.writeable = False",
        "pass",
        [OF_THE_STATE, "-k", "all_share or in_no_other"],
    ),
    "a wrong key to a question": Fault(
        "attn_lib/exercises/_questions.py",
        "return False, _(reply)",
        "return True, _(reply)",
        ["tests/exercises/test_predict.py"],
    ),
}


def every_fault():
    """Name → Fault, of all places."""
    faults = {
        name: Fault(f"attn_lib/{f.module}.py", f.old, f.new, [f"tests/maths/{f.tests}"])
        for name, f in maths.FAULTS.items()
    }
    for name, (module, old, new) in pictures.FAULTS.items():
        test = f"tests/figures/test_{pictures.TESTS.get(module, module)}.py"
        faults[name] = Fault(f"attn_lib/figures/{module}.py", old, new, [test])
    for name, (file, old, new, (test, *which)) in widgets.FAULTS.items():
        tests = [f"tests/explorers/{test}", *which]
        faults[name] = Fault(f"attn_lib/{file}", old, new, tests)
    return faults | ELSEWHERE


def plant(fault):
    """Plant one, and return how many seconds it took until it was caught."""
    begin = time.monotonic()
    with TemporaryDirectory() as folder:
        file, old, new, tests, first = fault
        expect_red(Path(folder), file, old, new, tests, first=first)
    return time.monotonic() - begin


def main(words):
    """Plant all, or those with one of the words; 0 if every one was caught."""
    chosen = {
        name: fault
        for name, fault in every_fault().items()
        if not words or any(word in f"{name} {fault.file}" for word in words)
    }
    escaped = []
    print("| caught | fault | planted in | seconds |\n|---|---|---|---|", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        planted = {name: pool.submit(plant, fault) for name, fault in chosen.items()}
        for name, run in planted.items():
            reason = run.exception()
            took = "" if reason else f"{run.result():.0f}"
            caught = "NO" if reason else "yes"
            print(f"| {caught} | {name} | {chosen[name].file} | {took} |", flush=True)
            if reason:
                escaped.append(f"{name}: {reason}")
    print(f"\n{len(chosen) - len(escaped)} of {len(chosen)} were caught.")
    for reason in escaped:
        print(f"\n{reason}", file=sys.stderr)
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
