"""Generators that are recorded answer what is sent to them, thrown into them and closed as they do otherwise."""

from __future__ import annotations

import ast
import asyncio
from contextlib import suppress
from typing import Any

import pytest
from plyscope.tracer.target.recursion import functions_in

from tests.user_code import recorded

TEXT = """
import sys, traceback
class Held:
    def __init__(self, told): self.told = told
    def __del__(self): self.told.append("dropped")
def objects(n, told):
    if n:
        yield Held(told)
        yield from objects(n - 1, told)
def dropping():
    told = []
    for one in objects(2, told):
        del one
        told.append("next")
    return told
def walk(n, told):
    try:
        told.append((yield n))
    except KeyError as error:
        places = [one.name for one in traceback.extract_tb(error.__traceback__)]
        told.append((repr(error), repr(error.__context__), places))
    told.append(sys.exc_info()[0])
    if not n:
        raise ValueError("deep")
    return (yield from walk(n - 1, told)), n
def thrown():
    told = []
    try:
        1 / 0
    except ZeroDivisionError:
        one = walk(2, told)
        told += [next(one), one.throw(KeyError("k")), one.send("s")]
        try:
            one.send("t")
        except ValueError as error:
            told += [repr(error.__context__), [one.name for one in traceback.extract_tb(error.__traceback__)]]
    return told
def stubborn(n):
    try:
        yield n
    except GeneratorExit:
        yield "on"
    return (yield from stubborn(n - 1)) + 1 if n else 0
def closed():
    one, told = stubborn(1), []
    told += [next(one), one.throw(GeneratorExit), next(one), next(one, "end")]
    try:
        one = stubborn(0)
        next(one)
        one.close()
    except RuntimeError as error:
        told.append(str(error))
    one = stubborn(2)
    try:
        while True:
            told.append(next(one))
    except StopIteration as error:
        told.append(error.value)
    return told
async def steps(n, told):
    try:
        told.append((yield n))
        if n:
            async for one in steps(n - 1, told):
                yield one
    except KeyError:
        yield "caught"
    finally:
        told.append("over")
async def awaited():
    told = []
    told += [one async for one in steps(2, told)]
    one = steps(1, told)
    told += [await one.asend(None), await one.athrow(KeyError("k"))]
    await one.aclose()
    one = steps(1, told)
    told += [await one.asend(None), await one.asend(7)]
    await one.aclose()
    return told
"""


def run(names: dict[str, Any], call: str) -> object:
    made = names[call]()
    return asyncio.run(made) if asyncio.iscoroutine(made) else made


@pytest.mark.parametrize("call", ["dropping", "thrown", "closed", "awaited"])
def test_what_is_passed_in_and_out_is_the_same(call: str) -> None:
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(TEXT, "own.py", "exec", dont_inherit=True), names)
    assert [one.is_recursive for one in functions_in(ast.parse(TEXT)).values()].count(True) == 4
    assert recorded(TEXT, lambda scope: run(scope, call))[1] == run(names, call)


YIELDING = """
def walk(n):
    yield n
    if n == 307:
        raise ValueError("deep")
    if n:
        n = yield from walk(n - 1)
    return n
def first(n):
    return next(walk(n))
def every(n):
    return list(walk(n))
"""


@pytest.mark.parametrize(
    ("call", "results"),
    [
        (
            ("every", 2),
            ["it yields 2, 1, 0; it returns 0", "it yields 1, 0; it returns 0", "it yields 0; it returns 0"],
        ),
        (("first", 3), ["it yields 3; it is closed"]),
        (("every", 120), ["it yields 121 values: 120, 119, 118"]),
        (("every", 308), ["ValueError: deep", "ValueError: deep"]),
    ],
)
def test_the_result_of_a_generator_is_what_it_has_yielded(call: tuple[str, int], results: list[str]) -> None:
    def run(names: dict[str, Any]) -> None:
        with suppress(ValueError):
            names[call[0]](call[1])

    trace = recorded(YIELDING, run)[0]
    found = [trace.user_code.result(frame) or "" for frame in range(1, len(trace))]
    assert [text[: len(due)] for text, due in zip(found, results, strict=False)] == results


def test_what_a_generator_yields_is_read_as_no_value() -> None:
    text = "def f(n):\n    yield [n, 1]\n    if n:\n        yield from f(n - 1)"
    trace = recorded(text, lambda scope: list(scope["f"](1)))[0]
    for frame in (1, 2):
        with pytest.raises(SyntaxError):
            ast.parse(trace.user_code.result(frame) or "")
