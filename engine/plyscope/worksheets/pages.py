"""Sheets of paper in plain numbers, from which every worksheet is made, so that PDF and LaTeX look alike.

The unit is a point; y grows downwards. Nothing is shown by a fill alone, so that a sheet survives a photocopier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyscope.export import painter_of
from plyscope.export.marks import Mark, Stroke, Text
from plyscope.export.node_texts import wrapped
from plyscope.messages import written

PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0
"""A4."""
MARGIN, TOP, BOTTOM = 46.0, 42.0, 46.0
LINE_PITCH = 1.42
"""The height of a line of text, by the size of its letters."""


@dataclass
class Page:
    """One side of paper."""

    marks: list[Mark] = field(default_factory=list)


@dataclass
class Sheet:
    """The pages of one exercise, filled from the top; where a page is full a new one begins."""

    title: str
    pages: list[Page] = field(default_factory=lambda: [Page()])
    y: float = TOP

    @property
    def bottom(self) -> float:
        return PAGE_HEIGHT - BOTTOM

    def need(self, high: float) -> bool:
        """Begin a new page where a height does not fit; return whether it did."""
        is_full = self.y + high > self.bottom - 20
        if is_full:
            self.pages.append(Page())
            self.y = TOP
        return is_full

    def put(self, *marks: Mark) -> None:
        """Add marks to the page."""
        self.pages[-1].marks.extend(marks)

    def write(
        self,
        text: str,
        size: float = 10.0,
        *,
        bold: bool = False,
        after: float = 0,
        beside: float = 0,
    ) -> None:
        """Write a text across the page in as many lines as it takes, with `beside` free at its right, `after` below."""
        for line in wrapped(text, size, PAGE_WIDTH - 2 * MARGIN - beside, 30):
            self.need(size * LINE_PITCH)
            self.put(Text(MARGIN, self.y + size, line, size, bold))
            self.y += size * LINE_PITCH
        self.y += after

    def rule(self, width: float = 0.7, after: float = 6.0) -> None:
        """Draw a line across the page."""
        self.put(Stroke(((MARGIN, self.y), (PAGE_WIDTH - MARGIN, self.y)), width))
        self.y += after


def printed(number: float) -> str:
    """Return a number as it is printed, with a true minus."""
    return written(number).replace("-", "−")


def pdf(pages: Sequence[Page]) -> bytes:
    """Return pages as PDF, which the window paints."""
    painted: bytes = painter_of("pdf").painted(pages)
    return painted
