"""Calls against n in a tab of the real window: Fibonacci, with and without a cache."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from plyscope_window.jobs.job import RUNNING_JOBS
from plyscope_window.pages.growth.size_page import SizePage, call_with_n
from plyscope_window.widgets import questions
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def page(window: Any) -> Any:
    QTest.keySequence(window, "Ctrl+Alt+N")
    settle(window)
    assert isinstance(window.page, SizePage)
    return window.page


def run(page: Any, qtbot: Any, first: int, last: int) -> None:
    page.form.first.setValue(first)
    page.form.last.setValue(last)
    page.form.run.click()
    qtbot.waitUntil(lambda: page.job is None)


@pytest.mark.full
def test_fibonacci_makes_the_calls_that_everybody_knows(window: Any, page: Any, qtbot: Any) -> None:
    assert "fib(0) to fib(20) of fibonacci" in page.form.description.text()
    run(page, qtbot, 8, 11)
    numbers = page.stack.numbers
    assert numbers.headings[:3] == ("n", "fib(n)", "calls")
    assert [row[:4] for row in numbers.rows] == [
        (8, "21", 67, 9),
        (9, "34", 109, 10),
        (10, "55", 177, 11),
        (11, "89", 287, 12),
    ]
    assert [row[5] for row in numbers.rows] == [15, 17, 19, 21]
    calls, time = (view.plot for view in page.stack.views)
    assert calls.scale.is_log
    assert time.scale.is_log
    assert [[mark.high for mark in series.marks] for series in calls.series] == [[67, 109, 177, 287], [15, 17, 19, 21]]
    assert all(mark.high > 0 for series in time.series for mark in series.marks)


@pytest.mark.full
def test_the_numbers_can_be_copied_and_the_plot_saved(
    window: Any, page: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page.form.cached.setChecked(False)
    run(page, qtbot, 3, 5)
    page.stack.copy_csv()
    rows = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
    assert [(row["n"], row["result"], row["calls"]) for row in rows] == [
        ("3", "2", "5"),
        ("4", "3", "9"),
        ("5", "5", "15"),
    ]
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: tmp_path / "plot.svg")
    page.stack.save_picture()
    assert "<svg" in (tmp_path / "plot.svg").read_text()


@pytest.mark.full
def test_a_run_over_the_limit_ends_the_measurement_with_a_reason(window: Any, page: Any, qtbot: Any) -> None:
    page.form.frames.setValue(100)
    page.form.cached.setChecked(False)
    run(page, qtbot, 5, 30)
    assert [row.n for row in page.measured[False]] == [5, 6, 7, 8, 9]
    assert page.form.status.text().startswith("n = 9 did not complete")


@pytest.mark.full
def test_an_invalid_call_or_file_is_reported(window: Any, page: Any, qtbot: Any) -> None:
    page.form.call.setText("fib(5)")
    run(page, qtbot, 0, 3)
    assert "{n}" in page.form.status.text()
    page.form.file.setText("sample:recursion/nothing")
    page.form.call.setText("fib({n})")
    run(page, qtbot, 0, 3)
    assert "there is no sample recursion/nothing" in page.form.status.text()


@pytest.mark.full
def test_it_can_be_stopped_and_closed_while_it_runs(window: Any, page: Any, qtbot: Any) -> None:
    page.form.call.setText("fib(20 + {n} * 0)")
    page.form.last.setValue(500)
    page.form.run.click()
    qtbot.waitUntil(lambda: len(page.measured[False]) > 1)
    page.form.stop.click()
    qtbot.waitUntil(lambda: page.job is None)
    kept = len(page.measured[False])
    assert 1 < kept < 500
    assert len(page.stack.numbers.rows) == kept
    page.form.run.click()
    settle(window)
    assert len(RUNNING_JOBS) == 1
    window.close_page(page)
    qtbot.waitUntil(lambda: not RUNNING_JOBS)


@pytest.mark.full
def test_it_begins_with_the_call_of_the_recording_in_front(window: Any) -> None:
    show(window, user_code_session(user_code_trace("hanoi", "hanoi(3)")))
    QTest.keySequence(window.canvas, "Ctrl+Alt+N")
    settle(window)
    assert window.page.form.call.text() == "hanoi({n})"
    assert window.page.form.file.text().endswith("hanoi.py")


@pytest.mark.parametrize(
    ("call", "expected"),
    [("fib(10)", "fib({n})"), ("a1(x, 3, 4)", "a1(x, {n}, 4)"), ("f('2', 5)", "f('2', {n})"), ("f(x)", "f(x)")],
)
def test_the_first_number_of_a_call_becomes_n(call: str, expected: str) -> None:
    assert call_with_n(call) == expected
