"""The table of panels, the docks that hold them round the canvas, and how the docks are arranged.

A panel is made when it is first visible. A hidden panel is not updated, and catches up when it is shown. The
arrangement suits the window's size until the user changes it; docks that are hidden for another page come back as
large as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from plyscope_window.panels.panel import Panel
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.pages.page import Page
    from plyscope_window.session.session import Session

LOW = 860
"""A window lower than this has no room for three docks above each other at the left."""
SMALL = QSize(1000, 680)
"""A window smaller than this, either way, has room for one dock at each side."""
FRONT = ("equal_calls", "root_moves", "window", "stack")
FRONT_WHERE_SMALL = ("board", "source")
AROUND = 255
"""What menu, toolbar, timeline and status bar take of the window's height."""
OTHER_SIDE = {
    Qt.DockWidgetArea.LeftDockWidgetArea: Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea: Qt.DockWidgetArea.LeftDockWidgetArea,
}
ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class Arrangement(QObject):
    """Keeps the docks of a window in their places."""

    def __init__(self, window: QMainWindow, docks: Docks) -> None:
        super().__init__(window)
        self.window, self.docks = window, docks
        self.is_own = False
        """Whether the user has moved, closed or resized a dock; the window's size then changes nothing."""
        self.state = QByteArray()
        """The layout when the docks were last visible."""
        self._sizes: dict[str, QSize] = {}
        self._sized_for = QSize()
        self._together: tuple[tuple[str, str], ...] = ()
        self._calls_with = "root_moves"
        """The dock that shares its place with those of equal calls and of printed text."""
        self._is_busy = False
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._fit)
        for dock in self._all.values():
            dock.topLevelChanged.connect(lambda _: self.become_own())
            dock.dockLocationChanged.connect(lambda _: self.become_own())
        window.installEventFilter(self)
        # Nothing bounces; and Qt keeps an animation for every dock that it ever moved.
        window.setAnimated(False)

    @property
    def _all(self) -> dict[str, Dock]:
        return self.docks.docks

    def become_own(self) -> None:
        """Note that the user has changed the arrangement."""
        if not self._is_busy:
            self.is_own = True
            self._sizes = {}

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._later.start()
        elif isinstance(event, QMouseEvent) and self._is_between_docks(event):
            self.become_own()
        return False

    def _is_between_docks(self, event: QMouseEvent) -> bool:
        """Whether the event is a press on a separator between docks, which belongs to no widget."""
        is_press = event.type() is QEvent.Type.MouseButtonPress
        return is_press and self.window.childAt(event.position().toPoint()) is None

    # Hidden and shown again

    def leave(self) -> None:
        """Remember the layout before the docks are hidden."""
        self.state = self.window.saveState()
        self._sizes = {key: dock.size() for key, dock in self._all.items() if dock.is_front and dock.isVisible()}
        self._sized_for = self.window.size()

    def come_back(self) -> None:
        """Show the docks again, and once more when the other widgets have been laid out."""
        self._fit()
        self._later.start()

    def _fit(self) -> None:
        if not self.docks.are_shown:
            return
        if self.docks.is_presenting:
            self.window.resizeDocks([self._all["board"]], [self.window.width() // 3], ACROSS)
        elif not self.is_own:
            self.suit_window()
        elif self._sizes and self.window.size() == self._sized_for:
            self._is_busy = True
            self.window.restoreState(self.state)
            self.docks.show_chosen()
            self._is_busy = False

    # For a size of the window

    def restore(self, state: QByteArray) -> None:
        """Restore the last layout; if there is none, arrange the docks for the window's size."""
        self._is_busy = True
        self.is_own = self.window.restoreState(state)
        self._is_busy = False
        self.state = state

    def arrange(self) -> None:
        """Put every dock back in its default place."""
        self.is_own = False
        self._sizes, self._together = {}, ()
        self.suit_window()
        self._later.start()

    @property
    def _is_small(self) -> bool:
        return self.window.width() < SMALL.width() or self.window.height() < SMALL.height()

    def _pairs(self) -> tuple[tuple[str, str], ...]:
        """Docks that lie on top of each other, the first in front: at the right, all but the source with the stack."""
        with_stack = tuple(
            ("stack", key)
            for key, dock in self._all.items()
            if dock.entry.area is RIGHT and key not in ("source", "stack")
        )
        if self._is_small:
            return ("board", "window"), ("board", "root_moves"), ("source", "stack"), *with_stack
        return (("window", "root_moves"), *with_stack) if self.window.height() < LOW else with_stack

    def suit_window(self) -> None:
        together = self._pairs()
        calls_with = self._calls_with
        if self.docks.belongs("equal_calls"):
            # At the left there is room for the tabs of a search, or for those of calls.
            calls_with = "stack" if self.docks.belongs("window") else "root_moves"
        of_calls = [(calls_with, key) for key, dock in self._all.items() if dock.entry.of == USER_CODE]
        self._is_busy = True
        before = self._together, self._calls_with
        self._together, self._calls_with = together, calls_with
        if together != before[0]:
            self._put((*together, *of_calls))
        elif calls_with != before[1]:
            self._lay_together(of_calls)
        self._resize()
        self._is_busy = False

    def _put(self, together: tuple[tuple[str, str], ...]) -> None:
        keyboard = self.window.focusWidget()
        for dock in self._all.values():
            dock.setFloating(False)
            self.window.removeDockWidget(dock)
        for dock in self._all.values():
            self.window.addDockWidget(self._mirrored(dock.entry.area), dock)
        self._lay_together(together)
        if keyboard is not None:
            keyboard.setFocus()

    def _lay_together(self, pairs: Iterable[tuple[str, str]]) -> None:
        for first, second in pairs:
            self.window.tabifyDockWidget(self._all[first], self._all[second])
        self.docks.show_chosen()

    def _mirrored(self, area: Qt.DockWidgetArea) -> Qt.DockWidgetArea:
        """Swap the sides in a right-to-left layout: Qt mirrors the contents of docks, but not their places."""
        if self.window.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return area
        return OTHER_SIDE.get(area, area)

    def raise_first(self) -> None:
        """Of docks on top of each other the first is seen."""
        for key in FRONT_WHERE_SMALL if ("source", "stack") in self._together else FRONT:
            if self.docks.chosen[key]:
                self._all[key].raise_()

    def _resize(self) -> None:
        wide, high = self.window.width(), self.window.height()
        left, right = min(300, max(230, wide // 6)), min(430, wide * 29 // 100)
        if self._is_small:
            left, right = max(170, min(230, wide // 5)), max(300, min(371, wide * 34 // 100))
        self.window.resizeDocks([self._all["board"], self._all["source"]], [left, right], ACROSS)
        timeline = 160 if high >= LOW else 130 if not self._is_small else 110
        self.window.resizeDocks([self._all["timeline"]], [timeline], DOWN)
        if self._is_small:
            return
        room = high - AROUND
        shares = {"board": 46, "window": 28, "root_moves": 26} if high >= LOW else {"board": 55, "window": 45}
        if not self.docks.belongs("window"):
            shares = {"board": 52, "equal_calls": 48}
        heights = [room * share // 100 for share in shares.values()]
        self.window.resizeDocks([self._all[key] for key in shares], heights, DOWN)
        lower = [self._all["source"], self._all["stack"]]
        self.window.resizeDocks(lower, [room * 53 // 100, room * 47 // 100], DOWN)


LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
COMPARISONS, SEARCHES, USER_CODE = "comparisons", "searches", "user code"


@dataclass(frozen=True)
class Entry:
    """One line of the table."""

    key: str
    title: str
    panel: str
    """The class, as module:name in the panels' package."""
    area: Qt.DockWidgetArea
    is_usual: bool
    """Whether it is to be seen before the person changes anything."""
    keys: str
    """What brings it to the front."""
    of: str = ""
    """The recordings that it is for, if not all: comparisons, searches or user code. It is hidden for others."""
    without_game: str = ""
    """Its title for user code that plays no game, if that is another one."""


def entries() -> list[Entry]:
    return [
        Entry("board", tr("Position"), "board:BoardPanel", LEFT, True, "Alt+1", without_game=tr("Call")),
        Entry("window", tr("α–β window"), "window:WindowPanel", LEFT, True, "Alt+2", SEARCHES),
        Entry("root_moves", tr("Root moves"), "root_moves:RootMovesPanel", LEFT, True, "Alt+3", SEARCHES),
        Entry("equal_calls", tr("Equal calls"), "equal_calls:EqualCallsPanel", LEFT, True, "Ctrl+Alt+Q", USER_CODE),
        Entry("printed", tr("Printed"), "printed:PrintedPanel", LEFT, True, "Ctrl+Alt+P", USER_CODE),
        Entry("source", tr("Source"), "source:SourcePanel", RIGHT, True, "Alt+4"),
        Entry("stack", tr("Call stack"), "stack:StackPanel", RIGHT, True, "Alt+5"),
        Entry("steps", tr("Steps"), "steps:StepsPanel", RIGHT, True, "Alt+6"),
        Entry("why", tr("Why?"), "why:WhyPanel", RIGHT, True, "W"),
        Entry("outline", tr("Outline"), "outline:OutlinePanel", RIGHT, False, "Alt+7"),
        Entry("breakpoints", tr("Breakpoints"), "breakpoints:BreakpointsPanel", RIGHT, False, "Alt+8"),
        Entry("bookmarks", tr("Bookmarks"), "bookmarks:BookmarksPanel", RIGHT, False, "Alt+9"),
        Entry("differences", tr("Differences"), "differences:DifferencesPanel", RIGHT, True, "Alt+D", COMPARISONS),
        Entry("statistics", tr("Statistics"), "statistics:StatisticsPanel", RIGHT, False, "Ctrl+Alt+S"),
        Entry("timeline", tr("Timeline"), "timeline:TimelinePanel", BOTTOM, True, "Alt+0"),
    ]


BESIDE_CURSOR = ("source",)
"""The panels that are updated at once, and painted with the canvas; the others follow right after."""


class Dock(QDockWidget):
    """A dock that makes its panel when it is first visible."""

    closed = Signal()

    def __init__(self, entry: Entry, session: Callable[[], Session | None], parent: QMainWindow) -> None:
        super().__init__(entry.title, parent)
        self.entry = entry
        self.panel: Panel | None = None
        self.is_behind = False
        """Whether the cursor has moved since the panel was last updated."""
        self.is_front = False
        """Whether its tab is the chosen one, where it shares its place with others."""
        self._session = session
        self._own_bar: QWidget | None = None
        self._no_bar: QWidget | None = None
        """The empty widget in the place of a hidden title bar."""
        self.setObjectName(entry.key)
        self.visibilityChanged.connect(self._appear)

    def _appear(self, is_visible: bool) -> None:
        self.is_front = is_visible
        if not is_visible:
            return
        if self.panel is None:
            self._make()
        elif self.is_behind:
            self.present()

    def _make(self) -> None:
        module, name = self.entry.panel.split(":")
        made = getattr(import_module(f"plyscope_window.panels.{module}"), name)()
        assert isinstance(made, Panel)
        made.attach(self._session())
        self.panel = made
        self.setWidget(made)

    def show_bare(self, is_bare: bool) -> None:
        """Without its title bar, and without those parts of its panel that a presentation shows elsewhere."""
        if is_bare and self._no_bar is None:
            # Qt hides the title bar only for an empty widget in its place.
            self._own_bar, self._no_bar = self.titleBarWidget(), QWidget(self)
            self.setTitleBarWidget(self._no_bar)
        elif not is_bare and self._no_bar is not None:
            self.setTitleBarWidget(self._own_bar)  # type: ignore[arg-type]  # None brings Qt's own back
            self._no_bar.deleteLater()
            self._no_bar = None
        if self.panel is not None:
            self.panel.show_bare(is_bare)

    @property
    def is_seen(self) -> bool:
        return self.panel is not None and self.is_front and self.isVisible()

    def attach(self, session: Session | None) -> None:
        if self.panel is not None:
            self.panel.attach(session)
            self.is_behind = False

    def present(self) -> None:
        """Updates the panel, if it is visible."""
        self.is_behind = not self.is_seen
        if self.panel is not None and not self.is_behind:
            self.panel.present()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)


def subjects_of(page: Page) -> frozenset[str]:
    """What the recording in front is about; docks that belong to something else are hidden with it."""
    origin = None if page.session is None else page.session.trace.origin
    found = {USER_CODE} if origin is not None and origin.is_user_code else set()
    if origin is None or origin.is_search:
        found.add(SEARCHES)
    if page.pair is not None:
        found.add(COMPARISONS)
    return frozenset(found)


class Docks:
    """All docks of a window. They are there while a recording is in front."""

    def __init__(self, window: QMainWindow, session: Callable[[], Session | None], transport: QWidget) -> None:
        self.window = window
        self.docks = {entry.key: Dock(entry, session, window) for entry in entries()}
        self.chosen = {entry.key: entry.is_usual for entry in entries()}
        self.are_shown = False
        self.subjects: frozenset[str] = frozenset()
        """What the recording in front is about."""
        self._only: tuple[str, ...] | None = None
        """The only docks shown in a presentation."""
        self.toggles: dict[str, QAction] = {}
        self._later = QTimer(window, interval=0, singleShot=True)
        self._later.timeout.connect(self._present_rest)
        window.setCorner(Qt.Corner.BottomLeftCorner, BOTTOM)
        window.setCorner(Qt.Corner.BottomRightCorner, BOTTOM)
        window.setDockNestingEnabled(True)
        for key, dock in self.docks.items():
            dock.closed.connect(lambda key=key: self._choose(key, False))
            self._make_toggle(key, dock)
        self.docks["timeline"].setTitleBarWidget(transport)
        self.arrangement = Arrangement(window, self)
        self.arrange()

    def _make_toggle(self, key: str, dock: Dock) -> None:
        action = QAction(dock.windowTitle(), self.window)
        action.setCheckable(True)
        action.setShortcut(dock.entry.keys)
        action.triggered.connect(lambda checked: self.toggle(key))
        self.toggles[key] = action
        self.window.addAction(action)

    # Where they are

    def arrange(self) -> None:
        """Puts every dock where it usually is."""
        for key, dock in self.docks.items():
            self.chosen[key] = dock.entry.is_usual
        self.arrangement.arrange()

    @property
    def is_presenting(self) -> bool:
        return self._only is not None

    def show(self, are_shown: bool, subjects: frozenset[str] = frozenset({SEARCHES})) -> None:
        if (are_shown, subjects) != (self.are_shown, self.subjects):
            if self.are_shown and not self.is_presenting:
                self.arrangement.leave()
            begins_to_compare = COMPARISONS in subjects - self.subjects
            self.are_shown, self.subjects = are_shown, subjects
            self._name()
            self._apply()
            if begins_to_compare:
                self.docks["differences"].raise_()

    def _name(self) -> None:
        """Where no game is played there are no positions."""
        is_without_game = SEARCHES not in self.subjects and USER_CODE in self.subjects
        for key, dock in self.docks.items():
            if dock.entry.without_game:
                title = dock.entry.without_game if is_without_game else dock.entry.title
                dock.setWindowTitle(title)
                self.toggles[key].setText(title)

    def show_only(self, *keys: str) -> None:
        """For the presentation: nothing but these, until `apply` is called."""
        if self.are_shown and not self.is_presenting:
            self.arrangement.leave()
        self._only = keys
        self._apply()

    def belongs(self, key: str) -> bool:
        """Whether a dock has something to show of what is in front."""
        return self.docks[key].entry.of in ("", *self.subjects)

    def show_chosen(self) -> None:
        for key, dock in self.docks.items():
            is_chosen = self.chosen[key] if self._only is None else key in self._only
            dock.setVisible(self.are_shown and is_chosen and self.belongs(key))
            dock.show_bare(self.is_presenting)
            self.toggles[key].setChecked(self.chosen[key])
        if self.are_shown:
            self.arrangement.raise_first()

    def _apply(self) -> None:
        fronts = [dock for dock in self.docks.values() if dock.is_front]
        self.show_chosen()
        if self.are_shown:
            self.arrangement.come_back()
            for dock in fronts:
                if dock.isVisible():
                    dock.raise_()

    def apply(self) -> None:
        """Shows the chosen docks, as before a presentation."""
        self._only = None
        self._apply()

    def toggle(self, key: str) -> None:
        """Brings a dock to the front; closes it where it is there already and has the keyboard."""
        dock = self.docks[key]
        if self.chosen[key] and dock.is_seen and dock.isAncestorOf(self.window.focusWidget() or self.window):
            self._choose(key, False)
            dock.hide()
            return
        self._choose(key, True)
        if self.are_shown:
            dock.show()
            dock.raise_()
            if dock.panel is not None:
                dock.panel.take_keyboard()

    def _choose(self, key: str, is_chosen: bool) -> None:
        self.chosen[key] = is_chosen
        self.toggles[key].setChecked(is_chosen)
        self.arrangement.become_own()

    # What they show

    def attach(self, session: Session | None) -> None:
        for dock in self.docks.values():
            dock.attach(session)

    def present(self) -> None:
        """The cursor has moved: panels read with it are updated at once, the rest when those have been painted."""
        for key, dock in self.docks.items():
            if key in BESIDE_CURSOR:
                dock.present()
            else:
                dock.is_behind = True
        self._later.start()

    def _present_rest(self) -> None:
        for dock in self.docks.values():
            if dock.is_behind:
                dock.present()

    # Remembering

    @property
    def chosen_text(self) -> str:
        return " ".join(key for key, is_chosen in self.chosen.items() if is_chosen)

    def restore_chosen(self, text: str) -> None:
        keys = text.split()
        for key in self.chosen:
            self.chosen[key] = key in keys
        self._apply()
