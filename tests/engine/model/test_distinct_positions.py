"""Which frames stand on which position: as playing every move says, in however small pieces they are looked up."""

from __future__ import annotations

import numpy as np
import plyscope
import pytest
from plyscope.model import distinct_positions


@pytest.mark.parametrize("at_once", [1, 7, 1 << 18])
def test_every_frame_stands_where_its_moves_lead(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct_positions, "CHUNK", at_once)
    trace = plyscope.record(plyscope.load("sample:tictactoe/hebrew"), "minimax")
    table = trace.facts.position_table
    stand = [table.states[place] for place in table.of_frame]
    assert stand == [tuple(trace.state(frame)) for frame in range(len(trace))]
    assert len(set(table.states)) == len(table.states) == len(table.numbers)


@pytest.mark.parametrize("count", [0, 1, 6, 7, 8, 700])
def test_pieces_are_all_of_it_and_none_is_too_long(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct_positions, "CHUNK", 7)
    column = np.arange(count)
    parts = [column[some] for some in distinct_positions.pieces(count)]
    assert all(len(part) <= 7 for part in parts)
    assert np.concatenate([*parts, column[:0]]).tolist() == column.tolist()
