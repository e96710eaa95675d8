"""Conditions: a small language that selects frames, such as `cutoff and ply >= 3`.

A condition is parsed into a small expression tree and evaluated on whole columns at once, so that a search
through a million frames is instant, and nothing that a user types is ever executed.

    condition    comparisons and words, joined by not, and, or and parentheses
    comparison   number < number, with < <= > >= == !=; move == "b2"; position == ".OO/XXO/.X. o"
    number       frame ply value alpha beta size pruned inf, digits, and + - between them
    word         MAX MIN CHANCE leaf terminal horizon inner open table cutoff best exact at_least at_most
                 first_move_cut repeated
    fact         x.NAME: a further fact of an imported recording, compared with a number or a text, or true alone
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, LEFT_OUT, OPEN, TABLE, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN
from plyscope.model.further_facts import PREFIX
from plyscope.model.trace import Trace

Mask = NDArray[np.bool_]
MAX_DEPTH = 30
"""Levels to which conditions may be nested."""

NUMBER, TRUTH, TEXT, NAME = Message("a number"), Message("true or false"), Message("a text"), Message("a name")
FACT = Message("a fact")
"""What a part of a condition can be. A name is `move`, `position` or `tag`, compared with texts. A fact can be a
number, a text, or true or false: which one is seen from what it stands beside."""


def _status(*statuses: int) -> Callable[[Trace], Mask]:
    """Return a test of all frames for one of some statuses."""
    return lambda trace: np.logical_or.reduce([trace.column("status") == status for status in statuses])


def _kind(kind: int) -> Callable[[Trace], Mask]:
    """Return a test of all frames for a kind."""
    return lambda trace: np.asarray(trace.column("kind") == kind)


NUMBER_FACTS: dict[str, Callable[[Trace], Any]] = {
    "frame": lambda trace: np.arange(len(trace)),
    "ply": lambda trace: trace.column("ply").astype(np.int64),
    "value": lambda trace: trace.column("value"),
    "alpha": lambda trace: trace.column("alpha"),
    "beta": lambda trace: trace.column("beta"),
    "size": lambda trace: trace.column("size").astype(np.int64),
    "pruned": lambda trace: (trace.column("skipped") * ~trace.facts.forward_pruned).astype(np.int64),
    "forward_pruned": lambda trace: (trace.column("skipped") * trace.facts.forward_pruned).astype(np.int64),
    "depth": lambda trace: trace.column("depth"),
    "inf": lambda trace: inf,
}

NARROW_COLUMNS = {"ply": "ply", "size": "size"}
"""Numbers whose columns have types in which a difference could not be negative, and a sum could overflow."""

TRUTH_FACTS: dict[str, Callable[[Trace], Mask]] = {
    "MAX": _kind(MAX),
    "MIN": _kind(MIN),
    "CHANCE": _kind(CHANCE),
    "inner": _status(INNER),
    "terminal": lambda trace: trace.facts.ends.finished,
    "horizon": lambda trace: trace.facts.ends.at_horizon,
    "open": _status(OPEN),
    "table": _status(TABLE),
    "left_out": _status(LEFT_OUT),
    "leaf": _status(TERMINAL, HORIZON),
    "cutoff": lambda trace: trace.facts.cutoff,
    "first_move_cut": lambda trace: trace.facts.first_move_cut,
    "repeated": lambda trace: trace.facts.is_repeated,
    "best": lambda trace: trace.facts.is_best,
    "exact": lambda trace: trace.intervals.has_bound("exact"),
    "at_least": lambda trace: trace.intervals.has_bound("at least"),
    "at_most": lambda trace: trace.intervals.has_bound("at most"),
}

NAME_FACTS: dict[str, Callable[[Trace, str], Mask]] = {
    "move": lambda trace, text: trace.facts.has_move(text),
    "tag": lambda trace, text: trace.facts.has_tag(text),
    "position": lambda trace, text: trace.facts.has_position(text),
}

COMPARISONS_BY_SIGN: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


@dataclass(frozen=True)
class Leaf:
    """A word, a number or a text."""

    what: Message
    text: str
    at: int

    def of(self, trace: Trace) -> Any:
        """Evaluate it for all frames: a column, or the number."""
        if self.text.startswith(PREFIX):
            facts, name = trace.origin.further_facts, self.text.removeprefix(PREFIX)
            if self.what is TRUTH:
                return facts.equals(name, True, len(trace))
            return facts.as_numbers(name, len(trace))
        if self.what is TRUTH:
            return TRUTH_FACTS[self.text](trace)
        return NUMBER_FACTS[self.text](trace) if self.text in NUMBER_FACTS else literal(self.text)

    def to_compare(self, trace: Trace) -> Any:
        """Evaluate it where it is only compared: a column as it is, without a wider copy."""
        return trace.column(NARROW_COLUMNS[self.text]) if self.text in NARROW_COLUMNS else self.of(trace)


def literal(text: str) -> float:
    """Return a number as typed, an int where it is whole: those compare with integer columns much faster."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1 << 31 else number


