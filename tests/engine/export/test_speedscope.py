"""Bars open and close like calls: the last one opened is the first one closed, and time never runs back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.messages import InputError
from plyscope.model.steps import Steps

from tests.engine.export.written import written_as
from tests.full_traces import Trace, record

SOURCES = ("sample:tictactoe/hebrew", "sample:tree/nine-leaves", "tictactoe:XO./.X./..O", "tree:5")


def bars(trace: Trace, **asked: Any) -> list[tuple[str, int, int, int]]:
    """Each bar's name, depth, begin and end, in the order in which they open."""
    found: list[list[Any]] = []
    running: list[int] = []
    facts = json.loads(written_as("speedscope", trace, **asked))
    profile, time = facts["profiles"][0], facts["profiles"][0]["startValue"]
    names = [frame["name"] for frame in facts["shared"]["frames"]]
    assert len(set(names)) == len(names)
    for event in profile["events"]:
        assert time <= event["at"] <= profile["endValue"]
        time = event["at"]
        if event["type"] == "O":
            running.append(len(found))
            found.append([names[event["frame"]], len(running) - 1, time, None])
        else:
            bar = found[running.pop()]
            assert bar[0] == names[event["frame"]]
            bar[3] = time
    assert running == []
    return [(name, depth, begin, end) for name, depth, begin, end in found]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
@pytest.mark.parametrize("source", SOURCES)
def test_a_bar_for_every_frame_from_its_enter_to_its_leave(source: str, algorithm: str) -> None:
    trace = record(source, algorithm)
    steps = Steps(trace)
    assert [bar[1:] for bar in bars(trace)] == [
        (trace.plies[frame], steps.enter(frame), steps.leave(frame)) for frame in range(len(trace))
    ]


def test_a_bar_says_move_side_and_value() -> None:
    names = [name for name, *_ in bars(record("sample:tree/nine-leaves"))]
    assert names == [
        "root MAX 7", "1 MIN 7", "1 MAX 9", "2 MAX 8", "3 MAX 7", "2 MIN ≤6 cut", "1 MAX 6", "3 MIN ≤3 cut", "1 MAX 3",
    ]  # fmt: skip


def test_what_never_returned_ends_with_the_recording() -> None:
    trace = record("tictactoe:XO./.X./..O", limit=7)
    found = bars(trace)
    assert len(found) == 7
    assert {end for (*_, end), status in zip(found, trace.statuses, strict=True) if status == 3} == {
        Steps(trace).count - 1
    }


def test_a_step_has_no_future() -> None:
    trace = record("sample:tictactoe/hebrew")
    step = Steps(trace).enter(3)
    found = bars(trace, step=step)
    assert len(found) == 4
    assert found[0][3] == found[3][3] == step


def test_a_part() -> None:
    trace = record("sample:tree/nine-leaves", "minimax")
    assert [bar[0] for bar in bars(trace, root=1, depth=1)] == [
        "1 MIN 7",
        "1 MAX 9",
        "2 MAX 8",
        "3 MAX 7",
    ]


def test_what_has_not_begun_has_no_bar(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="frame 5 has not begun at step 3"):
        export(record("sample:tree/nine-leaves"), tmp_path / "x.speedscope.json", root=5, step=3)
    assert list(tmp_path.iterdir()) == []
