"""Handouts: a lesson as one page, or as slides, that opens without any network.

``python notebooks/build.py --html`` and ``--slides`` write them. A handout is the
notebook as it ran, with the state of its widgets. On the page an explorer does all that
needs no Python: every number can be asked, and its sliders play their sweeps. Where the
scripts do not run, its picture and its caption stand there instead, and why.

The scripts come from npm when the handout is made, each checked against its hash, and
lie beside the page. nbconvert knows where to find them on the network only.
"""

import base64
import copy
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbconvert import HTMLExporter, SlidesExporter

from attn_lib.words import _

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SCRIPTS = "scripts"  # the folder beside the pages
FONT = "dist/theme/fonts/source-sans-pro"  # of the slides' theme
SLIDE = {"width": 1280, "height": 720}


class Package(NamedTuple):
    """A package of npm, and which of its files lie where beside a page."""

    name: str
    version: str
    sha512: str  # of the archive, as npm writes it
    files: dict  # file or folder in the package → its place in the folder of scripts


THEME = "reveal/dist/theme/white.css"  # of the slides
PACKAGES = (
    Package(
        "@jupyter-widgets/html-manager",
        "1.0.15",
        "5thBIV6ymNgmPVOHvzx+gGy8ZSKmSazhtGw4/c4xJDVzRhG9PTeQsRjF3FUTopvFi//SABeNz1yp47bC"
        "rJ3CQA==",
        {"dist/embed-amd.js": "embed-amd.js"},
    ),
    Package(
        "requirejs",
        "2.3.8",
        "7/cTSLOdYkNBNJcDMWf+luFvMriVm7eYxp4BcFCsAX0wF421Vyce5SXP17c+Jd5otXKGNehIonFlyQXS"
        "owL6Mw==",
        {"require.js": "require.js"},
    ),
    Package(
        "anywidget",
        "0.11.0",
        "LHZgW2j5UjyerZSZcO+BtZPXGMSORQV2bUT480hOR5x/BXS8sOradi/71amJfMueSEnKX0dqPwTfsOGH"
        "TsyZpQ==",
        {"dist/index.js": "anywidget.js"},
    ),
    Package(
        "jquery",
        "3.7.1",
        "m4avr8yL8kmFN8psrbFFFmB/If14iN5o9nw/NgnnM+kybDJpRsAynV2BsfpTYrTRysYUdADVD7CkUUiz"
        "gkpLfg==",
        {"dist/jquery.min.js": "jquery.js"},
    ),
    Package(
        "reveal.js",
        "5.2.1",
        "r7//6mIM5p34hFiDMvYfXgyjXqGRta+/psd9YtytsgRlrpRzFv4RbH76TXd2qD+7ZPZEbpBDhdRhJaFg"
        "fQ7zNQ==",
        {
            "dist/reveal.js": "reveal/dist/reveal.js",
            "dist/reveal.css": "reveal/dist/reveal.css",
            "dist/theme/white.css": THEME,
            FONT: f"reveal/{FONT}",
            "plugin/notes/notes.js": "reveal/plugin/notes/notes.js",
        },
    ),
)

# Scripts may be off, refused by a content policy, or left behind when the page was
# carried. No script can tell, so a picture and a caption stand there until those of the
# explorer do. These may take a while to come: only then is said that they do not.
STILL = "attn-still"
STILL_STYLE = f"""
<style>
.jupyter-widgets {{ font-family: var(--jp-ui-font-family, sans-serif); }}
.{STILL} > .why {{ animation: attn-late 5s step-end backwards; }}
@keyframes attn-late {{ from {{ visibility: hidden; }} }}
:is(
  :has(.{STILL} img):has(+ .jp-OutputArea-child .attn-cell),
  :has(.{STILL}):not(:has(img)):has(+ .jp-OutputArea-child .attn-caption)
) {{ display: none; }}
</style>
"""

