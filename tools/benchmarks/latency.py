"""How long from the hand's move to the painted picture: our explorer and the usual way.

Run ``python -m tools.benchmarks.latency``. It takes some minutes, needs Chromium, and
means little on a machine that does something else meanwhile: it prints the load.

It opens five notebooks in a JupyterLab of its own, and two plain pages:

- the conventional way, ``interact`` with ``plt.show()``, draws Q, K, scores, weights
  and output of a sentence of 8 tokens, numbers in the cells; the ``PipelineExplorer``
  of the same sentence draws these and four matrices more;
- each at home, and far away: through a proxy that adds 75 ms each way;
- at home the explorer once more, large: 12 tokens and d_k near 64;
- for comparison a page without kernel and widgets, small and large, that computes the
  same matrices and paints them on a canvas: what a browser can do at best.

What is measured, the notebooks taking turns:

slider step
    From a key pressed on the handle of d_k, by the time stamp of the browser's event,
    to the picture: the page has changed (an image is loaded) and the browser has
    painted the change, that is the frame and the first task after it. What an animation
    frame changes is painted by that frame, all else by the next.
drag
    The pointer moves the handle 60 times at 60 Hz, to another value each time: how many
    pictures were painted, and how long after the last move the last one was.
free input
    A sentence or a seed is typed: from Enter to the picture.
bytes, kernel CPU
    What reaches the page through the kernel's WebSocket, before compression, and
    ``time.process_time`` of the kernel, for a step or an input. The sweeps that follow
    an input are waited for before the next, and included.
memory
    By how much the kernel (RSS) grows in 1,000 updates, sweeps among them, after as
    many to warm up: Python's allocator takes what it needs in steps, and once.

The numbers of every picture of the explorer that ends a measurement are compared with
``attn_lib``: one that is wrong, or painted in parts, ends the run with an error.

A table is printed and, as the last line, one JSON object:

``ratio_median``       slider step at home: conventional ÷ ours, medians
``ours_p95_ms``        slider step at home, 95th percentile
``ours_wan_p95_ms``    the same far away
``free_input_p95_ms``  free input at home, 95th percentile
``drag_frames``        pictures painted in a drag, median of the drags
``drag_settle_ms``     from the last move to the last picture, median of the drags
``kernel_cpu_ms``      kernel CPU of a free input, its sweeps included
``bytes_per_update``   bytes of a free input, its sweeps included
``rss_growth_mb``      growth of the kernel in 1,000 updates
``step_ratio_p95``     slider step at home: ours ÷ the plain page, 95th percentiles
``large_ratio_p95``    the same with 12 tokens and d_k near 64
``large_drag_frames``  pictures in a drag of the large explorer
``plain_drag_frames``  pictures in a drag of the plain page

A step or an input without a picture, or with a wrong one, ends the run and is named,
with how page and kernel stand.
"""

import ast
import contextlib
import itertools
import json
import os
import re
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import nbformat
import numpy as np
from jupyter_client import BlockingKernelClient

import attn_lib as al
from tests.support.lab import PATIENCE, chromium, jupyterlab, run_all
from tests.support.played import expected_trace, stages
from tests.support.proxy import delayed

SENTENCES = (  # of 8 tokens each
    "the hungry monkey eats a big yellow banana",
    "the small child sees a dog and cat",
    "she drinks water in the green old house",
    "a hungry bear eats fish and an apple",
)
DRAWN_BY_BOTH = ("Q", "K", "scores", "weights", "output")
TWELVE = "the hungry monkey eats the banana and the old teacher sees it"
FIRST, LAST, START = 1, 16, 8  # d_k
LARGE = (48, 64, 64)  # the same, of the large one
D_V = 5
ONE_WAY = 0.075  # seconds to a far place
VIEWPORT = {"width": 1280, "height": 1100}  # all matrices are in view

ROUNDS = 25
BURST = 4  # steps of ours in a round; one of the conventional way, which is slow
BETWEEN = 100  # ms between two steps of a burst
QUIET = 0.8  # seconds without a message: no sweep comes any more
WARM_UP = 4  # steps before: fonts are found, code is compiled
DRAGS = 3
MOVES, HERTZ = 60, 60
INPUTS = 20  # sentences, and as many seeds
UPDATES = 1000
PACKAGES = ("jupyterlab", "ipywidgets", "anywidget", "matplotlib", "numpy")

