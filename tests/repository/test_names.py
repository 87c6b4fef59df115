"""The tree is the formula: a step has the same name in every folder.

A module of the maths is a step, unless it is listed here as something else.
"""

import re
from pathlib import Path

import pytest

from notebooks.lessons import LESSONS

ROOT = Path(__file__).resolve().parents[2]

# What is no step, apart from what begins with _: the running example, what shows the
# steps, and the whole formula, whose lesson is "start here" (as is the embedding's).
NO_STEPS = {"attention", "embedding"}
NO_STEPS |= {"example", "explorers", "exercises", "figures", "scenes"}
NO_STEPS |= {"words"}  # what a person reads, in the language that is set
STEPS = [lesson.module for lesson in LESSONS[1:]]


def modules(folder):
    """Names of a folder's modules, helpers apart; a package is one, too."""
    packages = {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
    files = {path.stem for path in (ROOT / folder).glob("*.py")}
    return {name for name in packages | files if not name.startswith("_")}


# folder → what a step's file is called there
FOLDERS = {
    "attn_lib/figures": "{step}.py",
    "attn_lib/scenes": "{step}.py",
    "attn_lib/explorers": "{step}.py",
    "attn_lib/exercises": "{step}.py",
    "tests/maths": "test_{step}.py",
}


def test_a_module_of_the_maths_is_a_step_with_a_lesson():
    assert sorted(modules("attn_lib") - NO_STEPS) == sorted(STEPS)


def test_a_lesson_has_the_name_of_its_step():
    assert LESSONS[0].name == "start_here"
    assert [lesson.name for lesson in LESSONS[1:]] == STEPS


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_has_its_name_in_every_folder(step, folder):
    """A file, or a folder with several."""
    pattern = FOLDERS[folder].format(step=step)
    found = [*(ROOT / folder).glob(pattern), *(ROOT / folder).glob(f"{step}/")]
    assert len(found) == 1, f"{folder}/{pattern}: found {len(found)}"


@pytest.mark.parametrize("package", ["example", "maths/learning", "maths/real_model"])
def test_a_module_of_a_package_has_its_name_in_the_tests(package):
    tested = {path.stem for path in (ROOT / "tests" / package).glob("test_*.py")}
    named = modules(f"attn_lib/{package.removeprefix('maths/')}")
    named -= {"minilm"}  # real_model/test_model.py reads what ships
    assert tested == {f"test_{module}" for module in named}


@pytest.mark.parametrize("step", ["attention", "embedding"])
def test_the_whole_formula_and_its_input_are_tested_too(step):
    assert (ROOT / "tests/maths" / f"test_{step}.py").exists()


def drawn():
    """The files and folders in the picture of the layout, as it is indented."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, text = text.partition("## How the code is laid out\n\n```\n")
    folder = ""
    for line in text.partition("```")[0].splitlines():
        indent, names = re.match(r"( *)(\S+(?:, \S+)*) {2,}", line).groups()
        for name in names.split(", "):
            yield f"{folder}{name}" if indent else name
        folder = folder if indent else names


def test_the_picture_of_the_layout_shows_what_is_there():
    shown = {*drawn()}
    assert [name for name in shown if not (ROOT / name).exists()] == []
    packages = {path.parent.name for path in (ROOT / "attn_lib").glob("*/__init__.py")}
    folders = {path.parent.name for path in (ROOT / "attn_lib").glob("[a-z]*/*.*")}
    assert {f"attn_lib/{name}/" for name in (packages | folders) - {*STEPS}} <= shown
