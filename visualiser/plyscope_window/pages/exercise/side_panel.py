"""Beside the tree: the task, the points and their parts, the hint, what the marks mean, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyscope.exercises.exercise import Exercise
from plyscope.exercises.work import Verdict
from plyscope.messages import number_text
from plyscope.worksheets.node_boards import caption_of
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.pages.exercise.tree_painter import paint_mark
from plyscope_window.panels.board_picture import BoardPicture
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import (
    STRETCH,
    LayoutPart,
    column_layout,
    flow_layout,
    row_layout,
    scroll_area,
    widget_with,
)
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import localized, tr

MAX_LINES = 14
"""The largest number of lines of a program that are seen at once."""
BOARD_HIGH = 112
"""The largest height of the board, in pixels."""


@dataclass(frozen=True)
class Part:
    """A line of the points: what for, how many of how many, and a remark."""

    name: str
    points: float
    out_of: float
    remark: str = ""


class Section(QWidget):
    """A part of the panel, with a hairline below it and a ground of its own where it has one."""

    def __init__(self, *parts: LayoutPart, is_tinted: bool = False) -> None:
        super().__init__()
        self.is_tinted = is_tinted
        self.setLayout(column_layout(*parts, margins=(16, 8, 16, 8), spacing=6))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.is_tinted:
            painter.fillRect(self.rect(), theme().now_tint)
        painter.setPen(theme().hairline)
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)


class Bar(QWidget):
    """Points as a bar: earned, of all."""

    def __init__(self) -> None:
        super().__init__()
        self.earned = 0.0
        self.setFixedHeight(12)

    def show_share(self, earned: float) -> None:
        """Show the share of the points that is earned."""
        self.earned = earned
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        wide, high = self.width(), self.height()
        painter.fillRect(QRectF(0, 0, wide, high), theme().even_tint)
        painter.fillRect(QRectF(0, 0, wide * self.earned, high), theme().right)


class Points(Section):
    """The points so far, or how much is answered while they are not shown."""

    def __init__(self) -> None:
        self.score, self.of = Label("", 30, bold=True), Label("", 16, quiet=True)
        self.bar = Bar()
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(14)
        self.grid.setColumnStretch(2, 1)
        super().__init__(row_layout(self.score, self.of, STRETCH), self.bar, self.grid)
        self.cells = [[Label("", 13), Label("", 13), Label("", 12, quiet=True, wrapped=True)] for _ in range(4)]
        for row, cells in enumerate(self.cells):
            for place, cell in enumerate(cells):
                self.grid.addWidget(cell, row, place)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show the points by their parts."""
        out_of = round(sum(part.out_of for part in parts))
        score = number_text(round(sum(part.points for part in parts), 1))
        self.score.setText(score)
        self.of.setText(tr("of {points} points", points=out_of))
        self.bar.show_share(sum(part.points for part in parts) / max(1, out_of))
        for row, cells in enumerate(self.cells):
            part = parts[row] if row < len(parts) else None
            if part is not None:
                cells[0].setText(part.name)
                cells[1].setText(tr("{points} of {all}", points=round(part.points, 1), all=round(part.out_of, 1)))
                cells[2].setText(part.remark)
            for cell in cells:
                cell.setVisible(part is not None)
        self.setAccessibleName(tr("{score} of {points} points", score=score, points=out_of))

    def show_progress(self, answered: int, boxes: int, when: str) -> None:
        """Show how many boxes are answered, and when they will be marked."""
        self.score.setText(str(answered))
        self.of.setText(tr("of {boxes} boxes answered", boxes=boxes))
        self.bar.show_share(0)
        for cells in self.cells:
            for cell in cells:
                cell.setVisible(False)
        self.cells[0][2].setText(when)
        self.cells[0][2].setVisible(True)


class HintCard(Section):
    """A hint, and what follows it."""

    next_requested = Signal()
    given_up = Signal()

    def __init__(self) -> None:
        self.title, self.text = Label("", 13, bold=True), Label("", 13, wrapped=True)
        self.next = push_button(tr("Next hint"), lambda: self.next_requested.emit())
        self.show_answer = push_button("", lambda: self.given_up.emit())
        self.about = Label(tr("Show gives up its points"), 12, quiet=True)
        buttons = widget_with(flow_layout(self.next, self.show_answer, self.about))
        super().__init__(self.title, self.text, buttons, is_tinted=True)
        self.hide()

    def show_hint(self, name: str, level: int, levels: int, text: str, *, can_give_up: bool) -> None:
        """Show a hint for a node; `level` is its number among `levels`."""
        self.title.setText(tr("Hint for {name}, {level} of {levels}", name=name, level=level, levels=levels))
        self.text.setText(text)
        self.next.setVisible(level < levels)
        self.show_answer.setVisible(can_give_up)
        self.about.setVisible(can_give_up)
        self.show()


