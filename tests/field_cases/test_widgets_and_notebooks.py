"""Kind C: widgets, JupyterLab, Binder, nbval: what is dead, blank or not the same."""

import ast
import builtins
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from base64 import b64encode
from html import escape

import nbformat
import numpy as np
import pytest
from ipywidgets.embed import embed_data
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from packaging.requirements import Requirement

from attn_lib import explorers, figures
from attn_lib.figures.display import caption_bundle
from attn_lib.scenes.inputs import MAX_TOKENS
from notebooks import build, handouts
from tests.browser.test_sweeps import Played
from tests.notebooks import test_form
from tests.support.lab import jupyterlab
from tests.support.lessons import (
    NOTEBOOKS,
    ROOT,
    SHORTEST,
    code_cells,
    outputs,
    read,
)
from tests.support.played import (
    ALL,
    HOSTILE,
    HOSTILE_IN_A_SCRIPT,
    WITH_SENTENCE,
    by_name,
    compute_by,
    on_the_page,
)
from tests.support.prose import output_texts

EVERY = [read(path) for path in NOTEBOOKS]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = sorted((ROOT / "attn_lib").rglob("*.py"))
JAVASCRIPT = sorted((ROOT / "attn_lib").rglob("*.js"))
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
EXPLORER = re.compile(r"^(\w+) = ((?:\w+\.)?\w+Explorer)\(", re.MULTILINE)


def explorer_cells(notebook):
    """The code cells that show an explorer."""
    return [cell for cell in code_cells(notebook) if EXPLORER.search(cell.source)]


@pytest.fixture
def make():
    """Explorers that are closed again."""
    made = []

    def make_one(Explorer, **settings):
        made.append(Explorer(**settings))
        return made[-1]

    yield make_one
    for explorer in made:
        explorer.close()


def test_C01_widget_metadata_that_github_refuses():
    """GitHub showed nothing where saved widgets had no "state"; nbconvert failed."""
    for path in [*NOTEBOOKS, *(ROOT / "notebooks" / "solutions").glob("*.ipynb")]:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        saved = metadata.get("widgets", {}).values()
        assert all("state" in entry for entry in saved), path
    from nbconvert import HTMLExporter

    page, _ = HTMLExporter(template_name="basic").from_notebook_node(read(SHORTEST))
    assert "<img" in page


def test_C02_a_saved_explorer_is_a_picture():
    """ "Model not found", or "Loading widget…" for ever, in a page just opened."""
    for notebook in EVERY:
        for output in outputs(notebook):
            assert build.WIDGET_VIEW not in output.get("data", {})
        for cell in explorer_cells(notebook):
            kinds = {kind for output in cell.outputs for kind in output.data}
            assert {"image/png", "text/html", "text/plain"} <= kinds, cell.source
        assert "Run ▸ Run All Cells" in notebook.cells[0].source


def test_C03_no_semicolon_at_the_end():
    """It hides a result in JupyterLab, not under nbval: the two then disagree."""
    for notebook in EVERY:
        test_form.test_no_semicolon_hides_a_result(notebook)


def test_C04_outputs_that_are_the_same_tomorrow():
    """Addresses, sizes of figures, times and paths broke the next comparison."""
    for notebook in EVERY:
        text = "\n".join(t for cell in code_cells(notebook) for t in output_texts(cell))
        for what, pattern in test_form.NOT_REPEATABLE.items():
            assert not re.search(pattern, text), what


def test_C06_every_cell_was_run_and_something_is_compared():
    """nbval passed cells that had never been run, without a word."""
    for notebook in EVERY:
        cells = code_cells(notebook)
        counts = [cell.execution_count for cell in cells]
        assert counts == list(range(1, len(cells) + 1))
        assert any(text.strip() for cell in cells for text in output_texts(cell))
        assert not any("raises-exception" in c.metadata.get("tags", ()) for c in cells)


