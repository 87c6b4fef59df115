"""Sweeps: the pictures of a slider's whole range, sent before they are asked for.

The page plays them while the slider is dragged, without a round trip, and goes on when
there is no kernel. How it plays them stands in ``web/pictures.js``.

A picture is found by its key (``keys.py``), so that it is never shown for other
settings than its own, whatever was sent when.
"""

import asyncio
import json
from dataclasses import replace

import ipywidgets

from .board import pack
from .keys import positions

LARGEST = 1_000_000  # bytes of one sweep; beyond it the far values are left out
PAUSE = 0.4  # s without an input before sweeps are computed: a drag goes first
SLIDERS = (ipywidgets.IntSlider, ipywidgets.SelectionSlider)


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

    def add(self, page):
        """Add a picture, unless the whole became too large: say whether it was."""
        specs, buffers, matrices = [], [], {}
        for id, matrix in page.picture.matrices.items():
            (spec,), data = pack([matrix])
            matrices[id] = spec, data
            first_spec, first_data = self._matrices.get(id, ({}, None))
            changes = differing(spec, first_spec)
            if changes or data != first_data:
                specs.append({**changes, "id": id})
                buffers.append(data)
        said = {**page.said(), "ids": list(matrices)}
        entry = {**differing(said, self._said), "key": said["key"], "specs": specs}
        self._size += len(json.dumps(entry, default=bytes.hex)) + sum(map(len, buffers))
        if self._size > LARGEST:
            return False
        if not self._entries:
            self._said, self._matrices = said, matrices
        self.keys.add(page.key)
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
    keys : Keys
    page : callable
        State and its key → :class:`Page`, the same that a round trip brings.
    lock : context manager
        Held while a page is made and sent: see ``explorer.py``.
    """

    def __init__(self, controls, keys, page, lock):
        self.sliders = {
            name: control
            for name, control in controls.items()
            if isinstance(control, SLIDERS)
        }
        self._keys, self._page, self._lock = keys, page, lock
        self._sent = {}  # slider → keys of the pictures that the page has
        self._later = self._work = None

    def have(self, key):
        """Can the page play this picture?"""
        return any(key in keys for keys in self._sent.values())

    def follow(self, page, send):
        """Send the sweeps around this page's state soon, unless something newer comes.

        ``send(name, sweep)`` is called for each slider whose sweep is not there yet.
        """
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a script, not a kernel: there is no page
            return
        self._work = self._pictures(page, send)
        self._later = loop.call_later(PAUSE, self._slice, loop, self._work)

    def finish(self, page, send):
        """Send them now."""
        self.stop()
        for _ in self._pictures(page, send):
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

    def _pictures(self, here, send):
        for name, slider in self.sliders.items():
            around = {self._keys.of(s): s for s in states_of(slider, name, here)}
            had = self._sent.get(name, set())
            if had >= around.keys():
                continue
            packer = Packer()
            for key, state in around.items():
                try:
                    fits = packer.add(self._page(state, key))
                except Exception:  # the round trip will say what is wrong
                    continue
                if not fits:
                    break
                yield
            # One picture is no sweep: the page has it, perhaps from the old sweep.
            if len(packer.keys) < 2 and here.key in had:
                continue
            sweep = packer.packed() if len(packer.keys) > 1 else {}
            self._sent[name] = packer.keys if sweep else set()
            send(name, sweep)


def states_of(slider, name, here):
    """Give the state for each place of the slider of that name, the nearest first."""
    if slider.disabled:
        return []
    state, values = here.picture.state, positions(slider)
    start = values.index(getattr(state, name))
    near = sorted(range(len(values)), key=lambda n: abs(n - start))
    return [replace(state, **{name: values[n]}) for n in near]
