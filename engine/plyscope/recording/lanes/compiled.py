"""The compiled lane: a program run by numba, which writes the same columns as the recorder.

The code objects are those that the interpreter runs. As in the recorder, only `play`, `moves` and the calls of the
search are wrapped: the wrapper of a call writes the frame's row. State and recorder travel as one pointer. It points
at the state; in front of it lies the header, which holds counters, the addresses of the columns, and the number of
frames at which Python is asked whether to go on. That check is also what lets numba tell the type of a recursion.

Indices of states are checked against the state's length and may be negative, as in Python; those of tables too. What
the interpreter answers by an exception ends the run with one. Nothing is kept on disk.
"""

from __future__ import annotations

import builtins
import ctypes
import marshal
import math
from collections.abc import Callable
from math import nan
from threading import Thread, stack_size
from types import CellType, FunctionType
from typing import Any

import numpy as np
from numba import njit
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from plyscope.model.columns import COLUMNS, HORIZON, INNER, MAX_SKIPPED, OPEN, TERMINAL
from plyscope.model.declaration import Calls, Value
from plyscope.recording.lanes import arrangement, pointers
from plyscope.recording.lanes.exact import FUNCTIONS, ExactCompiler, as_move
from plyscope.recording.lanes.memory import GrowingColumns
from plyscope.recording.lanes.program import Function, Program, Reference

__all__ = ["CompiledSearch", "NumbaError"]

COUNT, NEXT, STOP, PARENT, PLY, MOVE, LEFT, TOP, ARENA, KEYS = range(10)
PLACES = dict(
    zip(["COUNT", "NEXT", "STOP", "PARENT", "PLY", "MOVE", "LEFT", "TOP", "ARENA", "KEYS"], range(10), strict=True)
)
"""Places in the header, by the names that the wrappers call them."""
FIRST_COLUMN = 16
"""Where the addresses of the columns stand in the header, in their order."""
CHECK_EVERY = 1 << 16
"""Frames between two questions whether to go on."""
ARENA_SIZE = 1 << 21
"""Room for the moves of all open frames, and for sorting those of one."""
MAX_PLY = 5_000
"""The interpreter does not go deeper either."""
STACK_BYTES = 128 << 20

Check = Callable[[int], bool]
"""Called with the number of frames; False ends the search."""

CALL = """
def call({parameters}):
    r = header(s)
    me = r[COUNT]
    if me >= r[NEXT]:
        check(me)
        if r[STOP] == 1:
            raise Stopped
        if r[STOP] == 2:
            return {nothing}
    ply, parent, move, left, top = r[PLY], r[PARENT], r[MOVE], r[LEFT], r[TOP]
    if ply > MAX_PLY:
        raise RecursionError
    r[COUNT] = me + 1
    store_4(r[PARENT_COLUMN], me, parent)
    store_4(r[MOVE_COLUMN], me, move)
    store_2(r[PLY_COLUMN], me, ply)
    store_1(r[KIND_COLUMN], me, {kind})
    store_float(r[ALPHA_COLUMN], me, float({alpha}) + 0.0)
    store_float(r[BETA_COLUMN], me, float({beta}) + 0.0)
    r[PARENT] = me
    r[PLY] = ply + 1
    returned = body({parameters})
    size = r[COUNT] - me
    store_4(r[SIZE_COLUMN], me, size)
    store_float(r[VALUE_COLUMN], me, float({value}) + 0.0)
    if size == 1:
        store_1(r[STATUS_COLUMN], me, TERMINAL if is_over(s) else HORIZON)
        store_2(r[SKIPPED_COLUMN], me, 0)
    else:
        if r[LEFT] > MAX_SKIPPED:
            raise OverflowError
        store_1(r[STATUS_COLUMN], me, INNER)
        store_2(r[SKIPPED_COLUMN], me, r[LEFT])
    r[PARENT], r[PLY], r[MOVE], r[LEFT], r[TOP] = parent, ply, move, left, top
    return {returned}
"""
"""The wrapper of a function whose calls are frames. `{nothing}` is never returned: it has the type of an answer."""

PLAY = """
def play(s, move):
    header(s)[MOVE] = move
    raw_play(s, move)
"""

MOVES = """
def moves(s):
    start = header(s)[TOP]
    end = start
    for move in raw_moves(s):
        if 2 * end - start > ARENA_SIZE - 8:
            raise MemoryError
        numbers_at(header(s)[ARENA])[end] = as_move(move)
        end += 1
    arrange(s, start, end)
    header(s)[TOP] = end
    header(s)[LEFT] = {all_left}
    for place in range(start, end):
        move = numbers_at(header(s)[ARENA])[place]
        {each}
        yield move
"""
"""All moves of a position are listed before the first is tried, so that those that are never tried are counted."""

