"""State → picture: what an explorer shows, whoever shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from .._arrays import quiet


@dataclass(frozen=True, eq=False, kw_only=True)
class Picture:
    """All that is shown of one state.

    Parameters
    ----------
    state, trace
        What was asked for, and what was computed from it.
    matrices : dict of str to Matrix
        Each under its id.
    lines : list of list of str
        What stands in each line: ids of matrices, and operators between them. A
        matrix in no line is not drawn, but the arithmetic of others reads it.
    beside : dict
        What other views show: name → traits.
    plane : PointsInPlane or None
        What is drawn in the plane, where there is one.
    caption : str
        The state in words, for those who cannot see the picture.
    message : str
        What the learner should be told at once; most often nothing.
    """

    state: object
    trace: object
    matrices: dict
    lines: list
    beside: dict
    plane: object
    caption: str
    message: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Scene:
    """What an explorer shows of a state: pure functions of NumPy and words.

    Parameters
    ----------
    State : type
        A frozen dataclass whose fields are what can be set.
    compute : callable
        State → trace.
    matrices : callable
        State and trace → matrices by id: see :class:`Picture`.
    lines : callable
        State → what stands in each line.
    describe : callable
        State and trace → both in words.
    remark : callable
        State → what should be told at once.
    beside : callable
        State and trace → what other views show.
    plane : callable, optional
        State and trace → what is drawn in the plane.
    editable : sequence of str
        Ids of the matrices whose numbers may be changed by hand.
    """

    State: type
    compute: Callable
    matrices: Callable
    lines: Callable
    describe: Callable
    remark: Callable = lambda state: ""
    beside: Callable = lambda state, trace: {}
    plane: Callable = lambda state, trace: None
    editable: tuple = ()

    @quiet
    def picture(self, state):
        """Compute and arrange all that is shown of this state."""
        trace = self.compute(state)
        return Picture(
            state=state,
            trace=trace,
            matrices=self.matrices(state, trace),
            lines=self.lines(state),
            beside=self.beside(state, trace),
            plane=self.plane(state, trace),
            caption=self.describe(state, trace),
            message=self.remark(state),
        )
