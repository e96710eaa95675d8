"""The command match: version against version."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option, json_option
from plyscope.cli.running import INTERRUPTED, collect, interruptible_progress, remark
from plyscope.messages import Message

if TYPE_CHECKING:
    from plyscope.play.match import Match


@command_line.command()
@click.argument("game", metavar="GAME|SOURCE")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, metavar="N", help="default: 100")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="K", help="processes; default: the number of processors")
@click.option("--openings", "named", metavar="FILE|random:K", help="positions, or K random moves; default: the start")
@click.option("--coordinates", metavar="NAME", help="how squares are shown when its games are opened")
@click.option("--seed", type=int, default=0, metavar="S", help="seed of all random choices; default: 0")
@click.option("--time", "seconds", type=click.FloatRange(0.001, 86_400), default=10.0, metavar="SECONDS",
              help="time limit of a Python file per move; default: 10")  # fmt: skip
@click.option("--timeouts", type=click.IntRange(1, 10_000), default=3, metavar="N",
              help="the time-out that loses the game; earlier ones play a random move; default: 3")  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(128, 1 << 20), default=1024, metavar="MB", help="memory limit of a Python file"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.plymatch",
    help="save every game here; an interrupted match resumes",
)
@click.option(
    "--disagreements",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="write the positions in which they play different moves",
)
@force_option
@json_option
def match(
    game: str, a: str, b: str, jobs: int | None, output: Path | None, disagreements: Path | None,
    force: bool, as_json: bool, named: str | None, coordinates: str | None, **limits: Any,
) -> int:  # fmt: skip
    """Play version against version, on the same openings with sides swapped.

    A and B are searches or brains with options (alphabeta:depth=4,order=center), files of weights
    (weights.toml:depth=4), or Python files (brain.py:choose) with a function that takes a position and returns
    a move; position.moves() lists the legal ones. Such a file runs in its own process. A search without a depth
    deepens up to 600,000 frames per depth.

    With -o every game is saved as soon as it is over; the same command resumes an interrupted match.
    """
    from plyscope.files.atomic import check_writable
    from plyscope.files.journal import Journal
    from plyscope.operating_system import usable_processors
    from plyscope.play.match import SHOWN, prepare
    from plyscope.play.results import facts

    check_writable(disagreements, force=force)
    start = start_of(game)
    if coordinates is not None:
        start = start.with_coordinates(coordinates)
    ready = prepare(start, a, b, openings_named=named, **limits)
    jobs = jobs or usable_processors()
    with ExitStack() as open_files:
        journal = None
        if output is not None:
            check_writable(output, force=True)
            journal = open_files.enter_context(Journal(output, ready.header, force=force, free=SHOWN))
        lines, interrupted = play_games(ready, jobs, journal)
    found = facts(ready.header, lines)
    if disagreements is not None and not interrupted:
        found["disagreements"], interrupted = find_disagreements(ready, lines, jobs, disagreements, force)
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(found)
    else:
        print_match(found)
    return INTERRUPTED if interrupted else 0


def start_of(game: str) -> Any:
    """Return the start of a named game, or the position of a source."""
    from plyscope.files.sources import load
    from plyscope.games import GAMES

    return load(f"{game}:" if game in GAMES else game)


def play_games(ready: Match, jobs: int, journal: Any) -> tuple[list[dict[str, Any]], bool]:
    """Play the games that are not in the file; return all games, and whether the user interrupted."""
    from plyscope.play.match_workers import MatchRun

    lines: list[dict[str, Any]] = [] if journal is None else journal.lines
    if lines:
        remark(Message("{path}: {count} games are saved already", path=str(journal.path), count=len(lines)))
    with interruptible_progress(ready.games, "of {total:,.0f} games") as progress, MatchRun(ready, lines, jobs) as run:
        interrupted = collect(run, lines, progress, journal)
    if interrupted:
        remark(Message("interrupted: {count} games are kept", count=len(lines)))
    return lines, interrupted


def find_disagreements(
    ready: Match, lines: list[dict[str, Any]], jobs: int, path: Path, force: bool
) -> tuple[dict[str, Any] | None, bool]:
    """Write the positions in which the versions differ; return the counts, None if interrupted, and whether it was."""
    from plyscope.play.disagreements import differing, save, start_workers

    answers: list[dict[str, Any]] = []
    workers, count = start_workers(ready, lines, jobs)
    with interruptible_progress(count, "of {total:,.0f} positions") as progress, workers:
        interrupted = collect(workers, answers, progress)
    if interrupted:
        remark(Message("interrupted: not all positions were compared, {path} is not written", path=str(path)))
        return None, True
    found = differing(answers)
    save(ready.header, found, path, force=force)
    return {"positions": count, "differing": len(found), "file": str(path)}, False


# Tables


def print_match(found: dict[str, Any]) -> None:
    """Print the result of a match."""
    from plyscope.cli.tables import print_facts, print_table

    low, high = found["interval"] or (None, None)
    games = found["games"] if found["complete"] else f"{found['games']:,} of {found['wanted']:,}"
    print_facts(
        [
            ("game", found["game"]),
            ("A", found["a"]),
            ("B", found["b"]),
            ("games", games),
            ("distinct", found["distinct"] if found["distinct"] < found["games"] else None),
            ("A won", found["wins"]),
            ("drawn", found["draws"]),
            ("A lost", found["losses"]),
            ("score of A", None if low is None else f"{found['score']:.1%}, 95 % between {low:.1%} and {high:.1%}"),
            ("Elo", None if low is None else elo_text(found)),
            ("differ in", disagreement_text(found.get("disagreements"))),
        ]
    )
    rows = [(name.upper(), *found["effort"][name].values(), found["timeouts"][name]) for name in ("a", "b")]
    print_table(None, ("", "moves", "calls a move", "seconds a move", "time-outs"), rows)
    if found["failures"]:
        rows = [
            (failure["game"], failure["version"].upper(), failure["move"], failure["kind"], failure["reason"])
            for failure in found["failures"]
        ]
        print_table("lost for reasons other than the position", ("game", "by", "move", "kind", "reason"), rows)


def elo_text(found: dict[str, Any]) -> str:
    """Return the Elo difference with its interval."""
    ends = [str(end).replace("inf", "∞") for end in (found["elo"], *found["elo_interval"])]
    return f"{ends[0]}, 95 % between {ends[1]} and {ends[2]}"


def disagreement_text(found: dict[str, Any] | None) -> str | None:
    """Return how many positions the versions disagree in; None if not asked."""
    return None if found is None else f"{found['differing']:,} of {found['positions']:,} positions: {found['file']}"
