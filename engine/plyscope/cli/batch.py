"""The command batch: many positions searched by several searches at several depths."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option, json_option
from plyscope.cli.running import BAD_INPUT, INTERRUPTED, collect, complain, interruptible_progress, remark
from plyscope.messages import InputError, Message, OptionError

if TYPE_CHECKING:
    from plyscope.batch.batch import Batch
    from plyscope.model.position import Position


@command_line.command()
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option(
    "--list", "lists", multiple=True, type=click.Path(path_type=Path), metavar="FILE", help="one source on each line"
)
@click.option("--algorithms", multiple=True, metavar="'WHO …'", help="searches, with blanks between them")
@click.option("--depths", default="1-6", metavar="FROM-TO", help="default: 1-6")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="FRAMES",
    help="frames at which a search goes no deeper; default: 1,000,000",
)
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="K", help="processes; default: the number of processors")
@click.option("--cluster", metavar="ADDRESS", help="give the work to a dask.distributed scheduler instead")
@click.option("--game", metavar="NAME", help="the game, where a source does not name it")
@click.option("--max", "max_", metavar="SIDE", help="who is MAX: a side, first, second or mover")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.csv|FILE.parquet",
    help="write a row for each position, search and depth; an interrupted batch resumes",
)
@click.option("--plot", "drawing", type=click.Path(path_type=Path), metavar="FILE.svg", help="draw the summary")
@force_option
@json_option
def batch(
    sources: tuple[str, ...], lists: tuple[Path, ...], algorithms: tuple[str, ...], depths: str, limit: int | None,
    jobs: int | None, cluster: str | None, game: str | None, max_: str | None, output: Path | None,
    drawing: Path | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Search many positions, on all processors, and show how pruning pays by game, search and depth.

    A WHO is a name, or a name with options: alphabeta:order=center,cut='>'. Without any, minimax is compared
    with alpha-beta in two orders. With -o what is done is saved at once; the same command resumes an interrupted batch.
    """
    from plyscope.analysis.growth import LIMIT, read_depths
    from plyscope.batch.batch import prepare

    if jobs is not None and cluster is not None:
        raise OptionError("--jobs is for processes of our own, and --cluster for those of a scheduler")
    check_files(output, drawing, force)
    between = read_depths(depths)
    searches = [who for given in algorithms for who in given.split()]
    ready = prepare(read_positions(sources, lists, game, max_), searches, between, limit or LIMIT)
    results, interrupted = run(ready, jobs, cluster, output, force)
    rows = [row for result in results for row in result["rows"]]
    if output is not None and not interrupted:
        write_results(output, ready, rows, force)
    report(ready, rows, results, drawing, force, as_json)
    problems = [result for result in results if result["problem"]]
    for result in problems:
        source, search = ready.tasks[result["number"]]["source"], ready.tasks[result["number"]]["search"]
        complain(Message("{source}, {search}: {reason}", source=source, search=search, reason=result["problem"]), 0)
    return INTERRUPTED if interrupted else BAD_INPUT if problems else 0


def check_files(output: Path | None, drawing: Path | None, force: bool) -> None:
    """Raise an error, before any work, for files that cannot be written."""
    from plyscope.batch.results import check_output
    from plyscope.files.atomic import check_writable

    if output is not None:
        check_output(output, force=force)
    if drawing is not None and drawing.suffix.lower() != ".svg":
        raise OptionError("the summary is drawn as .svg, and this is {path}", path=drawing.name)
    check_writable(drawing, force=force)


def read_positions(
    sources: tuple[str, ...], lists: tuple[Path, ...], game: str | None, max_: str | None
) -> list[tuple[str, Position]]:
    """Return all positions with their sources, those of the lists last; print their warnings; refuse to have none."""
    from plyscope.files.sources import load, read_list

    def read(source: str) -> tuple[str, Position]:
        return source, load(source, game=game, max=max_)

    def read_typed(source: str) -> tuple[str, Position]:
        try:
            return read(source)
        except InputError as error:
            raise error.inside(source) from None

    found = [*map(read_typed, sources), *(one for path in lists for one in read_list(path, read))]
    if not found:
        raise OptionError("no position was given: name sources, or a file of them with --list")
    for source, position in found:
        for warning in position.warnings:
            remark(Message("warning: {source}: {warning}", source=source, warning=warning))
    return found


