"""What recording costs a search with cutoffs, which replays nothing: against its own run without recording."""

from __future__ import annotations

from interleaved import medians, milliseconds, report
from plyscope.files.sources import load
from plyscope.model.plan import Plan
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.search.binding import run_text


def run_unrecorded(ready: Plan) -> None:
    """The search as it is in its file."""
    scope = run_text(ready.search.text(ready.options), ready.search.file, ready.names)
    scope[ready.root](list(ready.arguments[0]), *ready.arguments[1:])


if __name__ == "__main__":
    for algorithm in ("alphabeta", "negamax", "pvs"):
        ready = plan(load("tictactoe:"), {"algorithm": algorithm})
        frames = len(run(ready))
        times = medians({"plain": lambda p=ready: run_unrecorded(p), "recorded": lambda p=ready: run(p)}, rounds=41)
        ratio = times["recorded"] / times["plain"]
        report(
            f"{algorithm} from the empty board is recorded in at most 1.7 times its own time",
            {
                f"plain, {frames:,} calls": milliseconds(times["plain"]),
                "recorded": milliseconds(times["recorded"]),
                "times as long": f"{ratio:.2f}",
            },
            ratio <= 1.7,
        )
