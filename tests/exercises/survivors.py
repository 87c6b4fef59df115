"""Try the mutants that mutmut reports as survivors once more, with all tests.

    .venv/bin/mutmut run
    .venv/bin/python -m tests.exercises.survivors

For each mutant mutmut runs the tests that call the mutated function. A helper that runs
while its module is imported is called by whichever test comes first, and so it is tried
with that one alone. Here all tests run, in a process that imports the exercises when
the mutant is already chosen.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MUTANTS = Path(__file__).resolve().parents[2] / "mutants"


def exit_codes():
    """Each mutant and how its tests ended when mutmut ran them: 0 if all passed."""
    codes = {}
    for path in MUTANTS.glob("attn_lib/exercises/*.meta"):
        codes |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name: code for name, code in codes.items() if code is not None}


def survives(mutant):
    """Say whether all tests of the exercises pass with a mutant."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["-k", "not shows_its_story and not fits_a_projector"]
    done = subprocess.run(
        [*command, "tests/exercises"],
        cwd=MUTANTS,
        env=os.environ | {"MUTANT_UNDER_TEST": mutant},
        capture_output=True,
    )
    return done.returncode == 0


def main():
    tried = exit_codes()
    candidates = [name for name, code in tried.items() if code == 0]
    if not survives(""):
        sys.exit("The tests fail without any mutant.")
    with ThreadPoolExecutor(2) as pool:
        passed = list(pool.map(survives, candidates))
    left = [name for name, ok in zip(candidates, passed, strict=True) if ok]
    print("\n".join(left))
    killed = len(tried) - len(left)
    print(f"{killed} of {len(tried)} mutants killed: {killed / len(tried):.1%}")


if __name__ == "__main__":
    main()
