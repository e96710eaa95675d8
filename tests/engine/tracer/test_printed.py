"""What was printed, line by line, at the steps that printed it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope import Cursor
from plyscope.model.steps import Moment
from plyscope.tracer.printed import Printed
from plyscope.tracer.running import debug

TEXT = """def f(n):
    print("going", end=" ")
    if n:
        print("down")
        f(n - 1)
    print("up", n)
"""
OUTPUT = "going down\ngoing down\ngoing up 0\nup 1\nup 2\n"


@pytest.mark.parametrize("lines", [True, False])
def test_output_grows_with_the_steps(tmp_path: Path, lines: bool) -> None:
    path = tmp_path / "own.py"
    path.write_text(TEXT)
    trace = debug(path, "f(2)", lines=lines)
    cursor = Cursor(trace)
    printed = Printed(trace.user_code, cursor.steps)
    assert printed.text == OUTPUT
    assert "".join(printed.at(step) for step in range(cursor.last_step + 1)) == OUTPUT
    assert printed.count_at(cursor.last_step) == 5
    for step in range(cursor.last_step + 1):
        so_far = OUTPUT[: printed.length_at(step)]
        shown = [printed.line(number, step) for number in range(printed.count_at(step))]
        assert "\n".join(one.text for one in shown) == so_far.rstrip("\n")
        assert any(one.is_new for one in shown) == bool(printed.at(step))
        cursor.go(step)
        if lines and printed.at(step):
            assert cursor.now.moment is Moment.LINE
            assert "print" in trace.text.splitlines()[cursor.line - 1]
    assert [printed.line(number, cursor.last_step).text for number in range(5)] == OUTPUT.splitlines()


def test_a_program_that_prints_nothing_has_no_lines() -> None:
    trace = debug("sample:recursion/fibonacci", "fib(3)")
    printed = Printed(trace.user_code, Cursor(trace).steps)
    assert (printed.text, printed.count_at(5), printed.at(3)) == ("", 0, "")
