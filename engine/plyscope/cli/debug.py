"""The command debug: record a recursive function of the user's without changing it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from plyscope.cli.group import command_line, force_option, json_option, load_plugins
from plyscope.cli.running import (
    INTERRUPTED,
    ProgressReport,
    interruptible_progress,
    load_numpy,
    remark,
    stopped_by,
    warn,
)
from plyscope.messages import InputError, Message, OptionError, plain_number
from plyscope.operating_system import is_termination, requests_to_stop

if TYPE_CHECKING:
    from plyscope.model.roles import Proposal
    from plyscope.model.trace import Trace
    from plyscope.model.user_code import Ended
    from plyscope.tracer.programs import Program
    from plyscope.tracer.session import Session
    from plyscope.tracer.split_log import Recording
    from plyscope.tracer.starting import Options, StartedProgram
    from plyscope.tracer.user_python import UserPython

MEBIBYTE = 1 << 20
ERROR_OUTPUT = 2
"""The descriptor of standard error."""
MAX_CHECKED_FRAMES, MAX_CHECKED_RECORDINGS = 100_000, 20
"""Findings in a session are looked for without `--check` in recordings of so many calls, and in so many of them."""
ARGUMENTS = "plyscope.program_arguments"
"""Where the arguments of the program are kept until the command runs."""
KINDS = {"bugs": "bug", "waste": "waste", "remarks": "remark"}
"""The lists of findings in JSON, and the kind of finding in each."""


class DebugCommand(click.Command):
    """The command, which takes what follows `--` from the line, for the program."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what follows `--` in the context, and parse the rest."""
        ctx.meta[ARGUMENTS] = ()
        if "--" in args:
            at = args.index("--")
            ctx.meta[ARGUMENTS] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)


@command_line.command("debug", cls=DebugCommand)
@click.argument("file", required=False, metavar="FILE")
@click.argument("call", required=False, metavar="'call(…)'")
@click.option(
    "--function",
    "functions",
    multiple=True,
    metavar="NAME",
    help="function to trace; default: recursive ones, without a search's helpers",
)
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=60.0, show_default=True, help="time limit of the call"
)
@click.option("--memory", type=click.IntRange(min=64), default=2048, show_default=True, metavar="MIB")
@click.option("--limit", type=click.IntRange(min=1), default=10_000_000, show_default=True, metavar="CALLS")
@click.option("--depth", type=click.IntRange(min=10, max=64_000), default=20_000, show_default=True, metavar="LEVELS")
@click.option("--python", metavar="PATH", help="the Python that runs it; else that of its virtual environment")
@click.option("-m", "--module", metavar="MODULE", help="instead of a file: run a module, as python -m does")
@click.option("--cwd", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR")
@click.option("--trace", "modules", multiple=True, metavar="MODULE", help="trace an installed module too")
@click.option("--lines/--no-lines", default=None, help="record executed lines; default: the first ones")
@click.option(
    "--lines-of",
    metavar="[NUMBER:]FRAME",
    help="record the lines of this call and of those below it; of recording NUMBER of a program, which runs again",
)
@click.option(
    "--role", "roles", multiple=True, metavar="NAME=ROLE", help="what a parameter means; value=PART, max=SIDE"
)
@click.option("--plain", is_flag=True, help="record plain calls; do not look for a search of a game")
@click.option("--check", is_flag=True, help="compare with the reference search on the same position")
@click.option("--definitions", is_flag=True, help="with a call: load only the definitions of FILE, without its play")
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
    roles: tuple[str, ...],
    plain: bool,
    check: bool,
    python: str | None,
    module: str | None,
    cwd: Path | None,
    modules: tuple[str, ...],
    lines_of: str | None,
    definitions: bool,
    **limits: Any,
) -> int:
    """Run a call of a Python file and record its recursion: plyscope debug fib.py 'fib(10)'.

    Without a call the file runs as Python would run it, with the arguments after --, and each outermost call of a
    recursive function is a recording. FILE may be a notebook, or a test as FILE.py::test_name. A file runs in a
    separate process, within limits, with your rights; it is not changed. With --listen nothing is run: a program in
    any language sends its recording.
    """
    if output is not None and output.suffix.lower() != ".plytrace":
        raise OptionError("{file}: the name of a recording ends in .plytrace", file=str(output))
    from plyscope.tracer.source_text import PlaysWhenLoaded, definitions_alone

    context = click.get_current_context()
    shown = Shown(output, force, as_json, plain, check, roles)
    if listen is not None:
        return show_program_elsewhere(listen, limits["seconds"], shown)
    if file is None and module is None:
        raise OptionError("debug needs a file, as in: plyscope debug fib.py 'fib(10)'")
    if definitions and not call:
        raise OptionError("--definitions goes with a call")
    try:
        program = program_to_run(file, call, module, cwd, context.meta[ARGUMENTS])
        if definitions and program.text is not None:
            program = replace(program, text=definitions_alone(program.text))
        place, is_session = place_of_call(lines_of), runs_whole_program(program, functions, modules, python)
        options = options_of(context, functions, modules, is_session=is_session, as_json=as_json, **limits)
        if is_session:
            return show_program(program, python, options, shown._replace(lines_of=place))
        if roles:
            remember_roles(file, roles)
        return show_call(program, python, options._replace(lines_of=place), shown)
    except PlaysWhenLoaded as error:
        if definitions:
            raise
        offer = "{problem}; or load its definitions alone, with --definitions"
        raise InputError(offer, problem=error.message) from error


