"""Which of a frame's children the focus view draws one by one, and which as a counted bundle.

Up to a certain number all of them are drawn. In a wider fan it is the first, the best, the current one and
its neighbours; the rest are bundles between them, so that a hundred moves stay legible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.trace import Trace

NEIGHBOURS = 3
MOST_BUNDLED = 2 * NEIGHBOURS + 9
"""Things that a wide fan is drawn as, at the most: four and the neighbours of one, bundles between them, a stub."""


@dataclass(frozen=True)
class Item:
    """One thing beside others under their caller."""

    what: Literal["frame", "stub", "bundle", "above"]
    frame: int
    """Of a frame itself; of a stub or a bundle the caller; of a note for the plies above, the lowest of them."""
    move: str = ""
    count: int = 1
    """How many it stands for."""
    first: int = -1
    """Of a bundle, the first frame in it."""

    @property
    def weight(self) -> float:
        """How much room it takes, in slots."""
        return {"frame": 1.0, "stub": 0.62, "bundle": 0.9, "above": 1.0}[self.what]


def fan(trace: Trace, parent: int, current: int, best: int, children: list[int], room: int) -> list[Item]:
    """Children and left-out moves of a frame, as they are to be drawn; `room` is for how many."""
    stubs = trace.left_out(parent)
    if len(children) + len(stubs) <= room:
        items = [Item("frame", child, trace.move_text(child)) for child in children]
        return items + [Item("stub", parent, move) for move in stubs]
    chosen = {0, len(children) - 1}
    for frame in (current, best):
        if frame in children:
            place = children.index(frame)
            reach = NEIGHBOURS if frame == current else 0
            chosen |= set(range(max(0, place - reach), min(len(children), place + reach + 1)))
    items = []
    bundled: list[int] = []
    for place, child in enumerate(children):
        if place in chosen:
            items += bundle(parent, bundled)
            bundled = []
            items.append(Item("frame", child, trace.move_text(child)))
        else:
            bundled.append(child)
    items += bundle(parent, bundled)
    return items + ([Item("stub", parent, count=len(stubs), move="")] if stubs else [])


def bundle(parent: int, frames: list[int]) -> list[Item]:
    return [Item("bundle", parent, count=len(frames), first=frames[0])] if frames else []
