"""What a recording costs against its number of frames, from a thousand to twenty million, as a picture.

Minimax on connect four stopped at a limit, processor time in microseconds a frame, of each size the median of as many
runs as fit into a few seconds. `growth.py FILE.svg [LARGEST]` writes the picture; docs/growth.svg is one.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from math import log10
from pathlib import Path
from time import process_time

import numpy as np
from interleaved import Measured, of_samples
from plyscope.audit.verification import check
from plyscope.files.opening import open_trace
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.layout.rows import Rows
from plyscope.model.breakpoints import within
from plyscope.model.conditions import parse
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run

SIZES = (1_000, 10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)
SECONDS, MAX_REPEATS = 0.5, 5
"""Processor time after which a measurement is not repeated, and how often it is at most."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#555555", "#b8860b")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 70, 20, 200, 50
LOWEST, HIGHEST = -4, 1
"""Powers of ten of the vertical axis."""

Points = dict[str, list[tuple[int, float]]]


def samples_of(run: Callable[[], object]) -> Measured:
    times: list[float] = []
    while len(times) < MAX_REPEATS and sum(times) < SECONDS:
        gc.collect()
        began = process_time()
        run()
        times.append(process_time() - began)
    return of_samples(times)


def measured(largest: int) -> Points:
    """Microseconds a frame by what is done and the number of frames."""
    found: Points = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in (size for size in SIZES if size <= largest):
            path = Path(folder) / f"{size}.plytrace"
            kept: list[Trace] = []
            for name, run in work(size, path, kept).items():
                one = samples_of(run)
                middle, high = (seconds / size * 1e6 for seconds in (one.median, one.high))
                found.setdefault(name, []).append((size, middle))
                print(f"{size:>12,}  {name:<22} {middle:.4f} µs a frame; 95 %: {high:.4f}", flush=True)
            path.unlink()
    return found


def work(size: int, path: Path, kept: list[Trace]) -> Mapping[str, Callable[[], object]]:
    """What is measured, in this order; what is recorded first is kept for the rest."""

    def make() -> None:
        kept[:] = [run(plan(load("connectfour:"), {"algorithm": "minimax", "depth": 9}), size)]

    def save() -> None:
        save_trace(kept[0], path)

    def open_file() -> None:
        kept[:] = [open_trace(path)]

    def find() -> None:
        steps = Steps(kept[0])
        within(steps, steps.leaves_of(np.flatnonzero(parse("value == 1").matches(kept[0]))))

    return {
        "recorded": make,
        "saved": save,
        "opened": open_file,
        "checked": lambda: check(open_trace(path)),
        "laid out": lambda: Rows(kept[0]),
        "searched for a value": find,
    }


def picture(found: Points) -> str:
    """The curves on logarithmic axes."""
    return "\n".join(["".join(head()), *axes(), *curves(found), "</svg>", ""])


def head() -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
    yield 'font-size="12"><rect width="100%" height="100%" fill="white"/>'


def x_of(size: float) -> float:
    return LEFT + (log10(size) - 3) / (log10(2e7) - 3) * (WIDTH - LEFT - RIGHT)


def y_of(cost: float) -> float:
    return TOP + (HIGHEST - log10(cost)) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)


def axes() -> Iterator[str]:
    for power in range(LOWEST, HIGHEST + 1):
        y = y_of(10**power)
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:g} µs</text>'
    for size in SIZES:
        x, text = x_of(size), f"{size // 1_000_000} million" if size >= 1_000_000 else f"{size:,}"
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eeeeee"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">frames; processor time a frame</text>'


def curves(found: Points) -> Iterator[str]:
    ends = sorted((y_of(points[-1][1]), name) for name, points in found.items())
    lowest = 0.0
    for number, (y, name) in enumerate(ends):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{x_of(size):.1f},{y_of(cost):.1f}" for size, cost in found[name])
        lowest = max(y, lowest + 16)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield from (
            f'<circle cx="{x_of(size):.1f}" cy="{y_of(cost):.1f}" r="3" fill="{colour}"/>' for size, cost in found[name]
        )
        last = found[name][-1][1]
        yield f'<text x="{WIDTH - RIGHT + 12}" y="{lowest + 4:.1f}" fill="{colour}">{name}: {last:.2g} µs</text>'


if __name__ == "__main__":
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else SIZES[-1]
    Path(sys.argv[1] if len(sys.argv) > 1 else "growth.svg").write_text(picture(measured(largest)), encoding="utf-8")
