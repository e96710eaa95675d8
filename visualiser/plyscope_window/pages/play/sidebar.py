"""The sidebar: both players with their clocks, the machine's values, and the list of moves.

The machine's value of each move is a bar: to the right if it is good for MAX, to the left if it is good for MIN.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, isinf

from plyscope.model.position import FIRST, Position
from plyscope.play.decision import Decision, RootMove
from plyscope.play.game_session import Play
from plyscope.play.played_game import PlayedGame
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QSizePolicy,
    QStyle,
    QWidget,
)

from plyscope_window.look.theme import font, theme
from plyscope_window.pages.play.game_messages import player_name
from plyscope_window.pages.play.live_game import LiveGame
from plyscope_window.widgets.boards import paint_disc, paint_mark
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout, scroll_area
from plyscope_window.widgets.painting import elided, row_height, smooth_painter
from plyscope_window.widgets.table import LEADING, TRAILING
from plyscope_window.words import count, localized, short_number, tr

BOUNDS = {"at least": "≥", "at most": "≤"}
"""The signs of bounds."""
EDGE, COLUMN_GAP = 6, 10
"""Pixels to the border, and between two columns."""
WIDEST_NAME = 80
"""The largest width of the names of moves, in pixels."""
MAX_MEASURED_MOVES = 50
"""The largest number of moves of which every text is measured and read by a screen reader."""


def move_value_text(move: RootMove) -> str:
    """Return the value of a root move as text, with the sign of a bound."""
    _, value, bound, _ = move
    return tr("none") if value is None else BOUNDS.get(bound or "", "") + short_number(value)


def row_text(move: RootMove, name: str, value: str, *, is_played: bool) -> str:
    """Return a row as a sentence, for screen readers."""
    values = {"move": name, "value": value, "calls": count(move[3])}
    if is_played:
        return tr("{move}: {value}, {calls} calls, played", **values)
    return tr("{move}: {value}, {calls} calls", **values)


class ValueBars(QWidget):
    """A bar for each move of one decision, in the order in which they were tried."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[RootMove, ...] = ()
        self.names: dict[str, str] = {}
        """How the moves are shown."""
        self.played = ""
        self.undecided: frozenset[str] = frozenset()
        """The moves for which the brain has None instead of a value."""
        self.setAccessibleName(tr("What every move was worth"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_decision(
        self,
        decision: Decision | None,
        undecided: frozenset[str] = frozenset(),
        shown: Callable[[str], str] = str,
    ) -> None:
        """Show the values of a decision; `shown` is how a move is shown, from its text."""
        rows, played = (decision.values, decision.move) if decision is not None else ((), "")
        names = {move[0]: shown(move[0]) for move in rows}
        if (rows, played, undecided, names) == (self.rows, self.played, self.undecided, self.names):
            return
        self.rows, self.played, self.undecided, self.names = rows, played, undecided, names
        spoken = rows if len(rows) <= MAX_MEASURED_MOVES else [move for move in rows if move[0] == played]
        words = [
            row_text(move, self.names[move[0]], self.value_text_of(move), is_played=move[0] == played)
            for move in spoken
        ]
        if len(spoken) < len(rows):
            words.append(tr("{number} moves in all", number=count(len(rows))))
        self.setAccessibleDescription("; ".join(words))
        self.updateGeometry()
        self.update()

    def value_text_of(self, move: RootMove) -> str:
        """Return the value of a move as text: None where the brain has none."""
        return "None" if move[0] in self.undecided else move_value_text(move)

    def sizeHint(self) -> QSize:
        return QSize(260, row_height() * len(self.rows))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def bar_length(self, value: float | None) -> float:
        """Return how long a value's bar is, between -1 and 1."""
        if value is None or not value:
            return 0.0
        if isinf(value):
            return 1.0 if value > 0 else -1.0
        finite = [abs(move[1]) for move in self.rows if move[1] is not None and isfinite(move[1])]
        largest = max(finite, default=0.0)
        # An infinite value has a longer bar than any number.
        reach = 0.8 if any(move[1] is not None and isinf(move[1]) for move in self.rows) else 1.0
        return reach * value / largest if largest else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        # A sign precedes its number in every language.
        painter = smooth_painter(self, is_from_left=True)
        height, widths = row_height(), self._widths()
        for place, move in enumerate(self.rows):
            area = QRectF(0, place * height, self.width(), height)
            if area.intersects(QRectF(event.rect())):
                self._paint_row(painter, area, move, widths)

    def _mirrored(self, area: QRectF) -> QRectF:
        """Return a rectangle as it is, or mirrored in a right-to-left layout."""
        if self.layoutDirection() != Qt.LayoutDirection.RightToLeft:
            return area
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height())

    def _widths(self) -> tuple[float, float, float]:
        """Return the widths of the names, values and calls. Of many moves only the longest texts are measured."""
        bold, small = QFontMetricsF(font(13, bold=True)), QFontMetricsF(font(12))

        def widest(metrics: QFontMetricsF, texts: list[str]) -> float:
            longest = max(map(len, texts), default=0)
            measured = {text for text in texts if len(text) == longest or len(self.rows) < MAX_MEASURED_MOVES}
            return max(map(metrics.horizontalAdvance, measured), default=0.0) + 1

        names = widest(bold, list(self.names.values()))
        values = widest(bold, [self.value_text_of(move) for move in self.rows])
        return min(names, WIDEST_NAME), values, widest(small, [count(move[3]) for move in self.rows])

    def _columns(self, area: QRectF, widths: tuple[float, float, float]) -> list[QRectF]:
        """Return the rectangles of a move's name, its value, its bar and its calls."""
        names, values, calls = widths
        value = EDGE + names + COLUMN_GAP
        bar = value + values + COLUMN_GAP
        calls_left = area.width() - EDGE - calls
        top, height = area.top(), area.height()
        columns = [
            QRectF(EDGE, top, names, height), QRectF(value, top, values, height),
            QRectF(bar, top + 5, max(10.0, calls_left - COLUMN_GAP - bar), height - 10),
            QRectF(calls_left, top, calls, height),
        ]  # fmt: skip
        return [self._mirrored(column) for column in columns]

    def _paint_row(self, painter: QPainter, area: QRectF, move: RootMove, widths: tuple[float, float, float]) -> None:
        """Paint the name, the value, the bar and the calls of a move; framed if it was played."""
        colours = theme()
        text, value, _, calls = move
        is_played = text == self.played
        name, written, bars, counted = self._columns(area, widths)
        if is_played:
            painter.setPen(QPen(colours.ink, 1.5))
            painter.setBrush(colours.band)
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        painter.setFont(font(13, bold=is_played))
        painter.setPen(colours.ink)
        start, end = (TRAILING, LEADING) if self.isRightToLeft() else (LEADING, TRAILING)
        painter.drawText(name, start, elided(self.names[text], painter.font(), name.width()))
        painter.drawText(written, end, self.value_text_of(move))
        painter.setFont(font(12))
        painter.setPen(colours.quiet)
        painter.drawText(counted, end, count(calls))
        self._paint_bar(painter, bars, None if text in self.undecided else value)

    def _paint_bar(self, painter: QPainter, bars: QRectF, value: float | None) -> None:
        """Draw a bar; the side of MAX is always the right one, as on a number line."""
        colours, middle, share = theme(), bars.center().x(), self.bar_length(value)
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(bars.topLeft(), bars.bottomLeft())
        painter.drawLine(bars.topRight(), bars.bottomRight())
        if value is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.of_shade(share))
            reach = share * bars.width() / 2
            bar = QRectF(middle, bars.top(), reach, bars.height()).normalized()
            painter.drawRoundedRect(
                bar if bar.width() >= 3 else QRectF(middle - 1.5, bars.top(), 3, bars.height()), 2, 2
            )
        painter.setPen(QPen(colours.edge, 1))
        axis = int(middle) + 0.5
        painter.drawLine(QPointF(axis, bars.top() - 3), QPointF(axis, bars.bottom() + 3))


