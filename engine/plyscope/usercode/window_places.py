"""Where a function has α, β, its best value and the move that it keeps: by what it does with them, names last.

Each step decides what the one before it left open: the root's window (the lower number is α), the places of arguments
in calls with their sign, what a place is updated with, and the tests that leave a loop. A name only breaks a tie.
What is contradictory stays open.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import number_in
from plyscope.model.declaration import MAX, MIN
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.roles import ALPHA, BEST, BEST_OF_MIN, BETA, KEPT, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import What
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.recursion import Function
from plyscope.tracer.target.syntax import last_of, walk
from plyscope.usercode.function_facts import (
    EITHER_DIRECTION,
    NAMES_OF_LARGEST,
    NAMES_OF_SMALLEST,
    PASSED_BY_STEP,
    Assignment,
    ChangingNames,
    Fold,
    FunctionFacts,
    comparisons,
    constants_in,
    negated_part,
    parts_returned,
    place_of,
    places_in,
)
from plyscope.usercode.parameter_roles import MAX_PARAMETER_TEXTS
from plyscope.usercode.result_values import item_text

OPPOSITE_BOUND = {ALPHA: BETA, BETA: ALPHA}
NAME_PATTERNS = {
    ALPHA: re.compile(r"(^|[._\[']+)(alpha|alfa|a|α|low|lower|lo)\d*['\]]*$", re.IGNORECASE),
    BETA: re.compile(r"(^|[._\[']+)(beta|be|b|β|high|upper|hi)\d*['\]]*$", re.IGNORECASE),
}
Places = dict[str, dict[str, str]]
"""For each function the places by their roles."""
Votes = dict[str, Counter[str]]
"""For each place how much speaks for each role."""


def facts_of(trace: Trace, *, with_callers: bool = False) -> dict[str, FunctionFacts]:
    """The facts of the functions that a recording has calls of, and of those that call these."""
    numbers = set(trace.user_code.tables.function.tolist())
    names = tuple(one.name for number, one in enumerate(trace.user_code.functions) if number in numbers)
    return dict(facts_in(trace.text, names, with_callers))


@lru_cache(maxsize=8)
def facts_in(text: str, names: Sequence[str], with_callers: bool) -> Mapping[str, FunctionFacts]:
    """The facts of some functions of a text, and of those that call them, read once: nothing changes them."""
    try:
        tree, functions = parsed_text(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    called = {name: functions[name] for name in names if name in functions}
    callees: dict[str, list[Function]] = {}
    for one in called.values():
        for name in one.names_in_calls | one.also:
            callees.setdefault(name, []).append(one)
    constants, changing = constants_in(tree), ChangingNames.of(tree)
    helpers = {one.last_name: made for one in functions.values() if (made := only_return_value(one.node)) is not None}
    read = {name: one for name, one in functions.items() if with_callers and not called.keys().isdisjoint(one.calls)}
    found = {name: FunctionFacts(one, callees, constants, changing, helpers) for name, one in (called | read).items()}
    for mine in found.values():
        mine.best_parameters = frozenset(
            name for name in mine.function.parameters if is_best_parameter(mine, name, found)
        )
    return found


def only_return_value(node: ast.AST) -> ast.expr | None:
    """The expression that a function returns if that is all it does; else None."""
    match node:
        case ast.FunctionDef(body=[ast.Return(value=value)]):
            return value
    return None


def is_best_parameter(one: FunctionFacts, parameter: str, facts: Mapping[str, FunctionFacts]) -> bool:
    """Whether a parameter is the best value so far: it begins with a constant, and is folded in calls."""
    own, others = list[ast.expr](), list[ast.expr]()
    for caller in facts.values():
        for site in caller.sites:
            if site.callee == one.function.name and parameter in site.arguments:
                (own if caller is one else others).append(site.arguments[parameter])
    is_folded = any(place_of(at) == parameter for value in own for _, taken in one.extremes(value) for at in taken)
    return is_folded and bool(others) and all(not {*places_in(value)} for value in others)


class Windows:
    """Finds the places of α, β, the best value and the kept move of all functions."""

    def __init__(
        self, trace: Trace, facts: Mapping[str, FunctionFacts], given: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.trace = trace
        self.facts = facts
        self.given = given
        """What the user has said of parameters."""
        self.found: Places = {name: {} for name in facts}
        for name, roles in given.items():
            if name in facts:
                self.found[name] = {role: parameter for parameter, role in roles.items() if role in OPPOSITE_BOUND}
        """The places of α and β by which each function is given them."""
        self.candidates = {name: self.bounds_in(one) for name, one in facts.items()}
        self.find()

    def find(self) -> None:
        """Finds α and β of each function by the place that it is given them in."""
        self.take_roots_window()
        self.pass_roles_through_calls()
        by_text = (self.votes_of_updates, self.votes_of_exits)
        for find in (*map(self.undisputed, by_text), self.votes_of_names, *by_text):
            for name, one in self.facts.items():
                self.take_agreed_roles(name, find(one))
            self.pass_roles_through_calls()
        for name, one in self.facts.items():
            are_known = all(self.is_numeric(one, place, may_miss=True) for place in self.found[name].values())
            if name not in self.given and (self.is_of_mover(one) or not are_known or self.is_converted(one)):
                self.found[name] = {}

    def is_converted(self, one: FunctionFacts) -> bool:
        """Whether a function turns or rescales its own window, or sets it in a way that is not recorded."""
        found = self.found[one.function.name].values()
        bounds = {*found, *(self.moving_place(one, place) for place in found)}
        moved = {place for place in one.folded_places if self.origin(one, place) in found}
        return any(map(one.is_rebound, bounds)) or any(
            converts(one, made, bounds) for made in one.assignments if made.place in bounds | moved
        )

    def is_of_mover(self, one: FunctionFacts) -> bool:
        """Whether two bounds are those of the side to move and of the other one, and neither is α or β.

        Each call exchanges them as they are, and one of them takes larger and smaller values in turn.
        """
        bounds = tuple(self.found[one.function.name].values())
        own = [site for site in one.sites if site.callee == one.function.name]
        ways = [{fold.direction for fold in one.folds if fold.place == place} for place in bounds]
        return (
            len(bounds) == 2
            and bool(own)
            and any(way >= {MAX, MIN} for way in ways)
            and all(tuple(place_of(site.arguments.get(place)) for place in bounds) == bounds[::-1] for site in own)
        )

    def places(self, name: str) -> dict[str, str]:
        """The places of α and β where they move, of best and of the kept move, as far as they are decided."""
        one = self.facts[name]
        return {
            role: self.moving_place(one, place) for role, place in self.found[name].items()
        } | self.best_and_kept_move(one)

    # What may be a bound

    def bounds_in(self, one: FunctionFacts) -> set[str]:
        """The places from outside of a function that are updated with values, or compared with these to leave."""
        found = {self.origin(one, fold.place) for fold in (*one.folds, *one.folds_passed)}
        for larger, smaller in self.exits_in_own_view(one):
            for mine, other in ((larger, smaller), (smaller, larger)):
                ends = [self.origin(one, place_of(at)) for at in (mine, other)]
                if one.is_valued(other) or ends[1] in found or all(self.is_handed_down(one, end) for end in ends):
                    found.add(ends[0])
        found -= {*one.best_parameters, *self.given.get(one.function.name, ())}
        return {place for place in found if place and self.is_from_outside(one, place) and self.is_numeric(one, place)}

    def exits_in_own_view(self, one: FunctionFacts) -> Iterator[tuple[ast.expr, ast.expr]]:
        """The larger and the smaller side of each exit, but for those that compare the best value with its sign turned.

        What is compared with that is a number of the other side as that sees it, which is no bound of this one.
        """
        best = {fold.place for fold in one.folds}
        for larger, smaller, _ in one.exits:
            turned = [negated_part(side) for side in (larger, smaller)]
            if not any(side is not None and place_of(side) in best for side in turned):
                yield larger, smaller

    def is_handed_down(self, one: FunctionFacts, place: str) -> bool:
        """Whether a parameter is handed down as it is or turned round, whatever else is done with it."""
        ways = [
            way
            for site in one.sites
            for value in site.arguments.values()
            for name, way in [one.passed_parameter(value)]
            if name == place
        ]
        return (
            bool(ways)
            and PASSED_BY_STEP not in ways
            and any(site.call for site in one.sites if place in site.arguments)
        )

    def origin(self, one: FunctionFacts, place: str, copies: frozenset[str] = frozenset()) -> str:
        """The parameter that a place is a copy of or is computed from; itself where there is none.

        An attribute may be copied, and get its old value back: `copies` have been followed.
        """
        if not place or self.is_from_outside(one, place):
            return place
        source = one.copied_place(place)
        if source != place:
            return place if source in copies else self.origin(one, source, copies | {place})
        read = {name for value in one.start_values(place) for name in places_in(value)} & set(one.function.parameters)
        read = {name for name in read if self.is_numeric(one, name)}
        # A product is no bound that has been moved: `-2 * player` is the worst value of a player. Nor is a result.
        is_computed = len(read) == 1 and not any(
            one.has_call(start) or is_product(start) or is_result(start) for start in one.start_values(place)
        )
        return read.pop() if is_computed else place

    def is_from_outside(self, one: FunctionFacts, place: str) -> bool:
        """Whether a place has a value before the function sets it."""
        head = re.split(r"[.\[]", place)[0]
        if head in one.function.parameters:
            return head == place or not (self.has_own_start(one, place) or self.begins_in_constructor(one, place))
        return head in one.outer_names or (
            self.is_global(head) and not any(set_.place == head for set_ in one.assignments)
        )

    def has_own_start(self, one: FunctionFacts, place: str) -> bool:
        """Whether the function gives an attribute or item a value to begin with."""
        return any(not set_.loops and set_.place == place and not self.is_fold(one, set_) for set_ in one.assignments)

    def is_fold(self, one: FunctionFacts, set_: Assignment) -> bool:
        """Whether an assignment is a fold."""
        return any(fold.assignment is set_ for fold in one.folds)

    def begins_in_constructor(self, one: FunctionFacts, place: str) -> bool:
        """Whether an attribute of an object of the class begins with a constant, so that it comes from no caller."""
        if not place.startswith("self.") or not one.function.in_class:
            return False
        for name, function in parsed_text(self.trace.text)[1].items():
            if name.rpartition(".")[0] == one.function.name.rpartition(".")[0] and function.last_name == "__init__":
                for node in walk(function.node):
                    if isinstance(node, ast.Assign) and any(place_of(target) == place for target in node.targets):
                        return not any(True for _ in places_in(node.value))
        return False

    def is_global(self, name: str) -> bool:
        return any(name in one.outer_names for one in self.facts.values())

    def is_numeric(self, one: FunctionFacts, place: str, *, may_miss: bool = False) -> bool:
        """Whether a place from outside has numbers only, no truth values; with `may_miss` it may have None, or nothing.

        Of an item or attribute of a parameter the texts of its arguments say it, as far as they show it; any place has
        other values than numbers if that is all that it takes from results.
        """
        user_code, head = self.trace.user_code, re.split(r"[.\[]", place)[0]
        if head != place and self.takes_no_numbers(one, place):
            return False
        if head not in one.function.parameters:
            return True
        given = distinct_numbers(user_code.texts_given({one.function.name: head}))
        texts = (user_code.texts[text] for text in given[given >= 0][:MAX_PARAMETER_TEXTS].tolist())
        parts = [part for text in texts if (part := item_text(text, place.removeprefix(head))) is not None]
        values = [number_in(text) for text in parts if not (may_miss and text == "None")]
        return bool(values or may_miss or head != place) and not np.isnan(values).any()

    def takes_no_numbers(self, one: FunctionFacts, place: str) -> bool:
        """Whether a place takes results, and none of them is a number."""
        facts, functions = self.trace.user_code.facts, self.trace.user_code.functions
        taken = [
            number
            for number, event in enumerate(facts.events)
            if event.what is What.SET
            and (event.name, functions[event.function].name) == (place, one.function.name)
            and event.from_call
        ]
        values = facts.value[np.isin(facts.event, taken)]
        return bool(len(values) and np.isnan(values).all())

    # The root's window

    def take_roots_window(self) -> None:
        """Takes α and β of the first calls by their numbers: of two, the smaller one is α, unless the text says β."""
        user_code = self.trace.user_code
        frames = [0] if not user_code.has_caller else list(self.trace.children(0))
        for frame in frames:
            function = user_code.function_of(frame)
            one = self.facts.get(function.name)
            if one is None or self.found[function.name]:
                continue
            given = dict(zip(function.parameters, user_code.argument_numbers(frame), strict=True))
            pair = self.pair_of(one)
            numbers = {name: number_in(user_code.texts[given[name]]) for name in pair if name in given}
            if len(numbers) == 2:
                low, high = sorted(numbers, key=lambda name: numbers[name])
                if numbers[low] < numbers[high] and not self.supports_window(one, {ALPHA: high, BETA: low}):
                    self.found[function.name] = {ALPHA: low, BETA: high}

    def supports_window(self, one: FunctionFacts, window: Mapping[str, str]) -> bool:
        """Whether updates and exits both say that this is the window."""
        return all(
            votes[place].get(role, 0) > votes[place].get(OPPOSITE_BOUND[role], 0)
            for votes in (self.votes_of_updates(one), self.votes_of_exits(one))
            for role, place in window.items()
            if place in votes
        ) and any(place in self.votes_of_updates(one) for place in window.values())

    def pair_of(self, one: FunctionFacts) -> tuple[str, ...]:
        """The two places that are the window, in any order; one or none where nothing shows the other."""
        mine = self.candidates[one.function.name]
        turned = self.opposite_parameters(one)
        if len(mine) == 1:
            (place,) = mine
            other = {turned.get(place)} | {name for name, read in turned.items() if read == place}
            return (
                tuple({place} | {name for name in other if name is not None}) if len(other - {None}) == 1 else (place,)
            )
        if len(mine) == 2:
            return tuple(sorted(mine))
        pairs = {tuple(sorted((p, turned[p]))) for p in mine if turned.get(p) in mine}
        return pairs.pop() if len(pairs) == 1 else ()

    def opposite_parameters(self, one: FunctionFacts) -> dict[str, str]:
        """For each parameter the one whose opposite takes its place in the function's calls of itself."""
        found: dict[str, set[str]] = {}
        for site in one.sites:
            if site.callee == one.function.name and site.is_turned:
                for name, value in site.arguments.items():
                    for read, sign in self.places_in_argument(one, value):
                        if sign < 0 and read != name:
                            found.setdefault(name, set()).add(read)
        return {name: next(iter(read)) for name, read in found.items() if len(read) == 1}

    def places_in_argument(self, one: FunctionFacts, value: ast.expr) -> Iterator[tuple[str, int]]:
        """The places from outside that an argument is made of, each with its sign."""
        negated = negated_part(value)
        if negated is not None and not isinstance(negated, ast.Constant):
            for place, sign in self.places_in_argument(one, negated):
                yield place, -sign
        elif isinstance(value, ast.Call):
            for part in value.args:
                yield from self.places_in_argument(one, part)
        elif isinstance(value, ast.BinOp):
            yield from self.places_in_argument(one, value.left)
            yield from self.places_in_argument(one, value.right)
        elif isinstance(value, ast.IfExp):
            yield from self.places_in_argument(one, value.body)
            yield from self.places_in_argument(one, value.orelse)
        elif place := place_of(value):
            origin = self.origin(one, place)
            if self.is_from_outside(one, origin) and self.is_numeric(one, origin):
                yield origin, 1

    # The places of arguments

    def pass_roles_through_calls(self) -> None:
        """Gives the roles of a function's bounds to those that take or give their places in calls."""
        for _ in range(2 * len(self.facts)):
            before = {name: dict(found) for name, found in self.found.items()}
            for name, one in self.facts.items():
                votes: dict[str, Counter[str]] = {}
                for caller in self.facts.values():
                    for site in caller.sites:
                        if site.callee == name:
                            self.vote_from(caller, one, site.arguments, votes)
                        if caller is one and self.found.get(site.callee):
                            self.vote_back(one, site.callee, site.arguments, votes)
                self.take_agreed_roles(name, votes if self.agrees(one, votes) else {})
            if before == self.found:
                return

    def agrees(self, one: FunctionFacts, votes: Mapping[str, Counter[str]]) -> bool:
        """Whether what a function is given can be meant: its updates and its exits do not both say the opposite."""
        opposite = {OPPOSITE_BOUND[role]: place for place, roles in votes.items() for role in roles}
        return len(opposite) < len(OPPOSITE_BOUND) or not self.supports_window(one, opposite)

    def vote_from(
        self, caller: FunctionFacts, one: FunctionFacts, arguments: Mapping[str, ast.expr], votes: Votes
    ) -> None:
        """Adds votes for what a caller passes: its own α as α, or turned as β."""
        known = {place: role for role, place in self.found[caller.function.name].items()}
        for name, value in arguments.items():
            read = {(known[place], sign) for place, sign in self.places_in_argument(caller, value) if place in known}
            if len(read) == 1 and self.is_numeric(one, name):
                (role, sign) = read.pop()
                votes.setdefault(name, Counter())[role if sign > 0 else OPPOSITE_BOUND[role]] += 1

    def vote_back(
        self, one: FunctionFacts, callee: str, arguments: Mapping[str, ast.expr], votes: dict[str, Counter[str]]
    ) -> None:
        """Adds votes by what a called function takes: what is passed as its α is α here, or β where it is turned."""
        for role, place in self.found[callee].items():
            if place in arguments:
                read = set(self.places_in_argument(one, arguments[place]))
                if len(read) == 1:
                    ((name, sign),) = read
                    votes.setdefault(name, Counter())[role if sign > 0 else OPPOSITE_BOUND[role]] += 1

    # Updates, exits, names

    def undisputed(self, find: Callable[[FunctionFacts], Votes]) -> Callable[[FunctionFacts], Votes]:
        """A way to vote as `find` does, but not for functions whose updates and exits disagree: one is a mistake."""

        def votes(one: FunctionFacts) -> Votes:
            updates, exits = self.votes_of_updates(one), self.votes_of_exits(one)
            agree = all(len({*updates[place], *exits[place]}) < 2 for place in updates.keys() & exits.keys())
            return find(one) if agree else {}

        return votes

    def votes_of_updates(self, one: FunctionFacts) -> dict[str, Counter[str]]:
        """Votes by what is taken: a bound that takes larger values is α, one that takes smaller ones β."""
        votes: dict[str, Counter[str]] = {}
        mine = self.candidates[one.function.name]
        for fold in (*one.folds, *one.folds_passed):
            place = self.origin(one, fold.place)
            if place in mine and fold.direction != EITHER_DIRECTION:
                votes.setdefault(place, Counter())[ALPHA if fold.direction == MAX else BETA] += 1
        return votes

    def votes_of_exits(self, one: FunctionFacts) -> dict[str, Counter[str]]:
        """Votes by where a search is left: a value, best or α is at least β then, or at most α."""
        votes: dict[str, Counter[str]] = {}
        mine = self.candidates[one.function.name]
        best = {fold.place for fold in one.folds}
        for larger, smaller in self.exits_in_own_view(one):
            upper, lower = (self.origin(one, place_of(at)) for at in (larger, smaller))
            is_upper_value, is_lower_value = (
                one.is_valued(at) or place_of(at) in best or self.origin(one, place_of(at)) in mine
                for at in (larger, smaller)
            )
            if lower in mine and is_upper_value:
                votes.setdefault(lower, Counter())[BETA] += 1
            if upper in mine and is_lower_value:
                votes.setdefault(upper, Counter())[ALPHA] += 1
        return votes

    def votes_of_names(self, one: FunctionFacts) -> dict[str, Counter[str]]:
        """Votes by names, for the two bounds of a function if one is named as α and the other as β."""
        pair = self.pair_of(one)
        roles = {place: [role for role in OPPOSITE_BOUND if NAME_PATTERNS[role].search(place)] for place in pair}
        if len(pair) != 2 or {tuple(found) for found in roles.values()} != {(role,) for role in OPPOSITE_BOUND}:
            return {}
        return {place: Counter(found) for place, found in roles.items()}

    def take_agreed_roles(self, name: str, votes: Mapping[str, Counter[str]]) -> None:
        """Takes over what votes agree on, for roles that are still open; the other one of a pair has the other role."""
        one, found = self.facts[name], self.found[name]
        said: dict[str, set[str]] = {}
        for place, roles in votes.items():
            if place not in found.values() and len(roles) == 1:
                said.setdefault(next(iter(roles)), set()).add(place)
        for role, places in said.items():
            if role not in found and len(places) == 1:
                found[role] = places.pop()
        pair = self.pair_of(one)
        for role in OPPOSITE_BOUND:
            if role not in found and len(pair) == 2 and found.get(OPPOSITE_BOUND[role]) in pair:
                found[role] = pair[0] if found[OPPOSITE_BOUND[role]] == pair[1] else pair[1]

    def moving_place(self, one: FunctionFacts, place: str) -> str:
        """The place that is updated for a bound: a copy of it, as `a` after `a, b = alpha, beta`, or itself."""
        if place in one.folded_places:
            return place
        copies = {
            fold.place
            for fold in one.folds
            if self.origin(one, fold.place) == place and one.has_first_value(fold.place)
        }
        return copies.pop() if len(copies) == 1 else place

    def best_and_kept_move(self, one: FunctionFacts) -> dict[str, str]:
        """The places, by role, of the best value so far, or of the best of each side, and of the move kept with it."""
        window = {self.origin(one, place) for place in self.found[one.function.name].values()}

        def may_be_best(place: str) -> bool:
            is_bound = self.origin(one, place) in window
            return not is_bound and place not in one.turned_places and not one.is_rebound(place)

        folds = [fold for fold in one.folds if may_be_best(fold.place) and not self.takes_the_rest(one, fold, window)]
        places = list(dict.fromkeys(fold.place for fold in folds))
        if len(places) > 1:
            returned = {place for value in one.returns for place in parts_returned(value)}
            places = [place for place in places if place in returned] or places
        last = filter(may_be_best, last_values_returned(one))
        places = places or list(dict.fromkeys(last))
        found = {BEST: places[0]} if len(places) == 1 else best_of_each_side(folds, places, self.bound_moved_in(one))
        kept = {
            made.place
            for fold in one.folds
            if not found or fold.place in found.values()
            for made in one.assignments
            if made.conditions[: len(fold.assignment.conditions)] == fold.assignment.conditions
            and made.loops == fold.assignment.loops
            and is_kept(one, made, fold.place)
        }
        return found | ({KEPT: kept.pop()} if len(kept) == 1 else {})

    def takes_the_rest(self, one: FunctionFacts, fold: Fold, window: set[str]) -> bool:
        """Whether a place takes only those values that do not move a bound, whose values it is not given."""
        for test in fold.assignment.conditions:
            is_else = test.is_around and not test.holds
            is_other = is_else and not window.isdisjoint(self.origin(one, at) for at in places_in(test.test))
            if is_other and not any(
                made.place == fold.place and any(at.test is test.test and at.holds for at in made.conditions)
                for made in one.assignments
            ):
                return True
        return False

    def bound_moved_in(self, one: FunctionFacts) -> dict[tuple[ast.AST, ...], str]:
        """The role of the bound that the loops around a fold move; not where they move both."""
        roles = {place: role for role, place in self.found[one.function.name].items()}
        moved: dict[tuple[ast.AST, ...], set[str]] = {}
        for fold in one.folds:
            moved.setdefault(fold.assignment.loops, set()).add(roles.get(self.origin(one, fold.place), ""))
        return {loops: role for loops, found in moved.items() for role in found if role and len(found - {""}) == 1}


