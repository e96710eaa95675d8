"""One of two recordings side by side: its canvas, its title, and a line that says where it is.

The canvas that follows shows the same subtree as the active one, at the same place and in the same size. That subtree
is the smallest one round the middle of the window that both trees have and that fills half of the window. So trees of
different sizes can be compared at any place and any zoom.
"""

from __future__ import annotations

from dataclasses import replace

from plyscope.analysis.linked_cursors import Side
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import LARGEST_SCALE, View
from plyscope.model.preorder import Column
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.canvas_state import FOCUS
from plyscope_window.look.glyphs import paint_half
from plyscope_window.look.theme import theme
from plyscope_window.session.pair import SideSession
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout
from plyscope_window.widgets.painting import elided, smooth_painter
from plyscope_window.words import localized, tr

MIN_SHARE = 0.5
"""The share of the window that a subtree has to fill for the other view to be aligned with it."""

Span = tuple[int, int]
"""Where a subtree begins and ends, in units of the row index."""


def common_subtree(here: Rows, there: Rows, partners: Column, view: View) -> tuple[Span, Span]:
    """Return the spans, in both trees, of the smallest common subtree in mid-window that fills half of the window."""
    middle = view.unit_at(view.width / 2)
    roots = (here.span(0), there.span(0))
    assert roots[0] is not None
    assert roots[1] is not None
    spans = roots[0], roots[1]
    for row in here.rows[1:]:
        place = row.place_at(middle)
        partner = int(partners[row.frames[place]]) if place >= 0 else -1
        other = there.span(partner) if partner >= 0 else None
        if other is None or (int(row.ends[place]) - int(row.starts[place])) * view.scale < MIN_SHARE * view.width:
            break
        spans = (int(row.starts[place]), int(row.ends[place])), other
    return spans


def aligned_view(here: Rows, there: Rows, partners: Column, view: View, others: View) -> View:
    """Return the other tree's view that belongs to this one's; `partners` gives the other's frame for each of this."""
    if view.scale <= view.whole_scale * 1.001:
        return others.fitted()
    (start, end), (others_start, others_end) = common_subtree(here, there, partners, view)
    ratio = (others_end - others_start) / (end - start)
    scale = min(LARGEST_SCALE, max(others.whole_scale, view.scale / ratio))
    middle = others_start + (view.unit_at(view.width / 2) - start) * ratio
    plies_down = (view.y + view.height / 2 - view.top) / view.pitch
    moved = replace(others, scale=scale, x=middle - others.width / scale / 2)
    return replace(moved, y=plies_down * moved.pitch + moved.top - moved.height / 2).within()


FRAME_WIDTH = 2
"""Pixels of the frame round the active side."""


class SideCanvas(Canvas):
    """The canvas of one of the two. The active one reports its visible part; the other one follows it."""

    view_changed = Signal()
    """The active canvas shows another part of the tree, or shows it in another way."""
    option_set = Signal(str, object)
    """The name and the value of an option that was set here."""
    took_keyboard = Signal()

    def __init__(self, session: SideSession) -> None:
        super().__init__(session)
        self.side_session = session
        self._last_look: tuple[object, ...] = ()
        self.setMinimumSize(240, 120)
        self.setAccessibleName(tr("The search tree of {name}", name=session.title))

    @property
    def is_active(self) -> bool:
        """Whether this side is the active one."""
        return self.side_session.pair.leader == self.side_session.side

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = (self.view, self.is_moving, self.mode, self.focus_zoom, id(self.session.rows), self.size())
        if self.is_active and look != self._last_look:
            self._last_look = look
            self.view_changed.emit()

    def follow_view(self, leading: SideCanvas) -> None:
        """Take over mode and zoom of the other canvas, and show of this tree what is visible of the other."""
        self.focus_zoom = leading.focus_zoom
        self.set_mode(leading.mode)
        here, there = leading.session.rows, self.session.rows
        if here is not None and there is not None and self.mode != FOCUS:
            partners = self.side_session.pair.link.partners[leading.side_session.side]
            self._stop_easing()
            self.is_moving = leading.is_moving
            self.view = self._with_cursor(leading, aligned_view(here, there, partners, leading.view, self.view))
        self.update()

    def _with_cursor(self, leading: SideCanvas, view: View) -> View:
        """Return a view scrolled to this side's cursor, if the canvas follows it and the other side's is visible."""
        rows = self.session.rows
        assert rows is not None
        if not (self.follow and leading.is_cursor_visible):
            return view
        frame = rows.nearest_shown(self.session.selected)
        span = rows.span(frame)
        return view if span is None else view.following(*span, self.session.trace.plies[frame])

    @property
    def is_cursor_visible(self) -> bool:
        """Whether the selected frame, or the nearest one that is shown, is within the width of the view."""
        rows = self.session.rows
        span = None if rows is None else rows.span(rows.nearest_shown(self.session.selected))
        return span is not None and self.view.x_of(span[1]) > 0 and self.view.x_of(span[0]) < self.view.width

    def set_option(self, name: str, value: object) -> None:
        super().set_option(name, value)
        self.option_set.emit(name, value)

    def share_option(self, name: str, value: object) -> None:
        """Take over an option that was set on the other side."""
        super().set_option(name, value)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.took_keyboard.emit()


class Line(Label):
    """One line of text that keeps its room while it is empty, so that nothing moves when a text appears."""

    def __init__(self) -> None:
        super().__init__(" ", 12)
        self.setContentsMargins(8, 2, 8, 4)
        self.words = ""

    def show_text(self, words: str, *, quiet: bool = False) -> None:
        """Show a text, quiet or not."""
        if words != self.words:
            self.words = words
            self.setToolTip(words)
            self.paint_with(theme().quiet if quiet else None)
            self._elide()

    def _elide(self) -> None:
        """Show as much of the text as fits."""
        self.setText(elided(self.words, self.font(), max(20, self.width() - 18)) or " ")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()


SQUARE_SIZE = 16
"""The size of the square of a side, in pixels."""


class SideSquare(QWidget):
    """The half-filled square of a side."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.side = side
        self.setFixedSize(SQUARE_SIZE + 4, SQUARE_SIZE + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        middle = QRectF(self.rect()).center()
        paint_half(painter, middle, SQUARE_SIZE, is_right=self.side == "b", colour=theme().ink, ground=theme().card)


class SidePane(QWidget):
    """A canvas with its title above it, in a frame where it is active."""

    def __init__(self, session: SideSession) -> None:
        super().__init__()
        self.session = session
        self.canvas = SideCanvas(session)
        self.square = SideSquare(session.side)
        self.title = Label(session.title, 13, bold=True)
        self.foot = Line()
        head = row_layout(self.square, (self.title, 1), margins=(8, 4, 8, 2), spacing=8)
        self.setLayout(column_layout(head, (self.canvas, 1), self.foot, margins=FRAME_WIDTH, spacing=0))
        self.title.setToolTip(session.title)
        self.present()

    def present(self) -> None:
        """Show whether this side is active, and if not, whether it shows the same call as the active side."""
        pair, leads = self.session.pair, self.canvas.is_active
        if leads:
            self.foot.show_text(tr("Active side: commands and panels are for it."), quiet=True)
        elif pair.missing is not None:
            self.foot.show_text(localized(pair.missing))
        else:
            self.foot.show_text(tr("Follows the active side: this is the same call."), quiet=True)
        self.setAccessibleName(self.session.title)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        leads = self.canvas.is_active
        painter.setPen(QPen(theme().ink if leads else theme().hairline, FRAME_WIDTH if leads else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
