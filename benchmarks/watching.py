"""What watching costs somebody's own code: against its plain run, and against collectors that keep the same facts.

The program is the notebook that `notebook.py` has as its baseline; other styles stand beside it, down to one that does
nothing but call itself. For that one the least that recording in Python can cost is measured too: one `append` of the
argument and one of the result, which say not even where a call begins. The collectors are what one writes with
`sys.setprofile` and `sys.settrace`: every argument, result and local variable that is a list is copied, since it
changes later. Texts and columns are made afterwards, and are not counted on either side.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import notebook
import plyscope
from interleaved import medians, milliseconds, report

SAMPLES = Path(__file__).parent.parent / "samples" / "recursion"
BOARD = [1, 0, 0, 0, -1, 0, 0, 0, 0]


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


def profiled(function: Callable[..., Any], call: Callable[[], object]) -> list[Any]:
    """Every call with its arguments, and every result."""
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


def traced(function: Callable[..., Any], call: Callable[[], object]) -> list[Any]:
    """Every executed line with all local variables."""
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


def watched(function: Callable[..., Any], call: Callable[[], object], lines: bool) -> None:
    with plyscope.watch(function, lines=lines):
        call()


told: list[int] = []


def least(n: int) -> int:
    """The sample `fibonacci`, with the least that tells of anything."""
    told.append(n)
    if n == 0:
        told.append(0)
        return 0
    if n == 1:
        told.append(1)
        return 1
    result = least(n - 1) + least(n - 2)
    told.append(result)
    return result


def least_told(n: int) -> None:
    told.clear()
    least(n)


def costs(function: Callable[..., Any], call: Callable[[], object], rounds: int) -> dict[str, float]:
    return medians(
        {
            "plain": call,
            "watched": lambda: watched(function, call, False),
            "setprofile": lambda: profiled(function, call),
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
        "a class that copies deeply": (games.minimax, lambda: games().drop(3).minimax(3, True)),
        "the same notebook written leanly": (lean, lambda: lean(BOARD[:], 1)),
        "fib(25), which does nothing else": (numbers, lambda: numbers(25)),
    }
    notebook.calls = 0
    found = {name: costs(*program, rounds=15) for name, program in programs.items()}
    floor = medians({"plain": lambda: numbers(25), "least": lambda: least_told(25)}, rounds=15)
    times = found["a notebook's minimax on a list"]
    ratio, share = times["watched"] / times["plain"], times["watched"] / times["setprofile"]
    report(
        "calls with copied arguments and results: 2.2 times the plain run at most, half of a profile collector's time",
        {
            "a notebook's minimax, plain": milliseconds(times["plain"]),
            "watched": milliseconds(times["watched"]),
            "a sys.setprofile collector": milliseconds(times["setprofile"]),
            **{
                name: f"{one['watched'] / one['plain']:.2f}; {one['watched'] / one['setprofile']:.2f} of the collector"
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
            "watched": lambda: watched(notebook.minimax, end, True),
            "settrace": lambda: traced(notebook.minimax, end),
        },
        rounds=31,
    )
    ratio = times["watched"] / times["settrace"]
    report(
        "executed lines with local variables take at most 1.5 times a sys.settrace collector that copies them",
        {
            "watched with lines": milliseconds(times["watched"]),
            "a sys.settrace collector": milliseconds(times["settrace"]),
            "times as long": f"{ratio:.2f}",
        },
        ratio <= 1.5,
    )
