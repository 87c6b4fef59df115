"""The explorers where they are used: in a real JupyterLab."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing

import nbformat
import numpy as np
import pytest
from playwright.sync_api import expect

from attn_lib.explorers import PipelineExplorer
from tests.browser.conftest import numbers_on
from tests.widgets.played import ALL, HOSTILE, ODD, drawn, on_the_page

pytestmark = pytest.mark.browser

TOKEN = "only-for-this-test"
PATIENCE = 60_000  # ms: a busy machine starts a kernel slowly
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},  # every cell is there
}
PIPELINE = """
from attn_lib.explorers import PipelineExplorer
explorer = PipelineExplorer()
explorer
"""
OTHERS = """
from attn_lib import explorers
explorer = explorers.{name}()
explorer
"""


@pytest.fixture(scope="module")
def jupyterlab(chromium, tmp_path_factory):
    """The address of a JupyterLab of its own, and the folder that it serves."""
    folder = tmp_path_factory.mktemp("lab")
    others = [e.__name__ for e in ALL if e is not PipelineExplorer]
    write(folder / "pipeline.ipynb", [PIPELINE])
    write(folder / "others.ipynb", [OTHERS.format(name=name) for name in others])
    for name, values in SETTINGS.items():
        path = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
        "PYTHONPATH": os.getcwd(),
    }
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser"]
    command += ["--ip=127.0.0.1", f"--port={port}", f"--ServerApp.root_dir={folder}"]
    command += [f"--IdentityProvider.token={TOKEN}"]
    with open(folder / "lab.log", "wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_for(f"http://127.0.0.1:{port}/api?token={TOKEN}", server, folder)
        yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={TOKEN}&reset"
    finally:
        server.terminate()
        server.wait(30)


def write(path, cells):
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in cells]
    for n, cell in enumerate(notebook.cells):
        cell.id = f"cell{n}"
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, path)


def wait_for(address, server, folder):
    for _ in range(240):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address).close()
            return
        except urllib.error.URLError:
            time.sleep(0.25)
    raise RuntimeError((folder / "lab.log").read_text(encoding="utf-8")[-2000:])


@pytest.fixture
def run_all(jupyterlab, open_page):
    """Open a notebook, wait for its kernel, run it, and wait for its boards."""

    def run(name, boards):
        page = open_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(PATIENCE)
        page.goto(jupyterlab.format(name))
        page.get_by_text("| Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        if boards == 1:
            page.locator(".attn-board .attn-cell").first.wait_for()
        return page

    return run


def settled(page, explorer):
    """The page shows this state, to the last digit of float32."""
    sent = on_the_page(explorer)
    wanted = {id: sent[id] for id in drawn(explorer)}
    until = time.monotonic() + 30
    while True:
        shown = numbers_on(page)
        same = shown.keys() == wanted.keys() and all(
            np.array_equal(shown[id], wanted[id]) for id in wanted
        )
        if same:
            return
        if time.monotonic() > until:
            for id, values in wanted.items():
                np.testing.assert_array_equal(shown.get(id), values, err_msg=id)
        page.wait_for_timeout(50)


def slider(page, name):
    row = page.locator(".widget-slider").filter(has_text=name)
    return row.locator(".noUi-handle")


def test_the_pipeline_follows_every_hand(run_all):
    page = run_all("pipeline.ipynb", boards=1)
    settled(page, PipelineExplorer())

    slider(page, "d_k").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    settled(page, PipelineExplorer(d_k=8))
    caption = page.get_by_text("With d_k = 8, 'banana' looks most at")
    expect(caption).to_be_visible(timeout=PATIENCE)

    page.get_by_label("mask", exact=True).select_option("causal + padding")
    settled(page, PipelineExplorer(d_k=8, mask="both"))
    page.get_by_label("W", exact=True).select_option("random")
    settled(page, PipelineExplorer(d_k=8, mask="both", weights="random"))
    page.get_by_role("checkbox", name="positions").uncheck()
    state = {"d_k": 8, "mask": "both", "weights": "random", "positions": False}
    settled(page, PipelineExplorer(**state))
    page.get_by_role("button", name="Reset").click()
    settled(page, PipelineExplorer())

    sentence = page.get_by_label("sentence", exact=True)
    for text in (ODD, HOSTILE, "banana"):
        sentence.fill(text)
        sentence.press("Enter")
        settled(page, PipelineExplorer(sentence=text))
        assert page.locator(".attn-board img").count() == 0
    sentence.fill("   ")
    sentence.press("Enter")
    expect(page.get_by_text("Type at least one word.")).to_be_visible(timeout=PATIENCE)
    settled(page, PipelineExplorer(sentence="banana"))
    sentence.fill("banana " * 2000)
    sentence.press("Enter")
    settled(page, PipelineExplorer(sentence="banana " * 2000))
    caption = page.get_by_text("the first 64 of 2,000 tokens")
    assert caption.is_visible()
    page.get_by_role("button", name="Reset").click()
    settled(page, PipelineExplorer())

    # The keyboard is the board's: JupyterLab neither moves nor deletes a cell.
    weights = page.locator('.attn-cell[data-id="weights"]')
    weights.nth(0).focus()
    for key in ("ArrowDown", "ArrowRight", "d", "d", "x", "a"):
        page.keyboard.press(key)
    assert weights.nth(7).evaluate("(cell) => cell === document.activeElement")
    assert page.locator(".jp-CodeCell").count() == 1
    answer = page.locator(".attn-answer")
    expect(answer).to_contain_text("weights[hungry, hungry] = exp", timeout=PATIENCE)


def test_the_other_explorers_are_shown_too(run_all):
    page = run_all("others.ipynb", boards=0)
    for n, Explorer in enumerate(e for e in ALL if e is not PipelineExplorer):
        cell = page.locator(".jp-CodeCell").nth(n)
        explorer = Explorer()
        first = cell.locator(".attn-cell").first
        first.wait_for()
        sent = on_the_page(explorer)[drawn(explorer)[0]]
        assert float(first.get_attribute("data-value")) == sent[0, 0]
        expect(cell).to_contain_text(explorer.caption, timeout=PATIENCE)
