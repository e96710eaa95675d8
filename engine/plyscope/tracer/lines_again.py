"""The executed lines of one call, recorded by running the program again.

A program can be repeated exactly where it asks for no input and draws nothing at random. Whether the call was the same
again is seen in its recording: every call of it has the same arguments and the same result.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from plyscope.messages import InputError
from plyscope.model.judged_values import Numbering, without_rows
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.tracer.programs import Program
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.target_process import NOWHERE
from plyscope.tracer.user_python import UserPython

NOT_REPEATED = "the program did not do the same again: it asks for input, or draws at random"


def with_lines_of(
    before: Trace, program: Program, python: UserPython, options: Options, number: int, frame: int
) -> Trace:
    """Return a session's recording made again, with the lines of one of its calls and of those below.

    `number` is that of the recording in the session, `frame` one of its frames. InputError where the program did not
    do the same again.
    """
    again = recorded_again(program, python, options, number, call_at(before, frame))
    refuse_other(before, again, frame)
    return again


def call_at(trace: Trace, frame: int) -> int:
    """Return the number of the call that a frame is; an error where it is none."""
    call = step_numbering(trace).call(frame) - trace.user_code.has_caller
    if not 0 <= call < trace.user_code.calls or trace.user_code.is_judged(frame):
        raise InputError("there is no call {frame}; the last is {last}", frame=frame, last=len(trace) - 1)
    return call


def recorded_again(
    program: Program,
    python: UserPython,
    options: Options,
    number: int,
    call: int,
    progress: Callable[[int], object] | None = None,
) -> Trace:
    """Run a program again without input; return the recording with a number, with one call's lines; else an error."""
    session = Session(
        StartedProgram(program, python, options._replace(lines=None, lines_of=(number, call), streams=NOWHERE))
    )
    session.run(progress)
    found = next((recording for recording in session.recordings if recording.number == number), None)
    if found is None:
        raise InputError(NOT_REPEATED)
    return found.trace()


def refuse_other(before: Trace, again: Trace, frame: int) -> None:
    """Raise InputError unless a recording repeats another one, with lines of a frame alone."""
    if not is_repeated(before, again):
        raise InputError(NOT_REPEATED)
    frames, number = again.executed.frames, step_numbering(before).call
    if len(frames) and not (frames.min() >= number(frame) and frames.max() < number(frame + before.sizes[frame])):
        raise InputError("the lines of this call cannot be told from those of others")


def is_repeated(before: Trace, again: Trace) -> bool:
    """Whether two recordings have the same calls with the same arguments and results."""
    user_code, ply = without_rows(before.user_code, before.column("ply")), before.column("ply")
    if not np.array_equal(np.delete(ply, before.user_code.tables.judged), again.column("ply")):
        return False
    return all(texts_of(user_code, name) == texts_of(again.user_code, name) for name in ("arguments", "result"))


def texts_of(user_code: UserCode, name: str) -> list[str]:
    """Return the texts of a column of user code, such as results."""
    texts = [*user_code.texts, ""]
    return [texts[number] for number in getattr(user_code.tables, name).tolist()]


def step_numbering(trace: Trace) -> Numbering:
    """Return the numbering of a trace's steps."""
    return Numbering.of(trace.user_code, trace.column("ply"))
