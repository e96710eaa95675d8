"""The steps as sentences, nested by ply up to the cursor's, and a field that searches all of them.

Of later steps there are only the numbers, or nothing where the future is hidden. A click selects the frame of a step,
and a double click, or Enter, goes there.

Only the visible rows are computed: a recording may have sixty million steps. The scroll bar counts steps, not pixels,
of which there would soon be too many for it.
"""

from __future__ import annotations

from time import perf_counter

from plyscope.model.steps import Moment, Step
from plyscope.text.narration import sentence
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QSizePolicy, QStyle, QToolButton, QToolTip

from plyscope_window.jobs.background import later
from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.panels.known import why_incomplete
from plyscope_window.panels.panel import Panel
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, column_layout, row_layout
from plyscope_window.widgets.painting import Themed, elided, future_colour, row_height
from plyscope_window.widgets.table import LEADING, TRAILING
from plyscope_window.words import count, localized, tr

INDENT_PIXELS = 14
"""The indentation of a ply where there is room, in pixels."""
MAX_INDENT_SHARE = 0.28
"""The largest share of the width that indentation takes; in deeper trees, each ply takes less."""
MAX_CACHED_SENTENCES = 4000
"""The number of sentences that are kept before all are dropped."""
ENDING_GAP = 6
"""Pixels round the text of the ending."""


