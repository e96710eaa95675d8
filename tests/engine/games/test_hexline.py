import pytest
from plyscope.files.sources import load
from plyscope.games.hexline import grow_board, neighbour, read
from plyscope.messages import InputError

from tests.full_traces import record


def test_neighbours_are_mutual_and_odd_rows_stand_half_a_cell_to_the_right() -> None:
    assert [neighbour((5, 4), direction) for direction in range(1, 7)] == [
        (4, 3), (5, 3), (4, 4), (6, 4), (4, 5), (5, 5),
    ]  # fmt: skip
    assert [neighbour((5, 5), direction) for direction in range(1, 7)] == [
        (5, 4), (6, 4), (4, 5), (6, 5), (5, 6), (6, 6),
    ]  # fmt: skip
    for y in (4, 5):
        for direction in range(1, 7):
            assert neighbour(neighbour((5, y), direction), 7 - direction) == (5, y)


def test_a_full_board_has_as_many_lines_as_counted_elsewhere() -> None:
    reading = read("")
    lengths = [len(line) for line in reading.game.lines]
    assert [lengths.count(length) for length in (1, 2, 3)] == [144, 385, 340]


def test_lines_are_named_once_and_may_be_typed_from_either_end() -> None:
    game = read("").game
    state = read("").state
    assert game.move_text(game.read_move("5,4", state)) == "5,4"
    assert game.read_move("5,4:3:2", state) == game.read_move("6,2:3:5", state)
    assert game.move_text(game.read_move("6,2:3:5", state)) == "5,4:3:2"
    wrong = ("12,0", "5,4:4:2", "5,4:2", "5,4:2:7", "5", "0,0:2:1", "a,b")
    assert [game.read_move(text, state) for text in wrong] == [None] * 7


def test_moves_are_listed_by_x_then_y_then_length_then_direction() -> None:
    reading = read("..#/.1./#..")
    names = [reading.game.move_text(move) for move in reading.game.rules.moves(reading.state)]
    cells = [tuple(map(int, name.split(":")[0].split(","))) for name in names]
    assert cells == sorted(cells)
    assert names[:4] == ["0,0", "0,1", "0,1:2:1", "0,1:2:2"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("..x", "cell 2,0 holds 'x'"),
        ("...\n..", "row 1 has 2 cells, row 0 has 3"),
        ("###", "the board has no cells"),
        ("." * 13, "13 by 1 cells, at most 12 by 12"),
        ("/".join(["."] * 13), "1 by 13 cells"),
        ("random", "random N SEED"),
        ("random 12", "random N SEED"),
        ("random a b", "random N SEED"),
        ("random 0 1", "from 1 to 144 free cells, not 0"),
        ("random 145 1", "from 1 to 144"),
        ("..3", "cell 2,0 holds '3'"),
    ],
)
def test_impossible_boards_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert complaint in str(error.value)


@pytest.mark.parametrize("count", [1, 6, 12, 20, 33, 144])
def test_a_generated_board_is_one_blob_around_the_middle_and_repeats_by_its_seed(count: int) -> None:
    for seed in range(5):
        cells = grow_board(count, seed)
        free = {(place % 12, place // 12) for place, owner in enumerate(cells) if owner == 0}
        assert len(free) == count
        reached, waiting = {(6, 6)}, [(6, 6)]
        while waiting:
            cell = waiting.pop()
            for near in (neighbour(cell, direction) for direction in range(1, 7)):
                if near in free and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        assert reached == free
        assert grow_board(count, seed) == cells
    assert count in (1, 144) or grow_board(count, 1) != grow_board(count, 2)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("random 12 --5", "two whole numbers"),
        ("random --5 5", "two whole numbers"),
        ("random 12 ٣", "two whole numbers"),
        ("random 12 9223372036854775808", "a seed is a whole number from -9223372036854775807 to"),
        ("random 12 -9223372036854775808", "not -9223372036854775808"),
        ("random 12 " + "1" * 5000, "a seed is a whole number"),
        ("random 145 1", "from 1 to 144 free cells, not 145"),
        ("random " + "9" * 50 + " 1", "not " + "9" * 50),
        ("..１/...", "cell 2,0 holds '１', fullwidth digit one"),
    ],
)
def test_boards_that_are_wrong_are_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert complaint in str(error.value)


def test_seeds_are_read_to_their_last_digit() -> None:
    states = [read(f"random 20 {seed}").state for seed in (2**63 - 1, 2**63 - 2, 1 - 2**63)]
    assert states[0] != states[1] != states[2]


def test_a_text_means_both_sides_unless_it_names_one() -> None:
    position = load("hexline:..../....")
    turn = len(position.state) - 2
    for text, sides in (
        ("..../....", [1, 2]),
        ("..../.... 2", [2]),
        ("", [1, 2]),
        ("1", [1, 2]),
        ("random 5 2", [1, 2]),
    ):
        found = position.game.find_states(text, position.state)
        assert [state[turn if len(state) == len(position.state) else -2] for state in found] == sides


def test_the_side_that_takes_the_last_cell_loses() -> None:
    assert record(load("hexline:1", max="mover")).value == 1
    assert record(load("hexline:.", max="mover")).value == -1


@pytest.mark.spread(2)
@pytest.mark.parametrize("cells", range(2, 10))
def test_every_straight_row_of_two_or_more_is_won(cells: int) -> None:
    assert record(load("hexline:" + "." * cells, max="mover")).value == 1
    assert record(load("hexline:" + "." * cells + " 2", max="mover")).value == 1


def test_rows_up_to_twelve_are_won_says_a_solver_of_its_own() -> None:
    """Rows as sets of free places, without boards: takes of one to three neighbours, the last one loses."""
    from functools import cache

    @cache
    def wins(free: int) -> bool:
        if free == 0:
            return True
        takes = (((1 << length) - 1) << place for length in (1, 2, 3) for place in range(free.bit_length()))
        return any(not wins(free & ~take) for take in takes if take & free == take)

    assert [wins((1 << cells) - 1) for cells in range(13)] == [True, False] + [True] * 11
