"""The small views: each is one ES module and one style sheet, partly shared."""

from pathlib import Path

HERE = Path(__file__).parent


def with_shared_part(file):
    """Join ``page.js`` or ``page.css`` and ``file``: a view loads one text only."""
    parts = (HERE / f"page{Path(file).suffix}", HERE / file)
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def add_view(explorer, view, *, above=False):
    """Let a view stand below an explorer's board, or above it."""
    views = list(explorer.widget.children)
    views.insert(views.index(explorer.board) + (not above), view)
    explorer.widget.children = views
