"""What the property tests draw: attention problems in which no two sizes agree.

Four different sizes make a wrong transpose a wrong shape.
"""

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

LEADING = ((), (2,), (1, 3))


class Problem(NamedTuple):
    """Queries, keys, values and a mask (Boolean, floating or None)."""

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    mask: np.ndarray | None = None


def numbers(shape, dtype=np.float64):
    """Arrays of moderate numbers, exact in every dtype from float16 up."""
    elements = st.integers(-64, 64).map(lambda n: n / 16)
    return hnp.arrays(dtype, shape, elements=elements)


sizes = st.lists(st.integers(1, 6), min_size=4, max_size=4, unique=True)


@st.composite
def problems(draw, dtype=np.float64, *, leading=LEADING, masks=True):
    """Draw a Problem; all four arrays share the leading axes."""
    T_q, T_k, d_k, d_v = draw(sizes)
    axes = draw(st.sampled_from(leading))
    shapes = (T_q, d_k), (T_k, d_k), (T_k, d_v)
    Q, K, V = (draw(numbers((*axes, *shape), dtype)) for shape in shapes)
    mask = draw(mask_of((*axes, T_q, T_k))) if masks else None
    return Problem(Q, K, V, mask)


def mask_of(shape):
    """No mask, a Boolean or a floating one with some −inf; rows may be all hidden."""
    boolean = hnp.arrays(bool, shape)
    added = st.sampled_from([-np.inf, -2.5, 0.0, 1.0])
    return st.one_of(st.none(), boolean, hnp.arrays(np.float64, shape, elements=added))


def matrices(*arrays):
    """Walk over the leading axes: yield the matrices of one index at a time."""
    for index in np.ndindex(arrays[0].shape[:-2]):
        yield tuple(None if array is None else array[index] for array in arrays)
