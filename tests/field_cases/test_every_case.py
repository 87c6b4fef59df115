"""Every case has exactly one test, or one row in the table of those that do not apply.

The cases come from issues, questions and comments about other projects: faults that
people met. A test bears the id of its case; its docstring says what they saw.
"""

import ast
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
CASES = re.findall(
    r"\w+",
    """
    A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A13 A15 A17 A18 A19 A22 A23 A24 A27 A28
    B01 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B14 B15 B17
    C01 C02 C03 C04 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C18 C19 C20 C21 C22 C25
    D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D11 D12 D14 D15 D16 D17
    """,
)


def functions():
    """The functions of this folder's modules, as they stand in the source."""
    for path in HERE.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def rows():
    """The ids in the table of cases that do not apply."""
    table = (HERE / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^\| ([A-D]\d\d) \|", table, re.MULTILINE)


def test_every_case_has_one_test_or_one_row():
    assert len(CASES) == len(set(CASES)) == 72
    ids = [m[1] for t in functions() if (m := re.match(r"test_([A-D]\d\d)_", t.name))]
    assert Counter(ids + rows()) == Counter(CASES)


def test_every_test_of_a_case_tells_what_people_saw():
    for test in functions():
        if re.match(r"test_[A-D]\d\d", test.name):
            told = ast.get_docstring(test) or ""
            assert len(told.split()) >= 5, test.name
