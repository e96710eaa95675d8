"""What every panel is: a widget that shows the cursor of one session, or says what to do while no recording is open."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from plyscope_window.jobs.background import later
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, column_layout
from plyscope_window.widgets.painting import Themed, row_height
from plyscope_window.widgets.table import Column, RowLook, Table

if TYPE_CHECKING:
    from plyscope_window.session.session import Session


class Panel(Themed, QWidget):
    """One panel. It may ask the session to move the cursor, and shows the cursor only when `present` is called."""

    session: Session | None = None
    """The session it shows; None while no recording is open."""
    heading = ""
    """The title above it; empty for that of its dock."""
    heading_remark = ""
    """What is said beside the title."""
    beside_heading: QWidget | None = None
    """A control that stands beside the title."""

    def __init__(self, empty: str) -> None:
        """Make the empty body, and the text that is shown in its place while there is nothing to show."""
        super().__init__()
        self.body = QWidget()
        self.nothing = Label(empty, quiet=True, wrapped=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setContentsMargins(PANEL_MARGIN, PANEL_MARGIN, PANEL_MARGIN, PANEL_MARGIN)
        self.pages = QStackedLayout(self)
        self.pages.addWidget(self.nothing)
        self.pages.addWidget(self.body)
        self._restyled = later(self, self.present)

    @property
    def shown(self) -> Session:
        """The session; only called while one is open."""
        assert self.session is not None
        return self.session

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none."""
        self.session = session
        self.present()

    def present(self) -> None:
        """Show the cursor as it is now. Called after every step, and only while the panel is visible."""
        if self.session is None or not self.has_something_of(self.session):
            self.pages.setCurrentWidget(self.nothing)
        else:
            self.pages.setCurrentWidget(self.body)
            self.show_session(self.session)

    def has_something_of(self, session: Session) -> bool:
        """Whether the panel has anything to show of this recording."""
        return True

    def show_session(self, session: Session) -> None:
        """Show the cursor of an open recording."""
        raise NotImplementedError

    def take_keyboard(self) -> None:
        """Give the keyboard to the first widget of the panel that accepts it."""
        candidates = [self.focusProxy() or self, *self.findChildren(QWidget)]
        focusable = (widget for widget in candidates if widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        target = next((widget for widget in focusable if widget.isVisible() and widget.isEnabled()), self)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def apply_theme(self) -> None:
        if self.session is not None:
            self._restyled.start()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)


class TablePanel(Panel):
    """A panel that is one table. Declares its columns, its rows at the cursor, how a row looks and where it leads."""

    def __init__(
        self,
        empty: str,
        name: str,
        columns: Sequence[Column],
        by: Literal["click", "double click", "point", "key"] = "click",
        *,
        no_rows: str = "",
    ) -> None:
        super().__init__(empty)
        self.table = Table(columns, name, by, self.look)
        self.table.shown_in = self.shown_in
        self.model = self.table.rows
        self.summary = Label(quiet=True, pixels=12, wrapped=True)
        """A sentence above the table."""
        self.summary.setContentsMargins(PANEL_MARGIN, 6, PANEL_MARGIN, 6)
        self.summary.hide()
        self.hint = Label(no_rows, quiet=True, wrapped=True)
        """A sentence in place of the table while it has no rows; empty to show the empty table."""
        self.hint.setContentsMargins(PANEL_MARGIN, PANEL_MARGIN, PANEL_MARGIN, PANEL_MARGIN)
        self.hint.hide()
        self.bar = QWidget()
        """Buttons and fields above the table."""
        self.bar.hide()
        self.table.chosen.connect(lambda number: self.choose(self.model.rows[number]))
        self.table.pointed_at.connect(lambda number: self.point_at(self.model.rows[number]))
        self.table.removed.connect(lambda number: self.remove(self.model.rows[number]))
        self.table.setMinimumHeight(1)
        self.layout_within = column_layout(self.bar, self.summary, self.hint, (self.table, 1), (None, 0), spacing=0)
        self.body.setLayout(self.layout_within)

    # What a panel declares

    def rows_of(self, session: Session) -> Sequence[Any]:
        """Return the rows at the cursor's step."""
        raise NotImplementedError

    def look(self, row: Any) -> RowLook:
        """Return how a row looks: whether it is current, marked or quiet."""
        return RowLook()

    def shown_in(self, row: Any) -> Hashable:
        """Return all that the cells of a row show at this step; None where that is not known."""
        return None

    def choose(self, row: Any) -> None:
        """Handle Enter on a row, and a click or a double click, by which the table chooses."""

    def point_at(self, row: Any) -> None:
        """Handle a click on a row, or the arrow keys, where the table points."""

    def remove(self, row: Any) -> None:
        """Handle Delete on a row."""

    def visible_row(self, session: Session) -> int:
        """Return the number of the row to scroll to; -1 to keep the position."""
        return -1

    def summary_of(self, session: Session) -> str:
        """Return the sentence above the table; empty for none."""
        return ""

    # Showing

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, without the rows of the previous one."""
        self.table.set_rows(())
        super().attach(session)

    def show_session(self, session: Session) -> None:
        """Show the rows at the cursor's step and scroll to the row that counts, or the hint where there are none."""
        self.table.show_rows(self.rows_of(session))
        self.summary.setText(self.summary_of(session))
        self.summary.setVisible(bool(self.summary.text()))
        has_rows = bool(len(self.model.rows)) or not self.hint.text()
        self.hint.setVisible(not has_rows)
        self.table.setVisible(has_rows)
        row = self.visible_row(session)
        if row >= 0:
            self.table.go_to_row(row)

    def minimumSizeHint(self) -> QSize:
        """Room for the bar and for one row under its heading: in a low dock the rows scroll and the bar stays."""
        usual = super().minimumSizeHint()
        if self.bar.isHidden():
            return usual
        return QSize(usual.width(), self.bar.sizeHint().height() + 2 * row_height())
