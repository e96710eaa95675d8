"""What `solve --check` does: the same position searched with plain minimax, and the results compared."""

from __future__ import annotations

from typing import Any

from engine.cli.options import Asked, is_trace, load_position, rounded
from engine.estimate import ENOUGH, fit, full_tree
from engine.messages import OptionError, plain_number
from engine.position import Position
from engine.recording import record
from engine.search.declaration import Fold
from engine.trace import Trace


def position_to_check(source: str, asked: Asked) -> Position:
    """Plain minimax is not begun where there is nothing to compare, or where it would take too long."""
    if is_trace(source):
        raise OptionError("--check is for searching, and this is a recording")
    position = load_position(source, asked)
    fitted = fit(position, asked.search)
    search = fitted.plan.search
    if search.is_brain:
        raise OptionError("--check compares searches, and {name} is a brain", name=search.name)
    if any(calls.fold is Fold.SUM for calls in search.calls):
        raise OptionError("--check compares best values, and {name} adds values up", name=search.name)
    by_ply = full_tree(position)
    frames = sum(by_ply[: int(min(fitted.plan.depth, len(by_ply) - 1)) + 1])
    if frames > ENOUGH:
        raise OptionError("--check would take plain minimax about {frames} frames", frames=rounded(frames))
    return position


def compare_with_minimax(trace: Trace) -> dict[str, Any]:
    """Whether plain minimax finds the same value, and thinks as well of the best move; None cannot be told."""
    if not trace.complete:
        return {"algorithm": "minimax", "value": None, "best_move": None, "frames": None, "agrees": None}
    options = {name: trace.options.get(name) for name in ("depth", "order", "seed", "score", "weights")}
    minimax = record(trace.position, "minimax", **options)
    values = {move: value for move, value, _, _ in minimax.root_moves}
    agrees = trace.value == minimax.value and (
        trace.best_move == minimax.best_move or values.get(trace.best_move or "") == minimax.value
    )
    return {
        "algorithm": "minimax",
        "value": None if minimax.value is None else plain_number(minimax.value),
        "best_move": minimax.best_move,
        "frames": len(minimax),
        "agrees": agrees,
    }


def described_check(check: dict[str, Any] | None) -> str | None:
    if check is None:
        return None
    if check["agrees"] is None:
        return "not compared: the search has not come to its end"
    verdict = "agrees" if check["agrees"] else "does NOT agree"
    return f"{verdict}: value {check['value']}, best move {check['best_move']}, {check['frames']:,} frames"
