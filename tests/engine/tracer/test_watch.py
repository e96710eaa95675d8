"""Watching in this very process: three lines, and everything is as it was afterwards."""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from plyscope.audit.verification import verify
from plyscope.messages import InputError
from plyscope.tracer.target import log

from tests import full_traces

board = [0, 0, 0]


def fill(player: int) -> int:
    if 0 not in board:
        return sum(board)
    square = board.index(0)
    board[square] = player
    value = fill(-player)
    board[square] = 0
    return value


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def is_even(n: int) -> bool:
    return True if n == 0 else is_odd(n - 1)


def is_odd(n: int) -> bool:
    return False if n == 0 else is_even(n - 1)


@functools.cache
def saved(n: int) -> int:
    return n if n < 2 else saved(n - 1) + saved(n - 2)


class Tree:
    def __init__(self, *below: Tree) -> None:
        self.below = below

    def size(self) -> int:
        return 1 + sum(one.size() for one in self.below)


def walk(things: list[int]) -> Iterator[int]:
    if things:
        yield things[0]
        yield from walk(things[1:])


def test_a_function_and_what_it_returns() -> None:
    kept = fib
    with full_traces.watch(fib) as tracing:
        assert kept(10) == 55, "under whatever name it is called"
    trace = tracing.trace
    assert (len(trace), trace.value, trace.complete) == (177, 55.0, True)
    verify(trace)
    assert fib(10) == 55
    assert len(tracing.trace) == 177, "nothing is recorded any more"


def test_functions_that_call_each_other_come_along() -> None:
    with full_traces.watch(is_even) as tracing:
        assert is_even(7) is False
    user_code = tracing.trace.user_code
    assert [user_code.function_of(frame).name for frame in range(3)] == ["is_even", "is_odd", "is_even"]
    assert len(tracing.trace) == 8


def test_several_calls_have_a_common_root() -> None:
    with full_traces.watch(fib) as tracing:
        fib(3)
        fib(2)
    assert len(tracing.trace) == 1 + 5 + 3
    assert tracing.trace.complete


def test_methods_generators_and_closures() -> None:
    def inner(n: int) -> int:
        return 0 if n == 0 else 1 + inner(n - 1)

    with full_traces.watch([Tree.size, walk, inner]) as tracing:
        assert Tree(Tree(), Tree(Tree())).size() == 4
        assert list(walk([1, 2, 3])) == [1, 2, 3]
        assert inner(4) == 4
    assert len(tracing.trace) == 1 + 4 + 4 + 5


def test_saved_calls() -> None:
    saved.cache_clear()
    with full_traces.watch(saved) as tracing:
        assert saved(10) == 55
    user_code = tracing.trace.user_code
    assert (len(tracing.trace), len(user_code.tables.saved)) == (19, 8)
    assert saved.cache_info().misses == 11


@pytest.mark.full
def test_a_module_and_a_class() -> None:
    with full_traces.watch(Tree) as tracing:
        Tree(Tree()).size()
    assert len(tracing.trace) == 2
    with full_traces.watch(sys.modules[__name__]) as everything:
        fib(2)
        is_odd(1)
    assert len(everything.trace) == 1 + 3 + 2


def test_later_changes_do_not_change_the_past() -> None:
    def fill(board: list[int], boards: list[list[int]]) -> None:
        if 0 in board:
            board[board.index(0)] = 1
            boards[0][0] += 1
            fill(board, boards)

    with full_traces.watch(fill) as tracing:
        fill([0, 0, 0], [[0]])
    user_code = tracing.trace.user_code
    assert [user_code.arguments(frame)["board"] for frame in range(4)] == [
        "[0, 0, 0]",
        "[1, 0, 0]",
        "[1, 1, 0]",
        "[1, 1, 1]",
    ]
    assert [user_code.arguments(frame)["boards"] for frame in range(4)] == [f"[[{n}]]" for n in range(4)]


def test_an_exception_goes_on_its_way() -> None:
    def down(n: int) -> int:
        return 1 // n + down(n - 1)

    before = sys.getrecursionlimit()
    with pytest.raises(ZeroDivisionError), full_traces.watch(down) as tracing:
        down(3)
    assert sys.getrecursionlimit() == before
    user_code = tracing.trace.user_code
    assert (len(tracing.trace), tracing.trace.complete, user_code.ended.frame) == (4, False, 3)
    assert "ZeroDivisionError" in str(full_traces.Cursor(tracing.trace).sentence) or user_code.ended.text.startswith(
        "Zero"
    )


def test_lines_and_what_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def count(n: int) -> int:
        below = 0
        if n:
            print(n)
            below = count(n - 1)
        return below + n

    with full_traces.watch(count, lines=True) as tracing:
        count(3)
    assert capsys.readouterr().out == "3\n2\n1\n"
    user_code = tracing.trace.user_code
    assert "".join(user_code.printed) == "3\n2\n1\n"
    assert len(user_code.tables.line_step) == 3 * 5 + 3


@pytest.mark.parametrize("thing", [len, 7, "fib", object()])
def test_what_cannot_be_traced(thing: Any) -> None:
    with pytest.raises(InputError, match="no Python function"):
        full_traces.watch(thing)


