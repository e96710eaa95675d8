"""The hexline project: its depth by free cells, its order, its evaluation, and what its words claim."""

from __future__ import annotations

from itertools import combinations

import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.games.hexline import neighbour

from tests.full_traces import record


@pytest.mark.parametrize(("cells", "depth"), [(12, 3), (9, 3), (8, 5), (5, 5)])
def test_it_looks_deeper_when_at_most_eight_cells_are_free(cells: int, depth: int) -> None:
    trace = record(f"hexline:random {cells} 1", "hexline-project")
    assert trace.options == {"depth": depth}
    assert trace.column("ply").max() <= depth
    verify(trace)


def test_it_lists_lines_in_all_six_directions_and_drops_those_met_before() -> None:
    trace = record("hexline:../..", "hexline-project", depth=1)
    tried = [trace.move_text(child) for child in trace.children(0)]
    assert tried[:2] == ["0,0", "1,0:2:3"], "the second goes from 0,0 in direction 4, and is named from its other end"
    assert sorted(tried) == sorted(trace.position.moves())
    assert tried != trace.position.moves()


def test_player_one_is_max_whichever_side_moves() -> None:
    first, second = record("hexline:...", "hexline-project"), record("hexline:... 2", "hexline-project")
    assert (first.kinds[0], second.kinds[0]) == (1, 0)
    assert (first.value, second.value) == (1000, -1000)


@pytest.mark.parametrize(
    ("free", "for_the_side_that_moved"), [(0, -1000), (1, 1000), (2, -1000), (3, 1000), (4, -1000), (5, 1000), (6, 0)]
)
def test_the_evaluation_goes_by_the_cells_that_are_left(free: int, for_the_side_that_moved: int) -> None:
    for turn, sign in (("1", -1), ("2", 1)):
        source = f"hexline:1{'.' * free} {turn}"
        for algorithm, score in (("hexline-project", None), ("minimax", "hexline-project")):
            trace = record(source, algorithm, depth=0, score=score)
            assert trace.value == sign * for_the_side_that_moved


def shapes_of_five() -> list[frozenset[tuple[int, int]]]:
    """Every connected shape of five cells, as it lies on the board, up to shifts by two rows and a column."""
    shapes = {frozenset({(4, 4)}), frozenset({(4, 5)})}
    for _ in range(4):
        grown = set()
        for shape in shapes:
            for cell in shape:
                for direction in range(1, 7):
                    grown.add(shape | {neighbour(cell, direction)})
        shapes = {shape for shape in grown if len(shape) == max(map(len, grown))}
    kept = {}
    for shape in shapes:
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        kept[frozenset((x - left, y - top + top % 2) for x, y in shape)] = shape
    return list(kept)


def winner_moves(shape: frozenset[tuple[int, int]]) -> bool:
    rows = "/".join("".join("." if (x, y) in shape else "#" for x in range(10)) for y in range(10))
    return record(load(f"hexline:{rows}"), "alphabeta").value == 1


@pytest.mark.full
def test_five_cells_in_one_piece_are_lost_for_the_side_that_has_just_moved() -> None:
    """The document says they are as good as won for it. Of all shapes none is.

    There are 186 fixed pentahexes (OEIS A001207); each can begin in an even row or in an odd one.
    """
    shapes = shapes_of_five()
    assert len(shapes) == 2 * 186
    assert all(map(winner_moves, shapes))


def test_three_cells_are_often_and_two_never_won_for_the_side_that_has_just_moved() -> None:
    """By parity it should be always and never; which of three cells touch decides."""
    board = [(x, y) for y in range(3) for x in range(4)]
    three = [winner_moves(frozenset(cells)) for cells in combinations(board, 3)]
    two = [winner_moves(frozenset(cells)) for cells in combinations(board, 2)]
    assert 0 < sum(three) < len(three)
    assert all(two), "one of the two is taken, and the other is left to the side that has just moved"
