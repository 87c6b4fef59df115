"""What a handout is as a text: whole, sufficient, with a picture of each explorer.

That it lives is seen in ``tests/browser/test_handouts.py``.
"""

import json
import re
from base64 import b64decode, b64encode
from io import BytesIO

import numpy as np
import pytest
from bs4 import BeautifulSoup
from ipywidgets.embed import embed_data
from matplotlib.image import imread
from nbconvert import SlidesExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from attn_lib.explorers import ScoresExplorer
from notebooks import handouts
from tests.support.lessons import NOTEBOOKS, by_name, code_cells, read
from tests.support.played import HOSTILE, HOSTILE_IN_A_SCRIPT

pytestmark = pytest.mark.notebook
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


@pytest.mark.case("C18")
@pytest.mark.parametrize("sentence", [HOSTILE, *HOSTILE_IN_A_SCRIPT])
def test_a_page_with_any_sentence_is_intact(sentence, tmp_path):
    """``</script>`` ended an exported page, and the rest of it was shown as text."""
    explorer = ScoresExplorer(sentence=sentence)
    for slides in (False, True):
        assert_intact(exported(explorer, tmp_path, slides), sentence)


def exported(explorer, folder, slides):
    """The text of a handout that shows an explorer, with the state of its widgets."""
    data, metadata = explorer._repr_mimebundle_()
    data["image/png"] = b64encode(data["image/png"]).decode()  # as a notebook has it
    output = new_output("display_data", data=data, metadata=metadata)
    cells = [new_markdown_cell("# A title"), new_code_cell(outputs=[output])]
    state = embed_data([explorer.widget])["manager_state"]
    notebook = new_notebook(cells=cells, metadata={"widgets": {WIDGET_STATE: state}})
    path = handouts.write(notebook, "page", folder, slides=slides)
    return path.read_text(encoding="utf-8")


def assert_intact(page, sentence):
    """The state is all there, and nothing in it is read as HTML.

    Chromium shows such pages in ``tests/browser/test_handouts.py``.
    """
    _, _, rest = page.partition(f'<script type="{WIDGET_STATE}">')
    state, end, _ = rest.partition("</script>")
    assert end
    assert "<" not in state  # after "<!-- <script" the end would be no end
    widgets = json.loads(state)["state"].values()
    assert sentence in [widget["state"].get("value") for widget in widgets]
    assert sentence not in page.replace(state, "")
    assert page.rstrip().endswith("</html>")


@pytest.mark.case("D15")
def test_a_page_loads_nothing_from_the_network(tmp_path):
    """Binder took ten minutes, or never came, while the teacher talked."""
    addresses = [*loaded(exported(ScoresExplorer(), tmp_path, slides=False))]
    assert f"{handouts.SCRIPTS}/embed-amd.js" in addresses
    assert not [a for a in addresses if re.match(r"(https?:)?//", a)]


def loaded(page):
    """Addresses that a page loads by itself: of scripts, styles and pictures."""
    soup = BeautifulSoup(page, "html.parser")
    kinds = (("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"))
    yield from (
        tag[name]
        for kind, name in kinds
        for tag in soup.find_all(kind)
        if tag.get(name)
    )
    yield from re.findall(r"(?:url\(|import )[\"']?(https?:[^\"')]+)", page)
    yield from re.findall(r"widgetRendererSrc = '(.*?)'", page)  # what draws explorers


@pytest.mark.case("D17")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=by_name)
def test_exported_slides_keep_every_explorer(path):
    """Exported slides and pages lost everything that moved, and left nothing.

    Here nbconvert exports what is committed. The handouts of ``build.py``, which stay
    alive, are opened in ``tests/browser/test_handouts.py``.
    """
    notebook = read(path)
    page, _ = SlidesExporter().from_notebook_node(notebook)
    assert "interactive(children=" not in page
    soup = BeautifulSoup(page, "html.parser")
    cells = [c for c in code_cells(notebook) if "Explorer(" in c.source]
    assert cells, path
    for cell in cells:
        assert_picture_and_caption(soup.find(id=f"cell-id={cell.id}"), cell)


def assert_picture_and_caption(exported, cell):
    """An explorer's cell, as a page has it, shows its first state to everybody."""
    (picture,) = exported.find_all("img")
    png = b64decode(picture["src"].removeprefix("data:image/png;base64,"))
    assert np.ptp(imread(BytesIO(png))[..., :3]) > 0.5, "a blank picture"
    _code, caption = cell.outputs[0].data["text/plain"].split("\n", 1)
    assert caption in [words.get_text() for words in exported.find_all("p")]
    assert not exported.find_parent("aside")  # a speaker's notes are seen by no class
