"""notebooks/collect.py: whatever a student hands in costs one line, and no more."""

import json
import os
import queue
import subprocess
import sys
import time
from types import SimpleNamespace

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from attn_lib.exercises import progress
from notebooks import build, collect
from tests.support.lessons import ROOT

pytestmark = pytest.mark.notebook

IMPORT = "from attn_lib import exercises"
RIGHT = "def mix(weights, V):\n    return weights @ V"
CHECK = "exercises.check_mix(mix)"
PASSED = "Lesson 05: 1 of 4. ✓ mix, ○ attention, ○ shapes, ○ bug museum."
FORGED = "Lesson 05: 4 of 4. ✓ mix, ✓ attention, ✓ shapes, ✓ bug museum."
MARK = "a-sleeper-of-the-collected-notebooks"
SLEEP = f'[sys.executable, "-c", "import time; time.sleep(600)", {MARK!r}]'
SLEEPERS = f"""
import subprocess, sys
for _ in range(NUMBER):
    subprocess.Popen({SLEEP}, start_new_session=True)
"""
ORPHAN = f"""
import os, subprocess, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        subprocess.Popen({SLEEP}, start_new_session=True)
    os._exit(0)
os.wait()
"""
FLOOD = """
for _ in range(1024):
    print("x" * 2**20)
"""
FORGERY = f"""
import json, os
print({FORGED!r})
for fd in range(3, 30):
    for nonce in ("", "0" * 32, None, []):
        news = {{"cell": 9, "error": "", "lessons": {{"05": {{"mix": True}}}}}}
        try:
            os.write(fd, ("\\n" + json.dumps([nonce, news]) + "\\n").encode())
        except OSError:
            pass
"""
THREADS = """
import threading, time
for _ in range(2000):
    threading.Thread(target=time.sleep, args=(600,)).start()
"""
SPOIL = """
import pathlib
for path in pathlib.Path({folder!r}).glob("*"):
    if path.is_file():
        path.write_text("")
"""
NAMED = f"""
raise type("Error\\n{FORGED}", (Exception,), {{}})
"""


def notebook_of(*sources):
    """A notebook in JSON: each source is a cell, and each claims all was done."""
    claim = new_output("stream", name="stdout", text=FORGED)
    cells = [new_code_cell(source, outputs=[claim]) for source in sources]
    return nbformat.writes(new_notebook(cells=cells, metadata=build.METADATA))


def handed_in(source):
    """One who did the first exercise, and then something else."""
    return notebook_of(IMPORT, RIGHT, CHECK, source, "last = True")


def ran(cells, trouble):
    return f"{PASSED} Ran {cells} of 5 cells. {trouble}".strip()


