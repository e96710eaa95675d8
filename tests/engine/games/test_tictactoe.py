import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.games.tictactoe import game, read
from plyscope.messages import InputError

from tests.perft import perft


def test_games_of_each_length_are_as_many_as_published() -> None:
    assert [perft(read(""), plies) for plies in range(8)] == [1, 9, 72, 504, 3024, 15120, 54720, 148176]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ".../.../... x"),
        (".OO/XXO/.X. o", ".OO/XXO/.X. o"),
        (".OO/XXO/.X.", ".OO/XXO/.X. x"),
        (".ooxxo.x.", ".OO/XXO/.X. x"),
        ("1OO/XXO/_Xb o", ".OO/XXO/.X. o"),
        ("X.O\nXO.\r\n... o", "X.O/XO./... o"),
        ("  X . O / . . . / . . . ", "X.O/.../... x"),
        ("X../.../...", "X../.../... o"),
        ("O../.../...", "O../.../... x"),
        ("XXX/OO./...", "XXX/OO./... o"),
        ("OOO/XX./X..", "OOO/XX./X.. x"),
        ("4,3,3 ..../..../....", "4,3,3 ..../..../.... x"),
        ("4,3,3", "4,3,3 ..../..../.... x"),
        ("1,1,1 . x", "1,1,1 . x"),
        ("3,3,3 ........O x", ".../.../..O x"),
        ("XOX/XOO/OXX", "XOX/XOO/OXX o"),
    ],
)
def test_boards_are_read_in_every_notation(text: str, canonical: str) -> None:
    reading = read(text)
    assert reading.game.text(reading.state) == canonical


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("XO", "2 squares, it should have 9"),
        ("X.O./.../...", "row 1 has 4 squares"),
        ("XQ./../O", "square b3 (row 1, column 2) holds 'Q'"),
        ("..........", "10 squares"),
        ("X.Z/.../...", "square c3 (row 1, column 3) holds 'Z'"),
        ("..../..1/...", "row 1 has 4 squares"),
        ("2../.../...", "square a3 (row 1, column 1) holds '2'"),
        ("ХXO/.../...", "cyrillic capital letter ha"),
        ("X0./.../...", "square b3 (row 1, column 2) holds '0'"),
        (".ΟΟ/.../...", "greek capital letter omicron"),
        ("XX./.../...", "2 X and 0 O"),
        ("XXX/XX./O..", "5 X and 1 O"),
        ("X../.../... x", "X cannot be to move"),
        ("XXX/OOO/...", "both X and O"),
        ("XXX/OO./... x", "X cannot be to move"),
        ("XXX/OO./O.. x", "X has 3 in a row and yet O has moved"),
        ("XXX/OO./OO.", "X has 3 in a row and yet O has moved"),
        ("6,2,3 XXXXXX/OOOOO.", "both X and O"),
        ("7,2,3 XXX.XXX/O.OO.OO", "two lines that share no square"),
        ("0,3,3", "0 by 3 squares is not possible"),
        ("99,3,3", "99 by 3 squares is not possible"),
        ("3,3,4", "4 in a row do not fit"),
        ("3,3,0", "0 in a row do not fit"),
        ("X" * 100_000, "100000 squares"),
    ],
)
def test_impossible_boards_are_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert complaint in str(error.value)


def test_moves_go_by_file_and_rank_or_by_number() -> None:
    reading = read("")
    game = reading.game
    assert [game.move_text(square) for square in range(9)] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert game.read_move("B2", reading.state) == game.read_move("5", reading.state) == 4
    assert [game.read_move(text, reading.state) for text in ("d1", "a4", "0", "10", "", "bb", "²")] == [None] * 7


def test_a_board_shows_the_winning_line_and_the_last_move() -> None:
    reading = read("XXX/OO./...")
    board = reading.game.board(reading.state, 2)
    assert board.winning_line == ((0, 0), (1, 0), (2, 0))
    assert board.last_move == {(2, 0)}
    assert board.owners[0, 1] == 2


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("XXX/X../..O", {(0, 0), (1, 0), (2, 0), (0, 1)}),
        ("XXX/OOO/...", {(column, row) for column in range(3) for row in range(2)}),
        ("XXX/OO./OO.", {(0, 0), (1, 0), (2, 0)}),
        ("7,2,3 XXX.XXX/O.OO.OO", {(column, 0) for column in (0, 1, 2, 4, 5, 6)}),
        ("XXO/.../... x", set()),
        ("XX/...", set()),
    ],
)
def test_an_impossible_board_names_the_squares_at_fault(text: str, places: set[tuple[int, int]]) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert set(error.value.places) == places
    assert error.value.inside("file.toml").places == error.value.places


SIZES = st.tuples(st.integers(1, 26), st.integers(1, 26))


@given(SIZES)
def test_each_notation_names_every_square_once_and_is_read_back(size: tuple[int, int]) -> None:
    board = game(*size, 1)
    squares = range(size[0] * size[1])
    every: dict[str, int] = {}
    for notation in board.coordinates:
        shown = [board.shown_move(square, notation) for square in squares]
        assert len(set(shown)) == len(squares)
        assert [board.read_move(text, ()) for text in shown] == list(squares)
        every |= dict(zip(shown, squares, strict=True))
    assert len(every) == len(board.coordinates) * len(squares), "no text of one notation is a text of another"


@given(SIZES, st.text("ab019[],-:x ", max_size=8))
def test_whatever_is_read_is_a_square_of_the_board(size: tuple[int, int], text: str) -> None:
    board = game(*size, 1)
    square = board.read_move(text, ())
    assert square is None or 0 <= square < size[0] * size[1]


def test_coordinates_count_from_the_top_left() -> None:
    board = game(4, 3, 3)
    assert [board.shown_move(2, notation) for notation in board.coordinates] == ["c3", "3", "[2,0]", "0,2"]
    assert board.read_move(" [ 2 , 0 ] ", ()) == 2
    assert board.read_move("[2,0", ()) is None
    assert board.read_move("0,4", ()) is None


def test_a_list_of_numbers_is_a_board() -> None:
    for text in ("[0,-1,-1,1,1,-1,0,1,0]", " [0, -1, -1,\n 1, 1, -1,\n 0, 1, 0,] x"):
        assert read(text).state == read(".OO/XXO/.X. x").state
    assert read("[0,-1,-1,1,1,-1,0,1,0] o").state == read(".OO/XXO/.X. o").state
    assert read("2,1,2 [1,0]").state == read("2,1,2 X.").state


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[0,-1,-1,1,2,-1,0,1,0]", "number 5 of the list, square b2, is 2"),
        ("[0,-1,-1", "the list of squares is not closed"),
        ("[0,-1,1]", "3 squares, it should have 9"),
        ("[1,1,1,1,1,0,0,0,-1]", "5 X and 1 O"),
        ("[]", "number 1 of the list, square a3, is ;"),
    ],
)
def test_a_wrong_list_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=re.escape(complaint)):
        read(text)
