"""A recording that says it comes from a search of ours must be just what that search does.

Then it is that search's recording again, with the search's text, and nothing in it has to be believed: windows,
values and ends are derived anew from moves, sizes and the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.importing.draft import Draft
from plyscope.files.importing.fitting import Fitted, Unfit, fit
from plyscope.files.importing.json_values import placed
from plyscope.messages import InputError, Message, plain_options
from plyscope.model.columns import OPEN
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope.recording.record import choice
from plyscope.recording.verification import verify

NO, YES, UNKNOWN = 0, 1, 2
"""What a node says of being the best, or of its cut test."""


@dataclass(frozen=True)
class Claim:
    """Whose search a file says it is, and what it says that follows from that."""

    algorithm: str
    options: Mapping[str, Any]
    best: bytearray
    cutoff: bytearray


def claimed_plan(position: Position, claim: Claim) -> Plan | None:
    """The search of ours that is meant; None where it is none, or where these are not all of its options."""
    if claim.algorithm not in ALGORITHMS or not isinstance(claim.options.get("weights", {}), dict):
        return None
    try:
        ready = plan(position, {"algorithm": claim.algorithm, **claim.options})
    except InputError:
        return None
    return ready if plain_options(dict(ready.options)) == claim.options else None


def own_trace(
    ready: Plan,
    draft: Draft,
    columns: dict[str, NDArray[Any]],
    pruned: NDArray[np.int32],
    claim: Claim,
    made_by: str,
) -> Trace:
    """The recording, derived anew; complains about the first frame that our search would have otherwise."""
    found = fit(ready.position, columns, list(draft.texts), pruned, plays=not ready.search.moves_unplayed)
    if isinstance(found, Unfit):
        raise placed(draft.place(draft.entered_at[found.frame]), InputError("{reason}", reason=found.reason))
    trace = Trace({**columns, "move": found.move}, ready, complete=draft.is_complete, made_by=made_by)
    if ready.search.is_brain and draft.is_complete:
        trace = trace.with_played(choice(trace))
    try:
        verify(trace)
    except InputError as error:
        raise explained(error, draft, ready) from None
    check_pruned(trace, found, draft)
    check_flags(trace, draft, "best", claim.best, trace.facts.is_best)
    check_flags(trace, draft, "cutoff", claim.cutoff, trace.facts.cutoff)
    return trace


def explained(error: InputError, draft: Draft, ready: Plan) -> InputError:
    """What is wrong with a frame, said of the node in the file."""
    values = error.message.values
    frame, reason = values.get("frame"), values.get("reason")
    if not isinstance(frame, int) or not isinstance(reason, Message):
        return error
    return placed(
        draft.place(draft.entered_at[frame]),
        InputError("this is not what {search} does: {reason}", search=ready.search.name, reason=reason),
    )


def check_pruned(trace: Trace, found: Fitted, draft: Draft) -> None:
    """The moves left out are those that were on offer after the last one tried, in that order."""
    end = 0
    for frame in np.flatnonzero(trace.column("skipped")).tolist():
        start, end = end, end + trace.skips[frame]
        if trace.pruned_moves(frame) != found.pruned[start:end].tolist():
            complaint = InputError("the moves left out are {moves}", moves=" ".join(trace.pruned_texts(frame))[:200])
            raise placed(draft.place(draft.left_at[frame]), complaint)


def check_flags(trace: Trace, draft: Draft, name: str, said: bytearray, true: NDArray[np.bool_]) -> None:
    """What the file says of its frames beside the columns."""
    of_frames = np.frombuffer(said, np.uint8)[np.array(draft.entered_at)]
    # While a frame is open, nobody knows its best child yet.
    is_settled = trace.column("status")[np.maximum(trace.column("parent"), 0)] != OPEN
    wrong = np.flatnonzero((of_frames != UNKNOWN) & (of_frames != true) & is_settled)
    if len(wrong):
        frame = int(wrong[0])
        complaint = InputError("{key} should be {value}", key=name, value="true" if true[frame] else "false")
        raise placed(draft.place(draft.entered_at[frame]), complaint)
