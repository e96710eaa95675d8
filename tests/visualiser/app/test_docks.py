"""Docks, presentation, theme and size of text: what is seen, what is remembered, and what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.usercode.reading import read_as_search
from plyscope_window.app.docks import ALL_OF_A_GAME, ARRANGEMENTS, entries
from plyscope_window.app.opening import show_start
from plyscope_window.look import theme
from plyscope_window.settings import Settings
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QToolButton

from tests.visualiser.driving import disagreements, panel, session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = [pytest.mark.qt, pytest.mark.own_window]

HEBREW = "sample:tictactoe/hebrew"
GAME = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"


def seen_docks(window: Any) -> set[str]:
    return {key for key, dock in window.docks.docks.items() if dock.isVisible()}


def default_docks() -> set[str]:
    """The docks that are shown of a search."""
    return {entry.key for entry in entries() if entry.is_default and ALL_OF_A_GAME.issuperset(entry.of)}


def test_every_dock_has_one_place_in_every_arrangement() -> None:
    for sides in ARRANGEMENTS.values():
        placed = [key for places in sides.values() for place in places for key in place.docks.split()]
        assert sorted([*placed, "timeline"]) == sorted(entry.key for entry in entries())
        assert [sum(place.share for place in places) for places in sides.values()] == [100, 100]


def test_docks_are_there_while_a_recording_is_in_front(window: Any) -> None:
    assert seen_docks(window) == set()
    show(window, session_on(HEBREW, "alphabeta"))
    assert seen_docks(window) == default_docks()
    show_start(window)
    settle(window)
    assert seen_docks(window) == set()


def test_what_has_nothing_to_say_takes_no_room(window: Any) -> None:
    show(window, session_on(HEBREW))
    assert seen_docks(window) == default_docks() - {"window"}, "the search has no window"
    show(window, session_on("sample:tree/textbook"))
    assert seen_docks(window) == default_docks() - {"board", "root_moves"}, "a small tree shows its positions itself"
    show(window, session_on("sample:tree/textbook", "minimax"))
    assert seen_docks(window) == default_docks() - {"board", "root_moves", "window"}


@pytest.mark.full
def test_a_key_brings_every_dock_to_the_front_with_the_keyboard(window: Any) -> None:
    session = show(window, session_on(HEBREW))
    for entry in entries():
        window.canvas.setFocus()
        session.go(0)
        QTest.keySequence(window.canvas, entry.keys)
        settle(window)
        dock = window.docks.docks[entry.key]
        assert dock.is_seen, entry.key
        assert dock.isAncestorOf(window.focusWidget()), entry.key
        session.go(9)
        settle(window)
        assert disagreements(window, session) == [], entry.key
        QTest.keySequence(window.focusWidget(), entry.keys)
        settle(window)
        assert dock.is_seen, f"{entry.key}: pressed at another step it stays"
        QTest.keySequence(window.focusWidget(), entry.keys)
        settle(window)
        assert not dock.isVisible(), f"{entry.key}: pressed again it goes"
        assert not window.docks.toggles[entry.key].isChecked(), entry.key


def test_the_keyboard_goes_round_the_parts(window: Any) -> None:
    show(window, session_on(HEBREW))
    window.canvas.setFocus()
    been = []
    for _ in range(9):
        QTest.keySequence(window.focusWidget(), "F8")
        widget = window.focusWidget()
        docks = [key for key, dock in window.docks.docks.items() if dock.isAncestorOf(widget)]
        been.append(docks[0] if docks else "canvas")
    assert set(been) >= {"canvas", "timeline", "board", "source", "stack"}
    assert been[been.index("canvas") + 1] == been[0], "and round again"


def test_a_dock_that_is_hidden_catches_up(window: Any) -> None:
    session = show(window, session_on(HEBREW))
    session.go(4)
    window.docks.toggle("outline")
    session.go(9)
    window.docks.toggle("stack")
    settle(window)
    session.go(12)
    settle(window)
    assert [one.frame for one in panel(window, "stack").model.rows[::-1]] == [one.frame for one in session.stack]


@pytest.mark.full
def test_layout_theme_size_and_speed_are_remembered(make_window: Callable[[], Any]) -> None:
    first = make_window()
    show(first, session_on(HEBREW, "alphabeta"))
    first.docks.toggle("outline")
    first.docks.docks["root_moves"].close()
    QTest.keySequence(first.canvas, "Ctrl+Shift+D")
    QTest.keySequence(first.canvas, "Ctrl+Alt+=")
    first.transport.set_speed(30)
    first.resizeDocks([first.docks.docks["source"]], [520], Qt.Orientation.Horizontal)
    settle(first)
    expected, width, scale = seen_docks(first), first.docks.docks["source"].width(), theme.Current.text_scale
    assert scale > 1
    first.close()
    second = make_window()
    show(second, session_on(HEBREW, "alphabeta"))
    assert seen_docks(second) == expected
    assert abs(second.docks.docks["source"].width() - width) < 12
    assert second.stepping.speed == second.transport.speed == 30
    settings = Settings()
    assert settings.text("theme", "") == "dark"
    assert settings.number("text_scale", 1.0, 0.7, 2.0) == scale
    QTest.keySequence(second.canvas, "Ctrl+Shift+L")
    settle(second)
    assert seen_docks(second) == default_docks()


@pytest.mark.full
def test_text_sizes(window: Any) -> None:
    show(window, session_on(HEBREW))
    usual = theme.font(13).pixelSize()
    QTest.keySequence(window.canvas, "Ctrl+Alt+=")
    QTest.keySequence(window.canvas, "Ctrl+Alt+=")
    assert theme.font(13).pixelSize() > usual
    QTest.keySequence(window.canvas, "Ctrl+Alt+0")
    assert theme.font(13).pixelSize() == usual
    QTest.keySequence(window.canvas, "Ctrl+Alt+-")
    assert theme.font(13).pixelSize() < usual


@pytest.mark.full
def test_a_size_of_text_does_not_take_every_widget_apart(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting the style again took as long as everything else, with every tab that was open."""
    show(window, session_on(HEBREW))
    styles: list[object] = []
    monkeypatch.setattr(QApplication, "setStyle", lambda *style: styles.append(style))
    button = window.docks.docks["timeline"].titleBarWidget().findChild(QToolButton)
    before = window.menuBar().fontMetrics().height(), button.fontMetrics().height()
    window.scale_text(1.5)
    window.change_theme()
    settle(window)
    assert styles == []
    after = window.menuBar().fontMetrics().height(), button.fontMetrics().height()
    assert all(now > then for now, then in zip(after, before, strict=True))


