"""Write ``requirements.lock``: all that the lessons install, with hashes.

    python -m tools.lock             keep what still fits the pins
    python -m tools.lock --upgrade   the newest of everything that is not pinned

It holds what requirements.txt asks for, what that depends on in turn, and what builds
the library itself, for Python 3.11 to 3.13 on Linux, macOS and Windows. Binder and
class servers install from it, so that nobody gets another file than the one tested.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "python -m tools.lock"
OPTIONS = (
    *("--universal", "--python-version=3.11", "--generate-hashes"),
    *("--no-emit-package=attn-lib", "--only-binary=:all:", "--no-binary=attn-lib"),
    *("--no-annotate", f"--custom-compile-command={COMMAND}", "--quiet"),
)


def main(arguments):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    compile = (sys.executable, "-m", "uv", "pip", "compile", "requirements.txt", "-")
    subprocess.run(
        [*compile, *OPTIONS, "--output-file=requirements.lock", *arguments],
        cwd=ROOT,
        input="\n".join(project["build-system"]["requires"]),
        encoding="utf-8",
        check=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
