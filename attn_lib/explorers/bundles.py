"""The script and the style sheet of each view, as the page loads them.

Their sources are the modules of ``attn_lib/web``. ``npm run bundle`` makes one file of
those that a view needs; it is committed, so that nobody needs Node to learn.
"""

from pathlib import Path

BUNDLES = Path(__file__).parents[1] / "web" / "bundles"


def script(view):
    """The text of a view's module: of a path, anywidget would keep every view alive."""
    return (BUNDLES / f"{view}.js").read_text(encoding="utf-8")


def style(view):
    """The text of a view's style sheet."""
    return (BUNDLES / f"{view}.css").read_text(encoding="utf-8")
