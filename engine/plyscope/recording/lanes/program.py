"""A plan as data: the code objects that a search runs, and the numbers and tables they read. It can be pickled.

The very code that the interpreter runs is taken, of the search, the game and the scoring; nothing is written anew. Each
function comes with what its free names mean: other functions, numbers, tables, or functions that every Python has.
What such a program cannot hold, or what a compiler is known to compute otherwise, is refused, with the reason; what
shows in the types or while it runs is left to `exact`. Then the search is interpreted.
"""

from __future__ import annotations

import builtins
import dis
import marshal
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Windows
from plyscope.model.plan import Plan
from plyscope.search.binding import run_text
from plyscope.search.ordering import Ordered, best_first, by_keys, reverse, shuffle

LARGEST = 2**52
"""Ints some times as large are still exact as floats. Those of a program are not larger, nor may they become so."""
LARGEST_IN_CODE = 2**31
UNBOUNDED = ("<<", "**", "<<=", "**=")
"""Operators by which an int soon needs more than 64 bits."""
BUILTINS = {
    *("abs", "bool", "divmod", "enumerate", "filter", "float", "int", "isinstance", "len", "list", "map", "max", "min"),
    *("range", "round", "sorted", "sum", "tuple", "zip"),
}
OF_FLOATS = ("acos", "asin", "atan", "cos", "cosh", "exp", "fabs", "log", "log10", "sin", "sinh", "sqrt", "tan", "tanh")
MATH = {*OF_FLOATS, "ceil", "copysign", "floor", "gcd", "isfinite", "isinf", "isnan", "nextafter", "trunc"}
"""The functions of every Python that a compiler takes and that give the same there."""
STATE_NAMES = ("play", "undo", "moves", "is_over", "score")
ORDERS: Mapping[Callable[..., Any], str] = {by_keys: "keys", reverse: "reverse", shuffle: "random", best_first: "best"}


class NotCompilable(Exception):
    """A search cannot be compiled; `reason` is for people."""

    def __init__(self, pattern: str, /, **values: object) -> None:
        self.reason = Message(pattern, **values)
        super().__init__(str(self.reason))


@dataclass(frozen=True)
class Reference:
    """What a free name means."""

    kind: str
    """`function`, by its number; `role`, by its name; `number`, `table`, `builtin` or `math`."""
    value: Any


@dataclass(frozen=True)
class Function:
    """A function: its code object, as bytes, and what its free names mean."""

    name: str
    code: bytes
    names: Mapping[str, Reference]
    closure: tuple[tuple[str, Reference], ...] = ()
    defaults: tuple[Any, ...] | None = None


@dataclass
class Program:
    """Everything that a compiler needs to run a plan."""

    calls: tuple[Calls, ...]
    root: str
    arguments: tuple[Any, ...]
    """What the root is called with, without the state."""
    state: tuple[int, ...]
    has_window: bool
    moves_unplayed: bool
    order: str
    """One of the values of `ORDERS`, or `given`."""
    keys: tuple[float, ...] = ()
    seed: int = 0
    max_side: int = 0
    functions: list[Function] = field(default_factory=list)
    roles: dict[str, int] = field(default_factory=dict)
    """The functions of the position: the names in a search -> the numbers of functions, and `to_move`."""
    bodies: dict[str, int] = field(default_factory=dict)
    """The search's own functions."""

    @property
    def code(self) -> object:
        """All but where it begins: programs that are equal in it are compiled once."""
        return comparable(vars(replace(self, state=(len(self.state),), arguments=())))


