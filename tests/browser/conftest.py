"""A real Chromium, and a page that shows a widget without Jupyter."""

import base64
import json
import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
import pytest
from playwright.sync_api import Page, sync_playwright

from tests.support import fonts
from tests.support.lab import ARGUMENTS, BINARIES, chromium_path, jupyterlab

# What anywidget gives to a view: a model that can be asked, told and listened to.
STUB = """
window.Model = class {
  constructor(state) { this.state = state; this.handlers = new Map(); }
  get(name) { return this.state[name]; }
  set(name, value) { this.receive({ [name]: value }); }
  save_changes() {}
  on(event, handler) {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
  }
  off(event, handler) {
    const kept = (this.handlers.get(event) ?? []).filter((other) => other !== handler);
    this.handlers.set(event, kept);
  }
  receive(state) {
    Object.assign(this.state, state);
    const events = [...Object.keys(state).map((name) => `change:${name}`), "change"];
    for (const event of events) {
      for (const handler of this.handlers.get(event) ?? []) handler();
    }
  }
};
window.received = ({ data, ...state }) => {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  // As in Jupyter, the buffer is longer than its view and does not start at four.
  const padded = new Uint8Array(bytes.length + 3);
  padded.set(bytes, 3);
  return { ...state, data: new DataView(padded.buffer, 3) };
};
"""
MOUNT = """
async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  window.board = await import(url);
  window.model = new Model(received(state));
  const el = document.getElementById("root");
  window.cleanUp = board.default.render({ model, el });
}
"""


@pytest.fixture(autouse=True)
def no_sweeps_of_their_own(monkeypatch):
    """Let explorers of this process send sweeps only where a test asks for them.

    Playwright keeps an event loop running here. Without this they would be made in the
    background, and the explorer would count on a page that never got them.
    """
    sweeps = "attn_lib.explorers.sweeps.Sweeps.follow"
    monkeypatch.setattr(sweeps, lambda self, state, send: None)


@pytest.fixture(scope="module")
def chromium(letters):
    """The browser.

    One for each module: as long as it lives, an event loop runs in this thread, and the
    tests that execute notebooks need their own.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=needed_chromium(), args=ARGUMENTS.split(), env=letters
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def letters(tmp_path_factory):
    """The browser's environment: with ATTN_FONT, one family of fonts and no other."""
    name = os.environ.get("ATTN_FONT")
    return needed_font(name, tmp_path_factory.mktemp("fonts")) if name else None


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """One JupyterLab for all tests: each puts notebooks of its own into it."""
    needed_chromium()
    with jupyterlab(tmp_path_factory.mktemp("lab")) as started:
        yield started


def needed_chromium():
    """Where Chromium is; without one the test is skipped, or fails where required."""
    found = chromium_path()
    if found is None:
        missing(f"no Chromium: none of {', '.join(BINARIES)} is installed")
    return found


def needed_font(name, folder):
    """A browser's environment for one font alone; skipped or failed in the same way."""
    package = fonts.missing(name)
    if package is not None:
        missing(f"the font {name} is not installed: Debian's package {package} has it")
    return fonts.environment(name, folder)


def missing(reason):
    """Skip a test, or fail where everything that a browser needs is required."""
    if os.environ.get("ATTN_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{reason}, and ATTN_REQUIRE_BROWSER=1 requires it")
    pytest.skip(reason)


@pytest.fixture
def open_page(chromium):
    """Open pages of one's own; none of them may complain."""
    with ExitStack() as stack:

        def open_one(**settings):
            page = chromium.new_page(**settings)
            stack.callback(page.close)
            stack.enter_context(no_complaint(page))
            return page

        yield open_one


@pytest.fixture(scope="module")
def blank(chromium):
    """One page for all tests of a module: a new one costs more than most tests."""
    page = chromium.new_page()
    yield page
    page.close()


@contextmanager
def no_complaint(page):
    """Nothing may fail on the page meanwhile, be logged as an error, or open a box."""
    complaints = []
    listeners = {
        "pageerror": lambda error: complaints.append(str(error)),
        "console": lambda line: line.type == "error" and complaints.append(line.text),
        "dialog": lambda dialog: (complaints.append(dialog.message), dialog.dismiss()),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
    assert complaints == []


@pytest.fixture
def mount(blank):
    """Put an explorer's board on the page, in place of what was there."""

    def mount_one(explorer, *, width=848, height=720, body="", **media):
        blank.set_viewport_size({"width": width, "height": height})
        blank.emulate_media(
            **{"color_scheme": "light", "reduced_motion": "no-preference", **media}
        )
        return put_on(blank, explorer, body=body)

    with no_complaint(blank):
        yield mount_one


def put_on(page, explorer, *, body=""):
    """Put an explorer's board on a page, in place of what was there."""
    page.goto("about:blank")  # a page that is only written over mistakes the pointer
    css = explorer.board._css
    page.set_content(
        f"<!doctype html><style>{css}</style><body {body}><div id=root></div>"
    )
    page.add_script_tag(content=STUB)
    page.evaluate(MOUNT, [explorer.board._esm, traits(explorer)])
    return Board(page)


def traits(explorer):
    """What the kernel sends; the controls are not on this page."""
    board = explorer.board
    names = (
        "matrices",
        "lines",
        "message",
        "colours",
        "words",
        "caption",
        "key",
        "answered",
        "code",
    )
    state = {name: getattr(board, name) for name in names}
    data = base64.b64encode(board.data).decode()
    return json.loads(json.dumps({**state, "data": data}))


@dataclass
class Board:
    """A board on a page, as a reader meets it."""

    page: Page

    def receive(self, explorer):
        """The kernel sends another state."""
        self.page.evaluate(
            "(state) => model.receive(received(state))", traits(explorer)
        )
        self.settle()

    def cell(self, id, i, j):
        return self.page.locator(
            f'.attn-cell[data-id="{id}"][data-row="{i}"][data-column="{j}"]'
        )

    def numbers(self):
        """Id → matrix of the numbers that stand in the cells, unrounded."""
        return numbers_on(self.page)

    def settle(self):
        """Let two frames pass: the pointer's events come with the next one."""
        self.page.evaluate(
            "() => new Promise((done) =>"
            " requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def answer(self):
        """The calculation that is shown."""
        self.settle()
        return self.page.locator(".attn-answer").inner_text()

    def lit(self, name):
        """Which cells are lit in a way, as (id, row, column)."""
        self.settle()
        return {
            tuple(cell)
            for cell in self.page.evaluate(
                "(name) => [...document.querySelectorAll(`.attn-cell.attn-${name}`)]"
                ".map(({ dataset: d }) => [d.id, +d.row, +d.column])",
                name,
            )
        }


def numbers_on(page):
    """Id → matrix of the unrounded numbers in the cells of a page."""
    cells = page.evaluate(
        "() => [...document.querySelectorAll('.attn-cell')].map(({ dataset: d }) =>"
        " [d.id, +d.row, +d.column, d.value])"
    )
    found = {}
    for id, i, j, value in cells:
        found.setdefault(id, {})[i, j] = float(value)
    matrices = {}
    for id, values in found.items():
        i, j = max(values)
        matrices[id] = np.array(
            [[values[r, c] for c in range(j + 1)] for r in range(i + 1)]
        )
    return matrices
