"""The numbers quoted in a lesson's prose come from the lesson's own cells.

**What is quoted.** In Markdown cells, and in the comments and strings of code cells
(a caption is prose, too), every number that is

- a decimal: ``0.55``, ``.55``, ``−0.3``, ``4.5e-05``,
- a percentage: ``16 %``, ``16.4%``, ``16 per cent``,
- written with thousands separators: ``65,536``; LaTeX's ``65{,}536`` as well.

Plain integers (six tokens, d_k = 64) are not looked at, nor are link targets, HTML
comments, format specifications and dotted versions such as 8.1.8. ``(8,512)`` reads
as a thousand: write ``(8, 512)``.

**What proves it.** A number literal in the code of a cell nearby, or a number in the
text of its output, that is the quoted one after rounding to the digits quoted:
``0.5512`` proves .55 and 55 %. The sign counts; ``−`` and ``-`` are the same. What an
output merely repeats from a string literal of its cell proves nothing: a number typed
twice is not measured.

**Nearby** are, of the same section, the two code cells before and the two after, and
the cell itself. A number that a lesson takes up again from farther off is listed in
``test_prose.py``. Among the numbers nearby it may still be the wrong one: so each is
written down with its words and with the line that proves it, for a person to read.

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


NEAR = 2  # code cells


def problems_with_numbers(notebook, from_afar=()):
    """List the quoted numbers that nothing nearby proves, and needless exceptions.

    ``from_afar`` are numbers, as written, that any cell may prove.
    """
    problems = []
    far = evidence(notebook.cells) if from_afar else []
    for position, cell in enumerate(notebook.cells, start=1):
        exceptions = {n.text for n in find_numbers(" ".join(allow_lists(cell)))}
        quotes = quoted(prose(cell))
        near = evidence(neighbours(notebook, position - 1)) if quotes else []
        problems += [
            f"cell {position} quotes {number.text}, which no code or output gives"
            for number in quotes
            if number.text not in exceptions
            and not is_proven(number, far if number.text in from_afar else near)
        ]
        problems += [
            f"cell {position} lists {text} as quoted, but does not quote it"
            for text in sorted(exceptions - {number.text for number in quotes})
        ]
    return problems


def neighbours(notebook, position):
    """The code cells nearby, of the same section."""
    starts = [n for n, cell in enumerate(notebook.cells) if begins_section(cell)]
    first = max((n for n in starts if n <= position), default=0)
    last = min((n for n in starts if n > position), default=len(notebook.cells))

    def code(places):
        return [n for n in places if notebook.cells[n].cell_type == "code"]

    before, after = code(range(first, position)), code(range(position + 1, last))
    near = [*before[-NEAR:], *code([position]), *after[:NEAR]]
    return [notebook.cells[n] for n in near]


def begins_section(cell):
    """Does a heading open this cell?"""
    return cell.cell_type == "markdown" and re.match(r"#{1,3} ", cell.source)


def numbers_with_proof(notebook):
    """Each quoted number of a notebook, with the line nearby that proves it."""
    for position, cell in enumerate(notebook.cells):
        yield from with_proof(cell, neighbours(notebook, position))


def with_proof(cell, others):
    """Each number that a cell quotes, in its words, and the line that proves it.

    Of several lines that which has most numbers and words in common with the line of
    the text: the one that it speaks of. There is none where only code proves it.
    """
    code = [other for other in others if other.cell_type == "code"]
    lines = [line.strip() for one in code for line in measured(one).splitlines()]
    exceptions = {n.text for n in find_numbers(" ".join(allow_lists(cell)))}
    for text in prose(cell).splitlines():
        for match, number in zip(matches(text), find_numbers(text), strict=True):
            if number.is_plain_integer or number.text in exceptions:
                continue
            start, end = max(0, match.start() - 50), match.end() + 30
            said = " ".join(text[start:end].split())
            proofs = [one for one in lines if is_proven(number, find_numbers(one))]
            best = max(proofs, key=in_common(text), default="a number of the code")
            yield said, best


def in_common(text):
    """How many numbers and words a line has in common with this text."""
    numbers, words = quoted(text), words_of(text)

    def count(line):
        proof = find_numbers(line)
        proven = sum(is_proven(number, proof) for number in numbers)
        return proven, len(words_of(line) & words)

    return count


def words_of(text):
    """The words of a text, whatever their case."""
    return set(re.findall(r"[^\W\d]+", text.lower()))


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
    for match in matches(text):
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


def matches(text):
    """Where the numbers of a text are."""
    return list(_NUMBER.finditer(text.replace("{,}", ",")))


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


def evidence(cells):
    """Every number that the code of these cells states or computes."""
    proof = []
    for cell in cells:
        if cell.cell_type == "code":
            proof += literal_numbers(cell)
            proof += find_numbers(measured(cell))
    return proof


def measured(cell):
    """The text of a cell's outputs, without what it repeats from the cell's strings."""
    typed = [s.strip() for s in literal_strings(cell) if quoted(s)]
    texts = []
    for text in output_texts(cell):
        for string in typed:
            text = re.sub(rf"(?<![\w.]){re.escape(string)}(?![\w.])", " ", text)
        texts.append(text)
    return "\n".join(texts)


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
