"""The view of source code: the lines at work, those that ran in the step, the callers' lines, and the values beside.

The margin at the left shows line numbers, breakpoints and bars, that at the right the values. Long lines go on below,
indented further. Imports and type hints are folded away unless the text is shown as it runs. Pygments finds what is
coloured in the text; the view uses only a few colours of the theme for it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, cast

from plyscope.model.source_lines import text_lines
from plyscope.text.shown_source import Piece, function_at, is_folded, shown_lines, wrapped
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
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

from plyscope_window.look.theme import Current, font, mixed, theme
from plyscope_window.widgets.painting import Themed, fill_rim
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

MARK_ROOM = 16
"""Width of the left part of the margin, where breakpoints are, in pixels."""
NUMBER_GAP = 6
"""Room beside the line numbers, in pixels."""


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
        face = self.source.font_of(11, fixed=True)
        digits = QFontMetricsF(face).horizontalAdvance("0") * max(2, len(str(self.source.blockCount())))
        return QSize(int(self.mark_room + digits + 2 * NUMBER_GAP), 0)

    @property
    def mark_room(self) -> int:
        """The width of the part where breakpoints are."""
        return MARK_ROOM - 4 * self.source.is_narrow

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, source = theme(), self.source
        painter = QPainter(self)
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colours.paper)
        painter.setFont(source.font_of(11, fixed=True))
        for _, line, area in source.lines_within(event.region()):
            row = QRectF(0, area.top(), self.width(), area.height())
            if line in source.at_work:
                painter.fillRect(row, colours.now)
            elif line in source.callers or line == source.inspected:
                painter.fillRect(row, colours.band)
            if line in source.at_work:
                painter.fillRect(QRectF(0, row.top(), 4, row.height()), colours.ink)
            elif line in source.run:
                painter.fillRect(QRectF(0, row.top(), 3, row.height()), colours.grip)
            if line == source.inspected:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.ink)
            if line in source.wrong:
                painter.fillRect(QRectF(0, row.top(), 4, row.height()), colours.wrong)
            painter.setPen(colours.on_now if line in source.at_work else colours.quiet)
            top = QRectF(row.left(), row.top(), row.width() - NUMBER_GAP - 4, source.row_height)
            painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count(line))
            self._paint_breakpoint(painter, line, row)

    def _paint_breakpoint(self, painter: QPainter, line: int, row: QRectF) -> None:
        """Paint a breakpoint: a dot, or a ring where it is disabled or a click would set it."""
        colours = theme()
        is_set = line in self.source.breakpoints
        if not is_set and (line != self._hovered or line not in self.source.with_steps):
            return
        colour = colours.on_now if line in self.source.at_work else colours.ink
        painter.setPen(colour if is_set else colours.edge)
        is_enabled = is_set and self.source.breakpoints[line]
        painter.setBrush(colour if is_enabled else Qt.BrushStyle.NoBrush)
        # Between the bar of the running line and the number.
        painter.drawEllipse(QPointF(self.mark_room / 2 + 3, row.top() + self.source.row_height / 2), 3.5, 3.5)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = 0
            self.update()
        if event.type() is QEvent.Type.ToolTip:
            point = self.mapFromGlobal(self.cursor().pos())
            QToolTip.showText(self.cursor().pos(), self.tip_at(point), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPoint) -> str:
        """What a click at a height would do to the breakpoint of its line, or why it can have none."""
        line = self.source.line_at(point.y())
        if not line:
            return ""
        if line in self.source.breakpoints:
            return tr("A breakpoint stands at line {line}. A click takes it away.", line=line)
        if line not in self.source.with_steps:
            return self.source.why_no_breakpoint(line)
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


class LineMarks(NamedTuple):
    """What is shown at a line apart from its text."""

    ground: tuple[bool, ...]
    """What the ground of the whole line and the colour of its text depend on."""
    beside: tuple[bool, bool | None]
    """Whether the step has run it, and its breakpoint: only the margin at the left shows these."""
    value: str | None


NO_MARKS = LineMarks((False,) * 4, (False, None), None)
"""Of a line with nothing to be shown."""


class ValueMargin(QWidget):
    """The margin at the right with the values of the step, behind a hairline. Nothing of it covers code."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.source = source
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, source = theme(), self.source
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.fillRect(self.rect(), colours.paper)
        for _, line, area in source.lines_within(event.region()):
            row = QRectF(0, area.top(), self.width(), area.height())
            ground = source.ground_of(line)
            if ground is not None:
                painter.fillRect(row, ground)
            if line in source.values:
                self._paint_value(painter, line, row)
        painter.setPen(colours.hairline)
        painter.drawLine(0, 0, 0, self.height())

    def _paint_value(self, painter: QPainter, line: int, row: QRectF) -> None:
        """Paint the value of a line, on as many rows as its code takes."""
        is_now = line in self.source.at_work
        painter.setFont(self.source.font_of(11 if self.source.is_narrow else 13, bold=is_now))
        painter.setPen(theme().on_now if is_now else theme().ink)
        area = row.adjusted(VALUE_GAP, 0, -4, 0)
        height = self.source.row_height
        area.setHeight(height)
        rows, metrics = max(1, round(row.height() / height)), painter.fontMetrics()
        for text in wrapped_value(self.source.values[line], metrics, int(area.width()), rows):
            painter.save()
            painter.translate(area.topLeft())
            painter.scale(min(1.0, area.width() / max(1, metrics.horizontalAdvance(text))), 1)
            painter.drawText(QPointF(0, (height + metrics.ascent() - metrics.descent()) / 2), text)
            painter.restore()
            area.translate(0, height)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(self.cursor().pos(), self.tip_at(self.mapFromGlobal(self.cursor().pos())), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPoint) -> str:
        """The whole value at a height, which may be cut in the margin."""
        return self.source.values.get(self.source.line_at(point.y()), "")


