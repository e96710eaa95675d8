"""A whole program run by the command debug: its recordings are listed and saved when it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from plyscope.cli.running import INTERRUPTED, remark
from plyscope.files.atomic import numbered
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, Message, shortened
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.tracer.call import calls_to_offer
from plyscope.tracer.ending import with_unread
from plyscope.tracer.lines_again import with_lines_of
from plyscope.tracer.programs import Program
from plyscope.tracer.session import Session, no_recursion_in
from plyscope.tracer.source_text import parsed_source
from plyscope.tracer.split_log import Recording
from plyscope.tracer.starting import StartedProgram
from plyscope.usercode.given_roles import remember_given_texts
from plyscope.usercode.reading import read_as_search

MAX_CALL_CHARS, MAX_RESULT_CHARS = 60, 30
"""Characters in the list of recordings."""
NOTHING_CALLED = Message(
    "has called no recursive function of its own, or of the files of its project that it imports by name"
)


def followed_session(
    started: StartedProgram,
    interrupts: list[int],
    output: Path | None,
    *,
    plain: bool,
    force: bool,
    roles: Sequence[str] = (),
    lines_of: tuple[int, int] | None = None,
) -> tuple[int, Session]:
    """Follow a program to its end and save its recordings; return the command's exit status and the session."""
    session = Session(started)
    ended = session.run()
    if not session.recordings:
        raise nothing_recorded(session.program, ended, session.calls)
    fault: InputError | None = None
    if roles:
        sources = dict.fromkeys(recording.source for recording in session.recordings)
        try:
            remember_given_texts([parsed_source(Path(source.path), source.text) for source in sources], roles)
        except InputError as error:
            fault = error  # what is recorded is saved all the same
    interrupts.clear()
    if lines_of is not None:
        record_lines_again(session, *lines_of)
    if output is not None and session.program.call:
        save_trace(trace_of(session.largest, plain=plain), output, force=force)
    elif output is not None:
        for at, one in enumerate(session.recordings, 1):
            if interrupts:
                remark(Message("stopped: {count} recordings are saved", count=at - 1))
                break
            save_trace(trace_of(one, plain=plain), numbered(output, at), force=force)
    if fault is not None:
        raise fault
    return INTERRUPTED if ended.how == "interrupted" or ended.unread else 0, session


def record_lines_again(session: Session, number: int, frame: int) -> None:
    """Run the program again for the lines of one call; recording 0 is the largest."""
    if number > len(session.recordings):
        raise InputError(
            "there is no recording {number}; there are {count}", number=number, count=len(session.recordings)
        )
    one = session.recordings[number - 1] if number else session.largest
    remark(
        Message(
            "the program runs again, without input, for the lines of call {frame} of {call}", frame=frame, call=one.call
        )
    )
    try:
        one.repeated = with_lines_of(one.trace(), session.program, session.python, session.options, one.number, frame)
    except InputError as error:
        remark(Message("the lines are not recorded: {reason}", reason=error.message))


def trace_of(one: Recording, *, plain: bool) -> Trace:
    """Return the trace of a recording, with `plain` not read as a search."""
    return one.trace() if plain else read_as_search(one.trace())


def nothing_recorded(program: Program, ended: Ended, recorded: int) -> InputError:
    """Return the error for a program of which no recursive function was called, with calls on offer.

    Nothing is known of a file that it loads by its path, with `spec_from_file_location` or `runpy`.
    """
    name = program.name
    if recorded:
        return no_recursion_in(name)
    if ended.how == "interrupted":
        return InputError("{name} was stopped: it {nothing}", name=name, nothing=NOTHING_CALLED)
    try:
        offered = calls_to_offer(program.text or Path(program.file).read_text(encoding="utf-8")) if program.file else []
    except (OSError, ValueError):
        offered = []
    if offered:
        calls = ", ".join(shortened(call, MAX_CALL_CHARS) for call in offered)
        pattern = "{name} {nothing}; give it a call: {calls}"
        return InputError(pattern, name=name, nothing=NOTHING_CALLED, calls=calls)
    return InputError("{name} {nothing}", name=name, nothing=NOTHING_CALLED)


