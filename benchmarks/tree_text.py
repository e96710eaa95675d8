"""Reading the text of a tree of a million leaves, against `json.loads` of the same text."""

from __future__ import annotations

import json
import random

from interleaved import medians, report
from plyscope.games.tree import read

LEAVES = 1_000_000
MAX_SECONDS = 0.8

if __name__ == "__main__":
    draw = random.Random(1)
    level: list[object] = [draw.randrange(-1000, 1000) for _ in range(LEAVES)]
    while len(level) > 1:
        level = [level[start : start + 4] for start in range(0, len(level), 4)]
    text = json.dumps(level[0], separators=(",", ":"))
    del level
    times = medians({"read": lambda: read(text), "json": lambda: json.loads(text)}, rounds=7)
    report(
        f"a tree of {LEAVES:,} leaves is read from its text in less than {MAX_SECONDS} s",
        {
            "size of the text": f"{len(text) / 1e6:.1f} MB",
            "reading it": f"{times['read']:.2f} s",
            "json.loads": f"{times['json']:.2f} s",
        },
        times["read"] < MAX_SECONDS,
    )
