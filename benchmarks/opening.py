"""Opening a recording of five million frames and reading its first frame, against reading it with numpy."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np
from interleaved import medians, milliseconds, report
from plyscope import Trace, record
from plyscope.model.columns import COLUMNS

FRAMES = 5_000_000

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.plytrace"
        trace = record("connectfour:", "minimax", depth=8, limit=FRAMES)
        began = perf_counter()
        trace.save(path)
        saved = perf_counter() - began

        def open_and_read() -> None:
            opened = Trace.open(path)
            assert [opened.column(name)[0] for name in COLUMNS][8] == FRAMES
            assert opened.position.text

        def load_with_numpy() -> None:
            with np.load(path) as archive:
                assert [archive[name][0] for name in COLUMNS]

        times = medians({"open": open_and_read, "numpy": load_with_numpy}, rounds=9)
        report(
            f"a file of {FRAMES:,} frames opens in less than 20 ms",
            {
                "size of the file": f"{path.stat().st_size / 1e6:.0f} MB",
                "saving it": milliseconds(saved),
                "opening it, first frame read": milliseconds(times["open"]),
                "reading all columns with numpy": milliseconds(times["numpy"]),
                "times as fast": f"{times['numpy'] / times['open']:.0f}",
            },
            times["open"] < 0.02,
        )
