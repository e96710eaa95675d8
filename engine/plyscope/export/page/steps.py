"""What is said at every step: its sentence, and the values that stand behind the lines of the search's text.

The text of the search as lines of a page, its words coloured.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from html import escape
from importlib import import_module

from plyscope.export.page.packing import Pool
from plyscope.export.page.walked import Walked
from plyscope.export.selection import Selection
from plyscope.model.source_lines import SourceLines
from plyscope.model.stack import line_of
from plyscope.text.narration import sentence
from plyscope.text.user_code_inline_values import inline_values


def source_lines(text: str) -> list[str]:
    """The lines as markup, safe to stand in a page."""
    if not text:
        return []
    lexer = import_module("pygments.lexers.python").PythonLexer(stripnl=False, ensurenl=False)
    formatter = import_module("pygments.formatters.html").HtmlFormatter(nowrap=True)
    marked: str = import_module("pygments").highlight(text, lexer, formatter)
    lines, plain = marked.removesuffix("\n").split("\n"), text.splitlines()
    return lines if len(lines) == len(plain) else [escape(line) for line in plain]


AT_ONCE = 2_000
"""Steps between two looks at whether somebody wants to stop."""


class StepColumns:
    """The steps of the page in columns, in the order of time."""

    def __init__(self, selection: Selection, lines: SourceLines) -> None:
        self.selection, self.lines = selection, lines
        self.sentences: Pool[str] = Pool()
        self.behind: Pool[tuple[tuple[int, str], ...]] = Pool(())
        """What stands behind the lines, and behind which."""
        self.numbers = selection.own_steps()
        """The recording's numbers of the steps."""
        self.sentence: list[int] = []
        self.inline: list[int] = []

    def read(self) -> Iterator[None]:
        """Works all steps out, and stops for breath now and then."""
        trace, steps = Walked(self.selection.trace), self.selection.steps
        inline = inline_values(trace, self.lines) if trace.text else None
        for place, number in enumerate(self.numbers):
            step = steps.at(number)
            self.sentence.append(self.sentences.number(str(sentence(trace, step))))
            values = inline.at(step, line_of(trace, self.lines, step)) if inline else ()
            self.inline.append(self.behind.number(tuple((one.line, str(one.message)) for one in values)))
            if place % AT_ONCE == 0:
                yield

    def place(self, number: int) -> int:
        """Where in the page the last step stands that is not after one of the recording."""
        return max(0, bisect_right(self.numbers, number) - 1)

    def columns(self) -> dict[str, list[int]]:
        columns = {"sentence": self.sentence, "inline": self.inline}
        if self.numbers[-1] - self.numbers[0] >= len(self.numbers):
            columns["number"] = self.numbers
        return columns
