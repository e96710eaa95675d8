"""Players: `human`, a search or brain with its options, a file of weights, or a Python file of the user's.

    human
    alphabeta:depth=4,order=center
    deepening:seconds=1               moves after a second at the latest, with what it has found by then
    weights.toml:depth=4              alpha-beta with the linear scoring and these weights
    brain.py:choose                   a function that takes a position and returns the text of a move

Weights are read once, here: changing their file during a match has no effect. A player that fails raises
`PlayerFailed` with a readable reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from plyscope.files.atomic import bytes_of
from plyscope.games import GAMES
from plyscope.messages import Message, OptionError
from plyscope.model.position import Position
from plyscope.recording.clock import check_seconds
from plyscope.recording.plan import find_search, plan, with_depth
from plyscope.recording.who import read_who
from plyscope.search.scoring import read_weights

CRASH, ILLEGAL, MEMORY, TIME = "crash", "illegal", "memory", "time"
"""Kinds of failure: its code failed or its process ended; no legal move; too much memory; too long."""


class PlayerFailed(Exception):
    """Raised where a player gave no move."""

    def __init__(self, kind: str, reason: Message) -> None:
        super().__init__(str(reason))
        self.kind = kind
        self.reason = reason


PYTHON_FILE = re.compile(r"(.+\.py)(?::([A-Za-z_]\w*))?", re.DOTALL)
WEIGHTS_FILE = re.compile(r"(.+\.toml)(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Version:
    """A player as typed: a person, a search with options, or a user's file."""

    text: str
    """As typed."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of a search; empty for a person and for a file."""
    path: str = ""
    """The Python file."""
    function: str = ""
    digest: str = ""
    """The digest of the file, which shows whether it was changed."""

    @property
    def is_person(self) -> bool:
        return not self.options and not self.path

    @property
    def is_file(self) -> bool:
        return bool(self.path)

    @property
    def facts(self) -> dict[str, Any]:
        """All that decides how it plays, for JSON."""
        return {"who": self.text, "options": dict(self.options), "function": self.function, "digest": self.digest}

    def seeded(self, seed: int) -> Mapping[str, Any]:
        """Return the options, with a seed where the search draws at random and has none."""
        search = find_search(str(self.options["algorithm"]))
        draws = "seed" in search.reads and (search.is_brain or self.options.get("order") == "random")
        return {"seed": seed, **self.options} if draws else self.options


PERSON = Version("human")


def read_version(text: str, position: Position) -> Version:
    """Return the player that a text names, checked without requesting a move."""
    if text.strip() == "human":
        return PERSON
    refuse_numbers(position)
    python = PYTHON_FILE.fullmatch(text.strip())
    if python is not None:
        return Version(text, path=python[1], function=python[2] or "choose", digest=digest_of(python[1]))
    weights = WEIGHTS_FILE.fullmatch(text.strip())
    if weights is not None:
        options = read_who(f"alphabeta:{weights[2] or ''}")
        for name in ("score", "weights"):
            if name in options:
                raise OptionError("{who}: {option} is set by the file of weights", who=text, option=name)
        options |= {"score": "linear", "weights": weights[1]}
    else:
        options = read_who(text)
    entry = GAMES.get(position.game.name)
    if entry is not None and entry.manner is not None and entry.manner.scoring:
        options.setdefault("score", entry.manner.scoring)
    if "weights" in options:
        options["weights"] = read_weights(options["weights"], position.game)
    seconds, of_search = time_and_options(options)
    check_seconds(seconds)
    if not position.is_over:
        bare = without_options(position)
        plan(bare, with_depth(bare, of_search))
    return Version(text, options)


def time_and_options(options: Mapping[str, Any]) -> tuple[float | None, dict[str, Any]]:
    """Return the seconds for a move, None without a limit, and the options of the search."""
    of_search = dict(options)
    return of_search.pop("seconds", None), of_search


def refuse_numbers(position: Position) -> None:
    """Raise OptionError for a game that has numbers and no winner."""
    if not position.game.has_winner:
        raise OptionError("{game} is not played by two players: it has numbers and no winner", game=position.game.name)


def without_options(position: Position) -> Position:
    """Return the position without its file's search options, which are not for players."""
    return replace(position, options={})


def digest_of(path: str) -> str:
    """Return the SHA-256 of a file."""
    return sha256(bytes_of(path)).hexdigest()