SIDEBAR_WIDTH = 360
"""The width of the area beside the board, in pixels."""


class SideSign(QWidget):
    """The sign of a side: its piece, as on the board."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(24, 24)
        self._side, self._pieces, self._max_side = FIRST, "marks", FIRST

    def show_side(self, side: int, pieces: str, max_side: int) -> None:
        """Show the piece of a side in a game with such pieces."""
        self._side, self._pieces, self._max_side = side, pieces, max_side
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        area = QRectF(self.rect())
        if self._pieces == "discs":
            paint_disc(painter, area.center(), area.width(), self._side)
        elif self._pieces == "marks":
            paint_mark(painter, area, self._side, self._max_side, is_hot=True)
        else:
            painter.setPen(theme().of_side(self._side, self._max_side))
            painter.setFont(font(17, bold=True))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(self._side))


class Name(Label):
    """A label of one line, whose text ends in dots if it does not fit."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        align = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        painter.drawText(self.contentsRect(), align, elided(self.text(), self.font(), self.width()))


class PlayerLine(QWidget):
    """One player: its piece, its name and its clock. The side to move has an arrow and is in bold."""

    def __init__(self) -> None:
        super().__init__()
        self.arrow, self.sign = QLabel(), SideSign()
        self.arrow.setFixedWidth(14)
        self.names = (Name("", 14), Name("", 14, bold=True))
        self.clock = Label("", 14, fixed=True)
        self.setLayout(row_layout(self.arrow, self.sign, *((name, 1) for name in self.names), self.clock, spacing=8))

    def show_player(self, play: Play, side: int) -> None:
        """Show who plays a side, whether it is to move, and its clock."""
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


