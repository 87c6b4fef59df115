"""notebooks/build.py, on small lessons of its own."""

import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from notebooks import build

LESSON = """\
# Title

```python
import sys
from IPython.display import display
from matplotlib.figure import Figure

print(1)
sys.stdout.flush()
print(2)
figure = Figure(figsize=(1, 1))
figure.text(0.5, 0.5, "é")
display(figure, metadata={"image/png": {"alt": "a letter"}})
```

The same.


The same.

```python jupyter={"source_hidden": true} tags=["plot"]
"中文"
```
"""


EXERCISE = """\
# Title

[On](02_on.ipynb), [code](../attn_lib/masking.py), [up](#Title), [far](https://a.b).

```python tags=["exercise"]
def double(x):
    ...
```

```python
print(double(2))
```

<!-- #region -->
<details><summary>Hint</summary>

`x + x` or

```python
y = x
```

</details>

<details><summary>Solution</summary>

```python
def double(x):
    return 2 * x
```

</details>
<!-- #endregion -->
"""


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    """A folder of notebooks with one source, 01_small, for the build to work in."""
    monkeypatch.setattr(build, "NOTEBOOKS", tmp_path)
    source = tmp_path / "source" / "01_small.md"
    source.parent.mkdir()
    source.write_text(LESSON, encoding="utf-8")
    return source


def test_a_cell_s_id_comes_from_its_content(lesson):
    ids = [cell.id for cell in build.read_source(lesson).cells]
    assert len(set(ids)) == len(ids) == 5
    lesson.write_text(LESSON.replace("# Title", "# Other title"), encoding="utf-8")
    changed = [cell.id for cell in build.read_source(lesson).cells]
    assert changed[0] != ids[0]
    assert changed[1:] == ids[1:]


def test_cell_metadata_survive(lesson):
    hidden = build.read_source(lesson).cells[-1].metadata
    kept = {"jupyter": {"source_hidden": True}, "tags": ["plot"]}
    assert hidden == {**kept, "slideshow": {"slide_type": "-"}}


def test_a_solved_copy_has_the_solution_in_place_of_the_stub(lesson):
    lesson.write_text(EXERCISE, encoding="utf-8")
    title, stub, check, folded = build.read_source(lesson).cells
    assert build.is_exercise(stub)
    assert "Solved" not in title.source
    solved = build.read_source(lesson, solved=True)
    assert len({cell.id for cell in solved.cells}) == 4
    assert solved.cells[1].source == "def double(x):\n    return 2 * x"
    assert build.is_exercise(solved.cells[1])
    assert solved.cells[1].id != stub.id
    assert solved.cells[2:] == [check, folded]
    assert solved.cells[0].source == (
        "# Title\n\n> **Solved copy** of [this lesson](../01_small.ipynb): every "
        "exercise is filled in with its solution. Write your own first.\n\n"
        "[On](../02_on.ipynb), [code](../../attn_lib/masking.py), [up](#Title), "
        "[far](https://a.b)."
    )


def test_a_solution_is_known_by_its_code_and_not_by_a_title_in_english(lesson):
    lesson.write_text(EXERCISE.replace("Solution", "解答"), encoding="utf-8")
    _, solved, *_ = build.read_source(lesson, solved=True).cells
    assert solved.source == "def double(x):\n    return 2 * x"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "Solution</summary>",
            "Solution</summary> So:",
            r"cell 2 \('def double.* has no",
        ),
        ("# Title", '```python tags=["exercise"]\n1\n```', "cell 1 .* no solution"),
        (' tags=["exercise"]', "", "cell 4 .* has a solution too many"),
    ],
)
def test_stubs_and_solutions_come_in_pairs(lesson, old, new, complaint):
    lesson.write_text(EXERCISE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(build.BuildError, match=complaint):
        build.read_source(lesson, solved=True)


@pytest.mark.notebook
def test_a_lesson_with_exercises_is_built_twice(lesson, capsys):
    lesson.write_text(EXERCISE, encoding="utf-8")
    assert build.main([]) == 0
    solved = build.notebook_path(lesson, solved=True)
    assert solved == lesson.parent.parent / "solutions" / "01_small.ipynb"
    results = [
        nbformat.read(p, as_version=4).cells[2].outputs[0].text
        for p in (build.notebook_path(lesson), solved)
    ]
    assert results == ["None\n", "4\n"]
    capsys.readouterr()

    lesson.write_text(EXERCISE.replace("2 * x", "x + x"), encoding="utf-8")
    assert build.main(["--check", "--no-execute"]) == 1
    assert capsys.readouterr().out == (
        "01_small: stale: cell 4 is not what the source says\n"
        "solutions/01_small: stale: cell 2 is not what the source says\n"
    )
    solved.unlink()
    build.main(["--check", "--no-execute"])
    assert "solutions/01_small: not built" in capsys.readouterr().out


@pytest.mark.notebook
def test_two_builds_are_the_same_to_the_byte(lesson):
    assert build.main([]) == 0
    path = build.notebook_path(lesson)
    first = path.read_bytes()
    assert build.main(["01_small"]) == 0
    assert path.read_bytes() == first
    assert first.endswith(b"}\n")
    assert "中文".encode() in first

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    stream, picture = notebook.cells[1].outputs
    assert stream.text == "1\n2\n"
    assert picture.metadata["image/png"]["alt"] == "a letter"
    assert "execution" not in notebook.cells[1].metadata


@pytest.mark.notebook
def test_check_says_what_differs(lesson, capsys):
    def check(*options):
        code = build.main(["--check", *options])
        return code, capsys.readouterr().out

    assert check("--no-execute") == (1, "01_small: not built\n")
    build.main([])
    path = build.notebook_path(lesson)
    committed = path.read_text(encoding="utf-8")
    capsys.readouterr()
    assert check() == (0, "01_small: ok\n")

    path.write_text(committed.replace('"2\\n"', '"3\\n"'), encoding="utf-8")
    assert check() == (1, "01_small: other outputs: cell 2\n")
    assert check("--no-execute") == (0, "01_small: ok\n")
    assert path.read_text(encoding="utf-8") != committed  # --check writes nothing

    path.write_text(committed, encoding="utf-8")
    lesson.write_text(LESSON.replace("# Title", "# Other title"), encoding="utf-8")
    stale = (1, "01_small: stale: cell 1 is not what the source says\n")
    assert check("--no-execute") == stale
    lesson.write_text(LESSON + "\nOne more.\n", encoding="utf-8")
    assert check("--no-execute") == (1, "01_small: stale: 5 cells, the source has 6\n")


@pytest.mark.notebook
@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("1 / 0", r"cell 2 \('1 / 0'\) failed:[\s\S]*ZeroDivisionError"),
        (
            "import warnings; warnings.warn('no')",
            "writes to stderr:[\\s\\S]*UserWarning",
        ),
        ("import os; os._exit(1)", "failed"),
    ],
)
def test_a_lesson_that_cannot_be_built_is_not_written(lesson, capsys, code, complaint):
    lesson.write_text(f"# Title\n\n```python\n{code}\n```\n", encoding="utf-8")
    assert build.main([]) == 1
    assert re.search(complaint, capsys.readouterr().out)
    assert not build.notebook_path(lesson).exists()


