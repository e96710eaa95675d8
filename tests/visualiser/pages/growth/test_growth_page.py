"""Growth in a tab of the real window."""

from __future__ import annotations

import csv
from io import StringIO
from math import log10
from pathlib import Path
from typing import Any

import plyscope
import pytest
from plyscope.analysis.growth import Measured, growths
from plyscope.analysis.stats import as_csv
from plyscope.files.sources import load
from plyscope_window.jobs.job import RUNNING_JOBS
from plyscope_window.look.theme import theme
from plyscope_window.pages.editor.editor_page import edit_position
from plyscope_window.pages.growth.growth_page import GrowthForm, GrowthPage, fit_sentence, growth_numbers, growth_plots
from plyscope_window.widgets import questions
from plyscope_window.widgets.plots.plot import Kind
from PySide6.QtCore import Qt
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
    qtbot.waitUntil(lambda: page.job is None)


def frames(page: Any, who: str) -> list[int]:
    return [one.frames for one in page.measured if one.who == who]


@pytest.mark.full
def test_searches_are_measured_and_drawn(window: Any, page: Any, qtbot: Any) -> None:
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Growth: tictactoe"
    assert page.stack.plots[0].is_empty
    run(page, qtbot, depth=4)
    # 8, 56, 336, 1680 moves below one X on the board; after four more the first games are over.
    assert frames(page, "minimax") == [9, 65, 401, 2081]
    assert len(page.measured) == 12
    points = [one for one in page.stack.plots[0].series if one.kind is Kind.POINTS]
    assert [len(one.marks) for one in points] == [4, 4, 4]
    assert "minimax: frames ≈" in page.form.results.text()
    assert page.form.run.isEnabled()


def test_it_runs_in_another_process_and_keeps_results_when_stopped(window: Any, page: Any, qtbot: Any) -> None:
    page.form.last.setValue(60)
    page.form.limit.setValue(2_000_000_000)
    page.form.searches.set_rows([])
    page.form.searches.add("alphabeta:order=reverse")
    page.position = load("connectfour:")
    page.form.run.click()
    qtbot.waitUntil(lambda: len(page.measured) >= 5)
    qtbot.waitUntil(lambda: "frames so far" in page.form.status.text())
    assert page.job is not None
    page.form.stop.click()
    qtbot.waitUntil(lambda: page.job is None)
    kept = len(page.measured)
    assert 5 <= kept < 40
    assert len(page.stack.numbers.rows) == kept
    assert not RUNNING_JOBS


def test_a_tab_that_is_closed_ends_its_process(window: Any, page: Any, qtbot: Any) -> None:
    page.form.last.setValue(60)
    page.form.limit.setValue(2_000_000_000)
    page.form.run.click()
    assert len(RUNNING_JOBS) == 1
    window.close_tab()
    qtbot.waitUntil(lambda: not RUNNING_JOBS)


@pytest.mark.full
def test_a_failed_measurement_is_reported_and_can_be_repeated(window: Any, page: Any, qtbot: Any) -> None:
    page.position = load("tree:[[1,2],[3,4]]")
    run(page, qtbot)
    assert "has no value of its own" in page.form.status.text()
    page.position = load("tictactoe:")
    run(page, qtbot)
    assert page.form.status.text() == ""
    assert frames(page, "minimax") == [10, 82, 586]
    page.form.searches.set_rows([])
    page.form.run.click()
    assert page.form.status.text() == "Tick at least one search."


@pytest.mark.full
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
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: tmp_path / "growth.svg")
    page.stack.buttons[2].click()
    assert "Frames" in (tmp_path / "growth.svg").read_text()


def test_it_takes_the_position_that_is_edited_and_how_it_is_scored(window: Any) -> None:
    assert not window.actions_by_key["growth"].isEnabled()
    edit_position(window, load("connectfour:44"))
    settle(window)
    window.page.form.set_options({"algorithm": "alphabeta", "score": "lines", "depth": 4})
    window.actions_by_key["growth"].trigger()
    assert isinstance(window.page, GrowthPage)
    assert window.page.position.text == load("connectfour:44").text
    assert window.page.position.options["score"] == "lines"
    assert "depth" not in window.page.position.options


@pytest.fixture
def form(qtbot: Any) -> Any:
    made = GrowthForm(plyscope.load("connectfour:4453"))
    qtbot.addWidget(made)
    made.show()
    return made


def names(form: Any) -> list[str]:
    return list(form.searches.rows.rows)


def test_the_usual_searches_are_ticked(form: Any) -> None:
    assert form.searches.ticked_searches == ("minimax", "alphabeta", "alphabeta:order=center")
    assert {"pvs", "negamax", "tutorial-depth"} <= set(names(form))
    assert "hexline-project" not in names(form)
    assert form.depths == (1, 6)