def run(
    ready: Batch, jobs: int | None, cluster: str | None, output: Path | None, force: bool
) -> tuple[list[dict[str, Any]], bool]:
    """Do the tasks that are not in the file yet; return all results, and whether the user interrupted."""
    from plyscope.batch.cluster import ClusterRun
    from plyscope.batch.measuring import do_tasks
    from plyscope.batch.results import unfinished
    from plyscope.workers import Workers

    with ExitStack() as open_files:
        journal = None if output is None else open_files.enter_context(unfinished(output, ready, force=force))
        results: list[dict[str, Any]] = [] if journal is None else list(journal.lines)
        if results:
            done = {"count": len(results), "total": len(ready.tasks)}
            remark(Message("{path}: {count} of {total} tasks are done already", path=str(output), **done))
        left = ready.left(results)
        total = len(ready.tasks)
        progress = open_files.enter_context(interruptible_progress(total, "of {total:,.0f} tasks"))
        workers: Workers | ClusterRun
        if cluster is None:
            workers = open_files.enter_context(Workers(do_tasks, ready.settings, left, jobs))
        else:
            workers = open_files.enter_context(ClusterRun(cluster, ready.settings, left))
        interrupted = collect(workers, results, progress, journal)
    if interrupted:
        kept = Message("interrupted: {done} of {total} tasks are done", done=len(results), total=total)
        remark(kept if output is None else Message("{kept}; the same command resumes them", kept=kept))
    return sorted(results, key=lambda result: int(result["number"])), interrupted


def write_results(output: Path, ready: Batch, rows: list[dict[str, Any]], force: bool) -> None:
    """Write the complete results in place of the unfinished ones."""
    from plyscope.batch.results import unfinished, write

    write(rows, output, force=force)
    with unfinished(output, ready, force=False) as journal:
        journal.path.unlink()


def report(
    ready: Batch, rows: list[dict[str, Any]], results: list[dict[str, Any]], drawing: Path | None, force: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Print the summary as a table or JSON, and draw it into a file if one is named."""
    from plyscope.batch.plot import plot
    from plyscope.batch.summary import by_search
    from plyscope.cli.tables import print_json
    from plyscope.files.atomic import write_file

    summary = by_search(rows)
    if drawing is not None and summary:
        write_file(drawing, plot(summary), force=force)
    if as_json:
        facts = {
            "positions": len(ready.sources),
            "tasks": len(ready.tasks),
            "done": len(results),
            "complete": len(results) == len(ready.tasks),
            "depths": list(ready.depths),
            "limit": ready.limit,
            "rows": len(rows),
            "problems": [
                {"task": result["number"], "reason": result["problem"]} for result in results if result["problem"]
            ],
            "summary": summary,
        }
        print_json(facts)
    else:
        print_summary(ready, summary)


def print_summary(ready: Batch, summary: list[dict[str, Any]]) -> None:
    """Print the summary as a table."""
    from plyscope.cli.tables import percent, print_facts, print_table

    print_facts([("positions", len(ready.sources)), ("limit", ready.limit)])
    headings = (
        "game", "search", "depth", "positions", "stopped", "frames", "share", "leaves ÷ proof", "branching",
        "first cuts", "seconds",
    )  # fmt: skip
    print_table(
        "medians over the positions whose search stayed within the limit",
        headings,
        [
            (
                *(line[name] for name in ("game", "search", "depth", "positions")),
                line["stopped"] or "",
                None if line["frames"] is None else round(line["frames"]),
                percent(line["share"]),
                "" if line["leaves_for_each_needed"] is None else f"{line['leaves_for_each_needed']:.2f}",
                "" if line["effective_branching_factor"] is None else f"{line['effective_branching_factor']:.2f}",
                percent(line["first_move_cut_rate"]),
                "" if line["seconds"] is None else f"{line['seconds']:.3f}",
            )
            for line in summary
        ],
    )
