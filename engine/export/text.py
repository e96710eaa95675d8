"""The nested listing as a text file."""

from __future__ import annotations

from collections.abc import Iterator

from engine.listing import as_text, listing
from engine.trace import Trace


def pieces(trace: Trace) -> Iterator[str]:
    for line in as_text(trace, listing(trace)):
        yield line + "\n"
