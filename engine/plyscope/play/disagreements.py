"""Positions of a match in which the two versions play different moves.

Both versions choose a move in every distinct position of all games. The file lists the positions with both moves as
a comment; it can be opened, or serve as the openings of the next match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyscope.files.atomic import write_file
from plyscope.files.sources import read_text
from plyscope.play.match import Match, seeds
from plyscope.play.match_workers import do_tasks
from plyscope.play.played_game import PlayedGame
from plyscope.workers import Workers


def positions_to_compare(match: Match, lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the distinct positions of a match with a choice of moves, with game, ply and seeds."""
    found: dict[str, dict[str, Any]] = {}
    for line in sorted(lines, key=lambda line: int(line["number"])):
        start = read_text(match.start.game.name, line["opening"]).with_max(match.start.max)
        own = seeds(match.seed, line["number"])
        for played, position in enumerate(PlayedGame(start, line["moves"].split()).positions):
            if len(position.legal_moves()) > 1 and not position.is_chance:
                question = {"position": position.text, "seeds": own, "game": line["number"], "played": played}
                found.setdefault(position.text, question)
    return list(found.values())


def start_workers(match: Match, lines: Sequence[Mapping[str, Any]], jobs: int) -> tuple[Workers, int]:
    """Start the processes that choose moves; return them and the number of positions."""
    tasks = positions_to_compare(match, lines)
    return Workers(do_tasks, match.settings, tasks, jobs), len(tasks)


def differing(answers: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the positions in which the versions play different moves."""
    found = [answer for answer in answers if None not in (answer["a"], answer["b"]) and answer["a"] != answer["b"]]
    return sorted(found, key=lambda answer: str(answer["position"]))


def save(header: Mapping[str, Any], found: Sequence[Mapping[str, Any]], path: Path, *, force: bool) -> None:
    """Write the positions as openings of the match with this header."""
    lines = [f"# A: {one_line(header['a']['who'])} # B: {one_line(header['b']['who'])}"]
    game = header["game"]
    lines += [f"{game}:{answer['position']} # A {answer['a']}, B {answer['b']}" for answer in found]
    write_file(path, "\n".join(lines) + "\n", force=force)


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(text.split())