ARRANGE = {
    "given": "pass",
    "reverse": "turn_round(numbers_at(header(s)[ARENA]), start, end)",
    "random": "shuffle(numbers_at(header(s)[ARENA]), start, end, s, KEY_BLOCK, FIRST_WORD)",
    "keys": """moves, keys = numbers_at(header(s)[ARENA]), floats_at(header(s)[KEYS])
    for place in range(start, end):
        keys[place] = MOVE_KEYS[moves[place]]
    sort(moves, keys, start, end, False)""",
    "best": """moves, keys = numbers_at(header(s)[ARENA]), floats_at(header(s)[KEYS])
    for place in range(start, end):
        raw_play(s, moves[place])
        keys[place] = score(s, 0)
        undo(s, moves[place])
    sort(moves, keys, start, end, to_move(s) == MAX_SIDE)""",
}
"""How the orders of `plyscope.recording.lanes.program.ORDERS` arrange the moves of a position."""


class Stopped(Exception):
    """Ends a compiled search."""


def move_or_none(stop: int) -> int | None:
    return None if stop == 2 else 0


class CompiledSearch:
    """A search that numba compiles when it is first run."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._check: Check = lambda count: False
        self.check = ctypes.CFUNCTYPE(None, ctypes.c_int64)(self._checked)
        self.error: BaseException | None = None
        self._scopes: list[dict[str, Any]] = []
        self._jit = njit(nogil=True, boundscheck=True)
        self.functions = [self._function(function) for function in program.functions]
        self.roles: dict[str, Any] = {name: self.functions[number] for name, number in program.roles.items()}
        self.common: dict[str, Any] = {
            **PLACES,
            "TERMINAL": TERMINAL,
            "HORIZON": HORIZON,
            "INNER": INNER,
            "ARENA_SIZE": ARENA_SIZE,
            "MAX_PLY": MAX_PLY,
            "MAX_SKIPPED": MAX_SKIPPED,
            "as_move": as_move,
            **{f"{name.upper()}_COLUMN": FIRST_COLUMN + place for place, name in enumerate(COLUMNS)},
            **{name: getattr(pointers, name) for name in pointers.USED},
            **{name: self._jit(getattr(arrangement, name)) for name in ("turn_round",)},
            "Stopped": Stopped,
            "check": self.check,
            "raw_play": self.roles["play"],
            "raw_moves": self.roles["moves"],
            "move_or_none": self._jit(move_or_none),
        }
        self._wrap()
        self._resolve()
        arguments = "".join(f", a{place}" for place in range(len(program.arguments)))
        text = f"def top(where{arguments}):\n    return root(state_at(where){arguments})"
        kind = pointers.StateType(len(program.state))
        scope = {"root": self.roles[program.root], "state_at": pointers.state_at(kind)}
        self.top = self._jit(defined(text, "top", scope))

    def run(
        self, limit: int, check: Check, program: Program | None = None
    ) -> tuple[dict[str, NDArray[Any]], Any, bool]:
        """The columns, what the root has returned, and whether the search came to its end.

        Another program with the same code begins with its own state and arguments.
        """
        program = program or self.program
        assert program.code == self.program.code
        columns = GrowingColumns()
        block = np.zeros(pointers.HEADER + max(1, len(program.state)), np.int64)
        block[pointers.HEADER : pointers.HEADER + len(program.state)] = program.state
        arena, keys = np.empty(ARENA_SIZE, np.int64), np.empty(ARENA_SIZE, np.float64)
        block[[PARENT, MOVE]] = -1
        block[ARENA], block[KEYS] = arena.ctypes.data, keys.ctypes.data

        def checked(count: int) -> bool:
            if count >= limit or not check(count):
                return False
            if count >= columns.capacity:
                columns.grow()
            block[FIRST_COLUMN : FIRST_COLUMN + len(COLUMNS)] = columns.addresses()
            block[NEXT] = min(count + CHECK_EVERY, limit, columns.capacity)
            return True

        self._check, self._block, self.error = checked, block, None
        where = block.ctypes.data + 8 * pointers.HEADER
        answer: list[Any] = []

        def call() -> None:
            try:
                answer.append(self.top(where, *program.arguments))
            except Stopped:
                pass
            except BaseException as error:
                self.error = self.error or error

        in_large_stack(call)
        if self.error is not None:
            raise self.error
        count = int(block[COUNT])
        found = columns.arrays(count)
        close_open_frames(found, int(block[PARENT]) if not answer else -1)
        return found, answer[0] if answer else None, bool(answer)

    def _checked(self, count: int) -> None:
        """Called by the compiled search; an exception cannot pass through it."""
        try:
            if self._check(count):
                return
        except BaseException as error:
            self.error = error
        self._block[STOP] = 1

    def _function(self, function: Function) -> Any:
        """A function of the program, whose free names are bound later."""
        scope: dict[str, Any] = {"__builtins__": builtins, "__name__": function.name}
        self._scopes.append(scope)
        closure = tuple(CellType() for _ in function.closure)
        code = marshal.loads(function.code)
        made = FunctionType(code, scope, function.name, function.defaults, closure)
        return njit(made, nogil=True, boundscheck=True, pipeline_class=ExactCompiler)

    def _resolve(self) -> None:
        for function, scope, dispatcher in zip(self.program.functions, self._scopes, self.functions, strict=True):
            scope.update({name: self._meaning(one) for name, one in function.names.items()})
            for (_, one), cell in zip(function.closure, dispatcher.py_func.__closure__ or (), strict=True):
                cell.cell_contents = self._meaning(one)

    def _meaning(self, one: Reference) -> Any:
        if one.kind == "function":
            return self.functions[one.value]
        if one.kind == "role":
            return self.roles[one.value]
        if one.kind == "fallback":
            return self._jit(defined("def fallback(s):\n    return MOVE", "fallback", {"MOVE": one.value}))
        if one.kind in ("builtin", "math"):
            return FUNCTIONS.get(one.value) or getattr(builtins if one.kind == "builtin" else math, one.value)
        return one.value

    def _wrap(self) -> None:
        """Put wrappers in place of `play`, `moves` and the search's functions, as the recorder does."""
        program = self.program
        raw = dict(self.roles)
        scope = {**self.common, **raw, "MAX_SIDE": program.max_side, "MOVE_KEYS": np.array(program.keys, np.float64)}
        if program.order == "random":
            scope |= self._shuffling()
        elif program.order in ("keys", "best"):
            scope["sort"] = self._jit(arrangement.sort)
        scope["arrange"] = self._jit(
            defined(f"def arrange(s, start, end):\n    {ARRANGE[program.order]}", "arrange", scope)
        )
        unplayed = program.moves_unplayed
        text = MOVES.format(
            all_left="0" if unplayed else "end - start",
            each="header(s)[MOVE] = move" if unplayed else "header(s)[LEFT] = end - place - 1",
        )
        self.roles["moves"] = self._jit(defined(text, "moves", scope))
        self.roles["play"] = self._jit(defined(PLAY, "play", scope))
        for calls in program.calls:
            body = self.functions[program.bodies[calls.function]]
            text = CALL.format_map(expressions(calls, program, body.py_func.__code__))
            self.roles[calls.function] = self._jit(
                defined(text, "call", {**self.common, "body": body, "is_over": raw["is_over"]})
            )

    def _shuffling(self) -> dict[str, Any]:
        """The functions that draw a random order, each seeing the others."""
        names = ("shuffle", "digest", "compress", "rotated")
        scope = {**vars(arrangement)}
        for name in names:
            function = getattr(arrangement, name)
            scope[name] = self._jit(FunctionType(function.__code__, scope, name))
        seed = self.program.seed
        return {
            "shuffle": scope["shuffle"],
            "KEY_BLOCK": arrangement.key_block(seed),
            "FIRST_WORD": np.uint64(arrangement.first_word(seed)),
        }


