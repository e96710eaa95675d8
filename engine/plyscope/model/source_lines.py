"""Which line of a search's text a step belongs to, from the text's syntax tree.

Entering a frame is at the `def` of its function, leaving it at the `return` that fits how it ended, and
being back with a child's value at the call that searched it. Where the text treats MAX and MIN apart, the
frame's kind says which branch; where it calls itself several times, the child's place among the calls does.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from typing import NamedTuple

from plyscope.model.columns import HORIZON, LEAVES, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE, Calls, Search

PLAY, PASS_TURN = "play", "pass_turn"
AFTERWARDS = {PLAY: PLAY, PASS_TURN: PASS_TURN, "undo": "", "undo_pass": ""}
"""Functions of the text -> what the last of their calls leaves on the board: a move, a passed turn, or neither."""
EVERY_KIND = frozenset({MAX, MIN, NO_SIDE, CHANCE})


class Line(NamedTuple):
    """A line of the text, and the kinds of frames that can reach it."""

    number: int
    kinds: frozenset[int] = EVERY_KIND
    tests: str = ""
    """The condition of the `if` that a return stands in; empty elsewhere."""
    returned: str = ""
    """The expression of a return, as it is written."""
    after: str = ""
    """Of a recursive call what is on the board: `play` for a move, `pass_turn`, or neither."""


@dataclass
class FunctionLines:
    """The lines of one function that matter for stepping."""

    definition: int
    returns: list[Line] = field(default_factory=list)
    recursive_calls: list[Line] = field(default_factory=list)
    done: str = ""
    """While the text is read: whether `play` or `pass_turn` came last, or neither, since it was taken back."""

    @property
    def early_returns(self) -> list[Line]:
        """The returns before the first recursive call."""
        first = min((line.number for line in self.recursive_calls), default=None)
        return [line for line in self.returns if first is None or line.number < first]

    @property
    def last_returns(self) -> list[Line]:
        """The returns after the first call for a move."""
        first = min((line.number for line in self.recursive_calls if line.after == PLAY), default=0)
        return [line for line in self.returns if line not in self.early_returns and line.number >= first]

    @property
    def returns_before_moves(self) -> list[Line]:
        """The returns after a call without a move, before the first call for one."""
        return [line for line in self.returns if line not in (*self.early_returns, *self.last_returns)]


class CallSite(NamedTuple):
    """The properties that tell apart the recursive calls in a function of a search."""

    is_first: bool
    """Whether it is for the first move of its frame, or its first call without a move."""
    is_again: bool = False
    is_deeper_again: bool = False
    """Whether the move was searched before, and with less depth."""
    after: str = PLAY
    """`play`, `pass_turn`, or nothing where it is for no move."""


@lru_cache(maxsize=4)
def text_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a program as Python counts them: a form feed and Unicode's separators do not end one."""
    return tuple(line.removesuffix("\n") for line in StringIO(text, newline=None))


