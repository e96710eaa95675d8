"""The process that plays games of a match: `python -m plyscope.play.match_process`.

It is told the settings of the match, and then one game after the other; each is answered with one line. Searches
play here; somebody's Python file has a process of its own, so that nothing it does takes the match down.
"""

from __future__ import annotations

from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

from plyscope.files.sources import read_text
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.play.asking import Asked, random_move
from plyscope.play.deciding import Decision, decide
from plyscope.play.partner import listen_to_input, take_output
from plyscope.play.played_game import PlayedGame
from plyscope.play.players import TIME, PlayerFailed, Version

HALF = 0.5


class Machine:
    """One of the two versions, as the worker has it."""

    def __init__(self, settings: Mapping[str, Any], name: str) -> None:
        self.seconds: float = settings["seconds"]
        file = settings["files"][name]
        if file is None:
            self.version = Version(name, settings["options"][name])
            self.asked = None
        else:
            self.version = Version(name, path=file["path"], function=file["function"])
            self.asked = Asked(self.version, memory=settings["memory"])

    def choose(self, position: Position, seed: int) -> Decision:
        if self.asked is None:
            return decide(position, self.version, seed)
        return self.asked.choose(position, seed, self.seconds)


class Tally:
    """What one version did in one game."""

    def __init__(self) -> None:
        self.moves = 0
        self.calls = 0
        self.seconds = 0.0
        self.timeouts = 0

    def count(self, decision: Decision) -> None:
        self.moves += 1
        self.calls += decision.calls or 0
        self.seconds += decision.seconds

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "calls": self.calls,
            "seconds": round(self.seconds, 4),
            "timeouts": self.timeouts,
        }


def play_game(task: Mapping[str, Any], settings: Mapping[str, Any], machines: Mapping[str, Machine]) -> dict[str, Any]:
    """Plays one game to its end, whatever the players do, and says how it went, with the score seen from A."""
    start = read_text(settings["game"], task["opening"]).with_max(settings["max"])
    game = PlayedGame(start)
    names = {FIRST: task["first"], SECOND: "b" if task["first"] == "a" else "a"}
    tallies = {"a": Tally(), "b": Tally()}
    failure = None
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
    """1 where A has won, a half for a draw."""
    if failure is not None:
        return 0 if failure["version"] == "a" else 1
    ending = game.ending
    assert ending is not None
    return HALF if ending.winner == 0 else int(names[ending.winner] == "a")


def choices(task: Mapping[str, Any], settings: Mapping[str, Any], machines: Mapping[str, Machine]) -> dict[str, Any]:
    """What each of the two would play in a position, beside what was asked; None for one that fails."""
    position = read_text(settings["game"], task["position"]).with_max(settings["max"])
    found = dict(task)
    for name, machine in machines.items():
        try:
            found[name] = machine.choose(position, task["seeds"][name]).move
        except PlayerFailed:
            found[name] = None
    return found


def main() -> None:
    say = take_output()
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    listen_to_input(questions.put)
    settings = questions.get()
    machines = {name: Machine(settings, name) for name in ("a", "b")}
    while True:
        task = questions.get()
        say(choices(task, settings, machines) if "position" in task else play_game(task, settings, machines))


if __name__ == "__main__":
    main()
