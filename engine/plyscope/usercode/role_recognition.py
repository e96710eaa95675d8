"""Recognises the roles of parameters and results, by their names and by their values in the run.

A name alone proves nothing: α and β must be numbers, boards must look like boards of one size, and a reading of the
sides must explain the results: calls return the largest or the smallest of the values below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.board_texts import Cells, marks_in, number_in
from plyscope.model.declaration import MAX, MIN
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.roles import (
    ALPHA,
    AS_FOLDED,
    BETA,
    BOARD,
    BY_MOVER,
    FIRST_CALL,
    GIVEN_MAX,
    GIVEN_VIEW,
    IGNORE,
    NO_SIDES,
    SECOND_CALL,
    SIDE,
    Proposal,
)
from plyscope.model.trace import Trace
from plyscope.model.user_code import ROLES_BESIDE_POSITION, TracedFunction, UserCode
from plyscope.tracer.source_text import parsed_text
from plyscope.usercode.board_forms import board_form
from plyscope.usercode.chess_boards import fen_in
from plyscope.usercode.depth_tests import returns_by_depth
from plyscope.usercode.function_facts import FunctionFacts
from plyscope.usercode.parameter_roles import MAX_PARAMETER_TEXTS, ParameterRoles, parameter_texts
from plyscope.usercode.result_values import Extremes, children_extremes, result_values
from plyscope.usercode.stored_results import returns_of_stored
from plyscope.usercode.value_place import Facts, ValuePlace, number_paths_of, value_place
from plyscope.usercode.window_places import Windows, facts_of, fold_directions

WHITE, BLACK = "White", "Black"
TRUTH_TEXTS = frozenset({"True", "1", "False", "0"})
FALSE_TEXTS = frozenset({"False", "0", "0.0", "None", "''", "()", "[]", "{}"})
"""The texts of values that are not true."""
MIN_FITTING_SHARE = 0.6
"""The share of the calls that must return what their side would."""
MIN_ONE_WAY_SHARE = 0.9
"""The share of the calls that return the largest value, or the smallest, where both sides are meant to take it."""
MIN_CALLS_OF_EACH_SIDE = 5
"""The calls of each side that must all return what it would, where the text does not say how values are taken."""
MAX_SHARE_OF_NAMES_ALONE, MIN_TELLING_CALLS = 0.3, 3
"""A program has only the names of a search if less than this share of the calls fits, of at least so many that tell."""


Given = Mapping[str, Mapping[str, str]]
"""For each function the roles that the user gives to its parameters, and under `VALUE` its value."""


def recognise(trace: Trace, given: Given | None = None) -> Proposal | None:
    """Return the roles in a recording as a proposal; None if it does not look like a search of a game.

    What the user gives counts before all else, and makes any recording a search.
    """
    if not trace.origin.is_user_code:
        return None
    user_code = trace.user_code
    called = set(user_code.tables.function.tolist())
    functions = [(number, one) for number, one in enumerate(user_code.functions[:-1]) if number in called]
    given_roles = {name: dict(roles) for name, roles in (given or {}).items()}
    facts = facts_of(trace)
    windows = Windows(trace, facts, given_roles)
    parameters = ParameterRoles(trace, facts)
    roles = {
        one.name: parameters.of(number, one, given_roles.get(one.name, {}), windows.found.get(one.name, {}))
        for number, one in functions
    }
    kinds = sides_of_functions(trace, [function for _, function in functions], facts, roles)
    window_places = {name: windows.places(name) for name in facts}
    places = {name: own | parameter_places(own, roles.get(name, {})) for name, own in window_places.items()}
    named = Proposal(roles=roles, places=places, kinds=kinds, given=given_roles, form=form_of_boards(trace, roles))
    recognised = with_sides_and_value(trace, named, facts)
    is_given = any(role != IGNORE for roles in given_roles.values() for role in roles.values())
    if not is_given and not is_search(trace, recognised, facts):
        return None
    proposal, equal = recognised.sides.proposal, recognised.sides.equal
    if len(equal) > 1:
        proposal = replace(proposal, max_texts=(), readings=proposal.readings or equal)
    marks = marks_in(list(sampled_boards(user_code, proposal)))
    proposal = replace(proposal, stored=returns_of_stored(trace.text, facts), marks=marks)
    return replace(proposal, ends=returns_by_depth(trace, facts, proposal))


def parameter_places(places: Mapping[str, str], roles: Mapping[str, str]) -> dict[str, str]:
    """Return the places of roles that parameters have, but for those that have a place already.

    A bound that moves in a copy stays where it moves.
    """
    return {role: name for name, role in roles.items() if role not in (IGNORE, *places)}


def form_of_boards(trace: Trace, roles: Given) -> dict[str, str]:
    """Return how the boards are written, from the text of the program and from boards that calls were given."""
    user_code, texts = trace.user_code, list[str]()
    for number, function in enumerate(user_code.functions[:-1]):
        for name, role in roles.get(function.name, {}).items():
            if role == BOARD and name in function.parameters:
                texts += parameter_texts(user_code, number, function.parameters.index(name))
    return board_form(trace.text, texts).written if texts else {}


class Sides(NamedTuple):
    """A proposal with sides, and what speaks for them."""

    proposal: Proposal
    share: float
    """The share of the calls that return what their side would."""
    support: tuple[int, int]
    """How many calls are evidence for MAX, and how many for MIN."""
    equal: tuple[str, ...]
    """The texts of the side that fit equally well as MAX; empty where one is chosen."""


class Recognised(NamedTuple):
    """A proposal with sides and value, and what speaks for it."""

    sides: Sides
    place: ValuePlace
    lacks_minus: bool
    """Whether it is negamax but for the minus before the call."""
    one_way_share: float
    """The share of the calls that return the largest value, or of those that return the smallest."""


def is_search(trace: Trace, recognised: Recognised, facts: Facts) -> bool:
    """Whether the evidence is enough to read a recording as a search.

    The text has to compare the results of calls, or these have to follow from each other as in a search; and both
    sides have to be there: two functions, a parameter that decides how values are compared, negated results, or plies
    that take turns in the run.
    """
    (proposal, share, support, _), place = recognised.sides, recognised.place
    has_window = any({ALPHA, BETA} <= places.keys() for places in proposal.places.values())
    if any(function.adds_gains for function in facts.values()):
        return False  # no value is that of a child
    if has_window and place.is_compared and any(function.directions == {MAX, MIN} for function in facts.values()):
        return True  # whatever decides which side it is
    if not proposal.has_sides or (not place.is_compared and share < MIN_FITTING_SHARE):
        return False
    if not has_window and turning_function(trace, result_values(trace, proposal)):
        return False  # two calls make a move
    has_board = any(BOARD in roles.values() for roles in proposal.roles.values())
    is_sure = share >= MIN_FITTING_SHARE
    if proposal.kinds:
        return place.is_compared or is_sure
    if has_tested_side(proposal, facts):
        # Two ways to take the largest value, of sums, are no two sides.
        is_fold = is_sure or recognised.one_way_share >= MIN_ONE_WAY_SHARE or sum(support) < MIN_TELLING_CALLS
        return (place.is_compared or is_sure) and (is_fold or names_both_sides(facts))
    has_names_alone = sum(support) >= MIN_TELLING_CALLS and share < MAX_SHARE_OF_NAMES_ALONE
    has_names_alone &= not recognised.lacks_minus
    if proposal.negated:
        has_side = any(SIDE in roles.values() for roles in proposal.roles.values())
        return has_window or (not has_names_alone and (has_side or has_board or is_sure))
    directions = {side for function in facts.values() for side in function.directions}
    if share == 1.0 and min(support) >= MIN_CALLS_OF_EACH_SIDE:
        return True  # a function outside the recording takes the values
    # Boards that say whose move it is need no evidence for either side.
    is_shown = any(support) if WHITE in proposal.max_texts or BLACK in proposal.max_texts else all(support)
    return is_sure and is_shown and (has_window or directions == {MAX, MIN})


def why_no_search(trace: Trace) -> Message | None:
    """Return why a recording is no search, where it adds up values or compares some; None for other recordings."""
    facts = facts_of(trace, with_callers=True)
    values = result_values(trace, with_sides_and_value(trace, Proposal(), facts).sides.proposal)
    adding = adding_function(trace, values)
    if adding and not any(one.directions for name, one in facts.items() if name.rpartition(".")[2] == adding):
        return Message("{name} adds up the values of the calls below it, and takes no best one", name=adding)
    if not any(function.directions for function in facts.values()):
        return None
    if np.isnan(values).all() and number_paths_of(trace):
        return Message("which part of what its calls return is the value is not known")
    extremes = children_extremes(trace, values)
    inner = (trace.column("size") > 1) & ~np.isnan(extremes.values)
    if not np.any(extremes.counts):
        return Message("no call of this run shows how its value follows from those of the calls below")
    if bool(np.all(extremes.is_largest[inner])):
        return Message(
            "each call whose value is known has the largest of the values below it, and no second side is known"
        )
    if bool(np.all(extremes.is_smallest[inner])):
        return Message(
            "each call whose value is known has the smallest of the values below it, and no second side is known"
        )
    turning = turning_function(trace, extremes.values)
    if turning:
        return Message(
            "{name} only turns the value of the one call below it, so that two calls make a move", name=turning
        )
    if bool(np.all((extremes.is_largest | extremes.is_smallest)[inner])):
        return Message(
            "each call whose value is known has the largest or the smallest of the values below it, "
            "and whose turn it is in which call is not known"
        )
    return Message("its values do not follow from those of the calls below as in minimax or negamax")


def adding_function(trace: Trace, values: NDArray[np.float64]) -> str:
    """Return the function whose calls with several below all return the sum of their values; empty without one."""
    parent = trace.column("parent")[1:]
    first = int(trace.user_code.has_caller)
    is_below = parent >= first
    sums = np.bincount(parent[is_below], values[1:][is_below], minlength=len(trace))
    calls = np.bincount(parent[is_below], minlength=len(trace))
    for number, function in enumerate(trace.user_code.functions[:-1]):
        mine = (trace.user_code.tables.function == number) & (calls > 1)
        if np.any(mine) and np.all(values[mine] == sums[mine]):
            return function.name.rpartition(".")[2]
    return ""


def turning_function(trace: Trace, values: NDArray[np.float64]) -> str:
    """Return the function, beside others, whose calls all return minus the one call below; empty without one."""
    functions, of_frame = trace.user_code.functions, trace.user_code.tables.function
    parent = trace.column("parent")
    calls = np.bincount(parent[1:], minlength=len(trace))
    for number, function in enumerate(functions):
        mine = np.flatnonzero(of_frame == number)
        below = np.flatnonzero(np.isin(parent, mine))
        if 0 < len(mine) < len(trace) and np.all(calls[mine] == 1) and np.all(values[parent[below]] == -values[below]):
            return function.name.rpartition(".")[2]
    return ""


def has_tested_side(proposal: Proposal, facts: Facts) -> bool:
    """Whether the text chooses between comparisons of values by the parameter for the side."""
    return any(
        proposal.parameter(name, SIDE) in function.tested_parameters
        for name, function in facts.items()
        if function.tested_parameters
    )


def names_both_sides(facts: Facts) -> bool:
    """Whether the text says with which values of a parameter larger or smaller values are taken."""
    tested_parameters = (tested for function in facts.values() for tested in function.tested_parameters.values())
    return any(tested.max_texts or tested.min_texts for tested in tested_parameters)


def sides_of_functions(
    trace: Trace,
    functions: Sequence[TracedFunction],
    facts: Facts,
    roles: Given,
) -> Mapping[str, str]:
    """Return the functions that always move for one side, each with `max` or `min`; none if not both sides have one.

    Their names decide it only where what they compare does not.
    """
    # Where a function takes smaller values, a minus in another one is no negamax.
    has_min = any(function.directions == {MIN} for function in facts.values())
    folded = {name: function.directions for name, function in facts.items() if has_min or not function.is_negamax}
    return (
        sides_that_take_turns(trace, folded)
        or sides_by_name(functions)
        or sides_that_take_turns(trace, {name: function.first_directions for name, function in facts.items()})
        or side_by_counterpart(trace, facts, roles)
    )


def sides_by_name(functions: Sequence[TracedFunction]) -> Mapping[str, str]:
    """Return the functions whose names say for which side they move; none if not both sides have one."""
    sides = {}
    for function in functions:
        name = function.name.rpartition(".")[2].lower()
        if ("max" in name) != ("min" in name):
            sides[function.name] = "max" if "max" in name else "min"
    return sides if set(sides.values()) == {"max", "min"} else {}


def sides_that_take_turns(trace: Trace, directions: Mapping[str, Set[int]]) -> Mapping[str, str]:
    """Return the sides of functions, one for larger values, one for smaller, if they take turns throughout the run."""
    sides = {name: next(iter(sides_taken)) for name, sides_taken in directions.items() if len(sides_taken) == 1}
    if set(sides.values()) != {MAX, MIN}:
        return {}
    user_code = trace.user_code
    side = np.array([sides.get(function.name, -1) for function in user_code.functions])[user_code.tables.function]
    above = side[trace.column("parent")[1:]]
    both = (side[1:] >= 0) & (above >= 0)
    if not np.any(both) or np.any(side[1:][both] == above[both]):
        return {}
    return {name: "max" if taken == MAX else "min" for name, taken in sides.items()}


def side_by_counterpart(trace: Trace, facts: Facts, roles: Given) -> Mapping[str, str]:
    """Return the side of a function that calls itself, where only the text has its counterpart for the other side.

    max_value and min_value belong together if min_value calls max_value, or if both are given windows or boards.
    """
    sides = {name: next(iter(own.directions)) for name, own in facts.items() if len(own.directions) == 1}
    try:
        functions = parsed_text(trace.text)[1] if len(sides) == 1 else {}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    for name, side in sides.items():
        own = functions.get(name)
        word = "max" if side == MAX else "min"
        if own is None or word not in own.last_name.lower() or facts[name].tested_parameters:
            continue
        swapped = counterpart_name(own.last_name.lower())
        is_game = not {ALPHA, BETA, BOARD}.isdisjoint(roles.get(name, {}).values())
        for other, function in functions.items():
            is_pair = function.last_name.lower() == swapped and len(function.parameters) == len(own.parameters)
            if is_pair and name in own.calls and other not in own.calls and (is_game or name in function.calls):
                return {name: word}
    return {}


def counterpart_name(name: str) -> str:
    """Return a name with max for min, and min for max: min_value for max_value."""
    return re.sub("max|min", lambda found: "min" if found[0] == "max" else "max", name)


def sampled_boards(user_code: UserCode, proposal: Proposal) -> Iterator[Cells]:
    """Yield boards of all functions that were given some, spread over the run."""
    for number, function in enumerate(user_code.functions):
        name = proposal.parameter(function.name, BOARD)
        if name is None:
            continue
        numbers = distinct_numbers(user_code.argument_column(number, function.parameters.index(name))[1])
        for text in numbers[:: max(1, len(numbers) // MAX_PARAMETER_TEXTS)].tolist():
            cells = proposal.cells_of_text(user_code, text)
            if cells is not None:
                yield cells


# Sides and values


def with_sides_and_value(trace: Trace, proposal: Proposal, facts: Facts) -> Recognised:
    """Return the proposal with the sides and with the part of results that is the value, and the evidence."""

    def fit(path: str) -> tuple[float, int]:
        sides = with_sides(trace, replace(proposal, item=path), facts)
        return (sides.share, sum(sides.support)) if sides.proposal.has_sides else (0.0, 0)

    place = value_place(trace, facts, proposal.given, fit)
    valued = replace(proposal, item=place.item, items=dict(place.items), readings=place.readings)
    extremes = children_extremes(trace, result_values(trace, valued))
    sides = with_sides(trace, valued, facts)
    return Recognised(sides, place, lacks_minus(sides.proposal, extremes, facts), extremes.one_way_share)


def with_sides(trace: Trace, proposal: Proposal, facts: Facts) -> Sides:
    """Return the proposal with the sides that the text decides, else those against which no call speaks.

    Where several are left, the first one counts if only its name can be asked, and else the user is asked.
    """
    extremes = children_extremes(trace, result_values(trace, proposal))
    candidates = list(side_candidates(trace, proposal, extremes, facts))
    if len(candidates) > 1:
        candidates = [reading for reading in candidates if not reading.is_spoken_against] or candidates
    if not candidates:
        return Sides(proposal, 0.0, (0, 0), ())
    first = candidates[0]
    # Where both branches of a test take the same side, one may be wrong, and the values do not say which: a mark, as
    # X, moves first for MAX by custom, and of a truth value the name says nothing.
    is_mark = not TRUTH_TEXTS & {*first.proposal.max_texts}
    is_by_name = is_mark and has_tested_side(proposal, facts) and extremes.one_way_share >= MIN_ONE_WAY_SHARE
    is_decided = len(candidates) == 1 or is_by_name
    equal = () if is_decided else tuple(text for reading in candidates for text in reading.proposal.max_texts[:1])
    return Sides(first.proposal, max(first.share, 0.0), first.support, equal)


class Candidate(NamedTuple):
    """A reading of the sides."""

    proposal: Proposal
    share: float
    """The share of the calls that return what their side would."""
    support: tuple[int, int]
    is_spoken_against: bool = False
    """Whether some call returns what the other side would, and its own side would not."""


def side_candidates(trace: Trace, proposal: Proposal, extremes: Extremes, facts: Facts) -> Iterator[Candidate]:
    """Yield the readings of the sides that the text and the values of the run allow, the likeliest first."""
    user_code = trace.user_code

    def candidate_of(reading: Proposal, is_max: NDArray[np.bool_]) -> Candidate:
        return Candidate(
            reading, extremes.fitting_share(is_max), extremes.support(is_max), extremes.speaks_against(is_max)
        )

    total = max(
        sorted({total for function in facts.values() for total in function.totals}) or [0.0], key=extremes.negated_share
    )

    def negated_candidate(reading: Proposal) -> Candidate:
        count = int(np.count_nonzero(extremes.counts))
        return Candidate(replace(reading, negated=True, total=total), extremes.negated_share(total), (count, 0))

    given_max, given_view = values_given_under(proposal, GIVEN_MAX), values_given_under(proposal, GIVEN_VIEW)
    ply = trace.column("ply")
    is_negated = negates_results(proposal, facts) or lacks_minus(proposal, extremes, facts)
    is_negated = BY_MOVER in given_view if given_view else is_negated
    if {FIRST_CALL, SECOND_CALL, NO_SIDES} & given_max:
        plies = -1 if NO_SIDES in given_max else int(SECOND_CALL in given_max)
        by_plies = replace(proposal, kinds={}, max_plies=plies, negated=is_negated)
        yield candidate_of(by_plies, ply % 2 == plies)
        return
    if proposal.kinds:
        proposal = replace(proposal, negated=BY_MOVER in given_view)
        names = np.array([proposal.kinds.get(function.name, "") for function in user_code.functions])
        yield candidate_of(proposal, names[user_code.tables.function] == "max")
        return
    # Where the text takes nothing for its opposite, every call has to show that it is, and not the largest value.
    takes_both = any(function.directions == {MAX, MIN} for function in facts.values())
    is_negation = extremes.negated_share(total) == 1.0 and extremes.largest_share < 1.0
    is_shown = is_negation and not given_view and not takes_both
    groups = side_texts(user_code, proposal)
    if groups is not None:
        numbers, texts = groups
        candidates = max_text_candidates(proposal, texts, facts)
        if is_negated or (is_shown and not has_tested_side(proposal, facts)):
            # Where the text does not say which truth value is MAX's, that of the first call is: it has its result.
            first = texts[int(numbers[numbers >= 0][0])]
            is_open = len(candidates) > 1 and {*texts.values()} <= TRUTH_TEXTS
            yield negated_candidate(replace(proposal, max_texts=(first,) if is_open else candidates[0]))
            return
        for chosen in candidates:
            is_max = np.isin(numbers, [number for number, text in texts.items() if text in chosen])
            candidate = candidate_of(replace(proposal, max_texts=chosen), is_max)
            is_guess = len(texts) == 1 and not given_max and not max_texts_of(proposal, texts, facts)
            if not (is_guess and candidate.is_spoken_against):
                yield candidate
        return
    # Below a function that adds up what it calls, as at a die, plies do not take turns.
    adds = any(
        assignment.value is None and function.has_call(assignment.statement)
        for function in facts.values()
        for assignment in function.assignments
    )
    if not is_negated and not adds:
        ways = fold_directions(trace, proposal)
        by_ply = []
        for even in (0, 1):
            candidate = candidate_of(replace(proposal, max_plies=even), ply % 2 == even)
            is_other = np.any(ways == np.where(ply % 2 == even, -1, 1))  # it ran what takes the other side's values
            if not candidate.is_spoken_against and not is_other and min(candidate.support) > 0:
                by_ply.append(candidate)
        yield from by_ply
        if not by_ply and {1, -1} <= {*ways.tolist()}:
            # A side moves twice. A call that ran nothing that takes a value is no evidence.
            folded = {name: AS_FOLDED for name, function in facts.items() if function.directions}
            is_max = np.where(ways == 0, extremes.is_largest, ways > 0)
            yield candidate_of(replace(proposal, kinds=folded), is_max)
    if is_negated or (is_shown and not any(function.directions for function in facts.values())):
        # What searches one position deeper and deeper makes no move.
        is_below = user_code.has_caller and searches_one_position(trace, proposal)
        yield negated_candidate(replace(proposal, max_plies=int(bool(is_below))))


def searches_one_position(trace: Trace, proposal: Proposal) -> bool | None:
    """Whether the caller of several calls gives all of them one position: they differ in window and depth alone.

    None where that is not known. Without a board among the arguments, the position may stand in whatever else they
    read; and `self` may differ in what it counts or stores, as an object with a board in it may.
    """
    user_code, whole, shown = trace.user_code, set[tuple[Any, ...]](), set[tuple[Any, ...]]()
    children = list(trace.children(0)) if user_code.has_caller else []
    is_whole_known = True
    for child in children:
        function = user_code.function_of(child)
        roles = proposal.roles.get(function.name, {})
        arguments = zip(function.parameters, user_code.argument_numbers(child), strict=True)
        position: dict[str, Any] = {name: at for name, at in arguments if roles.get(name) not in ROLES_BESIDE_POSITION}
        board = next((name for name in position if roles.get(name) == BOARD), None)
        if board not in (None, "self"):
            position.pop("self", None)
        whole.add((function.name, *position.values()))
        is_whole_known &= bool(position) and (board is not None or user_code.depends_on == ())
        if board is None:
            position.pop("self", None)
        else:
            position[board] = proposal.cells_of_text(user_code, position[board]) or position[board]
        shown.add((function.name, *position.values()))
    if len(children) < 2 or len(shown) > 1:
        return False
    return True if is_whole_known and len(whole) == 1 else None


def values_given_under(proposal: Proposal, name: str) -> set[str]:
    """Return the values that the user gave under a name such as `max`, in all functions."""
    return {roles[name] for roles in proposal.given.values() if name in roles}


def negates_results(proposal: Proposal, facts: Facts) -> bool:
    """Whether the code negates the results that it compares, as negamax does, or turns its window round.

    Values alone do not decide it: in a short run a negamax may return what a minimax would.
    """
    turning = {name for name, function in facts.items() if function.turns_window(proposal.places.get(name, {}))}
    if any(name in turning and all(site.is_turned for site in function.sites) for name, function in facts.items()):
        return True
    if any(site.is_turned for function in facts.values() for site in function.sites):
        return not any(MIN in function.directions for function in facts.values())
    return any(
        name in turning
        or (function.is_negamax and MAX in function.directions)
        or ("nega" in name.lower() and takes_largest_only(function))
        for name, function in facts.items()
        if not function.tested_parameters
    )


def takes_largest_only(function: FunctionFacts) -> bool:
    """Whether a function takes larger values only, and tests no parameter for it."""
    return function.directions == {MAX} and not function.tested_parameters


def lacks_minus(proposal: Proposal, extremes: Extremes, facts: Facts) -> bool:
    """Whether calls return the largest value below them, although each leaf is seen by the side to move.

    The name says so, or what a leaf returns: a product with the side, which takes turns.
    """
    if (
        np.count_nonzero(extremes.counts) < MIN_TELLING_CALLS
        or extremes.is_largest[extremes.counts].mean() < MIN_ONE_WAY_SHARE
    ):
        return False
    return any(
        takes_largest_only(function)
        and ("negamax" in name.lower() or function.scales_results(proposal.parameter(name, SIDE) or ""))
        for name, function in facts.items()
    )


def max_text_candidates(proposal: Proposal, texts: Mapping[int, str], facts: Facts) -> list[tuple[str, ...]]:
    """Return the values of the side that may mean MAX, likeliest first: by the text, the parameter's name, else any."""
    names = [name for mine in proposal.roles.values() for name, role in mine.items() if role == SIDE]
    given = values_given_under(proposal, GIVEN_MAX)
    meant = tuple(text for text in texts.values() if text in given or text.strip("'\"") in given)
    if meant:
        return [meant]
    chosen = max_texts_of(proposal, texts, facts)
    if chosen:
        return [chosen]
    if names and "max" in names[0].lower() and {*texts.values()} <= TRUTH_TEXTS:
        return [("True", "1")]
    if names and "min" in names[0].lower() and {*texts.values()} <= TRUTH_TEXTS:
        return [("False", "0")]
    return [(text,) for text in sorted(texts.values(), key=lambda text: not is_first_side(text))]


