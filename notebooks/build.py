"""Build the notebooks from their sources, or check that they are up to date.

    python notebooks/build.py                        build all
    python notebooks/build.py 04_masking             build those named
    python notebooks/build.py --check                build in memory and compare
    python notebooks/build.py --check --no-execute   compare all but the outputs
    python notebooks/build.py --html --slides        write pages that open offline

``source/NAME.md`` (Jupytext Markdown) becomes ``NAME.ipynb``, executed in the present
environment with ``notebooks/`` as the working directory. The result depends on nothing
but the source and the pinned packages, so that a difference in git is a difference in
the lesson: cell ids come from the cells' content, counts run from 1 to n, and there
are no timings, no versions of Python and no widget state. A saved widget would be a
dead widget: its entry in an output goes, and the picture and the text beside it stay.

A lesson with exercises gives a second notebook, ``solutions/NAME.ipynb``. There, each
stub (a code cell tagged ``exercise``) is replaced by the code in the folded solution
that follows it, so that the solutions a learner may open are the ones that are run.

Pages for a class without Jupyter go to ``pages/``, which git ignores: handouts.py.
"""

import argparse
import asyncio
import hashlib
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import handouts
import jupytext
import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from attn_lib.words import N_, _

NOTEBOOKS = Path(__file__).resolve().parent
SECONDS_PER_CELL = 60
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}


# A folded part that begins with code is a solution, whatever its title says.
SOLUTION = re.compile(
    r"<summary>[^<]*</summary>\n\n```python\n(.*?)\n```$", re.DOTALL | re.MULTILINE
)
RELATIVE_LINK = re.compile(r"\]\((?!https?:|mailto:|#)")
SOLVED = N_(
    "**Solved copy** of [this lesson](../{name}.ipynb): every exercise is filled in "
    "with its solution. Write your own first."
)


class BuildError(Exception):
    """A lesson that cannot be built; the text names the cell."""


def read_source(path, *, solved=False):
    """The notebook a source describes, not yet executed."""
    notebook = jupytext.reads(path.read_text(encoding="utf-8"), fmt="md")
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(METADATA)
    if solved:
        fill_in_solutions(notebook)
        say_it_is_solved(notebook, path.stem)
    handouts.lay_out_slides(notebook)
    seen = {}
    for cell in notebook.cells:
        content = f"{cell.cell_type}\n{cell.source}"
        repeat = seen[content] = seen.get(content, 0) + 1
        digest = hashlib.sha256(f"{content}\n{repeat}".encode())
        cell.id = digest.hexdigest()[:12]
    return notebook


def is_exercise(cell):
    """Say whether a cell is a stub for the learner to fill in."""
    return "exercise" in cell.metadata.get("tags", [])


def fill_in_solutions(notebook):
    """Replace every stub by the solution that follows it."""
    stub = None
    for cell in notebook.cells:
        if is_exercise(cell):
            if stub:
                raise BuildError(f"{cell_name(notebook, stub)} has no solution")
            stub = cell
        for solution in SOLUTION.findall(cell.source):
            if not stub:
                name = cell_name(notebook, cell)
                raise BuildError(f"{name} has a solution too many")
            stub.source, stub = solution, None
    if stub:
        raise BuildError(f"{cell_name(notebook, stub)} has no solution")


def say_it_is_solved(notebook, name):
    """Tell the reader so below the title, and lead links out of ``solutions/``."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = RELATIVE_LINK.sub("](../", cell.source)
    first = notebook.cells[0]
    title, _end, rest = first.source.partition("\n")
    first.source = f"{title}\n\n> {_(SOLVED).format(name=name)}\n{rest}"


def execute(notebook, folder=NOTEBOOKS, *, widgets=False, arguments=()):
    """Run every cell in a new kernel of the interpreter that runs this script.

    With ``widgets``, their state is stored in the notebook: a handout needs it.
    ``arguments`` are more of the kernel's command line.
    """
    # Without kernel folders, "python3" cannot be another environment's kernel.
    kernelspecs = KernelSpecManager(kernel_dirs=[])
    client = NotebookClient(
        notebook,
        km=AsyncKernelManager(kernel_spec_manager=kernelspecs),
        timeout=SECONDS_PER_CELL,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=widgets,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR", *arguments],
    )
    try:
        asyncio.run(client.async_execute(cleanup_kc=True))  # in a thread too
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        running = [c for c in notebook.cells if c.get("execution_count") is not None]
        cell = cell_name(notebook, running[-1]) if running else "first cell"
        raise BuildError(f"{cell} failed:\n{error}") from error
    return notebook


def normalise(notebook):
    """Remove from the outputs what a saved notebook must not carry."""
    notebook.metadata = nbformat.from_dict(METADATA)
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code_cells, start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "stream" and output.name == "stderr":
                name = cell_name(notebook, cell)
                raise BuildError(f"{name} writes to stderr:\n{output.text}")
            if output.output_type == "execute_result":
                output.execution_count = count
            if output.get("data", {}).pop(WIDGET_VIEW, None) and not output.data:
                name = cell_name(notebook, cell)
                raise BuildError(
                    f"{name} shows a widget with neither picture nor text: "
                    "without a kernel nothing would be left of it"
                )
    nbformat.validate(notebook)
    return notebook


def cell_name(notebook, cell):
    """Say which cell is meant: its position in the notebook and its first line."""
    first_line = cell.source.partition("\n")[0]
    return f"cell {notebook.cells.index(cell) + 1} ({first_line!r})"


def build(source, *, run=True, solved=False):
    """Source file → finished notebook."""
    notebook = read_source(source, solved=solved)
    return normalise(execute(notebook)) if run else notebook


def dumps(notebook):
    """The notebook as the text of a file, the same whoever writes it."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def difference(committed, built, *, outputs=True):
    """Say what first tells a committed notebook's text from the built one ("" if none).

    Pictures need not be equal to the byte, since fonts differ from machine to machine;
    everything around them must be. With ``outputs=False`` the outputs may differ.
    """
    old, new = json.loads(committed), json.loads(dumps(built))
    if committed != dumps(nbformat.reads(committed, as_version=4)):
        return "not in the form the build writes"
    for key in sorted((old.keys() | new.keys()) - {"cells"}):
        if old.get(key) != new.get(key):
            return f"other notebook {key}"
    if len(old["cells"]) != len(new["cells"]):
        return f"stale: {len(old['cells'])} cells, the source has {len(new['cells'])}"
    for position, pair in enumerate(zip(old["cells"], new["cells"], strict=True), 1):
        before, after = (dict(cell) for cell in pair)
        results = [_results(cell) for cell in (before, after)]
        if before != after:
            return f"stale: cell {position} is not what the source says"
        if outputs and results[0] != results[1]:
            return f"other outputs: cell {position}"
    return ""


