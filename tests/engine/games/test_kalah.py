"""Kalah: perft and values against a second implementation and against OpenSpiel, its texts, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.export.boards import NO_CELL, board_lines, describe_on_paper
from plyscope.files.opening import open_trace
from plyscope.games import GAMES
from plyscope.messages import InputError, OptionError
from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.play.move_input import cells_of_moves, move_by_cells
from plyscope.search import SEARCHES

from tests import full_traces

NAME = "kalah"


@dataclass(frozen=True)
class Naive:
    """Kalah as the rules tell it: stones are taken in the hand and dropped one by one; the end sweeps the board."""

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    """Of south and of north, each from the side's own left."""
    stores: tuple[int, int]
    side: int

    @property
    def is_over(self) -> bool:
        return not any(self.pits[0]) or not any(self.pits[1])

    @property
    def swept(self) -> tuple[int, int]:
        return self.stores[0] + sum(self.pits[0]), self.stores[1] + sum(self.pits[1])

    @property
    def outcome(self) -> int:
        south, north = self.swept
        return 0 if not self.is_over else (south > north) - (south < north)

    def legal(self) -> list[int]:
        return [] if self.is_over else [pit for pit, stones in enumerate(self.pits[self.side]) if stones]

    def played(self, pit: int) -> Naive:
        rows, stores = [list(row) for row in self.pits], list(self.stores)
        hand, rows[self.side][pit] = rows[self.side][pit], 0
        row, place, length = self.side, pit, len(rows[0])
        while hand:
            place += 1
            if place > length or (place == length and row != self.side):
                row, place = 1 - row, 0
            if place == length:
                stores[row] += 1
            else:
                rows[row][place] += 1
            hand -= 1
        again = place == length
        if not again and row == self.side and rows[row][place] == 1 and rows[1 - row][length - 1 - place]:
            stores[row] += 1 + rows[1 - row][length - 1 - place]
            rows[row][place] = rows[1 - row][length - 1 - place] = 0
        south, north = (tuple(one) for one in rows)
        return Naive((south, north), (stores[0], stores[1]), self.side if again else 1 - self.side)

    def column(self, pit: int) -> str:
        return str(pit + 1 if self.side == 0 else len(self.pits[0]) - pit)

    def by_column(self) -> dict[str, Naive]:
        return {self.column(pit): self.played(pit) for pit in self.legal()}

    def text(self) -> str:
        north = [self.stores[1], *reversed(self.pits[1])]
        south = [*self.pits[0], self.stores[0]]
        return f"{' '.join(map(str, north))}/{' '.join(map(str, south))} {('south', 'north')[self.side]}"


def start(pits: int, stones: int) -> Naive:
    return Naive(((stones,) * pits, (stones,) * pits), (0, 0), 0)


def perft(position: Position, plies: int) -> int:
    if not plies:
        return 1
    return sum(perft(position.after(move), plies - 1) for move in position.legal_moves())


def naive_perft(naive: Naive, plies: int) -> int:
    return 1 if not plies else sum(naive_perft(after, plies - 1) for after in naive.by_column().values())


def naive_value(naive: Naive, depth: int, *, counts: bool) -> int:
    """By minimax, from south's side; `counts`: stones instead of wins."""
    if naive.is_over or depth == 0:
        south, north = naive.swept if naive.is_over else naive.stores
        return south - north if counts else naive.outcome
    values = [naive_value(after, depth - 1, counts=counts) for after in naive.by_column().values()]
    return max(values) if naive.side == 0 else min(values)


def played(draw: random.Random) -> Iterator[Naive]:
    """The positions of a random game on a random board."""
    naive = start(draw.randint(1, 7), draw.randint(1, 5))
    yield naive
    while not naive.is_over:
        naive = draw.choice(list(naive.by_column().values()))
        yield naive


@pytest.mark.parametrize(("pits", "stones", "plies"), [(6, 4, 4), (4, 3, 5), (3, 2, 6), (2, 9, 5), (1, 5, 6)])
def test_perft_is_that_of_the_naive_rules(pits: int, stones: int, plies: int) -> None:
    position = plyscope.load(f"{NAME}:{pits},{stones}")
    for depth in range(plies + 1):
        assert perft(position, depth) == naive_perft(start(pits, stones), depth)


def test_random_games_go_as_by_the_naive_rules() -> None:
    draw = random.Random(1)
    for _ in range(60):
        for naive in played(draw):
            position = plyscope.load(f"{NAME}:{naive.text()}")
            assert position.text == naive.text()
            assert (position.is_over, position.game.rules.outcome(list(position.state))) == (
                naive.is_over,
                naive.outcome,
            )
            expected = {column: after.text() for column, after in naive.by_column().items()}
            assert {move: position.play(move).text for move in position.moves()} == expected


