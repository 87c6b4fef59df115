"""The lessons as the tests see them."""

import functools
from pathlib import Path

import nbformat
import pytest

from notebooks import build
from notebooks.lessons import LESSONS

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [ROOT / "notebooks/source" / f"{lesson.stem}.md" for lesson in LESSONS]
NOTEBOOKS = [ROOT / "notebooks" / f"{lesson.stem}.ipynb" for lesson in LESSONS]

# The one with the least to draw: enough where one lesson is enough. A lesson that is
# just being added has no notebook yet.
SHORTEST = min(filter(Path.exists, NOTEBOOKS), key=lambda path: path.stat().st_size)


def by_name(path):
    """The name of a lesson, for the ids of parametrised tests."""
    return path.stem


def source_of(path):
    """The source that a notebook is built from."""
    return path.parent / "source" / f"{path.stem}.md"


def solved_copy_of(path):
    """The copy of a lesson in which every exercise is solved."""
    return path.parent / "solutions" / path.name


@functools.cache
def read(path):
    """A committed notebook; not to be changed by a test."""
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def markdown_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "markdown"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def pictures(notebook):
    """Each code cell, by name → its pictures as files."""
    return {
        build.cell_name(notebook, cell): [
            output.data["image/png"]
            for output in cell.outputs
            if "image/png" in output.get("data", {})
        ]
        for cell in code_cells(notebook)
    }


every_notebook = pytest.mark.parametrize(
    "notebook", [pytest.param(read(path), id=by_name(path)) for path in NOTEBOOKS]
)
