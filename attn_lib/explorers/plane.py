"""A query and keys as arrows that can be moved."""

from .. import figures
from ..scenes import plane
from .in_plane import PlaneExplorerBase, read_point, read_points, replaced


class PlaneExplorer(PlaneExplorerBase):
    """A query and keys as arrows that can be moved: angle, lengths and score.

    ``PlaneExplorer(q=(2, 0), keys=((1, 0.2), (1.5, 3)))``, numbers from −4 to 4.
    Everything else: :class:`Explorer`.
    """

    scene = plane.scene

    @staticmethod
    def readers():
        return {"q": read_point("q"), "keys": read_points("keys")}

    def movable(self):
        return {"point": 1 + len(self.keys.value)}

    def move(self, kind, index, to):
        if index == 0:
            self.q.value = to
        else:
            self.keys.value = replaced(self.keys.value, index - 1, to)

    @staticmethod
    def draw(state, trace):
        labels = list(state.names)
        return figures.vectors_in_plane(trace.Q[0], trace.K, labels=labels).figure