def place_of_call(text: str | None) -> tuple[int, int] | None:
    """Return the recording and the call that `--lines-of` names, or None; recording 0 is the largest."""
    if text is None:
        return None
    number, _, frame = text.rpartition(":")
    if not frame.isdecimal() or not (number or "0").isdecimal():
        raise OptionError(
            "{text}: a call is named as FRAME or NUMBER:FRAME, as in {example}", text=text, example="2:14"
        )
    return int(number or "0"), int(frame)


def remember_roles(file: str | None, roles: tuple[str, ...]) -> None:
    """Remember the roles that the user gives, with which every recording of the file is read."""
    from plyscope.tracer.source_text import read_source_file
    from plyscope.usercode.given_roles import remember_given_texts

    assert file is not None
    remember_given_texts([read_source_file(file)], roles)


class Shown(NamedTuple):
    """How a recording is shown, and where it is saved."""

    output: Path | None
    force: bool
    as_json: bool
    plain: bool
    check: bool
    roles: tuple[str, ...] = ()
    lines_of: tuple[int, int] | None = None
    """The recording and the call of which lines are recorded in another run."""

    def check_output(self) -> None:
        """Raise an error, before any work, where the output file cannot be written."""
        from plyscope.files.atomic import check_writable

        check_writable(self.output, force=self.force)

    def save(self, trace: Trace) -> None:
        """Save the recording where a file was named."""
        if self.output is not None:
            from plyscope.files.trace_file import save_trace

            save_trace(trace, self.output, force=self.force)


def python_shown(place: Path | None, requested: str | None, shown: Shown) -> UserPython:
    """Return the Python that runs a program, after it has been printed."""
    from plyscope.tracer.user_python import python_for

    python = python_for(place, requested)
    if not shown.as_json:
        remark(Message("on {python}", python=str(python)))
    return python


def status_after(progress: ProgressReport, trace: Trace) -> int:
    """Return the exit status: that of an interruption where the recording is not complete, else 0."""
    return INTERRUPTED if progress.interrupted and not trace.complete else 0


def show_program_elsewhere(address: str, seconds: float, shown: Shown) -> int:
    """Receive, save and show the recording of a program in any language; return the exit status."""
    from plyscope.tracer.listening import listen_for

    load_plugins(click.get_current_context())
    shown.check_output()
    began = perf_counter()
    with interruptible_progress() as progress:
        trace = listen_for(address, seconds, progress)
        took = perf_counter() - began
        shown.save(trace)
    warn(trace.position.warnings)
    show(trace, took, shown, None)
    return status_after(progress, trace)


