"""The text of somebody's file, with the functions that call themselves on a band, and lines that one is led to."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.watching.own_text import OwnText
from visualiser.debugging.functions import how_it_recurses, in_order
from visualiser.panels.source_text import SourceText
from visualiser.words import tr


class OwnSource(SourceText):
    """A text to read before it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Source of the file"))
        self.margin.setCursor(Qt.CursorShape.ArrowCursor)

    def show_own(self, own: OwnText) -> None:
        """The file as it is now."""
        self.set_source(own.text, frozenset())
        recursive = [one for one in in_order(own) if one.is_recursive]
        lines = {
            line for one in recursive for line in range(one.node.lineno, (one.node.end_lineno or one.node.lineno) + 1)
        }
        marks = {one.node.lineno: how_it_recurses(own, one) for one in recursive}
        self.show_step(now=0, looked_at=0, callers=frozenset(lines), breakpoints={}, values=marks)

    def show_error(self, text: str, line: int) -> None:
        """A text that Python does not understand, with the line where that is."""
        self.set_source(text, frozenset())
        self.show_step(now=0, looked_at=line, callers=frozenset(), breakpoints={}, values={})

    def go_to_line(self, line: int) -> None:
        self.bring_into_sight(line)

    def no_steps(self, line: int) -> str:
        """Breakpoints are set where there is a recording."""
        return ""
