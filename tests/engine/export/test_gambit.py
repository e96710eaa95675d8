"""Gambit's files: our own reader gets the tree back, with its names and its value."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests.full_traces import Trace, record


def written(trace: Trace, folder: Path) -> str:
    export(trace, folder / "x.efg")
    return (folder / "x.efg").read_text(encoding="utf-8")


def test_a_small_game_whole(tmp_path: Path) -> None:
    assert written(record('tree:[{"name":"a","children":[3,0.5]},-2] second', "minimax"), tmp_path).splitlines()[
        3:
    ] == [
        'p "" 2 1 "" { "a" "2" } 0',
        'p "" 1 1 "" { "1" "2" } 0',
        't "" 1 "" { 3 -3 }',
        't "" 2 "" { 0.5 -0.5 }',
        't "" 3 "" { -2 2 }',
    ]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
@pytest.mark.parametrize("source", ["sample:tree/textbook", "sample:tictactoe/hebrew", "tree:[0,[1e-7,1e300]] second"])
def test_it_is_read_back_with_its_value(tmp_path: Path, source: str, algorithm: str) -> None:
    trace = record(source, algorithm)
    written(trace, tmp_path)
    again = record(load(str(tmp_path / "x.efg")), "minimax")
    assert again.value == trace.value
    if algorithm == "minimax":
        assert [again.move_text(frame) for frame in range(1, len(again))] == [
            trace.move_text(frame) for frame in range(1, len(trace))
        ]


def test_names_cannot_end_their_quotes(tmp_path: Path) -> None:
    trace = record(r'tree:[{"name":"a\" } 0 \\","value":1},{"name":"\u202eא","value":2}]')
    assert '{ "a” } 0 ⧵" "\\u202eא" }' not in written(trace, tmp_path)
    assert '{ "a” } 0 ⧵" "⧵u202eא" }' in written(trace, tmp_path)
    assert record(load(str(tmp_path / "x.efg"))).value == 2


def test_what_has_no_finite_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no infinite payoffs, and frame 2 has ∞"):
        written(record("tree:[1,inf]"), tmp_path)
    with pytest.raises(InputError, match="which has no value"):
        written(record("tictactoe:", limit=5), tmp_path)
    assert list(tmp_path.iterdir()) == []
