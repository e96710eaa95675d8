"""How much of a search its proof needs, and how good the move order was: as facts, and in plain words."""

from __future__ import annotations

from typing import Any

from engine.messages import InputError, Message
from engine.proof import Proof, proof
from engine.trace import Trace


def proof_facts(trace: Trace) -> dict[str, Any] | None:
    """How much of the search was necessary; None where there is no value to justify, or values are added up."""
    try:
        return facts_of_proof(trace, proof(trace))
    except InputError:
        return None


def facts_of_proof(trace: Trace, found: Proof) -> dict[str, Any]:
    return {
        "frames": found.frames,
        "share": round(found.share, 6),
        "leaves": found.leaves,
        "minimum": found.minimum,
        "cut_nodes": len(found.cut_nodes),
        "all_nodes": len(found.all_nodes),
        "pv_nodes": len(found.variation),
        "variation": trace.path(int(found.variation[-1])) if len(found.variation) else [],
    }


def proof_sentences(trace: Trace, facts: dict[str, Any] | None) -> list[Message]:
    """How much of the search was needed for its result, by `proof_facts`."""
    if facts is None:
        return []
    values = {"needed": f"{facts['frames']:,}", "frames": f"{len(trace):,}", "share": f"{facts['share']:.1%}"}
    said = [Message("{needed} of the {frames} frames justify this value: {share} of them were necessary.", **values)]
    variation: list[str] = facts["variation"]
    if variation != trace.pv[: len(variation)]:
        said.append(
            Message(
                "They follow {moves}, which is worth as much as the moves that the search has chosen "
                "and takes fewer frames to show.",
                moves=" ".join(variation),
            )
        )
    if facts["minimum"] is None:
        said.append(
            Message(
                "Knuth and Moore's least number of leaves is for trees in which every position has the same number "
                "of moves and all leaves are equally deep; this tree is not of that kind."
            )
        )
    else:
        least, visited = facts["minimum"], trace.leaves
        values |= {"leaves": f"{facts['leaves']:,}", "visited": f"{visited:,}", "least": f"{least:,}"}
        said.append(
            Message(
                "It rests on {leaves} of {visited} visited leaves; no search can visit fewer than {least} "
                "(Knuth and Moore).",
                **values,
            )
        )
        if visited > least:
            values["times"] = f"{visited / least:.2f}"
            said.append(
                Message(
                    "With the best move first everywhere {least} leaves would have done: "
                    "this search and its move order took {times} times as many.",
                    **values,
                )
            )
        else:
            said.append(Message("The move order could not have been better.", **values))
    return said
