"""What every view of a page gets with it: its colours and its words."""

import anywidget
import traitlets

from ..figures.style import COLOURS
from .words import in_language


class View(anywidget.AnyWidget):
    """A widget that a script of ours draws; ``messages`` are its words by their ids."""

    messages = None

    colours = traitlets.Dict(COLOURS).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    @traitlets.default("words")
    def _in_language(self):
        return in_language(self.messages)
