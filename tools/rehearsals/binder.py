"""Rehearse a visit by Binder: ``python -m tools.rehearsals.binder``.

What the README's badge does is done here as far as one machine can: an environment
is built from ``binder/`` alone, JupyterLab is started by ``binder/start`` below an
address like a Binder visitor's, and Chromium opens the path that the badge names,
through a proxy that makes the server 150 ms away. Then the visitor runs the notebook,
and moves the first slider. Not rehearsed: Docker, repo2docker, mybinder.org's queue.
"""

import contextlib
import re
import secrets
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.support.lab import PATIENCE, chromium
from tests.support.proxy import delayed
from tools.rehearsals.environment import ROOT, build

PREFIX = "/user/name-abc123/"
ROUND_TRIP = 0.150  # s, as from one continent to another
NUMBERS = "board => [...board.querySelectorAll('.attn-cell')].map(c => c.dataset.value)"


def badge_path():
    """The path below the server that the README's badge opens."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (address,) = re.findall(r"https://mybinder\.org/v2/\S+", readme)
    (path,) = parse_qs(urlsplit(address).query)["urlpath"]
    return path


def free_port():
    """A port of this machine that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def served(environment, log):
    """Start JupyterLab as in the container; gives its port and its token."""
    port, token = free_port(), secrets.token_hex()
    command = ["./binder/start", "jupyter", "lab", "--allow-root", "--no-browser"]
    command += ["--ip=127.0.0.1", f"--port={port}", f"--ServerApp.base_url={PREFIX}"]
    with log.open("w", encoding="utf-8") as printed:
        process = subprocess.Popen(
            [*command, f"--IdentityProvider.token={token}"],
            cwd=environment.repository,
            env=environment.variables,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(f"http://127.0.0.1:{port}{PREFIX}api/status?token={token}", process)
        yield port, token
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(address, process):
    """Wait until a server that was started answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address).close()
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


def visit(page, address):
    """Open the notebook, run it, move its first slider: seconds to each of these."""
    began = time.monotonic()
    page.goto(address)
    kernel = page.get_by_title("Change kernel for").get_by_text(re.compile(r"\| Idle$"))
    kernel.wait_for(timeout=1000 * PATIENCE)
    opened = time.monotonic() - began
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    explorer = page.locator(".attn-explorer").first
    board = explorer.locator(".attn-board")
    board.locator(".attn-cell").first.wait_for(timeout=1000 * PATIENCE)
    shown = time.monotonic() - began
    before = board.evaluate(NUMBERS)
    explorer.locator(".noUi-handle").first.press("ArrowRight")
    end = time.monotonic() + PATIENCE
    while board.evaluate(NUMBERS) == before:
        if time.monotonic() > end:
            raise RuntimeError("the first explorer does not move")
        page.wait_for_timeout(20)
    return opened, shown, time.monotonic() - began


def rehearse(environment, log):
    """Serve and visit; give the seconds by name."""
    path = badge_path()
    if not (environment.repository / path.removeprefix("lab/tree/")).is_file():
        raise RuntimeError(f"the badge opens {path}: there is no such file")
    with (
        served(environment, log) as (port, token),
        delayed(port, ROUND_TRIP / 2) as far,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        failed = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        address = f"http://127.0.0.1:{far}{PREFIX}{path}?token={token}"
        opened, shown, moving = visit(page, address)
        if failed:
            raise RuntimeError("\n".join(failed))
        if not urlsplit(page.url).path.startswith(f"{PREFIX}lab/"):
            raise RuntimeError(f"the visitor ended at {urlsplit(page.url).path}")
    return {
        "open to notebook, s": opened,
        "open to first explorer, s": shown,
        "open to first moving explorer, s": moving,
    }


def main():
    with tempfile.TemporaryDirectory() as place:
        began = time.monotonic()
        environment = build(Path(place))
        figures = {
            "built in, s": time.monotonic() - began,
            "environment, MB": environment.megabytes(),
            **rehearse(environment, Path(place) / "log"),
        }
    for name, value in figures.items():
        print(f"{name:35}{value:8.1f}")


if __name__ == "__main__":
    main()
