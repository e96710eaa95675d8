"""Recordings with replayed blocks against such without, on searches drawn at random.

PLYSCOPE_FUZZ_SECONDS says for how long `full` does that, else a minute; PLYSCOPE_FUZZ_SEED repeats a run, which prints
its seed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.columns import COLUMNS
from plyscope.model.plan import Plan
from plyscope.model.position import FIRST, Position
from plyscope.recording import recorder
from plyscope.recording.plan import ALGORITHMS, plan, scorings_of
from plyscope.recording.recorder import record_columns
from plyscope.search.ordering import ORDERS

SECONDS = float(os.environ.get("PLYSCOPE_FUZZ_SECONDS", "60"))
SEED = int(os.environ.get("PLYSCOPE_FUZZ_SEED", "0")) or random.randrange(1, 2**32)
BOARDS = (
    "tictactoe:",
    "tictactoe:4,3,3 ..../..../....",
    "tictactoe:2,2,1 ../..",
    "tictactoe:5,4,4 ...../...../...../.....",
    "connectfour:",
    "connectfour:5,4,3 ",
    "connectfour:6,5,3 ",
    "hexline:random 7 {seed}",
    "hexline:random 12 {seed}",
    "hexline:.../.#./...",
    "kalah:3,2",
    "tree:[[[3,12],[8,[2,4]]],[[6,[14,5],2],[1,[[7,0],9]]],[-3.5,[2,[8,8]]]]",
)
MAX_PLIES_LEFT = 7


def some_position(source: str, draw: random.Random, max_side: int = FIRST) -> Position:
    """A position some random moves on; it may be finished."""
    position = replace(load(source), max_side=max_side)
    longest = position.game.rules.longest(list(position.state))
    assert longest is not None
    for _ in range(draw.randrange(max(0, longest - MAX_PLIES_LEFT), longest + 1)):
        if position.is_over:
            break
        position = position.after(draw.choice(position.legal_moves()))
    return position


def every_request(source: str) -> Iterator[dict[str, Any]]:
    """Every search of a game, with every order, scoring, cut rule and fail mode; not all of these with all others."""
    game = load(source).game
    for name, search in ALGORITHMS.items():
        if search.is_brain:
            if getattr(search, "game", "") == game.name:
                yield {"algorithm": name}
            continue
        for order in sorted(ORDERS):
            yield {"algorithm": name, "order": order}
        for score in scorings_of(game):
            yield {"algorithm": name, "score": score}
        if "cut" in search.reads:
            for cut, fail in ((">", "soft"), (">=", "hard"), (">", "hard")):
                yield {"algorithm": name, "cut": cut, "fail": fail, "order": "center"}


def completed(request: Mapping[str, Any], draw: random.Random) -> dict[str, Any]:
    """A request with a depth, and a seed where one is read."""
    search, options = ALGORITHMS[request["algorithm"]], dict(request)
    if "depth" in search.reads:
        options["depth"] = draw.choice([0, 1, 2, 3, 4, 5])
    if request.get("order") == "random" or ("seed" in search.reads and search.is_brain):
        options["seed"] = draw.randrange(-(2**63) + 1, 2**63)
    return options


def replayable(draw: random.Random) -> Plan | None:
    """A plan drawn at random; None where it is refused, or where nothing of it may be replayed."""
    source = draw.choice(BOARDS).format(seed=draw.randrange(1000))
    request = completed(draw.choice(list(every_request(source))), draw)
    try:
        ready = plan(some_position(source, draw, draw.choice((1, 2))), request)
    except (InputError, ValueError):
        return None
    return ready if ready.search.repeats and not ready.begin else None


def assert_replay_changes_nothing(draw: random.Random, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Compare one search; False where none was drawn."""
    ready = replayable(draw)
    if ready is None:
        return False
    monkeypatch.setattr(recorder, "TRIED_BLOCKS", draw.choice((8, 1 << 14)))
    monkeypatch.setattr(recorder, "MAX_BLOCKS", draw.choice((16, 1 << 17)))
    given = ready.search, ready.names, ready.options, ready.root, ready.arguments
    limit = draw.choice((1, 10, 1000, 20_000))
    honest, replayed = (
        record_columns(*given, limit=limit, replay=key).columns for key in (None, ready.position.game.rules.key)
    )
    for name in COLUMNS:
        different = (ready.search.name, ready.options, ready.position, limit, name)
        assert honest[name].tobytes() == replayed[name].tobytes(), different
    return True


def test_replaying_blocks_changes_nothing_on_a_few_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(7)
    assert sum(assert_replay_changes_nothing(draw, monkeypatch) for _ in range(200)) > 50


@pytest.mark.full
def test_replaying_blocks_changes_nothing_whatever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    draw, ends, compared = random.Random(SEED), monotonic() + SECONDS, 0
    while monotonic() < ends:
        compared += assert_replay_changes_nothing(draw, monkeypatch)
    print(f"{compared} recordings compared, seed {SEED}")
    assert compared > 0
