"""What every panel is: a widget that shows the cursor of one session, or says what to do while no recording is open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtWidgets import QStackedLayout, QWidget

from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import EDGE
from plyscope_window.widgets.painting import RESTYLED


class Panel(QWidget):
    """One panel. It may ask the session to go somewhere, and shows where the cursor is only when it is asked to."""

    session: Session | None = None
    """The session it shows; None while no recording is open."""

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = QWidget()
        self.nothing = Words(empty, quiet=True, wrapped=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self.pages = QStackedLayout(self)
        self.pages.addWidget(self.nothing)
        self.pages.addWidget(self.body)
        self._restyled = QTimer(self, interval=0, singleShot=True)
        self._restyled.timeout.connect(self.present)

    def attach(self, session: Session | None) -> None:
        """Turns to another recording, or to none."""
        self.session = session
        self.present()

    def present(self) -> None:
        """Shows the cursor as it is now. Called after every step, and only while the panel can be seen."""
        if self.session is None or not self.has_something_of(self.session):
            self.pages.setCurrentWidget(self.nothing)
        else:
            self.pages.setCurrentWidget(self.body)
            self.show_session(self.session)

    def has_something_of(self, session: Session) -> bool:
        """Whether the panel has anything to show of such a recording."""
        return True

    def show_session(self, session: Session) -> None:
        """Shows the cursor of a recording that is open."""
        raise NotImplementedError

    def show_bare(self, is_bare: bool) -> None:
        """Hides what a presentation shows elsewhere, or shows it again."""

    def take_keyboard(self) -> None:
        """Gives the keyboard to the first widget of the panel that takes it."""
        candidates = [self.focusProxy() or self, *self.findChildren(QWidget)]
        focusable = (one for one in candidates if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        target = next((one for one in focusable if one.isVisible() and one.isEnabled()), self)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """Measures anew what depends on the size of the text."""
        super().changeEvent(event)
        if event.type() in RESTYLED and self.session is not None:
            self._restyled.start()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)
