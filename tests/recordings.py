"""A tiny writer of recordings in JSON lines, as an engine would print them; it knows nothing of the one that reads."""

from __future__ import annotations

import json
from math import inf
from typing import Any

from tests.full_traces import Trace


def number(value: float) -> Any:
    if value != value:
        return None
    return value if abs(value) < inf else "inf" if value > 0 else "-inf"


def as_lines(trace: Trace, **heading: str) -> str:
    """The calls of a recording, entered and left one after the other. A bound that is not there is null."""
    position = trace.position
    first = {"game": position.game.name, "position": position.text, "max": position.max, **heading}
    lines: list[dict[str, Any]] = [{"format": "plyscope-trace", "version": 1, **first}]
    open_frames: list[int] = []
    for frame in range(len(trace) + 1):
        while open_frames and (frame == len(trace) or trace.parents[frame] != open_frames[-1]):
            left = open_frames.pop()
            if trace.statuses[left] == 3:
                continue
            line: dict[str, Any] = {"ev": "leave", "id": left, "value": number(trace.values[left])}
            line["status"] = ("inner", "terminal", "horizon")[trace.statuses[left]]
            if trace.skips[left]:
                line["pruned"] = trace.pruned_texts(left)
            lines.append(line)
        if frame < len(trace):
            alpha, beta = trace.alphas[frame], trace.betas[frame]
            enter = {"ev": "enter", "id": frame, "parent": trace.parents[frame] if frame else None}
            enter["move"] = trace.move_text(frame) if frame else None
            enter["kind"] = {0: "min", 1: "max"}.get(trace.kinds[frame])
            enter["alpha"], enter["beta"] = (
                None if alpha == -inf else number(alpha),
                None if beta == inf else number(beta),
            )
            lines.append(enter)
            open_frames.append(frame)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
