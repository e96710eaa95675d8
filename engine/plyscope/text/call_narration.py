"""A sentence for every step of plain calls: recordings of which only calls, arguments and results are known."""

from __future__ import annotations

from plyscope.messages import Message, Part, shortened
from plyscope.model.columns import OPEN
from plyscope.model.source_lines import text_lines
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended, UserCode

MAX_SENTENCE_VALUE_CHARS = 120
"""Characters of an argument or a result in a sentence."""
MAX_VALUE_CHARS = 12
"""Characters of a result that is drawn as a value."""


def call_sentence(trace: Trace, step: Step) -> Message:
    """Return the sentence for a step of a plain call: entered, returned from, or back in its caller."""
    user_code = trace.user_code
    if step.moment is Moment.ENTER:
        return entering(trace, user_code, step.frame)
    if step.moment is Moment.LEAVE:
        return leaving(user_code, step.frame)
    return being_back(user_code, step.frame, step.child)


def line_sentence(trace: Trace, step: Step) -> Message:
    """Return an executed line as the listing shows it."""
    user_code = trace.user_code
    line = int(user_code.tables.line_number[step.row])
    values = {"line": user_code.line_text(line), "text": Part(line_text(trace.text, line), "code")}
    if (
        step.row == len(user_code.tables.line_number) - 1
        and step.frame == user_code.ended.frame
        and line == user_code.ended.line
    ):
        return with_end(Message("Line {line}: {text}", **values), user_code.ended)
    return Message("Line {line}: {text}", **values)


def with_end(sentence: Message, ended: Ended) -> Message:
    """Return the sentence of the last step, extended by how the recording ended."""
    if ended.how in ("interrupted", "limit"):
        return Message("{sentence} The recording ends here.", sentence=sentence)
    reason = shortened(ended.text, MAX_SENTENCE_VALUE_CHARS)
    return Message("{sentence} The recording ends here: {reason}.", sentence=sentence, reason=reason)


def line_text(text: str, line: int) -> str:
    """One line of a text, without its indentation."""
    lines = text_lines(text)
    return shortened(lines[line - 1].strip(), MAX_SENTENCE_VALUE_CHARS) if 0 < line <= len(lines) else ""


def entering(trace: Trace, user_code: UserCode, frame: int) -> Message:
    """Return the sentence for a call that begins; of an equal earlier call it says so."""
    call = user_code.label(frame, MAX_SENTENCE_VALUE_CHARS)
    if frame == user_code.ended.frame and trace.statuses[frame] == OPEN and is_last_step(trace, frame):
        values = {
            "call": call,
            "text": user_code.ended.text[:MAX_SENTENCE_VALUE_CHARS],
            "line": user_code.line_text(user_code.ended.line),
        }
        if user_code.ended.how == "exception":
            return Message("{call} is called, and the recording ends in it, at line {line}: {text}.", **values)
        return Message("{call} is called, and has not returned when the recording ends.", **values)
    number = user_code.call_number(frame)
    earlier = int(user_code.first_of_call[number])
    if earlier < frame and user_code.has_equal_calls:
        return Message("{call} is called: the same call as frame {frame}.", call=call, frame=earlier)
    if earlier < frame:
        return Message("{call} is called with the same arguments as frame {frame}.", call=call, frame=earlier)
    return Message("{call} is called.", call=call)


def is_last_step(trace: Trace, frame: int) -> bool:
    """Whether the recording ends with this call: no other call follows, and no executed lines are recorded."""
    return frame == len(trace) - 1 and not len(trace.user_code.tables.line_number)


def leaving(user_code: UserCode, frame: int) -> Message:
    """Return the sentence for a call that returns, raises, or is answered by a cache."""
    values = {"call": user_code.label(frame, MAX_SENTENCE_VALUE_CHARS), "result": result_part(user_code, frame)}
    if user_code.is_raised(frame):
        return Message("{call} does not return: {result}.", **values)
    if user_code.is_saved(frame):
        return Message("{call} is answered by a cache: it returns {result} at once.", **values)
    if user_code.has_yielded(frame):
        return Message("{call} is over: {result}.", **values)
    return Message("{call} returns {result}.", **values)


def being_back(user_code: UserCode, frame: int, child: int) -> Message:
    """Return the sentence for a caller that goes on with the result of a call."""
    values = {
        "call": user_code.label(frame, MAX_SENTENCE_VALUE_CHARS),
        "child": user_code.label(child, MAX_SENTENCE_VALUE_CHARS),
        "result": result_part(user_code, child),
    }
    if user_code.is_raised(child):
        return Message("Back in {call}: {child} has ended with {result}.", **values)
    if user_code.has_yielded(child):
        return Message("Back in {call}: {child} is over, {result}.", **values)
    return Message("Back in {call}: {child} is {result}.", **values)


def result_part(user_code: UserCode, frame: int) -> Part:
    """Return a call's result as part of a sentence, marked as a value where it is short."""
    text = user_code.result(frame)
    if not text or len(text) > MAX_VALUE_CHARS or user_code.is_raised(frame) or user_code.has_yielded(frame):
        return Part(shown_result(text))
    return Part(text, "value", frame)


def shown_result(text: str | None) -> str:
    """Return the text of a result for a sentence; a call that returned nothing has a word for it."""
    return shortened(text, MAX_SENTENCE_VALUE_CHARS) if text else "nothing"
