"""A lesson that was run in any order, or stopped, works again from its first cell."""

import os

import nbformat
import pytest

from notebooks import build
from tests.support.lessons import NOTEBOOKS, by_name, code_cells, source_of

pytestmark = [pytest.mark.notebook, pytest.mark.rehearsal]
MAY_FAIL = {"tags": ["raises-exception"]}


def code(source, **metadata):
    return nbformat.v4.new_code_cell(source, metadata=metadata)


def run_after(path, before):
    """Run some cells and then the lesson in the same kernel: require what is stored."""
    notebook = build.read_source(source_of(path))
    lesson = notebook.cells
    notebook.cells = [*before(code_cells(notebook)), *lesson]
    build.execute(notebook)
    before_it, notebook.cells = notebook.cells[: -len(lesson)], lesson
    stored = path.read_text(encoding="utf-8")
    assert build.difference(stored, build.normalise(notebook)) == ""
    return before_it


@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_any_order_does_no_harm(path):
    """Backwards in a new kernel, where most cells fail; forwards; backwards again."""

    def wander(cells):
        for order in (cells[::-1], cells, cells[::-1]):
            yield from (code(cell.source, **MAY_FAIL) for cell in order)

    ran = run_after(path, wander)
    assert any(output.output_type == "error" for cell in ran for output in cell.outputs)


INTERRUPTED = """\
import os, signal, threading

threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
trainer.run(10**6)
"""


@pytest.mark.skipif(os.name == "nt", reason="a process cannot interrupt itself there")
def test_a_training_that_is_interrupted_does_no_harm():
    """By the signal that JupyterLab's ■ sends, to a kernel in the midst of it."""
    (path,) = (path for path in NOTEBOOKS if "learning" in path.stem)

    def stop_it(cells):
        training = next(
            n for n, cell in enumerate(cells) if "trainer.run" in cell.source
        )
        yield from (code(cell.source) for cell in cells[: training + 1])
        yield code(INTERRUPTED, **MAY_FAIL)
        yield code("assert 150 < trainer.state.step < 10**6")

    *_, stopped, _ = run_after(path, stop_it)
    assert [output.ename for output in stopped.outputs] == ["KeyboardInterrupt"]