@dataclass(frozen=True)
class Joined:
    """One or two parts joined by a function of numpy."""

    what: Message
    operation: Callable[..., Any]
    left: Part
    right: Part | None
    at: int

    def of(self, trace: Trace) -> Any:
        """Evaluate it for all frames, a chain from its left end without recursion: it is as deep as it is long."""
        chain = [self]
        while isinstance(chain[-1].left, Joined):
            chain.append(chain[-1].left)
        found = chain[-1].operand(chain[-1].left, trace)
        for joined in reversed(chain):
            found = joined.operation(found, *([] if joined.right is None else [joined.operand(joined.right, trace)]))
        return found

    def operand(self, part: Part, trace: Trace) -> Any:
        """Evaluate one of its two parts, a column without a wider copy where it is only compared."""
        if isinstance(part, Leaf) and self.operation in COMPARISONS_BY_SIGN.values():
            return part.to_compare(trace)
        return part.of(trace)


@dataclass(frozen=True)
class Named:
    """A comparison of frames' moves, positions, tags or further facts with a text."""

    what: Message
    name: str
    text: str
    is_equal: bool
    at: int

    def of(self, trace: Trace) -> Any:
        """Evaluate it: for each frame whether it has the text, or has not."""
        if self.name.startswith(PREFIX):
            found = trace.origin.further_facts.equals(self.name.removeprefix(PREFIX), self.text, len(trace))
        else:
            found = NAME_FACTS[self.name](trace, self.text)
        return found if self.is_equal else ~found


Part = Leaf | Joined | Named


@dataclass(frozen=True)
class Condition:
    """A parsed condition."""

    text: str
    tree: Part

    def matches(self, trace: Trace) -> Mask:
        """Return for each frame whether it fulfils the condition. A comparison with NaN is false."""
        with np.errstate(invalid="ignore", over="ignore"):
            return np.broadcast_to(np.asarray(self.tree.of(trace), np.bool_), (len(trace),))

    def frames(self, trace: Trace) -> NDArray[np.int64]:
        """Return the frames that fulfil the condition, ascending."""
        return np.flatnonzero(self.matches(trace))


def parse(text: str) -> Condition:
    """Parse a condition; raise InputError that names the character of an error."""
    parser = Parser(text)
    tree = parser.needs(TRUTH, parser.either())
    if parser.token.kind != "end":
        raise condition_error(parser.token.at, "{found} is not expected here", found=parser.token.text)
    return Condition(text, tree)


def condition_error(at: int, pattern: str, /, **values: object) -> InputError:
    """Return an error of a condition that names the place of a character, counted from 1."""
    return InputError(
        "the condition goes wrong at character {place}: {complaint}", place=at + 1, complaint=Message(pattern, **values)
    )


@dataclass(frozen=True)
class Token:
    """A piece of a condition: a sign, number, word or text, or the end, and the place of its first character."""

    kind: str
    text: str
    at: int


