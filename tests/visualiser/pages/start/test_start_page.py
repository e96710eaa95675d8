from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.files.sources import sample_names
from plyscope.games import GAMES
from plyscope_window.pages.start.start_page import StartPage
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

pytestmark = pytest.mark.qt


@pytest.fixture
def page(qtbot: Any) -> StartPage:
    made = StartPage()
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(lambda: bool(made.cards) and not made._waiting, timeout=10_000)
    return made


def test_the_page_is_painted_before_any_sample_is_read(qtbot: Any) -> None:
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 720)
    page.grab()
    assert page.cards == []


def test_every_sample_has_a_card_with_its_board_and_title(page: StartPage, qtbot: Any) -> None:
    assert sorted(card.name for card in page.cards) == sample_names()
    for card in page.cards:
        assert card.position is not None
        assert card.title == card.position.title
        assert card.accessibleName() == card.title
        with qtbot.waitSignal(page.sample_chosen) as chosen:
            card.click()
        assert chosen.args == [card.name]


def test_the_filter_shows_what_has_all_its_words_and_says_so_where_nothing_has(page: StartPage) -> None:
    page.filter.setText("traced HAND")
    assert [card.name for card in page.shown] == ["tictactoe/hebrew"]
    assert not page.headings["tree"].isVisible()
    assert page.headings["tictactoe"].isVisible()
    page.filter.setText("hexline")
    assert {card.name.partition("/")[0] for card in page.shown} == {"hexline"}
    page.filter.setText("no such thing")
    assert page.shown == []
    assert "no such thing" in page.nothing.text()
    assert page.nothing.isVisible()
    page.filter.clear()
    assert len(page.shown) == len(sample_names())
    assert not page.nothing.isVisible()


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_arrows_go_from_card_to_card_and_enter_opens(page: StartPage, qtbot: Any, direction: Any) -> None:
    page.setLayoutDirection(direction)
    qtbot.wait(1)
    onwards, backwards = Qt.Key.Key_Right, Qt.Key.Key_Left
    if direction == Qt.LayoutDirection.RightToLeft:
        onwards, backwards = backwards, onwards
    page.filter.setFocus()
    qtbot.keyClick(page.filter, Qt.Key.Key_Down)
    first = page.cards[0]
    assert page.focusWidget() is first
    qtbot.keyClick(first, onwards)
    assert page.focusWidget() is page.cards[1]
    qtbot.keyClick(page.cards[1], Qt.Key.Key_Down)
    below = page.focusWidget()
    assert below.geometry().x() == page.cards[1].geometry().x()
    assert below.geometry().y() > page.cards[1].geometry().y()
    qtbot.keyClick(below, Qt.Key.Key_Up)
    qtbot.keyClick(page.cards[1], backwards)
    assert page.focusWidget() is first
    with qtbot.waitSignal(page.sample_chosen) as chosen:
        qtbot.keyClick(first, Qt.Key.Key_Return)
    assert chosen.args == [first.name]


def test_a_card_that_arrows_lead_to_comes_into_sight(page: StartPage, qtbot: Any) -> None:
    page._go_to(page.cards[0])
    for _ in range(6):
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Down)
    card = page.focusWidget()
    assert card.name.startswith("connectfour/")
    assert page.area.viewport().rect().contains(card.mapTo(page.area.viewport(), card.rect().center()))


def test_buttons_ask(page: StartPage, qtbot: Any) -> None:
    with qtbot.waitSignal(page.command_requested) as asked:
        page.open_button.click()
    assert asked.args == ["open"]
    with qtbot.waitSignal(page.paste_requested):
        page.paste_button.click()
    with qtbot.waitSignal(page.paste_requested):
        qtbot.keyClick(page.cards[0], Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    games = []
    page.new_requested.connect(games.append)
    for action in page.new_button.menu().actions():
        action.trigger()
    assert sorted(games) == sorted(GAMES)


def test_recent_files_are_listed_and_opened(page: StartPage, qtbot: Any, tmp_path: Path) -> None:
    assert page.recent.nothing.isVisible()
    page.set_recent([tmp_path / f"{number}.plytrace" for number in range(12)])
    assert not page.recent.nothing.isVisible()
    assert len(page.recent.files) == 10
    with qtbot.waitSignal(page.file_chosen) as chosen:
        qtbot.keyClick(page.recent.files[3], Qt.Key.Key_Return)
    assert chosen.args == [str(tmp_path / "3.plytrace")]
    page.set_recent([])
    assert page.recent.nothing.isVisible()


def drop(page: StartPage, data: QMimeData) -> None:
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    page.dropEvent(event)
    assert event.isAccepted()


def test_files_and_texts_are_dropped(page: StartPage, qtbot: Any, tmp_path: Path) -> None:
    files, text = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(tmp_path / "a b.toml"))])
    text.setText("tictactoe:X../.../...")
    with qtbot.waitSignal(page.file_chosen) as chosen:
        drop(page, files)
    assert chosen.args == [str(tmp_path / "a b.toml")]
    with qtbot.waitSignal(page.text_dropped) as dropped:
        drop(page, text)
    assert dropped.args == ["tictactoe:X../.../..."]


@pytest.mark.parametrize("name", ["light", "dark"])
def test_both_themes_are_painted(page: StartPage, name: str) -> None:
    from plyscope_window.look import theme

    theme.use(theme.THEMES[name])
    try:
        picture = page.grab().toImage()
        assert picture.pixelColor(2, 700) == theme.THEMES[name].paper
    finally:
        theme.use(theme.LIGHT)
