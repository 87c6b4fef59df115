"""What is drawn, measured on the page: colours, bars and marks, with NumPy's."""

import io
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from matplotlib.image import imread

from attn_lib.explorers import (
    HullExplorer,
    MultiHeadExplorer,
    PipelineExplorer,
    PlaneExplorer,
    ScoresExplorer,
    SoftmaxExplorer,
    WeightedSumExplorer,
)
from attn_lib.figures.style import COLOURS, NEGATIVE
from attn_lib.scenes.histogram import LIMIT
from attn_lib.scenes.scale_and_softmax import samples
from tests.browser import test_plane
from tests.support.played import on_the_page, spec_of

pytestmark = pytest.mark.browser
desk, mount_view = test_plane.desk, test_plane.mount

# Of each cell: id, row, column, and what the browser computes of its style.
STYLES = """
() => [...document.querySelectorAll(".attn-cell")].map((cell) => {
  const { backgroundColor, fontStyle, boxShadow } = getComputedStyle(cell);
  const { id, row, column } = cell.dataset;
  return [id, +row, +column, backgroundColor, fontStyle, boxShadow];
})
"""


def rgb(colour):
    """Red, green and blue, 0 to 255, of "#rrggbb" or of "rgb(r, g, b)"."""
    if colour.startswith("#"):
        return np.array([*bytes.fromhex(colour[1:])])
    return np.array([float(c) for c in colour[4:-1].split(",")])


# ---- cells


def test_a_cell_has_the_colour_of_its_sign_as_strong_as_its_number(mount):
    explorer = PipelineExplorer(weights="random", seed=2)
    board, sent = mount(explorer), on_the_page(explorer)
    signs = set()
    for id, i, j, background, *_ in board.page.evaluate(STYLES):
        spec, value = spec_of(explorer, id), sent[id][i, j]
        full = rgb(NEGATIVE if value < 0 else COLOURS[spec["symbol"]][0])
        share = min(1, abs(value) / spec["limit"])
        expected = 255 + (full - 255) * share
        np.testing.assert_allclose(rgb(background), expected, atol=1.01, err_msg=id)
        signs.add(np.sign(value))
    assert signs == {-1, 0, 1}


def test_cells_that_were_changed_are_marked_and_no_others(mount):
    board = mount(PipelineExplorer(edits=(("Q", 1, 2, 0.5), ("scores", 0, 3, -1))))
    board.page.mouse.move(2, 700)
    styles = board.page.evaluate(STYLES)
    marked = {(id, i, j) for id, i, j, _, slant, _ in styles if slant == "italic"}
    underlined = {(id, i, j) for id, i, j, *_, shadow in styles if shadow != "none"}
    assert marked == underlined == {("Q", 1, 2), ("scores", 0, 3)}


@pytest.mark.parametrize("Explorer", [ScoresExplorer, MultiHeadExplorer])
def test_the_row_that_is_looked_at_is_marked_and_no_other(mount, Explorer):
    board = mount(Explorer(query=2))
    names = board.page.evaluate(
        """() => [...document.querySelectorAll("tbody th")].map((th) => {
          const { borderRightWidth, fontWeight } = getComputedStyle(th);
          const { id, row } = th.nextSibling.dataset;
          return [id, +row, parseFloat(borderRightWidth), +fontWeight];
        })"""
    )
    marked = {(id, row) for id, row, line, bold in names if line == 3 and bold > 500}
    ids = {"Q", "scores"} if Explorer is ScoresExplorer else {"weights_0", "weights_1"}
    ids |= {"average"} & {id for id, *_ in names}
    assert marked == {(id, 2) for id in ids}


# ---- bars


