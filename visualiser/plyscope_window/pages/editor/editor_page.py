"""The editor as a page of the window: the position on one side, the search to record on the other, and its size.

The size of the search is estimated in another thread, a moment after the last edit. Only one estimate runs at a time,
since it cannot be stopped; an outdated one is discarded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plyscope.messages import InputError, Message
from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.recording.estimate import Fitted, fit
from plyscope.recording.plan import check_options, needs_depth, with_budget
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame

from plyscope_window.jobs.background import LastQuestion, later
from plyscope_window.pages.editor.position_editor import PositionEditor
from plyscope_window.pages.editor.search_form import SearchForm
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.record.recording_page import record
from plyscope_window.pages.searches import search_request, with_kept_options
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.game_names import game_title
from plyscope_window.widgets.labels import Label, Notice
from plyscope_window.widgets.layouts import STRETCH, column_layout, line_between, row_layout, scroll_area, widget_with
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

ESTIMATE_DELAY_MS = 300
"""Milliseconds without an edit until the size is estimated."""

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The digits as superscripts."""

SearchToEstimate = tuple[Position, Mapping[str, Any]]
"""A position, and the options of the search whose size is estimated."""


class SizeEstimate(QObject):
    """The estimate of a search's size, made in another thread; only the last request counts."""

    estimated = Signal(str)
    """The size as a text; empty until it is known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._search: SearchToEstimate | None = None
        self._running = LastQuestion(self)
        self._timer = later(self, self._estimate, ESTIMATE_DELAY_MS)

    def estimate_later(self, position: Position, options: Mapping[str, Any]) -> None:
        """Estimate the size of a search, once no other request has come for a moment."""
        self.forget()
        self._search = (position, dict(options))
        self._timer.start()

    def forget(self) -> None:
        """Drop the last request and its answer."""
        self._timer.stop()
        self._search = None
        self._running.forget()
        self.estimated.emit("")

    def _estimate(self) -> None:
        """Start the estimate of the last request, once the one before has ended."""
        if self._search is None:
            return
        if self._running.is_running:
            # The last request is still running; this one waits.
            self._timer.start()
            return
        position, options = self._search
        self._running.ask(
            lambda: fit(position, options),
            lambda fitted: self.estimated.emit(size_text(fitted)),
            lambda error: self.estimated.emit(localized(error.message)),
        )


def size_text(fitted: Fitted) -> str:
    """Return the estimated size of a search as a sentence."""
    frames = rounded_count(fitted.frames)
    if fitted.whole is not None:
        return tr(
            "A search to the end of the game takes about {whole} calls; searched to depth {depth}, about {frames}.",
            whole=rounded_count(fitted.whole),
            depth=fitted.plan.options["depth"],
            frames=frames,
        )
    if fitted.plan.search.windows is not Windows.NONE:
        # Only the tree was counted, and what the cuts leave of it is found when it is searched.
        return tr("At most about {frames} calls.", frames=frames)
    return tr("About {frames} calls.", frames=frames)


def rounded_count(frames: float) -> str:
    """Return an estimated number of calls as a text."""
    if frames < 1e6:
        return count(round(frames))
    if frames < 1e9:
        return tr("{millions} million", millions=f"{frames / 1e6:,.1f}")
    digits, power = f"{frames:.0e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(SUPERSCRIPT)}"


FORM_WIDTH = 340
"""The width of the form of the search, in pixels."""


class EditorPage(Page):
    """A position and a search; `record_requested` requests their recording."""

    record_requested = Signal(object, object)
    """The position, and the options of the search as `plyscope.recording.plan.plan` takes them."""

    def __init__(self, position: Position | None = None, *, name: str = "") -> None:
        super().__init__()
        self.name = name
        """The given name, which edits do not change."""
        self.problem: Message | None = None
        """Why the position cannot be recorded."""
        self._title = ""
        self.editor = PositionEditor()
        self.form = SearchForm()
        self.estimate = SizeEstimate(self)
        self.size_words = Label(wrapped=True)
        self.reason = Notice()
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        # Alt with a letter opens menus: every letter of its name is taken by one of them, or by a field.
        words = tr("{what} ({keys})", what=tr("Record"), keys=keys)
        self.record_button = push_button(words, self.request_recording, is_strong=True)
        self.record_button.setMinimumHeight(40)
        self._lay_out()
        self.editor.changed.connect(self._present)
        self.form.changed.connect(self._present)
        self.estimate.estimated.connect(self._show_size)
        if position is None:
            self._present()
        else:
            self.set_position(position)

    def _lay_out(self) -> None:
        side = QFrame()
        side.setFixedWidth(FORM_WIDTH)
        form = column_layout(self.form, STRETCH, margins=(0, 0, 8, 0))
        side.setLayout(column_layout(
            Label(tr("Search"), 12, bold=True, quiet=True), (scroll_area(widget_with(form), is_upright=True), 1),
            self.size_words, self.reason, self.record_button, margins=16, spacing=12,
        ))  # fmt: skip
        self.setLayout(row_layout((self.editor, 1), line_between(), side, spacing=0))

    # What is edited

    def set_position(self, position: Position) -> None:
        """Edit a position, with the search that its file names."""
        self.editor.set_position(position)
        self.form.set_options(position.options)

    @property
    def position(self) -> Position | None:
        """The current position; None while it is invalid."""
        return self.editor.position

    @property
    def is_changed(self) -> bool:
        """Whether the position has been edited since it was opened or last recorded."""
        return self.editor.is_changed

    @property
    def title(self) -> str:
        """The title of the tab: the given name, else the position's title, else its game."""
        if self.name:
            return self.name
        position = self.editor.position
        if position is not None and position.title:
            return position.title
        return tr("New position: {game}", game=game_title(self.editor.document.game))

    @property
    def origin(self) -> str:
        return "" if self.position is None else str(self.position)

    @property
    def position_to_play(self) -> Position | None:
        return self.position

    @property
    def position_to_grow(self) -> Position | None:
        return None if self.position is None else with_kept_options(self.position, self.form.options)

    @property
    def can_record(self) -> bool:
        return True

    def record_or_run(self) -> None:
        self.request_recording()

    def show_coordinates(self, name: str) -> None:
        self.editor.show_coordinates(name)

    def may_close(self) -> bool:
        return not self.is_changed or questions.confirm(
            self,
            tr("“{title}” has been changed and not recorded.", title=self.title),
            tr("Closing it throws the changes away."),
            tr("Throw them away"),
        )

    def request_recording(self) -> None:
        """Request the recording of a position without a problem, which may then be closed without a question."""
        if self.problem is None and self.position is not None:
            # The search options of the file are in the form, where they may have been changed.
            self.editor.mark_as_kept()
            self.record_requested.emit(replace(self.position, options={}), self.form.options)

    # Showing the position

    def _present(self) -> None:
        """Show whether the position can be recorded, the size of its search, and the title."""
        position = self.position
        self.problem = self.editor.problem
        if position is not None:
            self.form.show_position(position)
            try:
                bare, options = replace(position, options={}), self.form.options
                check_options(bare, with_budget(bare, options) if self.form.seconds.number else options)
            except InputError as error:
                self.problem = error.message
        seconds = self.form.seconds.number
        if position is not None and self.problem is None and seconds:
            self.estimate.forget()
            self._show_size(tr("It ends after {seconds} s at the latest.", seconds=count(seconds)))
        elif position is not None and self.problem is None:
            self.estimate.estimate_later(replace(position, options={}), self.form.options)
        else:
            self.estimate.forget()
        self._show_problem()
        if self.title != self._title:
            self._title = self.title
            self.title_changed.emit(self._title)

    def _show_problem(self) -> None:
        """Show why the position cannot be recorded, or enable the button that records."""
        self.record_button.setEnabled(self.problem is None)
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        usual = tr("Record the search ({keys})", keys=keys)
        self.record_button.setToolTip(usual if self.problem is None else localized(self.problem))
        self.reason.setVisible(self.problem is not None)
        self.size_words.setVisible(self.problem is None)
        if self.problem is not None:
            self.reason.say(tr("Cannot be recorded: {problem}", problem=localized(self.problem)), is_problem=True)

    def _show_size(self, words: str) -> None:
        """Show the estimated size of the search, or that it is being estimated."""
        self.size_words.setText(words or tr("Estimating the size…"))

    # Keys of the editor, wherever the focus is in it

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.editor.history.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.editor.history.redo()
        elif self._is_own_key(event):
            self.request_recording()
        else:
            super().keyPressEvent(event)

    def _is_own_key(self, event: QKeyEvent) -> bool:
        """Whether a key is for the editor: undo, redo, or Ctrl+Enter."""
        is_history = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return is_history or (is_return and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))


