"""The view of source code: the running line, the callers' lines, and the values behind them.

The margin shows line numbers, breakpoints and bars beside the callers' lines. Pygments finds what is coloured in the
text; the view uses only a few colours of the theme for it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.widgets.painting import RESTYLED, fill_rim
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

MARK_ROOM = 16
"""Width of the left part of the margin, where breakpoints are, in pixels."""
GAP = 6


class Margin(QWidget):
    """The margin with line numbers and breakpoints. A click toggles a breakpoint."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.source = source
        # Otherwise Qt would first paint everything below the margin at each step.
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
        for _, line, area in source.lines_within(event.region()):
            row = QRectF(0, area.top(), self.width(), area.height())
            if line == source.now:
                painter.fillRect(row, colours.now)
            elif line in source.callers or line == source.inspected:
                painter.fillRect(row, colours.band)
            if line in source.callers:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.grip)
            if line == source.inspected:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.ink)
            if line in source.wrong:
                painter.fillRect(QRectF(0, row.top(), 4, row.height()), colours.wrong)
            painter.setPen(colours.on_now if line == source.now else colours.quiet)
            painter.drawText(
                row.adjusted(0, 0, -GAP - 4, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                count(line),
            )
            self._paint_breakpoint(painter, line, row)

    def _paint_breakpoint(self, painter: QPainter, line: int, row: QRectF) -> None:
        """Paint a breakpoint: a dot, or a ring where it is disabled or a click would set it."""
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


class StyledPart(NamedTuple):
    """A part of a line with a style of its own."""

    start: int
    length: int
    style: str


@lru_cache(maxsize=16)
def styled_parts(text: str) -> tuple[tuple[StyledPart, ...], ...]:
    """The styled parts of each line. Pygments is loaded with the first text, not with the window."""
    token = import_module("pygments.token")
    styles = (
        (token.Comment, "quiet"),
        (token.String, "quiet"),
        (token.Keyword, "bold"),
        (token.Operator.Word, "bold"),
        (token.Name.Function, "strong"),
        (token.Number, "number"),
        (token.Name.Builtin, "number"),
    )
    lexer = import_module("pygments.lexers.python").PythonLexer(stripnl=False)
    lines: list[list[StyledPart]] = [[]]
    column = 0
    for found, words in lexer.get_tokens(text):
        style = next((name for kind, name in styles if found in kind), "")
        for place, part in enumerate(words.split("\n")):
            if place:
                lines.append([])
                column = 0
            if style and part.strip():
                lines[-1].append(StyledPart(column, len(part), style))
            column += len(part)
    return tuple(map(tuple, lines))


def format_of(style: str) -> QTextCharFormat:
    """The format of a style. Code is darker than comments and strings."""
    colours = theme()
    inks: dict[str, QColor] = {
        "quiet": colours.quiet,
        "bold": colours.ink,
        "strong": colours.ink,
        "number": mixed(colours.ink, colours.for_max, 0.75),
    }
    made = QTextCharFormat()
    made.setForeground(inks[style])
    if style in ("bold", "strong"):
        made.setFontWeight(QFont.Weight.Bold)
    return made


class Colours(QSyntaxHighlighter):
    """Colours the text of a document."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._text = ""

    def set_text(self, text: str) -> None:
        self._text = text

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        lines = styled_parts(self._text)
        for piece in lines[number] if number < len(lines) else ():
            self.setFormat(piece.start, piece.length, format_of(piece.style))


PILL_GAP, PILL_PAD = 18, 7
SEPARATORS = {0x2028: " ", 0x2029: " "}
"""Characters that end a line for Qt, but not for Python."""
TAB_WIDTH = 4
"""Columns between tab stops."""


class Line(NamedTuple):
    """A visible line."""

    block: QTextBlock
    number: int
    area: QRectF
    """Its rectangle in the viewport."""


class SourceText(QPlainTextEdit):
    """A read-only view of source code. It shows lines and values, and knows nothing of steps and frames."""

    toggled = Signal(int)
    """A line at which a breakpoint should be set or removed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        """The running line."""
        self.inspected = 0
        """The line of the inspected frame where that is not the running one; else 0."""
        self.callers: frozenset[int] = frozenset()
        self.breakpoints: dict[int, bool] = {}
        """Lines with a breakpoint, and whether it is enabled."""
        self.wrong: frozenset[int] = frozenset()
        """Lines in which bugs were found."""
        self.values: dict[int, str] = {}
        """The text behind each line at this step."""
        self.with_steps: frozenset[int] = frozenset()
        """Lines that have steps, at which a breakpoint can stop."""
        self._is_new = True
        """Whether the text or the size is new, and no line has been scrolled to yet."""
        self._measured_for: tuple[object, ...] = ()
        self._visible_lines: list[Line] = []
        """The visible lines as measured last."""
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
        self.with_steps, self._is_new = with_steps, True
        self.colours.set_text(text)
        self.setPlainText(text.translate(SEPARATORS))
        self._lay_out_margin()

    def show_step(
        self,
        now: int,
        inspected: int,
        callers: frozenset[int],
        breakpoints: dict[int, bool],
        values: dict[int, str],
        wrong: frozenset[int] = frozenset(),
    ) -> None:
        """Show everything that depends on the step."""
        is_elsewhere = (now, inspected) != (self.now, self.inspected)
        before = self._marks_by_line()
        self.now, self.inspected, self.callers = now, inspected, callers
        self.breakpoints, self.values, self.wrong = breakpoints, values, wrong
        self._style_running_line()
        if is_elsewhere or self._is_new:
            self.scroll_to_line(inspected or now)
        after = self._marks_by_line()
        self._repaint_lines({line for line in before | after if before.get(line) != after.get(line)})

    def _marks_by_line(self) -> dict[int, tuple[object, ...]]:
        """Everything that is shown at a line apart from its text, by line."""
        marked = {self.now, self.inspected, *self.callers, *self.breakpoints, *self.values, *self.wrong}
        return {
            line: (line == self.now, line == self.inspected, line in self.callers,
                   self.breakpoints.get(line), self.values.get(line), line in self.wrong)
            for line in marked
        }  # fmt: skip

    def _repaint_lines(self, lines: set[int]) -> None:
        """Repaint some lines only: most lines look the same after a step."""
        for _, number, area in self.visible_lines() if lines else ():
            if number in lines:
                top, height = floor(area.top()) - 1, ceil(area.height()) + 2
                self.viewport().update(0, top, self.viewport().width(), height)
                self.margin.update(0, top, self.margin.width(), height)

    def scroll_to_line(self, line: int) -> None:
        """Scroll to a line only if it is not visible: to a nearby one just far enough to show one more line.

        A search alternates between the same lines. With more lines around each of them, the text would keep jumping.
        """
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return
        bar, rows = self.verticalScrollBar(), self.rows_shown()
        above, below, near = bar.value() - (line - 1), line - 1 - (bar.value() + rows - 1), rows // 4
        if self._is_new or max(above, below) > near:
            bar.setValue(line - 1 - near)
        elif above > 0:
            bar.setValue(line - 1 - min(1, near))
        elif below > 0:
            bar.setValue(line - rows + min(1, near))
        self._is_new = False

    def rows_shown(self) -> int:
        """The number of completely visible lines. Lines with another script may be higher than the others."""
        return max(1, sum(line.area.bottom() <= self.viewport().height() for line in self.visible_lines()))

    def _style_running_line(self) -> None:
        """Set the running line in a single colour: no other is legible on yellow."""
        block = self.document().findBlockByNumber(self.now - 1)
        if not block.isValid():
            self.setExtraSelections([])
            return
        inked = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setForeground(theme().on_now)
        line = QTextCursor(block)
        line.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        inked.format, inked.cursor = look, line
        self.setExtraSelections([inked])

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        changed = event.region()
        lines = self.lines_within(changed)
        painter = QPainter(self.viewport())
        for _, number, area in lines:
            ground = self._ground(number)
            if ground is not None:
                painter.fillRect(QRectF(0, area.top(), self.viewport().width(), area.height()), ground)
        painter.end()
        # Qt would paint one area, with everything between the lines of the region.
        for strip in strips_of(changed):
            super().paintEvent(QPaintEvent(strip))
        if not self.values:
            return
        painter = QPainter(self.viewport())
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in lines:
            if line.number in self.values:
                self._paint_value(painter, line)

    def _ground(self, number: int) -> QColor | None:
        """Paint the ground of a line, where that is not plain paper."""
        if number == self.now:
            return theme().now
        if number == self.inspected:
            return theme().hairline
        if number in self.wrong:
            return mixed(theme().paper, theme().wrong, 0.14)
        return theme().band if number in self.callers else None

    def pill_place(self, line: Line) -> QRectF:
        """The area of a value: behind the end of its line, or over at most the right half where that is out of view."""
        metrics = QFontMetricsF(font(12, fixed=True))
        width = metrics.horizontalAdvance(self.values[line.number]) + 2 * PILL_PAD
        layout, area = line.block.layout(), line.area
        end = layout.lineAt(0).naturalTextWidth() if layout.lineCount() else 0.0
        left = area.left() + self.document().documentMargin() + end + PILL_GAP
        room = self.viewport().width() - 6
        width = min(width, max(room - left, room / 2))
        left = max(2.0, min(left, room - width))
        height = min(area.height() - 1, metrics.height() + 2)
        return QRectF(left, area.center().y() - height / 2, width, height)

    def _paint_value(self, painter: QPainter, line: Line) -> None:
        """Paint a value behind its line: in ink at the running line, elsewhere quiet, like a comment."""
        colours, pill = theme(), self.pill_place(line)
        is_now, ground = line.number == self.now, self._ground(line.number) or colours.paper
        painter.fillRect(pill.adjusted(-8, 0, 8, 0), ground)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.on_now if is_now else mixed(ground, colours.edge, 0.22))
        painter.drawRoundedRect(pill, 5, 5)
        painter.setPen(colours.now if is_now else colours.ink)
        painter.setFont(font(12, fixed=True))
        # One more pixel, since a text that fits exactly would be elided.
        text = painter.fontMetrics().elidedText(
            self.values[line.number], Qt.TextElideMode.ElideRight, ceil(pill.width() - 2 * PILL_PAD) + 1
        )
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def visible_lines(self) -> list[Line]:
        """The visible lines. They are measured again only after scrolling, resizing and the like."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        first = self.blockBoundingGeometry(block).translated(offset)
        measured_for = (self.document().revision(), block.blockNumber(), first, self.viewport().height())
        if self._measured_for != measured_for:
            self._measured_for, self._visible_lines, area = measured_for, [], first
            while block.isValid() and area.top() <= self.viewport().height():
                self._visible_lines.append(Line(block, block.blockNumber() + 1, area))
                block = block.next()
                area = self.blockBoundingGeometry(block).translated(offset)
        return self._visible_lines

    def lines_within(self, changed: QRegion) -> list[Line]:
        """The visible lines that a region touches."""
        spans = [(strip.top(), strip.bottom() + 1) for strip in strips_of(changed)]
        return [
            line
            for line in self.visible_lines()
            if any(line.area.top() < bottom and top < line.area.bottom() for top, bottom in spans)
        ]

    def no_steps(self, line: int) -> str:
        """Why a line can have no breakpoint, and the nearest line that can."""
        nearest = min(self.with_steps, key=lambda other: (abs(other - line), other))
        return tr("No step stands at line {line}; line {nearest} has them.", line=line, nearest=nearest)

    def line_at(self, y: float) -> int:
        """The line at a height of the viewport; 0 below the text."""
        return next((number for _, number, area in self.visible_lines() if area.contains(area.left(), y)), 0)

    # Changes of the window

    def dress(self) -> None:
        if self.font() != font(13, fixed=True):
            self.setFont(font(13, fixed=True))
            self.setTabStopDistance(TAB_WIDTH * QFontMetricsF(self.font()).horizontalAdvance("0"))
        self.document().setDocumentMargin(0)

    def _lay_out_margin(self) -> None:
        width = self.margin.sizeHint().width()
        # Margins that are set anew lay out the viewport, which may resize it and lead here again.
        if self.viewportMargins().left() != width:
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
        self._is_new |= event.oldSize().height() != event.size().height()
        if self.now:
            self.scroll_to_line(self.inspected or self.now)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self.dress()
            self.colours.rehighlight()
            self._style_running_line()
            self._lay_out_margin()


def strips_of(region: QRegion) -> list[QRect]:
    """The rectangles of a region, which Qt's type hints lack."""
    return list(cast("Iterable[QRect]", region))
