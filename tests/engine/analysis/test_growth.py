"""One position searched deeper and deeper."""

from __future__ import annotations

import json
from math import inf

import plyscope
import pytest
from plyscope.analysis.growth import (
    DEEP_ENOUGH,
    OVER,
    WHOLE,
    Measured,
    facts,
    grow,
    growth,
    growths,
    read_depths,
    usual_searches,
)
from plyscope.messages import InputError, OptionError
from plyscope.recording.recorder import RunState

from tests import full_traces

EMPTY = "tictactoe:"


def test_each_measurement_is_that_of_a_recording() -> None:
    position = plyscope.load("tictactoe:X.O/.../...")
    searches = usual_searches(position)
    found = list(grow(position, searches, (1, 4)))
    assert {(one.who, one.depth) for one in found} == {(who, depth) for who in searches for depth in range(1, 5)}
    for one in found:
        name, _, order = one.who.partition(":order=")
        trace = full_traces.record(position, name, depth=one.depth, order=order or None)
        assert (one.frames, one.leaves, one.cutoffs) == (len(trace), trace.leaves, trace.cutoffs)
        assert one.complete
        assert not one.is_whole
        assert 0 < one.seconds < 10


def test_the_smallest_search_goes_on() -> None:
    found = list(grow(plyscope.load(EMPTY), ["minimax", "alphabeta"], (1, 5)))
    for who in ("minimax", "alphabeta"):
        assert [one.depth for one in found if one.who == who] == [1, 2, 3, 4, 5]
    last: dict[str, int] = {"minimax": 0, "alphabeta": 0}
    for one in found:
        others = [frames for who, frames in last.items() if who != one.who]
        assert last[one.who] <= min(others, default=inf)
        last[one.who] = one.frames if one.depth < 5 else 10**9


def test_a_search_stops_at_the_first_depth_over_the_limit() -> None:
    position = plyscope.load(EMPTY)
    found = list(grow(position, ["minimax", "alphabeta"], (1, 6), limit=2000))
    minimax, alphabeta = growths(found, ["minimax", "alphabeta"], (1, 6))
    # 10, 82, 586, 3610: the empty board's calls at depths 1, 2, 3, 4.
    assert [(one.frames, one.complete) for one in minimax.measured] == [
        (10, True),
        (82, True),
        (586, True),
        (2000, False),
    ]
    assert (minimax.end, alphabeta.end) == (OVER, DEEP_ENOUGH)
    assert minimax.frames is not None
    assert minimax.frames.base == pytest.approx((586 / 10) ** 0.5, rel=1e-9), "what was stopped does not count"


def test_a_search_that_has_seen_the_whole_game_stops() -> None:
    position = plyscope.load("tictactoe:.OO/XXO/.X. o", max="o")
    (only,) = growths(list(grow(position, ["minimax"], (0, 9))), ["minimax"], (0, 9))
    assert [one.frames for one in only.measured] == [1, 4, 6, 8]
    assert only.measured[-1].is_whole
    assert only.end == WHOLE


def test_cancelling_stops_the_measurement() -> None:
    seen = []

    def report(who: str, depth: int, frames: int) -> bool:
        seen.append((who, depth))
        return depth < 3

    found = list(grow(plyscope.load(EMPTY), ["alphabeta"], (1, 6), on_progress=report))
    assert [one.depth for one in found] == [1, 2]
    assert seen[-1] == ("alphabeta", 3)
    (only,) = growths(found, ["alphabeta"], (1, 6))
    assert (only.end, len(only.measured)) == (None, 2)
    assert growths([], ["alphabeta"], (1, 6))[0].frames is None


def measured(depth: int, frames: int, seconds: float, complete: bool = True) -> Measured:
    return Measured("x", depth, frames, 0, 0, seconds, complete, False, None)


def test_only_times_that_mean_something_are_fitted() -> None:
    found = growth(
        "x", [measured(depth, 7**depth, seconds) for depth, seconds in enumerate((0.0005, 0.01, 0.04, 0.16), 1)], 4
    )
    assert found.frames is not None
    assert found.frames.base == pytest.approx(7)
    assert found.seconds is not None
    assert found.seconds.base == pytest.approx(4)
    assert found.end == DEEP_ENOUGH
    assert growth("x", [measured(1, 7, 0.0005), measured(2, 49, 0.01), measured(3, 343, 0.04)], 3).seconds is None


@pytest.mark.parametrize(
    ("text", "read"), [("1-6", (1, 6)), ("4", (1, 4)), (" 2 – 3 ", (2, 3)), ("0", (0, 0)), ("0-2", (0, 2))]
)
def test_depths_as_people_write_them(text: str, read: tuple[int, int]) -> None:
    assert read_depths(text) == read


@pytest.mark.parametrize("text", ["", "x", "3-1", "1-", "-3", "1-2-3", "999", "1.5"])
def test_depths_that_are_none(text: str) -> None:
    with pytest.raises(OptionError):
        read_depths(text)


def test_what_cannot_be_searched_is_refused_before_anything_is() -> None:
    position, seen = plyscope.load(EMPTY), []

    def report(*what: object) -> bool:
        seen.append(what)
        return True

    for searches in (["minimax", "alphabeta:depth=3"], ["minimax", "nonsense"], ["minimax:cut='>'"]):
        with pytest.raises(OptionError):
            list(grow(position, searches, on_progress=report))
    with pytest.raises(InputError, match="has no value of its own"):
        list(grow(plyscope.load("tree:[[1,2],[3,4]]"), ["minimax"], on_progress=report))
    assert seen == []


def test_the_facts_are_json() -> None:
    position = plyscope.load(EMPTY)
    found = growths(list(grow(position, ["minimax"], (1, 3))), ["minimax"], (1, 3))
    found_facts = facts(position, found, (1, 3), 1000)
    assert json.loads(json.dumps(found_facts, allow_nan=False)) == found_facts
    assert (found_facts["clock"], found_facts["limit"], found_facts["depths"]) == ("wall", 1000, [1, 3])
    assert found_facts["searches"][0]["measured"][2]["frames"] == 586


def test_every_call_is_searched_where_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copied calls would be the time of the recorder, and not of the search."""
    copied: list[int] = []
    monkeypatch.setattr(RunState, "replay", lambda run, start, size: copied.append(size))
    measured = list(grow(plyscope.load(EMPTY), ["minimax", "alphabeta"], (3, 4)))
    assert [one.frames for one in measured if one.who == "minimax"] == [586, 3610]
    assert copied == []
    assert all(one.seconds > 0 for one in measured)
