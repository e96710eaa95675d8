"""A match, played by several processes.

    with MatchRun(match, jobs=2) as run:
        while not run.is_done:
            line = run.poll(0.1)            one finished game, or None

Each process receives the next game when it has finished one. Games that are unfinished when the run is closed are
played by the next run of the same match. Searches play in these processes; a player's Python file has a process of
its own, so that its failures do not end the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from plyscope.files.sources import read_text
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.play.deciding import decide
from plyscope.play.decision import Decision
from plyscope.play.match import Match
from plyscope.play.played_game import PlayedGame
from plyscope.play.player_process import Player, random_move
from plyscope.play.players import TIME, PlayerFailed, Version
from plyscope.processes import Parent
from plyscope.workers import Workers


class MatchRun(Workers):
    """The workers that play the remaining games of a match."""

    def __init__(self, match: Match, played: Iterable[Mapping[str, Any]] = (), jobs: int | None = None) -> None:
        super().__init__(do_tasks, match.settings, [match.task(number) for number in match.left(played)], jobs)


# In the process of a worker


class Machine:
    """One of the two versions, in a worker process."""

    def __init__(self, settings: Mapping[str, Any], name: str) -> None:
        self.seconds: float = settings["seconds"]
        file = settings["files"][name]
        if file is None:
            self.version = Version(name, settings["options"][name])
            self.player = None
        else:
            self.version = Version(name, path=file["path"], function=file["function"])
            self.player = Player(self.version, memory=settings["memory"])

    def choose(self, position: Position, seed: int) -> Decision:
        """Return the version's move on a position."""
        if self.player is None:
            return decide(position, self.version, seed)
        return self.player.choose(position, seed, self.seconds)


@dataclass
class Tally:
    """The counts of one version in one game."""

    moves: int = 0
    calls: int = 0
    seconds: float = 0.0
    timeouts: int = 0

    def count(self, decision: Decision) -> None:
        """Add a decision."""
        self.moves += 1
        self.calls += decision.calls or 0
        self.seconds += decision.seconds

    @property
    def facts(self) -> dict[str, Any]:
        """The counts as JSON prints them."""
        return {**vars(self), "seconds": round(self.seconds, 4)}


def do_tasks(settings: Mapping[str, Any], parent: Parent) -> None:
    """Do the tasks of a worker: play games, or choose both versions' moves in positions."""
    parent.end_at_once()
    machines = {name: Machine(settings, name) for name in ("a", "b")}
    for task in parent.orders():
        assert isinstance(task, dict)
        parent.send(choices(task, settings, machines) if "position" in task else play_game(task, settings, machines))


def play_game(task: Mapping[str, Any], settings: Mapping[str, Any], machines: Mapping[str, Machine]) -> dict[str, Any]:
    """Play one game to its end, even if a player fails; return its line for the file."""
    start = read_text(settings["game"], task["opening"]).with_max(settings["max"])
    game = PlayedGame(start)
    names = {FIRST: task["first"], SECOND: "b" if task["first"] == "a" else "a"}
    tallies = {"a": Tally(), "b": Tally()}
    failure = None
    game.move_by_chance(task["seeds"]["chance"])
    while game.ending is None and failure is None:
        name = names[game.side_to_move]
        try:
            decision = machines[name].choose(game.position, task["seeds"][name])
            tallies[name].count(decision)
            game.play(decision.move)
        except PlayerFailed as failed:
            timeouts = tallies[name].timeouts = tallies[name].timeouts + (failed.kind == TIME)
            if failed.kind == TIME and timeouts < settings["timeouts"]:
                game.play(random_move(game.position, task["seeds"][name] + len(game.moves)))
            else:
                failure = {
                    "version": name,
                    "kind": failed.kind,
                    "reason": str(failed.reason),
                    "move": len(game.moves),
                }
        game.move_by_chance(task["seeds"]["chance"])
    return {
        "number": task["number"],
        "opening": task["opening"],
        "first": task["first"],
        "moves": " ".join(game.moves),
        "score": score(game, names, failure),
        "failure": failure,
        "a": tallies["a"].facts,
        "b": tallies["b"].facts,
    }


def score(game: PlayedGame, names: Mapping[int, str], failure: Mapping[str, Any] | None) -> float:
    """Return 1 if A won, 0.5 for a draw, else 0."""
    if failure is not None:
        return 0 if failure["version"] == "a" else 1
    ending = game.ending
    assert ending is not None
    return 0.5 if ending.winner == 0 else int(names[ending.winner] == "a")


def choices(task: Mapping[str, Any], settings: Mapping[str, Any], machines: Mapping[str, Machine]) -> dict[str, Any]:
    """Return the task with each version's move; None for one that fails."""
    position = read_text(settings["game"], task["position"]).with_max(settings["max"])
    found = dict(task)
    for name, machine in machines.items():
        try:
            found[name] = machine.choose(position, task["seeds"][name]).move
        except PlayerFailed:
            found[name] = None
    return found
