"""How a trace shows itself in a notebook: as the stepping page, as a drawing, or in one line."""

from __future__ import annotations

from html import escape

from plyscope.model.trace import Trace

PAGE_HEIGHT = 640
"""Pixels of the frame that holds the stepping page."""
MAX_PAGE_FRAMES = 20_000
"""The most frames of a recording that shows itself as a page: the page is stored in the notebook."""
MAX_SVG_FRAMES = 200
"""The most frames of a recording that shows itself as a drawing where pages are not shown."""


def exported_text(trace: Trace, form: str) -> str:
    """Return a recording in one of the forms of export, as one text."""
    from plyscope.export import EXPORTERS, select
    from plyscope.export.extent import WHOLE

    exporter = EXPORTERS[form]
    pieces = exporter.pieces(select(exporter, trace, WHOLE))
    return "".join(piece if isinstance(piece, str) else piece.decode() for piece in pieces)


def page_of(trace: Trace) -> str | None:
    """Return the stepping page in a frame of its own, which can reach nothing else; None if too large."""
    if len(trace) > MAX_PAGE_FRAMES:
        return None
    page = escape(exported_text(trace, "html"), quote=True)
    style = f"width:100%;height:{PAGE_HEIGHT}px;border:0"
    return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'


def drawing_of(trace: Trace) -> str | None:
    """Return the tree as a drawing in SVG; None if it is too large to be read."""
    return exported_text(trace, "svg") if len(trace) <= MAX_SVG_FRAMES else None


def line_about(trace: Trace) -> str:
    """Return a line about a recording: what was searched, its frames and its value."""
    what = trace.origin.traced_call or f"{trace.search.name} of {trace.position.game.name}:{trace.position.text}"
    frames = f"{len(trace):,} frame{'s' * (len(trace) != 1)}"
    return f"<Trace of {what}: {frames}, {trace.value_text(0)}{'' if trace.complete else ', cut short'}>"