def test_the_command_line_refuses_what_it_cannot_do(lesson, capsys):
    with pytest.raises(SystemExit):
        build.main(["02_other"])
    assert "no source for 02_other; there are 01_small" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        build.main(["--no-execute"])
    assert "--check" in capsys.readouterr().err


@pytest.mark.case("C20")
def test_a_console_without_unicode_is_told_too(lesson):
    lesson.write_text("# √\n", encoding="utf-8")
    script = shutil.copy(build.__file__, lesson.parent.parent)
    shutil.copy(build.handouts.__file__, lesson.parent.parent)
    shutil.copy(lesson, lesson.with_stem("02_√"))
    done = subprocess.run(
        [sys.executable, script, "--check", "--no-execute"],
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        encoding="ascii",
    )
    assert done.stdout.splitlines() == ["01_small: not built", r"02_\u221a: not built"]


def notebook_with(*outputs):
    """A notebook of one executed cell with these outputs."""
    cell = new_code_cell("x", id="one", execution_count=7, outputs=list(outputs))
    return new_notebook(cells=[cell], metadata=build.METADATA)


def picture(png="iVBOR", alt="a picture", **more):
    data = {"image/png": png, "text/plain": "a picture"} | more
    return new_output("display_data", data, metadata={"image/png": {"alt": alt}})


def test_a_widget_leaves_its_picture_and_its_text():
    widget = {build.WIDGET_VIEW: {"model_id": "1"}}
    notebook = build.normalise(notebook_with(picture(**widget)))
    assert notebook == build.normalise(notebook_with(picture()))
    with pytest.raises(build.BuildError, match=r"cell 1 \('x'\).*neither picture nor"):
        build.normalise(notebook_with(new_output("display_data", widget)))


def test_what_the_front_end_adds_is_removed():
    notebook = notebook_with(new_output("execute_result", {"text/plain": "1"}))
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    notebook.metadata["language_info"]["version"] = "3.11.7"
    build.normalise(notebook)
    assert notebook.metadata == build.METADATA
    assert notebook.cells[0].execution_count == 1
    assert notebook.cells[0].outputs[0].execution_count == 1


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (notebook_with(picture(png="other")), ""),
        (notebook_with(picture(alt="another")), "other outputs: cell 1"),
        (notebook_with(), "other outputs: cell 1"),
        (notebook_with(picture(), picture()), "other outputs: cell 1"),
        (notebook_with(picture(**{"text/html": "more"})), "other outputs: cell 1"),
        (new_notebook(metadata=build.METADATA), "stale: 1 cells, the source has 0"),
    ],
)
def test_pictures_may_differ_in_their_bytes_alone(other, found):
    committed = build.dumps(notebook_with(picture()))
    assert build.difference(committed, other) == found


def test_a_notebook_saved_by_hand_is_noticed():
    notebook = notebook_with(picture())
    committed = build.dumps(notebook)
    assert build.difference(committed, notebook) == ""
    indented = committed.replace("\n ", "\n   ")
    assert build.difference(indented, notebook) == "not in the form the build writes"
    renamed = committed.replace("python3", "my-env")
    assert build.difference(renamed, notebook) == "other notebook metadata"


@pytest.mark.parametrize("ending", [".html", ".slides.html"])
def test_a_handout_leads_to_others_of_its_kind(ending):
    """Whoever turns slides comes to the slides of the next lesson, not to its page."""
    text = "[next](01_one.ipynb) and [there](02_two.ipynb#part), [code](../attn_lib)"
    notebook = new_notebook(cells=[new_markdown_cell(text)])
    (cell,) = build.handouts.handed_out(notebook, ending).cells
    assert cell.source == (
        f"[next](01_one{ending}) and [there](02_two{ending}#part), code"
    )
    assert notebook.cells[0].source == text
