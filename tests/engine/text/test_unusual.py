"""The sentences about null moves, looks ahead, and calls with another depth than usual."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import plyscope
import pytest
from plyscope.model.breakpoints import line_columns
from plyscope.model.cursor import Cursor
from plyscope.model.source_lines import SourceLines
from plyscope.model.stack import line_of
from plyscope.model.steps import Moment, Step, Steps
from plyscope.text.explanation import sentences
from plyscope.text.inline_values import inline_values
from plyscope.text.listing import as_text, listing
from plyscope.text.narration import sentence
from plyscope.text.unusual import unusual

from tests import full_traces
from tests.unusual import SEARCHES_HERE, loaded, record


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


def trace_of(search: str) -> plyscope.Trace:
    return record(plyscope.load("numbers:7 a 6"), search, 4)


def tagged(trace: full_traces.Trace, tag: str) -> list[int]:
    return [frame for frame in range(len(trace)) if tag in trace.tags_of(frame)]


def said_on(trace: full_traces.Trace, moment: Moment, frame: int) -> str:
    """The sentence of a frame's enter, or of its parent being back from it."""
    steps = Steps(trace)
    left = steps.leave(frame)
    assert left is not None
    return str(sentence(trace, steps.at(steps.enter(frame) if moment is Moment.ENTER else left + 1)))


def test_a_null_move_is_told_with_what_follows_from_it() -> None:
    trace = trace_of("null-move")
    ends = 0
    for frame in tagged(trace, "null"):
        entered = said_on(trace, Moment.ENTER, frame)
        side = ("MIN", "MAX")[trace.kinds[trace.parents[frame]]]
        assert entered.startswith(f"A null move: {side} passes its turn")
        assert f"with depth {trace.depth_left(frame):g}." in entered
        back = said_on(trace, Moment.BACK, frame)
        if trace.cut_by_passing(trace.parents[frame]):
            ends += 1
            assert "m1, m2 and m3 are not tried" in back
            assert any(
                "after a null move, which proves nothing" in str(one) for one in sentences(trace, trace.parents[frame])
            )
        else:
            assert back.endswith("which is no value of a move.")
        assert trace.path(frame)[-1] == "#1"
        assert [str(one) for one in unusual(trace, frame)] == ["null move"]
        assert "About this call: null move." in map(str, sentences(trace, frame))
    assert 0 < ends < len(tagged(trace, "null"))


def test_the_listing_passes_the_turn_and_takes_it_back() -> None:
    trace = trace_of("null-move")
    text = "\n".join(as_text(trace, listing(trace)))
    assert text.count("pass the turn") == text.count("undo the pass") == len(tagged(trace, "null"))
    assert text.count("play m") == text.count("undo m") == int((trace.column("move") >= 0).sum())


def test_every_call_is_listed_with_the_depth_that_it_was_given() -> None:
    for search in SEARCHES_HERE:
        trace = trace_of(search)
        shown = re.findall(r"depth=([-0-9.]+)", "\n".join(as_text(trace, listing(trace))))
        assert list(map(float, shown)) == trace.column("depth").tolist()
        inline = inline_values(trace, SourceLines(trace.text, trace.search))
        for frame in range(0, len(trace), 9):
            step = Step(Steps(trace).enter(frame), Moment.ENTER, frame, -1)
            texts = [str(one.message) for one in inline.at(step, 1)]
            assert any(f"depth {trace.depth_left(frame):g} " in text for text in texts)


def test_a_reduced_call_is_said_to_be_reduced_and_why_it_is_searched_again() -> None:
    trace = trace_of("reductions")
    reduced = tagged(trace, "reduced")
    assert reduced
    for frame in reduced:
        depth, usual = trace.depth_left(frame), trace.depth_left(trace.parents[frame]) - 1
        assert said_on(trace, Moment.ENTER, frame).endswith(f"It is reduced: depth {depth:g} instead of {usual:g}.")
        assert [str(one) for one in unusual(trace, frame)] == [f"reduced: depth {depth:g} instead of {usual:g}"]
        if trace.is_probe(frame):
            assert said_on(trace, Moment.BACK, frame).endswith("it is searched with more depth.")
            again = frame + trace.sizes[frame]
            assert said_on(trace, Moment.ENTER, again).endswith(f"again, with depth {usual:g}.")
    assert any(map(trace.is_probe, reduced))


def test_a_look_ahead_and_an_extension_are_told() -> None:
    ahead = trace_of("internal-deepening")
    for frame in tagged(ahead, "iid"):
        assert said_on(ahead, Moment.ENTER, frame).startswith("A look ahead: the same position is searched with depth")
        assert said_on(ahead, Moment.BACK, frame).endswith("which is no value of a move.")
    extended = trace_of("extensions")
    for frame in tagged(extended, "extended"):
        assert "It is extended: depth " in said_on(extended, Moment.ENTER, frame)


def test_each_step_is_at_the_line_that_made_it() -> None:
    for search in SEARCHES_HERE:
        trace = trace_of(search)
        lines, steps = SourceLines(trace.text, trace.search), Steps(trace)
        columns = line_columns(trace, lines)
        for frame in range(1, len(trace)):
            parent, words = trace.parents[frame], lines.lines
            back = line_of(trace, lines, Step(0, Moment.BACK, parent, frame))
            leave = line_of(trace, lines, Step(0, Moment.LEAVE, frame, -1))
            assert (columns.back[frame], columns.leave[frame]) == (back, leave)
            given = trace.depth_left(parent) - trace.depth_left(frame)
            if "null" in trace.tags_of(frame):
                assert "depth - 3, -beta" in words[back - 1]
            elif "iid" in trace.tags_of(frame):
                assert f"depth - {given:g}, alpha" in words[back - 1]
            elif search in ("null-move", "internal-deepening"):
                assert "depth - 1, -beta, -alpha" in words[back - 1]
            assert ("return beta" in words[leave - 1]) == trace.cut_by_passing(frame)
        assert steps.count == 3 * len(trace) - 1


def test_a_stack_counts_moves_and_not_null_moves() -> None:
    trace = trace_of("null-move")
    cursor = Cursor(trace)
    for step in range(Steps(trace).count):
        cursor.go(step)
        for frame in cursor.stack:
            moves = {*frame.tried, *frame.left, *([frame.trying] if frame.trying else [])}
            assert moves <= {"m1", "m2", "m3"}
            assert frame.best is None or np.isfinite(frame.best)