def test_C07_nothing_on_stderr():
    """One new warning of a library failed notebooks that were right."""
    for notebook in EVERY:
        assert not [o for o in outputs(notebook) if o.get("name") == "stderr"]
        assert not [o for o in outputs(notebook) if o.output_type == "error"]


def test_C08_numbers_without_numpys_wrapper():
    """NumPy 2 writes np.float64(0.5): other outputs, and learners wondered."""
    for notebook in EVERY:
        for cell in code_cells(notebook):
            for text in output_texts(cell):
                assert not re.search(r"\bnp\.(?:float|int|bool|str)\w*\(", text), (
                    cell.source
                )


def test_C09_a_kernel_that_everybody_has():
    """Saved under the name of somebody's own environment, it started nowhere else."""
    for notebook in EVERY:
        kernel = notebook.metadata.kernelspec
        assert (kernel.name, kernel.language) == ("python3", "python")
        assert kernel.display_name == "Python 3 (ipykernel)"


def test_C10_one_set_of_exact_pins():
    """Open versions broke Binder over night; ipywidgets 8.1.9 was blank in VS Code."""
    pins = {}
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-", " ")):
            requirement = Requirement(line.split(" --hash")[0].rstrip("\\ "))
            (version,) = requirement.specifier
            assert version.operator == "==", line
            pins[requirement.name] = version.version
    needed = {"ipywidgets", "anywidget", "jupyterlab", "matplotlib", "numpy", "nbval"}
    assert needed | {"ipykernel"} <= pins.keys()
    assert pins["ipywidgets"] != "8.1.9"
    runtime = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8")
    assert re.fullmatch(r"python-3\.\d+\n", runtime)
    binder = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    lines = [x for x in binder.splitlines() if x and not x.startswith("#")]
    assert all(line.startswith("-r ../requirements.") for line in lines)


@pytest.mark.notebook
def test_C11_the_library_is_found_from_every_folder(tmp_path):
    """Notebooks in a sub-folder could not import what lay at the top.

    So the shortest lesson runs in three folders, then the set-up cell of every lesson.
    """
    strange = tmp_path / "a 注意 folder"
    strange.mkdir()
    set_ups = [code_cells(notebook)[0] for notebook in EVERY]
    ask = "import attn_lib; print(attn_lib.__file__)"
    sources = [cell.source for cell in (*code_cells(read(SHORTEST)), *set_ups)]
    for folder in (ROOT / "notebooks", ROOT, strange):
        cells = map(nbformat.v4.new_code_cell, [*sources, ask])
        ran = build.execute(nbformat.v4.new_notebook(cells=[*cells]), folder=folder)
        *_, told = output_texts(ran.cells[-1])
        assert told.strip() == str(ROOT / "attn_lib" / "__init__.py")
        assert sum("image/png" in o.get("data", {}) for o in outputs(ran)) > 0
    for notebook in EVERY:
        for cell in code_cells(notebook):
            assert "sys.path" not in cell.source
            assert not re.search(test_form.NOT_REPEATABLE["a path"], cell.source)


def test_C12_a_callback_that_fails_says_so(make):
    """An exception in a callback was swallowed: the control was dead, no one knew."""
    for Explorer in WITH_SENTENCE:
        explorer = make(Explorer)
        explorer.sentence.value = "   "
        assert explorer.board.message == "Type at least one word."
        explorer.sentence.value = "$$ eats"
        assert explorer.board.message == ""
        assert explorer.state.sentence == "$$ eats"
    explorer = make(explorers.PipelineExplorer)
    compute_by(explorer, lambda state: 1 / 0)
    explorer.d_k.value = 7
    assert "ZeroDivisionError" in explorer.board.message
    assert "\n" not in explorer.board.message
    del explorer.scene
    explorer.d_k.value = 3
    assert (explorer.board.message, explorer.state.d_k) == ("", 3)


