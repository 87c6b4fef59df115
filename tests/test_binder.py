"""Binder: the files say what they must, and an environment made from them runs."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
PINNED = {
    *("jupyterlab", "ipykernel", "numpy", "matplotlib"),
    *("ipywidgets", "anywidget", "nbval"),
}

on_linux = pytest.mark.skipif(os.name == "nt", reason="Binder's scripts need bash")


def requirement_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_python_is_pinned():
    assert (BINDER / "runtime.txt").read_text(encoding="utf-8") == "python-3.11\n"


def test_there_is_one_set_of_pins():
    """Binder, a laptop and the tests install the same; "-e ." is the library.

    That the file refers to another one also makes repo2docker copy the whole
    repository before it calls pip, so that "-e ." finds the library.
    """
    assert requirement_lines(BINDER / "requirements.txt") == ["-r ../requirements.txt"]
    lines = requirement_lines(ROOT / "requirements.txt")
    assert lines.count("-e .") == 1
    assert {Requirement(line).name for line in lines if line != "-e ."} == PINNED


@pytest.mark.parametrize("folder", [".", "tests"])
def test_every_pin_is_exact(folder):
    """An open range is another environment tomorrow."""
    for line in requirement_lines(ROOT / folder / "requirements.txt"):
        if line != "-e .":
            (version,) = Requirement(line).specifier
            assert version.operator == "==", line
            assert "*" not in version.version, line


@on_linux
@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_the_scripts_are_sound(name):
    script = BINDER / name
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    for swallowed in ("|| true", "|| :", "/dev/null", "set +e"):
        assert swallowed not in text
    subprocess.run(["bash", "-n", script], check=True)
    assert script.stat().st_mode & stat.S_IXUSR


@on_linux
def test_the_numerical_libraries_keep_to_one_thread():
    show = 'echo "$OMP_NUM_THREADS $OPENBLAS_NUM_THREADS $MKL_NUM_THREADS $1"'
    command = [BINDER / "start", "bash", "-c", show, "-", "an argument"]
    printed = subprocess.check_output(command, encoding="utf-8")
    assert printed == "1 1 1 an argument\n"


@on_linux
@pytest.mark.rehearsal
def test_an_environment_made_from_these_files_runs_a_lesson(tmp_path):
    """What repo2docker does, without Docker: its steps from the copy's root."""
    repository = tmp_path / "repository"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")
    shutil.copytree(ROOT, repository, ignore=ignored)
    environment = os.environ | {
        "PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        # What postBuild writes for the user of the container stays in the rehearsal.
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "JUPYTER_DATA_DIR": str(tmp_path / "jupyter"),
        "MPLCONFIGDIR": str(tmp_path / "matplotlib"),
    }
    for inherited in ("PYTHONPATH", "VIRTUAL_ENV"):
        environment.pop(inherited, None)

    def step(*command, folder=repository):
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        return done.stdout

    step(sys.executable, "-m", "venv", str(tmp_path / "env"))
    step("pip", "install", "--quiet", "-r", "binder/requirements.txt")
    step("./binder/postBuild")
    where = step(
        "python", "-c", "import attn_lib; print(attn_lib.__file__)", folder="/"
    )
    assert where.strip() == str(repository / "attn_lib" / "__init__.py")
    lesson = repository / "notebooks" / "00_start_here.ipynb"
    step("./binder/start", "jupyter", "execute", str(lesson))
