"""Making a plan: checking and combining options, and binding the search's free names to a position."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, isfinite, isinf
from pathlib import Path
from typing import Any, cast

from plyscope.brains import BRAINS
from plyscope.brains.brain import Brain, exchanged
from plyscope.games import GAMES
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.declaration import CUTS, MAX, MIN, Place, Search, Windows
from plyscope.model.fractions import exact, exact_outcomes
from plyscope.model.plan import Plan
from plyscope.model.position import FIRST, Game, Position, Rules, State, no_moves
from plyscope.model.scoring import Scoring
from plyscope.model.shuffle import checked_seed, drawn, random_below, random_words
from plyscope.search import SEARCHES
from plyscope.search.binding import asking_side, parameters_of, run_text
from plyscope.search.learned_orders import LEARNED_ORDERS, first_of_all, learning_names
from plyscope.search.ordering import ORDERS, ordered_moves
from plyscope.search.scoring import SCORINGS, bound_score, is_weights_file, read_weights
from plyscope.search.transpositions import TranspositionTable

FAIL_MODES = ("soft", "hard")
MAX_DEPTH = 65_535
NEVER_REACHED = 100
"""The depth of a search that deepens until its budget ends."""

MAX_TABLE_SIZE = 1 << 30
"""The most entries of a transposition table."""
MAX_SIMULATIONS = 10_000_000
SIMULATIONS, EXPLORATION = 200, 1.4
"""The options of a search that simulates, unless others are given. The constant is near √2, which theory gives for
results from 0 to 1."""
Weights = Mapping[str, float] | str | Path


ALGORITHMS: Mapping[str, Search] = ChainMap(cast("dict[str, Search]", BRAINS), SEARCHES)
"""Every search, then every brain, those of plug-ins included."""


def plan(position: Position, typed: Mapping[str, Any]) -> Plan:
    """Return the plan for the options that were `typed` (None where one was not), over those of the position's file."""
    given = {name: value for name, value in typed.items() if value is not None}
    usual = usual_search(position.game)
    search = find_search(str(given.pop("algorithm", None) or position.options.get("algorithm", usual)))
    refuse_unread(search, given)
    search = fitted_search(search, position.game)
    options = {name: value for name, value in position.options.items() if name in search.reads} | given
    if isinstance(search, Brain):
        return plan_brain(position, search, options)
    return plan_search(position, search, options, given)


def check_options(position: Position, typed: Mapping[str, Any]) -> None:
    """Raise InputError where options do not fit together; a file of weights is not read, which may take long."""
    given = {name: value for name, value in typed.items() if value is not None}
    options = {**position.options, **given}
    if is_weights_file(options.get("weights")):
        path = str(options["weights"])
        if not Path(path).is_file():
            raise InputError("weights: {path} is no file", path=path)
        position = replace(position, options={name: one for name, one in position.options.items() if name != "weights"})
        given = {name: {} if name == "weights" else value for name, value in given.items()}
    plan(position, given)


def plan_search(position: Position, search: Search, requested: Mapping[str, Any], given: Mapping[str, Any]) -> Plan:
    """Return the plan for a search with the requested options; `given` are those that were typed."""
    if "seed" in given and requested.get("order") != "random" and not search.simulates:
        raise OptionError("the seed is only read when the order is random")
    if "weights" in given and requested.get("score") != "linear":
        raise OptionError("weights are only read by the scoring linear")
    search = next((other for option, other in search.instead.items() if requested.get(option)), search)
    game = position.game
    scoring = find_scoring(str(requested.get("score", "result")), game)
    options: dict[str, Any] = {"depth": checked_depth(requested.get("depth"))}
    options["order"] = checked_order(search, requested.get("order", "given"), is_typed="order" in given)
    if options["order"] == "random" or search.simulates:
        options["seed"] = checked_seed(requested.get("seed", 0))
    options["score"] = scoring.name
    if scoring.name == "linear":
        options["weights"] = read_weights(requested.get("weights"), game)
    rules = {**requested, **search.fixed}
    if "cut" in search.reads | search.fixed.keys():
        options["cut"] = one_of("cut", rules.get("cut", ">="), CUTS)
    if "fail" in search.reads | search.fixed.keys():
        options["fail"] = one_of("fail", rules.get("fail", "soft"), FAIL_MODES)
    if "table_size" in search.reads:
        options["table_size"] = checked_table_size(requested.get("table_size"))
    if search.simulates:
        options |= options_of_simulations(requested)
        refuse_infinite_numbers(search, game)
    if search.windows is Windows.STAR1:
        options["star1"] = checked_star1(requested["star1"], scoring, game)
    refuse_missing_numbers(position, options, search)
    names = names_of_search(position, search, options, scoring)
    depth = depth_to_pass(position, options["depth"], search, scoring)
    kind = MAX if position.side_to_move == position.max_side else MIN
    root, arguments = root_call(search, position.state, options, names, depth, kind)
    begin = None
    if options["order"] in LEARNED_ORDERS or search.has_table or search.simulates:
        begin = partial(names_of_run, search, options, position, depth, names["moves"])
    return Plan(
        position,
        search,
        options,
        names,
        root,
        arguments,
        depth,
        begin=begin,
        extremes=extremes_of(search, scoring, game),
    )


