"""The nested listing as a text file."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.selection import Selection
from plyscope.text.whole_listing import whole_listing


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the listing of the calls below the chosen frame, up to the chosen step."""
    trace, steps, root = selection.trace, selection.steps, selection.extent.root
    leave = steps.leave(root)
    last = selection.step if leave is None else min(leave, selection.step)
    yield from whole_listing(trace, root, last)
