"""Show a picture in a notebook, with its caption as real text below it."""

from html import escape
from io import BytesIO

import numpy as np
from IPython.display import display
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from .._arrays import require
from . import style

_DPI = 144  # two pixels for each CSS pixel at _CSS_DPI: sharp on dense screens
_CSS_DPI = 72


def png(drawn):
    """Axes or figure as the bytes of a PNG file, on opaque white paper."""
    figure = getattr(drawn, "figure", drawn)
    figure.set(dpi=_DPI, facecolor=style.PAPER)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())
    # A palette makes notebooks three times smaller, and nobody sees the difference.
    # Every third pixel is enough to find one, in a tenth of the time.
    colours = Image.fromarray(pixels[::3, ::3]).convert("RGB").quantize(256, kmeans=1)
    picture = Image.fromarray(pixels).convert("RGB").quantize(palette=colours, dither=0)
    data = BytesIO()
    picture.save(data, format="png", optimize=True)
    return data.getvalue()


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
        bool(caption.strip()), "show", expected="a caption in words", got=repr(caption)
    )
    figure = getattr(drawn, "figure", drawn)
    width = round(figure.get_size_inches()[0] * _CSS_DPI)
    data = {"image/png": png(drawn), "text/plain": f"[picture] {caption}"}
    display(data, raw=True, metadata={"image/png": {"alt": caption, "width": width}})
    display(caption_bundle(caption), raw=True)


def caption_bundle(caption):
    """A caption as display data: text, and the same as safe markup."""
    markup = (
        f'<p dir="auto" style="font-size: 90%; max-width: 60em">{escape(caption)}</p>'
    )
    return {"text/html": markup, "text/plain": caption}
