"""The notebooks, run: the same results again, from anywhere, and as a page."""

import base64
import io
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.image import imread
from nbconvert import HTMLExporter
from nbformat.v4 import new_output

import attn_lib
from notebooks import build
from tests.notebooks.test_form import alternative_text, shows_a_picture, words
from tests.support.lessons import (
    NOTEBOOKS,
    ROOT,
    SHORTEST,
    by_name,
    code_cells,
    outputs,
    read,
    solved_copy_of,
    source_of,
)

pytestmark = pytest.mark.notebook
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)


@pytest.mark.case("C11")
@every_notebook
def test_run_again_it_gives_what_is_stored(path, solved_again):
    """Strict nbval of the lesson, and beside it a build of its solved copy.

    nbval compares the outputs of each cell, the build also what surrounds them. What is
    not solved is the same in both (``test_exercises``), so two runs, side by side on
    two cores, compare all of it. One runs in the notebook's folder, the other in the
    root: it is opened in both.
    """
    solved = solved_copy_of(path)
    command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "--nbval"]
    command += ["-o", "addopts="]  # one process is enough for one notebook
    command += ["--nbval-current-env", "-q", "--color=no", "-p", "no:cacheprovider"]
    nbval = subprocess.Popen(
        [*command, str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    with nbval:
        built = solved_again(path)
        printed, _ = nbval.communicate(timeout=300)
    difference = build.difference(committed(solved), built)
    assert nbval.returncode == 0, f"{difference}\n{printed}"
    assert difference == ""
    assert other_pictures(read(solved), built) == []


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
    again = build.build(source, solved=True)
    with pytest.raises(AssertionError, match="Cell outputs differ") as noticed:
        test_run_again_it_gives_what_is_stored(path, lambda path: again)
    assert "other outputs: cell 2" in str(noticed.value)


OTHER = 48  # of 255: a pixel that looks different, and not only an edge of a letter
MOST = 0.002  # of a picture; two pictures of one lesson differ in twice as many, or all


def other_pictures(stored, built):
    """Captions of stored pictures that are not what their cells draw.

    A few pixels may differ: a digit where a number lies between two.
    """
    pairs = zip(pictures(stored), pictures(built), strict=True)
    return [caption for (caption, old), (_, new) in pairs if differ(old, new)]


def pictures(notebook):
    """Caption and pixels of each picture."""
    for output in filter(shows_a_picture, outputs(notebook)):
        file = io.BytesIO(base64.b64decode(output.data["image/png"]))
        yield alternative_text(output), 255 * imread(file, format="png")[..., :3]


def differ(old, new):
    """Do more pixels differ than may?"""
    if old.shape != new.shape:
        return True
    return (abs(old - new).max(axis=-1) > OTHER).mean() > MOST


def test_another_picture_is_noticed():
    """Among all pictures of a lesson, however alike, but those that are the same."""
    found = [pixels for path in NOTEBOOKS for _, pixels in pictures(read(path))]
    same = [
        (n, m)
        for n, one in enumerate(found)
        for m, other in enumerate(found[:n])
        if not differ(one, other)
    ]
    assert all((found[n] == found[m]).all() for n, m in same)


def committed(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.case("C11")
def test_a_copy_runs_wherever_it_is_opened(tmp_path):
    """The folder's name has a space and no Latin letter; no source stands beside."""
    place = tmp_path / "注意 力"
    place.mkdir()
    notebook = build.read_source(source_of(SHORTEST))
    built = build.normalise(build.execute(notebook, folder=place))
    assert build.difference(committed(SHORTEST), built) == ""


def test_the_library_is_this_repository_s(tmp_path):
    """An old copy installed elsewhere would be tested instead, unnoticed."""
    ask = "import attn_lib; print(attn_lib.__file__)"
    found = subprocess.check_output(
        [sys.executable, "-c", ask], cwd=tmp_path, encoding="utf-8"
    )
    assert found.strip() == str(ROOT / "attn_lib" / "__init__.py")
    assert attn_lib.__file__ == found.strip()


def explorer_cells():
    """Each cell that shows an explorer, with the set-up cell of its lesson."""
    for path in NOTEBOOKS:
        set_up, *others = code_cells(read(path))
        for cell in others:
            if re.search(r"\b[A-Z]\w*Explorer\(", cell.source):
                yield pytest.param(set_up, cell, id=f"{path.stem}-{cell.id}")


@pytest.mark.case("C25")
@pytest.mark.parametrize(("set_up", "demo"), list(explorer_cells()))
def test_a_demo_needs_no_more_than_the_set_up_cell(set_up, demo):
    """After a restart, or in class, nobody runs all that stands above."""
    names = {}
    with np.printoptions():  # set-up cells change them
        exec(set_up.source, names)
        exec(demo.source, names)


@pytest.mark.case("C02")
@every_notebook
@pytest.mark.parametrize("template", ["lab", "classic"])
def test_an_exported_page_keeps_every_picture(path, template):
    """Without a kernel a widget is nothing; its picture and caption must be there."""
    html, _ = HTMLExporter(template_name=template).from_notebook_node(read(path))
    page = BeautifulSoup(html, "html.parser")
    pictures = [output for output in outputs(read(path)) if shows_a_picture(output)]
    images = page.select('img[src^="data:image/png"]')
    assert len(images) == len(pictures) > 0
    assert "interactive(children=" not in html
    text = words(page.get_text(" "))
    for image, picture in zip(images, pictures, strict=True):
        caption = alternative_text(picture)
        assert words(caption) in text
        if template == "classic":  # the other template has no place for it
            assert image["alt"] == caption
