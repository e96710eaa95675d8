"""The card beside the pointer, with all that is known at a step of one frame or of a pruned move."""

from __future__ import annotations

from plyscope.analysis.ghosts import Ghost
from plyscope.analysis.why import Origin, Side, why_bound
from plyscope.layout.rows import Rows
from plyscope.messages import probability
from plyscope.model.columns import HORIZON, LEFT_OUT, TABLE, TERMINAL
from plyscope.model.declaration import MAX, Windows
from plyscope.model.intervals import best_so_far
from plyscope.model.position import Board
from plyscope.model.trace import Trace
from plyscope.text.explanation import ghost_sentence
from plyscope.text.references import name_without_move, round_name
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from plyscope_window.canvas.ghosts import paint_ghost, picture_size
from plyscope_window.canvas.near import cut_sign
from plyscope_window.canvas.places import pruned_moves_by_text
from plyscope_window.look.glyphs import side_of_frame
from plyscope_window.look.theme import font, theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.boards import paint_board
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import count, count_or_words, localized, number, tr

LINE_HEIGHT, MARGIN, BOARD_SIDE = 17.0, 10.0, 74.0
"""The height of a line, the margin, and the side of a board, in pixels."""
TEXT_WIDTH, GHOST_HEIGHT = 330, 150.0
"""The width of a card with text below its lines, and the height of a ghost's picture."""


def frame_lines(session: Session, frame: int) -> list[tuple[str, str]]:
    """What is known of a frame at the cursor's step, as labels and texts."""
    trace, first = session.trace, count(session.cursor.steps.enter(frame))
    lines = [(tr("frame"), tr("{frame}, ply {ply}", frame=count(frame), ply=trace.plies[frame]))]
    if not session.has_entered(frame):
        return [*lines, (tr("steps"), tr("not entered yet: it is at step {first}", first=first))]
    judging = trace.judging(frame)
    if trace.search.windows is not Windows.NONE and judging is None:
        lines.append((tr("window"), f"α {number(trace.alphas[frame])}   β {number(trace.betas[frame])}"))
        for side in Side:
            lines += origin_line(trace, why_bound(trace, frame, side))
    lines += result_lines(session, frame)
    calls = trace.calls_among(frame + 1, min(frame + trace.sizes[frame], session.known_frames))
    if calls:
        lines.append((tr("calls below"), count(calls)))
    if trace.skips[frame] and session.has_pruned(frame):
        title = tr("left out") if trace.prunes_forward(frame) else tr("pruned")
        lines.append((title, first_moves(trace.pruned_names(frame))))
    ends = {
        TERMINAL: tr("a leaf") if trace.position.game.is_given else tr("the game is over here"),
        HORIZON: tr("the search goes no deeper"),
        TABLE: tr("a table held the value"),
        LEFT_OUT: tr("its calls are not in the recording"),
    }
    if judging is not None:
        line = count_or_words(trace.user_code.line_text(judging.line))
        lines.append((tr("judged"), tr("in line {line}, without a call", line=line)))
    elif (status := trace.facts.known_status[frame]) in ends:
        lines.append((tr("ends"), ends[status]))
    if (chance := trace.chance_of(frame)) is not None:
        lines.append((tr("probability"), probability(chance)))
    if not session.has_returned(frame):
        return [*lines, (tr("steps"), tr("from {first}", first=first))]
    lines += [(name, str(fact)) for name, fact in trace.origin.further_facts.of(frame).items()]
    last = count(session.cursor.steps.leave(frame) or 0)
    return [*lines, (tr("steps"), tr("{first} to {last}", first=first, last=last))]


def result_lines(session: Session, frame: int) -> list[tuple[str, str]]:
    """The value of a frame and its best move; of an open one the value so far."""
    trace = session.trace
    if session.has_returned(frame):
        best = trace.best_child(frame) if trace.sizes[frame] > 1 else -1
        moves = [(tr("best move"), trace.short_name(best))] if best >= 0 else []
        return [(tr("value"), value_text(trace, frame)), *moves]
    here = session.open_frames.get(frame)
    if here is None or here.best is None or not here.tried:
        return [(tr("value"), tr("still open"))]
    best_text = best_so_far(number(here.best), here.best, here.interval)
    return [(tr("value"), tr("still open, so far {value}", value=best_text))]


def origin_line(trace: Trace, bound: Origin) -> list[tuple[str, str]]:
    """The line that says what set a bound and when; none for the initial bound."""
    if bound.owner < 0 or bound.called >= 0:
        return []
    path = trace.name_of(bound.owner) or " ".join(trace.shown_path(bound.owner)[-4:])
    values = {"move": trace.short_name(bound.child), "step": count(bound.step), "path": path}
    if trace.name_of(bound.owner) is not None:
        return [(tr("{bound} from", bound=bound.side.value), tr("{move} at {path}, step {step}", **values))]
    text = tr("{move} after {path}, step {step}", **values) if path else tr("{move} at the root, step {step}", **values)
    return [(tr("{bound} from", bound=bound.side.value), text)]