# The slides' theme writes headings in capitals, d_k among them, and rules all tables,
# those of an explorer among them: these have a style of their own.
SLIDE_STYLE = "<style>.reveal :is(h1, h2, h3) { text-transform: none; }</style>"
# Where scripts do not run nothing turns the slides: they stand one below the other.
# Their links lead on, too: reveal.js lets only the slide that is present be pressed.
STILL_SLIDES_STYLE = """
<style>
body:not(.reveal-viewport) :is(main, .reveal) { height: auto; }
body:not(.reveal-viewport) .reveal,
body:not(.reveal-viewport) .slides { overflow: visible; }
body:not(.reveal-viewport) .slides {
  max-width: 1280px;
  padding: 0 1em;
  box-sizing: border-box;
  animation: attn-late 1s step-end backwards;
}
body:not(.reveal-viewport) .reveal .slides,
body:not(.reveal-viewport) .reveal .slides > section,
body:not(.reveal-viewport) .reveal .slides > section > section {
  display: block;
  position: static;
  height: auto;
  pointer-events: auto !important;
}
</style>
"""
TABLES, OTHER_TABLES = ".reveal table", ".reveal table:not(:where(.attn-explorer *))"
LESSON_LINK = re.compile(r"\]\((\d\d_\w+)\.ipynb")
OUTWARD_LINK = re.compile(
    r"\[([^]]*)\]\(\.\./[^)]*\)"
)  # to the code, which stays behind

# Of what nbconvert would load besides, the lessons have no use: formulas of MathJax,
# diagrams of Mermaid. Its pages call them all the same.
NO_MATHJAX = "data:text/javascript,window.MathJax={Hub:{getAllJax(){},Queue(){}}}"
NO_MERMAID = "data:text/javascript,export default {initialize(){}}"


def write(notebook, name, folder, *, slides=False):
    """Write an executed notebook, its widgets' state included, as a page into a folder.

    Parameters
    ----------
    notebook : NotebookNode
    name : str
        The page is called ``NAME.html``, or ``NAME.slides.html``.
    folder : Path
        Has the scripts, by :func:`fetch_scripts`.
    slides : bool

    Returns
    -------
    path : Path
    """
    ending = ".slides.html" if slides else ".html"
    Exporter = SlidesExporter if slides else HTMLExporter
    exporter = Exporter(
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        require_js_url=f"{SCRIPTS}/require.js",
        jquery_url=f"{SCRIPTS}/jquery.js",
        widget_renderer_url=f"{SCRIPTS}/embed-amd.js",
        mathjax_url=NO_MATHJAX,
        mermaid_js_url=NO_MERMAID,
        filters={"json_dumps": as_data},
    )
    if slides:
        exporter.reveal_url_prefix = f"{SCRIPTS}/reveal"
        exporter.reveal_theme = "white"
        exporter.reveal_scroll = True
        exporter.reveal_width, exporter.reveal_height = map(str, SLIDE.values())
    page, _resources = exporter.from_notebook_node(
        handed_out(notebook, ending), resources={"metadata": {"name": name}}
    )
    path = folder / f"{name}{ending}"
    anywidget = json.dumps({"paths": {"anywidget": f"{SCRIPTS}/anywidget"}})
    ours = f"<script>require.config({anywidget});</script>{STILL_STYLE}"
    if slides:  # last in the head: they correct what came before
        ours += SLIDE_STYLE + STILL_SLIDES_STYLE
    page = page.replace("</head>", f"{ours}\n</head>", 1)
    path.write_text(page, encoding="utf-8", newline="\n")
    return path


def as_data(value):
    """JSON for a script of a page, which nothing that was typed can end or prolong.

    nbconvert's own leaves ``<!-- <script>`` as it is. A browser then takes all that
    follows for a part of the script, and no explorer finds its state.
    """
    return json.dumps(value).replace("<", r"\u003c")


def handed_out(notebook, ending):
    """The notebook as a page shows it: without code that only draws, or imports."""
    notebook = copy.deepcopy(notebook)
    set_up = next((c for c in notebook.cells if c.cell_type == "code"), None)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LESSON_LINK.sub(rf"](\1{ending}", cell.source)
            cell.source = OUTWARD_LINK.sub(r"\1", cell.source)
        if cell.cell_type == "code":
            cell.outputs = [entry for output in cell.outputs for entry in shown(output)]
            hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
            cell.metadata.transient = {"remove_source": hidden or cell is set_up}
    return notebook


