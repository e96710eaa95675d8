"""From a position and some options to a trace: which search, bound to what, started how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from engine.binding import run_text
from engine.messages import InputError, OptionError
from engine.ordering import ordered_moves
from engine.position import Position
from engine.recorder import Progress, record_columns
from engine.scoring import Scoring, bound_score, find_scoring, read_weights
from engine.search import SEARCHES
from engine.search.declaration import MAX, MIN, Place, Search
from engine.trace import Trace, bounds_of_scores

CUTS = (">=", ">")
FAILS = ("soft", "hard")
DEEPEST = 65_535

Weights = Mapping[str, float] | str | Path


def record(
    position: Position | str,
    algorithm: str | None = None,
    depth: int | None = None,
    cut: str | None = None,
    fail: str | None = None,
    order: str | None = None,
    seed: int | None = None,
    score: str | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
    weights: Weights | None = None,
) -> Trace:
    """Runs a search on a position and records every call of it.

    What is not given is taken from the position's file, and else is alphabeta, to the end of the game, cut
    on >=, fail-soft, in the given order, scored by the result. `limit` is the largest number of frames.
    `progress` is called now and then with the number of frames so far, and stops the search by returning
    False; the recording is then marked as incomplete.
    """
    if isinstance(position, str):
        from engine.sources import load

        position = load(position)
    typed = {
        "algorithm": algorithm,
        "depth": depth,
        "cut": cut,
        "fail": fail,
        "order": order,
        "seed": seed,
        "score": score,
        "weights": weights,
    }
    return plan(position, typed).record(limit, progress)


@dataclass(frozen=True)
class Plan:
    """A search that is ready to run on a position."""

    position: Position
    search: Search
    options: Mapping[str, Any]
    names: Mapping[str, Any]
    """What the free names of the search stand for."""
    root: str
    arguments: Sequence[Any]

    def record(self, limit: int | None = None, progress: Progress | None = None) -> Trace:
        if limit is not None and limit < 1:
            raise OptionError("a limit of {limit} frames leaves nothing to record", limit=limit)
        replay = self.search.repeats and self.position.game.rules.transposes
        columns, complete = record_columns(
            self.search,
            self.names,
            self.options,
            self.root,
            [list(self.position.state), *self.arguments],
            limit=limit,
            progress=progress,
            replay=replay,
        )
        return Trace(
            columns,
            self.position,
            self.search,
            self.options,
            self.names["moves"],
            complete=complete,
            limit=limit,
            made_by="block replay" if replay else "search",
        )

    def run(self) -> Any:
        """Runs the search as it stands in its file, unrecorded, and gives what it returns."""
        scope = run_text(self.search.text(self.options), self.search.file, self.names)
        return scope[self.root](list(self.position.state), *self.arguments)


def plan(position: Position, typed: Mapping[str, Any]) -> Plan:
    """Fits the options together; `typed` holds those that somebody asked for, None where nobody did."""
    asked = {name: value for name, value in typed.items() if value is not None}
    search = find_search(str(asked.pop("algorithm", None) or position.options.get("algorithm", "alphabeta")))
    from_file = {name: value for name, value in position.options.items() if name in search.reads}
    refuse_unread(search, asked)
    wanted = from_file | asked
    if "seed" in asked and wanted.get("order") != "random":
        raise OptionError("the seed is only read when the order is random")
    if "weights" in asked and wanted.get("score") != "linear":
        raise OptionError("weights are only read by the scoring linear")
    game = position.game
    scoring = find_scoring(str(wanted.get("score", "result")), game)
    options: dict[str, Any] = {"depth": checked_depth(wanted.get("depth"))}
    options["order"] = str(wanted.get("order", "given"))
    if options["order"] == "random":
        options["seed"] = checked_seed(wanted.get("seed", 0))
    options["score"] = scoring.name
    if scoring.name == "linear":
        options["weights"] = read_weights(wanted.get("weights"), game)
    if "cut" in search.reads:
        options["cut"] = one_of("cut", wanted.get("cut", ">="), CUTS)
        options["fail"] = one_of("fail", wanted.get("fail", "soft"), FAILS)
    refuse_missing_numbers(position, options)
    score = bound_score(scoring, game, position.max_side, options.get("weights", {}))
    lowest, highest = bounds_of_scores(scoring.name, game.has_winner)
    names: dict[str, Any] = {
        "moves": ordered_moves(options["order"], game, options.get("seed"), position.max_side, score),
        "play": game.rules.play,
        "undo": game.rules.undo,
        "is_over": game.rules.is_over,
        "score": score,
        "lowest": lowest,
        "highest": highest,
    }
    depth = depth_to_pass(position, options["depth"], scoring)
    root, arguments = root_call(search, position, options, names, depth)
    return Plan(position, search, options, names, root, arguments)


def find_search(name: str) -> Search:
    if name not in SEARCHES:
        raise OptionError(
            "{name} is not an algorithm; the algorithms are {names}", name=name, names=", ".join(SEARCHES)
        )
    return SEARCHES[name]


def refuse_unread(search: Search, asked: Mapping[str, Any]) -> None:
    for name in asked:
        if name not in search.reads:
            raise OptionError("{search} does not read the option {name}", search=search.name, name=name)


def checked_depth(depth: object) -> int | None:
    if depth is None:
        return None
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise OptionError(
            "a depth is a whole number from 0 to {deepest}, not {depth}", deepest=DEEPEST, depth=str(depth)
        )
    return depth


def checked_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) >= 2**63:
        raise OptionError("a seed is a whole number, not {seed}", seed=str(seed))
    return seed


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    if value not in choices:
        raise OptionError(
            "{name} is one of {choices}, not {value}", name=name, choices=" ".join(choices), value=str(value)
        )
    return str(value)


def refuse_missing_numbers(position: Position, options: Mapping[str, Any]) -> None:
    """A tree can only be searched to a depth where its nodes say what they are worth there."""
    needed = [options["depth"]] if options["depth"] is not None else []
    if options["order"] == "best":
        needed.append(None)
    for depth in needed:
        node = position.game.missing_number(position.state, depth)
        if node is not None:
            raise InputError(
                "the node {node} has no value of its own, and the search would stop or look there", node=node
            )


def depth_to_pass(position: Position, depth: int | None, scoring: Scoring) -> float:
    """No depth means to the end of the game: ∞, or where scores depend on what is left of it, enough for that."""
    if depth is None:
        depth = position.game.rules.longest(list(position.state)) if scoring.reads_depth else None
    if depth is not None and depth > scoring.deepest:
        raise OptionError(
            "the scoring {name} goes to depth {deepest} at most, not {depth}",
            name=scoring.name,
            deepest=scoring.deepest,
            depth=depth,
        )
    return inf if depth is None else depth


def root_call(
    search: Search, position: Position, options: Mapping[str, Any], names: Mapping[str, Any], depth: float
) -> tuple[str, list[Any]]:
    """The function to begin with, and its arguments after the state, by the names of its parameters."""
    kind = MAX if position.side_to_move == position.max_side else MIN
    calls = next(calls for calls in search.calls if calls.place is not Place.BELOW and calls.kind in (None, kind))
    values = {"depth": depth, "alpha": -inf, "beta": inf, "maximizing": kind == MAX, "side": 1 if kind == MAX else -1}
    function: Callable[..., Any] = run_text(search.text(options), search.file, names)[calls.function]
    parameters = function.__code__.co_varnames[1 : function.__code__.co_argcount]
    return calls.function, [values[name] for name in parameters]
