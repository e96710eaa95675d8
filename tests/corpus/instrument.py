"""Watches a program of the corpus by `sys.settrace`: its calls, their windows, and how often each guard came true.

Nothing is rewritten and nothing of the program is called: expressions of names, attributes and items are evaluated
in the frame that stands at a line.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FrameType
from typing import Any

from tests.corpus.catalogue import GUARDS, Function, Program

FOLLOWED = ("alpha", "beta", "best")
MAX_CALLS = 5_000


class TooLong(BaseException):
    """The run makes more calls than any program of the corpus does."""


@dataclass
class Seen:
    """What one run did."""

    result: Any = None
    """What `run` returned, or the name of the exception that ended it."""
    calls: list[tuple[str, Any, Any]] = field(default_factory=list)
    """Of each call of a search: the function, alpha and beta as it received them."""
    callers: list[int] = field(default_factory=list)
    """Of each call the call that was running, or -1."""
    returns: list[tuple[int, Any]] = field(default_factory=list)
    """In the order of time: which call (counted from 0) returned what."""
    exits: Counter[int] = field(default_factory=Counter)
    """How often the guard of a line came true, and the exit ran."""
    moved: list[tuple[int, int, str, Any]] = field(default_factory=list)
    """The call, the line before which it is seen, the role, and the value that it has from then on.

    Each call begins with the values that it received.
    """

    def count(self, program: Program, kind: str) -> int:
        """How often guards of a kind came true: `cut`, `early` or `own`."""
        return sum(self.exits[line] for line in program.marked(kind))


Node = ast.If | ast.While | ast.match_case | ast.Call


@dataclass(frozen=True)
class Guard:
    """A marked line, and how to tell that its exit ran."""

    node: Node
    """A call is one of `any`, `all` or `next` with a generator expression, which it leaves at a value."""
    loop: range
    """The lines of the loop that it leaves."""
    operands: tuple[CodeType, ...] = ()
    """Where several conditions are joined: these, of which the first that decides must be one that reads a bound."""
    reads_bound: tuple[bool, ...] = ()

    def is_decided_by_bound(self, frame: FrameType) -> bool:
        """Whether, of joined conditions, one that reads a bound decides: the first to be true, or false for `while`."""
        deciding = not isinstance(self.node, ast.While)
        for operand, reads_bound in zip(self.operands, self.reads_bound, strict=True):
            if bool(eval(operand, frame.f_globals, frame.f_locals)) is deciding:
                return reads_bound
        return not self.operands and deciding

    def exit_ran(self, event: str, line: int) -> bool:
        """Whether the exit of an `if` or a `case` ran, told by what its frame does next."""
        assert isinstance(self.node, ast.If | ast.match_case)
        body = self.node.body
        if body[0].lineno > guard_line(self.node):
            return event == "line" and body[0].lineno <= line <= (body[-1].end_lineno or 0)
        if isinstance(body[0], ast.Return):
            return event == "return" and line == body[0].lineno
        return event == "return" or line not in self.loop

    def is_left_at(self, value: object) -> bool:
        """Whether `any`, `all` or `next` is content with a value of its generator; None is its end."""
        name = self.node.func.id if isinstance(self.node, ast.Call) and isinstance(self.node.func, ast.Name) else ""
        return value is not None and (name == "next" or bool(value) is (name == "any"))


def is_left_early(node: ast.AST) -> bool:
    """Whether it is a call that may leave a generator expression before its end."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("any", "all", "next")
        and isinstance(node.args[0], ast.GeneratorExp)
    )


def guard_line(node: ast.AST) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else getattr(node, "lineno", 0)


def nodes_in_loops(node: ast.AST, loop: range = range(0)) -> Iterator[tuple[ast.AST, range]]:
    """Each node with the lines of the innermost loop round it."""
    for child in ast.iter_child_nodes(node):
        yield child, loop
        inner = loop
        if isinstance(child, ast.For | ast.While):
            inner = range(child.lineno, (child.body[-1].end_lineno or 0) + 1)
        yield from nodes_in_loops(child, inner)


