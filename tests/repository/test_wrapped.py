"""What a person reads is wrapped: no prose stands in the code beside the messages.

Prose is a text with a blank between two words. Docstrings are none of it, nor errors
for programmers and what a command line says; what else is for no reader is listed here.
"""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from tools import words as tool

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("attn_lib/exercises", "attn_lib/explorers", "attn_lib/figures")
FOLDERS += ("attn_lib/scenes", "notebooks")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.py"))
every_file = pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;…]? [^\W\d_]{2,}")
MARKS = {"_": 1, "N_": 1, "ngettext": 2}  # how many of the arguments are messages
FOR_PROGRAMMERS = {"ValueError", "TypeError", "RuntimeError", "BuildError", "require"}
FOR_PROGRAMMERS |= {"add_argument", "error"}  # of a command line
SIGNATURE = re.compile(r"\w+\([\w, ]*\)")
STYLE = re.compile(r"\s*(<\w+[ >]| > \.|\):not|\.reveal )|px; ")  # of a page
FOR_NO_READER = {
    # They stand in a ValueError for whoever sets a control from Python.
    "attn_lib/explorers/settings.py": {
        *("one of ", "a whole number from ", "True or False", "no character")
    },
    "attn_lib/explorers/in_plane.py": {"two numbers", " points of two numbers each"},
    "attn_lib/explorers/masking.py": {"may look"},  # what an id was once
    "attn_lib/explorers/messages.py": {"no matrix here"},
    "attn_lib/figures/learning.py": {"one loss for each of "},
    # Names in HTML, of a layout, of Matplotlib's places and of fonts.
    "attn_lib/explorers/explorer.py": {"row wrap"},
    "attn_lib/exercises/predict.py": {"font-weight: bold"},
    "attn_lib/figures/display.py": {"mathjax_ignore tex2jax_ignore"},
    "attn_lib/figures/plane.py": {"offset points", "axes fraction"},
    "attn_lib/figures/style.py": {"lower left"},
    "attn_lib/figures/lettering.py": {
        *("DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC"),
        *("Source Han Sans SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
        *("PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Arial Unicode MS"),
        *("Noto Emoji", "Segoe UI Emoji"),
    },
    # A sentence of the lexicon's words.
    "attn_lib/scenes/learning.py": {
        "the hungry monkey in the garden sees the old teacher"
    },
    # What is wrong with a notebook, for whoever builds it; nbconvert's script.
    "notebooks/build.py": {
        *("first cell", "not in the form the build writes", "other notebook "),
        *(" cells, the source has ", " is not what the source says"),
        *("other outputs: cell ", "stale: cell ", "not built"),
    },
    "notebooks/handouts.py": {"data:text/javascript,export default {initialize(){}}"},
}
WHOLE_FILES = {"notebooks/lessons.py"}  # titles, which stand in the lessons themselves


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def messages_of(tree):
    """The arguments that are marked as messages."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            yield from call.args[: MARKS.get(getattr(call.func, "id", ""), 0)]


def for_no_learner(tree):
    """Docstrings, and what is said to programmers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in FOR_PROGRAMMERS:
                yield node


def texts(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


def unwrapped(tree):
    """The prose of a module that is no message."""
    aside = [*messages_of(tree), *for_no_learner(tree)]
    known = {id(part) for node in aside for part in ast.walk(node)}
    for node in texts(tree):
        code = SIGNATURE.fullmatch(node.value) or STYLE.match(node.value)
        if id(node) not in known and PROSE.search(node.value) and not code:
            yield node.value


@every_file
def test_all_prose_is_wrapped(path):
    name = path.relative_to(ROOT).as_posix()
    if name not in WHOLE_FILES:
        assert {*unwrapped(parsed(path))} == FOR_NO_READER.get(name, set())


def test_what_is_not_wrapped_is_found():
    tree = ast.parse(
        '''
def f(n):
    """No message at all."""
    require(n > 0, "n", expected="a number above 0", got=n)
    if n > 9:
        raise ValueError(f"expected less than ten, got {n}")
    print(_("it is large"), N_("it is small"), ngettext("one is left", "some are", n))
    print("<p class=...>", "f(a, bc, de)", f"it, {n}. It has words")
    return "nobody translates this"
'''
    )
    assert [*unwrapped(tree)] == ["nobody translates this", ". It has words"]


@every_file
def test_a_message_is_a_text_as_it_stands(path):
    """Not put together, not cut off, with names for its places."""
    for message in messages_of(parsed(path)):
        if isinstance(message, ast.Constant):
            assert message.value.strip() == message.value != "", message.value
            for _, name, _, _ in Formatter().parse(message.value):
                assert name is None or name.isidentifier(), message.value
        else:  # a message that was marked elsewhere
            put_together = (ast.JoinedStr, ast.BinOp)
            assert not isinstance(message, put_together), ast.unparse(message)


def test_babel_finds_every_message():
    """It looks into no f-string, for one."""
    found = set()
    for message in tool.template():
        found |= {*message.id} if message.pluralizable else {message.id}
    files = [*FILES, *(ROOT / "attn_lib").glob("*.py")]
    marked = {
        message.value
        for path in files
        for message in messages_of(parsed(path))
        if isinstance(message, ast.Constant)
    }
    assert found - {""} == marked


@every_file
def test_a_module_that_translates_names_nothing_else_so(path):
    tree = parsed(path)
    names = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.arg))]
    called = "_" in {getattr(node, "id", "") for node in names if is_read(node)}
    if called:
        assert not [node for node in names if is_named_so(node) and not is_read(node)]


def is_named_so(node):
    return getattr(node, "id", getattr(node, "arg", "")) == "_"


def is_read(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


# ---- English is no key -----------------------------------------------------


def keys_of(tree):
    """Texts by which something is looked up or compared."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from filter(None, node.keys)
        if isinstance(node, ast.Compare):
            yield from (node.left, *node.comparators)
        if isinstance(node, ast.Subscript):
            yield node.slice
        if isinstance(node, ast.MatchValue):
            yield node.value


@every_file
def test_no_english_sentence_is_a_key(path):
    found = [node for node in keys_of(parsed(path)) if not isinstance(node, ast.Call)]
    keys = {key.value for node in found for key in texts(node)}
    assert {key for key in keys if PROSE.search(key)} == set()


def test_a_sentence_that_is_a_key_is_found():
    tree = ast.parse('d = {"it is": 1}; d["it was"]; x == "it will be"; "no" in x')
    keys = {key.value for node in keys_of(tree) for key in texts(node)}
    assert keys == {"it is", "it was", "it will be", "no"}
