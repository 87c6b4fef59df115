"""The board: a view that draws labelled matrices as real text, fed with bytes.

The view model is plain data: ``scenes/matrix.py``. What the page then does with it
(drawing, and explaining the cell that is asked) stands in ``attn_lib/web``.
"""

import traitlets
from ipywidgets import widget_serialization

from .._arrays import quiet
from .bundles import script, style
from .view import View
from .words import BOARD


@quiet
def pack(matrices):
    """Return the matrices as JSON and one buffer, row after row, little-endian float64.

    All digits travel: a weight of 1e-57 is not 0, and a number is rounded once.
    """
    buffer = b"".join(m.values.astype("<f8").tobytes() for m in matrices)
    return [m.spec() for m in matrices], buffer


class Board(View):
    """Draws ``matrices`` in ``lines``, lists of ids with operators between them.

    If the first line begins with an empty place (``""``), the lines are a product: the
    right factor stands above the result, the left one beside it. A matrix in no line is
    not drawn, but can be read by the arithmetic of those that are.

    Parameters
    ----------
    sliders : sequence of str
        Those that have a sweep, in a trait of its own: see ``sweeps.py``.
    **traits
        First values, as of any widget.
    """

    _esm = script("board")
    _css = style("board")
    messages = BOARD

    matrices = traitlets.List().tag(sync=True)
    lines = traitlets.List().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)  # markup
    code = traitlets.Unicode().tag(sync=True)  # the line that recreates the state
    key = traitlets.List().tag(sync=True)  # where the controls stood for this picture
    answered = traitlets.List().tag(sync=True)  # and for this picture or message
    instead = traitlets.Dict().tag(sync=True)  # control → [refused, what is taken]
    controls = traitlets.Dict().tag(sync=True, **widget_serialization)
    need_kernel = traitlets.List().tag(sync=True, **widget_serialization)
    beside = traitlets.Dict().tag(sync=True)  # what the other views show
    views = traitlets.Dict().tag(sync=True, **widget_serialization)
    caption_view = traitlets.Any().tag(sync=True, **widget_serialization)

    def __init__(self, sliders=(), **traits):
        sweeps = {f"sweep_{name}": traitlets.Dict().tag(sync=True) for name in sliders}
        self.add_traits(**sweeps)
        super().__init__(**traits)

    def show(self, page):
        """Draw what a :class:`Page` shows, sent to the page as one message."""
        picture = page.picture
        specs, data = pack(picture.matrices.values())
        with self.hold_sync():
            self.matrices, self.lines, self.data = specs, picture.lines, data
            self.beside = picture.beside
            self.caption, self.code = page.markup, page.code
            self.key = self.answered = list(page.key)

    def sweep(self, name, sweep):
        """Let the page play these as the slider of that name is dragged."""
        self.set_trait(f"sweep_{name}", sweep)