@cache
def guards_of(program: Program) -> dict[int, Guard]:
    """The marked guards of a program by their lines."""
    bounds = {text for roles in program.roles.values() for role, text in roles.items() if role in ("alpha", "beta")}
    found: dict[int, Guard] = {}
    for node, loop in nodes_in_loops(program.tree):
        line = guard_line(node)
        if line not in program.marked(*GUARDS) or line in found:
            continue
        if isinstance(node, ast.If | ast.While | ast.match_case):
            test = node.guard if isinstance(node, ast.match_case) else node.test
            joins = ast.And if isinstance(node, ast.While) else ast.Or
            parts = [node.test] if isinstance(node, ast.While) else []
            if isinstance(test, ast.BoolOp) and isinstance(test.op, joins):
                parts = test.values
            operands = tuple(compile(ast.Expression(part), "<guard>", "eval") for part in parts)
            reads = tuple(any(ast.unparse(inner) in bounds for inner in ast.walk(part)) for part in parts)
            found[line] = Guard(node, loop, operands, reads)
        elif isinstance(node, ast.Call) and is_left_early(node):
            found[line] = Guard(node, loop)
    assert found.keys() == {*program.marked(*GUARDS)}, f"{program.name}: a marked line has no guard"
    return found


@cache
def role_codes(program: Program) -> dict[str, dict[str, CodeType]]:
    return {
        name: {role: compile(text, "<role>", "eval") for role, text in roles.items() if role in FOLLOWED}
        for name, roles in program.roles.items()
    }


def first_line(function: Function) -> int:
    """Where Python says that a function begins: at its first decorator."""
    return min([function.lineno, *(node.lineno for node in getattr(function, "decorator_list", ()))])


class Watch:
    """The trace function of one run."""

    def __init__(self, program: Program, follows_values: bool) -> None:
        self.file = str(program.path)
        guards = guards_of(program)
        self.guards = {line: guard for line, guard in guards.items() if not isinstance(guard.node, ast.Call)}
        self.generators = {line: guard for line, guard in guards.items() if isinstance(guard.node, ast.Call)}
        self.roles = role_codes(program)
        self.lines = {first_line(function): name for name, function in program.functions}
        self.follows_values = follows_values
        self.seen = Seen()
        self.running = [-1]

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if code.co_filename != self.file:
            return None
        name = self.lines.get(code.co_firstlineno, "")
        if code.co_name in (name, "<lambda>") and name:
            return self.follow_call(name, frame)
        if code.co_name == "<genexpr>" and code.co_firstlineno in self.generators:
            return self.follow_generator
        return None

    def follow_call(self, name: str, frame: FrameType) -> Any:
        """Note a call and its window, and give what follows its frame."""
        number = len(self.seen.calls)
        if number >= MAX_CALLS:
            raise TooLong
        values = self.values(name, frame)
        self.seen.calls.append((name, values.get("alpha"), values.get("beta")))
        self.seen.callers.append(self.running[-1])
        self.running.append(number)
        pending: Guard | None = None
        at = 0
        values = {}

        def follow(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal pending, at, values
            if pending is not None and event != "exception" and pending.exit_ran(event, frame.f_lineno):
                self.seen.exits[at] += 1
            pending = None
            if event == "return":
                self.seen.returns.append((number, arg))
                self.running.pop()
            elif event == "line":
                if self.follows_values:
                    now = self.values(name, frame)
                    changed = {
                        role: value for role, value in now.items() if role not in values or values[role] != value
                    }
                    self.seen.moved += [(number, frame.f_lineno, role, value) for role, value in changed.items()]
                    values = now
                guard = self.guards.get(frame.f_lineno)
                if guard is not None:
                    decided = guard.is_decided_by_bound(frame)
                    if isinstance(guard.node, ast.While):
                        self.seen.exits[frame.f_lineno] += decided
                    elif decided:
                        pending, at = guard, frame.f_lineno
            return follow

        return follow

    def follow_generator(self, frame: FrameType, event: str, arg: object) -> Any:
        line = frame.f_code.co_firstlineno
        if event == "return":
            self.seen.exits[line] += self.generators[line].is_left_at(arg)
        return self.follow_generator

    def values(self, name: str, frame: FrameType) -> dict[str, Any]:
        found = {}
        for role, code in self.roles[name].items():
            try:
                found[role] = eval(code, frame.f_globals, frame.f_locals)
            except (NameError, AttributeError, LookupError, TypeError):
                continue
        return found


def observe(program: Program, number: int, text: str | None = None, follows_values: bool = False) -> Seen:
    """Run a program on its position of this number; `text` stands in for the program's own.

    With `follows_values`, the changes of alpha, beta and best are noted at each line.
    """
    names = program.start(text)
    watch = Watch(program, follows_values)
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        watch.seen.result = names["run"](names["POSITIONS"][number])
    except (Exception, TooLong) as error:
        watch.seen.result = type(error).__name__
    finally:
        sys.settrace(before)
    return watch.seen
