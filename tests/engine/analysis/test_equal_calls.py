"""Equal calls, and the graph into which they fold."""

from __future__ import annotations

from pathlib import Path

import networkx
import numpy as np
import pytest
from plyscope.analysis.equal_calls import CallGraph, fold, is_repeated
from plyscope.tracer.running import debug

from tests.places import RECURSION


def as_networkx(graph: CallGraph) -> networkx.DiGraph[int]:
    return networkx.DiGraph(zip(graph.caller.tolist(), graph.called.tolist(), strict=True))


def test_fibonacci_folds_to_a_ladder() -> None:
    trace = debug(RECURSION / "fibonacci.py", "fib(10)")
    graph = fold(trace)
    assert len(graph) == 11
    assert dict(zip(graph.labels, graph.times.tolist(), strict=True)) == {
        f"fib({n})": count for n, count in enumerate([34, 55, 34, 21, 13, 8, 5, 3, 2, 1, 1])
    }
    edges = {(graph.labels[a], graph.labels[b]) for a, b in zip(graph.caller, graph.called, strict=True)}
    assert edges == {(f"fib({n})", f"fib({n - k})") for n in range(2, 11) for k in (1, 2)}
    assert int(graph.calls.sum()) == 176
    assert networkx.is_directed_acyclic_graph(as_networkx(graph))
    assert dict(zip(graph.labels, graph.results, strict=True))["fib(7)"] == "13"


def test_every_call_of_a_recording_is_counted() -> None:
    graph = fold(debug(RECURSION / "knapsack.py", "knapsack(10)"))
    assert networkx.is_directed_acyclic_graph(as_networkx(graph))
    assert graph.labels[0] == "knapsack(10, 0)"
    assert int(graph.times.sum()) == 40


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
    import plyscope
    from plyscope.messages import InputError

    with pytest.raises(InputError, match="user code"):
        fold(plyscope.record("tree:[1,2]"))
