"""The page that the window opens on: samples as cards with their boards, recent files, and commands to begin with.

The page appears at once. Its cards are made and filled afterwards, a few at a time.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from plyscope.files.sources import load, sample_names
from plyscope.games import played_games
from plyscope.messages import InputError
from plyscope.model.position import Position
from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import font, theme
from plyscope_window.pages.page import Page
from plyscope_window.widgets.cards import MIN_WIDTH, Card
from plyscope_window.widgets.game_names import game_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import FlowLayout
from plyscope_window.words import localized, tr

MAX_RECENT = 10
NAME, FOLDER = 13, 11
"""Font sizes of the name and the folder of a recent file."""


@cache
def position_of(sample: str) -> Position:
    """The position of a sample, which is read once however often the page is opened."""
    return load(f"sample:{sample}")


class RecentFile(QAbstractButton):
    """A button with the name and the folder of a file, which opens it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(str(path))
        self.setAccessibleName(tr("{name} in {folder}", name=path.name, folder=path.parent))

    def sizeHint(self) -> QSize:
        lines = QFontMetricsF(font(NAME)).lineSpacing() + QFontMetricsF(font(FOLDER)).lineSpacing()
        return QSize(200, round(lines) + 14)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # Paths read from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme().for_max, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().band)
            painter.drawRoundedRect(area, 6, 6)
        inside = area.adjusted(8, 5, -8, -5)
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        for text, pixels, colour, edge in (
            (self.path.name, NAME, theme().ink, Qt.AlignmentFlag.AlignTop),
            (str(self.path.parent), FOLDER, theme().quiet, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setFont(font(pixels))
            painter.setPen(colour)
            shown = QFontMetricsF(font(pixels)).elidedText(text, Qt.TextElideMode.ElideMiddle, inside.width())
            painter.drawText(inside, side | edge, shown)


class RecentFiles(QWidget):
    """The list of recent files."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.files: list[RecentFile] = []
        self.nothing = Label(tr("Files that you open or save are listed here."), 12, quiet=True, wrapped=True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._layout.addWidget(self.nothing)
        self._layout.addStretch(1)

    def show_paths(self, paths: list[Path]) -> None:
        for old in self.files:
            self._layout.removeWidget(old)
            old.deleteLater()
        self.files = [RecentFile(path) for path in paths[:MAX_RECENT]]
        for place, file in enumerate(self.files):
            file.clicked.connect(lambda _checked=False, path=file.path: self.chosen.emit(str(path)))
            self._layout.insertWidget(place, file)
        self.nothing.setVisible(not self.files)


SIDE_WIDTH = 264
FILLED_AT_ONCE = 3
"""The number of cards that are filled before the event loop runs again."""


class StartPage(Page):
    """The start page, which emits what the user chooses."""

    sample_chosen = Signal(str)
    file_chosen = Signal(str)
    paste_requested = Signal()
    new_requested = Signal(str)
    """Request for a new position of a game, by the game's name."""
    command_requested = Signal(str)
    """Request for a command of the window, by its key."""
    play_requested = Signal(str)
    """Request for the form of a new game, by the game's name."""
    text_dropped = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[Card] = []
        self.headings: dict[str, Label] = {}
        self._areas: dict[str, QWidget] = {}
        self._waiting: list[Card] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._fill_some)
        self.setAcceptDrops(True)
        self._make_parts()
        self._arrange_parts()
        self._target = DropTarget(self)

    def _make_parts(self) -> None:
        self.open_button = QPushButton(icon("open"), tr("&Open…"))
        self.open_button.setToolTip(tr("A position or a recording from a file"))
        self.paste_button = QPushButton(icon("paste"), tr("&Paste position"))
        self.paste_button.setToolTip(tr("The position whose text is on the clipboard"))
        self.new_button = QPushButton(icon("new"), tr("&New position"))
        self.new_button.setToolTip(tr("Place pieces or draw a tree, and have it searched"))
        menu = QMenu(self.new_button)
        for name, title in game_names().items():
            menu.addAction(title).triggered.connect(lambda _checked=False, game=name: self.new_requested.emit(game))
        self.new_button.setMenu(menu)
        self.play_button = QPushButton(icon("play"), tr("P&lay a game"))
        self.play_button.setToolTip(tr("Against a person, a search or a brain, and see what it thinks"))
        games = QMenu(self.play_button)
        for entry in played_games():
            games.addAction(localized(entry.title)).triggered.connect(
                lambda _checked=False, game=entry.name: self.play_requested.emit(game)
            )
        games.addSeparator()
        games.addAction(tr("Match of two versions…")).triggered.connect(lambda: self.command_requested.emit("match"))
        self.play_button.setMenu(games)
        self.usercode_button = QPushButton(icon("code"), tr("User &code"))
        self.usercode_button.setToolTip(tr("Run a recursive function of a Python file, and see every call of it"))
        self.usercode_button.clicked.connect(lambda: self.command_requested.emit("own_code"))
        self.open_button.clicked.connect(lambda: self.command_requested.emit("open"))
        self.paste_button.clicked.connect(self.paste_requested)
        self.recent = RecentFiles()
        self.recent.chosen.connect(self.file_chosen)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter the samples"))
        self.filter.setAccessibleName(tr("Filter the samples"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._apply_filter)
        self.nothing = Label("", wrapped=True, quiet=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.hide()

    def _side(self) -> QScrollArea:
        """The commands to begin with, and the recent files."""
        side = QWidget()
        beside = QScrollArea()
        # It scrolls if there is little room, so that the window fits a screen that is 600 pixels high.
        beside.setWidget(side)
        beside.setWidgetResizable(True)
        beside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        beside.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        beside.setFixedWidth(SIDE_WIDTH)
        side_layout = QVBoxLayout(side)
        side_layout.setContentsMargins(24, 16, 16, 12)
        side_layout.setSpacing(8)
        side_layout.addWidget(Label("Plyscope", 24, bold=True))
        side_layout.addWidget(Label(tr("See a search, walk through it."), quiet=True, wrapped=True))
        side_layout.addSpacing(8)
        for button in (self.open_button, self.paste_button, self.new_button, self.play_button, self.usercode_button):
            button.setMinimumHeight(34)
            side_layout.addWidget(button)
        side_layout.addSpacing(8)
        side_layout.addWidget(Label(tr("Recent files"), 12, bold=True, quiet=True))
        side_layout.addWidget(self.recent, 1)
        side_layout.addWidget(Label(tr("Files and texts can be dropped here."), 12, quiet=True, wrapped=True))
        return beside

    def _arrange_parts(self) -> None:
        line = QFrame()
        line.setFixedWidth(1)
        line.setStyleSheet("background: palette(mid)")
        self.inside = QWidget()
        self.samples_layout = QVBoxLayout(self.inside)
        self.samples_layout.setContentsMargins(24, 0, 16, 24)
        self.samples_layout.setSpacing(12)
        self.samples_layout.addWidget(self.nothing)
        self.samples_layout.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.inside)
        head = QHBoxLayout()
        head.setContentsMargins(24, 24, 24, 12)
        head.setSpacing(24)
        head.addWidget(Label(tr("Samples"), 18, bold=True), 1)
        head.addWidget(self.filter, 1)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(head)
        right.addWidget(self.area, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._side())
        whole.addWidget(line)
        whole.addLayout(right, 1)

    def set_recent(self, paths: list[Path]) -> None:
        self.recent.show_paths(paths)

    @property
    def title(self) -> str:
        return tr("Start")

    # Filling the cards

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.cards:
            self._timer.start()

    def _fill_some(self) -> None:
        """Place all cards first, so that nothing moves later; then fill a few cards at a time."""
        if not self.cards:
            self._make_cards()
            return
        for card in self._waiting[:FILLED_AT_ONCE]:
            try:
                card.show_position(position_of(card.name))
            except InputError as error:
                card.note = str(error)
        del self._waiting[:FILLED_AT_ONCE]
        if not self._waiting:
            self._timer.stop()
            self._apply_filter()

    def _make_cards(self) -> None:
        names = sample_names()
        place = 0
        for game, title in game_names().items():
            heading = Label(title, 14, bold=True)
            area = QWidget()
            flow = FlowLayout(16, MIN_WIDTH)
            area.setLayout(flow)
            for name in names:
                if name.partition("/")[0] == game:
                    card = Card(name)
                    card.clicked.connect(lambda _checked=False, chosen=name: self.sample_chosen.emit(chosen))
                    card.arrow_pressed.connect(lambda key, at=card: self._go_to(self._next_card(at, DIRECTIONS[key])))
                    self.cards.append(card)
                    flow.addWidget(card)
            self.headings[game], self._areas[game] = heading, area
            self.samples_layout.insertWidget(place, heading)
            self.samples_layout.insertWidget(place + 1, area)
            place += 2
        self._waiting = list(self.cards)
        self._apply_filter()

    # Filtering and moving

    def _apply_filter(self) -> None:
        """Show the cards that contain every word of the filter."""
        words = self.filter.text().casefold().split()
        titles = game_names()
        for game, area in self._areas.items():
            any_shown = False
            for card in self.cards:
                if card.name.partition("/")[0] == game:
                    text = f"{card.words} {titles[game].casefold()}"
                    is_shown = all(word in text for word in words)
                    card.setVisible(is_shown)
                    any_shown = any_shown or is_shown
            area.setVisible(any_shown)
            self.headings[game].setVisible(any_shown)
        is_empty = bool(self.cards) and not self.shown
        self.nothing.setText(tr("No sample has “{words}” in its title or note.", words=self.filter.text().strip()))
        self.nothing.setVisible(is_empty)

    @property
    def shown(self) -> list[Card]:
        return [card for card in self.cards if not card.isHidden()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_requested.emit()
        elif event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        elif focused is self.filter and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_to(self.shown[0] if self.shown else None)
        else:
            super().keyPressEvent(event)

    def _go_to(self, card: Card | None) -> None:
        if card is not None:
            card.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(card, 0, 48)

    def _next_card(self, card: Card, direction: QPoint) -> Card | None:
        """The nearest card in a direction; left and right continue on the next line in reading order."""
        here = self._middle(card)
        if direction.y() == 0:
            step = direction.x() * (-1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1)
            place = self.shown.index(card) + step
            return self.shown[place] if 0 <= place < len(self.shown) else None
        beyond = [one for one in self.shown if (self._middle(one).y() - here.y()) * direction.y() > 0]

        def distance(other: Card) -> tuple[int, int]:
            apart = self._middle(other) - here
            return abs(apart.y()), abs(apart.x())

        return min(beyond, key=distance, default=None)

    def _middle(self, card: Card) -> QPoint:
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().for_max, 3))
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
