"""Frames cannot be changed, and there are none but those recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.columns import COLUMNS
from engine.recording import record
from engine.trace import Trace


def test_columns_cannot_be_made_writable(tmp_path: Path) -> None:
    trace = record("tree:[[1,2],3]")
    trace.save(tmp_path / "x.plytrace")
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
