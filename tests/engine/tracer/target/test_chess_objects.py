"""Boards and moves of the package chess, which a small package with its names stands for."""

import sys
from pathlib import Path

import pytest
from plyscope.model.board_texts import is_chess
from plyscope.model.roles import Proposal
from plyscope.tracer.running import debug
from plyscope.tracer.target.chess_objects import chess_text
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
