"""What a position is worth to MAX where the search stops: finished games, and the horizon.

Every scoring is a plain function of the state and of the remaining depth. Its free names are bound to the
tables of the game: `outcome`, `SIGN` (1 where MAX is the first side, else -1), and for games of k in a row
their lines. On finished boards all of them agree with the true result. Scorings that make sense for a single
game are declared by that game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isfinite
from os.path import exists
from pathlib import Path
from typing import Any

from plyscope.messages import InputError, Message, OptionError
from plyscope.model.position import FIRST, Game, State, bind
from plyscope.model.scoring import Scoring

MAX_WEIGHTS_BYTES = 1024 * 1024
"""The largest file of weights that is read, far larger than one written by hand."""

SIGN = 1
EMPTY = WINNER = 0
LINES: tuple[tuple[int, ...], ...] = ()
CENTRE: tuple[int, ...] = ()
LINE_WEIGHTS: tuple[float, ...] = ()
CENTRE_WEIGHT = 0.0
DEEPEST_POWER = 300
"""The deepest depth whose power of ten is still a finite float."""
TENS = tuple(float(10 ** (depth + 1)) for depth in range(DEEPEST_POWER + 1))
"""Depth -> ten times 10 to the power of it, rounded once."""


def outcome(s: State) -> float:
    """Stand for the game's function of that name, which takes its place."""
    raise NotImplementedError


def result(s: State, depth: float) -> float:
    """Return 1, 0 or -1 for a game won, drawn or lost by MAX, a tree's number; 0 where the search stops before."""
    return SIGN * outcome(s)


def ten(s: State, depth: float) -> float:
    """Return 10 for a game won by MAX, -10 for a lost one, 0 for a draw and where the search stops before."""
    return SIGN * outcome(s) * 10


def ten_deep(s: State, depth: float) -> float:
    """Return ±10 times 10 to the power of the depth that is left, 0 for a draw and for an unfinished game.

    A float from the start: a search that compared endless ints would see more than a recording can hold.
    """
    return SIGN * outcome(s) * TENS[int(depth)]


def sooner(s: State, depth: float) -> float:
    """Return 1 more than the depth that is left for a win of MAX, so that sooner is more; minus that for a loss."""
    return SIGN * outcome(s) * (1 + depth)


def lines(s: State, depth: float) -> float:
    """Return the lines still open for MAX less those still open for MIN, ±∞ for a win; empty lines count for both."""
    if s[WINNER] != 0:
        return SIGN * outcome(s) * inf
    difference = 0
    for line in LINES:
        held = 0
        for cell in line:
            held |= s[cell]
        if held == 1:
            difference += 1
        elif held == 2:
            difference -= 1
    return SIGN * difference


def linear(s: State, depth: float) -> float:
    """Return for MAX the weighted sum of features, each of one side against the other's; ±∞ for a win, 0 for a draw."""
    if s[WINNER] != 0:
        return SIGN * outcome(s) * inf
    if s[EMPTY] == 0:
        return 0
    total = 0.0
    for line in LINES:
        firsts = seconds = 0
        for cell in line:
            if s[cell] == 1:
                firsts += 1
            elif s[cell] == 2:
                seconds += 1
        if seconds == 0:
            total += LINE_WEIGHTS[firsts]
        elif firsts == 0:
            total -= LINE_WEIGHTS[seconds]
    for square in CENTRE:
        if s[square] == 1:
            total += CENTRE_WEIGHT
        elif s[square] == 2:
            total -= CENTRE_WEIGHT
    return SIGN * total


SCORINGS = {
    scoring.name: scoring
    for scoring in (
        Scoring(
            "result",
            result,
            Message("1 won, 0 drawn, -1 lost for MAX; 0 where the search stops before (a tree: its number)"),
            largest=1,
        ),
        Scoring("ten", ten, Message("10 won, 0 drawn, -10 lost for MAX"), needs="winner", largest=10),
        Scoring(
            "ten-deep",
            ten_deep,
            Message("±10 times 10 to the power of the depth that is left"),
            needs="winner",
            reads_depth=True,
            deepest=DEEPEST_POWER,
        ),
        Scoring(
            "sooner",
            sooner,
            Message("a win is worth more the sooner it comes, a loss the later"),
            needs="winner",
            reads_depth=True,
        ),
        Scoring("lines", lines, Message("open lines of MAX less those of MIN, ±∞ for a win"), needs="LINES"),
        Scoring("linear", linear, Message("a weighted sum of features, ±∞ for a win"), needs="LINES"),
    )
}


