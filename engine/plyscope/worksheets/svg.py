"""Marks as SVG: the picture of an exercise's tree on pages and in courses."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from plyscope.worksheets.pages import Box, Mark, Stroke, Text

INK, QUIET = "#1b1d21", "#646a72"
FACES = "Inter, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"
ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def picture(marks: Iterable[Mark], width: float, high: float) -> str:
    """An SVG of its own."""
    body = "".join(map(element, marks))
    size = f'width="{width:g}" height="{high:g}" viewBox="0 0 {width:g} {high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FACES}">{body}</svg>\n'


def element(mark: Mark) -> str:
    match mark:
        case Text():
            weight = ' font-weight="600"' if mark.bold else ""
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" font-size="{mark.size:.3g}"'
            style = f'text-anchor="{ANCHORS[mark.align]}" fill="{QUIET if mark.quiet else INK}"'
            return f"<text {place} {style}{weight}>{escape(mark.text)}</text>"
        case Stroke():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.points)
            name = "polygon" if mark.closed else "polyline"
            return f'<{name} points="{points}" {line(mark.width, mark.dashed)}/>'
        case Box():
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" width="{mark.width:.1f}" height="{mark.high:.1f}"'
            return f'<rect {place} rx="{mark.radius:.1f}" {line(mark.line, mark.dashed)}/>'


def line(width: float, dashed: bool) -> str:
    dashes = ' stroke-dasharray="3 2.4"' if dashed else ""
    return f'fill="none" stroke="{INK}" stroke-width="{width:g}" stroke-linejoin="round"{dashes}'
