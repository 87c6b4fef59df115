"""A cell's arithmetic, term by term; and that all numbers come from NumPy alone."""

import importlib
import math
import re

import numpy as np
import pytest

from attn_lib._numbers import fixed, number
from attn_lib.explorers import PipelineExplorer, SoftmaxExplorer
from tests.browser.test_board import EXPLAIN_ALL
from tests.support.played import EVERY, by_name, on_the_page, spec_of

pytestmark = pytest.mark.browser

NUMBER = r"\(?(−?(?:\d+(?:\.\d+)?(?:e−?\d+)?|∞))\)?"
HALF = 0.0005  # by how much a number with three decimals may be rounded


def random_states():
    """Every explorer, with random numbers where it has them."""
    for Explorer, settings in EVERY.items():
        seeds = {"seed": 11} if "seed" in settings else {}
        yield pytest.param(Explorer, settings | seeds, id=by_name(Explorer))


def read(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


def is_near(shown, value):
    """A number of three decimals at most; of two digits where it is tiny."""
    if not np.isfinite(value):
        return shown == value
    size = abs(value)
    slack = 0.05 * size if size < HALF else HALF + 2e-7 * size
    return abs(shown - value) <= slack


@pytest.mark.parametrize(("Explorer", "settings"), [*random_states()])
def test_the_terms_of_every_cell_add_up(mount, Explorer, settings):
    """Shown terms give the shown result, and ≈ stands where it is rounded."""
    explorer = Explorer(**settings)
    sent = on_the_page(explorer)
    explained = mount(explorer).page.evaluate(EXPLAIN_ALL)
    assert len(explained) == sum(matrix.size for matrix in sent.values())
    for id, i, j, agrees, _, text in explained:
        value, spec = sent[id][i, j], spec_of(explorer, id)
        assert agrees, text
        if [i, j] in spec["edited"]:
            assert "changed by hand" in text
            continue
        if text.endswith(": hidden"):  # a given number that is not shown yet
            assert sent[spec["hidden"]][i, j] == 0
            continue
        made = re.sub(r", where .*$|  \([^()]*(\([^()]*\)[^()]*)*\)$", "", text)
        *_, (sign, shown) = re.findall(f"([=≈]) {NUMBER}(?= |$|;)", made + " ")
        assert is_near(read(shown), value), text
        exact = float(f"{value:.12g}") == read(shown)
        assert exact or sign == "≈", text
        if spec["made"]["op"] == "matmul" and "more)" not in text:
            add_up(sent, spec, i, j, text, read(shown))


def add_up(sent, spec, i, j, text, shown):
    """The products: those shown, within their rounding; and the numbers behind them."""
    made = spec["made"]
    row = sent[made["left"]][i].astype(float)
    right = sent[made["right"]]
    column = (right[j] if made["transposed"] else right[:, j]).astype(float)
    products = [a * b for a, b in zip(row, column, strict=True) if a and b]
    size = sum(map(abs, products))
    value = sent[spec["id"]][i, j]
    assert abs(math.fsum(products) - value) <= spec["tolerance"] * max(size, abs(value))
    terms = [
        tuple(map(read, pair)) for pair in re.findall(f"{NUMBER} · {NUMBER}", text)
    ]
    assert len(terms) == len(products), text
    slack = HALF * (1 + sum(abs(a) + abs(b) + HALF for a, b in terms))
    slack += spec["tolerance"] * size
    assert abs(math.fsum(a * b for a, b in terms) - shown) <= slack + 1e-9, text


# ---- NumPy's numbers, whatever they are


def test_the_page_follows_a_softmax_that_was_changed_on_purpose(mount, monkeypatch):
    """Nothing on the page knows better; but it says that its arithmetic disagrees."""
    usual = PipelineExplorer()
    library = importlib.import_module("attn_lib.attention")
    softmax = library.softmax
    monkeypatch.setattr(library, "softmax", lambda z: softmax(2 * z))
    changed = PipelineExplorer()
    assert not np.allclose(changed.trace.weights, usual.trace.weights)
    board = mount(usual)
    board.receive(changed)
    shown = board.numbers()
    for id in ("weights", "output"):
        np.testing.assert_array_equal(shown[id], getattr(changed.trace, id))
    board.cell("weights", 3, 2).hover()
    value = changed.trace.weights[3, 2]
    computed = f"{usual.trace.weights[3, 2]:.8f}"[:6]
    assert f"This page computed {computed}" in board.answer()
    assert f"but NumPy says {value}" in board.answer()
    assert board.page.locator(".attn-answer .attn-error").count() == 1
    board.cell("output", 3, 1).hover()  # made of the weights that are shown
    assert board.page.locator(".attn-answer .attn-error").count() == 0


@pytest.mark.parametrize(("by", "says"), [(3e-6, False), (1e-4, True)])
def test_a_small_difference_is_a_disagreement_and_rounding_is_none(
    mount, monkeypatch, by, says
):
    library = importlib.import_module("attn_lib.attention")
    softmax = library.softmax
    monkeypatch.setattr(library, "softmax", lambda z: softmax(z) * (1 + by))
    board = mount(PipelineExplorer())
    board.cell("weights", 3, 2).hover()
    assert ("but NumPy says" in board.answer()) == says


# ---- digits that are left out


def test_a_weight_that_is_not_0_does_not_read_0(mount):
    """Down to 1e-107: the lesson says that softmax never gives 0."""
    explorer = SoftmaxExplorer(d_k=512, divisor="none", temperature=0.125, seed=0)
    weights = explorer.trace.weights[0]
    assert 0 < weights.min() < 1e-100
    board = mount(explorer)
    for j, weight in enumerate(weights):
        assert board.cell("weights", 0, j).inner_text() != "0"
        board.cell("weights", 0, j).hover()
        *_, shown = re.findall(f"[=≈] {NUMBER}$", board.answer().split("\n")[0])
        assert is_near(read(shown), weight)


def test_a_hidden_weight_and_an_edit_to_nothing_read_0(mount):
    explorer = PipelineExplorer(mask="causal", edits=[("V", 0, 0, 0)])
    board = mount(explorer)
    assert explorer.trace.V[0, 0] == 0
    assert board.cell("V", 0, 0).inner_text() == "0"
    assert board.cell("weights", 0, 1).inner_text() == ""  # hatched


def test_a_product_of_which_digits_are_left_out_is_about_it(mount):
    edits = [("Q", 0, 0, 9999), ("K", 0, 0, 9999)]
    edits += [(side, 0, c, 0) for side in "QK" for c in (1, 2, 3)]
    board = mount(PipelineExplorer(edits=edits))
    board.cell("scores", 0, 0).hover()
    assert "9999 · 9999 ≈ 9.998e7" in board.answer()


def test_the_page_rounds_as_the_library_does(mount):
    """Halves, halves that lack the last digit, and whatever comes."""
    rng = np.random.default_rng(0)
    halves = np.arange(-2000, 2000) / 8 + 0.005
    values = [*halves, *np.nextafter(halves, 0), *np.nextafter(halves, 1e9)]
    values += [*(rng.standard_normal(2000) * 10.0 ** rng.integers(-9, 9, 2000)), 0.0]
    values = [float(value) for value in values]
    page = mount(SoftmaxExplorer()).page
    for digits in (0, 1, 2, 3):
        expected = [fixed(value, digits) for value in values]
        script = "([values, digits]) => values.map((v) => board.numberText(v, digits))"
        assert page.evaluate(script, [values, digits]) == expected
    shown = page.evaluate("(values) => values.map(board.cellText)", values)
    assert shown == [number(value) for value in values]
