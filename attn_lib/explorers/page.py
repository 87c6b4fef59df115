"""The small views: one ES module and one style sheet each, of a shared part and its own."""

from pathlib import Path

HERE = Path(__file__).parent


def with_shared_part(file):
    """The text of ``page.<suffix>`` and then of ``file``: a view loads one file only."""
    parts = (HERE / f"page{Path(file).suffix}", HERE / file)
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)