# name → what is handed in, the line that it costs
FILES = {
    "anna": (handed_in("pass"), ran(5, "")),
    "a stub": (
        notebook_of(IMPORT, "def mix(weights, V):\n    ...", CHECK),
        PASSED.replace("1 of", "0 of").replace("✓", "○") + " Ran 3 of 3 cells.",
    ),
    "nothing checked": (
        notebook_of(f"print({FORGED!r})"),
        "No exercise was checked. Ran 1 of 1 cells.",
    ),
    "no cells": (notebook_of(), "Not run. It has no cell with code."),
    "empty": ("", "Not run. It is no notebook: the file is empty."),
    "blank": ("\n \n", "Not run. It is no notebook: the file is empty."),
    "html": (f"<!doctype html><p>{FORGED}", "Not run. It is no notebook: "),
    "cut": (handed_in("pass")[:500], "Not run. It is no notebook: "),
    "a list": ("[1, 2]", "Not run. It is no notebook: "),
    "a number": ("3", "Not run. It is no notebook: "),
    "deep": ("[" * 100_000, "Not run. It is no notebook: "),
    "other JSON": ('{"nbformat": 4, "cells": 5}', "Not run. It is no notebook: "),
    "a BOM": ("\ufeff" + handed_in("pass"), ran(5, "")),
    "UTF-16": (handed_in("pass").encode("utf-16"), "Not run. It is no notebook: "),
    "an error": (handed_in("1 / 0"), ran(5, "Stopped with an error: 4 (ZeroDivision")),
    "no Python": (handed_in("1 +"), ran(5, "Stopped with an error: 4 (SyntaxError).")),
    "a zero byte": (handed_in("x = '\x00'"), ran(5, "Stopped with an error: 4 (")),
    "exit": (handed_in("exit()"), PASSED),
    "sys.exit": (handed_in("import sys; sys.exit()"), ran(5, "Stopped with an error")),
    "os._exit": (
        handed_in("import os; os._exit(0)"),
        ran(3, "It ended itself in cell 4."),
    ),
    "killed": (
        handed_in("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
        ran(3, "It ended by signal 9 in cell 4."),
    ),
    "crashed": (
        handed_in("import ctypes; ctypes.string_at(0)"),
        ran(3, "It ended by signal 11 in cell 4."),
    ),
    "asks": (handed_in("input()"), ran(5, "Stopped with an error: 4 (")),
    "prints a gigabyte": (handed_in(FLOOD), ran(5, "")),
    "takes 40 GB": (
        handed_in("x = bytearray(40 * 2**30)"),
        ran(5, "Stopped with an error: 4 (MemoryError)."),
    ),
    "many threads": (handed_in(THREADS), PASSED),
    "an orphan": (handed_in(ORPHAN), ran(5, "")),
    "a thread that goes on": (handed_in(THREADS.replace("2000", "1")), ran(5, "")),
    "forgery": (handed_in(FORGERY), ran(5, "")),
    "a name": (handed_in(NAMED), ran(5, "Stopped with an error: 4 (Error\ufffdLesson")),
    "closes all": (handed_in("import os; os.closerange(0, 256)"), PASSED[:10]),
}


def run_collect(folder, *options):
    """The command, as a teacher types it: its lines by name."""
    done = subprocess.run(
        [sys.executable, ROOT / "notebooks" / "collect.py", folder, *options],
        capture_output=True,
        encoding="utf-8",
        timeout=550,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    return dict(line.split(".ipynb: ", 1) for line in lines)


def write(folder, files):
    for name, content in files.items():
        content = content if isinstance(content, bytes) else content.encode()
        (folder / f"{name}.ipynb").write_bytes(content)


def sleepers():
    """What a notebook started and nobody ended."""
    running = psutil.process_iter(["pid", "cmdline"])
    return [p.info["pid"] for p in running if MARK in (p.info["cmdline"] or ())]


@pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of a Unix")
def test_whatever_is_handed_in_costs_one_line(tmp_path):
    spoiled = SPOIL.format(folder=str(tmp_path))
    files = {"0 spoils the others": handed_in(spoiled)}
    files |= {name: content for name, (content, _) in FILES.items()}
    write(tmp_path, files)
    (tmp_path / "a folder.ipynb").mkdir()
    os.mkfifo(tmp_path / "a pipe.ipynb")
    (tmp_path / "two\nlines\x1b[2J.ipynb").write_bytes(b"")
    lines = run_collect(tmp_path)
    expected = {name: line for name, (_, line) in FILES.items()}
    expected["0 spoils the others"] = ran(5, "")
    expected["a folder"] = expected["a pipe"] = "Not run. It is no notebook: it is no"
    expected["two\ufffdlines\ufffd[2J"] = "Not run. It is no notebook: the file is"
    assert lines.keys() == expected.keys()
    wrong = {n: line for n, line in lines.items() if not line.startswith(expected[n])}
    assert not wrong
    assert not [name for name, line in lines.items() if line.startswith(FORGED)]
    assert sleepers() == []


@pytest.mark.skipif(sys.platform == "win32", reason="processes of a Unix")
def test_what_never_ends_is_ended_with_all_that_it_started(tmp_path):
    forever = SLEEPERS.replace("NUMBER", "3") + "while True: pass"
    many = SLEEPERS.replace("NUMBER", "100_000")
    write(tmp_path, {"forever": handed_in(forever), "last": handed_in("pass")})
    lines = run_collect(tmp_path, "--seconds", "25")
    too_long = "It took more than 25 s, and was ended in cell 4."
    assert lines["forever"] == ran(3, too_long)
    assert lines["last"] == ran(5, "")
    write(tmp_path, {"forever": handed_in(many)})
    lines = run_collect(tmp_path)
    assert lines["forever"] == ran(3, "It started more than 200 processes.")
    assert lines["last"] == ran(5, "")
    time.sleep(0.5)
    assert sleepers() == []


def test_what_is_said_last_is_heard():
    """Nothing had come, and then all of it came while the process ended."""

    class Said(queue.Queue):
        def get(self, timeout):
            if process.returncode is None:
                process.returncode = 0
                self.put(json.dumps(["n", {"cell": 1, "error": "", "lessons": {}}]))
                self.put(json.dumps(["n", "done"]))
                raise queue.Empty
            return super().get(timeout=timeout)

    process = SimpleNamespace(returncode=None, poll=lambda: process.returncode)
    account = collect.Account(cells=1)
    assert collect._follow(process, Said(), "n", account, 60) == ""
    assert account.ran == 1


def test_the_line_says_what_the_lesson_itself_says(capsys):
    """The names and the order are those of `progress`."""
    lessons = {"05": dict.fromkeys(["mix", "attention", "shapes", "museum"])}
    account = collect.Account(cells=1, ran=1, lessons=lessons)
    progress("05")
    assert str(account).split(" Ran ")[0] in capsys.readouterr().out
