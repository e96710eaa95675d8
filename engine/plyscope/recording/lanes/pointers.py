"""What numba must know of a state in memory: a pointer whose type knows how many numbers it points at.

Passing an array costs ten times as much as passing a pointer, and a search passes its state with every call.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, overload, register_model

HEADER = 32
"""Numbers that stand in front of a state."""
NUMBERS = types.CPointer(types.int64)


class StateType(types.Type):
    """A state of so many numbers."""

    def __init__(self, length: int) -> None:
        self.length = length
        super().__init__(name=f"State({length})")


@register_model(StateType)
class StateModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: StateType) -> None:
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


def is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


@infer_global(operator.getitem)
class ItemOfState(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        is_item = len(args) == 2 and isinstance(args[0], StateType) and is_whole(args[1])
        return signature(types.int64, args[0], types.int64) if is_item else None


@infer_global(operator.setitem)
class SetItemOfState(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        is_item = len(args) == 3 and isinstance(args[0], StateType) and is_whole(args[1]) and is_whole(args[2])
        return signature(types.none, args[0], types.int64, types.int64) if is_item else None


def place_of(context: Any, builder: Any, length: int, state: Any, index: Any) -> Any:
    """The address of an item; a negative index counts from the end, one outside raises IndexError."""
    is_negative = builder.icmp_signed("<", index, index.type(0))
    index = builder.select(is_negative, builder.add(index, index.type(length)), index)
    with builder.if_then(builder.icmp_unsigned(">=", index, index.type(length)), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("list index out of range",))
    return builder.gep(state, [index])


@lower_builtin(operator.getitem, StateType, types.int64)
def item_of_state(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(place_of(context, builder, sig.args[0].length, *args))


@lower_builtin(operator.setitem, StateType, types.int64, types.int64)
def set_item_of_state(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    state, index, value = args
    builder.store(value, place_of(context, builder, sig.args[0].length, state, index))
    return context.get_dummy_value()


@overload(len)
def length_of_state(state: Any) -> Any:
    if isinstance(state, StateType):
        known = state.length

        def length(state: Any) -> Any:
            return known

        return length
    return None


def state_at(kind: StateType) -> Any:
    """A function that makes a state of an address."""

    @intrinsic
    def at(typing: Any, where: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), generate

    return at


@intrinsic
def numbers_at(typing: Any, where: Any) -> Any:
    """A pointer to numbers at an address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(NUMBERS))

    return NUMBERS(types.int64), generate


@intrinsic
def floats_at(typing: Any, where: Any) -> Any:
    """A pointer to floats at an address."""
    floats = types.CPointer(types.float64)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(floats))

    return floats(types.int64), generate


@intrinsic
def header(typing: Any, state: Any) -> Any:
    """The numbers in front of a state."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [ir.IntType(64)(-HEADER)])

    return NUMBERS(state), generate


def storing(kind: Any, *, is_float: bool = False) -> Any:
    """A function that stores a value of a kind in the array at an address."""

    @intrinsic
    def store(typing: Any, where: Any, index: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            stored = context.get_value_type(kind)
            value = args[2]
            if not is_float and stored.width < 64:
                value = builder.trunc(value, stored)
            builder.store(value, builder.gep(builder.inttoptr(args[0], stored.as_pointer()), [args[1]]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.float64 if is_float else types.int64), generate

    return store


store_1, store_2, store_4 = storing(types.int8), storing(types.int16), storing(types.int32)
store_float = storing(types.float64, is_float=True)

USED = ("header", "numbers_at", "floats_at", "store_1", "store_2", "store_4", "store_float")
"""What the wrappers of a compiled search call."""
