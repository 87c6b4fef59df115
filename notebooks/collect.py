"""Run collected notebooks anew, each apart, and list what passes: one line a student.

    python notebooks/collect.py collected

Nothing that is stored in a file counts, and nothing that it prints: each file is read
as source, run in a process of its own, and asked afterwards which exercises pass. A
file that is no notebook, that never ends, ends itself, or takes too much memory costs
its own line and nothing else. See docs/teaching.md: this is no sandbox.
"""

import argparse
import contextlib
import ctypes
import json
import logging
import os
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import psutil

from attn_lib.exercises._progress import passed_of
from attn_lib.words import _, joined, listed, ngettext

SECONDS, MEGABYTES = 300, 4096
PROCESSES = 200  # no lesson starts any; more than these, and they are ended
LARGEST = 100 * 2**20  # bytes of a file; a lesson with all its pictures has 3 million
PR_SET_CHILD_SUBREAPER = 36  # of Linux: orphans become children of this process
LOOK = 0.2  # seconds between two looks at what runs


# ---- the teacher's side ----------------------------------------------------


@dataclass
class Account:
    """What is known of one file, so far.

    Attributes
    ----------
    trouble : str
        Why it was not run, or not to the end, in a sentence.
    cells, ran : int
        How many cells with code there are, and how many of them ran to their end or to
        an error.
    stopped : dict of int to str
        Number of a cell → the error that it stopped with.
    lessons : dict of str to dict
        Lesson → id of exercise → passed, for each of a lesson that was checked.
    """

    trouble: str = ""
    cells: int = 0
    ran: int = 0
    stopped: dict = field(default_factory=dict)
    lessons: dict = field(default_factory=dict)

    def __str__(self):
        said = [passed_of(*item) for item in self.lessons.items()]
        said = said or [_("No exercise was checked.")]
        if not self.cells:
            return _("Not run. {trouble}").format(trouble=self.trouble)
        ran = ngettext("Ran {n} of {all} cells.", "Ran {n} of {all} cells.", self.cells)
        said.append(ran.format(n=self.ran, all=self.cells))
        if self.stopped:
            cells = (f"{n} ({error})" for n, error in self.stopped.items())
            stopped = _("Stopped with an error: {cells}.")
            said.append(stopped.format(cells=listed(cells)))
        if self.trouble:
            said.append(self.trouble)
        return joined(said)


def collect(folder, *, seconds=SECONDS, megabytes=MEGABYTES):
    """Run each notebook of a folder, and yield its name and :class:`Account`.

    All files are read before the first is run, so that none can change another.
    """
    files = [(path.name, _content(path)) for path in sorted(folder.glob("*.ipynb"))]
    for name, content in files:
        yield name, account_of(content, seconds=seconds, megabytes=megabytes)


def account_of(content, *, seconds=SECONDS, megabytes=MEGABYTES):
    """Run the notebook with this content (or say why not, if it is an error)."""
    try:
        sources = sources_of(content)
    except Exception as error:  # whatever JSON, nbformat and Unicode can think of
        text = _("It is no notebook: {error}.")
        return Account(text.format(error=_short(error)))
    account = Account(cells=len(sources))
    if sources:
        account.trouble = _run(sources, account, seconds, megabytes)
    else:
        account.trouble = _("It has no cell with code.")
    return account


def sources_of(content):
    """The code cells' texts; outputs are left behind."""
    if isinstance(content, Exception):
        raise content
    if not content.strip():
        raise ValueError(_("the file is empty"))
    text = content.decode("utf-8-sig")
    notebook = nbformat.reads(text, as_version=4)
    return [str(c.source) for c in notebook.cells if c.cell_type == "code"]


