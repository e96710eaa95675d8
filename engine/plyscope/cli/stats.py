"""The commands stats and growth: the counts of one recording, and how searches grow with their depth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyscope.cli.group import command_line, exit_status_of, force_option, json_option, search_text, verify_option
from plyscope.cli.options import SearchRequest, open_or_record, search_options
from plyscope.cli.running import INTERRUPTED, interruptible_progress, remark, warn
from plyscope.messages import Message

csv_option = click.option(
    "--csv", "file", type=click.Path(path_type=Path), metavar="FILE", help="write the rows into this file"
)


@command_line.command()
@click.argument("source", metavar="TRACE|SOURCE")
@search_options
@csv_option
@force_option
@verify_option
@json_option
def stats(source: str, request: SearchRequest, file: Path | None, force: bool, verify: bool, as_json: bool) -> int:
    """Count at each ply: frames, leaves, cutoffs, pruned moves, branching, repeated positions."""
    from plyscope.analysis.stats import statistics, summary
    from plyscope.cli.tables import print_json
    from plyscope.files.atomic import check_writable
    from plyscope.files.checked import counted_once

    check_writable(file, force=force)
    recorded = open_or_record(source, request, verify)
    trace = recorded.trace
    # What `solve` has found in the same file is not derived again.
    found = counted_once(trace, "summary", lambda: summary(trace))
    facts = counted_once(trace, "statistics", lambda: statistics(trace, found))
    write_rows(file, facts["by_ply"], force)
    if as_json:
        print_json(facts | recorded.limit_facts)
    else:
        print_statistics(trace, facts)
    return exit_status_of(recorded)


def write_rows(file: Path | None, rows: list[dict[str, Any]], force: bool) -> None:
    """Write rows as CSV where a file was named."""
    from plyscope.analysis.stats import as_csv
    from plyscope.files.atomic import write_file

    if file is not None:
        write_file(file, as_csv(rows), force=force)


def print_statistics(trace: Any, facts: dict[str, Any]) -> None:
    """Print the counts of a recording, and the table by ply."""
    from plyscope.cli.tables import percent, print_facts, print_table

    names = ("frames", "steps", "leaves", "cutoffs", "pruned", "positions", "repeated", "made_by", "signature")
    endings = ", ".join(f"{winner} {count:,}" for winner, count in facts["endings"].items())
    print_facts(
        [
            ("position", str(trace.position)),
            ("search", search_text(trace)),
            *((name.replace("_", " "), facts[name]) for name in names),
            ("frames with a cutoff", None if facts["cut_frames"] == facts["cutoffs"] else facts["cut_frames"]),
            ("forward pruned", facts.get("forward_pruned")),
            ("from the table", facts.get("from_table")),
            ("calls not recorded", facts.get("left_out_calls")),
            ("not searched again", facts.get("spared")),
            ("cut by the first move", percent(facts["first_move_cut_rate"])),
            ("branching", rounded(facts["branching_factor"])),
            ("effective branching", rounded(facts["effective_branching_factor"])),
            ("games ended", endings),
            ("complete", None if trace.complete else "no"),
        ]
    )
    columns: tuple[str, ...] = (
        "ply",
        "frames",
        "inner",
        "finished",
        "horizon",
        "cutoffs",
        "by first move",
        "pruned",
        "branching",
        "effective",
    )
    rows = [ply_row(row) for row in facts["by_ply"]]
    if facts["repeated"] is None:
        rows = [row[:-1] for row in rows]
    else:
        columns = (*columns, "repeated")
    for name, column in (("forward_pruned", "forward pruned"), ("from_table", "from the table")):
        if name in facts:
            columns = (*columns, column)
            rows = [(*row, one[name]) for row, one in zip(rows, facts["by_ply"], strict=True)]
    print_table(None, columns, rows)
    print_rounds(trace)


def print_rounds(trace: Any) -> None:
    """Print each round's cost and value; nothing for most searches."""
    from plyscope.analysis.rounds import by_round, by_simulations, shown_of_rounds
    from plyscope.analysis.stats import facts_of_simulations
    from plyscope.cli.compare import root_move
    from plyscope.cli.search import print_simulations
    from plyscope.cli.tables import print_table
    from plyscope.messages import written

    declared = trace.search.rounds
    if not trace.rounds or declared is None:
        return
    if declared.simulates:
        print_simulations(trace, facts_of_simulations(trace))
        found = [
            (
                row["simulations"],
                row["frames"],
                f"{row['value']:.3f}",
                root_move(trace, row["best_move"] or ""),
                row["visits"],
            )
            for row in by_simulations(trace)
        ]
        print_table(None, ("simulations", "frames", "mean", "best move", "visits"), found)
        return
    rounds = by_round(trace)
    shows = shown_of_rounds(trace)
    columns: dict[str, list[object]] = {
        "round": [f"#{row['round']}" for row in rounds],
        "depth": [written(row["depth"]) for row in rounds],
        "window": [f"({written(row['alpha'])}, {written(row['beta'])})" for row in rounds],
        "frames": [row["frames"] for row in rounds],
        "value": [trace.value_text(row["frame"]) if row["returned"] else "not finished" for row in rounds],
        "best move": [root_move(trace, row["best_move"] or "") for row in rounds],
        "bounds": [f"[{written(row['low'])}, {written(row['high'])}]" if row["returned"] else None for row in rounds],
        "branching": [rounded(row["branching_factor"]) for row in rounds],
    }
    shown = {name: column for name, column in columns.items() if shows.get(name, True)}
    print_table(None, tuple(shown), list(zip(*shown.values(), strict=True)))