def move_line(game: PlayedGame, number: int) -> str:
    """Return a line of the list of moves, such as 3. X b2, or 2… d5 in chess; line 0 is the start."""
    if number == 0:
        return tr("the start")
    names, written_number = side_names(game.start.game.name), game.written_number(number - 1)
    mover, move = game.mover(number - 1), game.shown(game.moves[number - 1])
    if written_number:
        return tr("{number} {move}", number=written_number, move=move)
    if mover == 0:
        return tr("{number}. chance: {move}", number=number, move=move)
    return tr("{number}. {side} {move}", number=number, side=names[mover - FIRST], move=move)


class Sidebar(QWidget):
    """The facts of a game: players, clocks, values and moves."""

    looked_at = Signal(int)
    """Request for the board after so many moves."""
    opening_requested = Signal(int)
    """Request for the recording of a move, by its number from 0."""

    def __init__(self) -> None:
        super().__init__()
        self.players = {side: PlayerLine() for side in (1, 2)}
        self.thought = Label(tr("What the machine thought"), 12, bold=True, quiet=True)
        self.decided = Label("", 14, bold=True, wrapped=True)
        self.counted = Label("", 13, quiet=True, wrapped=True)
        self.bars = ValueBars()
        self.sides = Label("", 12, quiet=True, wrapped=True)
        self.area = scroll_area(self.bars, is_upright=True)
        self.area.setAccessibleName(self.bars.accessibleName())
        self.open_button = push_button(tr("Why th&is move?"), self._request_opening, picture="tree-view")
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Moves of the game"))
        self._number: int | None = None
        self._lay_out()
        self.list.currentRowChanged.connect(self._request_position)

    def _lay_out(self) -> None:
        self.setLayout(column_layout(
            *self.players.values(), 8, self.thought, self.decided, self.counted, self.sides, (self.area, 3),
            self.open_button, 8, Label(tr("Moves"), 12, bold=True, quiet=True), (self.list, 2),
            margins=(16, 16, 16, 12), spacing=6,
        ))  # fmt: skip

    def present(self, live: LiveGame, at: int) -> None:
        """Show the game, with the board after so many moves."""
        self.present_clocks(live)
        play = live.play
        lines = [move_line(play.game, number) for number in range(len(play.game.moves) + 1)]
        with QSignalBlocker(self.list):
            if [self.list.item(place).text() for place in range(self.list.count())] != lines:
                self.list.clear()
                self.list.addItems(lines)
            self.list.setCurrentRow(at)
        self.show_decision(live, at)

    def present_clocks(self, live: LiveGame) -> None:
        """Show both players with their clocks."""
        for side, line in self.players.items():
            line.show_player(live.play, side)

    def show_decision(self, live: LiveGame, before: int) -> None:
        """Show the decision for the last move of a machine among the first `before` moves."""
        play = live.play
        number = play.last_by_machine(before)
        decision = None if number is None else play.decisions.get(number)
        undecided = frozenset() if decision is None else live.undecided.get(decision.trace_path, frozenset())
        self.bars.show_decision(decision, undecided, live.play.game.shown)
        self.area.setVisible(bool(self.bars.rows))
        self.sides.setVisible(bool(self.bars.rows))
        self.sides.setText(bars_legend(play))
        self.counted.setVisible(number is not None)
        for words in (self.thought, self.decided):
            words.setVisible(len(play.persons) < 2)
        self._number = number if number is not None and has_recording(play, number) else None
        self.open_button.setVisible(self._number is not None)
        self.open_button.setEnabled(not live.is_searching_again)
        if number is None:
            self.decided.setText(tr("The machine has not moved yet."))
            return
        self.decided.setText(move_line(play.game, number + 1))
        if decision is None:
            self.counted.setText(tr("What it thought is not known: the move is from a file, or was random."))
            self.open_button.setToolTip(tr("The machine searches again, and its recording opens in a tab of its own"))
            return
        self.counted.setText(decision_text(decision, play.game, number))
        self.open_button.setToolTip(tr("The search that found this move, in a tab of its own, at its root"))

    def _request_opening(self) -> None:
        """Request the search that found the move that is shown, if there is one."""
        if self._number is not None:
            self.opening_requested.emit(self._number)

    def _request_position(self, row_number: int) -> None:
        """Request the board after the move of a row."""
        if row_number >= 0:
            self.looked_at.emit(row_number)

    def sizeHint(self) -> QSize:
        return QSize(340, 600)


