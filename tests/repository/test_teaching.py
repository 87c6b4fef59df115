"""docs/teaching.md: what a teacher is told to do can be done, and the plans fit."""

import re
import subprocess
import sys
from pathlib import Path
from shlex import quote

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from attn_lib import exercises, explorers
from notebooks import build
from tests.notebooks.test_form import alternative_text, shows_a_picture
from tests.support import prose
from tests.support.lessons import NOTEBOOKS, ROOT, code_cells, read

TEXT = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^ *\.venv/bin/jupyter .*$", re.MULTILINE)
BIN = Path(sys.executable).parent


@pytest.mark.parametrize("minutes", [45, 90])
def test_a_plan_fills_its_time_without_a_gap(minutes):
    section = TEXT.partition(f"## {minutes} minutes")[2].partition("\n## ")[0]
    spans = re.findall(r"^\| (\d+)–(\d+) \|", section, re.MULTILINE)
    starts, ends = zip(*((int(a), int(b)) for a, b in spans), strict=True)
    assert [0, *ends] == [*starts, minutes]


def test_every_explorer_can_be_shown_as_written():
    """Class, keywords and values: each line is what "Copy code" could have given."""
    lines = sorted(set(re.findall(r"`(\w+Explorer\(.*?\))`", TEXT)))
    assert len(lines) >= 15
    names = {}
    exec("from attn_lib.explorers import *", names)
    for line in lines:
        explorer = eval(line, names)
        explorer.close()


def test_the_numbers_that_are_pointed_at_are_there():
    shown = explorers.ScoresExplorer(query=3)
    assert f"{shown.trace.scores[3, 2]:.2f}" == "6.11"
    assert f"{shown.trace.scores[2, 3]:.2f}" == "2.90"
    shown.close()


def test_its_numbers_are_those_of_the_lessons():
    proof = [n for path in NOTEBOOKS for n in prose.evidence(read(path).cells)]
    lessons, *_ = TEXT.partition("## How many students")  # that is measured elsewhere
    text = re.sub(r"```.*?```", "", lessons, flags=re.DOTALL)
    cell = new_markdown_cell(text)
    unproven = [
        number.text
        for number in prose.quoted(prose.prose(cell))
        if not prose.is_proven(number, proof)
    ]
    assert unproven == []


def test_each_number_and_the_line_of_a_lesson_that_it_speaks_of(golden):
    """So that a number is not another one of the same lessons."""
    lessons, *_ = TEXT.partition("## How many students")
    text = re.sub(r"```.*?```", "", lessons, flags=re.DOTALL)
    cells = [cell for path in NOTEBOOKS for cell in read(path).cells]
    found = prose.with_proof(new_markdown_cell(text), cells)
    golden("teaching", "".join(f"{said}\n    {by}\n" for said, by in found))


def measured(pattern):
    """Numbers of the block of figures that the rehearsal of a class printed."""
    (found,) = re.findall(pattern, TEXT, re.MULTILINE)
    return [float(number) for number in np.atleast_1d(found)]


def told(pattern):
    """The one number, or number word, that the text says there."""
    (found,) = re.findall(pattern, TEXT)
    words = {"five": 5, "eighth": 8, "sixteenth": 16, "two and a half": 2.5}
    return words.get(found) or float(found)


def test_what_is_reckoned_from_the_rehearsal_follows_from_it():
    cpu = r": ([\d.]+) % of a core and (\d+) MB a student; ([\d.]+) ms of CPU a change"
    parts = [
        measured(f"^{name}{cpu}") for name in ("server", "kernel", "hub and proxy")
    ]
    _, memory, change = np.sum(parts, axis=0)
    students, cores, ready = measured(
        r"^(\d+) students on (\d+) cores; all ready after (\d+) s"
    )
    (entry,) = measured(r"^to come in: ([\d.]+) s of a core a student")
    changes, _ = measured(r"^changes a second: (\d+) of (\d+) wanted")
    p50, *_ = measured(r"^answer, ms: p50 (\d+), p95 (\d+), longest (\d+)")
    each = changes / students
    assert told(r"makes (\w+) changes a second") == each
    assert told(r"\*\*Memory:\*\* (\d+) MB a student") == round(memory, -1)
    assert told(r"one change costs about (\d+) ms of a core") == round(change)
    busy = 1 / told(r"keeps a (\w+) of a core busy")
    assert busy == pytest.approx(each * change / 1000, rel=0.1)
    assert told(r"one core for (\d+) students is enough") == pytest.approx(
        1 / busy, abs=1
    )
    assert told(r"takes about (\d+) s\s+of a core") == round(entry)
    assert told(r"one student every (\w+) seconds") == pytest.approx(
        entry / cores, abs=0.5
    )
    assert told(r"a class of 30 in ([\w ]+?) minutes") == round(ready / 60, 1)
    assert told(r"an answer takes an (\w+) of a second") == pytest.approx(
        1000 / p50, rel=0.15
    )