def test_tracing_what_is_traced_already() -> None:
    with full_traces.watch(fib) as outer:
        with full_traces.watch(fib) as inner:
            assert fib(4) == 3
        assert fib(3) == 2
    assert len(inner.trace) == 9
    assert len(outer.trace) == 1 + 9 + 5


def test_nothing_was_called() -> None:
    with pytest.raises(InputError, match="none of the traced functions"):
        assert full_traces.watch(fib).trace
    with full_traces.watch(fib) as tracing:
        pass
    with pytest.raises(InputError, match="none of the traced functions"):
        assert tracing.trace


def test_a_board_outside_of_all_functions() -> None:
    with full_traces.watch(fill) as tracing:
        fill(1)
    user_code = tracing.trace.user_code
    assert [user_code.label(frame) for frame in range(len(tracing.trace))] == [
        "fill(1, board=[0, 0, 0])",
        "fill(-1, board=[1, 0, 0])",
        "fill(1, board=[1, -1, 0])",
        "fill(-1, board=[1, -1, 1])",
    ]
    verify(tracing.trace)


def test_what_takes_much_memory_is_written_away_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with full_traces.watch(fib) as tracing:
        events = tracing._log.events
        fib(5)
        sleep(3 * log.LOOK_SECONDS)
        assert events, "it is small"
        monkeypatch.setattr(log, "MAX_BYTES", 100)
        until = monotonic() + 60
        while events and monotonic() < until:
            sleep(0.02)
        assert not events
        fib(3)
    user_code = tracing.trace.user_code
    assert [user_code.label(frame) for frame in (1, 16)] == ["fib(5)", "fib(3)"]
    assert [user_code.result(frame) for frame in (1, 16)] == ["5", "2"]
    assert len(tracing.trace) == 1 + 15 + 5


def in_a_table(n: int) -> int:
    return 0 if n == 0 else 1 + TABLE["down"](n - 1)


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


@counted
def decorated(n: int) -> int:
    return 0 if n == 0 else 1 + decorated(n - 1)


class Paths:
    def __init__(self, below: Paths | None = None) -> None:
        self.below = below

    @functools.cache  # noqa: B019 - that is what is tried
    def saved(self, x: int, y: int) -> int:
        return 1 if x == 0 or y == 0 else self.saved(x - 1, y) + self.saved(x, y - 1)

    @staticmethod
    @functools.cache
    def still(n: int) -> int:
        return n if n < 2 else Paths.still(n - 1) + Paths.still(n - 2)

    @property
    def length(self) -> int:
        return 1 + (self.below.length if self.below else 0)

    @functools.cached_property
    def known_length(self) -> int:
        return 1 + (self.below.known_length if self.below else 0)


TABLE = {"down": in_a_table}


@pytest.mark.parametrize(
    ("thing", "call", "count"),
    [
        (decorated, lambda: decorated(4), 5),
        (functools.partial(fib, 5), lambda: fib(5), 15),
        (Paths, lambda: Paths().saved(3, 3), 19),
        (Paths, lambda: Paths.still(6), 11),
        (Paths.saved, lambda: Paths().saved(2, 2), 9),
        (Paths, lambda: Paths(Paths()).length, 2),
        (Paths.__dict__["known_length"], lambda: Paths(Paths()).known_length, 2),
    ],
)
def test_functions_are_found_wherever_they_lie(thing: Any, call: Callable[[], Any], count: int) -> None:
    Paths.still.cache_clear()
    before = dict(vars(Paths)), dict(globals())
    with full_traces.watch(thing) as tracing:
        call()
    assert (dict(vars(Paths)), dict(globals())) == before
    assert len(tracing.trace) == count


def test_a_file_in_its_own_coding(tmp_path: Path) -> None:
    path = tmp_path / "in_latin.py"
    text = "# coding: latin-1\ndef grüße(n):\n    return 'é' if n == 0 else 'ü' + grüße(n - 1)\n"
    path.write_bytes(text.encode("latin-1"))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with full_traces.watch(module) as tracing:
        assert module.grüße(2) == "üüé"
    assert (len(tracing.trace), tracing.trace.text) == (3, text)


def solved(n: int) -> tuple[int, list[int]]:
    seen = []

    def go(left: int) -> int:
        seen.append(left)
        return 0 if left == 0 else 1 + sum(go(one) for one in onwards(left))

    def onwards(left: int) -> Iterator[int]:
        yield left - 1

    return go(n), seen


def maker() -> Callable[[int], int]:
    def go(n: int) -> int:
        return 0 if n == 0 else 1 + go(n - 1)

    return go


def test_functions_that_others_make_only_when_they_run() -> None:
    before = solved.__code__
    with full_traces.watch(solved) as tracing:
        assert solved(3) == (3, [3, 2, 1, 0])
    assert solved.__code__ is before
    user_code = tracing.trace.user_code
    assert [user_code.label(frame) for frame in range(len(tracing.trace))] == ["go(3)", "go(2)", "go(1)", "go(0)"]
    verify(tracing.trace)


def test_functions_made_meanwhile_record_nothing_afterwards() -> None:
    with full_traces.watch(maker) as tracing:
        made = maker()
        assert made(2) == 2
    assert made(5) == 5
    assert len(tracing.trace) == 3
    assert tracing._log.events == []
