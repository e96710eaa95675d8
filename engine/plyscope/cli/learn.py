"""The command learn: fit the weights of the linear scoring."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyscope.cli.group import command_line, force_option, json_option
from plyscope.cli.running import INTERRUPTED, interruptible_progress, remark
from plyscope.messages import Message, OptionError

STAGE_TEXTS = {
    "games": "of {total:,.0f} games of self-play",
    "positions": "of {total:,.0f} positions",
    "match": "of {total:,.0f} games against the weights by hand",
}
"""The text behind the number in a progress bar, by the stage of a course."""


@command_line.command()
@click.argument("game", metavar="GAME|SOURCE")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="WEIGHTS.toml")
@click.option(
    "--from", "source", type=click.Choice(["self-play", "solved"]), help="default: solved where that is possible"
)
@click.option("--games", "--positions", "amount", type=click.IntRange(1, 1_000_000), metavar="N",
              help="games of self-play, default: 600; or positions to solve, default: 6000")  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, 20), default=2, metavar="N", help="depth of both sides in all games; default: 2"
)
@click.option(
    "--match",
    "match_games",
    type=click.IntRange(min=0),
    default=400,
    metavar="N",
    help="games of the match; default: 400",
)
@click.option("--seed", type=int, default=0, metavar="N", help="seed of all random choices; default: 0")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="K", help="processes; default: the number of processors")
@force_option
@json_option
def learn(
    game: str, output: Path, source: str | None, amount: int | None, depth: int, match_games: int, seed: int,
    jobs: int | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Fit the weights of the linear scoring, and play a match with them against the weights by hand.

    GAME is tictactoe, connectfour, or another board such as connectfour:5,4,4. Positions are solved where the game
    is small enough; otherwise they come from games that the weights by hand play against themselves. At least 500 are
    held out to evaluate the fit. The same command resumes an interrupted run, and the same seed gives the same file.
    Use the weights with --score linear --weights WEIGHTS.toml.
    """
    from plyscope.cli.match import start_of
    from plyscope.files.atomic import check_writable
    from plyscope.model.shuffle import checked_seed
    from plyscope.play.learning import (
        DEFAULT_AMOUNT,
        MAX_SQUARES_TO_SOLVE,
        SOLVED,
        Course,
        Settings,
        default_source,
        refuse_unlearnable,
    )

    checked_seed(seed)
    check_writable(output, force=force)
    start = start_of(game)
    refuse_unlearnable(start)
    source = source or default_source(start)
    if source == SOLVED and default_source(start) != SOLVED:
        raise OptionError("positions of more than {cells} cells cannot be solved here", cells=MAX_SQUARES_TO_SOLVE)
    settings = Settings(start, source, amount or DEFAULT_AMOUNT[source], depth, match_games, seed)
    with Course(settings, output, jobs=jobs, force=force) as course:
        if course.begun:
            remark(Message("resuming an interrupted run: {count} results are saved already", count=course.begun))
        interrupted = run_course(course)
    if interrupted:
        return INTERRUPTED
    if as_json:
        from plyscope.cli.tables import print_json

        print_json({**course.report, "file": str(output)})
    else:
        print_report(course.report, output)
    return 0


def run_course(course: Any) -> bool:
    """Run the course with progress; return whether the user interrupted it."""
    steps = course.steps()
    stage = next(steps, None)
    while stage is not None:
        now = stage[2]
        with interruptible_progress(stage[1], STAGE_TEXTS[now]) as progress:
            while stage is not None and stage[2] == now and progress(stage[0]):
                stage = next(steps, None)
        if progress.interrupted and stage is not None:
            remark(Message("interrupted: the same command resumes here"))
            steps.close()
            return True
    return False


def print_report(report: dict[str, Any], output: Path) -> None:
    """Print the fitted weights, their quality and the match."""
    from plyscope.cli.tables import print_facts, print_table

    fit, match = report["fit"], report.get("match")
    print_facts(
        [
            ("file", str(output)),
            ("learned from", f"{fit['positions']:,} positions, {report['from']}"),
            ("held out", f"{fit['held_out']:,} positions"),
        ]
    )
    rows = [(name, weight, report["by_hand_weights"][name]) for name, weight in report["weights"].items()]
    print_table(None, ("feature", "learned", "by hand"), rows)
    rows = [
        (label, fit[name]["log_loss"], fit[name].get("right"))
        for label, name in (("learned", "fitted"), ("by hand, scaled", "by_hand"), ("constant", "knowing_nothing"))
    ]
    print_table("on the held-out positions", ("weights", "log loss", "winner predicted"), rows)
    if match is not None:
        low, high = match["interval"]
        verdict = {True: "they are better", False: "they are worse", None: "undecided"}[report["helps"]]
        print_facts(
            [
                ("match", f"{match['games']:,} games at depth {report['depth']}, {match['distinct']:,} distinct"),
                ("won, drawn, lost", f"{match['wins']:,}, {match['draws']:,}, {match['losses']:,}"),
                ("score", f"{match['score']:.1%}, 95 % between {low:.1%} and {high:.1%}: {verdict}"),
            ]
        )