def test_its_headings_and_lessons_sections_exist():
    headings = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(#([^)]+)\)", TEXT):
        assert target in anchors
    for number, section in re.findall(r"Lesson (\d), \*(.+?)\*", TEXT):
        (lesson,) = (p for p in NOTEBOOKS if p.stem.startswith(f"0{number}_"))
        titles = "\n".join(re.findall(r"^#+ .*$", "\n".join(sources(lesson)), re.M))
        assert section.rstrip(".") in titles, section


def test_exercises_that_a_plan_names_exist():
    for number, which in re.findall(r"[Ll]esson (\d)\S*, exercises? (\d)", TEXT):
        (lesson,) = (p for p in NOTEBOOKS if p.stem.startswith(f"0{number}_"))
        assert any(f"### Exercise {which}:" in text for text in sources(lesson))


def sources(lesson):
    return [cell.source for cell in read(lesson).cells]


def run(command, folder):
    """Run a command of the text in another folder, with this environment."""
    done = subprocess.run(
        re.sub(r"^ *\.venv/bin/(\S+)", lambda m: quote(str(BIN / m[1])), command),
        shell=True,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.notebook
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are a shell's")
def test_what_is_collected_is_run_anew_and_listed(tmp_path):
    (command,) = re.findall(r"^\.venv/bin/python notebooks/collect.*$", TEXT, re.M)
    right = "def mix(weights, V):\n    return weights @ V"
    for name, answer in (("anna", right), ("bea", "def mix(weights, V):\n    ...")):
        code = ["from attn_lib import exercises", answer]
        code += ["exercises.check_mix(mix)", "1 / 0", 'exercises.progress("05")']
        cells = [new_code_cell(line) for line in code]
        notebook = new_notebook(cells=cells, metadata=build.METADATA)
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    anna, bea = run(command.replace(" collected", f" {tmp_path}"), ROOT).splitlines()
    assert anna.startswith("anna.ipynb: Lesson 05: 1 of 4. ✓ mix, ○ ")
    assert bea.startswith("bea.ipynb: Lesson 05: 0 of 4. ○ mix, ○ ")


@pytest.mark.notebook
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are a shell's")
def test_a_handout_is_complete_in_itself(tmp_path):
    (export,) = COMMAND.findall(TEXT)
    lessons = " ".join(quote(str(path)) for path in NOTEBOOKS)
    run(export.replace("notebooks/*.ipynb", lessons), tmp_path)
    for lesson in NOTEBOOKS:
        html = (tmp_path / "handouts" / f"{lesson.stem}.html").read_text(
            encoding="utf-8"
        )
        page = BeautifulSoup(html, "html.parser")
        assert not page.select('script[src^="http"], link[rel="stylesheet"][href]')
        images = page.select("img")
        assert all(image["src"].startswith("data:") for image in images)
        assert [image["alt"] for image in images] == alternative_texts(lesson)


def alternative_texts(lesson):
    """What the pictures of a lesson show, in words, as the notebook stores it."""
    shown = [output for cell in code_cells(read(lesson)) for output in cell.outputs]
    return [alternative_text(o) for o in shown if shows_a_picture(o)]


def test_the_nbgrader_script_marks_each_exercise_and_adds_its_test(
    tmp_path, monkeypatch
):
    """nbgrader is not among the requirements; what it reads is looked at here."""
    lesson = NOTEBOOKS[0]
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    target = tmp_path / lesson.name
    monkeypatch.setattr(sys, "argv", ["for_nbgrader.py", str(lesson), str(target)])
    exec(code, {})
    marked = nbformat.read(target, as_version=4)
    nbformat.validate(marked)
    roles = [c.metadata.nbgrader for c in marked.cells if "nbgrader" in c.metadata]
    stubs = [cell for cell in read(lesson).cells if build.is_exercise(cell)]
    assert [role.solution for role in roles] == [True, False] * len(stubs)
    assert [role.get("points", 0) for role in roles] == [0, 1] * len(stubs)
    assert len({role.grade_id for role in roles}) == len(roles)


def test_the_nbgrader_test_passes_what_is_right_and_nothing_else():
    (code,) = re.findall(r'TEST = """\\\n(.*?)"""', TEXT, re.DOTALL)
    test = code.format(check="exercises.check_mix(mix)")
    exec(test, {"exercises": exercises, "mix": lambda weights, V: weights @ V})
    with pytest.raises(AssertionError, match="not done yet"):
        exec(test, {"exercises": exercises, "mix": ...})
