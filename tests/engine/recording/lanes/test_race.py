"""Who runs a search, what is kept of it, and that no process is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from plyscope import record
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.messages import InputError, Message, OptionError
from plyscope.recording.lanes import race
from plyscope.recording.lanes.program import program_of
from plyscope.recording.lanes.second_process import CompiledRun, Recorded
from plyscope.recording.plan import plan
from plyscope.recording.record import run

BOARD = "connectfour:4,4,3 "
PLAN = plan(load(BOARD), {"algorithm": "negamax"})
LONG = plan(load("connectfour:"), {"depth": 12})


class StandIn:
    """A second process that compiles nothing: after some calls of the parent's it has the columns it is given."""

    made: list[StandIn]
    delivered: Recorded | None = None
    frames_while_running = 0

    def __init__(self, program: object, limit: int) -> None:
        self.frames = self.frames_while_running
        self.recorded = self.delivered
        self.problem: Message | None = None
        self.ended = Event()
        self.has_ended = self.is_kept = False
        self.made.append(self)

    def keep(self) -> None:
        self.is_kept = True

    def end(self) -> None:
        self.has_ended = True


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[StandIn]]:
    """In place of a second process, which is begun as soon as the interpreter reports for the first time."""
    monkeypatch.setattr(race, "CompiledRun", StandIn)
    monkeypatch.setattr(race, "has_compiler", lambda: True)
    monkeypatch.setattr(race, "WORTH_COMPILING", 50_000)
    monkeypatch.setattr(race, "PATIENCE", 0.0)
    monkeypatch.setattr(race, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(StandIn, "made", [], raising=False)
    monkeypatch.setattr(StandIn, "delivered", None)
    monkeypatch.setattr(StandIn, "frames_while_running", 0)
    yield StandIn
    assert all(one.has_ended for one in StandIn.made)


def whole(ready: Any, limit: int) -> Recorded:
    trace = run(ready, limit, lane="interpreted")
    return Recorded({name: column.copy() for name, column in trace.columns.items()}, 0.0, trace.complete)


def test_what_is_compiled_first_is_kept(stand_in: type[StandIn]) -> None:
    stand_in.delivered = whole(LONG, 70_000)
    trace = run(LONG, 1_000_000, expected=1e7)
    assert len(trace) == 70_000
    assert len(stand_in.made) == 1


def test_what_differs_from_the_interpreted_recording_is_not_kept(stand_in: type[StandIn]) -> None:
    stand_in.delivered = whole(LONG, 70_000)
    stand_in.delivered.columns["move"][1] += 1
    assert len(run(LONG, 60_000, expected=1e7)) == 60_000
    assert len(stand_in.made) == 1


def test_the_interpreted_recording_is_kept_where_it_is_done_first(stand_in: type[StandIn]) -> None:
    assert len(run(LONG, 60_000, expected=1e7)) == 60_000
    assert stand_in.made[0].has_ended


def test_cancelling_keeps_the_longer_of_both(stand_in: type[StandIn]) -> None:
    trace = run(LONG, 1_000_000, lambda frames: frames < 20_000, expected=1e7)
    assert not trace.complete
    assert len(trace) >= 20_000
    stand_in.frames_while_running = 10_000_000
    run(LONG, 1_000_000, lambda frames: False, expected=1e7)
    assert stand_in.made[-1].is_kept


def test_a_small_search_begins_no_process(stand_in: type[StandIn]) -> None:
    run(PLAN, expected=1e4)
    run(LONG, 30_000, expected=1e9)
    run(LONG, 60_000, expected=1e9, lane="interpreted")
    assert stand_in.made == []


def test_a_lane_that_does_not_exist() -> None:
    with pytest.raises(OptionError, match="lane is one of auto interpreted compiled, not fast"):
        record(BOARD, lane="fast")


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "has_compiler", lambda: False)
    with pytest.raises(OptionError, match=r"needs numba: pip install 'plyscope\[fast\]'"):
        record(BOARD, lane="compiled")
    assert len(run(LONG, 30_000, expected=1e9)) == 30_000


