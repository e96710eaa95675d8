"""The order in which a search tries moves: a pure function of position, order and seed, or learned in the run.

So pruned moves can be named afterwards, and a repeated search gives the same recording. Outside a run, a learned order
offers the moves as the game lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from plyscope.messages import Message
from plyscope.model.position import Game, Rules, State
from plyscope.model.shuffle import shuffled
from plyscope.search.learned_orders import LEARNED_ORDERS

Moves = Callable[[State], Iterator[int]]
Score = Callable[[State, float], float]

ORDERS = {
    "given": Message("as the game lists them"),
    "center": Message("the middle of the board first"),
    "reverse": Message("the game's list from its end"),
    "random": Message("shuffled anew in every position, by the seed"),
    "best": Message("the best static score first"),
    **LEARNED_ORDERS,
}


def in_order(rules: Rules, arranged: Callable[[list[int], State], Iterable[int]]) -> Moves:
    """Return a game's `moves` in another order than its own; outcomes of chance stay in theirs."""

    def moves(s: State) -> Iterator[int]:
        listed = list(rules.moves(s))
        return iter(listed if rules.outcomes(s) else arranged(listed, s))

    return moves


def sorted_by(rules: Rules, key: Callable[[int], float]) -> Moves:
    """Return a game's `moves` sorted by a key of the moves."""
    return in_order(rules, lambda moves, s: sorted(moves, key=key))


def shuffled_by(rules: Rules, seed: int) -> Moves:
    """Return a game's `moves` in a random order, by a seed and the position."""
    return in_order(rules, lambda moves, s: shuffled(moves, seed, rules.key(s)))


def best_first(rules: Rules, max_side: int, score: Score) -> Moves:
    """Return a game's `moves` sorted by the score after each, the best for the side to move first."""

    def arranged(moves: list[int], s: State) -> Iterable[int]:
        scores: dict[int, float] = {}
        for move in moves:
            rules.play(s, move)
            scores[move] = score(s, 0)
            rules.undo(s, move)
        return sorted(scores, key=scores.__getitem__, reverse=rules.to_move(s) == max_side)

    return in_order(rules, arranged)


def ordered_moves(order: str, game: Game, seed: int, max_side: int, score: Score) -> Moves:
    """Return the game's `moves` in the requested order; a learned one is that of the game outside of a run."""
    rules = game.rules
    choices: dict[str, Moves] = {
        "given": rules.moves,
        "center": sorted_by(rules, game.distance_from_centre),
        "reverse": in_order(rules, lambda moves, s: reversed(moves)),
        "random": shuffled_by(rules, seed),
        "best": best_first(rules, max_side, score),
        **dict.fromkeys(LEARNED_ORDERS, rules.moves),
    }
    return choices[order]
