"""Reliable timing on a shared machine: the rivals run in turns, and medians are compared."""

from __future__ import annotations

import gc
import platform
import statistics
from collections.abc import Callable, Mapping
from time import process_time


def medians(rivals: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time of each rival, the median over rounds in which all of them run once.

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
    return {name: statistics.median(measured) for name, measured in times.items()}


def report(claim: str, lines: Mapping[str, object], holds: bool) -> None:
    """Print what was measured, and whether the claim holds here."""
    print(f"{claim}  ({platform.python_implementation()} {platform.python_version()}, {platform.machine()})")
    for name, value in lines.items():
        print(f"  {name:<44} {value}")
    print(f"  holds: {'yes' if holds else 'NO'}")


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"
