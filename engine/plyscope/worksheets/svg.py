"""Marks as SVG: the picture of an exercise's tree on pages and in courses."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from plyscope.export.marks import Box, Mark, Stroke, Text
from plyscope.web.document import document
from plyscope.worksheets.pages import PAGE_HEIGHT, PAGE_WIDTH, Sheet

FACES = "Inter, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"
FIXED = "'JetBrains Mono', 'DejaVu Sans Mono', Consolas, monospace"
GROUND = 0.4
"""How wide the ground of a text is around its letters, by their size."""
ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def picture(marks: Iterable[Mark], width: float, high: float) -> str:
    """Return marks as an SVG picture."""
    body = "".join(map(svg_element, marks))
    size = f'width="{width:g}" height="{high:g}" viewBox="0 0 {width:g} {high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FACES}">{body}</svg>\n'


STYLE = """
body { margin: 0; background: #ecebe6; }
svg { display: block; margin: 16px auto; background: #fff; max-width: 100%; height: auto; }
@page { size: A4; margin: 0; }
@media print { body { background: none; } svg { margin: 0; width: 210mm; height: 297mm; break-after: page; } }
"""


def html(sheet: Sheet) -> str:
    """Return pages as an HTML document that a browser prints."""
    pages = "".join(picture(page.marks, PAGE_WIDTH, PAGE_HEIGHT) for page in sheet.pages)
    return document(escape(sheet.title), pages, style=STYLE)


def svg_element(mark: Mark) -> str:
    """Return the SVG element of a mark."""
    match mark:
        case Text():
            weight = ' font-weight="600"' if mark.bold else ""
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" font-size="{mark.size:.3g}"'
            style = f'text-anchor="{ANCHORS[mark.align]}" fill="{mark.colour}"'
            face = f' font-family="{FIXED}" xml:space="preserve"' if mark.fixed else ""
            edge = f' paint-order="stroke" stroke="{mark.ground}" stroke-width="{mark.size * GROUND:.3g}"' * bool(
                mark.ground
            )
            return f"<text {place} {style}{weight}{face}{edge}>{escape(mark.text)}</text>"
        case Stroke():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.points)
            name = "polygon" if mark.closed else "polyline"
            return f'<{name} points="{points}" {line_attributes(mark.width, mark.dashes, mark.colour, mark.fill)}/>'
        case Box():
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" width="{mark.width:.1f}" height="{mark.high:.1f}"'
            line = line_attributes(mark.line, mark.dashes, mark.colour, mark.fill)
            return f'<rect {place} rx="{mark.radius:.1f}" {line}/>'


def line_attributes(width: float, dashes: tuple[float, float] | None, colour: str, fill: str) -> str:
    """Return the SVG attributes of a line and its fill."""
    dashed = f' stroke-dasharray="{dashes[0]:g} {dashes[1]:g}"' if dashes else ""
    stroke = f'stroke="{colour}" stroke-width="{width:g}"' if width else 'stroke="none"'
    return f'fill="{fill or "none"}" {stroke} stroke-linejoin="round" stroke-linecap="round"{dashed}'
