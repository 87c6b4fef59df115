"""The place of the small views, beside the board."""


def add_view(explorer, view, *, above=False):
    """Let a view stand below an explorer's board, or above it."""
    views = list(explorer._widget.children)
    views.insert(views.index(explorer._board) + (not above), view)
    explorer._widget.children = views