def drawn(window: Any) -> list[int]:
    return [len(row) for row in window.session.rows.rows]


def test_hiding_and_collapsing_change_what_is_drawn(window: Any) -> None:
    session = show(window, session_on(HEBREW))
    everything = drawn(window)
    frame = next(frame for frame, size in enumerate(session.trace.sizes) if frame and size > 1)
    session.select(frame)
    below = int(session.trace.sizes[frame])
    QTest.keySequence(window.canvas, "K")
    assert sum(drawn(window)) == sum(everything) - (below - 1)
    QTest.keySequence(window.canvas, "K")
    assert drawn(window) == everything
    session.select(frame)
    QTest.keySequence(window.canvas, "H")
    settle(window)
    assert sum(drawn(window)) == sum(everything) - below
    assert session.selected == session.trace.parents[frame], "what is hidden is not selected"
    QTest.keySequence(window.canvas, "U")
    assert drawn(window) == everything
    for mode in ("1", "2", "3"):
        QTest.keySequence(window.canvas, mode)
        window.canvas.grab()
    assert window.canvas.mode == "icicle"


def sizes(window: Any) -> dict[str, tuple[int, int]]:
    docks = window.docks.docks
    return {key: (dock.width(), dock.height()) for key, dock in docks.items() if dock.is_seen}