def bars_legend(play: Play) -> str:
    """Return which direction of the bars is good for which side."""
    names, most = side_names(play.position.game.name), play.position.max_side
    return tr("Bars to the right are good for {max}, to the left for {min}.", max=names[most - 1], min=names[2 - most])


def has_recording(play: Play, number: int) -> bool:
    """Whether the search for a move was recorded, or can be repeated by its player."""
    decision = play.decisions.get(number)
    return bool(decision.trace_path) if decision is not None else not play.versions[play.game.mover(number)].is_file


def decision_text(decision: Decision, game: PlayedGame, number: int) -> str:
    """Return the number of calls of a decision, its time and its depth, or what else is known of it."""
    seconds = f"{decision.seconds:.2f}" if decision.seconds < 1 else f"{decision.seconds:.1f}"
    if decision.remark is not None:
        return localized(decision.remark)
    if decision.calls is None:
        return tr("{seconds} s; its calls cannot be counted", seconds=seconds)
    if decision.move != game.moves[number]:
        return tr(
            "Asked again, it plays {move}: it has changed, or was hurried before.", move=game.shown(decision.move)
        )
    values = {"calls": count(decision.calls), "below": count(decision.calls - 1), "seconds": seconds}
    if not decision.complete:
        return tr("{calls} calls ({below} below the root) in {seconds} s, made to move early", **values)
    if decision.depth is None:
        return tr("{calls} calls ({below} below the root) in {seconds} s, to the end of the game", **values)
    return tr("{calls} calls ({below} below the root) in {seconds} s, {depth} deep", **values, depth=decision.depth)


def position_at(game: PlayedGame, number: int) -> tuple[Position, int | None]:
    """Return the position after so many moves, and the move that led there; None for the start."""
    position = game.positions[number]
    if number == 0:
        return position, None
    return position, game.positions[number - 1].find_move(game.moves[number - 1])
