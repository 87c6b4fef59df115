"""Write ``docs/licences.md``: whose terms hold for what the lessons install.

    python -m tools.licences

It lists what stands in requirements.lock, as the packages themselves say it.
"""

import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "docs" / "licences.md"
LONGEST = 40  # characters; what is longer is the licence itself, not its name
# What is installed on some systems only cannot be asked everywhere.
ELSEWHERE = {
    "appnope": "BSD-2-Clause",
    "colorama": "BSD License",
    "httpx2-jsfetch": "BSD-3-Clause",
    "pywinpty": "MIT License",
}
HEAD = """\
# Licences of what the lessons install

The project itself is under the [MIT licence](../LICENSE), but for the part of
all-MiniLM-L6-v2 that ships with it, which is under
[Apache-2.0](../attn_lib/example/all_minilm_l6_v2/NOTICE).
This is what stands in `requirements.lock`, in the words of each package.
`python -m tools.licences` writes the list. None of it is copied into this repository.

| package | licence |
|---|---|
"""


def locked():
    """Names of the packages in the lock."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)))


def licence(name):
    """What a package says of its licence, in one line."""
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    about = metadata.metadata(name)
    if expression := about["License-Expression"]:
        return expression
    kinds = [kind.split(" :: ") for kind in about.get_all("Classifier", [])]
    named = [kind[-1] for kind in kinds if kind[0] == "License"]
    stated = about["License"] or ""
    if "\n" not in stated and 0 < len(stated) <= LONGEST and stated != "UNKNOWN":
        return stated
    return " and ".join(named)


def main():
    rows = [f"| {name} | {licence(name)} |\n" for name in locked()]
    LIST.write_text(HEAD + "".join(rows), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
