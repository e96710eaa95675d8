"""A thousand games of cheap brains in two processes against one: a clock on the wall, since it is about waiting.

On a machine that others use as well a clock on the wall measures them too. The shortest of several times, taken in
turns, is the one that they have disturbed least.
"""

from __future__ import annotations

from time import perf_counter

from interleaved import report

from engine.playing.match import Match, prepare
from engine.playing.running import Run, usual_jobs
from engine.sources import load

GAMES = 1000
ROUNDS = 5


def play(match: Match, jobs: int) -> float:
    """Seconds for all games, with the start of the processes."""
    began = perf_counter()
    games = 0
    with Run(match, jobs=jobs) as run:
        while not run.is_done:
            games += run.poll(1) is not None
    assert games == GAMES
    return perf_counter() - began


if __name__ == "__main__":
    match = prepare(load("connectfour:"), "tutorial-dummy", "tutorial-random", GAMES, openings_named="random:4")
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for jobs, measured in times.items():
            measured.append(play(match, jobs))
    one, two = (min(measured) for measured in times.values())
    ratios = sorted(alone / together for alone, together in zip(*times.values(), strict=True))
    report(
        "a thousand games are played at least 1.6 times as fast by two processes as by one",
        {
            "processors": usual_jobs(),
            "one process, shortest of the rounds": f"{one:.1f} s",
            "two processes, shortest of the rounds": f"{two:.1f} s",
            "times as fast": f"{one / two:.2f}",
            "times as fast within each round, sorted": " ".join(f"{ratio:.2f}" for ratio in ratios),
        },
        one / two >= 1.6,
    )
