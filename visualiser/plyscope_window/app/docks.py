"""The table of panels, the docks that hold them round the canvas, and how the docks are arranged.

A panel is made when it is first visible. A hidden panel is not updated, and catches up when it is shown. The
arrangement suits the window's size until the user changes it; docks that are hidden for another page come back as
large as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from plyscope.model.declaration import Windows
from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QFontMetricsF, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from plyscope_window.app.title_bar import TitleBar
from plyscope_window.jobs.background import later
from plyscope_window.look.theme import Current, font
from plyscope_window.panels.panel import Panel
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.pages.page import Page
    from plyscope_window.session.session import Session

LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
"""The sides of the window."""
COMPARISONS, SEARCHES, USER_CODE, FACTS = "comparisons", "searches", "user code", "facts"
"""What recordings can be about: two compared, searches, user code, and facts that another engine gave."""
SIMULATIONS = "simulations"
"""Recordings of simulations, which grow a tree."""
CALLS, ARGUMENTS = "calls", "arguments"
"""User code that plays no game, and calls of which only the arguments are known to be equal."""
VALUES, WINDOWS = "values", "windows"
"""Searches whose values are known, which in user code they may not be; and those with a window of α and β."""
POSITIONS = "positions"
"""Recordings whose positions the tree itself does not show: all but small trees, which are shown whole."""
LISTED = "listed"
"""Recordings that the page itself lists at the left."""
MERGED = "merged"
"""Two recordings shown as one tree: panels that show one of them have no place there."""


ALL_OF_A_GAME = frozenset({SEARCHES, VALUES, WINDOWS, POSITIONS})
"""What the recording of a search with windows, on a game with boards, is about."""


class WindowRoom(Enum):
    """How much room a window has for docks."""

    AMPLE = 0
    LOW = 1
    """Too low for three docks above each other at the left."""
    SMALL = 2
    """So small that there is room for one dock at each side."""


NO_SUBJECT = frozenset({""})
"""What no recording is about: a panel that is hidden for this is never hidden."""


@dataclass(frozen=True)
class PanelEntry:
    """One line of the table of panels: all that is known of a panel outside its module."""

    key: str
    """The name of the dock in settings."""
    title: str
    panel: str
    """The class, as module:name in the panels' package."""
    keys: str
    """The keys that bring it to the front."""
    is_default: bool = True
    """Whether it is shown by default."""
    of: tuple[str, ...] = ()
    """What recordings must be about for it to have anything to show: comparisons, searches, values, and so on.

    It is hidden for others.
    """
    except_for: frozenset[str] = frozenset({MERGED})
    """What recordings must not all be about."""
    tab: str = ""
    """A shorter title for its tab, where there is no room for the titles of all tabs of a place."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Other titles, by the recordings that they are for."""
    leads_for: str = ""
    """The recordings for which it is in front of its place; else that is the first one there."""
    focus_rank: int = 0
    """Its place in the order in which the focus key visits the panels; 0 if it is not visited."""
    is_immediate: bool = False
    """Whether it is updated at once and painted with the canvas; the others follow right after."""


