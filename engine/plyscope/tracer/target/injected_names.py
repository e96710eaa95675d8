"""Placeholders in generated code, and the objects that replace them.

A constant of a code object may be any object, and nothing is read faster. Generated code is first compiled with
strings as placeholders, since only strings can be written into a text, and then the objects are put in their place.
No name of ours is added to the module of the user, and no string of a user's program begins like a placeholder.
"""

from __future__ import annotations

import ast
import functools
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from threading import get_ident
from types import CodeType, FunctionType
from typing import Any, TypeVar

from .log import START_THREAD, TRACEBACK, Log
from .noted_facts import NotedFacts, number
from .placeholders import PREFIX
from .snapshots import CONTAINERS, PLAIN, Yielded, keep

Made = TypeVar("Made")
ENTERED = PREFIX + "entered "
"""A placeholder that ends in two numbers: the function's number, which becomes the item of the log with which its calls
begin, and how many lines at the beginning of its code are generated."""
ITEM = PREFIX + "item "
"""A placeholder that ends in two numbers, of an item of the log: its kind, and the part that it tells of."""
NOT_FOLLOWED = -1
"""In place of the number of lines: the executed lines of the function are not recorded."""
NAMES = (
    *("EVENTS", "TYPE", "INT", "PLAIN", "CONTAINERS", "KEEP", "KEEP_ARGUMENT", "SCOPE"),
    *("GUARDED", "FIRST", "ENTER", "LEAVE", "BASE", "OUT_OF_STACK", "RAISED", "RAISED_BELOW", "BODY", "USE_KEYS"),
    *("UNRECORDED", "START_THREAD", "UNWIND", "THREAD", "UNWOUND", "IS_WAITING", "FAILED"),
    *("YIELDED", "WITHOUT_FRAME", "EXHAUSTED", "EXHAUSTED_ASYNC"),
    *("PUT", "TAKE", "FORGET", "KEEP_MOVE", "WAITING", "DIRECT", "FUNCTION"),
    *("NOTE", "TELL", "TELL_NUMBER", "NUMBER", "FLOAT", "NOTE_LOOP", "NOTE_PATH", "NOTE_SHARED", "NOTE_TEST"),
)
PLACEHOLDERS = {name: repr(PREFIX + name) for name in NAMES}

BOTH_PATHS = "if {GUARDED}[{FIRST}]:\n    {guarded}\nelse:\n    {direct}"
RECORD = "{EVENTS}.append({value} if {TYPE}({value}) is {INT} or {TYPE}({value}) in {PLAIN} else {KEEP}({value}))"
RECORD_ARGUMENT = RECORD.replace("{KEEP}", "({KEEP} if {TYPE}({value}) in {CONTAINERS} else {KEEP_ARGUMENT})")
RECORD_CONSTANT = "{EVENTS}.append({value})"
IS_DIRECT = "{TYPE}({called}) is {FUNCTION} and {called} in {DIRECT} and not {GUARDED}[{FIRST}]"
KEEP_NAMED = "{move} if {TYPE}({move}) is {INT} or {TYPE}({move}) in {PLAIN} else "
TAKEN = "{EVENTS}.append({WAITING}[{FIRST}].pop() if {WAITING}[{FIRST}] else {TAKE}({key}, {KEEP_ARGUMENT}))"

UNWIND = """
if {UNRECORDED}[{FIRST}]:
    try:
        {UNWOUND}.acquire({IS_WAITING})
        {START_THREAD}({UNWIND}, ({THREAD}(),))
        {UNWOUND}.acquire()
    except {FAILED}:
        pass
"""
"""Stands where an exception may have left calls that had no stack to record it. Here, too, one call of a builtin may be
all that is left, so it is recorded by another thread, which has a stack of its own. Where not even that is left, as the
first statement finds out, it is recorded further out."""


def with_placeholders(text: str, **values: str) -> str:
    """Return a template of Python source with its placeholders filled in."""
    return text.format(**PLACEHOLDERS, **values)


def entered_placeholder(number: int, lines: int = 0) -> str:
    """Return the placeholder of a function's number, with the lines generated before its text."""
    return repr(f"{ENTERED}{number} {lines}")