def stub_lines(trace: Trace, frame: int) -> list[tuple[str, str]]:
    """Which frame pruned its moves, by which bound, and how many, or left them, as labels and texts."""
    is_left_out = trace.passes_over_moves(frame)
    by = tr("left out by") if is_left_out else tr("pruned by")
    lines = [(by, tr("{title}, frame {frame}", title=frame_title(trace, frame), frame=count(frame)))]
    if trace.facts.cutoff[frame]:
        is_max, value = trace.kinds[frame] == MAX, number(trace.values[frame])
        bound = f"β {number(trace.betas[frame])}" if is_max else f"α {number(trace.alphas[frame])}"
        sign = cut_sign(trace, frame)
        lines.append((tr("because"), tr("{value} {sign} {bound} there", value=value, sign=sign, bound=bound)))
    title = tr("left out") if is_left_out else tr("pruned")
    if trace.skips[frame]:
        lines.append((title, tr("{number} in all", number=count(trace.skips[frame]))))
    if is_left_out and trace.origin.is_user_code:
        lines.append((tr("because"), tr("no bound is seen to decide on an exit there")))
    return lines


def stub_title(move: str) -> str:
    """The title of a card about a pruned move, or about several."""
    return tr("{move} was not searched", move=move) if move else tr("Moves that were not searched")


def frame_title(trace: Trace, frame: int) -> str:
    """The title of a frame's card: whose turn it is, and after which move or at which node."""
    side = side_of_frame(trace, frame)
    if (name := trace.name_of(frame)) is not None:
        return tr("{node}, {side}", node=name, side=side)
    if not frame:
        return tr("{side}, the root", side=side)
    if trace.is_round(frame):
        return tr("{side}, {round}", side=side, round=localized(round_name(trace, frame)))
    if trace.moves[frame] < 0:
        return tr("{side}, {round}", side=side, round=localized(name_without_move(trace, frame)))
    node = trace.position.game.node_name(trace.moves[frame])
    return tr("{side} after {move}", side=side, move=node or trace.shown_move_to(frame))


def frame_title_at_step(session: Session, frame: int) -> str:
    """The title of a frame at the cursor's step: which move leads to a later one is not known yet."""
    trace = session.trace
    if session.has_entered(frame) or trace.name_of(frame) is not None:
        return frame_title(trace, frame)
    return tr("{side}, not entered yet", side=side_of_frame(trace, frame))


def value_text(trace: Trace, frame: int) -> str:
    """The value of a frame, and whether it is only a bound."""
    text = trace.value_text(frame).replace("-", "−")
    bound = trace.bound_of(frame)
    if bound == "at least":
        return tr("{value}  (at least)", value=text)
    if bound == "at most":
        return tr("{value}  (at most)", value=text)
    return text


def first_moves(moves: list[str]) -> str:
    """The texts of a few moves; of many, how many more there are."""
    if len(moves) <= 8:
        return " ".join(moves)
    return tr("{moves} and {number} more", moves=" ".join(moves[:7]), number=len(moves) - 7)


def finished_ghost(session: Session, frame: int, move: str) -> tuple[Ghost, Rows] | None:
    """The ghost of a pruned move with its row index, if it was searched to its end."""
    number = pruned_moves_by_text(session.trace, frame).get(move) if session.ghosts.found else None
    if number is None:
        return None
    stub = (frame, number)
    ghost = session.ghosts.of(stub)
    return None if ghost is None or not ghost.trace.complete else (ghost, session.ghosts.rows[stub])


