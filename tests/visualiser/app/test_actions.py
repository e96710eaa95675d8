"""Every command is reached by its keys, wherever the keyboard is; what cannot act says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from plyscope_window.app import actions as table
from plyscope_window.app.action import Action, menus, submenus
from plyscope_window.app.actions import actions
from plyscope_window.look import icons
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.visualiser.driving import panel, session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt

ENTRIES = {entry.key: entry for entry in actions()}
PLACES: dict[str, Callable[[Any], QWidget]] = {
    "canvas": lambda window: window.canvas,
    "find field": lambda window: window.find_bar.field,
    "source": lambda window: panel(window, "source").text,
    "stack": lambda window: panel(window, "stack").table,
    "search of the steps": lambda window: panel(window, "steps").field,
    "steps": lambda window: panel(window, "steps").list,
    "moves at the root": lambda window: panel(window, "root_moves").table,
    "timeline": lambda window: panel(window, "timeline").line,
    "speed": lambda window: window.transport.speeds,
}
IN_FRONT = {"search of the steps": "steps", "steps": "steps", "moves at the root": "root_moves", "stack": "stack"}
TEXT_FIELDS = ("find field", "search of the steps")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that keys have reached; they do nothing else, and all of them can act."""
    reached: list[str] = []

    def noting() -> list[Action[Any]]:
        def note(key: str) -> Callable[[Any], None]:
            return lambda window: reached.append(key)

        return [replace(entry, run=note(entry.key), requires=()) for entry in actions()]

    monkeypatch.setattr(table, "actions", noting)
    return reached


def give_keyboard(window: Any, place: str) -> QWidget:
    if place in IN_FRONT:
        window.docks.toggle(IN_FRONT[place])
        settle(window)
    widget = PLACES[place](window)
    widget.setFocus()
    assert QApplication.focusWidget() is widget, f"the keyboard does not go to {place}"
    return widget


def test_no_two_commands_share_a_key(window: Any) -> None:
    keys = [QKeySequence(key) for entry in actions() for key in entry.keys]
    keys += [toggle.shortcut() for toggle in window.docks.toggles.values()]
    twice = [key.toString() for key, times in Counter(keys).items() if times > 1]
    assert twice == []
    assert not any(key.isEmpty() for key in keys), "a key that Qt does not know"


def test_the_table_is_sound() -> None:
    assert len(ENTRIES) == len(actions()), "two lines with the same name"
    for entry in actions():
        assert entry.menu in menus()
        assert entry.keys or entry.group in ("coordinates", "lessons"), f"{entry.key} has no key"
        if entry.icon:
            assert not icons.icon(entry.icon).isNull()


def test_the_way_forwards_and_the_way_back_have_icons_of_their_own() -> None:
    ways = [("next_", "previous_"), ("same_position", "same_position_before"), ("run", "run_back")]
    pairs = [(key, back) for key in ENTRIES for one, other in ways if (back := key.replace(one, other)) in ENTRIES]
    pairs = [(key, back) for key, back in pairs if key != back and ENTRIES[key].icon]
    assert len(pairs) >= 7
    assert [key for key, back in pairs if ENTRIES[key].icon == ENTRIES[back].icon] == []


def test_every_key_reaches_its_command_once(ran: list[str], make_window: Callable[[], Any]) -> None:
    window = make_window()
    show(window, session_on("sample:tictactoe/hebrew"))
    canvas = give_keyboard(window, "canvas")
    wrong = []
    for key, entry in ENTRIES.items():
        for sequence in entry.keys:
            ran.clear()
            QTest.keySequence(canvas, QKeySequence(sequence))
            if ran != [key]:
                wrong.append((key, sequence, list(ran)))
    assert wrong == []


def test_function_keys_mean_time_wherever_the_keyboard_is(ran: list[str], make_window: Callable[[], Any]) -> None:
    window = make_window()
    show(window, session_on("sample:tictactoe/hebrew"))
    keys = [(key, sequence) for key, entry in ENTRIES.items() for sequence in entry.keys if "F" in sequence[-3:]]
    keys = [(key, sequence) for key, sequence in keys if sequence[sequence.rfind("F") + 1 :].isdigit()]
    assert len(keys) > 15
    for place in PLACES:
        widget = give_keyboard(window, place)
        for key, sequence in keys:
            QTest.keySequence(widget, QKeySequence(sequence))
            assert ran == [key], f"{sequence} in {place}"
            ran.clear()


def test_letters_mean_commands_outside_of_fields(ran: list[str], make_window: Callable[[], Any]) -> None:
    window = make_window()
    show(window, session_on("sample:tictactoe/hebrew"))
    plain, shifted = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
    for place in (place for place in PLACES if place not in (*TEXT_FIELDS, "speed")):
        widget = give_keyboard(window, place)
        for letter, modifier, key in (
            (Qt.Key.Key_N, plain, "into"), (Qt.Key.Key_N, shifted, "over"), (Qt.Key.Key_X, plain, "next_cut"),
            (Qt.Key.Key_X, shifted, "previous_cut"), (Qt.Key.Key_2, plain, "tree"), (Qt.Key.Key_Space, plain, "play"),
        ):  # fmt: skip
            QTest.keyClick(widget, letter, modifier)
            assert ran == [key], f"{letter} in {place}"
            ran.clear()


