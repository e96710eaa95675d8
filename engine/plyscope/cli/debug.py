"""The command debug: record a recursive function of the user's without changing it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option, json_option
from plyscope.cli.running import INTERRUPTED, ProgressReport, interruptible_progress, remark
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, Message, OptionError, plain_number
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from plyscope.tracer.user_python import UserPython

MEBIBYTE = 1 << 20
KINDS = {"bugs": "bug", "waste": "waste", "remarks": "remark"}
"""The lists of findings in JSON, and the kind of finding in each."""
WORDS = {
    "bug": "possible bug: {sentence}; {should}",
    "waste": "waste: {sentence}; {should}",
    "remark": "remark: {sentence}; {should}",
}
"""Findings for people, by kind."""


@command_line.command("debug")
@click.argument("file", required=False, metavar="FILE.py")
@click.argument("call", required=False, metavar="'call(…)'")
@click.option(
    "--function", "functions", multiple=True, metavar="NAME", help="function to trace; default: recursive ones"
)
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=60.0, show_default=True, help="time limit of the call"
)
@click.option("--memory", type=click.IntRange(min=64), default=2048, show_default=True, metavar="MIB")
@click.option("--limit", type=click.IntRange(min=1), default=10_000_000, show_default=True, metavar="CALLS")
@click.option("--depth", type=click.IntRange(min=10, max=64_000), default=20_000, show_default=True, metavar="LEVELS")
@click.option("--python", metavar="PATH", help="the Python that runs it; else that of its virtual environment")
@click.option("--lines/--no-lines", default=None, help="record executed lines; default: the first ones")
@click.option("--plain", is_flag=True, help="record plain calls; do not look for a search of a game")
@click.option("--check", is_flag=True, help="compare with the reference search on the same position")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="T.plytrace")
@click.option("--listen", metavar="[HOST:]PORT", help="instead of a file: read JSON lines from another program")
@force_option
@json_option
def debug_command(
    file: str | None,
    call: str | None,
    functions: tuple[str, ...],
    output: Path | None,
    listen: str | None,
    force: bool,
    as_json: bool,
    plain: bool,
    check: bool,
    python: str | None,
    **limits: Any,
) -> int:
    """Run a call of a Python file and record its recursion: plyscope debug fib.py 'fib(10)'.

    The file runs in a separate process, within limits, with your rights; it is not changed. With --listen nothing is
    run: a program in any language sends its recording.
    """
    from time import perf_counter

    from plyscope.files.atomic import check_writable

    if output is not None:
        if output.suffix.lower() != ".plytrace":
            raise OptionError("{file}: the name of a recording ends in .plytrace", file=str(output))
        check_writable(output, force=force)
    began, user_python = perf_counter(), None
    with interruptible_progress() as progress:
        if listen is not None:
            from plyscope.tracer.listening import listen_for

            trace = listen_for(listen, limits["seconds"], progress)
        elif file is None or call is None:
            raise OptionError("debug needs a file and a call, as in: plyscope debug fib.py 'fib(10)'")
        else:
            from plyscope.tracer.source_text import resolve_file
            from plyscope.tracer.user_python import python_for

            user_python = python_for(resolve_file(file), python)
            if not as_json:
                remark(Message("on {python}", python=str(user_python)))
            trace = run_user_code(file, call, functions, plain, progress, python=user_python, **limits)
        seconds = perf_counter() - began
        if output is not None:
            save_trace(trace, output, force=force)
    show(trace, seconds, output, as_json, check, user_python)
    return INTERRUPTED if progress.interrupted and not trace.complete else 0


def run_user_code(
    file: str,
    call: str,
    functions: tuple[str, ...],
    plain: bool,
    progress: ProgressReport,
    seconds: float,
    memory: int,
    limit: int,
    depth: int,
    lines: bool | None,
    python: UserPython,
) -> Trace:
    """Record a call; read it as a search of a game if it looks like one."""
    from plyscope.tracer.call import problem_with_call
    from plyscope.tracer.running import Limits, debug
    from plyscope.tracer.source_text import read_source_file
    from plyscope.usercode.reading import read_as_search

    problem = problem_with_call(read_source_file(file), call)
    if problem is not None:
        raise InputError("{call}: {problem}", call=call, problem=problem)
    limits = Limits(seconds, memory * MEBIBYTE, limit, depth)
    trace = debug(file, call, functions, limits, lines, progress, python=python)
    return trace if plain else read_as_search(trace)


def show(
    trace: Trace, seconds: float, output: Path | None, as_json: bool, check: bool, python: UserPython | None
) -> None:
    from plyscope.tracer.ending import ending
    from plyscope.usercode.findings import findings
    from plyscope.usercode.reference_check import compare_with_reference

    facts = debug_facts(trace, seconds)
    if python is not None and as_json:
        facts["python"] = str(python)
    if check:
        facts["check"] = compare_with_reference(trace)
    if trace.origin.is_user_code and (trace.user_code.ended.how != "returned" or trace.user_code.ended.elsewhere):
        remark(ending(trace))
    if as_json:
        from plyscope.cli.tables import print_json

        print_json(facts if output is None else facts | {"file": str(output)})
        return
    from plyscope.cli.tables import print_facts

    print_facts(list(rows_to_print(facts)))
    for found in findings(trace):
        remark(Message(WORDS[found.kind], sentence=found.sentence, should=found.should))
    if output is None:
        print("The recording is not kept: -o FILE.plytrace writes it to a file.")


def debug_facts(trace: Trace, seconds: float | None) -> dict[str, Any]:
    """The facts that `--json` prints of a recording."""
    if not trace.origin.is_user_code:
        return {"frames": len(trace), "complete": trace.complete, "seconds": seconds}
    user_code = trace.user_code
    callers = int(user_code.has_caller)
    function = user_code.function_of(min(callers, len(trace) - 1)).name
    facts: dict[str, Any] = {
        "function": function,
        "call": user_code.call,
        "result": user_code.ended.text if user_code.ended.how == "returned" else user_code.result(0),
        "frames": user_code.calls,
        "distinct": user_code.distinct_calls,
        "max_ply": int(trace.column("ply").max()) - callers,
        "complete": trace.complete,
        "ended": asdict(user_code.ended),
        "seconds": None if seconds is None else round(seconds, 6),
        "saved": len(user_code.tables.saved),
        "lines": len(user_code.tables.line_step),
        "printed": "".join(user_code.printed)[:2000],
    }
    proposal = Proposal.read(user_code)
    if proposal is not None:
        from plyscope.usercode.findings import findings, of_kind

        facts |= {"game": proposal.game or None, "value": plain_number(trace.values[0]), "best_move": trace.best_move}
        facts |= {"roles": proposal.roles, "pruned": trace.pruned, "cutoffs": trace.cutoffs}
        found = findings(trace)
        facts |= {name: [one.facts for one in of_kind(kind, found)] for name, kind in KINDS.items()}
    return facts


def role_text(parameter: str, role: str) -> str:
    return parameter if parameter == role else f"{parameter} is the {role}"


def rows_to_print(facts: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """The facts line by line; the end of the call and findings are printed as sentences elsewhere."""
    for name, value in facts.items():
        is_nothing = value in (None, "", []) or (value == 0 and value is not False and name != "value")
        if name in ("seconds", "ended", *KINDS) or is_nothing:
            continue
        if name == "roles":
            for function, roles in value.items():
                yield f"in {function}", ", ".join(role_text(parameter, role) for parameter, role in roles.items())
        elif name == "check":
            yield "reference", value["reference"]
            for pair in ("value", "best_move", "frames"):
                yield f"{pair.replace('_', ' ')}, theirs", value[pair][1]
            for same in ("same_value", "same_move"):
                answer = "its estimates are its own" if value["own_estimates"] else "unknown"
                yield same.replace("_", " "), answer if value[same] is None else value[same]
            parts = value["first_divergence"]
            yield (
                "parts at",
                "nothing" if parts is None else f"{' '.join(parts['path']) or 'the root'}: {parts['what']}",
            )
        else:
            yield name.replace("_", " "), value
