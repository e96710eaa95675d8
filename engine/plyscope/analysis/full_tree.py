"""How many frames full minimax would have at each ply: counted where that is quick, estimated beyond."""

from __future__ import annotations

from collections import Counter

from plyscope.model.position import Position

MOST_POSITIONS = 30_000
"""Different positions that are gone through before counting gives way to an estimate. No clock is asked: the same
question has the same answer everywhere."""


def full_tree(position: Position, plies: int) -> tuple[list[float], int]:
    """The frames at plies 0, 1, 2 …, and how many of these numbers are exact rather than estimated."""
    counts = counted_plies(position, plies)
    if len(counts) == plies:
        return counts, plies if position.game.rules.knows_all else 0
    from plyscope.recording.estimate import full_tree as estimate

    estimated = estimate(position)
    last = len(counts) - 1
    # The walks' own number at the last ply that was counted says how far off they were until there.
    correction = counts[last] / estimated[last] if estimated[last] else 1.0
    beyond = [correction * estimated[ply] if ply < len(estimated) else 0.0 for ply in range(last + 1, plies)]
    return counts + beyond, len(counts) if position.game.rules.knows_all else 0


def counted_plies(position: Position, plies: int) -> list[float]:
    """As many plies as can be counted quickly. A position that is reached in many ways is looked at once."""
    rules = position.game.rules
    level = Counter({position.state: 1})
    counts = [1.0]
    positions = 0
    while len(counts) < plies:
        following: Counter[tuple[int, ...]] = Counter()
        for known, ways in level.items():
            state = list(known)
            if rules.is_over(state):
                continue
            for move in list(rules.moves(state)):
                rules.play(state, move)
                following[tuple(state)] += ways
                rules.undo(state, move)
            if len(following) + positions > MOST_POSITIONS:
                return counts
        positions += len(following)
        level = following
        counts.append(float(level.total()))
    return counts
