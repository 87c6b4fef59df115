"""How long a first reader needs for a lesson's main part.

    python -m tests.support.minutes    prints it for each lesson

The main part is all but exercises (the section *Practice*) and the sections that begin
with *Optional*. Counted are 200 words a minute, 20 seconds a picture, 30 seconds for a
cell of at most nine lines of code and 60 for a longer one. Of a cell whose code is
folded only what it shows is read: a table that it prints takes as long as a picture.
Playing with an explorer comes on top.
"""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat

WORDS_A_MINUTE = 200
SECONDS = {"pictures": 20, "tables": 20, "short_cells": 30, "long_cells": 60}
SHORT = 9  # lines
LINK_TARGET = re.compile(r"(?<=\])\([^)]*\)")
NO_READING = re.compile(r"<!--.*?-->", re.DOTALL)


class Reading(NamedTuple):
    """What there is to read in the main part of a lesson."""

    words: int = 0
    pictures: int = 0
    tables: int = 0
    short_cells: int = 0
    long_cells: int = 0

    @property
    def minutes(self):
        """The time that it takes."""
        counts = self._asdict()
        seconds = sum(counts[what] * each for what, each in SECONDS.items())
        return self.words / WORDS_A_MINUTE + seconds / 60

    def __add__(self, other):
        return Reading(*map(sum, zip(self, other, strict=True)))


def reading(notebook):
    """What there is to read in the main part of a notebook."""
    parts = [
        Reading(words=words(part)) if isinstance(part, str) else reading_of_code(part)
        for part in main_part(notebook)
    ]
    return sum(parts, Reading())


def main_part(notebook):
    """The lines of text and the code cells of the main part, in their order."""
    level = aside = 0  # depth of the present heading, and of one that is left out
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if not aside:
                yield cell
            continue
        for line in NO_READING.sub("", cell.source).splitlines():
            if heading := re.match(r"#+(?= )", line):
                level = len(heading[0])
                aside = aside if level > aside else 0
            if line == "## Practice" or line.startswith("*Optional"):
                aside = aside or level
            if not aside:
                yield line


def words(line):
    """How many words a line of Markdown has; where its links lead is not read."""
    return len(LINK_TARGET.sub("", line).split())


def reading_of_code(cell):
    """What there is to read in a code cell and its outputs."""
    pictures = sum("image/png" in output.get("data", {}) for output in cell.outputs)
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        prints = any(output.output_type == "stream" for output in cell.outputs)
        return Reading(pictures=pictures, tables=int(prints))
    lines = [line for line in cell.source.splitlines() if line.strip()]
    is_short = len(lines) <= SHORT
    return Reading(
        pictures=pictures, short_cells=int(is_short), long_cells=int(not is_short)
    )


def promised(notebook):
    """The minutes that a page says it takes, in its opening."""
    texts = [c.source for c in notebook.cells[:4] if c.cell_type == "markdown"]
    (minutes,) = re.findall(r"\bAbout (\d+) minutes\b", "\n".join(texts))
    return int(minutes)


def main():
    """Print a line a lesson."""
    folder = Path(__file__).resolve().parents[2] / "notebooks"
    for path in sorted(folder.glob("*.ipynb")):
        found = reading(nbformat.read(path, as_version=4))
        counts = ", ".join(f"{n} {what}" for what, n in found._asdict().items())
        print(f"{path.stem:20} {found.minutes:4.1f} minutes: {counts}")


if __name__ == "__main__":
    main()
