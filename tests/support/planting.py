"""Plant one fault in a copy of the project, and see that its tests turn red.

A test that cannot fail proves nothing. The suite therefore breaks the code on purpose,
one fault at a time, on a copy, and expects to be told.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = (
    *("attn_lib", "binder", "docs", "notebooks", "tests", "tools"),
    *("README.md", "CONTRIBUTING.md"),
    *("pyproject.toml", "requirements.txt", "requirements.lock"),
)

# One process is enough, and the plugin that makes several is not loaded.
# `find_spec` and not `import`: a copy that cannot even be imported is the affair of
# pytest, which then ends with another code than that of a failed test.
_RUN = """
import importlib.util, pathlib, sys
import pytest
found = pathlib.Path(importlib.util.find_spec("attn_lib").origin)
if not found.is_relative_to(pathlib.Path.cwd()):
    sys.exit(f"not the copy: {found}")
own = ["-o", "addopts=--import-mode=importlib"]  # in this process
sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *own, *sys.argv[1:]]))
"""


def expect_red(tmp_path, file, old, new, tests, *, first=False):
    """Plant a fault in a copy of the project and expect a test to fail on it.

    Parameters
    ----------
    tmp_path : Path
        Where the copy is made (pytest's fixture of that name).
    file : str
        The file to break, from the root of the project: ``"attn_lib/masking.py"``.
    old, new : str
        The exact text, which must stand in the file once, and what takes its place.
    first : bool, default False
        The text may stand there more than once; the first one is replaced.
    tests : str or list of str
        What pytest is to run, from the root: ``"tests/maths/test_masking.py"``. Keep it
        narrow. Plugins are not loaded by themselves: ``["-p", "nbval.plugin", …]``.

    Returns
    -------
    report : str
        What pytest printed, for a test that also wants to see *how* it failed.

    Raises
    ------
    AssertionError
        If the text is not found once, or the tests end in anything but a failed test:
        green, or a copy that cannot be collected.
    """
    copy = copy_project(tmp_path)
    text = (copy / file).read_text(encoding="utf-8")
    is_there = text.count(old) == 1 or (first and old in text)
    assert is_there, f"{file}: found {text.count(old)} times: {old!r}"
    assert old != new
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    if file.startswith("attn_lib/web/"):  # a page loads the bundles
        bundler = [shutil.which("node"), ROOT / "tools/bundle.mjs"]
        subprocess.run(bundler, cwd=copy, check=True)
    run = run_tests(copy, tests)
    is_red = run.returncode == 1 and "FAILED" in run.stdout
    assert is_red, (
        f"{file}: {old!r} → {new!r} was not noticed by a test of {tests} "
        f"(pytest ended with {run.returncode}):\n{run.stdout}{run.stderr}"
    )
    return run.stdout


def expect_green(tmp_path, tests):
    """Expect the same tests to pass on a copy without a fault: red is the fault's."""
    run = run_tests(copy_project(tmp_path), tests)
    assert run.returncode == 0, f"{tests}:\n{run.stdout}{run.stderr}"


def copy_project(tmp_path):
    """Copy what tests need into ``tmp_path``, and return the copy's root."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(source, copy / name, ignore=ignored)
        else:
            shutil.copy2(source, copy / name)
    return copy


def run_tests(copy, tests):
    """Run pytest on the copy, in a process of its own that imports the copy."""
    arguments = [tests] if isinstance(tests, str) else tests
    environment = os.environ | {
        "HYPOTHESIS_PROFILE": "planted",  # see conftest.py
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the installed ones cost 4 s a process
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }
    for inherited in ("PYTHONPATH", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST"):
        environment.pop(inherited, None)
    return subprocess.run(
        [sys.executable, "-c", _RUN, *arguments],
        cwd=copy,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
