"""The command compare: two recordings, or two searches of one source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option, json_option, search_text, verify_option
from plyscope.cli.options import (
    Recorded,
    SearchRequest,
    is_trace,
    load_position,
    open_or_record,
    record_verified,
    search_options,
)
from plyscope.cli.running import INTERRUPTED, remark
from plyscope.messages import Message, OptionError, written
from plyscope.model.columns import BOUND_SIGNS

if TYPE_CHECKING:
    from plyscope.analysis.comparison import Comparison
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace


@command_line.command()
@click.argument("what", nargs=-1, required=True, metavar="A B | SOURCE WHO WHO")
@search_options
@verify_option
@json_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.html", help="write a page with both, too"
)
@force_option
def compare(
    what: tuple[str, ...], request: SearchRequest, verify: bool, as_json: bool, output: Path | None, force: bool
) -> int:
    """Compare two recordings of one position, or two searches of one source, frame by frame.

    A WHO is a name, or a name with options: alphabeta:depth=4,order=center,cut='>'. Options of the command
    apply to both searches unless a WHO overrides them.
    """
    from plyscope.analysis.comparison import Comparison
    from plyscope.export import export
    from plyscope.files.atomic import check_writable
    from plyscope.text.compared import comparison_facts

    check_writable(output, force=force)
    a, b = recordings(what, request, verify)
    if output is not None:
        export([a.trace, b.trace], output, form="html", force=force)
    comparison = Comparison(a.trace, b.trace)
    found = comparison_facts(comparison, (a.seconds, b.seconds))
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(found)
    else:
        print_comparison(comparison, found)
    return INTERRUPTED if a.interrupted or b.interrupted else 0


def recordings(what: tuple[str, ...], request: SearchRequest, verify: bool) -> tuple[Recorded, Recorded]:
    """Return the two recordings, opened or recorded now."""
    if len(what) == 2:
        a, b = (open_recording(name, request, verify) for name in what)
        return a, b
    if len(what) != 3:
        raise OptionError("compare takes two recordings, or a source and two searches")
    source, *names = what
    if request.algorithm is not None:
        raise OptionError("--algorithm does not apply here: each WHO names its own")
    position = load_position(source, request)
    a, b = (record_verified(position, who, verify) for who in searches(position, names, request))
    return a, b


def open_recording(name: str, request: SearchRequest, verify: bool) -> Recorded:
    """Open a recording to compare; raise OptionError for a source."""
    if not is_trace(name):
        raise OptionError("{name} is not a recording; to compare two searches of a source: SOURCE WHO WHO", name=name)
    return open_or_record(name, request, verify)


def searches(position: Position, names: list[str], request: SearchRequest) -> list[SearchRequest]:
    """Return the requests for both searches; a depth that one needs is set for the other too, with a remark."""
    from dataclasses import replace

    from plyscope.recording.estimate import fit
    from plyscope.recording.plan import find_search
    from plyscope.recording.who import read_who

    requests = [replace(request, **read_who(name)) for name in names]
    fitted = [fit(position, who.search) for who in requests]
    depths = [fitting.plan.options["depth"] for fitting in fitted if fitting.whole is not None]
    if not depths:
        return requests
    depth = min(depths)
    remark(Message("searching to the end of the game would take too long: searched to depth {depth}", depth=depth))
    return [
        replace(who, depth=depth) if who.depth is None and not find_search(str(who.algorithm)).is_brain else who
        for who in requests
    ]


# Tables


def print_comparison(comparison: Comparison, found: dict[str, Any]) -> None:
    """Print what one saved beside the other, where they first differ, and then the counts."""
    from plyscope.analysis.comparison import COUNTED
    from plyscope.cli.tables import print_facts, print_table
    from plyscope.text.compared import english_names

    a, b = comparison.a, comparison.b
    first, second = english_names(a, b).values()
    print(*filter(None, (found["headline"], found["first_difference"])), "", sep="\n")
    print_facts(
        [
            ("position", str(a.position)),
            ("MAX", a.position.max),
            *((name, search_and_round(trace)) for name, trace in ((first, a), (second, b))),
        ]
    )
    counts = ("frames", "leaves", "cutoffs", "pruned")
    rows = [
        (
            name,
            one.value_text(0) if one.value is not None else None,
            root_move(a, one.best_move or ""),
            *(found[key][count] for count in counts),
        )
        for name, one, key in ((first, a, "a"), (second, b, "b"))
    ]
    print_table(None, ("", "value", "best move", *counts), rows)
    print_facts([(fact_name(name, first, second), found[name]) for name in COUNTED])
    print_table(None, ply_headings(first, second), [ply_row(row) for row in found["by_ply"]])
    headings = ("move", *(f"{what} in {name}" for what in ("value", "frames") for name in (first, second)))
    print_table(None, headings, root_rows(a, found))


def fact_name(name: str, first: str, second: str) -> str:
    """Return the name of a count as printed: `pruned_in_b` is pruned in the second."""
    words, _, side = name.rpartition("_")
    sides = {"a": first, "b": second}
    return f"{words.replace('_', ' ')} {sides[side]}" if side in sides else name.replace("_", " ")


def search_and_round(trace: Trace) -> str:
    """Return a search with its options, and of one in rounds which round is compared."""
    from plyscope.analysis.rounds import Round

    if not isinstance(trace, Round):
        return search_text(trace)
    number, rounds, whole = trace.number, len(trace.whole.rounds), len(trace.whole)
    return f"{search_text(trace)} · round {number} of {rounds}: {len(trace):,} of {whole:,} frames"


def ply_headings(first: str, second: str) -> tuple[str, ...]:
    """Return the headings of the table by ply; shares are of the full tree."""
    return (
        "ply", "full tree", first, "share", second, "share", "same", "bounds agree", "value differs", "window differs",
        f"only {first}", f"only {second}",
    )  # fmt: skip


def ply_row(row: dict[str, Any]) -> tuple[object, ...]:
    """Return the cells of a ply."""
    full = row["full"] if row["full_is_exact"] else f"about {row['full']:,}"
    share_a, share_b = ("" if row[name] is None else f"{row[name]:.1%}" for name in ("share_a", "share_b"))
    verdicts = ("same", "bounds_agree", "value_differs", "window_differs", "only_a", "only_b")
    return (row["ply"], full, row["frames_a"], share_a, row["frames_b"], share_b, *(row[name] for name in verdicts))


def root_move(trace: Trace, text: str) -> str:
    """Return a move of the root: the name of its node, else the move as shown."""
    move = trace.position.game.read_move(text, trace.position.state) if trace.has_names and text else None
    return trace.shown_text(text) if move is None else trace.short_name_of_move(0, move)


def root_rows(trace: Trace, found: dict[str, Any]) -> list[tuple[object, ...]]:
    """Return the rows of moves at the root, in the order of the first recording."""
    moves = [{row["move"]: row for row in found[key]["root_moves"]} for key in ("a", "b")]
    nothing = {"value": None, "bound": None, "frames": None}
    rows: list[tuple[object, ...]] = []
    for move in {**moves[0], **moves[1]}:
        both = [side.get(move, nothing) for side in moves]
        rows.append((root_move(trace, move), *map(value, both), *(row["frames"] for row in both)))
    return rows


def value(row: dict[str, Any]) -> str:
    """Return a value with its bound, as a cell."""
    if row["bound"] is None and row["value"] is None:
        return "" if row["frames"] is None else "not finished"
    number = "?" if row["value"] is None else written(float(row["value"]))
    return BOUND_SIGNS.get(row["bound"] or "", "") + number
