"""Reliable timing on a shared machine: the rivals run in turns, and medians over all samples are compared."""

from __future__ import annotations

import gc
import platform
import statistics
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import NamedTuple


class Measured(NamedTuple):
    """Seconds of processor time of one rival: the median, and what 95 of 100 samples stay below."""

    median: float
    high: float
    samples: int


def of_samples(seconds: Sequence[float]) -> Measured:
    """All samples count, the slowest too."""
    return Measured(statistics.median(seconds), percentile(seconds, 95), len(seconds))


def percentile(numbers: Sequence[float], share: float) -> float:
    """The number that a share of the numbers, in per cent, does not exceed."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def measured(rivals: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Measured]:
    """What each rival takes, over rounds in which all of them run once, after one that is not counted.

    What one leaves behind is cleared away before the next one begins, and is nobody's time.
    """
    times: dict[str, list[float]] = {name: [] for name in rivals}
    for run in rivals.values():
        run()
    for _ in range(rounds):
        for name, run in rivals.items():
            gc.collect()
            began = process_time()
            run()
            times[name].append(process_time() - began)
    return {name: of_samples(seconds) for name, seconds in times.items()}


def medians(rivals: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median seconds of processor time of each rival; all that was measured is printed first."""
    found = measured(rivals, rounds)
    print_samples(found)
    return {name: one.median for name, one in found.items()}


def print_samples(found: Mapping[str, Measured]) -> None:
    """The medians, and what 95 of 100 samples stay below."""
    for name, one in found.items():
        print(f"{name}: {milliseconds(one.median)}, 95 %: {milliseconds(one.high)}, of {one.samples} samples")


def report(claim: str, lines: Mapping[str, object], holds: bool) -> None:
    """Print what was measured, and whether the claim holds here."""
    print(f"{claim}  ({platform.python_implementation()} {platform.python_version()}, {platform.machine()})")
    for name, value in lines.items():
        print(f"  {name:<44} {value}")
    print(f"  holds: {'yes' if holds else 'NO'}")


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"