def random_positions(count: int, most: int) -> list[Naive]:
    """Unfinished positions with few stones in the pits."""
    draw, found = random.Random(2), []
    while len(found) < count:
        found += [naive for naive in played(draw) if not naive.is_over and sum(map(sum, naive.pits)) <= most][:1]
    return found


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("counts", [False, True])
def test_every_search_that_takes_it_finds_the_naive_value(counts: bool) -> None:
    exact = (search for search in SEARCHES.values() if not search.simulates and not search.stands_pat)
    taking = [search.name for search in exact if search.asking or search.takes_chance]
    assert {"minimax", "alphabeta", "table", "deepening", "mtdf"} <= set(taking)
    for naive in random_positions(8, 12):
        position = plyscope.load(f"{NAME}:{naive.text()}", max="mover")
        sign = 1 if naive.side == 0 else -1
        values = {column: sign * naive_value(after, 3, counts=counts) for column, after in naive.by_column().items()}
        for name, order in product(taking, ("given", "killer", "history")):
            if order != "given" and SEARCHES[name].windows is Windows.NONE:
                continue  # a search that never cuts learns no order
            trace = full_traces.record(position, name, depth=4, score="stores" if counts else "result", order=order)
            assert trace.value == max(values.values()), (naive, name, order)
            assert values[str(trace.best_move)] == trace.value, (naive, name, order)
            verify(trace)


def test_small_boards_are_solved_without_a_depth() -> None:
    for pits, stones in ((1, 3), (2, 1), (2, 2), (3, 1)):
        trace = full_traces.record(f"{NAME}:{pits},{stones}", score="stores")
        assert trace.value == naive_value(start(pits, stones), 1000, counts=True)


