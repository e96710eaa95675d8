"""Five million calls of a user's recursion, and one that is 10,000 calls deep, recorded in a separate process."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from interleaved import report
from plyscope.tracer.running import debug
from plyscope.tracer.starting import Limits

CALLS, DEPTH = 5_000_000, 10_000
PROGRAM = """
import sys
sys.setrecursionlimit(15_000)

def calls(n):
    # Makes exactly n calls.
    left, right = (n - 1) // 2, n - 1 - (n - 1) // 2
    return 1 + (calls(left) if left else 0) + (calls(right) if right else 0)

def down(n):
    return 0 if n == 0 else 1 + down(n - 1)
"""


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.py"
        path.write_text(PROGRAM, encoding="utf-8")
        began, began_here = perf_counter(), process_time()
        many = debug(path, f"calls({CALLS})", limits=Limits(seconds=600), lines=False)
        took, took_here = perf_counter() - began, process_time() - began_here
        deep = debug(path, f"down({DEPTH})")
    report(
        f"{CALLS:,} calls and a depth of {DEPTH:,} are recorded to the end",
        {
            "seconds on the wall for the calls": f"{took:.1f}",
            "of the processor, here and in the process": (
                f"{took_here:.1f}; {resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.1f}"
            ),
            "memory at the peak, here": f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB",
        },
        (len(many), many.value, len(deep), deep.value) == (CALLS, CALLS, DEPTH + 1, DEPTH)
        and many.complete
        and deep.complete,
    )
