"""The checks of this folder can fail: one fault each, planted in a copy."""

import nbformat
import pytest
from nbformat.v4 import new_output

from notebooks import build
from tests import planting
from tests.notebooks.lessons import (
    SHORTEST,
    code_cells,
    markdown_cells,
    outputs,
    read,
)
from tests.notebooks.prose import quoted

pytestmark = pytest.mark.notebook
FORM = "tests/notebooks/test_form.py::test_"
LESSON = SHORTEST.stem if SHORTEST else ""


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
    ("plant", "test", "complaints"),
    [
        (
            another_number_in_the_prose,
            "tests/notebooks/test_prose.py",
            ["quotes 987.654, which no code or output gives"],
        ),
        (
            a_warning,
            f"{FORM}nothing_went_to_stderr_or_failed",
            ["DeprecationWarning: …"],
        ),
        (
            a_picture_without_a_caption,
            f"{FORM}every_picture_says_what_it_shows",
            ["no caption"],
        ),
        (
            another_result,
            "tests/notebooks/test_run.py::test_run_again_it_gives_what_is_stored",
            ["other outputs: cell", "Cell outputs differ"],  # the build's, nbval's
        ),
    ],
)
def test_a_planted_fault_is_noticed(plant, test, complaints, tmp_path):
    copy = planting.copy_project(tmp_path)
    path = copy / "notebooks" / f"{LESSON}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    plant(notebook)
    planted = build.dumps(notebook)
    assert planted != path.read_text(encoding="utf-8")
    path.write_text(planted, encoding="utf-8")

    done = planting.run_tests(copy, ["-k", LESSON, test])
    assert done.returncode == 1, done.stdout + done.stderr
    for complaint in complaints:
        assert complaint in done.stdout


def test_a_stale_notebook_is_noticed(tmp_path):
    title = read(SHORTEST).cells[0].source.splitlines()[0]
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
