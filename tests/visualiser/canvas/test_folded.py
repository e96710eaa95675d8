"""Equal calls folded into a graph, in the real window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.app.canvas_commands import folded_view, is_folded
from plyscope_window.canvas.folded import MAX_FITTED_POSITIONS
from plyscope_window.look.theme import font
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def view(window: Any) -> Any:
    show(window, user_code_session(user_code_trace("fibonacci", "fib(10)")))
    QTest.keySequence(window.canvas, "Q")
    settle(window)
    found = folded_view(window.canvas)
    assert found is not None
    return found


def call(view: Any, label: str) -> int:
    return list(view.graph.labels).index(label)


def middle(view: Any, label: str) -> Any:
    return view.to_widget(view.painter.card_of(call(view, label))).center().toPoint()


def test_the_tree_becomes_the_graph_of_distinct_calls_and_back(window: Any, view: Any) -> None:
    assert len(view.folded.calls) == 11
    assert len(view.folded.edges) == 18
    assert view.geometry() == window.canvas.rect()
    assert not window.table["focus"].is_on(window)
    QTest.keySequence(view, "2")
    settle(window)
    assert not is_folded(window)
    assert window.canvas.mode == "tree"
    QTest.keySequence(window.canvas, "Q")
    assert folded_view(window.canvas) is view
    QTest.keySequence(view, "Q")
    assert not is_folded(window)


def test_a_click_goes_to_where_the_call_is_made_first(window: Any, view: Any) -> None:
    for label in ("fib(3)", "fib(8)", "fib(0)"):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, label))
        user_code = window.session.trace.user_code
        assert user_code.label(window.session.cursor.frame) == label
        assert window.session.cursor.frame == int(user_code.first_of_call[call(view, label)])


def test_it_follows_the_cursor(window: Any, view: Any) -> None:
    session = window.session
    session.go_to_frame(4)
    state = view.state()
    assert view.graph.labels[state.running] == "fib(6)"
    assert {view.graph.labels[one] for one in state.path} == {f"fib({n})" for n in range(6, 11)}
    assert len(state.path_edges) == 4
    assert not view.content.is_known(call(view, "fib(6)"))
    session.go(session.cursor.last_step)
    assert view.content.is_known(call(view, "fib(6)"))
    assert view.content.sentence_of(call(view, "fib(6)")).startswith("fib(6) = 8, called 5 times, first at step ")
    view.zoom(3.0, QPointF(0, 0))
    session.go_to_frame(9)
    area = view.to_widget(view.painter.card_of(view.state().running))
    assert view.rect().toRectF().contains(area)
    view.fit()
    assert view.rect().toRectF().contains(view.to_widget(view.painter.area.adjusted(1, 1, -1, -1)))


def test_keys_travel_from_call_to_call(window: Any, view: Any) -> None:
    session = window.session
    session.go_to_frame(0)
    for key, label in ((Qt.Key.Key_Down, "fib(9)"), (Qt.Key.Key_Down, "fib(8)"), (Qt.Key.Key_Up, "fib(10)")):
        QTest.keyClick(view, key)
        assert session.trace.user_code.label(session.selected) == label
    assert session.cursor.frame == 0
    session.select(9)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert session.trace.user_code.label(session.selected) == "fib(0)"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert session.trace.user_code.label(session.cursor.frame) == "fib(0)"


def test_a_search_has_nothing_to_fold(window: Any) -> None:
    show(window, session_on("sample:tree/textbook"))
    QTest.keySequence(window.canvas, "Q")
    settle(window)
    assert not is_folded(window)
    assert "user code" in window.table["fold"].why_not(window)


@pytest.fixture
def grown(window: Any) -> Any:
    """The tree that simulations of a small tree grow, on one node of which the cursor stands."""

    def fold(source: str, simulations: int, step: int) -> Any:
        session = show(window, session_on(source, "mcts", simulations=simulations, exploration=5.0, seed=1))
        session.go(step)
        QTest.keySequence(window.canvas, "Q")
        settle(window)
        return folded_view(window.canvas)

    return fold


def test_positions_of_simulations_say_their_bound_where_there_is_room(window: Any, grown: Any) -> None:
    view = grown("sample:tree/sampled-trap", 60, 200)
    tree, step = view.session.trace.simulations, view.session.known_step
    said = {view.content.label(call): view.content.second_line(call) for call in view.folded.calls}
    for call in view.folded.calls:
        bound = tree.upper_bound(call, step)
        assert said[view.content.label(call)] == ("" if bound is None else f"UCB {bound:.2f}".replace("-", "−"))
    assert said["A"] == ""
    assert said["C"].startswith("UCB ")
    metrics = QFontMetricsF(font(10))
    assert all(metrics.horizontalAdvance(line) <= view.painter.card for line in said.values())
    view.zoom(1.0 / view.scale)
    with_bound = view.grab().toImage()
    view.content.second_line = lambda call: ""
    assert view.grab().toImage() != with_bound
    view.zoom(0.5)
    small = view.grab().toImage()
    del view.content.second_line
    assert view.grab().toImage() == small, "where it could not be read it is left out"


def test_a_grown_tree_opens_as_a_whole_or_with_the_way_to_the_running_call(window: Any, grown: Any) -> None:
    small = grown("sample:tree/sampled-trap", 60, 200)
    assert len(small.folded.calls) <= MAX_FITTED_POSITIONS
    assert small.is_fitted
    large = grown("sample:tictactoe/played-out", 300, 400)
    assert len(large.folded.calls) > MAX_FITTED_POSITIONS
    path = [one for one in large.state().path if one in large.folded.layers]
    assert len(path) > 1
    for one in (0, *path):
        assert large.rect().toRectF().contains(large.to_widget(large.painter.card_of(one)))
