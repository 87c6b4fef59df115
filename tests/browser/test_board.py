"""The board on a page without Jupyter: drawing, asking, keyboard, themes, sizes."""

import re

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import (
    LearningExplorer,
    MaskingExplorer,
    MultiHeadExplorer,
    PipelineExplorer,
    ScoresExplorer,
    SoftmaxExplorer,
)
from attn_lib.figures.style import COLOURS, contrast
from tests.support.played import ALL, HOSTILE, ODD, by_name, drawn, on_the_page

pytestmark = pytest.mark.browser
every_explorer = pytest.mark.parametrize("Explorer", ALL, ids=by_name)

# Every cell of every matrix, drawn or not: what the page computes, and if it agrees.
EXPLAIN_ALL = """
() => {
  const stages = board.decode(model.get("matrices"), model.get("data"));
  const say = board.speaker(model.get("words"));
  return [...stages.values()].flatMap(({ id, shape }) =>
    Array.from({ length: shape[0] * shape[1] }, (_, n) => {
      const [i, j] = [Math.floor(n / shape[1]), n % shape[1]];
      const { parts, agrees, computed } = board.explain(stages, id, i, j, say);
      return [id, i, j, agrees, String(computed), parts.map(([text]) => text).join("")];
    }),
  );
}
"""


# ---- drawing


@every_explorer
def test_the_numbers_on_the_page_are_numpy_s(mount, Explorer):
    board = mount(Explorer(**ALL[Explorer]))
    for explorer in (Explorer(), Explorer(**ALL[Explorer])):
        board.receive(explorer)
        shown, sent = board.numbers(), on_the_page(explorer)
        assert list(shown) == drawn(explorer)
        for id, values in shown.items():
            np.testing.assert_array_equal(values, sent[id], err_msg=id)


def test_digits_in_the_cells_are_the_rounded_numbers(mount):
    explorer = PipelineExplorer()
    board = mount(explorer)
    for (i, j), value in np.ndenumerate(explorer.trace.scores):
        text = board.cell("scores", i, j).inner_text().replace("−", "-")
        assert float(text) == pytest.approx(value, abs=0.00501)
    assert board.cell("Q", 0, 0).inner_text() == "0"


def test_a_cell_has_two_decimals_where_five_characters_allow(mount):
    page = mount(SoftmaxExplorer()).page
    for value, text in {
        0: "0",
        -0.001: "≈0",
        1e-57: "≈0",
        0.00499: "≈0",
        0.005: "0.01",
        0.125: "0.13",
        -0.125: "−0.13",
        1.1249999999999998: "1.13",  # 1.125, computed in another order
        1.1249: "1.12",
        1.005: "1.01",  # below it as a double, and a half to whoever reads it
        -1.5: "−1.50",
        14.149: "14.15",
        -14.149: "−14.1",
        100.46: "100.5",
        -100.46: "−100",
        12345.6: "12346",
        -123456: "−1e5",
        1e22: "1e22",
    }.items():
        assert page.evaluate("(value) => board.cellText(value)", value) == text


@pytest.mark.parametrize("d_k", [1, 3, 6])
def test_a_new_state_changes_text_in_place_and_cells_come_and_go_at_the_end(mount, d_k):
    board = mount(PipelineExplorer())
    mark = "(cell) => { cell.kept = true; }"
    for id in ("scores", "Q"):
        board.cell(id, 1, 0).evaluate(mark)
    # A cell is painted when it differs from what it showed: zeros stand elsewhere now.
    turned = " ".join(reversed(al.tokenize(al.SENTENCE)))
    for settings in ({"sentence": turned}, {"weights": "random", "seed": d_k}):
        later = PipelineExplorer(d_k=d_k, **settings)
        board.receive(later)
        for id in ("scores", "Q"):
            assert board.cell(id, 1, 0).evaluate("(cell) => cell.kept")
        assert board.page.locator('.attn-cell[data-id="Q"]').count() == 6 * d_k
        shown, sent = board.numbers(), on_the_page(later)
        for id, values in shown.items():
            np.testing.assert_array_equal(values, sent[id], err_msg=id)
        for (i, j), value in np.ndenumerate(later.trace.Q):
            text = board.cell("Q", i, j).inner_text().replace("−", "-")
            assert float(text) == pytest.approx(value, abs=0.00501)


