"""The sentence and the reason of every step of a search, as a stepping page writes them.

The baseline goes through the same steps in the same order and looks at the stack with all local values.
"""

from __future__ import annotations

from interleaved import medians, report
from plyscope import Cursor, record
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason

if __name__ == "__main__":
    trace = record("tictactoe:", "alphabeta")
    cursor = Cursor(trace)
    steps = range(cursor.last_step + 1)

    def sentences() -> None:
        for step in steps:
            now = cursor.steps.at(step)
            assert str(sentence(trace, now))
            str(reason(trace, now) or "")

    def stacks() -> None:
        for step in steps:
            cursor.begin_at(step)
            assert cursor.stack

    times = medians({"sentences": sentences, "stacks": stacks}, rounds=5)
    report(
        f"sentence and reason of {len(steps):,} steps take at most a quarter longer than their stacks",
        {
            "sentences and reasons": f"{times['sentences']:.2f} s",
            "stacks with all local values": f"{times['stacks']:.2f} s",
            "times as long": f"{times['sentences'] / times['stacks']:.2f}",
        },
        times["sentences"] < 1.25 * times["stacks"],
    )