def entries() -> list[PanelEntry]:
    """The table of panels, in the user's language."""
    return [
        PanelEntry("board", tr("Position"), "board:BoardPanel", "Alt+1", of=(POSITIONS,), titles={CALLS: tr("Call")},
                   focus_rank=2),
        PanelEntry("root_moves", tr("Root moves"), "root_moves:RootMovesPanel", "Alt+3", tab=tr("Moves"),
                   of=(SEARCHES, POSITIONS), focus_rank=3),
        PanelEntry("equal_calls", tr("Equal calls"), "equal_calls:EqualCallsPanel", "Ctrl+Alt+Q", of=(USER_CODE,),
                   tab=tr("Equal"), titles={ARGUMENTS: tr("Same arguments")}),
        PanelEntry("printed", tr("Printed"), "printed:PrintedPanel", "Ctrl+Alt+P", of=(USER_CODE,)),
        PanelEntry("source", tr("Source"), "source:SourcePanel", "Alt+4", focus_rank=4, is_immediate=True),
        PanelEntry("window", tr("α–β window"), "window:WindowPanel", "Alt+2", tab=tr("α–β"), of=(VALUES, WINDOWS)),
        PanelEntry("stack", tr("Call stack"), "stack:StackPanel", "Alt+5", tab=tr("Stack"), focus_rank=5),
        PanelEntry("meaning", tr("What things mean"), "meaning:MeaningPanel", "Ctrl+Alt+W", of=(USER_CODE,),
                   tab=tr("Meanings"), leads_for=SEARCHES),
        PanelEntry("grown_tree", tr("Tree so far"), "grown_tree:GrownTreePanel", "Ctrl+Alt+U", tab=tr("Tree"),
                   of=(SIMULATIONS,), leads_for=SIMULATIONS),
        PanelEntry("steps", tr("Steps"), "steps:StepsPanel", "Alt+6"),
        PanelEntry("why", tr("Why?"), "why:WhyPanel", "W"),
        PanelEntry("outline", tr("Outline"), "outline:OutlinePanel", "Alt+7", False),
        PanelEntry("predict", tr("Predict"), "predict:PredictPanel", "Ctrl+Alt+D", False, of=(VALUES,)),
        PanelEntry("breakpoints", tr("Breakpoints"), "breakpoints:BreakpointsPanel", "Alt+8", False),
        PanelEntry("bookmarks", tr("Bookmarks"), "bookmarks:BookmarksPanel", "Alt+9", False),
        PanelEntry("differences", tr("Differences"), "differences:DifferencesPanel", "Alt+D", of=(COMPARISONS,),
                   except_for=NO_SUBJECT),
        PanelEntry("further_facts", tr("Engine facts"), "further_facts:FurtherFactsPanel", "Ctrl+Alt+F", of=(FACTS,)),
        PanelEntry("statistics", tr("Statistics"), "statistics:StatisticsPanel", "Ctrl+Alt+S", False),
        PanelEntry("check", tr("Check"), "check:CheckPanel", "Ctrl+Alt+K", False),
        PanelEntry("timeline", tr("Timeline"), "timeline:TimelinePanel", "Alt+0", focus_rank=1, except_for=NO_SUBJECT),
    ]  # fmt: skip


class Place(NamedTuple):
    """Docks that lie on top of each other, the first one in front, and their part of their side's height."""

    share: int
    """Percent. What a recording has nothing for leaves its part to the others."""
    docks: str


READ_DOCKS = (
    "meaning grown_tree steps why outline predict breakpoints bookmarks differences further_facts statistics check"
)
"""The keys of the docks that are read, and are longer than number lines or a stack."""
ARRANGEMENTS: Mapping[WindowRoom, Mapping[Qt.DockWidgetArea, Sequence[Place]]] = {
    WindowRoom.AMPLE: {
        LEFT: (Place(60, "board"), Place(40, "root_moves equal_calls printed")),
        RIGHT: (Place(50, "source"), Place(22, "window"), Place(28, f"stack {READ_DOCKS}")),
    },
    WindowRoom.LOW: {
        LEFT: (Place(60, "board"), Place(40, "root_moves equal_calls printed")),
        RIGHT: (Place(70, "source"), Place(30, f"window stack {READ_DOCKS}")),
    },
    WindowRoom.SMALL: {
        LEFT: (Place(100, "board root_moves equal_calls printed"),),
        RIGHT: (Place(100, f"source window stack {READ_DOCKS}"),),
    },
}
"""Where the docks are, from top to bottom, by the room that the window has for them. The timeline is at the bottom."""
WITHOUT_LEFT = {"source": "board root_moves", "stack": "equal_calls printed"}
"""Where the docks of the left side are tabs if a list takes that side, or a tree in a window that is not ample."""
LINES_SHARE, STACK_SHARE, READ_SHARE = 26, 36, 48
"""Percent of the right side of a low window that its lower place has, where that is not as in the table: for number
lines without boards beside them, for a call stack alone, and for what is read.
"""


