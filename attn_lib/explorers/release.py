"""Widgets that nobody can see any more are closed, those of explorers left behind too.

ipywidgets' register keeps every widget until it is closed. An explorer that was never
handed to a page is held by nothing but its user: its widgets tell it what happens, but
do not keep it. When it has gone they are closed, though not at once: it can go at any
moment, in the midst of a message too. So they wait until another explorer is made.
"""

import weakref
from collections import deque
from contextlib import suppress

_left = deque()  # widgets of explorers that have gone


def weakly(method):
    """Give a callback that calls a method as long as its owner lives."""
    alive = weakref.WeakMethod(method)

    def call(*arguments):
        if method := alive():
            method(*arguments)

    return call


def close_after(owner, widget):
    """Close a widget when its owner has gone; ``detach()`` the answer to leave it."""
    end = weakref.finalize(owner, _left.append, widget)
    end.atexit = False
    return end


def close_left():
    """Close what was left behind."""
    with suppress(IndexError):  # of one thread, where two close at a time
        while _left:
            close_all(_left.popleft())


def close_all(widget):
    """Close a widget with its children, its layout and its style."""
    for child in getattr(widget, "children", ()):
        close_all(child)
    for part in ("layout", "style"):
        if hasattr(widget, part):
            getattr(widget, part).close()
    widget.close()
