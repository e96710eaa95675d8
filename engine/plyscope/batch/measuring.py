"""One task: a position searched deeper and deeper by one search, a row of results for each depth.

It is done in a process of ours or on another machine. A search that fails gives no rows but the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyscope import plugins
from plyscope.analysis.growth import measurement_of, timed
from plyscope.analysis.proof import proof
from plyscope.analysis.stats import by_ply, overall, summary
from plyscope.files.sources import read_text
from plyscope.messages import InputError, Message
from plyscope.model.trace import Trace
from plyscope.operating_system import use_processors
from plyscope.processes import Parent
from plyscope.recording.plan import plan

COLUMNS: Mapping[str, type] = {
    "task": int,
    "source": str,
    "game": str,
    "position": str,
    "search": str,
    "algorithm": str,
    "order": str,
    "cut": str,
    "fail": str,
    "score": str,
    "depth": int,
    "value": float,
    "bound": str,
    "best_move": str,
    "frames": int,
    "leaves": int,
    "needed_leaves": int,
    "cutoffs": int,
    "pruned": int,
    "first_move_cut_rate": float,
    "effective_branching_factor": float,
    "complete": bool,
    "is_whole": bool,
    "seconds": float,
}
"""The columns of the results, with their types; any of them may be unknown in a row."""


def do_tasks(settings: Mapping[str, Any], parent: Parent) -> None:
    """Do one task after the other in a process of ours, and send their results."""
    parent.end_at_once()
    for task in parent.orders():
        assert isinstance(task, dict)
        parent.send(do_task(settings, task))


def done_elsewhere(settings: Mapping[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a task, done in a process that is not ours, with its plug-ins and one processor."""
    plugins.load(settings["plugins"])
    use_processors(1)
    return do_task(settings, task)


def do_task(settings: Mapping[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
    """Do a task and return its result: its rows, and the problem that ended it early, or None."""
    rows: list[dict[str, Any]] = []
    problem = None
    try:
        measure(task, settings, rows.append)
    except InputError as error:
        problem = str(error)
    except (Exception, SystemExit) as error:  # a plug-in may do anything; the other tasks do not suffer
        problem = str(plugins.fault(error) or Message("{kind}: {reason}", kind=type(error).__name__, reason=str(error)))
    return {"number": task["number"], "rows": rows, "problem": problem}


def measure(task: Mapping[str, Any], settings: Mapping[str, Any], add: Callable[[dict[str, Any]], object]) -> None:
    """Search deeper and deeper and add a row for each depth; end after one that was stopped, or left nothing deeper."""
    position = read_text(task["game"], task["position"]).with_max(task["max"])
    first, last = settings["depths"]
    for depth in range(first, last + 1):
        trace, seconds = timed(plan(position, {**task["options"], "depth": depth}), settings["limit"])
        found = row(task, depth, trace, seconds)
        add(found)
        if not found["complete"] or found["is_whole"]:
            return


def row(task: Mapping[str, Any], depth: int, trace: Trace, seconds: float) -> dict[str, Any]:
    """Return the row of a recording for the results."""
    facts: dict[str, Any] = {
        **{name: value for name, value in trace.options.items() if isinstance(value, str)},
        **summary(trace),
        **overall(by_ply(trace, with_positions=False)),
        **vars(measurement_of(task["search"], depth, trace, seconds)),
        **task,
        "task": task["number"],
        "algorithm": trace.search.name,
        "needed_leaves": needed_leaves(trace),
        "seconds": round(seconds, 6),
    }
    return {name: facts.get(name) for name in COLUMNS}


def needed_leaves(trace: Trace) -> int | None:
    """Return the number of leaves that are enough to prove the root's value; None where nothing proves it."""
    try:
        return proof(trace).leaves
    except InputError:
        return None
