"""The list of steps: any number of them, and the search of their sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.text.narration import sentence
from plyscope_window.panels import steps
from plyscope_window.panels.steps import StepsPanel
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import row_height
from plyscope_window.words import localized
from PySide6.QtCore import QPoint, Qt

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return StepsPanel()


def test_the_step_of_the_cursor_is_always_visible(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    for step in (0, 5, 900, 901, 400, session.cursor.last_step, 3):
        session.go(step)
        top = panel.list.verticalScrollBar().value()
        assert top <= session.cursor.step < top + panel.list.visible_row_count()
        assert panel.list.accessibleDescription() == localized(sentence(session.trace, session.cursor.now))


def test_what_is_not_known_yet_takes_no_room_of_the_steps_before(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("alpha-beta")
    session.go(500)
    show(panel, session, height=60)
    panel.resize(320, 300)
    for step in (500, 501, 900):
        session.go(step)
        assert panel.list.verticalScrollBar().value() == step + 1 - panel.list.visible_row_count()
    session.show_future(Future.WHOLE)
    panel.present()
    assert panel.list.verticalScrollBar().value() > 901 - panel.list.visible_row_count()


def test_an_incomplete_recording_says_so_after_its_last_step(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("cut short")
    show(panel, session, width=260)
    assert panel.list.ending == "The recording ends here: it was cut short by the limit of 60 frames."
    beginning = panel.list.accessibleDescription()
    assert "ends here" not in beginning
    session.go(session.cursor.last_step)
    assert panel.list.accessibleDescription().endswith(panel.list.ending)
    top, rows = panel.list.verticalScrollBar().value(), panel.list.visible_row_count()
    below = session.cursor.steps.count - top
    assert 0 < below < rows, "there is room under the last step"
    assert ink_rows(panel, below, rows), "and it is written there"
    whole = open_session("by hand")
    panel.attach(whole)
    assert panel.list.ending == ""
    assert not ink_rows(panel, whole.cursor.steps.count, whole.cursor.steps.count + 2)


def ink_rows(panel: Any, first: int, end: int) -> bool:
    """Whether anything is painted between two rows."""
    picture = panel.list.viewport().grab().toImage()
    colours = {
        picture.pixelColor(x, y).name()
        for y in range(first * row_height() + 2, min(picture.height(), end * row_height()))
        for x in range(2, picture.width(), 2)
    }
    return len(colours) > 1


def test_a_recording_that_was_stopped_says_after_how_many_frames(panel: Any, show: Callable[..., Any]) -> None:
    trace = record("connectfour:", depth=12, progress=lambda frames: False)
    assert not trace.complete
    show(panel, Session(trace, "stopped"))
    assert panel.list.ending == f"The recording ends here: it was stopped after {len(trace):,} frames."


def test_sentences_are_made_only_for_visible_rows(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    session.go(1000)
    panel.grab()
    assert len(panel.list._sentences) < 4 * panel.list.visible_row_count()


def test_a_click_explains_a_step_and_a_double_click_and_enter_go_there(
    panel: Any, shown: Callable[..., Any], qtbot: Any
) -> None:
    session = shown("by hand")
    place = QPoint(100, int(row_height() * 4.5))
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (session.cursor.step, session.selected) == (0, session.cursor.steps.at(4).frame)
    qtbot.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.cursor.step == 4
    for _ in range(3):
        qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert (panel.list.at, session.cursor.step) == (7, 4)
    assert session.selected == session.cursor.steps.at(7).frame
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert session.cursor.step == 7


def test_text_is_found_forwards_and_backwards(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    trace, steps = session.trace, session.cursor.steps
    texts = [str(sentence(trace, steps.at(number))) for number in range(steps.count)]
    expected = [number for number, text in enumerate(texts) if "nothing changes" in text]
    panel.field.setText("NOTHING changes")
    found = []
    for _ in expected:
        qtbot.keyClick(panel.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: panel.search.is_over)
        found.append(session.cursor.step)
    assert found == expected
    qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.search.is_over)
    assert panel.answer.text() == "Not found between here and the last step."
    qtbot.keyClick(panel.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: panel.search.is_over)
    assert session.cursor.step == expected[-2]


def test_a_second_press_continues_a_limited_search(
    panel: Any, shown: Callable[..., Any], qtbot: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(steps, "MAX_SEARCHED_STEPS", 100)
    session = shown("alpha-beta")
    panel.field.setText("no such words")
    for start in (0, 100, 200):
        panel.seek(1)
        qtbot.waitUntil(lambda: panel.search.is_over)
        assert panel.answer.text() == "Not found within 100 steps. Press again to search further."
        assert panel.search.at == start + 100
    assert session.cursor.step == 0


def test_sixty_million_steps_fit(panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]) -> None:
    session = open_session("by hand")
    session.cursor.steps.count = 60_000_000
    show(panel, session)
    bar = panel.list.verticalScrollBar()
    assert bar.maximum() == 60_000_000 - panel.list.visible_row_count()


def test_later_steps_have_a_number_only_or_are_not_there(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand")
    session.go(4)
    assert panel.list.text_of_step(4) == localized(sentence(session.trace, session.cursor.now))
    assert panel.list.text_of_step(5) == "step 5, not yet"
    count = session.cursor.steps.count
    for future, listed, text in (
        (Future.OUTLINES, count, "step 5, not yet"), (Future.HIDDEN, 5, "step 5, not yet"),
        (Future.WHOLE, count, localized(sentence(session.trace, session.cursor.steps.at(5)))),
    ):  # fmt: skip
        session.future = future
        panel.present()
        assert (panel.list._listed_count, panel.list.text_of_step(5)) == (listed, text)
