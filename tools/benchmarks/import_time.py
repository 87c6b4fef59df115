"""How long ``import attn_lib`` takes beyond NumPy's own import.

Run ``python -m tools.benchmarks.import_time``. The aim is 15 ms or less.
"""

import os
import statistics
import subprocess
import sys
import tempfile

RUNS = 15


def milliseconds_added(bytecode):
    """One fresh Python: what ``-X importtime`` says of attn_lib, less NumPy's share."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # it would compile every time
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import attn_lib"],
        env=environment,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    cumulative = {}  # microseconds, by module
    for line in run.stderr.splitlines():
        _, _, fields = line.partition("import time:")
        _, microseconds, module = fields.split("|")
        if microseconds.strip().isdigit():
            cumulative.setdefault(module.strip(), int(microseconds))
    return (cumulative["attn_lib"] - cumulative["numpy"]) / 1000


def main():
    with tempfile.TemporaryDirectory() as bytecode:
        milliseconds_added(bytecode)  # compiles; a second import does not
        added = sorted(milliseconds_added(bytecode) for _ in range(RUNS))
    print(
        f"import attn_lib adds {statistics.median(added):.1f} ms to NumPy's import "
        f"(median of {RUNS} runs, {added[0]:.1f} to {added[-1]:.1f} ms)"
    )


if __name__ == "__main__":
    main()
