"""Frames cannot be changed, and there are none but those recorded."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from plyscope.files.trace_file import save_trace
from plyscope.model.columns import COLUMNS
from plyscope.model.frames import CACHED_STATES

from tests.full_traces import Trace, record


def test_columns_cannot_be_made_writable(tmp_path: Path) -> None:
    trace = record("tree:[[1,2],3]")
    save_trace(trace, tmp_path / "x.plytrace")
    for each in (trace, Trace.open(tmp_path / "x.plytrace")):
        for name in COLUMNS:
            with pytest.raises(ValueError, match="WRITEABLE"):
                each.column(name).flags.writeable = True
            with pytest.raises(ValueError, match="read-only"):
                each.column(name)[0] = 0


def test_a_frame_that_is_none_has_no_path_and_no_position() -> None:
    trace = record("tree:[[1,2],3]")
    for frame in (-1, -5, len(trace)):
        for asked in (trace.path, trace.state, trace.ancestors, trace.position_at):
            with pytest.raises(IndexError, match=f"there is no frame {frame}"):
                asked(frame)


def test_a_position_does_not_depend_on_which_were_asked_for_before() -> None:
    trace = record("tictactoe:XO./.X./..O x", "minimax")
    draw, rules = random.Random(8), trace.position.game.rules
    for frame in draw.choices(range(len(trace)), k=3 * CACHED_STATES):
        played = list(trace.position.state)
        for above in trace.ancestors(frame)[1:]:
            rules.play(played, trace.moves[above])
        assert trace.state(frame) == played
        assert trace.position_at(frame).state == tuple(played)
        trace.state(frame)[:] = []


def test_a_tree_names_frames_and_pruned_moves_whatever_the_order() -> None:
    for order in ("given", "reverse", "center"):
        trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]", order=order)
        for frame in range(len(trace)):
            assert trace.name_of(frame) == NAMES["/".join(trace.path(frame))]
            for move in trace.pruned_moves(frame):
                text = trace.position.game.move_text(move)
                assert trace.name_of_move(frame, move) == NAMES["/".join([*trace.path(frame), text])]
    board = record("tictactoe:.OO/XXO/.X. o")
    assert (board.name_of(0), board.name_of(1), board.name_of_move(0, 0)) == (None, None, None)


NAMES = {"": "A", "1": "B", "2": "C", "3": "D"} | {
    f"{parent}/{place}": f"{name}{place}" for parent, name in ((1, "B"), (2, "C"), (3, "D")) for place in (1, 2, 3)
}
"""The name of each node, by its path."""
