"""The notebooks, run: the same results again, from anywhere, and as a page."""

import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter

import attn_lib
from notebooks import build
from tests.notebooks.lessons import (
    NOTEBOOKS,
    ROOT,
    SOURCES,
    by_name,
    code_cells,
    outputs,
    read,
)
from tests.notebooks.test_form import alternative_text, shows_a_picture, words

pytestmark = pytest.mark.notebook
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)


@every_notebook
def test_nbval_gives_the_stored_outputs_within_a_minute(path):
    command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "--nbval"]
    command += ["--nbval-current-env", "-q", "--color=no", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


@pytest.mark.parametrize("source", SOURCES, ids=by_name)
def test_a_new_build_gives_the_committed_notebook(source):
    assert build.check(source) == ""


@pytest.mark.parametrize("folder", ["root", "a copy"])
def test_a_lesson_runs_wherever_it_is_opened(folder, tmp_path):
    place = ROOT
    if folder == "a copy":
        place = tmp_path / "my lessons 注意力"
        place.mkdir()
        shutil.copy(NOTEBOOKS[0], place)
    notebook = build.read_source(SOURCES[0])
    built = build.normalise(build.execute(notebook, folder=place))
    committed = NOTEBOOKS[0].read_text(encoding="utf-8")
    assert build.difference(committed, built) == ""


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


@pytest.mark.parametrize(("set_up", "demo"), list(explorer_cells()))
def test_a_demo_needs_no_more_than_the_set_up_cell(set_up, demo):
    """After a restart, or in class, nobody runs all that stands above."""
    names = {}
    with np.printoptions():  # set-up cells change them
        exec(set_up.source, names)
        exec(demo.source, names)


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
