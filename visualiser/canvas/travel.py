"""From frame to frame by the arrow keys: up to the caller, down to a child, sideways among siblings."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.layout.rows import Rows


def neighbour(rows: Rows, frame: int, key: int) -> int | None:
    """The frame shown in the direction of a key; None where the key or the direction leads nowhere."""
    trace = rows.trace
    frame = rows.nearest_shown(frame)
    row = rows[trace.plies[frame]]
    place = row.place(frame)
    if key == Qt.Key.Key_Up:
        return trace.parents[frame] if frame else None
    if key == Qt.Key.Key_Down:
        first, end = int(row.first_child[place]), int(row.first_child[place + 1])
        if first == end:
            return None
        best = trace.best_child(frame)
        return best if best >= 0 and rows.span(best) is not None else int(rows[trace.plies[frame] + 1].frames[first])
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        other = place + (1 if key == Qt.Key.Key_Right else -1)
        return int(row.frames[other]) if 0 <= other < len(row) else None
    return None