LOW_HEIGHT = 860
"""Pixels. A window lower than this has no room for three docks above each other at the left."""
NARROW_WIDTH = 1100
"""Pixels. In a low window narrower than this, the source needs a larger share."""
SMALL_SIZE = QSize(1000, 680)
"""A window smaller than this, either way, has room for one dock at each side."""
BARS_HEIGHT = 255
"""Pixels of the window's height that menu, toolbar, timeline and status bar take."""
TAB_PADDING = 9
"""Pixels at each side of the title of a tab, as the style sheet has them, and a little more."""
TIMELINE_TEXT_HEIGHT = 28
"""Pixels of the timeline's height that are text."""
OTHER_SIDE = {LEFT: RIGHT, RIGHT: LEFT}
"""The sides that are swapped in a right-to-left layout."""
HORIZONTAL, VERTICAL = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class Dock(QDockWidget):
    """A dock that makes its panel when it is first visible."""

    closed, resized = Signal(), Signal()
    """It was closed by its button; its width has changed."""

    def __init__(self, entry: PanelEntry, session: Callable[[], Session | None], parent: QMainWindow) -> None:
        super().__init__(entry.title, parent)
        self.entry = entry
        self.panel: Panel | None = None
        self.is_outdated = False
        """Whether the cursor has moved since the panel was last updated."""
        self.is_front = False
        """Whether its tab is the chosen one, where it shares its place with others."""
        self._session = session
        self.title = entry.title
        """What it is called outside of tabs."""
        self.bar: TitleBar | None = None
        """Its title bar; the timeline has the transport in its place."""
        self.setObjectName(entry.key)
        if entry.key != "timeline":
            self.bar = TitleBar(self)
            self.setTitleBarWidget(self.bar)
        self.visibilityChanged.connect(self._appear)

    def _appear(self, is_visible: bool) -> None:
        """Make or update the panel when the dock becomes visible."""
        self.is_front = is_visible
        if not is_visible:
            return
        if self.panel is None:
            self._make()
        elif self.is_outdated:
            self.present()

    def _make(self) -> None:
        """Make the panel, and attach it to the session in front."""
        module, name = self.entry.panel.split(":")
        panel = getattr(import_module(f"plyscope_window.panels.{module}"), name)()
        assert isinstance(panel, Panel)
        panel.attach(self._session())
        self.panel = panel
        self.setWidget(panel)
        if self.bar is not None:
            self.bar.hold(panel)

    @property
    def is_seen(self) -> bool:
        """Whether the panel has been made and is visible now."""
        return self.panel is not None and self.is_front and self.isVisible()

    def attach(self, session: Session | None) -> None:
        """Show another session in the panel, if that has been made."""
        if self.panel is not None:
            self.panel.attach(session)
            self.is_outdated = False
            self._follow_title()

    def present(self) -> None:
        """Update the panel if it is visible; else note that it is outdated."""
        self.is_outdated = not self.is_seen
        if self.panel is not None and not self.is_outdated:
            self.panel.present()
            self._follow_title()

    def show_title(self, *, is_short: bool) -> None:
        """Show the shorter title that its tab may have, or the whole one."""
        has_short = is_short and self.entry.tab and self.title == self.entry.title
        self.setWindowTitle(self.entry.tab if has_short else self.title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.resized.emit()

    def _follow_title(self) -> None:
        """Show in the title bar what the panel says beside its title."""
        if self.bar is not None:
            self.bar.follow()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)


SETTLE_MS, MAX_WAIT_MS = 120, 1500
"""After a presentation: how long the layout may change once the window has its size, and how long that may take."""


