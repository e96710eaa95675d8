"""Boards of chess pieces and of texts: in every format that draws boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.boards import board_lines, describe_board
from plyscope.export.chess_pieces import PIECES, outlines
from plyscope.export.extent import WHOLE
from plyscope.export.page.contents import BoardColumns
from plyscope.export.selection import Selection
from plyscope.model.board_texts import board_of, find_cells
from plyscope.model.position import FIRST, SECOND, Board
from plyscope.model.roles import Proposal
from plyscope.tracer.running import debug
from plyscope.usercode.reading import applied

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def chess() -> Board:
    cells = find_cells(f"Board({FEN!r})")
    assert cells is not None
    return board_of(cells, None, {})


def test_a_position_of_python_chess_is_a_chess_board() -> None:
    board = chess()
    assert (board.pieces, board.columns, board.rows) == ("chess", 8, 8)
    assert (board.labels[7, 3], board.owners[7, 3]) == ("Q", FIRST)
    assert (board.labels[2, 2], board.owners[2, 2]) == ("N", SECOND)
    assert (board.labels[1, 0], board.owners[1, 0]) == ("", 0)


def test_rows_of_letters_with_both_kings_are_a_chess_board() -> None:
    rows = [["."] * 8 for _ in range(8)]
    rows[0][4], rows[7][4] = "k", "K"
    cells = find_cells(repr(rows))
    assert cells is not None
    assert board_of(cells, None, {}).pieces == "chess"
    rows[7][4] = "x"
    cells = find_cells(repr(rows))
    assert cells is not None
    assert board_of(cells, None, {}).pieces == "texts", "without a king it is any board"


def test_a_board_as_text_has_letters() -> None:
    assert board_lines(describe_board(chess(), 8.0))[0] == "r · b q k b · r"
    cells = find_cells("[['w', '', 'W'], ['', 'b', '']]")
    assert cells is not None
    assert board_lines(describe_board(board_of(cells, None, {}), 8.0)) == ["w · W", "· b ·"]


@pytest.mark.parametrize("letter", PIECES)
def test_pieces_stay_in_their_cells_and_are_symmetric_but_for_the_knight(letter: str) -> None:
    points = [point for outline in outlines(letter) for point in outline]
    assert all(abs(x) < 0.5 and abs(y) < 0.5 for x, y in points)
    mirrored = {(round(-x, 4) + 0.0, round(y, 4)) for x, y in points}
    assert ({(round(x, 4), round(y, 4)) for x, y in points} == mirrored) is (letter != "N")


PROGRAM = """\
PIECES = [["w", "", "W", ""], ["", "b", "", "B"], ["", "", "", ""]]


def walk(board, depth):
    if depth == 0:
        return 0
    best = 0
    for row in range(2):
        board[row][0], board[row + 1][0] = board[row + 1][0], board[row][0]
        best = max(best, -walk(board, depth - 1))
        board[row][0], board[row + 1][0] = board[row + 1][0], board[row][0]
    return best
"""


@pytest.mark.parametrize(
    ("suffix", "letter"), [("svg", ">B</text>"), ("tex", " {B};"), ("dot", ">B</FONT>"), ("mmd", "· b · B")]
)
def test_texts_in_cells_are_drawn_in_every_format(tmp_path: Path, suffix: str, letter: str) -> None:
    (tmp_path / "walk.py").write_text(PROGRAM)
    trace = applied(debug(tmp_path / "walk.py", "walk(PIECES, 2)"), Proposal(roles={"walk": {"board": "board"}}))
    path = tmp_path / f"x.{suffix}"
    export(trace, path, boards=True)
    assert trace.position.board().pieces == "texts"
    assert letter in path.read_text(encoding="utf-8")


def test_the_page_has_the_texts_of_cells(tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text(PROGRAM)
    trace = applied(debug(tmp_path / "walk.py", "walk(PIECES, 2)"), Proposal(roles={"walk": {"board": "board"}}))
    columns = BoardColumns(Selection(trace, WHOLE), list(range(len(trace))))
    for _ in columns.read():
        pass
    head = columns.head()
    assert head["pieces"] == "texts"
    assert head["signs"] == ["", "w", "W", "b", "B"]