@pytest.mark.browser
@pytest.mark.parametrize("Explorer", ALL, ids=by_name)
def test_C13_after_a_restart(blank, make, Explorer, monkeypatch):
    """The sliders stood there, dead, and nothing said what to do.

    That a demo needs the set-up cell alone is seen in ``tests/notebooks/test_run.py``.
    """
    assert re.search(r"After a kernel restart.*[Rr]un the notebook again", README)
    # No sweep has come: every slider needs Python. (The browser brings an event loop.)
    monkeypatch.setattr("attn_lib.explorers.sweeps.Sweeps.follow", lambda *_: None)
    page = Played(blank, make(Explorer))
    assert page.trouble() == ""
    dead_before = page.disabled()
    page.live(False)  # as JupyterLab tells it when the kernel has gone
    assert page.trouble().startswith("Not connected to Python")
    assert "run the cell again" in page.trouble()
    assert page.disabled() == {*page.explorer.board.controls, "reset"}
    page.live(True)
    assert page.trouble() == ""
    assert page.disabled() == dead_before


def test_C14_a_slider_that_is_dragged_does_not_queue(make):
    """Dozens of slow redraws waited in line, seconds behind the hand."""
    twelve = "the hungry monkey eats the banana and the small dog drinks water"
    explorer = make(explorers.PipelineExplorer, sentence=twelve)
    assert len(explorer.trace.X) == 12
    drawn = []
    explorer.draw = lambda *_: drawn.append(1)
    begin = time.process_time()
    for step in range(50):
        explorer.d_v.value = 1 + step % 8
    each = (time.process_time() - begin) / 50
    assert drawn == []  # no picture is made while a slider moves
    assert explorer.state.d_v == explorer.d_v.value == 2
    np.testing.assert_array_equal(
        on_the_page(explorer)["output"], explorer.trace.output
    )
    assert each < 0.2  # seconds


def test_C15_text_is_read_when_it_is_finished(make):
    """Every keystroke computed anew, half-typed words included."""
    for Explorer in WITH_SENTENCE:
        assert make(Explorer).sentence.continuous_update is False
    for path in PYTHON:
        assert "on_submit" not in path.read_text(encoding="utf-8"), path


@pytest.mark.browser
def test_C16_a_board_in_a_tab_that_opens_later(mount, make):
    """Drawn while hidden, a picture had no size, and stayed blank."""
    for Explorer in ALL:
        board = mount(make(Explorer), body="style='display: none'")
        board.settle()
        board.page.evaluate("document.body.style.display = 'block'")
        board.settle()
        cells = board.page.locator(".attn-cell")
        assert cells.count() > 0
        assert board.page.locator("#root").bounding_box()["width"] > 200
        assert cells.first.bounding_box()["width"] > 10


def test_C18_what_is_typed_is_never_markup(make, tmp_path):
    """A sentence with markup ran as such; ``</script>`` ended an exported page."""
    for Explorer in WITH_SENTENCE:
        explorer = make(Explorer, sentence=HOSTILE)
        caption = caption_bundle(explorer.caption)["text/html"]
        for markup in (explorer._caption_view.value, explorer.board.caption, caption):
            assert not re.search(r"<(?:img|b|/script)\b", markup), markup
        assert escape("'<img'") in explorer._caption_view.value
    for path in JAVASCRIPT:
        code = path.read_text(encoding="utf-8")
        for way in ("insertAdjacentHTML", "outerHTML", "document.write", "eval("):
            assert way not in code, path
        for line in code.splitlines():  # escaped by the kernel, as seen above
            assert "innerHTML" not in line or "caption" in line, line
    for sentence in (HOSTILE, *HOSTILE_IN_A_SCRIPT):
        explorer = make(explorers.ScoresExplorer, sentence=sentence)
        for slides in (False, True):
            assert_intact(exported(explorer, tmp_path, slides), sentence)


def exported(explorer, folder, slides):
    """The text of a handout that shows an explorer, with the state of its widgets."""
    data, metadata = explorer._repr_mimebundle_()
    data["image/png"] = b64encode(data["image/png"]).decode()  # as a notebook has it
    output = new_output("display_data", data=data, metadata=metadata)
    cells = [new_markdown_cell("# A title"), new_code_cell(outputs=[output])]
    state = embed_data([explorer.widget])["manager_state"]
    notebook = new_notebook(cells=cells, metadata={"widgets": {WIDGET_STATE: state}})
    path = handouts.write(notebook, "page", folder, slides=slides)
    return path.read_text(encoding="utf-8")


