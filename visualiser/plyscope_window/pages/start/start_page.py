"""The page that the window opens on: the first lesson, samples in the order one learns, recent files, and commands.

The page appears at once. Its cards are made and filled afterwards, a few at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import pairwise

from plyscope.files.contents import Group, ListedSample, groups
from plyscope.files.lessons import lesson_names, sample_lesson
from plyscope.files.sources import load
from plyscope.games import played_games
from plyscope.messages import InputError
from plyscope.model.position import Position
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from plyscope_window.jobs.background import later
from plyscope_window.look.icons import icon
from plyscope_window.look.theme import Current, font, theme
from plyscope_window.pages.page import Page
from plyscope_window.pages.start.first_lesson import FirstLesson
from plyscope_window.pages.start.more_lessons import MoreLessons
from plyscope_window.pages.start.recent_files import RecentFiles
from plyscope_window.widgets.cards import MIN_CARD_WIDTH, Card
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.game_names import game_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import (
    STRETCH,
    column_layout,
    flow_layout,
    line_between,
    row_layout,
    scroll_area,
    widget_with,
)
from plyscope_window.widgets.painting import Themed, smooth_painter
from plyscope_window.words import localized, tr

LESSON = "one-cutoff"
"""The lesson that a newcomer begins with."""


def more_lessons() -> list[str]:
    """Return the names of the lessons after the first one, in the order in which one learns."""
    return [name for name in lesson_names() if name != LESSON]


SIDE_WIDTH = 280
"""The width of the commands and recent files at the side, in pixels."""
SIDE_BUTTON = "QPushButton { text-align: left; padding-left: 12px; padding-right: 12px; min-height: 28px; }"
"""The style of the buttons at the side."""
LABEL_WIDTH = 212
"""The width of the texts beside the cards of a group."""
NARROW_WIDTH = 960
"""The width of all samples below which the texts stand above the cards."""
FILLED_AT_ONCE = 3
"""The number of cards that are filled before the event loop runs again."""


@cache
def sample_position(sample: str) -> Position:
    """Return the position of a sample, which is read once however often the page is opened."""
    return load(f"sample:{sample}")


def set_visible(widget: QWidget, is_shown: bool) -> None:
    """Show or hide a widget; the page lays out anew only where that changes something."""
    if widget.isHidden() == is_shown:
        widget.setVisible(is_shown)


class GroupRow(QWidget):
    """The cards of a group, with what one learns from them at their side, or above them in a narrow window."""

    def __init__(self, number: int, group: Group, cards: list[Card]) -> None:
        super().__init__()
        self.cards = cards
        self.heading = Label(f"{number}  {group.title}", 15, bold=True, wrapped=True)
        self.about = Label(group.about, 12, quiet=True, wrapped=True)
        self.text = widget_with(column_layout(self.heading, self.about, STRETCH, margins=(0, 8, 0, 0), spacing=2))
        area = widget_with(flow_layout(*cards, spacing=14, least_width=MIN_CARD_WIDTH))
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(14)
        self._layout.addWidget(self.text)
        self._layout.addWidget(area, 1)

    def fit(self, width: int) -> None:
        """Arrange text and cards for the width of the page."""
        is_narrow = width < NARROW_WIDTH
        self._layout.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        self._layout.setSpacing(4 if is_narrow else 14)
        self.text.setMaximumWidth(width if is_narrow else round(LABEL_WIDTH * Current.text_scale))
        self.text.setMinimumWidth(0 if is_narrow else self.text.maximumWidth())


class StartPage(Themed, Page):
    """The start page, which emits what the user chooses."""

    sample_chosen = Signal(str)
    """The name of a sample to open."""
    program_chosen = Signal(str)
    """A sample program to run, by its name."""
    file_chosen = Signal(str)
    paste_requested = Signal()
    new_requested = Signal(str)
    """Request for a new position of a game, by the game's name."""
    command_requested = Signal(str)
    """Request for a command of the window, by its key."""
    play_requested = Signal(str)
    """Request for the form of a new game, by the game's name."""
    text_dropped = Signal(str)
    """A text that was dropped on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self.rows: list[GroupRow] = []
        self._waiting: list[Card] = []
        self._timer = later(self, self._fill_cards, repeats=True)
        self.setAcceptDrops(True)
        self.lesson = FirstLesson(sample_lesson(LESSON))
        self.lessons = MoreLessons([sample_lesson(name) for name in more_lessons()])
        self._make_buttons()
        self.recent = RecentFiles()
        self.recent.chosen.connect(self.file_chosen)
        self.find_field = self.filter = QLineEdit()
        self.filter.addAction(icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter.setPlaceholderText(tr("Filter: fib, cutoff, connect four …"))
        self.filter.setAccessibleName(tr("Filter the samples"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumHeight(32)
        self.filter.installEventFilter(self)
        self.filter.textChanged.connect(self._apply_filter)
        self.nothing = Label("", wrapped=True, quiet=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.hide()
        self._arrange_parts()
        self.setFocusProxy(self.lesson.begin)
        self._target = DropTarget(self)

    def _make_buttons(self) -> None:
        self.open_button = self._button(
            "open", tr("Op&en…"), tr("A position, a recording or a program from a file"),
            lambda: self.command_requested.emit("open"),
        )  # fmt: skip
        self.new_button = self._button(
            "new", tr("&New position…"), tr("Place pieces or draw a tree, and have it searched")
        )
        menu = QMenu(self.new_button)
        for name, title in game_names().items():
            menu.addAction(title).triggered.connect(lambda _checked=False, game=name: self.new_requested.emit(game))
        self.new_button.setMenu(menu)
        self.paste_button = self._button(
            "paste", tr("&Paste a position or code"), tr("The position or the Python program on the clipboard"),
            self.paste_requested.emit,
        )  # fmt: skip
        self.play_button = self._button(
            "play", tr("P&lay a game"), tr("Against a person, a search or a brain, and see what it thinks")
        )
        games = QMenu(self.play_button)
        for entry in played_games():
            games.addAction(localized(entry.title)).triggered.connect(
                lambda _checked=False, game=entry.name: self.play_requested.emit(game)
            )
        games.addSeparator()
        games.addAction(tr("Match of two versions…")).triggered.connect(lambda: self.command_requested.emit("match"))
        self.play_button.setMenu(games)
        self.exercise_button = self._button(
            "edit", tr("Ma&ke an exercise…"), tr("Of random trees: to fill in here, on paper, or in a course"),
            lambda: self.command_requested.emit("make_exercise"),
        )  # fmt: skip
        self.program_button = self._button(
            "code", tr("R&un a Python program…"), tr("A file, a notebook, a module or tests, as they are"),
            lambda: self.command_requested.emit("own_program"),
        )  # fmt: skip

    def _button(self, picture: str, text: str, help: str, run: Callable[[], object] | None = None) -> QPushButton:
        """Return a button for the side of the page; one that runs nothing gets a menu."""
        button = push_button(text, run, help, picture)
        button.setStyleSheet(SIDE_BUTTON)
        return button

    def _side(self) -> QScrollArea:
        """Return the side of the page: the commands to begin with, and the recent files."""
        commands = (self.open_button, self.new_button, self.paste_button, self.play_button, self.exercise_button)
        words = tr("Each recursive call becomes a recording that you can step through.")
        side = widget_with(column_layout(
            Label("Plyscope", 24, bold=True), Label(tr("See a search. Walk through it."), quiet=True, wrapped=True), 6,
            *commands, 10, Label(tr("Your code"), 12, bold=True, quiet=True), self.program_button,
            Label(words, 12, quiet=True, wrapped=True), 10, Label(tr("Recent"), 12, bold=True, quiet=True),
            (self.recent, 1), Label(tr("Files and text can be dropped anywhere here."), 12, quiet=True, wrapped=True),
            margins=(20, 16, 20, 12), spacing=8,
        ))  # fmt: skip
        # It scrolls if there is little room, so that the window fits a screen that is 600 pixels high.
        beside = scroll_area(side, is_upright=True, takes_focus=False)
        beside.setFixedWidth(SIDE_WIDTH)
        return beside

    def _arrange_parts(self) -> None:
        head = row_layout(
            (Label(tr("Samples, in the order one learns"), 17, bold=True), 3), (self.filter, 2), margins=(0, 10, 0, 0),
            spacing=24,
        )  # fmt: skip
        self.inside = QWidget()
        self.samples_layout = column_layout(
            self.lesson, self.lessons, head, self.nothing, STRETCH, margins=(32, 24, 32, 24), spacing=12
        )
        self.inside.setLayout(self.samples_layout)
        self.area = scroll_area(self.inside, is_upright=True, takes_focus=False)
        self.setLayout(row_layout(self._side(), line_between(), (self.area, 1), spacing=0))
        # Tab leads from the lessons to the samples, and from there to the commands at the side.
        order = [self.lesson.begin, *self.lessons.buttons.values(), self.filter]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)

    @property
    def title(self) -> str:
        return tr("Start")

    # Filling the cards

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.cards or self._waiting:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Fill no cards while another page is in front, which needs the time."""
        super().hideEvent(event)
        self._timer.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Arrange lesson and cards for the width of the page."""
        margins = self.samples_layout.contentsMargins()
        width = max(0, self.width() - SIDE_WIDTH - margins.left() - margins.right())
        self.lesson.fit(width)
        for row in self.rows:
            row.fit(width)

    @property
    def is_filling(self) -> bool:
        """Whether cards still wait for their pictures."""
        return self._timer.isActive()

    def _fill_cards(self) -> None:
        """Place all cards first, so that nothing moves later; then fill a few cards at a time."""
        if not self.cards:
            self._make_cards()
            return
        for card in self._waiting[:FILLED_AT_ONCE]:
            with suppress(InputError):
                card.show_position(sample_position(card.sample.name))
        del self._waiting[:FILLED_AT_ONCE]
        if not self._waiting:
            self._timer.stop()
            self._apply_filter()

    def _make_cards(self) -> None:
        """Make the rows of cards, a row for each group of samples."""
        # The page lays out once, when all of it is there: not with each card that becomes visible.
        for number, group in enumerate(groups(), start=1):
            cards = [self._make_card(sample, group.title) for sample in group.samples]
            self.cards += cards
            row = GroupRow(number, group, cards)
            self.rows.append(row)
        self._waiting = [card for card in self.cards if not card.sample.is_program]
        samples = widget_with(column_layout(*self.rows, spacing=self.samples_layout.spacing()))
        self.apply_theme()
        self._apply_filter()
        self.samples_layout.insertWidget(self.samples_layout.count() - 1, samples)

    def _make_card(self, sample: ListedSample, group: str) -> Card:
        """Return the card of a sample, connected to the page."""
        card = Card(sample, group)
        chosen = self.program_chosen if sample.is_program else self.sample_chosen
        card.clicked.connect(lambda: chosen.emit(sample.name))
        card.arrow_pressed.connect(lambda key: self._go_to(self._next_card(card, DIRECTIONS[key])))
        return card

    # Filtering and moving

    def _apply_filter(self) -> None:
        """Show the cards that contain every word of the filter."""
        words = self.filter.text().casefold().split()
        for row in self.rows:
            for card in row.cards:
                set_visible(card, all(word in card.words for word in words))
            set_visible(row, any(not card.isHidden() for card in row.cards))
        is_empty = bool(self.cards) and not self.visible_cards
        self.nothing.setText(tr("No sample has “{words}” in its title or note.", words=self.filter.text().strip()))
        self.nothing.setVisible(is_empty)

    @property
    def visible_cards(self) -> list[Card]:
        """The cards that pass the filter."""
        return [card for card in self.cards if not card.isHidden()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_requested.emit()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the filter that the page would scroll by: on to the cards, or everything shown again."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._go_to(self.visible_cards[0] if self.visible_cards else None)
                return True
            if event.key() == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                return True
        return False

    def _go_to(self, card: Card | None) -> None:
        """Give the keyboard to a card, and scroll to it."""
        if card is not None:
            card.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(card, 0, 48)

    def _next_card(self, card: Card, direction: QPoint) -> Card | None:
        """Return the nearest card in a direction, if any; left and right continue on the next line in reading order."""
        here = self._middle(card)
        if direction.y() == 0:
            step = direction.x() * (-1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1)
            place = self.visible_cards.index(card) + step
            return self.visible_cards[place] if 0 <= place < len(self.visible_cards) else None
        beyond = [
            other_card
            for other_card in self.visible_cards
            if (self._middle(other_card).y() - here.y()) * direction.y() > 0
        ]

        def distance(other: Card) -> tuple[int, int]:
            apart = self._middle(other) - here
            return abs(apart.y()), abs(apart.x())

        return min(beyond, key=distance, default=None)

    def _middle(self, card: Card) -> QPoint:
        """Return the middle of a card on the page."""
        return card.mapTo(self.inside, card.rect().center())

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()
            self._show_drag(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_drag(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._show_drag(False)
        event.acceptProposedAction()
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        for file in files:
            self.file_chosen.emit(file)
        if not files and event.mimeData().hasText():
            self.text_dropped.emit(event.mimeData().text())

    def _show_drag(self, is_over: bool) -> None:
        """Show a frame over the page while something that can be opened is dragged over it."""
        self._target.setGeometry(self.rect())
        self._target.raise_()
        self._target.setVisible(is_over)


class DropTarget(QWidget):
    """The frame that marks the drop area. It ignores the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(QPen(theme().ink, 3))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(6, 6, -6, -6), 10, 10)
        label = QRectF(0, 0, 240, 56)
        label.moveCenter(QRectF(self.rect()).center())
        painter.setBrush(theme().card)
        painter.drawRoundedRect(label, 10, 10)
        painter.setPen(theme().ink)
        painter.setFont(font(15, bold=True))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, tr("Drop to open"))


DIRECTIONS = {
    Qt.Key.Key_Left: QPoint(-1, 0),
    Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1),
    Qt.Key.Key_Down: QPoint(0, 1),
}
"""The directions of the arrow keys."""
