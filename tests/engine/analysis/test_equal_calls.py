"""Equal calls, and the graph into which they fold."""

from __future__ import annotations

from pathlib import Path

import networkx
import numpy as np
import pytest
from plyscope.analysis.equal_calls import CallGraph, fold, is_repeated
from plyscope.tracer.running import debug

from tests import full_traces
from tests.full_traces import Trace
from tests.places import RECURSION


def as_networkx(graph: CallGraph) -> networkx.DiGraph[int]:
    return networkx.DiGraph(zip(graph.caller.tolist(), graph.called.tolist(), strict=True))


def times_by(trace: Trace, frames: int) -> list[int]:
    return [trace.user_code.times_made(call, frames) for call in range(trace.user_code.distinct)]


def calls_by(graph: CallGraph, frames: int) -> list[int]:
    return [graph.calls_by(edge, frames) for edge in range(len(graph.caller))]


def test_fibonacci_folds_to_a_ladder() -> None:
    trace = debug(RECURSION / "fibonacci.py", "fib(10)")
    graph = fold(trace)
    assert len(graph) == 11
    times = [34, 55, 34, 21, 13, 8, 5, 3, 2, 1, 1]
    assert dict(zip(graph.labels, times_by(trace, len(trace)), strict=True)) == {
        f"fib({n})": count for n, count in enumerate(times)
    }
    edges = {(graph.labels[a], graph.labels[b]) for a, b in zip(graph.caller, graph.called, strict=True)}
    assert edges == {(f"fib({n})", f"fib({n - k})") for n in range(2, 11) for k in (1, 2)}
    assert sum(calls_by(graph, len(trace))) == 176
    assert networkx.is_directed_acyclic_graph(as_networkx(graph))
    assert dict(zip(graph.labels, graph.results, strict=True))["fib(7)"] == "13"


def test_every_call_of_a_recording_is_counted() -> None:
    trace = debug(RECURSION / "knapsack.py", "knapsack(10)")
    graph = fold(trace)
    assert networkx.is_directed_acyclic_graph(as_networkx(graph))
    assert graph.labels[0] == "knapsack(10, 0)"
    for frames in range(1, len(trace) + 1):
        made = trace.user_code.times_called_by(frames).tolist()
        assert made == times_by(trace, frames)
        assert sum(made) == frames == sum(calls_by(graph, frames)) + 1
    assert frames == 40


def test_repeated_calls() -> None:
    trace = debug(RECURSION / "fibonacci.py", "fib(6)")
    assert int(np.count_nonzero(~is_repeated(trace))) == 7


def test_endless_recursion_may_be_a_circle(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def f(n):\n    return f(3 - n)\n", encoding="utf-8")
    graph = fold(debug(path, "f(1)"))
    assert len(graph) == 2
    assert not networkx.is_directed_acyclic_graph(as_networkx(graph))


def test_recordings_of_others_have_no_calls() -> None:
    from plyscope.messages import InputError

    with pytest.raises(InputError, match="user code"):
        fold(full_traces.record("tree:[1,2]"))
