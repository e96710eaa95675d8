"""What a batch is: its positions, searches and depths, and the tasks that follow from them.

A task is a position and a search, at all depths in turn: none is deeper than one that was too large already, or that
has reached the end of the game. Tasks are numbered, so that a result is kept once, wherever and however often it was
found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from json import dumps
from typing import Any

from plyscope.analysis.growth import plans, usual_searches
from plyscope.messages import InputError, plain_options
from plyscope.model.position import Position
from plyscope.plugins import loaded_paths

FORMAT = "plyscope-batch"
VERSION = 1


@dataclass(frozen=True)
class Batch:
    """The tasks of a batch, and everything else that determines its results."""

    sources: tuple[str, ...]
    """The positions as typed."""
    tasks: tuple[Mapping[str, Any], ...]
    depths: tuple[int, int]
    limit: int
    """The number of frames above which a search goes no deeper."""

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of every task: depths, limit, and the plug-ins for processes that are not ours."""
        return {"depths": list(self.depths), "limit": self.limit, "plugins": loaded_paths()}

    @cached_property
    def header(self) -> dict[str, Any]:
        """The first line of a file of unfinished results."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "tasks": len(self.tasks),
            "depths": list(self.depths),
            "limit": self.limit,
            "digest": sha256(dumps(self.tasks, sort_keys=True).encode()).hexdigest(),
        }

    def left(self, done: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the tasks without results so far; raise InputError for a repeated task, or one of another batch."""
        numbers = [line.get("number") for line in done]
        if len(set(numbers)) < len(numbers) or not set(range(len(self.tasks))).issuperset(numbers):
            raise InputError("the file has a repeated task, or one that is not of this batch")
        return [task for task in self.tasks if task["number"] not in numbers]


def prepare(
    positions: Sequence[tuple[str, Position]], searches: Sequence[str], depths: tuple[int, int], limit: int
) -> Batch:
    """Return the batch of positions by their sources; raise InputError for what cannot be searched.

    A task is a search of a position at all depths; `limit` is the most frames at one depth. Without searches, every
    position is searched as `plyscope growth` does. What a position's file says of its search, such as the scoring,
    holds unless the search says otherwise; the depths are those of the batch.
    """
    tasks: list[Mapping[str, Any]] = []
    for source, position in positions:
        for who in searches or usual_searches(position):
            try:
                [first] = plans(position, who, range(depths[0], depths[0] + 1)).values()
            except InputError as error:
                raise error.inside(source) from None
            options = {name: value for name, value in plain_options(dict(first.options)).items() if name != "depth"}
            tasks.append(
                {
                    "number": len(tasks),
                    "source": source,
                    "game": position.game.name,
                    "position": position.text,
                    "max": position.max,
                    "search": who,
                    "options": {"algorithm": first.search.name, **options},
                }
            )
    return Batch(tuple(source for source, _ in positions), tuple(tasks), depths, limit)
