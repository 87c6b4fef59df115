"""Questions to answer before a lesson measures the answer.

The only module of the exercises that needs ipywidgets. The answers are buttons rather
than radio buttons because JupyterLab takes the arrow keys, which a radio button needs,
for itself; a button works with Tab and Enter.
"""

from html import escape

import ipywidgets

from .._stored import announce
from ..words import _
from ._questions import QUESTIONS, Choice

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def predict(key):
    """Ask a question, and reply to the answer.

    Parameters
    ----------
    key : str
        Which question, for example ``"02-own-score"``.

    Returns
    -------
    prediction : Prediction
        Shows itself as the last line of a cell. Where there is no kernel, it is the
        question and its answers as text.

    Raises
    ------
    ValueError
        If there is no such question.
    """
    return Prediction(key)


class Prediction:
    """A question with buttons, or a field for a number, and a place for the reply.

    Parameters
    ----------
    key : str
        See :func:`predict`.

    Attributes
    ----------
    buttons : dict of str to Button
        By their ids, the answers of a question that gives some to choose from.
    field : Text
        Where the number is typed, for a question that asks for one.
    reply : HTML
        What was said to the last answer.
    widget : VBox
        All of it.

    Raises
    ------
    ValueError
        If there is no such question.
    """

    def __init__(self, key):
        if key not in QUESTIONS:
            known = ", ".join(QUESTIONS)
            raise ValueError(f"predict: expected one of {known}, got {key!r:.40}")
        self.key, self.question = key, QUESTIONS[key]
        self.buttons, self.field = {}, None
        self.reply = ipywidgets.HTML()
        if isinstance(self.question, Choice):
            self.buttons = {
                id: self._button(id, _(answer.text))
                for id, answer in self.question.answers.items()
            }
            answers = list(self.buttons.values())
        else:
            self.field = self._number_field()
            answers = [self.field]
        title = ipywidgets.HTML(
            paragraph(_(self.question.question), "font-weight: bold")
        )
        self.widget = ipywidgets.VBox([title, *answers, self.reply])

    def _button(self, id, text):
        button = ipywidgets.Button(
            description=text,
            tooltip=text,
            layout={"width": "max-content", "max_width": "100%"},
        )
        button.on_click(lambda button: self.answer(id))
        return button

    def _number_field(self):
        field = ipywidgets.Text(
            placeholder=_("a number, then Enter"),
            tooltip=_(self.question.question),
            continuous_update=False,
        )
        field.observe(lambda change: self.answer(change["new"]), "value")
        return field

    def answer(self, answer):
        """Answer, as a click or a typed number does.

        Parameters
        ----------
        answer : str or number
            The id of a button, or a number.

        Raises
        ------
        ValueError
            If there is no such button.
        """
        right, reply = self.question.judge(answer)
        for id, button in self.buttons.items():
            button.icon = ("check" if right else "times") if id == answer else ""
        said = {True: _("✓ Yes. {reply}"), False: _("✗ No. {reply}"), None: "{reply}"}
        text = said[right].format(reply=reply)
        self.reply.value = f'<div role="status">{paragraph(text)}</div>'

    def __repr__(self):
        return f"predict({self.key!r})"

    def _repr_mimebundle_(self, **kwargs):
        plain = "\n".join([self.question.plain, _("(Run this cell to answer.)")])
        announce(plain)
        return {
            WIDGET_VIEW: {
                "version_major": 2,
                "version_minor": 0,
                "model_id": self.widget.model_id,
            },
            "text/plain": plain,
        }


def paragraph(text, style=""):
    """A text as safe markup; a widget's own lines stand too far apart."""
    style = f"line-height: 1.4; max-width: 60em; {style}".strip("; ")
    return f'<p style="{style}">{escape(text, quote=False)}</p>'
