"""The commands that search one position, and those that list the games, searches and samples.

`solve --check` searches the position with plain minimax too, and compares the results.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, exit_status_of, force_option, json_option, search_text, verify_option
from plyscope.cli.options import (
    Recorded,
    SearchRequest,
    import_or_record,
    is_trace,
    load_position,
    open_or_record,
    record_verified,
    rounded,
    search_options,
)
from plyscope.cli.running import INTERRUPTED, remark
from plyscope.messages import InputError, Message, OptionError, plain_number, written
from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX, MIN, Fold

if TYPE_CHECKING:
    from plyscope.files.contents import ListedSample
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace


def position_to_check(source: str, request: SearchRequest) -> Position:
    """Return the position; raise an error, before any search, if --check cannot be done on it."""
    from plyscope.recording.estimate import MAX_FRAMES_WITHOUT_DEPTH, estimated_positions, fit

    if is_trace(source):
        raise OptionError("--check is for searching, and this is a recording")
    position = load_position(source, request)
    fitted = fit(position, request.search)
    search = fitted.plan.search
    if search.is_brain:
        raise OptionError("--check compares searches, and {name} is a brain", name=search.name)
    if any(calls.fold is Fold.SUM for calls in search.calls):
        raise OptionError("--check compares best values, and {name} adds values", name=search.name)
    if search.simulates:
        raise OptionError("--check compares exact values, and {name} only samples them", name=search.name)
    by_ply = estimated_positions(position, fitted.plan.depth)
    frames = sum(by_ply[: int(min(fitted.plan.depth, len(by_ply) - 1)) + 1])
    if frames > MAX_FRAMES_WITHOUT_DEPTH:
        raise OptionError("--check would take plain minimax about {frames} frames", frames=rounded(frames))
    return position


def compare_with_minimax(trace: Trace) -> dict[str, Any]:
    """Return value, best move and frames of the same search without pruning, and whether it agrees.

    Each of them is None where the search is incomplete.
    """
    from plyscope.recording.plan import options_of_unpruned, plan
    from plyscope.recording.record import run

    name = trace.search.unpruned
    if not trace.complete:
        return {"algorithm": name, "value": None, "best_move": None, "frames": None, "agrees": None}
    minimax = run(plan(trace.position, options_of_unpruned(trace.search, trace.options)))
    values = {move: value for move, value, _, _ in minimax.root_moves}
    agrees = is_same(trace, trace.value, minimax.value) and (
        trace.best_move == minimax.best_move or is_same(trace, values.get(trace.best_move or ""), minimax.value)
    )
    return {
        "algorithm": name,
        "value": None if minimax.value is None else plain_number(minimax.value),
        "best_move": minimax.best_move,
        "frames": len(minimax),
        "agrees": agrees,
    }


def is_same(trace: Trace, value: float | None, other: float | None) -> bool:
    """Whether two values are equal; means to their last digits."""
    if value is None or other is None or not trace.search.takes_chance:
        return value == other
    return isclose(value, other, rel_tol=1e-12, abs_tol=1e-12)


def check_text(trace: Trace, check: dict[str, Any] | None) -> str | None:
    """Return the result of --check as text; None without it."""
    if check is None:
        return None
    if check["agrees"] is None:
        return "not compared: the search is incomplete"
    verdict = "agrees" if check["agrees"] else "does NOT agree"
    best = named_moves(trace, [check["best_move"]]) if check["best_move"] else ""
    return f"{verdict}: value {check['value']}, best move {best}, {check['frames']:,} frames"


@command_line.command()
@click.argument("source", metavar="SOURCE")
@search_options
@verify_option
@click.option("--check", is_flag=True, help="search with plain minimax too and compare")
@json_option
def solve(source: str, request: SearchRequest, verify: bool, check: bool, as_json: bool) -> int:
    """Find the value, best move and principal variation of a position, and what they cost."""

    from plyscope.analysis.stats import summary, take_summary
    from plyscope.files.checked import counted_once

    if check:
        recorded = record_verified(position_to_check(source, request), request, verify)
    else:
        recorded = open_or_record(source, request, verify)
    facts = counted_once(recorded.trace, "summary", lambda: summary(recorded.trace, recorded.seconds))
    take_summary(recorded.trace, facts)
    if check:
        facts["check"] = compare_with_minimax(recorded.trace)
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(facts | recorded.limit_facts)
    else:
        print_solution(recorded, facts)
    return exit_status_of(recorded)


def said_best(trace: Trace) -> str | None:
    """Return the moves that the text of the position calls best, and whether the search has found one of them."""
    if not trace.position.best:
        return None
    verdict = "found" if trace.best_move in trace.position.best else "not found"
    return f"{named_moves(trace, list(trace.position.best))} ({verdict})"


def print_solution(recorded: Recorded, facts: dict[str, Any]) -> None:
    """Print value, best move, principal variation and counts."""

    from plyscope.cli.tables import print_facts, print_table

    trace = recorded.trace
    valued = trace.answer if trace.statuses[0] == OPEN else 0
    sign = {"at least": "≥ ", "at most": "≤ "}.get(facts["bound"], "")
    best = named_moves(trace, [facts["best_move"]]) if facts["best_move"] else None
    if facts.get("fallback"):
        best = f"{best} (no move was better than another: drawn at random)"
    print_facts(
        [
            ("position", str(trace.position)),
            ("to move", facts["to_move"]),
            ("MAX", facts["max"] if not trace.origin.is_user_code or trace.facts.kinds & {MAX, MIN} else None),
            ("search", search_text(trace)),
            ("value", None if trace.value is None else sign + value_text(trace, valued)),
            ("best move", best),
            ("said to be best", said_best(trace)),
            ("line", named_moves(trace, facts["pv"])),
            ("simulations", facts["simulations"]["finished"] if trace.search.simulates else None),
            ("frames", facts["frames"]),
            ("leaves", facts["leaves"]),
            ("cutoffs", facts["cutoffs"]),
            ("pruned", facts["pruned"]),
            ("forward pruned", facts.get("forward_pruned")),
            ("from the table", facts.get("from_table")),
            ("calls not recorded", facts.get("left_out_calls")),
            ("complete", None if trace.complete else "no"),
            ("seconds", None if recorded.seconds is None else f"{recorded.seconds:.3f}"),
            (trace.search.unpruned, check_text(trace, facts.get("check"))),
        ]
    )
    if trace.search.simulates:
        print_simulations(trace, facts["simulations"])
    elif trace.root_moves:
        rows = [
            (
                named_moves(trace, [move]),
                trace.value_text(child),
                trace.bound_of(child) or why_no_bound(trace, child),
                frames,
            )
            for child, (move, _, _, frames) in zip(last_frames(trace), trace.root_moves, strict=True)
        ]
        print_table(None, ("move", "value", "bound", "frames"), rows)


def value_text(trace: Trace, frame: int) -> str:
    """Return a frame's value without the sign of a bound, or the mean of simulations so far."""
    if trace.search.simulates and trace.value is not None:
        return written(trace.value)
    return trace.value_text(frame).lstrip("≥≤")


