"""Alpha-beta at depth 8 against the last chapter of the connect four tutorial, which searches four plies deep."""

from __future__ import annotations

from interleaved import report
from plyscope.files.sources import load
from plyscope.play.match import prepare
from plyscope.play.match_workers import MatchRun
from plyscope.play.results import facts

GAMES = 120

if __name__ == "__main__":
    match = prepare(
        load("connectfour:"),
        "alphabeta:depth=8,order=center",
        "tutorial-depth:depth=3",
        GAMES,
        openings_named="random:6",
        seed=1,
    )
    lines = []
    with MatchRun(match) as run:
        while not run.is_done:
            line = run.poll(1)
            if line is not None:
                lines.append(line)
    found = facts(match.header, lines)
    low, high = found["interval"]
    report(
        f"depth 8 beats chapter 7 over {GAMES} games from {GAMES // 2} random openings with sides swapped",
        {
            "won, drawn, lost": f"{found['wins']}, {found['draws']}, {found['losses']}",
            "score": f"{found['score']:.1%}",
            "95 % interval": f"{low:.1%} to {high:.1%}",
            "calls a move": " and ".join(str(found["effort"][name]["calls_per_move"]) for name in "ab"),
        },
        low > 0.5,
    )
