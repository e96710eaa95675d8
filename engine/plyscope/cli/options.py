"""The options of every command that searches, and how its SOURCE or TRACE becomes a recording."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import wraps
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import plyscope
from plyscope.cli.running import interruptible_progress, progress_shown, remark, warn
from plyscope.files.recognition import is_recording_file
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.position import Position

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.recording.estimate import Fitting

DEFAULT_FRAME_LIMIT = 20_000_000
"""Frames at which a recording from the command line stops unless --limit is given."""

NOT_OF_SEARCH = frozenset({"game", "max_", "coordinates", "limit", "seconds"})
"""The options of a request that are not passed to the search."""

Command = Callable[..., Any]


def search_options(command: Command) -> Command:
    """Add the options of a search to a command, which gets them as one argument `request`."""
    choices = [
        click.option("--game", metavar="NAME", help="the game, if the source does not name it"),
        click.option("--algorithm", metavar="NAME", help="the search; plyscope algorithms lists them"),
        click.option("--depth", type=int, metavar="N", help="plies below the root; default: to the end of the game"),
        click.option("--max", "max_", metavar="SIDE", help="who is MAX: a side, first, second or mover"),
        click.option("--cut", metavar="RULE", help="cut on '>=' or only on '>'"),
        click.option("--fail", metavar="MODE", help="soft or hard"),
        click.option("--order", metavar="NAME", help="given, center, reverse, random, best, killer or history"),
        click.option("--seed", type=int, metavar="N", help="for random orders, for brains and for mcts"),
        click.option("--score", metavar="NAME", help="the scoring of positions where the search stops"),
        click.option("--weights", metavar="FILE|NAME=N,…", help="for the scoring linear"),
        click.option("--table-size", type=int, metavar="N", help="entries of the search table; default: no limit"),
        click.option("--star1", is_flag=True, default=None, help="expectimax: cut where chance moves, too"),
        click.option("--simulations", type=int, metavar="N", help="mcts: how many games are played out"),
        click.option("--exploration", type=float, metavar="C", help="mcts: how much rarely tried moves count"),
        click.option("--coordinates", metavar="NAME", help="how squares are shown: a3, number, [x,y] or row,column"),
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            metavar="FRAMES",
            help=f"largest number of frames; default: {DEFAULT_FRAME_LIMIT:,}",
        ),
        click.option(
            "--seconds",
            type=float,
            metavar="S",
            help="time after which the recording ends; it names the --limit with which it is repeated",
        ),
    ]

    @wraps(command)
    def collecting(**given: Any) -> Any:
        request = SearchRequest(**{field.name: given.pop(field.name) for field in fields(SearchRequest)})
        return command(request=request, **given)

    decorated: Command = collecting
    for choice in reversed(choices):
        decorated = choice(decorated)
    return decorated


@dataclass(frozen=True)
class SearchRequest:
    """The search options as typed; None for those that were not typed."""

    algorithm: str | None
    depth: int | None
    cut: str | None
    fail: str | None
    order: str | None
    seed: int | None
    score: str | None
    weights: str | None
    table_size: int | None
    star1: bool | None
    simulations: int | None
    exploration: float | None
    game: str | None
    max_: str | None
    coordinates: str | None
    limit: int | None
    seconds: float | None

    @property
    def search(self) -> Mapping[str, Any]:
        """The typed options that are passed to the search."""
        return {name: value for name, value in vars(self).items() if name not in NOT_OF_SEARCH}

    def refuse_any(self) -> None:
        """Raise OptionError for any search option, since a recording is given, whose search is over."""
        for name, value in vars(self).items():
            if value is not None and name != "coordinates":
                option = name.rstrip("_").replace("_", "-")
                raise OptionError("--{name} is for searching, and this is a recording", name=option)


@dataclass(frozen=True)
class Recorded:
    """A recording, and how a command came by it."""

    trace: Trace
    seconds: float | None = None
    interrupted: bool = False
    fitting: Fitting | None = None
    """Where it was stopped at the limit that nobody has asked for: the depth that fits, if there is one."""

    is_timed: bool = False
    """Whether it had a budget of seconds."""

    @property
    def limit_facts(self) -> dict[str, Any]:
        """The depth that was set, or the limit reached, as JSON prints it."""
        fitting = self.fitting
        facts = {} if fitting is None else {"fits": {"depth": fitting.depth, "frames": round(fitting.frames)}}
        return {**facts, "limit": self.trace.limit} if self.is_timed else facts


def load_position(source: str, request: SearchRequest) -> Position:
    """Load the position of a SOURCE; print its warnings as remarks."""
    from plyscope.files.sources import load

    position = load(source, game=request.game, max=request.max_, coordinates=request.coordinates)
    warn(position.warnings)
    return position


def record(position: Position, request: SearchRequest) -> Recorded:
    """Estimate and record a search; print a remark if a depth was set or a limit reached."""
    from plyscope.recording.estimate import depth_within, fit
    from plyscope.recording.record import run

    has_budget = request.limit is not None or request.seconds is not None
    fitted = fit(position, request.search, has_budget=has_budget)
    if fitted.whole is not None:
        remark(
            Message(
                "a search to the end of the game takes about {whole} frames; searched to depth {depth}, about {frames}",
                whole=rounded(fitted.whole),
                depth=fitted.plan.options["depth"],
                frames=rounded(fitted.frames),
            )
        )
    with interruptible_progress(fitted.frames) as progress:
        limit = request.limit or DEFAULT_FRAME_LIMIT
        trace = run(fitted.plan, limit, progress, seconds=request.seconds)
    interrupted = progress.interrupted and not trace.complete  # Ctrl+C may come when the search has finished
    if interrupted:
        remark(Message("interrupted: {frames} frames are kept", frames=len(trace)))
    elif not trace.complete and trace.limit != limit:
        remark(
            Message(
                "stopped after {seconds} seconds; --limit {frames} repeats it",
                seconds=request.seconds,
                frames=trace.limit,
            )
        )
    elif not trace.complete:
        remark(Message("warning: stopped at the limit of {frames} frames", frames=len(trace)))
    fitting = None
    if not trace.complete and not interrupted and not has_budget:
        fitting = depth_within(fitted.plan, DEFAULT_FRAME_LIMIT)
    if fitting is not None:
        remark(Message("{fitting}: --depth {depth}", fitting=fitting.message, depth=fitting.depth))
    return Recorded(trace, progress.seconds, interrupted, fitting, request.seconds is not None)


def rounded(frames: float) -> str:
    """Return an estimated number of frames, rounded, as text."""
    return f"{frames:,.0f}" if frames < 1e6 else f"{frames / 1e6:,.1f} million" if frames < 1e9 else f"{frames:.0e}"


def is_trace(source: str) -> bool:
    """Whether a source is a recording: a trace file, or one of another program."""
    path = Path(source)
    return path.suffix == ".plytrace" or (isfile(path) and zipfile.is_zipfile(path)) or is_recording_file(source)


def open_or_record(source: str, request: SearchRequest, verify: bool) -> Recorded:
    """Open and check a recording, or search a position; with `verify` derive all of it again."""
    if not is_trace(source):
        return record_verified(load_position(source, request), request, verify)
    request.refuse_any()
    trace = open_recording(source, verify)
    if request.coordinates is not None:
        trace.choose_coordinates(request.coordinates)
    return Recorded(trace)


def open_recording(source: str, verify: bool) -> Trace:
    """Return the recording in a trace file, whose sums are checked, or of another program, which is checked while read.

    With `verify` derive all of it again.
    """
    from plyscope.files.checked import check_once
    from plyscope.files.opening import open_trace

    is_imported = is_recording_file(source)
    try:
        with progress_shown():
            trace = open_trace(source)
        warn(trace.position.warnings)
        if trace.archive is not None:
            with progress_shown():
                check_once(trace, plyscope.__version__, again=verify)
        if verify:
            verify_trace(trace)
    except InputError as error:
        raise error if is_imported or source in str(error) else error.inside(source) from None
    return trace


def record_verified(position: Position, request: SearchRequest, verify: bool) -> Recorded:
    """Record a search; with `verify`, also verify the recording."""
    recorded = record(position, request)
    if verify:
        verify_trace(recorded.trace)
    return recorded


def import_or_record(source: str, request: SearchRequest) -> Recorded:
    """Return the recording that `plyscope record` writes: a search, or one of another program."""
    if is_recording_file(source):
        return open_or_record(source, request, False)
    return record(load_position(source, request), request)


def verify_trace(trace: Trace) -> None:
    """Verify a recording, and print a remark that it was verified."""
    from plyscope.audit.verification import verify

    with progress_shown():
        verify(trace)
    remark(Message("verified: {frames} frames, signature {signature}", frames=len(trace), signature=trace.signature))
