"""Records the calls of a function by code around it, where its own text cannot be rewritten; see `rewriting`.

The function object stays: only its code is replaced, by code with the same parameters that records the call, runs the
original code, and records the result. So it does not matter under how many names the function is known, in which
tables or closures it lies, or how it is called. What the new code needs are constants in it, which are read faster
than names and add no name to the user's module.

A call that a cache answers never reaches the function. Where there is a cache, a function around the cache records.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from .injected_names import (
    UNWIND,
    compiled,
    enter_statements,
    entered_placeholder,
    injected_objects,
    leave_statements,
    memoised_by_code,
    with_objects,
    with_placeholders,
)
from .log import SUSPENDING, Log

MARKED_FILE = "<plyscope>"
"""The file name of generated code, which no user's file has."""

RAISED = """
    except {BASE}:
        try:
            {RAISED_BELOW}({yielded})
        except {OUT_OF_STACK}:
            {UNRECORDED}[{FIRST}] = True
        raise
"""

CALL = """
def wrapper({signature}):
    try:
        {enter}
        {result} = {body}
        {unwind}
        {leave}
{raised}
"""

COROUTINE_CALL = """
async def wrapper({signature}):
    {USE_KEYS}()
    try:
        {ENTER}({arguments})
        {result} = await {body}
        {LEAVE}({result})
{raised}
    return {result}
"""

GENERATOR_CALL = """
{define} wrapper({signature}):
    {USE_KEYS}()
    {yielded} = {YIELDED}()
    try:
        {ENTER}({arguments})
        {made}, {passed} = {body}, [None]
        {go_on} = {made}.{send}
        while True:
            {passed}.append({wait} {go_on}({passed}.pop()))
            {yielded}.note({passed}[0])
            try:
                {passed}.append((yield {passed}.pop()))
                {go_on} = {made}.{send}
            except {BASE} as {error}:
                {passed}.append({WITHOUT_FRAME}({error}))
                {go_on} = {made}.{throw}
    except {exhausted} as {error}:
        {result} = {returned}
{raised}
    {LEAVE}({yielded}.with_end({result}))
    return {end}
"""
"""What `yield from` does, written out, to note what is yielded; nothing that is passed is held for longer."""
PARTS = ("define", "wait", "send", "throw", "exhausted", "returned", "end")
GENERATOR = ("def", "", "send", "throw", "{EXHAUSTED}", "{error}.value", "{result}")
ASYNC_GENERATOR = ("async def", "await", "asend", "athrow", "{EXHAUSTED_ASYNC}", "None", "")
"""The parts in which a generator differs from an asynchronous one."""


def wrap_calls(function: FunctionType, number: int, log: Log) -> Callable[[], None]:
    """Make a function record its calls; return a function that undoes it."""
    before = function.__code__
    body = FunctionType(before, function.__globals__, function.__name__, None, function.__closure__)
    function.__code__ = with_objects(wrapping_code(before, number), {**injected_objects(log, {}), "BODY": body})

    def stop() -> None:
        function.__code__ = before

    return stop


@memoised_by_code
def wrapping_code(before: CodeType, number: int) -> CodeType:
    """Return the recording code, with placeholders for the objects that it needs."""
    signature, passing, names = parameters_of(before)
    body = with_placeholders("{BODY}({passing})", passing=passing)
    result = unused_name("result", names)
    if before.co_flags & SUSPENDING:
        own = {name: unused_name(name, names) for name in ("result", "yielded", "made", "passed", "go_on", "error")}
        kind = ASYNC_GENERATOR if before.co_flags & inspect.CO_ASYNC_GENERATOR else GENERATOR
        is_coroutine = before.co_flags & inspect.CO_COROUTINE
        text = with_placeholders(
            COROUTINE_CALL if is_coroutine else GENERATOR_CALL,
            signature=signature,
            arguments=", ".join([entered_placeholder(number), *names]),
            body=body,
            raised=with_placeholders(RAISED, yielded="" if is_coroutine else own["yielded"]),
            **own,
            **{name: with_placeholders(one, **own) for name, one in zip(PARTS, kind)},
        )
    else:
        text = with_placeholders(
            CALL,
            signature=signature,
            enter=indented(enter_statements(number, names)),
            unwind=indented(with_placeholders(UNWIND)),
            body=body,
            result=result,
            leave=indented(leave_statements(result)),
            raised=with_placeholders(RAISED, yielded=""),
        )
    module = compiled(text, MARKED_FILE)
    wrapper = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
    same = ("co_name", "co_qualname", "co_freevars", "co_firstlineno")
    # Python 3.11 is the first whose code has a qualified name.
    return wrapper.replace(**{name: getattr(before, name) for name in same if hasattr(before, name)})


def indented(text: str) -> str:
    """Return statements indented for the body of a wrapper."""
    return text.strip().replace("\n", "\n        ")


def unused_name(name: str, names: list[str]) -> str:
    """Return a name that is not among some names."""
    while name in names:
        name += "_"
    return name


def parameters_of(code: CodeType) -> tuple[str, str, list[str]]:
    """Return a function's parameters as declared, as passed on, and their names."""
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


def wrap_cache(cached: Any, number: int, log: Log) -> Callable[..., Any]:
    """Return a function around a cache that records every call, and which the cache answered."""
    objects, info = injected_objects(log, {}), cached.cache_info
    bind = binder(cached.__wrapped__)
    raised = objects["RAISED_BELOW"]

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            log.enter((number,), *bind(args, kwargs))
            before = info()
            returned = cached(*args, **kwargs)
            after = info()
            # A call that the cache answers makes no other calls, so that the counts can have changed by nothing else.
            saved = after.hits == before.hits + 1 and after.misses == before.misses
            if not saved:
                log.leave(returned)
            else:
                log.leave_saved(returned)
        except BaseException:
            with contextlib.suppress(RecursionError):
                raised()
            raise
        return returned

    log.instrumented[id(wrapper.__code__)] = wrapper.__code__
    functools.update_wrapper(wrapper, cached)
    for name in ("cache_info", "cache_clear", "cache_parameters"):
        setattr(wrapper, name, getattr(cached, name))
    return wrapper


def binder(function: Callable[..., Any]) -> Callable[[Any, Any], list[Any]]:
    """Return a function that orders a call's arguments as the parameters are."""
    parameters = list(inspect.signature(function).parameters.values())
    most = sum(declared.kind in (declared.POSITIONAL_ONLY, declared.POSITIONAL_OR_KEYWORD) for declared in parameters)

    def bind(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        for place, parameter in enumerate(parameters):
            if parameter.kind is parameter.VAR_POSITIONAL:
                found.append(args[most:])
            elif parameter.kind is parameter.VAR_KEYWORD:
                known = {declared.name for declared in parameters}
                found.append({name: value for name, value in kwargs.items() if name not in known})
            elif parameter.kind is not parameter.KEYWORD_ONLY and place < len(args):
                found.append(args[place])
            else:
                found.append(kwargs.get(parameter.name, parameter.default))
        return found

    return bind


def is_cache(thing: object) -> bool:
    """Whether an object is a cache of `functools`."""
    return callable(thing) and hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__")
