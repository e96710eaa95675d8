"""Keys with Alt: every button and field has one of its own, which no menu takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import plyscope
import pytest
from plyscope_window.pages.editor.editor_page import edit_position
from plyscope_window.pages.growth.growth_page import GrowthPage
from plyscope_window.pages.play import play_commands
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.visualiser.pages.play.clicking import begin, press

pytestmark = pytest.mark.qt


def doubled(window: Any, others: Sequence[str] = ()) -> list[str]:
    """Keys that more than one thing to be seen would answer to; `others` are texts that are to be seen too."""
    texts = [*others, *(action.text() for action in window.menuBar().actions())]
    texts += [button.text() for button in window.page.findChildren(QAbstractButton) if button.isVisible()]
    texts += [label.text() for label in window.page.findChildren(QLabel) if label.buddy() and label.isVisible()]
    keys = Counter(QKeySequence.mnemonic(text).toString() for text in texts)
    return [key for key, number in keys.items() if key and number > 1]


@pytest.mark.full
def test_while_one_plays(window: Any, qtbot: Any) -> None:
    page = play_commands.show_play(window, "connectfour")
    assert doubled(window) == []
    page.setup.sides[2].set_who("alphabeta:depth=40")
    page.setup.begin.click()
    assert doubled(window) == []
    page.run_command("new")
    assert doubled(window) == []
    page.go_back()
    page._play_text("4")
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    assert doubled(window) == []
    QTest.keySequence(page, "Alt+U")
    qtbot.waitUntil(lambda: page.headline.text() == "Yellow: alphabeta:depth=40 is waiting")
    assert doubled(window) == []
    QTest.keySequence(page, "Alt+N")
    qtbot.waitUntil(lambda: page.buttons.by_name["move_now"].isVisible())
    QTest.keySequence(page, "Alt+N")
    qtbot.waitUntil(lambda: len(page.live.play.game.moves) == 2 and page.sidebar.open_button.isVisible())
    assert doubled(window) == []
    QTest.keySequence(page, "Alt+G")
    qtbot.waitUntil(lambda: page.headline.text() == "Yellow wins")


def test_where_a_machine_fails_and_where_a_move_is_out_of_a_file(window: Any, tmp_path: Any, qtbot: Any) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def choose(position):\n    return 1 / 0\n")
    page = begin(window, "connectfour", f"{file}:choose", "human")
    qtbot.waitUntil(lambda: page.live.failure is not None)
    assert doubled(window) == []
    window.open_source("samples/games/last-disc.plygame")
    assert window.page.sidebar.open_button.isVisible()
    assert doubled(window) == []


def test_in_the_lab(window: Any) -> None:
    play_commands.show_lab(window)
    assert doubled(window) == []


@pytest.mark.spread(3)
@pytest.mark.parametrize("source", ["tictactoe:", "hexline:", "tree:[[1,2],[3]]"])
def test_in_a_new_position_with_every_search(window: Any, source: str) -> None:
    edit_position(window, plyscope.load(source))
    algorithm = window.page.form.algorithm
    for place in range(algorithm.count()):
        algorithm.setCurrentIndex(place)
        algorithm.activated.emit(place)
        assert doubled(window) == [], algorithm.currentText()


def test_where_growth_is_measured(window: Any) -> None:
    edit_position(window, plyscope.load("tree:[[1,2],[3]]"))
    window.present_actions()
    window.actions_by_key["growth"].trigger()
    assert isinstance(window.page, GrowthPage)
    assert doubled(window) == []


def test_at_the_start_and_with_a_program(window: Any) -> None:
    window.actions_by_key["start"].trigger()
    assert doubled(window) == []
    window.actions_by_key["own_code"].trigger()
    assert doubled(window) == []
    window.open_source("sample:recursion/fibonacci")
    assert doubled(window) == []
    kinds = window.page.form.kind
    for place in range(kinds.count()):
        kinds.setCurrentIndex(place)
        kinds.activated.emit(place)
        assert doubled(window) == [], kinds.currentText()


def test_buttons_are_called_what_stands_on_them(window: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    press(page, "legal")
    assert page.buttons.by_name["legal"].accessibleName() == "Legal moves"


def test_the_keyboard_goes_through_the_form_from_the_top(window: Any) -> None:
    page = play_commands.show_play(window, "connectfour")
    page.setup.start_field.game.setFocus()
    names = []
    for _ in range(9):
        focus = window.focusWidget()
        names.append(focus.accessibleName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert names == [
        "Game", "Board", "Red", "File of Red", "Yellow", "Depth of Yellow", "File of Yellow", "Swap the players",
        "Seed",
    ]  # fmt: skip
