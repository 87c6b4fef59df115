"""What a committed notebook must look like, whatever its lesson.

A saved notebook is read where no kernel runs (GitHub, nbviewer, a page that has just
been opened) and compared where it does: each test names the trouble that it prevents.
"""

import html
import io
import re
import tokenize
import urllib.parse

import pytest
from nbformat import NotebookNode

from notebooks import build
from tests.support.lessons import (
    NOTEBOOKS,
    SOURCES,
    by_name,
    code_cells,
    every_notebook,
    markdown_cells,
    outputs,
    read,
    solved_copy_of,
)
from tests.support.prose import output_texts


@pytest.mark.parametrize("source", SOURCES, ids=by_name)
def test_the_notebook_is_built_from_its_source(source):
    for solved in build.editions(source):
        assert build.check(source, run=False, solved=solved) == ""


@pytest.mark.case("C01", "C09")
@every_notebook
def test_it_opens_anywhere(notebook):
    """A private kernel's name starts nowhere else; widget state breaks GitHub."""
    assert notebook.metadata == build.METADATA


@pytest.mark.case("C06")
@every_notebook
def test_every_code_cell_has_run_in_order(notebook):
    """nbval passes a cell that was never executed without looking at it."""
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.case("C06")
@every_notebook
def test_something_is_compared(notebook):
    assert any(
        text.strip() for cell in code_cells(notebook) for text in output_texts(cell)
    )


@pytest.mark.case("C07")
@every_notebook
def test_nothing_went_to_stderr_or_failed(notebook):
    for output in outputs(notebook):
        assert output.get("name") != "stderr", output.text
        assert output.output_type != "error", output.ename


@pytest.mark.case("C02")
@every_notebook
def test_no_widget_was_saved(notebook):
    """Without its kernel a saved widget shows "model not found"."""
    for output in outputs(notebook):
        assert build.WIDGET_VIEW not in output.get("data", {})


@pytest.mark.case("C03")
@every_notebook
def test_no_semicolon_hides_a_result(notebook):
    """A front end hides the result of such a cell, nbval does not."""
    ignored = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER)
    for cell in code_cells(notebook):
        tokens = tokenize.generate_tokens(io.StringIO(cell.source).readline)
        code = [token.string for token in tokens if token.type not in ignored]
        assert code[-1:] != [";"], cell.source


NOT_REPEATABLE = {
    "an address": r"\bat 0x[0-9a-f]+",
    "a figure's repr": r"<Figure size|<Axes:|AxesImage|<matplotlib\.",
    "a bare NumPy scalar": r"\bnp\.(?:float|int|uint|bool|str)\w*\(",
    "a time": r"\b[\d.]+ ?(?:ns|µs|us|ms)\b|Wall time|CPU times",
    "a date": r"\b20\d\d-\d\d-\d\d\b",
    "a path": r"(?<![\w.)\]/])/(?:[\w.-]+/)+[\w.-]*|\b[A-Z]:\\",
    "a widget's repr": r"interactive\(children=|\w+\(children=",
}


@pytest.mark.case("C04", "C08")
@every_notebook
@pytest.mark.parametrize("what", NOT_REPEATABLE)
def test_outputs_are_the_same_on_every_machine(notebook, what):
    for cell in code_cells(notebook):
        for text in output_texts(cell):
            found = re.search(NOT_REPEATABLE[what], text)
            assert not found, f"{what} in an output: {found[0]!r}"


@pytest.mark.case("C22")
@every_notebook
def test_plain_python_runs_in_every_front_end(notebook):
    """No magics: an interactive Matplotlib backend, for one, is not everywhere."""
    for cell in code_cells(notebook):
        assert not re.search(r"^\s*[%!]", cell.source, re.MULTILINE), cell.source


@every_notebook
def test_nothing_is_loaded_from_the_network(notebook):
    loads = re.compile(
        r"<script|<link|<iframe|\bsrc=|@import|url\(|\bimport\b.*https?:"
    )
    for output in outputs(notebook):
        assert not loads.search(output.get("data", {}).get("text/html", ""))
    for cell in code_cells(notebook):
        assert not re.search(r"https?://", cell.source), cell.source


