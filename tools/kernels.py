"""Are the lessons' outputs the same on other processors, and with other NumPys?

    python -m tools.kernels                   all settings below, one after the other
    python -m tools.kernels Haswell NumPy     those whose names begin so
    python -m tools.kernels --lesson 07       one lesson only

OpenBLAS has kernels for many processors, and takes the one that it is told, if this
processor can run it. Each setting runs the solved copies of all lessons, which show all
that the lessons do. Every text must be as stored, and every picture, to the byte, as it
comes here without a setting. The table says what really ran. Where the processor
or the library has no such kernel, OpenBLAS takes another one, and the lessons are not
run: SkylakeX needs AVX-512, and NumPy's own OpenBLAS takes Haswell's for Zen.

The environments with the lowest and the newest NumPy are made in a temporary folder by
uv, which downloads no interpreter. With pyenv, say which there are:
PYENV_VERSION=3.11:3.13 python -m tools.kernels
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "notebooks"))  # build.py looks for handouts.py there

from notebooks import build  # noqa: E402
from tests.support.lessons import NOTEBOOKS, pictures, source_of  # noqa: E402

KERNELS = ("Haswell", "Zen", "SkylakeX", "Nehalem")
ASK = """
import json, numpy, threadpoolctl
blas = [x for x in threadpoolctl.threadpool_info() if x["user_api"] == "blas"]
ran = {"kernel": blas[0]["architecture"], "threads": blas[0]["num_threads"]}
print(json.dumps({"numpy": numpy.__version__, **ran}))
"""


@dataclass(frozen=True)
class Setting:
    """One way to run the lessons."""

    name: str
    kernel: str | None = None
    threads: int | None = None
    without: str = ""  # instructions that NumPy is to leave alone
    numpy: str = ""  # as uv is asked for it, and for which Python
    python: str = ""

    def environment(self):
        """The surroundings, without what they say about BLAS, and with our choice."""
        own = {
            "OPENBLAS_CORETYPE": self.kernel,
            "OPENBLAS_NUM_THREADS": self.threads,
            "NPY_DISABLE_CPU_FEATURES": self.without,
        }
        kept = {k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_")}
        return kept | {name: str(value) for name, value in own.items() if value}


SETTINGS = (
    Setting("as it comes"),
    *(
        Setting(f"{kernel}, {n} thread{'s' * (n > 1)}", kernel, n)
        for kernel in KERNELS
        for n in (1, 2)
    ),
    Setting("NumPy without AVX", without="X86_V3 X86_V4 AVX512_ICL AVX512_SPR"),
    Setting("NumPy, the lowest", numpy="numpy==2.0.0", python="3.11"),
    Setting("NumPy, the newest", numpy="numpy>=2.5", python="3.13"),
)


def main(wanted, lesson):
    """Print what became of each setting; return how many were not the same."""
    chosen = [s for s in SETTINGS[1:] if s.name.startswith(tuple(wanted) or "")]
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        plain = run(SETTINGS[0], lesson, Path(folder))
        for setting in (SETTINGS[0], *chosen):
            again = setting is not SETTINGS[0]
            found = run(setting, lesson, Path(folder)) if again else plain
            lessons = found["lessons"]
            problems = list(differences(lessons, plain["lessons"])) if lessons else []
            said = "; ".join(problems) or ("the same" if lessons else "not run")
            differ += bool(problems)
            ran = "NumPy {numpy}, {kernel}, threads {threads}".format_map(found)
            print(f"{setting.name:21}{ran:40}{said}", flush=True)
    return differ


def run(setting, lesson, folder):
    """What ran, and each lesson as it came out; none if another kernel would run."""
    python = interpreter(setting, folder)
    environment = setting.environment()
    ran = json.loads(ask(python, environment, "-c", ASK))
    if setting.kernel not in (None, ran["kernel"]):
        return ran | {"lessons": None}
    into = folder / setting.name
    into.mkdir()
    ask(python, environment, "-m", "tools.kernels", "--into", into, "--lesson", lesson)
    return ran | {"lessons": into}


def ask(python, environment, *command):
    """What a command of an interpreter prints."""
    return subprocess.check_output(
        [python, *command], cwd=ROOT, env=environment, encoding="utf-8"
    )


def interpreter(setting, folder):
    """This Python, or that of a new environment with the NumPy of the setting."""
    if not setting.numpy:
        return sys.executable
    place = folder / "environments" / setting.name
    override = folder / "override.txt"
    override.write_text(setting.numpy, encoding="utf-8")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    never = os.environ | {"UV_PYTHON_DOWNLOADS": "never"}
    never.pop("VIRTUAL_ENV", None)
    subprocess.run(
        [*uv, "venv", "--python", setting.python, place], env=never, check=True
    )
    python = next(place.glob("bin/python"), place / "Scripts/python.exe")
    packages = ["-r", "requirements.txt", "-r", "tests/requirements.txt"]
    subprocess.run(
        [*uv, "pip", "install", "--python", python, "--override", override, *packages],
        cwd=ROOT,
        env=never,
        check=True,
    )
    return str(python)


def write_lessons(into, lesson):
    """Run the solved copies, two at a time; a failure is written in place of one."""

    def write(path):
        try:
            notebook = build.read_source(source_of(path), solved=True)
            text = build.dumps(build.normalise(build.execute(notebook)))
        except build.BuildError as error:
            text = str(error)
        (into / path.name).write_text(text, encoding="utf-8")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, [p for p in NOTEBOOKS if p.stem.startswith(lesson)]))


def differences(lessons, plain):
    """Say of each lesson where its texts, or else its pictures, are others."""
    for path in sorted(lessons.glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        if not text.startswith("{"):
            yield f"{path.stem}: {text}"
            continue
        notebook = nbformat.reads(text, as_version=4)
        stored = (ROOT / "notebooks/solutions" / path.name).read_text(encoding="utf-8")
        if said := build.difference(stored, notebook):
            yield f"{path.stem}: {said}"
        ours, others = pictures(notebook), pictures(nbformat.read(plain / path.name, 4))
        cells = [cell for cell, files in ours.items() if files != others[cell]]
        if cells:
            yield f"{path.stem}: other pixels: {', '.join(cells)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("setting", nargs="*", help="how its name begins")
    parser.add_argument("--lesson", default="", help="how its name begins")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)  # a run of its own
    options = parser.parse_args()
    if options.into:
        write_lessons(options.into, options.lesson)
    else:
        sys.exit(main(options.setting, options.lesson))
