"""The nested listing of the whole tree of tic-tac-toe as a text file, against the same tree as JSON."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from interleaved import measured, report
from plyscope import export, record

ROUNDS = 5
MAX_TIMES_AS_LONG = 3

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        trace = record("tictactoe:", "minimax")
        found = measured({form: partial(export, trace, Path(folder) / f"x.{form}") for form in ("json", "txt")}, ROUNDS)
        times = found["txt"].median / found["json"].median
        report(
            f"the listing of {len(trace):,} frames takes at most {MAX_TIMES_AS_LONG} times as long as JSON",
            {
                **{name: f"{one.median:.2f} s; 95 %: {one.high:.2f} s" for name, one in found.items()},
                "listing, JSON = 1": f"{times:.1f}",
            },
            times <= MAX_TIMES_AS_LONG,
        )