def test_a_number_that_is_not_there_yet_is_hidden_and_not_nought(mount):
    board = mount(LearningExplorer(step=5))
    later = board.cell("loss", 0, 15)
    assert "attn-hidden" in later.get_attribute("class")
    assert "gradient" in later.evaluate(
        "(cell) => getComputedStyle(cell).backgroundImage"
    )
    later.hover()
    assert board.page.locator(".attn-answer p").first.inner_text() == (
        "loss[step, 150]: hidden"
    )


def test_a_row_that_sees_something_again_loses_its_words(mount):
    """Its first cell stays hidden: only the words are to go."""
    board = mount(MaskingExplorer(mask="painted", painted=("000000",) * 6))
    first = board.cell("weights", 1, 0)
    assert first.inner_text() == "nothing visible"
    board.receive(MaskingExplorer(mask="painted", painted=("000010",) * 6))
    assert first.inner_text() == ""


def test_what_arrives_before_the_next_picture_is_drawn_once(mount):
    """Newest wins: a slider that is dragged queues nothing."""
    board = mount(PipelineExplorer())
    drawn = board.page.evaluate(
        """async () => {
          const message = document.querySelector(".attn-message");
          let count = 0;
          const seen = new MutationObserver((changes) => (count += changes.length));
          seen.observe(message, { childList: true });
          for (let n = 0; n < 50; n++) model.receive({ message: `${n}` });
          await new Promise(requestAnimationFrame);
          await new Promise(setTimeout);
          return [count, message.textContent];
        }"""
    )
    assert drawn == [1, "49"]


def test_a_message_is_shown_and_goes(mount):
    explorer = PipelineExplorer()
    board = mount(explorer)
    message = board.page.locator(".attn-message")
    assert not message.is_visible()
    explorer.sentence.value = " "
    board.receive(explorer)
    assert message.inner_text() == "Type at least one word."
    assert message.get_attribute("role") == "status"
    explorer.sentence.value = "banana"
    board.receive(explorer)
    assert not message.is_visible()


@pytest.mark.case("C18")
@pytest.mark.parametrize("sentence", [ODD, HOSTILE])
def test_what_is_typed_stays_text(mount, sentence):
    """Field case: markup in a sentence is executed (ipywidgets #2636)."""
    board = mount(PipelineExplorer(sentence=sentence))
    tokens = al.tokenize(sentence)
    rows = board.page.locator(".attn-matrix").first.locator("th[scope=row]")
    assert rows.all_text_contents() == tokens
    board.cell("scores", 0, 1).hover()
    assert f"scores[{tokens[0]}, {tokens[1]}]" in board.answer()
    assert board.page.locator("#root img, #root b, #root script").count() == 0


def test_a_hidden_cell_is_hatched_and_has_no_number(mount):
    board = mount(MaskingExplorer(mask="causal"))
    for id in ("mask", "masked", "weights"):
        hidden = board.cell(id, 0, 3)
        assert hidden.inner_text() == ""
        assert hidden.get_attribute("aria-label") == "hidden"
        style = hidden.evaluate("(cell) => getComputedStyle(cell).backgroundImage")
        assert "repeating-linear-gradient" in style
    assert board.cell("weights", 3, 0).inner_text() != ""
    assert board.cell("mask", 3, 0).inner_text() == "✓"


def test_a_row_that_sees_nothing_says_so(mount):
    board = mount(MaskingExplorer(mask="all", length=3))
    for id in ("mask", "masked", "weights"):
        assert board.cell(id, 5, 0).inner_text() == "nothing visible"
        assert board.cell(id, 3, 0).inner_text() == ""
    board.receive(MaskingExplorer(mask="causal"))
    assert board.cell("weights", 5, 0).inner_text() == "0.17"


