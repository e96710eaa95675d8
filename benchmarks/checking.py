"""Commands on a large trace file: the first one checks all of it, later ones only compare its bytes with a hash.

What `solve` and `stats` have counted once is remembered too, so that both run twice: as the first on a checked file,
and later.

Processor time of whole processes, less that of `solve` on a small tree, which is what starting costs. Recorded by
minimax unless another file is named: checking.py [FILE.plytrace]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import rmtree

from interleaved import Measured, of_samples, report

FRAMES, ROUNDS = 5_000_000, 5
SMALL = ("solve", "sample:tree/textbook")
COMMANDS = {
    "solve": ("solve",),
    "why": ("why", "--frame", "3"),
    "trace": ("trace", "--from", "3000", "--to", "3010"),
    "the first stats": ("stats",),
    "stats": ("stats",),
}
FIRST, LATER, STATS = 2.0, 0.4, 1.5
TIMEOUT = 120
"""Limits in seconds."""


def used(arguments: tuple[str, ...], state: str) -> float:
    """Processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "plyscope", *arguments],
        env={**os.environ, "PLYSCOPE_STATE": state},
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=TIMEOUT,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measured(path: str, state: str) -> dict[str, Measured]:
    samples: dict[str, list[float]] = {"small": [], "first solve": [], **{name: [] for name in COMMANDS}}
    for number in range(ROUNDS + 1):
        rmtree(state, ignore_errors=True)
        found = {"small": used(SMALL, state), "first solve": used(("solve", path), state)}
        found |= {name: used((*command[:1], path, *command[1:]), state) for name, command in COMMANDS.items()}
        for name, seconds in found.items() if number else ():
            samples[name].append(seconds)
    return {name: of_samples(seconds) for name, seconds in samples.items()}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "large.plytrace"
        if not path.exists():
            import plyscope

            plyscope.record("connectfour:", "minimax", depth=8, limit=FRAMES).save(path)
        times = measured(str(path), f"{folder}/state")
    start = times.pop("small").median
    beyond = {name: found.median - start for name, found in times.items()}
    report(
        f"a command on {FRAMES:,} frames takes 0.4 s more than on a small tree once the file is checked; stats 1.5 s",
        {
            "starting: solve of a small tree": f"{start:.2f} s",
            **{
                f"{name}: beyond that, median and 95 %": f"{beyond[name]:.2f} s, {times[name].high - start:.2f} s"
                for name in times
            },
        },
        beyond["first solve"] <= FIRST
        and beyond["stats"] <= STATS
        and all(beyond[name] <= LATER for name in COMMANDS if name not in ("the first stats", "stats")),
    )
