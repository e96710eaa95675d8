"""How a match stands, in words and numbers."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.play.results import facts
from plyscope_window.pages.match.standing import (
    Standing,
    elo_text,
    interval_meaning,
    match_numbers,
    progress_text,
    time_text,
)
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.engine.play.test_results import MATCH, line

pytestmark = pytest.mark.qt


def rows(found: dict[str, Any]) -> dict[str, tuple[object, ...]]:
    return {str(row[0]): row[1:] for row in match_numbers(found).rows}


def test_each_version_is_seen_from_its_own_side() -> None:
    late = {"version": "b", "kind": "time", "reason": "slow", "move": 3}
    table = rows(facts(MATCH.header, [line(0, 1), line(1, 0.5), line(2, 0), line(3, 1, late)]))
    assert table["won"] == (2, 1)
    assert table["drawn"] == (1, 1)
    assert table["lost"] == (1, 2)
    assert [str(cell).replace("\u00a0", " ") for cell in table["score"]] == ["62.5 %", "37.5 %"]
    assert table["Elo"] == ("+89", "−89")
    low, high = (str(cell).split()[0] for cell in table["95 % of score"])
    assert float(low) + float(str(table["95 % of score"][1]).replace("\u00a0", " ").split()[2]) == pytest.approx(100)
    assert float(high) < 37.5
    assert table["lost on time"] == (0, 1)
    assert table["calls a move"] == ("100", "·")
    assert table["time a move"] == ("50 ms", "50 ms")


def test_before_the_first_game_and_where_all_were_won() -> None:
    assert "score" not in rows(facts(MATCH.header, []))
    assert interval_meaning(facts(MATCH.header, [])) == "There is no game yet."
    won = facts(MATCH.header, [line(number, 1) for number in range(6)])
    assert rows(won)["Elo"] == ("+∞", "−∞")
    assert interval_meaning(won).startswith("A is better")
    lost = facts(MATCH.header, [line(number, 0) for number in range(6)])
    assert interval_meaning(lost).startswith("B is better")
    even = facts(MATCH.header, [line(number, number % 2) for number in range(6)])
    assert interval_meaning(even).startswith("One cannot tell")
    assert (elo_text(0.0), elo_text(-0.0, -1), time_text(None)) == ("0", "0", "·")


def test_how_far_it_is(qtbot: Any) -> None:
    some = facts(MATCH.header, [line(0, 1)])
    assert progress_text(some, is_running=True) == "1 of 6 games are over…"
    assert progress_text(some, is_running=False) == "1 of 6 games are over; the others are still to be played."
    standing = Standing()
    qtbot.addWidget(standing)
    standing.show()
    standing.activateWindow()
    qtbot.waitUntil(standing.isActiveWindow)
    standing.present(some, is_running=True, kept_in="m.plymatch")
    assert (standing.stop.isVisible(), standing.resume.isVisible()) == (True, False)
    standing.stop.setFocus()
    standing.present(some, is_running=False, kept_in="m.plymatch")
    assert (standing.stop.isVisible(), standing.resume.isVisible()) == (False, True)
    assert standing.focusWidget() is standing.table, "nobody should press the next button by mistake"
    repeated = facts(MATCH.header, [line(0, 1), {**line(0, 1), "number": 2}])
    standing.present(repeated, is_running=False, kept_in="m.plymatch")
    assert "1 of 2 games are different ones" in standing.about.text()


def test_signs_stand_before_their_numbers_where_people_read_from_the_right(qapp: Any) -> None:
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert elo_text(-12.0) == "\u2066−12\u2069"
    finally:
        QGuiApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
