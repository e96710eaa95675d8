"""What an export writes, as a text, without a file."""

from __future__ import annotations

from typing import Any

from plyscope.export import EXPORTERS
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection

from tests.full_traces import Trace, record


def written_as(form: str, source: str | Trace, **asked: Any) -> str:
    """The text of a recording, or of that of a source, in a form."""
    trace = record(source) if isinstance(source, str) else source
    pieces = EXPORTERS[form].pieces(Selection(trace, Extent(**asked)))
    return "".join(piece if isinstance(piece, str) else piece.decode() for piece in pieces)
