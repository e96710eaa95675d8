"""The facts of a recording of somebody's own code, as `plyscope debug --json` prints them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plyscope.messages import plain_number
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace


def debug_facts(trace: Trace, seconds: float | None) -> dict[str, Any]:
    if not trace.origin.is_user_code:
        return {"frames": len(trace), "complete": trace.complete, "seconds": seconds}
    user_code = trace.user_code
    without = int(user_code.has_caller)
    function = user_code.function_of(min(without, len(trace) - 1)).name
    facts: dict[str, Any] = {
        "function": function,
        "call": user_code.call,
        "result": user_code.ended.text if user_code.ended.how == "returned" else user_code.result(0),
        "frames": user_code.calls,
        "distinct": user_code.distinct_calls,
        "max_ply": int(trace.column("ply").max()) - without,
        "complete": trace.complete,
        "ended": asdict(user_code.ended),
        "seconds": None if seconds is None else round(seconds, 6),
        "saved": len(user_code.tables.saved),
        "lines": len(user_code.tables.line_step),
        "printed": "".join(user_code.printed)[:2000],
    }
    proposal = Proposal.read(user_code)
    if proposal is not None:
        from plyscope.usercode.bugs import bugs

        facts |= {"game": proposal.game or None, "value": plain_number(trace.values[0]), "best_move": trace.best_move}
        facts |= {"roles": proposal.roles, "pruned": trace.pruned, "cutoffs": trace.cutoffs}
        facts["bugs"] = [{"bug": bug.name, "frame": bug.frame, "sentence": str(bug.sentence)} for bug in bugs(trace)]
    return facts
