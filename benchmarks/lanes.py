"""Recording connect four by the interpreter and compiled, against C that writes the same columns into used memory.

The columns of all three are compared first. What alpha-beta takes without any recording is what no recorder can save.
Compiling is not part of these times; the last part measures whole processes without anything warm, from start to file,
by the clock. The extra `fast` and a C compiler are needed.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from interleaved import Measured, medians, milliseconds, of_samples, report
from numpy.typing import NDArray
from overhead import run_unrecorded
from plyscope.files.sources import load
from plyscope.model.columns import COLUMNS
from plyscope.recording.lanes.program import program_of
from plyscope.recording.plan import plan
from plyscope.recording.record import run

SEARCHES = (("alphabeta", 12, 3_050_083), ("minimax", 8, 6_634_027))
ROUNDS = 5


def reference(folder: Path) -> Callable[[bool, int, dict[str, NDArray[Any]]], int]:
    """The search in C, compiled here."""
    library = folder / "reference.so"
    source = Path(__file__).with_name("reference.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True)
    function = ctypes.CDLL(str(library)).record
    function.restype = ctypes.c_int64

    def record(prunes: bool, depth: int, columns: dict[str, NDArray[Any]]) -> int:
        addresses = (ctypes.c_void_p * len(COLUMNS))(*(columns[name].ctypes.data for name in COLUMNS))
        return int(function(int(prunes), depth, addresses))

    return record


def in_one_process(folder: Path) -> None:
    from plyscope.recording.lanes.compiled import CompiledSearch

    in_c = reference(folder)
    for algorithm, depth, frames in SEARCHES:
        ready = plan(load("connectfour:"), {"algorithm": algorithm, "depth": depth})
        used = {name: np.ones(frames, kind) for name, kind in COLUMNS.items()}
        compiled = CompiledSearch(program_of(ready))
        rivals: dict[str, Callable[[], Any]] = {
            "C": lambda d=depth, a=algorithm, u=used: in_c(a == "alphabeta", d, u),
            "compiled": lambda c=compiled: c.run(2**31 - 1, lambda count: True),
            "interpreted": lambda r=ready: run(r, lane="interpreted"),
        }
        if algorithm == "alphabeta":
            rivals["its own text, nothing recorded"] = lambda r=ready: run_unrecorded(r)
        assert rivals["C"]() == frames
        found, interpreted = rivals["compiled"]()[0], rivals["interpreted"]()
        assert all(np.array_equal(used[name], found[name]) for name in COLUMNS), "C and compiled differ"
        assert all(np.array_equal(used[name], interpreted.column(name)) for name in COLUMNS), "C and interpreted differ"
        del found, interpreted
        times = medians(rivals, ROUNDS)
        ratios = {name: times[name] / times["C"] for name in rivals if name != "C"}
        report(
            f"connect four, {algorithm} to depth {depth}, {frames:,} frames: at most 3 times as long as C, compiled, "
            "and 30 times interpreted",
            {
                **{name: milliseconds(seconds) for name, seconds in times.items()},
                **{f"{name}, C = 1": f"{ratio:.1f}" for name, ratio in ratios.items()},
            },
            ratios["compiled"] <= 3 and ratios["interpreted"] <= 30,
        )


def as_whole_processes(options: tuple[str, ...], rounds: int, folder: Path) -> dict[str, Measured]:
    """Seconds by the clock from the start of the process to the written file, the lanes in turns."""
    seconds: dict[str, list[float]] = {"auto": [], "compiled": [], "interpreted": []}
    written: set[bytes] = set()
    for _ in range(rounds):
        for lane, measured in seconds.items():
            path = folder / "whole.plytrace"
            command = [sys.executable, "-m", "plyscope", "record", "connectfour:", *options]
            began = perf_counter()
            subprocess.run(
                [*command, "--lane", lane, "-o", str(path), "--force"], check=True, capture_output=True, timeout=600
            )
            measured.append(perf_counter() - began)
            written.add(path.read_bytes()[-4096:])
    assert len(written) == 1, "the lanes write different files"
    return {lane: of_samples(measured) for lane, measured in seconds.items()}


def whole_searches(folder: Path) -> None:
    found = as_whole_processes(("--depth", "12"), 5, folder)
    report(
        "plyscope record connectfour: --depth 12, from start to file, takes at most 6 s with the extra fast",
        {lane: f"{one.median:.1f} s; 95 %: {one.high:.1f} s" for lane, one in found.items()},
        found["auto"].median <= 6,
    )
    found = as_whole_processes(("--score", "lines", "--depth", "10"), 3, folder)
    report(
        "the same with the scoring lines to depth 10, which repeats fewer calls, takes half as long with it",
        {lane: f"{one.median:.1f} s; 95 %: {one.high:.1f} s" for lane, one in found.items()},
        found["auto"].median <= found["interpreted"].median / 2,
    )


if __name__ == "__main__":
    if shutil.which("cc") is None or find_spec("numba") is None:
        print("skipped: there is no C compiler, or numba is not installed")
        sys.exit()
    with tempfile.TemporaryDirectory() as place:
        in_one_process(Path(place))
        whole_searches(Path(place))
