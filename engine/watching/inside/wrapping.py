"""A function made to tell of its calls, from outside: whoever holds it, holds it still.

The code of the function is replaced by code with the same parameters that notes the call, runs the code that was
there before, and notes the result. So it does not matter under how many names the function is known, in which tables
or closures it lies, or how it is called. What the new code needs are constants in it, which are read faster than
anything that has a name, and leave no name behind in somebody's module.

What a cache has saved never comes to the function. Where a cache is to be seen, a function around it is what tells.
"""

from __future__ import annotations

import ast
import functools
import inspect
import warnings
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from .keeping import PLAIN, keep
from .log import RAISED, ROOM, SAVED, Log

MARKED_FILE = "<plyscope>"
"""The file that our code says it comes from; nobody takes it for somebody's own."""

CALL = """
def told({signature}):
    'APPEND'(({number}, {kept}))
    try:
        {returned} = {body}
    except 'BASE' as {error}:
        'RAISED'({error})
        raise
    'APPEND'({returned} if 'TYPE'({returned}) in 'PLAIN' else 'KEEP'({returned}))
    if 'LEN'() > {room}:
        'FLUSH'()
    return {returned}
"""


def tell_of_calls(function: FunctionType, number: int, log: Log) -> Callable[[], None]:
    """Makes a function tell of its calls; gives what makes it stop."""
    before = function.__code__
    body = FunctionType(before, function.__globals__, function.__name__, None, function.__closure__)
    function.__code__ = with_things(compiled(before, number), {**common_things(log), "BODY": body})

    def stop() -> None:
        function.__code__ = before

    return stop


def common_things(log: Log) -> dict[str, Any]:
    append = log.events.append

    def raised(error: BaseException) -> None:
        # The innermost frame of the traceback is ours, and the next is where the function itself was.
        place = error.__traceback__ and error.__traceback__.tb_next
        append((RAISED, described(error), place.tb_lineno if place else 0))
        if len(log.events) > ROOM:
            log.flush()

    return {
        "APPEND": append,
        "BASE": BaseException,
        "RAISED": raised,
        "TYPE": type,
        "PLAIN": PLAIN,
        "KEEP": keep,
        "LEN": log.events.__len__,
        "FLUSH": log.flush,
    }


def described(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__


@functools.lru_cache(maxsize=256)
def compiled(before: CodeType, number: int) -> CodeType:
    """The code that tells, with words in place of the things it needs."""
    signature, passing, names = parameters_of(before)
    body = f"'BODY'({passing})"
    if before.co_flags & inspect.CO_GENERATOR:
        body = f"yield from {body}"
    kept = "".join(f"{name} if 'TYPE'({name}) in 'PLAIN' else 'KEEP'({name}), " for name in names)
    own = {name: unused(name, names) for name in ("returned", "error")}
    text = CALL.format(signature=signature, number=number, kept=kept, body=body, room=ROOM, **own)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a text that is called, which is to become a function
        module = compile(ast.parse(text), MARKED_FILE, "exec")
    told = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
    return told.replace(
        co_name=before.co_name,
        co_qualname=before.co_qualname,
        co_freevars=before.co_freevars,
        co_firstlineno=before.co_firstlineno,
    )


def with_things(code: CodeType, things: dict[str, Any]) -> CodeType:
    """The code with the things that its words stand for."""
    return code.replace(
        co_consts=tuple(things.get(word, word) if type(word) is str else word for word in code.co_consts)
    )


def unused(name: str, names: list[str]) -> str:
    while name in names:
        name += "_"
    return name


def parameters_of(code: CodeType) -> tuple[str, str, list[str]]:
    """The parameters of a function as they are declared, as they are passed on, and their names."""
    names = list(code.co_varnames)
    positional, only_by_place = code.co_argcount, code.co_posonlyargcount
    declared, passed = names[:positional], names[:positional]
    if only_by_place:
        declared = [*names[:only_by_place], "/", *names[only_by_place:positional]]
    by_name = names[positional : positional + code.co_kwonlyargcount]
    at = positional + len(by_name)
    used = names[:at]
    if code.co_flags & inspect.CO_VARARGS:
        declared, passed = [*declared, f"*{names[at]}"], [*passed, f"*{names[at]}"]
        used.append(names[at])
        at += 1
    elif by_name:
        declared = [*declared, "*"]
    declared, passed = [*declared, *by_name], [*passed, *(f"{name}={name}" for name in by_name)]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        declared, passed = [*declared, f"**{names[at]}"], [*passed, f"**{names[at]}"]
        used.append(names[at])
    return ", ".join(declared), ", ".join(passed), used


def told_around_cache(saver: Any, number: int, log: Log) -> Callable[..., Any]:
    """A function around one with a cache: it tells of every call, and which of them the cache had saved."""
    things, info = common_things(log), saver.cache_info
    bind = binder(saver.__wrapped__)
    append, raised = things["APPEND"], things["RAISED"]

    @functools.wraps(saver)
    def told(*args: Any, **kwargs: Any) -> Any:
        append((number, *map(keep, bind(args, kwargs))))
        before = info()
        try:
            returned = saver(*args, **kwargs)
        except BaseException as error:
            raised(error)
            raise
        after = info()
        # A call that was saved makes no others, so that nothing else can have been missed or found meanwhile.
        saved = after.hits == before.hits + 1 and after.misses == before.misses
        append((SAVED, keep(returned)) if saved else keep(returned))
        if len(log.events) > ROOM:
            log.flush()
        return returned

    for name in ("cache_info", "cache_clear", "cache_parameters"):
        setattr(told, name, getattr(saver, name))
    return told


def binder(function: Callable[..., Any]) -> Callable[[Any, Any], list[Any]]:
    """Gives the arguments of a call in the order of the parameters."""
    parameters = list(inspect.signature(function).parameters.values())

    def bind(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        for place, parameter in enumerate(parameters):
            if parameter.kind is parameter.VAR_POSITIONAL:
                found.append(args[place:])
            elif parameter.kind is parameter.VAR_KEYWORD:
                known = {one.name for one in parameters}
                found.append({name: value for name, value in kwargs.items() if name not in known})
            elif place < len(args):
                found.append(args[place])
            else:
                found.append(kwargs.get(parameter.name, parameter.default))
        return found

    return bind


def is_cache(thing: object) -> bool:
    return callable(thing) and hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__")
