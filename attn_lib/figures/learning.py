"""Learning as pictures: the loss falls, and the attention map takes shape."""

import numpy as np
from matplotlib.ticker import NullLocator, StrMethodFormatter

from .._arrays import as_float_array, require
from ..words import _
from . import style
from .attention import lay_out
from .labelled_matrix import LabelledMatrix, sheet
from .lettering import drawable

# colour of which symbol, line, mark: never colour alone
_LOOKS = [
    ("weights", "-", "o"),
    ("K", "--", "s"),
    ("Q", ":", "^"),
    ("V", "-.", "D"),
]
_MARKS = 8  # on a curve, at most


@style.own_settings()
def loss_curves(steps, curves, *, step=None, ax=None):
    """Draw the loss of one or more trainings against the step.

    Parameters
    ----------
    steps : array, shape (n,)
    curves : dict of str to array
        What was trained → its losses, shape (n,), above 0; four at most.
    step : int, optional
        A step to point out.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in place of what is there; a figure of its own if not given.

    Returns
    -------
    matplotlib.axes.Axes
        The axis of the loss is logarithmic.

    Raises
    ------
    ValueError
        If there is no curve or there are more than four, there is not one loss for each
        step, or one that has no logarithm.
    """
    steps = as_float_array("steps", steps, ndim_at_least=1)
    expected = f"1 to {len(_LOOKS)}"
    fits = 0 < len(curves) <= len(_LOOKS)
    require(fits, "curves", expected=expected, got=str(len(curves)))
    ax = style.new_axes(9, 4.6) if ax is None else ax
    ax.clear()
    every = -(-len(steps) // _MARKS)
    for (name, losses), look in zip(curves.items(), _LOOKS, strict=False):
        losses = as_float_array(name, losses)
        wanted = f"one loss for each of {len(steps)} steps"
        got = f"shape {losses.shape}"
        require(losses.shape == steps.shape, name, expected=wanted, got=got)
        above = losses.min(initial=np.inf)
        require(above > 0, name, expected="losses above 0", got=above)
        symbol, line, mark = look
        colour, name = style.colour(symbol), drawable(name)
        look = {"marker": mark, "markevery": every, "color": colour}
        ax.plot(steps, losses, line, label=name, **look)
    ax.set_yscale("log")
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    if step is not None:
        ax.axvline(step, color=style.FAINT, linestyle=":")
    ax.set_xlabel(_("training step"))
    ax.set_ylabel(_("loss"))
    ax.grid()
    style.legend_above(ax, columns=len(curves))
    return ax


@style.own_settings()
def weights_before_after(before, after, tokens, *, labels=None):
    """Draw who looked at whom before training, and after it.

    Parameters
    ----------
    before, after : arrays, shape (T, T)
        Weights, drawn as given.
    tokens : list of str
    labels : pair of str, optional
        What the two are; before and after if not given.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        If the weights are not matrices, or the tokens do not fit.
    TypeError
        If the weights are not real numbers.
    """
    titles = _titles(labels)
    maps = [
        LabelledMatrix.of(
            weights,
            rows=tokens,
            columns=tokens,
            title=title,
            symbol="weights",
            kind="weights",
        )
        for weights, title in zip((before, after), titles, strict=True)
    ]
    return sheet(lay_out(maps, 0))


def _titles(labels):
    if labels is None:
        return _("weights before"), _("weights after")
    return [_("weights {when}").format(when=label) for label in labels]
