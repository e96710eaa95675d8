"""Two cursors go together: checked against paths of move texts that the test walks along by itself."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope import Trace, record
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.files.sources import load
from plyscope.model.steps import Moment, Steps

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
