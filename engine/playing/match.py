"""What a match is: two versions, the positions to begin from, and the games that follow from that.

Games are numbered from 0. Two neighbours share an opening: A plays the first side in the even one and the second
in the odd one. All chance in a game follows from the seed of the match and the number of the pair, so that it does
not matter which process plays which game, or when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.messages import InputError, OptionError
from engine.playing.asking import MEMORY, Asked
from engine.playing.failing import PlayerFailed
from engine.playing.openings import openings
from engine.playing.version import Version, read_version
from engine.position import Position
from engine.shuffling import LARGEST_SEED, random_words

FORMAT = "plyscope-match"
SECONDS = 10.0
"""What a Python file has for a move."""
TIMEOUTS = 3
"""The time-out with which a game is lost; before that, a random legal move is played instead."""


@dataclass(frozen=True)
class Match:
    """A match that is ready to be played."""

    start: Position
    a: Version
    b: Version
    games: int
    openings: tuple[Position, ...]
    openings_named: str | None = None
    seed: int = 0
    seconds: float = SECONDS
    timeouts: int = TIMEOUTS
    memory: int = MEMORY

    @property
    def header(self) -> dict[str, Any]:
        """What its file begins with: all that the games follow from."""
        texts = "\n".join(opening.text for opening in self.openings)
        return {
            "format": FORMAT,
            "version": 1,
            "game": self.start.game.name,
            "start": self.start.text,
            "a": self.a.facts,
            "b": self.b.facts,
            "games": self.games,
            "openings": self.openings_named,
            "digest": sha256(texts.encode()).hexdigest(),
            "seed": self.seed,
            "limits": self.limits,
        }

    @property
    def limits(self) -> dict[str, float]:
        return {"seconds": self.seconds, "timeouts": self.timeouts, "memory": self.memory}

    @property
    def settings(self) -> dict[str, Any]:
        """What a process needs to know that plays games of it."""
        files = {
            name: {"path": version.path, "function": version.function} if version.is_file else None
            for name, version in (("a", self.a), ("b", self.b))
        }
        return {
            "options": {"a": dict(self.a.options), "b": dict(self.b.options)},
            "files": files,
            "game": self.start.game.name,
            "max": self.start.max,
            **self.limits,
        }

    def task(self, number: int) -> dict[str, Any]:
        """All that one game follows from."""
        return {
            "number": number,
            "opening": self.openings[number // 2 % len(self.openings)].text,
            "first": "ab"[number % 2],
            "seeds": seeds(self.seed, number),
        }

    def left(self, played: Iterable[Mapping[str, Any]]) -> list[int]:
        """The games that are still to be played."""
        numbers = [line.get("number") for line in played]
        known = set(range(self.games))
        if len(set(numbers)) < len(numbers) or not known.issuperset(numbers):
            raise InputError("the file has a game twice, or one that is not of this match")
        return sorted(known.difference(numbers))


def seeds(of_match: int, number: int) -> dict[str, int]:
    """Of the chance that each version plays a game with; the two games of an opening have the same."""
    words = random_words(of_match, [number // 2], "match")
    return {"a": next(words) & LARGEST_SEED, "b": next(words) & LARGEST_SEED}


def prepare(
    start: Position,
    a: str,
    b: str,
    games: int,
    *,
    openings_named: str | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    timeouts: int = TIMEOUTS,
    memory: int = MEMORY,
) -> Match:
    """A match from what somebody has typed; whatever is wrong with it is said now."""
    if start.is_over:
        raise InputError("the game is over in {position}", position=str(start))
    if abs(seed) > LARGEST_SEED:
        raise OptionError("a seed is a whole number from -{most} to {most}, not {seed}", most=LARGEST_SEED, seed=seed)
    first, second = (read_version(who, start) for who in (a, b))
    for version in (first, second):
        if version.is_person:
            raise OptionError("a match is for machines; plyscope play is for people")
    found = tuple(openings(openings_named, start, (games + 1) // 2, seed))
    match = Match(start, first, second, games, found, openings_named, seed, seconds, timeouts, memory)
    for version in (first, second):
        check_loads(version, memory)
    return match


def check_loads(version: Version, memory: int) -> None:
    """A file that cannot even be loaded would lose every game; better say so."""
    if version.is_file:
        player = Asked(version, memory=memory)
        try:
            player.load()
        except PlayerFailed as failure:
            raise InputError("{file}: {reason}", file=version.path, reason=failure.reason) from failure
        finally:
            player.end()