def wrapped_value(text: str, metrics: QFontMetrics, width: int, rows: int) -> list[str]:
    """A value in at most `rows` rows, broken between its parts; what does not fit ends in an ellipsis.

    A row that is a little too wide is whole: it is painted narrower. What is cut all the same keeps its letters.
    """
    most, lines, parts = int(width / MIN_LETTER_STRETCH), list[str](), re.split(r"(?<=[,·:]) ", text)
    if any(metrics.horizontalAdvance(part) > most for part in parts):
        parts = text.split(" ")
    while parts and len(lines) < rows - 1:
        taken = 1
        while taken < len(parts) and metrics.horizontalAdvance(" ".join(parts[: taken + 1])) <= width:
            taken += 1
        lines.append(" ".join(parts[:taken]).removesuffix(" ·"))
        parts = parts[taken:]
    if parts:
        lines.append(" ".join(parts))
    return [
        row if metrics.horizontalAdvance(row) <= most else metrics.elidedText(row, Qt.TextElideMode.ElideRight, width)
        for row in lines
    ]


class StyledPart(NamedTuple):
    """A part of a line with a style of its own."""

    start: int
    length: int
    style: str


@lru_cache(maxsize=16)
def styled_parts(text: str) -> tuple[tuple[StyledPart, ...], ...]:
    """The parts of each line of a program that have a style. Pygments is loaded with the first text."""
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
    for kind_of_words, words in lexer.get_tokens(text):
        style = next((name for kind, name in styles if kind_of_words in kind), "")
        for place, part in enumerate(words.split("\n")):
            if place:
                lines.append([])
                column = 0
            if style and part.strip():
                lines[-1].append(StyledPart(column, len(part), style))
            column += len(part)
    return tuple(map(tuple, lines))


