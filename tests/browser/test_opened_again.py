"""A notebook that was run, saved and opened again, with its kernel and without."""

import re
import time
import urllib.request
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from attn_lib._stored import stand_ins
from tests.support.lab import run_all

pytestmark = pytest.mark.browser

PATIENCE = 60_000  # ms
CELLS = (
    """
from attn_lib.explorers import ScoresExplorer
ScoresExplorer(sentence='$5 "the" <b>')
""",
    "from attn_lib.exercises.predict import predict\npredict('00-collects')",
)
NODES = """
(outputs) => outputs.map((node) => {
  const [own, after] = [getComputedStyle(node), getComputedStyle(node, "::after")];
  const { width, height } = node.getBoundingClientRect();
  return {
    text: node.textContent, alive: node.childElementCount > 0, width, height,
    picture: own.content, seen: own.visibility, words: after.content,
  };
})
"""


def outputs(page):
    """What stands in the outputs, the styles apart."""
    return page.locator(".jp-OutputArea-output").evaluate_all(NODES)


def save(page):
    page.keyboard.press("Control+s")
    page.wait_for_timeout(2000)


def shut_down(lab):
    """End all kernels, as a person does who goes home."""
    for session in lab.ask("api/sessions"):
        address = f"http://127.0.0.1:{lab.port}/api/sessions/{session['id']}"
        token = {"Authorization": f"token {lab.token}"}
        request = urllib.request.Request(address, method="DELETE", headers=token)
        with suppress(OSError):
            urllib.request.urlopen(request).close()


def test_what_was_run_shows_its_picture_and_is_alive_where_the_kernel_is(
    lab, open_page, chromium
):
    page = open_page(viewport={"width": 1280, "height": 900})
    address = lab.put("again.ipynb", *CELLS)
    run_all(page, address)
    page.locator(".attn-board .attn-cell").first.wait_for()
    caption = page.locator(".attn-caption").first.inner_text()
    styles = page.locator(".jp-OutputArea-output:has(> style)")
    assert styles.count() == 2
    assert [box["height"] for box in map(box_of, styles.all())] == [0, 0]
    save(page)

    page.goto("about:blank")
    page.goto(address)  # the kernel lives
    page.locator(".attn-board .attn-cell").first.wait_for(timeout=PATIENCE)
    assert page.locator(".attn-caption").first.inner_text() == caption
    expect(page.get_by_role("button", name="monkey")).to_be_visible()

    page.close()
    shut_down(lab)
    page = chromium.new_page()  # JupyterLab logs there that it finds no widget
    page.goto(address)
    picture, below, question = dead(page)
    assert picture["picture"].startswith('url("data:image/png;base64,')
    assert picture["picture"].rstrip('"').endswith(caption.replace('"', '\\"'))
    assert picture["width"] > 300
    assert picture["height"] > 100
    assert words_of(below["words"]) == caption
    assert "Which word will 'banana' collect most from?" in question["words"]
    assert {below["seen"], question["seen"]} == {"hidden"}
    assert min(below["height"], question["height"]) > 10
    page.close()


def box_of(locator):
    return locator.bounding_box()


def words_of(content):
    """A text as a browser writes it in a style → the text."""
    return re.sub(r'\\(["\\])', r"\1", content[1:-1])


def dead(page):
    """The outputs of widgets that are gone, when JupyterLab has given them up."""
    until = time.monotonic() + PATIENCE / 1000
    while True:
        found = [one for one in outputs(page) if not one["alive"]]
        if len(found) == 3:
            return found
        assert time.monotonic() < until, found
        page.wait_for_timeout(200)


def test_no_text_ends_its_style():
    text = '</style><script>alert("1")</script>\\" } body { display: none } 香蕉'
    style = stand_ins(text, (b"", 9, text))
    assert style.count("<") == 2
    assert style.count("}") == 3
    assert "香蕉" in style
