"""What came of a match, seen from A."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.messages import plain_number
from engine.playing.interval import elo, independent_games, wilson

Line = Mapping[str, Any]


def facts(header: Mapping[str, Any], lines: Sequence[Line]) -> dict[str, Any]:
    """What `plyscope match --json` prints, from a match's header and its games; null where there is no game yet."""
    lines = sorted(lines, key=lambda line: int(line["number"]))
    scores = [float(line["score"]) for line in lines]
    outcomes = Counter(scores)
    distinct = len({(line["opening"], line["first"], line["moves"]) for line in lines})
    known: dict[str, Any] = {"score": None, "interval": None, "elo": None, "elo_interval": None}
    if scores:
        score = sum(scores) / len(scores)
        interval = wilson(score, independent_games(scores, pairs(lines), distinct))
        known = {
            "score": round(score, 6),
            "interval": [round(end, 6) for end in interval],
            "elo": elo_fact(score),
            "elo_interval": [elo_fact(end) for end in interval],
        }
    return {
        "game": header["game"],
        "a": header["a"]["who"],
        "b": header["b"]["who"],
        "games": len(lines),
        "wins": outcomes[1.0],
        "draws": outcomes[0.5],
        "losses": outcomes[0.0],
        **known,
        "failures": [{"game": line["number"], **line["failure"]} for line in lines if line["failure"] is not None],
        "timeouts": {name: sum(line[name]["timeouts"] for line in lines) for name in ("a", "b")},
        "effort": {name: effort([line[name] for line in lines]) for name in ("a", "b")},
        "distinct": distinct,
        "wanted": header["games"],
        "complete": len(lines) == header["games"],
        "openings": header["openings"],
        "seed": header["seed"],
    }


def pairs(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """The scores of the two games of each opening, where both have been played."""
    by_number = {line["number"]: float(line["score"]) for line in lines}
    return [
        (by_number[number], by_number[number + 1])
        for number in by_number
        if number % 2 == 0 and number + 1 in by_number
    ]


def elo_fact(score: float) -> int | float | str | None:
    difference = elo(score)
    return plain_number(round(difference, 1))


def effort(tallies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Calls and seconds a move; no calls where nobody counts them."""
    moves = sum(tally["moves"] for tally in tallies)
    calls = sum(tally["calls"] for tally in tallies)
    seconds = sum(tally["seconds"] for tally in tallies)
    return {
        "moves": moves,
        "calls_per_move": round(calls / moves, 1) if moves and calls else None,
        "seconds_per_move": round(seconds / moves, 6) if moves else None,
    }
