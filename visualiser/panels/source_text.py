"""The text of a search with a margin: line numbers, breakpoints, the line at work, callers' lines, inline values."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from visualiser.panels.parts import RESTYLED
from visualiser.panels.source_colours import Colours
from visualiser.rims import fill_rim
from visualiser.theme import font, mixed, theme
from visualiser.words import count, tr

MARK_ROOM = 16
"""The left part of the margin, where breakpoints are."""
PILL_GAP, PILL_PAD = 18, 7
GAP = 6


class SourceText(QPlainTextEdit):
    """A text to read, not to write. It shows what it is told; who tells it knows of steps and frames."""

    toggled = Signal(int)
    """A breakpoint is wanted, or not wanted any more, at a line."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        """The line at work."""
        self.looked_at = 0
        """The line of the frame that is inspected, where that is another one."""
        self.callers: frozenset[int] = frozenset()
        self.breakpoints: dict[int, bool] = {}
        """Lines with a breakpoint, and whether it is enabled."""
        self.values: dict[int, str] = {}
        """What stands behind a line at this step."""
        self.with_steps: frozenset[int] = frozenset()
        """Lines at which a step can stand, and so a breakpoint stop."""
        self._seen_as: tuple[object, ...] = ()
        self._in_sight: list[tuple[QTextBlock, QRectF]] = []
        """The lines in sight, as they were measured last."""
        self.margin = Margin(self)
        self.colours = Colours(self.document())
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        self.document().setDefaultTextOption(option)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName(tr("Source of the search"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.updateRequest.connect(self._scroll_margin)
        self.dress()

    def set_source(self, text: str, with_steps: frozenset[int]) -> None:
        self.with_steps = with_steps
        self.colours.set_text(text)
        self.setPlainText(text)
        self._lay_out_margin()

    def show_step(
        self, now: int, looked_at: int, callers: frozenset[int], breakpoints: dict[int, bool], values: dict[int, str]
    ) -> None:
        """Everything that depends on the step, in one go."""
        is_elsewhere = (now, looked_at) != (self.now, self.looked_at)
        before = self._marks()
        self.now, self.looked_at, self.callers = now, looked_at, callers
        self.breakpoints, self.values = breakpoints, values
        self._mark_lines()
        if is_elsewhere:
            self.bring_into_sight(looked_at or now)
        after = self._marks()
        self._renew({line for line in before | after if before.get(line) != after.get(line)})

    def _marks(self) -> dict[int, tuple[object, ...]]:
        """What stands at each line that is not as the text alone has it."""
        marked = {self.now, self.looked_at, *self.callers, *self.breakpoints, *self.values}
        return {
            line: (line == self.now, line == self.looked_at, line in self.callers,
                   self.breakpoints.get(line), self.values.get(line))
            for line in marked
        }  # fmt: skip

    def _renew(self, lines: set[int]) -> None:
        """Has some lines painted again: most of a step's text is the text of the step before."""
        for block, area in self.visible_blocks() if lines else ():
            if block.blockNumber() + 1 in lines:
                top, height = floor(area.top()) - 1, ceil(area.height()) + 2
                self.viewport().update(0, top, self.viewport().width(), height)
                self.margin.update(0, top, self.margin.width(), height)

    def bring_into_sight(self, line: int) -> None:
        """Scrolls only where it must, and then leaves some lines round it."""
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return
        bar, rows = self.verticalScrollBar(), self.rows_shown()
        first, around = bar.value(), min(3, rows // 4)
        if line - 1 < first + around:
            bar.setValue(line - 1 - around)
        elif line - 1 > first + rows - 2 - around:
            bar.setValue(line - rows + 1 + around)

    def rows_shown(self) -> int:
        return max(
            1, int(self.viewport().height() / max(1.0, self.blockBoundingRect(self.firstVisibleBlock()).height()))
        )

    def _mark_lines(self) -> None:
        colours = theme()
        grounds = [(line, colours.band) for line in sorted(self.callers)]
        if self.looked_at:
            grounds.append((self.looked_at, colours.hairline))
        grounds.append((self.now, colours.now))
        selections = []
        for line, ground in grounds:
            block = self.document().findBlockByNumber(line - 1)
            if not block.isValid():
                continue
            selection = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setBackground(ground)
            look.setProperty(QTextFormat.Property.FullWidthSelection, True)
            cursor = QTextCursor(block)
            selection.format = look
            selection.cursor = cursor
            selections.append(selection)
        self.setExtraSelections(selections)
        self.colours.set_plain(frozenset({self.now}))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.values:
            return
        painter = QPainter(self.viewport())
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block, area in self.visible_blocks():
            line = block.blockNumber() + 1
            if line in self.values and event.region().intersects(area.toAlignedRect()):
                self._paint_value(painter, line, self.pill_place(block, area))

    def pill_place(self, block: QTextBlock, area: QRectF) -> QRectF:
        """Behind the end of the line; where that is out of sight, at the edge, and over the half of it at most."""
        metrics = QFontMetricsF(font(12, fixed=True))
        width = metrics.horizontalAdvance(self.values[block.blockNumber() + 1]) + 2 * PILL_PAD
        layout = block.layout()
        end = layout.lineAt(0).naturalTextWidth() if layout.lineCount() else 0.0
        left = area.left() + self.document().documentMargin() + end + PILL_GAP
        room = self.viewport().width() - 6
        width = min(width, max(room - left, room / 2))
        left = max(2.0, min(left, room - width))
        height = min(area.height() - 1, metrics.height() + 2)
        return QRectF(left, area.center().y() - height / 2, width, height)

    def _paint_value(self, painter: QPainter, line: int, pill: QRectF) -> None:
        """Behind the line at work the value is set in ink; elsewhere it is as quiet as a comment."""
        colours = theme()
        is_now = line == self.now
        ground = colours.now if is_now else colours.band if line in self.callers else colours.paper
        painter.fillRect(pill.adjusted(-8, 0, 8, 0), ground)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.on_now if is_now else mixed(ground, colours.edge, 0.22))
        painter.drawRoundedRect(pill, 5, 5)
        painter.setPen(colours.now if is_now else colours.ink)
        painter.setFont(font(12, fixed=True))
        # A pixel more, since what fits to a hair would be cut short.
        text = painter.fontMetrics().elidedText(
            self.values[line], Qt.TextElideMode.ElideRight, ceil(pill.width() - 2 * PILL_PAD) + 1
        )
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """The lines in sight, and where each is in the viewport: measured again only where something has moved."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        first = self.blockBoundingGeometry(block).translated(offset)
        seen_as = (self.document().revision(), block.blockNumber(), first, self.viewport().height())
        if self._seen_as != seen_as:
            self._seen_as, self._in_sight, area = seen_as, [], first
            while block.isValid() and area.top() <= self.viewport().height():
                self._in_sight.append((block, area))
                block = block.next()
                area = self.blockBoundingGeometry(block).translated(offset)
        return self._in_sight

    def no_steps(self, line: int) -> str:
        """Why no breakpoint can be at a line, and where it can be."""
        nearest = min(self.with_steps, key=lambda other: (abs(other - line), other))
        return tr("No step stands at line {line}; line {nearest} has them.", line=line, nearest=nearest)

    def line_at(self, y: float) -> int:
        """The line at a height of the viewport; 0 below the text."""
        return next(
            (block.blockNumber() + 1 for block, area in self.visible_blocks() if area.contains(area.left(), y)), 0
        )

    # Keeping up with the window

    def dress(self) -> None:
        if self.font() != font(13, fixed=True):
            self.setFont(font(13, fixed=True))
        self.document().setDocumentMargin(0)

    def _lay_out_margin(self) -> None:
        width = self.margin.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self.margin.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))

    def _scroll_margin(self, area: QRect, by: int) -> None:
        if by:
            self.margin.scroll(0, by)
        else:
            self.margin.update(0, area.y(), self.margin.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out_margin()
        if self.now:
            self.bring_into_sight(self.looked_at or self.now)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self.dress()
            self.colours.rehighlight()
            self._mark_lines()
            self._lay_out_margin()


class Margin(QWidget):
    """Line numbers, breakpoints and the bars of callers, beside the text."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.source = source
        # Else each step would have everything below the margin painted first.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self._hovered = 0

    def sizeHint(self) -> QSize:
        digits = QFontMetricsF(font(11, fixed=True)).horizontalAdvance("0") * max(2, len(str(self.source.blockCount())))
        return QSize(int(MARK_ROOM + digits + 2 * GAP), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, source = theme(), self.source
        painter = QPainter(self)
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colours.paper)
        painter.setFont(font(11, fixed=True))
        for block, area in source.visible_blocks():
            line = block.blockNumber() + 1
            row = QRectF(0, area.top(), self.width(), area.height())
            if not event.region().intersects(row.toAlignedRect()):
                continue
            if line == source.now:
                painter.fillRect(row, colours.now)
            elif line in source.callers or line == source.looked_at:
                painter.fillRect(row, colours.band)
            if line in source.callers:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.grip)
            if line == source.looked_at:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.ink)
            painter.setPen(colours.on_now if line == source.now else colours.quiet)
            painter.drawText(
                row.adjusted(0, 0, -GAP - 4, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                count(line),
            )
            self._paint_breakpoint(painter, line, row)

    def _paint_breakpoint(self, painter: QPainter, line: int, row: QRectF) -> None:
        """A full dot where it stops, a ring where it is switched off or only offered."""
        colours = theme()
        is_set = line in self.source.breakpoints
        if not is_set and (line != self._hovered or line not in self.source.with_steps):
            return
        colour = colours.on_now if line == self.source.now else colours.ink
        painter.setPen(colour if is_set else colours.edge)
        is_enabled = is_set and self.source.breakpoints[line]
        painter.setBrush(colour if is_enabled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(10, row.center().y()), 4, 4)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = 0
            self.update()
        if event.type() is QEvent.Type.ToolTip:
            point = self.mapFromGlobal(self.cursor().pos())
            QToolTip.showText(self.cursor().pos(), self.meaning(point), self)
            return True
        return super().event(event)

    def meaning(self, point: QPoint) -> str:
        line = self.source.line_at(point.y())
        if not line:
            return ""
        if line in self.source.breakpoints:
            return tr("A breakpoint stands at line {line}. A click takes it away.", line=line)
        if line not in self.source.with_steps:
            return self.source.no_steps(line)
        return tr("A click sets a breakpoint at line {line}.", line=line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self.source.line_at(event.position().y())
        can_click = self._hovered in self.source.with_steps or self._hovered in self.source.breakpoints
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_click else Qt.CursorShape.ArrowCursor)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.source.line_at(event.position().y())
        if line and event.button() is Qt.MouseButton.LeftButton:
            self.source.toggled.emit(line)
