"""A bar that fills while something is trained."""

import ipywidgets
from IPython.display import display

from ..words import _
from .explorer import WIDGET_VIEW, view_of


class ProgressBar:
    """A bar on the page that fills while training goes on, and nothing else.

    ``trainer.run(300, ProgressBar(300))``; where training goes on, so does the bar.

    Parameters
    ----------
    until : int
        The step at which it is full.

    Attributes
    ----------
    widget : ipywidgets.IntProgress
    """

    def __init__(self, until):
        self.widget = ipywidgets.IntProgress(max=until, description=_("training"))
        said = _("Training up to step {step}.").format(step=until)
        display({WIDGET_VIEW: view_of(self.widget), "text/plain": said}, raw=True)

    def __call__(self, state):
        """Show how far the training has come."""
        self.widget.value = state.step
