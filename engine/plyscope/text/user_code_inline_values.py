"""Inline values for somebody's own text: what its variables hold, and what the line before has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plyscope.messages import Message, shortened
from plyscope.model.executed_lines import Variable
from plyscope.model.source_lines import SourceLines
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines
from plyscope.text.call_narration import line_text
from plyscope.text.inline_values import Inline, InlineValues

NAME = re.compile(r"[^\W\d]\w*")
LONGEST_VALUE, LONGEST = 28, 60
"""Characters of one value, and of all that stands behind a line."""


class UserCodeInlineValues:
    """What the steps of a recording of somebody's own code mean for the lines of its text."""

    def __init__(self, trace: Trace, lines: UserCodeLines) -> None:
        self.trace = trace
        self.user_code = trace.user_code
        self.executed = lines.executed

    def at(self, step: Step, line: int) -> list[Inline]:
        """The values of a step at the lines they belong to; `line` is where the step itself is."""
        found = list(self._at_line(step, line) if step.moment is Moment.LINE else self._at_call(step, line))
        ended = self.user_code.ended
        is_end = step.number == self.executed.steps.count - 1 and step.frame == ended.frame
        # A limit has a name that is none of the program's.
        if is_end and ended.text and ended.how != "limit":
            found.insert(0, Inline(line, Message("{reason}", reason=shortened(ended.text, LONGEST))))
        return found

    def _at_line(self, step: Step, line: int) -> Iterator[Inline]:
        variables = self.executed.variables(step.row)
        before = self.executed.before(step.row)
        used = set(NAME.findall(line_text(self.trace.text, line)))
        changed = [one for one in variables if one.changed]
        if before is not None and changed:
            yield from values_behind(self.executed.number(before), changed)
            if self.executed.number(before) == line:
                variables = [one for one in variables if not one.changed]
        yield from values_behind(line, [one for one in variables if one.name in used])

    def _at_call(self, step: Step, line: int) -> Iterator[Inline]:
        if step.moment is Moment.ENTER:
            arguments = self.user_code.arguments(step.frame).items()
            yield from values_behind(line, [Variable(name, text) for name, text in arguments])
            return
        frame = step.frame if step.moment is Moment.LEAVE else step.child
        result = shortened(self.user_code.result(frame) or "", LONGEST_VALUE)
        if self.user_code.is_raised(frame):
            yield Inline(line, Message("raises {reason}", reason=result))
        elif step.moment is Moment.LEAVE:
            yield Inline(line, Message("→ {answer}", answer=result))
        else:
            call = self.user_code.label(frame, LONGEST_VALUE)
            yield Inline(line, Message("{call} = {answer}", call=call, answer=result))


def inline_values(trace: Trace, lines: SourceLines) -> InlineValues | UserCodeInlineValues:
    """What steps mean for the lines of a text: of a search, or of somebody's own code."""
    if isinstance(lines, UserCodeLines):
        return UserCodeInlineValues(trace, lines)
    return InlineValues(trace, lines)


def values_behind(line: int, variables: list[Variable]) -> Iterator[Inline]:
    """Names with their values, as many as there is room for behind a line."""
    texts = [f"{one.name} = {shortened(one.text, LONGEST_VALUE)}" for one in variables if one.text is not None]
    if texts:
        yield Inline(line, Message("{values}", values=shortened(", ".join(texts), LONGEST)))
