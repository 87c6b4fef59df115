"""A lesson takes the time that its page promises, and that is not much."""

import math

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.support.lessons import NOTEBOOKS, by_name, read
from tests.support.minutes import Reading, promised, reading

AT_MOST = 20  # a quarter of an hour is the aim, and this what a page may ask for

# What is still longer, and may not become longer yet.
TOO_LONG = {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_a_lesson_takes_the_minutes_that_it_promises(path):
    found, promise = reading(read(path)), promised(read(path))
    assert promise <= AT_MOST
    in_time = found.minutes <= promise
    assert in_time or found.minutes <= TOO_LONG.get(path.stem, 0), found
    assert not (in_time and path.stem in TOO_LONG), "take it off the list"
    if path.stem not in TOO_LONG:
        assert promise <= max(15, math.ceil(found.minutes)), "it is faster than it says"


PICTURE = new_output("display_data", {"image/png": "…"})
TABLE = new_output("stream", text="a table")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (new_markdown_cell("three [short words](far_away.ipynb)"), Reading(words=3)),
        (new_markdown_cell("one <!-- quoted: 0.5 -->"), Reading(words=1)),
        (new_code_cell("x = 1"), Reading(short_cells=1)),
        (new_code_cell("x = 1\n\n" * 9), Reading(short_cells=1)),
        (new_code_cell("x = 1\n" * 10), Reading(long_cells=1)),
        (
            new_code_cell("x", outputs=[PICTURE, TABLE]),
            Reading(pictures=1, short_cells=1),
        ),
        (
            new_code_cell(
                "x\n" * 30,
                outputs=[PICTURE, TABLE],
                metadata={"jupyter": {"source_hidden": True}},
            ),
            Reading(pictures=1, tables=1),
        ),
    ],
)
def test_what_is_read_in_a_cell(cell, expected):
    assert reading(new_notebook(cells=[cell])) == expected


def test_exercises_and_what_is_optional_are_apart():
    text = "# Title\n## One\n### Two\n*Optional*\n#### Three\nnot read\n### Four\nread"
    cells = [
        new_markdown_cell(text),
        new_markdown_cell("## Practice\n### Exercise\n*Optional* and not read"),
        new_code_cell("x = ..."),
        new_markdown_cell("## What to remember"),
        new_code_cell("x"),
    ]
    found = reading(new_notebook(cells=cells))
    assert found == Reading(words=2 + 2 + 2 + 2 + 1 + 4, short_cells=1)


def test_minutes():
    found = Reading(words=100, pictures=3, tables=3, short_cells=2, long_cells=2)
    assert found.minutes == 0.5 + 1 + 1 + 1 + 2
