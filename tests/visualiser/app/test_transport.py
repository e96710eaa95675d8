"""The bar above the timeline: its buttons stand for the actions it was given, and it says where the cursor is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from plyscope_window.app.transport import MIN_WIDTH_FOR_LABELS, SPEEDS, TransportBar, place_words
from plyscope_window.look import theme
from plyscope_window.session.session import Session
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction

from tests.full_traces import record
from tests.visualiser.user_code_sessions import trace_of_text, user_code_session

pytestmark = pytest.mark.qt

KEYS = ("first", "back", "play", "into", "last", "over", "out", "next_cut", "next_best", "to_return")


@pytest.fixture
def bar(qapp: Any, qtbot: Any) -> Any:
    theme.use(theme.LIGHT)
    actions = {key: QAction(f"The action {key}", qapp) for key in KEYS}
    actions["play"].setCheckable(True)
    made = TransportBar(actions)
    made.actions_given = actions
    qtbot.addWidget(made)
    made.resize(1300, 42)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def session(qapp: Any) -> Any:
    return Session(record("tictactoe:XO./.../..."), "a game")


def ground(button: Any) -> str:
    """The colour of a button beside its drawing."""
    return str(button.grab().toImage().pixelColor(6, button.height() // 2).name())


def test_every_button_triggers_its_action(bar: Any, qtbot: Any) -> None:
    done: list[str] = []
    for key, action in bar.actions_given.items():
        action.triggered.connect(lambda _=False, key=key: done.append(key))
    for button in bar.buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == [button.key.action for button in bar.buttons]
    assert set(done) == set(KEYS)


def test_a_button_says_what_its_action_says(bar: Any) -> None:
    action = bar.actions_given["next_cut"]
    button = next(one for one in bar.buttons if one.key.action == "next_cut")
    action.setToolTip("There is no cut after this step.")
    action.setEnabled(False)
    assert not button.isEnabled()
    assert button.toolTip() == "There is no cut after this step."
    assert button.text() == "Next cutoff"
    assert not button.icon().isNull()


def test_every_button_has_words_for_those_who_do_not_see_it(bar: Any) -> None:
    assert all(button.text() for button in bar.buttons)
    assert bar.speeds.accessibleName()


def test_play_stands_out_and_turns_into_pause(bar: Any) -> None:
    from plyscope_window.look.theme import theme

    play = bar.buttons[2]
    assert ground(play) == theme().ink.name()
    assert all(ground(button) == theme().card.name() for button in bar.buttons if button is not play)
    before = play.grab().toImage()
    bar.actions_given["play"].setChecked(True)
    assert play.grab().toImage() != before
    assert ground(play) == theme().ink.name()
    bar.actions_given["play"].setEnabled(False)
    assert ground(play) != theme().card.name()


def test_words_give_way_to_drawings_where_it_is_narrow(bar: Any) -> None:
    beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
    assert [button.toolButtonStyle() for button in bar.buttons] == [alone] * 5 + [beside] * 6
    bar.resize(MIN_WIDTH_FOR_LABELS - 1, 42)
    assert {button.toolButtonStyle() for button in bar.buttons} == {alone}
    bar.resize(1300, 42)
    assert beside in {button.toolButtonStyle() for button in bar.buttons}


@pytest.mark.parametrize("width", [690, 899, 1000, 1100, 1300, 1900])
def test_nothing_lies_over_anything_else(bar: Any, session: Any, width: int, qapp: Any) -> None:
    bar.resize(width, 42)
    bar.show_place(session)
    qapp.processEvents()
    widgets = [*bar.buttons, bar.speeds, bar.place]
    areas = [QRect(widget.mapTo(bar, QPoint(0, 0)), widget.size()) for widget in widgets]
    for before, after in pairwise(areas):
        assert before.right() < after.left()
    assert areas[-1].right() < width
    for button in bar.buttons:
        assert button.width() >= button.sizeHint().width()


def test_it_can_become_as_narrow_as_its_drawings(bar: Any, qapp: Any) -> None:
    assert bar.minimumSizeHint().width() < 720
    bar.resize(bar.minimumSizeHint().width(), 42)
    qapp.processEvents()
    assert all(button.width() >= button.sizeHint().width() for button in bar.buttons)


def test_the_chosen_speed_is_emitted(bar: Any, qtbot: Any) -> None:
    announced: list[float] = []
    bar.speed_changed.connect(announced.append)
    assert bar.speed == 2
    for place in range(len(SPEEDS)):
        bar.speeds.setCurrentIndex(place)
    assert announced == list(SPEEDS)
    bar.set_speed(28)
    assert (bar.speed, announced[-1]) == (30, 30)


def test_the_place_is_shown_in_the_longest_wording_that_fits(bar: Any, session: Any) -> None:
    bar.resize(1600, 42)
    bar.layout().activate()
    calls, last = f"{len(session.trace):,}", f"{session.cursor.last_step:,}"
    bar.show_place(session)
    assert bar.place.text() == f"step 0 of {last} · call 1 of {calls} · 0 %"
    session.go(session.cursor.last_step)
    bar.show_place(session)
    assert bar.place.text() == f"step {last} of {last} · call {calls} of {calls} · 100 %"
    bar.place.resize(240, 20)
    assert bar.place.text() == f"step {last} of {last} · 100 %"
    bar.place.resize(2, 20)
    assert bar.place.text() == ""
    assert bar.place.accessibleName().startswith("step")


def test_time_runs_from_left_to_right_where_people_read_from_the_right(bar: Any, qapp: Any) -> None:
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qapp.processEvents()
    left = [button.mapTo(bar, QPoint(0, 0)).x() for button in bar.buttons]
    assert left[:5] == sorted(left[:5])
    assert left[5:] == sorted(left[5:], reverse=True)
    assert left[0] > left[5]


def test_what_made_several_calls_is_not_counted_as_one(qapp: Any) -> None:
    twice = "def f(n):\n    return n and f(n - 1)\n\ndef both():\n    return f(1) + f(2)\n"
    session = user_code_session(trace_of_text(twice, "both()"))
    assert "call 0 of 5" in place_words(session)[0]
    session.act(lambda cursor: cursor.last())
    assert "call 5 of 5" in place_words(session)[0]
    assert "call 1 of 3" in place_words(user_code_session(trace_of_text(twice, "f(2)")))[0]
