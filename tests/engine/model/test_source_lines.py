"""Which line of a search's text is at work."""

from __future__ import annotations

import ast

from plyscope.model.source_lines import CallSite, SourceLines, text_lines
from plyscope.model.steps import Moment
from plyscope.recording.plan import ALGORITHMS
from plyscope.text.call_narration import line_text
from plyscope.text.shown_source import shown_lines

from tests.full_traces import Cursor, record
from tests.trees import NOISY

SOURCES = {
    "tree": NOISY,
    "tictactoe": "tictactoe:XOX/O../..X o",
    "connectfour": "connectfour:3,3,3 12",
    "hexline": "hexline:...",
}


def words_at(algorithm: str, source: str, **options: object) -> dict[tuple[str, int], set[str]]:
    """Moment and status -> the texts of the lines at which such steps are."""
    trace = record(source, algorithm, **options)  # type: ignore[arg-type]
    cursor = Cursor(trace)
    found: dict[tuple[str, int], set[str]] = {}
    for number in range(cursor.steps.count):
        cursor.go(number)
        line = trace.text.splitlines()[cursor.line - 1].strip()
        found.setdefault((cursor.now.moment.value, trace.statuses[cursor.frame]), set()).add(line)
    return found


def test_every_step_of_every_algorithm_is_at_a_fitting_line() -> None:
    for name, search in ALGORITHMS.items():
        game = getattr(search, "game", "tree" if search.stands_pat else "hexline")
        for (moment, _), lines in words_at(name, SOURCES[game]).items():
            start = {"enter": "def ", "leave": "return ", "back": ""}[moment]
            assert all(line.startswith(start) for line in lines), (name, moment, lines)
            if moment == "back":
                functions = [calls.function for calls in search.calls]
                assert all(any(f"{function}(" in line for function in functions) for line in lines)


def test_finished_and_tried_frames_leave_at_different_returns() -> None:
    found = words_at("alphabeta", "hexline:...")
    assert found["leave", 1] == {"return score(s, depth)"}
    assert found["leave", 0] == {"return best"}
    assert words_at("alphabeta", "hexline:...", fail="hard")["leave", 0] == {
        "return min(alpha, beta) if maximizing else max(alpha, beta)"
    }


def test_branches_by_side_are_distinguished() -> None:
    search = ALGORITHMS["tutorial-max"]
    lines = SourceLines(search.text({}), search)
    maximizing, minimizing = (lines.of_call("minimax", kind, CallSite(is_first=False)) for kind in (1, 0))
    assert lines.lines[maximizing - 1].strip() == "score = minimax(s, depth - 1, False)"
    assert lines.lines[minimizing - 1].strip() == "score = minimax(s, depth - 1, True)"
    assert lines.of_leave("minimax", 1, 0) < lines.of_leave("minimax", 0, 0)


def test_a_probe_and_a_full_search_are_distinguished() -> None:
    trace = record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs")
    cursor = Cursor(trace)
    lines = []
    for number in range(cursor.steps.count):
        cursor.go(number)
        if cursor.now.moment is Moment.BACK and cursor.frame == 0:
            lines.append(trace.text.splitlines()[cursor.line - 1].strip())
    full, probe = "value = -pvs(s, depth - 1, -beta, -alpha, -side)", "value = -pvs(s, depth - 1, -nextafter("
    assert [line == full for line in lines] == [True, False, True, False]
    assert [line.startswith(probe) for line in lines] == [False, True, False, True]
    assert cursor.lines.lines.count("            " + full) == 1, "the two lines differ in how far in they stand"


def test_the_text_shows_the_comparison_that_runs() -> None:
    for name in ("alphabeta", "negamax", "pvs"):
        search = ALGORITHMS[name]
        assert "if alpha >= beta:" in search.text({"cut": ">="})
        strict = search.text({"cut": ">"})
        assert "if alpha > beta:" in strict
        assert ">=" not in strict
        assert search.text({"fail": "soft"}).count("return best") == 1
        assert "return best" not in search.text({"fail": "hard"})


def test_lines_are_counted_as_python_counts_them() -> None:
    text = "first = 1\x0c\nsecond = 'a\u2028b\x85c'\r\nthird = 3\n"
    compiled = ast.parse(text.replace("\r\n", "\n"))
    assert [node.lineno for node in compiled.body] == [1, 2, 3]
    assert text_lines(text) == ("first = 1\x0c", "second = 'a\u2028b\x85c'", "third = 3")
    assert line_text(text, 3) == "third = 3"
    assert shown_lines(text) == text_lines(text)
