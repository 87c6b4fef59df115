"""The plane: arrows or points that are moved by hand, and the numbers they lead to.

An explorer in the plane has a state of coordinates. They are controls like any other,
with a ``value``, but the plane shows them.
"""

from dataclasses import asdict

import numpy as np
import traitlets

from .._arrays import as_array
from ..scenes.points import LIMIT
from .bundles import script, style
from .controls import Kept
from .explorer import Explorer, one_line
from .messages import read_moves
from .release import close_all, weakly
from .view import View
from .words import PLANE

MOST_POINTS = 8  # more cannot be told apart


class Plane(View):
    """Draws ``Points``, and tells ``follow(message)`` what the page sends.

    A message has ``moves``, pairs of ``"point i"`` and its coordinates, or of
    ``"weight i"`` and the share that value i shall have: see ``messages.py``.
    """

    _esm = script("plane")
    _css = style("plane")
    messages = PLANE

    scene = traitlets.Dict().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)  # points, then columns: float64
    answered = traitlets.Unicode().tag(sync=True)  # the last request of the page

    def __init__(self, follow):
        super().__init__()
        self._follow = follow
        self.on_msg(self._answer)

    def show(self, points):
        """Draw these, sent to the page as one message."""
        with self.hold_sync():
            self.scene, self.data = points.spec(), points.data()

    def _answer(self, _plane, message, _buffers):
        # One message back, whatever came of it: the page waits for it.
        with self.hold_sync():
            self._follow(message)
            request = message.get("request") if isinstance(message, dict) else None
            if isinstance(request, str):
                self.answered = request


class PlaneExplorerBase(Explorer):
    """An explorer whose state is moved in a :class:`Plane`.

    A subclass gives ``readers``, ``movable`` and ``move``; its scene has a ``plane``.
    """

    def __init__(self, **settings):
        self.plane = Plane(weakly(self._follow))
        super().__init__(**settings)
        self._add_view(self.plane, above=True)

    @staticmethod
    def readers():
        """What reads the value of each field, by name: see :class:`Kept`."""
        raise NotImplementedError

    def make_controls(self):
        first = asdict(self.scene.State())
        return {name: Kept(read, first[name]) for name, read in self.readers().items()}

    def movable(self):
        """What can be moved, kind → how many: see :func:`read_moves`."""
        raise NotImplementedError

    def move(self, kind, index, to):
        """Change the state as the hand does."""
        raise NotImplementedError

    def _follow(self, message):
        with self._lock:
            try:
                for kind, index, to in read_moves(message, self.movable(), LIMIT):
                    self.move(kind, index, to)
            except Exception as error:  # as in `_hear`: never dead without a word
                self._board.message = one_line(str(error))

    def _show(self, page):
        super()._show(page)
        self.plane.show(page.picture.plane)

    def close(self):
        super().close()
        close_all(self.plane)  # it has no place yet where a setting was refused


# ---- reading what is given from outside


def read_point(name):
    """Return a reader of two numbers, as the field ``name``."""

    def read(value):
        (point,) = _points(name, [value], "two numbers", one=True)
        return point

    return read


def read_points(name, least=1):
    """Return a reader of points of the plane, as the field ``name``."""
    what = f"{least} to {MOST_POINTS} points of two numbers each"

    def read(value):
        points = _points(name, value, what)
        if not least <= len(points) <= MOST_POINTS:
            raise ValueError(f"{name}: expected {what}, got {len(points)}")
        return points

    return read


def _points(name, value, what, one=False):
    expected = f"{name}: expected {what}, from {-LIMIT:.0f} to {LIMIT:.0f}"
    try:
        points = np.asarray(as_array(name, value), dtype=float)
    except (TypeError, ValueError, OverflowError):
        points = np.empty(0)
    inside = np.isfinite(points).all() and (np.abs(points) <= LIMIT).all()
    if points.ndim != 2 or points.shape[1] != 2 or not inside:
        raise ValueError(f"{expected}, got {value[0] if one else value!r:.60}")
    return tuple((float(x), float(y)) for x, y in points + 0.0)  # no −0.0


def read_weights(name):
    """Return a reader of weights: proportions, which need not sum to 1 yet."""

    def read(value):
        try:
            weights = np.asarray(as_array(name, value), dtype=float)
        except (TypeError, ValueError, OverflowError):
            weights = np.empty(0)
        good = weights.ndim == 1 and np.isfinite(weights).all()
        if not (good and (weights >= 0).all() and weights.any()):
            raise ValueError(
                f"{name}: expected numbers from 0 up, not all 0, got {value!r:.60}"
            )
        return tuple(float(weight) for weight in weights + 0.0)  # no −0.0

    return read


def replaced(values, index, value):
    """A tuple with one of its values replaced."""
    return (*values[:index], value, *values[index + 1 :])
