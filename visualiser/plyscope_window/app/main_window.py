"""The window: tabs, docks, menus, how it looks, and the wiring between them.

The commands are in other modules: the window is given the table of actions, and knows pages only as `Page`. A tab keeps
room for the beginning of its title, however many tabs there are; their bar scrolls instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from plyscope.model.declaration import Windows
from PySide6.QtCore import QEvent, QPoint, Qt, SignalInstance
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QToolBar, QWidget

from plyscope_window.app import opening
from plyscope_window.app.action import Action, menus, submenus
from plyscope_window.app.docks import Docks, subjects_of
from plyscope_window.app.find_bar import FindBar
from plyscope_window.app.lesson import LessonPlayer
from plyscope_window.app.presentation import Presentation
from plyscope_window.app.status import FactsLabel, Hint, NoteButton, RulesOfSearch, StatusBar
from plyscope_window.app.tabs import Tabs
from plyscope_window.app.transport import TransportBar
from plyscope_window.jobs.background import later
from plyscope_window.jobs.job import SPARE_PROCESS
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.look import theme
from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.usercode.usercode_commands import read_with, show_user_code_bar
from plyscope_window.session.stepping import Stepping
from plyscope_window.settings import FOLLOW_SYSTEM, Settings
from plyscope_window.widgets.controls import ActionButton, Segments
from plyscope_window.words import LocalizedText, count, localized, one_or_many, tr

if TYPE_CHECKING:
    from pathlib import Path

    from plyscope_window.session.session import Session


def gap() -> QWidget:
    """Empty room between two groups of a toolbar."""
    space = QWidget()
    space.setFixedWidth(12)
    return space


VIEWS = ("focus", "tree", "icicle")
"""The actions of the three views, by their keys."""
SHORT_TOOLBAR, MIN_TOOLBAR = 1100, 800
"""The width of a window in pixels below which its toolbar has names for what is in force only; for all buttons."""
FRAME_MENU = (
    "run_to", "to_return", "", "bookmark", "breakpoint_frame", "", "zoom_subtree", "collapse", "hide", "unhide", "",
    "why_value", "why_alpha", "why_beta", "way_back", "ghost", "open_ghost", "",
    "copy_position", "copy_explanation", "record_here", "own_lines",
)  # fmt: skip
"""The commands in the menu of a frame; empty texts are separators."""
MESSAGE_MS = 8000
"""How long a message stays in the status bar."""
MIN_TEXT_SCALE, MAX_TEXT_SCALE = 0.7, 2.0
"""The smallest and the largest text size; 1 is the default."""


def facts_text(session: Session) -> str:
    """What has been counted by the last step that is shown, as a sentence."""
    trace, counts = session.trace, session.counts
    is_end = session.known_step == session.cursor.last_step
    facts = [one_or_many(counts.calls, tr("1 call"), tr("{count} calls"))]
    distinct = None if trace.origin.is_search else trace.user_code.distinct_by(session.known_frames)
    if distinct is not None:
        if trace.user_code.has_equal_calls:
            facts.append(tr("{distinct} different", distinct=count(distinct)))
        else:
            facts.append(tr("{distinct} with different arguments", distinct=count(distinct)))
    has_windows = trace.search.windows is not Windows.NONE
    if trace.origin.is_search and has_windows and trace.facts.knows_cuts:
        facts.append(one_or_many(counts.cutoffs, tr("1 cutoff"), tr("{count} cutoffs")))
    if trace.origin.is_search and (has_windows or trace.search.is_imported) and trace.facts.knows_pruned:
        facts.append(tr("{count} pruned", count=count(counts.pruned)))
    if trace.may_prune_forward:
        facts.append(tr("{count} forward pruned", count=count(counts.forward_pruned)))
    words = LocalizedText(" · ".join(facts))
    if not is_end:
        return tr("so far {facts}", facts=words)
    return words if trace.complete else tr("{facts} · cut short", facts=words)


def groups_of(table: Iterable[Action[MainWindow]]) -> list[list[Action[MainWindow]]]:
    """The actions in groups that have the same requirements and the same function for their label."""
    groups: dict[object, list[Action[MainWindow]]] = {}
    for entry in table:
        groups.setdefault((entry.requires, entry.now), []).append(entry)
    return list(groups.values())


class MainWindow(Host):
    """One window with any number of recordings and positions in tabs."""

    def __init__(
        self, table: Iterable[Action[MainWindow]], settings: Settings | None, recovery: Recovery | None
    ) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.recovery = recovery or Recovery(parent=self)
        self.recovery.failed.connect(lambda message: self.say(localized(message)))
        self.setWindowTitle("Plyscope")
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self._no_page = Page(self)
        """The page in front while there is no tab."""
        self._no_page.hide()
        self.tabs = Tabs()
        self.tabs.close_requested.connect(self.close_page)
        self.tabs.currentChanged.connect(lambda _: self.show_front())
        self.setCentralWidget(self.tabs)
        self.stepping = Stepping(self)
        self.stepping.message.connect(self.say)
        self.stepping.playing_changed.connect(self.present_actions)
        # The actions are updated after the step has been painted: it takes as long as painting it.
        self._actions_later = later(self, self.present_actions)
        self._held: list[Action[MainWindow]] = []
        """Commands whose keys were pressed while the recording that they are for was still being made."""
        self._held_later = later(self, self._carry_out_held)
        self.find_bar = FindBar()
        self._make_actions(table)
        self.transport = TransportBar(self.actions_by_key)
        self.transport.speed_changed.connect(self.stepping.set_speed)
        self.docks = Docks(self, lambda: self.session, self.transport)
        self._session: Session | None = None
        self.presentation = Presentation(self, self.docks, self.present_or_not, lambda: self.apply_theme(theme.theme()))
        self.docks.arrangement.restored.connect(self._show_bars)
        self._make_menus()
        self._make_toolbar()
        self._make_status_bar()
        self._make_lessons()
        self.find_bar.next_requested.connect(lambda: self.stepping.to_hit(forwards=True))
        self.find_bar.previous_requested.connect(lambda: self.stepping.to_hit(forwards=False))
        self.find_bar.refused.connect(self.say)
        self.find_bar.left.connect(lambda: self.canvas.setFocus() if self.canvas is not None else None)
        self.restore()
        opening.show_start(self)

    # What is in front

    @property
    def page(self) -> Page:
        """The page in front; an empty one while there is no tab."""
        page = self.tabs.currentWidget()
        return page if isinstance(page, Page) else self._no_page

    @property
    def pages(self) -> list[Page]:
        """The pages of all tabs, in order."""
        pages = (self.tabs.widget(place) for place in range(self.tabs.count()))
        return [page for page in pages if isinstance(page, Page)]

    # Building it

    def _make_actions(self, table: Iterable[Action[MainWindow]]) -> None:
        """Make Qt's actions from the table."""
        self.table = {action.key: action for action in table}
        self.actions_by_key = {action.key: self._make_action(action) for action in self.table.values()}
        self._alike = groups_of(self.table.values())
        """Actions with the same requirements and the same label now: they are asked once, and shown alike."""
        self._switches = [entry for entry in self.table.values() if entry.is_on is not None]
        self._shown_words: dict[str, tuple[str, str]] = {}
        """The last reason shown for the actions of a group, by its first one, and what these do now."""

    def _make_action(self, entry: Action[MainWindow]) -> QAction:
        """Make Qt's action of a line of the table."""
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

    def _trigger(self, entry: Action[MainWindow]) -> None:
        """Run an action, or say why it is disabled."""
        reason = entry.why_not(self)
        if reason:
            self.say(reason)
        else:
            entry.run(self)
            self.lessons.note(entry.key)
        self._actions_later.start()

    def _make_menus(self) -> None:
        """Make the menus from the table."""
        for key, title in menus().items():
            menu = self.menuBar().addMenu(title)
            menu.setToolTipsVisible(True)
            if key == "window":
                menu.addActions(list(self.docks.toggles.values()))
            self._fill_menu(menu, [entry for entry in self.table.values() if entry.menu == key])
            menu.aboutToShow.connect(self.present_actions)

    def _fill_menu(self, menu: QMenu, entries: list[Action[MainWindow]]) -> None:
        """Add actions to a menu: a line between groups, and a menu of its own for a group with a title."""
        titles = submenus()
        was_titled = False
        for group in dict.fromkeys(entry.group for entry in entries):
            actions = [self.actions_by_key[entry.key] for entry in entries if entry.group == group]
            title = titles.get((entries[0].menu, group))
            if not menu.isEmpty() and not (was_titled and title):
                menu.addSeparator()
            below = menu.addMenu(title) if title else menu
            below.setToolTipsVisible(True)
            below.addActions(actions)
            was_titled = title is not None

    def _make_toolbar(self) -> None:
        """Make the toolbar: views, questions, find bar, note and counts."""
        self.toolbar = QToolBar(tr("Views and finding"), self)
        self.toolbar.setObjectName("toolbar")
        self.toolbar.setMovable(False)
        views = [(self.actions_by_key[key], self.actions_by_key[key].iconText()) for key in VIEWS]
        self.views = Segments(views, with_icons=True)
        self.toolbar.addWidget(self.views)
        self.toolbar.addWidget(gap())
        why = self.docks.toggles["why"]
        why.setIcon(icon("help"))
        why.setIconVisibleInMenu(False)
        self.beside_views = [
            ActionButton(why, tr("Why?"), shows_state=False),
            ActionButton(self.actions_by_key["compare_full"], tr("Compare")),
            ActionButton(self.actions_by_key["exercise_here"], tr("Exercise")),
        ]
        for button in self.beside_views:
            button.setProperty("framed", True)
            self._last_beside_views = self.toolbar.addWidget(button)
        self.toolbar.addWidget(gap())
        self.toolbar.addWidget(self.find_bar)
        self.note = NoteButton()
        self.toolbar.addWidget(self.note)
        self.facts = FactsLabel()
        self.toolbar.addWidget(self.facts)
        # An unpolished bar would get its margins only when the theme changes.
        self.toolbar.ensurePolished()
        self.toolbar.setStyleSheet("QToolBar { border: none; padding: 0 4px; spacing: 4px; }")
        self.addToolBar(self.toolbar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_toolbar()

    def _fit_toolbar(self) -> None:
        """Leave out words of buttons where the window is narrow for its text."""
        is_short = self.width() < SHORT_TOOLBAR * theme.Current.text_scale
        self.views.shorten(is_short)
        self._last_beside_views.setVisible(self.width() >= MIN_TOOLBAR * theme.Current.text_scale)
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if is_short else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        for button in self.beside_views:
            button.setToolButtonStyle(style)

    def _make_lessons(self) -> None:
        """Make the player of lessons."""
        self.lessons = LessonPlayer(self, self.docks)
        self.lessons.progressed.connect(lambda: opening.show_lesson_progress(self))
        self.addToolBarBreak()
        self.addToolBar(self.lessons.bar)
        for key, toggle in self.docks.toggles.items():
            toggle.triggered.connect(lambda _checked=False, key=key: self.lessons.note(key))

    def _make_status_bar(self) -> None:
        """Make the status bar."""
        self.rules = RulesOfSearch()
        self.setStatusBar(StatusBar(self.rules, Hint(lambda: self.canvas, self.docks.docks["timeline"])))

    # Pages

    def add_page(self, page: Page, *, front: bool = True, instead_of: Page | None = None) -> None:
        """Add a page as a tab, with `front` in front unless `instead_of`, which it replaces, was behind."""
        place = self.tabs.indexOf(instead_of) if instead_of is not None else -1
        was_front = instead_of is None or self.page is instead_of or instead_of.stays_behind(self)
        page.show_coordinates(self.coordinates)
        page.title_changed.connect(lambda title: self._name_page(page, title))
        page.message.connect(self.say)
        page.worked.connect(self.lessons.look)
        page.file_used.connect(self.settings.add_recent)
        page.front_requested.connect(lambda: self.show_page(page))
        self.tabs.add(page, place)
        if front and was_front:
            self.tabs.setCurrentWidget(page)
        if instead_of is not None:
            self.remove_page(instead_of)

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentWidget(page)

    def _name_page(self, page: Page, title: str) -> None:
        """Take over the new title of a page."""
        if self.tabs.name(page, title):
            self._name_window()

    def remove_page(self, page: Page) -> None:
        """Remove the tab of a page without asking."""
        self.tabs.removeTab(self.tabs.indexOf(page))
        page.detach()
        page.deleteLater()

    def close_page(self, page: Page) -> bool:
        """Close a page, the last one for the start page, unless the user wants to keep it; False then."""
        if not page.may_close():
            return False
        page.close()
        self.remove_page(page)
        if not self.pages:
            opening.show_start(self)
        return True

    def open_source(self, source: str) -> bool:
        """Open a file, sample or text; False, and said, where that fails."""
        return opening.open_source(self, source)

    def open_lesson(self, path: Path) -> None:
        """Begin a lesson from a file."""
        self.lessons.open(path)

    def close_tab(self) -> None:
        """Close the page in front."""
        self.close_page(self.page)

    def next_tab(self, direction: int) -> None:
        """Bring the next tab (1) or the previous one (-1) to the front."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + direction) % self.tabs.count())

    # Another page in front

    def show_front(self) -> None:
        """Show the session of the page that has come to the front, everywhere in the window."""
        session = self.session
        has_changed = session is not self._session
        if has_changed:
            for signal, slot in self._slots_for(self._session):
                signal.disconnect(slot)
            for signal, slot in self._slots_for(session):
                signal.connect(slot)
            self._session = session
            self.stepping.attach(session)
            self.find_bar.attach(session)
        self.docks.show(session is not None, subjects_of(self.page))
        if has_changed:
            self.docks.attach(session)
        self._show_bars()
        if session is not None and self.canvas is not None:
            self.canvas.setFocus()
        elif not self.page.isAncestorOf(self.focusWidget() or self):
            # After a tab was closed nothing would have the keyboard.
            (self.page.focusWidget() or self.page).setFocus(Qt.FocusReason.TabFocusReason)
        self.note.show_note("" if session is None else session.trace.position.notes)
        self._name_window()
        self.present()
        self._held_later.start()

    def _slots_for(self, session: Session | None) -> list[tuple[SignalInstance, Callable[..., object]]]:
        """What the window does at the signals of the session in front; nothing without a session."""
        if session is None:
            return []
        steps = (session.moved, session.marked, session.search_changed, session.laid_out)
        return [
            *((signal, self.present) for signal in steps),
            (session.search_changed, self.find_bar.follow),
            (session.reading_requested, self._read_with),
            (session.asked, self._ask),
        ]

    def _read_with(self, given: dict[str, dict[str, str]]) -> None:
        """Read the user code in front with the roles that the user gives."""
        if self.session is not None:
            read_with(self, self.session, given)

    def _name_window(self) -> None:
        """Set the title of the window to that of the page in front."""
        place = self.tabs.currentIndex()
        self.setWindowTitle(tr("{title} – Plyscope", title=self.tabs.tabText(place)) if place >= 0 else "Plyscope")

    def _say_facts(self) -> None:
        """Show what has been counted by the cursor's step; while a large recording is laid out, nothing."""
        session = self.session
        if session is not None:
            self.facts.say(facts_text(session) if session.is_laid_out else "")

    def present(self) -> None:
        """Show the current step of the session in front, except on the canvas, which follows the cursor by itself."""
        session = self.session
        self.docks.present()
        self.rules.show_page(self.page)
        if session is not None:
            self._say_facts()
            self.find_bar.follow_cursor()
            self.transport.show_place(session)
            self._announce(session)
        self.presentation.present()
        self._actions_later.start()

    def _announce(self, session: Session) -> None:
        """Have a screen reader say the sentence of the step."""
        from plyscope.text.narration import sentence

        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self, localized(sentence(session.trace, session.cursor.now)))
            QAccessible.updateAccessibility(event)

    def present_actions(self) -> None:
        """Enable or disable each action, with the reason as its tooltip; lesson and page in front follow."""
        known: dict[Callable[[MainWindow], str], str] = {}
        for alike in self._alike:
            first = alike[0]
            reason, _ = words = first.why_not(self, known), "" if first.now is None else first.now(self)
            if self._shown_words.get(first.key) != words:
                self._shown_words[first.key] = words
                for entry in alike:
                    action = self.actions_by_key[entry.key]
                    action.setEnabled(not reason)
                    action.setToolTip(reason or self.tip(entry))
                    action.setStatusTip(reason)
        for entry in self._switches:
            assert entry.is_on is not None
            self.actions_by_key[entry.key].setChecked(entry.is_on(self))
        self.lessons.look()
        self.page.present()

    def tip(self, entry: Action[MainWindow]) -> str:
        """The tooltip of an action: its label and its keys."""
        shortcuts = self.actions_by_key[entry.key].shortcuts()
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in shortcuts)
        label = entry.words(self)
        return tr("{what} ({keys})", what=label, keys=keys) if keys else label

    def _ask(self) -> None:
        """Show the panel with the question before which stepping has stopped."""
        self.docks.present()
        self.show_panel("predict")

    def show_panel(self, key: str) -> None:
        """Bring a panel to the front, and give it the keyboard."""
        self.docks.bring_to_front(key)

    def say(self, words: str) -> None:
        """Show a message in the status bar for a while."""
        if words == self.statusBar().currentMessage():
            self.statusBar().clearMessage()  # else it would be gone when the time of the first one is over
        self.statusBar().showMessage(words, MESSAGE_MS)

    def show_frame_menu(self, frame: int, place: QPoint) -> None:
        """Show the menu of the selected frame at a point of the screen."""
        self.frame_menu().popup(place)

    def frame_menu(self) -> QMenu:
        """Make the menu of the selected frame."""
        self.present_actions()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key in FRAME_MENU:
            if key:
                menu.addAction(self.actions_by_key[key])
            else:
                menu.addSeparator()
        return menu

    # How it looks

    def change_theme(self) -> None:
        """Change between the light theme and the dark one."""
        self.choose_theme((theme.LIGHT if theme.theme() is theme.DARK else theme.DARK).name)

    def choose_theme(self, name: str) -> None:
        """Use a theme by its name, or that of the desktop, and remember the choice."""
        self.settings.set("theme", name)
        self.apply_theme(theme.THEMES.get(name) or theme.system_theme())

    def follow_system(self) -> None:
        """Follow the desktop's change to dark or light, if the user has chosen no theme."""
        if self.settings.text("theme", FOLLOW_SYSTEM) == FOLLOW_SYSTEM:
            self.apply_theme(theme.system_theme())

    @property
    def text_scale(self) -> float:
        """The text size chosen by the user; 1 is the default."""
        return self.settings.number("text_scale", 1.0, MIN_TEXT_SCALE, MAX_TEXT_SCALE)

    def scale_text(self, factor: float | None) -> None:
        """Change the text size by a factor; None restores the default."""
        self.set_text_scale(1.0 if factor is None else self.text_scale * factor)

    def set_text_scale(self, scale: float) -> None:
        """Set the text size, within its limits, and remember it."""
        self.settings.set("text_scale", round(min(MAX_TEXT_SCALE, max(MIN_TEXT_SCALE, scale)), 2))
        self.apply_theme(theme.theme())

    def apply_theme(self, chosen: theme.Theme) -> None:
        """Use a theme with the text size of the user and of the presentation."""
        theme.use(chosen, self.text_scale * self.presentation.scale)
        self._fit_toolbar()

    @property
    def coordinates(self) -> str:
        """The notation for moves that the user has chosen; empty for that of each source."""
        return self.settings.text("coordinates", "")

    def choose_coordinates(self, name: str) -> None:
        """Show moves in a notation on every page whose game has it."""
        self.settings.set("coordinates", name)
        for page in self.pages:
            page.show_coordinates(name)
        self.find_bar.show_example()
        self.docks.attach(None)
        self.docks.attach(self.session)
        self.present()

    # Presenting

    @property
    def is_presenting(self) -> bool:
        """Whether the presentation is on."""
        return self.presentation.is_on

    def present_or_not(self) -> None:
        """Begin or end the presentation: full screen, large, nothing but the tree and its caption."""
        if self.is_presenting:
            self.presentation.end()
        else:
            self.presentation.begin()
        for bar in (self.menuBar(), self.statusBar(), self.tabs.tabBar()):
            bar.setVisible(not self.is_presenting)
        self._show_bars()
        self.present()

    def _show_bars(self) -> None:
        """Show the bars that belong to what is in front; a presentation has none."""
        self.toolbar.setVisible(self.session is not None and not self.is_presenting)
        self.lessons.show_bar()
        show_user_code_bar(self)
        for page in self.pages:
            page.show_bare(self.is_presenting, self.presentation.keys)

    def restore_layout(self) -> None:
        """Arrange the docks as at first, and end a presentation."""
        if self.is_presenting:
            self.present_or_not()
        self.docks.arrange()
        self.toolbar.setVisible(self.session is not None)

    # Saved settings

    def restore(self) -> None:
        """Restore place, layout, docks and speed from the settings."""
        self.restoreGeometry(self.settings.bytes("geometry"))
        self.docks.arrangement.restore(self.settings.bytes("layout"))
        self.lessons.bar.hide()
        docks = self.settings.text("docks", "")
        if docks:
            self.docks.restore_chosen(docks)
        else:
            self.docks.apply()
        self.transport.set_speed(self.settings.number("speed", self.transport.speed, 0.1, 10_000))
        self.stepping.set_speed(self.transport.speed)

    def remember(self) -> None:
        """Save place, layout, docks and speed in the settings, after the end of a presentation."""
        if self.is_presenting:
            self.present_or_not()
        self.settings.set("geometry", self.saveGeometry())
        arrangement = self.docks.arrangement
        if not arrangement.is_customised:
            self.settings.remove("layout")
        else:
            self.settings.set("layout", self.saveState() if self.docks.are_shown else arrangement.state)
        self.settings.set("docks", self.docks.chosen_text)
        self.settings.set("speed", self.stepping.speed)
        self.settings.sync()

    # Keys and files that no child widget has handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the key of a disabled command: say why it is disabled, or run it if it no longer is, or soon."""
        for pressed in (QKeySequence(event.keyCombination()), QKeySequence(event.text())):
            for key, action in self.actions_by_key.items():
                if not pressed.isEmpty() and pressed in action.shortcuts() and not action.isEnabled():
                    if any(page is not self.page for page in self._awaited_pages()):
                        self._held.append(self.table[key])
                    else:
                        self._trigger(self.table[key])
                    return
        super().keyPressEvent(event)

    def _awaited_pages(self) -> list[Page]:
        """The pages of recordings that are being made and will come to the front, if none is in front."""
        return [] if self.session is not None else [page for page in self.pages if page.stays_behind(self)]

    def _carry_out_held(self) -> None:
        """Run the actions that were held back, once no recording is awaited any more."""
        if self._awaited_pages():
            return
        held, self._held = self._held, []
        for entry in held:
            self._trigger(entry)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        opening.open_dropped(self, event.mimeData())

    # Closing

    def closeEvent(self, event: QCloseEvent) -> None:
        self.remember()
        if not all(page.may_close() for page in self.pages):
            event.ignore()
            return
        for page in self.pages:
            page.close()
        SPARE_PROCESS.dismiss()
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            self.follow_system()
