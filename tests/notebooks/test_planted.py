"""The checks of this folder can fail: one fault each, planted in a copy of a lesson."""

import shutil

import nbformat
import pytest
from nbformat.v4 import new_output

from notebooks import build
from tests.notebooks import test_form, test_prose, test_run
from tests.notebooks.lessons import (
    SHORTEST,
    code_cells,
    markdown_cells,
    outputs,
    source_of,
)
from tests.notebooks.prose import allow_lists, prose, quoted


def another_number_in_the_prose(notebook):
    """The text goes on saying what its cells no longer give."""
    for cell in markdown_cells(notebook):
        for number in quoted(prose(cell)):
            if number.text in cell.source and not allow_lists(cell):
                cell.source = cell.source.replace(number.text, "987.654")
                return


def a_warning(notebook):
    warning = new_output("stream", name="stderr", text="DeprecationWarning: …\n")
    code_cells(notebook)[0].outputs.append(warning)


def a_picture_without_a_caption(notebook):
    picture = next(o for o in outputs(notebook) if test_form.shows_a_picture(o))
    picture.metadata = {}


def a_cell_that_was_not_run(notebook):
    code_cells(notebook)[-1].execution_count = None


@pytest.mark.parametrize(
    ("plant", "check", "complaint"),
    [
        (
            another_number_in_the_prose,
            test_prose.test_quoted_numbers_are_measured,
            "quotes 987.654, which no code or output gives",
        ),
        (
            a_warning,
            test_form.test_nothing_went_to_stderr_or_failed,
            "DeprecationWarning",
        ),
        (
            a_picture_without_a_caption,
            test_form.test_every_picture_says_what_it_shows,
            "no caption",
        ),
        (
            a_cell_that_was_not_run,
            test_form.test_every_code_cell_has_run_in_order,
            "None",
        ),
    ],
)
def test_a_planted_fault_is_noticed(plant, check, complaint):
    notebook = nbformat.read(SHORTEST, as_version=4)
    check(notebook)
    plant(notebook)
    with pytest.raises(AssertionError, match=complaint):
        check(notebook)


def test_a_stale_notebook_is_noticed(tmp_path):
    source = tmp_path / "source" / f"{SHORTEST.stem}.md"
    source.parent.mkdir()
    shutil.copy(SHORTEST, tmp_path)
    shutil.copy(source_of(SHORTEST), source)
    test_form.test_the_notebook_is_built_from_its_source(source)
    text = source.read_text(encoding="utf-8")
    source.write_text(f"{text}\nOne more sentence.\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="stale"):
        test_form.test_the_notebook_is_built_from_its_source(source)


@pytest.mark.notebook
def test_another_result_is_noticed_by_nbval_and_by_the_build(tmp_path):
    source = tmp_path / "source" / "01_small.md"
    source.parent.mkdir()
    source.write_text("# Title\n\n```python\nprint(1)\n```\n", encoding="utf-8")
    notebook = build.read_source(source)
    notebook.cells[1].outputs = [new_output("stream", text="2\n")]
    path = build.notebook_path(source)
    path.write_text(build.dumps(build.normalise(notebook)), encoding="utf-8")
    with pytest.raises(AssertionError, match="Cell outputs differ") as noticed:
        test_run.test_run_again_it_gives_what_is_stored(path)
    assert "other outputs: cell 2" in str(noticed.value)
