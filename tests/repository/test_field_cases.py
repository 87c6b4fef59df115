"""Every case of ``docs/field_cases.md`` has tests that are about it, and say so."""

import ast
import re

from tests.support.lessons import ROOT

KINDS = {"A": 21, "B": 14, "C": 21, "D": 16}


def marks():
    """The id of each mark ``@pytest.mark.case(…)``, where it stands."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if ast.unparse(mark).startswith("pytest.mark.case("):
                        yield from ((argument.value, path) for argument in mark.args)


def test_every_case_has_a_test_and_no_test_a_case_that_is_none():
    table = (ROOT / "docs" / "field_cases.md").read_text(encoding="utf-8")
    cases = re.findall(r"^\| ([A-D]\d\d) \| \S.+ \| \S.{20,} \|$", table, re.MULTILINE)
    assert len(cases) == len({*cases}) == sum(KINDS.values()) == 72
    assert {kind: sum(case[0] == kind for case in cases) for kind in KINDS} == KINDS
    assert {case for case, _ in marks()} == {*cases}
