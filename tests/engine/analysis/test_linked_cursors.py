"""Two cursors go together: checked against paths of move texts that the test walks along by itself."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from plyscope.analysis.comparison import Comparison, facts
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.analysis.stats import by_ply, overall
from plyscope.files.json_lines import read_lines
from plyscope.files.sources import load
from plyscope.model.steps import Moment, Steps
from plyscope.text.compared import Names, headline

from tests.full_traces import Trace, record

Path = tuple[tuple[str, int], ...]

PAIRS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("sample:tictactoe/hebrew", {"algorithm": "minimax"}, {"algorithm": "alphabeta"}),
    ("sample:tictactoe/hebrew", {"algorithm": "alphabeta"}, {"algorithm": "alphabeta", "cut": ">"}),
    ("sample:tree/nine-leaves", {"algorithm": "minimax"}, {"algorithm": "alphabeta"}),
    ("sample:tree/nine-leaves", {"algorithm": "alphabeta"}, {"algorithm": "alphabeta", "order": "reverse"}),
    ("sample:hexline/endgame-8", {"algorithm": "alphabeta", "depth": 2}, {"algorithm": "alphabeta", "depth": 3}),
    ("sample:tictactoe/hebrew", {"algorithm": "pvs"}, {"algorithm": "alphabeta"}),
]


def paths_of(trace: Trace) -> list[Path]:
    """For each frame its moves, each with how often it has been called before under the same caller."""
    found: list[Path] = [()]
    seen: dict[tuple[int, str], int] = {}
    for frame in range(1, len(trace)):
        parent, move = trace.parents[frame], trace.move_text(frame)
        time = seen[parent, move] = seen.get((parent, move), -1) + 1
        found.append((*found[parent], (move, time)))
    return found


@pytest.mark.parametrize(("source", "first", "second"), PAIRS)
@pytest.mark.parametrize("side", ["a", "b"])
def test_each_step_has_its_counterpart(source: str, first: dict[str, Any], second: dict[str, Any], side: Side) -> None:
    traces: dict[Side, Trace] = {"a": record(load(source), **first), "b": record(load(source), **second)}
    link = Link(Comparison(traces["a"], traces["b"]))
    paths = {name: paths_of(trace) for name, trace in traces.items()}
    frames_there = {path: frame for frame, path in enumerate(paths[other(side)])}
    here, there = Steps(traces[side]), Steps(traces[other(side)])
    for number in range(here.count):
        now, found = here.at(number), link.counterpart(side, number)
        step = there.at(found.step)
        path = paths[side][now.child if now.moment is Moment.BACK else now.frame]
        if path in frames_there:
            assert found.missing < 0
            assert step.moment is now.moment
            assert (step.child if step.moment is Moment.BACK else step.frame) == frames_there[path]
        else:
            known = max(count for count in range(len(path)) if path[:count] in frames_there)
            assert step.frame == frames_there[path[:known]]
            assert paths[side][found.missing] == path[: known + 1]


def test_the_reason_is_given_why_the_other_never_calls_a_frame() -> None:
    a, b = (record(load("sample:tictactoe/hebrew"), algorithm=name) for name in ("minimax", "alphabeta"))
    link = Link(Comparison(a, b))
    missing = next(frame for frame in range(len(a)) if a.path(frame) == ["a1", "c1"])
    assert str(link.why_missing("a", missing, "B")) == "B never calls this: a cutoff prunes [2,2] at [0,2]"
    assert link.counterpart("a", Steps(a).enter(missing)).missing == missing


def test_a_search_that_goes_no_deeper_stops() -> None:
    a, b = (record(load("sample:tictactoe/hebrew"), algorithm="minimax", depth=depth) for depth in (1, 3))
    link = Link(Comparison(a, b))
    missing = int(link.comparison.alignment.branches_b.frames[0])
    assert str(link.why_missing("b", missing, "A")).startswith("A never calls this: its search stops at ")


def test_a_pruned_frame_corresponds_to_the_step_of_the_cutoff() -> None:
    a, b = (record(load("sample:tictactoe/hebrew"), algorithm=name) for name in ("minimax", "alphabeta"))
    link = Link(Comparison(a, b))
    missing = next(frame for frame in range(len(a)) if a.path(frame) == ["a1", "c1"])
    step = Steps(b).at(link.counterpart("a", Steps(a).enter(missing)).step)
    assert step.moment is Moment.BACK
    assert b.fold_at(step.frame, step.child)[1].is_cut


def test_a_sample_does_not_say_that_its_search_stopped() -> None:
    heading: dict[str, object] = {"format": "plyscope-trace", "version": 3, "game": "pebbles", "position": "7"}
    root: list[dict[str, object]] = [heading, {"ev": "enter", "id": 0, "kind": "max"}]
    above: list[dict[str, object]] = [*root, {"ev": "enter", "id": 1, "parent": 0, "move": "a", "kind": "min"}]
    below: list[dict[str, object]] = [
        {"ev": "enter", "id": 2, "parent": 1, "move": "b", "kind": "max"},
        {"ev": "leave", "id": 2, "value": 3, "status": "horizon"},
    ]
    end: list[dict[str, object]] = [{"ev": "leave", "id": 0, "value": 3}]
    whole = [*above, *below, {"ev": "leave", "id": 1, "value": 3}, *end]
    sample = [*above, {"ev": "leave", "id": 1, "value": 3, "status": "left_out", "calls": 1}, *end]
    a, b = (read_lines(io.BytesIO("\n".join(map(json.dumps, lines)).encode())) for lines in (whole, sample))
    comparison = Comparison(a, b)
    found = str(Link(comparison).why_missing("a", 2, "B"))
    assert found == "B does not have this: its calls below a are not in the recording"
    names: Names = {"a": "A", "b": "B"}
    assert str(headline(comparison, names)).startswith("B has 2 calls in its recording, A 3; a sample has not all")
    rates = [overall(by_ply(trace))["effective_branching_factor"] for trace in (a, b)]
    assert rates == [1.0, None]


def test_a_move_that_is_left_out_without_a_search_is_no_cutoff() -> None:
    heading: dict[str, object] = {"format": "plyscope-trace", "version": 3, "game": "pebbles", "position": "7"}
    tried: list[dict[str, object]] = [heading, {"ev": "enter", "id": 0, "kind": "max"}]
    for number, move in enumerate("ab", 1):
        tried.append({"ev": "enter", "id": number, "parent": 0, "move": move, "kind": "min"})
        tried.append({"ev": "leave", "id": number, "value": 3, "status": "horizon"})
    whole = [*tried, {"ev": "leave", "id": 0, "value": 3}]
    forward = [*tried[:4], {"ev": "leave", "id": 0, "value": 3, "pruned": ["b"], "tags": ["forward"]}]
    a, b = (read_lines(io.BytesIO("\n".join(map(json.dumps, lines)).encode())) for lines in (whole, forward))
    comparison = Comparison(a, b)
    found = str(Link(comparison).why_missing("a", 2, "B"))
    assert found == "B never calls this: it leaves out b at the root without searching it"
    counts = facts(comparison)
    assert (counts["only_a"], counts["pruned_in_b"]) == (1, 0)