def show_editor(host: Host, page: EditorPage) -> None:
    """Show an editor in a new tab, and record what it requests."""

    def record_here(position: Position, options: Mapping[str, Any]) -> None:
        record(host, position, options, limit=page.form.limit.value(), seconds=page.form.seconds.number)

    page.record_requested.connect(record_here)
    host.add_page(page)
    page.editor.take_keyboard()


def new_position(host: Host, game: str) -> None:
    """Open an editor with the start of a game."""
    page = EditorPage()
    page.editor.choose_game(game)
    page.editor.clear_history()
    show_editor(host, page)


def edit_position(host: Host, position: Position, name: str = "") -> None:
    """Open an editor with a position, and a name for its tab."""
    show_editor(host, EditorPage(position, name=name))


def search_position(host: Host, position: Position) -> None:
    """Record the search of a position; where a depth must be chosen first, open the editor on it."""
    if needs_depth(position) and position.options.get("depth") is None:
        edit_position(host, position, position.title)
    else:
        record(host, position, {})


def edit_text(host: Host, text: str) -> None:
    """Open an editor with a pasted or dropped text."""
    page = EditorPage()
    page.editor.use_text(text.strip())
    page.editor.clear_history()
    show_editor(host, page)


def edit_root(host: Host, session: Session) -> None:
    """Open the position of a recording with its search in an editor."""
    trace = session.trace
    edit_position(
        host, replace(trace.position, options=search_request(trace)), tr("Again: {title}", title=session.title)
    )


def edit_selected(host: Host, session: Session) -> None:
    """Open the position of the selected frame in an editor, with the search of the recording but not its depth."""
    options = search_request(session.trace)
    options.pop("depth", None)
    position = session.trace.position_at(session.selected)
    edit_position(host, replace(position, options=options, title="", notes=""))
