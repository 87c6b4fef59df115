"""``notebooks/lessons.py`` names each lesson; who speaks of one is held to it here."""

import importlib
import re

import pytest

import attn_lib as al
from attn_lib.exercises import museum
from attn_lib.exercises._progress import LESSONS as EXERCISES
from attn_lib.figures import attention
from notebooks.lessons import LESSONS
from tests.support.lessons import ROOT, SOURCES, by_name, read

COUNTED = ("six", "seven", "eight", "nine", "ten", "eleven", "twelve")
IN_FORMULA = {lesson.part: lesson for lesson in LESSONS if lesson.part}
LINK = re.compile(r"\[([^][]+)\]\((?:\.\./)?(?:notebooks/)?(\d\d_\w+)\.ipynb\)")

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.stem)


def links(text):
    """What is written on each link to a lesson, without marks, and where it leads."""
    return [(re.sub(r"[*`]", "", said), stem) for said, stem in LINK.findall(text)]


def table(text):
    """The rows of a text's first table of lessons, as lists of cells."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    cells = [re.split(r" *\| *", row.strip("| ")) for row in rows]
    return [row for row in cells if any(links(cell) for cell in row)]


def test_the_lessons_are_numbered_without_a_gap():
    assert [lesson.number for lesson in LESSONS] == list(range(len(LESSONS)))


@pytest.mark.parametrize(
    ("folder", "suffix"),
    [("", ".ipynb"), ("solutions", ".ipynb"), ("source", ".md")],
)
def test_each_lesson_has_its_files_and_there_is_no_other(folder, suffix):
    found = sorted((ROOT / "notebooks" / folder).glob(f"*{suffix}"))
    assert [path.stem for path in found] == [lesson.stem for lesson in LESSONS]


@every_lesson
def test_a_lesson_begins_with_its_number_and_title(lesson):
    (source,) = (path for path in SOURCES if path.stem == lesson.stem)
    title = f"# {lesson.number} · {lesson.title}\n"
    assert f"\n{title}" in source.read_text(encoding="utf-8")


@pytest.mark.parametrize("source", SOURCES, ids=by_name)
def test_it_ends_with_links_to_those_before_and_after_it(source):
    number = int(source.stem[:2])
    *_, last = source.read_text(encoding="utf-8").rstrip().splitlines()
    found = {stem for _, stem in links(last)}
    near = {lesson.stem for lesson in LESSONS if abs(lesson.number - number) == 1}
    assert near <= found <= near | {LESSONS[0].stem}


def test_readme_lists_every_lesson_with_its_module():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"in {COUNTED[len(LESSONS) - 6]} notebooks" in readme
    for lesson, row in zip(LESSONS, table(readme), strict=True):
        symbol, notebook, modules, _ = row
        assert symbol == lesson.symbol
        assert links(notebook) == [(f"{lesson.number:02} {lesson.title}", lesson.stem)]
        for name, module in re.findall(
            r"\[(\w+)\]\(attn_lib/(\w+)(?:\.py)?\)", modules
        ):
            assert name == module
        assert f"[{lesson.module}](attn_lib/{lesson.module}" in modules


def test_the_library_lists_every_lesson_with_its_module():
    rows = re.findall(r"^(\S.*?)  +``(\w+)``.*``(\d\d_\w+)``$", al.__doc__, re.M)
    assert rows == [(one.symbol, one.module, one.stem) for one in LESSONS]
    for lesson in LESSONS:
        assert importlib.import_module(f"attn_lib.{lesson.module}")


def formula_above(source):
    """The line of a source that shows the formula and leads to the other lessons."""
    lines = source.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if "softmax(" in line and links(line))


@pytest.mark.parametrize("source", SOURCES, ids=by_name)
def test_a_symbol_of_the_formula_leads_to_its_lesson(source):
    """The present one is in bold; beyond the formula, parts may be missing."""
    expected = {p: one.stem for p, one in IN_FORMULA.items() if one.stem != source.stem}
    found = {part for part in links(formula_above(source)) if part[0] in IN_FORMULA}
    assert found
    assert found <= expected.items()
    if int(source.stem[:2]) <= len(IN_FORMULA):
        assert found == set(expected.items())


def test_readme_s_formula_leads_to_the_lessons_of_its_symbols():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    formula = next(line for line in readme if line.startswith("**softmax("))
    expected = [(part, lesson.stem) for part, lesson in IN_FORMULA.items()]
    assert links(formula) == expected


def test_the_map_of_the_formula_has_its_lessons():
    assert list(attention._STEPS) == [one.module for one in IN_FORMULA.values()]


@pytest.mark.parametrize(
    "path",
    [*SOURCES, *(ROOT / "docs").glob("*.md"), ROOT / "README.md"],
    ids=by_name,
)
def test_a_link_with_a_number_leads_to_that_lesson(path):
    """As "[lesson 3](…)", "[3 · Scale and softmax](…)" or "[03 Scale …](…)"."""
    for said, stem in links(path.read_text(encoding="utf-8")):
        (lesson,) = (one for one in LESSONS if one.stem == stem)
        if re.fullmatch(r"lesson \d+", said):
            assert said == f"lesson {lesson.number}"
        elif re.match(r"\d", said) and "heads" not in said:
            number, _, title = said.partition(" ")
            assert (int(number), title.removeprefix("· ")) == lesson[0:3:2]


def test_every_lesson_has_its_exercises_and_its_bug():
    numbers = [f"{lesson.number:02}" for lesson in LESSONS]
    assert list(EXERCISES) == list(museum.EXERCISES) == numbers
    for number, lesson in zip(numbers, LESSONS, strict=True):
        module = importlib.import_module(f"attn_lib.exercises.{lesson.module}")
        assert number == module.LESSON
        assert set(module.EXERCISES) < set(EXERCISES[number])


@every_lesson
def test_a_lesson_asks_for_the_progress_of_its_own(lesson):
    notebook = read(ROOT / "notebooks" / f"{lesson.stem}.ipynb")
    sources = "\n".join(cell.source for cell in notebook.cells)
    asked = set(re.findall(r'exercises\.progress\("(\d\d)"\)', sources))
    assert asked == {f"{lesson.number:02}"}
