"""A recording in a tab: its canvas, its title, how it is opened, saved and closed.

A trace file is shown at once, and all its bytes are checked in the background. A recording in another format is read
completely before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyscope import __version__
from plyscope.files.checked import check_once
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from PySide6.QtCore import QEvent, QObject, QSizeF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.caption import Caption
from plyscope_window.canvas.legend import LegendStrip
from plyscope_window.canvas.whole import HEAD_HEIGHT
from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.checking_job import CheckingJob
from plyscope_window.jobs.recording_job import opened
from plyscope_window.look.theme import Current
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.preview import Preview
from plyscope_window.pages.searches import with_kept_options
from plyscope_window.panels.findings import FindingsStrip
from plyscope_window.session.ghosts import Ghosts
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Segments
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout
from plyscope_window.words import localized, one_or_many, tr

MAX_FRAMES_AT_ONCE = 60_000
"""The largest number of frames for which the row index is made in the interface thread."""
MAX_PLIES_AT_ONCE = 2000
"""The largest number of plies for which the row index is made in the interface thread."""
BACKGROUND_BYTES = 1 << 25
"""The size in bytes from which a recording of user code is opened in the background, because it has many texts."""
WIDE_CANVAS, NARROW_CANVAS = 840, 560
"""Pixels from which a canvas has room for three choices in its corner, and below which only for the chosen one."""
UNLIMITED_HEIGHT = (1 << 24) - 1
"""The maximum height of a widget without one."""
MAX_TITLE_CHARS = 40
"""The most characters of a call in a title."""


class TracePage(Page):
    """The page of one recording: its canvas, and what stands below it."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__()
        self.host = host
        self._session = session
        self._canvas = Canvas(session)
        self.setFocusProxy(self._canvas)
        self.legend = LegendStrip(self._canvas)
        self.caption = Caption(session)
        self.caption.addAction(host.actions_by_key["copy_explanation"])
        self.caption.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.future = FutureControl(host, self._canvas)
        self.findings = FindingsStrip(session) if session.trace.origin.is_user_code else None
        below = [] if self.findings is None else [self.findings]
        self.setLayout(column_layout((self._canvas, 1), self.legend, self.caption, *below, spacing=0))
        self._canvas.menu_requested.connect(host.show_frame_menu)
        self._canvas.entered.connect(host.stepping.run_to)
        self._canvas.mode_changed.connect(lambda _: host.present_actions())
        session.title_changed.connect(lambda: self.title_changed.emit(self.title))
        session.marked.connect(lambda: host.recovery.keep(session))
        session.moved.connect(self._tell_end)
        session.preview_requested.connect(self._show_preview)
        self.preview: Preview | None = None
        connect_session(host, session)

    @property
    def title(self) -> str:
        title = self._session.title
        return title if self.is_saved else tr("{title} *", title=title)

    @property
    def origin(self) -> str:
        session = self._session
        return str(session.path) if session.path is not None else str(session.trace.position)

    @property
    def options(self) -> Mapping[str, Any]:
        return self._session.trace.options

    @property
    def session(self) -> Session:
        return self._session

    @property
    def canvas(self) -> Canvas:
        return self._canvas

    @property
    def position_to_play(self) -> Position:
        return self._session.trace.position_at(self._session.selected)

    @property
    def position_to_grow(self) -> Position:
        return with_kept_options(self._session.trace.position, self._session.trace.options)

    def show_bare(self, is_bare: bool, keys: str = "") -> None:
        self.future.setHidden(is_bare)
        self._canvas.reserve_head(0.0 if is_bare else HEAD_HEIGHT)
        self.caption.show_progress(is_bare, keys)
        if self.findings is not None:
            self.findings.setMaximumHeight(0 if is_bare else UNLIMITED_HEIGHT)

    def show_coordinates(self, name: str) -> None:
        if self._session.show_coordinates(name):
            lay_out(self._session)

    def show_legend(self, is_on: bool) -> None:
        """Show or hide the legend below the canvas; it is shown only where there is room."""
        self.legend.is_on = is_on
        self.legend.fit(self.size())

    def present(self) -> None:
        """Follow the window: what the legend shows, and whether there is room for it."""
        self.legend.present()
        self.show_legend(not self.host.is_presenting and self.host.settings.truth("legend", True))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.present()

    def record_or_run(self) -> None:
        self.host.stepping.run_to(self._session.selected)

    def _show_preview(self, trace: Trace | None, name: str) -> None:
        """Show another reading over the canvas; for None, the recording itself again."""
        if self.preview is not None:
            self.preview.hide()
            self.preview.deleteLater()
            self.preview = None
        if trace is not None:
            self.preview = Preview(self._canvas, trace, name)
            self.preview.session.laid_out.connect(self.preview.lay_out)
            lay_out(self.preview.session)

    def _tell_end(self) -> None:
        """Say at the end of an incomplete recording that there is more; elsewhere clear the message."""
        is_end = self._session.is_cut_short_here
        self.host.say(tr("The recording was cut short here: there is more to this search.") if is_end else "")

    # Saving and closing

    @property
    def is_saved(self) -> bool:
        return self._session.is_saved

    def save(self, *, to_new_file: bool = False) -> bool:
        return save_session(self.host, self._session, to_new_file=to_new_file)

    def may_close(self) -> bool:
        if self.is_saved:
            return True
        answer = questions.ask_to_save(self, self._session.title)
        if answer == "save":
            self.front_requested.emit()
            return self.save()
        return answer == "discard"

    def close(self) -> bool:
        forget_session(self.host, self._session)
        return super().close()

    def detach(self) -> None:
        """Disconnect the session, which is deleted when the last work on it is done."""
        session = self._session
        if self.findings is not None:
            self.findings.end()
        # A check that waits for the layout would keep the session, and the layout may have been dropped.
        for signal in (
            session.title_changed, session.marked, session.moved, session.preview_requested, session.laid_out,
        ):  # fmt: skip
            signal.disconnect()
        disconnect_session(session)
        session.setParent(None)


