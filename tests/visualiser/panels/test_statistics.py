"""The statistics: every mark leads to as many frames as it says, in the plots and by a click in the window."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.stats import as_csv, by_ply
from plyscope.model.conditions import parse
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.look import fonts, theme
from plyscope_window.panels import statistics
from plyscope_window.panels.statistics import (
    MAX_PLOT_PLACES,
    ComparePlots,
    compare_plots,
    compared_numbers,
    grouped_rows,
    plots_by_ply,
    row_condition,
)
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.widgets.plots.plot import Kind, Plot
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest

from tests.full_traces import record
from tests.visualiser.driving import panel, present_docks, session_on, show

pytestmark = pytest.mark.qt


@pytest.fixture(autouse=True)
def _fonts(qapp: Any) -> None:
    fonts.load()
    theme.use(theme.LIGHT)


def marks(plot: Plot) -> dict[str, list[tuple[float, float, float]]]:
    return {one.name: [(mark.place, mark.low, mark.high) for mark in one.marks] for one in plot.series}


def test_plots_of_nine_leaves() -> None:
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
def test_every_mark_finds_the_frames_that_it_counts(algorithm: str, is_log: bool) -> None:
    trace = record("tictactoe:XO./.../...", algorithm)
    rows = by_ply(trace)
    plots = plots_by_ply(rows, is_log=is_log)
    checked = 0
    for plot in plots:
        for number, mark in plot.marks:
            frames = parse(mark.target).frames(trace)
            checked += 1
            series, amount = plot.series[number], mark.high - mark.low
            if series.name == "pruned moves":
                assert sum(trace.skips[frame] for frame in frames) == amount
            elif plot is plots[1]:
                assert len(frames) == rows[int(mark.place)]["first_move_cuts"]
            elif plot is plots[2]:
                assert len(frames) == rows[int(mark.place)]["inner"]
            else:
                assert len(frames) == amount, (plot.title, series.name, mark)
    assert checked > 20


def test_bars_are_stacked_and_side_by_side_on_a_log_scale() -> None:
    rows = by_ply(record("tictactoe:XO./.../...", "alphabeta"))
    piled, beside = (plots_by_ply(rows, is_log=is_log)[0] for is_log in (False, True))
    inner, leaves = ({mark.place: mark for mark in one.marks} for one in piled.series[:2])
    both = set(inner) & set(leaves)
    assert both
    assert all(leaves[place].low == inner[place].high for place in both)
    assert all(leaves[place].high == rows[int(place)]["frames"] for place in both)
    assert (piled.slots, beside.slots) == (1, 2)
    assert all(mark.low == 0 for _, mark in beside.marks)


def test_without_cutoffs_there_is_a_sentence_and_no_axis() -> None:
    plots = plots_by_ply(by_ply(record("tree:[[1,2],[3,4]]", "minimax")))
    assert plots[1].is_empty
    assert plots[1].remark == "Nothing was cut."
    alone = plots_by_ply(by_ply(record("tree:5")))
    assert alone[2].is_empty
    assert alone[2].remark == "No frame tried a move."


def test_unknown_positions_are_omitted() -> None:
    rows = [{**row, "repeated": None} for row in by_ply(record("tree:[1,2]"))]
    assert plots_by_ply(rows)[3].is_empty
    assert "not known" in plots_by_ply(rows)[3].remark


def test_unknown_cutoffs_are_omitted() -> None:
    unknown = {"cutoffs": None, "cut_frames": None, "first_move_cuts": None, "first_move_cut_rate": None}
    plots = plots_by_ply([{**row, **unknown} for row in by_ply(record("tree:[[1,2],[3,4]]", "alphabeta"))])
    assert plots[1].is_empty
    assert "does not say" in plots[1].remark
    assert "cutoffs" not in [series.name for series in plots[0].series]
    assert all("cutoffs" not in dict(mark.lines) for _, mark in plots[0].marks)


def test_deep_trees_group_plies() -> None:
    deep: Any = record("tree:" + "[" * 1000 + "7" + "]" * 1000, "minimax")
    rows = by_ply(deep)
    shown = grouped_rows(rows)
    assert len(shown) <= MAX_PLOT_PLACES
    assert sum(row["frames"] for row in shown) == len(deep)
    assert (shown[0]["ply"], shown[-1]["last_ply"]) == (0, 1000)
    for row in shown[::50]:
        assert len(parse(row_condition(row, "inner")).frames(deep)) == row["inner"]
    assert plots_by_ply(rows)[0].places[1] == "3–5"


SOURCE = "tictactoe:XO./.../..."
NAMES = ("A", "B")


@pytest.fixture(scope="module")
def traces() -> Any:
    return record(SOURCE, "minimax"), record(SOURCE, "alphabeta")


@pytest.mark.parametrize("is_log", [False, True])
def test_every_bar_equals_the_number_of_its_recording(traces: Any, is_log: bool) -> None:
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


def test_quantities_that_neither_has_are_omitted() -> None:
    rows = by_ply(record("tree:[[1,2],[3,4]]", "minimax"))
    assert [plot.title for plot in compare_plots(rows, rows, NAMES)] == [
        "Frames", "Leaves", "Branching factor", "Effective branching factor, down to each ply",
    ]  # fmt: skip


def test_recordings_of_different_depths_and_their_table() -> None:
    a, b = (by_ply(record(SOURCE, "alphabeta", depth=depth)) for depth in (2, 4))
    plots = compare_plots(a, b, NAMES)
    assert plots[0].places == ("0", "1", "2", "3", "4")
    assert ("A", "–") in next(mark.lines for _, mark in plots[0].marks if mark.place == 4)
    numbers = compared_numbers(a, b, NAMES)
    assert [row[1:3] for row in numbers.rows][4] == (None, b[4]["frames"])
    assert [target.is_b for target in numbers.targets] == [False, False, False, True, True]
    read = list(csv.DictReader(StringIO(as_csv(numbers.csv))))
    assert [row["frames_a"] for row in read] == [*(str(row["frames"]) for row in a), "", ""]
    assert [row["frames_b"] for row in read] == [str(row["frames"]) for row in b]


def test_compare_plots_count_in_the_background_and_report_clicks(qtbot: Any, traces: Any) -> None:
    widget = ComparePlots(*traces, ("minimax", "alpha-beta"))
    qtbot.addWidget(widget)
    widget.resize(700, 900)
    widget.show()
    qtbot.waitUntil(lambda: widget.rows is not None)
    assert len(widget.stack.views) == 8
    requests: list[Any] = []
    widget.chosen.connect(requests.append)
    view = widget.stack.views[0]
    view.choose(next(one for one in view.geometry_now.placed if one.series == 1 and one.mark.place == 3))
    assert (requests[0].is_b, requests[0].condition) == (True, "ply == 3")
    widget.log.setChecked(True)
    assert widget.stack.views[0].plot.scale.is_log
    assert not widget.stack.views[4].plot.scale.is_log, "shares stay as they are"


def test_a_destroyed_widget_drops_its_answer(qtbot: Any, traces: Any) -> None:
    widget = ComparePlots(*traces, NAMES)
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert wait_for_all()
    QCoreApplication.processEvents()


# In the window


@pytest.fixture
def window(window: Any) -> Any:
    """High enough for all plots to be visible at once."""
    window.resize(1400, 2400)
    return window


@pytest.fixture
def opened(window: Any, qtbot: Any) -> Any:
    """The window with the statistics of a recording that is large enough to be counted in the background."""
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    return statistics_of(window, qtbot)


def statistics_of(window: Any, qtbot: Any) -> Any:
    """The panel, with the whole run."""
    window.docks.toggle("statistics")
    found = panel(window, "statistics")
    found.whole_run.setChecked(True)
    qtbot.waitUntil(lambda: found.rows is not None)
    qtbot.wait(1)
    return found


def click(view: Any, title: str) -> Any:
    """Somewhere in the bar where no point of a line is near."""
    geometry = view.geometry_now
    placed = next(one for one in geometry.placed if one.mark.title.startswith(title))
    area = placed.area
    spots = [
        area.center(),
        *(QPointF(area.left() + 2, area.top() + share * area.height()) for share in (0.3, 0.6, 0.9)),
    ]
    spot = next(spot.toPoint() for spot in spots if geometry.at(QPointF(spot.toPoint())) is placed)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    return placed.mark


def test_a_click_on_a_bar_finds_its_frames(window: Any, opened: Any) -> None:
    session, view = window.session, opened.stack.views[0]
    for title, name in (
        ("Leaves at ply 7", "leaves"),
        ("Inner frames at ply 6", "inner"),
        ("Cutoffs at ply 5", "cutoffs"),
    ):
        mark = click(view, title)
        ply = int(title[-1])
        assert len(session.matches) == by_ply(session.trace)[ply][name] == int(mark.high - mark.low) > 0
        assert window.find_bar.field.text() == session.condition == mark.target
        assert window.find_bar.message_line.text() in ("1 match so far", f"{session.known_matches:,} matches so far")
        assert session.cursor.step == session.matches[0]
        assert session.trace.plies[session.cursor.now.frame] == ply


def test_enter_on_a_mark_of_every_plot_finds_its_frames(window: Any, opened: Any) -> None:
    session, rows = window.session, by_ply(window.session.trace)
    for number, name in ((1, "first_move_cuts"), (2, "inner"), (3, "repeated")):
        view = opened.stack.views[number]
        placed = next(
            one for one in view.geometry_now.placed if one.mark.place == 5 and (number < 3 or one.series == 1)
        )
        view.setFocus()
        view.current = placed
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert len(session.matches) == rows[5][name] > 0


@pytest.mark.full
def test_the_find_bar_continues_from_the_first_match(window: Any, opened: Any) -> None:
    click(opened.stack.views[0], "Cutoffs at ply 5")
    first = window.session.cursor.step
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert window.session.cursor.step == window.session.matches[1] > first


def test_the_ply_of_the_cursor_is_marked(window: Any, opened: Any) -> None:
    session = window.session
    session.go(4)
    present_docks(window)
    assert session.inspected.ply == opened.stack.views[0].now == opened.stack.table.now == 4


def test_the_table_shows_the_same_numbers_and_finds_a_ply(window: Any, opened: Any) -> None:
    opened.stack.as_table.click()
    table, rows = opened.stack.table, by_ply(window.session.trace)
    assert table.isVisible()
    model = table.model()
    shown = [[model.index(row, place).data() for place in range(model.columnCount())] for row in range(len(rows))]
    assert [row[1] for row in shown] == [f"{row['frames']:,}" for row in rows]
    assert [row[-1] for row in shown] == [f"{row['repeated']:,}" for row in rows]
    assert shown[0][5] == "–", "nothing is cut at the root"
    table.setCurrentIndex(model.index(3, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert window.session.condition == "ply == 3"
    assert len(window.session.matches) == rows[3]["frames"]


def test_numbers_and_pictures_are_copied_and_saved(
    window: Any, opened: Any, answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = by_ply(window.session.trace)
    copy, save, draw = opened.stack.buttons
    copy.click()
    read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
    assert [int(row["pruned"]) for row in read] == [row["pruned"] for row in rows]
    assert window.statusBar().currentMessage() == "The numbers are copied."
    for button, name in ((save, "a.csv"), (draw, "a.png"), (draw, "a.svg")):
        monkeypatch.setattr(questions, "ask_new_path", lambda *words, name=name: tmp_path / name)
        button.click()
        assert (tmp_path / name).stat().st_size > 100
    assert (tmp_path / "a.csv").read_text() == QGuiApplication.clipboard().text()
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: tmp_path / "no" / "a.csv")
    save.click()
    assert "could not be saved" in answers.last
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: None)
    save.click()


@pytest.mark.full
def test_every_plot_is_copied_and_saved_separately(
    window: Any, opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = by_ply(window.session.trace)
    for view in opened.stack.views:
        copied, copied_numbers, saved, saved_numbers = opened.stack.menu_of(view.plot).actions()
        copied.trigger()
        assert not QGuiApplication.clipboard().image().isNull()
        for action, name in ((saved, "one.png"), (saved, "one.svg"), (saved_numbers, "one.csv")):
            monkeypatch.setattr(questions, "ask_new_path", lambda *words, name=name: tmp_path / name)
            action.trigger()
        assert view.plot.title in (tmp_path / "one.svg").read_text()
        copied_numbers.trigger()
        assert (tmp_path / "one.csv").read_text() == QGuiApplication.clipboard().text()
        read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
        if view.plot.title == "Frames":
            assert [row["ply"] for row in read] == [str(row["ply"]) for row in rows]
            assert [float(row["leaves"] or 0) for row in read] == [row["leaves"] for row in rows]


@pytest.mark.full
def test_the_menu_of_a_plot_opens_by_button_and_keyboard(opened: Any) -> None:
    view, places = opened.stack.views[0], list[Any]()
    view.menu_requested.disconnect()
    view.menu_requested.connect(places.append)
    view.menu_button.click()
    assert view.rect().contains(view.mapFromGlobal(places[0]))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(9, 9), view.mapToGlobal(QPoint(9, 9)))
    QGuiApplication.sendEvent(view, event)
    assert places[1] == view.mapToGlobal(QPoint(9, 9))


@pytest.mark.full
def test_nothing_is_counted_while_hidden(window: Any, qtbot: Any) -> None:
    first = show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = statistics_of(window, qtbot)
    window.docks.docks["statistics"].close()
    second = show(window, session_on("sample:tree/nine-leaves"))
    assert wait_for_all()
    assert (found.session, found.rows) == (second, None)
    window.docks.toggle("statistics")
    qtbot.waitUntil(lambda: found.rows is not None)
    assert len(found.rows) == 3
    assert first is not second


def test_counts_stop_at_the_cursor_on_the_scales_of_the_whole_run(window: Any, qtbot: Any) -> None:
    session = show(window, session_on("tree:[[3,12,8],[2,4,6],[14,5,2]]"))
    found = statistics_of(window, qtbot)
    found.whole_run.setChecked(False)
    scales = []
    for step, heading, inner, pruned in (
        (0, "Up to step 0 of 31", 1, 0), (15, "Up to step 15 of 31", 3, 0), (16, "Up to step 16 of 31", 3, 2),
        (31, "The whole run", 4, 2),
    ):  # fmt: skip
        session.go(step)
        present_docks(window)
        assert found.stack.words.text() == heading
        assert sum(row["inner"] for row in found.rows) == inner, step
        assert sum(row["pruned"] for row in found.rows) == pruned, step
        scales.append([plot.scale for plot in found.stack.plots])
    assert all(scale == scales[0] for scale in scales)
    session.go(0)
    found.whole_run.setChecked(True)
    assert found.rows == by_ply(session.trace)
    assert found.stack.words.text() == "The whole run"


@pytest.mark.full
def test_another_recording_is_shown_during_a_count(window: Any, qtbot: Any) -> None:
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = statistics_of(window, qtbot)
    show(window, session_on("tictactoe:.X./.../...", "alphabeta"))
    last = show(window, session_on("sample:tree/nine-leaves"))
    qtbot.waitUntil(lambda: found.rows is not None)
    wait_for_all()
    qtbot.wait(5)
    assert found.session is last
    assert len(found.rows) == 3


def test_a_large_recording_is_searched_in_the_background(
    window: Any, opened: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "MAX_FOREGROUND_FRAMES", 10)
    mark = click(opened.stack.views[0], "Leaves at ply 7")
    qtbot.waitUntil(lambda: window.session.condition == mark.target)
    assert len(window.session.matches) == int(mark.high - mark.low)
    assert window.find_bar.field.text() == mark.target


def test_of_a_large_recording_the_positions_are_counted_last(
    window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[list[str]] = []
    monkeypatch.setattr(statistics, "MAX_FOREGROUND_FRAMES", 10)
    real = statistics.StatisticsPanel._show_rows

    def noting(self: Any) -> None:
        real(self)
        shown.append([plot.remark for plot in self.stack.plots])

    monkeypatch.setattr(statistics.StatisticsPanel, "_show_rows", noting)
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = statistics_of(window, qtbot)
    qtbot.waitUntil(lambda: not found.is_counting)
    assert [remarks[3] == "Counting …" for remarks in shown] == [True, False]
    assert found.rows == by_ply(window.session.trace)


def test_typed_text_in_the_find_bar_is_kept(window: Any, opened: Any) -> None:
    window.find_bar.field.setText("ply ==")
    assert window.find_bar.is_waiting
    window.session.seek("cutoff")
    assert window.find_bar.field.text() == "ply =="


@pytest.mark.spread(2)
@pytest.mark.parametrize(("name", "last"), [("deepening", "branching"), ("mtdf", "bounds")])
def test_rounds_are_counted_up_to_the_step(window: Any, qtbot: Any, name: str, last: str) -> None:
    session = show(window, Session(record("tictactoe:X../.O./..X", algorithm=name, depth=3), "Rounds"))
    shown, trace = statistics_of(window, qtbot), session.trace
    shown.whole_run.setChecked(False)
    session.go(session.cursor.last_step)
    present_docks(window)
    assert shown.by_round.isVisibleTo(shown)
    shown.by_round.setChecked(True)
    assert [mark.high for _, mark in shown.stack.plots[0].marks] == [trace.sizes[frame] for frame in trace.rounds]
    assert shown.stack.numbers.headings[-1] == last
    assert shown.stack.plots[-1].title in ("Value and best move by depth", "Bounds of the value after each round")
    assert [mark.high for _, mark in shown.stack.plots[-1].marks][-1] == trace.value
    session.go(session.cursor.steps.enter(trace.rounds[1]) + 1)
    present_docks(window)
    assert [row[2] for row in shown.stack.numbers.rows] == [trace.sizes[trace.rounds[0]], 1 + 1]
    assert shown.stack.numbers.rows[1][3] is None
    for (_, mark), frame in zip(shown.stack.plots[0].marks, trace.rounds, strict=False):
        assert parse(mark.target).frames(trace).tolist() == list(range(frame, frame + trace.sizes[frame]))
    shown.by_round.setChecked(False)
    show(window, Session(record("tictactoe:X../.O./..X", algorithm="alphabeta", depth=2), "Plies"))
    assert not shown.by_round.isVisibleTo(shown)


@pytest.mark.full
def test_simulations_are_plotted_in_groups_up_to_the_step(window: Any, qtbot: Any) -> None:
    source = record("tictactoe:X../.O./..X", algorithm="mcts", simulations=330, seed=2)
    session = show(window, Session(source, "Simulations"))
    shown, trace = statistics_of(window, qtbot), session.trace
    shown.whole_run.setChecked(False)
    shown.by_round.setChecked(True)
    session.go(session.cursor.last_step)
    present_docks(window)
    means, visits = shown.stack.plots
    assert (means.title, visits.title) == ("Mean by simulations", "Visits of the best move")
    assert [mark.title for _, mark in means.marks] == [*map(str, range(20, 330, 20)), "330"]
    assert [mark.high for _, mark in means.marks][-1] == trace.value
    second = [mark.target for _, mark in means.marks][1]
    assert parse(second).frames(trace).tolist() == list(range(trace.rounds[20], trace.rounds[40]))
    assert shown.stack.numbers.rows[-1][0] == 330
    session.go(session.cursor.steps.enter(trace.rounds[29]))
    present_docks(window)
    assert [row[0] for row in shown.stack.numbers.rows] == [20, 29]
    session.go(0)
    present_docks(window)
    assert shown.stack.plots[0].remark == "No simulation has come to its end."
    show(window, Session(record('tree:{"chance":[[0.5,[1,5]],[0.5,2]]}', algorithm="mcts", simulations=9), "Chance"))
    shown.by_round.setChecked(True)
    present_docks(window)
    assert [plot.title for plot in shown.stack.plots] == ["Mean by simulations"]
    shown.by_round.setChecked(False)