class SourceLines:
    """The text of one search, and where in it each step is. Where there is no text, all steps are at line 0."""

    def __init__(self, text: str, search: Search) -> None:
        self.lines = text_lines(text)
        if search.is_imported:
            nowhere = FunctionLines(0, [Line(0)], [Line(0)])
            self.functions = {calls.function: nowhere for calls in search.calls}
            return
        names = {calls.function: calls for calls in search.calls}
        self.functions = {
            node.name: read_function(node, names[node.name], names)
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef) and node.name in names
        }
        for calls in search.calls:
            if not self.functions[calls.function].returns:
                raise ValueError(f"{calls.function} returns nothing")

    @property
    def with_steps(self) -> frozenset[int]:
        """The lines that a step can belong to."""
        found = self.functions.values() if self.lines else ()
        inner = [line.number for one in found for line in (*one.returns, *one.recursive_calls)]
        return frozenset([*(one.definition for one in found), *inner])

    def of_enter(self, function: str) -> int:
        """Return the line of a function's `def`."""
        return self.functions[function].definition

    def of_leave(
        self, function: str, kind: int, status: int, returned: str = "", *, has_tried_none: bool = False
    ) -> int:
        """Return the line of the return by which a frame of this status left, of several that which has `returned`."""
        found = self.functions[function]
        if has_tried_none and status not in LEAVES and found.returns_before_moves:
            return first_for(kind, found.returns_before_moves)
        if status not in LEAVES:
            fitting = [line for line in found.last_returns if line.returned == returned]
            return first_for(kind, fitting or found.last_returns)
        tests = {TERMINAL: ("is_over",), HORIZON: ("depth",)}.get(status, ())
        early = (
            [line for line in found.early_returns if stands_in_test_about(line, tests)]
            or found.early_returns
            or found.returns
        )
        return first_for(kind, early)

    def of_standing(self, function: str, kind: int, *, is_cut: bool) -> int:
        """Return the line of the return of a frame that stands pat: before its loop where that cuts, else after it."""
        found = self.functions[function]
        early = [line for line in found.early_returns if is_cut and stands_in_test_about(line, ())]
        return first_for(kind, early or found.last_returns)

    def of_call(self, function: str, kind: int, site: CallSite) -> int:
        """Return the line of the call that searches a child: the first one, another, or one searched again."""
        every = [line for line in self.functions[function].recursive_calls if kind in line.kinds]
        calls = [line for line in every if line.after == site.after] or every
        if len(calls) == 1 or site.is_first:
            return calls[0].number
        if site.is_deeper_again and len(calls) > 3:
            return calls[-2].number
        return calls[-1 if site.is_again else 1].number


def stands_in_test_about(line: Line, words: tuple[str, ...]) -> bool:
    """Whether a return stands in a test with one of the words; without words, in one that is about no leaf."""
    return any(word in line.tests for word in words or ("is_over", "depth")) is bool(words)


def first_for(kind: int, lines: list[Line]) -> int:
    """Return the first line that frames of a kind can reach."""
    return next(line.number for line in lines if kind in line.kinds)


def read_function(function: ast.FunctionDef, calls: Calls, names: dict[str, Calls]) -> FunctionLines:
    """Return the lines of a function that matter for stepping, from its syntax tree."""
    found = FunctionLines(function.lineno)
    read_statements(function.body, frozenset({MAX, MIN, CHANCE}), "", calls, names, found)
    return found


def read_statements(
    statements: list[ast.stmt],
    kinds: frozenset[int],
    test: str,
    calls: Calls,
    names: dict[str, Calls],
    found: FunctionLines,
) -> None:
    """Collect the returns and recursive calls of statements, branch by branch."""
    for statement in statements:
        bodies = [getattr(statement, name, []) for name in ("body", "orelse")]
        if isinstance(statement, ast.Return):
            written = "" if statement.value is None else ast.unparse(statement.value)
            found.returns.append(Line(statement.lineno, kinds, test, written))
        own = [statement] if not any(bodies) else []
        for node in (node for part in own for node in ast.walk(part)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            found.done = AFTERWARDS.get(node.func.id, found.done)
            if node.func.id in names:
                found.recursive_calls.append(Line(node.lineno, kinds, after=found.done))
        test_here = statement.test if isinstance(statement, ast.If) else None
        if isinstance(test_here, ast.Name) and test_here.id == calls.side:
            read_statements(bodies[0], frozenset({MAX}), test, calls, names, found)
            read_statements(bodies[1], frozenset({MIN}), test, calls, names, found)
            if ends_with_return(bodies[0]):
                kinds = frozenset({MIN})
        elif is_about_chance(test_here):
            read_statements(bodies[0], frozenset({CHANCE}), test, calls, names, found)
            kinds -= {CHANCE}
        else:
            inner = test if test_here is None else ast.unparse(test_here)
            read_statements(bodies[0], kinds, inner, calls, names, found)
            read_statements(bodies[1], kinds, test, calls, names, found)


def is_about_chance(test: ast.expr | None) -> bool:
    """Whether an `if` asks if chance moves."""
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "is_chance"


def ends_with_return(statements: list[ast.stmt]) -> bool:
    """Whether the last of some statements is a return."""
    return bool(statements) and isinstance(statements[-1], ast.Return)
