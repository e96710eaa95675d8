"""Programs in which several calls are open at the same time: each call is below the one that made it."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.tracer.running import debug
from plyscope.tracer.starting import Limits

from tests import full_traces
from tests.full_traces import Trace

HERE = Path(__file__).parent

WAYS_2 = """
ways(2) = 2
  below(2) = it yields 0, 1
    ways(0) = 1
    ways(0) = 1
  ways(0) = 1
  ways(1) = 1
    below(1) = it yields 0
      ways(0) = 1
    ways(0) = 1
"""
SAME = """
leaves([1, [2]]) = it yields 1, 2
  leaves(1) = it yields 1
  leaves([2]) = it yields 2
    leaves(2) = it yields 2
leaves([[1], 2]) = it yields 1, 2
  leaves([1]) = it yields 1
    leaves(1) = it yields 1
  leaves(2) = it yields 2
"""
TREE = """
{0}([1, [2, 3], 4]) = 10
  {0}(1) = 1
  {0}([2, 3]) = 5
    {0}(2) = 2
    {0}(3) = 3
  {0}(4) = 4
"""
TASKS = """
work(1) = 4
  work(0) = 2
    fib(3) = 2
      fib(1) = 1
      fib(2) = 1
        fib(0) = 0
        fib(1) = 1
  work(0) = 2
    fib(3) = 2
      fib(1) = 1
      fib(2) = 1
        fib(0) = 0
        fib(1) = 1
"""
IN_THREADS = """
in_threads(2) = 5
  fib(2) = 1
    fib(0) = 0
    fib(1) = 1
  fib(2) = 1
    fib(0) = 0
    fib(1) = 1
  in_threads(1) = 3
    fib(1) = 1
    fib(1) = 1
    in_threads(0) = 1
"""
TOO_LATE = """
too_late(2) = 1
  too_late(1) = 1
    too_late(0) = CancelledError
"""
PROGRAMS = [
    ("suspended", "ways(2)", WAYS_2),
    ("suspended", "same_leaves([1, [2]], [[1], 2])", SAME),
    ("awaiting", "run_together([1, [2, 3], 4])", TREE.format("together")),
    ("asynchronous", "all_leaves([1, [2]])", SAME.partition("leaves([[1]")[0]),
    ("asynchronous", "run_tasks(1)", TASKS),
    ("asynchronous", "run_in_threads(2)", IN_THREADS),
    ("asynchronous", "run_too_late(2)", TOO_LATE),
    ("thread_pool", "total([1, [2, 3], 4])", TREE.format("total")),
    ("thread_pool", "handed_on([1, [2, 3], 4])", TREE.format("handed_on")),
]


def tree_of(trace: Trace) -> list[str]:
    """The calls with their results, each two places behind the one that made it."""
    user_code = trace.user_code
    frames = range(user_code.has_caller, len(trace))
    plies = trace.column("ply").tolist()
    return [
        f"{'  ' * (plies[frame] - user_code.has_caller)}{user_code.label(frame)} = {user_code.result(frame)}"
        for frame in frames
    ]


def ways_to(tree: list[str]) -> list[str]:
    """For each call those that lead to it. Which of several threads is the first is chance, and so they are sorted."""
    found: list[str] = []
    path: list[str] = []
    for line in tree:
        path[(len(line) - len(line.lstrip())) // 2 :] = [line.strip()]
        found.append(" / ".join(path))
    return sorted(found)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(HERE)
    yield
    for name, _, _ in PROGRAMS:
        sys.modules.pop(name, None)


@pytest.mark.spread(8)
@pytest.mark.parametrize(("name", "call", "expected"), PROGRAMS, ids=lambda value: value if "\n" not in value else "")
@pytest.mark.parametrize("lines", [False, True], ids=["calls", "lines"])
def test_each_call_stands_below_the_one_that_made_it(
    name: str, call: str, expected: str, lines: bool, here: None
) -> None:
    wanted = ways_to(expected.strip().splitlines())
    trace = debug(HERE / f"{name}.py", call, lines=lines)
    verify(trace)
    assert trace.complete
    assert ways_to(tree_of(trace)) == wanted
    module = importlib.import_module(name)
    before = threading.Thread.start, threading.__dict__["_start_new_thread"]
    with full_traces.watch(module, lines=lines) as watched:
        eval(call, vars(module))
    assert (threading.Thread.start, threading.__dict__["_start_new_thread"]) == before
    verify(watched.trace)
    assert ways_to(tree_of(watched.trace)) == wanted


@pytest.mark.parametrize("lines", [False, True], ids=["calls", "lines"])
def test_the_moves_at_the_root_in_threads(lines: bool) -> None:
    trace = debug(HERE / "thread_pool.py", "split(5)", lines=lines)
    user_code = trace.user_code
    verify(trace)
    assert (user_code.ended.text, len(trace), trace.complete) == ("10", 54, True)
    assert sorted(user_code.label(child) for child in trace.children(0)) == [
        f"count(5, ({column},))" for column in range(5)
    ]
    for frame in range(1, len(trace)):
        found = sum(int(user_code.result(child)) for child in trace.children(frame))
        assert user_code.result(frame) == str(
            found if len(user_code.arguments(frame)["columns"].split(", ")) < 5 else 1
        )
    if lines:
        rows = user_code.tables.line_step
        assert (rows[1:] >= rows[:-1]).all()
        assert len(rows) > 5 * len(trace)


def test_a_thread_is_stopped_in_the_middle(tmp_path: Path) -> None:
    """What the others do is told too; the recording ends with one of them."""
    path = tmp_path / "own.py"
    path.write_text(
        "import threading, os\ndef f(n):\n    if n == 0: os._exit(3)\n    return f(n - 1)\n"
        "def g(n):\n    there, e = threading.Event(), threading.Event()\n"
        "    threading.Thread(target=wait, args=(n, there, e)).start()\n    there.wait()\n    return f(n)\n"
        "def wait(n, there, e):\n    if n == 0:\n        there.set()\n        return e.wait()\n"
        "    return wait(n - 1, there, e)\n",
        encoding="utf-8",
    )
    trace = debug(path, "g(2)")
    verify(trace)
    user_code = trace.user_code
    assert (user_code.ended.how, trace.complete) == ("killed", False)
    assert sum("f(" in line for line in tree_of(trace)) == 3
    assert sum("wait(" in line for line in tree_of(trace)) == 3


@pytest.mark.parametrize("call", ["run_together([[1, 2]] * 30)", "run([[1, 2]] * 30)"])
def test_the_limit_of_calls(call: str) -> None:
    trace = debug(HERE / "awaiting.py", call, limits=Limits(frames=20))
    user_code = trace.user_code
    verify(trace)
    assert (user_code.calls, user_code.ended.how, user_code.ended.text, trace.complete) == (
        20,
        "limit",
        "frames",
        False,
    )
