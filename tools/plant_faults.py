"""Plant faults one at a time, each in a copy, and see that the suite catches every one.

    python -m tools.plant_faults            all of them, as a table
    python -m tools.plant_faults page pin   those whose place or name has such a word

They stand in ``tools/faults.py``.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.planting import expect_red
from tools.faults import FAULTS


def plant(fault):
    """Plant one, and return how many seconds it took until it was caught."""
    begin = time.monotonic()
    with TemporaryDirectory() as folder:
        file, old, new, tests, first = fault
        expect_red(Path(folder), file, old, new, tests, first=first)
    return time.monotonic() - begin


def main(words):
    """Plant all, or those with one of the words; 0 if every one was caught."""
    chosen = {
        name: fault
        for name, fault in FAULTS.items()
        if not words or any(word in f"{name} {fault.file}" for word in words)
    }
    escaped = []
    print("| caught | fault | planted in | seconds |\n|---|---|---|---|", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        planted = {name: pool.submit(plant, fault) for name, fault in chosen.items()}
        for name, run in planted.items():
            reason = run.exception()
            took = "" if reason else f"{run.result():.0f}"
            caught = "NO" if reason else "yes"
            print(f"| {caught} | {name} | {chosen[name].file} | {took} |", flush=True)
            if reason:
                escaped.append(f"{name}: {reason}")
    print(f"\n{len(chosen) - len(escaped)} of {len(chosen)} were caught.")
    for reason in escaped:
        print(f"\n{reason}", file=sys.stderr)
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
