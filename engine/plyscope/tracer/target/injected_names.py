"""Words in code that is made here, and the things that take their place.

A constant of a code may be any object, and nothing is read faster. So code is first made with words where things
belong, since only words can be written down, and then gets the things. No name of ours is left behind in somebody's
module, and no text of somebody's begins like our words.
"""

from __future__ import annotations

import ast
import functools
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import Any, TypeVar

from .log import Log
from .snapshots import PLAIN, keep

Made = TypeVar("Made")
PREFIX = "\N{BLACK DIAMOND SUIT}plyscope\N{BLACK DIAMOND SUIT}"
ENTERED = PREFIX + "entered "
"""A word that ends in two numbers: of a function, which becomes the item of the log with which its calls begin, and of
the lines at the beginning of its code that are not somebody's."""
NAMES = (
    *("EVENTS", "TYPE", "INT", "PLAIN", "KEEP", "SCOPE"),
    *("CARE", "FIRST", "ENTER", "LEAVE", "BASE", "RAISED", "RAISED_BELOW", "BODY", "WEAVE"),
    *("LEFT_ALONE", "EXHAUSTED"),
)
SPELLED = {name: repr(PREFIX + name) for name in NAMES}

CAREFUL = "if {CARE}[{FIRST}]:\n    {careful}\nelse:\n    {telling}"
TELLING = "{EVENTS}.append({value} if {TYPE}({value}) is {INT} or {TYPE}({value}) in {PLAIN} else {KEEP}({value}))"
TELLING_CONSTANT = "{EVENTS}.append({value})"


def spelled(text: str, **values: str) -> str:
    """A text of Python with the words written out."""
    return text.format(**SPELLED, **values)


def entered_word(number: int, lines: int = 0) -> str:
    return repr(f"{ENTERED}{number} {lines}")


def entering(
    number: int, names: Sequence[str], outside: Sequence[str] = (), lines: int = 0, careful: bool = True
) -> str:
    """Statements that tell of a call, its arguments, and what stands outside. They are `careful` where care may have to
    be taken."""
    entered = entered_word(number, lines)
    seen = [spelled("{SCOPE}.get({name})", name=repr(name)) for name in outside]
    telling = [
        spelled(TELLING_CONSTANT, value=entered),
        *(spelled(TELLING, value=name) for name in names),
        *(spelled("{EVENTS}.append({KEEP}({value}))", value=value) for value in seen),
    ]
    careful_ones = [spelled("{ENTER}({arguments})", arguments=", ".join([entered, *names, *seen]))]
    return with_care(careful_ones, telling) if careful else "\n".join(telling)


def leaving(result: str, is_constant: bool = False, careful: bool = True) -> str:
    """Statements that tell of a result, and return it."""
    telling = [spelled(TELLING_CONSTANT if is_constant else TELLING, value=result), f"return {result}"]
    careful_ones = [spelled("{LEAVE}({result})", result=result), f"return {result}"]
    return with_care(careful_ones, telling) if careful else "\n".join(telling)


def at_the_end(careful: bool = True) -> str:
    """Statements that tell of the end of a function without a result: no ways part here, since all lines lead here."""
    return spelled("{LEAVE}(None)" if careful else "{EVENTS}.append(None)") + "\nreturn None"


def with_care(careful: Sequence[str], telling: Sequence[str]) -> str:
    # Both ways go on to the end by themselves, so that Python knows of which line each of them is.
    return spelled(CAREFUL, careful="\n    ".join(careful), telling="\n    ".join(telling))


def compiled(tree: ast.Module | str, file: str, flags: int = 0) -> CodeType:
    """The code of a module, of which Python does not say what it finds odd about our words."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'str' object is not callable|\"is\" with|str indices must", SyntaxWarning)
        code: CodeType = compile(tree, file, "exec", flags, dont_inherit=True)
    return code


def once_for_each(make: Callable[..., Made]) -> Callable[..., Made]:
    """Remembers what was made of a code. Codes are known by identity, since those with things in them have no hash."""
    known: dict[tuple[Any, ...], tuple[CodeType, Made]] = {}

    @functools.wraps(make)
    def made(code: CodeType, *others: Any) -> Made:
        key = (id(code), *others)
        if key not in known:
            known[key] = code, make(code, *others)
        return known[key][1]

    return made


class Codes:
    """The codes of watched functions with the functions' numbers. They are known by identity: a code's hash is slow."""

    def __init__(self) -> None:
        self.by_identity: dict[int, int] = {}
        self.lines_before: dict[int, int] = {}
        """How many lines of each are executed before the first one that is somebody's."""
        self._kept: list[CodeType] = []
        self._tell: Callable[[CodeType], object] | None = None

    def add(self, code: CodeType, number: int, lines: int = 0) -> None:
        if id(code) in self.by_identity:
            return
        self.by_identity[id(code)] = number
        self.lines_before[number] = lines
        self._kept.append(code)
        if self._tell is not None:
            self._tell(code)

    def tell_of_new(self, tell: Callable[[CodeType], object] | None) -> None:
        """Hands out the codes that there are, and from now on each new one."""
        self._tell = tell
        if tell is not None:
            for code in self._kept:
                tell(code)


def with_things(code: CodeType, things: Mapping[str, Any], codes: Codes | None = None) -> CodeType:
    """The code, and those in it, with the things that words stand for. `codes` learns which of them tell of calls."""
    constants: list[Any] = []
    number, lines = -1, 0
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constant = with_things(constant, things, codes)
        elif type(constant) is str and constant.startswith(ENTERED):
            number, lines = map(int, constant.removeprefix(ENTERED).split())
            constant = (number,)
        elif type(constant) is str and constant.startswith(PREFIX):
            constant = things[constant.removeprefix(PREFIX)]
        constants.append(constant)
    made = code.replace(co_consts=tuple(constants))
    if number >= 0 and codes is not None:
        codes.add(made, number, lines)
    if number >= 0:
        things["TELLING"][id(made)] = made
    return made


def common_things(log: Log, scope: Mapping[str, Any]) -> dict[str, Any]:
    """What the words mean that tell a log of calls, in a module with these names."""

    def raised() -> None:
        log.left_by(sys.exc_info()[1], line_of(0))

    def raised_below() -> None:
        log.left_by(sys.exc_info()[1], line_of(1))

    return {
        "TELLING": log.telling,
        "EVENTS": log.events,
        "TYPE": type,
        "INT": int,
        "PLAIN": PLAIN,
        "KEEP": keep,
        "SCOPE": scope,
        "CARE": log.care,
        "FIRST": 0,
        "ENTER": log.enter,
        "LEAVE": log.leave,
        "BASE": BaseException,
        "RAISED": raised,
        "RAISED_BELOW": raised_below,
        "WEAVE": log.weave,
        "LEFT_ALONE": GeneratorExit,
        "EXHAUSTED": StopAsyncIteration,
    }


def line_of(frames: int) -> int:
    """The line where an exception was raised in the frame that tells, or in one a few frames below it."""
    place = sys.exc_info()[2]
    while frames and place is not None:
        place, frames = place.tb_next, frames - 1
    return place.tb_lineno if place is not None else 0