CONVENTIONAL = f"""\
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact

import attn_lib as al

tokens = al.tokenize("{SENTENCES[0]}")
X = al.embed(tokens)


@interact(d_k=({FIRST}, {LAST}))
def draw(d_k={START}):
    trace = al.self_attention(X, al.ProjectionWeights.designed(d_k, {D_V}))
    fig, axes = plt.subplots(1, 5, figsize=(20, 4))
    for ax, name in zip(axes, {DRAWN_BY_BOTH}):
        values = getattr(trace, name)
        ax.imshow(values, cmap="Blues", aspect="auto")
        for (i, j), value in np.ndenumerate(values):
            ax.text(j, i, f"{{value:.2f}}", ha="center", va="center", fontsize=8)
        ax.set_yticks(range(len(tokens)), tokens)
        ax.set_title(name)
    plt.show()
"""
OURS = """\
from attn_lib.explorers import PipelineExplorer

explorer = PipelineExplorer(sentence="{sentence}", d_k={d_k}, d_v={d_v})
explorer
"""
UPDATE_FROM_PYTHON = f"""\
import asyncio
import gc

import psutil


async def update(count):
    for n in range(count):
        control = (explorer.sentence, explorer.d_k, explorer.seed)[n % 3]
        control.value = ({SENTENCES}[n % 4], {FIRST} + n % {LAST}, n)[n % 3]
        if n % 50 == 49:
            await asyncio.sleep({QUIET})  # for the sweeps
    gc.collect()
"""
PLAIN = Path(__file__).with_name("plain.html").read_text(encoding="utf-8")
MEGABYTES = "psutil.Process().memory_info().rss / 2**20"

WATCH = """
([selector, kind]) => {
  const root = document.querySelector(selector);
  const nextFrame = window.requestAnimationFrame.bind(window);
  let inFrame = false; // is an animation frame changing the page just now?
  let started; // time of the first key since `begin`
  let last; // the picture that stands on the page, painted or not
  let paints; // [time, picture] since `begin`
  let first, arrive; // the first of them, when it is there
  let moved; // time of the last move of a drag

  window.requestAnimationFrame = (draw) =>
    nextFrame((time) => {
      inFrame = true;
      try {
        draw(time);
      } finally {
        queueMicrotask(() => (inFrame = false)); // after those who observe the changes
      }
    });

  // What is shown, as text: two pictures are the same if this is.
  const pictures = {
    image() {
      const image = root.querySelector("img");
      return image?.complete ? image.src : last;
    },
    plain: () => root.shown.map(([id, values]) => lines(id, values)).join("\\n"),
    // Numbers that move are pixels, which say what they show; the others are text. What
    // was read of a table stands until something in it changes.
    board(changes = []) {
      for (const { target } of changes) {
        read.delete((target.closest ? target : target.parentNode)?.closest("table"));
      }
      const texts = [...root.querySelectorAll(".attn-scroll > table")].map((table) => {
        const painted = table.parentNode.querySelector("canvas")?.painted;
        if (painted) return lines(painted.id, painted.values);
        if (!read.has(table)) {
          const cells = [...table.querySelectorAll(".attn-cell")].map((c) => c.dataset);
          read.set(table, lines(cells[0]?.id, cells.map(({ value }) => value)));
        }
        return read.get(table);
      });
      return texts.join("\\n");
    },
  };
  const read = new Map(); // table → its numbers
  const lines = (id, values) =>
    Array.from(values, (value) => `${id} ${value}`).join("\\n");

  async function painted() {
    if (!inFrame) await new Promise(nextFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  }

  async function look(changes) {
    const picture = pictures[kind](changes);
    if (picture === last) return;
    last = picture;
    const paint = [await painted(), picture];
    if (picture !== last) return; // another one came before it was painted
    paints.push(paint);
    arrive(paint);
  }

  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  window.latency = {
    begin() {
      started = undefined;
      paints = [];
      first = new Promise((resolve) => (arrive = resolve));
    },

    /** Milliseconds from the key to the first picture since, and it, or null. */
    async first(patience) {
      const paint = await Promise.race([first, sleep(patience)]);
      return paint ? [paint[0] - started, paint[1]] : null;
    },

    /** What can be seen of a step that was lost. */
    async stands() {
      const handle = document.querySelector(".noUi-handle");
      const words = ".attn-message, .attn-trouble, .jp-Dialog";
      const said = document.querySelectorAll(words);
      const isDrawing = new Promise((resolve) => nextFrame(() => resolve(true)));
      return {
        keyArrived: started !== undefined,
        drawsFrames: await Promise.race([isDrawing, sleep(2000).then(() => false)]),
        sliderAt: handle?.getAttribute("aria-valuenow"),
        focusOn: document.activeElement.className,
        onPage: root.isConnected,
        isNewest: pictures[kind]() === last,
        says: [...said].map((node) => node.textContent).filter(Boolean),
      };
    },

    picture: () => last,

    /** Drag a handle to these distances from where it stands, or a range to values. */
    async drag(handle, distances, hertz) {
      const { x, y, width, height } = handle.getBoundingClientRect();
      const point = (target, type, distance) => {
        if (handle.type === "range") {
          handle.value = distance;
          handle.dispatchEvent(new Event("input"));
          return;
        }
        const at = { clientX: x + width / 2 + distance, clientY: y + height / 2 };
        const held = { bubbles: true, cancelable: true, view: window, buttons: 1 };
        target.dispatchEvent(new MouseEvent(type, { ...at, ...held }));
      };
      latency.begin();
      const isRange = handle.type === "range";
      if (!isRange) point(handle.firstElementChild ?? handle, "mousedown", 0);
      const began = performance.now();
      for (const [n, distance] of distances.entries()) {
        await sleep(began + (1000 * n) / hertz - performance.now());
        moved = performance.now();
        point(document.documentElement, "mousemove", distance);
      }
      point(document.documentElement, "mouseup", distances.at(-1));
    },

    /** Pictures painted since the drag began; ms from its last move to the last one. */
    dragged: () => [paints.length, paints.at(-1)[0] - moved],
  };

  latency.begin();
  last = pictures[kind]();
  const everything = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(root, { ...everything, characterData: true });
  root.addEventListener("load", () => look(), true); // of an image
  window.addEventListener("keydown", (event) => (started ??= event.timeStamp), true);
}
"""


