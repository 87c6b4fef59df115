"""What takes long is done once, for all tests of a session and all their processes."""

import os

import nbformat
import pytest

from notebooks import build
from tests.support.lessons import ROOT, source_of

SECONDS = 60  # of the processor, for a lesson: a class waits for it


@pytest.fixture(scope="session")
def solved_again(tmp_path_factory):
    """Run a lesson's solved copy, which shows all that the lesson does.

    In the root, where nbval does not run it: it is opened from both.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of all processes

    def run(path):
        kept = folder / path.name
        if not kept.exists():
            notebook = build.read_source(source_of(path), solved=True)
            begin = seconds_of_children()
            built = build.normalise(build.execute(notebook, folder=ROOT))
            assert seconds_of_children() - begin < SECONDS
            writing = folder / f"{path.stem}-{os.getpid()}"
            writing.write_text(build.dumps(built), encoding="utf-8")
            writing.replace(kept)
        return nbformat.read(kept, as_version=4)

    return run


def seconds_of_children():
    """Of the processor, not by the clock: the machine may have other things to do."""
    times = os.times()
    return times.children_user + times.children_system
