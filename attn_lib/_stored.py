"""What JupyterLab shows of a widget when a saved notebook is opened again.

Of an output that has a widget and a picture JupyterLab takes the widget, and where its
kernel is gone it writes "Error displaying widget: model not found" in its place. So a
style goes before such an output. It shows nothing itself, and puts picture or words
where otherwise that line would be. A page that takes no style from a notebook (GitHub,
or JupyterLab before it trusts it) shows no widgets, but the picture itself.
"""

import hashlib
from base64 import b64encode

from IPython import get_ipython
from IPython.display import display


def running_cell():
    """Name the cell that runs and the run, or (None, None) where a page names none."""
    shell = get_ipython()
    request = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = request.get("metadata", {}).get("cellId")
    return (cell, request["header"]["msg_id"]) if cell else (None, None)


def announce(*stored):
    """Say, before widgets are displayed, what stands for them when they are gone.

    Only to a page that names its cells, as JupyterLab does.

    Parameters
    ----------
    *stored : str, or (bytes, int, str)
        For each of the outputs that follow: words; or a PNG, its width in CSS pixels
        and what it shows.
    """
    if running_cell()[0]:
        display({"text/html": stand_ins(*stored), "text/plain": ""}, raw=True)


def stand_ins(*stored):
    """The style for the outputs that follow it: see :func:`announce`."""
    name = f"attn-{hashlib.sha256(repr(stored).encode()).hexdigest()[:16]}"
    rules, output = [], f".jp-OutputArea-child:has(#{name})"
    for one in stored:
        output += " + .jp-OutputArea-child"
        # Where a widget lives, there is an element in it; the line is only text.
        gone = f"{output} > .jp-OutputArea-output:not(:has(*))"
        rules.append(in_words(gone, one) if isinstance(one, str) else drawn(gone, *one))
    return f'<style id="{name}">{"".join(rules)}</style>'


def in_words(gone, words):
    """The rules that put words in the place of what is gone."""
    look = "visibility: visible; white-space: pre-wrap; font-size: 13px"
    return (
        f"{gone} {{ visibility: hidden; font-size: 0 }}"
        f"{gone}::after {{ content: {quoted(words)}; {look} }}"
    )


def drawn(gone, png, width, words):
    """The same for a picture."""
    picture = f'url("data:image/png;base64,{b64encode(png).decode()}")'
    size = f"box-sizing: border-box; width: {width}px; max-width: 100%; height: auto"
    # A browser that knows no alternative text in a style takes the first.
    content = f"content: {picture}; content: {picture} / {quoted(words)}"
    return f"{gone} {{ {content}; {size} }}"


def quoted(text):
    """A text as CSS writes it, with nothing in it that means something to a page."""
    return '"' + "".join(c if c.isalnum() else f"\\{ord(c):x} " for c in text) + '"'
