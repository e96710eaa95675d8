"""What a step means for the lines of the text: held against the page that writes it out by hand, and the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from plyscope.files.sources import load
from plyscope.model.steps import Moment
from plyscope.text.inline_values import InlineValues, UserCodeInlineValues, inline_values
from plyscope.tracer.running import debug

from tests import full_traces
from tests.full_traces import Cursor, Trace, record

BY_HAND = "tictactoe:.OO/XXO/.X. o"


def comments(trace: Trace, step: int) -> dict[str, str]:
    """The lines of the text that a step has something to say about, and what it says."""
    cursor = Cursor(trace)
    cursor.go(step)
    values = InlineValues(trace, cursor.lines).at(cursor.now, cursor.line)
    found = {cursor.lines.lines[value.line - 1].strip(): str(value.message) for value in values}
    assert len(found) == len(values)
    return found


@pytest.fixture(scope="module")
def by_hand() -> Trace:
    return record(load(BY_HAND, max="o"), "maxmin")


def test_the_comments_of_the_page_are_found(by_hand: Trace) -> None:
    """Steps 4 to 9 of the run are the excerpt that the page writes out."""
    assert comments(by_hand, 4) == {
        "score, square = highest, None": "score = 2",
        "if is_over(s) or depth == 0:": "no winner",
        "for empty in moves(s):": "empty = [0,2]",
    }
    assert comments(by_hand, 7)["return result(s, depth), None"] == "→ [1,0,0]"
    assert comments(by_hand, 7)["if is_over(s) or depth == 0:"] == "winner == O"
    assert comments(by_hand, 8) == {
        "for empty in moves(s):": "empty = [2,2]",
        "min_score, _ = min(s, depth - 1)": "= [1,0,0]",
        "if min_score > score:": "1 > -2",
        "score, square = min_score, empty": "= 1, [2,2]",
    }
    assert comments(by_hand, 9) == {"return score, square": "→ [1,2,2]"}


def test_a_comparison_that_fails_says_so_and_nothing_is_taken(by_hand: Trace) -> None:
    assert comments(by_hand, 16) == {
        "for empty in moves(s):": "empty = [2,2]",
        "max_score, _ = max(s, depth - 1)": "= [1,0,0]",
        "if max_score < score:": "1 < 1: no",
    }


def test_alpha_beta_says_what_becomes_of_the_window() -> None:
    trace = record("tree:[[9,8,7],[6,5,4]]")
    assert comments(trace, 12) == {
        "for move in moves(s):": "move = 1 (B)",
        "value = alphabeta(s, depth - 1, alpha, beta, not maximizing)": "value = 7",
        "if maximizing:": "yes, MAX",
        "best = max(best, value)": "best -∞ → 7",
        "alpha = max(alpha, best)": "α -∞ → 7",
        "if alpha >= beta:": "7 ≥ ∞: no",
    }
    assert comments(trace, 16)["beta = min(beta, best)"] == "β ∞ → 6"
    assert comments(trace, 16)["if maximizing:"] == "no, MIN"
    assert comments(trace, 16)["best = min(best, value)"] == "best ∞ → 6"
    assert comments(trace, 16)["if alpha >= beta:"] == "7 ≥ 6"
    assert comments(trace, 16)["break"] == "cut"


def test_the_head_of_the_function_has_the_window_of_the_call() -> None:
    trace = record("tree:[[9,8,7],[6,5,4]]")
    values = InlineValues(trace, Cursor(trace).lines)
    called = [str(one.message) for frame in (0, 5) for one in values.called(frame)]
    assert called == ["A: α -∞, β ∞", "C: α 7, β ∞"]
    assert not InlineValues(record("tree:[1,2]", "minimax"), Cursor(record("tree:[1,2]", "minimax")).lines).called(0)


def test_the_strict_rule_is_written_as_it_ran() -> None:
    trace = record("tree:[[9,8,7],[7,5,4]]", cut=">")
    assert comments(trace, 16)["if alpha > beta:"] == "7 > 7: no"


def test_negamax_shows_the_numbers_of_its_text() -> None:
    trace = record("tree:[[9,8,7],[6,5,4]]", "negamax")
    returned = comments(trace, 4)
    assert returned["value = -negamax(s, depth - 1, -beta, -alpha, -side)"] == "value = -9"
    assert returned["best = max(best, value)"] == "best -∞ → -9"
    assert returned["alpha = max(alpha, best)"] == "α -∞ → -9"
    definition = "def negamax(s: State, depth: float, alpha: float, beta: float, side: int) -> float:"
    assert comments(trace, 13)[definition] == "α -∞ · β -7 · side -1"


def test_a_probe_is_asked_and_not_compared() -> None:
    trace = record("tree:[[5,8],[6,9]]", "pvs")
    cursor = Cursor(trace)
    probe = next(child for child in trace.children(0) if trace.is_probe(child))
    back = cursor.steps.back(probe)
    assert back is not None
    asked = comments(trace, back)
    assert asked["if alpha < value < beta:"] == "5 < 6 < ∞"
    assert "best = max(best, value)" not in asked


def test_a_sum_is_added_up() -> None:
    trace = record("tree:[9,8]", "accumulate")
    assert comments(trace, 6)["total += accumulate(s, depth - 1, not maximizing)"] == "+ 8 = 17"


TRACES: dict[str, Callable[[], Trace]] = {
    "by hand": lambda: record(load(BY_HAND, max="o"), "maxmin"),
    "probed": lambda: record("tree:[[9,8,7],[6,[5,1],4],[3,2,1]]", "pvs"),
    "brain": lambda: record("connectfour:4453", "tutorial-max", depth=2),
    "turned brain": lambda: record("connectfour:44", "tutorial-max", depth=2),
    "unplayed": lambda: record("connectfour:445", "tutorial-random"),
    "notebook": lambda: record(load(BY_HAND), "notebook"),
    "hexline": lambda: record("sample:hexline/three-left"),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
}


@pytest.mark.parametrize("name", TRACES)
def test_the_line_of_a_step_and_its_values_lie_in_one_branch(name: str) -> None:
    """Whatever a call that is back means stands between the loop round it and the end of that loop."""
    trace = TRACES[name]()
    cursor = Cursor(trace)
    values = InlineValues(trace, cursor.lines)
    seen = 0
    for step in range(min(cursor.last_step + 1, 500)):
        cursor.go(step)
        found = values.at(cursor.now, cursor.line)
        assert all(1 <= value.line <= len(cursor.lines.lines) and str(value.message) for value in found)
        if cursor.now.moment is Moment.BACK:
            lines = sorted(value.line for value in found)
            assert cursor.line in lines
            between = cursor.lines.lines[lines[0] : lines[-1]]
            assert not any(line.strip().startswith(("for ", "def ", "return ")) for line in between)
            seen += 1
    assert seen


def behind(cursor: Cursor) -> dict[int, str]:
    values = inline_values(cursor.trace, cursor.lines)
    assert isinstance(values, UserCodeInlineValues)
    return {one.line: str(one.message) for one in values.at(cursor.now, cursor.line)}


def test_a_walk_through_hanoi_shows_what_happens_line_by_line() -> None:
    cursor = Cursor(debug("sample:recursion/hanoi", "hanoi(1)"))
    seen = []
    while True:
        seen.append((cursor.line, behind(cursor)))
        if not cursor.into():
            break
    call = {12: "discs = 1, source = 'A', target = 'C', spare = 'B'"}
    assert seen[:3] == [(9, {9: call[12]}), (10, {10: "discs = 1"}), (12, call)]
    assert seen[6] == (11, {11: "→ 0"})
    assert seen[7] == (12, {12: "hanoi(0, 'A', 'B', 'C') = 0"})
    assert seen[8] == (13, {12: "before = 0", 13: "discs = 1, source = 'A', target = 'C'"})
    assert seen[-1] == (14, {14: "→ 1"})


def test_long_values_and_many_are_shortened() -> None:
    cursor = Cursor(debug("sample:recursion/merge_sort", "merge_sort(list(range(60, 0, -1)))"))
    assert behind(cursor)[7] == "items = [60, 59, 58, 57, 56, 55, 54…"


def test_the_lines_of_a_search_have_the_values_of_searches(tmp_path: object) -> None:

    trace = full_traces.record("tree:[1,[2,3]]")
    assert not isinstance(inline_values(trace, Cursor(trace).lines), UserCodeInlineValues)
