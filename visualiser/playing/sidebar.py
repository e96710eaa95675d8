"""Beside the board: both players with their clocks, what the machine thought, and all moves, to be walked through."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from engine.playing.deciding import Decision
from engine.playing.driving import Play
from engine.playing.played import PlayedGame
from engine.position import FIRST, Position
from visualiser.boards import paint_disc, paint_mark
from visualiser.controls import row
from visualiser.game_names import side_names
from visualiser.icons import icon
from visualiser.panels.parts import RESTYLED, Words, elided
from visualiser.playing.live import LiveGame
from visualiser.playing.telling import player_name
from visualiser.playing.values import ValueBars
from visualiser.theme import Current, font, theme
from visualiser.words import count, said, tr

WIDTH = 360


class SideSign(QWidget):
    """What a side puts on the board."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(24, 24)
        self._side, self._pieces, self._max_side = FIRST, "marks", FIRST

    def show_side(self, side: int, pieces: str, max_side: int) -> None:
        self._side, self._pieces, self._max_side = side, pieces, max_side
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self._pieces == "discs":
            paint_disc(painter, area.center(), area.width(), self._side)
        elif self._pieces == "marks":
            paint_mark(painter, area, self._side, self._max_side, is_hot=True)
        else:
            painter.setPen(theme().of_side(self._side, self._max_side))
            painter.setFont(font(17, bold=True))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(self._side))


class Name(Words):
    """Words on one line that end in dots where there is no room for all of them."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        align = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        painter.drawText(self.contentsRect(), align, elided(self.text(), self.font(), self.width()))


class PlayerLine(QWidget):
    """One player: its sign, its name, its clock. Whose turn it is has an arrow before it and stands in bold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.arrow, self.sign = QLabel(), SideSign()
        self.arrow.setFixedWidth(14)
        self.names = (Name("", 14), Name("", 14, bold=True))
        self.clock = Words("", 14, fixed=True)
        across = row(self)
        across.addWidget(self.arrow)
        across.addWidget(self.sign)
        for name in self.names:
            across.addWidget(name, 1)
        across.addWidget(self.clock)

    def show_player(self, play: Play, side: int) -> None:
        is_turn = play.ending is None and play.game.side_to_move == side
        name = side_names(play.position.game.name)[side - FIRST]
        who = play.versions[side].text
        text = tr("{side}: {who}", side=name, who=player_name(who))
        for place, words in enumerate(self.names):
            words.setText(text)
            words.setToolTip(tr("{side}: {who}", side=name, who=who))
            words.setVisible(place == is_turn)
        self.arrow.setText(
            ("◀" if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else "▶") if is_turn else ""
        )
        self.sign.show_side(side, play.position.board().pieces, play.position.max_side)
        left, spent = play.clock.left(side), play.clock.spent(side)
        seconds = int(spent if left is None else left + 0.999)
        self.clock.setText(f"{seconds // 60}:{seconds % 60:02}")
        self.clock.setAccessibleName(tr("Time spent") if left is None else tr("Time left"))
        self.clock.setToolTip(self.clock.accessibleName())


def line_of(game: PlayedGame, number: int) -> str:
    """A line of the list of moves: 0 is the start."""
    if number == 0:
        return tr("the start")
    names = side_names(game.start.game.name)
    mover = game.positions[number - 1].side_to_move
    return tr("{number}. {side} {move}", number=number, side=names[mover - FIRST], move=game.moves[number - 1])


class Beside(QStackedWidget):
    """The form of a new game or all there is to read about one, as wide as letters of this size need."""

    def __init__(self, setup: QWidget, sidebar: QWidget) -> None:
        super().__init__()
        form = QScrollArea()
        form.setWidgetResizable(True)
        form.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        form.setWidget(setup)
        self.addWidget(form)
        self.addWidget(sidebar)
        self._widen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._widen()

    def _widen(self) -> None:
        self.setFixedWidth(round(WIDTH * max(1.0, Current.text_scale * 0.9)))


