"""Values as points that can be moved, and their mixture."""

import numpy as np

from .. import figures
from ..scenes import hull
from .in_plane import PlaneExplorerBase, read_points, read_weights, replaced


class HullExplorer(PlaneExplorerBase):
    """Values as points, their convex hull, and the output inside it.

    ``HullExplorer(values=((0, 0), (2, 0), (0, 2)), weights=(0.5, 0.3, 0.2))``, values
    from −4 to 4; weights are proportions, and what is shown sums to 1. Everything else:
    :class:`Explorer`.
    """

    scene = hull.scene

    def __init__(self, **settings):
        first = hull.HullState()
        values = settings.get("values", first.values)
        n = len(values) if np.iterable(values) else 0  # what is none is refused below
        if n and n != len(first.weights):
            settings = {"weights": np.full(n, 1 / n), **settings}
        super().__init__(**settings)

    @staticmethod
    def readers():
        return {
            "values": read_points("values", least=2),
            "weights": read_weights("weights"),
        }

    def movable(self):
        return {"point": len(self.values.value), "weight": len(self.weights.value)}

    def move(self, kind, index, to):
        if kind == "weight":
            self.weights.value = hull.with_share(self.weights.value, index, to)
        else:
            self.values.value = replaced(self.values.value, index, to)

    @staticmethod
    def draw(state, trace):
        return figures.values_in_plane(
            trace.V, trace.weights[0], trace.output[0], labels=list(state.names)
        ).figure
