"""Show a picture in a notebook, with its caption as real text below it."""

from html import escape
from io import BytesIO

import numpy as np
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import display
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from .._arrays import require
from .lettering import hint_in
from .style import PAPER, figure_of, own_settings

_CSS_DPI = 72  # CSS pixels for an inch of a figure
_DPI = 2 * _CSS_DPI  # sharp on dense screens
# A ``$`` in a text is a dollar sign: MathJax, 3 and 2, leaves these classes alone.
_NO_MATHS = "mathjax_ignore tex2jax_ignore"


@own_settings()
def png(drawn):
    """Draw a picture into a PNG file, on opaque white paper.

    Parameters
    ----------
    drawn : matplotlib Axes or Figure

    Returns
    -------
    file : bytes
        Two pixels for each CSS pixel; a figure's inch is 72 CSS pixels.
    """
    data = BytesIO()
    figure_of(drawn).savefig(
        data,
        format="png",
        dpi=_DPI,
        facecolor=PAPER,
        pil_kwargs={"compress_level": 0},
    )
    data.seek(0)
    small = BytesIO()
    _with_palette(PngImageFile(data).convert("RGB")).save(small, format="png")
    return small.getvalue()


def _with_palette(picture):
    """The picture in its 256 most frequent colours, a third of the size in a file.

    Others, at the edges of letters, become the nearest of them. Pillow's own methods
    are ten times slower, or change the colours of cells.
    """
    counted = sorted(picture.getcolors(1 << 24), reverse=True)
    colours = np.array([rgb for _, rgb in counted])
    palette = colours[:256].astype(np.float32)
    nearest = np.empty(1 << 24, np.uint8)  # colour as one number → place in palette
    for part in np.array_split(colours, len(colours) // 4096 + 1):
        # |c − p|² without |c|², which is the same for every p
        distance = (palette**2).sum(axis=1) - 2 * part.astype(np.float32) @ palette.T
        nearest[part @ (65536, 256, 1)] = distance.argmin(axis=1)
    pixels = np.asarray(picture) @ np.array((65536, 256, 1))
    reduced = Image.fromarray(nearest[pixels])
    reduced.putpalette(palette.astype(np.uint8).tobytes())
    return reduced


def show(drawn, caption):
    """Display axes or a figure, then the caption.

    Parameters
    ----------
    drawn : matplotlib Axes or Figure
    caption : str
        What the picture shows, in words: for readers who cannot see it, and for pages
        where it is missing. It becomes the picture's alternative text too.

    Raises
    ------
    ValueError
        If the caption is empty.
    """
    require(
        isinstance(caption, str) and bool(caption.strip()),
        "show",
        expected="a caption in words",
        got=repr(caption),
    )
    figure = figure_of(drawn)
    caption = f"{caption} {hint_in(figure)}".strip()
    width = round(figure.get_size_inches()[0] * _CSS_DPI)
    if not InteractiveShell.initialized():  # a script: its console shows no picture
        print(f"[picture] {caption}")
        return
    data = {"image/png": png(figure), "text/plain": f"[picture] {caption}"}
    display(data, raw=True, metadata={"image/png": {"alt": caption, "width": width}})
    display(caption_bundle(caption), raw=True)


def caption_bundle(caption):
    """A caption as display data: text, and the same as safe markup."""
    markup = (
        f'<p class="{_NO_MATHS}" dir="auto" style="font-size: 90%; max-width: 60em">'
        f"{escape(caption)}</p>"
    )
    return {"text/html": markup, "text/plain": caption}
