"""What every scene promises: pure functions of NumPy and words, nothing of a page."""

import json
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass

import numpy as np
import pytest

from attn_lib import scenes
from attn_lib.scenes import Scene

MODULES = {
    name: getattr(scenes, name)
    for name in scenes.__all__
    if hasattr(getattr(scenes, name), "scene")
}
NOT_NEEDED = ["ipywidgets", "anywidget", "traitlets", "IPython", "matplotlib", "PIL"]
OPERATORS = re.compile(r"|[→·=+]|÷ √d_k|\+ mask|· [\w_ᵀ]+ =")

of_every_scene = pytest.mark.parametrize("name", MODULES)


def picture_of(name):
    scene = MODULES[name].scene
    return scene.picture(scene.State())


def fresh(code):
    """What a new Python prints that cannot import what only a page needs."""
    blocked = f"import json, sys\nfor name in {NOT_NEEDED}: sys.modules[name] = None\n"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", blocked + code],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(run.stdout)


def test_there_are_as_many_as_explorers():
    """So none is left out here."""
    assert len(MODULES) == 11
    assert all(isinstance(module.scene, Scene) for module in MODULES.values())


def test_pictures_are_made_where_there_is_no_library_for_pages():
    """Of lesson 08's model the parts are cut by a library of its own: `tokenizers`."""
    said = fresh("""
from attn_lib import scenes
found = {name: getattr(scenes, name) for name in scenes.__all__}
found = {name: m.scene for name, m in found.items() if hasattr(m, "scene")}
print(json.dumps({n: s.picture(s.State()).caption for n, s in found.items()}))
""")
    assert said == {name: picture_of(name).caption for name in MODULES}


@of_every_scene
def test_a_state_is_frozen_and_nothing_but_what_can_be_set(name):
    """A size that no control sets is a constant of the scene, no field of its state."""
    State = MODULES[name].scene.State
    assert is_dataclass(State)
    with pytest.raises(FrozenInstanceError):
        setattr(State(), fields(State)[0].name, None)
    own = {n for n, value in vars(State).items() if not n.startswith("__")}
    derived = {n for n in own if isinstance(vars(State)[n], property)}
    assert own - derived == {field.name for field in fields(State)}
    json.dumps(asdict(State()))  # plain values, from which a key is made


@of_every_scene
def test_the_same_state_gives_the_same_picture(name):
    one, other = picture_of(name), picture_of(name)
    assert (one.lines, one.beside, one.caption) == (
        other.lines,
        other.beside,
        other.caption,
    )
    assert one.matrices.keys() == other.matrices.keys()
    for id, matrix in one.matrices.items():
        assert matrix.spec() == other.matrices[id].spec()
        np.testing.assert_array_equal(matrix.values, other.matrices[id].values)


@of_every_scene
def test_names_fit_the_numbers(name):
    for id, matrix in picture_of(name).matrices.items():
        assert matrix.id == id
        assert matrix.values.shape == (len(matrix.rows), len(matrix.columns))


@of_every_scene
def test_what_stands_in_a_line_is_there_or_an_operator(name):
    picture = picture_of(name)
    words = {item for line in picture.lines for item in line}
    assert words & picture.matrices.keys()
    for word in words - picture.matrices.keys():
        assert OPERATORS.fullmatch(word), word


@of_every_scene
def test_a_matrix_is_made_of_what_is_there(name):
    matrices = picture_of(name).matrices
    for matrix in matrices.values():
        made = matrix.made
        inputs = [made[key] for key in ("of", "left", "right", "mask") if key in made]
        assert {*inputs, *made.get("each", ())} <= matrices.keys()
        assert matrix.hidden is None or matrix.hidden in matrices


@of_every_scene
def test_what_may_be_changed_by_hand_is_marked(name):
    scene, matrices = MODULES[name].scene, picture_of(name).matrices
    marked = {id for id, matrix in matrices.items() if matrix.editable}
    assert marked == set(scene.editable)