class StepList(Themed, QAbstractScrollArea):
    """The list of all steps, each with its number and its sentence, indented by ply."""

    chosen = Signal(int)
    """A step that was double-clicked, or chosen with Enter."""
    pointed_at = Signal(int)
    """A step that was clicked, or reached by the arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.at = 0
        """The step that the keyboard is at."""
        self.ending = ""
        """Why the recording ends before its search; shown after the last step, empty for a complete recording."""
        self._ending_rows = 0
        self._sentences: dict[int, str] = {}
        self._hovered = -1
        self._deepest = 1
        self._shown_at: tuple[int, Future] | None = None
        """The step that was scrolled to, and how the future was shown then."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Steps"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.viewport().update())

    def set_session(self, session: Session | None) -> None:
        """List the steps of another recording, or none."""
        self.session = session
        self.ending = "" if session is None else why_incomplete(session.trace)
        self._sentences.clear()
        self._shown_at = None
        self._deepest = 1 if session is None else max(1, int(session.trace.column("ply").max()))
        self.at = 0
        self._measure_rows()

    def scroll_to_cursor(self) -> None:
        """Scroll to the cursor's step where it has moved, with some steps before it, and known ones after it."""
        if self.session is None:
            return
        step, shown = self.session.cursor.step, (self.session.cursor.step, self.session.future)
        if shown == self._shown_at:
            self.viewport().update()
            return
        is_new, self._shown_at = self._shown_at is None, shown
        self._measure_rows()
        self.at = step
        top, rows = self.verticalScrollBar().value(), self.visible_row_count()
        goes_on = self.session.shows_whole
        if is_new or not top <= step < top + rows - goes_on:
            is_last = step == self.session.cursor.last_step
            before = rows // 3 if goes_on else rows - 1
            self.verticalScrollBar().setValue(step + 1 + self._ending_rows - rows if is_last else step - before)
        self._describe_step(step)
        self.viewport().update()

    def _describe_step(self, number: int) -> None:
        """Tell screen readers the sentence of a step, and after the last one the ending."""
        assert self.session is not None
        is_end = bool(self.ending) and number == self.session.cursor.last_step == self.session.known_step
        text = self.text_of_step(number)
        self.setAccessibleDescription(tr("{step} {ending}", step=text, ending=self.ending) if is_end else text)

    def visible_row_count(self) -> int:
        """Return how many rows fit into the list."""
        return max(1, self.viewport().height() // row_height())

    def _measure_rows(self) -> None:
        """Set the range of the scroll bar in steps, with room for the ending after them."""
        steps = self._listed_count
        rows = self.visible_row_count()
        metrics = QFontMetrics(font(13, bold=True))
        room = QRect(0, 0, max(40, self.viewport().width() - ENDING_GAP * 2), 10_000)
        high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self.ending).height() + ENDING_GAP
        self._ending_rows = -(-high // row_height()) if self.ending else 0
        self.verticalScrollBar().setRange(0, max(0, steps + self._ending_rows - rows))
        self.verticalScrollBar().setPageStep(rows)
        self.verticalScrollBar().setSingleStep(1)
        self.viewport().update()

    def text_of_step(self, number: int) -> str:
        """Return the sentence of a step; of one that is not known yet, that it is later."""
        assert self.session is not None
        if number > self.session.known_step:
            return tr("step {step}, not yet", step=count(number))
        if number not in self._sentences:
            if len(self._sentences) > MAX_CACHED_SENTENCES:
                self._sentences.clear()
            self._sentences[number] = localized(sentence(self.session.trace, self.session.cursor.steps.at(number)))
        return self._sentences[number]

    @property
    def _listed_count(self) -> int:
        """How many steps are listed: those up to the cursor where the future is hidden, else all."""
        if self.session is None:
            return 0
        return self.session.cursor.step + 1 if self.session.hides_future else self.session.cursor.steps.count

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme().paper)
        if self.session is None:
            return
        steps, height = self.session.cursor.steps, row_height()
        top = self.verticalScrollBar().value()
        numbers = QFontMetrics(font(11)).horizontalAdvance(count(steps.count)) + 14
        for row in range(self.viewport().height() // height + 1):
            number, area = top + row, QRect(0, row * height, self.viewport().width(), height)
            if number == steps.count and self.ending and self.session.known_step == self.session.cursor.last_step:
                self._paint_ending(painter, area.adjusted(0, 0, 0, (self._ending_rows - 1) * height))
            if number >= self._listed_count:
                break
            self._paint_row(painter, steps.at(number), area, numbers)
        if self.hasFocus():
            painter.setPen(theme().ink)
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def _paint_row(self, painter: QPainter, step: Step, area: QRect, numbers: int) -> None:
        """Paint the row of a step: its number, guides for its plies, and its sentence where it is known."""
        assert self.session is not None
        colours, current = theme(), self.session.cursor.step
        is_now, is_ahead = step.number == current, step.number > current
        if is_now:
            painter.fillRect(area, colours.now)
        elif step.number in (self._hovered, self.at):
            painter.fillRect(area, colours.band)
        if step.number == self.at and self.hasFocus():
            painter.fillRect(QRect(area.left(), area.top(), area.width(), 1), colours.ink)
            painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), colours.ink)
        ink = colours.on_now if is_now else colours.quiet if is_ahead else colours.ink
        painter.setFont(font(11))
        painter.setPen(
            mixed(colours.now, colours.on_now, 0.7)
            if is_now
            else future_colour(colours.quiet)
            if is_ahead
            else colours.quiet
        )
        place = QRect(area.left(), area.top(), numbers, area.height())
        painter.drawText(self._mirrored(place.adjusted(6, 0, -6, 0)), TRAILING, count(step.number))
        if step.number > self.session.known_step:
            return
        indent = self._indent(step)
        self._paint_guides(painter, area, numbers, indent)
        place = area.adjusted(numbers + indent + 4, 0, -4, 0)
        painter.setPen(ink)
        painter.setFont(font(13, bold=is_now))
        text = elided(self.text_of_step(step.number), painter.font(), place.width())
        painter.drawText(self._mirrored(place), LEADING, text)

    def _paint_ending(self, painter: QPainter, area: QRect) -> None:
        """Paint the ending below a line, so that it is not mistaken for a step."""
        painter.fillRect(area.left(), area.top(), area.width(), 1, theme().edge)
        painter.setPen(theme().ink)
        painter.setFont(font(13, bold=True))
        place = area.adjusted(ENDING_GAP, 0, -ENDING_GAP, 0)
        painter.drawText(place, LEADING | Qt.TextFlag.TextWordWrap, self.ending)

    def _paint_guides(self, painter: QPainter, area: QRect, numbers: int, indent: int) -> None:
        """Paint a hairline for every ply above, as an editor shows indentation."""
        step = self._indent_step()
        if step < 5:
            return
        colour = QColor(theme().hairline)
        for x in range(step, indent + 1, step):
            line = QRect(numbers + x - step + 3, area.top(), 1, area.height())
            painter.fillRect(self._mirrored(line), colour)

    def _indent_step(self) -> int:
        """Return the indentation of one ply, in pixels: less in deep trees."""
        return max(1, min(INDENT_PIXELS, int(self.viewport().width() * MAX_INDENT_SHARE / self._deepest)))

    def _indent(self, step: Step) -> int:
        """Return a step's indentation in pixels; what happens in a frame is indented more than its enter and leave."""
        assert self.session is not None
        ply = self.session.trace.plies[step.frame] + (step.moment is Moment.BACK)
        return min(int(self.viewport().width() * 0.6), ply * self._indent_step())

    def _mirrored(self, place: QRect) -> QRect:
        """Return a rectangle as it is, or mirrored where the layout is from right to left."""
        return QStyle.visualRect(self.layoutDirection(), self.viewport().rect(), place)

    # Mouse and keyboard

    def step_at(self, point: QPoint) -> int:
        """Return the step under a point; -1 where there is none."""
        number = self.verticalScrollBar().value() + point.y() // row_height()
        return number if 0 <= number < self._listed_count else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.step_at(event.position().toPoint())
        if hovered != self._hovered:
            self._hovered = hovered
            self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.step_at(event.position().toPoint())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.move_keyboard_to(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.step_at(event.position().toPoint())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(number)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = -1
            self.viewport().update()
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            number = self.step_at(event.pos())
            is_end = self.session is not None and self.session.known_step == self.session.cursor.last_step
            below = self.ending if is_end else ""
            QToolTip.showText(event.globalPos(), self.text_of_step(number) if number >= 0 else below, self)
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.session is None:
            return
        page = self.visible_row_count()
        distances = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.at)
        elif event.key() in distances and not event.modifiers():
            self.move_keyboard_to(self.at + distances[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def move_keyboard_to(self, number: int) -> None:
        """Move the keyboard to another step without moving the cursor, and have its frame explained."""
        self.at = max(0, min(number, self._listed_count - 1))
        top, rows = self.verticalScrollBar().value(), self.visible_row_count()
        self.verticalScrollBar().setValue(min(self.at, max(top, self.at - rows + 1)))
        self._describe_step(self.at)
        self.viewport().update()
        self.pointed_at.emit(self.at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shown_at = None
        self.scroll_to_cursor()

    def apply_theme(self) -> None:
        self._measure_rows()


MAX_SEARCHED_STEPS = 200_000
"""The largest number of steps that are searched for one press of a key."""
TURN_SECONDS = 0.008
"""Seconds of searching in one turn of the event loop."""


class SentenceSearch(QObject):
    """A search of the sentences before or after a step, in portions, so that the window stays responsive."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.words = ""
        self.at = 0
        """The step that was searched last."""
        self.direction = 1
        self.searched = 0
        """Steps searched since the last press of a key."""
        self.found: int | None = None
        """The step whose sentence matches; None for none so far."""
        self.is_over = True
        """Whether the search has ended: at a match, at an end of the recording, or after `MAX_SEARCHED_STEPS` steps."""

    def start(self, session: Session, words: str, at: int, direction: int) -> None:
        """Begin a search beside a step; `direction` is 1 for later steps, -1 for earlier ones."""
        self.session, self.words, self.at, self.direction = session, words.casefold(), at, direction
        self.searched, self.found, self.is_over = 0, None, False

    def run(self, seconds: float) -> None:
        """Search for so many seconds, or until the search is over."""
        assert self.session is not None
        trace, steps = self.session.trace, self.session.cursor.steps
        end = perf_counter() + seconds
        while not self.is_over and perf_counter() < end:
            self.at += self.direction
            if not 0 <= self.at < steps.count or self.searched >= MAX_SEARCHED_STEPS:
                self.at -= self.direction
                self.is_over = True
            elif self.words in localized(sentence(trace, steps.at(self.at))).casefold():
                self.found, self.is_over = self.at, True
            else:
                self.searched += 1


class StepsPanel(Panel):
    """The steps of a recording. Enter in the field goes to the next match of its text."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to read it step by step."))
        self.list = StepList()
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Search the sentences"))
        self.field.setAccessibleName(tr("Search the sentences"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(60)
        self.field.installEventFilter(self)
        self.earlier = arrow_button("↑", tr("Search earlier steps (Shift+Enter)"))
        self.later = arrow_button("↓", tr("Search later steps (Enter)"))
        self.answer = Label(quiet=True, pixels=12, wrapped=True)
        self.answer.hide()
        self.answer.setContentsMargins(PANEL_MARGIN, 0, PANEL_MARGIN, 4)
        self.search = SentenceSearch(self)
        self.timer = later(self, self.search_turn, repeats=True)
        self.earlier.clicked.connect(lambda: self.seek(-1))
        self.later.clicked.connect(lambda: self.seek(1))
        self.field.textChanged.connect(self.stop_search)
        self.list.chosen.connect(self.go_to_step)
        self.list.pointed_at.connect(self.select)
        bar = row_layout(self.field, self.earlier, self.later, margins=(PANEL_MARGIN, 6, PANEL_MARGIN, 6), spacing=4)
        self.body.setLayout(column_layout(bar, self.answer, (self.list, 1), spacing=0))

    def attach(self, session: Session | None) -> None:
        """List the steps of another recording, or none, and stop the search."""
        self.stop_search()
        self.search.session = None
        self.list.set_session(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        """Scroll to the cursor's step."""
        self.list.scroll_to_cursor()

    def go_to_step(self, step: int) -> None:
        """Move the cursor to a step."""
        if self.session is not None:
            self.session.go(step)

    def select(self, step: int) -> None:
        """Explain the frame of a step as it is at the cursor's step."""
        if self.session is not None:
            self.session.select(self.session.cursor.steps.at(step).frame)

    # Searching

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if target is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.seek(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(target, event)

    def stop_search(self) -> None:
        """Stop the search, and hide its result."""
        self.timer.stop()
        self.search.is_over = True
        self.search.found = None
        self.search.searched = 0
        self.answer.hide()

    def seek(self, direction: int) -> None:
        """Search from the cursor for the text in the field; after a search without a match, continue it."""
        words = self.field.text().strip()
        if self.session is None or not words:
            return
        search = self.search
        continues = search.searched >= MAX_SEARCHED_STEPS and search.direction == direction and search.found is None
        search.start(self.session, words, search.at if continues else self.session.cursor.step, direction)
        self.search_turn()
        if not search.is_over:
            self.timer.start()

    def search_turn(self) -> None:
        """Search for one turn of the event loop, and show the progress or go to the step that was found."""
        search = self.search
        search.run(TURN_SECONDS)
        if search.is_over:
            self.timer.stop()
        if search.found is not None:
            self.answer.hide()
            self.go_to_step(search.found)
            return
        self.answer.setText(self.progress_text())
        self.answer.show()

    def progress_text(self) -> str:
        """Return how far the search has come, or that nothing was found."""
        search = self.search
        if not search.is_over:
            return tr("Searching … {count} steps", count=count(search.searched))
        if search.searched >= MAX_SEARCHED_STEPS:
            return tr("Not found within {count} steps. Press again to search further.", count=count(search.searched))
        if search.direction > 0:
            return tr("Not found between here and the last step.")
        return tr("Not found between here and the first step.")


def arrow_button(sign: str, meaning: str) -> QToolButton:
    """Return a small button with an arrow and a tooltip."""
    button = QToolButton()
    button.setText(sign)
    button.setToolTip(meaning)
    button.setAccessibleName(meaning)
    button.setProperty("framed", True)
    return button
