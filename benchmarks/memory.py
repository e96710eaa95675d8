"""Bytes per frame: of a finished trace, and at the peak while it is recorded in a separate process."""

from __future__ import annotations

import resource
import subprocess
import sys

from interleaved import report
from plyscope import record
from plyscope.model.columns import COLUMNS

SEARCHES = {
    "connect four, minimax, 6,634,027 frames": "record('connectfour:', 'minimax', depth=8)",
    "connect four, alpha-beta, 3,050,083 frames": "record('connectfour:', 'alphabeta', depth=12)",
}
PEAK = """
import resource
from plyscope import record
record('connectfour:', 'alphabeta', depth=4)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
frames = len({search})
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / frames)
"""

if __name__ == "__main__":
    assert resource.RUSAGE_SELF is not None
    trace = record("connectfour:", "alphabeta", depth=8)
    finished = sum(trace.column(name).nbytes for name in COLUMNS) / len(trace)
    lines: dict[str, object] = {"finished trace, bytes a frame": f"{finished:.0f}"}
    for name, search in SEARCHES.items():
        script = PEAK.format(search=search)
        peak = float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
        lines[f"peak, {name}"] = f"{peak:.0f}"
    report("a frame takes at most 48 bytes", lines, finished <= 48)
