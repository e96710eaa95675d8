from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.contents import groups
from plyscope.files.sources import available_samples
from plyscope.games import offered_games
from plyscope_window.pages.start.first_lesson import DONE
from plyscope_window.pages.start.recent_files import MAX_RECENT
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.widgets.cards import MIN_CARD_WIDTH
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
    qtbot.waitUntil(lambda: bool(made.cards) and not made._waiting)
    return made


def test_the_page_is_painted_before_any_sample_is_read(qtbot: Any) -> None:
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 720)
    page.grab()
    assert page.cards == []


def test_a_page_behind_another_one_fills_its_cards_when_it_is_in_front_again(qtbot: Any) -> None:
    page = StartPage()
    qtbot.addWidget(page)
    page.show()
    for _ in range(2):
        page._fill_cards()
    page.hide()
    left = len(page._waiting)
    assert 0 < left < len(page.cards)
    assert not page._timer.isActive()
    page.show()
    qtbot.waitUntil(lambda: not page._waiting)
    known = available_samples()
    assert all(card.position is not None for card in page.cards if card.sample.name in known)


def test_every_sample_has_a_card_in_the_group_of_the_list(page: StartPage, qtbot: Any) -> None:
    assert [[card.sample for card in row.cards] for row in page.rows] == [list(group.samples) for group in groups()]
    for card in page.cards:
        assert card.accessibleName() == card.sample.title
        assert card.sample.about in card.accessibleDescription()
        if card.sample.is_program:
            assert "A click runs this program" in card.toolTip()
        elif card.sample.name in available_samples():
            assert card.position is not None
            assert card.position.title == card.sample.title
        with qtbot.waitSignal(page.program_chosen if card.sample.is_program else page.sample_chosen) as chosen:
            card.click()
        assert chosen.args == [card.sample.name]


def test_the_filter_shows_what_has_all_its_words_and_says_so_where_nothing_has(page: StartPage) -> None:
    page.filter.setText("traced CLASS")
    assert [card.sample.name for card in page.visible_cards] == ["tictactoe/hebrew"]
    assert [row.heading.text() for row in page.rows if row.isVisible()] == ["2  Minimax by hand"]
    page.filter.setText("fib")
    assert [card.sample.name for card in page.visible_cards] == ["recursion/fibonacci", "recursion/fibonacci_cached"]
    page.filter.setText("hexline")
    assert {card.sample.name.partition("/")[0] for card in page.visible_cards} == {"hexline"}
    page.filter.setText("no such thing")
    assert page.visible_cards == []
    assert "no such thing" in page.nothing.text()
    assert page.nothing.isVisible()
    page.filter.clear()
    assert len(page.visible_cards) == len(page.cards)
    assert not page.nothing.isVisible()


def test_the_lesson_has_the_keyboard_and_says_how_far_one_has_come(page: StartPage, qtbot: Any) -> None:
    page.setFocus()
    assert page.focusWidget() is page.lesson.begin
    assert page.lesson.begin.text() == "Begin"
    qtbot.keyClick(page.lesson.begin, Qt.Key.Key_Tab)
    assert page.focusWidget() is next(iter(page.lessons.buttons.values())), "the lessons below come next"
    with qtbot.waitSignal(page.lesson.requested):
        qtbot.keyClick(page.lesson.begin, Qt.Key.Key_Return)
    before = page.lesson.height()
    page.lesson.show_progress(2)
    assert page.lesson.begin.text() == "Go on with 3 of 5"
    assert [number.is_done for number in page.lesson.numbers] == [True, True, False, False, False]
    page.lesson.show_progress(DONE)
    qtbot.waitUntil(lambda: page.lesson.height() < before / 2)
    assert page.lesson.begin.text() == "Once more"


def test_nothing_is_cut_off_at_any_width(page: StartPage, qtbot: Any) -> None:
    page.resize(200, 700)  # no width is negative, in whatever corner a page is squeezed
    for width in (1600, 1280, 1024):
        page.resize(width, 700)
        qtbot.waitUntil(lambda: page.inside.width() <= page.area.viewport().width())
        assert page.lesson.title.width() >= page.lesson.title.sizeHint().width()
        right = {card.mapTo(page.inside, card.rect().topRight()).x() for card in page.cards}
        assert max(right) <= page.inside.width()
        assert min(card.width() for card in page.cards) >= MIN_CARD_WIDTH


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
    assert page._middle(below).x() == page._middle(page.cards[1]).x()
    assert page._middle(below).y() > page._middle(page.cards[1]).y()
    qtbot.keyClick(below, Qt.Key.Key_Up)
    qtbot.keyClick(page.cards[1], backwards)
    assert page.focusWidget() is first
    with qtbot.waitSignal(page.program_chosen) as chosen:
        qtbot.keyClick(first, Qt.Key.Key_Return)
    assert chosen.args == [first.sample.name]


def test_a_card_that_arrows_lead_to_comes_into_sight(page: StartPage, qtbot: Any) -> None:
    page._go_to(page.cards[0])
    for _ in range(6):
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Down)
    card = page.focusWidget()
    assert card is not page.cards[0]
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
    assert sorted(games) == sorted(entry.name for entry in offered_games())


def test_recent_files_are_listed_and_opened(page: StartPage, qtbot: Any, tmp_path: Path) -> None:
    assert page.recent.nothing.isVisible()
    page.recent.show_paths([tmp_path / f"{number}.plytrace" for number in range(12)])
    assert not page.recent.nothing.isVisible()
    assert len(page.recent.files) == MAX_RECENT
    with qtbot.waitSignal(page.file_chosen) as chosen:
        qtbot.keyClick(page.recent.files[3], Qt.Key.Key_Return)
    assert chosen.args == [str(tmp_path / "3.plytrace")]
    page.recent.show_paths([])
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


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_both_themes_are_painted(page: StartPage, name: str) -> None:
    from plyscope_window.look import theme

    theme.use(theme.THEMES[name])
    try:
        picture = page.grab().toImage()
        assert picture.pixelColor(2, 700) == theme.THEMES[name].paper
    finally:
        theme.use(theme.LIGHT)
