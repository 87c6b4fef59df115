"""Vectors in the plane, headless: what is moved, what is computed, what is sent."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attn_lib as al
from attn_lib.explorers import HullExplorer, PlaneExplorer
from attn_lib.scenes.hull import with_share
from tests.support.played import assert_sent, live_widgets

QUERY, KEYS = (1.5, -2.0), ((0.5, 0.25), (-3.0, 1.0), (0.0, 0.0))
coordinates = st.floats(-4, 4).map(lambda x: round(x, 2))
points = st.tuples(coordinates, coordinates)
shares = st.floats(0, 1).map(lambda w: round(w, 3))


def shown(explorer):
    """Points and columns, read as plane.js reads them: float64 one after another."""
    scene = explorer.plane.scene
    numbers = np.frombuffer(explorer.plane.data, "<f8").astype(float)
    n = len(scene["names"])
    assert len(numbers) == (2 + len(scene["columns"])) * n
    said = numbers[2 * n :].reshape(-1, n)
    return numbers[: 2 * n].reshape(n, 2), dict(
        zip(scene["columns"], said, strict=True)
    )


def ask(explorer, *moves, request="view 1"):
    """Move things as the page does."""
    moves = [list(move) if isinstance(move, tuple) else move for move in moves]
    explorer.plane._handle_custom_msg({"request": request, "moves": moves}, [])


def sent_by(explorer, action):
    """What the plane sends to the page meanwhile: a dict of traits a message."""
    messages, plane = [], explorer.plane
    send = plane.send_state
    plane.send_state = lambda key=None: messages.append(set(key or plane.keys))
    try:
        action()
    finally:
        plane.send_state = send
    return messages


# ---- lesson 02: a query and keys


def test_the_numbers_beside_the_arrows_are_the_librarys():
    places, said = shown(PlaneExplorer(q=QUERY, keys=KEYS))
    np.testing.assert_array_equal(places, np.array([QUERY, *KEYS], "<f8"))
    scores = al.dot_product_scores(np.array([QUERY]), np.array(KEYS))[0]
    np.testing.assert_allclose(said["score"][1:], scores, rtol=1e-6)
    lengths = [math.hypot(*arrow) for arrow in (QUERY, *KEYS)]
    np.testing.assert_allclose(said["length"], lengths, rtol=1e-6)
    turned = [
        math.degrees(
            abs(math.remainder(math.atan2(y, x) - math.atan2(-2, 1.5), math.tau))
        )
        for x, y in KEYS[:2]
    ]
    np.testing.assert_allclose(said["angle"][1:3], turned, rtol=1e-5)
    np.testing.assert_allclose(
        said["cos θ"][1:3], np.cos(np.radians(turned)), rtol=1e-5
    )


@given(q=points, k=points)
def test_the_score_is_both_lengths_times_the_cosine(q, k):
    explorer = PlaneExplorer(q=q, keys=(k,))
    _, said = shown(explorer)
    explorer.close()
    if np.isnan(said["angle"][1]):
        assert 0 in said["length"]
    else:
        by_angle = said["length"][0] * said["length"][1] * said["cos θ"][1]
        assert by_angle == pytest.approx(said["score"][1], abs=1e-4)


def test_the_query_and_an_arrow_of_length_0_have_no_angle():
    explorer = PlaneExplorer(q=QUERY, keys=KEYS)
    _, said = shown(explorer)
    assert np.isnan(said["angle"]).tolist() == [True, False, False, True]
    assert "k₃: length 0, no angle, score 0." in explorer.caption
    explorer.q.value = (0, 0)
    assert np.isnan(shown(explorer)[1]["angle"]).all()
    assert "Largest score: k₁ and k₂ and k₃." in explorer.caption


def test_the_board_has_the_same_scores():
    explorer = PlaneExplorer(q=QUERY, keys=KEYS)
    scores = explorer.trace.scores
    assert_sent(explorer, {"q": [QUERY], "K": KEYS, "Kᵀ": np.transpose(KEYS)})
    assert_sent(explorer, {"q Kᵀ": scores})


def test_a_moved_arrow_moves_alone():
    explorer = PlaneExplorer(q=QUERY, keys=KEYS)
    ask(explorer, ("point 0", [2, 2]))
    assert explorer.state.q == (2, 2)
    assert explorer.state.keys == KEYS
    ask(explorer, ("point 2", [1, -1]))
    assert explorer.state.q == (2, 2)
    assert explorer.state.keys == (KEYS[0], (1, -1), KEYS[2])
    np.testing.assert_allclose(shown(explorer)[1]["score"][1:], [1.5, 0, 0])


# ---- lesson 05: values and weights


@given(
    values=st.lists(points, min_size=2, max_size=8),
    drawn=st.lists(shares, min_size=8, max_size=8),
    moves=st.lists(st.tuples(st.integers(0, 7), shares), max_size=4),
)
def test_the_output_stays_in_the_hull_whatever_is_moved(values, drawn, moves):
    weights = np.array(drawn[: len(values)])
    weights = weights if weights.any() else weights + 1
    explorer = HullExplorer(values=values, weights=weights)
    for index, share in moves:
        ask(explorer, (f"weight {index % len(values)}", share))
    places, said = shown(explorer)
    corners = places[explorer.plane.scene["hull"]]
    output, w = explorer.trace.output[0], explorer.trace.weights[0]
    explorer.close()
    assert w.min() >= 0
    assert w.sum() == pytest.approx(1)
    np.testing.assert_allclose(said["weight"][:-1], w, rtol=1e-6)
    np.testing.assert_allclose(places[-1], w @ np.array(values), atol=1e-5)
    # In no direction does the output lie farther out than every corner.
    for angle in np.linspace(0, math.tau, 36):
        direction = np.array([math.cos(angle), math.sin(angle)])
        assert output @ direction <= (corners @ direction).max() + 1e-5


def test_weights_are_proportions_and_a_zero_is_kept():
    explorer = HullExplorer(values=((0, 0), (4, 0), (0, 4)), weights=(3, 0, 1))
    np.testing.assert_allclose(explorer.trace.weights, [[0.75, 0, 0.25]])
    np.testing.assert_allclose(explorer.trace.output, [[0, 1]], atol=1e-15)
    np.testing.assert_allclose(shown(explorer)[1]["weight"], [0.75, 0, 0.25, 1])


def test_a_share_leaves_the_others_their_proportions():
    moved = with_share((0.1, 0.2, 0.4, 0.2, 0.1), 2, 0.7)
    np.testing.assert_allclose(moved, [0.05, 0.1, 0.7, 0.1, 0.05])


def test_a_weight_that_went_to_1_can_come_back():
    weights = (0.1, 0.6, 0.3)
    there = with_share(weights, 0, 1)
    assert sum(there) == pytest.approx(1)
    assert there[0] == pytest.approx(1, abs=0.002)
    np.testing.assert_allclose(with_share(there, 0, 0.1), weights, atol=1e-3)


def test_where_nothing_was_left_the_others_share_alike():
    np.testing.assert_allclose(with_share((0, 1, 0), 1, 0.5), [0.25, 0.5, 0.25])


def test_values_alone_are_mixed_in_equal_parts():
    explorer = HullExplorer(values=((0, 0), (4, 0)))
    np.testing.assert_allclose(explorer.trace.output, [[2, 0]])


def test_a_moved_value_changes_no_weight():
    explorer = HullExplorer()
    before = explorer.trace.weights
    ask(explorer, ("point 1", [-4, 4]))
    assert explorer.state.values[1] == (-4, 4)
    np.testing.assert_array_equal(explorer.trace.weights, before)


def test_points_inside_or_on_top_of_each_other_are_no_corner_twice():
    explorer = HullExplorer(values=((0, 0), (2, 0), (0, 2), (0.5, 0.5), (2, 0)))
    assert sorted(explorer.plane.scene["hull"]) == [0, 1, 2]
    assert HullExplorer(values=((1, 1), (1, 1))).plane.scene["hull"] == [0]


# ---- the conversation with the page


def test_one_request_is_answered_by_one_message():
    explorer = PlaneExplorer()
    messages = sent_by(
        explorer,
        lambda: ask(explorer, ("point 0", [1, 1]), ("point 1", [1, 2]), request="a 7"),
    )
    assert messages == [{"data", "answered"}]
    assert explorer.plane.answered == "a 7"


def test_a_move_to_where_it_stands_is_answered_too():
    explorer = PlaneExplorer(q=(1, 1))
    messages = sent_by(explorer, lambda: ask(explorer, ("point 0", [1, 1])))
    assert messages == [{"answered"}]


@pytest.mark.parametrize(
    "move",
    [
        *(["point 1", to] for to in ([9, 0], [math.nan, 0], [1], "x", "12", None)),
        *(["point 1", to] for to in (["1", "2"], [True, 0], {}, [10**400, 0], 1)),
        *([what, [0, 0]] for what in ("point 99", "point -1", "point", "", "weight 0")),
        *([what, [0, 0]] for what in ("point 1 1", "point ¹", None, 1, [], {})),
        *([], ["point 1"], ["point 1", [0, 0], 3], "point 1", None, 7),
    ],
    ids=repr,
)
def test_a_move_that_cannot_be_is_answered_in_one_line_and_changes_nothing(move):
    explorer = PlaneExplorer()
    ask(explorer, ("point 0", [1, 1]), move, request="a 1")
    assert explorer.plane.answered == "a 1"
    assert explorer.state == PlaneExplorer().state  # not even the move that can be
    assert explorer.board.message.startswith("moves: expected a point from 0 to 4 and")
    assert len(explorer.board.message) <= 300
    ask(explorer, ("point 0", [1, 1]), request="a 2")
    assert explorer.state.q == (1, 1)
    assert explorer.board.message == ""


@pytest.mark.parametrize("to", [-0.1, 1.1, math.nan, "0.5", [0.5], None, True])
def test_a_share_that_cannot_be_changes_no_weight(to):
    explorer = HullExplorer()
    ask(explorer, ("weight 0", to), request="a 1")
    assert explorer.plane.answered == "a 1"
    assert explorer.state == HullExplorer().state
    assert "or a weight from 0 to 4" in explorer.board.message


# ---- a state like any other


@pytest.mark.parametrize(
    "explorer",
    [
        PlaneExplorer(q=QUERY, keys=KEYS),
        HullExplorer(values=((0, 0), (1, 3)), weights=(0.25, 0.75)),
    ],
    ids=["plane", "hull"],
)
def test_the_line_that_recreates_it(explorer):
    names = {"PlaneExplorer": PlaneExplorer, "HullExplorer": HullExplorer}
    again = eval(repr(explorer), names)
    assert again.state == explorer.state
    assert again.plane.data == explorer.plane.data
    assert again.caption == explorer.caption
    hash(explorer.state)


def test_python_sets_what_the_hand_moves_and_reset_goes_back():
    explorer = PlaneExplorer(q=QUERY)
    explorer.q.value = [2, 2]  # a list, and whole numbers
    explorer.keys.value = np.eye(2)
    assert explorer.state.q == (2.0, 2.0)
    np.testing.assert_allclose(shown(explorer)[1]["score"][1:], [2, 2])
    explorer.reset.click()
    assert explorer.state == PlaneExplorer(q=QUERY).state
    np.testing.assert_allclose(shown(explorer)[0][0], QUERY)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ({"q": "abc"}, "q: expected two numbers, from -4 to 4, got 'abc'"),
        ({"q": (1, 2, 3)}, r"q: expected two numbers, .* got \(1, 2, 3\)"),
        ({"q": (5, 0)}, r"q: expected two numbers, from -4 to 4, got \(5, 0\)"),
        ({"q": (math.inf, 0)}, "q: expected two numbers"),
        ({"keys": ()}, "keys: expected 1 to 8 points"),
        ({"keys": ((1, 2), (3,))}, "keys: expected 1 to 8 points of two numbers"),
        ({"keys": ((0, 1),) * 9}, "keys: expected 1 to 8 points .* got 9"),
    ],
)
def test_what_is_no_arrow_is_refused_and_leaves_nothing_behind(setting, expected):
    before = live_widgets()
    with pytest.raises(ValueError, match=expected):
        PlaneExplorer(**setting)
    assert live_widgets() == before


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ({"values": ((1, 1),)}, "values: expected 2 to 8 points"),
        ({"values": 5}, "values: expected 2 to 8 points .* got 5"),
        ({"values": None}, "values: expected 2 to 8 points .* got None"),
        (
            {"weights": (0, 0, 0, 0, 0)},
            "weights: expected numbers from 0 up, not all 0",
        ),
        ({"weights": (1, -1, 1, 1, 1)}, "weights: expected numbers from 0 up"),
        ({"weights": (1, 1)}, "expected one weight for each value"),
    ],
)
def test_what_is_no_mixture_is_refused_and_leaves_nothing_behind(setting, expected):
    before = live_widgets()
    with pytest.raises(ValueError, match=expected):
        HullExplorer(**setting)
    assert live_widgets() == before


def test_unequal_numbers_are_said_and_the_last_picture_stays():
    explorer = HullExplorer()
    data = explorer.plane.data
    explorer.values.value = ((0, 0), (1, 1))
    assert "one weight for each value" in explorer.board.message
    assert explorer.plane.data == data
    explorer.weights.value = (1, 1)
    assert explorer.board.message == ""
    np.testing.assert_allclose(explorer.trace.output, [[0.5, 0.5]])


@pytest.mark.parametrize("Explorer", [PlaneExplorer, HullExplorer])
def test_the_stored_picture_and_its_words(Explorer):
    explorer = Explorer()
    data, metadata = explorer._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == explorer.caption
    assert explorer.caption.endswith(".")


@pytest.mark.parametrize("Explorer", [PlaneExplorer, HullExplorer])
def test_closing_leaves_no_widget_behind(Explorer):
    before = live_widgets()
    explorer = Explorer()
    assert explorer.plane in explorer.widget.children
    explorer.close()
    assert live_widgets() == before


def test_the_line_that_recreates_moved_values_keeps_their_weights():
    explorer = HullExplorer()
    explorer.move("point", 0, (1.0, 2.0))
    again = eval(repr(explorer), {"HullExplorer": HullExplorer})
    assert again.state == explorer.state
