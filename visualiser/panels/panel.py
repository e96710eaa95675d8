"""What every panel is: a widget that is told to show a session's cursor, and otherwise left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from visualiser.session import Session


class Panel(QWidget):
    """One panel. It may ask the session to go somewhere; it shows where the cursor is only when it is told to."""

    session: Session | None = None
    """The session it shows; None while no recording is open."""

    def attach(self, session: Session | None) -> None:
        """Turns to another recording, or to none."""
        self.session = session
        self.present()

    def present(self) -> None:
        """Shows the cursor as it is now. Called after every step, and only while the panel can be seen."""
        raise NotImplementedError

    def show_bare(self, is_bare: bool) -> None:
        """Leaves out what stands elsewhere while somebody presents."""

    def take_keyboard(self) -> None:
        """The keyboard goes to the first thing in here that has a use for it."""
        candidates = [self.focusProxy() or self, *self.findChildren(QWidget)]
        wanted = (one for one in candidates if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        target = next((one for one in wanted if one.isVisible() and one.isEnabled()), self)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
