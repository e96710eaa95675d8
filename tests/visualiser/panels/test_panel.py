"""Checks of every panel: it shows any step of any recording, and none at all, in any theme and direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from plyscope_window.app.docks import entries
from plyscope_window.look import theme
from plyscope_window.panels.root_moves import RootMovesPanel
from plyscope_window.panels.stack import StackPanel
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

from tests.visualiser.panels.recordings import SOURCES

pytestmark = pytest.mark.qt


@pytest.fixture(scope="module")
def panels(qapp: Any) -> Iterator[dict[str, Any]]:
    """One panel of each kind by its key, reused for every recording as in the main window."""
    made = {}
    for entry in entries():
        module, name = entry.panel.split(":")
        made[entry.key] = getattr(import_module(f"plyscope_window.panels.{module}"), name)()
    yield made
    for panel in made.values():
        panel.attach(None)
        panel.close()
        panel.deleteLater()


@pytest.fixture
def show(panels: dict[str, Any]) -> Callable[..., None]:
    """Show a session in all panels, and keep them up to date as the main window does."""

    def show_in_all(session: Any, width: int = 320, height: int = 420) -> None:
        for panel in panels.values():
            panel.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            panel.resize(width, height)
            panel.attach(session)
            for signal in (session.moved, session.marked, session.search_changed) if session is not None else ():
                signal.connect(panel.present)
            panel.show()

    return show_in_all


def colours(panel: Any) -> set[int]:
    picture = panel.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), picture.width())
    return set(np.unique(pixels[::3, ::3]).tolist())


def test_without_a_recording_every_panel_says_what_to_do(panels: dict[str, Any], show: Callable[..., Any]) -> None:
    wrong = []
    show(None, width=200)
    for name, panel in panels.items():
        is_right = panel.pages.currentWidget() is panel.nothing and panel.nothing.text().endswith(".")
        if not is_right or panel.nothing.heightForWidth(200) > panel.height():
            wrong.append(name)
    assert wrong == []


@pytest.mark.full
@pytest.mark.spread(6)
@pytest.mark.parametrize("source", SOURCES)
def test_every_panel_shows_any_step_of_any_recording(
    source: str, panels: dict[str, Any], open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    session = open_session(source)
    last = session.cursor.last_step
    with qtbot.captureExceptions() as errors:
        show(session)
        for step in sorted({*range(min(10, last + 1)), last // 2, max(0, last - 1), last}):
            session.go(step)
            for panel in panels.values():
                panel.grab()
        session.select(0)
        empty = [name for name, panel in panels.items() if len(colours(panel)) < 2]
    assert errors == []
    assert empty == []


@pytest.mark.full
def test_every_panel_can_be_narrow_mirrored_and_dark(
    panels: dict[str, Any], open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    session = open_session("alpha-beta")
    show(session)
    session.go(40)
    for panel in panels.values():
        panel.resize(200, 300)
        panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(1)
    assert [name for name, panel in panels.items() if panel.width() != 200 and name != "differences"] == []
    for panel in panels.values():
        panel.grab()
    theme.use(theme.DARK, 1.5)
    qtbot.wait(1)
    found_colours = {name: colours(panel) for name, panel in panels.items()}
    light, dark = theme.LIGHT.paper.rgb(), QColor(theme.DARK.paper).rgb()
    theme.use(theme.LIGHT)
    assert [name for name, found in found_colours.items() if light in found or dark not in found] == []


def test_every_panel_shows_another_recording_and_none(
    panels: dict[str, Any], open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session, other = open_session("alpha-beta"), open_session("by hand")
    show(session)
    session.go(100)
    other.go(5)
    for panel in panels.values():
        panel.attach(other)
        panel.grab()
        panel.attach(None)
        panel.grab()
    assert [name for name, one in panels.items() if one.pages.currentWidget() is not one.nothing] == []


def test_widgets_with_focus_have_an_accessible_name(
    panels: dict[str, Any], open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    nameless = []
    show(open_session("alpha-beta"))
    for name, panel in panels.items():
        for widget in panel.findChildren(QWidget):
            is_area = isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea)
            takes_keys = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()
            if is_area and takes_keys and not widget.accessibleName():
                nameless.append((name, widget))
    assert nameless == []


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("source", ["nine leaves", "alpha-beta"])
def test_rows_that_are_copied_look_like_rows_that_are_painted(
    open_session: Callable[[str], Any], qtbot: Any, source: str
) -> None:
    session = open_session(source)
    session.lay_out(session.make_rows())
    for panel in (StackPanel(), RootMovesPanel()):
        qtbot.addWidget(panel)
        panel.resize(420, 300)
        panel.attach(session)
        panel.show()
        for look in (theme.LIGHT, theme.DARK):
            theme.use(look)
            for step in (*range(0, 12, 3), session.cursor.last_step, 5, 8):
                session.begin_at(step)
                if step == 8:
                    session.selected = 0
                panel.present()
                panel.table._hover(step % 3)
                copied = [levels(panel.table.grab().toImage()) for _ in range(2)]
                assert panel.table._pictures
                panel.table.shown_in = lambda row: None
                painted = levels(panel.table.grab().toImage())
                # A colour that lets another through may be rounded to the next level on the way.
                assert all(abs(picture - painted).max() <= 1 for picture in copied), f"step {step}"
                panel.table.shown_in = panel.shown_in
    theme.use(theme.LIGHT)


def levels(image: QImage) -> NDArray[np.int16]:
    """The levels of all colours of a picture."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint8).astype(np.int16)