def show_call(program: Program, requested: str | None, options: Options, shown: Shown) -> int:
    """Record, save and show a call of a file; return the exit status."""
    from plyscope.tracer.starting import StartedCall

    shown.check_output()
    refuse_wrong_call(program)
    began = perf_counter()
    python = python_shown(program.place, requested, shown)
    with interruptible_progress() as progress, StartedCall(program, python, options) as started:
        # While the process starts, what reads its log is loaded, which takes as long.
        load_numpy()
        load_plugins(click.get_current_context())
        from plyscope.tracer.running import followed_trace
        from plyscope.usercode.reading import read_as_search

        trace = followed_trace(started, progress)
        trace = trace if shown.plain else read_as_search(trace)
        took = perf_counter() - began
        shown.save(trace)
    show(trace, took, shown, python)
    return status_after(progress, trace)


def show_program(program: Program, requested: str | None, options: Options, shown: Shown) -> int:
    """Run a whole program, save and list its recordings, or of a call show the largest; return the exit status."""
    from plyscope.tracer.starting import StartedProgram

    if shown.output is not None:
        from plyscope.files.atomic import check_writable, numbered

        check_writable(shown.output if program.call else numbered(shown.output, 1), force=shown.force)
    began = perf_counter()
    python = python_shown(program.place, requested, shown)
    if program.magics:
        remark(Message("not run, since only IPython understands it: {magics}", magics="; ".join(program.magics)))
    started = StartedProgram(program, python, options)
    with interrupts_passed_on(started) as interrupts:
        # While the process starts, what reads its log is loaded, which takes as long.
        load_numpy()
        load_plugins(click.get_current_context())
        from plyscope.cli.debug_session import followed_session, print_session, session_facts, trace_of
        from plyscope.cli.tables import print_json

        status, session = followed_session(
            started, interrupts, shown.output, plain=shown.plain, force=shown.force, roles=shown.roles,
            lines_of=shown.lines_of,
        )  # fmt: skip
    if program.call:
        trace = trace_of(session.largest, plain=shown.plain)
        show(trace, perf_counter() - began, shown, python, session)
        return status
    if not shown.as_json:
        print_session(session, shown.output)
        sys.stdout.flush()
    searched = [] if shown.plain else session.recordings
    if not shown.check:
        small = [recording for recording in searched if recording.frames <= MAX_CHECKED_FRAMES]
        searched = sorted(small, key=lambda one: one.frames)[-MAX_CHECKED_RECORDINGS:]
    unknown: dict[str, Any] = {} if shown.plain else dict.fromkeys(KINDS)
    said = [
        recording_facts(recording, check=shown.check) if recording in searched else unknown
        for recording in session.recordings
    ]
    if shown.as_json:
        facts = session_facts(session, shown.output, began)
        facts["recordings"] = [one | more for one, more in zip(facts["recordings"], said, strict=True)]
        print_json(facts)
        return status
    print_findings(said)
    if any(one.get("bugs") is not None for one in said) and len(searched) < len(session.recordings):
        remark(Message("bugs and waste were looked for in {count} of them; with --check, in all", count=len(searched)))
    return status


@contextmanager
def interrupts_passed_on(started: StartedProgram) -> Iterator[list[int]]:
    """Give the list of Ctrl+C so far: the first is the program's own, a second one ends it."""
    interrupts: list[int] = []

    def pass_on(number: int) -> None:
        interrupts.append(number)
        stopped_by.append(number)
        if len(interrupts) == 1 and not is_termination(number):
            started.interrupt()
        else:
            started.stop()

    with requests_to_stop(pass_on, every=True):
        yield interrupts