class Notebook:
    """One way of showing attention, in a notebook that runs on a page of its own."""

    source = kind = root = None
    kernels_d_k = "None"  # nobody knows
    first, last, start = FIRST, LAST, START

    def __init__(self, browser, lab, folder, name, port=None):
        self.name = name
        cell = nbformat.v4.new_code_cell(self.source)
        python = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
        notebook = nbformat.v4.new_notebook(
            cells=[cell], metadata={"kernelspec": python}
        )
        nbformat.write(notebook, Path(folder) / name)
        self.page = browser.new_page(viewport=VIEWPORT)
        self.bytes, self._heard = 0, 0.0
        self.page.on("websocket", self._listen)
        run_all(self.page, lab.address(name, port))
        self.page.locator(self.root).wait_for()
        self.slider = self.control("d_k").locator(".noUi-handle")
        self.settle()
        self.page.evaluate(WATCH, [self.root, self.kind])
        self.path = there_and_back(self.start, self.first, self.last)
        self.d_k = self.start
        self.kernel = BlockingKernelClient()
        self.kernel.load_connection_file(str(lab.connection_file(name)))
        self.kernel.start_channels()

    def _listen(self, socket):
        if "/api/kernels/" in socket.url:
            socket.on("framereceived", self._count)

    def _count(self, frame):
        self.bytes += len(frame if isinstance(frame, bytes) else frame.encode())
        self._heard = time.monotonic()

    def close(self):
        self.kernel.stop_channels()
        self.page.close()

    def control(self, name):
        """The control with this label."""
        label = self.page.locator("label", has_text=re.compile(f"^{name}$"))
        return self.page.locator(".widget-inline-hbox", has=label)

    def settle(self):
        """Wait until nothing comes from the kernel any more."""
        self._heard = time.monotonic()
        while time.monotonic() < self._heard + QUIET:
            self.page.wait_for_timeout(20)

    def catch_up(self):
        """Wait until the kernel has done what it was told to.

        A slider has two messages waiting at most: the one that the kernel is at, and
        the newest.
        """
        for _ in range(2):
            self.ask("None")
            self.settle()

    def ask(self, expression, code=""):
        """Run code in the kernel, and give the value of an expression there."""
        reply = self.kernel.execute(
            code,
            silent=True,
            user_expressions={"it": expression},
            reply=True,
            timeout=5 * PATIENCE,
        )["content"]
        if reply["status"] != "ok":
            raise RuntimeError("\n".join(reply["traceback"]))
        return ast.literal_eval(reply["user_expressions"]["it"]["data"]["text/plain"])

    def cost(self):
        """Bytes that have come, and CPU milliseconds that the kernel has used."""
        seconds = self.ask("time.process_time()", "import time")
        return np.array([self.bytes, 1000 * seconds])

    def check(self, picture):
        """Is this the picture of the present state?"""

    def measure(self, act, what):
        """Milliseconds from the key that is pressed by ``act`` to the right picture.

        ``what`` is done, in words: said if there is no picture, or a wrong one.
        """
        self.page.evaluate("latency.begin()")
        act()
        first = self.page.evaluate(
            "(patience) => latency.first(patience)", 1000 * PATIENCE
        )
        if first is None:
            raise RuntimeError(f"{self.name}: no picture of {what}; {self.stands()}")
        milliseconds, picture = first
        try:
            self.check(picture)
        except AssertionError as error:
            raise RuntimeError(f"{self.name}: a wrong picture of {what}") from error
        return milliseconds

    def stands(self):
        """How page and kernel stand, to tell whose fault it is."""
        page = self.page.evaluate("() => latency.stands()")
        try:
            kernel = self.ask(self.kernels_d_k)
        except Exception as error:
            kernel = f"none ({type(error).__name__}: {error})"
        return f"page: {json.dumps(page)}; d_k in the kernel: {kernel}"

    def step(self):
        """Move the slider to the next value, by a key."""
        before, self.d_k = self.d_k, next(self.path)
        key = "ArrowRight" if self.d_k > before else "ArrowLeft"
        step = f"the step from d_k = {before} to {self.d_k}"
        return self.measure(lambda: self.slider.press(key), step)

    def distances(self, places):
        """How far the handle has to be dragged from here, for each place."""
        width = self.control("d_k").locator(".noUi-base").bounding_box()["width"]
        ends = [self.slider.get_attribute(f"aria-value{end}") for end in ("min", "max")]
        span = float(ends[1]) - float(ends[0])
        return [width * (d_k - self.d_k) / span for d_k in places]

    def drag(self):
        """Drag the slider: how many pictures, and how late the last one, in ms."""
        places = list(itertools.islice(self.path, MOVES))
        distances = self.distances(places)
        self.d_k = places[-1]
        self.slider.evaluate(
            "(handle, [distances, hertz]) => latency.drag(handle, distances, hertz)",
            [distances, HERTZ],
        )
        self.catch_up()
        self.check(self.page.evaluate("latency.picture()"))
        return self.page.evaluate("latency.dragged()")


