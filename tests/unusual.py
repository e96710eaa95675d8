"""The plug-in with unusual searches, and a plain run of one of them that writes its calls into a list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import plyscope
from plyscope import plugins
from plyscope.games import GAMES
from plyscope.search import SEARCHES

from tests import full_traces

FILE = Path(__file__).parent / "plugins" / "unusual" / "unusual.py"
SEARCHES_HERE = ("reductions", "null-move", "null-move-pruning", "extensions", "internal-deepening")


@contextmanager
def plugged(file: Path) -> Iterator[None]:
    """A plug-in file is loaded, and gone again afterwards."""
    source = str(file.resolve())
    plugins.load([file], installed=())
    found = plugins._plugins[source]
    assert found.problem is None, found.problem
    try:
        yield
    finally:
        del plugins._plugins[source]
        for table, names in ((GAMES, found.games), (SEARCHES, found.searches)):
            for name in names:
                del table[name]


def loaded() -> AbstractContextManager[None]:
    """The plug-in with unusual searches and their game."""
    return plugged(FILE)


class Call(NamedTuple):
    """A call as it was made, from the side to move, with its position; in the order of entering."""

    depth: float
    alpha: float
    beta: float
    side: int
    position: tuple[int, ...]
    value: list[float]


def plain_calls(position: plyscope.Position, search: str, depth: int) -> list[Call]:
    """The calls of a search that runs as plain Python: its text, the functions of its game, and a list."""
    rules, found = position.game.rules, list[Call]()
    worth = rules.tables["WORTH"]
    scope: dict[str, Any] = {}
    exec(FILE.with_name(SEARCHES[search].calls[0].function + ".py").read_text(), scope)
    scope |= {name: getattr(rules, name) for name in ("moves", "play", "undo", "is_over")}
    scope |= {name: getattr(rules, name) for name in ("may_pass", "pass_turn", "undo_pass")}
    scope["score"] = lambda s, depth: worth[s[0]]
    name = SEARCHES[search].calls[0].function
    body = scope[name]

    def logged(s: list[int], depth: float, alpha: float, beta: float, side: int) -> float:
        call = Call(depth, alpha, beta, side, tuple(s[:3]), [])
        found.append(call)
        call.value.append(body(s, depth, alpha, beta, side))
        return call.value[0]

    scope[name] = logged
    logged(list(position.state), depth, -inf, inf, 1 if position.side_to_move == position.max_side else -1)
    return found


def minimax(position: plyscope.Position, state: tuple[int, ...], depth: int) -> float:
    """The value of a state at a depth, by trying every move."""
    rules, max_side = position.game.rules, position.max_side

    @cache
    def value(state: tuple[int, ...], depth: int) -> float:
        if state[2] == 0 or depth <= 0:
            return float(rules.tables["WORTH"][state[0]])
        below = []
        for move in (1, 2, 3):
            after = list(state)
            rules.play(after, move)
            below.append(value(tuple(after[:3]), depth - 1))
        return max(below) if state[1] == max_side else min(below)

    return value(state, depth)


def record(position: plyscope.Position, search: str, depth: int, limit: int | None = None) -> plyscope.Trace:
    return full_traces.record(position, algorithm=search, depth=depth, score="worth", limit=limit)