@pytest.mark.full
def test_games_are_those_of_openspiel() -> None:
    """Its mancala has the same rules on six pits with four stones; what is left at the end is the owner's there too."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    mancala, draw = pyspiel.load_game("mancala"), random.Random(3)
    for _ in range(40):
        position, state = plyscope.load(f"{NAME}:"), mancala.new_initial_state()
        while not position.is_over:
            # Its actions are places: south's pits are 1 to 6, its store 7, north's pits 8 to 13.
            numbers = {move: int(move) if position.side_to_move == 1 else 14 - int(move) for move in position.moves()}
            assert sorted(numbers.values()) == state.legal_actions()
            assert state.current_player() == position.side_to_move - 1
            move = draw.choice(position.moves())
            position = position.play(move)
            state.apply_action(numbers[move])
        assert state.is_terminal()
        assert state.returns()[0] == position.game.rules.outcome(list(position.state))


@pytest.mark.full
def test_values_are_those_of_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    for moves in ((), (3, 5), (2, 9), (2, 9, 1)):
        theirs = full_traces.record(" ".join(["openspiel:mancala", *map(str, moves)]), "minimax", depth=3)
        position = plyscope.load(f"{NAME}:")
        for number in moves:
            position = position.play(str(number if number < 7 else 14 - number))
        ours = full_traces.record(position, "minimax", depth=3)
        assert (ours.value, len(ours)) == (theirs.value, len(theirs))


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("0 4 4 4/4 4 4 0 south", "3", "0 5 5 5/4 4 0 1 north"),
        ("0 4 4 4/4 2 4 0 south", "2", "0 4 4 4/4 0 5 1 south"),
        ("0 4 4 4/4 4 4 0 north", "2", "1 5 0 4/5 5 4 0 south"),
        ("5 1 0 7/1 0 3 2 south", "1", "5 1 0 7/0 1 3 2 north"),
        ("5 1 6 7/1 0 3 2 south", "1", "5 1 0 7/0 0 3 9 north"),
        ("5 1 6 7/7 1 3 2 south", "1", "5 0 7 8/0 2 4 6 north"),
        ("5 0 1 0/0 6 3 2 north", "2", "5 1 0 0/0 6 3 2 south"),
    ],
)
def test_a_move(before: str, move: str, after: str) -> None:
    """Into the other row; into the own store; an empty pit opposite; a capture, also once round the board."""
    assert plyscope.load(f"{NAME}:{before}").play(move).text == after


def test_what_is_left_at_the_end_counts_for_its_owner() -> None:
    position = plyscope.load(f"{NAME}:5 0 0 1/2 0 0 5 north").play("3")
    assert not position.is_over
    position = plyscope.load(f"{NAME}:5 1 0 0/2 0 0 5 north").play("1")
    assert (position.is_over, position.text) == (True, "6 0 0 0/2 0 0 5 north")
    assert full_traces.record(position, score="stores").value == 1


def test_positions_and_moves_are_read() -> None:
    assert plyscope.load(f"{NAME}:").text == "0 4 4 4 4 4 4/4 4 4 4 4 4 0 south"
    assert plyscope.load(f"{NAME}: 3 , 2  N ").text == "0 2 2 2/2 2 2 0 north"
    assert plyscope.load(f"{NAME}:0 1 0 / 2 3 1").text == "0 1 0/2 3 1 south"
    position = plyscope.load(f"{NAME}:0 4 0 4/4 0 4 0 south")
    assert position.moves() == ["1", "3"]
    assert replace(position, state=(*position.state[:-1], 2)).moves() == ["1", "3"]
    with pytest.raises(InputError, match=r"^2 is not a legal move here; legal are 1 3$"):
        position.play("2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "4 4 4",
            "a position of kalah is two rows, as in 0 4 4 4/4 4 4 0 south, or pits and stones, as in 6,4; not 4 4 4",
        ),
        ("0 4/4 4 0", "the upper row has 2 numbers and the lower 3; both are as many pits, and a store"),
        ("0/0", "the upper row has 1 numbers and the lower 1; both are as many pits, and a store"),
        ("0 -1/4 0", "'-1' is no number of stones"),
        ("0 ٤/4 0", "'٤' holds arabic-indic digit four; stones are counted in the digits 0 to 9"),
        ("10,1", "a side has from 1 to 9 pits, not 10"),
        ("6,9", "a board has at most 96 stones, not 108"),
        ("0 97/0 0", "a board has at most 96 stones, not 97"),
    ],
)
def test_what_is_no_position(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        GAMES[NAME].read(text)
    assert str(caught.value) == complaint


@pytest.mark.parametrize("algorithm", ["negamax", "pvs", "maxmin", "accumulate"])
def test_searches_that_change_sides_refuse_it(algorithm: str) -> None:
    with pytest.raises(
        OptionError, match=f"^{algorithm} needs sides that move in turn; in kalah a side may move again$"
    ):
        full_traces.record(f"{NAME}:", algorithm, depth=2)


def test_a_move_is_a_click_on_its_pit() -> None:
    position = plyscope.load(f"{NAME}:3,2 north")
    assert cells_of_moves(position) == {str(column): frozenset({(column, 0)}) for column in (1, 2, 3)}
    assert move_by_cells(position, {(2, 0)}) == "2"
    with pytest.raises(InputError, match="there is no legal move on this square"):
        move_by_cells(position, {(2, 1)})


def test_no_game_is_longer_than_it_says() -> None:
    def longest(state: Sequence[int]) -> int:
        return 0 if rules.is_over(list(state)) else 1 + max(map(longest, after(state)))

    def after(state: Sequence[int]) -> Iterator[tuple[int, ...]]:
        for move in rules.moves(list(state)):
            following = list(state)
            rules.play(following, move)
            yield tuple(following)

    for text in ("1,3", "2,1", "2,2", "3,1"):
        reading = GAMES[NAME].read(text)
        rules = reading.game.rules
        assert longest(reading.state) <= rules.longest(reading.state)


def test_boards_in_text_have_columns_as_wide_as_their_numbers() -> None:
    lines = board_lines(describe_on_paper(plyscope.load(f"{NAME}:12 0 1/3 10 0 south").board()))
    assert [line.replace(NO_CELL, " ") for line in lines] == ["12  0  1   ", "    3 10  0"]


def test_an_imported_recording_has_the_sides_of_the_rules(tmp_path: Path) -> None:
    trace = full_traces.record(f"{NAME}:0 1 2 2/1 2 1 0 south", depth=4, score="stores")
    path = tmp_path / "it.json"
    full_traces.export(trace, path)
    again = open_trace(path)
    assert list(again.column("kind")) == list(trace.column("kind"))
    assert again.value == trace.value


def test_the_stores_are_marked_in_drawings(tmp_path: Path) -> None:
    drawing = describe_on_paper(plyscope.load(f"{NAME}:3,2").board())
    assert [cell.place for cell in drawing.cells if cell.is_shaded] == [(0, 0), (4, 1)]
    trace = full_traces.record(f"{NAME}:3,2", depth=1)
    for name, marked in (("tree.svg", 'class="dark"'), ("tree.tex", r"\plycell{fill=plydark}")):
        full_traces.export(trace, tmp_path / name, boards=True)
        assert (tmp_path / name).read_text().count(marked) == 2