def test_bars_are_as_tall_as_the_weights(mount):
    explorer = SoftmaxExplorer()
    board = mount(explorer, reduced_motion="reduce")
    for j, weight in enumerate(explorer.trace.weights[0]):
        size = board.cell("weights", 0, j).evaluate(
            "(cell) => [getComputedStyle(cell).backgroundSize, cell.dataset.value]"
        )
        fill = re.search(r"([\d.e-]+)% \* 0\.82|([\d.e-]+)%\)?$", size[0])
        percent = float(fill[1] or fill[2]) / (1 if fill[1] else 0.82)
        assert percent == pytest.approx(100 * weight, rel=1e-3, abs=1e-3)


# ---- asking


@every_explorer
def test_the_arithmetic_of_every_cell_gives_numpy_s_number(mount, Explorer):
    explorer = Explorer(**ALL[Explorer])
    sent = on_the_page(explorer)
    explained = mount(explorer).page.evaluate(EXPLAIN_ALL)
    assert len(explained) == sum(matrix.size for matrix in sent.values())
    for id, i, j, agrees, computed, text in explained:
        assert agrees, text
        number = float(computed.replace("Infinity", "inf"))
        expected = pytest.approx(sent[id][i, j], rel=1e-5, abs=2e-5)
        assert number == expected, text


def test_a_mean_and_a_column_of_one_head_are_explained(mount):
    board = mount(MultiHeadExplorer())
    board.cell("average", 3, 2).hover()
    assert board.answer().startswith(
        "average[eats, monkey] = (0.912 + 0.052) ÷ 2 ≈ 0.482"
    )
    board.cell("concat", 3, 5).hover()
    assert board.answer().startswith("concat[eats, 1 being] = head_1[eats, being] = ")
    lit = board.page.locator(".attn-in-row")
    assert {cell.get_attribute("data-id") for cell in lit.all()} == {"weights_1"}
    board.cell("weights_1", 3, 2).hover()  # the way through its own head alone
    assert board.answer().splitlines()[-1].startswith("scores_1 ")
    assert "scores_0" not in board.answer()


def test_very_large_scores_are_explained_too(mount):
    board = mount(SoftmaxExplorer())
    for settings in ({"divisor": "none"}, {"temperature": 0.125}):
        explorer = SoftmaxExplorer(d_k=512, **settings)
        board.receive(explorer)
        for *_, agrees, _, text in board.page.evaluate(EXPLAIN_ALL):
            assert agrees, text


def test_a_number_that_is_not_its_calculation_is_reported(mount):
    """The page would notice if NumPy's number and the formula came apart."""
    explorer = PipelineExplorer()
    numbers = np.frombuffer(explorer.board.data, "<f8").copy()
    specs = explorer.board.matrices
    before = [s["id"] for s in specs].index("scores")
    start = sum(s["shape"][0] * s["shape"][1] for s in specs[:before])
    numbers[start] *= 1.0001
    explorer.board.data = numbers.tobytes()
    board = mount(explorer)
    board.cell("scores", 0, 0).hover()
    assert "but NumPy says" in board.answer()
    assert board.page.locator(".attn-error").count() == 1
    board.cell("scores", 1, 1).hover()
    assert board.page.locator(".attn-error").count() == 0


def test_a_score_lights_its_query_and_its_key_and_shows_their_products(mount):
    board = mount(PipelineExplorer())
    board.cell("scores", 3, 2).hover()
    query, key = ({(id, i, c) for c in range(4)} for id, i in (("Q", 3), ("K", 2)))
    assert board.lit("in-row") == query | key
    assert board.lit("asked") == {("scores", 3, 2)}
    sisters = {(id, 3, 2) for id in ("scaled", "masked", "weights")}
    assert board.lit("cursor") == sisters
    first, *_, way = board.answer().splitlines()
    assert first == (
        "scores[eats, monkey] = 3.6 · 1.95 + (−1.082) · 1.364 + (−0.912) · (−0.624)"
        " ≈ 6.113  (1 product is 0)"
    )
    assert way == "scores 6.113  →  scaled 3.057  →  masked 3.057  →  weights 0.597"


