"""The statistics of one recording and of two as plots: every mark leads to as many frames as it says."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.analysis.stats import as_csv, by_ply
from plyscope.model.conditions import parse
from plyscope_window.panels.statistics_plots import (
    MAX_PLACES,
    ComparePlots,
    compare_plots,
    condition,
    grouped,
    numbers_beside,
    plots_by_ply,
)
from plyscope_window.widgets.plots.plot import Kind, Plot

pytestmark = pytest.mark.qt


@pytest.fixture(autouse=True)
def _fonts(qapp: Any) -> None:
    from plyscope_window.look import fonts, theme

    fonts.load()
    theme.use(theme.LIGHT)


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
    assert "does not say" in plots[1].remark
    assert "cutoffs" not in [series.name for series in plots[0].series]
    assert all("cutoffs" not in dict(mark.lines) for _, mark in plots[0].marks)


def test_deep_trees_share_places() -> None:
    deep: Any = record("tree:" + "[" * 1000 + "7" + "]" * 1000, "minimax")
    rows = by_ply(deep)
    shown = grouped(rows)
    assert len(shown) <= MAX_PLACES
    assert sum(row["frames"] for row in shown) == len(deep)
    assert (shown[0]["ply"], shown[-1]["last_ply"]) == (0, 1000)
    for row in shown[::50]:
        assert len(parse(condition(row, "inner")).frames(deep)) == row["inner"]
    assert plots_by_ply(rows)[0].places[1] == "3–5"


SOURCE = "tictactoe:XO./.../..."
NAMES = ("A", "B")


@pytest.fixture(scope="module")
def traces() -> Any:
    return record(SOURCE, "minimax"), record(SOURCE, "alphabeta")


@pytest.mark.parametrize("is_log", [False, True])
def test_every_bar_is_a_number_of_its_recording(traces: Any, is_log: bool) -> None:
    rows = [by_ply(trace) for trace in traces]
    plots = compare_plots(*rows, NAMES, is_log=is_log)
    assert [plot.title for plot in plots] == [
        "Frames", "Leaves", "Cutoffs", "Pruned moves", "Cut by the first move tried", "Branching factor",
        "Effective branching factor, down to each ply", "Frames on positions seen before",
    ]  # fmt: skip
    for plot in plots:
        for number, mark in plot.marks:
            assert mark.target.is_b == bool(number)
            found = parse(mark.target.condition).frames(traces[number])
            if plot.title in ("Frames", "Leaves", "Cutoffs", "Frames on positions seen before"):
                assert len(found) == mark.high
    frames = {(number, mark.place): mark for number, mark in plots[0].marks}
    assert frames[0, 2].high == rows[0][2]["frames"]
    assert dict(frames[1, 2].lines) == {"ply": "2", "A": str(rows[0][2]["frames"]), "B": str(rows[1][2]["frames"])}
    assert {number for number, _ in plots[2].marks} == {1}, "minimax cuts nothing"


def test_what_neither_has_is_left_out() -> None:
    rows = by_ply(record("tree:[[1,2],[3,4]]", "minimax"))
    assert [plot.title for plot in compare_plots(rows, rows, NAMES)] == [
        "Frames", "Leaves", "Branching factor", "Effective branching factor, down to each ply",
    ]  # fmt: skip


def test_recordings_of_different_depths_and_their_table() -> None:
    a, b = (by_ply(record(SOURCE, "alphabeta", depth=depth)) for depth in (2, 4))
    plots = compare_plots(a, b, NAMES)
    assert plots[0].places == ("0", "1", "2", "3", "4")
    assert ("A", "–") in next(mark.lines for _, mark in plots[0].marks if mark.place == 4)
    numbers = numbers_beside(a, b, NAMES)
    assert [row[1:3] for row in numbers.rows][4] == (None, b[4]["frames"])
    assert [target.is_b for target in numbers.targets] == [False, False, False, True, True]
    read = list(csv.DictReader(StringIO(as_csv(numbers.csv))))
    assert [row["frames_a"] for row in read] == [*(str(row["frames"]) for row in a), "", ""]
    assert [row["frames_b"] for row in read] == [str(row["frames"]) for row in b]


def test_the_widget_counts_by_itself_and_says_what_was_clicked(qtbot: Any, traces: Any) -> None:
    widget = ComparePlots(*traces, ("minimax", "alpha-beta"))
    qtbot.addWidget(widget)
    widget.resize(700, 900)
    widget.show()
    qtbot.waitUntil(lambda: widget.rows is not None)
    assert len(widget.stack.views) == 8
    heard: list[Any] = []
    widget.chosen.connect(heard.append)
    view = widget.stack.views[0]
    view.choose(next(one for one in view.geometry_now.placed if one.series == 1 and one.mark.place == 3))
    assert (heard[0].is_b, heard[0].condition) == (True, "ply == 3")
    widget.log.setChecked(True)
    assert widget.stack.views[0].plot.scale.is_log
    assert not widget.stack.views[4].plot.scale.is_log, "shares stay as they are"


def test_a_widget_that_is_gone_wants_no_answer(qtbot: Any, traces: Any) -> None:
    from plyscope_window.jobs.background import wait_for_all
    from PySide6.QtCore import QCoreApplication, QEvent

    widget = ComparePlots(*traces, NAMES)
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert wait_for_all()
    QCoreApplication.processEvents()