def ply_row(row: dict[str, Any]) -> tuple[object, ...]:
    """Return the cells of a ply."""
    from plyscope.cli.tables import percent

    counted = (row[name] for name in ("ply", "frames", "inner", "finished", "horizon", "cutoffs"))
    factors = (rounded(row[name]) or "" for name in ("branching_factor", "effective_branching_factor"))
    return (*counted, percent(row["first_move_cut_rate"]), row["pruned"], *factors, row["repeated"])


def rounded(number: float | None) -> str | None:
    """Return a number with two decimals; None for none."""
    return None if number is None else f"{number:.2f}"


@command_line.command()
@click.argument("source", metavar="SOURCE")
@click.argument("searches", nargs=-1, metavar="[WHO]...")
@click.option("--depths", default="1-6", metavar="FROM-TO", help="default: 1-6")
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="FRAMES", help="frames at which a search stops; default: 1,000,000"
)
@click.option("--game", metavar="NAME", help="the game, if the source does not name it")
@click.option("--max", "max_", metavar="SIDE", help="who is MAX: a side, first, second or mover")
@csv_option
@force_option
@json_option
def growth(
    source: str,
    searches: tuple[str, ...],
    depths: str,
    limit: int | None,
    game: str | None,
    max_: str | None,
    file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Measure frames and time of several searches at growing depths, and how fast they grow.

    A WHO is a name, or a name with options: alphabeta:order=center,cut='>'. Without any, minimax is compared
    with alpha-beta in two orders.
    """
    from plyscope.analysis.growth import LIMIT, facts, growths, read_depths, row, usual_searches
    from plyscope.cli.tables import print_json
    from plyscope.files.atomic import check_writable
    from plyscope.files.sources import load

    check_writable(file, force=force)
    between = read_depths(depths)
    position = load(source, game=game, max=max_)
    warn(position.warnings)
    names = list(searches) or list(usual_searches(position))
    measured, interrupted = measure(position, names, between, limit or LIMIT)
    found = growths(measured, names, between)
    write_rows(file, [row(measurement) for measurement in measured], force)
    if as_json:
        print_json(facts(position, found, between, limit or LIMIT))
    else:
        print_growth(position, found, limit or LIMIT)
    return INTERRUPTED if interrupted else 0


def measure(position: Any, names: list[str], depths: tuple[int, int], limit: int) -> tuple[list[Any], bool]:
    """Return the measurements of all searches and depths, and whether the user interrupted, which is printed."""
    from plyscope.analysis.growth import grow

    with interruptible_progress() as progress:
        measured = list(grow(position, names, depths, limit, lambda who, depth, frames: progress(frames)))
    if progress.interrupted:
        remark(Message("interrupted: {number} measurements are kept", number=len(measured)))
    return measured, progress.interrupted


def print_growth(position: Any, found: list[Any], limit: int) -> None:
    """Print the measurements and the fitted growth."""
    from plyscope.analysis.growth import ABOUT_TIME, ENDS
    from plyscope.cli.tables import print_facts, print_table

    print_facts([("position", str(position)), ("limit", limit), ("time", ABOUT_TIME)])
    rows = [
        (
            measurement.who,
            measurement.depth,
            measurement.frames,
            f"{measurement.seconds:.3f}",
            rounded(measurement.effective_branching_factor),
            why_measured_last(measurement),
        )
        for growth in found
        for measurement in growth.measured
    ]
    print_table(None, ("search", "depth", "frames", "seconds", "effective branching", ""), rows)
    print_table(
        None,
        ("search", "frames grow like", "R²", "seconds grow like", "R²", "no deeper because"),
        [
            (
                measurement.who,
                *growth_texts(measurement.frames),
                *growth_texts(measurement.seconds),
                ENDS.get(measurement.end, ""),
            )
            for measurement in found
        ],
    )


def why_measured_last(measured: Any) -> str:
    """Return why nothing deeper than a measurement was measured: the whole game, or the limit."""
    return "the whole game" if measured.is_whole else "" if measured.complete else "stopped at the limit"


def growth_texts(fit: Any) -> tuple[str, str]:
    """Return the factor and base of a fitted growth as text, and R² of the fit."""
    return ("", "") if fit is None else (f"{fit.factor:.2g} · {fit.base:.2f}^depth", f"{fit.r_squared:.3f}")
