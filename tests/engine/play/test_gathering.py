"""Positions with their results."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.play.learning import (
    SELF_PLAY,
    SOLVED,
    Settings,
    Solver,
    default_source,
    feature_row,
    positions_to_solve,
    rows_of_games,
    rows_of_solved,
    self_play,
)
from plyscope.play.match_workers import Machine, play_game

SMALL = load("connectfour:5,4,4")


def test_what_can_be_solved_is_solved() -> None:
    sources = ("tictactoe:", "connectfour:5,4,4", "connectfour:")
    assert [default_source(load(source)) for source in sources] == [SOLVED, SOLVED, SELF_PLAY]


def test_positions_to_solve_are_different_unfinished_and_near_enough_to_the_end() -> None:
    found = positions_to_solve(SMALL, 300, 1)
    assert len({position.state for position in found}) == 300
    assert not any(position.is_over for position in found)
    free = [position.game.rules.longest(list(position.state)) for position in found]
    assert max(free) == 12
    assert min(free) < 8
    assert [one.text for one in found] == [one.text for one in positions_to_solve(SMALL, 300, 1)]
    assert found[0].text != positions_to_solve(SMALL, 300, 2)[0].text


def test_solved_positions_are_dealt_once_and_none_is_on_both_sides() -> None:
    start = load("tictactoe:")
    positions = positions_to_solve(start, 0, 0)
    solver = Solver(start.game.rules)
    values = {position.text: solver.value(list(position.state)) for position in positions}
    train, held_out = rows_of_solved(positions, values, 3)
    assert (len(train[1]), len(held_out[1])) == (3616, 904)
    expected = sorted((feature_row(one), (values[one.text] + 1) / 2) for one in positions)
    dealt = [*zip(*train, strict=True), *zip(*held_out, strict=True)]
    assert sorted(dealt) == expected
    with pytest.raises(InputError, match="too few positions"):
        rows_of_solved(positions[:900], values, 3)


@pytest.mark.full
def test_games_of_self_play_are_held_out_as_a_whole_and_results_are_the_first_sides() -> None:
    settings = Settings(SMALL, SELF_PLAY, 300, 1, 0)
    match = self_play(SMALL, settings.by_hand, 300, 5)
    machines = {name: Machine(match.settings, name) for name in "ab"}
    lines = [play_game(match.task(2 * number), match.settings, machines) for number in range(300)]
    train, held_out = rows_of_games(match, lines)
    moves = [len(line["moves"].split()) for line in lines]
    assert len(held_out[1]) == sum(moves[4::5]) >= 500
    assert len(train[1]) == sum(moves) - len(held_out[1])
    assert train[1][: moves[0]] == [float(lines[0]["score"])] * moves[0]
    with pytest.raises(InputError, match="held out are too few"):
        rows_of_games(match, lines[:20])