def converts(one: FunctionFacts, made: Assignment, bounds: set[str]) -> bool:
    """Whether an assignment turns a local bound round in place, or makes it of itself: `a, b = -b, -a`, `a = up(a)`."""
    if made.value is None or not made.place.isidentifier():
        return False
    negated = place_of(negated_part(made.value))
    is_moved = isinstance(made.value, ast.Name | ast.IfExp) or (
        isinstance(made.value, ast.Call) and bool(one.directions_of_call(made.value))
    )
    return negated in bounds - {made.place} or (made.place in {*places_in(made.value)} and not is_moved)


def fold_directions(trace: Trace, proposal: Proposal) -> NDArray[np.int8]:
    """For each frame 1 where the assignments that it ran take larger values, -1 for smaller ones, 0 if not known.

    What an assignment takes counts where all that stands under the same tests agrees with it, and α or β is there if
    the function has one: α takes larger values, β smaller ones. Where a mistake makes them differ, what was meant is
    not known.
    """
    user_code, facts = trace.user_code, trace.user_code.facts
    directions: dict[tuple[int, int, str], int] = {}
    texts = facts_of(trace)
    for number, function in enumerate(user_code.functions):
        places = proposal.places.get(function.name, {})
        ways = {places[role]: way for role, way in ((ALPHA, MAX), (BETA, MIN)) if role in places}
        text = texts.get(function.name)
        branches: dict[tuple[str, ...], list[Fold]] = {}
        for fold in text.folds if text is not None else ():
            tests = (one for one in fold.assignment.conditions if text is not None and not text.is_valued(one.test))
            branches.setdefault(tuple(f"{one.holds} {ast.dump(one.test)}" for one in tests), []).append(fold)
        for folds in branches.values():
            taken = {one.direction for one in folds} | {ways[one.place] for one in folds if one.place in ways}
            if len(taken) == 1 and taken < {MAX, MIN} and (not ways or any(one.place in ways for one in folds)):
                way = 1 if taken == {MAX} else -1
                directions |= {(number, one.assignment.line, one.place): way for one in folds}
    of_event = [directions.get((one.function, one.line, one.name), 0) * (one.what is What.SET) for one in facts.events]
    taken_by_row = np.array([*of_event, 0], np.int8)[facts.event]
    found = np.zeros((2, len(trace)), np.int8)
    for side, sign in enumerate((1, -1)):
        found[side, facts.frame[taken_by_row == sign]] = 1
    difference: NDArray[np.int8] = found[0] - found[1]
    return difference


