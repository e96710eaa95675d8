"""What tracing costs user code: against its plain run, and against collectors that keep the same facts.

The programs are the notebook that is the baseline of `notebook.py`, and other styles, down to one that only calls
itself. For that one, the least possible cost of recording in Python is measured too: one `append` of the argument and
one of the result, which do not even show where a call begins. The collectors are the usual ones with `sys.setprofile`
and `sys.settrace`: every argument, result and local variable that is a list is copied, since it changes later. They
know this program: that its lists hold numbers alone. The tracer has to find that out at each copy, bounds what it
keeps, and records each call with its move beside its lines. So two collectors for any program are measured too, one
that asks each value for its type, as one writes it by hand, and one that copies by `copy.deepcopy`. Texts and columns
are made afterwards, and are counted on neither side.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import notebook
import plyscope
from interleaved import medians, milliseconds, report

SAMPLES = Path(__file__).parent.parent / "samples" / "recursion"
BOARD = [1, 0, 0, 0, -1, 0, 0, 0, 0]
ATOMS = frozenset({int, float, complex, bool, str, bytes, type(None)})


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def copied(value: Any) -> Any:
    return value[:] if type(value) is list else value


def copied_by_type(value: Any) -> Any:
    """A copy of whatever a program holds: plain containers item by item, and objects of classes by `deepcopy`."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is list:
        return [copied_by_type(one) for one in value]
    if kind is tuple:
        return tuple([copied_by_type(one) for one in value])
    if kind is dict:
        return {copied_by_type(key): copied_by_type(one) for key, one in value.items()}
    if kind is set:
        return {copied_by_type(one) for one in value}
    return deepcopy(value)


def collect_calls(function: Callable[..., Any], call: Callable[[], object]) -> list[Any]:
    """Collect every call with its arguments, and every result, by `sys.setprofile`."""
    rows: list[Any] = []
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]

    def collect(frame: FrameType, event: str, argument: Any) -> None:
        if frame.f_code is code:
            if event == "call":
                local = frame.f_locals
                rows.append([copied(local[name]) for name in names])
            elif event == "return":
                rows.append(copied(argument))

    sys.setprofile(collect)
    try:
        call()
    finally:
        sys.setprofile(None)
    return rows


def collect_lines(
    function: Callable[..., Any], call: Callable[[], object], copied: Callable[[Any], Any] = copied
) -> list[Any]:
    """Collect every executed line with all local variables before it, and every result, by `sys.settrace`."""
    rows: list[Any] = []
    code = function.__code__

    def collect(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not code:
            return None
        if event == "line":
            rows.append((frame.f_lineno, {name: copied(value) for name, value in frame.f_locals.items()}))
        elif event == "return":
            rows.append(copied(argument))
        return collect

    sys.settrace(collect)
    try:
        call()
    finally:
        sys.settrace(None)
    return rows


def trace(function: Callable[..., Any], call: Callable[[], object], lines: bool) -> None:
    with plyscope.watch(function, lines=lines):
        call()


appended: list[int] = []


def least(n: int) -> int:
    """The sample `fibonacci`, with the least possible recording."""
    appended.append(n)
    if n == 0:
        appended.append(0)
        return 0
    if n == 1:
        appended.append(1)
        return 1
    result = least(n - 1) + least(n - 2)
    appended.append(result)
    return result


def run_least(n: int) -> None:
    appended.clear()
    least(n)


def costs(function: Callable[..., Any], call: Callable[[], object], rounds: int) -> dict[str, float]:
    return medians(
        {
            "plain": call,
            "traced": lambda: trace(function, call, False),
            "setprofile": lambda: collect_calls(function, call),
        },
        rounds,
    )


if __name__ == "__main__":
    games = loaded("deep_copy").Game
    lean = loaded("notebook").minimax
    numbers = loaded("fibonacci").fib
    pair = loaded("max_min").max_value
    programs: dict[str, tuple[Callable[..., Any], Callable[[], object]]] = {
        "a notebook's minimax on a list": (notebook.minimax, lambda: notebook.minimax(BOARD[:], 1)),
        "a class that makes deep copies": (games.minimax, lambda: games().drop(3).minimax(3, True)),
        "the same notebook in a leaner style": (lean, lambda: lean(BOARD[:], 1)),
        "fib(25), which only calls itself": (numbers, lambda: numbers(25)),
    }
    notebook.calls = 0
    found = {name: costs(*program, rounds=15) for name, program in programs.items()}
    floor = medians({"plain": lambda: numbers(25), "least": lambda: run_least(25)}, rounds=15)
    times = found["a notebook's minimax on a list"]
    ratio, share = times["traced"] / times["plain"], times["traced"] / times["setprofile"]
    report(
        "calls with copied arguments and results: 2.2 times the plain run at most, half of a profile collector's time",
        {
            "a notebook's minimax, plain": milliseconds(times["plain"]),
            "traced": milliseconds(times["traced"]),
            "a sys.setprofile collector": milliseconds(times["setprofile"]),
            **{
                name: f"{one['traced'] / one['plain']:.2f}; {one['traced'] / one['setprofile']:.2f} of the collector"
                for name, one in found.items()
            },
            "fib(25) with two appends a call": f"{floor['least'] / floor['plain']:.2f}",
        },
        ratio <= 2.2 and share <= 0.5,
    )

    def end() -> object:
        return notebook.minimax([1, 0, 0, 0, -1, 0, 1, 0, 0], -1)

    times = medians(
        {
            "traced": lambda: trace(notebook.minimax, end, True),
            "settrace": lambda: collect_lines(notebook.minimax, end),
            "by type": lambda: collect_lines(notebook.minimax, end, copied_by_type),
            "deeply": lambda: collect_lines(notebook.minimax, end, deepcopy),
        },
        rounds=31,
    )
    ratio, share = times["traced"] / times["settrace"], times["traced"] / times["by type"]
    report(
        "executed lines with local variables take at most 1.5 times a sys.settrace collector that copies these lists, "
        "and 1.2 times one that copies the variables of any program",
        {
            "traced with lines": milliseconds(times["traced"]),
            "a sys.settrace collector": milliseconds(times["settrace"]),
            "times as long": f"{ratio:.2f}",
            "a collector for any program, by types": milliseconds(times["by type"]),
            "times as long as that one": f"{share:.2f}",
            "a collector for any program, with deepcopy": milliseconds(times["deeply"]),
            "times as long as that": f"{times['traced'] / times['deeply']:.2f}",
        },
        ratio <= 1.5 and share <= 1.2,
    )