IN_DIGITS = (
    (("X", 5, 2), "X[banana, food] = 1  (the token's embedding)"),
    (("Q", 3, 0), "Q[eats, who] = 0.2 · 3 + 1 · 3 = 3.6  (10 products are 0)"),
    (("Q", 0, 0), "Q[the (0), who] = 0  (12 products are 0)"),
    (
        ("scaled", 3, 2),
        "scaled[eats, monkey] = 6.113 ÷ √d_k ≈ 3.057, where √d_k = 2",
    ),
    (("masked", 3, 2), "masked[eats, monkey] ≈ 3.057  (visible: it stays)"),
    (
        ("masked", 2, 3),
        "masked[monkey, eats] = −∞  (hidden, whatever the score: it was 1.451)",
    ),
    (
        ("weights", 1, 0),
        "weights[hungry, the (0)] = exp(−0.453) ÷ (exp(−0.453) + exp(0.788))"
        " ≈ 0.635 ÷ 2.833 ≈ 0.224",
    ),
    (("weights", 0, 1), "weights[the (0), hungry] = 0  (hidden: exp(−∞) is 0)"),
    (
        ("output", 1, 1),
        "output[hungry, food] = 0.776 · 0.3 ≈ 0.233  (5 products are 0)",
    ),
)


def test_each_step_is_explained_in_digits(mount):
    board = mount(PipelineExplorer(mask="causal"))
    for cell, text in IN_DIGITS:
        board.cell(*cell).hover()
        assert board.answer().splitlines()[0] == text


def test_a_row_that_sees_nothing_is_explained(mount):
    board = mount(MaskingExplorer(mask="all", length=3))
    board.cell("weights", 5, 2).hover()
    assert "0  (nothing is visible: every weight is 0)" in board.answer()


def test_a_copied_row_says_where_it_comes_from(mount):
    board = mount(ScoresExplorer(query=1))
    board.cell("q", 0, 0).hover()
    assert "q[hungry, who] ≈ 1.9  (Q[hungry, who])" in board.answer().replace("=", "≈")
    assert board.lit("cursor") == {("Q", 1, 0)}
    board.cell("Kᵀ", 0, 2).hover()
    assert "(K[monkey, who])" in board.answer()
    board.cell("q Kᵀ", 0, 2).hover()
    assert board.lit("in-row") == {("q", 0, c) for c in range(4)}
    assert board.lit("in-column") == {("Kᵀ", r, 2) for r in range(4)}


def test_a_click_holds_a_cell_and_escape_lets_go(mount):
    board = mount(PipelineExplorer())
    board.cell("scores", 3, 2).click()
    board.cell("weights", 0, 0).hover()
    assert board.lit("asked") == {("scores", 3, 2)}
    later = PipelineExplorer(d_k=1)
    board.receive(later)  # held, while the numbers change
    assert f"≈ {later.trace.scores[3, 2]:.2f}" in board.answer().replace("=", "≈")
    board.page.mouse.move(2, 700)
    board.page.keyboard.press("Escape")
    assert board.lit("asked") == set()
    assert "Point at a number" in board.answer()
    board.cell("weights", 1, 0).hover()
    assert board.lit("asked") == {("weights", 1, 0)}


def test_a_second_click_lets_go_too(mount):
    board = mount(PipelineExplorer())
    board.cell("scores", 3, 2).click()
    board.cell("scores", 3, 2).click()
    board.cell("weights", 1, 0).hover()
    assert board.lit("asked") == {("weights", 1, 0)}


def test_a_held_cell_that_is_gone_is_let_go(mount):
    board = mount(PipelineExplorer(d_k=8))
    board.cell("Q", 0, 7).click()
    board.page.mouse.move(2, 700)
    board.receive(PipelineExplorer(d_k=4))
    assert "Point at a number" in board.answer()