@pytest.mark.full
def test_docks_come_back_as_large_as_they_were(window: Any) -> None:
    show(window, session_on(HEBREW))
    before = sizes(window)
    for _ in range(3):
        show_start(window)
        settle(window)
        show(window, window.session or session_on(HEBREW))
        assert sizes(window) == before
    window.docks.arrangement.mark_customised()
    window.resizeDocks([window.docks.docks["source"]], [500], Qt.Orientation.Horizontal)
    settle(window)
    own = sizes(window)
    assert own != before
    show_start(window)
    settle(window)
    show(window, session_on(HEBREW))
    assert sizes(window) == own
    QTest.keySequence(window.canvas, "F4")
    settle(window)
    QTest.keySequence(window.canvas, "Ctrl+Tab")
    settle(window)
    QTest.keySequence(window, "F4")
    settle(window)
    show(window, session_on(HEBREW))
    # The toolbar is a little higher once text has been larger, which the docks below it give.
    for key, (width, height) in own.items():
        assert sizes(window)[key] == (width, pytest.approx(height, abs=10))
    assert window.toolbar.isVisible()


def test_the_first_layout_is_that_of_restoring_it(make_window: Callable[..., Any]) -> None:
    window = make_window(1280, 900)
    show(window, session_on(HEBREW, "alphabeta"))
    first = sizes(window)
    window.restore_layout()
    settle(window)
    assert sizes(window) == first
    assert first["stack"][1] > 140
    assert first["window"][1] > 120
    assert first["source"][1] > 280


def test_the_layout_suits_the_window_until_the_person_changes_it(make_window: Callable[..., Any]) -> None:
    window = make_window(900, 600)
    show(window, session_on(HEBREW, "alphabeta"))
    assert set(sizes(window)) == {"board", "source", "timeline"}, "the others lie behind them"
    assert sizes(window)["source"][0] >= 300
    window.resize(1600, 1000)
    settle(window)
    assert set(sizes(window)) == {"board", "window", "root_moves", "source", "stack", "timeline"}
    window.docks.arrangement.mark_customised()
    window.resize(900, 600)
    settle(window)
    assert {"window", "root_moves", "stack"} <= set(sizes(window))
    window.restore_layout()
    settle(window)
    assert set(sizes(window)) == {"board", "source", "timeline"}


