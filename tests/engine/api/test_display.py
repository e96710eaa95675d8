"""How a trace shows itself in a notebook."""

from __future__ import annotations

from html import unescape

import plyscope
import pytest
from plyscope.api import display


def test_a_trace_shows_itself_as_the_page_in_a_frame_that_reaches_nothing() -> None:
    trace = plyscope.record("tree:[[3,12,8],[2,4,6]]")
    shown = trace._repr_html_()
    assert shown is not None
    assert shown.startswith('<iframe sandbox="allow-scripts" ')
    assert "allow-same-origin" not in shown
    page = unescape(shown.partition('srcdoc="')[2].partition('"></iframe>')[0])
    assert page == display.exported_text(trace._recorded, "html")
    assert trace._repr_svg_() == display.exported_text(trace._recorded, "svg")


def test_a_large_trace_shows_itself_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = plyscope.record("tree:[[3,12,8],[2,4,6]]")
    monkeypatch.setattr(display, "MAX_PAGE_FRAMES", 3)
    monkeypatch.setattr(display, "MAX_SVG_FRAMES", 3)
    assert (trace._repr_html_(), trace._repr_svg_()) == (None, None)
    assert repr(trace) == "<Trace of alphabeta of tree:[[3,12,8],[2,4,6]]: 7 frames, 3>"