def test_the_pointer_leaves_and_the_hint_is_back(mount):
    board = mount(PipelineExplorer())
    board.cell("scores", 3, 2).hover()
    board.page.mouse.move(2, 700)
    assert "Point at a number" in board.answer()


def test_keyboard_alone(mount):
    board = mount(PipelineExplorer())
    press = board.page.keyboard.press
    board.page.evaluate(
        """() => {
          window.heard = [];
          document.addEventListener("keydown", (event) => heard.push(event.key));
        }"""
    )
    board.cell("X", 0, 0).focus()
    for _ in range(3):  # Q, K, scores: one stop each
        press("Tab")
    assert board.lit("asked") == {("scores", 0, 0)}
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        press(key)
    assert board.lit("asked") == {("scores", 1, 1)}
    press("ArrowLeft")
    press("ArrowLeft")  # stays at the edge
    assert board.lit("asked") == {("scores", 1, 0)}
    press("Enter")
    board.cell("weights", 5, 5).hover()
    assert board.lit("asked") == {("scores", 1, 0)}
    board.page.mouse.move(2, 700)
    press("d")
    press("Escape")
    assert board.lit("asked") == set()
    assert board.page.evaluate("heard") == []  # JupyterLab would act on it
    press("Tab")
    press("Shift+Tab")
    assert board.lit("asked") == {("scores", 1, 0)}  # where one was before


def test_the_answer_is_read_aloud_and_the_tables_have_names(mount):
    board = mount(PipelineExplorer())
    answer = board.page.locator(".attn-answer")
    assert answer.get_attribute("aria-live") == "polite"
    grids = board.page.get_by_role("grid")
    assert grids.count() == 9
    tokens = al.tokenize(al.SENTENCE)
    for title in ("scores = Q Kᵀ", "scaled = scores / √d_k"):  # one without row names
        grid = board.page.get_by_role("grid", name=f"{title}, shape 6 by 6")
        for role in ("rowheader", "columnheader"):
            assert grid.get_by_role(role).all_text_contents() == tokens


# ---- themes and sizes


def contrast_in_css(*colours):
    """Contrast of two colours as a style has them, rgb(r, g, b)."""
    return contrast(
        *([int(c) / 255 for c in re.findall(r"\d+", rgb)[:3]] for rgb in colours)
    )


@every_explorer
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_digits_and_words_can_be_read_on_every_colour(mount, Explorer, scheme):
    board = mount(Explorer(), color_scheme=scheme)
    board.page.evaluate(
        f"document.body.style.background = '{'#111' if scheme == 'dark' else '#fff'}'"
    )
    first = drawn(Explorer())[0]
    board.cell(first, 0, 0).hover()
    colours = board.page.evaluate(
        """() => {
          const opaque = (node) => {
            const colour = getComputedStyle(node).backgroundColor;
            return colour === "rgba(0, 0, 0, 0)" ? opaque(node.parentElement) : colour;
          };
          const words = "#root td, #root th, #root span, #root p";
          return [...document.querySelectorAll(words)]
            .filter((node) => node.textContent && !node.closest(".attn-unnamed th"))
            .map((node) => [node, getComputedStyle(node).color])
            .map(([node, ink]) => [node.textContent, ink, opaque(node)]);
        }"""
    )
    assert len(colours) > 30
    for text, ink, paper in colours:
        assert contrast_in_css(ink, paper) >= 4.5, (text, ink, paper)


def test_dark_and_light_follow_jupyterlab_while_the_page_is_open(mount):
    board = mount(PipelineExplorer(), body="data-jp-theme-light=true")
    ask = "(cell) => getComputedStyle(cell).backgroundColor"
    light = board.cell("weights", 3, 2).evaluate(ask)
    board.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    board.page.wait_for_selector(".attn-board[data-theme=dark]")
    assert board.cell("weights", 3, 2).evaluate(ask) != light
    for words in (".attn-operator", ".attn-formula"):
        symbol = board.page.locator(words).get_by_text("mask", exact=True).first
        ink = symbol.evaluate("(node) => getComputedStyle(node).color")
        red, green, blue = bytes.fromhex(COLOURS["mask"][1][1:])
        assert ink == f"rgb({red}, {green}, {blue})", words


