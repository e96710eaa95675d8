"""What is seen of one tree, shown of the other: the same subtree takes up the same room at the same place.

The subtree is the smallest one round the middle of the window that both have and that fills half of the window. So
two trees of different sizes lie before one as if they were one, wherever one looks and however closely.
"""

from __future__ import annotations

from dataclasses import replace

from engine.derive import Column
from engine.layout.rows import Rows
from engine.layout.view import LARGEST_SCALE, View

LEAST_SHARE = 0.5
"""How much of the window a subtree has to fill to be gone by."""

Span = tuple[int, int]


def common_subtree(here: Rows, there: Rows, partners: Column, view: View) -> tuple[Span, Span]:
    """The spans in both trees of the subtree that is looked at."""
    middle = view.unit_at(view.width / 2)
    found = (here.span(0), there.span(0))
    assert found[0] is not None
    assert found[1] is not None
    spans = found[0], found[1]
    for row in here.rows[1:]:
        place = row.place_at(middle)
        partner = int(partners[row.frames[place]]) if place >= 0 else -1
        other = there.span(partner) if partner >= 0 else None
        if other is None or (int(row.ends[place]) - int(row.starts[place])) * view.scale < LEAST_SHARE * view.width:
            break
        spans = (int(row.starts[place]), int(row.ends[place])), other
    return spans


def mapped(here: Rows, there: Rows, partners: Column, view: View, others: View) -> View:
    """The other tree's view that belongs to this one's; `partners` are those of this tree's frames."""
    if view.scale <= view.whole_scale * 1.001:
        return others.fitted()
    (start, end), (others_start, others_end) = common_subtree(here, there, partners, view)
    ratio = (others_end - others_start) / (end - start)
    scale = min(LARGEST_SCALE, max(others.whole_scale, view.scale / ratio))
    middle = others_start + (view.unit_at(view.width / 2) - start) * ratio
    plies_down = (view.y + view.height / 2 - view.top) / view.pitch
    found = replace(others, scale=scale, x=middle - others.width / scale / 2)
    return replace(found, y=plies_down * found.pitch + found.top - found.height / 2).within()