def enter_statements(
    number: int,
    names: Sequence[str],
    outside: Sequence[str] = (),
    lines: int = 0,
    guarded: bool = True,
    takes_move: str = "",
) -> str:
    """Return the statements that record a call, its arguments, and the boards outside the function.

    With `guarded` they can also take the guarded path, see `Log.guarded`. `takes_move` is the name under which callers
    leave the move, see `caller_moves`.
    """
    entered = entered_placeholder(number, lines)
    boards = [with_placeholders("{SCOPE}.get({name})", name=repr(name)) for name in outside]
    moves = [with_placeholders("{TAKE}({key})", key=repr(takes_move))] if takes_move else []
    direct = [
        with_placeholders(RECORD_CONSTANT, value=entered),
        *(with_placeholders(RECORD_ARGUMENT, value=name) for name in names),
        *(with_placeholders("{EVENTS}.append({KEEP_ARGUMENT}({value}))", value=value) for value in boards),
    ]
    if takes_move:
        direct.append(with_placeholders(TAKEN, key=repr(takes_move)))
    call = with_placeholders("{ENTER}({arguments})", arguments=", ".join([entered, *names, *boards, *moves]))
    return both_paths([call], direct) if guarded else "\n".join(direct)


def leaving_move(key: str, called: str, move: str, around: Sequence[str]) -> str:
    """Return the expression that leaves a move before a call of `called`; empty where it has no name."""
    put = f"{{PUT}}({', '.join([repr(key), called or 'None', move or 'None', *around])})"
    if not called:
        return with_placeholders(put)
    kept = f"{{KEEP_MOVE}}({', '.join([move, *around])})" if move else "None"
    if move.isidentifier():
        kept = KEEP_NAMED + kept
    return with_placeholders(
        f"{{WAITING}}[{{FIRST}}].append({kept}) if {IS_DIRECT} else {put}", called=called, move=move
    )


def leave_statements(result: str, is_constant: bool = False, guarded: bool = True) -> str:
    """Return the statements that record a result and return it."""
    record = with_placeholders(RECORD_CONSTANT if is_constant else RECORD, value=result)
    direct = [record, f"return {result}"]
    call = with_placeholders("{LEAVE}({result})", result=result)
    return both_paths([call, f"return {result}"], direct) if guarded else "\n".join(direct)


def end_statements(guarded: bool = True) -> str:
    """Return the statements that record the end of a function without a result."""
    return with_placeholders("{LEAVE}(None)" if guarded else "{EVENTS}.append(None)") + "\nreturn None"


def both_paths(guarded: Sequence[str], direct: Sequence[str]) -> str:
    """Return statements with a guarded and a direct path."""
    # Each path runs to its own end, so that Python knows to which line each of them belongs.
    return with_placeholders(BOTH_PATHS, guarded="\n    ".join(guarded), direct="\n    ".join(direct))


def compiled(tree: ast.Module | str, file: str, flags: int = 0) -> CodeType:
    """Return the code of a module, compiled without warnings, which would be about placeholders too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code: CodeType = compile(tree, file, "exec", flags, dont_inherit=True)
    return code


def memoised_by_code(make: Callable[..., Made]) -> Callable[..., Made]:
    """Return a function that remembers what it made of a code object, by identity."""
    known: dict[tuple[Any, ...], tuple[CodeType, Made]] = {}

    @functools.wraps(make)
    def made(code: CodeType, *others: Any) -> Made:
        key = (id(code), *others)
        if key not in known:
            known[key] = code, make(code, *others)
        return known[key][1]

    return made


class Codes:
    """The numbers of traced functions by their code objects' identity, since hashing code is slow."""

    def __init__(self) -> None:
        self.by_identity: dict[int, int] = {}
        self.lines_before: dict[int, int] = {}
        """How many generated lines each function executes before its first own line."""
        self._kept: list[CodeType] = []
        self._notify: Callable[[CodeType], object] | None = None

    def add(self, code: CodeType, number: int, lines: int = 0) -> None:
        """Add a code object with its function's number, unless it is known, and notify of it."""
        if id(code) in self.by_identity:
            return
        self.by_identity[id(code)] = number
        self.lines_before[number] = lines
        self._kept.append(code)
        if self._notify is not None:
            self._notify(code)

    def notify_of_new(self, notify: Callable[[CodeType], object] | None) -> None:
        """Call `notify` with each known code object, and from now on with each new one."""
        self._notify = notify
        if notify is not None:
            for code in self._kept:
                notify(code)


