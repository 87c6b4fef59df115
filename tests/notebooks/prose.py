"""The numbers quoted in a lesson's prose come from the lesson's own cells.

**What is quoted.** In Markdown cells, and in the comments and strings of code cells
(a caption is prose, too), every number that is

- a decimal: ``0.55``, ``.55``, ``−0.3``, ``4.5e-05``,
- a percentage: ``16 %``, ``16.4%``, ``16 per cent``,
- written with thousands separators: ``65,536``; LaTeX's ``65{,}536`` as well.

Plain integers (six tokens, d_k = 64) are not looked at, nor are link targets, HTML
comments, format specifications and dotted versions such as 8.1.8. ``(8,512)`` reads
as a thousand: write ``(8, 512)``.

**What proves it.** A number literal in the notebook's code, or a number in the text of
an output, that is the quoted one after rounding to the digits quoted: ``0.5512`` proves
.55 and 55 %. The sign counts; ``−`` and ``-`` are the same. What an output merely
repeats from a string literal of its cell proves nothing: a number typed twice is not
measured.

**Exceptions** are cited or typographical numbers. They are listed in the same cell, in
Markdown as ``<!-- quoted: 2.5, 3.11 -->``, in code as ``# quoted: 2.5``; an entry that
the cell does not need is reported, so that the list stays small.
"""

import ast
import html
import io
import re
import tokenize
from typing import NamedTuple

_NUMBER = re.compile(
    r"""
    (?<![\w.])                       # not inside a name, a number or a version
    (?P<sign> (?<![)\]]) [-−] )?     # "a[i]-0.5" subtracts
    (?= \.?\d )
    (?P<whole> \d{1,3}(?:,\d{3})+ | \d+ )?
    (?: \. (?P<fraction>\d+) )?
    (?: [eE] (?P<exponent>[-+−]?\d+) )?
    (?! \d | \.\d )
    (?P<percent> \s* (?: \\?% | per\ ?cent\b ) )?
    """,
    re.VERBOSE,
)
_NO_PROSE = re.compile(
    r"<!--.*?-->|\]\([^)]*\)|</?[a-zA-Z][^<>]*>|https?://\S+", re.DOTALL
)
_ALLOW_LIST = re.compile(r"(?:<!--|#)\s*quoted:(.*?)(?:-->|$)", re.MULTILINE)
_FORMAT = re.compile(r"\{[^{}]*\}|%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]")
_FORMAT_ONLY = re.compile(r"[-<>^+#0 ,\d]*\.\d+[a-zA-Z%]")


class Number(NamedTuple):
    """A number in a text: as written (sign and spaces made uniform), and its value."""

    text: str
    value: float
    decimals: int
    is_percent: bool
    is_plain_integer: bool


def problems_with_numbers(notebook):
    """List the quoted numbers that nothing proves, and needless exceptions."""
    proof = evidence(notebook)
    problems = []
    for position, cell in enumerate(notebook.cells, start=1):
        exceptions = {n.text for n in find_numbers(" ".join(allow_lists(cell)))}
        quotes = quoted(prose(cell))
        problems += [
            f"cell {position} quotes {number.text}, which no code or output gives"
            for number in quotes
            if number.text not in exceptions and not is_proven(number, proof)
        ]
        problems += [
            f"cell {position} lists {text} as quoted, but does not quote it"
            for text in sorted(exceptions - {number.text for number in quotes})
        ]
    return problems


def quoted(text):
    """List the numbers of a text that need a proof."""
    return [number for number in find_numbers(text) if not number.is_plain_integer]


def is_proven(number, proof):
    """Say whether a number of the proof rounds to this one."""
    half_a_digit = 0.5 * 10.0**-number.decimals * (1 + 1e-9)
    for found in proof:
        if number.is_percent:
            values = [found.value if found.is_percent else 100 * found.value]
        else:
            values = [
                found.value,
                found.value / 100 if found.is_percent else found.value,
            ]
        if any(abs(value - number.value) <= half_a_digit for value in values):
            return True
    return False


def find_numbers(text):
    """List all numbers of a text."""
    numbers = []
    for match in _NUMBER.finditer(text.replace("{,}", ",")):
        written = re.sub(r"[\s\\]", "", match[0]).replace("−", "-")
        digits = re.sub(r",|%|percent", "", written)
        decimals = len(match["fraction"] or "")
        exponent = int((match["exponent"] or "0").replace("−", "-"))
        numbers.append(
            Number(
                text=written,
                value=float(digits),
                decimals=decimals - exponent,
                is_percent=bool(match["percent"]),
                is_plain_integer=written.lstrip("-").isdecimal(),
            )
        )
    return numbers


def prose(cell):
    """What a cell tells the reader in its author's words, without the allow-list."""
    if cell.cell_type == "markdown":
        return _NO_PROSE.sub(" ", cell.source)
    comments = [
        token.string for token in tokens(cell) if token.type == tokenize.COMMENT
    ]
    strings = [s for s in literal_strings(cell) if not _FORMAT_ONLY.fullmatch(s)]
    return "\n".join(_ALLOW_LIST.sub("", text) for text in comments + strings)


def allow_lists(cell):
    """The numbers listed as exceptions in a cell, each list as text."""
    return _ALLOW_LIST.findall(cell.source)


def evidence(notebook):
    """Every number that the notebook's code states or computes."""
    proof = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            proof += literal_numbers(cell)
            typed = [s.strip() for s in literal_strings(cell) if quoted(s)]
            for text in output_texts(cell):
                for string in typed:
                    text = re.sub(rf"(?<![\w.]){re.escape(string)}(?![\w.])", " ", text)
                proof += find_numbers(text)
    return proof


def output_texts(cell):
    """The text of a cell's outputs, markup removed."""
    for output in cell.outputs:
        yield output.get("text", "")
        for kind, content in output.get("data", {}).items():
            if kind == "text/html":
                yield html.unescape(re.sub(r"</?[a-zA-Z][^<>]*>", " ", content))
            elif kind.startswith("text/"):
                yield content


def literal_numbers(cell):
    """The numbers written in a cell's code, negated too where a minus stands before."""
    numbers = []
    previous = ""
    for token in tokens(cell):
        if token.type == tokenize.NUMBER:
            value = ast.literal_eval(token.string)
            if not isinstance(value, complex):
                signs = (1, -1) if previous == "-" else (1,)
                numbers += [
                    Number(token.string, sign * value, 0, False, False)
                    for sign in signs
                ]
        previous = token.string
    return numbers


def literal_strings(cell):
    """The text in a cell's strings: of an f-string what stands outside the braces."""
    tree = ast.parse(cell.source)
    specifications = {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and node.format_spec
        for part in ast.walk(node.format_spec)
    }
    return [
        _FORMAT.sub(" ", node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node not in specifications
    ]


def tokens(cell):
    """The Python tokens of a code cell."""
    return tokenize.generate_tokens(io.StringIO(cell.source).readline)
