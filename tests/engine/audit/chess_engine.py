"""A small chess engine for the tests: negamax with what engines of the field do, each part switchable.

Its values are centipawns from the mover's side; its log has them from White's, who is MAX. What a mistake could change
is a method of its own, so that `faulty_engine` makes mistakes without a line of this file.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

import chess

from tests.engine.audit.search_log import Call, SearchLog, Window

MATE = 10_000
NEAR_MATE = MATE - 500
"""Values beyond this one are mates, however far away."""
WORTH = {chess.PAWN: 100, chess.KNIGHT: 310, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
DRAWN_AT = 100
"""Halfmoves without a capture or a move of a pawn."""
LEAST_DEPTH = -6
"""Where quiescence ends, whatever is left to take."""


@dataclass(frozen=True)
class Manner:
    """How the engine searches."""

    depth: int = 3
    windows: bool = True
    hard: bool = False
    strict: bool = False
    """Cuts only where α is beyond β."""
    early: bool = False
    """Returns a value that closes the window before α is moved."""
    starts_at_alpha: bool = False
    """The best value starts at α."""
    quiescence: Literal["", "direct", "call"] = ""
    """Called for a move, or on the same position for the same side."""
    delta: bool = False
    """Captures in quiescence that cannot reach α are left out."""
    mate: Literal["plain", "ply", "falls", "falls, windows kept", "falls above quiescence"] = "ply"
    """Mates are all alike, or nearer by plies from the root, or fall by one where a call returns them."""
    mate_pruning: bool = False
    null: Literal["", "trusted", "verified"] = ""
    pvs: bool = False
    reduces: bool = False
    extends: bool = False
    internal: bool = False
    table: bool = False
    static_null: bool = False
    razors: bool = False
    futility: Literal["", "skips", "counts"] = ""
    """Leaves out quiet moves that cannot reach α; their hope may count for the best value."""
    late: bool = False
    """Leaves out late quiet moves."""
    singular: bool = False
    deepens: bool = False
    aspiration: int = 0
    lines: int = 1
    """How many of the best moves are searched, each without those before it."""
    limit: float = inf
    """After so many calls the search is given up."""


class GivenUp(Exception):
    """The limit is reached."""


@dataclass
class Entry:
    """What the table knows of a position."""

    depth: int
    value: float
    bound: Literal["exact", "lower", "upper"]
    move: chess.Move


@dataclass
class State:
    """How far a call has come, from its mover's side."""

    call: Call
    low: float
    high: float
    best: float
    last: float = -inf
    """The value of the last move."""

    def take(self, value: float) -> None:
        self.last, self.best, self.low = value, max(self.best, value), max(self.low, value)


