import pytest
from plyscope.games.connectfour import read
from plyscope.messages import InputError

from tests.perft import perft


def test_positions_after_each_move_are_as_many_as_published() -> None:
    assert [perft(read(""), plies) for plies in range(1, 7)] == [7, 49, 343, 2401, 16807, 117649]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", "......./......./......./......./......./......."),
        ("4453", "......./......./......./......./...Y.../..YRR.."),
        ("......./......./......./......./...o.../.xxxo..", "......./......./......./......./...Y.../.RRRY.."),
        ("5,4,4", "5,4,4 ...../...../...../....."),
        ("5,4,4 1", "5,4,4 ...../...../...../R...."),
        (".......\r\n.......\n.......\n.......\n.......\nR......\n", "......./......./......./......./......./R......"),
    ],
)
def test_boards_are_read_as_columns_or_as_rows(text: str, canonical: str) -> None:
    reading = read(text)
    assert reading.game.text(reading.state) == canonical


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8", "move 1 is '8'; the columns are 1 to 7"),
        ("0", "move 1 is '0'"),
        ("4444444", "move 7: column 4 is full"),
        ("12121212", "move 8 comes after the end"),
        ("4٣", "move 2 is '٣', arabic-indic digit three; the columns are 1 to 7"),
        ("4453a", "move 5 is 'a'; the columns are 1 to 7"),
        ("a445", "move 1 is 'a'"),
        ("4 4 5", "move 2 is ' '"),
        ("....... .3.....", "the board has 2 rows"),
        ("RY", "the board has 1 rows"),
        ("......./......./......./......./......./......", "row 6 has 6 cells"),
        ("......./......./......./......./......./..Q....", "row 6, column 3 holds 'Q'"),
        ("......./......./......./......./......./..У....", "cyrillic capital letter u"),
        ("......./......./......./......./R....../.......", "row 5, column 1 floats"),
        ("......./......./......./......./......./Y......", "0 R and 1 Y"),
        ("......./......./......./......./......./RR.....", "2 R and 0 Y"),
        ("......./......./......./......./YYYY.../RRRR...", "both R and Y"),
        ("......./......./......./......./YYY..../RRRRY..", "R has 4 in a row and yet Y has moved"),
        ("99,6,4", "99 columns and 6 rows is not possible"),
        ("7,6,9", "9 in a row do not fit"),
    ],
)
def test_impossible_boards_are_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert complaint in str(error.value)


def test_a_line_that_the_last_disc_cannot_have_made_is_refused() -> None:
    with pytest.raises(InputError, match="cannot have been made by the last disc"):
        read("......./......./......./......./YRYY.../RRRRY..")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("677325543133721135451626344561276476724251", -1),
        ("441154341544365672227772737133326556266511", 0),
        ("4,3,3 423423124311", -1),
        ("4,3,3 132224413314", 0),
        ("3,3,3 122233113", 1),
    ],
)
def test_a_win_with_the_last_disc_comes_before_a_tie(text: str, outcome: int) -> None:
    reading = read(text)
    assert reading.game.rules.longest(reading.state) == 0
    assert reading.game.rules.is_over(reading.state)
    assert reading.game.rules.outcome(reading.state) == outcome


def test_a_board_shows_where_the_disc_landed() -> None:
    reading = read("1212121")
    board = reading.game.board(reading.state, 0)
    assert board.last_move == {(0, 2)}
    assert sorted(board.winning_line) == [(0, 2), (0, 3), (0, 4), (0, 5)]
    assert board.owners[1, 5] == 2


def test_exchanged_colours_are_the_same_game_from_the_other_side() -> None:
    reading = read("4453")
    swapped = reading.game.swapped(reading.state)
    assert reading.game.swapped(swapped) == tuple(reading.state)
    assert reading.game.diagram(swapped) == "......./......./......./......./...R.../..RYY.."


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ("......./......./......./......./R....../.......", {(0, 4)}),
        ("......./......./......./......./......./RR.....", {(0, 5), (1, 5)}),
        ("......./......./......./......./......./Y......", {(0, 5)}),
        ("......./......./......./......./YYYY.../RRRR...", {(column, row) for column in range(4) for row in (4, 5)}),
        ("......./......./......./......./YYY..../RRRRY..", {(column, 5) for column in range(4)}),
    ],
)
def test_an_impossible_board_names_the_cells_at_fault(rows: str, places: set[tuple[int, int]]) -> None:
    with pytest.raises(InputError) as error:
        read(rows)
    assert set(error.value.places) == places