def names_of_search(position: Position, search: Search, options: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Return what the free names of a search's text stand for on a position."""
    game = position.game
    score = bound_score(scoring.function, game, position.max_side, options.get("weights"))
    lowest, highest = bounds_of_scores(scoring, game)
    ordered = ordered_moves(options["order"], game, options.get("seed", 0), position.max_side, score)
    names: dict[str, Any] = {
        "moves": ordered,
        "moves_from": partial(moves_from, ordered),
        "noisy": partial(noisy_of, game.rules, ordered),
        "play": game.rules.play,
        "undo": game.rules.undo,
        "is_over": game.rules.is_over,
        "score": score,
        "max_to_move": asking_side(game.rules, position.max_side),
        "lowest": lowest,
        "highest": highest,
    }
    rules = game.rules
    if rules.may_pass is not None:
        names |= {"may_pass": rules.may_pass, "pass_turn": rules.pass_turn, "undo_pass": rules.undo_pass}
    else:
        names |= {"may_pass": never, "pass_turn": never, "undo_pass": never}
    if search.takes_chance:
        names |= names_of_chance(game.rules, extremes_of(search, scoring, game))
        if not search.simulates:
            names["score"] = lambda s, depth: exact(score(s, depth))
    if search.has_table:
        names |= names_of_table(None, game.rules)
    if search.simulates:
        names |= {name: options[name] for name in ("simulations", "exploration")}
        names |= names_of_rolling_out(position, ordered, options["seed"])
    return names


def names_of_run(
    search: Search,
    options: Mapping[str, Any],
    position: Position,
    depth: float,
    moves: Callable[[State], Iterator[int]],
) -> dict[str, Any]:
    """Return the free names that are new in every run: what a search has learned, its table, its random moves."""
    names: dict[str, Any] = {}
    if options["order"] in LEARNED_ORDERS:
        names |= learning_names(options["order"], position.game.rules, position.state, depth)
    if search.has_table:
        names |= names_of_table(options.get("table_size"), position.game.rules)
    if search.simulates:
        names |= names_of_rolling_out(position, moves, options["seed"])
    return names


def names_of_rolling_out(position: Position, moves: Callable[[State], Iterator[int]], seed: int) -> dict[str, Any]:
    """Return `random_move`, which draws among the moves of a position, from the beginning of a random stream."""
    rules = position.game.rules
    words = random_words(seed, position.state, "roll out")

    def random_move(s: State) -> int:
        if outcomes := rules.outcomes(s):
            return drawn(outcomes, words)
        legal = list(moves(s))
        return legal[random_below(len(legal), words)]

    return {"random_move": random_move}


def names_of_table(size: int | None, rules: Rules) -> dict[str, Any]:
    """Return a new transposition table, and the functions that read and write it."""
    table = TranspositionTable(size, rules.key)
    return {"table": table, "look_up": table.look_up, "store": table.store}


def moves_from(offered: Callable[[State], Iterator[int]], s: State, line: Sequence[int]) -> Iterator[int]:
    """Return the moves in their order, but the first of a line before all others."""
    return iter(first_of_all(line[0], list(offered(s)))) if line else offered(s)


def never(_: State) -> bool:
    """Return False: `may_pass` in a game without that rule, where nothing passes a turn."""
    return False


def noisy_of(rules: Rules, offered: Callable[[State], Iterator[int]], s: State) -> Iterator[int]:
    """Return the noisy moves, in the order in which the moves are offered."""
    if offered is rules.moves:
        return rules.noisy(s)
    noisy = set(rules.noisy(s))
    return iter([move for move in offered(s) if move in noisy] if noisy else ())


def names_of_chance(rules: Rules, extremes: tuple[float, float]) -> dict[str, Any]:
    """Return the functions and numbers of chance for a search's text; all numbers are exact, so that means are."""
    bottom, top = map(exact, extremes)
    return {
        "chance": lambda s: iter(exact_outcomes(tuple(rules.outcomes(s)))),
        "is_chance": lambda s: bool(rules.outcomes(s)),
        "bottom": bottom,
        "top": top,
    }


def extremes_of(search: Search, scoring: Scoring, game: Game) -> tuple[float, float]:
    """Return the least and the largest value that a position can have; for Star1, of a tree among its numbers."""
    return (scoring.numbers if search.windows is Windows.STAR1 else scoring.extremes)(game)


def checked_star1(is_set: object, scoring: Scoring, game: Game) -> bool:
    """Return the option star1 as given; raise OptionError where it cannot be read, or the scores have no extremes."""
    if not isinstance(is_set, bool):
        raise OptionError("star1 is yes or no, not {value}", value=str(is_set))
    if not all(map(isfinite, scoring.numbers(game))):
        raise OptionError(
            "star1 needs a least and a largest value, and the scoring {score} of {game} has none",
            score=scoring.name,
            game=game.name,
        )
    return is_set


def options_of_unpruned(search: Search, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a search's unpruned form: it tries the same moves, without leaving any out."""
    kept = {name: options[name] for name in ("depth", "order", "seed", "score", "weights") if name in options}
    if kept.get("order") in LEARNED_ORDERS:
        kept["order"] = "given"
    return {"algorithm": search.unpruned, **kept}


def plan_brain(position: Position, brain: Brain, requested: Mapping[str, Any]) -> Plan:
    """Return the plan for a brain, which has its own scoring and order of moves; its MAX is always the first side."""
    game, rules = position.game, position.game.rules
    if game.name != brain.game:
        raise OptionError("{brain} only plays {its}, not {game}", brain=brain.name, its=brain.game, game=game.name)
    if position.max_side != FIRST:
        raise OptionError("for {brain} MAX is always {side}", brain=brain.name, side=game.sides[0])
    has_root_call = any(calls.place is Place.ROOT for calls in brain.calls)
    if position.is_over and has_root_call:
        raise InputError("the game is over: {brain} has nothing to play", brain=brain.name)
    exchanges = brain.plays not in (None, position.side_to_move)
    exchange = partial(exchanged, game) if exchanges else None
    state = exchanged(game, position.state) if exchanges else position.state
    options: dict[str, Any] = {}
    if "depth" in brain.reads:
        given = checked_depth(requested.get("depth"))
        options["depth"] = brain.own_depth(game, list(state)) if given is None else given
        refuse_too_deep(brain.score, options["depth"])
    seed = checked_seed(requested.get("seed", 0))
    if "seed" in brain.reads:
        options["seed"] = seed
    names: dict[str, Any] = {
        "moves": brain.offer(game, seed),
        "play": rules.play,
        "undo": rules.undo,
        "is_over": rules.is_over,
        "score": bound_score(brain.score, game, FIRST),
    }
    if brain.fallback is not None:
        names["fallback"] = partial(brain.fallback, game, seed)
    depth = options.get("depth", inf)
    kind = MAX if rules.to_move(list(state)) == FIRST else MIN
    root, arguments = root_call(brain, state, options, names, depth, kind)
    return Plan(position, brain, options, names, root, arguments, depth, exchange, extremes_of_brain(brain, game))


def extremes_of_brain(brain: Brain, game: Game) -> tuple[float, float]:
    """Return the extremes of a brain's scoring, the same for both sides, so that colours can be exchanged."""
    mine = (scoring.extremes(game) for scoring in every_scoring().values() if scoring.function is brain.score)
    return next(mine, (-inf, inf))


def bounds_of_scores(scoring: Scoring, game: Game) -> tuple[float, float]:
    """Return numbers below and above every score: -2 and 2 for won, drawn and lost, else the infinities."""
    return (-2.0, 2.0) if scoring.name == "result" and game.has_winner else (-inf, inf)


def find_search(name: str) -> Search:
    """Return the search or brain of a name; raise OptionError where there is none."""
    if name not in ALGORITHMS:
        raise OptionError(
            "{name} is not an algorithm; the algorithms are {names}", name=name, names=", ".join(ALGORITHMS)
        )
    return ALGORITHMS[name]


def scorings_of(game: Game) -> dict[str, Scoring]:
    """Return the scorings that fit a game by their names: the general ones, then the game's own."""
    fitting = {scoring.name: scoring for scoring in SCORINGS.values() if scoring.fits(game)}
    entry = GAMES.get(game.name)
    return fitting if entry is None else fitting | {scoring.name: scoring for scoring in entry.scorings}


def every_scoring() -> dict[str, Scoring]:
    """Return all scorings by their names: the general ones, then those of single games."""
    return SCORINGS | {scoring.name: scoring for entry in GAMES.values() for scoring in entry.scorings}


def usual_search(game: Game) -> str:
    """Return the name of the search of a position where none is named."""
    return next((name for name in ("alphabeta", *SEARCHES) if fits(SEARCHES[name], game)), "alphabeta")


def fits(search: Search, game: Game) -> bool:
    """Whether a search can run on a game."""
    try:
        fitted_search(search, game)
    except OptionError:
        return False
    return True


def fitted_search(search: Search, game: Game) -> Search:
    """Return the search as it runs on a game; raise OptionError where it cannot."""
    if game.rules.chance is not None and not search.takes_chance:
        raise OptionError("{search} is for games without chance", search=search.name)
    if search.stands_pat and game.rules.noisy is no_moves and game.is_given:
        raise OptionError(
            "{search} needs noisy moves, and none of this {game} is marked as noisy",
            search=search.name,
            game=game.name,
        )
    if search.stands_pat and game.rules.noisy is no_moves:
        raise OptionError("{search} needs noisy moves, and {game} has none", search=search.name, game=game.name)
    if game.rules.alternates or search.takes_chance:
        return search
    if not search.asking:
        raise OptionError(
            "{search} needs sides that move in turn; in {game} a side may move again",
            search=search.name,
            game=game.name,
        )
    return replace(search, asks_side=True)


def find_scoring(name: str, game: Game) -> Scoring:
    """Return the scoring of a name; raise OptionError where there is none, or it does not fit the game."""
    fitting = scorings_of(game)
    if name not in fitting:
        known = Message("the scorings of {game} are {names}", game=game.name, names=", ".join(fitting))
        if name in every_scoring():
            raise OptionError("the scoring {name} does not fit {game}; {known}", name=name, game=game.name, known=known)
        raise OptionError("{name} is not a scoring; {known}", name=name, known=known)
    return fitting[name]


def refuse_unread(search: Search, given: Mapping[str, Any]) -> None:
    """Raise OptionError for an option that the search does not read, unless it has that value anyway."""
    for name in given:
        if name not in search.reads and search.fixed.get(name) != given[name]:
            raise OptionError("{search} does not read the option {name}", search=search.name, name=name)


def checked_depth(depth: object) -> int | None:
    """Return a depth as given, or None; raise OptionError where it is none."""
    if depth is None:
        return None
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
        raise OptionError(
            "a depth is a whole number from 0 to {deepest}, not {depth}", deepest=MAX_DEPTH, depth=str(depth)
        )
    return depth


def checked_order(search: Search, order: object, *, is_typed: bool) -> str:
    """Return the order of moves; one that is learned from cuts is refused, or replaced, where there are none."""
    chosen = one_of("order", order, tuple(ORDERS))
    if chosen in LEARNED_ORDERS and search.picks_moves and is_typed:
        raise OptionError(
            "{search} picks its moves by itself, so the order {order} would not be learned",
            search=search.name,
            order=chosen,
        )
    is_learned = search.windows is not Windows.NONE and not search.takes_chance and not search.picks_moves
    if chosen not in LEARNED_ORDERS or is_learned:
        return chosen
    if is_typed and search.windows is not Windows.NONE:
        raise OptionError("the order {order} is not learned where chance moves", order=chosen)
    if is_typed:
        raise OptionError(
            "{search} never cuts, so there is nothing from which the order {order} could be learned",
            search=search.name,
            order=chosen,
        )
    return "given"


def options_of_simulations(requested: Mapping[str, Any]) -> dict[str, Any]:
    """Return the number of simulations and the exploration constant; raise OptionError where they are none."""
    count, exploration = requested.get("simulations", SIMULATIONS), requested.get("exploration", EXPLORATION)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_SIMULATIONS:
        raise OptionError(
            "simulations are a whole number from 1 to {most}, not {count}", most=MAX_SIMULATIONS, count=str(count)
        )
    is_number = isinstance(exploration, int | float) and not isinstance(exploration, bool)
    if not is_number or not 0 <= exploration < inf:
        raise OptionError("exploration is a number from 0, not {value}", value=str(exploration))
    return {"simulations": count, "exploration": float(exploration)}


def refuse_infinite_numbers(search: Search, game: Game) -> None:
    """Raise OptionError for a tree with infinite numbers, of which a search would take means."""
    if game.given_extremes is not None and any(map(isinf, game.given_extremes)):
        raise OptionError("{search} takes means, and a leaf of this tree is infinite", search=search.name)


def checked_table_size(size: object) -> int | None:
    """Return the number of entries of a table as given, or None; raise OptionError where it is none."""
    if size is None:
        return None
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MAX_TABLE_SIZE:
        raise OptionError("a table has from 1 to {most} entries, not {size}", most=MAX_TABLE_SIZE, size=str(size))
    return size


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """Return an option's value if it is one of the choices; raise OptionError otherwise."""
    if value not in choices:
        raise OptionError(
            "{name} is one of {choices}, not {value}", name=name, choices=" ".join(choices), value=str(value)
        )
    return str(value)


def refuse_missing_numbers(position: Position, options: Mapping[str, Any], search: Search) -> None:
    """Raise InputError for a depth at which the search would score a node of a tree that has no value."""
    needed = [options["depth"]] if options["depth"] is not None else []
    if deepens(search) and search.rounds is not None:
        longest = position.game.rules.longest(list(position.state))
        ends = [length for length in (options["depth"], longest) if length is not None]
        needed = search.rounds.depths(min(ends, default=0)) or needed
    if options["order"] == "best":
        needed.append(None)
    for depth in needed:
        node = position.game.missing_number(position.state, depth, search.stands_pat)
        if node is not None:
            raise InputError("the node {node} has no value of its own, and the search would score it there", node=node)


def with_depth(position: Position, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options, with a depth of 1 where one is needed and missing: to check them, or to deepen from there."""
    is_missing = options.get("depth") is None and position.options.get("depth") is None
    return {**options, "depth": 1} if is_missing and needs_depth(position) else options


def with_budget(position: Position, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options, with a depth that is never reached where one is missing and the search deepens.

    A limit of frames or seconds ends such a search, and it has the answer of the last depth that it has finished.
    """
    search = find_search(options.get("algorithm") or position.options.get("algorithm") or usual_search(position.game))
    is_needed = with_depth(position, options) is not options
    return {**options, "depth": NEVER_REACHED} if is_needed and deepens(search) else options


def deepens(search: Search) -> bool:
    """Whether a search goes to smaller depths first, so that it has an answer whenever it is stopped."""
    return search.rounds is not None and search.rounds.depths(NEVER_REACHED)[:1] < [NEVER_REACHED]


def needs_depth(position: Position) -> bool:
    """Whether a search must be given a depth: the game does not know how long it can be."""
    return position.game.rules.longest(list(position.state)) is None


def depth_to_pass(position: Position, depth: int | None, search: Search, scoring: Scoring) -> float:
    """Return the depth to call the search with: if none is set, ∞, or the longest line where it is needed."""
    if depth is None:
        longest = position.game.rules.longest(list(position.state))
        if longest is None:
            raise OptionError(
                "a depth is needed: how long a game of {game} can be is not known", game=position.game.name
            )
        if not scoring.reads_depth and not search.has_table and search.rounds is None:
            return inf
        depth = longest
    refuse_too_deep(scoring.function, depth)
    return depth


def refuse_too_deep(score: Callable[[State, float], float], depth: float) -> None:
    """Raise OptionError for a depth at which scores that grow with it would no longer be finite."""
    for scoring in every_scoring().values():
        if scoring.function is score and depth > scoring.deepest:
            raise OptionError(
                "the scoring {name} goes to depth {deepest} at most, not {depth}",
                name=scoring.name,
                deepest=scoring.deepest,
                depth=depth,
            )


def root_call(
    search: Search,
    state: Sequence[int],
    options: Mapping[str, Any],
    names: Mapping[str, Any],
    depth: float,
    kind: int,
) -> tuple[str, list[Any]]:
    """Return the function to call at the root, and its arguments by the names of its parameters."""
    calls = search.root_calls(kind)
    is_max = kind == MAX
    side = 1 if is_max else -1
    values = {"s": list(state), "depth": depth, "alpha": -inf, "beta": inf, "maximizing": is_max, "side": side}
    function: Callable[..., Any] = run_text(search.text(options), search.file, names)[calls.function]
    return calls.function, [values[name] for name in parameters_of(function)]
