"""What numba computes otherwise than Python is checked, or refused: a search is compiled exactly, or not at all.

An int of Python grows as it must, and one of a compiler has 64 bits. A table of Python is a sequence, and one of numba
adds item by item. So the functions of a program are compiled with two passes more: one puts checked operators in place
of those that make ints larger, one refuses what means something else. What shows while a search runs ends it with an
exception. Ints up to `LARGEST` leave two bits to the operators that need no check, such as `-` and `//`, before a float
would no longer hold them exactly.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from math import isfinite, isinf, isnan
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba import njit, types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.untyped_passes import InlineClosureLikes
from numba.extending import lower_builtin, overload

from plyscope.model.columns import MAX_MOVE
from plyscope.recording.lanes.program import LARGEST, OF_FLOATS

BITS = 64
TOO_LARGE = "an int is too large for a compiled search"

Lowering = Callable[[Any, Any, Any], tuple[Any, Any]]


def is_int(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


# Operators


def is_outside(builder: Any, number: Any) -> Any:
    """Whether a number is below -LARGEST or above LARGEST."""
    kind = llvm.IntType(BITS)
    return builder.icmp_unsigned(">", builder.add(number, kind(LARGEST)), kind(2 * LARGEST))


def added(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    result = builder.add(a, b)
    return result, is_outside(builder, result)


def subtracted(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    result = builder.sub(a, b)
    return result, is_outside(builder, result)


def multiplied(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    both = builder.smul_with_overflow(a, b)
    result = builder.extract_value(both, 0)
    return result, builder.or_(builder.extract_value(both, 1), is_outside(builder, result))


def shifted_right(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    kind = llvm.IntType(BITS)
    return builder.ashr(a, b), builder.icmp_unsigned(">=", b, kind(BITS))


def checked(raw: Callable[[Any, Any], Any], lower: Lowering) -> Callable[[Any, Any], Any]:
    """The operator that is checked where it is given ints; not known of tables; otherwise as it is.

    `lower` gives the result and whether it cannot be used.
    """

    def exact(a: Any, b: Any) -> Any:
        return raw(a, b)

    class Exact(AbstractTemplate):  # type: ignore[misc]
        key = exact

        def generic(self, args: Any, kws: Any) -> Any:
            if any(isinstance(one, types.Array) for one in args):
                return None
            if all(map(is_int, args)):
                return signature(types.int64, types.int64, types.int64)
            return self.context.resolve_function_type(raw, args, kws)

    def of_ints(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result, is_wrong = lower(builder, *args)
        with builder.if_then(is_wrong, likely=False):
            context.call_conv.return_user_exc(builder, OverflowError, (TOO_LARGE,))
        return result

    def of_others(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.typing_context.resolve_value_type(raw)
        return context.get_function(kind, sig)(builder, args)

    infer_global(exact, types.Function(Exact))
    lower_builtin(exact, types.int64, types.int64)(of_ints)
    lower_builtin(exact, types.Any, types.Any)(of_others)
    return exact


OPERATORS: dict[Any, Any] = {
    operator.add: checked(operator.add, added),
    operator.sub: checked(operator.sub, subtracted),
    operator.mul: checked(operator.mul, multiplied),
    operator.rshift: checked(operator.rshift, shifted_right),
}
"""The operators that are not left as they are."""


# Functions


def in_range(number: float) -> int:
    """A float without a fraction, as an int."""
    if not -LARGEST <= number <= LARGEST:
        raise OverflowError(TOO_LARGE)
    return int(number)


def to_int(raw: Callable[[Any], Any], rounded: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function that makes an int of a number; `rounded` does that to a float and leaves a float."""
    whole = njit(in_range)

    def exact(number: Any) -> Any:
        return raw(number)

    def of_int(number: Any) -> Any:
        return int(number)

    def of_float(number: Any) -> Any:
        return whole(rounded(number))

    def chosen(number: Any) -> Any:
        return of_int if is_int(number) else of_float if isinstance(number, types.Float) else None

    overload(exact)(chosen)
    return exact


def total(numbers: Any) -> Any:
    return sum(numbers)