class Conventional(Notebook):
    """What most tutorials do."""

    source, kind, root = CONVENTIONAL, "image", ".widget-interact"


class Ours(Notebook):
    """The explorer."""

    kind, root = "board", ".attn-board"
    kernels_d_k = "explorer.d_k.value"
    sentence, seed = SENTENCES[0], None  # no seed: W is designed

    @property
    def source(self):
        return OURS.format(sentence=self.sentence, d_k=self.start, d_v=D_V)

    def check(self, picture):
        trace = expected_trace(self.sentence, self.d_k, D_V, seed=self.seed)
        expected, shown = stages(trace), numbers_of(picture)
        assert shown.keys() >= set(DRAWN_BY_BOTH)
        for id, values in shown.items():
            np.testing.assert_allclose(
                values, expected[id].ravel(), rtol=1e-5, atol=1e-6, err_msg=id
            )

    def type(self, name, value):
        """Type a value into a field; Enter makes it count."""
        setattr(self, name, value)
        field = self.control(name).locator("input")
        field.fill(str(value))
        return self.measure(lambda: field.press("Enter"), f"{name} {value!r}")

    def draw_at_random(self):
        """Let the seed count."""
        self.control("W").locator("select").select_option("random")
        self.settle()


class Large(Ours):
    """The explorer, as large as it is still of use."""

    sentence = TWELVE
    first, last, start = LARGE