def session_facts(session: Session, output: Path | None, began: float) -> dict[str, Any]:
    """Return the session as JSON prints it."""
    assert session.ended is not None
    facts: dict[str, Any] = {
        "program": session.program.name,
        "python": str(session.python),
        "ended": session.ended._asdict(),
        "exit_status": exit_status(session.ended),
        "seconds": round(perf_counter() - began, 6),
        "recordings": recordings_of(session),
        "not_kept": session.not_kept,
    }
    if session.log_ended is not None:
        facts["log_ended"] = str(session.log_ended)
    if session.program.magics:
        facts["left_out"] = list(session.program.magics)
    if output is not None and not session.program.call:
        files = [str(numbered(output, at)) for at, _ in enumerate(session.recordings, 1)]
        facts["recordings"] = [one | {"file": file} for one, file in zip(facts["recordings"], files, strict=True)]
    return facts


def recordings_of(session: Session) -> list[dict[str, Any]]:
    """Return the recordings of a session, numbered as their files are."""
    return [{"number": number, **facts_of(one)} for number, one in enumerate(session.recordings, 1)]


def facts_of(one: Recording) -> dict[str, Any]:
    """Return one recording of the session as JSON prints it."""
    assert one.ended is not None
    return {
        "call": one.call,
        "result": one.result,
        "frames": one.frames,
        "seconds": round(one.seconds, 3),
        "function": one.function,
        "source": one.source.path,
        "complete": one.ended.how == "returned",
        "ended": one.ended._asdict(),
    }


def print_session(session: Session, output: Path | None) -> None:
    """Print the table of recordings, what was not kept, and how the program ended."""
    from plyscope.cli.tables import print_table

    assert session.ended is not None
    rows = [
        (
            number,
            shortened(one.call, MAX_CALL_CHARS),
            shortened(outcome(one), MAX_RESULT_CHARS),
            one.frames,
            round(one.seconds, 2),
        )
        for number, one in enumerate(session.recordings, 1)
    ]
    print_table(None, ("number", "call", "result", "frames", "seconds"), rows)
    if session.not_kept:
        print(f"Not kept: {session.not_kept} shorter calls.")
    if session.log_ended is not None:
        remark(Message("from then on nothing was recorded: {reason}", reason=session.log_ended))
    if session.ended.how in ("interrupted", "killed"):
        remark(Message("the program was ended: {how}", how=session.ended.text or "by you"))
    if (how := own_ending(session.ended)) is not None:
        remark(how)
    if session.ended.unread:
        remark(with_unread(Message("{calls} calls are recorded.", calls=session.calls), session.ended.unread))
    if output is None:
        print("The recordings are not kept: -o NAME.plytrace writes them to NAME-1.plytrace and so on.")


def own_ending(ended: Ended) -> Message | None:
    """Return how the program ended with an exit status other than 0; else None."""
    status = exit_status(ended)
    if status == 0:
        return None
    if not ended.line:
        return Message("the program ended with exit status {status}: {text}", status=status, text=ended.text)
    return Message(
        "the program ended with exit status {status}: {text} at line {line}",
        status=status, text=ended.text, line=ended.line,
    )  # fmt: skip


def exit_status(ended: Ended) -> int:
    """Return the status with which Python ends the program; 0 where it was ended from outside."""
    if ended.how == "exception":
        return 1
    name, _, code = ended.text.partition(": ")
    if ended.how != "exit" or name != "SystemExit" or code in ("", "None"):
        return 0
    return int(code) & 0xFF if code.removeprefix("-").isdecimal() else 1


def outcome(one: Recording) -> str:
    """Return the result of a call, or why it has none."""
    assert one.ended is not None
    if one.ended.how == "limit":
        return f"limit of {one.ended.text}"
    return one.ended.text or one.ended.how if one.ended.how != "returned" else one.ended.text
