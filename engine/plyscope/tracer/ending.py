"""How somebody's program came to its end, in one sentence, with the call and the line where that was."""

from __future__ import annotations

from plyscope.messages import Message, shortened
from plyscope.model.trace import Trace
from plyscope.model.user_code import OwnCode
from plyscope.text.call_narration import LONGEST

OUT_OF_STACK, OUT_OF_MEMORY = "RecursionError", "MemoryError"


def ending(trace: Trace, longest: int = LONGEST) -> Message:
    """What became of the call that was asked for; texts have so many characters at most."""
    found = end_of_call(trace, longest)
    if trace.own is not None and trace.own.ended.elsewhere:
        return Message("{ending} What other processes called is not recorded.", ending=found)
    return found


def end_of_call(trace: Trace, longest: int) -> Message:
    own = trace.own
    assert own is not None
    ended = own.ended
    values = {
        "call": shortened(own.call, longest),
        "text": shortened(ended.text, longest),
        "calls": own.calls,
        "frame": own.label(ended.frame, longest) if ended.frame >= 0 else shortened(own.call, longest),
        "line": ended.line,
    }
    if ended.how == "returned" and own.has_caller and not ended.text:
        return Message("{calls} calls were recorded.", **values)
    if ended.how == "returned" and own.has_caller:
        return Message("{call} returned {text}; {calls} calls were recorded.", **values)
    if ended.how == "returned":
        return Message("{call} returned {text}.", **values)
    if ended.how == "exception":
        return by_exception(trace, own, values)
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


def by_exception(trace: Trace, own: OwnCode, values: dict[str, object]) -> Message:
    text = own.ended.text
    if text.startswith(OUT_OF_STACK):
        values["plies"] = int(trace.column("ply")[own.ended.frame]) + 1
        return Message(
            "Endless recursion, or a very deep one: Python stopped it {plies} calls deep, at line {line}, in {frame}.",
            **values,
        )
    if text.startswith(OUT_OF_MEMORY):
        return Message("The memory that is allowed was used up at line {line}, in {frame}.", **values)
    return Message("{text} – at line {line}, in {frame}.", **values)


def by_limit(which: str, values: dict[str, object]) -> Message:
    if which == "frames":
        return Message("Stopped at the limit of {calls} calls, in {frame}.", **values)
    return at_line(
        "Stopped at the limit of time, in {frame}, at line {line}.", "Stopped at the limit of time, in {frame}.", values
    )


def at_line(pattern: str, without: str, values: dict[str, object]) -> Message:
    """The line is said where it is known."""
    return Message(pattern if values["line"] else without, **values)