def _results(cell):
    """Take count and outputs out of a cell; pictures are reduced to being there."""
    found = cell.pop("outputs", None)
    for output in found or []:
        if "image/png" in output.get("data", {}):
            output["data"]["image/png"] = "…"
    return cell.pop("execution_count", None), found


def check(source, *, run=True, solved=False):
    """What is wrong with the committed notebook of a source ("" if nothing)."""
    path = notebook_path(source, solved=solved)
    if not path.exists():
        return "not built"
    try:
        built = build(source, run=run, solved=solved)
    except BuildError as error:
        return str(error)
    return difference(path.read_text(encoding="utf-8"), built, outputs=run)


def write(source, *, solved=False):
    """Build one notebook into its file; say what went wrong ("" if nothing)."""
    try:
        text = dumps(build(source, solved=solved))
    except BuildError as error:
        return str(error)
    path = notebook_path(source, solved=solved)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return ""


def hand_out(source, folder, slides):
    """Write the pages of a lesson; say what went wrong ("" if nothing)."""
    try:
        notebook = execute(read_source(source), widgets=True)
    except BuildError as error:
        return str(error)
    for as_slides in slides:
        handouts.write(notebook, source.stem, folder, slides=as_slides)
    return ""


def notebook_path(source, *, solved=False):
    """Where the notebook of a source stands, or its solved copy."""
    folder = source.parent.parent
    return (folder / "solutions" if solved else folder) / f"{source.stem}.ipynb"


def editions(source):
    """What is built from a source: the lesson, and a solved copy of its exercises."""
    cells = read_source(source).cells
    return [False, True] if any(map(is_exercise, cells)) else [False]


def main(arguments=None):
    options, sources = read_options(arguments)
    try:
        jobs = jobs_of(options, sources)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    failed = False
    with ThreadPoolExecutor(2) as pool:  # the work is done by kernels, two at a time
        problems = pool.map(lambda job: job(), jobs.values())
        for name, problem in zip(jobs, problems, strict=True):
            print(f"{name}: {problem or 'ok'}", flush=True)
            failed = failed or bool(problem)
    return int(failed)


def read_options(arguments):
    """What is asked for, and the sources of the lessons that are meant."""
    sources = {path.stem: path for path in sorted(NOTEBOOKS.glob("source/*.md"))}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lesson", nargs="*", help="such as 04_masking; all if none")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--no-execute", action="store_true", help="only with --check")
    page = {"action": "append_const", "dest": "slides"}
    parser.add_argument("--html", const=False, help="write pages instead", **page)
    parser.add_argument("--slides", const=True, help="write slides instead", **page)
    folder = {"type": Path, "default": NOTEBOOKS / "pages", "metavar": "FOLDER"}
    parser.add_argument("--to", help="where pages go; notebooks/pages", **folder)
    options = parser.parse_args(arguments)
    if options.no_execute and not options.check:
        parser.error("--no-execute goes with --check: a notebook is built executed")
    if options.slides and options.check:
        parser.error("--check compares notebooks: --html and --slides write pages")
    if unknown := [name for name in options.lesson if name not in sources]:
        names = ", ".join(sources)
        parser.error(f"no source for {', '.join(unknown)}; there are {names}")
    return options, [sources[name] for name in options.lesson or sources]


def jobs_of(options, sources):
    """What is to be done: name → a function that does it and says what went wrong."""
    if options.slides:
        handouts.fetch_scripts(options.to)
        return {
            s.stem: partial(hand_out, s, options.to, options.slides) for s in sources
        }
    work = partial(check, run=not options.no_execute) if options.check else write
    return {
        label(source, solved): partial(work, source, solved=solved)
        for source in sources
        for solved in editions(source)
    }


def label(source, solved):
    """How a notebook is called here: its path, without its ending."""
    path = notebook_path(source, solved=solved).relative_to(NOTEBOOKS)
    return path.with_suffix("").as_posix()


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # not every console knows √
    sys.exit(main())