class Plain(Ours):
    """A page without kernel and widgets: what a browser can do at best."""

    kind, root = "plain", "#root"

    def __init__(self, browser, _lab, _folder, name, _port=None):
        self.name = name
        self.page = browser.new_page(viewport=VIEWPORT)
        X = al.embed(al.tokenize(self.sentence))
        projection = al.ProjectionWeights.designed(self.last, D_V)
        data = {
            **{"X": X, "W_Q": projection.W_Q, "W_K": projection.W_K},
            **{"V": X @ projection.W_V},
            **{"first": self.first, "last": self.last, "start": self.start},
        }
        said = json.dumps(data, default=np.ndarray.tolist)
        self.page.set_content(
            PLAIN.replace("<script>", f"<script>const DATA = {said};")
        )
        self.slider = self.page.locator("#d_k")
        self.page.evaluate(WATCH, [self.root, self.kind])
        self.path = there_and_back(self.start, self.first, self.last)
        self.d_k = self.start

    def close(self):
        self.page.close()

    def settle(self):
        """Nothing comes from a kernel."""

    def catch_up(self):
        self.page.wait_for_timeout(1000 * QUIET)

    def cost(self):
        """Nothing comes from a kernel."""
        return np.zeros(2)

    def stands(self):
        """How the page stands."""
        return f"page: {json.dumps(self.page.evaluate('() => latency.stands()'))}"

    def distances(self, places):
        """A range of the browser takes values."""
        return places


class LargePlain(Plain):
    """The same, as large as the large explorer."""

    sentence = TWELVE
    first, last, start = LARGE


def there_and_back(start, first=FIRST, last=LAST):
    """d_k as it moves on: up to the end, down to the other end, and so on."""
    up, down = range(start + 1, last + 1), range(last - 1, first - 1, -1)
    return itertools.cycle([*up, *down, *range(first + 1, start + 1)])


def numbers_of(picture):
    """Id → numbers, row after row, from a line of id and number for each cell."""
    numbers = {}
    for cell in picture.split("\n"):
        id, value = cell.rsplit(" ", 1)
        numbers.setdefault(id, []).append(float(value))
    return numbers


def percentile(values, percent):
    """The smallest value that this share of the values does not exceed."""
    return float(np.percentile(values, percent, method="inverted_cdf"))


def measure_steps(notebooks):
    """Name → milliseconds of each slider step; name → bytes and CPU of a step."""
    for notebook in notebooks.values():
        for _ in range(WARM_UP):
            notebook.step()
        notebook.settle()
    took = {name: [] for name in notebooks}
    before = {name: notebook.cost() for name, notebook in notebooks.items()}
    for _ in range(ROUNDS):
        for name, notebook in notebooks.items():
            notebook.page.bring_to_front()
            for _ in range(BURST if isinstance(notebook, Ours) else 1):
                took[name].append(notebook.step())
                notebook.page.wait_for_timeout(BETWEEN)
            notebook.settle()
    costs = {
        name: (notebook.cost() - before[name]) / len(took[name])
        for name, notebook in notebooks.items()
    }
    return took, costs


def measure_drags(notebooks):
    """Name → pictures and settling time, medians of some drags."""
    counted = {name: [] for name in notebooks}
    for _ in range(DRAGS):
        for name, notebook in notebooks.items():
            notebook.page.bring_to_front()
            counted[name].append(notebook.drag())
    return {name: np.median(drags, axis=0) for name, drags in counted.items()}


def measure_inputs(ours):
    """Milliseconds of each free input; bytes and CPU of one, its sweeps included."""
    ours.page.bring_to_front()
    sentences = [SENTENCES[n % len(SENTENCES)] for n in range(1, INPUTS + 1)]
    took, cost = [], 0
    for name, values in (("sentence", sentences), ("seed", range(1, INPUTS + 1))):
        if name == "seed":
            ours.seed = 0
            ours.draw_at_random()
        before = ours.cost()
        for value in values:
            took.append(ours.type(name, value))
            ours.settle()
        cost = cost + ours.cost() - before
    return took, cost / len(took)


def measure_memory(ours):
    """Megabytes by which the kernel grows; the page must then show the last state."""
    ours.ask("None", UPDATE_FROM_PYTHON)
    before, after = (ours.ask(MEGABYTES, f"await update({UPDATES})") for _ in range(2))
    ours.settle()
    for name in ("sentence", "d_k", "seed"):
        setattr(ours, name, ours.ask(f"explorer.{name}.value"))
    ours.check(ours.page.evaluate("latency.picture()"))
    return after - before


def table(rows):
    """Lines of text: what, the conventional way, ours."""
    head = ("", "interact + plt.show()", "PipelineExplorer")
    return [f"{what:50}{usual:>23}{ours:>20}" for what, usual, ours in (head, *rows)]