@every_notebook
def test_every_picture_says_what_it_shows(notebook):
    """JupyterLab gives a picture no alt text: the caption is real text beside it."""
    for cell in code_cells(notebook):
        pictures = [output for output in cell.outputs if shows_a_picture(output)]
        # Where a picture is shown, the text of the same output is not.
        others = [output for output in cell.outputs if not shows_a_picture(output)]
        read_below = words(" ".join(output_texts(NotebookNode(outputs=others))))
        for picture in pictures:
            caption = words(alternative_text(picture))
            assert len(caption.split()) >= 4, f"no caption: {cell.source}"
            assert caption in read_below, f"not as real text: {caption}"


def shows_a_picture(output):
    return any(kind.startswith("image/") for kind in output.get("data", {}))


def words(text):
    """A text without its line breaks."""
    return " ".join(text.split())


def alternative_text(output):
    """A picture's alt text, from where nbconvert takes it."""
    metadata = output.metadata
    return metadata.get("image/png", {}).get("alt") or metadata.get("alt") or ""


@pytest.mark.case("D14")
@every_notebook
def test_code_is_not_too_wide_for_a_projector(notebook):
    for cell in code_cells(notebook):
        for line in cell.source.splitlines():
            assert len(line) <= 80, line


@every_notebook
def test_the_opening_says_how_to_wake_the_page(notebook):
    """Without a kernel the pictures stand still; the text says what to do.

    It may stand below the question of the page and its picture, and no lower.
    """
    first, *others = markdown_cells(notebook)[:2]
    assert notebook.cells[0] is first
    opening = "\n".join(cell.source for cell in (first, *others))
    assert "Run ▸ Run All Cells" in opening
    assert re.search(r"\babout \d+ (?:s|seconds|minutes)\b", opening)


IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<target>[^)\s]*)[^)]*\)|<img\b[^>]*>")
LINK = re.compile(r"\]\((?P<target>[^)\s]+)[^)]*\)|\b(?:href|src)=\"(?P<html>[^\"]+)\"")


@every_notebook
def test_images_in_the_text_have_alt_text(notebook):
    for cell in markdown_cells(notebook):
        for image in IMAGE.finditer(cell.source):
            alt = image["alt"] or re.search(r'\balt="([^"]+)"', image[0])
            assert alt, image[0]


@pytest.mark.case("D16")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_links_lead_somewhere(path):
    for edition in (path, solved_copy_of(path)):
        require_links(edition)


def require_links(path):
    """Every link of a notebook leads to a file, and to a heading if it names one."""
    for cell in markdown_cells(read(path)):
        for link in LINK.finditer(cell.source):
            target = urllib.parse.urlsplit(
                html.unescape(link["target"] or link["html"])
            )
            if target.scheme:
                assert target.scheme in ("https", "mailto"), link[0]
                continue
            file = path
            if target.path:
                file = path.parent / urllib.parse.unquote(target.path)
                assert file.exists(), f"{link[0]}: there is no {target.path}"
            if target.fragment and file.suffix == ".ipynb":
                wanted = urllib.parse.unquote(target.fragment)
                assert wanted in anchors(file), f"{link[0]}: no such heading"


def anchors(path):
    """The anchors of a notebook's headings, as JupyterLab writes them."""
    text = "\n".join(cell.source for cell in markdown_cells(read(path)))
    headings = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    return {re.sub(r"[*_`]", "", heading).replace(" ", "-") for heading in headings}


@pytest.mark.case("C11")
@every_notebook
def test_no_cell_names_a_folder(notebook):
    """Notebooks in a sub-folder could not import what lay at the top."""
    for cell in code_cells(notebook):
        assert "sys.path" not in cell.source
        assert not re.search(NOT_REPEATABLE["a path"], cell.source)


@pytest.mark.case("D16")
@every_notebook
def test_chance_has_a_seed(notebook):
    """The text quoted numbers that nobody got."""
    for cell in code_cells(notebook):
        assert not re.search(r"np\.random\.(rand|randn|seed)\b", cell.source)
        assert not re.search(r"default_rng\(\)", cell.source), cell.source
