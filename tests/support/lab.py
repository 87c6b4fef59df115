"""What the browser tests and the benchmark start: JupyterLab, and Chromium.

Each is a context manager that stops what it started. Nothing of the person's own
settings is read or changed.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

BINARIES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless=new --no-sandbox --disable-gpu --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
# JupyterLab would ask whether it may fetch news, in a box above the notebook.
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}
SETTINGS = {
    "apputils-extension/notification": NO_NEWS,
    "notebook-extension/tracker": {"windowingMode": "none"},  # every cell is there
}
PATIENCE = 120  # seconds to start or to stop; a busy machine is slow


def chromium_path():
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, BINARIES)), None)


@contextlib.contextmanager
def chromium():
    """Start Chromium; gives Playwright's ``Browser``."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=ARGUMENTS.split()
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab.

    Parameters
    ----------
    port : int
    token : str
    runtime : Path
        Where the connection files of its kernels are.
    folder : Path
        Where its notebooks are.
    """

    port: int
    token: str
    runtime: Path
    folder: Path

    def put(self, notebook, *cells):
        """Write a notebook of these cells; gives the address where it opens."""
        cells = [nbformat.v4.new_code_cell(source.strip()) for source in cells]
        python = {"name": "python3", "display_name": "Python 3"}
        made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": python})
        nbformat.write(made, self.folder / notebook)
        return self.address(notebook)

    def address(self, notebook="", port=None):
        """Where a notebook opens by itself, without side bars; or another page.

        ``port`` is another way to the server, by a proxy.
        """
        host = f"http://127.0.0.1:{port or self.port}"
        return f"{host}/doc/tree/{notebook}?token={self.token}"

    def ask(self, path):
        """The server's answer to a GET, read as JSON."""
        headers = {"Authorization": f"token {self.token}"}
        address = f"http://127.0.0.1:{self.port}/{path}"
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def connection_file(self, notebook):
        """How to talk to the kernel of a notebook that is open."""
        sessions = self.ask("api/sessions")
        kernel = next(s["kernel"]["id"] for s in sessions if s["path"] == notebook)
        return self.runtime / f"kernel-{kernel}.json"


@contextlib.contextmanager
def jupyterlab(folder):
    """Start JupyterLab on the notebooks of a folder; gives a :class:`Lab`.

    Its kernels are of this Python, and end with it.
    """
    with tempfile.TemporaryDirectory() as temporary:
        own = Path(temporary)
        for name, values in SETTINGS.items():
            said = own / f"settings/@jupyterlab/{name}.jupyterlab-settings"
            said.parent.mkdir(parents=True)
            said.write_text(json.dumps(values), encoding="utf-8")
        token = secrets.token_hex()
        command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser"]
        command += ["--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={token}"]
        command += ["--LabApp.expose_app_in_browser=True"]  # as window.jupyterapp
        with (own / "log").open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                [*command, f"--ServerApp.root_dir={folder}"],
                env=os.environ
                | {
                    "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
                    "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
                    "JUPYTER_CONFIG_DIR": str(own / "config"),
                    "JUPYTER_DATA_DIR": str(own / "data"),
                    "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
                    "IPYTHONDIR": str(own / "ipython"),
                },
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            yield Lab(_port(process, own), token, own / "runtime", Path(folder))
        finally:
            process.terminate()  # it then stops its kernels
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _port(process, own):
    """Wait until the server answers, and read in its file which port it took."""
    said = own / f"runtime/jpserver-{process.pid}.json"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError, json.JSONDecodeError):
            server = json.loads(said.read_text(encoding="utf-8"))
            status = f"http://127.0.0.1:{server['port']}/api/status"
            urllib.request.urlopen(f"{status}?token={server['token']}").close()
            return server["port"]
        time.sleep(0.1)
    log = (own / "log").read_text(encoding="utf-8")
    raise RuntimeError(f"JupyterLab did not start:\n{log[-2000:]}")


def run_all(page, address):
    """Open a notebook of :class:`Lab` in a page, run its cells, wait for the end."""
    page.goto(address)
    # Cells that run before there is a kernel would bring up a question which to use.
    kernel = page.get_by_title("Change kernel for").get_by_text(re.compile(r"\| Idle$"))
    kernel.wait_for(timeout=1000 * PATIENCE)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    last = page.locator(".jp-CodeCell .jp-InputPrompt").last
    last.get_by_text(re.compile(r"\[\d+\]")).wait_for(timeout=1000 * PATIENCE)
