"""What a person sees while a recording is made, on real recordings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import Message
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.look.theme import DARK, LIGHT, theme, use
from plyscope_window.pages.record.recording_page import RecordingPage, ShareBar, record
from PySide6.QtCore import Qt

from tests.visualiser.driving import session_on, show

pytestmark = [pytest.mark.qt, pytest.mark.own_window]

LONG = load("connectfour:")


@pytest.fixture
def page(qtbot: Any, tmp_path: Path) -> Iterator[RecordingPage]:
    use(LIGHT)
    made = RecordingPage(Recording(Recovery(tmp_path / "recovery"), ask_at=30_000), "Empty board")
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    yield made
    made.recording.abandon()


def number_in(page: RecordingPage) -> int:
    return int(page.amount.text().replace(",", ""))


def test_it_counts_asks_and_stops(qtbot: Any, page: RecordingPage) -> None:
    recording = page.recording
    assert "Estimating" in page.headline.text()
    assert page.share.maximum() == 0, "nobody knows yet"
    with qtbot.waitSignal(recording.asked):
        recording.record(LONG, {"depth": 30})
    assert number_in(page) == recording.frames >= 30_000
    assert page.question.isVisible()
    assert not any(button.hasFocus() for button in (page.go_on, page.cancel, page.discard))
    assert f"{recording.frames:,}" in page.question.text()
    assert "frames a second" in page.pace_label.text()
    with qtbot.waitSignal(recording.asked):
        qtbot.mouseClick(page.go_on, Qt.MouseButton.LeftButton)
        assert not page.question.isVisible()
        assert not page.go_on.isVisible()
        assert page.headline.text() == "Recording"
    assert number_in(page) >= 60_000
    with qtbot.waitSignal(recording.finished):
        qtbot.keyClick(page.cancel, Qt.Key.Key_Space)
        assert "Stopping" in page.headline.text()
        assert not page.cancel.isEnabled()
    assert "Saving" in page.headline.text()
    pace = page.pace_label.text()
    recording.progressed.emit(recording.frames, 1000.0)
    qtbot.wait(150)
    assert ("Saving" in page.headline.text(), page.pace_label.text()) == (True, pace), "it stands still"
    assert number_in(page) == recording.frames


def test_figures_change_ten_times_a_second_at_most(
    qtbot: Any, page: RecordingPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    monkeypatch.setattr(page, "_present_share", lambda frames, estimate: shown.append(frames))
    for frames in range(500):
        page.recording.frames = frames
        page.recording.progressed.emit(frames, 0.0)
    assert shown == [0]
    qtbot.waitUntil(lambda: len(shown) == 2)
    assert shown == [0, 499], "the last is not forgotten"


def test_the_share_follows_the_estimate(page: RecordingPage) -> None:
    recording = page.recording
    recording.estimate, recording.frames, recording.seconds = 549946.0, 109989, 75.0
    page.present()
    assert (page.share.value(), page.share.maximum()) == (200, 1000)
    assert page.expected.text() == "20 % of the estimate of 549,946 frames"
    assert page.pace_label.text() == "1:15 · 1,500 frames a second"
    recording.frames = 549_946
    page.present()
    assert page.expected.text() == "100 % of the estimate of 549,946 frames"
    recording.estimate, recording.frames = 549945.6, 549_946
    page.present()
    assert page.expected.text() == "100 % of the estimate of 549,946 frames"
    recording.estimate, recording.frames = 549946.0, 600_000
    page.present()
    assert page.share.maximum() == 0
    assert page.expected.text() == "more than the estimate of 549,946 frames"


def test_the_bar_fills_from_where_reading_begins_and_is_not_yellow(qtbot: Any, page: RecordingPage) -> None:
    bar = ShareBar()
    qtbot.addWidget(bar)
    bar.resize(200, 8)
    bar.show_share(0.5)
    for direction, full in ((Qt.LayoutDirection.LeftToRight, 50), (Qt.LayoutDirection.RightToLeft, 150)):
        bar.setLayoutDirection(direction)
        picture = bar.grab().toImage()
        assert picture.pixelColor(full, 4) == theme().ink
        assert picture.pixelColor(200 - full, 4) == theme().hairline


def test_it_follows_the_theme(page: RecordingPage) -> None:
    before = page.subject.palette().windowText().color()
    use(DARK)
    try:
        assert page.subject.palette().windowText().color() == DARK.quiet != before
    finally:
        use(LIGHT)


def test_a_low_window_or_long_words_hide_nothing(page: RecordingPage) -> None:
    use(LIGHT, 1.5)
    try:
        fitting = Message("depth {depth} fits, with about {frames} frames", depth=9, frames="1.2 million")
        page._show_question(20_000_000, fitting)
        page.resize(page.minimumSizeHint().width(), 480)
        for label in (page.headline, page.amount, page.question, page.pace_label):
            assert label.height() >= label.heightForWidth(label.width()) or not label.wordWrap()
            assert page.rect().contains(label.geometry().translated(label.parentWidget().pos()))
    finally:
        use(LIGHT)


def test_what_takes_long_comes_forward_with_nothing_to_press_by_mistake(qtbot: Any, window: Any) -> None:
    start = window.page
    recording = record(window, load("connectfour:"), {"depth": 9})
    held = next(page for page in window.pages if isinstance(page, RecordingPage))
    assert window.page is start
    recording.estimate = 1e6
    recording.progressed.emit(1000, 0.1)
    assert window.page is held
    assert not held.subject.isWindow()
    qtbot.waitUntil(lambda: held.share.hasFocus())
    qtbot.keyClick(held.share, Qt.Key.Key_Space)
    qtbot.keyClick(held.share, Qt.Key.Key_Return)
    assert recording.is_running
    assert not recording.is_cancelled
    window.close_page(held)


@pytest.mark.full
def test_it_does_not_come_forward_over_another_tab(qtbot: Any, window: Any) -> None:
    record(window, load("sample:tree/nine-leaves"), {})
    show(window, session_on("sample:tree/textbook"))
    front = window.page
    qtbot.waitUntil(lambda: sum(page.session is not None for page in window.pages) == 2)
    assert window.page is front