def _content(path):
    """What a file holds, or the error that says why nobody knows."""
    try:
        if not path.is_file():  # a folder, or a pipe that never ends
            raise ValueError(_("it is no file"))
        if path.stat().st_size > LARGEST:
            text = _("it has more than {most} MB")
            raise ValueError(text.format(most=LARGEST // 2**20))
        return path.read_bytes()
    except (OSError, ValueError) as error:
        return error


def _run(sources, account, seconds, megabytes):
    """Run the cells in a process of their own; return what went wrong, or ""."""
    nonce = secrets.token_hex(16)
    before = psutil.Process().children(recursive=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        own = {"HOME": home, "IPYTHONDIR": home, "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(
            [sys.executable, __file__, "--run", str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,  # of the news alone: see `run`
            stderr=subprocess.DEVNULL,
            cwd=home,
            env={**os.environ, **own},
            start_new_session=True,
        )
        said = queue.Queue(maxsize=100)
        listener = threading.Thread(target=_listen, args=(process.stdout, said))
        listener.daemon = True
        listener.start()
        try:
            with contextlib.suppress(OSError):  # it may be dead already
                process.stdin.write(json.dumps([nonce, sources]).encode())
                process.stdin.close()
            return _follow(process, said, nonce, account, seconds)
        finally:
            _end(process, before)


def _listen(stream, said):
    """Hand on what comes, line by line, then None. A line may be cut, but ends."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(1 << 20):
            said.put(line)
    said.put(None)


def _follow(process, said, nonce, account, seconds):
    """Keep the account up to date until the run ends; return what went wrong."""
    deadline = time.monotonic() + seconds
    ended = False
    while time.monotonic() < deadline:
        try:
            line = said.get(timeout=LOOK)
        except queue.Empty:
            if ended:  # and somebody else keeps the line open
                line = None
            elif process.poll() is not None:
                ended = True  # what it said last may just be coming
                continue
            elif len(psutil.Process(process.pid).children(recursive=True)) > PROCESSES:
                text = _("It started more than {most} processes.")
                return text.format(most=PROCESSES)
            else:
                continue
        if line is None:
            return _how_it_ended(process, account.ran + 1)
        news = _news(line, nonce)
        if news == "done":
            return ""
        if news:
            account.ran, account.lessons = news["cell"], news["lessons"]
            if news["error"]:
                account.stopped[account.ran] = news["error"]
    text = _("It took more than {seconds:g} s, and was ended in cell {cell}.")
    return text.format(seconds=seconds, cell=account.ran + 1)


def _news(line, nonce):
    """What the run says, or None for what the notebook's author says."""
    try:
        known, news = json.loads(line)
        return news if secrets.compare_digest(known, nonce) else None
    except (ValueError, TypeError, RecursionError):
        return None


def _how_it_ended(process, cell):
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)
    if process.returncode is None or process.returncode >= 0:
        return _("It ended itself in cell {cell}.").format(cell=cell)
    text = _("It ended by signal {signal} in cell {cell}.")
    return text.format(signal=-process.returncode, cell=cell)


def _adopt_orphans():
    """Let a process whose parent ended become a child of this one, not of the system.

    So it can be found and ended, whatever it did to hide. Elsewhere than on Linux only
    those are found whose parents live.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end(process, before):
    """End the process and everything that it started: what was not there before."""
    with contextlib.suppress(psutil.Error):
        started = psutil.Process(process.pid).children(recursive=True)
        _kill([psutil.Process(process.pid), *started])
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)  # all at once: none can fork
    process.wait()
    here = psutil.Process()
    while orphans := set(here.children(recursive=True)) - set(before):
        _kill(orphans)
        psutil.wait_procs(orphans, timeout=LOOK)


def _kill(processes):
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def _short(error):
    said = str(error).partition("\n")[0] or type(error).__name__
    return f"{said:.100}".rstrip(".")


def one_line(text):
    """A text that neither begins a line nor moves the cursor, whoever wrote it."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)[:1000]


# ---- the student's side ----------------------------------------------------


def run(megabytes):
    """Run the cells that come in, and tell after each what passes by now.

    What the notebook prints goes nowhere. The news go out by a channel of their own,
    each with the nonce, which no cell and no output has.
    """
    nonce, sources = json.load(sys.stdin)
    channel = os.dup(1)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 0)
        os.dup2(nowhere.fileno(), 1)
    _limit(megabytes)
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    from attn_lib.exercises._progress import results

    quiet = Config()
    quiet.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=quiet)

    def tell(news):
        os.write(channel, json.dumps([nonce, news]).encode() + b"\n")

    for cell, source in enumerate(sources, start=1):
        tell({"cell": cell, "error": _error(shell, source), "lessons": results()})
    tell("done")
    os._exit(0)  # whatever still runs


def _error(shell, source):
    """Run a cell, and name the error that it stopped with, if it did."""
    try:
        done = shell.run_cell(source, store_history=True)
        error = done.error_before_exec or done.error_in_exec
    except BaseException as escaped:
        error = escaped
    return f"{type(error).__name__:.40}" if error else ""


def _limit(megabytes):
    """Let nobody take all memory, or fill the disk, where the system can see to it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind in ("RLIMIT_AS", "RLIMIT_FSIZE"):
        with contextlib.suppress(ValueError, OSError, AttributeError):
            most = megabytes * 2**20
            resource.setrlimit(getattr(resource, kind), (most, most))


# ---- the command -----------------------------------------------------------


def main(arguments=None):
    """Print one line a file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each file")
    parser.add_argument("--megabytes", type=int, default=MEGABYTES, help="likewise")
    parser.add_argument("--run", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.run:
        run(given.run)
    if given.folder is None or not given.folder.is_dir():
        parser.error(f"expected a folder with notebooks, got {given.folder}")
    from attn_lib.exercises._checking import say  # a console may lack a ✓

    _adopt_orphans()
    logging.disable()  # of nbformat, about files that are not quite right
    warnings.simplefilter("ignore")
    limits = {"seconds": given.seconds, "megabytes": given.megabytes}
    for name, account in collect(given.folder, **limits):
        say(one_line(f"{name}: {account}"))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
