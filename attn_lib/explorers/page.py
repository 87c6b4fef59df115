"""A picture as the page gets it: with its key, the words escaped, the line of code."""

from dataclasses import asdict, dataclass

from ..figures.display import caption_bundle
from ..scenes import Picture


@dataclass(frozen=True, eq=False, kw_only=True)
class Page:
    """What is sent for one state.

    Parameters
    ----------
    key : tuple
        Where every control stands: see ``keys.py``.
    picture : Picture
    code : str
        The line that recreates the state.
    """

    key: tuple
    picture: Picture
    code: str

    @property
    def markup(self):
        """The caption as it stands on the page."""
        safe = caption_bundle(self.picture.caption)["text/html"]
        return f'<div style="line-height: 1.4">{safe}</div>'

    def said(self):
        """All but the matrices, as JSON."""
        return {
            "key": list(self.key),
            "lines": self.picture.lines,
            "beside": self.picture.beside,
            "caption": self.markup,
            "code": self.code,
            "message": one_line(self.picture.message),
        }


def code_of(name, state):
    """Write the line that recreates a state, for the explorer of this name."""
    defaults = asdict(type(state)())
    given = {k: v for k, v in asdict(state).items() if v != defaults[k]}
    arguments = ", ".join(f"{name}={value!r}" for name, value in given.items())
    return f"{name}({arguments})"


def one_line(message):
    """A message as it fits above the board."""
    return " ".join(message.split())[:300]
