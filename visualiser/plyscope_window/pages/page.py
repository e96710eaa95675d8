"""What a tab of the window is, and what the pages in the tabs use of the window.

The main window uses pages only through `Page`, and no page knows the main window: it is given a `Host`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget

from plyscope_window.words import tr

if TYPE_CHECKING:
    from pathlib import Path

    from plyscope.model.position import Position

    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.jobs.recovery import Recovery
    from plyscope_window.session.pair import Pair
    from plyscope_window.session.session import Session
    from plyscope_window.session.stepping import Stepping
    from plyscope_window.settings import Settings


class Page(QWidget):
    """One tab: what it shows, whether it may be closed, and how it is saved. It ends its own work when it closes."""

    title_changed = Signal(str)
    """The new title of the tab."""
    message = Signal(str)
    """A sentence for the status bar."""
    file_used = Signal(object)
    """The path of a file that was opened or saved, for the list of recent files."""
    worked = Signal()
    """Something was done on the page which the panels do not show, and for which a lesson may wait."""
    front_requested = Signal()
    """Request to bring the page to the front."""

    runs_code = False
    """Whether the page runs user code."""
    has_list = False
    """Whether the page lists several recordings itself, so that there is less room for panels beside it."""
    is_merged = False
    """Whether two recordings are shown as one tree."""
    path: Path | None = None
    """The file that the page was opened from or saved to."""
    find_field: QLineEdit | None = None
    """The field in which the page itself is searched, where it has one."""
    begun_from: Page | None = None
    """The page that was in front when the recording on this page began."""

    @property
    def title(self) -> str:
        """The title of the tab."""
        raise NotImplementedError

    @property
    def origin(self) -> str:
        """The file that the page shows, or else its position: the second line of the tab's tooltip."""
        return ""

    @property
    def options(self) -> Mapping[str, Any]:
        """The search options by which the page can be told from others of the same title."""
        return {}

    def stays_behind(self, host: Host) -> bool:
        """Whether the page stands behind the one in front until there is something to show."""
        return False

    # What the panels show and the commands act on

    @property
    def session(self) -> Session | None:
        """The recording that the panels show and the commands move."""
        return None

    @property
    def canvas(self) -> Canvas | None:
        """The canvas that the commands act on."""
        return None

    @property
    def pair(self) -> Pair | None:
        """The two recordings of a comparison."""
        return None

    @property
    def is_solved(self) -> bool | None:
        """Of an exercise: whether all of it is answered, and nothing wrongly. None of any other page."""
        return None

    @property
    def position_to_play(self) -> Position | None:
        """The position from which a game or a match would start."""
        return None

    @property
    def position_to_grow(self) -> Position | None:
        """The position to measure searches on, with the options that apply to all of them."""
        return None

    def show_bare(self, is_bare: bool, keys: str = "") -> None:
        """Hide, or show again, what a presentation has no room for; `keys` is the text of the keys that work there."""

    def show_coordinates(self, name: str) -> None:
        """Show moves in a notation, where the page's game has it; empty for that of each source."""

    @property
    def can_record(self) -> bool:
        """Whether `record_or_run` can do something on this page."""
        return self.session is not None

    def record_or_run(self) -> None:
        """Record the position that is being edited, or run to the selected frame of a recording."""

    def run_again(self) -> bool:
        """Run the user code that the page shows; False if it shows none."""
        return False

    def present(self) -> None:
        """Follow a change in the window that the page shows in parts of its own."""

    # Saving and closing

    @property
    def is_saved(self) -> bool:
        """Whether everything that can be saved has been saved."""
        return True

    @property
    def why_not_save(self) -> str:
        """Why nothing can be saved; empty if something can."""
        return tr("No recording is open.") if self.session is None else ""

    def save(self, *, to_new_file: bool = False) -> bool:
        """Save to the page's file, or to a new one if it has none or with `to_new_file`; True if it was saved."""
        return False

    def may_close(self) -> bool:
        """Ask the user if closing would lose something; True if the page may close."""
        return True

    def close(self) -> bool:
        """Close the page for good: end its work, and keep nothing of it for recovery."""
        return super().close()

    def detach(self) -> None:
        """Disconnect the page from the window, which it has left: closed, or replaced by another."""


class Host(QMainWindow):
    """The window as pages and their commands see it; `MainWindow` implements it."""

    settings: Settings
    recovery: Recovery
    stepping: Stepping
    actions_by_key: dict[str, QAction]

    @property
    def is_presenting(self) -> bool:
        """Whether the tree and its caption fill the screen."""
        raise NotImplementedError

    @property
    def page(self) -> Page:
        """The page in front."""
        raise NotImplementedError

    @property
    def pages(self) -> list[Page]:
        """All pages, in the order of their tabs."""
        raise NotImplementedError

    @property
    def session(self) -> Session | None:
        """The recording in front."""
        return self.page.session

    @property
    def canvas(self) -> Canvas | None:
        """The canvas in front."""
        return self.page.canvas

    def add_page(self, page: Page, *, front: bool = True, instead_of: Page | None = None) -> None:
        """Show a page in a new tab, or in the tab of a page that it replaces."""
        raise NotImplementedError

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        raise NotImplementedError

    def remove_page(self, page: Page) -> None:
        """Remove a tab without asking."""
        raise NotImplementedError

    def close_page(self, page: Page) -> bool:
        """Close a tab, unless the user decides to keep it; False then."""
        raise NotImplementedError

    def open_source(self, source: str) -> bool:
        """Open a file, a sample or a position; False where that cannot be, which the user has been shown."""
        raise NotImplementedError

    def open_lesson(self, path: Path) -> None:
        """Begin the lesson in a file; InputError says what is wrong with it."""
        raise NotImplementedError

    def show_panel(self, key: str) -> None:
        """Bring a panel to the front, and give it the keyboard."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Show a sentence in the status bar; an empty one clears it."""
        raise NotImplementedError

    def show_front(self) -> None:
        """Show the recording of the page in front in all panels, after either has changed."""
        raise NotImplementedError

    def present_actions(self) -> None:
        """Enable the commands whose requirements are met, and disable the others."""
        raise NotImplementedError

    def show_frame_menu(self, frame: int, place: QPoint) -> None:
        """Show the menu of commands for the selected frame, at a place on the screen."""
        raise NotImplementedError
