"""What every explorer is: controls → state → picture → page, and what is stored.

A control may be moved by a cell and by a callback of the page at the same time: soon
after the start JupyterLab lets callbacks run in a thread of their own. So one thread at
a time follows the controls, and the last to come finds them all where they stand.
"""

import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import asdict

import ipywidgets
from IPython.display import display
from traitlets import TraitError

from .._stored import announce
from ..figures.display import caption_bundle, png
from ..words import N_, _
from .board import Board
from .cells import show_in_cell
from .controls import longer
from .edits import with_edit
from .keys import Keys
from .messages import key_of, read_changes
from .page import Page, code_of, one_line
from .release import close_after, close_all, close_left, weakly
from .settings import allowed, meant, told
from .sweeps import Sweeps

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
CSS_DPI = 72  # as in figures.show
MOST_KEYS = 64  # of pictures that led to the present one by what was done on the board
GONE = N_("This was done on a picture that has gone: look at the new one, do it again.")


class Explorer:
    """Named controls, the trace they ask for, and the board that draws it.

    A subclass names its ``scene``, which says what is shown of a state, and gives
    ``make_controls``, one widget for each field of the state, by name, and ``draw``.
    That is pure: it reads the state and the trace, and nothing else.

    Parameters
    ----------
    **settings
        Values of the controls, by name.

    Attributes
    ----------
    state, trace, caption
        The last state that could be computed, its AttentionTrace, and both in words.
    board, reset, widget
        The view, the button that goes back to the first state, and everything together:
        an explorer is no widget itself, a box takes ``HBox([explorer.widget])``.
        Whoever asks for the board or the widget may show it, so from then on the
        explorer lives until it is closed. Before, it lives as long as it is held
        itself: not by a control (``slider = PipelineExplorer().d_k`` moves nothing).

    Raises
    ------
    TypeError
        If there is no control of that name.
    ValueError
        If a control does not take the value, or nothing can be computed from it.
    """

    scene = None

    def __init__(self, **settings):
        close_left()
        self.state = self.trace = self.caption = self._page = None
        self._lock = threading.RLock()
        self._setting = False
        self._instead = {}  # control → what was refused, what is taken instead
        self._led_here = deque(maxlen=MOST_KEYS)
        self._controls = self.make_controls()
        vars(self).update(self._controls)  # explorer.d_k is the slider of d_k
        self._keys = Keys(self._controls)
        self._sweeps = Sweeps(self._controls, self._keys, self._page_of, self._lock)
        self.reset = ipywidgets.Button(
            description=_("Reset"),
            tooltip=_("Back to the start"),
            layout={"width": f"{80 + longer(['Reset'])}px"},
        )
        self._caption_view = ipywidgets.HTML().add_class("attn-caption")
        self._views = self.make_views()
        self._board = Board(
            self._sweeps.sliders,
            controls=self._keys.seen,
            need_kernel=[self.reset],
            caption_view=self._caption_view,
            views=self._views,
        )
        row = ipywidgets.Box(
            [*self._controls.values(), self.reset],
            layout={
                "flex_flow": "row wrap",
                "align_items": "center",
                "grid_gap": "0 8px",
            },
        )
        # The caption stands below, and once within: the full screen shows no more.
        self._widget = ipywidgets.VBox([row, self._caption_view, self._board])
        self._widget.add_class("attn-explorer")
        self._unseen = close_after(self, self._widget)

        try:
            self._set({**asdict(self.scene.State()), **self._known(settings)}, settings)
            self._update()
        except Exception:
            self.close()  # nobody else knows of these widgets
            raise
        self._board.message = one_line(self._page.picture.message)
        self._first = self.state
        for control in self._controls.values():
            control.observe(weakly(self._respond), "value")
        self.reset.on_click(weakly(self._go_back))
        self._board.on_msg(weakly(self._hear))

    # ---- what is handed out

    @property
    def widget(self):
        self._hand_out()
        return self._widget

    @property
    def board(self):
        self._hand_out()
        return self._board

    def _hand_out(self):
        """Live as long as the widget, which ipywidgets keeps until it is closed."""
        self._unseen.detach()
        self._widget.explorer = self

    # ---- what a subclass gives

    def make_controls(self):
        """One widget for each field of the state, by name, in the order shown."""
        raise NotImplementedError

    def make_views(self):
        """Other views that follow the board, by name: see `beside`."""
        return {}

    def fit(self):
        """Let controls follow others: the list of queries follows the sentence."""

    @staticmethod
    def draw(state, trace):
        """State and trace → Matplotlib Figure, where there is no live page."""
        raise NotImplementedError

    # ---- controls → state → picture → page

    def _respond(self, _change=None):
        """Follow a control. Whatever goes wrong is one line on the page."""
        with self._lock:
            if self._setting:
                return
            before = self.state
            with self._board.hold_sync():  # picture and message arrive together
                refused = self._follow_controls()
                self._board.message = one_line(refused or self._page.picture.message)
                self._board.instead = self._instead_on_page()
                if not self._is_played(self._page):  # else the page does not wait
                    self._board.answered = list(self._page.key)
            if self.state != before:
                self._led_here.clear()

    def _follow_controls(self):
        """Follow the controls as far as that is possible; say what was refused.

        Where one stands at what cannot be, the last good value is taken instead, so
        that the others go on working.
        """
        refused, reason = self._instead, ""
        everything = {
            name: (control.value, getattr(self.state, name))
            for name, control in self._controls.items()
        }
        for self._instead in ({}, refused, everything) if refused else ({}, everything):
            try:
                self._update()
                break
            except ValueError as error:
                reason = str(error)
            except Exception as error:  # else the page would go dead without a word
                reason = _("This did not work: {error}.").format(
                    error=f"{type(error).__name__}: {error}"
                )
        self._instead = {
            name: (wrong, good)
            for name, (wrong, good) in self._instead.items()
            if wrong != good and self._controls[name].value == wrong
        }
        return reason

    def taken(self, name):
        """The value of a control; the last good one where it was refused."""
        value = self._controls[name].value
        wrong, good = self._instead.get(name, (value, value))
        return good if value == wrong else value

    def _instead_on_page(self):
        """The same for the page, of the controls that it sees."""
        return {
            name: [self._keys.stand(name, value) for value in values]
            for name, values in self._instead.items()
            if name in self._keys.seen
        }

    def _asked(self):
        return self.scene.State(**{name: self.taken(name) for name in self._controls})

    def _update(self):
        with self._several():
            self.fit()
        state = self._asked()
        if state == self.state:
            return
        page = self._page_of(state, self._keys.of(state))
        # From here on nothing can fail: a bad input leaves the last good picture.
        picture = page.picture
        self.state, self.trace, self.caption = state, picture.trace, picture.caption
        self._page = page
        if not self._is_played(page):
            self._show(page)
        self._sweeps.follow(page, self._board.sweep)

    def _page_of(self, state, key):
        picture = self.scene.picture(state)
        return Page(key=key, picture=picture, code=code_of(type(self).__name__, state))

    def _is_played(self, page):
        """Does the page show this picture by itself?

        Not where something changed that it cannot see: it is told with the key.
        """
        seen = page.key[-1:] == tuple(self._board.key[-1:])
        return seen and self._sweeps.have(page.key)

    def _show(self, page):
        self._board.show(page)
        self._caption_view.value = page.markup
        for name, traits in page.picture.beside.items():
            with self._views[name].hold_sync():
                for trait, value in traits.items():
                    self._views[name].set_trait(trait, value)

    def _hear(self, _board, message, _buffers):
        """Do what was done on the board itself, and answer: the page waits for it.

        It was done on a picture. If that is not the present one, the page may be ahead:
        where its controls stand is on the way here. Then it is asked to come again.
        """
        answer = {"done": True}
        with self._lock:
            try:
                changes = read_changes(message, self.scene.editable)
                known = [*self._led_here, self._page.key]
                if key_of(message) not in known:
                    answer = {"later": True, "refused": _(GONE)}
                elif changes:
                    self.do(changes)
                    self._led_here.extend(known)
            except Exception as error:  # as in _respond: never dead without a word
                self._board.message = answer["refused"] = one_line(str(error))
            finally:
                self._board.send(answer)

    def do(self, changes):
        """Follow what was done on the board: numbers that were changed."""
        edits = self.taken("edits")
        for change in changes:
            edits = with_edit(edits, **change)
        self.edits.value = edits

    def _go_back(self, _button):
        with self._lock:
            with self._several():
                self._set(asdict(self._first), {})
            self._respond()

    @contextmanager
    def _several(self):
        """Several controls are being set: answer once, afterwards."""
        before, self._setting = self._setting, True
        try:
            yield
        finally:
            self._setting = before

    # ---- settings from Python

    def _known(self, settings):
        if unknown := settings.keys() - self._controls.keys():
            raise TypeError(
                f"{type(self).__name__}: expected {', '.join(self._controls)}, "
                f"got {', '.join(sorted(unknown))}"
            )
        controls = self._controls.items()
        readers = {name: c.read for name, c in controls if hasattr(c, "read")}
        return {n: readers[n](v) if n in readers else v for n, v in settings.items()}

    def _set(self, values, asked):
        """Set the controls in order; those not asked for may be moved into range."""
        for name, value in values.items():
            control = self._controls[name]
            value = meant(control, value)
            try:
                control.value = value
                taken = value is not None and control.value == value
            except (TraitError, ValueError, TypeError):
                taken = False
            if name in asked and not taken:
                raise ValueError(
                    f"{name}: expected {allowed(control)}, got {told(value)}"
                )
            self.fit()

    def __repr__(self):
        return self._page.code

    def _add_view(self, view, *, above=False):
        """Let another view stand below the board, or above it."""
        views = list(self._widget.children)
        views.insert(views.index(self._board) + (not above), view)
        self._widget.children = views

    def close(self):
        """Take the explorer off the page and out of ipywidgets' register."""
        with self._lock:
            self._sweeps.stop()
            self._unseen.detach()
            close_all(self._widget)

    # ---- the stored output

    def picture(self):
        """Draw the present state as a Matplotlib Figure, to save or to print."""
        with self._lock:
            state, trace = self.state, self.trace
        return self.draw(state, trace)

    def _repr_mimebundle_(self, **kwargs):
        """The live view and, for a page without a kernel, picture and words."""
        figure = self.picture()
        width = round(figure.get_size_inches()[0] * CSS_DPI)
        data = {
            WIDGET_VIEW: view_of(self.widget),
            "image/png": png(figure),
            "text/plain": f"{self!r}\n{self.caption}",
        }
        return data, {"image/png": {"alt": self.caption, "width": width}}

    def _ipython_display_(self):
        data, metadata = self._repr_mimebundle_()
        picture = (data["image/png"], metadata["image/png"]["width"], self.caption)
        announce(picture, self.caption)
        display(data, metadata=metadata, raw=True)
        # A second output: GitHub shows one entry of each, and the words are needed too.
        live = {WIDGET_VIEW: view_of(self._caption_view)}
        display({**live, **caption_bundle(self.caption)}, raw=True)
        show_in_cell(self)
        # Within the cell, so that a page saved when it has run can play them.
        with self._lock:
            self._sweeps.finish(self._page, self._board.sweep)


def view_of(widget):
    """The entry by which the page finds a live widget."""
    return {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