def shown(output):
    """The outputs that stand for one of the notebook on a page.

    nbconvert shows one entry of each: the widget without the picture that stands for it
    where scripts do not run, or a picture without the text that describes it.
    """
    data = output.get("data", {})
    markup = data.get("text/html", "")
    why = ""
    if "image/png" in data:
        markup = picture(data["image/png"], output.metadata.get("image/png", {}))
        why = f'<p class="why">{why_still()}</p>'
    if WIDGET_VIEW in data and markup:
        yield output_of({"text/html": f'<div class="{STILL}">{why}{markup}</div>'})
        yield output_of({WIDGET_VIEW: data[WIDGET_VIEW], "text/plain": ""})
    elif WIDGET_VIEW in data:  # a question: its buttons would be dead without Python
        yield output_of({"text/plain": data["text/plain"]})
    else:
        yield output_of({"text/html": markup}) if markup else output


def why_still():
    """What a page says where an explorer stands still."""
    return _(
        "This explorer stands still, as a picture: the scripts of the page did not "
        "run. They need the folder “{folder}” beside the page, and a browser that runs "
        "them."
    ).format(folder=SCRIPTS)


def picture(png, about):
    """A PNG as an element of a page."""
    return (
        f'<img src="data:image/png;base64,{"".join(png.split())}" '
        f'alt="{escape(about.get("alt", ""))}" '
        f'style="width: {about.get("width", 640)}px; max-width: 100%">'
    )


def output_of(data):
    """An output that has this to show."""
    return nbformat.v4.new_output("display_data", data)


# ------------------------------------------------------------------------ slides


def slide_type(cell):
    """Where a cell stands among the slides, by what it holds.

    A chapter begins a slide; a section, a picture and an explorer one below it. Hints
    and solutions go to the speaker's notes.
    """
    if cell.cell_type == "code":
        seen = ("figures.show(", "Explorer(")
        return "subslide" if any(sign in cell.source for sign in seen) else "-"
    if "<details>" in cell.source:
        return "notes"
    if cell.source.startswith(("# ", "## ")):
        return "slide"
    return "subslide" if cell.source.startswith("### ") else "-"


def lay_out_slides(notebook):
    """Give every cell its place among the slides, unless its source says another."""
    for cell in notebook.cells:
        cell.metadata.setdefault("slideshow", {"slide_type": slide_type(cell)})


# ----------------------------------------------------------------------- scripts


def fetch_scripts(folder):
    """Put the scripts of the pages into the folder beside them.

    Raises
    ------
    RuntimeError
        If npm is missing or cannot fetch a package, or it is not the one expected.
    """
    with tempfile.TemporaryDirectory() as packed:
        for package in PACKAGES:
            unpack(fetch(package, Path(packed)), package, folder / SCRIPTS)
    theme = folder / SCRIPTS / THEME
    rules = theme.read_text(encoding="utf-8").replace(TABLES, OTHER_TABLES)
    theme.write_text(rules, encoding="utf-8", newline="\n")


def fetch(package, folder):
    """Let npm fetch the archive of a package, and check that it is the one meant."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("npm is needed to make handouts: install Node.js")
    done = subprocess.run(
        [npm, "pack", "--json", f"{package.name}@{package.version}"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(f"npm could not fetch {package.name}:\n{done.stderr}")
    archive = folder / json.loads(done.stdout)[0]["filename"]
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != package.sha512:
        raise RuntimeError(
            f"{package.name} {package.version}: expected the SHA-512 {package.sha512}, "
            f"got {found}"
        )
    return archive


def unpack(archive, package, folder):
    """Take the files of a package that the pages need out of its archive."""
    with tempfile.TemporaryDirectory() as unpacked:
        shutil.unpack_archive(archive, unpacked, filter="data")
        for name, place in package.files.items():
            source, target = Path(unpacked, "package", name), folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)