def test_a_page_of_no_known_editor_follows_the_system(mount):
    board = mount(PipelineExplorer(), color_scheme="dark")
    assert board.page.locator(".attn-board[data-theme=dark]").count() == 1


def test_whoever_wants_no_motion_sees_none(mount):
    ask = "(cell) => getComputedStyle(cell).transitionDuration"
    still = mount(SoftmaxExplorer(), reduced_motion="reduce")
    assert still.cell("weights", 0, 0).evaluate(ask) == "0s"
    moving = mount(SoftmaxExplorer(), reduced_motion="no-preference")
    assert moving.cell("weights", 0, 0).evaluate(ask) != "0s"


def test_the_pipeline_stands_in_three_rows_in_a_notebook(mount):
    """In JupyterLab at 1280×720, its side bar open, an output is 848 pixels wide."""
    board = mount(PipelineExplorer())
    boxes = [node.bounding_box() for node in board.page.locator(".attn-matrix").all()]
    bottoms = {round(box["y"] + box["height"]) for box in boxes}
    assert (len(boxes), len(bottoms)) == (9, 3)


BOXES = """
() => [...document.querySelectorAll(".attn-cell")]
  .map((cell) => cell.getBoundingClientRect())
  .map(({ x, y, right, bottom }) => [x, y, right, bottom])
"""


@every_explorer
def test_at_any_width_nothing_overlaps_and_the_page_never_scrolls_sideways(
    mount, Explorer
):
    board = mount(Explorer(**ALL[Explorer]))
    for explorer in (Explorer(), Explorer(**ALL[Explorer])):
        board.receive(explorer)
        for width in (390, 848, 1200):
            board.page.set_viewport_size({"width": width, "height": 700})
            board.settle()
            scrolled = board.page.evaluate("document.documentElement.scrollWidth")
            assert scrolled <= width
            x, y, right, bottom = np.array(board.page.evaluate(BOXES)).T
            across = np.minimum.outer(right, right) - np.maximum.outer(x, x)
            down = np.minimum.outer(bottom, bottom) - np.maximum.outer(y, y)
            overlapping = (across > 0.5) & (down > 0.5)
            assert overlapping.sum() == len(x)  # each with itself only


def test_above_24_columns_cells_carry_colour_only_and_the_page_says_so(mount):
    explorer = PipelineExplorer(sentence="banana " * 25, positions=False)
    board = mount(explorer)
    cell = board.cell("weights", 3, 2)
    assert cell.inner_text() == ""
    assert float(cell.get_attribute("data-value")) == 0.04
    assert "no digits above 24" in board.page.locator(".attn-shape").first.inner_text()
    cell.hover()
    assert "weights[banana (3), banana (2)] = exp(" in board.answer()
    assert "+ … (9 more)" in board.answer()
    board.receive(PipelineExplorer(sentence="banana " * 24, positions=False))
    assert board.cell("weights", 3, 2).inner_text() == "0.04"


def test_the_largest_board_is_drawn(mount):
    """Field case: long inputs freeze the browser (bertviz #82)."""
    board = mount(PipelineExplorer(sentence="banana " * 2000))
    assert board.numbers()["weights"].shape == (64, 64)
    board.receive(PipelineExplorer())
    assert board.numbers()["weights"].shape == (6, 6)


def test_where_rows_have_the_same_names_the_first_matrix_of_a_line_has_them(mount):
    board = mount(PipelineExplorer())
    unnamed = board.page.locator(".attn-unnamed .attn-formula").all_inner_texts()
    assert [text.split(" ")[0] for text in unnamed] == [
        *("Q", "K", "scaled", "masked", "V", "output")
    ]
    board.page.set_viewport_size({"width": 390, "height": 800})
    board.page.wait_for_function("!document.querySelector('.attn-unnamed')")