@overload(total)  # type: ignore[untyped-decorator]
def total_of(numbers: Any) -> Any:
    """The sum of ints. Python rounds that of floats in one way or another, by its version."""
    if not is_int(getattr(numbers, "dtype", None)) or getattr(numbers, "ndim", 1) != 1:
        return None
    plus = OPERATORS[operator.add]

    def added_up(numbers: Any) -> Any:
        result = 0
        for number in numbers:
            result = plus(result, number)
        return result

    return added_up


def as_move(move: Any) -> Any:
    return move


@overload(as_move)  # type: ignore[untyped-decorator]
def move_of(move: Any) -> Any:
    """A move as the columns hold it: an int, and of 32 bits."""
    if not is_int(move):
        return None

    def in_column(move: Any) -> Any:
        if not -MAX_MOVE <= move <= MAX_MOVE:
            raise OverflowError(TOO_LARGE)
        return move

    return in_column


def guarded(name: str) -> Any:
    """A function of `math` that raises ValueError where Python's raises an error and that of a compiler does not."""
    raw = getattr(math, name)

    def exact(number: Any) -> Any:
        result = raw(number)
        if (isnan(result) and not isnan(number)) or (isinf(result) and isfinite(number)):
            raise ValueError("math domain error")
        return result

    return njit(exact)


FUNCTIONS: dict[str, Any] = {
    "int": to_int(int, np.trunc),
    "round": to_int(round, np.rint),
    "floor": to_int(math.floor, np.floor),
    "ceil": to_int(math.ceil, np.ceil),
    "trunc": to_int(math.trunc, np.trunc),
    "sum": total,
    **{name: guarded(name) for name in OF_FLOATS},
}
"""What stands for functions that every Python has, where they are not left as they are."""


# Passes


@register_pass(mutates_CFG=False, analysis_only=False)
class CheckOperators(FunctionPass):  # type: ignore[misc]
    """Puts checked operators in place of others; refuses what is compiled without this pass, or sorted otherwise."""

    _name = "plyscope_check_operators"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            block.body = [one for statement in block.body for one in self.exact(block.scope, statement)]
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True

    def exact(self, scope: Any, statement: Any) -> Iterator[Any]:
        value = statement.value if isinstance(statement, ir.Assign) else None
        if isinstance(value, ir.Expr):
            refuse_unknown_order(value)
            raw = value.fn if value.op == "binop" else value.immutable_fn if value.op == "inplace_binop" else None
            function = OPERATORS.get(raw)
            if function is not None:
                name = scope.redefine("$exact", value.loc)
                yield ir.Assign(ir.Global(function.__name__, function, value.loc), name, value.loc)
                value = ir.Expr.call(name, (value.lhs, value.rhs), (), value.loc)
                statement = ir.Assign(value, statement.target, statement.loc)
        yield statement


def refuse_unknown_order(expression: Any) -> None:
    """Refuse what numba orders otherwise than Python, and functions that it would compile without these passes."""
    if expression.op == "make_function":
        raise TypingError("a function is defined within another one")
    if expression.op == "call" and "key" in dict(expression.kws):
        raise TypingError("it sorts by a key, which may put equal ones in another order")


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseOtherMeanings(FunctionPass):  # type: ignore[misc]
    """Refuses what a table does otherwise than a sequence of Python, and going through a set, whose order differs."""

    _name = "plyscope_refuse_other_meanings"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for expression, found in state.calltypes.items():
            kinds = getattr(found, "args", ())
            tables = [one for one in kinds if isinstance(one, types.Array)]
            if tables and is_other_than_python(expression, tables, state.typemap):
                raise TypingError("it computes with a whole table")
            if any(isinstance(one, types.Set) for one in kinds) and expression.op in ("getiter", "call"):
                raise TypingError("it goes through a set, whose order differs")
        return False


def is_other_than_python(expression: Any, tables: list[Any], kinds: Any) -> bool:
    operation = getattr(expression, "op", "")
    if operation in ("binop", "inplace_binop"):
        return expression.fn is not operator.contains or tables[0].ndim > 1
    called = kinds[expression.func.name] if operation == "call" else None
    return operation == "unary" or getattr(called, "typing_key", None) is bool


class ExactCompiler(CompilerBase):  # type: ignore[misc]
    """The compiler of numba with both passes."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(CheckOperators, InlineClosureLikes)
        manager.add_pass_after(RefuseOtherMeanings, NopythonTypeInference)
        manager.finalize()
        return [manager]