def comparable(value: Any) -> object:
    """A value as it can be compared, with its types: a compiler takes 1 and 1.0 for different numbers."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, Mapping):
        return tuple((name, comparable(one)) for name, one in sorted(value.items()))
    if isinstance(value, tuple | list):
        return tuple(map(comparable, value))
    if isinstance(value, Function):  # the same code can be different bytes
        return marshal.loads(value.code), comparable({**vars(value), "code": None})
    if isinstance(value, Reference):
        return comparable(vars(value))
    return type(value), value


def program_of(plan: Plan) -> Program:
    """The program of a plan; NotCompilable where it cannot be one."""
    search, order = plan.search, plan.names["moves"]
    rules = plan.position.game.rules
    if not rules.is_flat:
        raise NotCompilable("its states hold more than tells positions apart")
    refuse_search(search)
    if plan.begin is not None:
        raise NotCompilable("its order of moves is learned while it runs")
    if any(abs(number) > LARGEST_IN_CODE for number in plan.arguments[0]):
        raise NotCompilable("its states hold numbers above {largest}", largest=LARGEST_IN_CODE)
    program = Program(
        search.calls,
        plan.root,
        tuple(plan.arguments[1:]),
        tuple(plan.arguments[0]),
        search.windows is not Windows.NONE,
        search.moves_unplayed,
        "given",
    )
    if isinstance(order, Ordered):
        describe_order(order, program)
    collector = Collector(program)
    raw_moves = order.rules.moves if isinstance(order, Ordered) else order
    for name in STATE_NAMES:
        program.roles[name] = collector.add(raw_moves if name == "moves" else plan.names[name])
    if program.order == "best":
        program.roles["to_move"] = collector.add(rules.to_move)
    add_search(search, plan, collector)
    return program


def refuse_search(search: Search) -> None:
    """Refuse a search that is compiled for no position."""
    if search.simulates:
        raise NotCompilable("it keeps a tree that grows with every simulation")
    if search.takes_chance:
        raise NotCompilable("chance may move in it")
    if search.has_table:
        raise NotCompilable("it keeps a table of positions")
    if search.stands_pat:
        raise NotCompilable("it goes on with noisy moves below its horizon")
    if search.picks_moves:
        raise NotCompilable("it picks the moves that it tries by itself")
    if search.rounds is not None:
        raise NotCompilable("it searches the root's position in rounds")


def describe_order(order: Ordered, program: Program) -> None:
    program.order = ORDERS[order.by]
    program.seed, program.max_side = order.seed, order.max_side
    if order.keys is not None:
        if order.numbers is None:
            raise NotCompilable("the game does not say which numbers its moves can have")
        program.keys = tuple(float(order.keys(move)) for move in order.numbers)


def add_search(search: Search, plan: Plan, collector: Collector) -> None:
    """Add the functions of the search's text, in which the names of the position stand for its roles."""
    scope = run_text(search.text(plan.options), search.file, plan.names)
    frames = {calls.function for calls in search.calls}
    roles = {id(plan.names[name]): name for name in STATE_NAMES}
    for calls in search.calls:
        function = scope[calls.function]
        parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
        if not parameters or parameters[0] != "s":
            raise NotCompilable("{function} does not begin with the state", function=calls.function)
    for name, value in scope.items():
        if name in frames:
            collector.meanings[id(value)] = Reference("role", name)
        elif id(value) in roles:
            collector.meanings[id(value)] = Reference("role", roles[id(value)])
    fallback = plan.names.get("fallback")
    if fallback is not None:
        # A brain asks for it once, in the root.
        collector.meanings[id(fallback)] = Reference("fallback", plan.fallback_move)
    for name in frames:
        collector.program.bodies[name] = collector.add(scope[name], is_body=True)


