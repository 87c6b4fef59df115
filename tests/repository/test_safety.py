"""The library evaluates no text, and neither it nor a lesson reaches the network."""

import ast
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from notebooks import build

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "attn_lib").rglob("*.py"))

EVALUATES = {"eval", "exec", "compile", "__import__", "run_line_magic", "run_cell"}
NOT_IMPORTED = {
    *("socket", "ssl", "urllib", "http", "ftplib", "smtplib", "asyncio.streams"),
    *("requests", "httpx", "aiohttp", "tornado", "websocket", "webbrowser"),
    *("subprocess", "multiprocessing", "pty", "ctypes"),
    *("pickle", "shelve", "marshal", "dill"),
}

# Read by every Python that starts with this folder on its path, kernels among them.
# What is tried is also written down, since whoever tries may catch the error.
GUARD = """
import os, sys

def guard(event, arguments):
    if event == "socket.connect":
        host = arguments[1][0] if isinstance(arguments[1], tuple) else "localhost"
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = arguments[0] or "localhost"
    elif event == "socket.sendto":
        host = arguments[1][0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else str(host)
    if host not in ("localhost", "::1", "0.0.0.0") and not host.startswith("127."):
        with open(os.environ["TRIED"], "a", encoding="utf-8") as tried:
            tried.write(f"{event} {host}\\n")
        raise OSError(f"this test allows no connection to {host}")

sys.addaudithook(guard)
with open(os.environ["GUARDED"], "a", encoding="utf-8") as guarded:
    guarded.write("one\\n")
"""


@pytest.fixture
def guarded(tmp_path, monkeypatch):
    """Let Pythons that are started now reach this machine only.

    Gives a function: how many were guarded so far, and what they tried to reach.
    """
    (tmp_path / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    files = {name: tmp_path / name.lower() for name in ("GUARDED", "TRIED")}
    for name, file in files.items():
        file.touch()
        monkeypatch.setenv(name, str(file))
    return lambda: [
        file.read_text(encoding="utf-8").splitlines() for file in files.values()
    ]


def test_the_library_evaluates_no_text():
    """What is typed is a sentence or a number, never a program."""
    for path in MODULES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", "")
                if isinstance(call.func, ast.Attribute) and call.func.attr != "compile":
                    name = call.func.attr  # re.compile is another thing
                assert name not in EVALUATES, f"{path}:{call.lineno} calls {name}"
                assert not any(
                    word.arg == "allow_pickle" and getattr(word.value, "value", True)
                    for word in call.keywords
                ), f"{path}:{call.lineno} lets a file run code"


def test_the_library_imports_nothing_that_reaches_out():
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            for name in names:
                parts = name.split(".")
                reached = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
                found = reached & NOT_IMPORTED
                assert not found, f"{path}:{node.lineno} imports {name}"


def test_nothing_is_reached_at_import(guarded):
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in MODULES]
    code = "\n".join(f"import {name.removesuffix('.__init__')}" for name in names)
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    pythons, tried = guarded()
    assert len(pythons) >= 1
    assert tried == []


@pytest.mark.notebook
def test_the_guard_stops_a_kernel_and_notes_what_it_tried(guarded):
    """192.0.2.1 is nobody's: it is kept for examples."""
    cell = 'import socket\nsocket.create_connection(("192.0.2.1", 80), timeout=0.01)'
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    with pytest.raises(build.BuildError, match=r"allows no connection to 192\.0\.2\.1"):
        build.execute(notebook)
    pythons, tried = guarded()
    assert len(pythons) == 1
    assert {line.split()[1] for line in tried} == {"192.0.2.1"}


@pytest.mark.rehearsal
@pytest.mark.parametrize(
    "source", sorted(build.NOTEBOOKS.glob("source/*.md")), ids=lambda path: path.stem
)
def test_a_lesson_reaches_nothing(source, guarded):
    """A class without a network sees the same; and nobody learns who is reading."""
    build.execute(build.read_source(source))
    pythons, tried = guarded()
    assert len(pythons) >= 1
    assert tried == []