def recording_facts(one: Recording, *, check: bool) -> dict[str, Any]:
    """Return the findings of one recording, with `check` also its comparison with the reference search."""
    from plyscope.cli.debug_session import trace_of

    trace = trace_of(one, plain=False)
    return finding_facts(trace) | (check_facts(trace) if check else {})


def finding_facts(trace: Trace) -> dict[str, Any]:
    """Return the findings in a recording, in the lists that `--json` prints; empty where there are none."""
    from plyscope.model.roles import Proposal
    from plyscope.usercode.findings import findings, findings_of_kind

    found = findings(trace)
    if not found and Proposal.of(trace) is None:
        return {}
    return {name: [finding.facts for finding in findings_of_kind(kind, found)] for name, kind in KINDS.items()}


def check_facts(trace: Trace) -> dict[str, Any]:
    """Return the comparison with the reference search as JSON prints it."""
    from plyscope.usercode.reference_check import compare_with_reference

    return {"check": compare_with_reference(trace)}


def print_findings(said: Sequence[Mapping[str, Any]]) -> None:
    """Print the findings of all recordings; what several share is printed once, with their numbers."""
    from plyscope.usercode.findings import finding_sentence

    lines: dict[str, list[str]] = {}
    for number, facts in enumerate(said, 1):
        for name, kind in KINDS.items():
            for one in facts.get(name) or ():
                lines.setdefault(str(finding_sentence(kind, one)), []).append(str(number))
        if "check" in facts:
            lines.setdefault(f"check: {facts['check']['sentence']}", []).append(str(number))
    for text, numbers in lines.items():
        remark(Message("in {numbers}: {text}", numbers=", ".join(numbers), text=text))


def program_to_run(
    file: str | None, call: str | None, module: str | None, cwd: Path | None, arguments: tuple[str, ...]
) -> Program:
    """Return the program, or the call of a file, that the arguments name."""
    from plyscope.tracer import programs

    if module is None:
        assert file is not None
        return programs.program_of(file, call or "", arguments, cwd)
    if file is not None:
        raise OptionError("either a file or -m MODULE")
    return programs.module_of(module, arguments, cwd)


def runs_whole_program(program: Program, functions: Sequence[str], modules: Sequence[str], python: str | None) -> bool:
    """Whether a whole program is run; else a call of a file that has the recursion itself."""
    from plyscope.tracer.programs import needs_session
    from plyscope.tracer.user_python import python_for

    try:
        return needs_session(program, functions) or bool(modules)
    except InputError:
        if not python_for(program.place, python).is_newer:
            raise
        return True


def options_of(
    context: click.Context,
    functions: tuple[str, ...],
    modules: tuple[str, ...],
    *,
    is_session: bool,
    as_json: bool,
    seconds: float,
    memory: int,
    limit: int,
    depth: int,
    lines: bool | None,
) -> Options:
    """Return how to record; the memory of a whole program is limited only on request."""
    from plyscope.tracer.starting import Limits, Options

    is_limited = not is_session or context.get_parameter_source("memory") is ParameterSource.COMMANDLINE
    limits = Limits(seconds, memory * MEBIBYTE if is_limited else 0, limit, depth)
    # What the program prints is not part of the JSON.
    return Options(limits, lines, functions, modules, (None, ERROR_OUTPUT if as_json else None, None))


def refuse_wrong_call(program: Program) -> None:
    """Raise InputError, with calls on offer, for a call that the file does not have."""
    from plyscope.tracer.call import MAX_OFFERED_CALLS, calls_in, problem_with_call
    from plyscope.tracer.source_text import read_source_file

    source, call = read_source_file(program.file), program.call
    problem = problem_with_call(source, call)
    if problem is None:
        return
    offered = calls_in(source.text)[:MAX_OFFERED_CALLS]
    if offered:
        calls = ", ".join(offered)
        raise InputError("{call}: {problem}; in the file: {calls}", call=call, problem=problem, calls=calls)
    raise InputError("{call}: {problem}", call=call, problem=problem)


