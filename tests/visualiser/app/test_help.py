"""The help sheet lists every key, and every key can be changed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from plyscope_window.app.help import HelpSheet, KeyEditor, vocabulary
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.visualiser.driving import Answers, session_on, settle, show

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


def test_the_sheet_lists_every_command_with_its_keys(window: Any) -> None:
    QTest.keySequence(window, "F1")
    [sheet] = window.findChildren(HelpSheet)
    assert sheet.isVisible()
    words = [label.text() for label in sheet.findChildren(QLabel)]
    for entry in window.table.values():
        place = words.index(entry.text.replace("&", ""))
        shown = words[place + 1]
        assert all(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) in shown for key in entry.keys)
    # A panel may have the name of the command that fills it; each has its own line.
    rows = list(pairwise(words))
    for toggle in window.docks.toggles.values():
        assert (toggle.text(), toggle.shortcut().toString()) in rows
    assert {word for word, _ in vocabulary()} <= set(words)
    sheet.close()


@pytest.fixture
def editor(window: Any) -> KeyEditor:
    show(window, session_on("sample:tictactoe/hebrew"))
    window.actions_by_key["shortcuts"].trigger()
    [made] = window.findChildren(KeyEditor)
    return made


def go_to(editor: KeyEditor, key: str) -> None:
    editor.table.go_to_row(editor.table.rows.rows.index(key))


def choose(editor: KeyEditor, key: str, sequence: str) -> None:
    go_to(editor, key)
    editor.edit.setKeySequence(QKeySequence(sequence))
    editor.set_button.click()


def keys(window: Any, key: str) -> list[str]:
    return [one.toString() for one in window.actions_by_key[key].shortcuts()]


def test_a_key_is_changed_and_stays_so(qtbot: Any, editor: KeyEditor, make_window: Callable[[], Any]) -> None:
    window = editor.main_window
    choose(editor, "into", "F7")
    assert keys(window, "into") == ["F7", "N"], "the other key stays"
    assert window.actions_by_key["into"].toolTip() == "Into (F7, N)"
    editor.window().close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.canvas.setFocus()
    QTest.keySequence(window.canvas, "F7")
    assert window.session.cursor.step == 1
    window.close()
    assert keys(make_window(), "into") == ["F7", "N"]


def test_either_key_of_two_is_changed_and_one_more_is_given(editor: KeyEditor) -> None:
    window = editor.main_window
    go_to(editor, "into")
    offered = [editor.which.itemText(place) for place in range(editor.which.count())]
    assert offered == ["Replace F11", "Replace N", "Add a key"]
    for place, sequence, expected in (
        (1, "F7", ["F11", "F7"]),
        (2, "Y", ["F11", "F7", "Y"]),
        (0, "Y", ["Y", "F7"]),
    ):
        editor.which.setCurrentIndex(place)
        editor.edit.setKeySequence(QKeySequence(sequence))
        editor.set_button.click()
        assert keys(window, "into") == expected
    editor.which.setCurrentIndex(0)
    editor.remove.click()
    assert keys(window, "into") == ["F7"]
    editor.remove.click()
    assert keys(window, "into") == []
    assert not editor.remove.isEnabled()
    editor.reset.click()
    assert keys(window, "into") == ["F11", "N"]


def test_a_key_that_is_taken_is_taken_away_only_when_sure(editor: KeyEditor, answers: Answers) -> None:
    window = editor.main_window
    answers.agrees = False
    choose(editor, "into", "F10")
    assert "“Over”" in answers.last
    assert keys(window, "into") == ["F11", "N"]
    assert keys(window, "over") == ["F10", "Shift+N"]
    answers.agrees = True
    choose(editor, "into", "F10")
    assert keys(window, "into") == ["F10", "N"]
    assert keys(window, "over") == ["Shift+N"]
    assert editor.message_line.text() == "It was the key of “Over” before."
    go_to(editor, "over")
    editor.reset.click()
    assert keys(window, "over") == ["F10", "Shift+N"]
    assert keys(window, "into") == ["N"], "no key ever means two commands"


def test_the_key_of_a_panel_is_refused(editor: KeyEditor) -> None:
    choose(editor, "into", "Alt+5")
    assert keys(editor.main_window, "into") == ["F11", "N"]
    assert "Call stack" in editor.message_line.text()


def test_without_a_key_it_asks_for_one(editor: KeyEditor) -> None:
    editor.table.go_to_row(3)
    editor.set_button.click()
    assert editor.message_line.text() == "Press a key first."


def test_the_filter_lists_what_matches_and_keeps_the_command_that_is_chosen(editor: KeyEditor) -> None:
    go_to(editor, "breakpoint")
    editor.filter.setText("breakpoint")
    assert set(editor.table.rows.rows) == {"run", "run_back", "breakpoint", "breakpoint_frame"}
    assert editor.chosen == "breakpoint"
    editor.filter.setText("f11")
    assert "into" in editor.table.rows.rows
    assert editor.chosen == editor.table.rows.rows[0]
    editor.filter.setText("no command")
    assert not editor.set_button.isEnabled()
    assert not editor.remove.isEnabled()
    editor.filter.setText("")
    assert list(editor.table.rows.rows) == list(editor.main_window.table)
    assert editor.set_button.isEnabled()
    settle(editor.main_window)


@pytest.mark.parametrize(("key", "kind"), [("help", HelpSheet), ("shortcuts", KeyEditor)])
def test_asked_for_twice_it_opens_once(window: Any, key: str, kind: type[Any]) -> None:
    for _ in range(2):
        window.actions_by_key[key].trigger()
    assert len(window.findChildren(kind)) == 1
