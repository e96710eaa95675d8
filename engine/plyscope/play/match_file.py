"""Matches in files, to be read game by game or continued.

A file is data: a Python file that it names as a version runs only at the user's request.
A match is written while it is played: `files.journal` adds a line after each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plyscope.files.journal import read_journal
from plyscope.files.sources import read_text
from plyscope.games import GAMES
from plyscope.messages import InputError, Message
from plyscope.play.match import FORMAT, SHOWN, Match, prepare, seeds
from plyscope.play.played_game import PlayedGame
from plyscope.play.players import PYTHON_FILE, Version
from plyscope.play.results import facts

ENDING = ".plymatch"
MAX_NUMBER = 1 << 62
"""Of any number in such a file but the seed."""
VERSION = 1


@dataclass(frozen=True)
class MatchGame:
    """One game of a match, as saved in a file."""

    number: int
    game: PlayedGame
    first: str
    """`a` or `b`: the version that played the first side."""
    score: float
    """The result from A's side: 1, 0.5 or 0."""
    failure: Mapping[str, Any] | None
    """Why it was lost, if not by the position."""


@dataclass(frozen=True)
class SavedMatch:
    """A match with the games played so far."""

    header: Mapping[str, Any]
    lines: tuple[Mapping[str, Any], ...]
    """One line per game, in the order of their numbers."""

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The result as `plyscope match --json` prints it."""
        return facts(self.header, self.lines)

    @property
    def coordinates(self) -> str:
        """The notation in which moves are shown; empty for the usual one."""
        return str(self.header.get("coordinates", ""))

    def game(self, index: int) -> MatchGame:
        """Return the game of a line, with all its positions."""
        line = self.lines[index]
        start = read_text(self.header["game"], line["opening"]).shown_in(self.coordinates)
        played = PlayedGame(start, line["moves"].split())
        return MatchGame(line["number"], played, line["first"], line["score"], line["failure"])

    def version(self, name: str) -> Version:
        """Return version `a` or `b` as it played, with its weights even if their file is gone."""
        facts = self.header[name]
        python = PYTHON_FILE.fullmatch(facts["who"].strip())
        path = python[1] if python is not None else ""
        return Version(facts["who"], facts["options"], path, facts["function"], facts["digest"])

    def seeds(self, number: int) -> dict[str, int]:
        """Return the seeds of a game."""
        return seeds(self.header["seed"], number)

    @property
    def python_files(self) -> list[str]:
        """The versions that are Python files, as typed."""
        return [version.text for version in map(self.version, ("a", "b")) if version.is_file]

    def ready(self, a: str | None = None, b: str | None = None) -> Match:
        """Return the match to be continued; files of weights and Python files must be unchanged."""
        header = self.header
        for typed, saved_player in ((a, header["a"]["who"]), (b, header["b"]["who"])):
            if typed is None and PYTHON_FILE.fullmatch(saved_player.strip()):
                raise InputError(
                    "the match names the Python file {who}; it is run only at your request", who=saved_player
                )
        limits = header["limits"]
        match = prepare(
            read_text(header["game"], header["start"]).shown_in(self.coordinates),
            a or header["a"]["who"],
            b or header["b"]["who"],
            header["games"],
            openings_named=header["openings"],
            seed=header["seed"],
            seconds=limits["seconds"],
            timeouts=limits["timeouts"],
            memory=limits["memory"],
        )
        if without_shown(match.header) != without_shown(header):
            raise InputError("a version or the openings have changed since the match was begun")
        return match


def without_shown(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the header without what does not determine the games."""
    return {name: value for name, value in header.items() if name not in SHOWN}


def load_match(path: Path) -> SavedMatch:
    """Return the match in a file; half a line at its end is dropped."""
    header, lines = read_journal(path, FORMAT, VERSION)
    try:
        if header["game"] not in GAMES:
            raise InputError("{name} is not a game", name=header["game"])
        check_types(header, lines)
        saved = SavedMatch(header, tuple(sorted(lines, key=lambda line: int(line["number"]))))
        _ = saved.facts, saved.python_files, read_text(header["game"], header["start"])
        for index in range(len(saved.lines)):
            saved.game(index)
    except InputError as error:
        raise error.inside(str(path)) from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        damaged = Message("the file is damaged: {reason}", reason=f"{type(error).__name__} {error}")
        raise InputError("{path}: {complaint}", path=str(path), complaint=damaged) from error
    return saved


def check_types(header: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> None:
    """Raise ValueError, KeyError or TypeError for wrong or missing entries that nothing else would notice at once."""
    for name, value in (("games", header["games"]), ("seed", header["seed"])):
        if not isinstance(value, int) or (name == "games" and value < 1):
            raise ValueError(f"{name} {value!r}")
    if not isinstance(header.get("coordinates", ""), str):
        raise ValueError("coordinates")
    for name in ("a", "b"):
        dict(header[name]["options"])
    if not isinstance(header["openings"], str | None) or not isinstance(header["limits"]["seconds"], int | float):
        raise ValueError("openings or limits")
    for value in header["limits"].values():
        if not isinstance(value, int | float) or not abs(value) <= MAX_NUMBER:
            raise ValueError("limits")
    if header["games"] > MAX_NUMBER:
        raise ValueError("games")
    for line in lines:
        if line["score"] not in (0, 0.5, 1) or not 0 <= line["number"] <= MAX_NUMBER:
            raise ValueError("score or number")
        if line["first"] not in ("a", "b") or not isinstance(line["number"], int):
            raise ValueError("first or number")
        if line["failure"] is not None:
            _ = [line["failure"][name] for name in ("version", "kind", "reason")]
