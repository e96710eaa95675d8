"""Aligning two recordings of one position by their paths: minimax and alpha-beta on all of tic-tac-toe.

The baseline is the obvious method: a dictionary from the path of each frame to the frame.
"""

from __future__ import annotations

from interleaved import medians, milliseconds, report
from plyscope.analysis.alignment import align
from plyscope.files.sources import load
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run

if __name__ == "__main__":
    full, pruned = (run(plan(load("tictactoe:"), {"algorithm": name})) for name in ("minimax", "alphabeta"))

    def paths(trace: Trace) -> dict[tuple[int, ...], int]:
        """The path of every frame as moves, which is unique here: no move is searched twice."""
        known: list[tuple[int, ...]] = [()]
        for parent, move in zip(trace.parents[1:], trace.moves[1:], strict=True):
            known.append((*known[parent], move))
        return {path: frame for frame, path in enumerate(known)}

    def by_dictionary() -> list[tuple[int, int]]:
        others = paths(pruned)
        return [(frame, others[path]) for path, frame in paths(full).items() if path in others]

    def by_columns() -> list[tuple[int, int]]:
        found = align(full, pruned)
        return list(zip(found.frames_a.tolist(), found.frames_b.tolist(), strict=True))

    assert by_columns() == by_dictionary()
    rivals = {"align": lambda: align(full, pruned), "dictionary": by_dictionary}
    times = medians(rivals, rounds=5)
    report(
        f"aligning {len(full):,} frames with {len(pruned):,} takes less than 30 ms",
        {
            "aligned by path": milliseconds(times["align"]),
            "by a dictionary of paths": milliseconds(times["dictionary"]),
            "times as fast": f"{times['dictionary'] / times['align']:.0f}",
        },
        times["align"] < 30e-3,
    )
