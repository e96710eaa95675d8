"""What searches in rounds ask next: each gives what a round is called with, and takes the value that comes back."""

from __future__ import annotations

from math import inf, nextafter

from plyscope.model.declaration import Asked, Asks


def deepening(depth: float) -> Asks:
    """Ask for depth 1, 2, 3 and so on with the whole window, the line found last first."""
    for depth_now in range(1, int(depth) + 1):
        yield Asked(depth_now, tries_line=True)


def closing_in(depth: float) -> Asks:
    """Ask whether the value is at least 0, and then at least the bound just found, until both bounds have met."""
    low, high, value = -inf, inf, 0.0
    while low < high:
        asked = nextafter(value, inf) if value == low else value
        value = yield Asked(depth, nextafter(asked, -inf), asked)
        if value < asked:
            high = value
        else:
            low = value


def repeating(depth: float) -> Asks:
    """Ask for the same again without end: an option says how often."""
    while True:
        yield Asked(depth)