class Arrangement(QObject):
    """The places and sizes of a window's docks."""

    restored = Signal()
    """A saved layout was restored, bars with it that may not belong to the recording in front."""
    came_back = Signal()
    """After a presentation the docks are in their places again, and stay there."""

    def __init__(self, window: QMainWindow, docks: Docks) -> None:
        super().__init__(window)
        self.window, self.docks = window, docks
        self.is_customised = False
        """Whether the user has moved, closed or resized a dock; the window's size then changes nothing."""
        self.state = QByteArray()
        """The layout when the docks were last visible."""
        self._sizes: dict[str, QSize] = {}
        self._floating: dict[str, QRect] = {}
        """Where docks were that are windows of their own."""
        self._sized_for = QSize()
        self._placed_for: tuple[WindowRoom, bool] | None = None
        """The room, and whether there is a left side, for which the docks were placed; None if they are to be again."""
        self._shared_by = 0
        """The share of the lower place at the right by which the heights were last shared out."""
        self._is_busy = False
        self._later = later(self, self._fit)
        self._was_fitted = True
        """Whether the remembered layout is one for the size that the window had, and not for the size before."""
        self._comes_back = False
        """Whether a presentation has ended, and the window may not have its size yet."""
        self._waits = 0
        """How often it is still looked whether it has."""
        self._waiting = later(self, self._stop_waiting, SETTLE_MS)
        self._moved = later(self, self._follow_tabs)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for dock in self._all.values():
            for signal in (dock.topLevelChanged, dock.dockLocationChanged, dock.visibilityChanged):
                signal.connect(lambda _: self._moved.start())
            dock.resized.connect(self._moved.start)
            dock.topLevelChanged.connect(lambda _: self.mark_customised())
            dock.dockLocationChanged.connect(lambda _: self.mark_customised())
        window.installEventFilter(self)
        # Docks that jump are easier to follow, and Qt keeps an animation object for every dock it ever moved.
        window.setAnimated(False)

    @property
    def _all(self) -> dict[str, Dock]:
        """The docks by their keys."""
        return self.docks.docks

    def note_tabs(self) -> None:
        """Tell each title bar whether its dock is one of several tabs; shorten titles of tabs that lack room.

        The tooltip of a tab is its whole title.
        """
        for dock in self._all.values():
            if dock.bar is not None:
                others = () if dock.isFloating() else self.window.tabifiedDockWidgets(dock)
                beside = [other for other in others if isinstance(other, Dock) and not other.isHidden()]
                dock.bar.set_among_tabs(bool(beside))
                # Only the dock in front has been laid out.
                front = next((other_dock for other_dock in beside if other_dock.is_front), dock)
                dock.show_title(is_short=bool(beside) and tabs_width([dock, *beside]) > front.width())
        titles = {dock.windowTitle(): dock.title for dock in self._all.values()}
        for bar in self._tab_bars:
            for tab in range(bar.count()):
                bar.setTabToolTip(tab, titles.get(bar.tabText(tab), ""))

    def _follow_tabs(self) -> None:
        """Share out the heights again where another tab in front needs more room, or less."""
        self.note_tabs()
        is_settled = self.docks.are_shown and not (self.docks.is_presenting or self._comes_back or self._is_busy)
        if is_settled and not self.is_customised and self._lower_share != self._shared_by:
            self._resize()

    def mark_customised(self) -> None:
        """Note that the user has changed the arrangement, unless docks are being moved here."""
        if not self._is_busy:
            self.is_customised = True
            self._sizes = {}

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._later.start()
        elif isinstance(event, QMouseEvent) and self._is_between_docks(event):
            self.mark_customised()
        return False

    def _is_between_docks(self, event: QMouseEvent) -> bool:
        """Whether an event is a press on a separator between docks, which is no widget."""
        is_press = event.type() is QEvent.Type.MouseButtonPress
        return is_press and self.window.childAt(event.position().toPoint()) is None

    # Hidden and shown again

    def leave(self) -> None:
        """Remember the layout, before the docks are hidden."""
        self._was_fitted = not self._later.isActive()
        self.state = self.window.saveState()
        self._sizes = {key: dock.size() for key, dock in self._all.items() if dock.is_front and dock.isVisible()}
        self._sized_for = self.window.size()
        self._floating = {key: dock.geometry() for key, dock in self._all.items() if dock.isFloating()}

    def show_again(self) -> None:
        """Lay the docks out for the window, and once more when all other widgets have been laid out."""
        self._fit()
        self._later.start()

    def _fit(self) -> None:
        """Lay the docks out for the window's size, or as the user had them in that size."""
        if not self.docks.are_shown:
            return
        if self.docks.is_presenting:
            return
        if self._comes_back:
            if self.window.size() == self._sized_for:
                self._bring_back()
                self._waiting.start()
        elif not self.is_customised:
            self.fit_to_window()
        elif self._sizes and self.window.size() == self._sized_for:
            self._restore_state()

    def _restore_state(self) -> None:
        """Restore the layout that was remembered."""
        self._is_busy, fronts = True, self.docks.fronts
        self.window.restoreState(self.state)
        self.docks.show_chosen()
        self.docks.bring_forward(fronts)
        self._is_busy = False
        self.restored.emit()

    def come_back(self) -> None:
        """Restore the remembered layout exactly, once the window has the size that it had."""
        if not self._was_fitted and not self.is_customised:
            self.show_again()
            self.came_back.emit()
            return
        self._comes_back, self._waits = True, MAX_WAIT_MS // SETTLE_MS
        self._later.start()
        self._waiting.start()

    def _stop_waiting(self) -> None:
        """Restore the remembered layout a last time, or give up waiting for the window's size."""
        is_back = self.window.size() == self._sized_for
        self._waits -= 1
        if not is_back and self._waits > 0:
            self._waiting.start()
            return
        self._comes_back = False
        if is_back:
            # Bars that have changed their heights meanwhile have moved what was restored by some pixels.
            self._bring_back()
        else:
            self._fit()
            self.docks.raise_again()
        self.came_back.emit()

    def _bring_back(self) -> None:
        """Restore the remembered layout, and the docks that were windows of their own."""
        self._restore_state()
        for key, place in self._floating.items():
            self._all[key].setGeometry(place)
        self.docks.raise_again()

    # For a size of the window

    def restore(self, state: QByteArray) -> None:
        """Restore a saved layout; without one, the docks are arranged for the window's size."""
        self._is_busy = True
        self.is_customised = self.window.restoreState(state)
        self._is_busy = False
        self.state = state

    def arrange(self) -> None:
        """Move every dock back to its default place."""
        self.is_customised = False
        self._sizes, self._placed_for = {}, None
        self.fit_to_window()
        self._later.start()

    @property
    def _room(self) -> WindowRoom:
        """The room that the window has for docks."""
        width, height = self.window.width(), self.window.height()
        if width < SMALL_SIZE.width() or height < SMALL_SIZE.height():
            return WindowRoom.SMALL
        return WindowRoom.LOW if height < LOW_HEIGHT else WindowRoom.AMPLE

    @property
    def _has_left(self) -> bool:
        """Whether docks have the left side: not beside a list, nor beside a small tree in a window not ample."""
        return LISTED not in self.docks.subjects and (self._room is WindowRoom.AMPLE or self.docks.belongs("board"))

    @property
    def _sides(self) -> Mapping[Qt.DockWidgetArea, Sequence[Place]]:
        """The places of docks at each side, from the table."""
        sides = ARRANGEMENTS[self._room]
        if self._has_left:
            return sides
        return {
            RIGHT: [
                Place(share, " ".join([docks, *(tabs for dock, tabs in WITHOUT_LEFT.items() if dock in docks.split())]))
                for share, docks in sides[RIGHT]
            ]
        }

    def fit_to_window(self) -> None:
        """Place the docks where the window has room for them, and size them."""
        self._is_busy = True
        if self._placed_for != (self._room, self._has_left):
            self._placed_for = self._room, self._has_left
            self._place()
        self.note_tabs()
        self._resize()
        self._is_busy = False

    def _place(self) -> None:
        """Move every dock to its place in the table, as tabs where a place has several."""
        keyboard = self.window.focusWidget()
        for dock in self._all.values():
            # Qt would dock one that is docked already again, which takes most of the time of a placement.
            if dock.isFloating():
                dock.setFloating(False)
            self.window.removeDockWidget(dock)
        self.window.addDockWidget(BOTTOM, self._all["timeline"])
        for side, places in self._sides.items():
            for docks in ([self._all[key] for key in place.docks.split()] for place in places):
                self.window.addDockWidget(self._mirrored(side), docks[0])
                for before, dock in pairwise(docks):
                    self.window.tabifyDockWidget(before, dock)
        self.docks.show_chosen()
        for bar in self._tab_bars:
            # Titles that are cut to two letters say nothing: where there is no room for all, the bar scrolls.
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)
        if keyboard is not None:
            keyboard.setFocus()

    @property
    def _tab_bars(self) -> list[QTabBar]:
        """The bars of tabs between docks."""
        return self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def _mirrored(self, area: Qt.DockWidgetArea) -> Qt.DockWidgetArea:
        """The side that is at an area in the layout's direction: Qt mirrors only the contents of docks."""
        if self.window.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return area
        return OTHER_SIDE.get(area, area)

    def _in(self, place: Place) -> list[Dock]:
        """The docks of a place that have something to show."""
        return [self._all[key] for key in place.docks.split() if self.docks.belongs(key)]

    def raise_first(self) -> None:
        """Bring the first dock of each place to the front, or the one that leads for this recording."""
        for places in self._sides.values():
            for place in reversed(places):
                docks = [dock for dock in self._in(place) if self.docks.chosen[dock.entry.key]]
                leading = [dock for dock in docks if dock.entry.leads_for in self.docks.subjects]
                for dock in ([] if self._room is WindowRoom.SMALL else leading) or docks[:1]:
                    dock.raise_()

    @property
    def _lower_share(self) -> int:
        """The percentage of the right side that its lower place has in a low window."""
        belongs = self.docks.belongs
        if LISTED in self.docks.subjects or any(self._all[key].is_seen for key in READ_DOCKS.split()):
            return READ_SHARE
        if not (belongs("window") or belongs("root_moves")):
            return STACK_SHARE
        if not (belongs("board") or belongs("differences")):
            return LINES_SHARE
        return ARRANGEMENTS[WindowRoom.LOW][RIGHT][1].share

    def _resize(self) -> None:
        """Set the sizes of the docks for the window's size."""
        width, height, room = self.window.width(), self.window.height(), self._room
        left, right = min(300, max(230, width // 6)), min(480, width * 30 // 100)
        if not self.docks.belongs("board"):
            right = min(560, width * (32 if room is WindowRoom.AMPLE else 36 if width >= NARROW_WIDTH else 38) // 100)
        elif room is WindowRoom.LOW and width < NARROW_WIDTH:
            left, right = 205, width * 33 // 100
        if room is WindowRoom.SMALL:
            left, right = max(170, min(230, width // 5)), max(300, min(371, width * 34 // 100))
        if MERGED in self.docks.subjects:
            self.window.resizeDocks([self._all["differences"]], [min(500, max(300, width * 31 // 100))], HORIZONTAL)
        elif LISTED in self.docks.subjects:
            self.window.resizeDocks([self._all["source"]], [right], HORIZONTAL)
        else:
            self.window.resizeDocks([self._all["board"], self._all["source"]], [left, right], HORIZONTAL)
        timeline = 150 if height >= LOW_HEIGHT else 104 if room is WindowRoom.LOW else 96
        timeline += round(TIMELINE_TEXT_HEIGHT * (Current.text_scale - 1))
        self.window.resizeDocks([self._all["timeline"]], [timeline], VERTICAL)
        if room is WindowRoom.SMALL:
            return
        self._shared_by = self._lower_share
        for side, places in self._sides.items():
            shares = {docks[0]: place.share for place in places if (docks := self._in(place))}
            if room is WindowRoom.LOW and side is RIGHT:
                shares = dict(zip(shares, (100 - self._shared_by, self._shared_by), strict=False))
            heights = [(height - BARS_HEIGHT) * share // sum(shares.values()) for share in shares.values()]
            self.window.resizeDocks(list(shares), heights, VERTICAL)


def tabs_width(docks: Iterable[Dock]) -> float:
    """The width of the tabs of some docks with their whole titles."""
    metrics = QFontMetricsF(font(13))
    return sum(metrics.horizontalAdvance(dock.title) + 2 * TAB_PADDING for dock in docks)


def has_values(trace: Trace) -> bool:
    """Whether the values of a search are known; in user code it may be open which part of a result they are."""
    from plyscope.model.roles import Proposal

    proposal = Proposal.of(trace)
    return proposal is None or proposal.is_value_known


def subjects_of(page: Page) -> frozenset[str]:
    """What the recording on a page is about, as on a search of a game without one; other docks are hidden."""
    origin = None if page.session is None else page.session.trace.origin
    subjects = {USER_CODE} if origin is not None and origin.is_user_code else set()
    if origin is None or origin.is_search:
        subjects.add(SEARCHES)
        if page.session is None or has_values(page.session.trace):
            subjects.add(VALUES)
        if page.session is None or page.session.trace.search.windows is not Windows.NONE:
            subjects.add(WINDOWS)
    elif origin.is_user_code:
        subjects.add(CALLS)
    if page.session is not None and origin is not None and origin.is_user_code:
        subjects |= set() if page.session.trace.user_code.has_equal_calls else {ARGUMENTS}
    if page.session is None or page.canvas is None or not page.canvas.shows_positions:
        subjects.add(POSITIONS)
    if page.session is not None and page.session.trace.search.simulates:
        subjects.add(SIMULATIONS)
    if page.has_list:
        subjects.add(LISTED)
    if origin is not None and (origin.probabilities is not None or origin.further_facts.names):
        subjects.add(FACTS)
    if page.pair is not None:
        subjects.add(COMPARISONS)
        subjects |= {MERGED} if page.is_merged else set()
    return frozenset(subjects)


class Docks:
    """All docks of a window. They are shown while a recording is in front."""

    def __init__(self, window: QMainWindow, session: Callable[[], Session | None], transport: QWidget) -> None:
        self.window = window
        self.docks = {entry.key: Dock(entry, session, window) for entry in entries()}
        self.chosen = {entry.key: entry.is_default for entry in entries()}
        self.are_shown = False
        self._fronts: list[Dock] = []
        """The docks that were in front before a presentation."""
        self._fronts_of: dict[frozenset[str], list[Dock]] = {}
        """The docks that were in front when such a subject was last left, as for a comparison."""
        self.subjects: frozenset[str] = frozenset()
        """What the recording in front is about."""
        self.is_presenting = False
        """Whether a presentation is on, in which no dock is shown."""
        self.toggles: dict[str, QAction] = {}
        self.session = session
        self._brought: tuple[str, Session | None, int] | None = None
        """The dock that was last brought to the front by its key, the session in front then, and its step."""
        self._later = later(window, self._present_rest)
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
        """Make the action that shows a dock, or hides it."""
        action = QAction(dock.title, self.window)
        action.setCheckable(True)
        action.setShortcut(dock.entry.keys)
        action.triggered.connect(lambda checked: self.toggle(key))
        self.toggles[key] = action
        self.window.addAction(action)

    # Where they are

    def arrange(self) -> None:
        """Move every dock back to its default place, and show the default ones."""
        for key, dock in self.docks.items():
            self.chosen[key] = dock.entry.is_default
        self.arrangement.arrange()

    def show(self, are_shown: bool, subjects: frozenset[str] = ALL_OF_A_GAME) -> None:
        """Show the docks for what the recording in front is about, or hide all."""
        if (are_shown, subjects) != (self.are_shown, self.subjects):
            if self.are_shown and not self.is_presenting:
                self.arrangement.leave()
                self._fronts_of[self.subjects] = self.fronts
            begins_to_compare = COMPARISONS in subjects - self.subjects
            self.are_shown, self.subjects = are_shown, subjects
            self._name()
            self.apply(self._fronts_of.get(subjects))
            if begins_to_compare:
                for dock in self.docks.values():
                    if COMPARISONS in dock.entry.of:
                        dock.raise_()

    def _name(self) -> None:
        """Set the titles that depend on what the recording is about: without a game there are no positions."""
        for key, dock in self.docks.items():
            if dock.entry.titles:
                titles = [title for subject, title in dock.entry.titles.items() if subject in self.subjects]
                title = (titles or [dock.entry.title])[0]
                dock.title = title
                dock.show_title(is_short=False)
                self.toggles[key].setText(title)

    def begin_presentation(self) -> None:
        """Hide all docks until `end_presentation` is called."""
        if self.are_shown:
            self.arrangement.leave()
        self._fronts = self.fronts
        self.is_presenting = True
        self.show_chosen()

    def end_presentation(self) -> None:
        """Show the docks again as they were, as soon as the window has its size again."""
        self.is_presenting = False
        self.show_chosen()
        self.raise_again()
        if self.are_shown:
            self.arrangement.come_back()

    def raise_again(self) -> None:
        """Bring the docks to the front that were there before the presentation."""
        self.bring_forward(self._fronts)

    @property
    def fronts(self) -> list[Dock]:
        """The docks that are in front of their places."""
        return [dock for dock in self.docks.values() if dock.is_front]

    def bring_forward(self, docks: Iterable[Dock]) -> None:
        """Bring docks that are not hidden to the front of their places."""
        for dock in docks:
            if not dock.isHidden():
                dock.raise_()

    def belongs(self, key: str) -> bool:
        """Whether a dock has something to show of the recording in front."""
        entry = self.docks[key].entry
        return self.subjects.issuperset(entry.of) and not self.subjects.issuperset(entry.except_for)

    def show_chosen(self) -> None:
        """Show the docks that the user has chosen and that have something to show; none in a presentation."""
        for key, dock in self.docks.items():
            is_chosen = self.chosen[key] and not self.is_presenting
            dock.setVisible(self.are_shown and is_chosen and self.belongs(key))
            self.toggles[key].setChecked(self.chosen[key])
        if self.are_shown:
            self.arrangement.raise_first()

    def apply(self, fronts: list[Dock] | None = None) -> None:
        """Show the chosen docks and lay them out, with `fronts` in front; None leaves those in front that are."""
        fronts = self.fronts if fronts is None else fronts
        self.show_chosen()
        if self.are_shown:
            self.arrangement.show_again()
            self.bring_forward(fronts)

    def toggle(self, key: str) -> None:
        """Bring a dock to the front; hide it if it has the keyboard, and was brought there at this step."""
        dock, session = self.docks[key], self.session()
        now = (key, session, session.cursor.step if session is not None else 0)
        has_keyboard = dock.is_seen and dock.isAncestorOf(self.window.focusWidget() or self.window)
        is_again, self._brought = self._brought == now, now
        if self.chosen[key] and has_keyboard and is_again:
            self._brought = None
            self._choose(key, False)
            dock.hide()
            return
        self.bring_to_front(key)

    def bring_to_front(self, key: str) -> None:
        """Show a dock, from now on, in front of its place, and give its panel the keyboard."""
        dock = self.docks[key]
        self.chosen[key] = True
        self.toggles[key].setChecked(True)
        if self.are_shown:
            dock.show()
            dock.raise_()
            if dock.panel is not None:
                dock.panel.take_keyboard()

    def _choose(self, key: str, is_chosen: bool) -> None:
        """Note whether the user wants a dock shown, which customises the arrangement."""
        self.chosen[key] = is_chosen
        self.toggles[key].setChecked(is_chosen)
        self.arrangement.mark_customised()

    # What they show

    def attach(self, session: Session | None) -> None:
        """Show another session in all panels."""
        for dock in self.docks.values():
            dock.attach(session)

    def present(self) -> None:
        """Update the panels after a step: some at once, the others when these have been painted."""
        for dock in self.docks.values():
            if dock.entry.is_immediate:
                dock.present()
            else:
                dock.is_outdated = True
        self._later.start()

    def _present_rest(self) -> None:
        """Update the panels that the last step has left outdated."""
        for dock in self.docks.values():
            if dock.is_outdated:
                dock.present()

    @property
    def in_focus_order(self) -> list[Dock]:
        """The docks that the keyboard focus visits, in order."""
        visited = [dock for dock in self.docks.values() if dock.entry.focus_rank]
        return sorted(visited, key=lambda dock: dock.entry.focus_rank)

    # Saved settings

    @property
    def chosen_text(self) -> str:
        """The keys of the chosen docks, for the settings."""
        return " ".join(key for key, is_chosen in self.chosen.items() if is_chosen)

    def restore_chosen(self, text: str) -> None:
        """Show the docks that the settings name."""
        keys = text.split()
        for key in self.chosen:
            self.chosen[key] = key in keys
        self.apply()
