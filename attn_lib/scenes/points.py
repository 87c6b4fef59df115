"""What a plane shows: arrows or points, and the numbers that are said of them."""

from dataclasses import dataclass

import numpy as np

from .._arrays import quiet

LIMIT = 4.0  # the plane reaches from −4 to 4


@dataclass(frozen=True, eq=False, kw_only=True)
class Points:
    """Points of the plane, in their order.

    Parameters
    ----------
    kind : {"arrows", "hull"}
        A query (first) and keys; or values, with the output (last) inside their hull.
    points : array, shape (n, 2)
    names : sequence of str, length n
    symbols : sequence of str, length n
        Keys of ``COLOURS``.
    columns : dict of str to array, shape (n,)
        What is said of each point; NaN where there is nothing to say.
    movable : int
        How many points, from the first on, can be moved.
    hull : sequence of int
        The corners of the hull, in order.
    """

    kind: str
    points: np.ndarray
    names: tuple
    symbols: tuple
    columns: dict
    movable: int
    hull: tuple = ()

    def spec(self):
        """All but the numbers, as JSON."""
        return {
            "kind": self.kind,
            "limit": LIMIT,
            "names": list(self.names),
            "symbols": list(self.symbols),
            "columns": list(self.columns),
            "movable": self.movable,
            "hull": list(self.hull),
        }

    @quiet
    def data(self):
        """The points, then the columns, as little-endian float64."""
        parts = (self.points, *self.columns.values())
        return b"".join(np.asarray(part).astype("<f8").tobytes() for part in parts)


def with_subscripts(letter, n):
    """Return k₁, k₂, … for the letter k."""
    small = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    return tuple(f"{letter}{j}".translate(small) for j in range(1, n + 1))
