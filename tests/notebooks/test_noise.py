"""What is shown is the same on every processor: its noise is put into each lesson."""

import ast

import numpy as np
import pytest

from notebooks import build
from tests.support import noise
from tests.support.lessons import (
    NOTEBOOKS,
    by_name,
    pictures,
    solved_copy_of,
    source_of,
)

pytestmark = pytest.mark.notebook
SEEDS = [1, pytest.param(2, marks=pytest.mark.rehearsal)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
@pytest.mark.parametrize("seed", SEEDS)
def test_noise_in_every_product_changes_nothing_that_is_shown(
    path, seed, solved_again, monkeypatch
):
    """Texts, captions and alternative texts as stored, pictures as without noise.

    Fonts differ from machine to machine, so a stored picture proves nothing here.
    """
    monkeypatch.setattr(build, "SECONDS_PER_CELL", 300)  # noise takes its time
    notebook = build.read_source(source_of(path), solved=True)
    noisy = build.normalise(build.execute(notebook, arguments=noise.arguments(seed)))
    stored = solved_copy_of(path).read_text(encoding="utf-8")
    assert build.difference(stored, noisy) == ""
    plain, found = pictures(solved_again(path)), pictures(noisy)
    assert [cell for cell, files in found.items() if files != plain[cell]] == []


# ---- is there noise at all?


def test_every_kind_of_product_gets_noise():
    source = (
        "a @ b, np.matmul(a, b), np.einsum('ij,jk', a, b), np.linalg.norm(a, axis=1)"
    )
    a, b = np.random.default_rng(0).random((2, 9, 9))
    exact = eval(source, {"np": np, "a": a, "b": b})
    tree = noise.NoisyProducts().visit(ast.parse(source, mode="eval"))
    names = {"np": np, "a": a, "b": b, noise.NOISY: noise.NoisyNumPy(1)}
    noisy = eval(compile(tree, "noisy", "eval"), names)
    again = eval(compile(tree, "noisy", "eval"), names)
    for right, found, same in zip(exact, noisy, again, strict=True):
        assert np.mean(found != right) > 0.5
        np.testing.assert_allclose(found, right, rtol=3e-15)
        np.testing.assert_array_equal(found, same)  # as a processor repeats itself


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_noise_is_as_large_as_the_digits_are(dtype):
    a = np.random.default_rng(0).random((9, 9)).astype(dtype)
    found = noise.NoisyNumPy(1).matmul(a, a)
    assert found.dtype == dtype
    eps = np.finfo(dtype).eps
    assert 0 < np.abs(found / (a @ a) - 1).max() < 9 * eps


def test_whole_numbers_are_exact_on_every_processor():
    a, noisy = np.arange(12.0).reshape(3, 4), noise.NoisyNumPy(1)
    assert np.array_equal(noisy.matmul(a, a.T), a @ a.T)
    assert np.array_equal(noisy.einsum("ij,kj", a, a), a @ a.T)


def test_a_kernel_has_the_noise_in_the_library_and_in_its_cells():
    cell = build.nbformat.v4.new_code_cell(
        "import numpy as np, attn_lib as al; x = np.full((4, 3), 0.1) / range(1, 4)\n"
        "for product in (x @ x.T, al.dot_product_scores(x, x)):\n"
        "    print(np.ptp(product) != 0, end=' ')\n"
        "print(repr(float(product[0, 0])))"
    )
    notebook = build.nbformat.v4.new_notebook(cells=[cell])
    printed = set()
    for seed in (1, 2):
        executed = build.execute(notebook, arguments=noise.arguments(seed))
        printed.add(executed.cells[0].outputs[0].text)
    assert len(printed) == 2
    assert all(text.startswith("True True 0.0") for text in printed)