def bound_score(
    function: Callable[[State, float], float], game: Game, max_side: int, weights: Mapping[str, float] | None = None
) -> Callable[[State, float], float]:
    """Return a scoring function bound to a game and the side that is MAX, so that a search can call it."""
    names: dict[str, Any] = dict(game.rules.tables)
    names |= {"outcome": game.rules.outcome, "is_over": game.rules.is_over, "inf": inf, "MAX_SIDE": max_side}
    names["TENS"] = TENS
    # A tree's numbers are MAX's already, whichever side that is.
    names["SIGN"] = 1 if max_side == FIRST or not game.has_winner else -1
    if weights is not None:
        names["LINE_WEIGHTS"] = (0.0, *(weights[open_feature(n)] for n in range(1, names["IN_A_ROW"])), 0.0)
        names["CENTRE_WEIGHT"] = weights["centre"]
    return bind([function, ten], names)[function.__name__]


def open_feature(stones: int) -> str:
    """Return the name of a feature: the lines with this many stones of one side and none of the other."""
    return f"open-{stones}"


def features(game: Game) -> list[str]:
    """Return the names of the features of a game."""
    return [*(open_feature(stones) for stones in range(1, game.rules.tables["IN_A_ROW"])), "centre"]


def default_weights(game: Game) -> dict[str, float]:
    """Return weights by hand: a stone more on an open line is worth about five times as much."""
    by_hand = {open_feature(stones): 5.0 ** (stones - 1) for stones in range(1, game.rules.tables["IN_A_ROW"])}
    return by_hand | {"centre": 2.0}


def is_weights_file(given: object) -> bool:
    """Whether weights are given as a file, which takes time to read."""
    return isinstance(given, Path) or (isinstance(given, str) and ("=" not in given or exists(given)))


def read_weights(given: object, game: Game) -> dict[str, float]:
    """Return weights from a mapping, from name=number,... or from a TOML file; others keep their default."""
    if isinstance(given, str) and not is_weights_file(given):
        return completed(dict(read_pair(pair) for pair in given.split(",")), game)
    if isinstance(given, str | Path):
        try:
            return completed(read_weights_file(Path(given)), game)
        except OptionError as error:
            raise error.of_data().inside(str(given)) from None
    if given is not None and not isinstance(given, Mapping):
        raise OptionError("weights are numbers by the names of features, not {given}", given=str(given))
    return completed(given or {}, game)


def completed(pairs: Mapping[Any, object], game: Game) -> dict[str, float]:
    """Return the default weights of a game with some of them replaced; raise OptionError for unknown features."""
    weights = default_weights(game)
    for name, weight in pairs.items():
        if name not in weights:
            raise OptionError(
                "{name} is not a feature of {game}; the features are {names}",
                name=name,
                game=game.name,
                names=", ".join(weights),
            )
        weights[name] = checked_weight(name, weight)
    return weights


def checked_weight(name: str, weight: object) -> float:
    """Return a weight as a float; raise OptionError where it is no finite number."""
    try:
        if isinstance(weight, int | float) and not isinstance(weight, bool) and isfinite(weight):
            return float(weight)
    except OverflowError as error:
        raise OptionError("the weight of {name} is beyond the range of numbers", name=name) from error
    raise OptionError("the weight of {name} is {weight}, which is no number", name=name, weight=str(weight))


def read_pair(pair: str) -> tuple[str, float]:
    """Return the name and the number in a text of the form name=number; raise OptionError for any other."""
    name, _, number = pair.partition("=")
    try:
        return name.strip(), float(number)
    except ValueError as error:
        raise OptionError("{pair} is not of the form name=number", pair=pair) from error


def read_weights_file(path: Path) -> Mapping[str, object]:
    """Return the table [weights] of a TOML file; raise InputError where it cannot be read."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_WEIGHTS_BYTES + 1)
        if len(text) > MAX_WEIGHTS_BYTES:
            raise InputError("{path}: larger than {limit} bytes", path=str(path), limit=MAX_WEIGHTS_BYTES)
        import tomllib

        content = tomllib.loads(text.decode("utf-8-sig"))
    except InputError:
        raise
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise InputError("{path}: not a file of weights: {reason}", path=str(path), reason=str(error)) from error
    weights = content.get("weights")
    if not isinstance(weights, dict):
        raise InputError("{path}: there is no table [weights] in it", path=str(path))
    return weights
