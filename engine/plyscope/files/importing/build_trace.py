"""From a draft to a trace: the game found, contradictions looked for, and the search read off the columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.importing.claimed_search import Claim, claimed_plan, own_trace
from plyscope.files.importing.draft import Draft
from plyscope.files.importing.fitting import Fitted, find_position, fit, settle_ends, settle_sides, settle_unknown_ends
from plyscope.files.importing.json_values import placed
from plyscope.messages import InputError, Message
from plyscope.model.imported import imported_plan, shown_options
from plyscope.model.origin import Imported
from plyscope.model.position import Position
from plyscope.model.recorded_game import recorded_position
from plyscope.model.trace import Trace
from plyscope.recording.verification import Contradiction, first_contradiction

MADE_BY = "import"

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Heading:
    """What a recording says of itself."""

    game: str
    position: str
    max: str
    """Empty where it is not said."""


def make_trace(
    heading: Heading, draft: Draft, stopped_by: InputError | None = None, claim: Claim | None = None
) -> Trace:
    """The trace, or the first contradiction in the file; `stopped_by` is one at which reading had to stop."""
    if not len(draft):
        raise stopped_by or InputError("the recording has no frame")
    columns, pruned = draft.columns(), draft.pruned()
    position = find_position(heading.game, heading.position, heading.max)
    if claim is not None and stopped_by is None and isinstance(position, Position):
        ready = claimed_plan(position, claim)
        if ready is not None:
            return own_trace(ready, draft, columns, pruned, claim, MADE_BY)
    root, imported, contradictions = settled(heading, draft, position, columns, pruned)
    contradiction = first_contradiction(columns)
    refuse_first(draft, contradictions if contradiction is None else [*contradictions, contradiction])
    if stopped_by is not None:
        raise stopped_by
    plan = imported_plan(root, shown_options(columns))
    return Trace(columns, plan, complete=draft.is_complete, made_by=MADE_BY, origin=imported)


def settled(
    heading: Heading,
    draft: Draft,
    position: Position | Message | None,
    columns: Columns,
    pruned: NDArray[np.int32],
) -> tuple[Position, Imported, list[Contradiction]]:
    """The recording on its game where that is one of ours; else on the moves alone. Fills in what follows from it."""
    texts, reason = list(draft.texts), position if isinstance(position, Message) else None
    if isinstance(position, Position):
        found = fit(position, columns, texts, pruned)
        if isinstance(found, Fitted):
            columns["move"] = found.move
            wrong = [*settle_sides(columns, found), *settle_ends(columns, found)]
            return position, Imported(found.pruned, None), wrong
        reason = Message("{place}: {reason}", place=draft.place(draft.entered_at[found.frame]), reason=found.reason)
    settle_unknown_ends(columns)
    imported = Imported(pruned, tuple(texts))
    root = recorded_position(heading.game, heading.position, heading.max, columns, imported)
    if reason is not None:
        root = replace(root, warnings=(Message("there are no boards: {reason}", reason=reason),))
    return root, imported, []


def refuse_first(draft: Draft, contradictions: list[Contradiction]) -> None:
    """Complains about what stands first in the file."""
    if not contradictions:
        return
    places = [(draft.left_at if one.on_leaving else draft.entered_at)[one.frame] for one in contradictions]
    first = min(range(len(places)), key=places.__getitem__)
    complaint = InputError("{complaint}", complaint=contradictions[first].message)
    raise placed(draft.place(places[first]), complaint)
