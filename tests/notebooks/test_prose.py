"""Every number quoted in the lessons' prose comes from a cell beside it."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.support import prose
from tests.support.lessons import NOTEBOOKS, by_name, read

# Lesson → numbers that it takes up again from another section.
FROM_AFAR = {
    "03_scale_and_softmax": ["4,000", "-1,000"],
    "05_weighted_sum": ["0.11", "0.80", "0.09", "0.75"],
    "06_multi_head": ["0.60", "0.08", "0.91", "0.44"],
    "08_real_model": ["2.0"],
}


def check_numbers(notebook, from_afar=()):
    assert prose.problems_with_numbers(notebook, from_afar) == []


@pytest.mark.case("D16")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_quoted_numbers_are_measured(path):
    notebook, from_afar = read(path), FROM_AFAR.get(path.stem, [])
    check_numbers(notebook, from_afar)
    without = " ".join(prose.problems_with_numbers(notebook)) if from_afar else ""
    assert all(f"quotes {number}, " in without for number in from_afar)  # none needless


def problems(markdown="", *, code="", output=""):
    """What is wrong with a notebook of one text, one code cell and its output."""
    cell = new_code_cell(code, outputs=[new_output("stream", text=output)])
    return prose.problems_with_numbers(
        new_notebook(cells=[new_markdown_cell(markdown), cell])
    )


@pytest.mark.parametrize(
    ("markdown", "output"),
    [
        ("monkey gets .55", "0.5512"),
        ("monkey gets 0.55", ".55"),
        ("it falls by −0.3", "-0.3001"),
        ("in 16 % of rows", "0.1625"),
        ("in 16 % of rows", "16.2%"),
        ("in 16 per cent of rows", "16.2 %"),
        ("in 16.2\u00a0% of rows", "share 16.25 %"),
        ("a share of 0.162", "16.2 %"),
        ("65,536 numbers", "65536"),
        ("$65{,}536$ numbers", "65,536"),
        ("only 0.000045 leaks", "4.54e-05"),
        ("only 4.5e-05 leaks", "0.0000454"),
        ("from 0.2-0.5 on", "[0.2 0.5]"),
        ("[0.6698, 0.3302]", "[0.6698 0.3302]"),
        ("rounded half either way: 0.125 is 0.12 or 0.13", "0.125"),
    ],
)
def test_proven(markdown, output):
    assert problems(markdown, output=output) == []


@pytest.mark.parametrize(
    ("markdown", "output"),
    [
        ("monkey gets .55", "0.5561"),
        ("monkey gets 0.550", "0.5512"),
        ("monkey gets 0.5512", "0.55"),
        ("it falls by −0.3", "0.3"),
        ("it is 0.3", "-0.3"),
        ("in 16 % of rows", "0.1671"),
        ("in 16 % of rows", "16 tokens"),
        ("65,536 numbers", "65,537"),
        ("**0.55**", ""),
        ("`0.55`", ""),
        ("$= 0.55$", ""),
        ("| .55 |", ""),
        ("(0.55,0.55)", ""),
    ],
)
def test_not_proven(markdown, output):
    assert problems(markdown, output=output)


@pytest.mark.parametrize(
    "markdown",
    [
        "six tokens, d_k = 64, in 2017",
        "see [the paper](https://arxiv.org/abs/1706.03762)",
        "see <https://arxiv.org/abs/1706.03762>",
        "ipywidgets 8.1.8",
        "the matrix W_Q1.5",
        "## 0. Start",
        "cited <!-- 0.55 -->",
        "PyTorch 2.5 <!-- quoted: 2.5 -->",
        "it is −2.5 or 2,500 <!-- quoted: -2.5, 2,500 -->",
    ],
)
def test_not_quoted(markdown):
    assert problems(markdown) == []


def test_only_what_is_nearby_proves():
    far = [new_code_cell("0.55"), new_code_cell(""), new_code_cell("")]
    text = new_markdown_cell("monkey gets .55")
    assert prose.problems_with_numbers(new_notebook(cells=[*far[:2], text])) == []
    assert prose.problems_with_numbers(new_notebook(cells=[*far, text]))
    heading = new_markdown_cell("## Another section\n\nmonkey gets .55")
    apart = new_notebook(cells=[far[0], heading, far[1]])
    assert prose.problems_with_numbers(apart)
    assert prose.problems_with_numbers(apart, [".55"]) == []


def test_a_number_is_read_beside_the_line_that_it_speaks_of():
    output = new_output("stream", text="eats 0.65\nmonkey 2.32\nmonkey 0.65")
    text = new_markdown_cell("*eats* receives only 0.65")
    cells = [new_code_cell("", outputs=[output]), text]
    (found,) = prose.numbers_with_proof(new_notebook(cells=cells))
    assert found == ("*eats* receives only 0.65", "eats 0.65")


def test_code_proves_what_it_computes_with():
    assert problems("x is −2.5", code="x = -2.5") == []
    assert problems("x is 65,536", code="x = 65_536") == []


@pytest.mark.parametrize(
    "code",
    [
        "show(figure, 'monkey gets 0.55')",
        "show(figure, 'monkey '\n     'gets 0.55')",
        "print(f'{name} gets 0.55')",
        "y = x  # monkey gets 0.55",
    ],
)
def test_a_number_typed_in_a_string_or_comment_is_prose(code):
    echo = "" if "#" in code else "monkey gets 0.55"
    assert problems(code=code, output=echo) == [
        "cell 2 quotes 0.55, which no code or output gives"
    ]
    assert problems(code=code, output="monkey gets 0.55\n0.5512") == []
    assert problems(code=f"{code}\n# quoted: 0.55") == []


@pytest.mark.parametrize(
    "code", ["print(f'{x:.2f} {y:8.3e}')", "print('%.3f' % x)", "format(x, '.2%')"]
)
def test_a_format_is_not_a_number(code):
    assert problems(code=code, output="0.25") == []


def test_a_needless_exception_is_reported():
    assert problems("nothing <!-- quoted: 2.5 -->") == [
        "cell 1 lists 2.5 as quoted, but does not quote it"
    ]


def test_a_caption_in_html_is_read_without_its_markup():
    html = new_output("display_data", {"text/html": '<p style="0.77">0.55 &lt; 1</p>'})
    cells = [new_markdown_cell("0.55"), new_code_cell("x", outputs=[html])]
    assert prose.problems_with_numbers(new_notebook(cells=cells)) == []
    cells[0].source = "0.77"
    assert prose.problems_with_numbers(new_notebook(cells=cells))
