"""A match: two versions, the openings, and the games that follow from them.

Games are numbered from 0. Games 2k and 2k + 1 share an opening: A plays the first side in the even one and the second
in the odd one. All random choices in a game follow from the seed of the match and the number of the pair, so that it
does not matter which process plays which game, or when.

A file of openings has one position per line: `connectfour:4453`, or for the game of the match just `4453`. Text
after ` # ` is a comment. `random:k` plays k random moves; the positions differ as long as there are enough of
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from plyscope.files.sources import load, read_list, read_text
from plyscope.games import GAMES
from plyscope.messages import InputError, OptionError
from plyscope.model.position import Position
from plyscope.model.shuffle import MAX_SEED, checked_seed, drawn, random_below, random_words
from plyscope.play.player_process import MEMORY_LIMIT, Player
from plyscope.play.players import PlayerFailed, Version, read_version, without_options

RANDOM = re.compile(r"random:([0-9]{1,3})")
TRIES = 200
"""Draws for one opening before one is used twice."""


def openings(named: str | None, start: Position, count: int, seed: int) -> list[Position]:
    """Return at most `count` openings: those in the file `named`, drawn ones for `random:k`, or the start for None."""
    if named is None:
        return [without_options(start)]
    drawn = RANDOM.fullmatch(named)
    if drawn is not None:
        return list(random_openings(start, int(drawn[1]), count, seed))
    if named.startswith("random:"):
        raise OptionError("{openings}: random openings are written random:k, with a number of moves", openings=named)
    return read_list(Path(named), lambda text: read_opening(text, start))[: max(1, count)]


def random_openings(start: Position, plies: int, count: int, seed: int) -> Iterator[Position]:
    """Iterate over distinct positions after so many random moves."""
    seen: set[tuple[int, ...]] = set()
    for number in range(count):
        for attempt in range(TRIES):
            found = random_walk(start, plies, seed, number, attempt)
            if found is not None and found.state not in seen:
                break
            if found is not None and attempt >= TRIES // 4 and seen:
                break  # there are probably no others
        if found is None:
            raise OptionError("after {plies} random moves the game is over too often", plies=plies)
        seen.add(found.state)
        yield found


def random_walk(start: Position, plies: int, seed: int, number: int, attempt: int) -> Position | None:
    """Return the position after so many random moves; None where the game ends before."""
    position = without_options(start)
    words = random_words(seed, [number, attempt], "opening")
    for _ in range(plies):
        moves, outcomes = position.legal_moves(), position.outcomes()
        if not moves:
            return None
        position = position.after(drawn(outcomes, words) if outcomes else moves[random_below(len(moves), words)])
    return None if position.is_over else position


def read_opening(text: str, start: Position) -> Position:
    """Return the position of an opening, which must be of the start's game."""
    game = start.game.name
    name, colon, _ = text.partition(":")
    position = load(text) if colon and name in GAMES else read_text(game, text)
    if position.game.name != game:
        raise InputError("this is a position of {found}, not of {game}", found=position.game.name, game=game)
    if position.is_over:
        raise InputError("the game is over in it")
    return without_options(position).with_max(start.max)


FORMAT = "plyscope-match"
SHOWN = ("coordinates",)
"""What a header says only for reading the games: a match can be continued in another notation."""
SECONDS = 10.0
"""The time limit of a Python file for a move."""
TIMEOUTS = 3
"""The time-out with which a game is lost; before that, a random legal move is played instead."""


@dataclass(frozen=True)
class Match:
    """A match that can be played: versions, openings and limits."""

    start: Position
    a: Version
    b: Version
    games: int
    openings: tuple[Position, ...]
    openings_named: str | None = None
    seed: int = 0
    seconds: float = SECONDS
    timeouts: int = TIMEOUTS
    memory: int = MEMORY_LIMIT

    @property
    def header(self) -> dict[str, Any]:
        """The header of its file: all that determines the games, and the notation shown."""
        texts = "\n".join(opening.text for opening in self.openings)
        shown = {"coordinates": self.start.coordinates} if self.start.coordinates else {}
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
            **shown,
        }

    @property
    def limits(self) -> dict[str, float]:
        """The limits of time and memory."""
        return {"seconds": self.seconds, "timeouts": self.timeouts, "memory": self.memory}

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that a worker process needs."""
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
        """Return all that determines one game: its opening, which version begins, and the seeds."""
        return {
            "number": number,
            "opening": self.openings[number // 2 % len(self.openings)].text,
            "first": "ab"[number % 2],
            "seeds": seeds(self.seed, number),
        }

    def left(self, played: Iterable[Mapping[str, Any]]) -> list[int]:
        """Return the numbers of the games still to be played; raise InputError for repeated games, or unknown ones."""
        numbers = [line.get("number") for line in played]
        known = set(range(self.games))
        if len(set(numbers)) < len(numbers) or not known.issuperset(numbers):
            raise InputError("the file has a repeated game, or one that is not of this match")
        return sorted(known.difference(numbers))


def seeds(of_match: int, number: int) -> dict[str, int]:
    """Return the seeds of both versions and of chance in a game, equal in both games of an opening."""
    words = random_words(of_match, [number // 2], "match")
    return {who: next(words) & MAX_SEED for who in ("a", "b", "chance")}


def prepare(
    start: Position,
    a: str,
    b: str,
    games: int,
    *,
    openings_named: str | None = None,
    seed: int = 0,
    **limits: Any,
) -> Match:
    """Return the match that a user typed, with limits of a Match; raise errors now."""
    if start.is_over:
        raise InputError("the game is over in {position}", position=str(start))
    checked_seed(seed)
    first, second = (read_version(who, start) for who in (a, b))
    for version in (first, second):
        if version.is_person:
            raise OptionError("a match is for machines; plyscope play is for people")
    found = tuple(openings(openings_named, start, (games + 1) // 2, seed))
    match = Match(start, first, second, games, found, openings_named, seed, **limits)
    for version in (first, second):
        check_loads(version, match.memory)
    return match


def check_loads(version: Version, memory: int) -> None:
    """Raise an error for a player's file that cannot be loaded."""
    if version.is_file:
        player = Player(version, memory=memory)
        try:
            player.load()
        except PlayerFailed as failure:
            raise InputError("{file}: {reason}", file=version.path, reason=failure.reason) from failure
        finally:
            player.end()
