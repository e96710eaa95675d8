"""A win that is worth 100, or 10 less the plies until it comes, is no difference from the reference."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.usercode.reference_check import compare_with_reference, reference_options, reference_position
from plyscope.usercode.win_values import Wins, has_converted_values, has_estimates, wins_of, with_wins_valued_like

from tests.engine.tracer.searching import WINNER, minimax, negamax, searched
from tests.full_traces import record

BY_DEPTH = (
    WINNER
    + """
def minimax(board, depth, turn):
    won = winner(board)
    if won:
        return WORTH
    if 0 not in board or depth == STOP:
        return ESTIMATE
    values = [minimax([*board[:i], turn, *board[i + 1:]], depth + 1, -turn) for i in range(9) if not board[i]]
    return max(values) if turn == 1 else min(values)
"""
)
CALL = "minimax([1, 0, 0, 0, -1, 0, 1, 0, 0], 0, -1)"


def by_depth(worth: str, stop: int = 9, estimate: str = "0") -> str:
    return BY_DEPTH.replace("WORTH", worth).replace("STOP", str(stop)).replace("ESTIMATE", estimate)


@pytest.mark.spread(4, 1)
@pytest.mark.parametrize(
    ("worth", "wins", "score"),
    [
        ("won", Wins(1, 0), None),
        ("won * 10", Wins(10, 0), "ten"),
        ("won * 100", Wins(100, 0), None),
        ("100 if won > 0 else -10", Wins(100, 0, (), 10), None),
        ("won * (10 - depth)", Wins(10, -1), "sooner"),
        ("won * (1000 - depth)", Wins(1000, -1), "sooner"),
        ("won / (1 + depth)", Wins(1 / 3, -1, tuple((1 / (1 + ply), ply) for ply in (6, 5, 4, 3, 2))), "sooner"),
    ],
)
def test_what_wins_are_worth(tmp_path: Path, worth: str, wins: Wins, score: str | None) -> None:
    trace = searched(tmp_path, by_depth(worth), CALL)
    assert (wins_of(trace), reference_options(trace).get("score")) == (wins, score)
    facts = compare_with_reference(trace)
    assert (facts["same_value"], facts["same_move"], facts["first_divergence"]) == (True, True, None)
    assert trace.value == facts["value"][0], "the recording itself is as it was"


def test_wins_are_valued_again_for_a_search_of_another_depth(tmp_path: Path) -> None:
    trace = searched(tmp_path, by_depth("won * (10 - depth)"), CALL)
    for depth in (6, 7, 6):
        ours = record(reference_position(trace), "minimax", depth=depth, score="sooner")
        counted = with_wins_valued_like(trace, ours.plan)
        assert has_converted_values(counted)
        assert (counted.value, has_converted_values(trace)) == (ours.value, False)


def test_a_rule_that_is_none_of_ours_is_compared_as_it_is(tmp_path: Path) -> None:
    trace = searched(tmp_path, by_depth("won * 2 ** depth"), CALL)
    assert wins_of(trace) is None
    assert compare_with_reference(trace)["first_divergence"]["what"] == "value differs"


def test_the_divergence_is_a_bug_and_not_the_value_of_a_win(tmp_path: Path) -> None:
    text = minimax(cut="alpha > beta").replace("return winner(board)", "return 100 * winner(board)").replace("9", "999")
    text = text.replace("range(999)", "range(9)")
    facts = compare_with_reference(searched(tmp_path, text, "minimax([1, -1, 0, 0, 1, 0, 0, 0, -1], 1)"))
    assert (facts["value"], facts["same_value"]) == ([100, 1], True)
    assert facts["first_divergence"]["what"] == "pruned in b"


def test_estimates_of_its_own_are_nothing_to_compare(tmp_path: Path) -> None:
    trace = searched(tmp_path, by_depth("won * 100", stop=4, estimate="board.count(0) * turn + board[1]"), CALL)
    facts = compare_with_reference(trace)
    assert has_estimates(trace)
    assert (facts["same_value"], facts["same_move"], facts["own_estimates"]) == (None, None, True)
    assert not has_estimates(searched(tmp_path, by_depth("won * 100", stop=2), CALL))


def test_what_was_remembered_is_no_estimate(tmp_path: Path) -> None:
    text = by_depth("won").replace("def minimax", "KNOWN = {}\n\ndef minimax")
    text = text.replace("    won = w", "    if (*board,) in KNOWN:\n        return KNOWN[(*board,)]\n    won = w")
    text = text.replace(
        "    return max(values) if turn == 1 else min(values)", "    KNOWN[(*board,)] = BEST\n    return BEST"
    )
    trace = searched(tmp_path, text.replace("BEST", "(max(values) if turn == 1 else min(values))"), CALL)
    facts = compare_with_reference(trace)
    assert (facts["same_value"], facts["own_estimates"]) == (True, False)
    assert facts["frames"][0] < facts["frames"][1]


@pytest.mark.full
def test_the_reference_follows_the_search_in_everything_but_bugs(tmp_path: Path) -> None:
    call = "minimax([1, 0, 0, 0, -1, 0, 0, 0, 0], 1)"
    backwards = searched(
        tmp_path, minimax().replace("in [i for i in range(9)", "in [i for i in range(8, -1, -1)"), call
    )
    assert reference_options(backwards)["order"] == "reverse"
    assert compare_with_reference(backwards)["first_divergence"] is None
    hard = searched(
        tmp_path,
        negamax().replace("return value", "return alpha").replace("break", "return beta"),
        "Player().negamax([1, -1, 0, 0, 1, 0, 0, 0, -1], 9, -99, 99, 1)",
    )
    assert reference_options(hard)["fail"] == "hard"
    assert compare_with_reference(hard)["first_divergence"] is None


def test_a_draw_may_be_worth_a_half(tmp_path: Path) -> None:
    text = by_depth("won", estimate="0.5")
    facts = compare_with_reference(searched(tmp_path, text, "minimax([1, -1, 1, 0, -1, 0, 0, 0, 0], 0, 1)"))
    assert (facts["value"], facts["same_value"], facts["same_move"]) == ([0.5, 0.0], True, True)
