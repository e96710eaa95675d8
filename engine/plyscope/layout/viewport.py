"""Which part of the tree is visible and at what scale: pure arithmetic between units, plies and pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log

from plyscope.layout.rows import LEAF

PLAIN_SCALE, FITTED_SCALE, SUBTREE_SCALE, LARGEST_SCALE = 60.0, 96.0, 120.0, 180.0
"""Pixels per unit: the scale up to which frames spread and beyond which everything is magnified; and the largest scale
where the whole tree is shown, where a subtree is shown, and at all."""
FITTED_PITCH = 130.0
"""Pixels from ply to ply that a small tree keeps when it is magnified to fill the window."""
TOP, BOTTOM = 14.0, 34.0
"""Pixels above the first ply, and below the last for the time axis."""
EDGE = 24.0
"""Pixels left and right of the whole tree, for labels beside its outermost frames."""
LOWEST_PITCH, FAR_PITCH, NEAR_PITCH = 6.0, 110.0, 190.0
"""Pixels from ply to ply: the least, the most while whole plies are visible, and close up, with boards."""
CLOSE, CLOSEST = 40.0, 100.0
"""The width of a leaf in pixels at which plies begin to spread, and at which they are fully spread."""


@dataclass(frozen=True)
class View:
    """A view of a tree of `units` by `plies` in a window of `width` by `height` pixels."""

    units: int
    plies: int
    width: float
    height: float
    x: float = 0.0
    """The unit at the left edge."""
    y: float = 0.0
    """The vertical scroll position in pixels."""
    scale: float = 1.0
    """Pixels per unit."""
    given_pitch: float | None = None
    """Pixels from ply to ply, where they are set explicitly."""
    head: float = 0.0
    """Further room above the first ply, for what stands over the tree in a corner."""

    # From the tree to the window

    @property
    def slot(self) -> float:
        """The width of a leaf in pixels."""
        return self.scale * LEAF

    @cached_property
    def whole_scale(self) -> float:
        """The scale at which the whole tree is visible."""
        fitting = self.height / (self.plies * FITTED_PITCH + self.head + TOP + BOTTOM)
        largest = min(FITTED_SCALE, PLAIN_SCALE * max(1.0, fitting))
        return min(largest, max(1.0, self.width - 2 * EDGE) / max(1, self.units))

    @property
    def magnification(self) -> float:
        """The magnification of everything that is drawn."""
        return max(1.0, self.scale / PLAIN_SCALE)

    @cached_property
    def plain(self) -> View:
        """The view before magnification: a smaller window."""
        by = self.magnification
        if by == 1:
            return self
        return replace(
            self, width=self.width / by, height=self.height / by, y=self.y / by, scale=PLAIN_SCALE,
            given_pitch=self.pitch / by,
        )  # fmt: skip

    @property
    def top(self) -> float:
        """Pixels above the first ply."""
        return (self.head + TOP) * self.magnification

    @property
    def depth(self) -> float:
        """The height of the whole tree, with the room above and below."""
        return self.pitch * self.plies + (self.head + TOP + BOTTOM) * self.magnification

    @cached_property
    def pitch(self) -> float:
        """Pixels from ply to ply. They fill the window while the whole tree is visible, and spread close up."""
        if self.given_pitch is not None:
            return self.given_pitch
        whole_slot = min(PLAIN_SCALE, self.whole_scale) * LEAF
        limit = FAR_PITCH + (NEAR_PITCH - FAR_PITCH) * fraction_between(whole_slot, CLOSE, CLOSEST)
        height = self.height / max(1.0, self.whole_scale / PLAIN_SCALE)
        room = (height - self.head - TOP - BOTTOM) / max(1, self.plies)
        far = min(limit, max(LOWEST_PITCH, room))
        begin = max(CLOSE, whole_slot)
        slot = min(PLAIN_SCALE, self.scale) * LEAF
        plain = far + (max(far, NEAR_PITCH) - far) * fraction_between(slot, begin, begin + CLOSEST - CLOSE)
        return plain * self.magnification

    def x_of(self, unit: float) -> float:
        """Return the pixel at which a unit lies."""
        return (unit - self.x) * self.scale

    def unit_at(self, x: float) -> float:
        """Return the unit at a pixel."""
        return self.x + x / self.scale

    def y_of(self, ply: int) -> float:
        """Return the pixel of the middle of a ply."""
        return self.top + self.pitch * (ply + 0.5) - self.y

    def ply_at(self, y: float) -> int:
        """Return the ply at a height; the tree may not have it."""
        return int((y + self.y - self.top) // self.pitch)

    def plies_near(self, margin: int) -> range:
        """Return the visible plies, with a margin of some above and below; the tree may not have the last ones."""
        return range(max(0, self.ply_at(0) - margin), max(0, self.ply_at(self.height)) + margin + 1)

    @property
    def right(self) -> float:
        """The unit at the right edge."""
        return self.unit_at(self.width)

    # Navigation. Each method returns another view, inside the limits.

    def within(self) -> View:
        """Return the view scrolled back to the tree, with a scale inside the limits."""
        scale = min(LARGEST_SCALE, max(self.whole_scale, self.scale))
        view = replace(self, scale=scale)
        spare = view.width / scale - self.units
        edge = EDGE / scale
        # The whole tree may be visible, but for rounding.
        x = -spare / 2 if spare >= 2 * edge - 1e-9 * self.units else min(max(self.x, -edge), edge - spare)
        return replace(view, x=x, y=min(max(self.y, 0.0), max(0.0, view.depth - self.height)))

    def fitted(self) -> View:
        """Return the view of the whole tree."""
        return replace(self, x=0.0, y=0.0, scale=self.whole_scale).within()

    def zoomed(self, factor: float, x: float, y: float) -> View:
        """Return the view zoomed by a factor around a point, which stays where it is."""
        return self.scaled(self.scale * factor, x, y)

    def scaled(self, scale: float, x: float, y: float) -> View:
        """Return the view in another scale, with the point in the window staying where it is."""
        unit, plies_down = self.unit_at(x), (y + self.y - self.top) / self.pitch
        scale = min(LARGEST_SCALE, max(self.whole_scale, scale))
        view = replace(self, scale=scale, x=unit - x / scale)
        return replace(view, y=plies_down * view.pitch + view.top - y).within()

    def panned(self, right: float, down: float) -> View:
        """Return the view shifted by pixels."""
        return replace(self, x=self.x + right / self.scale, y=self.y + down).within()

    def resized(self, width: float, height: float, head: float | None = None) -> View:
        """Return the view in another window, perhaps with other room above it; the whole tree stays whole."""
        view = replace(self, width=width, height=height, head=self.head if head is None else head)
        return view.fitted() if self.scale <= self.whole_scale * 1.001 else view.within()

    def showing(self, start: float, end: float, ply: int | None = None) -> View:
        """Return the view zoomed so that a span fills the window, within the limits."""
        scale = min(SUBTREE_SCALE, max(self.whole_scale, self.width / max(1.0, (end - start) * 1.06)))
        view = replace(self, scale=scale, x=(start + end) / 2 - self.width / scale / 2)
        return view.centred_on(None, ply).within()

    def centred_on(self, unit: float | None, ply: int | None) -> View:
        """Return the view with a unit, or a ply, or both in the middle of the window."""
        view = self if unit is None else replace(self, x=unit - self.width / self.scale / 2)
        if ply is not None:
            view = replace(view, y=view.top + view.pitch * (ply + 0.5) - view.height / 2)
        return view.within()

    def following(self, start: float, end: float, ply: int) -> View:
        """Return the view moved as little as necessary to keep a span's visible part in the middle of the window."""
        window = self.width / self.scale
        margin = 0.2 * window
        if end - start < window:
            middle = (start + end) / 2
            seen = (max(start, self.x) + min(end, self.right)) / 2 if end > self.x and start < self.right else middle
            is_inside = self.x + margin <= seen <= self.right - margin
            low, high = (self.x, self.x) if is_inside else (middle + margin - window, middle - margin)
        else:
            low, high = start + 2 * margin - window, end - 2 * margin
        view = replace(self, x=min(max(self.x, low), high))
        y = view.y_of(ply)
        # A glyph and its labels take up part of the ply, and the time axis must not cover them.
        reach = min(0.36 * view.pitch, max(0.0, view.height - BOTTOM) / 2)
        low = max(0.15 * view.height, reach)
        high = max(low, min(0.85 * view.height, view.height - BOTTOM - reach))
        if not low <= y <= high:
            view = replace(view, y=view.y + y - min(max(y, low), high))
        return view.within()

    def towards(self, goal: View, share_done: float) -> View:
        """Return the view interpolated towards another one; zooming is geometric."""
        scale = exp(log(self.scale) + (log(goal.scale) - log(self.scale)) * share_done)
        if abs(goal.scale - self.scale) > 1e-12:
            share_done = (1 / scale - 1 / self.scale) / (1 / goal.scale - 1 / self.scale)
        return replace(
            goal, scale=scale, x=self.x + (goal.x - self.x) * share_done, y=self.y + (goal.y - self.y) * share_done
        )


def fraction_between(value: float, low: float, high: float) -> float:
    """Return how far a value has come from one bound to the other, from 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
