"""Positions that the games of a match begin from.

A file has one a line, written as everywhere: `connectfour:4453`, or for the game of the match just `4453`. What
stands behind ` # ` is a comment. `random:k` plays k moves by chance; the positions differ from each other as
long as there are enough of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.games import GAMES
from engine.messages import InputError, OptionError
from engine.playing.version import without_options
from engine.position import Position
from engine.shuffling import below, random_words
from engine.sources import LARGEST_FILE, decode, load, read_text

RANDOM = re.compile(r"random:([0-9]{1,3})")
TRIES = 200
"""Draws for one opening before one is taken twice."""


def openings(named: str | None, start: Position, count: int, seed: int) -> list[Position]:
    """At most `count` positions; the start alone where nobody says anything else."""
    if named is None:
        return [without_options(start)]
    drawn = RANDOM.fullmatch(named)
    if drawn is not None:
        return list(random_openings(start, int(drawn[1]), count, seed))
    if named.startswith("random:"):
        raise OptionError("{openings}: random openings are written random:k, with a number of moves", openings=named)
    return openings_file(Path(named), start)[: max(1, count)]


def random_openings(start: Position, plies: int, count: int, seed: int) -> Iterator[Position]:
    seen: set[tuple[int, ...]] = set()
    for number in range(count):
        for attempt in range(TRIES):
            found = walk(start, plies, seed, number, attempt)
            if found is not None and found.state not in seen:
                break
            if found is not None and attempt >= TRIES // 4 and seen:
                break  # there seem to be no others
        if found is None:
            raise OptionError("after {plies} moves by chance the game is over too often", plies=plies)
        seen.add(found.state)
        yield found


def walk(start: Position, plies: int, seed: int, number: int, attempt: int) -> Position | None:
    """The position after so many moves by chance; None where the game is over by then."""
    position = without_options(start)
    words = random_words(seed, [number, attempt], "opening")
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return None
        position = position.after(moves[below(len(moves), words)])
    return None if position.is_over else position


def openings_file(path: Path, start: Position) -> list[Position]:
    try:
        with path.open("rb") as file:
            text = decode(file.read(LARGEST_FILE + 1))
    except InputError as error:
        raise error.inside(str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=reason) from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        wanted = re.split(r"(?:^|\s)#(?:\s|$)", line, maxsplit=1)[0].strip()
        if wanted:
            try:
                found.append(read_opening(wanted, start))
            except InputError as error:
                raise InputError("line {line}: {complaint}", line=number, complaint=error.message).inside(
                    str(path)
                ) from None
    if not found:
        raise InputError("{path}: there is no position in it", path=str(path))
    return found


def read_opening(text: str, start: Position) -> Position:
    game = start.game.name
    name, colon, _ = text.partition(":")
    position = load(text) if colon and name in GAMES else read_text(game, text)
    if position.game.name != game:
        raise InputError("this is a position of {found}, not of {game}", found=position.game.name, game=game)
    if position.is_over:
        raise InputError("the game is over in it")
    return without_options(position).with_max(start.max)
