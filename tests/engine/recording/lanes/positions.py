"""Random positions for both lanes, and the comparison of what they record."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from plyscope.files.sources import load
from plyscope.messages import OptionError
from plyscope.model.columns import COLUMNS
from plyscope.model.plan import Plan
from plyscope.model.position import FIRST, Position
from plyscope.recording.lanes.program import program_of
from plyscope.recording.plan import ALGORITHMS, plan, scorings_of
from plyscope.recording.recorder import STOPPED, record_columns
from plyscope.search.learned_orders import LEARNED_ORDERS
from plyscope.search.ordering import ORDERS

BOARDS = (
    "tictactoe:",
    "tictactoe:4,3,3 ..../..../....",
    "tictactoe:2,2,1 ../..",
    "connectfour:",
    "connectfour:5,4,3 ",
    "hexline:random 7 1",
    "hexline:.../.#./...",
    "tree:[[[3,12],[8,[2,4]]],[[6,[14,5],2],[1,[[7,0],9]]],[-3.5,[2,[8,8]]]]",
)
SPREAD = BOARDS[1::2]
"""A board of each game: compiling for one takes minutes. Fuzzing takes all of them."""
MAX_PLIES_LEFT = 7
MAX_FRAMES = 20_000


def some_position(source: str, draw: random.Random, max_side: int = FIRST) -> Position:
    """A position some random moves on; it may be finished."""
    position = replace(load(source), max_side=max_side)
    longest = position.game.rules.longest(list(position.state))
    for _ in range(draw.randrange(max(0, longest - MAX_PLIES_LEFT), longest + 1)):
        if position.is_over:
            break
        position = position.after(draw.choice(position.legal_moves()))
    return position


def every_request(source: str) -> Iterator[dict[str, Any]]:
    """Every search of a game, with every order, scoring, cut rule and fail mode; not all of these with all others."""
    position = load(source)
    game = position.game
    for name, search in ALGORITHMS.items():
        if search.has_table or search.rounds is not None or search.takes_chance or search.stands_pat:
            continue  # `algorithms` says why these are not compiled
        if search.is_brain:
            if getattr(search, "game", "") == game.name:
                yield {"algorithm": name}
            continue
        for order in sorted(ORDERS.keys() - LEARNED_ORDERS.keys()):
            yield {"algorithm": name, "order": order}
        for score in scorings_of(game):
            yield {"algorithm": name, "score": score}
        if "cut" in search.reads:
            for cut, fail in ((">", "soft"), (">=", "hard"), (">", "hard")):
                yield {"algorithm": name, "cut": cut, "fail": fail, "order": "center"}


def spread_of_requests(source: str) -> list[dict[str, Any]]:
    """A seventh of the requests of a game, another one for each board, and whatever search or rule would be missing."""
    chosen, seen = [], set[tuple[str, str]]()
    for number, request in enumerate(every_request(source), BOARDS.index(source)):
        if number % 7 == 0 or not request.items() <= seen:
            chosen.append(request)
            seen.update(request.items())
    return chosen


def completed(request: Mapping[str, Any], draw: random.Random, seed: int) -> dict[str, Any]:
    """A request with a depth, and a seed where one is read."""
    reads = ALGORITHMS[request["algorithm"]].reads
    options = dict(request)
    if "depth" in reads:
        options["depth"] = draw.choice([0, 1, 2, 3, 4, 5])
    if request.get("order") == "random" or ("seed" in reads and ALGORITHMS[request["algorithm"]].is_brain):
        options["seed"] = seed
    return options


def plan_or_none(position: Position, options: Mapping[str, Any]) -> Plan | None:
    """The plan of a request; None where it is refused, as for a brain that plays the other side only."""
    try:
        return plan(position, options)
    except (OptionError, ValueError):
        return None


def differences(compiled: Any, ready: Plan, limit: int = MAX_FRAMES) -> list[str]:
    """What the compiled lane records differently from the interpreted one."""
    expected, answer, *_ = record_columns(
        ready.search, ready.names, ready.options, ready.root, ready.arguments, limit=limit
    )
    found, returned, is_complete = compiled.run(limit, lambda count: True, program_of(ready))
    different = [name for name in COLUMNS if not np.array_equal(expected[name], found[name], equal_nan=name == "value")]
    # The sum of ∞ and -∞ is no number, and does not equal itself.
    is_equal = returned == answer or (returned != returned and answer != answer)
    if is_complete != (answer is not STOPPED) or (is_complete and not is_equal):
        different.append("answer")
    return different