def text_format(style: str) -> QTextCharFormat:
    """Qt's format of a style; code is darker than comments and strings."""
    colours = theme()
    inks: dict[str, QColor] = {
        "quiet": colours.quiet,
        "bold": colours.ink,
        "strong": colours.ink,
        "number": mixed(colours.ink, colours.for_max, 0.75),
    }
    look = QTextCharFormat()
    look.setForeground(inks[style])
    if style in ("bold", "strong"):
        look.setFontWeight(QFont.Weight.Bold)
    return look


class CodeHighlighter(QSyntaxHighlighter):
    """Colours the text of a document as Python."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._text = ""
        self.pieces: list[list[Piece]] = []
        """The pieces of each line."""

    def set_text(self, text: str) -> None:
        """Set the text whose lines are coloured, before it is broken into pieces."""
        self._text = text

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        lines = styled_parts(self._text)
        if number >= min(len(lines), len(self.pieces)):
            return
        shown = 0
        for piece in self.pieces[number]:
            shown += piece.hang
            for styled in lines[number]:
                begin = max(styled.start, piece.start)
                end = min(styled.start + styled.length, piece.start + len(piece.text))
                if begin < end:
                    self.setFormat(shown + begin - piece.start, end - begin, text_format(styled.style))
            shown += len(piece.text) + 1


VALUE_ROOM, NARROW_VALUE_ROOM, VALUE_SHARE, VALUE_GAP = 128, 84, 0.3, 7
"""The width of the margin with the values, in a narrow view too, its largest share, and the gap behind its hairline."""
MIN_LETTER_STRETCH = 0.75
"""How narrow the letters of a value become before it is cut."""
NARROW_WIDTH, NARROWEST_WIDTH = 430, 300
"""The width below which text and margins are smaller, and that below which a large text size enlarges them no more."""
LINE_BREAK = "\u2028"
"""The end of a line inside a line, for Qt."""
SEPARATORS = {0x2028: " ", 0x2029: " "}
"""Characters that end a line for Qt, but not for Python."""
TAB_WIDTH = 4
"""Columns between tab stops."""
MIN_COLUMNS = 14
"""Lines are not broken into less."""


class Line(NamedTuple):
    """A visible line."""

    block: QTextBlock
    number: int
    area: QRectF
    """Its rectangle in the viewport."""


class SourceText(Themed, QPlainTextEdit):
    """A read-only view of source code. It shows lines and values, and knows nothing of steps and frames."""

    toggled = Signal(int)
    """A line at which a breakpoint should be set or removed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        """The running line."""
        self.at_work: frozenset[int] = frozenset()
        """The lines that the step is about."""
        self.run: frozenset[int] = frozenset()
        """The other lines that ran in the step."""
        self.inspected = 0
        """The line of the inspected frame where that is not the running one; else 0."""
        self.callers: frozenset[int] = frozenset()
        self.breakpoints: dict[int, bool] = {}
        """Lines with a breakpoint, and whether it is enabled."""
        self.wrong: frozenset[int] = frozenset()
        """Lines in which bugs were found."""
        self.values: dict[int, str] = {}
        """The text beside each line at this step."""
        self.with_steps: frozenset[int] = frozenset()
        """Lines that have steps, at which a breakpoint can stop."""
        self._is_new = True
        """Whether the text or the size is new, and no line has been scrolled to yet."""
        self._inked: tuple[int, frozenset[int]] = (-1, frozenset())
        """The text and the lines of it that were set in a single colour last."""
        self._measured_for: tuple[object, ...] = ()
        self._in_view: set[int] = set()
        """Lines to which there is nothing to scroll, as long as the visible ones are the same."""
        self._visible_lines: list[Line] = []
        """The visible lines as measured last."""
        self._source = ""
        self._columns = 0
        """How many columns there is room for."""
        self._set_at_width = 0
        """The width of the widget when the text was last broken into lines."""
        self.is_folded = True
        """Whether imports and type hints are folded away."""
        self._only: frozenset[int] = frozenset()
        """The lines that are shown, where that is only some; else empty."""
        self._indentation = 0
        """How many columns of indentation are cut away where only some lines are shown."""
        self.margin, self.value_margin = Margin(self), ValueMargin(self)
        self.colours = CodeHighlighter(self.document())
        self._set_up()
        self.setAccessibleName(tr("Source of the search"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.updateRequest.connect(self._scroll_margins)
        self._set_face()

    def _set_up(self) -> None:
        """Let the text be selected and not written; whatever the language, it is read from left to right."""
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

    def set_source(self, text: str, with_steps: frozenset[int]) -> None:
        """Show another text; breakpoints can be set at the lines in `with_steps`."""
        self.with_steps, self._source = with_steps, text.translate(SEPARATORS)
        self._lay_out_margins()
        self._set_text()

    def fold(self, is_folded: bool) -> None:
        """Fold imports and type hints away, or show the text as it runs."""
        if is_folded != self.is_folded:
            self.is_folded = is_folded
            self._set_text()

    def show_lines_at_work(self, rows: int) -> None:
        """Show the lines at work last in so many rows, without the indentation that all lines in them share.

        Of the lines above, those that ran in the step come first: not the branch that the other side takes.
        """
        last, lines = max(self.at_work, default=1), text_lines(self._source)
        above = [number for number in range(last, 0, -1) if lines[number - 1 : number] and lines[number - 1].strip()]
        ran = [number for number in above if number in self.run | self.at_work][:rows]
        if len(ran) < rows:
            first = min(ran, default=last + 1)
            ran += [number for number in above if number < first][: rows - len(ran)]
        indentation = min((len(line) - len(line.lstrip()) for line in (lines[number - 1] for number in ran)), default=0)
        if (indentation, frozenset(ran)) != (self._indentation, self._only):
            self._indentation, self._only = indentation, frozenset(ran)
            self._set_text()
        block = self.document().findBlockByNumber(last - 1)
        self.verticalScrollBar().setValue(block.firstLineNumber() + max(1, block.lineCount()) - rows)

    @property
    def can_fold(self) -> bool:
        """Whether the text has imports or type hints to fold away."""
        return is_folded(self._source)

    def _set_text(self) -> None:
        """Show the text, broken into as many columns as there are."""
        self._is_new, self._set_at_width = True, self.width()
        lines = shown_lines(self._source) if self.is_folded else text_lines(self._source)
        lines = tuple(None if line is None else without_indent(line, self._indentation) for line in lines)
        self._columns = self._columns_now()
        self.colours.set_text("\n".join(line or "" for line in lines))
        self.colours.pieces = [wrapped(line or "", self._columns) for line in lines]
        self.setPlainText(
            "\n".join(LINE_BREAK.join(" " * part.hang + part.text for part in pieces) for pieces in self.colours.pieces)
        )
        # Qt remembers the widest line that a view ever had, and would keep a bar for it.
        widest = max((part.hang + len(part.text) for pieces in self.colours.pieces for part in pieces), default=0)
        policy = Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(
            policy.ScrollBarAsNeeded if widest > self._columns else policy.ScrollBarAlwaysOff
        )
        for number, line in enumerate(lines):
            if line is None or (self._only and number + 1 not in self._only):
                self.document().findBlockByNumber(number).setVisible(False)
        self.document().markContentsDirty(0, self.document().characterCount())
        self._measured_for = ()
        if self.now:
            self._scroll_to_work()

    def _columns_now(self) -> int:
        """The number of columns that the view has room for."""
        letter = QFontMetricsF(self.font()).horizontalAdvance("0")
        return max(MIN_COLUMNS, int((self.viewport().width() - 2) / letter))

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected code as it is written, without the breaks in long lines."""
        copied = QMimeData()
        text = re.sub(f" *{LINE_BREAK} *", " ", self.textCursor().selectedText())
        copied.setText(text.replace("\u2029", "\n").replace("\u00a0", " "))
        return copied

    def show_step(
        self,
        now: int,
        inspected: int,
        callers: frozenset[int],
        breakpoints: dict[int, bool],
        values: dict[int, str],
        wrong: frozenset[int] = frozenset(),
        at_work: frozenset[int] = frozenset(),
        run: frozenset[int] = frozenset(),
    ) -> None:
        """Show everything that depends on the step, and scroll there; without lines `at_work` the running one is."""
        at_work = at_work or frozenset({now} - {0})
        is_elsewhere = (at_work, inspected) != (self.at_work, self.inspected)
        before = self._marks_by_line()
        self.now, self.inspected, self.callers = now, inspected, callers
        self.breakpoints, self.values, self.wrong = breakpoints, values, wrong
        self.at_work, self.run = at_work, run
        if self._inked != (self.document().revision(), self.at_work):
            self._ink_lines_at_work()
        if is_elsewhere or self._is_new:
            self._scroll_to_work()
        self._repaint_lines(before, self._marks_by_line())

    def _scroll_to_work(self) -> None:
        """Make the inspected line visible, or all lines at work."""
        lines = sorted(self.at_work)
        for line in [self.inspected] if self.inspected else [*lines[:1], *lines[-1:]]:
            self.scroll_to_line(line)

    def _marks_by_line(self) -> dict[int, LineMarks]:
        """Everything that is shown at a line apart from its text, by line."""
        marked = {self.inspected, *self.at_work, *self.run, *self.callers, *self.breakpoints, *self.values, *self.wrong}
        return {
            line: LineMarks(
                (line in self.at_work, line == self.inspected, line in self.callers, line in self.wrong),
                (line in self.run, self.breakpoints.get(line)),
                self.values.get(line),
            )
            for line in marked
        }

    def _repaint_lines(self, before: dict[int, LineMarks], after: dict[int, LineMarks]) -> None:
        """Repaint only what of each line looks different after a step."""
        changed = {line for line in before.keys() | after.keys() if before.get(line) != after.get(line)}
        for _, number, area in self.visible_lines() if changed else ():
            if number not in changed:
                continue
            was, is_now = before.get(number, NO_MARKS), after.get(number, NO_MARKS)
            top, height = floor(area.top()) - 1, ceil(area.height()) + 2
            is_new = was.ground != is_now.ground
            for part, is_other in (
                (self.viewport(), False),
                (self.margin, was.beside != is_now.beside),
                (self.value_margin, was.value != is_now.value),
            ):
                if is_new or is_other:
                    part.update(0, top, part.width(), height)

    def scroll_to_line(self, line: int) -> None:
        """Scroll so that the whole function of a line is visible, or where it is too long the line.

        A line that is visible is not scrolled to, and a nearby one just far enough to show one more line: a search
        alternates between the same lines, and with more lines around each of them, the text would keep jumping.
        """
        before = self.visible_lines()
        if line in self._in_view and not self._is_new:
            return
        self._bring_into_view(line)
        if self.visible_lines() is before:
            self._in_view.add(line)

    def _bring_into_view(self, line: int) -> None:
        """Scroll as `scroll_to_line` says, whether or not that has been done before."""
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return
        bar, rows = self.verticalScrollBar(), self.rows_shown()
        near = rows // 4
        first, last = block.firstLineNumber(), block.firstLineNumber() + max(1, block.lineCount()) - 1
        span = self._rows_of_function(line)
        if span is not None and span[1] - span[0] < rows:
            if span[0] < bar.value() or span[1] >= bar.value() + rows:
                bar.setValue(max(0, min(span[0], span[1] - rows + 1 + near)))
                bar.setValue(min(bar.value(), span[0]))
            self._is_new = False
            self._show_end_of(line)
            return
        above, below = bar.value() - first, last - (bar.value() + rows - 1)
        if self._is_new or max(above, below) > near:
            bar.setValue(first - near)
        elif above > 0:
            bar.setValue(first - min(1, near))
        elif below > 0:
            bar.setValue(last + 1 - rows + min(1, near))
        self._is_new = False
        self._show_end_of(line)

    def _show_end_of(self, line: int) -> None:
        """Scroll on until the whole of a line is visible: rows of another script are higher than was reckoned."""
        bar, bottom = self.verticalScrollBar(), self.viewport().height() + 1
        while bar.value() < bar.maximum():
            area = next((visible.area for visible in self.visible_lines() if visible.number == line), None)
            if area is None or area.bottom() <= bottom or area.top() <= 0:
                return
            bar.setValue(bar.value() + 1)

    def _rows_of_function(self, line: int) -> tuple[int, int] | None:
        """The first and the last row of the innermost function that a line belongs to; None for a line outside all."""
        span = function_at(self._source, line)
        if span is None:
            return None
        first, last = (self.document().findBlockByNumber(number - 1) for number in span)
        return first.firstLineNumber(), last.firstLineNumber() + max(1, last.lineCount()) - 1

    @property
    def row_height(self) -> float:
        """The height of a line of code that is not wrapped."""
        return self.fontMetrics().lineSpacing()

    def rows_shown(self) -> int:
        """For how many whole rows there is room. Lines with another script may be higher than the others."""
        bottom, visible = self.viewport().height(), self.visible_lines()
        whole = [line for line in visible if line.area.bottom() <= bottom]
        rows = sum(max(1, line.block.lineCount()) for line in whole)
        if whole:
            # The first line may have been scrolled out in part.
            rows -= round(max(0.0, -whole[0].area.top()) / max(1.0, self.row_height))
        if whole and len(whole) == len(visible):
            rows += int((bottom - whole[-1].area.bottom()) / max(1.0, self.row_height))
        return max(1, rows)

    def _ink_lines_at_work(self) -> None:
        """Set the lines at work in a single colour: no other is legible on yellow."""
        inked_lines = []
        for number in sorted(self.at_work):
            block = self.document().findBlockByNumber(number - 1)
            if not block.isValid():
                continue
            inked = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setForeground(theme().on_now)
            line = QTextCursor(block)
            line.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            inked.format, inked.cursor = look, line
            inked_lines.append(inked)
        self.setExtraSelections(inked_lines)
        self._inked = self.document().revision(), self.at_work

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        changed = event.region()
        lines = self.lines_within(changed)
        painter = QPainter(self.viewport())
        for _, number, area in lines:
            ground = self.ground_of(number)
            if ground is not None:
                painter.fillRect(QRectF(0, area.top(), self.viewport().width(), area.height()), ground)
        painter.end()
        # Qt would paint one area, with everything between the lines of the region.
        for strip in rectangles_of(changed):
            super().paintEvent(QPaintEvent(strip))

    def ground_of(self, number: int) -> QColor | None:
        """The ground of a line; None for plain paper."""
        if number in self.at_work:
            return theme().now
        if number == self.inspected:
            return theme().hairline
        if number in self.wrong:
            return mixed(theme().paper, theme().wrong, 0.14)
        return theme().band if number in self.callers else None

    def visible_lines(self) -> list[Line]:
        """The visible lines. They are measured again only after scrolling, resizing and the like."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        first = self.blockBoundingGeometry(block).translated(offset)
        measured_for = (self.document().revision(), block.blockNumber(), first, self.viewport().height())
        if self._measured_for != measured_for:
            self._measured_for, self._visible_lines, area = measured_for, [], first
            self._in_view = set()
            while block.isValid() and area.top() <= self.viewport().height():
                if block.isVisible():
                    self._visible_lines.append(Line(block, block.blockNumber() + 1, area))
                block = block.next()
                area = self.blockBoundingGeometry(block).translated(offset)
        return self._visible_lines

    def lines_within(self, changed: QRegion) -> list[Line]:
        """The visible lines that a region touches."""
        spans = [(strip.top(), strip.bottom() + 1) for strip in rectangles_of(changed)]
        return [
            line
            for line in self.visible_lines()
            if any(line.area.top() < bottom and top < line.area.bottom() for top, bottom in spans)
        ]

    def why_no_breakpoint(self, line: int) -> str:
        """Why no breakpoint can be set at a line, with the nearest line that can have one."""
        if not self.with_steps:
            return tr("No step stands in this text.")
        nearest = min(self.with_steps, key=lambda other: (abs(other - line), other))
        return tr("No step stands at line {line}; line {nearest} has them.", line=line, nearest=nearest)

    def line_at(self, y: float) -> int:
        """The line at a height of the viewport; 0 below the text."""
        return next((number for _, number, area in self.visible_lines() if area.contains(area.left(), y)), 0)

    # Changes of the window

    @property
    def is_narrow(self) -> bool:
        """Whether the view is so narrow that text and margins are smaller."""
        return self.contentsRect().width() < NARROW_WIDTH * Current.text_scale

    @property
    def text_shrink(self) -> float:
        """How much smaller than the text size asks for the text is, where words of code would else be cut."""
        scale = Current.text_scale
        return min(1.0, max(1.0, self.contentsRect().width() / NARROWEST_WIDTH) / scale)

    def font_of(self, pixels: float, *, bold: bool = False, fixed: bool = False) -> QFont:
        """A font for the view, in its own text size."""
        return font(pixels * self.text_shrink, bold, fixed)

    def _set_face(self) -> None:
        """Set the font as the text size and the width have it now."""
        face = self.font_of(11 if self.is_narrow else 12.5, fixed=True)
        if self.font() != face:
            self.setFont(face)
            self.setTabStopDistance(TAB_WIDTH * QFontMetricsF(self.font()).horizontalAdvance("0"))
        self.document().setDocumentMargin(0)

    def _lay_out_margins(self) -> None:
        """Place the two margins, as wide as the text size and the view have them."""
        width, inside = self.margin.sizeHint().width(), self.contentsRect()
        beside = (NARROW_VALUE_ROOM if self.is_narrow else VALUE_ROOM) * Current.text_scale * self.text_shrink
        beside = round(min(beside, inside.width() * VALUE_SHARE))
        # Margins that are set anew lay out the viewport, which may resize it and lead here again.
        margins = self.viewportMargins()
        if (margins.left(), margins.right()) != (width, beside):
            self.setViewportMargins(width, 0, beside, 0)
        view = self.viewport().geometry()
        self.margin.setGeometry(QRect(inside.left(), inside.top(), width, view.height()))
        self.value_margin.setGeometry(QRect(view.right() + 1, inside.top(), beside, view.height()))

    def _scroll_margins(self, area: QRect, by: int) -> None:
        """Scroll or repaint both margins with the text."""
        for margin in (self.margin, self.value_margin):
            if by:
                margin.scroll(0, by)
            else:
                margin.update(0, area.y(), margin.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_face()
        self._lay_out_margins()
        self._is_new |= event.oldSize().height() != event.size().height()
        # Where wider lines make the scroll bar go, which then comes back, the narrower ones stay.
        columns, is_as_wide = self._columns_now(), self.width() == self._set_at_width
        if columns < self._columns or (columns > self._columns and not is_as_wide):
            self._set_text()
        elif self.now:
            self._scroll_to_work()

    def apply_theme(self) -> None:
        self._set_face()
        self._lay_out_margins()
        self._set_text()
        self._ink_lines_at_work()


def without_indent(line: str, columns: int) -> str:
    """A line without so many columns of its indentation, or without all of it."""
    return line[min(columns, len(line) - len(line.lstrip())) :]


def rectangles_of(region: QRegion) -> list[QRect]:
    """The rectangles of a region, over which Qt's type hints do not let it iterate."""
    return list(cast("Iterable[QRect]", region))