class Sidebar(QWidget):
    """All there is to read about a game."""

    looked_at = Signal(int)
    """Somebody wants to see the board after so many moves."""
    opening_asked = Signal(int)
    """Somebody wants the recording of this move, by its number from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.players = {side: PlayerLine() for side in (1, 2)}
        self.thought = Words(tr("What the machine thought"), 12, bold=True, quiet=True)
        self.decided = Words("", 14, bold=True, wrapped=True)
        self.counted = Words("", 13, quiet=True, wrapped=True)
        self.bars = ValueBars()
        self.sides = Words("", 12, quiet=True, wrapped=True)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.bars)
        self.area.setAccessibleName(self.bars.accessibleName())
        self.open_button = QPushButton(icon("tree-view"), tr("Why th&is move?"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Moves of the game"))
        self._number: int | None = None
        self._lay_out()
        self.list.currentRowChanged.connect(self._chosen)
        self.open_button.clicked.connect(lambda: self._number is not None and self.opening_asked.emit(self._number))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(6)
        for line in self.players.values():
            column.addWidget(line)
        column.addSpacing(8)
        column.addWidget(self.thought)
        column.addWidget(self.decided)
        column.addWidget(self.counted)
        column.addWidget(self.sides)
        column.addWidget(self.area, 3)
        column.addWidget(self.open_button)
        column.addSpacing(8)
        column.addWidget(Words(tr("Moves"), 12, bold=True, quiet=True))
        column.addWidget(self.list, 2)

    def present(self, live: LiveGame, at: int) -> None:
        """Shows the game as it stands, looked at after so many moves."""
        self.present_clocks(live)
        play = live.play
        lines = [line_of(play.game, number) for number in range(len(play.game.moves) + 1)]
        self.list.blockSignals(True)
        if [self.list.item(place).text() for place in range(self.list.count())] != lines:
            self.list.clear()
            self.list.addItems(lines)
        self.list.setCurrentRow(at)
        self.list.blockSignals(False)
        self.show_decision(live, at)

    def present_clocks(self, live: LiveGame) -> None:
        for side, line in self.players.items():
            line.show_player(live.play, side)

    def show_decision(self, live: LiveGame, before: int) -> None:
        """What was thought of the last move that a machine has made among the first so many."""
        play = live.play
        number = play.last_by_machine(before)
        decision = None if number is None else play.decisions.get(number)
        undecided = frozenset() if decision is None else live.undecided.get(decision.trace_path, frozenset())
        self.bars.show_decision(decision, undecided)
        self.area.setVisible(bool(self.bars.rows))
        self.sides.setVisible(bool(self.bars.rows))
        self.sides.setText(meaning_of_bars(play))
        self.counted.setVisible(number is not None)
        for words in (self.thought, self.decided):
            words.setVisible(len(play.persons) < 2)
        self._number = number if number is not None and can_be_opened(play, number) else None
        self.open_button.setVisible(self._number is not None)
        self.open_button.setEnabled(not live.is_looking_again)
        if number is None:
            self.decided.setText(tr("The machine has not moved yet."))
            return
        self.decided.setText(line_of(play.game, number + 1))
        if decision is None:
            self.counted.setText(tr("What it thought is not known: the move is from a file, or was made by chance."))
            self.open_button.setToolTip(tr("The machine searches again, and its recording opens in a tab of its own"))
            return
        self.counted.setText(decision_words(decision, play.game.moves[number]))
        self.open_button.setToolTip(tr("The search that found this move, in a tab of its own, at its root"))

    def _chosen(self, row_number: int) -> None:
        if row_number >= 0:
            self.looked_at.emit(row_number)

    def sizeHint(self) -> QSize:
        return QSize(340, 600)


def meaning_of_bars(play: Play) -> str:
    """Which way is good for whom: bars go as numbers do, from left to right."""
    names, most = side_names(play.position.game.name), play.position.max_side
    return tr("Bars to the right are good for {max}, to the left for {min}.", max=names[most - 1], min=names[2 - most])


def can_be_opened(play: Play, number: int) -> bool:
    """Whether there is a recording of how a move was found, or whoever found it can search once more."""
    decision = play.decisions.get(number)
    return bool(decision.trace_path) if decision is not None else not play.versions[play.mover(number)].is_file


def decision_words(decision: Decision, played: str) -> str:
    """How much was looked at, and how long that took."""
    seconds = f"{decision.seconds:.2f}" if decision.seconds < 1 else f"{decision.seconds:.1f}"
    if decision.remark is not None:
        return said(decision.remark)
    if decision.calls is None:
        return tr("{seconds} s; nobody can count its calls", seconds=seconds)
    if decision.move != played:
        return tr("Asked again, it plays {move}: then it was another one, or told to hurry.", move=decision.move)
    values = {"calls": count(decision.calls), "below": count(decision.calls - 1), "seconds": seconds}
    if not decision.complete:
        return tr("{calls} calls ({below} below the root) in {seconds} s, told to move early", **values)
    if decision.depth is None:
        return tr("{calls} calls ({below} below the root) in {seconds} s, to the end of the game", **values)
    return tr("{calls} calls ({below} below the root) in {seconds} s, {depth} deep", **values, depth=decision.depth)


def position_at(game: PlayedGame, number: int) -> tuple[Position, int | None]:
    """The position after so many moves, and the move that led there."""
    position = game.positions[number]
    if number == 0:
        return position, None
    return position, game.positions[number - 1].find_move(game.moves[number - 1])
