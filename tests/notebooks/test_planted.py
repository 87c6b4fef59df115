"""The checks of this folder can fail: one fault each, planted in a copy."""

import nbformat
import pytest
from nbformat.v4 import new_output

from notebooks import build
from tests import planting
from tests.notebooks.lessons import (
    NOTEBOOKS,
    code_cells,
    markdown_cells,
    outputs,
    read,
)
from tests.notebooks.prose import quoted

pytestmark = pytest.mark.notebook
FORM = "tests/notebooks/test_form.py::test_"
RUN = "tests/notebooks/test_run.py::test_"
LESSON = NOTEBOOKS[0].stem if NOTEBOOKS else ""


def another_number_in_the_prose(notebook):
    """The text goes on saying what its cells no longer give."""
    for cell in markdown_cells(notebook):
        for number in quoted(cell.source):
            if number.text in cell.source:
                cell.source = cell.source.replace(number.text, "987.654")
                return


def a_warning(notebook):
    warning = new_output("stream", name="stderr", text="DeprecationWarning: …\n")
    code_cells(notebook)[0].outputs.append(warning)


def another_result(notebook):
    printed = next(o for o in outputs(notebook) if o.output_type == "stream")
    printed.text += "0.5\n"


def a_picture_without_a_caption(notebook):
    picture = next(o for o in outputs(notebook) if "image/png" in o.get("data", {}))
    picture.metadata = {}


@pytest.mark.parametrize(
    ("plant", "test"),
    [
        (another_number_in_the_prose, "tests/notebooks/test_prose.py"),
        (a_warning, f"{FORM}nothing_went_to_stderr_or_failed"),
        (a_picture_without_a_caption, f"{FORM}every_picture_says_what_it_shows"),
        (another_result, f"{RUN}nbval_gives_the_stored_outputs_within_a_minute"),
        (another_result, f"{RUN}a_new_build_gives_the_committed_notebook"),
    ],
)
def test_a_planted_fault_is_noticed(plant, test, tmp_path):
    copy = planting.copy_project(tmp_path)
    path = copy / "notebooks" / f"{LESSON}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    plant(notebook)
    planted = build.dumps(notebook)
    assert planted != path.read_text(encoding="utf-8")
    path.write_text(planted, encoding="utf-8")

    done = planting.run_tests(copy, ["-k", LESSON, test])
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout


def test_a_stale_notebook_is_noticed(tmp_path):
    title = read(NOTEBOOKS[0]).cells[0].source.splitlines()[0]
    planting.expect_red(
        *(tmp_path, f"notebooks/source/{LESSON}.md", f"{title}\n", f"{title}, again\n"),
        ["-k", LESSON, f"{FORM}the_notebook_is_built_from_its_source"],
    )


def test_without_a_fault_all_is_green(tmp_path):
    planting.expect_green(
        tmp_path,
        [
            "tests/notebooks/test_form.py",
            "tests/notebooks/test_prose.py",
            *("-k", f"{LESSON} and not links"),  # a copy lacks what links lead to
        ],
    )
