"""What is under a point of the canvas: a frame, or a move that was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from visualiser.canvas.gutter import WIDTH as GUTTER
from visualiser.canvas.hover import stub_at

if TYPE_CHECKING:
    from engine.trace import Trace
    from visualiser.canvas.canvas import Canvas


def frame_at(canvas: Canvas, point: QPointF) -> int | None:
    """The frame under a point; the whole column of its span is the target."""
    rows = canvas.session.rows
    if rows is None:
        return None
    if canvas.mode == "focus":
        node = canvas.focus.node_at(point / canvas.focus_scale)
        return None if node is None or node.item.what == "stub" else max(node.item.first, node.item.frame)
    ply = canvas.view.ply_at(point.y())
    if not 0 <= ply < len(rows) or point.x() < GUTTER:
        return None
    place = rows[ply].place_at(canvas.view.unit_at(point.x() - GUTTER))
    return None if place < 0 else int(rows[ply].frames[place])


def stub_move_at(canvas: Canvas, point: QPointF) -> tuple[int, int] | None:
    """The frame that left out what is drawn under a point, and the move; of several the first."""
    stub = stub_at(canvas, point)
    if stub is None:
        return None
    frame, text = stub
    moves = left_out_by_text(canvas.session.trace, frame)
    if not moves:
        return None
    return frame, moves[text] if text else next(iter(moves.values()))


def left_out_by_text(trace: Trace, frame: int) -> dict[str, int]:
    """The moves that a frame left out, in their order; none where the tree is that of two recordings."""
    texts, moves = trace.left_out(frame), trace.left_out_moves(frame)
    return dict(zip(texts, moves, strict=True)) if len(texts) == len(moves) else {}
