"""The commands, one function each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from engine.cli.comparing import compare
from engine.cli.debugging import debug_command
from engine.cli.explaining import why
from engine.cli.exporting import export
from engine.cli.group import described, finish, force_option, json_option, plyscope, verify_option
from engine.cli.learning import learn
from engine.cli.matching import match
from engine.cli.options import Asked, Recorded, import_or_record, open_or_record, record_verified, search_options
from engine.cli.playing import play
from engine.cli.running import INTERRUPTED, remark
from engine.cli.statistics import growth, stats
from engine.messages import Message, OptionError
from engine.trace import Trace

__all__ = [
    "compare",
    "debug_command",
    "export",
    "growth",
    "json_option",
    "learn",
    "match",
    "play",
    "plyscope",
    "stats",
    "why",
]


@plyscope.command()
@click.argument("source", metavar="SOURCE")
@search_options
@verify_option
@click.option("--check", is_flag=True, help="search with plain minimax too and compare")
@json_option
def solve(source: str, asked: Asked, verify: bool, check: bool, as_json: bool) -> int:
    """Value, best move and principal variation of a position, and what they cost."""
    from engine.cli.checking import compare_with_minimax, position_to_check
    from engine.stats import summary

    if check:
        recorded = record_verified(position_to_check(source, asked), asked, verify)
    else:
        recorded = open_or_record(source, asked, verify)
    facts = summary(recorded.trace, recorded.seconds)
    if check:
        facts["check"] = compare_with_minimax(recorded.trace)
    if as_json:
        from engine.cli.tables import print_json

        print_json(facts)
    else:
        print_solution(recorded, facts)
    return finish(recorded)


def print_solution(recorded: Recorded, facts: dict[str, Any]) -> None:
    from engine.cli.checking import described_check
    from engine.cli.tables import print_facts, print_table

    trace = recorded.trace
    sign = {"at least": "≥ ", "at most": "≤ "}.get(facts["bound"], "")
    best = facts["best_move"]
    if facts.get("fallback"):
        best = f"{best} (no move was better than another: drawn at random)"
    print_facts(
        [
            ("position", str(trace.position)),
            ("to move", facts["to_move"]),
            ("MAX", facts["max"]),
            ("search", described(trace)),
            ("value", None if trace.value is None else sign + trace.value_text(0).lstrip("≥≤")),
            ("best move", best),
            ("line", " ".join(facts["pv"])),
            ("frames", facts["frames"]),
            ("leaves", facts["leaves"]),
            ("cutoffs", facts["cutoffs"]),
            ("pruned", facts["pruned"]),
            ("complete", None if trace.complete else "no"),
            ("seconds", None if recorded.seconds is None else f"{recorded.seconds:.3f}"),
            ("minimax", described_check(facts.get("check"))),
        ]
    )
    if trace.root_moves:
        rows = [
            (trace.move_text(child), trace.value_text(child), trace.bound(child) or "not finished", frames)
            for child, (_, _, _, frames) in zip(last_frames(trace), trace.root_moves, strict=True)
        ]
        print_table(None, ("move", "value", "bound", "frames"), rows)


def last_frames(trace: Trace) -> list[int]:
    """The frame of each move at the root; its last one where it was searched again."""
    return list({trace.moves[child]: child for child in trace.children(0)}.values())


@plyscope.command("record")
@click.argument("source", metavar="SOURCE")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="T.plytrace")
@search_options
@force_option
@verify_option
@json_option
def record_command(source: str, output: Path, asked: Asked, force: bool, verify: bool, as_json: bool) -> int:
    """Searches a position and writes the recording to a file."""
    from engine.cli.running import watching
    from engine.stats import summary
    from engine.writing import check_writable

    if output.suffix.lower() != ".plytrace":
        raise OptionError("{file}: the name of a recording ends in .plytrace", file=str(output))
    check_writable(output, force=force)
    recorded = import_or_record(source, asked)
    verified = not verify or verify_unless_interrupted(recorded.trace)
    with watching() as watch:
        recorded.trace.save(output, force=force)
    facts = {**summary(recorded.trace, recorded.seconds), "signature": recorded.trace.signature, "file": str(output)}
    if as_json:
        from engine.cli.tables import print_json

        print_json(facts)
    else:
        print(f"{output}: {len(recorded.trace):,} frames, signature {recorded.trace.signature}")
    return INTERRUPTED if watch.interrupted or not verified else finish(recorded)


def verify_unless_interrupted(trace: Trace) -> bool:
    """Whether the recording could be verified. Whoever has no patience for that still keeps the recording."""
    from engine.cli.options import verify_trace

    try:
        verify_trace(trace)
    except KeyboardInterrupt:
        remark(Message("interrupted: the recording is kept, and not verified"))
        return False
    return True


@plyscope.command("trace")
@click.argument("source", metavar="TRACE|SOURCE")
@click.option("--from", "first", type=click.IntRange(min=0), default=0, metavar="N", help="the first step")
@click.option("--to", "last", type=click.IntRange(min=0), metavar="N", help="the last step")
@search_options
@verify_option
@json_option
def trace_command(source: str, first: int, last: int | None, asked: Asked, verify: bool, as_json: bool) -> int:
    """The nested listing of calls, as one would trace them by hand."""
    from engine.listing import as_text, listing
    from engine.steps import Steps

    recorded = open_or_record(source, asked, verify)
    trace = recorded.trace
    count = Steps(trace).count
    if first >= count or (last is not None and last < first):
        raise OptionError("there are no such steps; they are 0 to {last}", last=count - 1)
    if as_json:
        print_steps(trace, first, count - 1 if last is None else min(last, count - 1))
    else:
        for line in as_text(trace, listing(trace, first, last)):
            print(line)
    return finish(recorded)


def print_steps(trace: Trace, first: int, last: int) -> None:
    """The steps as JSON, one object a step, written as they are found."""
    import json

    from engine.stats import step_facts, summary

    head = json.dumps({**summary(trace), "from": first, "to": last}, ensure_ascii=False, indent=1)
    sys.stdout.write(head[:-2] + ',\n "steps": [\n')
    for separator, facts in zip([" ", *[",\n "] * (last - first)], step_facts(trace, first, last), strict=True):
        sys.stdout.write(separator + json.dumps(facts, ensure_ascii=False, allow_nan=False))
    sys.stdout.write("\n ]\n}\n")


@plyscope.command()
@json_option
def games(as_json: bool) -> None:
    """The games, and how their positions are written."""
    from engine.cli.tables import print_json, print_table
    from engine.games import GAMES

    if as_json:
        print_json([{"name": g.name, "about": str(g.about), "notation": str(g.notation)} for g in GAMES.values()])
    else:
        print_table(None, ("game", "what it is", "a position"), [(g.name, g.about, g.notation) for g in GAMES.values()])


@plyscope.command()
@json_option
def algorithms(as_json: bool) -> None:
    """The searches and brains, and the options they read."""
    from engine.cli.tables import print_json, print_table
    from engine.plan import ALGORITHMS

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


@plyscope.command()
@json_option
def samples(as_json: bool) -> None:
    """The positions that come along, to be used as sample:NAME."""
    from engine.cli.tables import print_json, print_table
    from engine.sources import samples as all_samples

    found = all_samples()
    if as_json:
        print_json(
            [
                {
                    "name": sample.name,
                    "game": sample.position.game.name,
                    "position": sample.position.text,
                    "title": sample.position.title,
                    "notes": sample.position.notes,
                    "options": dict(sample.position.options),
                }
                for sample in found
            ]
        )
    else:
        print_table(None, ("sample", "title"), [(sample.name, sample.position.title) for sample in found])
