"""An afternoon with the explorers: nothing grows in the kernel."""

import gc
import itertools
import sys
import time
import weakref

import psutil
import pytest
from jupyter_client.manager import start_new_kernel

from attn_lib.explorers import MultiHeadExplorer, PipelineExplorer, cells
from tests.support.played import ALL, EVERY, by_name, live_widgets, registered

every_explorer = pytest.mark.parametrize("Explorer", EVERY, ids=by_name)
CHANGES, WARM_UP = 1000, 200
MEGABYTES = 2**20


def observers(explorer):
    """How many are told of any change of a control."""
    controls = explorer._controls.values()
    kinds = (each for c in controls for each in c._trait_notifiers.values())
    return sum(len(told) for kind in kinds for told in kind.values())


def move(explorer, settings, times):
    """Change one control after the other, to another value and back."""
    first = {name: getattr(explorer, name).value for name in settings}
    for values in itertools.islice(itertools.cycle((settings, first)), times):
        for name, value in values.items():
            getattr(explorer, name).value = value


@pytest.mark.rehearsal
@every_explorer
def test_a_thousand_changes_leave_the_kernel_as_it_was(Explorer):
    explorer, settings = Explorer(), EVERY[Explorer]
    move(explorer, settings, WARM_UP // len(settings))
    before = live_widgets(), observers(explorer)
    figures, memory = open_figures(), resident()
    move(explorer, settings, CHANGES // len(settings) + 1)
    assert (live_widgets(), observers(explorer)) == before
    assert open_figures() == figures
    assert resident() - memory < 5 * MEGABYTES


def open_figures():
    """Only pyplot keeps figures; nothing here loads it."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot.get_fignums() if pyplot else []


def resident():
    """Bytes of memory that this process has, what is free to go being gone."""
    gc.collect()
    return psutil.Process().memory_info().rss


@pytest.fixture
def run_cell(monkeypatch):
    """Run a cell, of this name, that shows explorers."""
    runs = itertools.count()

    def run(cell, *explorers):
        where = cell, next(runs)
        monkeypatch.setattr(cells, "running_cell", lambda: where)
        for explorer in explorers:
            cells.show_in_cell(explorer)

    monkeypatch.setattr(cells, "_shown", {})
    return run


@every_explorer
def test_a_cell_that_runs_again_shows_new_widgets_and_keeps_no_old_ones(
    Explorer, run_cell
):
    run_cell("one", Explorer())
    before = len(live_widgets())
    for _ in range(3):
        run_cell("one", Explorer())
    assert len(live_widgets()) == before


@every_explorer
def test_an_explorer_of_an_earlier_run_takes_no_memory(Explorer, run_cell):
    first = Explorer()
    seen = weakref.ref(first)
    run_cell("one", first)
    del first
    run_cell("one", Explorer())
    gc.collect()
    assert seen() is None


def is_live(explorer):
    return explorer.board.comm is not None


def test_all_explorers_of_a_cell_live_until_it_runs_again(run_cell):
    first, second, third = PipelineExplorer(), PipelineExplorer(), PipelineExplorer()
    run_cell("one", first, second)
    assert is_live(first)
    assert is_live(second)
    run_cell("one", third)
    assert not is_live(first)
    assert not is_live(second)
    third.close()


def test_an_explorer_that_another_cell_shows_lives_on(run_cell):
    explorer, other = PipelineExplorer(), PipelineExplorer()
    run_cell("one", explorer)
    run_cell("two", explorer)
    run_cell("two", explorer)  # the same once more
    run_cell("one", other)
    assert is_live(explorer)
    run_cell("two", other)
    assert not is_live(explorer)
    other.close()


def test_an_explorer_that_was_closed_can_still_be_asked(run_cell):
    old, new = PipelineExplorer(), PipelineExplorer()
    run_cell("one", old)
    run_cell("one", new)
    old.d_k.value = 7
    assert old.trace.Q.shape == (6, 7)
    new.close()


def test_where_no_page_names_the_cell_nothing_is_closed():
    assert cells.running_cell() == (None, None)
    explorers = PipelineExplorer(), PipelineExplorer()
    for explorer in explorers:
        cells.show_in_cell(explorer)
    assert all(map(is_live, explorers))
    for explorer in explorers:
        explorer.close()


# ---- explorers that nobody sees


@every_explorer
def test_explorers_that_nobody_saw_leave_no_widget_behind(Explorer):
    before = live_widgets()
    for _ in range(20):
        move(Explorer(), EVERY[Explorer], 2)
    assert live_widgets() == before


def test_what_was_left_behind_is_closed_when_another_explorer_is_made():
    before = live_widgets()
    PipelineExplorer()
    gc.collect()
    left = registered() - before
    PipelineExplorer()
    assert left
    assert not left & registered()


@every_explorer
def test_an_explorer_that_is_held_works_unseen(Explorer):
    explorer = Explorer()
    board, first = explorer._board, explorer.trace
    live_widgets()
    move(explorer, EVERY[Explorer], 1)
    assert explorer.trace is not first
    assert board.code == repr(explorer) != f"{Explorer.__name__}()"


@pytest.mark.parametrize("handed", ["widget", "board", "_repr_mimebundle_"])
@every_explorer
def test_an_explorer_on_a_page_needs_no_name(Explorer, handed):
    explorer = Explorer()
    getattr(explorer, handed)  # in a box perhaps
    if handed.startswith("_"):
        explorer._repr_mimebundle_()
    controls, board, seen = explorer._controls, explorer._board, weakref.ref(explorer)
    del explorer
    live_widgets()
    for name, value in EVERY[Explorer].items():
        controls[name].value = value
    assert board.code == repr(seen())
    assert board.code != f"{Explorer.__name__}()"
    seen().close()
    live_widgets()
    assert seen() is None


# ---- in a kernel: there an event loop runs, and so sweeps are made

RERUN = "from attn_lib.explorers import {0}; explorer = {0}(); explorer"
MEASURE = """
import contextlib, ctypes, gc, sys, ipywidgets, psutil
from attn_lib.explorers.explorer import Explorer
gc.collect()
with contextlib.suppress(AttributeError, OSError, TypeError):  # glibc alone has it
    ctypes.CDLL(None).malloc_trim(0)  # else a leak fills what is free, and is not seen
pyplot = sys.modules.get("matplotlib.pyplot")
print(len(ipywidgets.Widget.get_manager_state()["state"]))
print(len(pyplot.get_fignums()) if pyplot else 0)
print(sum(isinstance(each, Explorer) for each in gc.get_objects()))
print(psutil.Process().memory_info().rss)
"""
COUNT_SWEEPS = """
import asyncio, itertools
names = [f"sweep_{name}" for name in explorer._sweeps.sliders]
made = []
explorer.board.observe(lambda change: made.append(change.new != {}), names)
"""
CHANGE = """
first = {{name: getattr(explorer, name).value for name in {settings}}}
changes = [*{settings}.items(), *first.items()]
for n, (name, value) in zip(range({times}), itertools.cycle(changes)):
    getattr(explorer, name).value = value
    if n % 25 == 24:  # the hand rests, where it has not been before
        explorer.seed.value = n
        await asyncio.sleep(0.01)
        while explorer._sweeps._later:
            await asyncio.sleep(0.01)
print(sum(made))
"""


@pytest.fixture(scope="module")
def kernel():
    """One for all: to start one takes longer than most that is tried in it."""
    manager, client = start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def measure(kernel):
    """Live widgets, open figures, explorers and bytes of memory of a kernel."""
    return [*map(int, run_in(kernel, MEASURE, cell="to measure").split())]


def require_nothing_grew(before, after):
    assert after[:-1] == before[:-1]
    assert before[0] > 0
    assert after[-1] - before[-1] < 5 * MEGABYTES


@pytest.mark.rehearsal
@pytest.mark.notebook
@every_explorer
def test_fifty_runs_of_a_cell_in_a_kernel_leave_one_explorer(kernel, Explorer):
    """As JupyterLab sends them: with the name of the cell."""

    def run(times):
        for _ in range(times):
            run_in(kernel, RERUN.format(Explorer.__name__), cell="one")
        return measure(kernel)

    before = run(15)  # what is read or trained once is there
    require_nothing_grew(before, run(35))


@pytest.mark.rehearsal
@pytest.mark.notebook
@pytest.mark.parametrize("Explorer", [PipelineExplorer, MultiHeadExplorer])
def test_a_thousand_changes_and_their_sweeps_leave_a_kernel_as_it_was(kernel, Explorer):
    def change(times):
        code = CHANGE.format(settings=ALL[Explorer], times=times)
        sweeps = int(run_in(kernel, code, cell="to change"))
        return sweeps, measure(kernel)

    run_in(kernel, RERUN.format(Explorer.__name__), cell="one")
    run_in(kernel, COUNT_SWEEPS, cell="to change")
    some, before = change(WARM_UP)
    sweeps, after = change(CHANGES)
    assert some > 0
    assert sweeps - some >= CHANGES // 25  # at least one a rest
    require_nothing_grew(before, after)


def run_in(client, code, *, cell):
    """Execute code as a cell of a page; give what it prints."""
    content = {"code": code, "silent": False, "store_history": True}
    message = client.session.msg("execute_request", content, metadata={"cellId": cell})
    client.shell_channel.send(message)
    printed, end = "", time.monotonic() + 60
    while time.monotonic() < end:
        answer = client.get_iopub_msg(timeout=60)
        if answer["parent_header"].get("msg_id") != message["header"]["msg_id"]:
            continue
        if answer["msg_type"] == "error":
            raise RuntimeError("\n".join(answer["content"]["traceback"]))
        if answer["msg_type"] == "stream":
            printed += answer["content"]["text"]
        if answer["content"].get("execution_state") == "idle":
            return printed.strip()
    raise TimeoutError(code)
