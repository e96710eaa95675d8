"""Which frames stand on which position: as playing every move says, in however small pieces they are looked up."""

from __future__ import annotations

import numpy as np
import plyscope
import pytest
from plyscope.model import distinct_positions

from tests import full_traces


@pytest.mark.parametrize("at_once", [1, 7, 1 << 18])
def test_every_frame_stands_where_its_moves_lead(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct_positions, "PAIRS_IN_CHUNK", at_once)
    trace = full_traces.record(plyscope.load("sample:tictactoe/hebrew"), "minimax")
    table = trace.facts.position_table
    stand = [table.states[place] for place in table.of_frame]
    assert stand == [tuple(trace.state(frame)) for frame in range(len(trace))]
    assert len(set(table.states)) == len(table.states) == len(table.numbers)


@pytest.mark.parametrize("count", [0, 1, 6, 7, 8, 700])
def test_pieces_are_all_of_it_and_none_is_too_long(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct_positions, "PAIRS_IN_CHUNK", 7)
    column = np.arange(count)
    parts = [column[some] for some in distinct_positions.chunks(count)]
    assert all(len(part) <= 7 for part in parts)
    assert np.concatenate([*parts, column[:0]]).tolist() == column.tolist()


@pytest.mark.parametrize("dense", [0, distinct_positions.MAX_KEY_SPAN_PER_KEY])
def test_keys_are_numbered_alike_with_and_without_sorting(dense: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct_positions, "MAX_KEY_SPAN_PER_KEY", dense)
    keys = np.random.default_rng(1).integers(-50, 500, 1000)
    distinct, places = distinct_positions.numbered(keys)
    assert distinct.tolist() == sorted(set(keys.tolist()))
    assert distinct[places].tolist() == keys.tolist()


def test_an_illegal_move_to_a_leaf_is_refused_though_it_is_not_played() -> None:
    trace = full_traces.record("tictactoe:XO./.../...", "minimax", depth=2)
    root, rules = trace.position.state, trace.position.game.rules
    columns = {name: trace.column(name) for name in ("parent", "move", "ply", "size")}
    distinct_positions.refuse_illegal_moves(root, rules, *columns.values())
    assert columns["size"][2] == 1
    columns["move"] = columns["move"].copy()
    columns["move"][2] = 0
    with pytest.raises(plyscope.InputError, match="frame 2: its move is not legal"):
        distinct_positions.refuse_illegal_moves(root, rules, *columns.values())