def test_another_search_is_added_once_and_ticked(form: Any) -> None:
    for _ in range(2):
        form.other_search.setText(" alphabeta:order=best,cut='>' ")
        QTest.keyClick(form.other_search, Qt.Key.Key_Return)
    assert names(form).count("alphabeta:order=best,cut='>'") == 1
    assert form.searches.ticked_searches[-1] == "alphabeta:order=best,cut='>'"
    assert form.other_search.text() == form.status.text() == ""


def test_what_is_no_search_is_refused_in_words(form: Any) -> None:
    before = names(form)
    for typed, words in (
        ("", "the name is missing"),
        ("nonsense", "nonsense is not an algorithm"),
        ("pvs:depth=3", "together"),
    ):
        form.other_search.setText(typed)
        form.add.click()
        assert words in form.status.text()
    assert names(form) == before


def test_depths_the_wrong_way_round(form: Any) -> None:
    form.first.setValue(5)
    form.last.setValue(2)
    assert form.depths == (2, 5)


def test_nothing_but_stopping_while_it_runs(form: Any) -> None:
    form.show_running(True)
    enabled = [
        one for one in (form.searches, form.other_search, form.add, form.first, form.limit, form.run) if one.isEnabled()
    ]
    assert enabled == []
    assert form.stop.isEnabled()
    form.show_running(False)
    assert form.run.isEnabled()
    assert not form.stop.isEnabled()


def test_yellow_is_not_used_for_the_current_row(form: Any) -> None:
    picture = form.searches.viewport().grab().toImage()
    shown = {picture.pixel(x, y) for x in range(0, picture.width(), 4) for y in range(picture.height())}
    assert theme().band.rgb() in shown
    assert theme().now.rgb() not in shown


def measured(who: str, depth: int, frames: int, complete: bool = True) -> Measured:
    return Measured(who, depth, frames, frames // 2, 0, frames / 1000, complete, False, None)


SEARCHES = ("a", "b")
FOUND = growths(
    [
        *(measured("a", depth, 5 * 3**depth) for depth in range(1, 5)),
        *(measured("b", depth, 2 * 2**depth) for depth in range(1, 4)),
        measured("a", 5, 500, complete=False),
    ],
    SEARCHES,
    (1, 6),
)


def test_points_and_fitted_lines() -> None:
    frames, time = growth_plots(FOUND, (1, 6))
    assert frames.scale.is_log
    assert time.scale.is_log
    assert frames.places == ("1", "2", "3", "4", "5", "6")
    points = [one for one in frames.series if one.kind is Kind.POINTS]
    assert [one.name for one in points] == ["a: × 3 a ply", "b: × 2 a ply", "stopped at the limit"]
    assert len({one.marker for one in points}) == 3
    assert [(mark.place, mark.high) for mark in points[0].marks] == [(0, 15), (1, 45), (2, 135), (3, 405)]
    assert [(mark.place, mark.high) for mark in points[2].marks] == [(4, 500)]
    curves = [one for one in frames.series if one.kind is Kind.CURVE]
    assert [(mark.place, mark.high) for mark in curves[0].marks] == [
        (0, pytest.approx(15)),
        (5, pytest.approx(5 * 3**6)),
    ]
    steps = [log10(mark.high) for mark in curves[1].marks]
    assert steps[-1] - steps[0] == pytest.approx(5 * log10(2)), "a straight line on this scale"


def test_the_sentences_about_growth() -> None:
    assert fit_sentence(FOUND[0]) == "a: frames ≈ 5 · 3^depth, R² 1.0000; more frames than the limit"
    assert fit_sentence(FOUND[1]) == "b: frames ≈ 2 · 2^depth, R² 1.0000"
    assert fit_sentence(growths([], ("c",), (1, 6))[0]) == "c: too few depths to fit a line to"


def test_the_table() -> None:
    numbers = growth_numbers(FOUND)
    assert [row[:3] for row in numbers.rows][:5] == [
        ("a", 1, 15),
        ("a", 2, 45),
        ("a", 3, 135),
        ("a", 4, 405),
        ("a", 5, 500),
    ]
    assert numbers.rows[4][-1] == "more frames than the limit"
    assert [row["who"] for row in csv.DictReader(StringIO(as_csv(numbers.csv)))] == ["a"] * 5 + ["b"] * 3


def test_before_anything_is_measured() -> None:
    plots = growth_plots(growths([], SEARCHES, (1, 3)), (1, 3))
    assert all(plot.is_empty and plot.remark == "Nothing has been measured yet." for plot in plots)