class Engine:
    """One search of one position."""

    def __init__(self, fen: str, manner: Manner, game: str = "a chess engine") -> None:
        self.board, self.manner = chess.Board(fen), manner
        self.log = SearchLog(game, fen, "first")
        self.table: dict[Any, Entry] = {}
        self.move_found: dict[Any, chess.Move] = {}
        """The best move of each position when it was last searched."""
        self.counted = 0

    # What is written down

    def enter(self, move: chess.Move | None, alpha: float, beta: float, depth: float, tags: Set[str]) -> Call:
        self.counted += 1
        if self.counted > self.manner.limit:
            raise GivenUp
        window = self.seen(alpha, beta) if self.manner.windows else (-inf, inf)
        return self.log.enter(None if move is None else move.uci(), self.is_max(), window, depth, tags)

    def leave(self, call: Call, value: float, status: str | None = None) -> float:
        self.log.leave(call, value if self.board.turn == chess.WHITE else -value, status)
        return value

    def seen(self, low: float, high: float) -> Window:
        """A window of the mover's, from White's side."""
        return (low, high) if self.board.turn == chess.WHITE else (-high, -low)

    def is_max(self) -> bool:
        return self.board.turn == chess.WHITE

    # The rounds

    def think(self) -> float:
        """Search the position, in rounds if that is asked for; the value is the mover's."""
        manner = self.manner
        if not (manner.deepens or manner.lines > 1):
            return self.search(manner.depth, -inf, inf, 0)
        root = self.enter(None, -inf, inf, manner.depth, set())
        value = -inf
        try:
            for depth in range(1 if manner.deepens else manner.depth, manner.depth + 1):
                value = self.round(depth, value)
                found: list[chess.Move] = []
                for _ in range(1, min(manner.lines, self.board.legal_moves.count())):
                    found.append(self.move_found[self.key()])
                    self.search(depth, -inf, inf, 0, tags={"excluded"}, excluded=tuple(found))
        except GivenUp:
            while self.log.open[-1] is not root:
                self.log.leave(self.log.open[-1], None)
            while self.board.move_stack:
                self.board.pop()
        return self.leave(root, value)

    def round(self, depth: int, last: float) -> float:
        """Search to this depth, first in a small window round the value of the round before."""
        wide = self.manner.aspiration
        if not wide or abs(last) >= NEAR_MATE:
            return self.search(depth, -inf, inf, 0)
        low, high, tags = last - wide, last + wide, set[str]()
        while True:
            value = self.search(depth, low, high, 0, tags=tags)
            if self.is_inside(value, low, high, depth):
                return value
            wide *= 4
            low, high = (value - wide, high) if value <= low else (low, value + wide)
            low, high = (-inf if low < -NEAR_MATE else low), (inf if high > NEAR_MATE else high)
            tags = {"research"}

    def is_inside(self, value: float, low: float, high: float, depth: int) -> bool:
        """Whether the value of a round needs no further search."""
        return low < value < high

    # The search

    def search(
        self,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        move: chess.Move | None = None,
        tags: Set[str] = frozenset(),
        *,
        may_pass: bool = True,
        excluded: tuple[chess.Move, ...] = (),
    ) -> float:
        """The value of the position for its mover."""
        manner = self.manner
        call = self.enter(move, alpha, beta, depth, tags)
        if (over := self.ending(ply)) is not None:
            return self.leave(call, over, "terminal")
        low, high = alpha, beta
        if manner.mate_pruning:
            low, high = max(low, -MATE + ply), min(high, MATE - ply - 1)
            if low >= high:
                return self.leave(call, low, "horizon")
        entry = self.table.get(self.key()) if manner.table and not excluded else None
        if entry is not None and entry.depth >= depth:
            value = self.from_table(entry.value, ply)
            if entry.bound == "exact":
                return self.leave(call, value, "table")
            low, high = (max(low, value), high) if entry.bound == "lower" else (low, min(high, value))
            if low >= high:
                return self.leave(call, value, "table")
        state = State(call, low, high, low if manner.starts_at_alpha else -inf)
        if depth <= 0:
            if manner.quiescence == "call":
                return self.leave(call, self.quiesce_here(state, ply))
            return self.leave(call, self.static(), "horizon")
        begun = low, high
        value_by_rule = self.without_moves(state, depth, ply) if may_pass and not excluded else None
        if value_by_rule is not None:
            return self.leave(call, value_by_rule, None if call.calls else "horizon")
        first = None if entry is None else entry.move
        if manner.internal and depth >= 3 and first is None:
            self.search_here(state, depth - 2, low, high, ply, {"iid", "reduced"}, excluded=excluded)
            first = self.move_found.get(self.key())
        extended = first if self.is_singular(state, depth, ply, entry, excluded) else None
        moves = [each for each in self.ordered(first) if each not in excluded]
        if not moves:
            return self.leave(call, low, "horizon")
        self.try_moves(state, moves, depth, ply, extended)
        value = self.answer(state, begun)
        if manner.table and not excluded:
            bound: Any = "upper" if value <= begun[0] else "lower" if value >= begun[1] else "exact"
            self.table[self.key()] = Entry(depth, self.to_table(value, ply), bound, self.move_found[self.key()])
        return self.leave(call, value)

    def without_moves(self, state: State, depth: int, ply: int) -> float | None:
        """The value where a rule of thumb makes it needless to try the moves."""
        manner, (low, high) = self.manner, (state.low, state.high)
        if self.board.is_check() or NEAR_MATE <= abs(low) < inf or abs(high) >= NEAR_MATE:
            return None
        static = self.static()
        if manner.static_null and depth <= 2 and static - 150 * depth >= high:
            state.call.tags.add("forward")
            state.call.has_cut = True
            return static - 150 * depth
        if manner.razors and depth == 1 and static + 200 < low:
            value = self.quiesce_here(state, ply)
            if value <= low:
                state.call.tags.add("forward")
                return value
        has_pieces = bool(self.board.occupied_co[self.board.turn] & ~(self.board.pawns | self.board.kings))
        if not manner.null or depth < 2 or static < high or not has_pieces:
            return None
        self.will_call(state)
        self.board.push(chess.Move.null())
        tags = {"null", "reduced", "probe"}
        if depth <= 3 and manner.quiescence == "direct":
            value = -self.quiesce(-high, -high + 1, ply + 1, None, 0, tags)
        else:
            value = -self.search(depth - 3, -high, -high + 1, ply + 1, None, tags, may_pass=False)
        self.board.pop()
        if value >= high and manner.null == "verified":
            self.has_passed(state, value)
            value = self.search_here(state, depth - 1, high - 1, high, ply, {"reduced", "probe"}, may_pass=False)
        if value < high:
            self.has_passed(state, value)
            return None
        state.call.has_cut = True
        state.call.pruned += [each.uci() for each in self.ordered(None)]
        return high if manner.hard or value >= NEAR_MATE else value

    def has_passed(self, state: State, value: float) -> None:
        """What a pass was worth to the mover is no value of a move."""

    def is_singular(
        self, state: State, depth: int, ply: int, entry: Entry | None, excluded: tuple[chess.Move, ...]
    ) -> bool:
        """Whether all other moves are much worse than the table's."""
        if not self.manner.singular or entry is None or entry.bound == "upper" or entry.depth < depth - 2 or excluded:
            return False
        value = self.from_table(entry.value, ply)
        if depth < 2 or ply == 0 or abs(value) >= NEAR_MATE:
            return False
        end = value - 20
        others = self.search_here(
            state, depth // 2, end - 1, end, ply, {"excluded", "reduced", "probe"}, excluded=(entry.move,)
        )
        return others < end

    def try_moves(
        self, state: State, moves: Sequence[chess.Move], depth: int, ply: int, extended: chess.Move | None
    ) -> None:
        """The loop over the moves."""
        manner, call = self.manner, state.call
        best_move, quiet_tried = moves[0], 0
        static = self.static() if manner.futility else 0.0
        for at, move in enumerate(moves):
            gives_check = self.board.gives_check(move)
            is_quiet = not (self.board.is_capture(move) or move.promotion or gives_check)
            if at and is_quiet and depth <= 2 and not self.board.is_check():
                hope = static + 120 * depth
                is_futile = bool(manner.futility) and hope <= state.low and abs(state.low) < NEAR_MATE
                if is_futile or (manner.late and quiet_tried >= 4 and abs(state.best) < NEAR_MATE):
                    call.tags.add("forward")
                    call.pruned.append(move.uci())
                    if is_futile and manner.futility == "counts":
                        call.tags.add("stand_pat")
                        state.best = max(state.best, hope)
                    continue
            quiet_tried += is_quiet
            extension = int(move == extended or (manner.extends and ply < 8 and gives_check))
            reduction = int(manner.reduces and at >= 3 and depth >= 2 and is_quiet and not extension)
            best_before = state.best
            value = self.try_move(
                state, move, depth - 1 + extension, reduction, ply, {"extended"} if extension else set()
            )
            self.take(state, value)
            if state.best > best_before:
                best_move = move
            if self.is_closed(state, value, has_more=at + 1 < len(moves)):
                call.has_cut = True
                call.pruned += [each.uci() for each in moves[at + 1 :]]
                if manner.early:
                    state.best = value
                break
        self.move_found[self.key()] = best_move

    def try_move(self, state: State, move: chess.Move, depth: int, reduction: int, ply: int, tags: set[str]) -> float:
        """The value of a move for the caller's mover: one call, or a probe, a reduced search and what they ask for."""
        low, high, has_pvs = state.low, state.high, self.manner.pvs
        if state.last > -inf and (reduction or has_pvs):
            probe = {"probe"} if has_pvs else set()
            end = low + 1 if has_pvs else high
            less = {"reduced"} if reduction else set()
            value = self.below(state, move, depth - reduction, low, end, ply, tags | probe | less)
            if reduction and value > low:
                tags = tags | {"research"}
                state.call.calls[-1].counts = False
                value = self.below(state, move, depth, low, end, ply, tags | probe)
            if not has_pvs or not self.needs_more(state, value):
                return value
            state.call.calls[-1].counts = False
            tags = tags | {"research"}
        return self.below(state, move, depth, low, high, ply, tags)

    def needs_more(self, state: State, value: float) -> bool:
        """Whether a probe has found a value inside the window."""
        return state.low < value < state.high

    def below(
        self, state: State, move: chess.Move, depth: int, low: float, high: float, ply: int, tags: set[str]
    ) -> float:
        """Call the search on the position after a move; the value is the caller's mover's."""
        self.will_call(state)
        low, high = self.given(state, low, high)
        alpha, beta = -self.risen(high), -self.risen(low)
        self.board.push(move)
        try:
            if depth <= 0 and self.manner.quiescence == "direct":
                value = self.quiesce(alpha, beta, ply + 1, move, 0, tags)
            else:
                value = self.search(depth, alpha, beta, ply + 1, move, tags)
        finally:
            self.board.pop()
        return self.fallen(-value)

    def search_here(
        self, state: State, depth: int, low: float, high: float, ply: int, tags: set[str], **how: Any
    ) -> float:
        """A search inside the search, of the same position."""
        self.will_call(state)
        value = self.search(depth, low, high, ply, None, tags, **how)
        state.call.calls[-1].counts = False
        return value

    def quiesce_here(self, state: State, ply: int) -> float:
        self.will_call(state)
        return self.quiesce(state.low, state.high, ply, None, 0, set())

    def quiesce(
        self, alpha: float, beta: float, ply: int, move: chess.Move | None, depth: int, tags: Set[str]
    ) -> float:
        """The value where only captures are tried, and all moves in check."""
        is_check = self.board.is_check()
        own_tags = {"quiescence"} if is_check else {"quiescence", "stand_pat"}
        call = self.enter(move, alpha, beta, depth, tags | own_tags)
        if (over := self.ending(ply)) is not None:
            return self.leave(call, over, "terminal")
        static = self.static()
        if depth <= LEAST_DEPTH:
            return self.leave(call, static, "horizon")
        state = State(call, alpha, beta, -inf)
        if not is_check:
            if static >= beta:
                return self.leave(call, beta if self.manner.hard else static, "horizon")
            state.take(static)
        begun = alpha, beta
        moves = [each for each in self.ordered(None) if is_check or self.board.is_capture(each)]
        for at, each in enumerate(moves):
            if self.manner.delta and not is_check and static + self.gain(each) + 50 <= state.low:
                call.tags.add("forward")
                continue
            self.will_call(state)
            low, high = self.given(state, state.low, state.high)
            alpha, beta = -self.risen(high), -self.risen(low)
            self.board.push(each)
            try:
                value = self.quiesce(alpha, beta, ply + 1, each, depth - 1, set())
            finally:
                self.board.pop()
            value = -value if self.manner.mate == "falls above quiescence" else self.fallen(-value)
            self.take(state, value)
            if self.is_closed(state, value, has_more=at + 1 < len(moves)):
                call.has_cut = True
                call.pruned += [each.uci() for each in moves[at + 1 :]]
                break
        return self.leave(call, self.answer(state, begun), None if call.calls else "horizon")

    # What a mistake could change

    def given(self, state: State, low: float, high: float) -> Window:
        """The window of the next call, from the caller's side."""
        return low, high

    def take(self, state: State, value: float) -> None:
        """Fold the value of a move."""
        state.take(value)

    def is_closed(self, state: State, value: float, *, has_more: bool) -> bool:
        """Whether the loop ends here."""
        return self.closes(state.low, state.high)

    def closes(self, low: float, high: float) -> bool:
        return self.manner.windows and (low > high if self.manner.strict else low >= high)

    def answer(self, state: State, begun: Window) -> float:
        """What a call returns."""
        return min(max(state.best, begun[0]), begun[1]) if self.manner.hard else state.best

    # What is kept for the test

    def will_call(self, state: State) -> None:
        """Keep the window in effect at a call."""
        state.call.effect.append(self.seen(state.low, state.high))

    # Chess

    def key(self) -> Any:
        return self.board._transposition_key()

    def ending(self, ply: int) -> float | None:
        """The value of a game that is over, for the mover."""
        board = self.board
        if not any(board.generate_legal_moves()):
            if not board.is_check():
                return 0
            return -MATE + ply if self.manner.mate == "ply" else -MATE
        return 0 if board.is_insufficient_material() or board.halfmove_clock >= DRAWN_AT else None

    def static(self) -> float:
        """Material and the centre, for the mover."""
        total = 0
        for square, piece in self.board.piece_map().items():
            file, rank = square & 7, square >> 3
            worth = WORTH[piece.piece_type] + 14 - 2 * (abs(2 * file - 7) + abs(2 * rank - 7))
            total += worth if piece.color == self.board.turn else -worth
        return total

    def gain(self, move: chess.Move) -> int:
        """What a capture wins at once."""
        taken = self.board.piece_type_at(move.to_square) or chess.PAWN
        return WORTH[taken] + (WORTH[move.promotion] if move.promotion else 0)

    def ordered(self, first: chess.Move | None) -> list[chess.Move]:
        """The move to try first, captures by what they win, and the rest."""
        moves = list(self.board.legal_moves)
        moves.sort(key=lambda move: (move != first, -self.gain(move) if self.board.is_capture(move) else 1, move.uci()))
        return moves

    # Mates

    def fallen(self, value: float) -> float:
        """A mate is worth one less where the call above it returns it."""
        if self.manner.mate.startswith("falls") and abs(value) > NEAR_MATE:
            return value - 1 if value > 0 else value + 1
        return value

    def risen(self, bound: float) -> float:
        """The bound that a value must beat below so that it beats this one when it has fallen."""
        if self.manner.mate == "falls" and NEAR_MATE <= abs(bound) < inf:
            return bound + 1 if bound > 0 else bound - 1
        return bound

    def to_table(self, value: float, ply: int) -> float:
        return value + self.plies_to_mate(value, ply)

    def from_table(self, value: float, ply: int) -> float:
        return value - self.plies_to_mate(value, ply)

    def plies_to_mate(self, value: float, ply: int) -> int:
        if self.manner.mate != "ply" or abs(value) < NEAR_MATE:
            return 0
        return ply if value > 0 else -ply
