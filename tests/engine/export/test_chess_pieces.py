"""Boards of chess pieces and of texts, and texts of positions: in every format that draws boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.boards import NO_CELL, board_lines, describe_board
from plyscope.export.chess_pieces import PIECES, outlines
from plyscope.export.page.boards import BoardColumns
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.model.board_texts import board_of, find_cells, text_board
from plyscope.model.position import FIRST, SECOND, Board
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.tracer.running import debug
from plyscope.usercode.reading import with_proposal

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


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("suffix", "letter"), [("svg", ">B</text>"), ("tex", " {B};"), ("dot", ">B</FONT>"), ("mmd", "· b · B")]
)
def test_texts_in_cells_are_drawn_in_every_format(tmp_path: Path, suffix: str, letter: str) -> None:
    (tmp_path / "walk.py").write_text(PROGRAM)
    trace = with_proposal(debug(tmp_path / "walk.py", "walk(PIECES, 2)"), Proposal(roles={"walk": {"board": "board"}}))
    path = tmp_path / f"x.{suffix}"
    export(trace, path, boards=True)
    assert trace.position.board().pieces == "texts"
    assert letter in path.read_text(encoding="utf-8")


def test_the_page_has_the_texts_of_cells(tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text(PROGRAM)
    trace = with_proposal(debug(tmp_path / "walk.py", "walk(PIECES, 2)"), Proposal(roles={"walk": {"board": "board"}}))
    columns = BoardColumns(trace.position, trace.coordinates)
    for _ in columns.read(trace, range(len(trace))):
        pass
    head = columns.head()
    assert head["pieces"] == "texts"
    assert head["signs"] == ["", "w", "W", "b", "B"]


DRAWN = """\
class Lamps:
    def __init__(self, lit):
        self.lit = lit

    def __str__(self):
        return "<lamps>\\n" + "".join("AB"[one] for one in self.lit)


def walk(lamps, depth):
    if depth == 0:
        return 0
    return max(-walk(Lamps([*lamps.lit[:at], not lamps.lit[at]]), depth - 1) for at in range(2))
"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    """A recording whose positions draw themselves, as it comes back from a file."""
    folder = tmp_path_factory.mktemp("drawn")
    (folder / "lamps.py").write_text(DRAWN)
    save_trace(debug(folder / "lamps.py", "walk(Lamps([0, 0]), 2)"), folder / "lamps.plytrace")
    return open_trace(folder / "lamps.plytrace")


@pytest.mark.parametrize(
    ("suffix", "letter"),
    [("svg", ">&lt;</text>"), ("tex", r"\ttfamily"), ("dot", '="Courier">A</FONT>'), ("mmd", "AA#160;#160;")],
)
def test_positions_that_draw_themselves_stand_in_a_box_in_every_format(
    drawn: Trace, tmp_path: Path, suffix: str, letter: str
) -> None:
    path = tmp_path / f"x.{suffix}"
    export(drawn, path, boards=True)
    assert letter in path.read_text(encoding="utf-8")


def test_the_text_of_a_position_keeps_its_columns() -> None:
    board = text_board("a b\n日x\ne\u0301", "a b\n日y", (4, 3))
    assert board.labels == {(0, 0): "a", (2, 0): "b", (0, 1): "日", (2, 1): "x", (0, 2): "e\u0301"}
    assert board.last_move == {(2, 1), (0, 2)}
    described = describe_board(board, 10.0)
    assert (described.cell_width, round(described.width, 3)) == (5.0, 26.0)
    assert [line.replace(NO_CELL, "_") for line in board_lines(described)] == ["a_b_", "日x_", "e\u0301___"]


def test_the_page_has_the_characters_of_texts(drawn: Trace) -> None:
    columns = BoardColumns(drawn.position, drawn.coordinates)
    for _ in columns.read(drawn, range(len(drawn))):
        pass
    head = columns.head()
    assert (head["shape"], head["columns"], head["rows"]) == ("text", 7, 2)
    signs = head["signs"]
    assert isinstance(signs, list)
    assert sorted(signs) == ["", *sorted("<lamps>AB")]