class Legend(QWidget):
    """What the marks mean."""

    def __init__(self) -> None:
        super().__init__()

        def sign(verdict: Verdict, words: str) -> tuple[LayoutPart, LayoutPart]:
            return MarkSign(verdict), (Label(words, 13, wrapped=True), 1)

        self.setLayout(column_layout(
            heading(tr("Marks")), row_layout(*sign(Verdict.RIGHT, tr("right")), *sign(Verdict.WRONG, tr("wrong"))),
            row_layout(*sign(Verdict.FOLLOWS, tr("follows from your own answers"))), spacing=4,
        ))  # fmt: skip


class MarkSign(QWidget):
    """The sign of a verdict, as an entry of the legend."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict
        self.setFixedSize(QSize(22, 20))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_mark(painter, QPointF(10, 10), 8, self.verdict, theme())


class Program(QPlainTextEdit):
    """The text of the program whose calls are asked about; to be read only."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setAccessibleName(tr("The program"))
        self.hide()

    def show_code(self, code: str) -> None:
        """Show the text of a program; hide the field where it is empty."""
        face = font(12, fixed=True)
        self.document().setDefaultFont(face)
        self.setPlainText(code)
        lines = min(MAX_LINES, code.count("\n") + 1)
        self.setFixedHeight(round((lines + 2) * QFontMetricsF(face).lineSpacing()))
        self.setVisible(bool(code))


class SidePanel(QWidget):
    """The panel: its sections, and below them, in sight wherever they are scrolled, the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.task, self.to_do = Label("", 14, wrapped=True), Label("", 12.5, quiet=True, wrapped=True)
        self.program = Program()
        about = Section(heading(tr("The task")), self.task, self.to_do, self.program)
        self.board, self.board_name = BoardPicture(), Label("", 12, quiet=True, wrapped=True)
        self.board.limit_height(BOARD_HIGH)
        self.position = Section(self.board, self.board_name)
        self.position.hide()
        self.points, self.hint = Points(), HintCard()
        self.student = QLineEdit()
        self.student.setPlaceholderText(tr("Your name"))
        self.student.setAccessibleName(tr("Your name"))
        self.student.setToolTip(tr("Answers are kept by name, and handed in with it"))
        self.ask_hint = push_button(tr("Hint"), help=tr("A hint for the box at the keyboard (?)"))
        self.mark = push_button(tr("Mark"), help=tr("Mark all answers now"))
        self.save, self.hand_in = push_button(tr("Save answers…")), push_button(tr("Hand in…"), is_strong=True)
        self.again, self.results = push_button(tr("Start again")), push_button(tr("Results…"))
        self.marks = Section(Legend())
        buttons = (self.ask_hint, self.mark, self.save, self.hand_in, self.again, self.results)
        for button in buttons:
            button.setAutoDefault(False)
        end = Section(self.student, widget_with(flow_layout(*buttons)))
        self._lay_out(about, end)

    def _lay_out(self, about: Section, end: Section) -> None:
        sections = column_layout(about, self.position, self.points, self.hint, self.marks, STRETCH, spacing=0)
        self.area = scroll_area(widget_with(sections), is_upright=True, takes_focus=False)
        # The line at the side of the panel stays free.
        self.setLayout(column_layout((self.area, 1), end, margins=(1, 0, 1, 0), spacing=0))

    def show_position(self, exercise: Exercise, number: int) -> None:
        """Show the board at a node of a game's tree."""
        position, node = exercise.positions[number], exercise.tree.nodes[number]
        board = position.board(node.move if number else None)
        self.board.show_board(board, exercise.trace, position.max_side, position.text)
        self.board_name.setText(localized(caption_of(exercise, number)))
        if not self.position.isVisibleTo(self):
            self.position.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button at the keyboard, as Space does."""
        button = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QPushButton):
            button.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme().hairline)
        left = self.width() - 1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 0
        painter.drawLine(left, 0, left, self.height())


def heading(words: str) -> Label:
    """Return the label of a heading, in capitals."""
    return Label(words.upper(), 11, bold=True, quiet=True)