def print_simulations(trace: Trace, facts: dict[str, Any]) -> None:
    """Print what is known of each move of the root."""
    from plyscope.cli.tables import print_table

    frames = {move: count for move, _, _, count in trace.root_moves}
    rows = [
        (named_moves(trace, [row["move"]]), row["visits"], *decimals(row), frames[row["move"]])
        for row in facts["moves"]
    ]
    print_table(None, ("move", "visits", "mean", "upper bound", "frames"), rows)


def decimals(row: dict[str, Any]) -> tuple[str, ...]:
    """Return a mean and an upper bound as texts; empty for a move never visited."""
    return tuple("" if row[name] is None else f"{row[name]:.3f}" for name in ("mean", "upper_bound"))


def named_moves(trace: Trace, texts: Sequence[str]) -> str:
    """Return moves from the root on, by the names of their nodes: B B1 (moves 1 1)."""
    moves, frame, names = " ".join(map(trace.shown_text, texts)), 0, list[str]()
    for text in texts if trace.has_names else ():
        move = trace.position.game.read_move(text, trace.state(frame))
        if move is None:
            return moves
        names.append(trace.short_name_of_move(frame, move))
        frame = next((child for child in trace.children(frame) if trace.moves[child] == move), frame)
    if not names or " ".join(names) == moves:
        return moves
    many = "moves" if len(texts) > 1 else "move"
    return f"{' '.join(names)} ({many} {moves})"


def why_no_bound(trace: Trace, frame: int) -> str:
    """Return why a frame has no bound: it has not returned, or nothing proves its value."""
    return "not finished" if trace.statuses[frame] == OPEN else "not known"


def last_frames(trace: Trace) -> list[int]:
    """Return the last frame of each move at the root."""
    return list(trace.searches_of_moves(trace.answer).values())


@command_line.command("record")
@click.argument("source", metavar="SOURCE")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="T.plytrace")
@search_options
@force_option
@verify_option
@json_option
def record_command(source: str, output: Path, request: SearchRequest, force: bool, verify: bool, as_json: bool) -> int:
    """Search a position and write the recording to a file."""
    from plyscope.analysis.stats import summary
    from plyscope.cli.running import interruptible_progress
    from plyscope.files.atomic import check_writable
    from plyscope.files.trace_file import save_trace

    if output.suffix.lower() != ".plytrace":
        raise OptionError("{file}: the name of a recording ends in .plytrace", file=str(output))
    check_writable(output, force=force)
    recorded = import_or_record(source, request)
    verified = not verify or verify_unless_interrupted(recorded.trace)
    with interruptible_progress() as progress:
        save_trace(recorded.trace, output, force=force)
    facts = {**summary(recorded.trace, recorded.seconds), "signature": recorded.trace.signature, "file": str(output)}
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(facts | recorded.limit_facts)
    else:
        print(f"{output}: {len(recorded.trace):,} frames, signature {recorded.trace.signature}")
    return INTERRUPTED if progress.interrupted or not verified else exit_status_of(recorded)


