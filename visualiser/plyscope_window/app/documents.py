"""What is open: positions being edited, recordings being made, recordings. Opening, saving, closing, recovering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.files.opening import open_trace
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, Message
from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from plyscope_window.app.why_wiring import unwire, wire
from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recording_work import ASK_AT
from plyscope_window.jobs.recovery import Recovery, was_quick
from plyscope_window.jobs.trace_opening import check_all, open_at_once, search_of
from plyscope_window.pages.pages import as_canvas, as_comparison, as_editor
from plyscope_window.pages.play.play_commands import show_play
from plyscope_window.pages.record.recording_page import RecordingPage
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.pages.titles import file_name, tab_title, title_of
from plyscope_window.widgets import questions
from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.pages.editor.editor_page import EditorPage
    from plyscope_window.session.session import Session

AT_ONCE = 60_000
"""Frames up to which the row index is made while one waits."""
DEEP_AT_ONCE = 2000
"""Plies up to which the same."""


class Documents(QObject):
    """The documents of one window, each a page in a tab."""

    def __init__(self, window: MainWindow, recovery: Recovery) -> None:
        super().__init__(window)
        self.window = window
        self.recovery = recovery
        recovery.troubled.connect(lambda message: window.say(said(message)))

    # Beginning

    def show_start(self) -> None:
        """The start page: the one there is, or a new one."""
        page = next((page for page in self.window.pages if isinstance(page, StartPage)), None)
        if page is None:
            page = StartPage()
            page.sample_chosen.connect(lambda name: self.open_source(f"sample:{name}"))
            page.file_chosen.connect(lambda path: self.open_source(path))
            page.paste_asked.connect(self.paste)
            page.open_asked.connect(self.ask_open)
            page.new_asked.connect(self.new)
            page.play_asked.connect(lambda game: show_play(self.window, game))
            page.command_asked.connect(lambda key: self.window.actions_by_key[key].trigger())
            page.text_dropped.connect(self.edit_text)
            self.window.add_page(page, tr("Start"), front=False)
        page.set_recent(self.window.settings.recent)
        self.window.show_page(page)

    def new(self, game: str) -> None:
        page = self._editor()
        page.editor.choose_game(game)
        page.editor.begin_here()
        self._add_editor(page)

    def edit(self, position: Position, name: str = "") -> None:
        page = self._editor(name)
        page.set_position(position)
        self._add_editor(page)

    def edit_text(self, text: str) -> None:
        """A position from a text that somebody pasted or dropped."""
        page = self._editor()
        page.editor.use_text(text.strip())
        page.editor.begin_here()
        self._add_editor(page)

    def take_in(self, dropped: QMimeData) -> None:
        """What was dropped on the window: files, or else a text."""
        files = [url.toLocalFile() for url in dropped.urls() if url.isLocalFile()]
        for file in files:
            self.open_source(file)
        if not files and dropped.hasText():
            self.edit_text(dropped.text())

    def paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.edit_text(text)
        else:
            self.window.say(tr("There is no text to paste."))

    def _editor(self, name: str = "") -> EditorPage:
        from plyscope_window.pages.editor.editor_page import EditorPage

        page = EditorPage(name=name)
        page.record_asked.connect(
            lambda position, options: self.record(position, options, limit=page.limit, instead_of=page)
        )
        page.title_changed.connect(lambda title: self.window.name_page(page, title))
        return page

    def _add_editor(self, page: EditorPage) -> None:
        self.window.add_page(page, page.title)
        page.editor.setFocus()

    # Opening

    def ask_open(self) -> None:
        recent = self.window.settings.recent
        for path in questions.path_to_open(self.window, recent[0].parent if recent else Path.home()):
            self.open_source(str(path))

    def open_source(self, source: str) -> None:
        """A recording is opened, anything else is loaded and its search recorded."""
        path = Path(source)
        try:
            if open_at_once(self, source):
                return
            position = load(source)
        except InputError as error:
            self.cannot_be_opened(error)
            return
        if path.is_file():
            self.window.settings.add_recent(path)
        for warning in position.warnings:
            self.window.say(said(warning))
        self.record(position, {})

    def cannot_be_opened(self, error: InputError) -> None:
        questions.tell(self.window, tr("This cannot be opened."), said(error.message))

    def open_trace(self, path: Path) -> Session:
        """Opens a recording at once, and looks at every byte of it while its first picture stands already."""

        return self.show_opened(path, open_trace(path))

    def show_opened(self, path: Path, trace: Trace) -> Session:
        from plyscope_window.session.session import Session

        session = Session(trace, title_of(trace, path), path, self)
        self.window.settings.add_recent(path)
        self._restore_marks(session, path)
        self.show_session(session)
        for warning in trace.position.warnings:
            self.window.say(said(warning))
        in_background(
            lambda: check_all(path, trace),
            lambda _: None,
            lambda error: self._damaged(session, error),
        )
        return session

    def _restore_marks(self, session: Session, path: Path) -> None:
        from plyscope.files.saved_marks import read_marks

        found = read_marks(path, session.trace)
        if found.dropped is not None:
            self.window.say(said(found.dropped))
        session.cursor.marks = found.marks
        session.begin_at(found.marks.step)

    def _damaged(self, session: Session, error: InputError) -> None:
        words = tr("“{title}” is damaged: what it shows may be wrong.", title=session.title)
        questions.tell(self.window, words, said(error.message))

    # Recording

    def record(
        self,
        position: Position,
        options: Mapping[str, Any],
        *,
        limit: int | None = None,
        instead_of: QWidget | None = None,
    ) -> Recording:
        """Records in another process; the page shows how far it is, and then the recording takes its place."""
        recording = Recording(self.recovery, self, ask_at=limit or ASK_AT)
        page = RecordingPage(recording, position.title or str(position))
        self.follow(page, position.title or position.game.name)
        recording.record(position, options)
        return recording

    def follow(self, page: RecordingPage, name: str, instead_of: QWidget | None = None) -> None:
        """Shows how far a recording is; then the recording takes the page's place."""
        recording = page.recording
        self.window.add_page(page, name, instead_of=instead_of)
        page.discard_asked.connect(lambda: self.window.close_page(page))
        recording.finished.connect(lambda trace, seconds: self._recorded(page, recording, trace, seconds))
        recording.failed.connect(lambda message: self._refused(page, message))

    def _recorded(self, page: RecordingPage, recording: Recording, trace: Trace, seconds: float) -> None:
        from plyscope_window.session.session import Session

        session = Session(trace, title_of(trace, None), None, self)
        session.is_saved = was_quick(seconds)
        if recording.kept is not None:
            self.recovery.adopt(session, recording.kept)
        self.show_session(session, instead_of=page)
        recording.deleteLater()
        if recording.remark is not None:
            self.window.say(said(recording.remark))
        elif not trace.complete:
            self.window.say(tr("Cut short: {frames} frames are kept.", frames=count(len(trace))))

    def _refused(self, page: RecordingPage, message: Message) -> None:
        self.window.remove_page(page)
        page.recording.deleteLater()
        questions.tell(self.window, tr("This cannot be recorded."), said(message))

    def record_or_run_to(self) -> None:
        """In an editor the position is recorded; in a recording one goes to the selected frame."""
        if self.window.editor is not None:
            self.window.editor.ask_record()
        else:
            self.window.run_to_selected()

    def record_again(self) -> None:
        """The same position with its search in an editor, to change something."""
        session = self.window.session
        if session is not None:
            trace = session.trace
            self.edit(replace(trace.position, options=search_of(trace)), tr("Again: {title}", title=session.title))

    def record_from_here(self) -> None:
        """The position of the selected frame, to be searched on its own."""
        session = self.window.session
        if session is not None:
            trace = session.trace
            options = search_of(trace)
            options.pop("depth", None)
            position = trace.position_at(session.selected)
            self.edit(replace(position, options=options, title="", notes=""))

    # A session in a tab

    def show_session(self, session: Session, instead_of: QWidget | None = None) -> None:
        """A session in a tab of its own, or in that of a page that it replaces."""
        from plyscope_window.canvas.canvas import Canvas

        canvas = Canvas(session)
        session.named.connect(lambda: self.window.name_page(canvas, tab_title(session)))
        session.marked.connect(lambda: self.recovery.keep(session))
        wire(self, session)
        session.moved.connect(lambda: self._say_end(session))
        self.window.add_page(canvas, tab_title(session), instead_of=instead_of)
        self.lay_out(session)

    def _say_end(self, session: Session) -> None:
        """What was said of the step before is true no more; at the end of a part, that it is one."""
        if session.is_cut_short_here:
            self.window.say(tr("The recording was cut short here: there is more to this search."))
        else:
            self.window.statusBar().clearMessage()

    def lay_out(self, session: Session) -> None:
        """Makes the row index; that of a large recording in the background."""
        if len(session.trace) <= AT_ONCE and session.cursor.steps.deepest <= DEEP_AT_ONCE:
            session.lay_out(session.make_rows())
        else:
            in_background(session.make_rows, session.lay_out)

    # Saving and closing

    def save(self) -> bool:
        session = self.window.session
        if session is None:
            return False
        return self.write(session, session.path) if session.path is not None else self.save_as()

    def save_as(self) -> bool:
        session = self.window.session
        if session is None:
            return False
        proposed = session.path or Path.home() / f"{file_name(session.title)}.plytrace"
        path = questions.path_to_save(self.window, proposed)
        return path is not None and self.write(session, path)

    def write(self, session: Session, path: Path) -> bool:
        try:
            save_trace(session.trace, path, marks=replace(session.cursor.marks, step=session.cursor.step))
        except InputError as error:
            questions.tell(self.window, tr("It could not be saved."), said(error.message))
            return False
        session.saved_as(path)
        self.recovery.release(session)
        self.window.settings.add_recent(path)
        self.window.say(tr("Saved as {path}", path=str(path)))
        return True

    def may_close(self, page: QWidget) -> bool:
        """Asks where something would be lost; True where the page may go."""
        if isinstance(page, RecordingPage) and page.recording.is_running:
            return questions.confirm(
                self.window,
                tr("A recording is still being made."),
                tr("Closing it throws away what has been recorded so far."),
                tr("Throw it away"),
            )
        editor = as_editor(page)
        if editor is not None and editor.is_changed:
            return questions.confirm(
                self.window,
                tr("“{title}” has been changed and not recorded.", title=editor.title),
                tr("Closing it throws the changes away."),
                tr("Throw them away"),
            )
        canvas = as_canvas(page)
        if canvas is None or canvas.session.is_saved:
            return True
        answer = questions.save_before_closing(self.window, canvas.session.title)
        if answer == "save":
            self.window.show_page(page)
            return self.save()
        return answer == "discard"

    def let_go(self, page: QWidget) -> None:
        """The page is closed, or the window: nothing is kept of what it showed, and nothing searched for it."""
        if isinstance(page, RecordingPage):
            page.recording.abandon()
            page.recording.deleteLater()
        canvas, comparison = as_canvas(page), as_comparison(page)
        sessions = [canvas.session] if canvas is not None else []
        sessions += comparison.pair.sides.values() if comparison is not None else ()
        for session in sessions:
            self.recovery.release(session)
            session.ghosts.forget()

    def forget(self, session: Session) -> None:
        """Nobody shows the session any more: it goes when the last piece of work on it is done."""
        session.named.disconnect()
        session.marked.disconnect()
        unwire(session)
        session.moved.disconnect()
        session.setParent(None)
