"""The exercises of every lesson: open in the lesson, solved in its solved copy."""

import ast
import inspect
import re
import textwrap

import pytest

from attn_lib.exercises._questions import QUESTIONS, Choice
from notebooks import build
from tests.exercises.test_answers import ANSWERS
from tests.support.lessons import (
    NOTEBOOKS,
    by_name,
    code_cells,
    every_notebook,
    markdown_cells,
    read,
    solved_copy_of,
)
from tests.support.prose import output_texts

CHECK = re.compile(r"exercises\.check_\w+\(.*\)")
PROGRESS = re.compile(r'exercises\.progress\("\d\d"\)')
PREDICT = re.compile(r'predict\("(?P<key>[^"]+)"\)')
EFFORT = re.compile(r"^\*Level [1-5] of 5, \d+ minutes\.\*", re.MULTILINE)
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)

every_lesson = pytest.mark.parametrize(
    ("lesson", "solved"),
    [
        pytest.param(read(path), read(solved_copy_of(path)), id=by_name(path))
        for path in NOTEBOOKS
    ],
)


def cells_of(notebook, pattern):
    """The code cells that consist of one call and nothing else."""
    return [cell for cell in code_cells(notebook) if pattern.fullmatch(cell.source)]


def printed(cell):
    return "".join(output_texts(cell))


def exercises_of(notebook):
    """Each exercise as four cells: task, stub, check, hints with the solution."""
    cells = notebook.cells
    return [
        cells[position - 1 : position + 3]
        for position, cell in enumerate(cells)
        if build.is_exercise(cell)
    ]


@every_lesson
def test_both_copies_have_the_same_pictures_in_the_same_places(lesson, solved):
    """They were built on one machine: a picture that was exchanged shows here."""
    assert pictures(lesson) == pictures(solved)


def pictures(notebook):
    return [
        (cell.id, output.data["image/png"])
        for cell in code_cells(notebook)
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]


# ---- what a lesson has -----------------------------------------------------


@every_notebook
def test_a_lesson_gives_something_to_predict_to_write_and_to_find(notebook):
    assert 2 <= len(cells_of(notebook, PREDICT)) <= 4
    checks = [check.source for _, _, check, _ in exercises_of(notebook)]
    exhibits = [source for source in checks if "check_exhibit" in source]
    assert len(exhibits) == 1
    assert len(checks) - len(exhibits) >= 3


@every_notebook
def test_an_exercise_is_task_stub_check_and_folded_help(notebook):
    for task, stub, check, help_ in exercises_of(notebook):
        assert len(EFFORT.findall(task.source)) == 1, f"no level: {task.source}"
        assert "..." in stub.source or "zeros" in stub.source, stub.source
        assert CHECK.fullmatch(check.source), check.source
        folded = FOLDED.findall(help_.source)
        assert FOLDED.sub("", help_.source).strip() == "", help_.source
        titles = re.findall(r"<summary>(.*?)</summary>", help_.source)
        *hints, solution = titles
        assert len(folded) == len(titles)
        assert hints in (
            ["Hint"],
            *([f"Hint {i + 1}" for i in range(n)] for n in (2, 3)),
        )
        assert solution == "Solution"
        assert len(build.SOLUTION.findall(help_.source)) == 1


@every_notebook
def test_every_check_belongs_to_an_exercise(notebook):
    checks = [check for _, _, check, _ in exercises_of(notebook)]
    assert cells_of(notebook, CHECK) == checks


@every_notebook
def test_questions_come_before_their_evidence_and_keep_their_answer(notebook):
    """What stands in the page tells nothing: the answers are in the library."""
    positions = []
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and (asked := PREDICT.fullmatch(cell.source)):
            positions.append(position)
            question = QUESTIONS[asked["key"]]
            replies = (
                [answer.reply for answer in question.answers.values()]
                if isinstance(question, Choice)
                else [question.reply, *(reply for *_, reply in question.tempting)]
            )
            assert question.question in " ".join(printed(cell).split())
            for reply in replies:
                assert reply not in printed(cell)
    exercise_cells = map(build.is_exercise, notebook.cells)
    assert max(positions) < list(exercise_cells).index(True)


@every_notebook
def test_it_ends_with_what_is_done_and_a_link_on(notebook):
    ends = [
        position
        for position, cell in enumerate(notebook.cells)
        if cell in cells_of(notebook, CHECK)
    ]
    (done,) = cells_of(notebook, PROGRESS)
    assert notebook.cells.index(done) > max(ends)
    last = markdown_cells(notebook)[-1]
    assert notebook.cells.index(last) > notebook.cells.index(done)
    assert re.search(r"\]\(\d\d_\w+\.ipynb\)", last.source), last.source


# ---- open, and solved ------------------------------------------------------


@pytest.mark.case("D12")
@every_notebook
def test_untouched_every_check_says_not_done_yet(notebook):
    checks = cells_of(notebook, CHECK)
    for check in checks:
        assert re.fullmatch(r"○ .*: not done yet.*\.\n", printed(check)), check.source
    (done,) = cells_of(notebook, PROGRESS)
    assert f": 0 of {len(checks)}. " in printed(done)


@every_lesson
def test_solved_every_check_is_passed(lesson, solved):
    checks = cells_of(solved, CHECK)
    assert [check.source for check in checks] == [
        check.source for check in cells_of(lesson, CHECK)
    ]
    for check in checks:
        *_, verdict = printed(check).splitlines()
        assert re.fullmatch(r"✓ .*: right\.", verdict), printed(check)
    (done,) = cells_of(solved, PROGRESS)
    assert f": {len(checks)} of {len(checks)}. " in printed(done)
    assert "All done." in printed(done)


@every_lesson
def test_a_solved_copy_says_so_and_is_else_the_same(lesson, solved):
    """Its outputs are compared with a fresh run; so the lesson's are compared too."""
    assert "**Solved copy**" in solved.cells[0].source
    assert "Solved copy" not in lesson.cells[0].source
    for mine, other in zip(code_cells(lesson), code_cells(solved), strict=True):
        if build.is_exercise(mine):
            assert mine.source != other.source
        elif not (CHECK.fullmatch(mine.source) or PROGRESS.fullmatch(mine.source)):
            assert mine == other


@pytest.mark.case("D12")
@every_lesson
def test_a_solution_stands_in_its_fold_and_nowhere_else(lesson, solved):
    shown = [cell.source for cell in code_cells(lesson)]
    shown += [FOLDED.sub("", cell.source) for cell in markdown_cells(lesson)]
    for cell in code_cells(solved):
        if build.is_exercise(cell):
            body = cell.source
            if body.startswith("def "):
                body = textwrap.dedent(body.partition("\n")[2])
            for text in shown:
                assert body not in textwrap.dedent(text), cell.source


@every_lesson
def test_the_solution_is_the_one_that_the_checks_are_tested_with(lesson, solved):
    """Of functions; that other answers are right, the solved copy's check says."""
    for _, stub, check, _ in exercises_of(solved):
        name, argument = re.match(r"exercises\.(\w+)\((\w*)", check.source).groups()
        if f"def {argument}(" in stub.source:
            solution = next(iter(ANSWERS[name].right.values()))
            code = textwrap.dedent(inspect.getsource(solution))
            assert function_in(stub.source) == function_in(code), name


def function_in(code):
    """Parameters and statements of a function, however it is laid out and named."""
    (function,) = ast.parse(code).body
    parameters = [argument.arg for argument in function.args.args]
    return parameters, [ast.dump(statement) for statement in function.body]
