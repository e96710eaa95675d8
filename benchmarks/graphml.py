"""GraphML of the whole tree of tic-tac-toe: its processor time, and the memory that it takes beyond the recording."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path
from time import process_time

from interleaved import report
from plyscope import export, record

MOST_MEGABYTES = 100


def peak() -> float:
    """Megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.graphml"
        trace = record("tictactoe:", "minimax")
        before, began = peak(), process_time()
        export(trace, path)
        seconds, more = process_time() - began, peak() - before
        report(
            f"GraphML of {len(trace):,} frames takes less than {MOST_MEGABYTES} MB beyond the recording",
            {
                "size of the file": f"{path.stat().st_size / 1e6:.0f} MB",
                "processor time": f"{seconds:.1f} s",
                "memory beyond the recording": f"{more:.0f} MB",
            },
            more < MOST_MEGABYTES,
        )
