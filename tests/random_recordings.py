"""Recordings of every search on small random positions of many games: what sentences are tried on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from plyscope import InputError
from plyscope.files.sources import load
from plyscope.model.position import Position
from plyscope.search import SEARCHES

from tests.full_traces import Trace, record
from tests.small_games import pile, thicket
from tests.trees import as_text

WINDOWED = ("alphabeta", "negamax", "pvs")
CHOOSING = ("alphabeta", "minimax", "maxmin", "negamax", "pvs", "table", "deepening", "mtdf", "quiescence",
            "quiescence-minimax")  # fmt: skip
"""The searches that take the best of their moves."""


def random_tree(draw: random.Random, plies: int = 4) -> Any:
    """A tree of few different numbers, so that there are ties."""
    if plies == 0 or (plies < 4 and draw.random() < 0.25):
        return draw.choice((-2, -1, 0, 0, 1, 1, 2))
    return [random_tree(draw, plies - 1) for _ in range(draw.randrange(1, 4))]


def with_numbers(tree: Any, draw: random.Random) -> dict[str, Any]:
    """The same with a number at each node, some of them noisy."""
    found: dict[str, Any] = {"value": draw.randrange(-2, 3), "noisy": draw.random() < 0.5}
    if isinstance(tree, list):
        return found | {"children": [with_numbers(child, draw) for child in tree]}
    return found | {"value": tree}


def of_tree(draw: random.Random) -> Position:
    return load("tree:" + as_text(random_tree(draw)), max=draw.choice(("first", "second")))


def of_numbered_tree(draw: random.Random) -> Position:
    root = with_numbers(random_tree(draw), draw)
    del root["noisy"]
    return load("tree:" + json.dumps(root), max=draw.choice(("first", "second")))


def played(source: str, plies: tuple[int, int]) -> Callable[[random.Random], Position]:
    """Positions of a game after some random moves."""

    def one(draw: random.Random) -> Position:
        position = load(source)
        state, rules = list(position.state), position.game.rules
        for _ in range(draw.randrange(*plies)):
            move = draw.choice(list(rules.moves(state)))
            rules.play(state, move)
            if rules.is_over(state):
                rules.undo(state, move)
                break
        return Position(position.game, tuple(state), draw.choice((1, 2)))

    return one


def of_pile(draw: random.Random) -> Position:
    return pile(draw.randrange(2, 8), turn=draw.choice((1, 2)), max_side=draw.choice((1, 2)))


POSITIONS: tuple[Callable[[random.Random], Position], ...] = (
    of_tree, of_numbered_tree, thicket, of_pile, played("tictactoe:", (4, 8)), played("tictactoe:3,2,2 ", (0, 3)),
    played("connectfour:4,3,3 ", (3, 9)), played("hexline:../..", (0, 2)), played("kalah:", (0, 30)),
)  # fmt: skip


def random_recording(
    draw: random.Random, searches: tuple[str, ...] = CHOOSING, position: Position | None = None
) -> Trace:
    """A recording of one of these searches, with options that are drawn, too."""
    here = draw.choice(POSITIONS)(draw) if position is None else position
    while True:
        search = draw.choice(searches)
        reads = SEARCHES[search].reads
        choices: dict[str, tuple[Any, ...]] = {
            "cut": (">=", ">"), "fail": ("soft", "hard"), "table_size": (None, 3),
            "order": ("given", "reverse", "random"), "score": (None, "ten", "sooner", "lines"),
            "depth": (None, None, 1, 2, 3, 4),
        }  # fmt: skip
        options = {name: draw.choice(some) for name, some in choices.items() if name in reads}
        options = {name: choice for name, choice in options.items() if choice is not None}
        if here.game.name == "kalah":
            options["depth"] = draw.choice((1, 2, 3))
        try:
            return record(here, search, limit=3_000, **options)
        except InputError:
            pass  # not every scoring and search is for every game


def extremes(trace: Trace) -> tuple[float, float]:
    """The least and the largest number that a position can be worth, by the definition of the scoring."""
    score = trace.options.get("score", "result")
    largest = {"result": 1.0, "ten": 10.0}.get(score, float("inf")) if trace.position.game.has_winner else float("inf")
    return -largest, largest
