"""Try the mutants that mutmut reports as survivors once more, with all their tests.

    .venv/bin/mutmut run
    .venv/bin/python -m tools.survivors

For each mutant mutmut runs the tests that call the mutated function. What runs while a
module is imported, or in a fixture that several tests share, is called by whichever
test comes first, and so it is tried with that one alone. Here all tests of the module
run, and those of its errors, in a process that imports it when the mutant is already
chosen. Printed are the mutants that are left, as mutmut names them, and how many were
killed in each module and in all.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MUTANTS = Path(__file__).resolve().parents[1] / "mutants"
ELSEWHERE = {  # module → its tests, where they have another name
    "exercises": "tests/exercises",
    "example": "tests/example",
    "learning": "tests/maths/learning",
    "affine": "tests/maths/test_qkv_projection.py",
    "real_model": "tests/maths/real_model",
}
COMPARE_SOURCES = ("shows_its_story", "fits_a_projector", "the_lesson_gives")
UNSEEN = (0, 33)  # all tests passed; no test calls it


def exit_codes():
    """Each mutant and how its tests ended when mutmut ran them."""
    codes = {}
    for path in MUTANTS.rglob("attn_lib/**/*.meta"):
        codes |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name: code for name, code in codes.items() if code is not None}


def module_of(mutant):
    """The module, or the folder, that a mutant belongs to."""
    return mutant.split(".")[1]


def tests_of(module):
    name = module.strip("_")
    return ELSEWHERE.get(name, f"tests/maths/test_{name}.py")


def survives(module, mutant=""):
    """Say whether all tests of a module pass with a mutant."""
    others = f"not ({' or '.join(COMPARE_SOURCES)})"
    command = [sys.executable, "-m", "pytest", "-xq", "-n0", "-p", "no:cacheprovider"]
    command += ["-k", others, tests_of(module), "tests/maths/test_errors.py"]
    env = os.environ | {"MUTANT_UNDER_TEST": mutant}
    done = subprocess.run(command, cwd=MUTANTS, env=env, capture_output=True)
    return done.returncode == 0


def main():
    tried = exit_codes()
    candidates = [name for name, code in tried.items() if code in UNSEEN]
    modules = [module_of(mutant) for mutant in candidates]
    for module in set(modules):
        if not survives(module):
            sys.exit(f"{tests_of(module)} fails without any mutant.")
    with ThreadPoolExecutor(2) as pool:
        passed = list(pool.map(survives, modules, candidates))
    left = [name for name, ok in zip(candidates, passed, strict=True) if ok]
    print(*left, sep="\n")
    made, survivors = Counter(map(module_of, tried)), Counter(map(module_of, left))
    for module, count in sorted(made.items()):
        print(f"{module:20}{count - survivors[module]:6} of {count:5} killed")
    killed = len(tried) - len(left)
    print(f"{killed} of {len(tried)} mutants killed: {killed / len(tried):.1%}")


if __name__ == "__main__":
    main()
