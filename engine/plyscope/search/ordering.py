"""The order in which a search tries moves: a pure function of position, order and seed, or learned in the run.

So pruned moves can be named afterwards, and a repeated search gives the same recording. Outside a run, a learned order
offers the moves as the game lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plyscope.messages import Message
from plyscope.model.position import Game, State
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


def ordered_moves(order: str, game: Game, seed: int, max_side: int, score: Score) -> Moves:
    """The game's `moves`, in the requested order."""
    rules = game.rules
    moves, play, undo, to_move = rules.moves, rules.play, rules.undo, rules.to_move

    def from_the_centre(s: State) -> Iterator[int]:
        return iter(sorted(moves(s), key=game.distance_from_centre))

    def reverse(s: State) -> Iterator[int]:
        return reversed(list(moves(s)))

    def random_order(s: State) -> Iterator[int]:
        return iter(shuffled(list(moves(s)), seed, s))

    def best_first(s: State) -> Iterator[int]:
        scores: dict[int, float] = {}
        for move in moves(s):
            play(s, move)
            scores[move] = score(s, 0)
            undo(s, move)
        return iter(sorted(scores, key=scores.__getitem__, reverse=to_move(s) == max_side))

    choices: dict[str, Moves] = {
        "given": moves,
        "center": from_the_centre,
        "reverse": reverse,
        "random": random_order,
        "best": best_first,
        **dict.fromkeys(LEARNED_ORDERS, moves),
    }
    return choices[order]