def verify_unless_interrupted(trace: Trace) -> bool:
    """Verify the recording; return whether that came to its end, and was not interrupted."""
    from plyscope.cli.options import verify_trace

    try:
        verify_trace(trace)
    except KeyboardInterrupt:
        remark(Message("interrupted: the recording is kept, and not verified"))
        return False
    return True


@command_line.command("trace")
@click.argument("source", metavar="TRACE|SOURCE")
@click.option("--from", "first", type=click.IntRange(min=0), default=0, metavar="N", help="the first step")
@click.option("--to", "last", type=click.IntRange(min=0), metavar="N", help="the last step")
@search_options
@verify_option
@json_option
def trace_command(
    source: str, first: int, last: int | None, request: SearchRequest, verify: bool, as_json: bool
) -> int:
    """Print the nested listing of calls, as in a trace by hand."""
    from plyscope.model.steps import Steps
    from plyscope.text.listing import as_text, listing

    recorded = open_or_record(source, request, verify)
    trace = recorded.trace
    count = Steps(trace).count
    if first >= count or (last is not None and last < first):
        raise OptionError("there are no such steps; the steps are 0 to {last}", last=count - 1)
    if as_json:
        print_steps(trace, first, count - 1 if last is None else min(last, count - 1))
    else:
        for line in as_text(trace, listing(trace, first, last)):
            print(line)
    return exit_status_of(recorded)


def print_steps(trace: Trace, first: int, last: int) -> None:
    """Print the steps as JSON, one object per step, each as soon as it is computed."""
    import json

    from plyscope.analysis.stats import summary
    from plyscope.text.listing import step_facts

    head = json.dumps({**summary(trace), "from": first, "to": last}, ensure_ascii=False, indent=1)
    sys.stdout.write(head[:-2] + ',\n "steps": [\n')
    for separator, facts in zip([" ", *[",\n "] * (last - first)], step_facts(trace, first, last), strict=True):
        sys.stdout.write(separator + json.dumps(facts, ensure_ascii=False, allow_nan=False))
    sys.stdout.write("\n ]\n}\n")


@command_line.command()
@json_option
def games(as_json: bool) -> None:
    """List the games, and how their positions are written."""
    from plyscope.cli.tables import print_json, print_table
    from plyscope.games import GAMES

    if as_json:
        print_json([{"name": g.name, "about": str(g.about), "notation": str(g.notation)} for g in GAMES.values()])
    else:
        rows = [(g.name, g.about, g.notation) for g in GAMES.values()]
        print_table(None, ("game", "what it is", "a position"), rows)


@command_line.command()
@json_option
def algorithms(as_json: bool) -> None:
    """List the searches and brains, and the options they read."""
    from plyscope.cli.tables import print_json, print_table
    from plyscope.recording.plan import ALGORITHMS

    if as_json:
        print_json(
            [
                {"name": a.name, "about": str(a.about), "brain": a.is_brain, "reads": sorted(a.reads)}
                for a in ALGORITHMS.values()
            ]
        )
    else:
        rows = [(a.name, a.about, " ".join(sorted(a.reads))) for a in ALGORITHMS.values()]
        print_table(None, ("algorithm", "what it does", "options"), rows)


@command_line.command()
@json_option
def samples(as_json: bool) -> None:
    """List everything that sample:NAME stands for: positions to search, and programs to debug."""
    from plyscope.cli.tables import print_json, print_table
    from plyscope.files.contents import groups

    if as_json:
        print_json([facts_of_sample(sample, group.title) for group in groups() for sample in group.samples])
        return
    for group in groups():
        rows = [(sample.name, sample.title, sample.about) for sample in group.samples]
        print_table(group.title, ("sample", "title", "what it shows"), rows)


def facts_of_sample(sample: ListedSample, group: str) -> dict[str, Any]:
    """Return a sample as JSON prints it: of a program its call, of a position its file's entries.

    Where the package of its game is missing, the reason stands in place of that.
    """
    from plyscope.files.sources import load

    facts: dict[str, Any] = {"name": sample.name, "title": sample.title, "group": group, "about": sample.about}
    if sample.is_program:
        from plyscope.tracer.call import suggested_calls

        [call, *_] = suggested_calls(sample.path.read_text(encoding="utf-8"))
        return {**facts, "kind": "program", "file": str(sample.path), "call": call}
    facts["kind"] = "position"
    try:
        position = load(f"sample:{sample.name}")
    except InputError as error:
        return {**facts, "missing": str(error)}
    return {
        **facts,
        "game": position.game.name,
        "position": position.text,
        "notes": position.notes,
        "options": dict(position.options),
    }
