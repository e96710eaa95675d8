"""The command compare: two recordings, or two searches of one source."""

from __future__ import annotations

from typing import Any

import click

from plyscope.cli.group import command_line, json_option, search_text, verify_option
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
from plyscope.model.position import Position
from plyscope.model.trace import Trace


@command_line.command()
@click.argument("what", nargs=-1, required=True, metavar="A B | SOURCE WHO WHO")
@search_options
@verify_option
@json_option
def compare(what: tuple[str, ...], request: SearchRequest, verify: bool, as_json: bool) -> int:
    """Compare two recordings of one position, or two searches of one source, frame by frame.

    A WHO is a name, or a name with options: alphabeta:depth=4,order=center,cut='>'. Options of the command
    apply to both searches unless a WHO overrides them.
    """
    from plyscope.analysis.comparison import Comparison, facts
    from plyscope.analysis.stats import summary

    a, b = recordings(what, request, verify)
    comparison = Comparison(a.trace, b.trace)
    found = {"a": summary(a.trace, a.seconds), "b": summary(b.trace, b.seconds), **facts(comparison)}
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(found)
    else:
        print_comparison(comparison, found)
    return INTERRUPTED if a.interrupted or b.interrupted else 0


def recordings(what: tuple[str, ...], request: SearchRequest, verify: bool) -> tuple[Recorded, Recorded]:
    """The two recordings, opened or recorded now."""
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
    if not is_trace(name):
        raise OptionError("{name} is not a recording; to compare two searches of a source: SOURCE WHO WHO", name=name)
    return open_or_record(name, request, verify)


def searches(position: Position, names: list[str], request: SearchRequest) -> list[SearchRequest]:
    """The requests for the two searches. If one must stop before the end of the game, so must the other."""
    from dataclasses import replace

    from plyscope.recording.estimate import fit
    from plyscope.recording.plan import find_search
    from plyscope.recording.who import read_who

    requests = [replace(request, **read_who(name)) for name in names]
    fitted = [fit(position, who.search) for who in requests]
    depths = [one.plan.options["depth"] for one in fitted if one.whole is not None]
    if not depths:
        return requests
    depth = min(depths)
    remark(Message("searching to the end of the game would take too long: searched to depth {depth}", depth=depth))
    return [
        replace(who, depth=depth) if who.depth is None and not find_search(str(who.algorithm)).is_brain else who
        for who in requests
    ]


# Tables


def print_comparison(comparison: Any, found: dict[str, Any]) -> None:
    from plyscope.cli.tables import print_facts, print_table

    a, b = comparison.a, comparison.b
    names = ("frames", "leaves", "cutoffs", "pruned")
    print_facts([("position", str(a.position)), ("MAX", a.position.max), ("A", search_text(a)), ("B", search_text(b))])
    rows = [
        (
            name,
            one.value_text(0) if one.value is not None else None,
            a.shown_text(one.best_move or ""),
            *(found[key][n] for n in names),
        )
        for name, one, key in (("A", a, "a"), ("B", b, "b"))
    ]
    print_table(None, ("", "value", "best move", *names), rows)
    columns = ("same", "value_differs", "window_differs", "only_a", "only_b", "pruned_in_a", "pruned_in_b")
    print_facts([(name.replace("_", " "), found[name]) for name in ("matched", *columns)])
    print_table(None, PLY_HEADINGS, [ply_row(row) for row in found["by_ply"]])
    print_table(None, ("move", "value in A", "value in B", "frames in A", "frames in B"), root_rows(a, found))
    print_facts([("first divergence", divergence(comparison) or "none: step by step the same")])


PLY_HEADINGS = (
    "ply", "A", "B", "full tree", "A of it", "B of it", "same", "value differs", "window differs", "only A", "only B",
)  # fmt: skip


def ply_row(row: dict[str, Any]) -> tuple[object, ...]:
    full = row["full"] if row["full_is_exact"] else f"about {row['full']:,}"
    shares = ("" if row[name] is None else f"{row[name]:.1%}" for name in ("share_a", "share_b"))
    differences = (row[name] for name in ("same", "value_differs", "window_differs", "only_a", "only_b"))
    return (row["ply"], row["frames_a"], row["frames_b"], full, *shares, *differences)


def root_rows(trace: Trace, found: dict[str, Any]) -> list[tuple[object, ...]]:
    """The moves at the root side by side, in A's order; those that only B tried come last."""
    moves = [{row["move"]: row for row in found[key]["root_moves"]} for key in ("a", "b")]
    nothing = {"value": None, "bound": None, "frames": None}
    rows: list[tuple[object, ...]] = []
    for move in {**moves[0], **moves[1]}:
        in_a, in_b = (side.get(move, nothing) for side in moves)
        rows.append((trace.shown_text(move), value(in_a), value(in_b), in_a["frames"], in_b["frames"]))
    return rows


def value(row: dict[str, Any]) -> str:
    if row["bound"] is None:
        return "" if row["frames"] is None else "not finished"
    number = "?" if row["value"] is None else written(float(row["value"]))
    return {"at least": "≥", "at most": "≤"}.get(row["bound"], "") + number


def divergence(comparison: Any) -> Message | None:
    """The first divergence in a sentence; None where there is none."""
    from plyscope.analysis.comparison import WHAT_DIFFERS

    first = comparison.first_divergence
    if first is None:
        return None
    path = " ".join(map(comparison.a.shown_text, comparison.divergence_path()))
    return Message(
        "step {step}, {path}: {what}", step=first.step, path=path or Message("the root"), what=WHAT_DIFFERS[first.what]
    )
