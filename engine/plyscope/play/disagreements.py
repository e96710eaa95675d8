"""Positions of a match in which the two versions would play differently.

Every position of every game is put to both, once, however many games came through it. What they would play there
stands beside it in the file, as a comment: the file can be the openings of the next match, or be opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyscope.files.atomic import replacing
from plyscope.files.sources import read_text
from plyscope.play.match import Match, seeds
from plyscope.play.match_workers import Workers
from plyscope.play.played_game import PlayedGame


def questions(match: Match, lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every distinct position with a choice in it, with the first game that came through it, when, and its seeds."""
    found: dict[str, dict[str, Any]] = {}
    for line in sorted(lines, key=lambda line: int(line["number"])):
        start = read_text(match.start.game.name, line["opening"]).with_max(match.start.max)
        own = seeds(match.seed, line["number"])
        for played, position in enumerate(PlayedGame(start, line["moves"].split()).positions):
            if len(position.legal_moves()) > 1:
                question = {"position": position.text, "seeds": own, "game": line["number"], "played": played}
                found.setdefault(position.text, question)
    return list(found.values())


def asking(match: Match, lines: Sequence[Mapping[str, Any]], jobs: int) -> tuple[Workers, int]:
    """Processes that put all positions to both versions, and how many positions there are."""
    tasks = questions(match, lines)
    return Workers(match.settings, tasks, jobs), len(tasks)


def differing(answers: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those in which both play, and not the same."""
    found = [answer for answer in answers if None not in (answer["a"], answer["b"]) and answer["a"] != answer["b"]]
    return sorted(found, key=lambda answer: str(answer["position"]))


def save(header: Mapping[str, Any], found: Sequence[Mapping[str, Any]], path: Path, *, force: bool) -> None:
    """The positions as openings of the match with this header."""
    with replacing(path, force=force) as temporary:
        lines = [f"# A: {one_line(header['a']['who'])} # B: {one_line(header['b']['who'])}"]
        game = header["game"]
        lines += [f"{game}:{answer['position']} # A {answer['a']}, B {answer['b']}" for answer in found]
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")


def one_line(text: str) -> str:
    return " ".join(text.split())
