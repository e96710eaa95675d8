"""Boards and moves of the package chess, which a small package with its names stands for."""

import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from plyscope.model.board_texts import is_chess
from plyscope.model.roles import Proposal
from plyscope.tracer.running import debug
from plyscope.tracer.target.chess_objects import board_numbers, chess_text, fen_of, move_on_board
from plyscope.tracer.target.snapshots import keep, text_of
from plyscope.usercode.reading import read_as_search

PACKAGE = """
class Move:
    def __init__(self, name):
        self.name = name

    def uci(self):
        return self.name


class BaseBoard:
    pass


class Board(BaseBoard):
    def __init__(self, stack=()):
        self.occupied = 1 << 63
        self.move_stack = list(stack)

    @property
    def legal_moves(self):
        return [Move(name) for name in ("e2e4", "g1f3")]

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def copy(self, stack=True):
        return Board(self.move_stack)

    def san(self, move):
        assert not self.move_stack or self.move_stack[-1] is not move, "it has been made already"
        return {"e2e4": "e4", "g1f3": "Nf3"}[move.name]

    def fen(self):
        pawns = "PPPPPPPP" if len(self.move_stack) % 2 == 0 else "PPPP1PPP"
        return f"rnbqkbnr/pppppppp/8/8/8/8/{pawns}/RNBQKBNR w KQkq - 0 1"
"""
SEARCH = """
import chess


class Engine:
    def __init__(self):
        self.board = chess.Board()

    def search(self, depth, maximizing):
        if depth == 0:
            return len(self.board.move_stack[-1].uci())
        best = -9 if maximizing else 9
        for move in self.board.legal_moves:
            self.board.push(move)
            value = self.search(depth - 1, not maximizing)
            self.board.pop()
            best = max(best, value) if maximizing else min(best, value)
        return best


def minimax(board, depth, maximizing):
    if depth == 0:
        return len(board.move_stack)
    best = -9 if maximizing else 9
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        value = minimax(after, depth - 1, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best
"""


@pytest.mark.parametrize("call", ["minimax(chess.Board(), 2, True)", "Engine().search(2, True)"])
def test_moves_are_written_as_players_write_them(tmp_path: Path, call: str) -> None:
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    path = tmp_path / "engine_of_chess.py"
    path.write_text(SEARCH, encoding="utf-8")
    trace = read_as_search(debug(path, call))
    assert [trace.move_text(frame) for frame in range(1, len(trace))] == ["e4", "e4", "Nf3", "Nf3", "e4", "Nf3"]
    proposal = Proposal.read(trace.user_code)
    assert proposal is not None
    cells = proposal.cells(trace.user_code, 1)
    if call.startswith("minimax"):
        assert cells is not None
        assert is_chess(cells)
    assert not any("occupied" in text for text in trace.user_code.texts)


def test_other_boards_and_moves_are_no_objects_of_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    class Board:
        def fen(self) -> str:
            raise AssertionError("it is asked")

    assert chess_text(Board()) == ""
    monkeypatch.setitem(sys.modules, "chess", sys)
    assert chess_text(Board()) == ""


class Numbers:
    """A board after 1. e4, as the package chess holds it."""

    chess960 = False
    pawns, knights, bishops = 0x00FF00001000EF00, 0x4200000000000042, 0x2400000000000024
    rooks, queens, kings = 0x8100000000000081, 0x0800000000000008, 0x1000000000000010
    occupied_co = {True: 0x000000001000EFFF, False: 0xFFFF000000000000}  # noqa: RUF012
    turn, castling_rights, ep_square, halfmove_clock, fullmove_number = False, 0x8100000000000081, 20, 0, 1


def test_a_board_is_taken_as_numbers_and_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", SimpleNamespace(Board=Numbers, BaseBoard=Numbers))  # type: ignore[arg-type]
    numbers = board_numbers(Numbers())
    assert numbers is not None
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert fen_of(numbers) == fen
    assert text_of(keep(Numbers())) == f"Numbers({fen!r})"
    assert board_numbers(object()) is None


@pytest.mark.full
def test_positions_of_the_package_itself() -> None:
    chess = pytest.importorskip("chess")
    board, moves = chess.Board(), random.Random(1)
    for _ in range(200):
        numbers = board_numbers(board)
        assert numbers is not None
        assert fen_of(numbers) == board.fen(en_passant="fen")
        if board.is_game_over():
            board.reset()
        board.push(moves.choice(list(board.legal_moves)))


def test_the_last_move_of_a_board_is_written_as_the_package_writes_it() -> None:
    chess, rng = pytest.importorskip("chess"), random.Random(1)
    for _ in range(8):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 120:
            moves = list(board.legal_moves)
            for move in rng.sample(moves, min(3, len(moves))):
                written = board.san(move)
                board.push(move)
                assert move_on_board(move, (board,)) == written
                board.pop()
            board.push(rng.choice(moves))
