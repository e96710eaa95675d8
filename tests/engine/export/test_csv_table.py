"""Tables: every node is a row, every fact a column, and no cell is a formula."""

from __future__ import annotations

import csv
from io import StringIO
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.export.csv_table import FORMULA_STARTS, cell, pieces
from plyscope.export.extent import WHOLE
from plyscope.export.selection import Selection

from tests.engine.export.written import written_as
from tests.full_traces import Trace, record

HOSTILE = (
    r"""tree:[{"name":"=1+1","children":[1,{"name":"@x,\"y\"","children":[3,inf]}]},"""
    r"""{"name":"'-a\u202e","children":[-5,4]}]"""
)


def rows(source: str | Trace, **asked: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(written_as("csv", source, **asked), newline="")))


def test_every_column_of_a_small_tree() -> None:
    found = [",".join(row.values()) for row in rows("sample:tree/nine-leaves")]
    assert found[0] == "0,,,0,,0,max,inner,done,,,7,exact,false,false,0,9"
    assert found[3] == "3,1,1 2,3,2,2,max,terminal,done,,9,8,exact,false,false,0,1"
    assert found[5:8] == [
        "5,0,2,5,2,1,min,inner,done,7,,6,at most,false,true,2,2",
        "6,5,2 1,6,1,2,max,terminal,done,7,,6,exact,true,false,0,1",
        "7,5,2 2,,2,2,max,pruned,done,,,,,false,false,0,0",
    ]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "accumulate"])
@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "tictactoe:XO./.X./..O", HOSTILE])
def test_the_facts_are_those_of_the_recording(source: str, algorithm: str) -> None:
    trace = record(source, algorithm)
    found = rows(trace)
    assert len(found) == len(trace) + trace.pruned
    assert [int(row["node"]) for row in found] == list(range(len(found)))
    frames = [row for row in found if row["frame"]]
    assert [int(row["frame"]) for row in frames] == list(range(len(trace)))
    for row, frame in zip(frames, range(len(trace)), strict=True):
        assert float(row["value"]) == trace.values[frame]
        assert float(row["alpha"] or -inf) == trace.alphas[frame]
        assert float(row["beta"] or inf) == trace.betas[frame]
        assert (int(row["ply"]), int(row["size"])) == (trace.plies[frame], trace.sizes[frame])
        assert row["cutoff"] == str(trace.is_cutoff(frame)).lower()
    for row in found[1:]:
        above = found[int(row["parent"])]
        assert row["path"].removeprefix("'").startswith(above["path"].removeprefix("'"))
        if not row["frame"]:
            assert plain(row["move"]) in trace.pruned_texts(int(above["frame"]))


def plain(text: str) -> str:
    return text.removeprefix("'")


def test_no_cell_is_a_formula() -> None:
    for row in rows(record(HOSTILE, "minimax")):
        for name in ("path", "move"):
            assert not row[name].startswith(("=", "@", "-", "+"))
            assert row[name].isprintable()
    moves = [row["move"] for row in rows(record(HOSTILE, "minimax"))]
    assert moves[1] == "'=1+1"
    assert '\'@x,"y"' in moves
    assert "''-a\\u202e" in moves


@given(st.text(alphabet=st.sampled_from("=+-@'ab1.\t＝")))
def test_taking_one_apostrophe_away_gives_the_text_back(text: str) -> None:
    written = cell(text)
    assert written.removeprefix("'") == text
    assert not written.startswith(tuple(set(FORMULA_STARTS) - {"'", "-"}))


def test_numbers_are_numbers() -> None:
    assert [cell(item) for item in (-3.0, 0.5, inf, -inf, True, None, 7, "-7", "-7.5")] == [
        "-3", "0.5", "inf", "-inf", "true", "", "7", "-7", "-7.5",
    ]  # fmt: skip


def test_a_step_knows_nothing_of_its_future() -> None:
    found = rows("sample:tree/nine-leaves", step=1)
    assert [row["state"] for row in found[:3]] == ["open", "now", "future"]
    assert {row["value"] for row in found} == {""}
    assert {row["alpha"] for row in found[5:]} == {""}


def test_boards_and_notes_are_columns_on_request() -> None:
    found = rows("sample:tictactoe/hebrew", boards=True, notes={1: "=look"})
    assert found[1]["note"] == "'=look"
    assert found[0]["board"].startswith(".OO/XXO/.X.")


def test_a_large_table_comes_piece_by_piece() -> None:
    trace = record("tictactoe:X......../", "alphabeta")
    selection = Selection(trace, WHOLE)
    found = list(pieces(selection))
    assert len(found) == len(selection) + 1
    assert sum(1 for _ in csv.reader(StringIO("".join(found)))) == len(selection) + 1