def test_bars_stand_on_the_floor_and_are_as_high_as_the_weights(mount):
    explorer = SoftmaxExplorer(seed=5)
    board = mount(explorer, reduced_motion="reduce")
    board.page.mouse.move(2, 700)
    full = rgb(COLOURS["weights"][0])
    for j, weight in enumerate(explorer.trace.weights[0]):
        pixels = picture_of(board.cell("weights", 0, j))
        beside = pixels[:, pixels.shape[1] // 5]  # the number stands in the middle
        bar = np.flatnonzero((abs(beside - full) < 3).all(axis=1))
        assert len(bar) == pytest.approx(0.82 * weight * len(beside), abs=2)
        if len(bar):  # from below, without a gap
            assert bar[-1] >= len(beside) - 4
            assert len(bar) == bar[-1] - bar[0] + 1


def picture_of(locator):
    """The pixels of an element, as the browser paints it."""
    return 255 * imread(io.BytesIO(locator.screenshot()), format="png")[..., :3]


def test_bars_of_a_saved_picture_are_as_high_as_the_weights(mount):
    explorer = WeightedSumExplorer()
    board = mount(explorer, reduced_motion="reduce")
    with board.page.expect_download() as saved:
        board.page.get_by_role("button", name="save the picture as SVG").click()
    drawing = xml.fromstring(saved.value.path().read_text(encoding="utf-8"))
    boxes = [r.attrib for r in drawing.iter("{http://www.w3.org/2000/svg}rect")]
    bars = [r for r in boxes if r.get("fill") == COLOURS["weights"][0]]
    cells = [board.cell("w", 0, j).bounding_box() for j in range(6)]
    weights = explorer.trace.weights[5]
    heights = [float(bar["height"]) for bar in bars]
    np.testing.assert_allclose(heights, 0.82 * weights * cells[0]["height"], rtol=1e-3)
    floors = [float(bar["y"]) + float(bar["height"]) for bar in bars]
    assert max(floors) - min(floors) < 0.1


# ---- steps


@pytest.mark.parametrize(
    ("explorer", "i"),
    [
        (ScoresExplorer(query=3), 3),
        (PipelineExplorer(), 0),
        (WeightedSumExplorer(query=5), 5),
    ],
    ids=["scores", "pipeline", "weighted sum"],
)
def test_the_steps_go_by_the_key_that_is_looked_at_most(mount, explorer, i):
    board = mount(explorer)
    forward, way = board.page.get_by_role("button", name="one step forward"), []
    for _ in range(6):
        forward.click()
        way += [cell for cell in board.lit("asked") if cell not in way]
    stages = on_the_page(explorer)
    compared = [cell for cell in way if cell[0] in ("scores", "weights", "w", "q Kᵀ")]
    assert compared
    for id, row, column in compared:
        assert row == min(i, len(stages[id]) - 1)
        assert column == stages[id][row].argmax()


# ---- the plane


@pytest.fixture
def arrows(mount_view):
    """A query that lies on no axis, and keys on both its sides."""
    explorer = PlaneExplorer(q=(2, 1.5), keys=((1, 2), (-2, 0.5), (0.5, -3), (3, -1)))
    view = mount_view(explorer.plane)
    view.explorer = explorer
    return view


def labels(view):
    texts = view.page.locator(".attn-thing text").all_text_contents()
    return [text.replace("−", "-").rsplit(" ", 1) for text in texts]


def test_the_label_of_an_arrow_is_its_score(arrows):
    (query,), *keys = labels(arrows)
    assert query == "q"
    scores = arrows.explorer.trace.scores[0]
    assert [name for name, _ in keys] == ["k₁", "k₂", "k₃", "k₄"]
    said = [float(score) for _, score in keys]
    np.testing.assert_allclose(said, scores, atol=0.00501)


def test_the_shaded_side_is_that_of_negative_scores(arrows):
    shade = arrows.page.locator(".attn-negative")
    style = "(node) => { const s = getComputedStyle(node);"
    style += " return [s.display, s.fill, +s.opacity]; }"
    display, fill, opacity = shade.evaluate(style)
    assert display != "none"
    assert fill != "none"
    assert 0 < opacity < 0.5
    q = np.array(arrows.explorer.state.q)
    for point in np.random.default_rng(0).uniform(-3.9, 3.9, (60, 2)):
        x, y = in_pixels(arrows, point)
        inside = shade.evaluate(
            "(node, [x, y]) => node.isPointInFill(new DOMPoint(x, y))", [x, y]
        )
        assert inside == (q @ point < 0), point


def in_pixels(view, point):
    """Where a point of the plane is in its picture, from the marks of the grid."""
    size = float(view.page.locator(".attn-plane-main > svg").get_attribute("width"))
    return [
        float(size / 2 + s * c * view.unit())
        for s, c in zip((1, -1), point, strict=True)
    ]


def ends(view, name):
    """Both ends of a line."""
    line = view.page.locator(f".attn-{name}")
    numbers = [float(line.get_attribute(key)) for key in ("x1", "y1", "x2", "y2")]
    return numbers[:2], numbers[2:]


@pytest.mark.parametrize("chosen", [1, 2, 3])
def test_the_shadow_of_a_key_lies_on_the_query(arrows, chosen):
    arrows.grip(chosen).focus()
    arrows.settle()
    q, k = np.array(arrows.explorer.state.q), arrows.explorer.trace.K[chosen - 1]
    foot = in_pixels(arrows, (k @ q) / (q @ q) * q)
    start, end = ends(arrows, "shadow")
    np.testing.assert_allclose(start, in_pixels(arrows, (0, 0)), atol=0.1)
    np.testing.assert_allclose(end, foot, atol=0.1)
    tip, below = ends(arrows, "drop")
    np.testing.assert_allclose(tip, in_pixels(arrows, k), atol=0.1)
    np.testing.assert_allclose(below, foot, atol=0.1)


def test_dots_and_lines_of_the_hull_are_as_large_as_the_weights(mount_view):
    explorer = HullExplorer()
    view = mount_view(explorer.plane)
    weights = explorer.trace.weights[0]
    radius = "(nodes) => nodes.map((node) => node.getBBox().width / 2)"
    radii = np.array(view.page.locator(".attn-dot").evaluate_all(radius))
    np.testing.assert_allclose(radii, 4 + 14 * np.sqrt(weights), atol=0.01)
    width = "(nodes) => nodes.map((node) => parseFloat(getComputedStyle(node)"
    width += ".strokeWidth))"
    widths = view.page.locator(".attn-pull").evaluate_all(width)
    np.testing.assert_allclose(widths, 8 * weights, atol=0.01)


# ---- the histograms


@pytest.mark.parametrize("settings", [{}, {"divisor": "none", "temperature": 0.125}])
def test_marks_and_ticks_of_the_histograms_are_on_one_axis(mount_view, settings):
    explorer = SoftmaxExplorer(**settings)
    view = mount_view(explorer.histogram)
    last = view.page.locator(".attn-histogram-row").last
    ticks = last.locator(".attn-ticks text").evaluate_all(
        "(nodes) => nodes.map((node) => [node.textContent, +node.getAttribute('x')])"
    )
    numbers = [float(text.replace("−", "-")) for text, _ in ticks]
    assert numbers == [-80, -60, -40, -20, 0, 20, 40, 60, 80]
    slope, start = np.polyfit(numbers, [x for _, x in ticks], 1)
    base = last.locator(".attn-base").evaluate(
        "(line) => [line, line].map((l, n) => +l.getAttribute(n ? 'x2' : 'x1'))"
    )
    np.testing.assert_allclose(
        base, start + slope * np.array([-LIMIT, LIMIT]), atol=0.1
    )
    path = last.locator(".attn-marks").get_attribute("d") or ""
    marks = [float(part.split(",")[0]) for part in path.split("M")[1:]]
    scaled = explorer.trace.scaled[0]
    inside = scaled[abs(scaled) <= LIMIT]
    np.testing.assert_allclose(marks, start + slope * inside, atol=0.1)


def test_what_lies_beyond_the_edges_is_told_in_per_cent(mount_view):
    explorer = SoftmaxExplorer(divisor="none", temperature=0.125)
    view = mount_view(explorer.histogram)
    *_, scaled = samples(explorer.state, explorer.trace)
    beyond = 100 * (abs(scaled.values) > LIMIT).mean()
    assert beyond > 5
    text = view.page.locator(".attn-histogram-row p").last.inner_text()
    assert text.endswith(f"; {beyond:.1f} % lie beyond the edges")
    view = mount_view(SoftmaxExplorer().histogram)
    assert "beyond" not in view.page.locator(".attn-histogram-row p").last.inner_text()
