"""What holds for every panel: it shows any step of any recording, and nothing at all, in either theme and direction."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tests.visualiser.panels.recordings import SOURCES

pytestmark = pytest.mark.qt

PANELS = {
    "board": "BoardPanel",
    "window": "WindowPanel",
    "root_moves": "RootMovesPanel",
    "source": "SourcePanel",
    "stack": "StackPanel",
    "steps": "StepsPanel",
    "outline": "OutlinePanel",
    "breakpoints": "BreakpointsPanel",
    "bookmarks": "BookmarksPanel",
    "timeline": "TimelinePanel",
    "why": "WhyPanel",
}


def make(name: str) -> Any:
    return getattr(import_module(f"plyscope_window.panels.{name}"), PANELS[name])()


def colours(panel: Any) -> set[int]:
    picture = panel.grab().toImage()
    return {picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)}


@pytest.mark.parametrize("name", PANELS)
def test_without_a_recording_it_says_what_to_do(name: str, show: Callable[..., Any]) -> None:
    panel = show(make(name), None, width=200)
    assert panel.pages.currentWidget() is panel.nothing
    assert panel.nothing.text().endswith(".")
    assert panel.nothing.heightForWidth(200) <= panel.height()


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", PANELS)
def test_it_shows_any_step_of_any_recording(
    name: str, source: str, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    session = open_session(source)
    panel = show(make(name), session)
    last = session.cursor.last_step
    with qtbot.captureExceptions() as errors:
        for step in {*range(min(20, last + 1)), last // 2, last - 1, last}:
            session.go(step)
            panel.grab()
            session.inspect(0)
            panel.grab()
    assert errors == []
    assert len(colours(panel)) > 1


@pytest.mark.parametrize("name", PANELS)
def test_it_can_be_narrow_and_turned_round_and_dark(
    name: str, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    from plyscope_window.look import theme
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor

    session = open_session("alpha-beta")
    panel = show(make(name), session)
    session.go(40)
    panel.resize(200, 300)
    qtbot.wait(1)
    assert panel.width() == 200
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    panel.grab()
    theme.use(theme.DARK, 1.5)
    qtbot.wait(1)
    assert theme.LIGHT.paper.rgb() not in colours(panel)
    assert QColor(theme.DARK.paper).rgb() in colours(panel)
    theme.use(theme.LIGHT)


@pytest.mark.parametrize("name", PANELS)
def test_it_turns_to_another_recording_and_to_none(
    name: str, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("alpha-beta")
    panel = show(make(name), session)
    session.go(100)
    other = open_session("by hand")
    panel.attach(other)
    other.go(5)
    panel.present()
    panel.grab()
    panel.attach(None)
    panel.grab()
    assert panel.pages.currentWidget() is panel.nothing


@pytest.mark.parametrize("name", PANELS)
def test_what_has_the_keyboard_has_a_name(
    name: str, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

    panel = show(make(name), open_session("alpha-beta"))
    for widget in panel.findChildren(QWidget):
        is_ours = isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea)
        if is_ours and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            assert widget.accessibleName(), widget
