"""Sweeps: the pictures of a slider's whole range, sent before they are asked for.

The page plays them while the slider is dragged, without a round trip, and goes on when
there is no kernel. How it plays them stands in ``sweeps.js``.

A picture is found by its *key*: where every control stands, the values themselves. So
it is never shown for other settings than its own, whatever was sent when.
"""

import asyncio
import json
from dataclasses import dataclass, replace

import ipywidgets

from ..figures.display import caption_bundle
from .board import pack

LARGEST = 1_000_000  # bytes of one sweep; beyond it the far values are left out
PAUSE = 0.4  # s without an input before sweeps are computed: a drag goes first
SLIDERS = (ipywidgets.IntSlider, ipywidgets.SelectionSlider)


@dataclass(frozen=True, eq=False)
class Picture:
    """All that the page shows of one state.

    Parameters
    ----------
    key : tuple
        Where every control stands.
    matrices : sequence of Matrix
    lines : list
        What stands in each line; see :class:`Board`.
    beside : dict
        What the other views show: name → traits.
    caption : str
        The state in words.
    code : str
        The line that recreates the state.
    message : str
        What the learner should be told at once; most often nothing.
    """

    key: tuple
    matrices: tuple
    lines: list
    beside: dict
    caption: str
    code: str
    message: str

    @property
    def markup(self):
        """The caption as it stands on the page."""
        safe = caption_bundle(self.caption)["text/html"]
        return f'<div style="line-height: 1.4">{safe}</div>'

    def said(self):
        """All but the matrices, as JSON."""
        return {
            "key": list(self.key),
            "lines": self.lines,
            "beside": self.beside,
            "caption": self.markup,
            "code": self.code,
            "message": self.message,
        }


def place(control):
    """Name the trait by which the page knows where a control stands, if it does."""
    return next((name for name in ("index", "value") if name in control.keys), None)


def positions(control):
    """List the values that a slider or a menu can have, in order."""
    if hasattr(control, "options"):
        return [value for _, value in control.options]
    return list(range(control.min, control.max + 1, control.step))


class Packer:
    """Packs pictures that have much the same matrices, of other sizes perhaps.

    The first is sent whole. Of the others only what differs from it: the matrices with
    other numbers or names, and of what is said of them the entries that differ. With
    each goes which matrices it has, ``ids``.
    """

    def __init__(self):
        self.keys = set()
        self._entries, self._buffers, self._size = [], [], 0
        self._said, self._matrices = {}, {}  # of the first

    def add(self, picture):
        """Add a picture, unless the whole became too large: say whether it was."""
        specs, buffers, matrices = [], [], {}
        for matrix in picture.matrices:
            (spec,), data = pack([matrix])
            matrices[matrix.id] = spec, data
            first_spec, first_data = self._matrices.get(matrix.id, ({}, None))
            changes = differing(spec, first_spec)
            if changes or data != first_data:
                specs.append({**changes, "id": matrix.id})
                buffers.append(data)
        said = {**picture.said(), "ids": list(matrices)}
        entry = {**differing(said, self._said), "key": said["key"], "specs": specs}
        self._size += len(json.dumps(entry, default=bytes.hex)) + sum(map(len, buffers))
        if self._size > LARGEST:
            return False
        if not self._entries:
            self._said, self._matrices = said, matrices
        self.keys.add(picture.key)
        self._entries.append(entry)
        self._buffers += buffers
        return True

    def packed(self):
        """What is sent."""
        return {"pictures": self._entries, "data": b"".join(self._buffers)}


def differing(new, old):
    """The entries of a dict that another one does not have."""
    return {n: v for n, v in new.items() if n not in old or old[n] != v}


class Sweeps:
    """Keeps the sweeps of the page up to date, in slices, while the kernel is idle.

    Parameters
    ----------
    controls : dict of str to widget
        One for each field of the state.
    picture : callable
        State → :class:`Picture`, the same that a round trip brings.
    lock : context manager
        Held while a picture is made and sent: see ``explorer.py``.
    """

    def __init__(self, controls, picture, lock):
        items = controls.items()
        self.seen = {name: control for name, control in items if place(control)}
        self.sliders = [
            name for name in self.seen if isinstance(controls[name], SLIDERS)
        ]
        self._controls, self._picture, self._lock = controls, picture, lock
        self._keys = {}  # slider → keys of the pictures that the page has
        self._later = self._work = None

    def key(self, state):
        """Where each control stands that the page can see, and then all the others.

        The others are one text, which Python and JavaScript compare alike. Controls
        keep values in one form, so that equal values have equal texts.
        """
        seen = [self.stand(name, getattr(state, name)) for name in self.seen]
        others = [getattr(state, n) for n in self._controls if n not in self.seen]
        return (*seen, json.dumps(others))

    def stand(self, name, value):
        """Where the page sees a control that has this value."""
        control = self._controls[name]
        by_index = place(control) == "index"
        return positions(control).index(value) if by_index else value

    def have(self, key):
        """Can the page play this picture?"""
        return any(key in keys for keys in self._keys.values())

    def follow(self, state, send):
        """Send the sweeps around this state soon, unless something newer comes.

        ``send(name, sweep)`` is called for each slider whose sweep is not there yet.
        """
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a script, not a kernel: there is no page
            return
        self._work = self._pictures(state, send)
        self._later = loop.call_later(PAUSE, self._slice, loop, self._work)

    def finish(self, state, send):
        """Send them now."""
        self.stop()
        for _ in self._pictures(state, send):
            pass

    def stop(self):
        """Leave what is under way."""
        if self._later:
            self._later.cancel()
        self._later = self._work = None

    def _slice(self, loop, work):
        """Make one picture; the kernel then looks first whether there is an input."""
        with self._lock:
            if work is not self._work:  # another thread has stopped it meanwhile
                return
            more = next(work, self) is not self
            self._later = loop.call_later(0, self._slice, loop, work) if more else None

    def _pictures(self, state, send):
        for name in self.sliders:
            states, had = self._around(state, name), self._keys.get(name, set())
            if had >= {self.key(s) for s in states}:
                continue
            packer = Packer()
            for moved in states:
                try:
                    fits = packer.add(self._picture(moved))
                except Exception:  # the round trip will say what is wrong
                    continue
                if not fits:
                    break
                yield
            # One picture is no sweep: the page has it, perhaps from the old sweep.
            if len(packer.keys) < 2 and self.key(state) in had:
                continue
            sweep = packer.packed() if len(packer.keys) > 1 else {}
            self._keys[name] = packer.keys if sweep else set()
            send(name, sweep)

    def _around(self, state, name):
        """Give the state for each place of a slider, the nearest first."""
        slider = self._controls[name]
        if slider.disabled:
            return []
        values = positions(slider)
        here = values.index(getattr(state, name))
        near = sorted(range(len(values)), key=lambda n: abs(n - here))
        return [replace(state, **{name: values[n]}) for n in near]
