"""The statistics in the window: a click on a bar finds as many frames as the bar is high."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.analysis.stats import by_ply
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.widgets import questions
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest

from tests.visualiser.driving import panel, present_docks, session_on, show

pytestmark = pytest.mark.qt


@pytest.fixture
def window(window: Any) -> Any:
    """High enough for all plots to be visible at once."""
    window.resize(1400, 2400)
    return window


@pytest.fixture
def opened(window: Any, qtbot: Any) -> Any:
    """The window with the statistics of a recording that is large enough to be counted in the background."""
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    return seen(window, qtbot)


def seen(window: Any, qtbot: Any) -> Any:
    window.docks.toggle("statistics")
    found = panel(window, "statistics")
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
        assert window.find_bar.message_line.text().startswith(f"{len(session.matches):,}")
        assert session.cursor.step == session.matches[0]
        assert session.trace.plies[session.cursor.now.frame] == ply


def test_every_plot_leads_to_frames(window: Any, opened: Any) -> None:
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


def test_the_find_bar_goes_on_from_there(window: Any, opened: Any) -> None:
    click(opened.stack.views[0], "Cutoffs at ply 5")
    first = window.session.cursor.step
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert window.session.cursor.step == window.session.matches[1] > first


def test_the_ply_at_work_is_marked(window: Any, opened: Any) -> None:
    session = window.session
    session.go(4)
    present_docks(window)
    assert session.inspected.ply == opened.stack.views[0].now == opened.stack.table.now == 4


def test_the_table_shows_the_same_and_leads_to_a_ply(window: Any, opened: Any) -> None:
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


def test_numbers_and_pictures_are_taken_along(
    window: Any, opened: Any, answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = by_ply(window.session.trace)
    copy, save, draw = opened.stack.buttons
    copy.click()
    read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
    assert [int(row["pruned"]) for row in read] == [row["pruned"] for row in rows]
    assert window.statusBar().currentMessage() == "The numbers are copied."
    for button, name in ((save, "a.csv"), (draw, "a.png"), (draw, "a.svg")):
        monkeypatch.setattr(questions, "path_for", lambda *words, name=name: tmp_path / name)
        button.click()
        assert (tmp_path / name).stat().st_size > 100
    assert (tmp_path / "a.csv").read_text() == QGuiApplication.clipboard().text()
    monkeypatch.setattr(questions, "path_for", lambda *words: tmp_path / "no" / "a.csv")
    save.click()
    assert "could not be saved" in answers.last
    monkeypatch.setattr(questions, "path_for", lambda *words: None)
    save.click()


def test_every_plot_is_taken_along_by_itself(
    window: Any, opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = by_ply(window.session.trace)
    for view in opened.stack.views:
        copied, copied_numbers, saved, saved_numbers = opened.stack.menu_of(view.plot).actions()
        copied.trigger()
        assert not QGuiApplication.clipboard().image().isNull()
        for action, name in ((saved, "one.png"), (saved, "one.svg"), (saved_numbers, "one.csv")):
            monkeypatch.setattr(questions, "path_for", lambda *words, name=name: tmp_path / name)
            action.trigger()
        assert view.plot.title in (tmp_path / "one.svg").read_text()
        copied_numbers.trigger()
        assert (tmp_path / "one.csv").read_text() == QGuiApplication.clipboard().text()
        read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
        if view.plot.title == "Frames":
            assert [row["ply"] for row in read] == [str(row["ply"]) for row in rows]
            assert [float(row["leaves"] or 0) for row in read] == [row["leaves"] for row in rows]


def test_a_plot_asks_for_its_menu_by_its_button_and_by_the_keyboard(opened: Any) -> None:
    view, asked = opened.stack.views[0], list[Any]()
    view.menu_requested.disconnect()
    view.menu_requested.connect(asked.append)
    view.menu_button.click()
    assert view.rect().contains(view.mapFromGlobal(asked[0]))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(9, 9), view.mapToGlobal(QPoint(9, 9)))
    QGuiApplication.sendEvent(view, event)
    assert asked[1] == view.mapToGlobal(QPoint(9, 9))


def test_nothing_is_counted_that_nobody_sees(window: Any, qtbot: Any) -> None:
    first = show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = seen(window, qtbot)
    window.docks.docks["statistics"].hide()
    second = show(window, session_on("sample:tree/nine-leaves"))
    assert wait_for_all()
    assert (found.session, found.rows) == (second, None)
    window.docks.docks["statistics"].show()
    qtbot.waitUntil(lambda: found.rows is not None)
    assert len(found.rows) == 3
    assert first is not second


def test_turning_away_while_it_counts(window: Any, qtbot: Any) -> None:
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = seen(window, qtbot)
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
    from plyscope_window.panels import statistics

    monkeypatch.setattr(statistics, "SMALL", 10)
    mark = click(opened.stack.views[0], "Leaves at ply 7")
    qtbot.waitUntil(lambda: window.session.condition == mark.target)
    assert len(window.session.matches) == int(mark.high - mark.low)
    assert window.find_bar.field.text() == mark.target


def test_of_a_large_recording_the_positions_are_counted_last(
    window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plyscope_window.panels import statistics

    shown: list[list[str]] = []
    monkeypatch.setattr(statistics, "SMALL", 10)
    real = statistics.StatisticsPanel._show_rows

    def noting(self: Any) -> None:
        real(self)
        shown.append([plot.remark for plot in self.stack.plots])

    monkeypatch.setattr(statistics.StatisticsPanel, "_show_rows", noting)
    show(window, session_on("tictactoe:X../.../...", "alphabeta"))
    found = seen(window, qtbot)
    qtbot.waitUntil(lambda: not found.is_counting)
    assert [remarks[3] == "Counting …" for remarks in shown] == [True, False]
    assert found.rows == by_ply(window.session.trace)


def test_what_is_being_typed_is_left_alone(window: Any, opened: Any) -> None:
    window.find_bar.field.setText("ply ==")
    assert window.find_bar.is_waiting
    window.session.seek("cutoff")
    assert window.find_bar.field.text() == "ply =="
