"""Two recordings beside each other."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.analysis.stats import as_csv, by_ply
from plyscope.model.conditions import parse
from plyscope_window.widgets.plots.beside import ComparePlots, compare_plots, numbers_beside

pytestmark = pytest.mark.qt

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
