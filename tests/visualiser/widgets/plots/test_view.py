"""A plot in the window: pointer, click, arrow keys."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, linear_scale, short_count
from plyscope_window.widgets.plots.view import PlotView
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

pytestmark = pytest.mark.qt


def plot(highest: float = 4) -> Plot:
    bars = tuple(
        Mark(place, place + 1.0, 0, f"bar {place}", (("amount", str(place + 1)),), f"to {place}") for place in range(4)
    )
    points = (Mark(1, highest, 0, "point 1", (), "to the point"), Mark(3, 1.0, 0, "point 3"))
    series = (Series("bars", Kind.BARS, bars), Series("points", Kind.LINE, points))
    return Plot("A plot", ("0", "1", "2", "3"), "ply", linear_scale(highest, short_count), series)


@pytest.fixture
def view(qtbot: Any) -> Any:
    host, made, other = QWidget(), PlotView(plot()), QLineEdit()
    layout = QVBoxLayout(host)
    layout.addWidget(other)
    layout.addWidget(made)
    qtbot.addWidget(host)
    host.resize(340, 290)
    host.show()
    qtbot.waitExposed(host)
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)
    other.setFocus()
    made.host = host
    made.targets = []
    made.chosen.connect(made.targets.append)
    return made


def middle(view: Any, title: str) -> QPoint:
    placed = next(one for one in view.geometry_now.placed if one.mark.title == title)
    return placed.area.center().toPoint()


def test_the_card_shows_the_mark_under_the_pointer(view: Any) -> None:
    QTest.mouseMove(view, middle(view, "bar 2"))
    assert view.card.isVisible()
    assert view.card.words == "bar 2, amount 3"
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert view.rect().contains(view.card.geometry())
    QTest.mouseMove(view, middle(view, "point 3"))
    assert view.card.words == "point 3"
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor
    QTest.mouseMove(view, QPoint(1, 1))
    assert not view.card.isVisible()


def test_a_click_emits_the_target(view: Any) -> None:
    for title in ("bar 0", "bar 3", "point 1", "point 3"):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, title))
    QTest.mouseClick(view, Qt.MouseButton.RightButton, pos=middle(view, "bar 0"))
    assert view.targets == ["to 0", "to 3", "to the point"]


def test_arrows_go_from_mark_to_mark(view: Any) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    cards = [view.card.words]
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_Down,
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
    ):
        QTest.keyClick(view, key)
        cards.append(view.card.words)
    assert [words.split(",")[0] for words in cards] == [
        "bar 0", "bar 1", "bar 2", "bar 1", "point 1", "bar 2", "bar 3",
    ]  # fmt: skip
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.targets == ["to 3"]
    assert view.accessibleDescription() == "bar 3, amount 4"
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.current.mark.title == "bar 3", "the last one stays"
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.card.isVisible()


def test_the_current_mark_stays_when_the_numbers_change(view: Any) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Right)
    view.show_plot(plot(9))
    assert view.current.mark.title == "bar 1"
    view.host.resize(500, 300)
    QTest.qWait(1)
    assert view.current is next(one for one in view.geometry_now.placed if one.mark.title == "bar 1")


def test_the_cursor_the_pointed_and_the_current_mark_are_drawn(view: Any) -> None:
    from plyscope_window.look.theme import theme

    def colours() -> set[str]:
        image = view.grab().toImage()
        return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}

    assert theme().now.name() not in colours()
    view.show_now(2)
    assert theme().now.name() in colours()
    corner = QPoint(0, 0)
    assert view.grab().toImage().pixelColor(corner) != theme().ink
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.grab().toImage().pixelColor(corner) == theme().ink, "a frame around the plot"


def test_an_empty_plot_is_a_title_and_a_sentence(qtbot: Any) -> None:
    empty = PlotView(Plot("Nothing", ("0",), "ply", linear_scale(1, short_count), (), remark="Nothing was cut."))
    qtbot.addWidget(empty)
    full = PlotView(plot())
    qtbot.addWidget(full)
    assert empty.heightForWidth(300) < full.heightForWidth(300)
    empty.resize(300, empty.heightForWidth(300))
    empty.show()
    QTest.keyClick(empty, Qt.Key.Key_Right)
    assert empty.accessibleDescription() == "Nothing was cut."
    assert empty.current is None
