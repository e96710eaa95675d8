"""One function at growing n: calls, values and times, with and without a cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.messages import InputError
from plyscope.tracer import calls_by_size
from plyscope.tracer.calls_by_size import plain_seconds, rows_by_size
from plyscope.tracer.running import debug
from plyscope.tracer.source_text import read_source_file
from plyscope.tracer.starting import Limits, with_cache

SAMPLE = "sample:recursion/fibonacci"


def test_a_cache_makes_calls_grow_by_two_for_each_n() -> None:
    rows = list(rows_by_size(SAMPLE, "fib({n})", [5, 10, 15], cached=True))
    assert [(row.result, row.calls) for row in rows] == [("5", 9), ("55", 19), ("610", 29)]
    assert all(row.seconds is not None and row.seconds > 0 for row in rows)


def test_the_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    text = "class Own:\n    @staticmethod\n    def f(n):\n        return n if n < 2 else Own.f(n - 1) + Own.f(n - 2)\n"
    path.write_text(text)
    trace = debug(path, "Own.f(9)", cached=True)
    assert (len(trace), len(trace.user_code.tables.saved)) == (17, 7)
    assert path.read_text() == text


def test_a_lambda_can_have_no_cache(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("f = lambda n: n if n < 2 else f(n - 1) + f(n - 2)\n")
    source = read_source_file(path)
    with pytest.raises(InputError, match="is a lambda"):
        with_cache(source, ["f"])


def test_a_call_without_a_place_for_n_is_refused() -> None:
    with pytest.raises(InputError, match="has no"):
        next(rows_by_size(SAMPLE, "fib(3)", [1]))


def test_the_caller_may_stop_iterating(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n")
    rows = list(rows_by_size(path, "f({n})", [3, 900], Limits(seconds=30), progress=lambda calls: calls < 20))
    assert [(row.n, row.complete) for row in rows] == [(3, True), (900, False)]


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize(
    "body", ["while True: pass", "import os; os._exit(3)", "raise ValueError", "print('0.5'); import os; os._exit(0)"]
)
def test_a_call_that_does_not_end_well_has_no_time(tmp_path: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls_by_size, "STARTUP_SECONDS", 1)
    path = tmp_path / "own.py"
    path.write_text(f"def f(n):\n    {body}\n    return f(n)\n")
    source = read_source_file(path)
    assert plain_seconds(source, "f(1)", Limits(seconds=0.1), lambda: True) is None


def test_unrequested_times_are_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def f(n):\n    while True: pass\n")
    assert plain_seconds(read_source_file(path), "f(1)", Limits(), lambda: False) is None
