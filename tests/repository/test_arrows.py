"""Imports go one way: which part of the library may know which, drawn as arrows.

Read from the sources, so that an import inside a function counts as well.
"""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Part → what it may import: parts of the library, and other projects. A module belongs
# to the part whose name begins its own, to the longest of several, and else to the
# maths: a new step is held to the strictest line without being named here.
HELPERS = ["_arrays", "_numbers", "_affine"]
MATHS = ["maths", *HELPERS]
SHOWN = [*MATHS, "example", "real_model", "words", "attn_lib"]
PICTURES = ["numpy", "matplotlib", "IPython", "PIL"]
WIDGETS = ["numpy", "matplotlib", "IPython", "ipywidgets", "anywidget", "traitlets"]
ARROWS = {
    "_arrays": ([], ["numpy"]),
    "_numbers": ([], ["numpy"]),
    "_affine": (["_arrays"], ["numpy"]),
    "maths": (HELPERS, ["numpy"]),
    "example": (MATHS, ["numpy", "safetensors", "tokenizers"]),
    "real_model.layer": (MATHS, ["numpy"]),
    "real_model": ([*MATHS, "example", "real_model.layer"], ["numpy"]),
    "words": ([], []),
    "attn_lib": (["maths", "example", "words"], []),  # the public names
    "scenes": (SHOWN, ["numpy"]),
    "figures": ([*MATHS, "words"], PICTURES),
    "_stored": ([], ["IPython"]),
    "exercises": ([*SHOWN, "_stored"], ["numpy", "ipywidgets"]),
    "web": ([], []),
    "explorers": ([*SHOWN, "_stored", "scenes", "figures", "web"], WIDGETS),
}


def modules():
    """Module → its file, by its name from the root: ``attn_lib.masking``."""
    found = {}
    for file in (ROOT / "attn_lib").rglob("*.py"):
        *folders, name = file.relative_to(ROOT).with_suffix("").parts
        parts = folders if name == "__init__" else [*folders, name]
        found[".".join(parts)] = file
    return found


MODULES = modules()


def part_of(module):
    """The part that a module of the library belongs to."""
    if module == "attn_lib":
        return module
    steps = module.split(".")[1:]
    names = (".".join(steps[:n]) for n in range(len(steps), 0, -1))
    return next((name for name in names if name in ARROWS), "maths")


def imports(source, package):
    """Names of all modules that a source imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folders = package.split(".") if node.level else []
            above = folders[: len(folders) + 1 - node.level]  # one dot: the package
            base = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:  # a module of a package, or a name of a module
                module = f"{base}.{alias.name}"
                yield module if module in MODULES else base


def imports_of(module):
    file = MODULES[module]
    is_package = file.name == "__init__.py"
    package = module if is_package else module.rpartition(".")[0]
    return set(imports(file.read_text(encoding="utf-8"), package))


def forbidden(module, imported):
    """Of what a module imports, what its part may not know."""
    part = part_of(module)
    parts, projects = ARROWS[part]
    for name in sorted(imported):
        project = name.partition(".")[0]
        if project == "attn_lib":
            if part_of(name) not in (part, *parts):
                yield name
        elif project not in projects and project not in sys.stdlib_module_names:
            yield name


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_what_its_part_may_know_and_nothing_else(module):
    assert list(forbidden(module, imports_of(module))) == []


def test_no_imports_go_round_in_a_circle():
    graph = {module: imports_of(module) & set(MODULES) for module in MODULES}
    TopologicalSorter(graph).prepare()


def test_no_arrows_go_round_in_a_circle():
    TopologicalSorter({part: parts for part, (parts, _) in ARROWS.items()}).prepare()


def test_every_part_that_an_arrow_leads_to_has_its_own():
    led_to = {part for parts, _ in ARROWS.values() for part in parts}
    assert led_to <= set(ARROWS)


@pytest.mark.parametrize(
    ("module", "part"),
    [
        ("attn_lib", "attn_lib"),
        ("attn_lib.masking", "maths"),
        ("attn_lib.learning.training", "maths"),
        ("attn_lib._arrays", "_arrays"),
        ("attn_lib.example.lexicon", "example"),
        ("attn_lib.real_model", "real_model"),
        ("attn_lib.real_model.model", "real_model"),
        ("attn_lib.real_model.layer", "real_model.layer"),
        ("attn_lib.explorers.masking", "explorers"),
    ],
)
def test_a_module_belongs_to_a_part(module, part):
    assert part_of(module) == part


# A module's source, and what of its imports must not be.
PLANTED = {
    "at the top": ("masking", "from .example.tokens import tokenize", "example.tokens"),
    "in a function": (
        "masking",
        "def f():\n    from .example import lexicon",
        "example.lexicon",
    ),
    "in a method": (
        "multi_head",
        "class Weights:\n    def f(self):\n        from .example import designed as d",
        "example.designed",
    ),
    "a name of the library": ("masking", "from . import SENTENCE", ""),
    "by its whole name": ("masking", "import attn_lib.figures.bars", "figures.bars"),
    "from a folder below": ("learning.training", "from ..words import _", "words"),
    "of the real model's maths": (
        "real_model.layer",
        "from .readings import full_readings",
        "real_model.readings",
    ),
    "a picture in the example": ("example.tokens", "from .. import figures", "figures"),
    "a helper of a helper": ("_numbers", "from ._arrays import require", "_arrays"),
}


@pytest.mark.parametrize(("module", "source", "found"), PLANTED.values(), ids=PLANTED)
def test_a_planted_import_is_found(module, source, found):
    module = f"attn_lib.{module}"
    planted = set(imports(source, module.rpartition(".")[0]))
    assert list(forbidden(module, planted)) == [f"attn_lib.{found}".rstrip(".")]


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("masking", "def f():\n    import scipy.special", ["scipy.special"]),
        ("matmul_scores", "import math, numpy as np", []),
        ("scenes.masking", "from matplotlib import pyplot", ["matplotlib"]),
        ("scenes.masking", "from .. import figures", ["attn_lib.figures"]),
        ("scenes.masking", "from .. import DIMENSIONS\nfrom ..words import _", []),
        ("scenes.masking", "from . import stages\nfrom .stages import product", []),
        ("explorers.masking", "from ..scenes.masking import State", []),
        ("figures.masking", "import ipywidgets", ["ipywidgets"]),
    ],
)
def test_other_projects_and_parts_to_come(module, source, found):
    module = f"attn_lib.{module}"
    planted = imports(source, module.rpartition(".")[0])
    assert list(forbidden(module, set(planted))) == found
