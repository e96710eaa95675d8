"""What is said of the end of a program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.messages import Message
from plyscope.tracer.build_trace import trace_of
from plyscope.tracer.ending import ending, with_unread
from plyscope.tracer.running import debug
from plyscope.tracer.starting import Limits

from tests.full_traces import watch
from tests.places import RECURSION

DIVE = "import os, sys, time, signal\ndef dive(n):\n    if n == 0:\n        {body}\n    return dive(n - 1)\n"


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 'bottom'", "dive(3) returned 'bottom'."),
        ("raise ValueError('deep down')", "ValueError: deep down – at line 4, in dive(0)."),
        ("sys.exit(3)", "The program ended itself (SystemExit: 3) at line 4, in dive(0)."),
        ("x = [0] * 10**10", "The memory that is allowed was used up at line 4, in dive(0)."),
        ("time.sleep(0.4); os._exit(3)", "The process was ended (exit status 3) in dive(0)."),
        ("while True: pass", "Stopped at the limit of time, in dive(0), at line 4."),
    ],
)
def test_every_end_has_its_sentence(tmp_path: Path, body: str, words: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(DIVE.format(body=body), encoding="utf-8")
    trace = debug(path, "dive(3)", limits=Limits(seconds=2, memory=1 << 29))
    assert str(ending(trace)) == words


def test_recursion_without_an_end_says_how_deep_it_went(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def down(n):\n    return down(n + 1)\n", encoding="utf-8")
    trace = debug(path, "down(0)")
    assert str(ending(trace)).startswith(f"Endless recursion, or a very deep one: Python stopped it {len(trace)} calls")


def test_limits_and_stopping_by_the_user(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def f(n):\n    return f(n - 1) + f(n - 1) if n else 1\n", encoding="utf-8")
    trace = debug(path, "f(30)", limits=Limits(frames=1000))
    assert str(ending(trace)).startswith("Stopped at the limit of 1000 calls, in f(")
    trace = debug(path, "f(30)", progress=lambda frames: frames < 100)
    assert str(ending(trace)).startswith("Stopped by you in f(")
    stopped = Message("Stopped by you.")
    assert str(with_unread(stopped, 5)) == "Stopped by you. 5 calls that were made after that were not read."
    assert str(with_unread(stopped, -1)) == "Stopped by you. How many calls were made after that is not known."


def test_how_much_was_not_read_is_kept_in_the_file(tmp_path: Path) -> None:
    trace = debug(RECURSION / "fibonacci.py", "fib(3)")
    user_code = replace(trace.user_code, ended=trace.user_code.ended._replace(unread=7))
    save_trace(trace_of(dict(trace.columns), user_code, trace.text, None), tmp_path / "fib.plytrace")
    assert open_trace(tmp_path / "fib.plytrace").user_code.ended == user_code.ended


def test_the_caller_of_several_calls_is_named_with_its_result(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "def f(n):\n    return f(n - 1) if n else 1\ndef both():\n    return f(1) + f(2)\n", encoding="utf-8"
    )
    assert str(ending(debug(path, "both()"))) == "both() returned 2; 5 calls were recorded."


def test_of_several_calls_it_says_how_many_were_made() -> None:
    def half(n: int) -> int:
        return n if n < 2 else half(n // 2)

    with watch(half) as watched:
        half(4)
        half(9)
    user_code = watched.trace.user_code
    assert (user_code.calls, user_code.distinct_calls) == (7, 4)
    assert str(ending(watched.trace)) == "7 calls were recorded."