def tab_bars(window: Any) -> list[QTabBar]:
    """The bars of tabs between docks that are visible."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [bar for bar in bars if bar.isVisible()]


def together(window: Any, key: str) -> set[str]:
    """What lies on top of each other with a dock."""
    docks = window.docks.docks
    found = {name for name, dock in docks.items() if dock in window.tabifiedDockWidgets(docks[key])}
    return found & {"root_moves", "window", "stack", "equal_calls", "printed"}


def test_in_a_low_window_a_panel_that_is_read_gets_half_the_side(make_window: Callable[..., Any]) -> None:
    window = make_window()
    window.resize(1024, 700)
    show(window, session_on("sample:tree/textbook", "alphabeta"))

    def share(key: str) -> float:
        window.docks.bring_to_front(key)
        settle(window)
        below, source = window.docks.docks[key].height(), window.docks.docks["source"].height()
        return float(below / (below + source))

    assert share("window") < 0.35, "two number lines"
    assert share("why") > 0.42
    assert share("statistics") > 0.42, "also of a panel that has just been opened"
    assert share("window") < 0.35


@pytest.mark.full
def test_where_a_game_is_played_the_panels_of_calls_lie_where_there_is_room(make_window: Callable[..., Any]) -> None:
    window = make_window(1024, 700)
    game = show(window, user_code_session(read_as_search(user_code_trace("alphabeta", GAME))))
    tabs = window.page
    assert together(window, "stack") == {"window"}
    assert together(window, "root_moves") == {"equal_calls", "printed"}
    assert window.docks.docks["root_moves"].is_front
    dock, toggle = window.docks.docks["meaning"], window.docks.toggles["meaning"]
    assert (dock.windowTitle(), toggle.text()) == ("Meanings", "What things mean"), "there is no room for all titles"
    assert not any(bar.findChildren(QToolButton, "ScrollRightButton")[0].isVisible() for bar in tab_bars(window))
    assert window.docks.docks["board"].windowTitle() == "Position"
    show(window, user_code_session(user_code_trace("fibonacci", "fib(5)")))
    assert together(window, "equal_calls") >= {"printed"}
    assert "stack" not in together(window, "equal_calls")
    assert window.docks.docks["equal_calls"].is_front
    assert window.docks.docks["board"].windowTitle() == window.docks.toggles["board"].text() == "Call"
    window.show_page(tabs)
    settle(window)
    assert window.session is game
    assert together(window, "stack") == {"window"}
    assert window.docks.docks["meaning"].is_front
    assert window.docks.docks["board"].windowTitle() == window.docks.toggles["board"].text() == "Position"


def test_in_a_lower_window_a_tree_of_user_code_has_the_left_side_too(make_window: Callable[..., Any]) -> None:
    window = make_window(1024, 700)
    subjects = frozenset({"user code", "searches", "values", "windows"})
    window.docks.show(True, subjects)
    settle(window)
    assert together(window, "stack") == {"window", "equal_calls", "printed"}
    assert not any(bar.findChildren(QToolButton, "ScrollRightButton")[0].isVisible() for bar in tab_bars(window))
    window.resize(1600, 1000)
    settle(window)
    assert together(window, "equal_calls") == {"printed"}


@pytest.mark.full
def test_a_layout_of_the_persons_own_is_left_as_it_is(make_window: Callable[..., Any]) -> None:
    window = make_window(1280, 720)
    show(window, user_code_session(user_code_trace("fibonacci", "fib(5)")))
    docks = window.docks.docks
    window.tabifyDockWidget(docks["source"], docks["printed"])
    window.docks.arrangement.mark_customised()
    show(window, user_code_session(read_as_search(user_code_trace("alphabeta", GAME))))
    assert docks["printed"] in window.tabifiedDockWidgets(docks["source"])


@pytest.mark.full
def test_where_people_read_from_the_right_the_docks_change_sides(qapp: Any, make_window: Callable[..., Any]) -> None:
    def places(window: Any) -> dict[str, int]:
        show(window, session_on(HEBREW, "alphabeta"))
        settle(window)
        return {key: dock.mapTo(window, QPoint(0, 0)).x() for key, dock in window.docks.docks.items()}

    usual = places(make_window(1400, 900))
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        window = make_window(1400, 900)
        mirrored = places(window)
        for key in ("board", "root_moves"):
            assert usual[key] == 0
            assert mirrored[key] > 900
        for key in ("source", "window", "stack"):
            assert usual[key] > 900
            assert mirrored[key] == 0
        sizes_before = sizes(window)
        window.restore_layout()
        settle(window)
        assert sizes(window) == sizes_before
        assert places(window)["board"] == mirrored["board"]
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_titles_say_what_is_known_of_the_recording(shared_window: Any) -> None:
    docks = shared_window.docks
    before = docks.are_shown, docks.subjects
    for subjects, titles in (
        ({"user code", "calls", "arguments"}, ("Call", "Same arguments")),
        ({"user code", "searches"}, ("Position", "Equal calls")),
    ):
        docks.show(True, frozenset(subjects))
        assert (docks.docks["board"].windowTitle(), docks.docks["equal_calls"].windowTitle()) == titles
        assert docks.toggles["equal_calls"].text() == titles[1]
    docks.show(*before)
