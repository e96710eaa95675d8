"""A deviation: a recorded fact and a law that part.

The premises of a law are recorded facts, wrong ones too. So a mistake is found once, where it was made, and what
follows from it consistently is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from plyscope.messages import plain_number


class Weight(Enum):
    """How serious a deviation is; the values name the lists in JSON."""

    BUG = "bugs"
    """A wrong value, move or board, or a branch left without a reason."""
    WASTE = "waste"
    """More calls than the law asks for, and no wrong value."""
    FLAG = "flags"
    """Unusual, and no mistake."""


Recorded = dict[str, float | int | str | None]
"""What stands in a recording or is due by a law, by names such as `alpha`, `value`, `moves`."""


@dataclass(frozen=True)
class Deviation:
    """All places at which one law is broken in one way: the first of them, and their number."""

    law: str
    """The name of the law, as `LAWS` has it."""
    way: str
    """In which way, where a law can be broken in several: the sentence depends on it."""
    weight: Weight
    frame: int
    """The first frame, in the order in which the search could have noticed: the frame that is wrong."""
    step: int
    """The step at which it shows."""
    recorded: Recorded
    due: Recorded
    """What would have been right; empty where the law does not give one value."""
    count: int
    """The number of frames with this deviation."""
    line: int = 0
    """In a user's program the line at which the mistake was made; else 0."""

    def facts(self, path: list[str]) -> dict[str, Any]:
        """Return the deviation as `--json` prints it; `path` are the moves that lead to its frame."""
        return {
            "law": self.law,
            "way": self.way,
            "frame": self.frame,
            "path": path,
            "step": self.step,
            "recorded": plain(self.recorded),
            "due": plain(self.due) or None,
            "count": self.count,
        }


def plain(values: Recorded) -> dict[str, Any]:
    """Return recorded values with infinities and NaN as JSON can hold them."""
    return {name: plain_number(value) if isinstance(value, float) else value for name, value in values.items()}


def of_weight(weight: Weight, deviations: Iterable[Deviation]) -> list[Deviation]:
    """Return the deviations of one weight, in their order."""
    return [deviation for deviation in deviations if deviation.weight is weight]