TOKEN = re.compile(
    r"""\s*(?:
    (?P<sign> <= | >= | == | != | [<>()+\-≤≥≠=] )
  | (?P<number> [0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)? | \.[0-9]+(?:[eE][+-]?[0-9]+)? )
  | (?P<word> x\.\w+ | [^\W\d]\w* | ∞ )
  | (?P<text> "[^"]*" | '[^']*' )
)""",
    re.VERBOSE,
)
SPELLINGS = {"≤": "<=", "≥": ">=", "≠": "!=", "=": "==", "α": "alpha", "β": "beta", "∞": "inf"}


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a condition, and an end; raise InputError for a character that no condition has."""
    at = 0
    while found := TOKEN.match(text, at):
        kind = found.lastgroup or ""
        yield Token(kind, SPELLINGS.get(found[kind], found[kind]), found.start(kind))
        at = found.end()
    unread = text[at:].lstrip()
    if unread:
        raise condition_error(len(text) - len(unread), "{found} cannot stand in a condition", found=unread[0])
    yield Token("end", "", len(text))


class Parser:
    """Recursive descent, one method for each level of precedence."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.token = next(self.tokens)
        self.depth = 0

    def next(self) -> Token:
        """Return the token and go on to the next one."""
        token = self.token
        if token.kind != "end":
            self.token = next(self.tokens)
        return token

    def takes(self, text: str) -> bool:
        """Go on if the token is a certain sign or word; return whether it was."""
        if self.token.kind == "text" or self.token.text != text:
            return False
        self.next()
        return True

    def needs(self, what: Message, part: Part) -> Part:
        """Return a part that must be of a kind; of a further fact that is made the kind; raise InputError otherwise."""
        if part.what is FACT and isinstance(part, Leaf) and what in (NUMBER, TRUTH):
            return replace(part, what=what)
        if part.what is not what:
            raise condition_error(part.at, "this is {found}, and {needed} is needed", found=part.what, needed=what)
        return part

    def either(self) -> Part:
        """Parse conditions joined by `or`."""
        return self.chain(TRUTH, self.both, {"or": np.logical_or})

    def both(self) -> Part:
        """Parse conditions joined by `and`."""
        return self.chain(TRUTH, self.negated, {"and": np.logical_and})

    def sum(self) -> Part:
        """Parse numbers joined by + and -."""
        return self.chain(NUMBER, self.simple, {"+": np.add, "-": np.subtract})

    def chain(self, what: Message, part: Callable[[], Part], operations: dict[str, Callable[..., Any]]) -> Part:
        """Parse parts of one kind with operations between them, left-associative."""
        left = part()
        while self.token.kind != "text" and self.token.text in operations:
            operation = operations[self.next().text]
            left = Joined(what, operation, self.needs(what, left), self.needs(what, part()), left.at)
        return left

    def negated(self) -> Part:
        """Parse a comparison or word, or the negation of one."""
        at = self.token.at
        if not self.takes("not"):
            return self.comparison()
        with_depth = self.deeper(self.negated)
        return Joined(TRUTH, np.logical_not, self.needs(TRUTH, with_depth), None, at)

    def deeper(self, part: Callable[[], Part]) -> Part:
        """Parse a nested part; raise InputError where conditions are nested too deeply."""
        if self.depth == MAX_DEPTH:
            raise condition_error(self.token.at, "the condition is nested too deeply")
        self.depth += 1
        inner = part()
        self.depth -= 1
        return inner

    def comparison(self) -> Part:
        """Parse two numbers, or a name and a text, with a comparison between; or a part alone."""
        left = self.sum()
        if self.token.kind != "sign" or self.token.text not in COMPARISONS_BY_SIGN:
            return left
        sign = self.next()
        right = self.sum()
        if all(part.what in (NUMBER, FACT) for part in (left, right)):
            left, right = self.needs(NUMBER, left), self.needs(NUMBER, right)
            return Joined(TRUTH, COMPARISONS_BY_SIGN[sign.text], left, right, left.at)
        name, text = (right, left) if left.what is TEXT else (left, right)
        if name.what not in (NAME, FACT) or text.what is not TEXT or sign.text not in ("==", "!="):
            raise condition_error(
                sign.at,
                "{left} and {right} cannot be compared by {sign}",
                left=left.what,
                sign=sign.text,
                right=right.what,
            )
        assert isinstance(name, Leaf)
        assert isinstance(text, Leaf)
        return Named(TRUTH, name.text, text.text, sign.text == "==", left.at)

    def simple(self) -> Part:
        """Parse a number, a word, a text, or what stands in parentheses."""
        token = self.next()
        if token.text == "(" and token.kind == "sign":
            inner = self.deeper(self.either)
            if not self.takes(")"):
                raise condition_error(self.token.at, "a closing parenthesis is missing")
            return inner
        if token.text == "-" and token.kind == "sign":
            return Joined(NUMBER, np.negative, self.needs(NUMBER, self.deeper(self.simple)), None, token.at)
        if token.kind == "text":
            return Leaf(TEXT, token.text[1:-1], token.at)
        for what, words in ((NUMBER, NUMBER_FACTS), (TRUTH, TRUTH_FACTS), (NAME, NAME_FACTS)):
            if token.kind == "word" and token.text in words:
                return Leaf(what, token.text, token.at)
        if token.kind == "word" and token.text.startswith(PREFIX):
            return Leaf(FACT, token.text, token.at)
        if token.kind == "number":
            return Leaf(NUMBER, token.text, token.at)
        if token.kind == "end":
            raise condition_error(token.at, "the condition is not finished")
        known = ", ".join([*NUMBER_FACTS, *TRUTH_FACTS, *NAME_FACTS, f"{PREFIX}…"])
        raise condition_error(
            token.at, "{found} is not known in conditions; the words are {words}", found=token.text, words=known
        )
