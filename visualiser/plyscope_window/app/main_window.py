"""The window: tabs, docks, menus and the wiring between them. What the commands do lives elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.text.narration import sentence
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QLabel,
    QMainWindow,
    QSizePolicy,
    QToolBar,
    QWidget,
)

from plyscope_window.app.actions import Action, actions, menus
from plyscope_window.app.appearance import Looks
from plyscope_window.app.docks import Docks
from plyscope_window.app.documents import Documents
from plyscope_window.app.find_bar import FindBar
from plyscope_window.app.selection_commands import OnSelection
from plyscope_window.app.status import Caption, Hint, NoteButton
from plyscope_window.app.tabs import Tabs
from plyscope_window.app.transport import TransportBar
from plyscope_window.jobs.job import SPARE
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.look.icons import icon
from plyscope_window.pages.compare.comparisons import Comparisons
from plyscope_window.pages.pages import as_canvas, as_comparison, as_editor, canvas_in, session_in, subjects_of
from plyscope_window.pages.play.play_commands import let_go, may_close
from plyscope_window.pages.usercode.usercode_commands import show_strip
from plyscope_window.session.stepping import Stepping
from plyscope_window.settings import Settings
from plyscope_window.widgets.controls import ActionButton
from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.pages.editor.editor_page import EditorPage
    from plyscope_window.session.session import Session

ON_TOOLBAR = ("focus", "tree", "icicle", "compare_full")


class MainWindow(OnSelection, Looks, QMainWindow):
    """One window with any number of recordings and positions in tabs."""

    def __init__(self, settings: Settings | None = None, recovery: Recovery | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.setWindowTitle("Plyscope")
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self.tabs = Tabs()
        self.tabs.close_asked.connect(self.close_page)
        self.tabs.currentChanged.connect(lambda _: self.turn())
        self.setCentralWidget(self.tabs)
        self.stepping = Stepping(self)
        self.stepping.said.connect(self.say)
        self.stepping.playing_changed.connect(self.present_actions)
        # What can act is found after the step has been painted: it costs as much as painting it.
        self._actions_later = QTimer(self, interval=0, singleShot=True)
        self._actions_later.timeout.connect(self.present_actions)
        self.find_bar = FindBar()
        self.table = {action.key: action for action in actions()}
        self.actions_by_key = {action.key: self._make_action(action) for action in self.table.values()}
        self.transport = TransportBar(self.actions_by_key)
        self.transport.speed_changed.connect(self.stepping.set_speed)
        self.docks = Docks(self, lambda: self.session, self.transport)
        self.documents = Documents(self, recovery or Recovery(parent=self))
        self.comparisons = Comparisons(self)
        self._session: Session | None = None
        self._told: dict[str, tuple[str, str]] = {}
        """What each action last said of why it cannot act, and of what it does."""
        self._make_menus()
        self._make_toolbar()
        self._make_status_bar()
        self.caption = Caption(self, self.present_or_not)
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.caption)
        self.find_bar.next_asked.connect(lambda: self.stepping.to_hit(forwards=True))
        self.find_bar.previous_asked.connect(lambda: self.stepping.to_hit(forwards=False))
        self.find_bar.refused.connect(self.say)
        self.find_bar.left.connect(lambda: self.canvas.setFocus() if self.canvas is not None else None)
        self.restore()
        self.documents.show_start()

    # What is in front

    @property
    def page(self) -> QWidget:
        return self.tabs.currentWidget()

    @property
    def pages(self) -> list[QWidget]:
        pages = (self.tabs.widget(place) for place in range(self.tabs.count()))
        return [page for page in pages if page is not None]

    @property
    def canvas(self) -> Canvas | None:
        return canvas_in(self.page)

    @property
    def session(self) -> Session | None:
        return session_in(self.page)

    @property
    def editor(self) -> EditorPage | None:
        return as_editor(self.page)

    # Building it

    def _make_action(self, entry: Action) -> QAction:
        action = QAction(entry.text, self)
        if entry.icon:
            action.setIcon(icon(entry.icon))
        keys = self.settings.keys(entry.key, list(entry.keys))
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setCheckable(entry.is_on is not None)
        # A menu shows a tick for what is on; an icon in the tick's place would hide it.
        action.setIconVisibleInMenu(entry.is_on is None)
        action.triggered.connect(lambda: self._trigger(entry))
        self.addAction(action)
        return action

    def _trigger(self, entry: Action) -> None:
        reason = entry.why_not(self)
        if reason:
            self.say(reason)
        else:
            entry.run(self)
        self._actions_later.start()

    def _make_menus(self) -> None:
        for key, title in menus().items():
            menu = self.menuBar().addMenu(title)
            menu.setToolTipsVisible(True)
            if key == "window":
                menu.addActions(list(self.docks.toggles.values()))
                menu.addSeparator()
            menu.addActions([self.actions_by_key[entry.key] for entry in self.table.values() if entry.menu == key])
            menu.aboutToShow.connect(self.present_actions)

    def _make_toolbar(self) -> None:
        self.toolbar = QToolBar(tr("Views and finding"), self)
        self.toolbar.setObjectName("toolbar")
        self.toolbar.setMovable(False)
        for key in ON_TOOLBAR:
            button = ActionButton(self.actions_by_key[key])
            style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            button.setToolButtonStyle(style if key != "compare_full" else Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setProperty("framed", True)
            self.toolbar.addWidget(button)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        space.setFixedWidth(16)
        self.toolbar.addWidget(space)
        self.toolbar.addWidget(self.find_bar)
        self.note = NoteButton()
        self.toolbar.addWidget(self.note)
        self.facts = QLabel()
        self.facts.setContentsMargins(12, 0, 8, 0)
        self.toolbar.addWidget(self.facts)
        # A bar that has no look yet would take over its room only when the theme is changed.
        self.toolbar.ensurePolished()
        self.toolbar.setStyleSheet("QToolBar { border: none; padding: 0 4px; spacing: 4px; }")
        self.addToolBar(self.toolbar)

    def _make_status_bar(self) -> None:
        self.statusBar().addPermanentWidget(Hint(self.docks.docks["timeline"]))
        self.statusBar().setSizeGripEnabled(False)

    # Pages

    def add_page(self, page: QWidget, title: str, *, front: bool = True, instead_of: QWidget | None = None) -> None:
        place = self.tabs.indexOf(instead_of) if instead_of is not None else -1
        was_front = instead_of is None or self.tabs.currentWidget() is instead_of
        self.tabs.add(page, title, place)
        canvas = as_canvas(page)
        if canvas is not None:
            canvas.menu_asked.connect(self.show_frame_menu)
            canvas.entered.connect(self.stepping.run_to)
            canvas.mode_changed.connect(lambda _: self.present_actions())
        if front and was_front:
            self.tabs.setCurrentWidget(page)
        if instead_of is not None:
            self.remove_page(instead_of)

    def show_page(self, page: QWidget) -> None:
        self.tabs.setCurrentWidget(page)

    def name_page(self, page: QWidget, title: str) -> None:
        if self.tabs.name(page, title):
            self._name_window()

    def remove_page(self, page: QWidget) -> None:
        canvas = as_canvas(page)
        self.tabs.removeTab(self.tabs.indexOf(page))
        if canvas is not None:
            self.documents.forget(canvas.session)
        comparison = as_comparison(page)
        if comparison is not None:
            self.comparisons.forget(comparison)
        page.deleteLater()

    def close_page(self, page: QWidget) -> bool:
        if not may_close(self, page):
            return False
        let_go(self, page)
        self.remove_page(page)
        if not self.pages:
            self.documents.show_start()
        return True

    def close_tab(self) -> None:
        self.close_page(self.page)

    def next_tab(self, direction: int) -> None:
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + direction) % self.tabs.count())

    # Turning to another page

    def turn(self) -> None:
        """Another page is in front."""
        session = self.session
        if session is not self._session:
            if self._session is not None:
                for signal in (self._session.moved, self._session.marked, self._session.sought, self._session.laid_out):
                    signal.disconnect(self.present)
                self._session.sought.disconnect(self.find_bar.follow)
            if session is not None:
                for signal in (session.moved, session.marked, session.sought, session.laid_out):
                    signal.connect(self.present)
                session.sought.connect(self.find_bar.follow)
            self._session = session
            self.stepping.attach(session)
            self.find_bar.attach(session)
            self.docks.show(session is not None, subjects_of(self.page))
            self.docks.attach(session)
        self.toolbar.setVisible(session is not None and not self.is_presenting)
        show_strip(self)
        if session is not None and self.canvas is not None:
            self.canvas.setFocus()
        self._say_facts()
        self._name_window()
        self.present()

    def _name_window(self) -> None:
        place = self.tabs.currentIndex()
        self.setWindowTitle(tr("{title} – Plyscope", title=self.tabs.tabText(place)) if place >= 0 else "Plyscope")

    def _say_facts(self) -> None:
        if self.session is None:
            return
        trace = self.session.trace
        self.note.show_note(trace.position.notes)
        frames = len(trace) - trace.origin.callers
        values = {"frames": count(frames), "pruned": count(trace.pruned)}
        if not trace.origin.is_search:
            calls, distinct = count(trace.user_code.calls), count(trace.user_code.distinct_calls)
            self.facts.setText(tr("calls: {calls} · different: {distinct}", calls=calls, distinct=distinct))
        elif trace.complete:
            self.facts.setText(tr("calls: {frames} · left out: {pruned}", **values))
        else:
            self.facts.setText(tr("calls: {frames}, cut short · left out: {pruned}", **values))

    def present(self) -> None:
        """Shows where the cursor of the session in front is, everywhere but on the canvas, which looks itself."""
        session = self.session
        self.docks.present()
        if session is not None:
            self.transport.show_place(session)
            self.caption.show_place(session)
            self._announce(session)
        self._actions_later.start()

    def _announce(self, session: Session) -> None:
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self, said(sentence(session.trace, session.cursor.now)))
            QAccessible.updateAccessibility(event)

    def present_actions(self) -> None:
        """Enables what can act, and lets what cannot say why."""
        for key, entry in self.table.items():
            action = self.actions_by_key[key]
            reason, _ = told = entry.why_not(self), entry.words(self)
            action.setEnabled(not reason)
            if self._told.get(key) != told:
                self._told[key] = told
                action.setToolTip(reason or self.tip(entry))
                action.setStatusTip(reason)
            if entry.is_on is not None:
                action.setChecked(entry.is_on(self))

    def tip(self, entry: Action) -> str:
        shortcuts = self.actions_by_key[entry.key].shortcuts()
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in shortcuts)
        what = entry.words(self)
        return tr("{what} ({keys})", what=what, keys=keys) if keys else what

    def say(self, words: str) -> None:
        """A word to the person that needs no answer."""
        self.statusBar().showMessage(words, 8000)

    # Keys and files that nobody nearer wants

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The key of a command that is disabled: it says why, or acts where that is not so any more."""
        for pressed in (QKeySequence(event.keyCombination()), QKeySequence(event.text())):
            for key, action in self.actions_by_key.items():
                if not pressed.isEmpty() and pressed in action.shortcuts() and not action.isEnabled():
                    self._trigger(self.table[key])
                    return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.documents.take_in(event.mimeData())

    # The end

    def closeEvent(self, event: QCloseEvent) -> None:
        self.remember()
        if not all(may_close(self, page) for page in self.pages):
            event.ignore()
            return
        for page in self.pages:
            let_go(self, page)
        SPARE.dismiss()
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            self.follow_system()
