"""The compiled lane writes the columns of the interpreted one, to the byte."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from plyscope.files.sources import load
from plyscope.recording.lanes.program import program_of
from plyscope.recording.plan import plan

from .positions import (
    BOARDS,
    SPREAD,
    completed,
    differences,
    every_request,
    plan_or_none,
    some_position,
    spread_of_requests,
)

pytest.importorskip("numba", reason="the extra fast is not installed")
pytestmark = pytest.mark.full
POSITIONS_EACH = 10
"""Random positions of each game for each request."""


def test_programs_have_the_same_code_wherever_they_begin() -> None:
    def code(source: str, **options: Any) -> object:
        return program_of(plan(load(source), options)).code

    assert code("connectfour:", depth=3) == code("connectfour:44", depth=8)
    assert code("tictactoe:", order="best", score="linear") == code(
        "tictactoe:X../.../...", order="best", score="linear"
    )
    assert code("tictactoe:") != code("tictactoe:4,3,3 ..../..../....")
    assert code("tictactoe:", cut=">") != code("tictactoe:", cut=">=")
    assert code("connectfour:", order="random", seed=1) != code("connectfour:", order="random", seed=2)


@cache
def small() -> Any:
    from plyscope.recording.lanes.compiled import CompiledSearch

    return CompiledSearch(program_of(plan(load("connectfour:4,4,3 "), {"depth": 4, "order": "center"})))


def test_the_columns_are_those_of_the_interpreter() -> None:
    draw = random.Random(1)
    for depth in (0, 1, 2, 5, 6, 8):
        ready = plan(some_position("connectfour:4,4,3 ", draw), {"depth": depth, "order": "center"})
        assert differences(small(), ready) == [], ready.position


@pytest.mark.parametrize("limit", [1, 2, 3, 100, 5_000])
def test_a_limit_leaves_just_so_many_rows(limit: int) -> None:
    ready = plan(load("connectfour:4,4,3 "), {"depth": 12, "order": "center"})
    assert differences(small(), ready, limit) == []
    assert len(small().run(limit, lambda count: True, program_of(ready))[0]["move"]) == limit


def test_more_frames_than_there_is_room_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyscope.recording.lanes import compiled

    made = compiled.GrowingColumns
    monkeypatch.setattr(compiled, "GrowingColumns", lambda: made(1024))
    ready = plan(load("connectfour:4,4,3 "), {"depth": 12, "order": "center"})
    assert differences(small(), ready, 50_000) == []


def test_it_stops_when_it_is_asked_to_and_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyscope.recording.lanes import compiled

    monkeypatch.setattr(compiled, "CHECK_EVERY", 100)
    ready = plan(load("connectfour:4,4,3 "), {"depth": 12, "order": "center"})
    whole = small().run(1000, lambda count: True, program_of(ready))[0]
    part, answer, is_complete = small().run(1000, lambda count: count < 500, program_of(ready))
    assert (len(part["move"]), answer, is_complete) == (500, None, False)
    assert np.array_equal(part["move"], whole["move"][:500])


def test_an_error_of_the_check_ends_the_search() -> None:
    def fail(count: int) -> bool:
        raise MemoryError

    with pytest.raises(MemoryError):
        small().run(1000, fail)


def test_the_spread_has_every_search_order_scoring_and_rule() -> None:
    chosen = [request for source in SPREAD for request in spread_of_requests(source)]
    every = [request for source in BOARDS for request in every_request(source)]
    for option in ("algorithm", "order", "score", "cut", "fail"):
        assert {request.get(option) for request in chosen} == {request.get(option) for request in every}, option
    assert len(chosen) > 50


@pytest.mark.parametrize("source", SPREAD)
def test_a_spread_of_requests_on_random_positions(source: str) -> None:
    from plyscope.recording.lanes.compiled import CompiledSearch

    draw = random.Random(source)
    compared = 0
    for request in spread_of_requests(source):
        compiled, side, seed = None, draw.choice((1, 2)), draw.randrange(2**63)
        for _ in range(POSITIONS_EACH):
            position = some_position(source, draw, side)
            ready = plan_or_none(position, completed(request, draw, seed))
            if ready is None:
                continue
            if compiled is None or compiled.program.code != program_of(ready).code:
                compiled = CompiledSearch(program_of(ready))
            assert differences(compiled, ready) == [], (request, ready.options, position)
            compared += 1
    assert compared >= 20
