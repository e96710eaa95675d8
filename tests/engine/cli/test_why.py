"""The command why, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.trace_file import save_trace
from plyscope.text.explanation import why_facts

from tests import full_traces
from tests.command_line import check_refused, facts, printed

SOURCE = "sample:tree/deep-cutoff"


def test_a_frame_in_words() -> None:
    out, err = printed("why", SOURCE, "--frame", "4")
    assert err == ""
    assert out.splitlines() == [
        "frame  4",
        "node   D",
        "moves  2 1 1",
        "side   MIN",
        "value  ≤3",
        "",
        "Its value ≤3 was given by D1, at step 9.",
        "α = 5 is what MAX is sure of at A: A1 set it at step 3.",
        "β = ∞: MIN is not sure of anything yet.",
        "Cut at step 9: with D1, MIN has reached 3 here, so α = 5 is beyond β = 3.",
        "The cut is deep: α was set 3 plies above, at A.",
        "Whatever the pruned moves (D2) are worth, MIN gets 3 or less here, and MAX can have 5 or more at A, with A1.",
    ]


def test_the_root_is_explained_by_default() -> None:
    out, _ = printed("why", SOURCE)
    assert out.startswith("frame  0\nnode   A\nmoves  none: the root\nside   MAX\nvalue  5\n")
    assert "7 of the 7 frames are enough to prove this value: 100.0%, with 3 of 3 leaves." in out


def test_facts_of_a_recording(tmp_path: Path) -> None:
    trace = full_traces.record("tictactoe:X../.O./...", "pvs")
    file = str(tmp_path / "x.plytrace")
    save_trace(trace, file)
    for frame in (0, 17):
        assert facts("why", file, "--frame", str(frame)) == why_facts(trace, frame)


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        ([SOURCE, "--frame", "7"], 2, "there is no frame 7; they are 0 to 6"),
        ([SOURCE, "--frame", "-1"], 2, "--frame"),
        (["nothing"], 1, "nothing: there is no such file"),
    ],
)
def test_invalid_requests_are_refused(arguments: list[str], status: int, complaint: str) -> None:
    check_refused(["why", *arguments], status, complaint)
