"""A function made to tell of its calls by another around it, where its own text cannot be made to; see `rewriting`.

Whoever holds it, holds it still.

The code of the function is replaced by code with the same parameters that notes the call, runs the code that was
there before, and notes the result. So it does not matter under how many names the function is known, in which tables
or closures it lies, or how it is called. What the new code needs are constants in it, which are read faster than
anything that has a name, and leave no name behind in somebody's module.

What a cache has saved never comes to the function. Where a cache is to be seen, a function around it is what tells.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from .injected_names import (
    common_things,
    compiled,
    entered_word,
    entering,
    leaving,
    once_for_each,
    spelled,
    with_things,
)
from .log import Log

SUSPENDING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
MARKED_FILE = "<plyscope>"
"""The file that our code says it comes from; nobody takes it for somebody's own."""

CALL = """
def told({signature}):
    {entering}
    try:
        {result} = {body}
    except {BASE}:
        {RAISED_BELOW}()
        raise
    {leaving}
"""

SUSPENDING_CALL = """
{define} told({signature}):
    {WEAVE}()
    {ENTER}({arguments})
    try:
        {result} = {go_on} {body}
    except {BASE}:
        {RAISED_BELOW}()
        raise
    {LEAVE}({result})
    return {result}
"""

ASYNC_GENERATOR_CALL = """
async def told({signature}):
    {WEAVE}()
    {ENTER}({arguments})
    {made} = {body}
    try:
        {result} = await {made}.asend(None)
        while True:
            try:
                {sent} = yield {result}
            except {LEFT_ALONE}:
                await {made}.aclose()
                raise
            except {BASE} as {sent}:
                {result} = await {made}.athrow({sent})
            else:
                {result} = await {made}.asend({sent})
    except {EXHAUSTED}:
        {LEAVE}(None)
    except {BASE}:
        {RAISED_BELOW}()
        raise
"""
"""What `yield from` does for others, by hand."""


def tell_of_calls(function: FunctionType, number: int, log: Log) -> Callable[[], None]:
    """Makes a function tell of its calls; gives what makes it stop."""
    before = function.__code__
    body = FunctionType(before, function.__globals__, function.__name__, None, function.__closure__)
    function.__code__ = with_things(told_code(before, number), {**common_things(log, {}), "BODY": body})

    def stop() -> None:
        function.__code__ = before

    return stop


@once_for_each
def told_code(before: CodeType, number: int) -> CodeType:
    """The code that tells, with words in place of the things it needs."""
    signature, passing, names = parameters_of(before)
    body = spelled("{BODY}({passing})", passing=passing)
    result = unused("result", names)
    if before.co_flags & SUSPENDING:
        is_coroutine = before.co_flags & inspect.CO_COROUTINE
        text = spelled(
            ASYNC_GENERATOR_CALL if before.co_flags & inspect.CO_ASYNC_GENERATOR else SUSPENDING_CALL,
            define="async def" if is_coroutine else "def",
            signature=signature,
            arguments=", ".join([entered_word(number), *names]),
            go_on="await" if is_coroutine else "yield from",
            body=body,
            result=result,
            made=unused("made", names),
            sent=unused("sent", names),
        )
    else:
        text = spelled(
            CALL,
            signature=signature,
            entering=indented(entering(number, names)),
            body=body,
            result=result,
            leaving=indented(leaving(result)),
        )
    module = compiled(text, MARKED_FILE)
    told = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
    return told.replace(
        co_name=before.co_name,
        co_qualname=before.co_qualname,
        co_freevars=before.co_freevars,
        co_firstlineno=before.co_firstlineno,
    )


def indented(text: str) -> str:
    return text.strip().replace("\n", "\n    ")


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
    used = names[:positional]
    if code.co_flags & inspect.CO_VARARGS:
        declared, passed = [*declared, f"*{names[at]}"], [*passed, f"*{names[at]}"]
        used.append(names[at])
        at += 1
    elif by_name:
        declared = [*declared, "*"]
    declared, passed = [*declared, *by_name], [*passed, *(f"{name}={name}" for name in by_name)]
    used += by_name
    if code.co_flags & inspect.CO_VARKEYWORDS:
        declared, passed = [*declared, f"**{names[at]}"], [*passed, f"**{names[at]}"]
        used.append(names[at])
    return ", ".join(declared), ", ".join(passed), used


def told_around_cache(saver: Any, number: int, log: Log) -> Callable[..., Any]:
    """A function around one with a cache: it tells of every call, and which of them the cache had saved."""
    things, info = common_things(log, {}), saver.cache_info
    bind = binder(saver.__wrapped__)
    raised = things["RAISED_BELOW"]

    def told(*args: Any, **kwargs: Any) -> Any:
        log.enter((number,), *bind(args, kwargs))
        before = info()
        try:
            returned = saver(*args, **kwargs)
        except BaseException:
            raised()
            raise
        after = info()
        # A call that was saved makes no others, so that nothing else can have been missed or found meanwhile.
        saved = after.hits == before.hits + 1 and after.misses == before.misses
        if not saved:
            log.leave(returned)
        else:
            log.leave_saved(returned)
        return returned

    log.telling[id(told.__code__)] = told.__code__
    functools.update_wrapper(told, saver)
    for name in ("cache_info", "cache_clear", "cache_parameters"):
        setattr(told, name, getattr(saver, name))
    return told


def binder(function: Callable[..., Any]) -> Callable[[Any, Any], list[Any]]:
    """Gives the arguments of a call in the order of the parameters."""
    parameters = list(inspect.signature(function).parameters.values())
    most = sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)

    def bind(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        for place, parameter in enumerate(parameters):
            if parameter.kind is parameter.VAR_POSITIONAL:
                found.append(args[most:])
            elif parameter.kind is parameter.VAR_KEYWORD:
                known = {one.name for one in parameters}
                found.append({name: value for name, value in kwargs.items() if name not in known})
            elif parameter.kind is not parameter.KEYWORD_ONLY and place < len(args):
                found.append(args[place])
            else:
                found.append(kwargs.get(parameter.name, parameter.default))
        return found

    return bind


def is_cache(thing: object) -> bool:
    return callable(thing) and hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__")