def assert_intact(page, sentence):
    """The state is all there, and nothing in it is read as HTML.

    Chromium shows such pages in ``tests/browser/test_handouts.py``.
    """
    _, _, rest = page.partition(f'<script type="{WIDGET_STATE}">')
    state, end, _ = rest.partition("</script>")
    assert end
    assert "<" not in state  # after "<!-- <script" the end would be no end
    widgets = json.loads(state)["state"].values()
    assert sentence in [widget["state"].get("value") for widget in widgets]
    assert sentence not in page.replace(state, "")
    assert page.rstrip().endswith("</html>")


def test_C19_a_very_long_sentence(make):
    """All n × n weights were sent and drawn; the browser froze."""
    for words in (64, 128, 2000):
        begin = time.process_time()
        explorer = make(explorers.ScoresExplorer, sentence="monkey " * words)
        assert time.process_time() - begin < 2
        assert len(explorer.trace.scores) == MAX_TOKENS == 64
        assert len(explorer.board.data) < 500_000
        said = f"the first 64 of {words:,} tokens" in explorer.caption
        assert said == (words > 64)
    begin = time.process_time()
    figures.png(figures.attention_weights(np.full((128, 128), 1 / 128), ["w"] * 128))
    assert time.process_time() - begin < 2


@pytest.mark.notebook
def test_C20_another_default_encoding():
    """On Windows the default encoding could neither read nor print a lesson."""
    environment = os.environ | {
        "LC_ALL": "POSIX",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
    }
    environment.pop("PYTHONIOENCODING", None)
    command = [sys.executable, "-X", "warn_default_encoding"]
    command += ["-W", "error::EncodingWarning:__main__"]
    command += ["notebooks/build.py", "--check", "--no-execute", SHORTEST.stem]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr


@pytest.mark.notebook
def test_C21_started_as_root(tmp_path):
    """In a container JupyterLab stopped at once; beginners saw a window close."""
    (command,) = re.findall(r"^ *(\S+jupyter lab .*--allow-root.*)$", README, re.M)
    assert "--ip=0.0.0.0" in command  # else nobody outside the container reaches it
    begin = time.monotonic()
    with jupyterlab(tmp_path) as lab:  # with the same flag
        address = f"http://127.0.0.1:{lab.port}/lab?token={lab.token}"
        with urllib.request.urlopen(address) as answer:
            assert answer.status == 200
    assert time.monotonic() - begin < 60


def test_C22_no_front_end_in_particular():
    """Widgets came from a CDN, or needed a backend that is not everywhere."""
    for notebook in EVERY:
        for cell in code_cells(notebook):
            assert not re.search(r"^\s*%|ipympl", cell.source, re.MULTILINE)
    for path in [*JAVASCRIPT, *(ROOT / "attn_lib").rglob("*.css")]:
        code = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://", code), path
    assert "JupyterLab 4" in README
    assert "does not show widgets shows the still pictures" in README


def test_C25_nothing_old_in_the_kernel():
    """Deleted code went on acting, and an edited module was not read again."""
    assert re.search(r"After editing a file of `attn_lib`.*restart the kernel", README)
    for notebook in EVERY:
        set_up, *_ = code_cells(notebook)
        known = names(ast.Store, set_up.source) | set(dir(builtins))
        for cell in explorer_cells(notebook):
            needed = names(ast.Load, cell.source) - names(ast.Store, cell.source)
            assert needed <= known, cell.source


def names(context, source):
    """The names that a cell sets (imports included), or reads."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, context):
            found.add(node.id)
        if context is ast.Store and isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(a.asname or a.name).split(".")[0] for a in node.names}
        if context is ast.Store and isinstance(node, ast.FunctionDef):
            found.add(node.name)
    return found