def slower(steps, ours, plain):
    """How many times as long a step of ours takes, by 95th percentiles."""
    return percentile(steps[ours], 95) / percentile(steps[plain], 95)


def report(steps, costs, drags, inputs, input_cost, growth):
    """The lines of the table, and the figures of the last line."""

    def speed(values):
        return f"{np.median(values):.1f} / {percentile(values, 95):.1f}"

    def row(what, of, form, where=""):
        return what, form(of[f"conventional{where}"]), form(of[f"ours{where}"])

    input_bytes, input_cpu = input_cost
    rows = [
        row("slider step at home, ms: median / p95", steps, speed),
        row("slider step far away, ms: median / p95", steps, speed, ", far"),
        ("slider step, 12 tokens, d_k near 64, ms", "", speed(steps["large"])),
        row("slider step, kB", costs, lambda cost: f"{cost[0] / 1000:.1f}"),
        row("slider step, kernel CPU ms", costs, lambda cost: f"{cost[1]:.1f}"),
        ("the plain page, ms", "", speed(steps["plain"])),
        (
            "the plain page, 12 tokens, d_k near 64, ms",
            "",
            speed(steps["plain, large"]),
        ),
        row(f"pictures in a drag of {MOVES}", drags, lambda drag: f"{drag[0]:.0f}"),
        ("the same, 12 tokens, d_k near 64", "", f"{drags['large'][0]:.0f}"),
        ("the same, the plain page", "", f"{drags['plain'][0]:.0f}"),
        row("last move to last picture, ms", drags, lambda drag: f"{drag[1]:.0f}"),
        ("free input at home, ms: median / p95", "", speed(inputs)),
        ("free input and its sweeps, kB", "", f"{input_bytes / 1000:.1f}"),
        ("free input and its sweeps, kernel CPU ms", "", f"{input_cpu:.1f}"),
        (f"kernel memory in {UPDATES} updates, MB", "", f"{growth:+.1f}"),
    ]
    ours, usual = steps["ours"], steps["conventional"]
    figures = {
        "ratio_median": np.median(usual) / np.median(ours),
        "ours_p95_ms": percentile(ours, 95),
        "ours_wan_p95_ms": percentile(steps["ours, far"], 95),
        "free_input_p95_ms": percentile(inputs, 95),
        "drag_frames": drags["ours"][0],
        "drag_settle_ms": drags["ours"][1],
        "kernel_cpu_ms": input_cpu,
        "bytes_per_update": input_bytes,
        "rss_growth_mb": growth,
        "step_ratio_p95": slower(steps, "ours", "plain"),
        "large_ratio_p95": slower(steps, "large", "plain, large"),
        "large_drag_frames": drags["large"][0],
        "plain_drag_frames": drags["plain"][0],
    }
    rounded = {name: round(float(figure), 1) for name, figure in figures.items()}
    return table(rows), rounded


def main():
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyterlab(folder) as lab,
        chromium() as browser,
        delayed(lab.port, ONE_WAY) as far,
        contextlib.ExitStack() as stack,
    ):
        packages = [f"{name} {version(name)}" for name in PACKAGES]
        print(", ".join([f"Chromium {browser.version}", *packages, load()]), flush=True)

        def start(Way, name, port=None):
            notebook = Way(browser, lab, folder, name, port)
            return stack.enter_context(contextlib.closing(notebook))

        home = {
            "conventional": start(Conventional, "conventional.ipynb"),
            "ours": start(Ours, "ours.ipynb"),
        }
        away = {
            "conventional, far": start(Conventional, "conventional_far.ipynb", far),
            "ours, far": start(Ours, "ours_far.ipynb", far),
        }
        large = {"large": start(Large, "large.ipynb")}
        plain = {
            "plain": start(Plain, "plain page"),
            "plain, large": start(LargePlain, "plain page, large"),
        }
        steps, costs = measure_steps(home | away | large | plain)
        drags = measure_drags(home | large | plain)
        inputs, input_cost = measure_inputs(home["ours"])
        growth = measure_memory(home["ours"])
    lines, figures = report(steps, costs, drags, inputs, input_cost, growth)
    print(*lines, load(), json.dumps(figures), sep="\n")


def load():
    """How busy the machine is: on a busy one the figures say little."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
