"""A player in a process of its own, whatever it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, sleep

import pytest
from plyscope.files.sources import load
from plyscope.play.player_process import Player
from plyscope.play.players import CRASH, ILLEGAL, MEMORY, TIME, PlayerFailed, read_version

from tests.engine.play.brains import BAD, GOOD, write
from tests.full_traces import Trace, record

START = load("connectfour:")
LIMIT = 20.0


@pytest.fixture
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Player]:
    who = str(request.param)
    if ":" in who and who.split(":")[0] in ("good", "bad"):
        name, function = who.split(":")
        who = f"{write(tmp_path, name, GOOD if name == 'good' else BAD)}:{function}"
    player = Player(read_version(who, START), memory=512)
    yield player
    player.end()


@pytest.mark.parametrize("asked", ["good:choose", "good:as_number"], indirect=True)
def test_a_file_plays(asked: Player) -> None:
    assert asked.choose(START).move == "1"
    assert asked.choose(START.play("4")).move == "1", "and is asked again without a new process"


@pytest.mark.parametrize("asked", ["good:by_chance"], indirect=True)
def test_chance_in_a_file_follows_the_seed(asked: Player) -> None:
    moves = [asked.choose(START, seed).move for seed in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5)]
    assert moves[:5] == moves[5:]
    assert len(set(moves)) > 1


@pytest.mark.spread(8)
@pytest.mark.parametrize(
    ("asked", "kind", "reason"),
    [
        ("bad:crashes", CRASH, "line 3: ZeroDivisionError"),
        ("bad:illegal", ILLEGAL, "99 is not a legal move here"),
        ("bad:nothing", ILLEGAL, "it returned None"),
        ("bad:exits", CRASH, "its process ended with status 3"),
        ("bad:leaves", CRASH, "SystemExit: 2"),
        ("bad:dies", CRASH, "its process ended with status -9"),
        ("bad:recurses", CRASH, "RecursionError"),
        ("bad:eats", MEMORY, "more memory than allowed"),
    ],
    indirect=["asked"],
)
def test_a_failure_has_its_reason_and_the_next_question_an_answer(asked: Player, kind: str, reason: str) -> None:
    for _ in range(2):
        with pytest.raises(PlayerFailed, match=reason) as failed:
            asked.choose(START, limit=LIMIT)
        assert failed.value.kind == kind
        assert not asked.is_thinking


@pytest.mark.spread(2)
@pytest.mark.parametrize("asked", ["bad:loops", "bad:shouts"], indirect=True)
def test_a_player_that_takes_too_long_is_ended(asked: Player) -> None:
    asked.load()
    began = perf_counter()
    with pytest.raises(PlayerFailed, match=r"longer than 0\.3 seconds") as failed:
        asked.choose(START, limit=0.3)
    assert failed.value.kind == TIME
    assert 0.3 <= perf_counter() - began < LIMIT


@pytest.mark.parametrize("asked", ["bad:forges"], indirect=True)
def test_what_is_no_answer_is_a_failure(asked: Player) -> None:
    with pytest.raises(PlayerFailed, match="something that is no answer"):
        asked.choose(START, limit=LIMIT)


@pytest.mark.parametrize("asked", ["tutorial-block:depth=2"], indirect=True)
def test_a_search_leaves_its_recording(asked: Player, tmp_path: Path) -> None:
    asked.ask(START, 5, tmp_path / "a.plytrace")
    decision = asked.poll(LIMIT)
    assert decision is not None
    trace = record(START, "tutorial-block", depth=2, seed=5)
    assert decision.trace is not None
    assert decision.trace.signature == trace.signature == Trace.open(tmp_path / "a.plytrace").signature
    assert (decision.move, decision.values, decision.calls) == (trace.best_move, tuple(trace.root_moves), len(trace))


@pytest.mark.parametrize("asked", ["alphabeta:depth=40"], indirect=True)
def test_a_search_reports_progress_and_moves_on_order(asked: Player) -> None:
    asked.ask(START)
    ends = perf_counter() + LIMIT
    while asked.progress[1] == 0:
        assert asked.poll(0.1) is None
        assert perf_counter() < ends
    assert asked.is_thinking
    asked.move_now()
    decision = asked.poll(LIMIT)
    assert decision is not None
    assert not decision.complete
    assert len(decision.values) == 7


@pytest.mark.parametrize("asked", ["bad:loops"], indirect=True)
def test_a_file_that_is_ordered_to_move_plays_a_random_move(asked: Player) -> None:
    asked.ask(START)
    assert asked.poll(0.1) is None
    asked.move_now()
    decision = asked.poll()
    assert decision is not None
    assert decision.move in START.moves()
    assert "random legal move" in str(decision.remark)


def test_a_file_that_cannot_be_loaded(tmp_path: Path) -> None:
    player = Player(read_version(write(tmp_path, "broken", "def choose(:"), START))
    with pytest.raises(PlayerFailed, match="SyntaxError"):
        player.load()
    player = Player(read_version(write(tmp_path, "other", "x = 1"), START))
    with pytest.raises(PlayerFailed, match="no attribute 'choose'"):
        player.load()


@pytest.mark.parametrize("asked", ["alphabeta:depth=40"], indirect=True)
def test_asking_does_not_wait_for_the_process(asked: Player) -> None:
    began = perf_counter()
    asked.ask(START)
    assert asked.poll() is None
    asked.move_now()
    assert perf_counter() - began < LIMIT, "a search that would never end"
    decision = asked.poll(LIMIT)
    assert decision is not None
    assert decision.remark is None, "told while it was loaded, it still gives an answer of its own"
    assert len(decision.values) == 7


@pytest.mark.full
def test_a_file_that_is_never_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.play.player_process.LOADING_TIMEOUT", 1.0)
    player = Player(read_version(write(tmp_path, "endless", "while True: pass"), START))
    player.ask(START)
    with pytest.raises(PlayerFailed, match=r"not loaded within 1 seconds"):
        player.poll(LIMIT)
    player.ask(START)
    player.move_now()
    decision = player.poll(LIMIT)
    assert decision is not None
    assert "random legal move" in str(decision.remark)


def test_what_a_file_has_started_ends_with_it(tmp_path: Path) -> None:
    started = tmp_path / "started"
    text = f"""
import os, time
def choose(position):
    if os.fork() == 0:
        open({str(started)!r}, "w").write(str(os.getpid()))
        time.sleep(600)
    while not os.path.exists({str(started)!r}): time.sleep(0.01)
    return position.moves()[0]
"""
    player = Player(read_version(write(tmp_path, "forks", text), START))
    assert player.choose(START, limit=LIMIT).move == "1"
    pid = int(started.read_text())
    child = player._child
    assert child is not None
    assert child.process.stdin is not None
    child.process.stdin.close()  # as if we were killed
    ends = perf_counter() + 60  # a busy machine may take long to end a process
    while is_alive(pid):
        assert perf_counter() < ends
        sleep(0.05)
    player.end()


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has taken note of yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
