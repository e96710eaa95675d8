"""The presentation shows the tree and its caption, and leaves the window as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plyscope.layout.whole_tree import whole_tree
from plyscope_window.app import presentation
from plyscope_window.app.corners import SOURCE_LINES, drawn_points
from plyscope_window.canvas.whole import WholeView, ZoomAndShift
from plyscope_window.look import theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Segment
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea

from tests.full_traces import record
from tests.visualiser.driving import session_on, settle, show

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
HEBREW = "sample:tictactoe/hebrew"

STILL = 5
"""Turns without a change after which a layout stands."""

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


@pytest.fixture
def presenting(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(presentation, "MIN_SCALE", 1.4)
    yield window
    if window.is_presenting:
        window.present_or_not()


def layout_of(window: Any) -> dict[str, object]:
    """Where the window and its docks are, and what is in front."""
    docks = {
        key: (dock.geometry().getRect() if dock.is_front else None, dock.is_front, dock.isFloating())
        for key, dock in window.docks.docks.items()
        if not dock.isHidden()
    }
    bars = [bar.isVisible() for bar in (window.menuBar(), window.statusBar(), window.tabs.tabBar(), window.toolbar)]
    return {"place": window.geometry().getRect(), "state": window.windowState(), "docks": docks, "bars": bars}


def press(window: Any, key: str) -> None:
    QTest.keySequence(window.canvas, key)
    settle(window)


def still_layout(window: Any) -> dict[str, object]:
    """The layout when nothing changes it any more: a change of size has its consequences in several turns."""
    found: list[dict[str, object]] = []
    while len(found) < STILL or any(one != found[-1] for one in found[-STILL:]):
        assert len(found) < 100, found[-STILL:]
        settle(window)
        found.append(layout_of(window))
    return found[-1]


def wait_for_layout(window: Any) -> None:
    for _ in range(200):
        if not window.docks.arrangement._comes_back:
            break
        QTest.qWait(10)
    settle(window)


@pytest.mark.full
def test_the_status_bar_is_as_high_as_before_after_a_change_of_tabs(presenting: Any) -> None:
    window = presenting
    show(window, session_on(TREE))
    show(window, session_on(HEBREW))
    settle(window)
    height = window.statusBar().height()
    for key in ("F4", "Ctrl+Tab", "Ctrl+Shift+Tab", "F4"):
        press(window, key)
    wait_for_layout(window)
    assert window.statusBar().height() == height


def test_nothing_but_the_tree_and_its_caption_is_left(presenting: Any) -> None:
    window = presenting
    session = show(window, session_on(TREE))
    page = window.page
    window.lessons.bar.show_words("1 of 2", "Step", "Press F11.", is_end=False)
    window.lessons.show_bar()
    assert window.lessons.bar.isVisible()
    press(window, "F4")
    assert not window.lessons.bar.isVisible()
    assert window.isFullScreen()
    assert theme.Current.text_scale == window.text_scale * window.presentation.scale > 1.2
    assert not [key for key, dock in window.docks.docks.items() if dock.isVisible()]
    assert not any(layout_of(window)["bars"])  # type: ignore[call-overload]
    assert not page.future.isVisible()
    assert page.caption.isVisible()
    assert page.caption.place.text() == "S: source · Esc: back\n0 of 31", "a tree has no board"
    press(window, "F11")
    assert session.cursor.step == 1
    assert page.caption.place.text() == "1 of 31"
    press(window, "Ctrl+F11")
    assert page.caption.place.text() == "0 of 31", "the keys are said once"
    press(window, "Ctrl+Alt+=")
    press(window, "Esc")
    wait_for_layout(window)
    assert not window.is_presenting
    assert window.lessons.bar.isVisible()
    window.lessons.bar.hide()
    assert page.future.isVisible()
    assert not page.caption.place.isVisible()
    assert theme.Current.text_scale == 1.1, "larger by what was asked for, and not by the presentation"


@pytest.mark.full
@pytest.mark.parametrize("ended_by", ["F4", "Esc"])
def test_the_window_is_as_it_was(presenting: Any, ended_by: str) -> None:
    window = presenting
    show(window, session_on(HEBREW))
    window.resize(1200, 760)
    settle(window)
    changes = [
        lambda: None,
        lambda: window.docks.docks["steps"].raise_(),
        lambda: window.docks.bring_to_front("outline"),
        lambda: window.resizeDocks([window.docks.docks["board"]], [310], Qt.Orientation.Horizontal),
        lambda: window.showMaximized(),
    ]
    for change in changes:
        change()
        before = still_layout(window)
        window.canvas.setFocus()
        press(window, "F4")
        press(window, ended_by)
        wait_for_layout(window)
        assert still_layout(window) == before, changes.index(change)


@pytest.mark.full
def test_a_window_that_was_just_resized_comes_back_fitted(presenting: Any) -> None:
    window = presenting
    show(window, session_on(HEBREW))
    window.resize(1500, 980)
    still_layout(window)
    window.resize(1100, 720)
    window.present_or_not()
    settle(window)
    window.present_or_not()
    wait_for_layout(window)
    restored = still_layout(window)
    window.docks.arrangement.fit_to_window()
    assert still_layout(window) == restored
    assert restored["place"][2:] == (1100, 720)  # type: ignore[index]


def pictures(window: Any) -> list[Any]:
    """Of the page with its caption and the docks in front, but for the source: its scroll bar may be a pixel off."""
    docks = [dock for key, dock in window.docks.docks.items() if dock.is_front and key != "source"]
    return [widget.grab().toImage() for widget in (window.page, window.toolbar, *docks)]


@pytest.mark.full
def test_afterwards_the_window_is_the_same_pixel_for_pixel(presenting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presentation, "MIN_SCALE", 1.9)
    window = presenting
    show(window, session_on(HEBREW)).go(16)
    window.resize(1024, 700)
    still_layout(window)
    window.canvas.setFocus()
    before = pictures(window)
    scales, show_again = [], window.docks.end_presentation
    monkeypatch.setattr(
        window.docks, "end_presentation", lambda: (scales.append(theme.Current.text_scale), show_again())
    )
    window.present_or_not()
    settle(window)
    window.present_or_not()
    assert scales == [window.text_scale], "docks with large texts would make the window wider"
    wait_for_layout(window)
    still_layout(window)
    assert window.size().toTuple() == (1024, 700)
    assert pictures(window) == before


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", ["find", "steps", "view"])
@pytest.mark.full
def test_what_had_the_keyboard_has_it_again_and_lists_are_scrolled_as_before(presenting: Any, name: str) -> None:
    window = presenting
    session = show(window, session_on(HEBREW))
    window.resize(1200, 760)
    session.go(40)
    window.docks.bring_to_front("steps")
    still_layout(window)
    scrolled = next(iter(window.docks.docks["steps"].findChildren(QAbstractScrollArea))).verticalScrollBar()
    scrolled.setValue(scrolled.value() - 1)
    value = scrolled.value()
    assert value > 0
    button = next(button for button in window.toolbar.findChildren(Segment) if button.isVisible())
    with_keyboard = {"find": window.find_bar.field, "steps": window.docks.docks["steps"].panel.field, "view": button}[
        name
    ]
    with_keyboard.setFocus()
    assert window.focusWidget() is with_keyboard
    window.present_or_not()
    settle(window)
    window.present_or_not()
    wait_for_layout(window)
    assert window.focusWidget() is with_keyboard
    assert scrolled.value() == value


@pytest.mark.full
def test_source_and_board_are_shown_in_a_corner_on_request(presenting: Any) -> None:
    window = presenting
    session = show(window, session_on(HEBREW))
    same, best = (window.actions_by_key[key].shortcuts() for key in ("same_position", "next_best"))
    press(window, "F4")
    step = session.cursor.step
    press(window, "S")
    press(window, "B")
    corners = window.presentation.corners
    assert set(corners) == {"source", "board"}
    assert session.cursor.step == step, "the keys do nothing else meanwhile"
    places = [corner.geometry() for corner in corners.values()]
    assert all(window.canvas.rect().contains(place) for place in places)
    assert not places[0].intersects(places[1])
    assert corners["source"].panel.text.rows_shown() <= SOURCE_LINES
    wide = window.canvas.width()
    press(window, "W")
    wait_for_layout(window)
    assert window.canvas.width() < wide
    assert all(window.canvas.rect().contains(corner.geometry()) for corner in corners.values())
    press(window, "F11")
    assert corners["source"].panel.text.now == session.cursor.line
    assert corners["board"].picture.board == session.board(session.inspected.frame)
    press(window, "S")
    assert set(corners) == {"board"}
    press(window, "F4")
    wait_for_layout(window)
    assert window.presentation.corners == {}
    assert window.actions_by_key["same_position"].shortcuts() == same
    assert window.actions_by_key["next_best"].shortcuts() == best
    press(window, "B")
    assert session.cursor.step > step + 1, "the key has its command again"


@pytest.mark.full
def test_the_source_covers_no_node_of_a_small_tree(presenting: Any) -> None:
    window = presenting
    session = show(window, session_on(TREE))
    press(window, "F4")
    window.resize(900, 700)
    settle(window)
    without = window.canvas.whole_view.y_of(0)
    press(window, "S")
    press(window, "X")
    canvas, corner = window.canvas, window.presentation.corners["source"]
    assert not any(corner.geometry().contains(point.toPoint()) for point in drawn_points(canvas))
    assert canvas.whole_view.y_of(0) > without, "the tree makes room for it"
    text = corner.panel.text
    shown = [line.number for line in text.visible_lines()[: text.rows_shown()]]
    assert shown == sorted(text.at_work | text.run)[-len(shown) :], "the lines at work, after others that ran"
    first = text.document().findBlockByNumber(min(text.at_work) - 1).text()
    assert first.startswith("if "), "without the indentation that all lines have"
    press(window, "S")
    assert canvas.whole_view.y_of(0) == without
    assert session.rows is not None


@pytest.mark.full
def test_a_tree_has_no_board_in_a_corner(presenting: Any) -> None:
    window = presenting
    show(window, session_on(TREE))
    press(window, "F4")
    press(window, "B")
    assert window.presentation.corners == {}


@pytest.mark.full
def test_a_presentation_can_change_tabs_and_be_ended(presenting: Any) -> None:
    window = presenting
    show(window, session_on(HEBREW))
    before = {key for key, dock in window.docks.docks.items() if dock.isVisible()}
    press(window, "F4")
    press(window, "S")
    QTest.keySequence(window.canvas, "Ctrl+Tab")
    settle(window)
    assert window.session is None
    assert window.presentation.corners == {}
    QTest.keySequence(window, "Ctrl+Tab")
    settle(window)
    assert set(window.presentation.corners) == {"source"}
    QTest.keySequence(window, "F4")
    wait_for_layout(window)
    assert not window.is_presenting
    assert {key for key, dock in window.docks.docks.items() if dock.isVisible()} == before


def test_digits_of_a_small_tree_are_high_enough_for_the_last_row(monkeypatch: pytest.MonkeyPatch, qapp: Any) -> None:
    monkeypatch.setattr(theme.Current, "text_scale", presentation.SCALE)
    tree = whole_tree(record(TREE))
    assert tree is not None
    view = WholeView(tree, QSizeF(1920, 900), ZoomAndShift(), has_boards=False)
    assert view.fits
    monkeypatch.setattr(theme.Current, "text_scale", 1.0)
    for ply in range(tree.plies):
        metrics = QFontMetricsF(theme.font(21 * view.unit_of(ply), bold=True))
        assert metrics.tightBoundingRect("8").height() >= 28


@pytest.mark.full
def test_the_strip_of_user_code_stays_with_its_recording(presenting: Any) -> None:
    from plyscope_window.pages.usercode.usercode_commands import user_code_bar

    from tests.visualiser.user_code_sessions import user_code_trace

    window = presenting
    show(window, Session(user_code_trace("fibonacci", "fib(4)"), "fib(4)"))
    bar = user_code_bar(window)
    assert bar is not None
    assert bar.isVisible()
    press(window, "F4")
    show(window, session_on(HEBREW))
    press(window, "F4")
    wait_for_layout(window)
    assert not bar.isVisible(), "the recording in front is not one of user code"