def test_the_reason_why_a_search_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "has_compiler", lambda: True)
    ready = plan(load(BOARD), {})

    def no_number(s: Any, depth: float) -> float:
        return 1.0 << 70 if depth else 0

    strange = type(ready)(**{**vars(ready), "names": {**ready.names, "score": no_number}})
    assert str(race.why_interpreted(strange)) == "no_number uses <<, which makes large numbers"
    with pytest.raises(OptionError, match="alphabeta on connectfour is not compiled: no_number uses <<"):
        run(strange, lane="compiled")


def test_a_failure_of_the_second_process_is_said(stand_in: type[StandIn], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: StandIn, program: object, limit: int) -> None:
        init(self, program, limit)
        self.problem = Message("there is not enough memory")
        self.ended.set()

    init = StandIn.__init__
    monkeypatch.setattr(StandIn, "__init__", fail)
    with pytest.raises(InputError, match="compiled: there is not enough memory"):
        run(PLAN, lane="compiled")


@pytest.mark.full
def test_the_second_process_records_the_same() -> None:
    pytest.importorskip("numba", reason="the extra fast is not installed")
    reports: list[int] = []
    compiled = record(BOARD, "negamax", lane="compiled", progress=reports.append)
    assert compiled.signature == record(BOARD, "negamax", lane="interpreted").signature
    verify(compiled)
    assert {name: column.dtype for name, column in compiled.columns.items()} == {
        name: column.dtype for name, column in record(BOARD, "negamax").columns.items()
    }
    assert not compiled.column("move").flags.writeable


@pytest.mark.full
def test_cancelled_while_it_compiles_it_keeps_the_first_frames_and_leaves_no_process() -> None:
    pytest.importorskip("numba", reason="the extra fast is not installed")
    trace = run(LONG, 3_000_000, lambda frames: False, lane="compiled")
    assert not trace.complete
    assert len(trace) == race.COMPARED_FRAMES
    verify(trace)


@pytest.mark.full
def test_a_process_that_is_ended_is_gone() -> None:
    pytest.importorskip("numba", reason="the extra fast is not installed")
    begun = CompiledRun(program_of(LONG), 10**9)
    begun.end()
    assert begun._child.status is not None


def test_every_search_and_game_of_ours_can_be_compiled_but_those_that_say_why_not() -> None:
    from plyscope.cli.search import facts_of_lane, game_of
    from plyscope.games import GAMES
    from plyscope.recording.plan import ALGORITHMS

    ours = [game for game in GAMES.values() if not game.package]
    with_chance = {game.name for game in ours if game.read(game.start).game.rules.chance is not None}
    assert with_chance == {"pig"}
    assert {game.name for game in ours if not facts_of_lane(game, None)["compiled"]} == with_chance
    assert not any(facts_of_lane(game, None)["compiled"] for game in GAMES.values() if game.package)
    reasons = {
        name: facts_of_lane(game_of(search), search).get("why_interpreted") for name, search in ALGORITHMS.items()
    }
    expected = {
        "table": "it keeps a table of positions",
        "mtdf": "it keeps a table of positions",
        "deepening": "it searches the root's position in rounds",
        "expectimax": "chance may move in it",
        "mcts": "it keeps a tree that grows with every simulation",
        "quiescence": "it goes on with noisy moves below its horizon",
        "quiescence-minimax": "it goes on with noisy moves below its horizon",
    }
    assert {name: reason for name, reason in reasons.items() if reason} == expected


def test_on_one_processor_the_interpreter_waits_for_the_other_lane(
    stand_in: type[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "usable_processors", lambda: 1)
    monkeypatch.setattr(race, "POLL_SECONDS", 0.001)
    reported: list[int] = []

    def progress(frames: int) -> bool:
        reported.append(frames)
        if len(reported) == 9:
            stand_in.made[0].ended.set()
        return True

    trace = run(LONG, limit=60_000, progress=progress, expected=1e6)
    assert len(trace) == 60_000
    assert reported[1:9] == reported[:1] * 8
    assert run(LONG, limit=60_000, progress=lambda frames: len(stand_in.made) < 2, expected=1e6).complete is False
