"""Several heads as a picture: side by side, and what is left of them on average."""

import numpy as np

from .._arrays import as_float_array, require
from ..words import _
from . import style
from .attention import BETWEEN, lay_out
from .labelled_matrix import LabelledMatrix, sheet

_IN_A_LINE = 3  # matrices


@style.own_settings()
def head_weights(weights, queries, keys=None, *, names=None, hidden=None):
    """Draw the weights of every head, and their average.

    Parameters
    ----------
    weights : array, shape (h, T_q, T_k)
        Drawn as given.
    queries, keys : lists of str
        Tokens; ``keys`` are the queries if not given.
    names : list of str, optional
        What each head looks for; added to its number.
    hidden : array of bool, shape (T_q, T_k), optional
        True = hidden from every head (the opposite of a mask).

    Returns
    -------
    matplotlib.figure.Figure
        The average stands last. A single head has none.

    Raises
    ------
    ValueError
        If the weights are not one matrix for each head, or names, ``hidden`` or tokens
        do not fit.
    TypeError
        If the weights are not real numbers.
    """
    weights = as_float_array("weights", weights)
    require(
        weights.ndim == 3 and len(weights) > 0,
        "head_weights",
        expected="weights of shape (h, T_q, T_k)",
        got=f"shape {weights.shape}",
    )
    named = [None] * len(weights)
    if names is not None:
        named = style.named("names", names, len(weights))
    titles = [_title(i, name) for i, name in enumerate(named)]
    tables = list(weights)
    if len(weights) > 1:
        tables, titles = [*tables, weights.mean(axis=0)], [*titles, _("average")]
    matrices = [
        LabelledMatrix.of(
            table,
            rows=queries,
            columns=queries if keys is None else keys,
            title=title,
            symbol="weights",
            kind="weights",
            hidden=hidden,
        )
        for table, title in zip(tables, titles, strict=True)
    ]
    n_lines = -(-len(matrices) // _IN_A_LINE)
    places, down = [], 0
    for line in np.array_split(np.arange(len(matrices)), n_lines):
        places += lay_out([matrices[k] for k in line], down)
        down = max(place.bottom for place in places) + BETWEEN / 2
    return sheet(places)


def _title(number, name):
    if name is None:
        return _("head {number}").format(number=number)
    return _("head {number}: {name}").format(number=number, name=name)
