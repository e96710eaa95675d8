"""Games in files: TOML with the start, the moves, the players and the settings.

    game = "connectfour"
    start = ""
    moves = "4 4 5 3"
    first = "human"
    second = "tutorial-depth:depth=3"
    seed = 7

A file is data: a Python file that it names as a player runs only at the user's request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyscope.files.atomic import bytes_of, write_file
from plyscope.files.json_values import refuse_newer
from plyscope.files.sources import decode, read_text
from plyscope.files.toml_tables import check_keys, parse_toml
from plyscope.games import GAMES
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.model.shuffle import MAX_SEED
from plyscope.play.game_session import Play
from plyscope.play.played_game import LATE, RESIGNED, PlayedGame, asked_coordinates
from plyscope.play.players import PYTHON_FILE

ENDING = ".plygame"
MAX_BYTES = 64 * 1024
VERSION = 1
"""The version of the format; files may omit it."""

KEYS: Mapping[str, type | tuple[type, ...]] = {
    "version": int,
    "game": str,
    "start": str,
    "coordinates": str,
    "moves": str,
    "first": str,
    "second": str,
    "seed": int,
    "limit": (int, float),
    "seconds": list,
    "resigned": str,
    "late": str,
    "title": str,
    "notes": str,
}
NEEDED = ("game", "start", "moves")


@dataclass(frozen=True)
class SavedGame:
    """A game as saved in a file."""

    game: PlayedGame
    first: str = "human"
    second: str = "human"
    seed: int = 0
    limit: float | None = None
    """Seconds that each side has for the whole game."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Seconds that each side has used."""
    title: str = ""
    notes: str = ""

    def play(self, first: str | None = None, second: str | None = None) -> Play:
        """Return the game, to be continued by the file's players, of which none may be a Python file, or by others."""
        for typed, saved_player in ((first, self.first), (second, self.second)):
            if typed is None and PYTHON_FILE.fullmatch(saved_player.strip()):
                raise InputError(
                    "the game names the Python file {who}; it is run only at your request", who=saved_player
                )
        play = Play(self.game.start, first or self.first, second or self.second, seed=self.seed, limit=self.limit)
        play.game = self.game
        play.move_by_chance()
        play.game.choose_coordinates(self.game.start.coordinates)
        play.clock.set(self.seconds)
        return play


def saved_game(play: Play, title: str = "", notes: str = "") -> SavedGame:
    """Return a running game as it is saved."""
    first, second = (play.versions[side].text for side in (FIRST, SECOND))
    spent = (round(play.clock.spent(FIRST), 1), round(play.clock.spent(SECOND), 1))
    return SavedGame(play.game, first, second, play.seed, play.clock.limit, spent, title, notes)


def save_game(game: SavedGame, path: Path, *, force: bool = False) -> None:
    """Write a game to a file."""
    write_file(path, as_text(game), force=force)


def as_text(saved: SavedGame) -> str:
    """Return a game as the text of its file."""
    facts: dict[str, Any] = {"title": saved.title, "notes": saved.notes}
    facts = {name: value for name, value in facts.items() if value}
    position = saved.game.start
    facts |= {"game": position.game.name, "start": position.fullest_text, "moves": " ".join(saved.game.moves)}
    if position.coordinates not in ("", asked_coordinates(position)):
        facts["coordinates"] = position.coordinates
    facts |= {"first": saved.first, "second": saved.second, "seed": saved.seed}
    if saved.limit is not None:
        facts["limit"] = saved.limit
    facts["seconds"] = list(saved.seconds)
    ending = saved.game.ending
    if ending is not None and ending.how in (RESIGNED, LATE):
        facts[ending.how] = position.game.sides[2 - ending.winner]
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in facts.items())


def toml_value(value: object) -> str:
    """Return a value as TOML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def load_game(path: Path) -> SavedGame:
    """Return the game in a file; raise InputError for anything wrong in it."""
    try:
        content = bytes_of(path, MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise InputError("the file is larger than {limit} bytes", limit=MAX_BYTES)
        return read_game(decode(content))
    except InputError as error:
        raise error.inside(str(path)) from None


def read_game(text: str) -> SavedGame:
    """Return the game in a file's text."""
    facts = checked_entries(text)
    if facts["game"] not in GAMES:
        raise InputError("{name} is not a game; the games are {games}", name=facts["game"], games=", ".join(GAMES))
    start = read_text(facts["game"], facts["start"])
    if "coordinates" in facts:
        start = start.with_coordinates(facts["coordinates"])
    played = PlayedGame(start)
    for number, move in enumerate(facts["moves"].split(), 1):
        try:
            played.play(move)
        except InputError as error:
            raise InputError("move {number}: {complaint}", number=number, complaint=error.message) from error
    if "resigned" in facts:
        played.resign(side_of(start, facts["resigned"]))
    if "late" in facts:
        played.lose_on_time(side_of(start, facts["late"]))
    settings = {name: facts[name] for name in ("first", "second", "seed", "limit", "title", "notes") if name in facts}
    return SavedGame(played, seconds=two_times(facts.get("seconds", [0, 0])), **settings)


def checked_entries(text: str) -> dict[str, Any]:
    """Return the file's entries after checking keys, types and ranges."""
    facts = parse_toml(text)
    refuse_newer(facts.get("version"), VERSION)
    check_keys(facts, KEYS, NEEDED, Message("a game file"))
    if abs(facts.get("seed", 0)) > MAX_SEED:
        raise InputError("a seed is a whole number from -{most} to {most}", most=MAX_SEED)
    limit = facts.get("limit", 1)
    if not 0 < limit < 1e9:
        raise InputError("limit is a number of seconds, not {limit}", limit=str(limit))
    return facts


def two_times(value: list[object]) -> tuple[float, float]:
    """Return the seconds that each side has used; raise InputError for anything else."""
    if len(value) == 2 and all(isinstance(seconds, int | float) and 0 <= seconds < 1e9 for seconds in value):
        first, second = (float(str(seconds)) for seconds in value)
        return first, second
    raise InputError("seconds are two numbers, the time used by each side, not {value}", value=repr(value)[:60])


def side_of(position: Position, letter: str) -> int:
    """Return the number of a side by its letter."""
    if letter not in position.game.sides:
        raise InputError("{side} is not a side of {game}", side=letter, game=position.game.name)
    return position.game.sides.index(letter) + FIRST
