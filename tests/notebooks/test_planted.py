"""The checks of this folder can fail: one fault each, planted in a copy of a lesson."""

import shutil

import nbformat
import pytest
from nbformat.v4 import new_output

from attn_lib.exercises._questions import QUESTIONS
from notebooks import build
from tests.notebooks import test_exercises, test_form, test_prose, test_run
from tests.support.lessons import (
    NOTEBOOKS,
    SHORTEST,
    code_cells,
    markdown_cells,
    outputs,
    solved_copy_of,
    source_of,
)
from tests.support.prose import allow_lists, prose, quoted

FIRST = NOTEBOOKS[0]


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


def check_numbers(notebook):
    from_afar = test_prose.FROM_AFAR.get(SHORTEST.stem, ())
    test_prose.check_numbers(notebook, from_afar)


@pytest.mark.parametrize(
    ("plant", "check", "complaint"),
    [
        (
            another_number_in_the_prose,
            check_numbers,
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


def first_exercise(notebook):
    return test_exercises.exercises_of(notebook)[0]


def no_level(notebook):
    task, *_ = first_exercise(notebook)
    task.source = task.source.replace("*Level", "*Grade")


def help_that_is_not_folded(notebook):
    *_, help_ = first_exercise(notebook)
    help_.source += "\n\nOr in one go."


def a_question_after_the_exercises(notebook):
    question = test_exercises.cells_of(notebook, test_exercises.PREDICT)[0]
    notebook.cells.remove(question)
    notebook.cells.append(question)


def an_answer_in_the_page(notebook):
    question = test_exercises.cells_of(notebook, test_exercises.PREDICT)[0]
    key = test_exercises.PREDICT.fullmatch(question.source)["key"]
    reply = next(iter(QUESTIONS[key].answers.values())).reply
    question.outputs[0].data["text/plain"] += reply


def an_exercise_too_few(notebook):
    for _ in range(2):
        for cell in first_exercise(notebook):
            notebook.cells.remove(cell)


def no_link_on(notebook):
    markdown_cells(notebook)[-1].source = "The end."


def a_check_that_was_passed(notebook):
    *_, check, _ = first_exercise(notebook)
    check.outputs[0].text = "✓ right.\n"


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (no_level, test_exercises.test_an_exercise_is_task_stub_check_and_folded_help),
        (
            help_that_is_not_folded,
            test_exercises.test_an_exercise_is_task_stub_check_and_folded_help,
        ),
        (
            a_question_after_the_exercises,
            test_exercises.test_questions_come_before_their_evidence_and_keep_their_answer,
        ),
        (
            an_answer_in_the_page,
            test_exercises.test_questions_come_before_their_evidence_and_keep_their_answer,
        ),
        (
            an_exercise_too_few,
            test_exercises.test_a_lesson_gives_something_to_predict_to_write_and_to_find,
        ),
        (no_link_on, test_exercises.test_it_ends_with_what_is_done_and_a_link_on),
        (
            a_check_that_was_passed,
            test_exercises.test_untouched_every_check_says_not_done_yet,
        ),
    ],
)
def test_a_fault_in_an_exercise_is_noticed(plant, check):
    notebook = nbformat.read(FIRST, as_version=4)
    check(notebook)
    plant(notebook)
    with pytest.raises(AssertionError):
        check(notebook)


def a_solution_in_the_lesson(lesson, solved):
    _, stub, _, _ = first_exercise(lesson)
    stub.source = first_exercise(solved)[1].source


def an_open_stub_in_the_solved_copy(lesson, solved):
    *_, check, _ = first_exercise(solved)
    check.outputs = first_exercise(lesson)[2].outputs


def another_solution(lesson, solved):
    _, stub, _, _ = first_exercise(solved)
    stub.source = stub.source.replace("return", "return 2 *")


def another_output(lesson, solved):
    code_cells(solved)[0].outputs.clear()


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (
            a_solution_in_the_lesson,
            test_exercises.test_a_solution_stands_in_its_fold_and_nowhere_else,
        ),
        (
            an_open_stub_in_the_solved_copy,
            test_exercises.test_solved_every_check_is_passed,
        ),
        (
            another_solution,
            test_exercises.test_the_solution_is_the_one_that_the_checks_are_tested_with,
        ),
        (
            another_output,
            test_exercises.test_a_solved_copy_says_so_and_is_else_the_same,
        ),
    ],
)
def test_a_fault_in_a_solved_copy_is_noticed(plant, check):
    lesson = nbformat.read(FIRST, as_version=4)
    solved = nbformat.read(solved_copy_of(FIRST), as_version=4)
    check(lesson, solved)
    plant(lesson, solved)
    with pytest.raises(AssertionError):
        check(lesson, solved)


def test_a_stale_notebook_is_noticed(tmp_path):
    source = tmp_path / "source" / f"{SHORTEST.stem}.md"
    source.parent.mkdir()
    shutil.copy(SHORTEST, tmp_path)
    shutil.copytree(solved_copy_of(SHORTEST).parent, tmp_path / "solutions")
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
    for solved in (True, False):
        notebook = build.read_source(source, solved=solved)
        notebook.cells[1].outputs = [new_output("stream", text="2\n")]
        path = build.notebook_path(source, solved=solved)
        path.parent.mkdir(exist_ok=True)
        path.write_text(build.dumps(build.normalise(notebook)), encoding="utf-8")
    with pytest.raises(AssertionError, match="Cell outputs differ") as noticed:
        test_run.test_run_again_it_gives_what_is_stored(path)
    assert "other outputs: cell 2" in str(noticed.value)
