"""A course of learning: positions are gathered, weights fitted, and a match is played against those by hand.

    with Course(settings, Path("weights.toml")) as course:
        for done, total, of in course.steps():          games, positions or games of the match so far
            …
        course.report

All that takes long is in a file beside the weights, line by line, so that a course that was interrupted goes on
where it stood. The file is removed when the weights have been written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.learning.counting import names
from engine.learning.gathering import (
    SELF_PLAY,
    SOLVED,
    opening_moves,
    positions_to_solve,
    rows_of_games,
    rows_of_solved,
    self_play,
)
from engine.learning.solving import Solver
from engine.learning.weights_file import save_weights
from engine.messages import InputError, OptionError
from engine.playing.journal import Journal
from engine.playing.match import Match
from engine.playing.openings import openings
from engine.playing.results import facts
from engine.playing.running import Workers, usual_jobs
from engine.playing.version import Version
from engine.position import Position
from engine.scoring import SCORINGS, default_weights

FORMAT = "plyscope-learning"
AT_A_TIME = 50
"""Positions that are solved before they are written down."""
Step = tuple[int, int, str]
"""How much is done, of how much, and of what: games, positions or match."""


@dataclass(frozen=True)
class Settings:
    """What a course consists of; the weights follow from it."""

    start: Position
    source: str
    amount: int
    """Games of self-play, or positions to solve."""
    depth: int
    """Of both sides, in self-play and in the match."""
    match_games: int
    seed: int = 0

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "game": self.start.game.name,
            "start": self.start.text,
            "from": self.source,
            "amount": self.amount,
            "depth": self.depth,
            "match_games": self.match_games,
            "seed": self.seed,
        }

    def version(self, text: str, weights: Mapping[str, float]) -> Version:
        options = {"algorithm": "alphabeta", "depth": self.depth, "order": "center", "score": "linear"}
        return Version(text, {**options, "weights": dict(weights)})

    @property
    def by_hand(self) -> Version:
        return self.version("by hand", default_weights(self.start.game))


def check(start: Position) -> None:
    if not SCORINGS["linear"].fits(start.game) or not start.game.has_winner:
        raise OptionError("{game} has no linear scoring, whose weights could be learned", game=start.game.name)
    if start.is_over:
        raise InputError("the game is over in {position}", position=str(start))


class Course:
    """One course, as far as it has come."""

    def __init__(self, settings: Settings, path: Path, *, jobs: int | None = None, force: bool = False) -> None:
        check(settings.start)
        self.settings = settings
        self.path = path
        self.jobs = jobs or usual_jobs()
        self.force = force
        self.journal = working_file(path, {"format": FORMAT, "version": 1, **settings.facts}, force)
        self.begun = len(self.journal.lines)
        """Lines that an earlier course has left."""
        self.report: dict[str, Any] = {}

    def steps(self) -> Iterator[Step]:
        """Goes through the course; whoever stops asking has interrupted it, and nothing is lost."""
        settings = self.settings
        if settings.source == SELF_PLAY:
            match = self_play(settings.start, settings.by_hand, settings.amount, settings.seed)
            tasks = [match.task(2 * number) for number in range(settings.amount)]
            yield from self._play("games", match, tasks)
            rows = rows_of_games(match, self._done("games"))
        else:
            positions = positions_to_solve(settings.start, settings.amount, settings.seed)
            yield from self._solve(positions)
            values = {line["position"]: line["value"] for line in self._done("positions")}
            rows = rows_of_solved(positions, values, settings.seed)
        yield from self._finish(self._fit(*rows))

    def _fit(self, train: Any, held_out: Any) -> dict[str, float]:
        from engine.learning.fitting import as_arrays, report

        by_hand = default_weights(self.settings.start.game)
        found = report(as_arrays(*train), as_arrays(*held_out), list(by_hand.values()))
        weights = dict(zip(names(self.settings.start.game), found.pop("weights"), strict=True))
        self.report = {**self.settings.facts, "weights": weights, "by_hand_weights": by_hand, "fit": found}
        return weights

    def _finish(self, weights: dict[str, float]) -> Iterator[Step]:
        settings, fit = self.settings, self.report["fit"]
        learned = {**settings.facts, "positions": fit["positions"], "held_out": fit["held_out"]}
        for name in ("fitted", "by_hand", "knowing_nothing"):
            learned |= {f"{key}_{name}": value for key, value in fit[name].items()}
        tables: dict[str, dict[str, Any]] = {"learned": learned}
        if settings.match_games:
            match = self._match(weights)
            yield from self._play("match", match, [match.task(number) for number in range(match.games)])
            found = self.report["match"] = facts(match.header, self._done("match"))
            told = ("games", "wins", "draws", "losses", "score", "interval", "distinct", "openings")
            tables["match"] = {name: found[name] for name in told}
        self.report["helps"] = verdict(self.report.get("match"))
        save_weights(weights, tables, self.path, force=self.force)
        self.journal.close()
        self.journal.path.unlink(missing_ok=True)

    def _match(self, weights: Mapping[str, float]) -> Match:
        settings = self.settings
        named, games = f"random:{opening_moves(settings.start)}", settings.match_games
        positions = tuple(openings(named, settings.start, (games + 1) // 2, settings.seed + 1))
        learned = settings.version("learned", weights)
        return Match(settings.start, learned, settings.by_hand, games, positions, named, settings.seed + 1)

    def _done(self, stage: str) -> list[dict[str, Any]]:
        return [line for line in self.journal.lines if line["stage"] == stage]

    def _note(self, stage: str, *lines: Mapping[str, Any]) -> None:
        entries = [{"stage": stage, **line} for line in lines]
        self.journal.add(*entries)
        self.journal.lines += entries

    def _play(self, stage: str, match: Match, tasks: list[dict[str, Any]]) -> Iterator[Step]:
        """Plays the games that are not there yet."""
        there = {line["number"] for line in self._done(stage)}
        done = len(there)
        with Workers(match.settings, [task for task in tasks if task["number"] not in there], self.jobs) as workers:
            while not workers.is_done:
                line = workers.poll(0.1)
                if line is not None:
                    self._note(stage, line)
                    done += 1
                yield done, len(tasks), stage

    def _solve(self, positions: list[Position]) -> Iterator[Step]:
        there = {line["position"] for line in self._done("positions")}
        solver = Solver(self.settings.start.game.rules)
        for first in range(0, len(positions), AT_A_TIME):
            batch = [one for one in positions[first : first + AT_A_TIME] if one.text not in there]
            if batch:
                solved = [{"position": one.text, "value": solver.value(list(one.state))} for one in batch]
                self._note("positions", *solved)
            yield min(first + AT_A_TIME, len(positions)), len(positions), "positions"

    def close(self) -> None:
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()


def working_file(path: Path, header: Mapping[str, Any], force: bool) -> Journal:
    """The file beside the weights. What another course has left in it is given up only where that is wanted."""
    beside = path.with_name(path.name + ".learning")
    try:
        return Journal(beside, header)
    except InputError:
        if not force:
            raise
        return Journal(beside, header, force=True)


def verdict(match: Mapping[str, Any] | None) -> bool | None:
    """Whether the learned weights play better, or worse, than those by hand; None where one cannot tell."""
    if match is None or match["interval"] is None:
        return None
    low, high = match["interval"]
    return True if low > 0.5 else False if high < 0.5 else None


USUAL_AMOUNT = {SELF_PLAY: 600, SOLVED: 6000}
