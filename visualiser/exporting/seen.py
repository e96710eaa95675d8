"""The part of the tree that the canvas shows: what an export of “what is seen” holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.export.extent import Extent

if TYPE_CHECKING:
    from engine.layout.rows import Rows
    from visualiser.canvas.canvas import Canvas


def seen(canvas: Canvas) -> Extent:
    """The path in focus; else the smallest subtree with all that is in sight, as far as it is opened."""
    session = canvas.session
    marks = session.cursor.marks
    without, closed = frozenset(marks.hidden), frozenset(marks.collapsed)
    if canvas.mode == "focus":
        return Extent(path_to=session.cursor.frame, without=without, closed=closed)
    rows = session.rows
    root = 0 if rows is None else common_root(rows, canvas.view.x, canvas.view.right)
    return Extent(root=root, without=without, closed=closed)


def common_root(rows: Rows, left: float, right: float) -> int:
    """The deepest frame under which everything between two places lies."""
    left, right = max(left, 0.0), min(right, rows.width - 0.5)
    root = 0
    for ply in range(len(rows)):
        row = rows[ply]
        place = row.place_at(left)
        if place < 0 or place != row.place_at(right):
            return root
        root = int(row.frames[place])
    return root