class HoverCard(QWidget):
    """The card beside the pointer; it takes neither keyboard nor pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.session: Session | None = None
        self.frame = -1
        self._words_top = self._picture_top = 0.0
        self.title = ""
        self.lines: list[tuple[str, str]] = []
        self.ghost: tuple[Ghost, Rows] | None = None
        """What would have been under a pruned move, if it has been searched."""
        self.words = ""
        """The sentence about the ghost."""
        self.hide()

    def show_frame(self, session: Session, frame: int, beside: QPoint) -> None:
        """Show what is known of a frame, beside a point."""
        self.lines = frame_lines(session, frame)
        self.ghost, self.words = None, ""
        self._show(session, frame, frame_title_at_step(session, frame), beside)

    def show_stub(self, session: Session, frame: int, move: str, beside: QPoint) -> None:
        """Show a pruned move of a frame, with the board on which it was legal."""
        self.lines = stub_lines(session.trace, frame)
        self.ghost = finished_ghost(session, frame, move)
        self.words = localized(ghost_sentence(session.trace, self.ghost[0])) if self.ghost is not None else ""
        names = dict(zip(session.trace.pruned_texts(frame), session.trace.pruned_names(frame), strict=True))
        self._show(session, frame, stub_title(names.get(move, move)), beside)

    def _show(self, session: Session, frame: int, title: str, beside: QPoint) -> None:
        """Show the card beside a point, with the lines that it has."""
        self.session, self.frame, self.title = session, frame, title
        self._place(beside)
        self.show()
        self.raise_()
        self.update()

    @property
    def _board(self) -> Board | None:
        """The board of the frame; None of a node, and before it is known which move leads there."""
        session = self.session
        if session is None or not session.has_entered(self.frame):
            return None
        board = session.board(self.frame)
        return None if board.shape == "node" else board

    def _place(self, beside: QPoint) -> None:
        """Set the size of the card for what it says, and move it beside a point inside the canvas."""
        metrics = QFontMetrics(font(12))
        labels = max(metrics.horizontalAdvance(label) for label, _ in self.lines)
        texts = max(metrics.horizontalAdvance(text) for _, text in self.lines)
        parent = self.parentWidget()
        assert parent is not None
        has_board = self._board is not None
        title = QFontMetrics(font(13, bold=True)).horizontalAdvance(self.title)
        inner = max(labels + 12 + texts, title)
        width = int(min(440, 2 * MARGIN + inner + 10 + (BOARD_SIDE + MARGIN if has_board else 0)))
        width = min(max(width, TEXT_WIDTH) if self.words else width, parent.width() - 4)
        height = max(2 * MARGIN + 24 + LINE_HEIGHT * len(self.lines), BOARD_SIDE + 2 * MARGIN)
        self._words_top = height
        self.resize(width, int(height + self._height_below_lines(width)))
        x = beside.x() + 18 if beside.x() + 18 + width < parent.width() else beside.x() - 14 - width
        y = min(beside.y() + 14, parent.height() - self.height() - 4)
        self.move(max(2, x), max(2, y))

    def _height_below_lines(self, width: int) -> float:
        """Place a ghost's picture below its sentence, and return the height of both; 0 without a ghost."""
        if self.ghost is None:
            return 0.0
        room = QRectF(0, 0, width - 2 * MARGIN, 400)
        words = QFontMetricsF(font(12)).boundingRect(room, Qt.TextFlag.TextWordWrap, self.words).height()
        self._picture_top = self._words_top + words + 6
        return words + 6 + min(GHOST_HEIGHT, picture_size(self.ghost[0])[1]) + MARGIN

    def _paint_ghost(self, painter: QPainter) -> None:
        """Paint the sentence about the ghost and its picture."""
        assert self.ghost is not None
        room = QRectF(MARGIN, self._words_top, self.width() - 2 * MARGIN, self._picture_top - self._words_top)
        painter.setFont(font(12))
        painter.setPen(theme().ink)
        painter.drawText(room, Qt.TextFlag.TextWordWrap, self.words)
        below = QRectF(MARGIN, self._picture_top, self.width() - 2 * MARGIN, self.height() - self._picture_top - MARGIN)
        paint_ghost(painter, *self.ghost, below)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.session is None:
            return
        trace, colours = self.session.trace, theme()
        painter = smooth_painter(self, is_from_left=True)
        painter.setPen(QPen(colours.edge, 1))
        painter.setBrush(colours.card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        left = MARGIN
        board = self._board
        if board is not None:
            paint_board(painter, board, QRectF(left, MARGIN, BOARD_SIDE, BOARD_SIDE), trace.position.max_side)
            left += BOARD_SIDE + MARGIN
        painter.setFont(font(13, bold=True))
        painter.setPen(colours.ink)
        title = QRectF(left, MARGIN - 1, self.width() - left - 6, 20)
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, self.title)
        self._paint_lines(painter, left)
        if self.ghost is not None:
            self._paint_ghost(painter)
        painter.end()

    def _paint_lines(self, painter: QPainter, left: float) -> None:
        """Paint the labels and texts."""
        colours = theme()
        painter.setFont(font(12))
        labels = max(painter.fontMetrics().horizontalAdvance(label) for label, _ in self.lines)
        room = self.width() - left - labels - 20
        for place, (label, text) in enumerate(self.lines):
            y = MARGIN + 22 + place * LINE_HEIGHT
            painter.setPen(colours.quiet)
            painter.drawText(QRectF(left, y, labels + 4, LINE_HEIGHT), Qt.AlignmentFlag.AlignVCenter, label)
            painter.setPen(colours.ink)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room))
            painter.drawText(QRectF(left + labels + 12, y, room, LINE_HEIGHT), Qt.AlignmentFlag.AlignVCenter, shown)
