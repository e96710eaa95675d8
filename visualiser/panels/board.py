"""The position of the frame that is looked at, what is to be said of it, and the moves that led there."""

from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.columns import AT_LEAST, AT_MOST, HORIZON, TERMINAL
from engine.narrate import kind_name
from engine.open_frames import StackFrame
from engine.position import Position
from engine.steps import Moment
from engine.trace import Trace
from visualiser.glyphs import shape_of_frame, shape_of_stub
from visualiser.panels.board_picture import BoardPicture, Child, Node
from visualiser.panels.known import NOTHING, Known, ending, is_search, known, shades_of, side_of, value_words
from visualiser.panels.move_line import MoveLine
from visualiser.panels.parts import SessionPanel, Words, column
from visualiser.panels.window import scrolling
from visualiser.session import Session
from visualiser.theme import theme
from visualiser.words import number, said, tr

LONGEST_CALL = 24
"""Characters of a call beside its glyph."""


class BoardPanel(SessionPanel):
    """The board, a headline, the step in words, and the line as a row of moves."""

    def __init__(self) -> None:
        super().__init__(tr("Open a position or a recording to see its board here."))
        self.side = Words(pixels=11, quiet=True)
        self.ply = Words(pixels=11, quiet=True)
        self.picture = BoardPicture()
        self.headline = Words(pixels=16, bold=True, wrapped=True)
        self.sentence = Words(wrapped=True)
        self.ending = Words(bold=True, wrapped=True)
        self.line = MoveLine()
        self.picture.chosen.connect(self.go_to_frame)
        self.line.chosen.connect(self.go_to_frame)
        inside = QWidget()
        layout = column(inside)
        head = QHBoxLayout()
        head.addWidget(self.side)
        head.addStretch(1)
        head.addWidget(self.ply)
        layout.addLayout(head)
        for widget in (self.picture, self.headline, self.sentence, self.ending, self.line):
            layout.addWidget(widget)
        layout.addStretch(1)
        column(self.body, margin=0).addWidget(scrolling(inside))

    def attach(self, session: Session | None) -> None:
        self.picture.forget()
        super().attach(session)

    def show_bare(self, is_bare: bool) -> None:
        self.sentence.setVisible(not is_bare)

    def go_to_frame(self, frame: int) -> None:
        if self.session is not None:
            self.session.go_to_frame(frame)

    def show_session(self, session: Session) -> None:
        trace, here = session.trace, session.inspected
        self.side.setText(side_of(trace, here))
        self.ply.setText(tr("ply {ply}", ply=here.ply))
        position = trace.position_at(here.frame)
        if position.game.name == "tree" or (trace.own is not None and position.board().shape == "node"):
            self.picture.show_node(node_of(session, here))
        else:
            last = trace.moves[here.frame] if here.frame and not trace.search.moves_unplayed else None
            self.picture.show_board(position.board(last), position.game, position.max_side, position.text)
        text, value = headline_of(session, here, position)
        self.headline.setText(text)
        self.headline.paint_with(None if value is None else theme().of_shade(shades_of(session).of_value(value)))
        self.sentence.setText(said(session.cursor.sentence))
        self.ending.setText(ending(trace))
        self.ending.setVisible(session.is_cut_short_here)
        self.line.show_line(trace, session.cursor.frame, here.frame)


def headline_of(session: Session, here: StackFrame, position: Position) -> tuple[str, float | None]:
    """What is to be seen at a glance, and the value whose colour it has, where it speaks of one."""
    trace = session.trace
    if not is_search(trace):
        return call_in_words(session, here), None
    status = trace.statuses[here.frame]
    value = None if here.value is None else value_words(trace, here.frame)
    if status == TERMINAL:
        return ended(session, here, value)
    side = position.game.marks[position.side_to_move - 1]
    if status == HORIZON:
        return stopped(trace, value), here.value
    if value is None:
        return tr("{side} to move", side=side), None
    return returned(trace, here), here.value


def call_in_words(session: Session, here: StackFrame) -> str:
    """A call of which nothing else is known, and what comes of it where that is known by now."""
    own, cursor = session.trace.own, session.cursor
    assert own is not None
    names = {"call": own.label(here.frame), "result": own.result(here.frame) or "?"}
    if cursor.now.moment is not Moment.LEAVE or here.frame != cursor.frame:
        return tr("{call} is open", **names)
    if own.is_raised(here.frame):
        return tr("{call} ends with {result}", **names)
    return tr("{call} gives {result}", **names)


def stopped(trace: Trace, value: str | None) -> str:
    """A position that is judged as it stands, though the game goes on."""
    has_limit = trace.options.get("depth") is not None
    if value is None:
        return tr("The depth limit ends the search here") if has_limit else tr("The search looks no further here")
    if has_limit:
        return tr("The depth limit ends the search here: value {value}", value=value)
    return tr("The search looks no further here: value {value}", value=value)


def returned(trace: Trace, here: StackFrame) -> str:
    """What a frame gives to its caller, and how that is to be read."""
    names = {"side": kind_name(here.kind), "value": number(here.value)}
    if trace.is_undecided(here.frame):
        return tr("{side} returns None", **names)
    bound = trace.bound(here.frame)
    if bound == AT_LEAST:
        return tr("{side} returns {value} (at least)", **names)
    if bound == AT_MOST:
        return tr("{side} returns {value} (at most)", **names)
    return tr("{side} returns {value} (exact)", **names)


def ended(session: Session, here: StackFrame, value: str | None) -> tuple[str, float | None]:
    """How the game ended: who won shows on the board before the search has put a number to it."""
    trace = session.trace
    game = trace.position.game
    outcome = game.rules.outcome(trace.state(here.frame))
    score = trace.values[here.frame]
    if not game.has_winner:
        return tr("A leaf, value {value}", value=value_words(trace, here.frame)), score
    if outcome == 0:
        return (tr("A draw"), score) if value is None else (tr("A draw, value {value}", value=value), score)
    winner = game.marks[0 if outcome > 0 else 1]
    if value is None:
        return tr("{winner} wins", winner=winner), score
    return tr("{winner} wins, value {value}", winner=winner, value=value), score


def node_of(session: Session, here: StackFrame) -> Node:
    """A node of a tree with its children: those searched, as far as one knows them, and those that are not."""
    trace = session.trace
    game, moves = trace.position.game, trace.offered(here.frame)
    frames = {trace.moves[frame]: frame for frame in trace.children(here.frame)}
    is_above = here.ply + 1 < len(session.stack)
    now = session.stack[here.ply + 1].frame if is_above else session.cursor.now.child
    place = moves.index(trace.moves[now]) if now >= 0 else -1

    def child(place: int) -> Child:
        frame = frames.get(moves[place], -1)
        found = known(session, frame) if frame >= 0 else NOTHING
        shape = shape_of_frame(trace, frame) if frame >= 0 else shape_of_stub(here.kind)
        return Child(game.move_text(moves[place]), shape, found.text, fill_of(session, found), 0 <= frame == now, frame)

    own = known(session, here.frame)
    name = game.diagram(trace.state(here.frame)) if trace.own is None else trace.own.label(here.frame, LONGEST_CALL)
    shape = shape_of_frame(trace, here.frame)
    return Node(name, shape, own.text, fill_of(session, own), len(moves), place, child)


def fill_of(session: Session, found: Known) -> QColor | None:
    """The colour of a value that is there to stay."""
    if not found.is_final or found.value is None:
        return None
    return theme().of_shade(shades_of(session).of_value(found.value))
