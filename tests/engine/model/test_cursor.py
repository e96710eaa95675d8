"""Going through time. What `over` and `out` mean is said here a second time, by looking for the step."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.marks import Bookmark, Breakpoint, On
from plyscope.model.steps import Moment, Step

from tests.full_traces import Cursor, Trace, record

TRACES = {
    "by hand": lambda: record(load("tictactoe:.OO/XXO/.X. o", max="o"), "maxmin"),
    "pruned": lambda: record("tree:[[3,12,8],[2,4,6],[14,5,2]]"),
    "probed": lambda: record("tree:[[9,8,7],[6,[5,1],4],[3,2,1]]", "pvs"),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
    "one frame": lambda: record("tree:5"),
    "one open frame": lambda: record("tree:[5]", limit=1),
    "brain": lambda: record("connectfour:4453", "tutorial-max", depth=1),
    "unplayed": lambda: record("connectfour:445", "tutorial-random"),
    "straight": lambda: record("tree:[[[[7]]]]", "minimax"),
}


@pytest.fixture(params=TRACES)
def trace(request: pytest.FixtureRequest) -> Trace:
    made: Trace = TRACES[request.param]()
    return made


def own_steps(cursor: Cursor, frame: int) -> list[int]:
    """The enter of a frame, its returns from children, and its leave, by looking at every step."""
    return [step.number for step in all_steps(cursor) if step.frame == frame]


def all_steps(cursor: Cursor) -> list[Step]:
    return [cursor.steps.at(number) for number in range(cursor.steps.count)]


def returns_of(cursor: Cursor, frame: int) -> list[int]:
    return [step.number for step in all_steps(cursor) if step.moment is Moment.BACK and step.child == frame]


def test_every_command_goes_where_its_rule_says(trace: Trace) -> None:
    cursor = Cursor(trace)
    steps = [own_steps(cursor, frame) for frame in range(len(trace))]
    returns = [returns_of(cursor, frame) for frame in range(len(trace))]
    for start in range(cursor.steps.count):
        cursor.go(start)
        now, last = cursor.now, cursor.last_step
        own = steps[now.frame]
        later, earlier = [n for n in own if n > start], [n for n in own if n < start]
        back_in_parent = returns[now.frame]
        before_enter = max(own[0] - 1, 0)
        out = back_in_parent[0] if back_in_parent else last
        leaves = now.moment is Moment.LEAVE
        assert go(cursor, start, "into") == min(start + 1, last)
        assert go(cursor, start, "back") == max(start - 1, 0)
        assert go(cursor, start, "over") == (out if leaves else later[0] if later else last)
        assert go(cursor, start, "out") == out
        assert go(cursor, start, "back_over") == (earlier[-1] if earlier else before_enter)
        assert go(cursor, start, "back_out") == before_enter
        assert go(cursor, start, "first") == 0
        assert go(cursor, start, "last") == last


def go(cursor: Cursor, start: int, command: str) -> int:
    """Where a command leads; it says whether it has gone anywhere."""
    cursor.go(start)
    moved = getattr(cursor, command)()
    assert moved == (cursor.step != start)
    assert cursor.steps.at(cursor.step) == cursor.now
    return cursor.step


def test_step_over_and_its_mirror_lead_back(trace: Trace) -> None:
    """Inside one frame the steps are the same in both directions."""
    cursor = Cursor(trace)
    for start in range(cursor.steps.count):
        cursor.go(start)
        frame = cursor.frame
        if cursor.over() and cursor.frame == frame:
            cursor.back_over()
            assert cursor.step == start


def test_out_and_its_mirror_are_each_others_rule_in_reversed_time() -> None:
    cursor = Cursor(TRACES["by hand"]())
    cursor.go(7)
    assert (cursor.out(), cursor.step, cursor.frame) == (True, 8, 3)
    assert (cursor.out(), cursor.step, cursor.frame) == (True, 10, 2)
    assert (cursor.back_out(), cursor.step, cursor.frame) == (True, 3, 0)
    assert (cursor.back_out(), cursor.step) == (True, 0)
    assert (cursor.back_out(), cursor.step) == (False, 0)
    assert (cursor.out(), cursor.step) == (True, 22)


def test_the_end_stops_every_command() -> None:
    cursor = Cursor(TRACES["one frame"]())
    assert cursor.last()
    for command in ("into", "over", "out", "last", "run", "redo"):
        assert not getattr(cursor, command)()
    assert cursor.first()
    for command in ("back", "back_over", "back_out", "first", "run_back"):
        assert not getattr(cursor, command)()


def test_a_step_number_beyond_the_end_means_the_end() -> None:
    cursor = Cursor(TRACES["pruned"]())
    assert (cursor.go(10**9), cursor.step) == (True, cursor.last_step)
    assert (cursor.go(-5), cursor.step) == (True, 0)


def test_navigation_can_be_undone_and_redone() -> None:
    cursor = Cursor(TRACES["by hand"]())
    cursor.into()
    cursor.out()
    cursor.go(20)
    assert [cursor.undo() and cursor.step for _ in range(3)] == [3, 1, 0]
    assert not cursor.undo()
    assert [cursor.redo() and cursor.step for _ in range(3)] == [1, 3, 20]
    assert not cursor.redo()
    cursor.undo()
    cursor.into()
    assert not cursor.redo(), "a new way begins"
    assert not cursor.into() or cursor.undo()


def test_the_state_at_a_step_depends_on_the_step_alone(trace: Trace) -> None:
    cursor, draw = Cursor(trace), random.Random(1)
    seen = []
    for number in range(cursor.steps.count):
        cursor.go(number)
        seen.append((cursor.stack, str(cursor.sentence), cursor.line, cursor.position.text))
    for _ in range(100):
        cursor.go(draw.randrange(cursor.steps.count))
        assert (cursor.stack, str(cursor.sentence), cursor.line, cursor.position.text) == seen[cursor.step]


def test_the_stack_holds_the_open_frames_and_their_values(trace: Trace) -> None:
    cursor = Cursor(trace)
    for number in range(cursor.steps.count):
        cursor.go(number)
        stack = cursor.stack
        assert [frame.frame for frame in stack] == trace.ancestors(cursor.frame)
        for frame, below in pairwise(stack):
            assert frame.trying == below.move
        for frame in stack:
            moves = [*frame.tried, *frame.left]
            if frame.trying is not None and frame.trying not in moves:
                moves.append(frame.trying)
            offered = [trace.position.game.move_text(move) for move in trace.offered(frame.frame)]
            if trace.statuses[frame.frame] in (1, 2):
                offered = []
            assert sorted(moves) == sorted(offered), "every move is tried, being tried, or left"
        top = stack[-1]
        if cursor.now.moment is Moment.LEAVE:
            assert top.value == trace.values[cursor.frame]
            assert top.best in (None, trace.start_value(cursor.frame), top.value)


def test_windows_on_the_stack_are_those_passed_down() -> None:
    for name in ("pruned", "probed"):
        trace = TRACES[name]()
        cursor = Cursor(trace)
        for frame in range(1, len(trace)):
            cursor.go_to_frame(frame)
            caller, called = cursor.stack[-2:]
            assert (called.alpha, called.beta) == (trace.alphas[frame], trace.betas[frame])
            assert caller.alpha <= called.alpha
            assert called.beta <= caller.beta


def test_running_stops_at_breakpoints_of_every_kind_in_both_directions() -> None:
    cursor = Cursor(TRACES["by hand"]())
    expected = {
        Breakpoint(On.FRAME, "3"): [5],
        Breakpoint(On.PLY, "1"): [1, 4, 19],
        Breakpoint(On.MOVE, "a3"): [1, 5, 12],
        Breakpoint(On.MOVE, "1"): [1, 5, 12],
        Breakpoint(On.POSITION, ".OO/XXO/OX. x"): [4],
        Breakpoint(On.POSITION, ".OO/XXO/OX."): [4],
        Breakpoint(On.POSITION, ".../.../..."): [],
        Breakpoint(On.CONDITION, "leaf and ply == 1"): [2, 20],
        Breakpoint(On.CONDITION, "leaf", passes=1): [2, 7, 13, 20],
        Breakpoint(On.LINE, str(cursor.lines.of_enter("max"))): [0, 5, 11],
    }
    for breakpoint, hits in expected.items():
        assert cursor.hits(breakpoint).tolist() == hits, breakpoint
        cursor.marks.breakpoints = [breakpoint]
        stops = [hit for hit in hits[breakpoint.passes :] if hit > 0]
        cursor.first()
        assert [cursor.step for _ in range(len(hits) + 1) if cursor.run()] == stops
        cursor.last()
        assert [cursor.step for _ in range(len(hits) + 1) if cursor.run_back()] == hits[breakpoint.passes :][::-1]


def test_breakpoints_run_together_and_can_be_disabled() -> None:
    cursor = Cursor(TRACES["by hand"]())
    cursor.marks.toggle_breakpoint(Breakpoint(On.FRAME, "3"))
    cursor.marks.toggle_breakpoint(Breakpoint(On.PLY, "1"))
    cursor.marks.toggle_breakpoint(Breakpoint(On.FRAME, "6", enabled=False))
    assert [cursor.step for _ in range(9) if cursor.run()] == [1, 4, 5, 19]
    assert not cursor.marks.toggle_breakpoint(Breakpoint(On.PLY, "1")), "an equal one is taken away"
    cursor.first()
    assert [cursor.step for _ in range(9) if cursor.run()] == [5]


@pytest.mark.parametrize("on", [On.FRAME, On.PLY, On.LINE])
def test_a_breakpoint_on_a_number_needs_one(on: On) -> None:
    cursor = Cursor(TRACES["one frame"]())
    with pytest.raises(InputError, match="needs its number"):
        cursor.hits(Breakpoint(on, "three"))


def test_running_to_a_condition_goes_to_the_leave_of_its_frames() -> None:
    cursor = Cursor(TRACES["pruned"]())
    assert cursor.run_to("cutoff")
    assert (cursor.now.moment, cursor.frame) == (Moment.LEAVE, 5)
    assert cursor.run_to("cutoff")
    assert cursor.frame == 7
    assert not cursor.run_to("cutoff")
    assert not cursor.run_to("ply > 99")
    with pytest.raises(InputError):
        cursor.run_to("ply >")


def test_lines_of_steps_found_one_by_one_and_all_at_once_are_the_same(trace: Trace) -> None:
    cursor = Cursor(trace)
    by_line: dict[int, list[int]] = {}
    for number in range(cursor.steps.count):
        cursor.go(number)
        by_line.setdefault(cursor.line, []).append(number)
    for line in range(1, len(cursor.lines.lines) + 1):
        assert cursor.hits(Breakpoint(On.LINE, str(line))).tolist() == by_line.get(line, [])


def test_bookmarks_are_found_in_both_directions() -> None:
    cursor = Cursor(TRACES["by hand"]())
    cursor.marks.toggle_bookmark(5, "here", "look at the board")
    cursor.marks.toggle_bookmark(9)
    assert cursor.marks.bookmarks[5] == Bookmark(5, "here", "look at the board")
    assert [cursor.step for _ in range(3) if cursor.next_bookmark()] == [5, 9]
    assert [cursor.step for _ in range(3) if cursor.previous_bookmark()] == [5]
    assert not cursor.marks.toggle_bookmark(5)
    assert list(cursor.marks.bookmarks) == [9]


def test_lists_of_hits_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for long ago is found anew; what is asked for again and again is kept."""
    monkeypatch.setattr("plyscope.model.cursor.CACHED_BYTES", 100)
    cursor = Cursor(record("tictactoe:XOX.O....", "alphabeta"))
    often = Breakpoint(On.CONDITION, "leaf")
    first = cursor.hits(often)
    for ply in range(30):
        cursor.hits(Breakpoint(On.CONDITION, f"ply >= {ply % 3} and value < {ply}"))
        assert cursor.hits(often) is first
    assert len(cursor._hits) == 8
