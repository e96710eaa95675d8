"""Where two versions play differently."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope_window.pages.match.disagreements import DisagreementsView, comparison_text, move_signs

pytestmark = pytest.mark.qt


def answer(game: int, played: int, a: str = "b2", b: str = "a1") -> dict[str, Any]:
    return {"position": "X../.../... o", "game": game, "played": played, "a": a, "b": b, "seeds": {"a": 1, "b": 2}}


@pytest.fixture
def differing(qtbot: Any) -> Any:
    made = DisagreementsView()
    qtbot.addWidget(made)
    made.show()
    made.begin("tictactoe", ("", ""))
    return made


def test_positions_stand_in_the_order_of_the_games(differing: Any, qtmodeltester: Any) -> None:
    for game, played in ((2, 1), (0, 3), (0, 1), (1, 0)):
        differing.add(answer(game, played))
    assert [(one["game"], one["played"]) for one in differing.answers] == [(0, 1), (0, 3), (1, 0), (2, 1)]
    qtmodeltester.check(differing.table.rows)


def test_both_moves_are_seen_on_the_board() -> None:
    assert move_signs(load("tictactoe:X../.../... o"), answer(0, 1)) == {(1, 1): "A", (0, 2): "B"}
    assert move_signs(load("connectfour:44"), answer(0, 1, "4", "1")) == {(3, 3): "A", (0, 5): "B"}
    start = load("hexline:.../...")
    both = move_signs(start, answer(0, 0, "1,0:2:3", "1,0"))
    assert both[(1, 0)] == "AB"
    assert sorted(both.values()) == ["A", "AB"]


def test_moves_have_the_chosen_notation_and_answers_keep_theirs(differing: Any) -> None:
    differing.add(answer(0, 1))
    differing.table.go_to_row(0)

    def texts() -> list[str]:
        row = [differing.table.rows.index(0, column).data() for column in (2, 3)]
        return [*row, differing.moves.text().split(". ")[0]]

    assert texts() == ["b2", "a1", "A plays b2, B plays a1"]
    differing.show_coordinates("[x,y]")
    assert texts() == ["[1,1]", "[0,2]", "A plays [1,1], B plays [0,2]"]
    assert differing.board.position.coordinates == "[x,y]"
    assert (differing.chosen["a"], differing.chosen["b"]) == ("b2", "a1")
    differing.show_coordinates("")
    assert texts()[0] == "b2"


def test_a_recording_that_there_is_not_is_said(differing: Any) -> None:
    differing.begin("tictactoe", ("", "no recording"))
    differing.add(answer(0, 1))
    assert [button.isEnabled() for button in differing.recording_buttons.values()] == [False] * 3
    differing.table.go_to_row(0)
    assert {whose: button.isEnabled() for whose, button in differing.recording_buttons.items()} == {
        "ab": False,
        "a": True,
        "b": False,
    }
    assert differing.recording_buttons["ab"].toolTip() == "no recording"
    asked: list[tuple[Any, str]] = []
    differing.opening_requested.connect(lambda one, whose: asked.append((one["game"], whose)))
    differing.recording_buttons["a"].click()
    assert asked == [(0, "a")]


def test_how_far_it_is_in_words() -> None:
    assert comparison_text(0, 0, None, is_asking=False).startswith("Both versions can be asked")
    assert comparison_text(3, 7, 20, is_asking=True) == "They differ in 3 of 7 positions; 20 are to be asked about."
    assert comparison_text(3, 20, 20, is_asking=False) == "They differ in 3 of 20 positions."
