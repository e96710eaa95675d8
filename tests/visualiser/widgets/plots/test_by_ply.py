"""What is counted at each ply, as plots: every mark leads to as many frames as it says."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.analysis.stats import by_ply
from plyscope.model.conditions import parse
from plyscope_window.widgets.plots.by_ply import MOST_PLACES, condition, grouped, plots_by_ply
from plyscope_window.widgets.plots.plot import Kind, Plot

pytestmark = pytest.mark.qt


def marks(plot: Plot) -> dict[str, list[tuple[float, float, float]]]:
    return {one.name: [(mark.place, mark.low, mark.high) for mark in one.marks] for one in plot.series}


def test_nine_leaves() -> None:
    frames, first_moves, branching, repeated = plots_by_ply(by_ply(record("sample:tree/nine-leaves")))
    titles = [plot.title for plot in (frames, first_moves, branching, repeated)]
    assert titles == ["Frames", "Cut by the first move tried", "Branching factor", "Repeated positions"]
    assert marks(frames) == {
        "inner frames": [(0, 0, 1), (1, 0, 3)],
        "leaves": [(2, 0, 5)],
        "cutoffs": [(1, 0, 2)],
        "pruned moves": [(2, 0, 4)],
    }
    assert marks(first_moves) == {"share of the cut frames": [(1, 0, 1)]}
    assert "100 %" in first_moves.remark
    assert marks(branching)["moves tried, on average"] == [(0, 0, 3), (1, 0, pytest.approx(5 / 3))]
    assert any(one.kind is Kind.CURVE and one.name == "effective: 2.37" for one in branching.series)
    assert marks(repeated) == {"for the first time": [(0, 0, 1), (1, 0, 3), (2, 0, 5)]}


@pytest.mark.parametrize("is_log", [False, True])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
def test_every_mark_leads_to_what_it_counts(algorithm: str, is_log: bool) -> None:
    trace = record("tictactoe:XO./.../...", algorithm)
    rows = by_ply(trace)
    plots = plots_by_ply(rows, is_log=is_log)
    seen = 0
    for plot in plots:
        for number, mark in plot.marks:
            frames = parse(mark.target).frames(trace)
            seen += 1
            series, amount = plot.series[number], mark.high - mark.low
            if series.name == "pruned moves":
                assert sum(trace.skips[frame] for frame in frames) == amount
            elif plot is plots[1]:
                assert len(frames) == rows[int(mark.place)]["first_move_cuts"]
            elif plot is plots[2]:
                assert len(frames) == rows[int(mark.place)]["inner"]
            else:
                assert len(frames) == amount, (plot.title, series.name, mark)
    assert seen > 20


def test_piles_stand_on_each_other_and_log_bars_beside() -> None:
    rows = by_ply(record("tictactoe:XO./.../...", "alphabeta"))
    piled, beside = (plots_by_ply(rows, is_log=is_log)[0] for is_log in (False, True))
    inner, leaves = ({mark.place: mark for mark in one.marks} for one in piled.series[:2])
    both = set(inner) & set(leaves)
    assert both
    assert all(leaves[place].low == inner[place].high for place in both)
    assert all(leaves[place].high == rows[int(place)]["frames"] for place in both)
    assert (piled.slots, beside.slots) == (1, 2)
    assert all(mark.low == 0 for _, mark in beside.marks)


def test_without_cuts_there_is_a_sentence_and_no_axis() -> None:
    plots = plots_by_ply(by_ply(record("tree:[[1,2],[3,4]]", "minimax")))
    assert plots[1].is_empty
    assert plots[1].remark == "Nothing was cut."
    alone = plots_by_ply(by_ply(record("tree:5")))
    assert alone[2].is_empty
    assert alone[2].remark == "No frame tried a move."


def test_unknown_positions_are_left_out() -> None:
    rows = [{**row, "repeated": None} for row in by_ply(record("tree:[1,2]"))]
    assert plots_by_ply(rows)[3].is_empty
    assert "not known" in plots_by_ply(rows)[3].remark


def test_unknown_cuts_are_left_out() -> None:
    unknown = {"cutoffs": None, "first_move_cuts": None, "first_move_cut_rate": None}
    plots = plots_by_ply([{**row, **unknown} for row in by_ply(record("tree:[[1,2],[3,4]]", "alphabeta"))])
    assert plots[1].is_empty
    assert "does not tell" in plots[1].remark
    assert "cutoffs" not in [series.name for series in plots[0].series]
    assert all("cutoffs" not in dict(mark.lines) for _, mark in plots[0].marks)


def test_deep_trees_share_places() -> None:
    deep: Any = record("tree:" + "[" * 1000 + "7" + "]" * 1000, "minimax")
    rows = by_ply(deep)
    shown = grouped(rows)
    assert len(shown) <= MOST_PLACES
    assert sum(row["frames"] for row in shown) == len(deep)
    assert (shown[0]["ply"], shown[-1]["last_ply"]) == (0, 1000)
    for row in shown[::50]:
        assert len(parse(condition(row, "inner")).frames(deep)) == row["inner"]
    assert plots_by_ply(rows)[0].places[1] == "3–5"
