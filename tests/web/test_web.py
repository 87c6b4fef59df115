"""The modules of the page, as far as they need no browser: Node runs their tests."""

import re

import pytest

from tests.support.node import bundle, node
from tests.support.planting import ROOT, copy_project

NUMBERS = "attn_lib/web/numbers.js"


def test_the_modules_pass_their_own_tests():
    run = node("--test", *sorted((ROOT / "tests/web").glob("*.test.js")))
    assert run.returncode == 0, run.stdout + run.stderr
    passed = re.search(r"^. pass (\d+)$", run.stdout, re.MULTILINE)
    assert int(passed[1]) > 0


def test_the_bundles_are_what_the_modules_give():
    run = bundle("--check")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("change", ["module", "bundle", "left over"])
def test_a_stale_bundle_is_named(tmp_path, change):
    copy = copy_project(tmp_path)
    bundles = copy / "attn_lib/web/bundles"
    if change == "module":
        text = (copy / NUMBERS).read_text(encoding="utf-8")
        (copy / NUMBERS).write_text(f"{text}// seen\n", encoding="utf-8")
        assert bundle("--check", folder=copy).returncode == 0  # a comment is no code
        other = text.replace("const DIGITS = 12;", "const DIGITS = 11;")
        (copy / NUMBERS).write_text(other, encoding="utf-8")
    elif change == "bundle":
        (bundles / "board.css").write_text("", encoding="utf-8")
    else:
        (bundles / "board.txt").write_text("", encoding="utf-8")
    run = bundle("--check", folder=copy)
    assert run.returncode == 1
    stale = {"module": "board.js, histogram.js, plane.js", "bundle": "board.css"}
    assert f"stale: {stale.get(change, 'board.txt')}." in run.stderr