def test_pointing_at_a_cell_moves_nothing(mount):
    board = mount(PipelineExplorer())
    before = board.page.evaluate(BOXES)
    board.cell("scores", 2, 0).hover()  # of the longest name
    board.settle()
    assert board.page.evaluate(BOXES) == before


def test_a_long_last_name_makes_no_matrix_scroll(mount):
    board = mount(PipelineExplorer(sentence="the cat sees grandmother"))
    scrolled = "(nodes) => nodes.filter((n) => n.scrollWidth > n.clientWidth).length"
    assert board.page.locator(".attn-scroll").evaluate_all(scrolled) == 0


# How the matrices stand on the page, and how they stand where they are drawn anew.
STANDS = """
() => {
  const stands = (el) => [...el.querySelectorAll(".attn-matrix")].map((matrix) => {
    const [at, from] = [matrix, el].map((node) => node.getBoundingClientRect());
    return [matrix.classList.contains("attn-unnamed"), at.x - from.x, at.y - from.y];
  });
  const root = document.getElementById("root");
  const anew = root.cloneNode();
  root.after(anew);
  const end = board.default.render({ model, el: anew });
  const found = [stands(root), stands(anew)];
  end();
  anew.remove();
  return found;
}
"""


def test_matrices_that_grow_and_shrink_stand_as_if_drawn_anew(mount):
    """A change of size tries the lines out anew only where they may stand otherwise."""
    sentence = "the hungry monkey eats the banana and the old teacher sees it"
    sizes = [*range(20, 65, 3), *range(64, 19, -3)]
    board = mount(PipelineExplorer(sentence=sentence, d_k=sizes[0]))
    ways = set()
    for d_k in sizes:
        board.receive(PipelineExplorer(sentence=sentence, d_k=d_k))
        stands, anew = board.page.evaluate(STANDS)
        assert stands == anew
        ways.add(tuple(unnamed for unnamed, *_ in stands))
    assert len(ways) > 1


def test_a_product_has_its_columns_above_each_other_where_there_is_room(mount):
    board = mount(ScoresExplorer())
    for id in ("q Kᵀ", "scores"):
        for j in (0, 5):
            above = board.cell("Kᵀ", 0, j).bounding_box()
            below = board.cell(id, 0, j).bounding_box()
            assert above["x"] == pytest.approx(below["x"], abs=0.6)
    assert board.page.locator(".attn-product").count() == 1
    board.page.set_viewport_size({"width": 390, "height": 800})
    board.page.wait_for_function("!document.querySelector('.attn-product')")
    assert board.page.locator(".attn-unnamed").count() == 0  # each says its rows
    board.page.set_viewport_size({"width": 848, "height": 800})
    board.page.wait_for_selector(".attn-product")


def test_the_last_view_leaves_nothing_behind(mount):
    board = mount(PipelineExplorer())
    board.page.evaluate("cleanUp()")
    assert board.page.evaluate("model.handlers.get('change').length") == 0


def test_nothing_is_fetched_and_no_markup_is_made_from_data():
    """The page works without a network, and nothing that is typed can become markup."""
    board = PipelineExplorer().board
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacent", "import(", "fetch("):
        assert forbidden not in board._esm
    assert "url(" not in board._css


@pytest.mark.case("C16")
def test_a_board_in_a_tab_that_opens_later(mount):
    """Drawn while hidden, a picture had no size, and stayed blank."""
    for Explorer in ALL:
        board = mount(Explorer(), body="style='display: none'")
        board.settle()
        board.page.evaluate("document.body.style.display = 'block'")
        board.settle()
        cells = board.page.locator(".attn-cell")
        assert cells.count() > 0
        assert board.page.locator("#root").bounding_box()["width"] > 200
        assert cells.first.bounding_box()["width"] > 10
