"""What stands behind the lines of somebody's own text: values that are used there, and what the line before changed."""

from __future__ import annotations

from plyscope import Cursor
from plyscope.text.user_code_inline_values import UserCodeInlineValues, inline_values
from plyscope.tracer.running import debug


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
    import plyscope

    trace = plyscope.record("tree:[1,[2,3]]")
    assert not isinstance(inline_values(trace, Cursor(trace).lines), UserCodeInlineValues)