def with_objects(code: CodeType, objects: Mapping[str, Any], codes: Codes | None = None) -> CodeType:
    """Return code, and all nested in it, with objects in place of placeholders.

    `codes` receives those that record calls.
    """
    constants: list[Any] = []
    number, lines = -1, 0
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constant = with_objects(constant, objects, codes)
        elif type(constant) is str and constant.startswith(ENTERED):
            number, lines = map(int, constant.removeprefix(ENTERED).split())
            constant = (number,)
        elif type(constant) is str and constant.startswith(ITEM):
            constant = tuple(map(int, constant.removeprefix(ITEM).split()))
        elif type(constant) is str and constant.startswith(PREFIX):
            constant = objects[constant.removeprefix(PREFIX)]
        constants.append(constant)
    made = code.replace(co_consts=tuple(constants))
    if number >= 0 and lines != NOT_FOLLOWED and codes is not None:
        codes.add(made, number, lines)
    if number >= 0:
        objects["INSTRUMENTED"][id(made)] = made
    return made


def injected_objects(log: Log, scope: Mapping[str, Any]) -> dict[str, Any]:
    """Return the objects for the placeholders of code that records into a log; `scope` are its module's names."""

    def raised() -> None:
        log.left_by(sys.exc_info()[1], line_of(0), is_raised_within(1))

    def raised_below(yielded: Yielded | None = None) -> None:
        error = sys.exc_info()[1]
        log.left_by(error, line_of(1), is_raised_within(2), yielded)
        if error is not None:
            without_frame(error)

    noted = NotedFacts(log)
    return {
        "NOTE": noted.note,
        "TELL": noted.tell,
        "TELL_NUMBER": noted.tell_number,
        "NUMBER": number,
        "FLOAT": float,
        "NOTE_LOOP": noted.note_loop,
        "NOTE_PATH": noted.note_path,
        "NOTE_SHARED": noted.note_shared,
        "NOTE_TEST": noted.note_test,
        "INSTRUMENTED": log.instrumented,
        "EVENTS": log.events,
        "TYPE": type,
        "INT": int,
        "PLAIN": PLAIN,
        "CONTAINERS": CONTAINERS,
        "KEEP": keep,
        "KEEP_ARGUMENT": log.keep_argument,
        "SCOPE": scope,
        "GUARDED": log.guarded,
        "FIRST": 0,
        "ENTER": log.enter,
        "LEAVE": log.leave,
        "BASE": BaseException,
        "OUT_OF_STACK": RecursionError,
        "UNRECORDED": log.unrecorded,
        "START_THREAD": START_THREAD,
        "UNWIND": log.unwind,
        "THREAD": get_ident,
        "UNWOUND": log.unwound,
        "IS_WAITING": False,
        "FAILED": Exception,
        "RAISED": raised,
        "RAISED_BELOW": raised_below,
        "USE_KEYS": log.use_keys,
        "YIELDED": Yielded,
        "WITHOUT_FRAME": without_frame,
        "EXHAUSTED": StopIteration,
        "EXHAUSTED_ASYNC": StopAsyncIteration,
        "PUT": log.put_move,
        "TAKE": log.take_move,
        "FORGET": log.forget_call,
        "KEEP_MOVE": log.keep_move,
        "WAITING": [log.waiting_move],
        "DIRECT": log.direct_functions,
        "FUNCTION": FunctionType,
    }


def without_frame(error: BaseException) -> BaseException:
    """Return an exception without our frame that handles it; before Python 3.11 `raise` puts it back."""
    place = sys.exc_info()[2]
    if place is not None:
        TRACEBACK.__set__(error, place.tb_next)
    return error


def is_raised_within(frames: int) -> bool:
    """Whether the current exception was raised within so many frames below the recording one."""
    place = sys.exc_info()[2]
    while frames and place is not None:
        place, frames = place.tb_next, frames - 1
    return place is None


def line_of(frames: int) -> int:
    """Return the current exception's line in the recording frame, or in one so many frames below."""
    place = sys.exc_info()[2]
    while frames and place is not None:
        place, frames = place.tb_next, frames - 1
    return place.tb_lineno if place is not None else 0
