"""The command export: a recording in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, exit_status_of, force_option, verify_option
from plyscope.cli.options import Recorded, SearchRequest, open_or_record, search_options
from plyscope.export import EXPORTERS, PART, check_options, find_exporter
from plyscope.export.extent import OPTIONS, THEMES
from plyscope.messages import InputError, OptionError

if TYPE_CHECKING:
    from plyscope.analysis.ghosts import Ghost
    from plyscope.cli.running import ProgressReport
    from plyscope.model.trace import Trace

FORMATS = "\n".join(f"  {form.name:<{max(map(len, EXPORTERS))}}  {form.about}" for form in EXPORTERS.values())
"""The list of formats in the help."""


def non_negative() -> click.IntRange:
    """Return click's type for whole numbers from 0 on."""
    return click.IntRange(min=0)


@command_line.command(epilog=f"\b\nThe formats, named by the suffix of FILE or by --as:\n{FORMATS}")
@click.argument("source", metavar="TRACE|SOURCE")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE.EXT")
@click.option("--as", "form", metavar="NAME", help="the format, where the suffix of FILE does not name it")
@click.option("--subtree", "root", type=non_negative(), metavar="FRAME", help="only the subtree of that frame")
@click.option("--plies", type=non_negative(), metavar="N", help="only that many plies")
@click.option(
    "--path", "path_to", type=non_negative(), metavar="FRAME", help="only the path to that frame, with siblings"
)
@click.option("--step", type=non_negative(), metavar="N", help="as of that step; default: the last")
@click.option("--all-steps", is_flag=True, default=None, help="every step, in one file or in a file each")
@click.option("--hide-future", "hides_future", is_flag=True, default=None, help="without frames not searched yet")
@click.option("--no-stubs", "stubs", flag_value=False, type=bool, default=None, help="without pruned moves")
@click.option("--ghosts", is_flag=True, default=None, help="with searches of the pruned moves")
@click.option("--boards", is_flag=True, default=None, help="with the boards")
@click.option("--windows", is_flag=True, default=None, help="with α and β")
@click.option("--notes", is_flag=True, default=None, help="with the notes of the bookmarks in a TRACE")
@click.option("--theme", type=click.Choice(THEMES), help="default: light")
@click.option("--fragment", is_flag=True, default=None, help="fragment only (no document around it)")
@click.option("--scale", type=click.FloatRange(0.25, 4), metavar="N", help="pixels per unit of the drawing")
@click.option("--steps", metavar="LIST", help="a handout of these steps, such as 0,2,4-7, as html, pdf or tex")
@click.option("--around", type=click.Choice(["cutoffs"]), help="a handout of the steps around all cutoffs")
@search_options
@force_option
@verify_option
def export(
    source: str, output: Path, form: str | None, request: SearchRequest, force: bool, verify: bool, **given: Any
) -> int:
    """Write a recording, or a part or a step of it, in another format; or a handout of chosen steps."""
    steps, around = given.pop("steps"), given.pop("around")
    if steps is not None or around is not None:
        if steps is not None and around is not None:
            raise OptionError("--steps and --around both choose the steps: give one of them")
        if any(option is not None for option in given.values()) or form is not None:
            raise OptionError("a handout takes no other options than --steps or --around and those of the search")
        check_handout(output, force)
        return export_handout(open_or_record(source, request, verify), steps, output, force)
    from plyscope.cli.running import progress_shown
    from plyscope.export import export as export_trace
    from plyscope.files.atomic import check_writable

    # --depth is the depth of the search; an export has --plies for its own.
    given["depth"] = given["plies"]
    typed = {name: given[name] for name in OPTIONS if given[name] is not None}
    exporter = find_exporter(output, form)
    check_options(exporter, typed)
    if exporter.holds_all_steps or "all_steps" not in typed:
        check_writable(output, force=force)
    recorded = open_or_record(source, request, verify)
    if "notes" in typed:
        typed["notes"] = saved_notes(source, recorded.trace)
    with progress_shown() as progress:
        if "ghosts" in typed:
            typed["ghosts"] = search_ghosts(recorded.trace, {name: typed[name] for name in PART & set(typed)}, progress)
        written = export_trace(recorded.trace, output, form=form, force=force, progress=progress, **typed)
    print(written[0] if len(written) == 1 else f"{written[0]} … {written[-1].name}: {len(written)} files")
    return exit_status_of(recorded)


def check_handout(output: Path, force: bool) -> None:
    """Raise an error, before any search, for a file that no handout can be written into."""
    from plyscope.files.atomic import check_writable
    from plyscope.worksheets.handout import form_of

    form_of(output)
    check_writable(output, force=force)


def export_handout(recorded: Recorded, steps: str | None, output: Path, force: bool) -> int:
    """Write a handout of chosen steps; return the exit status."""
    from plyscope.worksheets.handout import steps_around_cutoffs, steps_of, write_handout

    trace = recorded.trace
    chosen = steps_around_cutoffs(trace) if steps is None else steps_of(steps, trace)
    write_handout(trace, chosen, output, force=force)
    print(output)
    return exit_status_of(recorded)


MAX_GHOSTS, MAX_GHOST_FRAMES = 400, 5_000_000
"""The largest number of pruned moves that are searched, and of frames in all these searches."""


def search_ghosts(trace: Trace, part: dict[str, Any], progress: ProgressReport) -> dict[tuple[int, int], Ghost]:
    """Search the pruned moves of a part of a recording; return the searches by frame and move; refuse too many."""
    from plyscope.analysis.ghosts import ghost
    from plyscope.export.extent import Extent
    from plyscope.export.selection import Selection

    frames, stubs = list[int](), list[tuple[int, int]]()
    for node in Selection(trace, Extent(**part)):
        frames.append(node.frame)
        if node.is_stub:
            stubs.append((frames[node.parent], node.move))
    if len(stubs) > MAX_GHOSTS:
        raise InputError(
            "{count} pruned moves are too many to search, the limit is {most}: --plies or --subtree select fewer",
            count=len(stubs),
            most=MAX_GHOSTS,
        )
    found, left = {}, MAX_GHOST_FRAMES

    def report(frames: int) -> bool:
        """Report the frames of all searches so far; return whether to go on."""
        return progress(MAX_GHOST_FRAMES - left + frames)

    for stub in stubs:
        found[stub] = ghost(trace, *stub, max(1, left), report)
        left -= found[stub].saved
    return found


def saved_notes(source: str, trace: Trace) -> dict[int, str]:
    """Return the notes of a trace file's bookmarks, by frames."""
    from plyscope.export.selection import notes_of
    from plyscope.files.saved_marks import read_marks

    path = Path(source)
    if path.suffix != ".plytrace" or not path.is_file():
        raise OptionError("--notes needs a trace file, and this is not one")
    return notes_of(trace, read_marks(trace).marks.bookmarks.values())
