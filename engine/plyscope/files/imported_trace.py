"""From a draft to a trace: the game found, and the search read off the columns.

What the recording says is taken as it is; `plyscope.audit` says where it is not what a search should have done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.verification import answers_of_table, check, verify
from plyscope.files.draft import Draft
from plyscope.files.fitting import (
    Fitted,
    Unfit,
    decisive_frames,
    find_position,
    fit,
    settle_ends,
    settle_sides,
)
from plyscope.files.json_values import placed
from plyscope.messages import InputError, Message, plain_options
from plyscope.model.columns import OPEN, STATUS_NOT_GIVEN, TERMINAL
from plyscope.model.imported import imported_plan, shown_options
from plyscope.model.no_collection import no_collection
from plyscope.model.origin import Hits, Imported
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.recorded_game import recorded_position
from plyscope.model.trace import Trace
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope.recording.record import played_move

MADE_BY = "import"

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Heading:
    """The header of a recording by another program."""

    game: str
    position: str
    max: str
    """Empty if it is not given."""
    version: int = 1
    facts: tuple[str, ...] | None = None
    """The names of further facts where packed rows follow; None where lines do."""


def make_trace(
    heading: Heading,
    draft: Draft,
    stopped_by: InputError | None = None,
    claim: Claim | None = None,
    fault: Message | None = None,
) -> Trace:
    """Return the trace of a draft that was read to its end, or up to the error `stopped_by`.

    `fault` is a warning that says why the recording ends where it does.
    """
    if not len(draft):
        raise stopped_by or InputError("the recording has no frame")
    columns, pruned = draft.columns(), draft.pruned()
    position = find_position(heading.game, heading.position, heading.max)
    if claim is not None and stopped_by is None and isinstance(position, Position):
        ready = claimed_plan(position, claim)
        if ready is not None:
            return rederived_trace(ready, draft, columns, pruned, claim)
    root, imported = fitted_recording(heading, draft, position, columns, pruned)
    if stopped_by is not None:
        raise stopped_by
    if fault is not None:
        root = replace(root, warnings=(*root.warnings, fault))
    plan = imported_plan(root, shown_options(columns, imported.tags))
    return Trace(columns, plan, complete=draft.is_complete, made_by=MADE_BY, origin=imported)


def make_trace_so_far(heading: Heading, draft: Draft, stopped_by: InputError | None = None) -> Trace:
    """Return the trace of a draft up to its first fault, which becomes a warning."""
    pattern = "{fault}; the recording ends there, in frame {frame}"
    fault = None if stopped_by is None else Message(pattern, fault=stopped_by.message, frame=draft.innermost)
    if not len(draft) and stopped_by is not None:
        raise stopped_by
    return make_trace(heading, draft, fault=fault)


@no_collection()
def fitted_recording(
    heading: Heading,
    draft: Draft,
    position: Position | Message | None,
    columns: Columns,
    pruned: NDArray[np.int32],
) -> tuple[Position, Imported]:
    """Return the root position, and what stands beside the columns, which are completed in place."""
    tags = draft.tags()
    beside: dict[str, Any] = {"further": draft.further_facts(), "probabilities": draft.chances()}
    beside |= {"depths": draft.depths(), "tags": tags}
    texts, reason = list(draft.texts), position if isinstance(position, Message) else None
    if isinstance(position, Position):
        found = fit(position, columns, texts, pruned, asked=decisive_frames(position, columns), tags=tags)
        if isinstance(found, Fitted):
            columns["move"] = found.move
            settle_sides(columns, found)
            settle_ends(columns, found)
            return position, Imported(found.pruned, None, **beside)
        reason = Message("{place}: {reason}", place=draft.place(draft.entered_at[found.frame]), reason=found.reason)
    columns["status"][columns["status"] == STATUS_NOT_GIVEN] = TERMINAL  # where it goes no further, it ends
    imported = Imported(pruned, tuple(texts), **beside)
    root = recorded_position(heading.game, heading.position, heading.max, columns, imported)
    if reason is not None:
        root = replace(root, warnings=(Message("there are no boards: {reason}", reason=reason),))
    return root, imported


FLAG_FALSE, FLAG_TRUE, FLAG_UNKNOWN = 0, 1, 2
"""The entries of nodes about the best child or the cut test."""


@dataclass(frozen=True)
class Claim:
    """The search that a file names, and the entries about frames that follow from it."""

    algorithm: str
    options: Mapping[str, Any]
    best: bytearray
    cutoff: bytearray


def may_stand_pat(claim: Claim | None) -> bool:
    """Whether the named search goes on below its horizon, where frames may leave noisy moves."""
    search = None if claim is None else ALGORITHMS.get(claim.algorithm)
    return search is not None and search.stands_pat


def claimed_plan(position: Position, claim: Claim) -> Plan | None:
    """Return the plan of the named search of ours; None if there is none, or its options are incomplete."""
    if claim.algorithm not in ALGORITHMS or not isinstance(claim.options.get("weights", {}), dict):
        return None
    try:
        ready = plan(position, {"algorithm": claim.algorithm, **claim.options})
    except InputError:
        return None
    return ready if plain_options(dict(ready.options)) == claim.options else None


def rederived_trace(
    ready: Plan, draft: Draft, columns: dict[str, NDArray[Any]], pruned: NDArray[np.int32], claim: Claim
) -> Trace:
    """Return the recording as our search derives it; raise InputError for the first frame that differs."""
    search = ready.search
    found = fit(
        ready.position,
        columns,
        list(draft.texts),
        pruned,
        plays=not search.moves_unplayed,
        has_rounds=search.rounds is not None,
        asked=np.zeros(len(draft), np.bool_),
    )
    if isinstance(found, Unfit):
        raise placed(draft.place(draft.entered_at[found.frame]), InputError("{reason}", reason=found.reason))
    trace = Trace({**columns, "move": found.move}, ready, complete=draft.is_complete, made_by=MADE_BY)
    if ready.search.is_brain and draft.is_complete:
        trace = trace.with_played(played_move(trace))
    try:
        trace = trace.with_chances().with_static_scores()
        if ready.search.has_table:
            check(trace)
            trace = trace.with_beside(hits=Hits(answers_of_table(trace)))
        verify(trace)
    except InputError as error:
        raise error_at_node(error, draft, ready) from None
    check_pruned(trace, found, draft)
    check_flags(trace, draft, "best", claim.best, trace.facts.is_best)
    check_flags(trace, draft, "cutoff", claim.cutoff, trace.facts.cutoff)
    return trace


def error_at_node(error: InputError, draft: Draft, ready: Plan) -> InputError:
    """Return the error of a frame with the place of its node in the file."""
    values = error.message.values
    frame, reason = values.get("frame"), values.get("reason")
    if not isinstance(frame, int) or not isinstance(reason, Message):
        return error
    return placed(
        draft.place(draft.entered_at[frame]),
        InputError("this is not what {search} does: {reason}", search=ready.search.name, reason=reason),
    )


def check_pruned(trace: Trace, fitting: Fitted, draft: Draft) -> None:
    """Raise InputError unless pruned moves are the legal moves after the last one tried, in that order."""
    end = 0
    for frame in np.flatnonzero(trace.column("skipped")).tolist():
        start, end = end, end + trace.skips[frame]
        if trace.pruned_moves(frame) != fitting.pruned[start:end].tolist():
            complaint = InputError("the pruned moves are {moves}", moves=" ".join(trace.pruned_texts(frame))[:200])
            raise placed(draft.place(draft.left_at[frame]), complaint)


def check_flags(trace: Trace, draft: Draft, name: str, said: bytearray, true: NDArray[np.bool_]) -> None:
    """Raise InputError for the first frame whose flag in the file is not what follows."""
    of_frames = np.frombuffer(said, np.uint8)[np.array(draft.entered_at)]
    # The best child of an open frame is not known yet.
    is_settled = trace.column("status")[np.maximum(trace.column("parent"), 0)] != OPEN
    wrong = np.flatnonzero((of_frames != FLAG_UNKNOWN) & (of_frames != true) & is_settled)
    if len(wrong):
        frame = int(wrong[0])
        complaint = InputError("{key} should be {value}", key=name, value="true" if true[frame] else "false")
        raise placed(draft.place(draft.entered_at[frame]), complaint)
