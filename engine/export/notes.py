"""The words that a person has put on bookmarks, beside the frames in which those lie."""

from __future__ import annotations

from collections.abc import Iterable

from engine.marks import Bookmark
from engine.steps import Steps
from engine.trace import Trace


def notes_of(trace: Trace, bookmarks: Iterable[Bookmark]) -> dict[int, str]:
    """The note of each bookmark, or its name where it has none, by frames."""
    steps, notes = Steps(trace), dict[int, str]()
    for bookmark in sorted(bookmarks, key=lambda found: found.step):
        frame = steps.at(bookmark.step).frame
        words = bookmark.note or bookmark.name
        if words:
            notes[frame] = f"{notes[frame]} {words}" if frame in notes else words
    return notes