def expressions(calls: Calls, program: Program, code: Any) -> dict[str, str]:
    """What stands in the places of `CALL`; `plyscope.recording.recorder` has the same for the interpreter."""
    returned, alpha, beta = "returned", "alpha", "beta"
    if not program.has_window:
        alpha, beta = "-inf", "inf"
    value = "returned[0]" if calls.value is Value.FIRST_ITEM else returned
    if calls.value is Value.NEGATED:
        value = f"(returned if {calls.side} > 0 else -returned)"
        if program.has_window:
            alpha, beta = f"(alpha if {calls.side} > 0 else -beta)", f"(beta if {calls.side} > 0 else -alpha)"
    is_pair = calls.value is Value.FIRST_ITEM
    return {
        "parameters": ", ".join(code.co_varnames[: code.co_argcount]),
        "kind": str(calls.kind) if calls.kind is not None else f"1 if {calls.side} > 0 else 0",
        "alpha": alpha,
        "beta": beta,
        "value": value,
        "nothing": "0.0, move_or_none(r[STOP])" if is_pair else "0.0",
        "returned": returned if is_pair else "float(returned)",
    }


def defined(text: str, name: str, scope: dict[str, Any]) -> Any:
    """The function of a text."""
    exec(text, scope | {"inf": math.inf}, found := dict[str, Any]())
    return found[name]


def in_large_stack(function: Callable[[], None]) -> None:
    """Call a function in a thread whose stack has room for the deepest search, and wait for it."""
    before = stack_size(STACK_BYTES)
    try:
        thread = Thread(target=function)
        thread.start()
    finally:
        stack_size(before)
    thread.join()


def close_open_frames(columns: dict[str, NDArray[Any]], frame: int) -> None:
    """Complete the rows of the calls that had not returned when the search was stopped."""
    count = len(columns["parent"])
    while frame >= 0:
        columns["size"][frame] = count - frame
        columns["value"][frame] = nan
        columns["status"][frame] = OPEN
        columns["skipped"][frame] = 0
        frame = int(columns["parent"][frame])
