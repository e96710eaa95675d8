"""How a traced program ended, in one sentence, with the call and the line."""

from __future__ import annotations

from plyscope.messages import Message, shortened
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.text.call_narration import MAX_SENTENCE_VALUE_CHARS

LINES_ENDED = {
    "rows": "{ending} Of the executed lines only the first {lines} are recorded.",
    "bytes": "{ending} Of the executed lines only the first {lines} are recorded, since their values take much room.",
    "seconds": "{ending} Of the executed lines only the first {lines} are recorded, since that took long.",
}
NO_LINES = {
    "rows": "{ending} Executed lines are not recorded: other calls have used up their number.",
    "bytes": "{ending} Executed lines are not recorded, since their values take much room.",
    "seconds": "{ending} Executed lines are not recorded, since that took long.",
    "session": "{ending} No executed lines are recorded: earlier recordings have taken the room for them.",
}
"""What is said where not all executed lines are recorded, or none, by what was used up."""
OUT_OF_STACK, OUT_OF_MEMORY = "RecursionError", "MemoryError"


def ending(trace: Trace, longest: int = MAX_SENTENCE_VALUE_CHARS) -> Message:
    """Return how the requested call ended; texts of values have at most `longest` characters."""
    found = end_of_call(trace, longest)
    found = with_unread(found, trace.user_code.ended.unread)
    if trace.user_code.ended.elsewhere:
        found = Message("{ending} Calls in other processes are not recorded.", ending=found)
    lines = len(trace.user_code.tables.line_step)
    pattern = (LINES_ENDED if lines else NO_LINES).get(trace.user_code.ended.lines_ended)
    return found if pattern is None else Message(pattern, ending=found, lines=lines)


def with_unread(ending: Message, unread: int) -> Message:
    """Return the sentence, extended by how many calls are not in the recording."""
    if unread < 0:
        return Message("{ending} How many calls were made after that is not known.", ending=ending)
    if unread:
        return Message("{ending} {unread} calls that were made after that were not read.", ending=ending, unread=unread)
    return ending


def end_of_call(trace: Trace, longest: int) -> Message:
    """Return the sentence about how the call ended, without limits of executed lines."""
    user_code = trace.user_code
    ended = user_code.ended
    values = {
        "call": shortened(user_code.call, longest),
        "text": shortened(ended.text, longest),
        "calls": user_code.calls,
        "frame": user_code.label(ended.frame, longest) if ended.frame >= 0 else shortened(user_code.call, longest),
        "line": user_code.line_text(ended.line),
    }
    if ended.how == "returned" and user_code.has_caller and not ended.text:
        return Message("{calls} calls were recorded.", **values)
    if ended.how == "returned" and user_code.has_caller:
        return Message("{call} returned {text}; {calls} calls were recorded.", **values)
    if ended.how == "returned":
        return Message("{call} returned {text}.", **values)
    if ended.how == "exception":
        return by_exception(trace, user_code, values)
    if ended.how == "exit":
        return Message("The program ended itself ({text}) at line {line}, in {frame}.", **values)
    if ended.how == "limit":
        return by_limit(ended.text, values)
    if ended.how == "interrupted":
        return at_line("Stopped by you in {frame}, at line {line}.", "Stopped by you in {frame}.", values)
    return at_line(
        "The process was ended ({text}) in {frame}, at line {line}.",
        "The process was ended ({text}) in {frame}.",
        values,
    )


def by_exception(trace: Trace, user_code: UserCode, values: dict[str, object]) -> Message:
    """Return the sentence for a call that an exception ended."""
    text = user_code.ended.text
    if text.startswith(OUT_OF_STACK):
        values["plies"] = int(trace.column("ply")[user_code.ended.frame]) + 1
        return Message(
            "Endless recursion, or a very deep one: Python stopped it {plies} calls deep, at line {line}, in {frame}.",
            **values,
        )
    if text.startswith(OUT_OF_MEMORY):
        return Message("The memory that is allowed was used up at line {line}, in {frame}.", **values)
    return Message("{text} – at line {line}, in {frame}.", **values)


def by_limit(which: str, values: dict[str, object]) -> Message:
    """Return the sentence for a call that a limit ended."""
    if which == "frames":
        return Message("Stopped at the limit of {calls} calls, in {frame}.", **values)
    if which == "plies":
        return Message("Stopped where calls are too deep to be recorded, in {frame}.", **values)
    if which == "disk":
        return Message("Stopped since the log could not be written, in {frame}.", **values)
    if which in ("size", "log"):
        return Message("Stopped at the limit of recorded data, in {frame}.", **values)
    return at_line(
        "Stopped at the limit of time, in {frame}, at line {line}.", "Stopped at the limit of time, in {frame}.", values
    )


def at_line(pattern: str, without: str, values: dict[str, object]) -> Message:
    """Return the message of `pattern`, which names a line, or of `without` where no line is known."""
    return Message(pattern if values["line"] else without, **values)
