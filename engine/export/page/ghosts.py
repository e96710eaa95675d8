"""What would have been under moves never tried, for the page: a few rows for each, by the frame and the move."""

from __future__ import annotations

from engine.export.page.pool import Pool
from engine.export.selection import Selection
from engine.layout.shades import Shades

Row = tuple[int, int, int, int, int, int]
"""The row of its parent, or -1; its move among the words; kind and status; its value among the values; its calls."""


def ghost_rows(
    selection: Selection, words: Pool[str], values: Pool[tuple[str, float]], shades: Shades
) -> dict[int, dict[int, list[Row]]]:
    """By the place of the frame in the page, and the move's number among the words. Of each the first row is the
    position after the move."""
    found: dict[int, dict[int, list[Row]]] = {}
    if not selection.extent.ghosts:
        return found
    places: dict[int, int] = {}
    rows: list[Row] = []
    numbers: dict[int, int] = {}
    for node in selection:
        if node.ghost is None:
            if not node.is_stub:
                places[node.number] = len(places)
            continue
        move, trace = words.number(selection.move_text(node)), node.ghost.trace
        if not node.frame:
            rows, numbers = [], {}
            found.setdefault(places[node.parent], {})[move] = rows
        numbers[node.number] = len(rows)
        value = trace.values[node.frame]
        number = values.number((selection.value_text(node) or "?", round(shades.of_value(value), 3)))
        parent = numbers.get(node.parent, -1)
        rows.append((parent, move, node.kind, node.status, number, trace.sizes[node.frame]))
    return found
