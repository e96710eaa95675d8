"""Growth in a tab of the real window."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from plyscope_window.pages.editor.editor_page import edit

pytest.importorskip("PySide6.QtWidgets")

from plyscope.files.sources import load
from plyscope_window.jobs.job import RUNNING
from plyscope_window.pages.growth.growth_page import GrowthPage
from plyscope_window.widgets import questions
from plyscope_window.widgets.plots.plot import Kind
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def page(window: Any) -> Any:
    show(window, session_on("tictactoe:X../.../...", "alphabeta", depth=3))
    QTest.keySequence(window.canvas, "Ctrl+Shift+G")
    settle(window)
    assert isinstance(window.page, GrowthPage)
    return window.page


def run(page: Any, qtbot: Any, depth: int = 3, limit: int = 100_000) -> None:
    page.form.last.setValue(depth)
    page.form.limit.setValue(limit)
    page.form.run.click()
    qtbot.waitUntil(lambda: page.job is None, timeout=30_000)


def frames(page: Any, who: str) -> list[int]:
    return [one.frames for one in page.measured if one.who == who]


def test_searches_are_measured_and_drawn(window: Any, page: Any, qtbot: Any) -> None:
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Growth: tictactoe"
    assert page.stack.plots[0].is_empty
    run(page, qtbot, depth=4)
    # 8, 56, 336, 1680 moves below one X on the board; after four more the first games are over.
    assert frames(page, "minimax") == [9, 65, 401, 2081]
    assert len(page.measured) == 12
    points = [one for one in page.stack.plots[0].series if one.kind is Kind.POINTS]
    assert [len(one.marks) for one in points] == [4, 4, 4]
    assert "minimax: frames ≈" in page.form.state.text()
    assert page.form.run.isEnabled()


def test_it_goes_on_in_another_process_and_stops_with_what_there_is(window: Any, page: Any, qtbot: Any) -> None:
    page.form.last.setValue(60)
    page.form.limit.setValue(2_000_000_000)
    page.form.searches.clear()
    page.form.searches.add("alphabeta:order=reverse")
    page.position = load("connectfour:")
    page.form.run.click()
    qtbot.waitUntil(lambda: len(page.measured) >= 5, timeout=30_000)
    qtbot.waitUntil(lambda: "frames so far" in page.form.status.text(), timeout=30_000)
    assert page.job is not None
    page.form.stop.click()
    qtbot.waitUntil(lambda: page.job is None, timeout=30_000)
    kept = len(page.measured)
    assert 5 <= kept < 40
    assert len(page.stack.numbers.rows) == kept
    assert not RUNNING


def test_a_tab_that_is_closed_ends_its_process(window: Any, page: Any, qtbot: Any) -> None:
    page.form.last.setValue(60)
    page.form.limit.setValue(2_000_000_000)
    page.form.run.click()
    assert len(RUNNING) == 1
    window.close_tab()
    qtbot.waitUntil(lambda: not RUNNING, timeout=10_000)


def test_what_cannot_be_measured_is_said_and_one_can_try_again(window: Any, page: Any, qtbot: Any) -> None:
    page.position = load("tree:[[1,2],[3,4]]")
    run(page, qtbot)
    assert "has no value of its own" in page.form.status.text()
    page.position = load("tictactoe:")
    run(page, qtbot)
    assert page.form.status.text() == ""
    assert frames(page, "minimax") == [10, 82, 586]
    page.form.searches.clear()
    page.form.run.click()
    assert page.form.status.text() == "Tick at least one search."


def test_a_point_leads_to_its_row_and_the_numbers_go_along(
    page: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(page, qtbot)
    view = page.stack.views[0]
    point = next(one for one in view.geometry_now.placed if one.mark.title == "alphabeta, depth 3")
    view.choose(point)
    row = page.stack.table.currentIndex().row()
    assert page.stack.numbers.rows[row][:2] == ("alphabeta", 3)
    page.stack.buttons[0].click()
    read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
    assert [int(one["frames"]) for one in read if one["who"] == "minimax"] == frames(page, "minimax")
    monkeypatch.setattr(questions, "path_for", lambda *words: tmp_path / "growth.svg")
    page.stack.buttons[2].click()
    assert "Frames" in (tmp_path / "growth.svg").read_text()


def test_it_takes_the_position_that_is_edited_and_how_it_is_scored(window: Any) -> None:
    assert not window.actions_by_key["growth"].isEnabled()
    edit(window, load("connectfour:44"))
    settle(window)
    window.page.form.set_options({"algorithm": "alphabeta", "score": "lines", "depth": 4})
    window.actions_by_key["growth"].trigger()
    assert isinstance(window.page, GrowthPage)
    assert window.page.position.text == load("connectfour:44").text
    assert window.page.position.options["score"] == "lines"
    assert "depth" not in window.page.position.options
