"""The steps of one query play by themselves: here the clock is turned by hand."""

import pytest

from attn_lib.explorers import PipelineExplorer

pytestmark = pytest.mark.browser

PACE = 1600  # ms, as in tools.js


@pytest.fixture
def player(mount):
    """A pipeline on a page: its play button, its clock, and what is asked."""

    def on_a_page(**media):
        board = mount(PipelineExplorer(), **media)
        board.page.clock.install()
        play = board.page.get_by_role("button", name="play the steps of one query")
        return play, board.page.clock, lambda: next(iter(board.lit("asked")))[0]

    return on_a_page


def is_playing(play):
    shown = play.inner_text(), play.get_attribute("aria-pressed")
    assert shown in (("❚❚", "true"), ("▶", "false"))
    return shown[0] == "❚❚"


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_the_steps_play_and_pause(player, key):
    play, clock, asked = player()
    play.press(key)
    seen = [asked()]
    for _ in range(2):
        clock.run_for(PACE)
        seen.append(asked())
    assert seen == ["Q", "scores", "scaled"]
    assert is_playing(play)
    play.press(key)
    clock.run_for(3 * PACE)
    assert (asked(), is_playing(play)) == ("scaled", False)


def test_they_go_on_from_where_they_stand_and_end_at_the_output(player):
    play, clock, asked = player()
    for _ in range(3):
        play.click()  # play, pause, play
    assert asked() == "scores"
    clock.run_for(9 * PACE)
    assert (asked(), is_playing(play)) == ("output", False)
    play.click()
    assert (asked(), is_playing(play)) == ("Q", True)


def test_whoever_wants_no_motion_takes_each_step_by_a_press(player):
    play, clock, asked = player(reduced_motion="reduce")
    for id in ("Q", "scores"):
        play.click()
        clock.run_for(3 * PACE)
        assert (asked(), is_playing(play)) == (id, False)