def show(trace: Trace, seconds: float, shown: Shown, python: UserPython | None, session: Session | None = None) -> None:
    """Print a recording: value and counts first, then what takes longer to find out."""
    from plyscope.cli.tables import print_facts, print_json
    from plyscope.tracer.ending import ending
    from plyscope.usercode.findings import finding_sentence
    from plyscope.usercode.value_place import open_question

    facts = debug_facts(trace, seconds)
    if python is not None and shown.as_json:
        facts["python"] = str(python)
    if session is not None and shown.as_json:
        from plyscope.cli.debug_session import recordings_of

        facts["recordings"] = recordings_of(session)
    if trace.origin.is_user_code and needs_end_sentence(trace.user_code.ended):
        remark(ending(trace))
    if session is not None and len(session.recordings) > 1 and not shown.as_json:
        number, count = 1 + session.recordings.index(session.largest), len(session.recordings)
        remark(Message("this is recording {number} of {count}; --json lists all", number=number, count=count))
    if not shown.as_json:
        print_facts(rows_to_print(facts))
        sys.stdout.flush()
    facts |= finding_facts(trace)
    if shown.check:
        facts |= check_facts(trace)
    if shown.as_json:
        print_json(facts if shown.output is None else facts | {"file": str(shown.output)})
        return
    if shown.check:
        print_facts(rows_of_check(facts["check"]))
    missing = open_question(trace)
    if missing is not None:
        remark(missing)
    for name, kind in KINDS.items():
        for found in facts.get(name, ()):
            remark(finding_sentence(kind, found))
    if shown.output is None:
        print("The recording is not kept: -o FILE.plytrace writes it to a file.")


def needs_end_sentence(ended: Ended) -> bool:
    """Whether the way a call ended says more than its result."""
    return ended.how != "returned" or ended.elsewhere or bool(ended.lines_ended)


def debug_facts(trace: Trace, seconds: float | None) -> dict[str, Any]:
    """Return the quick facts of a recording as JSON prints them."""
    from plyscope.model.roles import Proposal

    if not trace.origin.is_user_code:
        return {"frames": len(trace), "complete": trace.complete, "seconds": seconds}
    user_code = trace.user_code
    outermost = list(trace.children(0)) if user_code.has_caller else [0]
    called = dict.fromkeys(user_code.function_of(frame).name for frame in outermost or [0])
    facts: dict[str, Any] = {
        "function": ", ".join(called),
        "call": user_code.call,
        "result": user_code.ended.text if user_code.ended.how == "returned" else user_code.result(0),
        "frames": len(trace),
        "calls": user_code.calls,
        "outermost_calls": len(outermost),
        "distinct": user_code.distinct_calls,
        "depends_on": None if user_code.depends_on is None else list(user_code.depends_on),
        "max_ply": int(trace.column("ply").max()),
        "complete": trace.complete,
        "ended": user_code.ended._asdict(),
        "seconds": None if seconds is None else round(seconds, 6),
        "saved": len(user_code.tables.saved),
        "lines": len(user_code.tables.line_step),
        "printed": "".join(user_code.printed)[:2000],
    }
    proposal = Proposal.read(user_code)
    if proposal is not None:
        from plyscope.usercode.chosen_search import best_move_of
        from plyscope.usercode.value_place import open_question

        facts |= {"game": proposal.game or None, "value": plain_number(trace.values[0])}
        facts["best_move"] = best_move_of(trace)
        facts |= {"value_part": proposal.item if proposal.is_value_known else None, "readings": list(proposal.readings)}
        facts |= {"roles": roles_with_bounds(proposal), "given": proposal.given}
        facts["max_moves"] = where_max_moves(trace, proposal)
        facts["cutoffs"] = trace.cutoffs
        facts["pruned"] = trace.pruned
        missing = open_question(trace)
        facts["missing"] = None if missing is None else str(missing)
    return facts