def test_what_is_typed_into_a_field_goes_into_it(ran: list[str], make_window: Callable[[], Any]) -> None:
    window = make_window()
    show(window, session_on("sample:tictactoe/hebrew"))
    for place in TEXT_FIELDS:
        field = give_keyboard(window, place)
        typed = "nNpPcC xX 123 zZmM <>=^?/+- rRlLvVbBaAsSgGkKhHuU"
        QTest.keyClicks(field, typed)
        assert field.property("text") == typed
        for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Backspace):
            QTest.keyClick(field, key)
        assert len(field.property("text")) == len(typed) - 1
    assert ran == []


def pressed(window: Any, key: str) -> str:
    """What the window says when a key of a command is pressed."""
    window.statusBar().clearMessage()
    QTest.keySequence(window.canvas or window, QKeySequence(ENTRIES[key].keys[0]))
    return str(window.statusBar().currentMessage())


def test_without_a_recording_what_needs_one_says_so(window: Any) -> None:
    settle(window)
    disabled = [key for key, action in window.actions_by_key.items() if not action.isEnabled()]
    assert len(disabled) > 40
    for key in disabled:
        reason = ENTRIES[key].why_not(window)
        assert reason == "No recording is open."
        assert window.actions_by_key[key].toolTip() == reason
        assert pressed(window, key) == reason


def test_find_leads_to_the_samples_on_the_start_page_and_to_the_frames_of_a_recording(window: Any) -> None:
    settle(window)
    assert pressed(window, "find") == ""
    assert window.focusWidget() is window.page.filter
    show(window, session_on("sample:tree/nine-leaves"))
    assert pressed(window, "find") == ""
    assert window.focusWidget() is window.find_bar.field


def test_calls_without_a_side_have_no_best_move(window: Any) -> None:
    show(window, user_code_session(user_code_trace("hanoi", "hanoi(2)")))
    settle(window)
    assert pressed(window, "next_best") == "No call in this recording chooses among moves."


def test_a_recording_behind_another_tab_is_open_but_not_in_front(window: Any) -> None:
    show(window, session_on("sample:tree/nine-leaves"))
    window.show_page(window.pages[0])
    settle(window)
    assert pressed(window, "into") == "No recording is in front."


def test_what_cannot_act_says_why(window: Any) -> None:
    session = show(window, session_on("sample:tree/nine-leaves", "minimax"))
    reasons = {
        "back": "This is the first step.", "first": "This is the first step.", "run": "No breakpoint is set.",
        "next_cut": "This search never cuts.", "next_change": "This search has no α and β.",
        "next_bookmark": "No bookmark is set.", "next_hit": "Nothing has been found.", "unhide": "Nothing is hidden.",
        "undo_way": "There is nowhere to go back to.", "caller": "The root has no caller.",
        "hide": "The root cannot be hidden.",
    }  # fmt: skip
    window.canvas.setFocus()
    for key, reason in reasons.items():
        assert not window.actions_by_key[key].isEnabled()
        assert window.actions_by_key[key].toolTip() == reason
        assert pressed(window, key) == reason
    session.go(session.cursor.last_step)
    settle(window)
    for key in ("into", "over", "out", "last"):
        assert not window.actions_by_key[key].isEnabled()
        assert pressed(window, key) == "This is the last step."
    assert session.cursor.step == session.cursor.last_step


def test_what_can_act_says_its_keys(window: Any) -> None:
    show(window, session_on("sample:tictactoe/hebrew"))
    assert window.actions_by_key["into"].toolTip() == "Into (F11, N)"
    assert window.actions_by_key["tree"].toolTip() == "Tree (2)"


def below(menu: Any) -> list[Any]:
    """The commands of a menu, and of the menus in it; None for a line."""
    found: list[Any] = []
    for entry in menu.actions():
        found += [None] if entry.isSeparator() else below(entry.menu()) if entry.menu() else [entry]
    return found


def test_every_command_is_in_a_menu_once(window: Any) -> None:
    in_menus = [action for entry in window.menuBar().actions() for action in below(entry.menu()) if action is not None]
    assert Counter(in_menus) == Counter([*window.actions_by_key.values(), *window.docks.toggles.values()])


def test_long_menus_are_in_groups(window: Any) -> None:
    for entry in window.menuBar().actions():
        menu = entry.menu()
        assert not menu.actions()[0].isSeparator()
        assert not menu.actions()[-1].isSeparator()
        length = 0
        for action in menu.actions():
            length = 0 if action.isSeparator() else length + 1
            assert length <= (len(window.docks.toggles) if entry.text() == "&Window" else 7), entry.text()
    inner = [
        action.text() for entry in window.menuBar().actions() for action in entry.menu().actions() if action.menu()
    ]
    assert inner == list(submenus().values())


def test_no_two_entries_of_a_menu_have_the_same_letter(window: Any) -> None:
    def letters(menu: Any) -> list[str]:
        texts = [action.text().replace("&&", "") for action in menu.actions()]
        return [text[text.index("&") + 1].lower() for text in texts if "&" in text]

    wrong = []
    for menu in window.menuBar().findChildren(QMenu):
        wrong += [(menu.title(), letter) for letter, times in Counter(letters(menu)).items() if times > 1]
    assert wrong == []
