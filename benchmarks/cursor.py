"""Jumping to any step of a large recording, with the whole stack and every local value.

The baseline plays the moves on the way to the frame once, which is the least that a debugger without columns would do.
Each round jumps to other steps: what is kept of earlier jumps is what random steps have in common.
"""

from __future__ import annotations

import random

from interleaved import measured, milliseconds, report
from plyscope import Cursor, record

JUMPS = 2000

if __name__ == "__main__":
    trace = record("tictactoe:", "minimax")
    cursor, chance = Cursor(trace), random.Random(1)

    def steps() -> list[int]:
        return [chance.randrange(cursor.last_step) for _ in range(JUMPS)]

    def jump() -> None:
        for step in steps():
            cursor.go(step)
            assert cursor.stack

    def replay() -> None:
        for step in steps():
            cursor.trace.state(cursor.steps.at(step).frame)

    found = measured({"jump": jump, "replay": replay}, rounds=9)
    times = {name: one.median for name, one in found.items()}
    report(
        f"a jump among {cursor.last_step + 1:,} steps takes less than 0.1 ms",
        {
            "to a step, stack and local values": milliseconds(times["jump"] / JUMPS),
            "95 % of rounds": milliseconds(found["jump"].high / JUMPS),
            "playing the moves to its position alone": milliseconds(times["replay"] / JUMPS),
            "times as long": f"{times['jump'] / times['replay']:.1f}",
        },
        times["jump"] / JUMPS < 0.1e-3,
    )
