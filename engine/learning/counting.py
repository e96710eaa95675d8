"""The features of a position as numbers: what the linear scoring multiplies with its weights.

Each counts for the first side and against the second. Two numbers more say who is to move, and that there is a
first side at all. They are no features of the scoring, since they are the same in all positions at a horizon; but a
fit that did not know of them would put the advantage of the move, and of having begun, into the other weights.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import FIRST, Game, Position
from engine.scoring import features

CIRCUMSTANCES = 2
"""The numbers at the end that are no features."""


def counted(position: Position) -> list[int]:
    """The features in the order of `scoring.features`, 1 or -1 for the side to move, and 1."""
    game, state = position.game, position.state
    tables = game.rules.tables
    in_a_row: int = tables["IN_A_ROW"]
    counts = [0] * (in_a_row + 1)
    lines: Sequence[int] = tables["LINES"]
    for start in range(0, len(lines), in_a_row):
        owners = [state[cell] for cell in lines[start : start + in_a_row]]
        firsts, seconds = owners.count(1), owners.count(2)
        if seconds == 0:
            counts[firsts] += 1
        elif firsts == 0:
            counts[seconds] -= 1
    in_the_middle = [state[cell] for cell in tables["CENTRE"]]
    turn = 1 if position.side_to_move == FIRST else -1
    return [*counts[1:in_a_row], in_the_middle.count(1) - in_the_middle.count(2), turn, 1]


def names(game: Game) -> list[str]:
    """What the numbers are, but for the circumstances."""
    return features(game)
