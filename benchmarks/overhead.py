"""What recording costs a search with cutoffs, against its own run without recording.

Calls that occur again are replayed; where every call is searched, the recorder's own work can be seen.
"""

from __future__ import annotations

from interleaved import medians, milliseconds, report
from plyscope.files.sources import load
from plyscope.model.plan import Plan
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.recording.recorder import record_columns
from plyscope.search.binding import run_text


def run_unrecorded(ready: Plan) -> None:
    """The search as it is in its file."""
    scope = run_text(ready.search.text(ready.options), ready.search.file, ready.names)
    scope[ready.root](list(ready.arguments[0]), *ready.arguments[1:])


def record_every_call(ready: Plan) -> None:
    record_columns(ready.search, ready.names_of_run, ready.options, ready.root, ready.arguments)


if __name__ == "__main__":
    for algorithm in ("alphabeta", "negamax", "pvs"):
        ready = plan(load("tictactoe:"), {"algorithm": algorithm})
        frames = len(run(ready))
        times = medians(
            {
                "plain": lambda p=ready: run_unrecorded(p),
                "recorded": lambda p=ready: run(p),
                "every call searched": lambda p=ready: record_every_call(p),
            },
            rounds=41,
        )
        ratio = times["recorded"] / times["plain"]
        every = times["every call searched"] / times["plain"]
        report(
            f"{algorithm} from the empty board is recorded in its own time, within 1.7 times if nothing is replayed",
            {
                f"plain, {frames:,} calls": milliseconds(times["plain"]),
                "recorded": milliseconds(times["recorded"]),
                "times as long": f"{ratio:.2f}",
                "every call searched": milliseconds(times["every call searched"]),
                "times as long, every call searched": f"{every:.2f}",
            },
            ratio <= 1 and every <= 1.7,
        )
