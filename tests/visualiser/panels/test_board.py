"""The position panel: its headline, its board or node, and the line of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope_window.panels.board import MAX_LINE_MOVES, BoardPanel
from plyscope_window.session.session import Session
from PySide6.QtCore import QPoint, Qt

from tests.full_traces import record
from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return BoardPanel()


def test_the_position_is_that_of_the_inspected_frame(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand")
    session.go(2)
    assert panel.picture.board.last_move == {(0, 0)}
    assert panel.picture.board.winning_line == ((0, 0), (1, 0), (2, 0))
    assert panel.headline.text() == "O wins, value 1"
    session.select(0)
    assert panel.picture.board.last_move == frozenset()
    assert panel.headline.text() == "O to move"


def test_the_winner_is_named_before_the_position_has_a_value(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand")
    session.go(1)
    assert panel.headline.text() == "O wins"


def test_the_last_step_of_an_incomplete_recording_says_so(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("cut short")
    assert not panel.ending.isVisible()
    session.go(session.cursor.last_step)
    assert panel.ending.isVisible()
    assert panel.ending.text() == "The recording ends here: it was cut short by the limit of 60 frames."


def test_a_returned_frame_shows_its_value_and_whether_it_is_exact(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    trace, steps = session.trace, session.cursor.steps
    found = set()
    for frame in range(len(trace)):
        session.go(steps.leave(frame))
        text, bound = panel.headline.text(), trace.bound_of(frame)
        if trace.statuses[frame] == 0:
            side = "MAX" if trace.kinds[frame] else "MIN"
            assert text == f"{side} returns {int(trace.values[frame])} ({bound})".replace("-", "−")
            found.add(bound)
    assert found == {"exact", "at least", "at most"}


def test_a_position_at_the_depth_limit_is_not_called_a_draw(panel: Any, show: Callable[..., Any]) -> None:
    session = Session(record("tictactoe:XO./.../...", depth=2), "two plies")
    show(panel, session)
    frame = list(session.trace.statuses).index(2)
    session.go(session.cursor.steps.enter(frame))
    assert panel.headline.text() == "The depth limit ends the search here"
    assert panel.side.text() == "MAX, not searched"
    session.go(session.cursor.steps.leave(frame))
    assert panel.headline.text() == "The depth limit ends the search here: value 0"


def test_columns_and_rows_are_named_as_in_moves(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("by hand")
    show(panel, session)
    assert (panel.picture.columns, panel.picture.rows) == (("0", "1", "2"), ("0", "1", "2")), "as on its page"
    session.show_coordinates("a3")
    panel.present()
    assert (panel.picture.columns, panel.picture.rows) == (("a", "b", "c"), ("3", "2", "1"))
    session.show_coordinates("number")
    panel.present()
    assert (panel.picture.columns, panel.picture.rows) == ((), ())
    assert panel.picture.squares == {(0, 0): "1", (0, 2): "7", (2, 2): "9"}
    session.show_coordinates("")
    panel.attach(open_session("brain"))
    assert (panel.picture.columns, panel.picture.rows) == (tuple("1234567"), ())


def test_the_line_of_moves_leads_back_by_click_and_key(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    session.go(7)
    assert [stop.text for stop in panel.line.stops] == ["start", "[0,2]", "[0,0]", "[2,2]"]
    place = panel.line.places(panel.line.width())[1].center()
    qtbot.mouseClick(panel.line, Qt.MouseButton.LeftButton, pos=place)
    assert (session.cursor.step, session.cursor.frame) == (4, 2)
    session.go(7)
    panel.line.setFocus()
    qtbot.keyClick(panel.line, Qt.Key.Key_Left)
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    assert session.cursor.frame == 3


def test_a_long_line_shows_its_last_moves(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("deep")
    session.go_to_frame(300)
    assert len(panel.line.stops) == MAX_LINE_MOVES + 1
    assert panel.line.stops[-1].frame == 300
    assert [panel.line.ply_of(number) for number in (0, MAX_LINE_MOVES)] == [0, 300]


def test_a_tree_shows_a_node_and_what_is_known_of_its_children(
    panel: Any, shown: Callable[..., Any], qtbot: Any
) -> None:
    session = shown("nine leaves")
    session.go(4)
    node = panel.picture.node
    assert [node.child(place).value for place in range(node.count)] == ["9", "", ""]
    assert (node.value, node.now) == ("≤9", 0)
    at = panel.picture.child_places(node)[1].toPoint()
    qtbot.mouseClick(panel.picture, Qt.MouseButton.LeftButton, pos=at)
    assert session.cursor.frame == 3


def test_of_a_root_in_rounds_those_that_have_begun_are_shown(panel: Any, show: Callable[..., Any]) -> None:
    session = Session(record("tree:[[[0,1],[1,0]],[[1,0],[-1,-1]]]", algorithm="mtdf"), "probes")
    show(panel, session)
    rounds = session.trace.rounds
    assert len(rounds) == 3
    for number, frame in enumerate(rounds, 1):
        session.go(session.cursor.steps.enter(frame))
        session.select(0)
        assert panel.picture.node.count == number
    session.go(0)
    assert panel.picture.node.count == 0


def test_of_many_children_those_around_the_cursor_are_shown(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("wide")
    session.go_to_frame(401)
    session.select(0)
    first, end = panel.picture.visible_children(panel.picture.node)
    assert 0 < first <= 200 < end < 450


@pytest.mark.full
def test_in_a_low_panel_the_board_leaves_room_for_the_moves(window: Any) -> None:
    window.resize(1024, 700)
    session = show(window, session_on("sample:hexline/endgame-8", "alphabeta"))
    session.go(16)
    settle(window)
    panel = window.docks.docks["board"].panel
    line = panel.line
    assert len(line.stops) == 8
    below = line.mapTo(panel.body, QPoint(0, line.height())).y()
    assert below <= panel.body.height(), "no bar to scroll by for half a line of moves"
    assert panel.picture.height() >= 110


def test_a_board_between_two_sides_can_be_turned(panel: Any, show: Callable[..., Any], qtbot: Any) -> None:
    show(panel, Session(record(load("kalah:2,1"), "alphabeta"), ""))
    panel.resize(300, 400)
    panel.show()
    before = panel.picture.grab().toImage()
    panel.turn.click()
    assert panel.picture.grab().toImage() != before
    panel.turn.click()
    assert panel.picture.grab().toImage() == before
    show(panel, Session(record(load("tictactoe:XOX/OXO/..."), "alphabeta"), ""))
    assert panel.turn.isHidden()


def test_only_the_moves_that_have_changed_are_painted(
    panel: Any,
    open_session: Callable[[str], Any],
    show: Callable[..., Any],
    qtbot: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = open_session("alpha-beta")
    qtbot.addWidget(panel)
    panel.resize(400, 500)
    show(panel, session)
    panel.show()
    session.go(3)
    qtbot.waitExposed(panel)
    qtbot.wait(1)
    line, painted = panel.line, list[str]()
    paint_stop = line._paint_stop

    def watched(painter: Any, number: int, stop: Any, *others: Any) -> None:
        painted.append(stop.text)
        paint_stop(painter, number, stop, *others)

    monkeypatch.setattr(line, "_paint_stop", watched)
    line.grab()
    texts = [stop.text for stop in line.stops]
    assert painted == texts
    painted.clear()
    line.show_line(session.trace, session.cursor.frame, 0)
    qtbot.waitUntil(lambda: bool(painted))
    assert painted == [texts[0], texts[-1]]
