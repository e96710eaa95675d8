"""Positions with their results: from games that the weights by hand play against themselves, or solved.

What is held out comes from games of its own, since positions of one game resemble each other; solved positions
are dealt by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from engine.learning.counting import counted
from engine.messages import InputError
from engine.playing.match import Match
from engine.playing.openings import walk
from engine.playing.played import PlayedGame
from engine.playing.version import Version
from engine.position import FIRST, Position
from engine.shuffling import shuffled
from engine.sources import read_text

SELF_PLAY, SOLVED = "self-play", "solved"
MOST_TO_SOLVE = 20
"""Cells of a board whose positions can be solved."""
FREE_WHEN_SOLVED = 12
"""Cells that are free at most in a position of such a board, unless all of it can be solved."""
HELD_OUT = 500
"""Positions held out at least."""

Rows = tuple[list[list[int]], list[float]]


def opening_moves(start: Position) -> int:
    """Moves by chance before a game: enough for many different games, and not so many that they are decided."""
    return max(2, isqrt(len(start.board().owners)))


def usual_source(start: Position) -> str:
    return SOLVED if start.game.rules.longest(list(start.state)) <= MOST_TO_SOLVE else SELF_PLAY


def self_play(start: Position, by_hand: Version, games: int, seed: int) -> Match:
    """A version against itself. Of each pair of games only the first is to be played: the other is the same."""
    from engine.playing.openings import openings

    named = f"random:{opening_moves(start)}"
    return Match(start, by_hand, by_hand, 2 * games, tuple(openings(named, start, games, seed)), named, seed)


def rows_of_games(match: Match, lines: Sequence[Mapping[str, Any]]) -> tuple[Rows, Rows]:
    """Positions to fit on, and positions held out: of every fifth game."""
    kept: tuple[Rows, Rows] = (([], []), ([], []))
    for line in sorted(lines, key=lambda line: int(line["number"])):
        rows, results = kept[line["number"] // 2 % 5 == 4]
        start = read_text(match.start.game.name, line["opening"])
        *before, _ = PlayedGame(start, line["moves"].split()).positions
        result = line["score"] if line["first"] == "a" else 1 - line["score"]
        for position in before:
            rows.append(counted(position))
            results.append(float(result))
    check_held_out(kept[1])
    return kept


def positions_to_solve(start: Position, count: int, seed: int) -> list[Position]:
    """All positions of a small game; else as many by chance, with no more than a few cells free."""
    free = start.game.rules.longest(list(start.state))
    if free <= FREE_WHEN_SOLVED:
        return list(everything(start))
    found: dict[tuple[int, ...], Position] = {}
    for number in range(50 * count):
        plies = free - FREE_WHEN_SOLVED + number % (FREE_WHEN_SOLVED - 2)
        position = walk(start, plies, seed, number, 0)
        if position is not None:
            found.setdefault(position.state, position)
        if len(found) == count:
            break
    return list(found.values())


def everything(start: Position) -> Iterator[Position]:
    """Every unfinished position that can come about."""
    seen, waiting = {start.state}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        for move in position.legal_moves():
            after = position.after(move)
            if after.state not in seen and not after.is_over:
                seen.add(after.state)
                waiting.append(after)


def rows_of_solved(positions: Sequence[Position], values: Mapping[str, int], seed: int) -> tuple[Rows, Rows]:
    if len(positions) < 2 * HELD_OUT:
        raise InputError("there are too few positions to learn from: {count}", count=len(positions))
    order = shuffled(range(len(positions)), seed, [len(positions)])
    split = max(HELD_OUT, len(order) // 5)
    kept: tuple[Rows, Rows] = (([], []), ([], []))
    for place, number in enumerate(order):
        rows, results = kept[place < split]
        rows.append(counted(positions[number]))
        results.append((values[positions[number].text] + FIRST) / 2)
    return kept


def check_held_out(held_out: Rows) -> None:
    if len(held_out[1]) < HELD_OUT:
        raise InputError(
            "{count} positions held out are too few, at least {least} are needed: ask for more games",
            count=len(held_out[1]),
            least=HELD_OUT,
        )