def max_texts_of(proposal: Proposal, texts: Mapping[int, str], facts: Facts) -> tuple[str, ...]:
    """Return the values of the side with which the text takes larger values; none where it does not say."""
    given = set(texts.values())
    for name, function in facts.items():
        tested = function.tested_parameters.get(proposal.parameter(name, SIDE) or "")
        if tested is None or (tested.max_texts & tested.min_texts):
            continue
        larger = {text for text in tested.max_texts if is_named_value(text, given)}
        smaller = {text for text in tested.min_texts if is_named_value(text, given)}
        if larger == {"True"}:
            return tuple(dict.fromkeys(("True", "1", *(text for text in texts.values() if text not in FALSE_TEXTS))))
        if larger:
            return tuple(sorted(larger))
        if smaller == {"True"}:
            return tuple(dict.fromkeys(("False", "0", *(text for text in texts.values() if text in FALSE_TEXTS))))
        left = [text for text in texts.values() if text not in smaller]
        if smaller and len(left) == 1:
            return (left[0],)
    return ()


def is_named_value(text: str, given: set[str]) -> bool:
    """Whether the side is compared with a value itself, and not with a variable such as `self.me`.

    A member of an enumeration that calls are given is a value.
    """
    return text in given or "." not in text or not text.replace(".", "").isidentifier()


