"""Questions about the next decision: asked at every decision of a kind, with the answer that the recording has."""

from __future__ import annotations

import pytest
from plyscope.model.cursor import Cursor
from plyscope.model.trace import Trace
from plyscope.text.predictions import Decision, Question, decisions_of, next_question

from tests.full_traces import record


@pytest.fixture(scope="module")
def figure() -> Trace:
    return record("tree:[[3,12,8],[2,4,6],[14,5,2]]")


def questions(trace: Trace, decision: Decision) -> list[Question]:
    cursor = Cursor(trace)
    found, step = [], 0
    while (question := next_question(trace, cursor.steps, decision, step, cursor.last_step)) is not None:
        found.append(question)
        step = question.step
    return found


def test_every_value_that_comes_back_is_asked_about(figure: Trace) -> None:
    """A question does not give its answer away: it is asked where nothing is cut, too."""
    asked = questions(figure, Decision.CUT)
    assert len(asked) == len(figure) - 1
    assert [str(one.text) for one in asked if one.answer] == [
        "C1 has returned 2 to C. Is C cut now?",
        "D3 has returned 2 to D. Is D cut now?",
    ]
    assert str(asked[0].text) == "B1 has returned 3 to B. Is B cut now?"


def test_bests_windows_and_values(figure: Trace) -> None:
    best = questions(figure, Decision.BEST)
    assert [str(one.solution) for one in best] == ["yes", "no", "no", "yes", "yes", "no", "yes", "yes", "yes", "no"]
    window = questions(figure, Decision.WINDOW)
    assert [one.answer for one in window] == [one.answer for one in best]
    assert "Does β fall there?" in str(window[0].text)
    values = questions(figure, Decision.VALUE)
    assert [(str(one.text), one.answer) for one in values] == [
        ("What does B return?", 3),
        ("What does C return?", 2),
        ("What does D return?", 2),
        ("What does A return?", 3),
    ]
    assert values[0].is_right(3.0)
    assert not values[0].is_right(2)


def test_a_search_without_a_window_is_not_asked_about_cuts() -> None:
    assert decisions_of(record("tree:[[1,2],[3,4]]", "minimax")) == [Decision.BEST, Decision.VALUE]
    assert len(decisions_of(record("tree:[[1,2],[3,4]]"))) == 4
