"""Titles that are equations, such as "scores = Q Kᵀ", computed."""

import re

import numpy as np

import attn_lib as al

PYTHON = (
    (r"√(\w+)", r"(\1 ** 0.5)"),
    ("ᵀ", ".T"),
    (r"· (?=[\d(])", "* "),
    (" ·", ""),
    (r"(?<=[\w)]) (?=[A-Za-z])", " @ "),  # two names side by side are a product
)


def equation(title):
    """Left and right side of a title that is an equation, or None."""
    left, _, right = title.partition(":")[0].partition(" = ")
    in_words = re.search("row |mean |∂", right)
    return (left, right) if right and not in_words else None


def value_of(formula, arrays):
    """The value of a formula as titles write it, from arrays by name."""
    for letters, python in PYTHON:
        formula = re.sub(letters, python, formula)
    names = {"softmax": al.softmax, "d_model": 512, **arrays}
    if "Q" in arrays:
        names["d_k"] = arrays["Q"].shape[-1]
    return np.asarray(eval(formula, names))


def added(mask, constant=-np.inf):
    """What is added where a mask hides."""
    return np.where(np.asarray(mask, bool), 0, constant)
