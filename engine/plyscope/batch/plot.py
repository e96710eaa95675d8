"""The summary of a batch as a drawing (SVG): for each game, frames by depth and what pruning saves of them.

The leaves are seen against the fewest that prove the value: that is how good an order of moves is.

Both axes of numbers are logarithmic, since both grow or fall by a factor with each ply. Lines are told apart by colour,
by dashes, and by the name of the search in the legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from math import ceil, floor, log10
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from plyscope.messages import Message, compact, shown

Lines = Mapping[str, Sequence[tuple[int, float]]]
"""Search -> the points of its line, (depth, number)."""

WIDTH, HEIGHT = 460, 260
"""Pixels of a panel, with its numbers and its heading."""
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 36, 40
"""Pixels round the lines of a panel."""
LEGEND_LINE = 20
COLOURS = ("#0072B2", "#C8500A", "#2C7A4B", "#7B4FA3", "#8A6D00", "#646A72")
DASHES = ("", "6 3", "2 3")
FACES = 'Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans Hebrew","Noto Sans SC",sans-serif'
STYLE = (
    f"text{{font:12px {FACES};fill:#1E2227;font-variant-numeric:tabular-nums}}"
    ".head{font-weight:600;font-size:14px}.quiet{fill:#646A72}.grid{stroke:#E3E2DC}"
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}"
)


class Panel(NamedTuple):
    """A diagram of the drawing, with a line for each search."""

    heading: Message
    lines: Lines
    is_share: bool


class Look(NamedTuple):
    """The colour and the dashes of a search's lines."""

    colour: str
    dash: str


def plot(summary: Sequence[Mapping[str, Any]]) -> str:
    """Return the drawing as SVG, a row of panels for each game."""
    looks = looks_of(list(dict.fromkeys(line["search"] for line in summary)))
    pieces: list[str] = []
    top, width = 0, WIDTH
    for game in dict.fromkeys(line["game"] for line in summary):
        drawn = list(panels(game, [line for line in summary if line["game"] == game]))
        for place, panel in enumerate(drawn):
            pieces += [f'<g transform="translate({place * WIDTH} {top})">', *panel_pieces(panel, looks), "</g>"]
        width = max(width, len(drawn) * WIDTH)
        top += HEIGHT
    for search, look in looks.items():
        pieces += legend_line(search, look, top)
        top += LEGEND_LINE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + 10}" role="img">'
    title = f"<title>{escape(shown(str(Message('What pruning saves, by game, search and depth'))))}</title>"
    paper = f'<rect width="{width}" height="{top + 10}" fill="#FFFFFF"/>'
    return "\n".join([head, title, f"<style>{escape(STYLE)}</style>", paper, *pieces, "</svg>", ""])


def looks_of(searches: Sequence[str]) -> dict[str, Look]:
    """Return a colour and dashes for each search, all different as long as there are enough."""
    looks = (Look(colour, dash) for dash in cycle(DASHES) for colour in COLOURS)
    return dict(zip(searches, islice(looks, len(searches)), strict=True))


def panels(game: str, summary: Sequence[Mapping[str, Any]]) -> Iterator[Panel]:
    """Yield the panels of a game that have anything to show."""
    for name, heading in (
        ("frames", Message("{game}: frames by depth", game=game)),
        ("share", Message("{game}: share of the frames without pruning", game=game)),
        ("leaves_for_each_needed", Message("{game}: leaves for each of the proof", game=game)),
    ):
        lines = {
            search: [(line["depth"], line[name]) for line in summary if line["search"] == search and line[name]]
            for search in dict.fromkeys(line["search"] for line in summary)
        }
        if any(lines.values()):
            yield Panel(heading, lines, name == "share")


def panel_pieces(panel: Panel, looks: Mapping[str, Look]) -> Iterator[str]:
    """Yield the elements of a panel: heading, grid, numbers and lines."""
    depths = [depth for points in panel.lines.values() for depth, _ in points]
    numbers = [number for points in panel.lines.values() for _, number in points]
    first, last = min(depths), max(max(depths), min(depths) + 1)
    low, high = floor(log10(min(numbers))), max(ceil(log10(max(numbers))), floor(log10(min(numbers))) + 1)

    def x(depth: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (depth - first) / (last - first)

    def y(number: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (log10(number) - low) / (high - low)

    yield f'<text class="head" x="{LEFT}" y="20">{escape(shown(str(panel.heading)))}</text>'
    for power in range(low, high + 1):
        text = f"{100 * 10.0**power:g} %" if panel.is_share else compact(10.0**power)
        yield f'<path class="grid" d="M{LEFT} {y(10.0**power):.1f}H{WIDTH - RIGHT}"/>'
        yield f'<text class="quiet" x="{LEFT - 8}" y="{y(10.0**power) + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    for depth in range(first, last + 1, max(1, (last - first) // 10)):
        yield f'<text class="quiet" x="{x(depth):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{depth}</text>'
    for search, points in panel.lines.items():
        look = looks[search]
        places = [(x(depth), y(number)) for depth, number in points]
        path = "L".join(f"{across:.1f} {down:.1f}" for across, down in places)
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        yield f'<path class="line" stroke="{look.colour}"{dash} d="M{path}"/>' if path else ""
        for across, down in places:
            yield f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3" fill="{look.colour}"/>'


def legend_line(search: str, look: Look, top: float) -> list[str]:
    """Return the elements of a search's line in the legend."""
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    return [
        f'<path class="line" stroke="{look.colour}"{dash} d="M{LEFT} {top + 6}h28"/>',
        f'<text x="{LEFT + 36}" y="{top + 10}">{escape(shown(search))}</text>',
    ]
