"""The dialog of the export: controls on one side, how it will look on the other, and the button that writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.export import EXPORTERS
from plyscope.export.extent import notes_of
from plyscope.messages import InputError
from plyscope.model.trace import Trace
from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from plyscope_window.app.selection_commands import open_dialog
from plyscope_window.export.clipboard import seen
from plyscope_window.export.export_form import ExportForm, Where, Wish, extent_of, said_here
from plyscope_window.export.export_job import Writing
from plyscope_window.export.join import join
from plyscope_window.export.preview import Preview
from plyscope_window.look.theme import theme
from plyscope_window.widgets import questions
from plyscope_window.widgets.labels import Words
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope_window.app.main_window import MainWindow

LAST_FORM = "export_form"
"""What the settings call the form that was exported to last."""
PAUSE = 180
"""Milliseconds without another change after which the preview is asked for."""
TELLING = 120
"""Milliseconds between two looks at how far the writing is."""


class ExportDialog(QDialog):
    """One export of one recording. It may stay open while the window is used."""

    def __init__(self, parent: QWidget, trace: Trace, where: Where, wish: Wish, folder: Path, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export: {title}", title=title))
        self.trace, self.where, self.folder, self.title = trace, where, folder, title
        self.written: list[Path] = []
        self.form = ExportForm(where, wish, int(trace.column("ply").max()))
        self.preview = Preview()
        self.state = Words("", 12, quiet=True, wrapped=True)
        self.writes, self.stops, self.closes = (
            QPushButton(tr("&Export…")),
            QPushButton(tr("&Stop")),
            QPushButton(tr("Close")),
        )
        self.writes.setProperty("strong", True)
        self.writes.setDefault(True)
        self.writing = Writing(self)
        self._pause = QTimer(self, interval=PAUSE, singleShot=True)
        self._telling = QTimer(self, interval=TELLING)
        self._lay_out()
        self._connect()
        self._present()
        self._pause.start()

    def _lay_out(self) -> None:
        split = QSplitter()
        split.addWidget(self.form)
        split.addWidget(self.preview)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setSizes([380, 548])
        foot = QHBoxLayout()
        foot.addWidget(self.state, 1)
        for button in (self.stops, self.closes, self.writes):
            button.setAutoDefault(button is self.writes)
            foot.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(split, 1)
        layout.addLayout(foot)
        self.resize(960, 560)

    def _connect(self) -> None:
        self.form.changed.connect(self._ask_again)
        self._pause.timeout.connect(self._ask)
        self._telling.timeout.connect(self._tell)
        self.preview.known.connect(self._know)
        self.preview.refused.connect(self._refuse)
        self.writes.clicked.connect(self._write)
        self.stops.clicked.connect(self.writing.stop)
        self.closes.clicked.connect(self.reject)
        self.writing.written.connect(self._finish)
        self.writing.refused.connect(self._fail)
        self.writing.stopped.connect(lambda: self._end(tr("Stopped: nothing has been written.")))

    # How it will look

    def _ask_again(self) -> None:
        """A moment after the last change: somebody who holds a key down does not want every picture."""
        self.writes.setEnabled(False)
        self.preview.forget()
        self._pause.start()

    def _ask(self) -> None:
        wish = self.form.wish
        self.preview.ask(self.trace, wish.exporter, extent_of(wish, self.where))

    def _know(self, nodes: int) -> None:
        self._say(tr("nodes: {nodes}", nodes=count(nodes)))
        self._present()

    def _refuse(self, words: str) -> None:
        self._say(tr("This cannot be written."), is_bad=True)
        self.writes.setEnabled(False)
        self.writes.setToolTip(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is drawn for the room there is."""
        if not self.writing.is_running:
            self._pause.start()

    # Writing

    def _write(self) -> None:
        wish = self.form.wish
        endings = " ".join(f"*.{suffix}" for suffix in wish.exporter.suffixes)
        kinds = tr("{name} ({patterns})", name=wish.form, patterns=endings)
        path = questions.path_for(self, tr("Export"), self.form.proposed(self.folder, self.title), kinds)
        if path is None:
            return
        self.folder = path.parent
        self.writing.begin(self.trace, extent_of(wish, self.where), wish.form, path)
        self._telling.start()
        self._tell()
        self._present()

    def _tell(self) -> None:
        self._say(tr("Writing… pieces so far: {pieces}", pieces=count(self.writing.pieces)))

    def _finish(self, paths: list[Path]) -> None:
        self.written = paths
        last = str(paths[-1])
        self._end(
            tr("Written: {path}", path=last)
            if len(paths) == 1
            else tr("Written: {files} files, the last is {path}", files=count(len(paths)), path=last)
        )

    def _fail(self, error: InputError) -> None:
        self._end(said_here(error.message), is_bad=True)

    def _end(self, words: str, *, is_bad: bool = False) -> None:
        self._telling.stop()
        self._say(words, is_bad=is_bad)
        self._present()

    def _say(self, words: str, *, is_bad: bool = False) -> None:
        self.state.setText(words)
        self.state.paint_with(theme().for_min if is_bad else None)

    def _present(self) -> None:
        is_running = self.writing.is_running
        self.form.setEnabled(not is_running)
        self.writes.setEnabled(not is_running)
        self.writes.setToolTip("")
        self.stops.setVisible(is_running)

    def done(self, result: int) -> None:
        """It is closed: nobody waits for anything any more."""
        self._pause.stop()
        self._telling.stop()
        self.writing.give_up()
        self.preview.forget()
        super().done(result)
        self.deleteLater()


def show_export(window: MainWindow) -> ExportDialog:
    """The dialog for the recording in front, and for what is seen of it now; there is one at most."""
    canvas = window.canvas
    assert canvas is not None
    session = canvas.session
    earlier = open_dialog(window, ExportDialog)
    if earlier is not None and earlier.writing.is_running:
        return earlier
    if earlier is not None:
        earlier.reject()
    cursor = session.cursor
    notes = notes_of(session.trace, cursor.marks.bookmarks.values())
    where = Where(seen(canvas), session.selected, cursor.step, cursor.last_step, notes, dict(session.ghosts.found))
    form = window.settings.text(LAST_FORM, "svg")
    wish = Wish(
        form=form if form in EXPORTERS else "svg",
        hides_future=session.hides_future,
        theme=theme().name,
        with_ghosts=session.ghosts.are_shown,
    )
    join()
    folder = session.path.parent if session.path is not None else Path.cwd()
    dialog = ExportDialog(window, session.trace, where, wish, folder, session.title)
    dialog.writing.written.connect(lambda _: window.settings.set(LAST_FORM, dialog.form.wish.form))
    dialog.show()
    return dialog
