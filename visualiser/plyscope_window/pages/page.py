"""What a tab of the window is, and what the pages in the tabs use of the window.

The main window knows nothing of a page but what stands here, and no page knows the main window: it is handed a `Host`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget

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
    """One tab. A page says what it shows, asks before anything in it is lost, and ends its own work when it closes."""

    title_changed = Signal(str)
    message = Signal(str)
    """A sentence for the status bar."""
    file_used = Signal(object)
    """The path of a file that was opened or saved: one of the recent files from now on."""
    front_requested = Signal()
    """The page is to be the one in front."""

    runs_code = False
    """Whether the page runs user code."""
    path: Path | None = None
    """The file that the page was opened from or saved to."""

    @property
    def title(self) -> str:
        """What the tab is called."""
        raise NotImplementedError

    @property
    def origin(self) -> str:
        """The file that the page shows, or else its position: the second line of the tab's tooltip."""
        return ""

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
    def position_to_play(self) -> Position | None:
        """The position from which a game or a match would begin."""
        return None

    @property
    def position_to_grow(self) -> Position | None:
        """The position whose searches would be measured, with the options that hold for all of them."""
        return None

    @property
    def can_record(self) -> bool:
        """Whether `record_or_run` means anything here."""
        return self.session is not None

    def record_or_run(self) -> None:
        """Records the position that is being edited, or runs to the selected frame of a recording."""

    # Saving and closing

    @property
    def is_saved(self) -> bool:
        """Whether closing the page would lose nothing that a file could keep."""
        return True

    @property
    def why_not_save(self) -> str:
        """Why there is nothing here that could be saved; empty where there is."""
        return tr("No recording is open.") if self.session is None else ""

    def save(self, *, to_new_file: bool = False) -> bool:
        """Save to the page's file, or to a new one if it has none or with `to_new_file`; True if it was saved."""
        return False

    def may_close(self) -> bool:
        """Asks where closing would lose something; True where the page may close."""
        return True

    def close(self) -> bool:
        """The person closes the page: all work for it ends, and nothing is kept for recovery."""
        return super().close()

    def detach(self) -> None:
        """The page has left the window, closed or replaced: nothing that it showed calls the window any more."""


class Host(QMainWindow):
    """The window, as far as pages and the commands beside them use it. `MainWindow` is the one there is."""

    settings: Settings
    recovery: Recovery
    stepping: Stepping
    actions_by_key: dict[str, QAction]
    is_presenting = False

    @property
    def page(self) -> Page:
        """The page in front."""
        raise NotImplementedError

    @property
    def pages(self) -> list[Page]:
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
        """Shows a page in a new tab, or in the tab of a page that it replaces."""
        raise NotImplementedError

    def show_page(self, page: Page) -> None:
        """Brings a page to the front."""
        raise NotImplementedError

    def remove_page(self, page: Page) -> None:
        """Removes a tab without a question."""
        raise NotImplementedError

    def close_page(self, page: Page) -> bool:
        """Closes a tab, unless the person keeps it when asked."""
        raise NotImplementedError

    def open_source(self, source: str) -> None:
        """Opens a file, a sample or a position."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """A sentence in the status bar; an empty one clears it."""
        raise NotImplementedError

    def turn(self) -> None:
        """Another page, or another recording of the page in front, is shown: all panels follow."""
        raise NotImplementedError

    def present_actions(self) -> None:
        """Enables the commands that can act now."""
        raise NotImplementedError

    def show_frame_menu(self, frame: int, place: QPoint) -> None:
        """Shows the commands for the selected frame, at a place of the screen."""
        raise NotImplementedError
