"""One of two recordings side by side: its canvas, its title, and what it never calls."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.layout.view import View
from visualiser.canvas.canvas import FOCUS, Canvas
from visualiser.comparing.linked_views import mapped
from visualiser.comparing.pair import SideSession
from visualiser.panels.parts import Words, elided
from visualiser.theme import theme
from visualiser.words import said, tr

FRAME = 2
"""Pixels round the side that leads."""


class SideCanvas(Canvas):
    """The canvas of one of the two. While it leads, it tells where it looks; otherwise it looks where it is told to."""

    looked = Signal()
    """It shows another part of the tree, or shows it in another way."""
    option_set = Signal(str, bool)
    took_keyboard = Signal()

    def __init__(self, session: SideSession) -> None:
        super().__init__(session)
        self.side_session = session
        self._told: tuple[object, ...] = ()
        self.setMinimumSize(240, 120)
        self.setAccessibleName(tr("The search tree of {side}", side=session.side.upper()))

    @property
    def leads(self) -> bool:
        return self.side_session.pair.leader == self.side_session.side

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = (self.view, self.is_moving, self.mode, self.focus_zoom, id(self.session.rows), self.size())
        if self.leads and look != self._told:
            self._told = look
            self.looked.emit()

    def look_like(self, leading: SideCanvas) -> None:
        """Shows of its own tree what is seen of the other."""
        self.focus_zoom = leading.focus_zoom
        self.set_mode(leading.mode)
        here, there = leading.session.rows, self.session.rows
        if here is not None and there is not None and self.mode != FOCUS:
            partners = self.side_session.pair.link.partners[leading.side_session.side]
            self._stop_easing()
            self.is_moving = leading.is_moving
            self.view = self._with_cursor(leading, mapped(here, there, partners, leading.view, self.view))
        self.update()

    def _with_cursor(self, leading: SideCanvas, view: View) -> View:
        """Where the other cursor can be seen, so can this one."""
        rows = self.session.rows
        assert rows is not None
        if not (self.follow and leading.sees_cursor):
            return view
        frame = rows.nearest_shown(self.session.selected)
        span = rows.span(frame)
        return view if span is None else view.following(*span, self.session.trace.plies[frame])

    @property
    def sees_cursor(self) -> bool:
        rows = self.session.rows
        span = None if rows is None else rows.span(rows.nearest_shown(self.session.selected))
        return span is not None and self.view.x_of(span[1]) > 0 and self.view.x_of(span[0]) < self.view.width

    def set_option(self, name: str, value: bool) -> None:
        super().set_option(name, value)
        self.option_set.emit(name, value)

    def share_option(self, name: str, value: bool) -> None:
        """An option that was set at the other side."""
        super().set_option(name, value)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.took_keyboard.emit()


class Line(Words):
    """One line of words that always has its room, so that nothing moves when it has something to say."""

    def __init__(self) -> None:
        super().__init__(" ", 12)
        self.setContentsMargins(8, 2, 8, 4)
        self.words = ""

    def say(self, words: str, *, quiet: bool = False) -> None:
        if words != self.words:
            self.words = words
            self.setToolTip(words)
            self.paint_with(theme().quiet if quiet else None)
            self._fit()

    def _fit(self) -> None:
        self.setText(elided(self.words, self.font(), max(20, self.width() - 18)) or " ")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class SidePane(QWidget):
    """A canvas with its title above it, in a frame where it leads."""

    def __init__(self, session: SideSession) -> None:
        super().__init__()
        self.session = session
        self.canvas = SideCanvas(session)
        self.letter = Words(session.side.upper(), 14, bold=True)
        self.letter.setMinimumWidth(self.letter.sizeHint().width() + 2)
        self.title = Words(session.title, 13)
        self.foot = Line()
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 2)
        head.setSpacing(8)
        head.addWidget(self.letter)
        head.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.foot)
        self.title.setToolTip(session.title)
        self.present()

    def present(self) -> None:
        """Says whether it leads, and whether it is where the other is."""
        pair, leads = self.session.pair, self.canvas.leads
        if leads:
            self.foot.say(tr("The commands move this one; the panels show it."), quiet=True)
        elif pair.missing is not None:
            self.foot.say(said(pair.missing))
        else:
            self.foot.say(tr("It follows: this is the same call."), quiet=True)
        self.setAccessibleName(tr("{side}: {title}", side=self.session.side.upper(), title=self.session.title))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        leads = self.canvas.leads
        painter.setPen(QPen(theme().ink if leads else theme().hairline, FRAME if leads else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