class FutureControl(QWidget):
    """A control in the corner of a canvas for how the future is shown: three choices, or a menu where it is narrow."""

    def __init__(self, host: Host, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        names = {"outline_future": tr("Outlines"), "hide_future": tr("Hidden"), "whole_run": tr("Whole run")}
        actions = [(host.actions_by_key[key], name) for key, name in names.items()]
        self.label = Label(tr("Future"), quiet=True)
        self.segments = Segments(actions)
        self.button = QToolButton()
        self.button.setProperty("framed", True)
        self.button.setProperty("menu", True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.button)
        menu.addActions([action for action, _ in actions])
        self.button.setMenu(menu)
        self.setLayout(row_layout(self.label, self.segments, self.button, spacing=8))
        self.actions_and_names = actions
        for action, _ in actions:
            action.changed.connect(self.label_button)
        canvas.installEventFilter(self)
        canvas.mode_changed.connect(self.place_in_corner)
        canvas.reserve_head(HEAD_HEIGHT)
        self.label_button()

    def label_button(self) -> None:
        """Name the chosen way on the menu's button."""
        chosen = next((name for action, name in self.actions_and_names if action.isChecked()), "")
        self.button.setToolTip(tr("How what happens after this step is shown"))
        self.button.setAccessibleName(tr("Future: {how}", how=chosen.lower()))
        self.chosen = chosen
        self.place_in_corner()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.place_in_corner()
        return False

    def place_in_corner(self) -> None:
        """Put the control into the upper corner, as three choices or a menu by the room there is."""
        canvas = self.canvas
        is_wide = canvas.width() >= WIDE_CANVAS * Current.text_scale
        self.label.setVisible(is_wide)
        self.segments.setVisible(is_wide)
        self.button.setVisible(not is_wide)
        is_narrow = canvas.width() < NARROW_CANVAS * Current.text_scale
        self.button.setText(self.chosen if is_narrow else self.button.accessibleName())
        self.button.setMinimumWidth(self.button.sizeHint().width() + 20)
        self.resize(self.sizeHint())
        beside = canvas.focus.side(QSizeF(canvas.size())) if canvas.mode == "focus" else 0.0
        x = round(canvas.width() - self.width() - max(12.0, beside))
        self.move(x, 8)
        canvas.focus.covered = canvas.width() - x


# Titles


def recording_title(trace: Trace, path: Path | None) -> str:
    """Return the title of a recording: for user code its call, else its file, position or game, with its search."""
    values = {"name": path.stem if path is not None else trace.position.title or trace.position.game.name}
    if trace.origin.is_user_code:
        title = call_title(trace.user_code)
        return title if trace.complete else tr("{title} (cut short)", title=title)
    if not trace.complete:
        return tr("{name} · {search} (cut short)", search=trace.search.name, **values)
    return tr("{name} · {search}", search=trace.search.name, **values)


def call_title(user_code: UserCode) -> str:
    """Return the title of a recording of user code: its call, shortened, and its file."""
    call = user_code.call
    call = call if len(call) <= MAX_TITLE_CHARS else f"{call[: MAX_TITLE_CHARS - 1]}…"
    return tr("{call} · {file}", call=call, file=Path(user_code.file).name)


def file_stem(title: str) -> str:
    """Return a title as the name of a file, without ending."""
    return "".join(letter if letter.isalnum() else "-" for letter in title).strip("-").lower()[:60] or "recording"


# A session's requests to the window


def connect_session(host: Host, session: Session) -> None:
    """Connect a session's messages, its menu, its layout and its ghosts to the window."""
    ghosts = session.ghosts
    session.refused.connect(host.say)
    session.announced.connect(host.say)
    session.menu_requested.connect(host.show_frame_menu)
    session.recording_requested.connect(lambda trace: show_trace(host, trace))
    session.layout_requested.connect(lambda: lay_out(session))
    session.proving.done.connect(host.present_actions)
    ghosts.changed.connect(host.present_actions)
    ghosts.changed.connect(lambda: session.announced.emit(ghosts.progress) if ghosts.requested > 1 else None)
    ghosts.rearranged.connect(session.layout_requested)
    ghosts.finished.connect(lambda: host.say(ghosts_summary(ghosts)))
    ghosts.refused.connect(lambda message: host.say(localized(message)))


def ghosts_summary(ghosts: Ghosts) -> str:
    """Return how many pruned moves have been searched afterwards, and how many calls pruning has saved in them."""
    saved = sum(ghost.saved for ghost in ghosts.found.values())
    return tr(
        "{moves} searched afterwards: pruning saved {calls}.",
        moves=one_or_many(len(ghosts.found), tr("1 pruned move"), tr("{count} pruned moves")),
        calls=one_or_many(saved, tr("1 call"), tr("{count} calls")),
    )


def disconnect_session(session: Session) -> None:
    """Disconnect a session from the window, and stop searching its ghosts."""
    ghosts = session.ghosts
    for signal in (
        session.refused, session.announced, session.menu_requested, session.recording_requested,
        session.layout_requested, ghosts.changed, ghosts.refused, ghosts.rearranged, ghosts.finished,
    ):  # fmt: skip
        signal.disconnect()
    ghosts.abandon()


def forget_session(host: Host, session: Session) -> None:
    """Drop what is kept of a session for recovery, and stop its layout and its ghosts."""
    host.recovery.release(session)
    session.stop_layout()
    session.ghosts.abandon()


def lay_out(session: Session) -> None:
    """Make the row index of a session; for a large recording, in the background and in stages."""
    if len(session.trace) <= MAX_FRAMES_AT_ONCE and session.cursor.steps.deepest <= MAX_PLIES_AT_ONCE:
        session.stop_layout()
        session.lay_out(session.make_rows())
    else:
        session.lay_out_in_background()


# In a tab


def show_session(host: Host, session: Session, instead_of: Page | None = None) -> TracePage:
    """Show a session in a new tab, or in the tab of a page that it replaces; return its page."""
    page = TracePage(host, session)
    # What a small tree shows by itself decides which panels stand beside it.
    lay_out(session)
    host.add_page(page, instead_of=instead_of)
    return page


def show_trace(
    host: Host, trace: Trace, title: str = "", path: Path | None = None, *, is_saved: bool = True, at_end: bool = False
) -> None:
    """Show a recording in a new tab, at its root or at its end; a `path` only gives it its name.

    `is_saved` is true for a recording that can be made again at any time: closing its tab does not ask to save it.
    """
    session = Session(trace, title or recording_title(trace, path), None, host)
    session.is_saved = is_saved
    if at_end:
        session.begin_at(session.cursor.last_step)
    show_session(host, session)


def page_showing(host: Host, session: Session | None) -> TracePage | None:
    """Return the page that shows a session; None for none."""
    pages = (page for page in host.pages if isinstance(page, TracePage))
    return next((page for page in pages if page.session is session), None)


# Files


def open_trace_file(host: Host, path: Path) -> None:
    """Open a trace file in a tab; where many texts have to be read first, in the background."""
    from plyscope.files.user_code_members import has_user_code

    def show(trace: Trace) -> None:
        host.say("")
        show_read_file(host, path, trace)

    if path.is_file() and path.stat().st_size > BACKGROUND_BYTES and has_user_code(path):
        host.say(tr("Opening {name}…", name=path.name))
        in_background(lambda: opened(path), show, questions.why_not(host, tr("This cannot be opened.")))
    else:
        show_read_file(host, path, open_trace(path))


def show_read_file(host: Host, path: Path, trace: Trace) -> None:
    """Show a trace that was read from a file, with its saved marks, and check the file in the background."""
    from plyscope.files.saved_marks import read_marks

    session = Session(trace, recording_title(trace, path), path, host)
    host.settings.add_recent(path)
    for warning in trace.position.warnings:
        host.say(localized(warning))
    saved = read_marks(trace)
    if saved.dropped is not None:
        host.say(localized(saved.dropped))
    session.cursor.marks = saved.marks
    session.begin_at(saved.marks.step)
    show_session(host, session)

    def report(error: InputError) -> None:
        words = tr("“{title}” is damaged: what it shows may be wrong.", title=session.title)
        questions.warn(host, words, localized(error.message))

    check_in_background(session, path, report)


def check_in_background(session: Session, path: Path, report: Callable[[InputError], None]) -> None:
    """Check all bytes of a file; for a large recording in another process, once everything is laid out."""
    trace = session.trace

    def check_here() -> None:
        in_background(lambda: check_once(trace, __version__), lambda _: None, report)

    def check_there() -> None:
        if not session.is_laid_out:
            return
        session.laid_out.disconnect(check_there)
        CheckingJob(report, check_here).check(path)

    if session.is_laid_out:
        check_here()
    else:
        session.laid_out.connect(check_there)


def open_imported(host: Host, path: Path) -> None:
    """Open a recording in another format in a tab. It has no trace file yet, but closing it loses nothing."""

    def show(trace: Trace) -> None:
        host.settings.add_recent(path)
        show_trace(host, trace, path=path)
        for warning in trace.position.warnings:
            host.say(localized(warning))

    in_background(lambda: open_trace(path), show, questions.why_not(host, tr("This cannot be opened.")))


def save_session(host: Host, session: Session, *, to_new_file: bool = False) -> bool:
    """Write a recording with its marks, to a path that is asked for where it has none; False if it was not saved."""
    path = None if to_new_file else session.path
    if path is None:
        path = questions.ask_save_path(host, session.path or Path.home() / f"{file_stem(session.title)}.plytrace")
        if path is None:
            return False
    marks = replace(session.cursor.marks, step=session.cursor.step)
    refusal = tr("It could not be saved.")
    if not questions.succeeds(host, lambda: save_trace(session.trace, path, marks=marks), refusal):
        return False
    session.saved_as(path)
    host.recovery.release(session)
    host.settings.add_recent(path)
    host.say(tr("Saved as {path}", path=str(path)))
    return True
