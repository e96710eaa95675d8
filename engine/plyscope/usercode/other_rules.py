"""Leaves that speak against the rules of the game that the boards look like: wins where that game goes on."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np

from plyscope.model.columns import HORIZON, TERMINAL
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.win_values import even_value

MAX_CHECKED_LEAVES, MAX_CHECKED_WINS = 3, 12
MAX_CALLS_OF_LEAF = 20_000
"""Calls of a search that finds the value of one leaf."""


def wins_elsewhere(trace: Trace, proposal: Proposal) -> bool:
    """Whether a leaf has the value of a win although nobody wins from there by the rules, as in hex on nine cells.

    What a table gives, and an end of the window, is the value of more than the leaf.
    """
    status, even = trace.column("status"), even_value(trace)
    value = trace.column("value") - even
    over = (status == TERMINAL) & np.isfinite(value) & (value != 0)
    found: list[int] = []
    for sign in (1, -1):
        worth = sign * value[over & (sign * value > 0)]
        if len(worth):
            is_win = (status == HORIZON) & np.isfinite(value) & (sign * value >= worth.max())
            found += np.flatnonzero(is_win).tolist()
    if not found:
        return False
    evidence = RunEvidence(trace, trace.user_code, proposal)
    plain = [one for one in found if not trace.origin.is_saved(one) and not evidence.text.table_line(one)]
    inside = {tuple(trace.state(one)): one for one in plain if trace.alphas[one] < trace.values[one] < trace.betas[one]}
    for one in list(inside.values())[:MAX_CHECKED_WINS]:
        won = outcome(trace, one)
        if won is None or won != np.sign(value[one]):
            return won is not None
    return False


def early_end(trace: Trace, proposal: Proposal) -> int:
    """A leaf with depth left whose value is not what the rules of the game give it; -1 where there is none.

    A value from a table, an end of the window and a win that is found without a call are all what the rules give.
    """
    evidence = RunEvidence(trace, trace.user_code, proposal)
    status, value, ply = (trace.column(name) for name in ("status", "value", "ply"))
    is_early = (status == HORIZON) & ~np.isnan(value) & (ply < ply.max())
    is_early &= (value > trace.column("alpha")) & (value < trace.column("beta"))
    depths = evidence.depth
    leaves = [one for one in np.flatnonzero(is_early).tolist() if isnan(depths[one]) or evidence.depth_left(one) > 0]
    leaves = [one for one in leaves if not trace.origin.is_saved(one) and not evidence.text.table_line(one)]
    return next((one for one in leaves[:MAX_CHECKED_LEAVES] if not is_right(trace, one)), -1)


def is_right(trace: Trace, frame: int) -> bool:
    """Whether the value of a leaf is good for the side that wins from there by the rules."""
    return outcome(trace, frame) == float(np.sign(trace.values[frame] - even_value(trace)))


def outcome(trace: Trace, frame: int) -> float | None:
    """Who wins from a leaf by the rules: 1 for MAX, -1 for MIN, 0 for neither; None where that takes too long."""
    position = replace(trace.position, state=tuple(trace.state(frame)), as_played="", options={})
    searched = run(plan(position, {"algorithm": "alphabeta"}), MAX_CALLS_OF_LEAF)
    return float(np.sign(searched.value or 0.0)) if searched.complete else None
