"""The line above a recording of own code in the real window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.pages.compare import comparisons
from plyscope_window.pages.compare.comparisons import comparison_in
from plyscope_window.pages.usercode.summary_line import UserCodeBar
from plyscope_window.pages.usercode.usercode_commands import BAR
from PySide6.QtWidgets import QToolBar

from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.pages.usercode.running import opened, run

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


def user_code_bar(window: Any) -> UserCodeBar:
    strip = window.findChild(QToolBar, BAR)
    assert isinstance(strip, UserCodeBar)
    return strip


@pytest.mark.full
def test_it_says_how_it_ended_and_what_it_is_taken_for(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/max_min"))
    strip = user_code_bar(window)
    assert strip.isVisible()
    assert "returned [1, 0, 0]. Read as a search of Tic-tac-toe, O is MAX" in strip.ended.text()
    assert strip.ended.toolTip() == strip.ended.text()


@pytest.mark.full
def test_it_is_there_only_for_recordings_of_user_code(window: Any, qtbot: Any) -> None:
    assert window.findChild(QToolBar, BAR) is None
    show(window, session_on("sample:tictactoe/hebrew"))
    assert window.findChild(QToolBar, BAR) is None
    ours = window.page
    run(window, qtbot, opened(window, "sample:recursion/fibonacci"))
    assert user_code_bar(window).isVisible()
    window.show_page(ours)
    assert not user_code_bar(window).isVisible()
    window.next_tab(-1)
    window.next_tab(-1)
    window.show_page(window.pages[-1])
    assert user_code_bar(window).isVisible()
    window.actions_by_key["presentation"].trigger()
    assert not user_code_bar(window).isVisible()
    window.actions_by_key["presentation"].trigger()
    assert user_code_bar(window).isVisible()


@pytest.mark.full
@pytest.mark.spread(3, 2)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("max_min", "Same value and move. Your search makes the same"),
        ("alphabeta", "Same value and move. Your search makes the same"),
        ("bugs/strict_cut", "calls where alpha-beta makes"),
    ],
)
def test_a_users_search_is_compared_with_the_reference(window: Any, qtbot: Any, name: str, said: str) -> None:
    run(window, qtbot, opened(window, f"sample:recursion/{name}"))
    window.present_actions()
    window.actions_by_key["own_reference"].trigger()
    qtbot.waitUntil(lambda: comparison_in(window.page) is not None)
    settle(window)
    qtbot.waitUntil(lambda: said in user_code_bar(window).ended.text())
    comparisons.in_front(window).lead_other()
    settle(window)
    # The same is said whichever side leads.
    qtbot.waitUntil(lambda: said in user_code_bar(window).ended.text())


WORTH_100 = """
def minimax(board, turn):
    for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if board[a] and board[a] == board[b] == board[c]:
            return 100 * board[a]
    values = [minimax([*board[:i], turn, *board[i + 1:]], -turn) for i in range(9) if not board[i]]
    return 0 if not values else max(values) if turn == 1 else min(values)

def choose(board, pick):
    tried = {i: minimax([*board[:i], -1, *board[i + 1:]], 1) for i in range(9) if not board[i]}
    return PLAYED
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            "minimax([1, 1, 0, -1, -1, 0, 0, 0, 0], -1)",
            "Here wins have the value that they have in",
        ),
        (
            "choose([1, 1, 0, -1, -1, 0, 0, 0, 0], max)",
            "where minimax returns",
        ),
        (
            "choose([1, 1, 0, -1, -1, 0, 0, 0, 0], print)",
            "The value of your search is not known. ",
        ),
    ],
)
def test_results_are_compared_as_far_as_they_can_be(
    window: Any, qtbot: Any, tmp_path: Any, call: str, said: str
) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        WORTH_100.replace("PLAYED", "pick(tried, key=tried.get) if pick is max else None"), encoding="utf-8"
    )
    page = opened(window, str(file))
    page.form.call.setText(call)
    run(window, qtbot, page)
    window.present_actions()
    window.actions_by_key["own_reference"].trigger()
    qtbot.waitUntil(lambda: comparison_in(window.page) is not None)
    settle(window)
    qtbot.waitUntil(lambda: said in user_code_bar(window).ended.text())


@pytest.mark.full
def test_of_a_search_with_illegal_moves_only_the_results_are_compared(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/bugs/sides_not_alternating"))
    window.present_actions()
    window.actions_by_key["own_reference"].trigger()
    bar = window.statusBar()
    qtbot.waitUntil(lambda: "single calls cannot be compared" in bar.currentMessage())
    assert bar.currentMessage().startswith(
        "Your search returns 1, alpha-beta returns −1. Some of its moves are illegal"
    )
    assert window.session.trace.search.name == "alphabeta"
    assert str(window.session.trace.position) == "tictactoe:.OO/XXO/.X. x"
    window.next_tab(-1)
    strip = user_code_bar(window)
    qtbot.waitUntil(lambda: "Read as a search" in strip.ended.text())
    assert strip.ended.text().startswith("Your search returns 1, alpha-beta returns −1."), "it is said there, too"
