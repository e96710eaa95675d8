"""Recording as work of a process: stopped in whatever way, it keeps what there is."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from plyscope.files.sources import PositionText, load
from plyscope.messages import InputError, roughly
from plyscope.processes import DONE, RESULT, Child
from plyscope.recording.estimate import fit
from plyscope_window.jobs.recording_work import (
    GO_ON,
    Estimate,
    Progress,
    Saved,
    Saving,
    TooLarge,
    record_search,
    remark_on,
    save,
)

from tests.children import ParentStub
from tests.full_traces import Trace, record

TIMEOUT = 60
LONG = PositionText.of(load("connectfour:"))
ENDLESS = {"depth": 30}


def test_it_records_what_it_is_asked_for(tmp_path: Path) -> None:
    position, parent = load("sample:tictactoe/hebrew"), ParentStub()
    record_search(PositionText.of(position), {}, (str(tmp_path / "x.plytrace"),), None, None, None, parent)
    estimate, *others = parent.results
    assert estimate.remark is None
    assert estimate.frames == pytest.approx(8, abs=2)
    assert [type(result) for result in others] == [Progress, Saving, Saved]
    assert (others[0].frames, others[2].path) == (8, str(tmp_path / "x.plytrace"))
    record(position).save(tmp_path / "y.plytrace")
    assert (tmp_path / "x.plytrace").read_bytes() == (tmp_path / "y.plytrace").read_bytes()


@pytest.mark.full
def test_it_asks_again_and_again(tmp_path: Path) -> None:
    parent = ParentStub(until=lambda result: len(parent.of(TooLarge)) == 2)
    parent.listen_for(GO_ON)
    record_search(LONG, ENDLESS, (str(tmp_path / "x.plytrace"),), None, None, 10_000, parent)
    first, second = (question.frames for question in parent.of(TooLarge))
    assert str(parent.of(TooLarge)[0].remark).startswith("depth 7 fits, with about ")
    assert first >= 10_000
    assert second >= first + 10_000
    trace = Trace.open(tmp_path / "x.plytrace")
    assert (trace.complete, len(trace) >= second) == (False, True)


def test_a_limit_is_kept_to(tmp_path: Path) -> None:
    parent = ParentStub()
    record_search(LONG, ENDLESS, (str(tmp_path / "x.plytrace"),), 777, None, None, parent)
    assert parent.of(Progress)[-1].frames == 777
    trace = Trace.open(tmp_path / "x.plytrace")
    assert (trace.limit, len(trace), trace.complete) == (777, 777, False)


def test_a_budget_of_time_ends_it_and_becomes_its_limit(tmp_path: Path) -> None:
    parent, path = ParentStub(), tmp_path / "x.plytrace"
    record_search(LONG, {"algorithm": "deepening"}, (str(path),), None, 0.01, None, parent)
    trace = Trace.open(path)
    assert (trace.complete, trace.limit) == (False, len(trace))


@pytest.mark.spread(4)
@pytest.mark.parametrize("how", ["order", "end of orders", "both ends gone", "asked to end"])
def test_stopped_in_whatever_way_it_keeps_what_there_is(tmp_path: Path, how: str) -> None:
    path = tmp_path / "x.plytrace"
    child, inbox = Child(), SimpleQueue[tuple[str, Any]]()
    child.begin(lambda *received: inbox.put(received), record_search, LONG, ENDLESS, (str(path),), None, None, None)
    assert isinstance(inbox.get(timeout=TIMEOUT)[1], Estimate)
    assert isinstance(inbox.get(timeout=TIMEOUT)[1], Progress)
    if how == "order":
        child.stop()
    elif how == "asked to end":
        child.process.send_signal(signal.SIGTERM)
    else:
        child.close()
        if how == "both ends gone":
            assert child.process.stdout is not None
            os.dup2(os.open(os.devnull, os.O_RDONLY), child.process.stdout.fileno())
    if how == "both ends gone":
        assert child.process.wait(TIMEOUT) == 0
    else:
        kinds = [RESULT]
        while kinds[-1] == RESULT:
            kinds.append(inbox.get(timeout=TIMEOUT)[0])
        assert kinds[-1] == DONE
    trace = Trace.open(path)
    assert not trace.complete
    assert len(trace) > 100
    assert list(tmp_path.iterdir()) == [path]


def test_where_a_depth_was_set_it_says_so() -> None:
    remark = remark_on(fit(load("tictactoe:4,4,4"), {}))
    assert "searched to depth 10, about 1.9 million" in str(remark)
    assert remark_on(fit(load("tictactoe:"), {})) is None


def test_a_place_that_cannot_be_written_is_no_reason_to_lose_it(tmp_path: Path) -> None:
    trace = record("tree:[1,2]")
    missing, there = str(tmp_path / "missing" / "x.plytrace"), str(tmp_path / "x.plytrace")
    assert save(trace, (missing, there)) == there
    assert Trace.open(there).signature == trace.signature
    with pytest.raises(InputError, match="no such folder") as refused:
        save(trace, (missing, str(tmp_path)))
    assert missing in str(refused.value)


@pytest.mark.parametrize(
    ("frames", "text"),
    [(7.9, "8"), (549946.0, "549,946"), (3.66e6, "3.7 million"), (5.9e9, "5.9·10⁹"), (2.8e16, "2.8·10¹⁶")],
)
def test_estimates_are_spoken_roughly(frames: float, text: str) -> None:
    assert str(roughly(frames)) == text
