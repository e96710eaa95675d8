"""Findings in user code that searches a game: possible bugs, waste and remarks, each with a witness in the run.

A bug is a wrong value, move or board; waste is more calls than alpha-beta makes with the same cut rule and order of
moves; a remark is neither. Report a finding only with evidence from this run: what has no effect in it is not found.
`CHECKS` lists the checks; each takes the evidence of a run and returns a finding or None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyscope.messages import Message
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.consequences import consequence
from plyscope.usercode.evidence import BUG, REMARK, WASTE, Finding, RunEvidence
from plyscope.usercode.move_findings import board_not_undone, depth_not_decreased, same_piece, sides_not_alternating
from plyscope.usercode.value_findings import (
    both_take_the_same,
    return_in_loop,
    undecided_leaf_is_none,
    wrong_extreme,
    wrong_leaf,
    wrong_start,
)
from plyscope.usercode.window_findings import table_misused, window_finding

__all__ = ["BUG", "REMARK", "WASTE", "Finding", "findings", "in_words", "of_kind"]

CHECKS: tuple[Callable[[RunEvidence], Finding | None], ...] = (
    window_finding,
    board_not_undone,
    depth_not_decreased,
    sides_not_alternating,
    same_piece,
    undecided_leaf_is_none,
    wrong_extreme,
    wrong_start,
    both_take_the_same,
    wrong_leaf,
    return_in_loop,
    table_misused,
)
FRAMES = {"frame", "before", "parent", "following", "earlier", "top"}
"""The places of sentences at which the number of a frame stands."""


def findings(trace: Trace) -> list[Finding]:
    """What a recording shows, one finding of each check at most."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return []
    run = RunEvidence(trace, trace.user_code, proposal)
    found = [
        one._replace(place=trace.user_code.place(one.line))
        for one in (check(run) for check in CHECKS)
        if one is not None
    ]
    # Wrong values make wrong windows: what they waste proves nothing.
    found = [one._replace(so=consequence(run, one)) for one in of_kind(BUG, found) or found]
    return [with_names(trace, one) for one in found]


def with_names(trace: Trace, finding: Finding) -> Finding:
    """The finding with frames called as on screen, where the nodes of the tree have names."""

    def named(message: Message) -> Message:
        frames = {place: value for place, value in message.values.items() if place in FRAMES}
        names = {place: trace.name_of(frame) for place, frame in frames.items() if isinstance(frame, int)}
        return Message(message.pattern, **message.values | {place: name for place, name in names.items() if name})

    so = None if finding.so is None else named(finding.so)
    return finding._replace(happened=named(finding.happened), so=so)


WORDS = {
    BUG: "possible bug: {sentence}; {should}",
    WASTE: "waste: {sentence}; {should}",
    REMARK: "remark: {sentence}; {should}",
}


def in_words(kind: str, facts: Mapping[str, Any]) -> Message:
    """A finding as one sentence: what happened, what should have, and what follows where that is known."""
    said = Message(WORDS[kind], sentence=facts["sentence"], should=facts["should"])
    return Message("{said}; so {so}", said=said, so=facts["so"]) if facts["so"] else said


def of_kind(kind: str, found: list[Finding]) -> list[Finding]:
    return [one for one in found if one.kind == kind]