def is_first_side(text: str) -> bool:
    """Whether a side is written as the side that begins usually is."""
    return number_in(text) == 1 or text.strip("'\"").upper() in ("TRUE", "X", "R", "MAX", "WHITE", "W")


def side_texts(user_code: UserCode, proposal: Proposal) -> tuple[NDArray[np.int64], dict[int, str]] | None:
    """Return for each frame the number of its side's text, -1 for none, and these texts; None without sides."""
    numbers = proposal.texts_given(user_code, SIDE)
    distinct = distinct_numbers(numbers[numbers >= 0]).tolist()
    if distinct:
        return numbers, {number: user_code.texts[number] for number in distinct}
    return sides_of_chess(user_code, proposal)


def sides_of_chess(user_code: UserCode, proposal: Proposal) -> tuple[NDArray[np.int64], dict[int, str]] | None:
    """Return for each frame the side to move on its chess board, -1 without one, and the sides by number.

    None is returned where no board is of the package chess.
    """
    numbers = np.full(len(user_code.tables.function), -1, np.int64)
    for number, function in enumerate(user_code.functions):
        name = proposal.parameter(function.name, BOARD)
        if name in function.parameters:
            frames, texts = user_code.argument_column(number, function.parameters.index(name))
            if not len(texts) or not fen_in(user_code.texts[int(texts[0])]):
                continue
            distinct, which = np.unique(texts, return_inverse=True)
            fens = [fen_in(user_code.texts[text]) for text in distinct.tolist()]
            sides = np.array([int(" b " in fen) if fen else -1 for fen in fens])
            numbers[frames] = sides[which.reshape(-1)]
    return (numbers, {0: WHITE, 1: BLACK}) if np.any(numbers >= 0) else None