def where_max_moves(trace: Trace, proposal: Proposal) -> str | None:
    """Return who MAX is, for whom larger values count: a known game's side, and in which calls it moves.

    None where that is not known, or MAX moves in no call that ran.
    """
    from plyscope.model.declaration import MAX
    from plyscope.model.roles import AS_FOLDED, SIDE
    from plyscope.usercode.role_recognition import side_texts

    if MAX not in trace.kinds:
        return None
    sides = side_texts(trace.user_code, proposal)
    if AS_FOLDED in proposal.kinds.values():
        where = "in the calls that take larger values"
    elif proposal.kinds:
        where = "in " + ", ".join(name for name, kind in proposal.kinds.items() if kind == "max")
    elif proposal.max_texts and sides is not None:
        texts = " or ".join(text for text in sides[1].values() if text in proposal.max_texts)
        names = {name: None for one in proposal.roles if (name := proposal.parameter(one, SIDE)) is not None}
        where = f"where {' or '.join(names)} is {texts}" if names else f"where {texts} is to move"
        if not texts:
            return None
    elif proposal.max_plies >= 0:
        first, second = "in the first call", "one ply below the first call"
        if trace.user_code.has_caller:  # the caller of several calls has ply 0
            first, second = "one ply below the outermost calls", "in the outermost calls"
        where = (first, second)[proposal.max_plies]
        if trace.facts.sides_alternate:
            where += ", and on every second ply"
        elif proposal.negated:
            where += "; the side changes where a result is negated"
        else:
            where += ", and on every second ply above the leaves"
    else:
        return None
    game = trace.position.game
    return f"{game.marks[trace.position.max_side - 1]}, {where}" if proposal.game and game.has_winner else where


def roles_with_bounds(proposal: Proposal) -> dict[str, dict[str, str]]:
    """Return the roles of each function's parameters and of bounds that are items, attributes or shared names."""
    from plyscope.model.roles import ALPHA, BETA

    found = {function: dict(roles) for function, roles in proposal.roles.items()}
    for function, roles in found.items():
        places = proposal.places.get(function, {})
        roles.update({places[role]: role for role in (ALPHA, BETA) if role in places and role not in roles.values()})
    return found


def roles_text(roles: Mapping[str, str]) -> str:
    """Return roles in words, those first that are called so: `alpha, board; a is the side, the value is …`."""
    from plyscope.model.roles import VALUE

    plain = [parameter for parameter, role in roles.items() if parameter == role]
    others = [
        f"the value is {role}" if parameter == VALUE else f"{parameter} is the {role}"
        for parameter, role in roles.items()
        if parameter != role
    ]
    return "; ".join(", ".join(part) for part in (plain, others) if part)


def rows_of_check(check: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Iterate over the rows about the reference search: its sentence, and numbers if any."""
    yield "check", check["sentence"]
    if not check["compared"]:
        return
    yield "reference", check["reference"]
    for name, pair in (("value", "value"), ("best move", "best_move"), ("calls", "frames")):
        yield f"{name}, theirs", check[pair][1]
    for same in ("same_value", "same_move"):
        answer = "its estimates are its own" if check["own_estimates"] else "unknown"
        yield same.replace("_", " "), answer if check[same] is None else check[same]


def rows_to_print(facts: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Iterate over names and values of the facts; how the call ended is printed elsewhere."""
    for name, value in facts.items():
        is_nothing = value in (None, "", []) or (value == 0 and value is not False and name != "value")
        if name == "distinct" and facts["depends_on"] != []:
            name = "with_different_arguments"
        if name == "max_moves":
            name = "MAX_moves"
        if name == "depends_on":
            value = ", ".join(value or ())
            name = "may_depend_on"
        is_single = (name == "outermost_calls" and value == 1) or (name == "calls" and value == facts["frames"])
        if name in ("seconds", "ended", "readings", "missing") or is_nothing or is_single:
            continue
        if name in ("roles", "given"):
            where = "in {function}" if name == "roles" else "as you said, in {function}"
            for function, roles in value.items():
                if roles:
                    yield where.format(function=function), roles_text(roles)
        else:
            yield name.replace("_", " "), value
