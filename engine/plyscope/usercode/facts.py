"""The facts of a recording of somebody's own code, as `plyscope debug --json` prints them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plyscope.messages import plain_number
from plyscope.model.trace import Trace
from plyscope.usercode.roles import Proposal


def debug_facts(trace: Trace, seconds: float | None) -> dict[str, Any]:
    own = trace.own
    if own is None:
        return {"frames": len(trace), "complete": trace.complete, "seconds": seconds}
    without = int(own.has_caller)
    function = own.function_of(min(without, len(trace) - 1)).name
    facts: dict[str, Any] = {
        "function": function,
        "call": own.call,
        "result": own.ended.text if own.ended.how == "returned" else own.result(0),
        "frames": own.calls,
        "distinct": own.distinct_calls,
        "max_ply": int(trace.column("ply").max()) - without,
        "complete": trace.complete,
        "ended": asdict(own.ended),
        "seconds": None if seconds is None else round(seconds, 6),
        "saved": len(own.tables.saved),
        "lines": len(own.tables.line_step),
        "printed": "".join(own.printed)[:2000],
    }
    proposal = Proposal.read(own)
    if proposal is not None:
        from plyscope.usercode.bugs import slips

        facts |= {"game": proposal.game or None, "value": plain_number(trace.values[0]), "best_move": trace.best_move}
        facts |= {"roles": proposal.roles, "pruned": trace.pruned, "cutoffs": trace.cutoffs}
        facts["slips"] = [
            {"slip": slip.name, "frame": slip.frame, "sentence": str(slip.sentence)} for slip in slips(trace)
        ]
    return facts
