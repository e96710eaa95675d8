"""Correct searches with tables, orders, null windows and early returns give no bug and no waste."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.analysis.why import Side, why_bound
from plyscope.model.columns import COLUMNS
from plyscope.model.declaration import MAX
from plyscope.model.roles import Proposal
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, REMARK, WASTE, findings
from plyscope.usercode.reading import read_as_search
from plyscope.usercode.reference_check import compare_with_reference
from plyscope.usercode.role_recognition import why_no_search

from tests.engine.usercode.right_programs import RIGHT, THREAT
from tests.full_traces import Trace


def recorded(tmp_path: Path, text: str, call: str, *, lines: bool | None = None) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, call, lines=lines)
    assert trace.user_code.ended.how == "returned", str(trace.user_code.ended)
    return read_as_search(trace)


@pytest.mark.spread(27)
@pytest.mark.parametrize("lines", [None, False], ids=["with lines", "without lines"])
@pytest.mark.parametrize("name", list(RIGHT))
def test_a_correct_program_is_not_accused(tmp_path: Path, name: str, lines: bool | None) -> None:
    game, text, calls = RIGHT[name]
    for call in calls:
        found = findings(recorded(tmp_path, game + text, call, lines=lines))
        assert [str(one.sentence) for one in found if one.kind in (BUG, WASTE)] == [], call


@pytest.mark.parametrize("name", ["folded by a helper", "the side as an attribute"])
def test_sides_are_known_by_the_values_of_many_calls(tmp_path: Path, name: str) -> None:
    game, text, calls = RIGHT[name]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert (trace.position.game.name, set(trace.column("kind").tolist())) == ("tictactoe", {0, 1})


def test_calls_through_a_parameter_are_recorded_as_those_by_name(tmp_path: Path) -> None:
    _, text, calls = RIGHT["a search that calls itself through a parameter"]
    for call in calls:
        traces = [recorded(tmp_path, one, call) for one in (text, text.replace("-me(me, ", "-search(me, "))]
        ours, theirs = ({name: trace.column(name).tolist() for name in COLUMNS} for trace in traces)
        assert ours == theirs
        assert [trace.options for trace in traces] == [{"windows": "whole", "cut": ">="}] * 2
        assert len(traces[0].user_code.facts) == len(traces[1].user_code.facts)


def test_a_bound_that_is_rounded_on_its_way_comes_from_above(tmp_path: Path) -> None:
    _, text, calls = RIGHT["null windows of thirds"]
    trace = recorded(tmp_path, text, calls[0])
    second = list(trace.children(3))[1]
    assert 0 < trace.alphas[3] - trace.alphas[second] < 1e-15
    assert why_bound(trace, second, Side.ALPHA)[2:4] == (0, 1), "the root has it from its first child"


def test_a_number_that_is_added_is_no_side(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a gain beside the die"]
    proposal = Proposal.of(recorded(tmp_path, game + text, calls[0]))
    assert proposal is not None
    assert proposal.roles == {"value": {"rolls": "depth", "mine": "side"}, "value.chance": {}}


def test_whom_values_are_for_is_no_side(tmp_path: Path) -> None:
    """Who is to move stands in the position, which is no argument, and is compared with a parameter that stays."""
    game, text, calls = RIGHT["values for one player throughout"]
    for call in calls:
        trace = recorded(tmp_path, game + text, call)
        proposal = Proposal.of(trace)
        assert proposal is None or "me" not in proposal.roles["worth"]
        assert [str(one.sentence) for one in findings(trace)] == []


def test_a_level_is_a_depth_once_the_user_says_so(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a level of 0 that does not search"]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert [(one.kind, one.name) for one in findings(trace)] == [(REMARK, "depth")]
    said = read_as_search(trace, {"minimax": {"level": "depth"}})
    assert [(one.kind, one.name) for one in findings(said)] == [(BUG, "depth")]


def test_the_worst_move_is_a_remark(tmp_path: Path) -> None:
    """Nothing that ran tells a player who is meant to be weak from a mistake."""
    game, text, calls = RIGHT["a player who takes the worst"]
    kinds = [[(one.kind, one.name) for one in findings(recorded(tmp_path, game + text, call))] for call in calls]
    assert kinds == [[(REMARK, "played")]] * 3


def test_a_game_that_a_line_loses_is_not_compared(tmp_path: Path) -> None:
    game, text, _ = RIGHT["a player who takes the worst"]
    text = text.replace("return winner(board)", "return -winner(board)")
    facts = compare_with_reference(recorded(tmp_path, game + text, f"value({THREAT}, True)"))
    assert not facts["compared"]
    assert "another game than Tic-tac-toe" in facts["sentence"]


def test_chances_are_a_negamax_whose_values_add_up_to_one(tmp_path: Path) -> None:
    game, text, calls = RIGHT["chances of winning"]
    trace = recorded(tmp_path, game + text, calls[1])
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert (trace.position.game.name, proposal.negated, proposal.total) == ("tictactoe", True, 1.0)
    assert compare_with_reference(trace)["same_value"]


@pytest.mark.spread(3)
@pytest.mark.parametrize("place", range(3))
def test_values_that_others_turn_are_read(tmp_path: Path, place: int) -> None:
    game, text, calls = RIGHT["values turned by other functions"]
    facts = compare_with_reference(recorded(tmp_path, game + text, calls[place], lines=False))
    assert (facts["same_value"], facts["same_move"], facts["same_calls"]) == (True, True, True)


def test_plain_calls_that_compare_values_say_why(tmp_path: Path) -> None:
    game, text, calls = RIGHT["values without a second side"]
    said = [compare_with_reference(recorded(tmp_path, game + text, call, lines=False))["sentence"] for call in calls]
    assert [one.rpartition(": ")[2] for one in said] == [
        "each call whose value is known has the largest of the values below it, and no second side is known",
        "each call whose value is known has the largest of the values below it, and no second side is known",
        "after only turns the value of the one call below it, so that two calls make a move",
    ]
    text += (
        "\ndef one_ply(board):\n    return max(value_of([*board[:i], 1, *board[i + 1:]], -1) for i in free(board))\n"
    )
    last = recorded(tmp_path, game + text, "one_ply([1, -1, 1, -1, 1, -1, -1, 1, 0])", lines=False)
    assert str(why_no_search(last)) == "no call of this run shows how its value follows from those of the calls below"


@pytest.mark.full
def test_wins_where_no_line_is_are_another_game(tmp_path: Path) -> None:
    game, text, calls = RIGHT["hex on nine cells"]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert (trace.position.game.name, trace.value) == ("own", 100)
    assert "not all of its moves and results are those of that game" in compare_with_reference(trace)["sentence"]
    for call in calls[1:]:
        assert recorded(tmp_path, game + text, call, lines=False).position.game.name == "own"
    # In three plies from the empty board nobody wins, so that nothing speaks for the one or the other.
    early = recorded(tmp_path, game + text, f"minimax({[0] * 9}, 2, True)", lines=False)
    assert early.position.game.name == "own"
    assert "it may be Tic-tac-toe or another game on such boards" in compare_with_reference(early)["sentence"]


def test_a_colour_stands_for_the_truth_of_the_side(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a colour for the truth of the side"]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert (trace.position.game.name, trace.kinds[0], trace.value) == ("tictactoe", MAX, 9)
    assert compare_with_reference(trace)["same_calls"]
