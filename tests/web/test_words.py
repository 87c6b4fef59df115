"""The page's words: JavaScript has none, and every id is one that Python sends."""

import re

import pytest

from attn_lib.explorers import words
from tests.support.planting import ROOT

WEB = ROOT / "attn_lib/web"
MODULES = sorted(WEB.glob("*.js"))
VIEWS = {
    "board": words.BOARD,
    "head_grid": words.HEAD_GRID,
    "histogram": words.HISTOGRAM,
    "plane": words.PLANE,
}
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
TEXT = re.compile(r'"([^"\n]*)"|`([^`]*)`')
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
NO_SENTENCES = re.compile(r"attn-|change:|repeat\(|no words for|no \$\{place\}")


def texts_of(code):
    """The strings of a module, what is put into them left out."""
    return [one or other for one, other in TEXT.findall(COMMENT.sub("", code))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_javascript_has_no_sentences_of_its_own(path):
    found = [
        text
        for text in texts_of(path.read_text(encoding="utf-8"))
        if SENTENCE.search(re.sub(r"\$\{[^}]*\}", "", text))
        and not NO_SENTENCES.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_sent_is_used_and_what_is_used_is_sent(view):
    """Both ways: an id that is nowhere, and one that would be an error on the page."""
    code = (WEB / "bundles" / f"{view}.js").read_text(encoding="utf-8")
    used = set(re.findall(r'\bsay(?:\.parts)?\(\s*"(\w+)"', code))
    sent = set(VIEWS[view])
    assert used <= sent
    columns = {id for id in sent if id.startswith("column_")}  # scenes name them
    assert {id for id in sent - columns if f'"{id}"' not in code} == set()