class Collector:
    """Collects functions with everything they name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: dict[int, int] = {}
        self.meanings: dict[int, Reference] = {}
        """By identity, what stands for something else where the search's text names it."""
        self.kept: list[object] = []
        """So that no identity is given twice."""

    def add(self, function: object, *, is_body: bool = False) -> int:
        """The number of a function, which is collected once."""
        if not isinstance(function, FunctionType):
            raise NotCompilable("{name} is no plain function", name=type(function).__name__)
        if id(function) not in self.numbers:
            self.kept.append(function)
            number = self.numbers[id(function)] = len(self.program.functions)
            self.program.functions.append(Function(function.__name__, b"", {}))
            code = function.__code__
            refuse_unbounded(function.__name__, code)
            names = {name: self.meaning(function, name, is_body) for name in global_names(code)}
            cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
            closure = tuple((name, self.reference(name, cell.cell_contents, is_body)) for name, cell in cells)
            self.program.functions[number] = Function(
                function.__name__, marshal.dumps(code), names, closure, function.__defaults__
            )
        return self.numbers[id(function)]

    def meaning(self, function: FunctionType, name: str, is_body: bool) -> Reference:
        if name in function.__globals__:
            return self.reference(name, function.__globals__[name], is_body)
        if is_known(builtins, name):
            return Reference("builtin", name)
        if hasattr(builtins, name):
            raise NotCompilable("{function} uses {name}, which is not compiled", function=function.__name__, name=name)
        raise NotCompilable("{function} uses {name}, which is not defined", function=function.__name__, name=name)

    def reference(self, name: str, value: object, is_body: bool) -> Reference:
        if is_body and id(value) in self.meanings:
            return self.meanings[id(value)]
        if isinstance(value, FunctionType):
            return Reference("function", self.add(value, is_body=is_body))
        if isinstance(value, bool | int | float):
            return Reference("number", checked_number(name, value))
        known_as = str(getattr(value, "__name__", ""))
        for kind, module in (("math", math), ("builtin", builtins)):
            if value is not None and getattr(module, known_as, None) is value and is_known(module, known_as):
                return Reference(kind, known_as)
        if isinstance(value, tuple | list):
            return Reference("table", checked_table(name, value))
        raise NotCompilable("it uses {name}, which is neither a number nor a table nor a function", name=name)


def is_known(module: ModuleType, name: str) -> bool:
    """Whether a function of a module, or an exception, is the same when it is compiled."""
    value = getattr(module, name, None)
    is_error = isinstance(value, type) and issubclass(value, Exception)
    return is_error or name in (BUILTINS if module is builtins else MATH)


def global_names(code: CodeType) -> Iterator[str]:
    """The names that a function looks up outside itself, those of the functions within it too."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def refuse_unbounded(name: str, code: CodeType) -> None:
    """Refuse code that could compute with ints of more than 64 bits: the interpreter does, a compiler does not."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "BINARY_OP" and instruction.argrepr in UNBOUNDED:
            raise NotCompilable(
                "{name} uses {operator}, which makes large numbers", name=name, operator=instruction.argrepr
            )
    for constant in code.co_consts:
        if largest_int(constant) > LARGEST_IN_CODE:
            raise NotCompilable("{name} uses numbers above {largest}", name=name, largest=LARGEST_IN_CODE)
        if isinstance(constant, CodeType):
            refuse_unbounded(name, constant)


def checked_number(name: str, value: float) -> float:
    if isinstance(value, int) and abs(value) > LARGEST_IN_CODE:
        raise NotCompilable("{name} is above {largest}", name=name, largest=LARGEST_IN_CODE)
    return value


def checked_table(name: str, value: Sequence[Any]) -> Any:
    """A table as an array, whose rows must be equally long, of ints or of floats."""
    try:
        exact = np.array(value)
        table = exact.astype(np.int64 if exact.dtype.kind in "biu" or exact.size == 0 else np.float64)
    except (ValueError, TypeError, OverflowError):
        raise NotCompilable("{name} is no table of numbers with rows equally long", name=name) from None
    if exact.dtype.kind not in "biuf":
        raise NotCompilable("{name} is no table of numbers", name=name)
    if largest_int(value) > LARGEST:
        raise NotCompilable("{name} holds numbers above {largest}", name=name, largest=LARGEST)
    return table


def largest_int(value: Any) -> int:
    """The size of the largest int in a value or a table; 0 where there is none."""
    if isinstance(value, tuple | list | frozenset):
        return max(map(largest_int, value), default=0)
    return abs(value) if isinstance(value, int) else 0