def is_result(value: ast.expr) -> bool:
    """Whether a value is what a function has returned that does more than to choose one of its arguments."""
    return isinstance(value, ast.Call) and last_of(value.func) not in NAMES_OF_LARGEST | NAMES_OF_SMALLEST | {
        "float",
        "int",
    }


def is_product(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)


def last_values_returned(one: FunctionFacts) -> Iterator[str]:
    """The places that have a value before the loop that moves a bound, take each result in it, and are returned."""
    moving = [fold.assignment.loops for fold in one.folds if fold.assignment.loops]
    for made in one.assignments:
        takes_result = made.value is not None and made.loops in moving and one.is_valued(made.value)
        if takes_result and one.is_returned_behind(made) and one.has_first_value(made.place):
            yield made.place


def best_of_each_side(
    folds: Sequence[Fold], places: Sequence[str], moved: Mapping[tuple[ast.AST, ...], str]
) -> dict[str, str]:
    """The best value by the side that takes it, as `highest` and `lowest`: by the bound that it moves, else the way."""
    ways: dict[str, set[str]] = {place: set() for place in places}
    for fold in folds:
        ways[fold.place].add(moved.get(fold.assignment.loops) or {MAX: ALPHA, MIN: BETA}.get(fold.direction, ""))
    by_way = {BEST: {ALPHA}, BEST_OF_MIN: {BETA}}
    found = {role: [place for place in places if ways[place] == way] for role, way in by_way.items()}
    is_clear = len(places) == len(found) and all(len(mine) == 1 for mine in found.values())
    return {role: place for role, (place,) in found.items()} if is_clear else {}


def is_kept(one: FunctionFacts, made: Assignment, best: str) -> bool:
    """Whether something of the round is kept because its value is better, or now the best: no value, and no bound."""
    compared = [at for test in made.conditions for pair in comparisons(test.test, test.holds) for at in pair[:2]]
    compared += [at for test in made.conditions if test.holds for at in equal_operands(test.test)]
    of_round = {set_.place for set_ in one.assignments if set_.loops}
    return (
        made.value is not None
        and not one.is_valued(made.value)
        and any(place_of(at) == best for at in compared)
        and any(place in of_round for place in places_in(made.value))
    )


def equal_operands(test: ast.expr) -> list[ast.expr]:
    """The two sides of a test that is one `==`; none of any other test."""
    match test:
        case ast.Compare(left, [ast.Eq()], [right]):
            return [left, right]
    return []
